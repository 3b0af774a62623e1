//! The columns of the gazetteer: one record per place, and the regions they share.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use places::gazetteer::pack::{NAME_STRIDE, Section};
use places::gazetteer::search_key;

use super::source::{City, Sources};
use super::{Sections, narrow};

/// The places in order, and the numbers of their shared values.
pub(super) struct Table<'a> {
    pub(super) places: Vec<&'a City>,
    pub(super) countries: Vec<&'a str>,
    divisions: Vec<(String, &'a str)>,
    zones: Vec<&'static str>,
    regions: Vec<(usize, usize, usize)>,
    place_regions: Vec<usize>,
}

impl<'a> Table<'a> {
    pub(super) fn new(sources: &'a Sources) -> Result<Self> {
        let places: Vec<&City> = sources.cities.iter().collect();
        let countries: Vec<&str> = places
            .iter()
            .map(|it| it.countrycode.as_str())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let keyed: Vec<(usize, String, &'static str)> = places
            .iter()
            .map(|it| {
                let country = countries.binary_search(&it.countrycode.as_str());
                let country = country.ok().context("a country is not in its own list")?;
                let division = format!("{}.{}", it.countrycode, it.admin1code);
                Ok((country, division, zone_of(it)?))
            })
            .collect::<Result<_>>()?;
        let divisions: BTreeSet<&String> = keyed.iter().map(|it| &it.1).collect();
        let divisions: Vec<(String, &str)> = divisions
            .into_iter()
            .map(|code| {
                let name = sources.divisions.get(code).map_or("", String::as_str);
                (code.clone(), name)
            })
            .collect();
        let zones: BTreeSet<&'static str> = keyed.iter().map(|it| it.2).collect();
        let zones: Vec<&'static str> = zones.into_iter().collect();
        let mut regions = BTreeMap::new();
        let mut place_regions = Vec::with_capacity(places.len());
        for (country, division, zone) in &keyed {
            let division = divisions.binary_search_by(|it| it.0.cmp(division)).ok();
            let region = (
                *country,
                division.context("a division is not in its own list")?,
                zones
                    .binary_search(zone)
                    .ok()
                    .context("a zone is not in its own list")?,
            );
            let next = regions.len();
            place_regions.push(*regions.entry(region).or_insert(next));
        }
        let mut ordered: Vec<_> = regions.into_iter().collect();
        ordered.sort_by_key(|it| it.1);
        Ok(Self {
            places,
            countries,
            divisions,
            zones,
            regions: ordered.into_iter().map(|it| it.0).collect(),
            place_regions,
        })
    }

    pub(super) fn write(&self, sections: &mut Sections) -> Result<()> {
        self.write_places(sections)?;
        let mut regions = Vec::new();
        for (country, division, zone) in &self.regions {
            regions.extend(narrow(*country as u64, 1)?);
            regions.extend(narrow(*division as u64, 2)?);
            regions.extend(narrow(*zone as u64, 2)?);
        }
        sections.put(Section::Regions, regions);
        let letters = self.countries.iter().flat_map(|it| it.bytes()).collect();
        sections.put(Section::Countries, letters);
        let names = || self.divisions.iter().map(|it| it.1);
        sections.put_strings(Section::Divisions, names())?;
        let keys: Vec<String> = names().map(search_key).collect();
        sections.put_strings(Section::DivisionKeys, keys.iter().map(String::as_str))?;
        let codes = self.divisions.iter().map(|(code, _)| {
            let code = code.split_once('.').map_or("", |it| it.1);
            let is_letters = code.bytes().all(|it| it.is_ascii_alphabetic());
            if is_letters { code } else { "" }
        });
        sections.put_strings(Section::DivisionCodes, codes)?;
        sections.put_strings(Section::Zones, self.zones.iter().copied())
    }

    fn write_places(&self, sections: &mut Sections) -> Result<()> {
        let (mut coordinates, mut populations, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lengths, mut offsets, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let (mut regions, mut valley) = (Vec::new(), Vec::new());
        for (number, (place, region)) in self.places.iter().zip(&self.place_regions).enumerate() {
            let latitude = hundred_thousandths(place.latitude, 90.0)?;
            let longitude = hundred_thousandths(place.longitude, 180.0)?;
            coordinates.extend(narrow(latitude | longitude << 25, 7)?);
            populations.extend(narrow(place.population, 4)?);
            ids.extend(narrow(place.geonameid, 3)?);
            regions.extend(narrow(*region as u64, 2)?);
            if number % NAME_STRIDE == 0 {
                offsets.extend(narrow(names.len() as u64, 4)?);
            }
            lengths.extend(narrow(place.name.len() as u64, 1)?);
            names.extend(place.name.as_bytes());
            if is_in_ottawa_valley(place) {
                valley.extend(narrow(number as u64, 3)?);
            }
        }
        sections.put(Section::Coordinates, coordinates);
        sections.put(Section::Populations, populations);
        sections.put(Section::GeonameIds, ids);
        sections.put(Section::PlaceRegions, regions);
        sections.put(Section::NameLengths, lengths);
        sections.put(Section::NameOffsets, offsets);
        sections.put(Section::Names, names);
        sections.put(Section::OttawaValley, valley);
        Ok(())
    }
}

/// The zone whose history the place shares. GeoNames follows the zones that differ since 1970.
/// Québec and Northern Ireland had other clocks before.
fn zone_of(city: &City) -> Result<&'static str> {
    let wanted = match (
        city.countrycode.as_str(),
        city.admin1code.as_str(),
        city.timezone.as_str(),
    ) {
        ("CA", "10", "America/Toronto") => "America/Montreal",
        ("GB", "NIR", "Europe/London") => "Europe/Belfast",
        (_, _, zone) => zone,
    };
    let zone = places::Zone::named(wanted)
        .with_context(|| format!("{} {} has no known zone", city.geonameid, city.name))?;
    Ok(zone.name())
}

fn is_in_ottawa_valley(place: &City) -> bool {
    let zone = place.timezone == "America/Toronto";
    zone && (44.0..48.5).contains(&place.latitude) && (-80.5..-73.5).contains(&place.longitude)
}

fn hundred_thousandths(degrees: f64, limit: f64) -> Result<u64> {
    ensure!(
        degrees.abs() <= limit,
        "{degrees} is outside ±{limit} degrees"
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 36,000,000"
    )]
    Ok(((degrees + limit) * 1e5).round() as u64)
}
