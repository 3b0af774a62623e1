//! Other readings of a local time: clocks that were in use beside the likelier one, and those on the
//! other side of a border that is near.

use super::{CivilMoment, ClockChange, Resolution};
use crate::coordinates::Coordinates;
use crate::jurisdiction::{self, Reading};
use crate::offset::Offset;
use crate::zone::Zone;

/// Another reading of the same local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Microseconds since 1970 UTC.
    pub unix_us: i64,
    /// The offset of the clock from UTC.
    pub offset: Offset,
    /// The abbreviation of the clock: `CET`, `LMT`.
    pub abbreviation: Option<String>,
    /// What speaks for it: the rule's text, or the border that is near.
    pub text: &'static str,
    /// The published source.
    pub source: &'static str,
}

/// Clocks this close are the same clock: ten seconds are less than an observatory was from the town
/// hall, and two and a half arc minutes of the Midheaven.
const SAME_US: i64 = 10_000_000;

const NEAR_BORDER: &str = "The place is near a former border, whose course is only known coarsely \
                           here. This is the clock of the other side.";

const ZONE_LINES: &str = "tz database, the lines of the zone";

/// Adds the alternatives to every reading of a resolution. `read` resolves the same local time on
/// another clock.
pub(super) fn added(
    likely: Resolution,
    zone: Zone,
    place: Coordinates,
    read: &dyn Fn(Reading) -> Resolution,
) -> Resolution {
    if likely.readings().iter().all(|it| it.unix_us >= 0) {
        return likely;
    }
    let borders = jurisdiction::doubtful_borders(zone, place);
    let with = |moment: CivilMoment, change: ClockChange| {
        let mut found: Vec<Alternative> = Vec::new();
        let mut offer = |other: CivilMoment, text: &'static str, source: &'static str| {
            let is_new = |unix_us: i64| (unix_us - other.unix_us).abs() > SAME_US;
            if is_new(moment.unix_us) && found.iter().all(|it| is_new(it.unix_us)) {
                found.push(Alternative {
                    unix_us: other.unix_us,
                    offset: other.offset,
                    abbreviation: other.abbreviation,
                    text,
                    source,
                });
            }
        };
        if let Some(attested) = moment.jurisdiction {
            for clock in attested.rule.others {
                let other = read(Reading::Only(*clock)).choose(change);
                offer(other, attested.rule.text, attested.rule.source);
            }
        }
        for border in &borders {
            let other = read(*border).choose(change);
            let source = other.jurisdiction.map_or(ZONE_LINES, |it| it.rule.source);
            offer(other, NEAR_BORDER, source);
        }
        CivilMoment {
            alternatives: found,
            ..moment
        }
    };
    match likely {
        Resolution::Unique(moment) => Resolution::Unique(with(moment, ClockChange::Earlier)),
        Resolution::Fold { earlier, later } => Resolution::Fold {
            earlier: with(earlier, ClockChange::Earlier),
            later: with(later, ClockChange::Later),
        },
        Resolution::Gap { before, after } => Resolution::Gap {
            before: with(before, ClockChange::Later),
            after: with(after, ClockChange::Earlier),
        },
    }
}
