//! Keys that begin almost like what was typed: an automaton that walks the index and gives up on a
//! branch as soon as it has too many errors.

use std::ops::RangeInclusive;

use fst::Automaton;

/// The longest text that is searched with errors, in characters.
pub(super) const MAX_CHARACTERS: usize = 32;

type Row = [u8; MAX_CHARACTERS + 1];

/// Accepts every key with a beginning at most `errors` away from the text, at most one of them in
/// its first half. An error is a letter too
/// many, too few, wrong, or exchanged with its neighbour (optimal string alignment, Damerau 1964).
#[derive(Debug)]
pub(super) struct Typo {
    text: Vec<char>,
    errors: u8,
    /// First bytes of letters that can stand in the place of a letter of the text: nobody types
    /// a Chinese sign for a Latin letter by mistake, and trying them all is what takes long.
    leads: RangeInclusive<u8>,
}

/// The last two rows of the table of distances, and a letter that has not arrived completely.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    row: Row,
    before: Row,
    /// Letters so far.
    depth: usize,
    last: char,
    pending: u32,
    missing: u8,
    is_accepted: bool,
}

impl Typo {
    /// `None` when the text is too long to search with errors.
    pub(super) fn new(text: &str, errors: u8) -> Option<Self> {
        let bytes = || text.bytes().filter(|it| *it >= 0xC0);
        let leads = match (bytes().min(), bytes().max()) {
            (Some(low), Some(high)) => low..=high,
            _ => 0..=0x7F,
        };
        let text: Vec<char> = text.chars().collect();
        (text.len() <= MAX_CHARACTERS).then_some(Self {
            text,
            errors,
            leads,
        })
    }

    /// The distance of a whole key where it is within the errors allowed, more otherwise.
    pub(super) fn distance(&self, key: &str) -> u8 {
        let state = key
            .chars()
            .fold(self.start(), |state, it| self.step(&state, it));
        state.row[self.text.len()]
    }

    fn step(&self, state: &State, letter: char) -> State {
        // Cells farther from the diagonal than the errors allowed cannot matter.
        let (errors, depth) = (usize::from(self.errors), state.depth + 1);
        let mut row = [u8::MAX; MAX_CHARACTERS + 1];
        if depth <= errors {
            row[0] = state.row[0].saturating_add(1);
        }
        let last = (depth + errors).min(self.text.len());
        for index in depth.saturating_sub(errors + 1)..last {
            let own = self.text[index];
            let substituted = state.row[index].saturating_add(u8::from(own != letter));
            let inserted = state.row[index + 1].min(row[index]).saturating_add(1);
            row[index + 1] = substituted.min(inserted);
            let swapped = index > 0 && self.text[index - 1] == letter && own == state.last;
            if swapped {
                row[index + 1] = row[index + 1].min(state.before[index - 1].saturating_add(1));
            }
        }
        State {
            row,
            before: state.row,
            depth,
            last: letter,
            pending: 0,
            missing: 0,
            is_accepted: state.is_accepted || row[self.text.len()] <= self.errors,
        }
    }
}

impl Automaton for Typo {
    type State = State;

    fn start(&self) -> State {
        let mut row = [0; MAX_CHARACTERS + 1];
        for (distance, cell) in (0..).zip(&mut row) {
            *cell = distance;
        }
        State {
            row,
            before: [u8::MAX; MAX_CHARACTERS + 1],
            depth: 0,
            last: '\0',
            pending: 0,
            missing: 0,
            is_accepted: false,
        }
    }

    fn is_match(&self, state: &State) -> bool {
        state.is_accepted
    }

    fn can_match(&self, state: &State) -> bool {
        let errors = usize::from(self.errors);
        let last = (state.depth + errors).min(self.text.len());
        let cells = &state.row[state.depth.saturating_sub(errors).min(last)..=last];
        // Two errors in the first half are another word; allowing them is what takes long.
        let is_early = state.depth * 2 < self.text.len();
        let allowed = if is_early {
            self.errors.min(1)
        } else {
            self.errors
        };
        state.is_accepted || cells.iter().any(|it| *it <= allowed)
    }

    fn will_always_match(&self, state: &State) -> bool {
        state.is_accepted
    }

    fn accept(&self, state: &State, byte: u8) -> State {
        if state.is_accepted {
            return *state;
        }
        let is_lead = !(0x80..0xC0).contains(&byte);
        if is_lead && byte != b' ' && !self.leads.contains(&byte) {
            return State {
                row: [u8::MAX; MAX_CHARACTERS + 1],
                ..*state
            };
        }
        // UTF-8: a lead byte says how many follow.
        let (pending, missing) = match byte {
            0x00..=0x7F => (u32::from(byte), 0),
            0x80..=0xBF => (
                state.pending << 6 | u32::from(byte & 0x3F),
                state.missing.saturating_sub(1),
            ),
            0xC0..=0xDF => (u32::from(byte & 0x1F), 1),
            0xE0..=0xEF => (u32::from(byte & 0x0F), 2),
            0xF0..=0xFF => (u32::from(byte & 0x07), 3),
        };
        if missing > 0 {
            return State {
                pending,
                missing,
                ..*state
            };
        }
        self.step(state, char::from_u32(pending).unwrap_or('\0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, key: &str, expected: u8) {
        assert_eq!(
            Typo::new(text, 3).unwrap().distance(key),
            expected,
            "{text} {key}"
        );
    }

    #[test]
    fn errors_are_counted_as_people_make_them() {
        check("amsterdam", "amsterdam", 0);
        check("amstredam", "amsterdam", 1);
        check("amserdam", "amsterdam", 1);
        check("amsterdaam", "amsterdam", 1);
        check("amsteedam", "amsterdam", 1);
        check("москав", "москва", 1);
        check("kitten", "sitting", 3);
    }

    #[test]
    fn bytes_and_letters_agree() {
        let typo = Typo::new("мюнхем", 1).unwrap();
        let state = "мюнхен"
            .bytes()
            .fold(typo.start(), |state, it| typo.accept(&state, it));
        assert!(typo.is_match(&state));
        let state = "минск"
            .bytes()
            .fold(typo.start(), |state, it| typo.accept(&state, it));
        assert!(!typo.is_match(&state));
    }
}
