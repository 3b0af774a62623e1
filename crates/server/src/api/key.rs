//! `/api/key`: what a key can learn about itself, and mint.

pub(super) mod describe;
pub(super) mod token;
