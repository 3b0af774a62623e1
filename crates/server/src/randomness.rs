//! The operating system's randomness, where the service and the commands take theirs.

use access::Random;

/// Randomness from the operating system.
#[derive(Clone, Copy, Debug)]
pub struct OsRandom;

impl Random for OsRandom {
    fn fill(&self, bytes: &mut [u8]) {
        // A machine that cannot give randomness cannot make a key that is one: stop.
        getrandom::fill(bytes).expect("the operating system provides randomness");
    }
}
