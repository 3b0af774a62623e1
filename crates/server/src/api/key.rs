//! `/api/key`: operations of a key on itself.

pub(super) mod describe;
pub(super) mod token;
