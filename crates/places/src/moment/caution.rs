//! Times and places where even the best zone history can be wrong for a particular birth: a small
//! table, each row with its source. It only warns and never changes a result; what is known well
//! enough to change one is a rule of a jurisdiction.

mod table;

use super::{CivilMoment, OffsetSource};
use crate::confidence::Confidence;
use crate::jurisdiction::RegionClock;
use crate::zone::Zone;

/// What to know about the offset of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caution {
    /// A stable id.
    pub id: &'static str,
    /// The reliability that it leaves to the offset.
    pub confidence: Confidence,
    /// What happened and what to do.
    pub text: &'static str,
    /// The published source.
    pub source: &'static str,
}

/// A known doubt about a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZoneCaveat {
    /// A stable id.
    id: &'static str,
    /// The affected zones; a final `*` matches the rest of the name.
    zones: &'static [&'static str],
    /// First and last local year, month and day, Gregorian.
    from: (i32, u8, u8),
    until: (i32, u8, u8),
    /// The reliability of offsets in that period.
    confidence: Confidence,
    /// What happened and what to do.
    text: &'static str,
    /// The published source.
    source: &'static str,
}

/// From here on the tz database distinguishes places whose clocks differed.
const COVERED_FROM_US: i64 = 0;

/// Until about this year town clocks were set by the Sun.
const SUNDIALS_UNTIL: i32 = 1800;

const LOCAL_MEAN: ZoneCaveat = ZoneCaveat {
    id: "local_mean_time",
    zones: &[],
    from: (1, 1, 1),
    until: (9999, 12, 31),
    confidence: Confidence::Medium,
    text: "The zone had no standard time yet, so the local mean time of the place was used. \
           If railway or capital time was already in use, give the offset itself.",
    source: "tz database, theory.html: a zone begins with the local mean time of its main city",
};

const SUNDIAL: ZoneCaveat = ZoneCaveat {
    id: "apparent_time_likely",
    zones: &[],
    from: (1, 1, 1),
    until: (9999, 12, 31),
    confidence: Confidence::Low,
    text: "Clocks of that time mostly showed apparent solar time, up to 16 minutes off mean time. \
           Set timezone to LAT if the record follows a sundial or town clock.",
    source: "Howse, Greenwich Time and the Discovery of the Longitude (1980), ch. 4",
};

/// The clock comes from a historical jurisdiction: what its rule says.
const JURISDICTION: &str = "historical_jurisdiction";

/// Other clocks cannot be excluded.
const ALTERNATIVES: Caution = Caution {
    id: "clock_uncertain",
    confidence: Confidence::Low,
    text: "More than one clock was in use here, or a former border was near. The likelier one was \
           used. `readings` lists the others and what they change. Give the offset if you know it.",
    source: "the source of each reading",
};

pub(super) fn of(moment: &CivilMoment) -> Vec<Caution> {
    let mut found: Vec<Caution> = Vec::new();
    let date = local_date(moment);
    let history = match moment.jurisdiction {
        // The doubts about today's zone are not those of the state that the place belonged to.
        Some(attested) if attested.rule.clock != RegionClock::Today => moment.history_of,
        _ => moment.zone,
    };
    if let Some(zone) = history {
        let rows = table::TABLE.iter();
        let rows = rows.filter(|it| it.from <= date && date <= it.until && it.is_about(zone));
        found.extend(rows.map(ZoneCaveat::caution));
    }
    if !moment.alternatives.is_empty() {
        found.push(ALTERNATIVES);
    }
    if let Some(attested) = moment.jurisdiction {
        found.push(Caution {
            id: JURISDICTION,
            confidence: attested.rule.confidence,
            text: attested.rule.text,
            source: attested.rule.source,
        });
    }
    let is_mean = matches!(
        moment.source,
        OffsetSource::LocalMean | OffsetSource::LocalMeanOfZone
    );
    if is_mean && date.0 < SUNDIALS_UNTIL {
        found.push(SUNDIAL.caution());
    }
    if moment.source == OffsetSource::LocalMeanOfZone {
        found.push(LOCAL_MEAN.caution());
    }
    found.sort_by_key(|it| it.confidence);
    found
}

