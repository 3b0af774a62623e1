//! Historical jurisdictions: towns whose clocks did not follow the history of the zone that today's
//! boundaries give them, because they belonged to another state or kept a time of their own.
//!
//! A [`Region`] is the part of today's zones within an outline. The edge toward today's border is
//! that of the zone, so only the vanished border is drawn, coarsely, and its uncertainty is stated.
//! Each rule gives the clock of a period, with its source. Nothing here concerns times from 1970 on.

mod outline;
mod table;

use crate::confidence::Confidence;
use crate::coordinates::Coordinates;
use crate::date::CivilDate;
use crate::offset::Offset;
use crate::zone::{Period, Zone};

/// Part of today's zones that had clocks of its own.
#[derive(Debug)]
pub struct Region {
    /// A stable id.
    pub id: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// Today's zones that it was in.
    zones: &'static [&'static str],
    /// The corners of its outline as degrees north and east. It may extend beyond the zones. Empty
    /// for the whole of them.
    pub outline: &'static [(f64, f64)],
    /// How far from the outline the clock of the other side may have been in use, in kilometers.
    pub border_km: f64,
    /// Its clocks in order of time.
    pub rules: &'static [ClockRule],
}

/// The clock of a region in a period.
#[derive(Clone, Copy, Debug)]
pub struct ClockRule {
    /// The first local day, Gregorian.
    pub from: (i32, u8, u8),
    /// The first local day after it.
    pub until: (i32, u8, u8),
    /// The clock that most towns used.
    pub clock: RegionClock,
    /// Other clocks that were in use in the region.
    pub others: &'static [RegionClock],
    /// The reliability of the clock within the region.
    pub confidence: Confidence,
    /// What happened, for the reader of a chart.
    pub text: &'static str,
    /// The published source.
    pub source: &'static str,
}

/// A clock of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionClock {
    /// The clock of a zone of the tz database, with its changes.
    Zone(&'static str),
    /// The zone that the place is in today.
    Today,
    /// The local mean time of each place.
    Mean,
    /// A fixed offset in seconds, and its abbreviation.
    Fixed(i32, &'static str),
}

/// A part of a place's history: a period, and the rule that it comes from, if any.
pub(crate) struct Spell {
    pub(crate) period: Period,
    pub(crate) rule: Option<Attested>,
    /// The zone whose history the period belongs to.
    pub(crate) zone: Zone,
}

/// A rule and its region.
#[derive(Clone, Copy, Debug)]
pub struct Attested {
    /// The region.
    pub region: &'static Region,
    /// The rule.
    pub rule: &'static ClockRule,
}

impl PartialEq for Attested {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rule, other.rule)
    }
}

impl Eq for Attested {}

/// Which regions count.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// Those that contain the place.
    Likely,
    /// The same without one of them: the place was on the other side of its border.
    Outside(&'static Region),
    /// One more, whose border is near.
    Inside(&'static Region),
    /// One clock in the whole window.
    Only(RegionClock),
}

const DAY_S: i64 = 86_400;

/// Returns every region, the more specific first.
pub fn regions() -> impl Iterator<Item = &'static Region> {
    table::ALL.iter().flat_map(|it| it.iter())
}

