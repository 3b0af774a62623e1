//! A list of texts in one piece of memory: the number of texts, where each begins and the last
//! ends (`u32` each, counted from the first text), then the texts.

use super::pack::read;

/// The list, read in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strings<'a> {
    bytes: &'a [u8],
}

impl<'a> Strings<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(super) fn len(self) -> usize {
        read(self.bytes, 0, 4)
    }

    /// Panics when there is no such text: indices come from the same file.
    pub(super) fn get(self, index: usize) -> &'a str {
        let start = |index: usize| read(self.bytes, 4 + 4 * index, 4);
        let texts = 4 + 4 * (self.len() + 1);
        let text = &self.bytes[texts + start(index)..texts + start(index + 1)];
        std::str::from_utf8(text).unwrap_or_default()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a str> {
        (0..self.len()).map(move |index| self.get(index))
    }
}
