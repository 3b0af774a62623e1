//! The operating system's randomness, where the service and the commands take theirs.

use std::cell::RefCell;

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

/// The same for the ids of requests, fetched for many at a time: an id must be new and need not be
/// secret, and a request should not cost a system call for its name.
#[derive(Clone, Copy, Debug)]
pub struct RequestRandom;

/// Bytes fetched at once.
const FETCHED: usize = 1024;

struct Fetched {
    bytes: [u8; FETCHED],
    used: usize,
}

thread_local! {
    static POOL: RefCell<Fetched> = const {
        RefCell::new(Fetched { bytes: [0; FETCHED], used: FETCHED })
    };
}

impl Random for RequestRandom {
    fn fill(&self, bytes: &mut [u8]) {
        POOL.with_borrow_mut(|pool| {
            let end = pool.used + bytes.len();
            if let Some(fetched) = pool.bytes.get(pool.used..end) {
                bytes.copy_from_slice(fetched);
                pool.used = end;
            } else {
                OsRandom.fill(bytes);
                OsRandom.fill(&mut pool.bytes);
                pool.used = 0;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_fetched_at_once_are_given_out_once() {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..FETCHED {
            let mut bytes = [0; 10];
            RequestRandom.fill(&mut bytes);
            assert!(seen.insert(bytes));
        }
    }
}
