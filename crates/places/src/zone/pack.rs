//! The layout of `data/zones.pack`, written by `cargo xtask data zones`: the tz database with the
//! histories before 1970. Little-endian: magic, version (length and text), number of names and of
//! histories (`u16` each), for each name its length, text and history (`u16`), for each history its
//! length (`u32`), then the histories, each a TZif file.

use std::sync::{LazyLock, OnceLock};

use jiff::tz::TimeZone;

static BYTES: &[u8] = include_bytes!("../../../../data/zones.pack");

const MAGIC: &[u8; 8] = b"ALMZONE1";

/// The table of names. Histories are parsed on first use.
pub(super) static ZONES: LazyLock<Table> = LazyLock::new(|| {
    let table = Reader(BYTES).table();
    // The file is part of the program and a test reads all of it, so this cannot happen in a tested
    // build.
    table.unwrap_or_else(|| unreachable!("data/zones.pack is damaged"))
});

/// Every zone name with its history.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) version: &'static str,
    /// Sorted, with the index of the history.
    pub(super) names: Vec<(&'static str, usize)>,
    histories: Vec<(&'static [u8], OnceLock<TimeZone>)>,
}

impl Table {
    /// Returns the history with this index.
    pub(super) fn history(&self, number: usize) -> &TimeZone {
        let (bytes, parsed) = &self.histories[number];
        parsed.get_or_init(|| {
            // Without a zone name: this crate keeps the names, and several share a history.
            TimeZone::tzif("Etc/Unknown", bytes)
                .unwrap_or_else(|error| unreachable!("data/zones.pack is damaged: {error}"))
        })
    }
}

struct Reader(&'static [u8]);

impl Reader {
    fn take(&mut self, length: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, width: usize) -> Option<usize> {
        let bytes = self.take(width)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |sum, it| sum << 8 | usize::from(*it)),
        )
    }

    fn text(&mut self) -> Option<&'static str> {
        let length = self.number(1)?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    fn table(mut self) -> Option<Table> {
        if self.take(8)? != MAGIC {
            return None;
        }
        let version = self.text()?;
        let (names, histories) = (self.number(2)?, self.number(2)?);
        let names: Vec<_> = (0..names)
            .map(|_| Some((self.text()?, self.number(2)?)))
            .collect::<Option<_>>()?;
        let lengths: Vec<usize> = (0..histories)
            .map(|_| self.number(4))
            .collect::<Option<_>>()?;
        let histories = lengths
            .into_iter()
            .map(|length| Some((self.take(length)?, OnceLock::new())))
            .collect::<Option<_>>()?;
        Some(Table {
            version,
            names,
            histories,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_history_that_parses() {
        assert!(ZONES.names.len() > 590, "{} names", ZONES.names.len());
        assert!(ZONES.names.is_sorted());
        for (name, history) in &ZONES.names {
            assert!(!ZONES.history(*history).is_unknown(), "{name}");
        }
    }
}
