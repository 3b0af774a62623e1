//! Transits around a natal wheel. The image takes the fields of the calculation, so that its link
//! works, and `dateTime`, `location` and `transit` as aliases.

use astrology::aspect::{AspectSettings, Orbs, aspects_between};
use astrology::chart::{Chart, ChartOptions, ChartPoint, PossiblePlaces, Unknown};
use astrology::point::Point;
use chart::Wheel;
use ephemeris::Ephemeris;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WheelLabels;
use super::wheel_labels::{certain_lines, houses, houses_of_birth, lines};
use crate::dto::instant::ResolvedMoment;
use crate::dto::location::Location;
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::CommonOptions;
use crate::dto::requested_point::RequestedPoint;
use crate::image::{Draw, image_spec};
use crate::nativity::Nativity;
use crate::transit::{DEFAULT_MOVING, TransitCalc};
use crate::word::Word;
use crate::{Problems, chart_problem};
use http_api::caller::AnyInOrganization;
use http_api::modules::TRANSIT_CHARTS;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec};

/// A birth and the time of the transits drawn around it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct TransitFields {
    /// Local date and time of birth. A date without a time means that the time is unknown: the
    /// image then has no houses. `dateTime` is an alias: send only one of them.
    #[schemars(extend("format" = DATE_TIME))]
    birth_date: Option<String>,
    /// Birthplace. `location` is an alias: send only one of them.
    birth_location: Option<Location>,
    /// Alias of `birthDate`.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: Option<String>,
    /// Alias of `birthLocation`.
    location: Option<Location>,
    /// Calendar of the date of birth. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and the birth time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Time of the transits, in local time at `transitLocation`. A date without a time means its
    /// first instant. `transit.dateTime` is an alias: send only one of them.
    #[schemars(extend("format" = DATE_TIME))]
    transit_date_start: Option<String>,
    /// End of the calculation's range. The image shows its start.
    #[schemars(extend("format" = DATE_TIME))]
    transit_date_end: Option<String>,
    /// Location of the transits. `transit.location` is an alias: send only one of them.
    transit_location: Option<Location>,
    /// Calendar of the transit dates. Required before 1582-10-15. `transit.calendar` is an alias:
    /// send only one of them.
    transit_calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and a transit date occurred twice, or were set
    /// forward and it was skipped.
    /// `transit.clockChange` is an alias: send only one of them.
    transit_clock_change: Option<ClockChangeName>,
    /// Time and place of the transits.
    transit: Option<SkyFields>,
    /// Transiting points. Defaults to Sun to Pluto, the north node and Chiron, without those that
    /// do not exist for the `center`.
    #[schemars(length(min = 1, max = 40))]
    transit_points: Option<Vec<RequestedPoint>>,
    /// Whether to draw the houses of the time and place of the transits in a second ring. Defaults to
    /// `false`.
    outer_houses: Option<bool>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// A time and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TransitSky")]
pub(super) struct SkyFields {
    /// Local date and time. A date without a time means its first instant.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: Option<String>,
    /// Location.
    location: Option<Location>,
    /// Calendar of the date. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and this local time occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
}

/// One of two fields that are aliases, and its name.
fn one<'a, T: ?Sized>(
    (first, name): (Option<&'a T>, &'static str),
    (other, alias): (Option<&'a T>, &'static str),
) -> Result<(&'a T, &'static str), Vec<Problem>> {
    let dotted = alias.replace('/', ".");
    let (code, at, detail) = match (first, other) {
        (Some(value), None) => return Ok((value, name)),
        (None, Some(value)) => return Ok((value, alias)),
        (Some(_), Some(_)) => {
            let detail = format!("`{name}` and `{dotted}` are aliases. Send only one of them.");
            (ErrorCode::FieldsConflict, alias, detail)
        }
        (None, None) => {
            let detail = format!("`{name}` or its alias `{dotted}` is required.");
            (ErrorCode::FieldsConflict, name, detail)
        }
    };
    let problem = Problem::new(code, detail);
    Err(vec![problem.at(Source::Pointer(format!("/{at}")))])
}

impl TransitFields {
    /// The birth.
    fn birth(&self, problems: &mut Problems) -> Option<LocalDateTimeInput<'_>> {
        let (date, alias) = (self.birth_date.as_deref(), self.date_time.as_deref());
        let when = problems.keep(one((date, "birthDate"), (alias, "dateTime")));
        let (place, alias) = (self.birth_location.as_ref(), self.location.as_ref());
        let place = problems.keep(one((place, "birthLocation"), (alias, "location")));
        let interpretation = DateInterpretation {
            calendar: self.calendar,
            clock_change: self.clock_change,
        };
        when.zip(place).map(|it| time_place(it, interpretation))
    }

    /// The time of the transits.
    fn sky(&self, problems: &mut Problems) -> Option<LocalDateTimeInput<'_>> {
        let sky = self.transit.as_ref();
        let alias = sky.and_then(|it| it.date_time.as_deref());
        let date = self.transit_date_start.as_deref();
        let when = problems.keep(one((date, "transitDateStart"), (alias, "transit/dateTime")));
        let alias = sky.and_then(|it| it.location.as_ref());
        let place = self.transit_location.as_ref();
        let place = problems.keep(one((place, "transitLocation"), (alias, "transit/location")));
        let nested = (
            sky.and_then(|it| it.calendar),
            sky.and_then(|it| it.clock_change),
        );
        for (twice, name) in [
            (
                self.transit_calendar.is_some() && nested.0.is_some(),
                "calendar",
            ),
            (
                self.transit_clock_change.is_some() && nested.1.is_some(),
                "clockChange",
            ),
        ] {
            if twice {
                let detail = format!(
                    "`transit.{name}` is given twice, under two names. Send only one of them."
                );
                let problem = Problem::new(ErrorCode::FieldsConflict, detail);
                let at = Source::Pointer(format!("/transit/{name}"));
                problems.0.push(problem.at(at));
            }
        }
        let interpretation = DateInterpretation {
            calendar: self.transit_calendar.or(nested.0),
            clock_change: self.transit_clock_change.or(nested.1),
        };
        when.zip(place).map(|it| time_place(it, interpretation))
    }

    /// The transiting points.
    fn moving(&self, options: &ChartOptions) -> Vec<Point> {
        match &self.transit_points {
            Some(points) => points.iter().map(|it| it.point).collect(),
            None => DEFAULT_MOVING
                .into_iter()
                .filter(|it| ChartOptions::exists(options.center, *it))
                .collect(),
        }
    }
}

