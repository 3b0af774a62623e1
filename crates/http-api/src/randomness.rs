//! The operating system's randomness, where the service and the commands take theirs.

use std::cell::Cell;
use std::hash::{BuildHasher as _, RandomState};

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

/// For the ids of requests, which must be new and need not be secret: a keyed hash of a count, with a key of the
/// operating system's for each thread. A request should not cost a system call for its name.
#[derive(Clone, Copy, Debug)]
pub struct RequestRandom;

thread_local! {
    static NUMBERS: (RandomState, Cell<u64>) = (RandomState::new(), Cell::new(0));
}

impl Random for RequestRandom {
    fn fill(&self, bytes: &mut [u8]) {
        NUMBERS.with(|(key, count)| {
            for chunk in bytes.chunks_mut(8) {
                count.set(count.get() + 1);
                let number = key.hash_one(count.get()).to_le_bytes();
                chunk.copy_from_slice(&number[..chunk.len()]);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_requests_get_the_same_bytes() {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..10_000 {
            let mut bytes = [0; 10];
            RequestRandom.fill(&mut bytes);
            assert!(seen.insert(bytes));
        }
    }
}
