//! Going through the index: all places whose key begins with a text, or almost does.

use fst::{IntoStreamer, Streamer};

use super::Gazetteer;
use super::best::{Best, Candidate};
use super::pack::{LAST, PRIMARY, Section};
use super::query::{Filter, MatchKind};
use super::typo::Typo;

/// How much less an alternate name counts than a place's own: between two places of one size the
/// own name wins, and "Münch" still finds Munich before Münchberg.
const ALTERNATE_SHARE: f64 = 0.125;

impl Gazetteer {
    /// Offers every place with a key that begins with `key`. Postings lie in the order of keys, so
    /// they are one stretch, whatever its length: nothing is precomputed for short prefixes.
    pub(super) fn scan_prefix(&self, key: &str, filter: &Filter<'_>, best: &mut Best) {
        let exact = self
            .keys
            .get(key)
            .map_or(&[][..], |it| self.postings_of(it));
        for posting in exact.chunks_exact(3) {
            self.offer(posting, MatchKind::Exact, filter, best);
        }
        let all = self.stretch(self.first_from(key.as_bytes()), self.first_after(key));
        for posting in all[exact.len().min(all.len())..].chunks_exact(3) {
            self.offer(posting, MatchKind::Prefix, filter, best);
        }
    }

    /// Offers every place with a key that begins like `key` with at most `errors` errors.
    pub(super) fn scan_typo(&self, key: &str, errors: u8, filter: &Filter<'_>, best: &mut Best) {
        let Some(typo) = Typo::new(key, errors) else {
            return;
        };
        let whole = Typo::new(key, errors);
        let (mut low, mut high) = (Vec::new(), vec![0xFF]);
        // People seldom miss the first letter, and looking for that too is what takes long.
        if let Some(first) = key.chars().next().filter(|_| errors > 1) {
            low = first.to_string().into_bytes();
            high = [low.as_slice(), &[0xFF]].concat();
        }
        let mut stream = self.keys.search(typo).ge(low).lt(high).into_stream();
        while let Some((found, start)) = stream.next() {
            let Some(found) = std::str::from_utf8(found).ok() else {
                continue;
            };
            let is_whole = whole
                .as_ref()
                .is_some_and(|it| it.distance(found) <= errors);
            let kind = if is_whole {
                MatchKind::Typo
            } else {
                MatchKind::TypoPrefix
            };
            for posting in self.postings_of(start).chunks_exact(3) {
                self.offer(posting, kind, filter, best);
            }
        }
    }

    fn offer(&self, posting: &[u8], kind: MatchKind, filter: &Filter<'_>, best: &mut Best) {
        let packed = u32::from_le_bytes([posting[0], posting[1], posting[2], 0]);
        let place = (packed & !(PRIMARY | LAST)) as usize;
        let share = match packed & PRIMARY {
            0 => ALTERNATE_SHARE,
            _ => 1.0,
        };
        let inhabitants = share * Filter::inhabitants(self, place);
        let mut candidate = Candidate {
            place,
            kind,
            weight: inhabitants,
        };
        // Being far away only makes it worse: most candidates end here.
        if best.has_room_for(&candidate) && filter.accepts(self, place) {
            candidate.weight = inhabitants * filter.nearness(self, place);
            best.offer(candidate);
        }
    }

    /// The postings from one index to another.
    fn stretch(&self, start: u64, end: u64) -> &'static [u8] {
        let at = |it: u64| usize::try_from(it).unwrap_or(usize::MAX).saturating_mul(3);
        let postings = self.pack.section(Section::Postings);
        let end = at(end).min(postings.len());
        &postings[at(start).min(end)..end]
    }

    /// The postings of one key, from the first to the one that is marked as its last.
    fn postings_of(&self, start: u64) -> &'static [u8] {
        let rest = self.stretch(start, u64::MAX);
        let last = rest
            .chunks_exact(3)
            .position(|it| u32::from_le_bytes([it[0], it[1], it[2], 0]) & LAST != 0);
        &rest[..last.map_or(0, |it| (it + 1) * 3)]
    }

    /// The first posting of the first key that is not before `key`.
    fn first_from(&self, key: &[u8]) -> u64 {
        let mut stream = self.keys.range().ge(key).into_stream();
        stream.next().map_or(u64::MAX, |it| it.1)
    }

    /// The first posting after all keys that begin with `key`.
    fn first_after(&self, key: &str) -> u64 {
        // No UTF-8 text contains the byte 0xFF, so this is after every key with the prefix.
        self.first_from(&[key.as_bytes(), &[0xFF]].concat())
    }
}