fn time_place<'a>(
    ((date_time, date_time_field), (location, location_field)): (
        (&'a str, &'static str),
        (&'a Location, &'static str),
    ),
    interpretation: DateInterpretation,
) -> LocalDateTimeInput<'a> {
    LocalDateTimeInput {
        date_time,
        date_time_field,
        location,
        location_field,
        interpretation,
    }
}

impl Draw for TransitCalc {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_transit",
        "/api/chart2/transit.{format}",
        &[],
        TRANSIT_CHARTS,
        "Draw a natal chart with transits",
    );
    type Fields = TransitFields;

    fn has_two_rings(_: &TransitFields) -> bool {
        true
    }

    fn look(fields: &TransitFields) -> &CommonOptions {
        &fields.options
    }

    fn wheel(fields: &TransitFields, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let mut problems = Problems::default();
        let transiting = fields.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = fields.birth(&mut problems);
        let sky = fields.sky(&mut problems);
        let born = birth.and_then(|it| problems.keep(it.resolve()));
        let now = sky.and_then(|it| problems.keep(it.resolve_beginning()));
        problems.finish()?;
        let (Some((birth, born)), Some((sky, now))) = (birth.zip(born), sky.zip(now)) else {
            unreachable!("unresolved input has been reported")
        };
        let natal_options = ChartOptions {
            aspects: AspectSettings::default(),
            ..transiting.clone()
        };
        let natal = Nativity::compute(born, &natal_options, birth.date_time_field)?;
        let moving = ChartOptions {
            points: fields.moving(&transiting),
            unknown: match fields.transit_points {
                Some(_) => Unknown::Refuse,
                None => Unknown::LeaveOut,
            },
            ..natal_options
        };
        let around = compute(&now, &moving, sky.date_time_field)?;
        let points = natal.middle();
        let aspects = match &natal {
            Nativity::Moment(it) => between(&it.1, &around, &transiting.aspects),
            Nativity::Day(it) => {
                let sky = PossiblePlaces::of_chart(&around);
                let found = it.1.places.aspects_between(&sky, &transiting.aspects);
                certain_lines(&found, &points, &around.points)
            }
        };
        let inner = sheet.ring(
            sheet.word(Word::Natal),
            sheet.captions(&natal, birth.location, birth.date_time),
            &points,
        );
        let outer = sheet.ring(
            sheet.word(Word::Transits),
            sheet.moment_captions(&now, sky.location, sky.date_time),
            &around.points,
        );
        let outer_houses = houses(around.houses.as_ref(), around.angles.as_ref());
        Ok(Wheel {
            houses: houses_of_birth(&natal),
            outer_houses: outer_houses.filter(|_| fields.outer_houses == Some(true)),
            aspects,
            notes: sheet.notes_of_birth(&natal),
            ..sheet.wheel(sheet.word(Word::Transits), inner, Some(outer))
        })
    }
}

/// Aspects from the points of a chart to those around it.
fn between(inner: &Chart, outer: &Chart, settings: &AspectSettings) -> Vec<chart::AspectLine> {
    let seen =
        |chart: &Chart| -> Vec<_> { chart.points.iter().map(ChartPoint::for_relations).collect() };
    let found = aspects_between(&seen(inner), &seen(outer), settings);
    lines(&found, &inner.points, &outer.points)
}

fn compute(
    moment: &ResolvedMoment,
    options: &ChartOptions,
    field: &str,
) -> Result<Chart, ApiError> {
    Chart::compute(Ephemeris::embedded(), moment.at, &moment.observer, options)
        .map_err(|error| chart_problem(error, field))
}

#[cfg(test)]
mod tests {
    use schemars::schema_for;

    use super::*;
    use crate::transit::TransitInput;

    /// The address in an answer has the fields of the calculation.
    #[test]
    fn the_picture_takes_every_field_of_the_calculation() {
        let names = |schema: schemars::Schema| -> Vec<String> {
            let properties = schema.get("properties").and_then(|it| it.as_object());
            properties.unwrap().keys().cloned().collect()
        };
        let taken = names(schema_for!(TransitFields));
        for name in names(schema_for!(TransitInput)) {
            assert!(taken.contains(&name), "{name}");
        }
    }
}
