//! A list of texts in one block of memory: the number of texts, the start of each and the end of
//! the last (`u32` each, counted from the first text), then the texts.

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

    /// Returns a text. Panics when there is no such text: indices come from the same file.
    pub(super) fn get(self, index: usize) -> &'a str {
        let start = |index: usize| read(self.bytes, 4 + 4 * index, 4);
        let texts = 4 + 4 * (self.len() + 1);
        let text = &self.bytes[texts + start(index)..texts + start(index + 1)];
        std::str::from_utf8(text).unwrap_or_default()
    }

    /// Returns the bytes of every text, for comparing them all: UTF-8 validation would take longer
    /// than the comparison.
    pub(super) fn iter_bytes(self) -> impl Iterator<Item = &'a [u8]> {
        let (starts, texts) = self.bytes.split_at(4 + 4 * (self.len() + 1));
        let numbers = starts[4..].chunks_exact(4);
        let starts = numbers.map(|it| read(it, 0, 4));
        let ends = starts.clone().skip(1);
        starts.zip(ends).map(|(start, end)| &texts[start..end])
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a str> {
        (0..self.len()).map(move |index| self.get(index))
    }
}
