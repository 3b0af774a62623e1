//! Index scans: all places whose key begins with a text, exactly or with errors.

use fst::raw::{Fst, Node, Transition};
use fst::{IntoStreamer, Streamer};

use super::Gazetteer;
use super::best::{Best, Candidate};
use super::pack::{LAST, PRIMARY, Section};
use super::query::{Filter, MatchKind};
use super::typo::{State, Typo};

/// The weight of an alternate name relative to a place's own: between two places of one size the
/// own name wins, and "Münch" still finds Munich before Münchberg.
const ALTERNATE_SHARE: f64 = 0.125;

type Keys = Fst<&'static [u8]>;

impl Gazetteer {
    /// Offers every place with a key that begins with `key`. Postings are in the order of keys, so
    /// they form one contiguous range of any length: nothing is precomputed for short prefixes.
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

    /// Offers every place with a key that begins with `key` with at most `errors` errors.
    pub(super) fn scan_typo(&self, key: &str, errors: usize, filter: &Filter<'_>, best: &mut Best) {
        let Some(typo) = Typo::new(key, errors) else {
            return;
        };
        for run in Walk::through(self.keys.as_fst(), &typo) {
            let end = run.last + self.postings_of(run.last).len() as u64 / 3;
            for posting in self.stretch(run.first, end).chunks_exact(3) {
                self.offer(posting, run.kind, filter, best);
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
        // Distance only lowers the weight: most candidates are rejected here.
        if best.has_room_for(&candidate) && filter.accepts(self, place) {
            candidate.weight = inhabitants * filter.nearness(self, place);
            best.offer(candidate);
        }
    }

    /// Returns the postings from one index to another.
    fn stretch(&self, start: u64, end: u64) -> &'static [u8] {
        let at = |it: u64| usize::try_from(it).unwrap_or(usize::MAX).saturating_mul(3);
        let postings = self.pack.section(Section::Postings);
        let end = at(end).min(postings.len());
        &postings[at(start).min(end)..end]
    }

    /// Returns the postings of one key, up to the one marked as its last.
    fn postings_of(&self, start: u64) -> &'static [u8] {
        let rest = self.stretch(start, u64::MAX);
        let last = rest
            .chunks_exact(3)
            .position(|it| u32::from_le_bytes([it[0], it[1], it[2], 0]) & LAST != 0);
        &rest[..last.map_or(0, |it| (it + 1) * 3)]
    }

    /// Returns the first posting of the first key that is not before `key`.
    fn first_from(&self, key: &[u8]) -> u64 {
        let mut stream = self.keys.range().ge(key).into_stream();
        stream.next().map_or(u64::MAX, |it| it.1)
    }

    /// Returns the first posting after all keys that begin with `key`.
    fn first_after(&self, key: &str) -> u64 {
        // No UTF-8 text contains the byte 0xFF, so this is after every key with the prefix.
        self.first_from(&[key.as_bytes(), &[0xFF]].concat())
    }
}

/// Consecutive keys of the index that match in the same way.
struct Run {
    /// The values of the first and the last key.
    first: u64,
    last: u64,
    kind: MatchKind,
}

/// A node of the index: all keys that begin with the letters on the path to it.
#[derive(Clone, Copy)]
struct Branch<'a> {
    node: Node<'a>,
    /// What the path adds to the values of its keys.
    value: u64,
    state: State,
    /// Whether a prefix of the keys already matches the text.
    is_prefix: bool,
}

/// A walk through the index along the branches that can match.
struct Walk<'a> {
    keys: &'a Keys,
    typo: &'a Typo,
    runs: Vec<Run>,
}

impl<'a> Walk<'a> {
    fn through(keys: &'a Keys, typo: &'a Typo) -> Vec<Run> {
        let mut walk = Self {
            keys,
            typo,
            runs: Vec::new(),
        };
        walk.follow(Branch {
            node: keys.root(),
            value: 0,
            state: Typo::start(),
            is_prefix: false,
        });
        walk.runs
    }

    fn follow(&mut self, branch: Branch<'a>) {
        let is_whole = self.typo.is_match(&branch.state);
        let is_prefix = branch.is_prefix || is_whole;
        if !self.typo.can_match(&branch.state) {
            if is_prefix {
                self.runs.push(Run {
                    first: self.first_value(branch),
                    last: self.last_value(branch),
                    kind: MatchKind::TypoPrefix,
                });
            }
            return;
        }
        if branch.node.is_final() && is_prefix {
            let value = branch.value + branch.node.final_output().value();
            self.runs.push(Run {
                first: value,
                last: value,
                kind: if is_whole {
                    MatchKind::Typo
                } else {
                    MatchKind::TypoPrefix
                },
            });
        }
        for step in branch.node.transitions() {
            // After the whole text has matched, the rest may be in any script.
            if is_prefix || self.typo.is_of_its_script(step.inp) {
                let (letter, missing) = begin(step.inp);
                self.complete(
                    Branch {
                        is_prefix,
                        ..branch
                    },
                    step,
                    (letter, missing),
                );
            }
        }
    }

    /// Takes a step, collects the remaining bytes of its letter, and follows the branch. Most steps
    /// end here, before their node is read.
    fn complete(&mut self, branch: Branch<'a>, step: Transition, (letter, missing): (u32, u8)) {
        if missing == 0 {
            let letter = char::from_u32(letter).unwrap_or(char::REPLACEMENT_CHARACTER);
            let state = self.typo.step(&branch.state, letter);
            if branch.is_prefix || self.typo.can_match(&state) {
                self.follow(Branch {
                    state,
                    ..self.after(branch, step)
                });
            }
            return;
        }
        let branch = self.after(branch, step);
        for step in branch.node.transitions() {
            let letter = letter << 6 | u32::from(step.inp & 0x3F);
            self.complete(branch, step, (letter, missing - 1));
        }
    }

    fn after(&self, branch: Branch<'a>, step: Transition) -> Branch<'a> {
        Branch {
            node: self.keys.node(step.addr),
            value: branch.value + step.out.value(),
            ..branch
        }
    }

    /// Returns the value of the first key of a branch.
    fn first_value(&self, mut branch: Branch<'a>) -> u64 {
        while !branch.node.is_final() && !branch.node.is_empty() {
            branch = self.after(branch, branch.node.transition(0));
        }
        branch.value + branch.node.final_output().value()
    }

    /// Returns the value of the last key of a branch.
    fn last_value(&self, mut branch: Branch<'a>) -> u64 {
        while !branch.node.is_empty() {
            let last = branch.node.transition(branch.node.len() - 1);
            branch = self.after(branch, last);
        }
        branch.value + branch.node.final_output().value()
    }
}

/// Decodes the first byte of a UTF-8 letter: its bits, and the number of bytes that follow.
fn begin(byte: u8) -> (u32, u8) {
    match byte {
        0x00..=0xBF => (byte.into(), 0),
        0xC0..=0xDF => ((byte & 0x1F).into(), 1),
        0xE0..=0xEF => ((byte & 0x0F).into(), 2),
        0xF0..=0xFF => ((byte & 0x07).into(), 3),
    }
}
