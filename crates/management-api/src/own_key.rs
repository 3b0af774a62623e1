//! `/api/key`: operations of a key on itself.

pub mod describe;
pub mod token;
