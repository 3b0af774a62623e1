//! The layout of `data/places.pack`: columns of fixed-width records that are read in place, so that
//! opening it costs a few comparisons. `cargo xtask data places` writes it.
//!
//! Everything is little-endian. The file is `MAGIC`, then for each [`Section`] in order its offset
//! and length in bytes (two `u32`), then the sections. Places are numbered in falling order of
//! population: the smaller number is the bigger place.

use super::strings::Strings;

/// The first bytes of the file; the digit is the version of the layout.
pub const MAGIC: &[u8; 8] = b"ALMPLAC1";

/// The parts of the file, in the order of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// What the file was made from, a line of text for people.
    Source,
    /// Search key -> index of its first posting, an `fst` map.
    Keys,
    /// 3 bytes each: the place in the low 22 bits, [`PRIMARY`] when the key is the place's own name,
    /// [`LAST`] on the last posting of its key.
    Postings,
    /// 7 bytes each: latitude in units of 1e-5 degree from -90 in the low 25 bits, longitude from
    /// -180 in the next 26.
    Coordinates,
    /// 4 bytes each.
    Populations,
    /// 3 bytes each: the place's number at GeoNames.
    GeonameIds,
    /// 2 bytes each: index into [`Section::Regions`].
    PlaceRegions,
    /// 1 byte each: length of the name in bytes.
    NameLengths,
    /// 4 bytes for every [`NAME_STRIDE`] places: where the name begins.
    NameOffsets,
    /// The names, one after the other.
    Names,
    /// 5 bytes each: country (1 byte), first-order division (2), zone (2).
    Regions,
    /// 2 letters each.
    Countries,
    /// Strings: names of first-order divisions.
    Divisions,
    /// Strings: their search keys, in the same order.
    DivisionKeys,
    /// Strings: the letters they are known by, or nothing.
    DivisionCodes,
    /// Strings: zone names.
    Zones,
    /// Strings: languages that names are known in. The first is English.
    Languages,
    /// Strings: country names; language times number of countries plus country.
    CountryNames,
    /// Strings: every search key of every country, each preceded by the country's number in one
    /// character.
    CountryKeys,
    /// 3 bytes each, rising: places whose name is known in other languages.
    LocalizedPlaces,
    /// Strings: language times number of such places plus position in the list; empty where the
    /// language has no name of its own.
    LocalizedNames,
    /// 3 bytes each: places of Ontario and Québec along the Ottawa river.
    OttawaValley,
}

/// How many sections there are.
pub const SECTIONS: usize = 22;

/// Set in a posting when the key is the place's own name.
pub const PRIMARY: u32 = 1 << 23;

/// Set in the last posting of a key.
pub const LAST: u32 = 1 << 22;

/// Every how many places the beginning of the name is written down.
pub const NAME_STRIDE: usize = 64;

/// The file, opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    bytes: &'static [u8],
}

/// A region: what many places have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) country: u8,
    pub(super) division: u16,
    pub(super) zone: u16,
}

impl Pack {
    /// `None` when the bytes are not such a file.
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

    /// How many records of `width` bytes a section has.
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

/// Divides an entry of [`Section::CountryKeys`] into the country's number and the key. The number
/// is added to U+0100 and written as a letter, which takes two bytes of UTF-8.
pub(super) fn country_key(entry: &[u8]) -> Option<(u8, &[u8])> {
    let ([first, second], key) = entry.split_first_chunk()?;
    let letter = u32::from(first & 0x1F) << 6 | u32::from(second & 0x3F);
    let country = u8::try_from(letter.checked_sub(0x100)?).ok()?;
    Some((country, key))
}

/// A little-endian number of `width` bytes.
pub(super) fn read(bytes: &[u8], at: usize, width: usize) -> usize {
    let mut number = 0;
    for (shift, byte) in bytes[at..at + width].iter().enumerate() {
        number |= usize::from(*byte) << (8 * shift);
    }
    number
}
