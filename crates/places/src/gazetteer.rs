//! The places of the world with more than 500 inhabitants, each with its time zone. Search by name
//! as the user types, in any script and with typing errors. Data: GeoNames, embedded in the
//! program.

mod best;
mod key;
pub mod pack;
mod query;
mod scan;
mod strings;
mod typo;

use std::fmt;
use std::sync::LazyLock;

use fst::Map;

use self::pack::{Pack, Region, Section};
use crate::coordinates::Coordinates;

pub use key::search_key;
pub use query::{MatchKind, PlaceMatch, Search, SearchError};

static BYTES: &[u8] = include_bytes!("../../../data/places.pack");

static EMBEDDED: LazyLock<Gazetteer> = LazyLock::new(|| {
    let gazetteer = Gazetteer::open(BYTES);
    // The file is part of the program and every test of this module reads it.
    gazetteer.unwrap_or_else(|| unreachable!("data/places.pack is damaged"))
});

/// The opened gazetteer.
pub struct Gazetteer {
    pack: Pack,
    keys: Map<&'static [u8]>,
}

/// A place of the gazetteer.
#[derive(Clone, Copy)]
pub struct GazetteerPlace {
    gazetteer: &'static Gazetteer,
    number: usize,
    region: Region,
}

impl Gazetteer {
    /// Returns the embedded gazetteer. It is read in place, without unpacking.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    fn open(bytes: &'static [u8]) -> Option<Self> {
        let pack = Pack::open(bytes)?;
        let keys = Map::new(pack.section(Section::Keys)).ok()?;
        Some(Self { pack, keys })
    }

    /// Returns the source of the data.
    pub fn source(&self) -> &'static str {
        std::str::from_utf8(self.pack.section(Section::Source)).unwrap_or_default()
    }

    /// Returns the number of places.
    pub fn len(&self) -> usize {
        self.pack.count(Section::Populations, 4)
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns every place, in descending order of population.
    pub fn places(&'static self) -> impl Iterator<Item = GazetteerPlace> {
        (0..self.len()).map(|number| self.place(number))
    }

    /// Returns the languages of [`GazetteerPlace::name_in`] and [`GazetteerPlace::country_in`], as BCP 47 tags.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        self.pack.strings(Section::Languages).iter()
    }

    /// Returns the supported language that matches a tag, for example `de` for `de-AT`; `None` if
    /// there is none.
    pub fn language(&self, tag: &str) -> Option<&'static str> {
        let index = self.language_index(tag)?;
        self.languages().nth(index)
    }

    /// Returns the place with this GeoNames id.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::Gazetteer;
    ///
    /// // https://www.geonames.org/2759794
    /// let amsterdam = Gazetteer::embedded().by_geoname_id(2_759_794).expect("a capital");
    /// assert_eq!((amsterdam.name(), amsterdam.country_code()), ("Amsterdam", "NL"));
    /// assert_eq!(amsterdam.zone_name(), "Europe/Amsterdam");
    /// assert_eq!(Gazetteer::embedded().by_geoname_id(0), None);
    /// ```
    pub fn by_geoname_id(&'static self, id: u32) -> Option<GazetteerPlace> {
        let ids = self.pack.section(Section::GeonameIds);
        let wanted = &id.to_le_bytes()[..3];
        let number = ids.chunks_exact(3).position(|it| it == wanted)?;
        (id >> 24 == 0).then(|| self.place(number))
    }

    fn place(&'static self, number: usize) -> GazetteerPlace {
        let region = self.pack.number(Section::PlaceRegions, number, 2);
        GazetteerPlace {
            gazetteer: self,
            number,
            region: self.pack.region(region),
        }
    }

    fn coordinates(&self, number: usize) -> Coordinates {
        let packed = self.pack.number(Section::Coordinates, number, 7);
        let degrees = |units: usize, limit: f64| {
            // Whole hundred-thousandths: dividing is exact where multiplying by 1e-5 is not.
            (units as f64 - limit * 1e5) / 1e5
        };
        let latitude_deg = degrees(packed & ((1 << 25) - 1), 90.0);
        let longitude_deg = degrees(packed >> 25, 180.0);
        Coordinates::new(latitude_deg, longitude_deg)
            .unwrap_or_else(|_| unreachable!("the packer refuses other coordinates"))
    }

    fn population(&self, number: usize) -> u32 {
        let populations = self.pack.section(Section::Populations);
        let [a, b, c, d] = populations[4 * number..4 * number + 4] else {
            unreachable!("four bytes")
        };
        u32::from_le_bytes([a, b, c, d])
    }

    /// Returns the nearest place along the border of Ontario and Québec.
    pub(crate) fn nearest_in_ottawa_valley(
        &'static self,
        at: Coordinates,
    ) -> Option<GazetteerPlace> {
        // A degree of longitude is shorter here. For the nearest of a few hundred this
        // approximation suffices.
        let shrink = at.latitude_deg().to_radians().cos();
        let distance = |number: usize| {
            let it = self.coordinates(number);
            let north = it.latitude_deg() - at.latitude_deg();
            let east = (it.longitude_deg() - at.longitude_deg()) * shrink;
            north * north + east * east
        };
        (0..self.pack.count(Section::OttawaValley, 3))
            .map(|index| self.pack.number(Section::OttawaValley, index, 3))
            .map(|number| (distance(number), number))
            .min_by(|left, right| left.0.total_cmp(&right.0))
            .map(|(_, number)| self.place(number))
    }

    fn language_index(&self, language: &str) -> Option<usize> {
        let known = |tag: &str| self.languages().position(|it| it.eq_ignore_ascii_case(tag));
        let first = language.split(['-', '_']).next().unwrap_or_default();
        let chinese = ["zh-TW", "zh-HK", "zh-MO"]
            .iter()
            .any(|it| it.eq_ignore_ascii_case(language));
        known(language)
            .or_else(|| chinese.then(|| known("zh-Hant")).flatten())
            .or_else(|| (first == "no").then(|| known("nb")).flatten())
            .or_else(|| known(first))
    }
}

