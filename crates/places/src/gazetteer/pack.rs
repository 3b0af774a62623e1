//! The layout of `data/places.pack`: columns of fixed-width records that are read in place, so that
//! opening it takes a few comparisons. `cargo xtask data places` writes it.
//!
//! Everything is little-endian. The file is `MAGIC`, then for each [`Section`] in order its offset
//! and length in bytes (two `u32`), then the sections. Places are numbered in descending order of
//! population.

use super::strings::Strings;

/// The first bytes of the file. The digit is the version of the layout.
pub const MAGIC: &[u8; 8] = b"ALMPLAC1";

/// The sections of the file, in the order of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The source of the file, a human-readable line of text.
    Source,
    /// Search key -> index of its first posting, an `fst` map.
    Keys,
    /// 3 bytes each: the place in the low 22 bits, [`PRIMARY`] when the key is the place's own
    /// name, [`LAST`] on the last posting of its key.
    Postings,
    /// 7 bytes each: latitude in units of 1e-5 degree from -90 in the low 25 bits, longitude from
    /// -180 in the next 26.
    Coordinates,
    /// 4 bytes each.
    Populations,
    /// 3 bytes each: the GeoNames id of the place.
    GeonameIds,
    /// 2 bytes each: index into [`Section::Regions`].
    PlaceRegions,
    /// 1 byte each: length of the name in bytes.
    NameLengths,
    /// 4 bytes for every [`NAME_STRIDE`] places: the start of the name.
    NameOffsets,
    /// The concatenated names.
    Names,
    /// 5 bytes each: country (1 byte), first-order division (2), zone (2).
    Regions,
    /// 2 letters each.
    Countries,
    /// Strings: names of first-order divisions.
    Divisions,
    /// Strings: their search keys, in the same order.
    DivisionKeys,
    /// Strings: their abbreviations, or empty.
    DivisionCodes,
    /// Strings: zone names.
    Zones,
    /// Strings: the supported languages. The first is English.
    Languages,
    /// Strings: country names; language times number of countries plus country.
    CountryNames,
    /// Strings: every search key of every country, each preceded by the country's number in one
    /// character.
    CountryKeys,
    /// 3 bytes each, ascending: places with names in other languages.
    LocalizedPlaces,
    /// Strings: language times number of such places plus position in the list; empty where the
    /// language has no name of its own.
    LocalizedNames,
    /// 3 bytes each: places of Ontario and Québec along the Ottawa river.
    OttawaValley,
}

/// The number of sections.
pub const SECTIONS: usize = 22;

/// Set in a posting when the key is the place's own name.
pub const PRIMARY: u32 = 1 << 23;

/// Set in the last posting of a key.
pub const LAST: u32 = 1 << 22;

/// The number of places per stored name offset.
pub const NAME_STRIDE: usize = 64;

/// The opened file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    bytes: &'static [u8],
}

/// A region: the data that many places share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) country: u8,
    pub(super) division: u16,
    pub(super) zone: u16,
}

impl Pack {
    /// Opens the file. Returns `None` when the bytes have another format.
    pub(super) fn open(bytes: &'static [u8]) -> Option<Self> {
        let pack = Self { bytes };
        let table = 8 + SECTIONS * 8;
        let starts_well = bytes.starts_with(MAGIC) && bytes.len() >= table;
        let inside = |index: usize| {
            let (offset, length) = pack.entry(index);
            offset >= table && offset + length <= bytes.len()
        };
        (starts_well && (0..SECTIONS).all(inside)).then_some(pack)
    }

    fn entry(&self, index: usize) -> (usize, usize) {
        let at = 8 + index * 8;
        (read(self.bytes, at, 4), read(self.bytes, at + 4, 4))
    }

    pub(super) fn section(&self, section: Section) -> &'static [u8] {
        let (offset, length) = self.entry(section as usize);
        &self.bytes[offset..offset + length]
    }

    pub(super) fn strings(&self, section: Section) -> Strings<'static> {
        Strings::new(self.section(section))
    }

    /// Returns the number of records of `width` bytes in a section.
    pub(super) fn count(&self, section: Section, width: usize) -> usize {
        self.section(section).len() / width
    }

    pub(super) fn number(&self, section: Section, index: usize, width: usize) -> usize {
        read(self.section(section), index * width, width)
    }

    pub(super) fn region(&self, index: usize) -> Region {
        let at = index * 5;
        let regions = self.section(Section::Regions);
        Region {
            country: regions[at],
            division: u16::from_le_bytes([regions[at + 1], regions[at + 2]]),
            zone: u16::from_le_bytes([regions[at + 3], regions[at + 4]]),
        }
    }

    pub(super) fn name(&self, place: usize) -> &'static str {
        let block = place / NAME_STRIDE;
        let lengths = self.section(Section::NameLengths);
        let before = &lengths[block * NAME_STRIDE..place];
        let start = self.number(Section::NameOffsets, block, 4)
            + before.iter().map(|it| usize::from(*it)).sum::<usize>();
        let name = &self.section(Section::Names)[start..start + usize::from(lengths[place])];
        std::str::from_utf8(name).unwrap_or_default()
    }
}

/// Splits an entry of [`Section::CountryKeys`] into the country's number and the key. The number is
/// added to U+0100 and written as a letter, which takes two bytes of UTF-8.
pub(super) fn country_key(entry: &[u8]) -> Option<(u8, &[u8])> {
    let ([first, second], key) = entry.split_first_chunk()?;
    let letter = u32::from(first & 0x1F) << 6 | u32::from(second & 0x3F);
    let country = u8::try_from(letter.checked_sub(0x100)?).ok()?;
    Some((country, key))
}

/// Reads a little-endian integer of `width` bytes.
pub(super) fn read(bytes: &[u8], at: usize, width: usize) -> usize {
    let mut number = 0;
    for (shift, byte) in bytes[at..at + width].iter().enumerate() {
        number |= usize::from(*byte) << (8 * shift);
    }
    number
}
