//! Caches that are bounded by the size of their content.

use std::hash::Hash;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

/// Something that uses memory.
pub trait Weighs {
    /// The approximate number of bytes.
    fn bytes(&self) -> usize;
}

/// The weight of an item is its size.
#[derive(Clone, Copy, Debug)]
pub struct ByBytes;

impl<K, V: Weighs> Weighter<K, V> for ByBytes {
    fn weight(&self, _: &K, value: &V) -> u64 {
        u64::try_from(value.bytes()).unwrap_or(u64::MAX)
    }
}

/// A cache of such items.
pub type ByteCache<K, V> = Cache<K, V, ByBytes>;

/// An empty cache for `most` bytes, sized for `about` items, which is not a limit.
///
/// Not sharded: divided among the cores, as caches of keys are, it would have no room for a large
/// item on a machine with many cores.
///
/// # Panics
///
/// Never: both capacities are given.
pub fn byte_cache<K: Eq + Hash, V: Weighs + Clone>(about: usize, most: u64) -> ByteCache<K, V> {
    let mut options = OptionsBuilder::new();
    let options = options.shards(1).estimated_items_capacity(about);
    let options = options.weight_capacity(most).build();
    Cache::with_options(
        options.expect("both capacities are given"),
        ByBytes,
        DefaultHashBuilder::default(),
        DefaultLifecycle::default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Thing(usize);

    impl Weighs for Thing {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    #[test]
    fn one_thing_may_nearly_fill_it_and_all_together_never_take_more() {
        let cache = byte_cache(100, 1_000);
        cache.insert(0, Thing(900));
        assert!(cache.get(&0).is_some(), "whatever the number of cores");
        for name in 1..200 {
            cache.insert(name, Thing(90));
            assert!(cache.weight() <= 1_000);
        }
    }
}
