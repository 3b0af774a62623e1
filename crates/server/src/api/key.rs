//! `/api/key`: what a key can learn about itself.

pub(super) mod describe;