/// Returns the clock of a place whose zone by today's boundaries is `zone`, between two instants in
/// seconds since 1970. The first spell has no beginning.
pub(crate) fn spells(
    zone: Zone,
    place: Coordinates,
    (from_s, to_s): (i64, i64),
    reading: Reading,
) -> Vec<Spell> {
    if from_s >= 0 {
        return plain(zone, None, (from_s, to_s));
    }
    if let Reading::Only(clock) = reading {
        return of_clock(clock, None, zone, place, (from_s, to_s));
    }
    let here: Vec<&'static Region> = regions()
        .filter(|it| it.is_part_of(zone))
        .filter(|it| match reading {
            Reading::Outside(region) if std::ptr::eq(region, *it) => false,
            Reading::Inside(region) if std::ptr::eq(region, *it) => true,
            _ => it.contains(place),
        })
        .collect();
    if here.is_empty() {
        return plain(zone, None, (from_s, to_s));
    }
    let mean_s = Offset::local_mean(place.longitude_deg()).microseconds() / 1_000_000;
    let changes: Vec<i64> = zone
        .periods(from_s - DAY_S, to_s + DAY_S)
        .iter()
        .filter_map(|it| it.start_s)
        .collect();
    let instant = |date: (i32, u8, u8)| snapped(midnight_s(date) - mean_s, &changes);
    let mut bounds = vec![from_s];
    for rule in here.iter().flat_map(|it| it.rules) {
        for bound in [instant(rule.from), instant(rule.until)] {
            if from_s < bound && bound < to_s {
                bounds.push(bound);
            }
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    let mut spells = Vec::new();
    for (index, start_s) in bounds.iter().copied().enumerate() {
        let end_s = bounds.get(index + 1).copied().unwrap_or(to_s);
        let attested = here.iter().find_map(|region| {
            let rule = region
                .rules
                .iter()
                .find(|it| instant(it.from) <= start_s && start_s < instant(it.until))?;
            Some(Attested { region, rule })
        });
        let clock = attested.map_or(RegionClock::Today, |it| it.rule.clock);
        let mut part = of_clock(clock, attested, zone, place, (start_s, end_s));
        // A change at the end belongs to the next part, which has another clock.
        part.retain(|it| {
            it.period
                .start_s
                .is_none_or(|start| start < end_s || end_s == to_s)
        });
        if index > 0
            && let Some(first) = part.first_mut()
        {
            first.period.start_s = Some(start_s);
        }
        spells.append(&mut part);
    }
    spells
}

/// Returns the regions whose border is so near that the place may have been on the other side of
/// it, with the reading that follows if it was.
pub(crate) fn doubtful_borders(zone: Zone, place: Coordinates) -> Vec<Reading> {
    regions()
        .filter(|it| it.is_part_of(zone) && !it.outline.is_empty())
        .filter(|it| outline::distance_km(it.outline, place) < it.border_km)
        .map(|it| {
            if it.contains(place) {
                Reading::Outside(it)
            } else {
                Reading::Inside(it)
            }
        })
        .collect()
}

fn of_clock(
    clock: RegionClock,
    attested: Option<Attested>,
    zone: Zone,
    place: Coordinates,
    window: (i64, i64),
) -> Vec<Spell> {
    let single = |offset: Offset, abbreviation: &str, is_local_mean| {
        let period = Period {
            start_s: None,
            offset,
            is_dst: false,
            abbreviation: abbreviation.to_owned(),
            is_local_mean,
        };
        vec![Spell {
            period,
            rule: attested,
            zone,
        }]
    };
    match clock {
        RegionClock::Today => plain(zone, attested, window),
        RegionClock::Zone(name) => plain(Zone::named(name).unwrap_or(zone), attested, window),
        RegionClock::Mean => {
            let mean = Offset::local_mean(place.longitude_deg());
            single(mean, "LMT", true)
        }
        RegionClock::Fixed(seconds, name) => {
            single(Offset::from_seconds(i64::from(seconds)), name, false)
        }
    }
}

fn plain(zone: Zone, attested: Option<Attested>, (from_s, to_s): (i64, i64)) -> Vec<Spell> {
    let spell = |period| Spell {
        period,
        rule: attested,
        zone,
    };
    zone.periods(from_s, to_s).into_iter().map(spell).collect()
}

/// Whether a place is within an outline.
pub(crate) fn outline_contains(outline: &[(f64, f64)], place: Coordinates) -> bool {
    outline::contains(outline, place)
}

/// The instant of a change of clocks that the zone knows, if there is one within half a day: rules
/// have days only.
fn snapped(instant_s: i64, changes: &[i64]) -> i64 {
    let near = changes.iter().copied();
    let near = near.filter(|it| (it - instant_s).abs() <= DAY_S / 2);
    near.min_by_key(|it| (it - instant_s).abs())
        .unwrap_or(instant_s)
}

fn midnight_s((year, month, day): (i32, u8, u8)) -> i64 {
    let date = CivilDate::new(year, month, day, Some(calendar::Calendar::Gregorian));
    date.map_or(i64::MIN / 4, |it| it.days_since_1970() * DAY_S)
}

impl Region {
    /// Whether this place is within the outline. Its zone is not checked.
    pub fn contains(&self, place: Coordinates) -> bool {
        self.outline.is_empty() || outline::contains(self.outline, place)
    }

    /// Whether it was a part of this zone of today.
    pub fn is_part_of(&self, zone: Zone) -> bool {
        self.zones.contains(&zone.name())
    }

    /// Returns today's zones that it was in.
    pub fn zone_names(&self) -> &'static [&'static str] {
        self.zones
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_complete_and_ends_before_1970() {
        for region in regions() {
            for zone in region.zones {
                assert_eq!(Zone::named(zone).unwrap().name(), *zone, "{}", region.id);
            }
            assert!(region.outline.is_empty() || region.outline.len() >= 3);
            let mut end = (1, 1, 1);
            for rule in region.rules {
                assert!(rule.from < rule.until, "{} {:?}", region.id, rule.from);
                assert!(
                    end <= rule.from,
                    "{} {:?}: not in order",
                    region.id,
                    rule.from
                );
                assert!(rule.until < (1970, 1, 1), "{}", region.id);
                assert!(midnight_s(rule.from) > i64::MIN / 4 && midnight_s(rule.until) < 0);
                assert!(
                    !rule.text.is_empty() && !rule.source.is_empty(),
                    "{}",
                    region.id
                );
                for clock in rule.others.iter().chain([&rule.clock]) {
                    if let RegionClock::Zone(name) = clock {
                        assert!(Zone::named(name).is_ok(), "{name}");
                    }
                }
                assert!(!rule.others.contains(&rule.clock), "{}", region.id);
                end = rule.until;
            }
        }
    }

    #[test]
    fn ids_are_unique() {
        let mut ids: Vec<&str> = regions().map(|it| it.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