pub(super) fn confidence(moment: &CivilMoment) -> Confidence {
    let of_source = match moment.source {
        OffsetSource::ParsedDateTime | OffsetSource::LocalApparent => Confidence::High,
        OffsetSource::Zone if moment.unix_us >= COVERED_FROM_US => Confidence::High,
        OffsetSource::Zone
        | OffsetSource::Jurisdiction
        | OffsetSource::LocalMeanOfZone
        | OffsetSource::LocalMean => Confidence::Medium,
    };
    let of_cautions = of(moment).iter().map(|it| it.confidence).min();
    of_cautions.map_or(of_source, |it| it.min(of_source))
}

impl ZoneCaveat {
    const fn caution(&self) -> Caution {
        Caution {
            id: self.id,
            confidence: self.confidence,
            text: self.text,
            source: self.source,
        }
    }

    fn is_about(&self, zone: Zone) -> bool {
        self.zones.iter().any(|it| match it.strip_suffix('*') {
            Some(beginning) => zone.name().starts_with(beginning),
            None => *it == zone.name() || Zone::named(it).is_ok_and(|it| it.shares_history(zone)),
        })
    }
}

/// Returns the local date. Years outside the calendar match no row.
fn local_date(moment: &CivilMoment) -> (i32, u8, u8) {
    let local_us = moment.unix_us + moment.offset.microseconds();
    let date = crate::CivilDate::gregorian_from_days(local_us.div_euclid(86_400_000_000));
    date.map_or((1, 1, 1), |it| (it.year(), it.month(), it.day()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BirthClock, ClockChange, Coordinates, ParsedDateTime, resolve};

    fn moment(text: &str, zone: &str) -> CivilMoment {
        let stated = ParsedDateTime::parse(text, None).unwrap();
        let clock = BirthClock::Zone(Zone::named(zone).unwrap());
        let place = Coordinates::new(0.0, 0.0).unwrap();
        let resolution = resolve(stated.date, stated.time.unwrap(), clock, place);
        resolution.unwrap().choose(ClockChange::Earlier)
    }

    #[track_caller]
    fn check(text: &str, zone: &str, expected: &[&str], confidence: Confidence) {
        let moment = moment(text, zone);
        let ids: Vec<&str> = moment.cautions().iter().map(|it| it.id).collect();
        assert_eq!(
            (ids.as_slice(), moment.confidence()),
            (expected, confidence)
        );
    }

    #[test]
    fn known_doubts_are_said() {
        check(
            "1941-06-01T12:00",
            "Europe/Paris",
            &["france_demarcation_line"],
            Confidence::Low,
        );
        check(
            "1955-07-01T12:00",
            "America/Chicago",
            &["us_local_daylight_time"],
            Confidence::Low,
        );
        check(
            "1955-07-01T12:00",
            "US/Central",
            &["us_local_daylight_time"],
            Confidence::Low,
        );
        check(
            "1943-07-01T12:00",
            "America/New_York",
            &["us_war_time"],
            Confidence::Medium,
        );
        check(
            "1995-07-01T12:00",
            "Asia/Urumqi",
            &["xinjiang_two_times"],
            Confidence::Low,
        );
        check(
            "1981-12-01T12:00",
            "Europe/Moscow",
            &["russia_1981_winter"],
            Confidence::Low,
        );
        check(
            "1960-06-01T12:00",
            "Asia/Chongqing",
            &["china_old_zones"],
            Confidence::Low,
        );
        check(
            "1930-06-01T12:00",
            "Europe/Amsterdam",
            &[],
            Confidence::Medium,
        );
        check(
            "1990-06-01T12:00",
            "Europe/Amsterdam",
            &[],
            Confidence::High,
        );
        check(
            "1850-06-01T12:00",
            "Europe/Berlin",
            &["local_mean_time"],
            Confidence::Medium,
        );
        check(
            "1750-06-01T12:00",
            "Europe/Berlin",
            &["apparent_time_likely", "local_mean_time"],
            Confidence::Low,
        );
    }

    #[test]
    fn every_row_is_about_zones_that_exist_and_has_a_source() {
        for row in table::TABLE {
            assert!(row.from <= row.until, "{}", row.id);
            assert!(!row.text.is_empty() && !row.source.is_empty(), "{}", row.id);
            for zone in row.zones {
                let exists = match zone.strip_suffix('*') {
                    Some(beginning) => Zone::names().any(|it| it.starts_with(beginning)),
                    None => Zone::named(zone).is_ok(),
                };
                assert!(exists, "{}: {zone}", row.id);
            }
        }
    }
}