impl GazetteerPlace {
    /// Returns its GeoNames id, which is stable.
    pub fn geoname_id(self) -> u32 {
        let id = self
            .gazetteer
            .pack
            .number(Section::GeonameIds, self.number, 3);
        u32::try_from(id).unwrap_or_default()
    }

    /// Returns its name: English for well-known places, local otherwise, in Latin letters.
    pub fn name(self) -> &'static str {
        self.gazetteer.pack.name(self.number)
    }

    /// Returns its name in a language (a BCP 47 tag), where the data has one.
    pub fn name_in(self, language: &str) -> Option<&'static str> {
        let pack = &self.gazetteer.pack;
        let language = self.gazetteer.language_index(language)?;
        let count = pack.count(Section::LocalizedPlaces, 3);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if pack.number(Section::LocalizedPlaces, middle, 3) < self.number {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let is_it = low < count && pack.number(Section::LocalizedPlaces, low, 3) == self.number;
        let name = is_it.then(|| {
            pack.strings(Section::LocalizedNames)
                .get(language * count + low)
        })?;
        (!name.is_empty()).then_some(name)
    }

    /// Returns its coordinates.
    pub fn coordinates(self) -> Coordinates {
        self.gazetteer.coordinates(self.number)
    }

    /// Returns the population; 0 where it is unknown.
    pub fn population(self) -> u64 {
        self.gazetteer.population(self.number).into()
    }

    /// Returns the two-letter country code (ISO 3166-1).
    pub fn country_code(self) -> &'static str {
        let at = usize::from(self.region.country) * 2;
        let letters = &self.gazetteer.pack.section(Section::Countries)[at..at + 2];
        std::str::from_utf8(letters).unwrap_or_default()
    }

    /// Returns the name of the country in a language, or in English where that language is not
    /// supported.
    pub fn country_in(self, language: &str) -> &'static str {
        let pack = &self.gazetteer.pack;
        let countries = pack.count(Section::Countries, 2);
        let names = pack.strings(Section::CountryNames);
        let name =
            |language: usize| names.get(language * countries + usize::from(self.region.country));
        let language = self.gazetteer.language_index(language).unwrap_or(0);
        match name(language) {
            "" => name(0),
            name => name,
        }
    }

    /// Returns the first-order division (state, province, canton …), where it has a name.
    pub fn division(self) -> Option<&'static str> {
        let names = self.gazetteer.pack.strings(Section::Divisions);
        let name = names.get(self.region.division.into());
        (!name.is_empty()).then_some(name)
    }

    /// Returns the name of the zone whose history it shares.
    pub fn zone_name(self) -> &'static str {
        self.gazetteer
            .pack
            .strings(Section::Zones)
            .get(self.region.zone.into())
    }
}

impl PartialEq for GazetteerPlace {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl fmt::Debug for GazetteerPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Place({} {})", self.name(), self.country_code())
    }
}

impl fmt::Debug for Gazetteer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Gazetteer({} places)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gazetteer_that_was_cut_short_is_none() {
        let lengths = (0..256).chain((256..BYTES.len()).step_by(65_537));
        for length in lengths.chain([BYTES.len() - 1]) {
            assert!(Gazetteer::open(&BYTES[..length]).is_none(), "{length}");
        }
        assert!(Gazetteer::open(BYTES).is_some());
    }

    #[test]
    fn every_place_reads_and_has_a_zone_with_a_history() {
        let gazetteer = Gazetteer::embedded();
        assert_eq!(gazetteer.len(), 234_908, "as many as the package has");
        for number in 0..gazetteer.len() {
            let place = gazetteer.place(number);
            assert!(!place.name().is_empty());
            assert_eq!(place.country_code().len(), 2, "{place:?}");
            let zone = crate::Zone::named(place.zone_name()).unwrap();
            assert_eq!(zone.name(), place.zone_name());
        }
    }

    #[test]
    fn a_record_says_what_geonames_says() {
        let amsterdam = Gazetteer::embedded().by_geoname_id(2_759_794).unwrap();
        assert_eq!(amsterdam.name(), "Amsterdam");
        assert_eq!(
            amsterdam.coordinates().latitude_deg().to_string(),
            "52.37403"
        );
        assert_eq!(
            amsterdam.coordinates().longitude_deg().to_string(),
            "4.88969"
        );
        assert_eq!(amsterdam.population(), 741_636);
        assert_eq!(amsterdam.country_code(), "NL");
        assert_eq!(amsterdam.division(), Some("North Holland"));
        assert_eq!(amsterdam.zone_name(), "Europe/Amsterdam");
    }

    #[test]
    fn names_come_in_the_language_asked_for_where_the_data_has_them() {
        let amsterdam = Gazetteer::embedded().by_geoname_id(2_759_794).unwrap();
        assert_eq!(amsterdam.name_in("ru"), Some("Амстердам"));
        assert_eq!(amsterdam.name_in("zh-TW"), Some("阿姆斯特丹"));
        assert_eq!(amsterdam.country_in("de"), "Niederlande");
        assert_eq!(amsterdam.country_in("de-AT"), "Niederlande");
        assert_eq!(amsterdam.country_in("tlh"), "Netherlands");
        assert_eq!(amsterdam.name_in("tlh"), None);
    }
}
