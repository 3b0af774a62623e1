//! `/api/horoscope/personal`: a range of days against the chart of one birth.
//!
//! The sign of the Ascendant is the first house; without a birth time it is the sign of the Sun. The
//! facts are those of the shared sky, and the transits of planets to the natal planets.

use access::Capability;
use astrology::aspect::{AspectSet, AspectSettings, Orbs};
use astrology::ayanamsha::Zodiac;
use astrology::chart::{ChartOptions, NodeKind};
use astrology::forecast::transit::{NatalPlace, TransitRequest, transits};
use astrology::horoscope::{Fact, FactKind, PLANETS};
use astrology::house::HouseSystem;
use astrology::point::{Angle, Point};
use astrology::sign::Sign;
use ephemeris::Body;
use http_api::caller::AnyInOrganization;
use http_api::modules::{HOROSCOPE_TEXTS, PERSONAL_REPORT};
use http_api::{ApiError, ErrorCode, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compose::{Composer, SectionText};
use super::fact::{HoroscopeFact, Section, house_from};
use super::of_period::wording;
use super::period::{Period, PeriodKind};
use super::reply::{Horoscope, HoroscopeAnswer, HoroscopeMeta, Shared};
use super::sky::PeriodSky;
use crate::dto::location::Location;
use crate::dto::meta::Warning;
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::span::TimeRange;
use crate::dto::wording::{DEFAULT_LANGUAGE, Wording};
use crate::nativity::Nativity;
use crate::{Calculation, CalculationContext, Problems, gated, range_problem, spec};

/// The longest range, in days: a leap year with a clock change.
const MAX_DAYS: f64 = 366.5;

/// Errors of personal horoscopes besides those that follow from access and input.
const ERRORS: &[ErrorCode] = &[
    ErrorCode::LanguageUnknown,
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::OutsideEphemeris,
    ErrorCode::RangeReversed,
    ErrorCode::RangeTooLong,
];

#[derive(Debug)]
pub(crate) struct PersonalHoroscope;

/// A birth and a range of days.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct PersonalInput {
    /// Local date and time of birth. A date without a time means that the birth time is unknown.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Birthplace.
    location: Location,
    /// Calendar of `dateTime`. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `dateTime` occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// First day, in the time zone of the birthplace.
    #[schemars(extend("format" = "date"))]
    from: String,
    /// Last day. The range covers at most 366 days.
    #[schemars(extend("format" = "date"))]
    to: String,
    /// Sections to return. Defaults to all.
    #[schemars(length(min = 1, max = 4))]
    areas: Option<Vec<Area>>,
    /// Language of the texts, as an ISO 639 code. Defaults to `en`.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
}

/// A section of a horoscope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "HoroscopeArea")]
enum Area {
    /// Love, partners and friends.
    Love,
    /// Work, duties and everyday exchange.
    Work,
    /// Money and shared resources.
    Money,
    /// Wellbeing, home and rest.
    Wellbeing,
}

impl Area {
    const fn section(self) -> Section {
        match self {
            Self::Love => Section::Love,
            Self::Work => Section::Work,
            Self::Money => Section::Money,
            Self::Wellbeing => Section::Wellbeing,
        }
    }
}

impl PersonalInput {
    fn birth(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.date_time,
            date_time_field: "dateTime",
            location: &self.location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    fn span(&self) -> TimeRange<'_> {
        TimeRange {
            start: (&self.from, "from"),
            end: (&self.to, "to"),
            location: (&self.location, "location"),
            interpretation: DateInterpretation::default(),
        }
    }

    fn has_area(&self, section: Section) -> bool {
        let areas = self.areas.as_ref();
        areas.is_none_or(|all| all.iter().any(|it| it.section() == section))
    }
}

impl Calculation for PersonalHoroscope {
    const SPEC: Spec<AnyInOrganization> = Spec {
        group: "Horoscopes",
        errors: ERRORS,
        ..spec(
            "horoscope_personal",
            "/api/horoscope/personal",
            gated(PERSONAL_REPORT),
            "Calculate a personal horoscope",
            "Calculates a horoscope for a range of days from a birth chart, in the form of the other \
             horoscopes. The sign of the Ascendant is the first of twelve whole-sign houses. Without a \
             birth time, the sign of the Sun is the first house, the Moon is left out, and a transit \
             runs from its earliest to its latest possible time. The facts come from the sky of the period \
             and from exact aspects of the Sun through Pluto to the natal planets. `calendar` is that of `dateTime`; \
             `from` and `to` are dates in the Gregorian calendar.",
        )
    };
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":52.37,
        "longitude":4.89},
        "from":"2026-11-18",
        "to":"2026-12-17"}"#;
    const TEXTS: Option<Capability> = Some(HOROSCOPE_TEXTS);
    const COST_FORMULA: &'static str = "1 unit.";
    type Input = PersonalInput;
    type Reply = HoroscopeAnswer;

    fn wording(input: &PersonalInput) -> Option<Wording<'_>> {
        Some(wording(
            input.language.as_deref().unwrap_or(DEFAULT_LANGUAGE),
        ))
    }

    fn work(input: &PersonalInput) -> Work {
        let Ok(span) = input.span().resolve(MAX_DAYS) else {
            return Work::REQUEST;
        };
        let days = span.range.end.minus(span.range.start);
        // Measured: 2,700 for a month, 19,600 for a year.
        Work::estimated(2_000.0 + 48.0 * days, 64.0 * 1_024.0)
    }

    fn compute(
        input: &PersonalInput,
        context: &CalculationContext,
    ) -> Result<HoroscopeAnswer, ApiError> {
        let mut problems = Problems::default();
        let birth = problems.keep(input.birth().resolve());
        let span = problems.keep(input.span().resolve(MAX_DAYS));
        problems.finish()?;
        let (birth, span) = birth.zip(span).expect("unresolved input has been reported");
        let words = &context.words().for_horoscope();
        let natal = Natal::of(birth)?;
        let failed = |error| range_problem(error, &span.range, ("from", "to"));
        let period = Period {
            kind: PeriodKind::Personal,
            number: i64::from(natal.first as u8),
            name: input.from.clone(),
            days: (input.from.clone(), input.to.clone()),
            range: span.range.clone(),
            last_days: Vec::new(),
            zone: None,
            warnings: Vec::new(),
        };
        let ephemeris = context.ephemeris();
        let sky = PeriodSky::of(&ephemeris, &period).map_err(failed)?;
        let house = |it: Sign| house_from(natal.first, it);
        let mut facts: Vec<HoroscopeFact> = sky
            .facts
            .iter()
            .map(|it| HoroscopeFact::in_house(*it, house(it.sign)).for_everybody())
            .collect();
        let transiting = TransitRequest {
            natal: &natal.places,
            houses: None,
            moving: &PLANETS.map(Point::Body),
            aspects: AspectSettings {
                set: AspectSet::PTOLEMAIC,
                orbs: Orbs::forecast(),
            },
            zodiac: Zodiac::Tropical,
            node: NodeKind::True,
            range: span.range.clone(),
        };
        for found in transits(&ephemeris, &transiting).map_err(failed)?.aspects {
            let (Point::Body(body), Point::Body(target)) = (found.moving, found.natal) else {
                continue;
            };
            for pass in &found.exact {
                let fact = Fact {
                    at: pass.at,
                    until: pass.until,
                    sign: Sign::of(found.exact_longitude_deg),
                    kind: FactKind::Transit {
                        body,
                        natal: target,
                        aspect: found.kind,
                    },
                };
                facts.push(HoroscopeFact::in_house(fact, house(fact.sign)));
            }
        }
        facts.sort_by(|a, b| a.fact.at.minus(b.fact.at).total_cmp(&0.0));
        let composer = Composer {
            place: i64::from(natal.first as u8),
            period: &period,
            sky: &sky,
            words,
        };
        let mut composed = composer.compose(facts, &house);
        composed
            .sections
            .retain(|it: &SectionText| input.has_area(it.section));
        let horoscope = Horoscope::of(natal.ascendant, (&period, &sky), composed, words);
        let mut meta = HoroscopeMeta::of(&period, span.meta.warnings.clone());
        meta.timezone = span.meta.timezone;
        meta.warnings.extend(natal.warnings);
        meta.warnings.extend(context.warnings());
        Ok(HoroscopeAnswer {
            horoscope: Shared(horoscope.into()),
            image: None,
            meta,
        })
    }
}

/// The chart of a birth as far as a horoscope uses it.
struct Natal {
    places: Vec<NatalPlace>,
    /// The sign of the Ascendant, if the birth time is known.
    ascendant: Option<Sign>,
    /// The sign of the first house.
    first: Sign,
    warnings: Vec<Warning>,
}

impl Natal {
    fn of(birth: crate::dto::instant::BirthTime) -> Result<Self, ApiError> {
        let options = ChartOptions {
            points: Body::PLANETS.map(Point::Body).to_vec(),
            house_system: HouseSystem::Whole,
            ..ChartOptions::default()
        };
        let nativity = Nativity::compute(birth, &options, "dateTime")?;
        let mut warnings = match &nativity {
            Nativity::Moment(it) => it.0.meta.warnings.clone(),
            Nativity::Day(it) => it.0.meta.warnings.clone(),
        };
        let ascendant = nativity
            .chart()
            .and_then(|it| it.angle_deg(Angle::Ascendant).map(Sign::of));
        let arcs = nativity.places().arcs();
        let mut places: Vec<NatalPlace> = Vec::new();
        for point in nativity.middle() {
            // On a day, the Moon passes through half a sign.
            let is_uncertain = ascendant.is_none() && point.point == Point::Body(Body::Moon);
            if !matches!(point.point, Point::Body(_)) || is_uncertain {
                continue;
            }
            let arc = arcs.iter().find(|it| it.0 == point.point);
            places.push(match arc {
                Some((point, longitude_deg, width_deg)) if ascendant.is_none() => NatalPlace {
                    point: *point,
                    longitude_deg: *longitude_deg,
                    width_deg: *width_deg,
                },
                _ => (point.point, point.longitude_deg).into(),
            });
        }
        let sun = places
            .iter()
            .find(|it| it.point == Point::Body(Body::Sun))
            .map_or(0.0, middle_deg);
        if ascendant.is_none() {
            let detail = "The birth time is unknown. The sign of the Sun at the middle of the day is the \
                          first house, the Moon is left out, and a transit runs from its earliest to \
                          its latest possible time.";
            warnings.insert(0, Warning::new("birth_time_unknown", detail));
        }
        Ok(Self {
            places,
            ascendant,
            first: ascendant.unwrap_or(Sign::of(sun)),
            warnings,
        })
    }
}

/// The middle of the longitudes that a planet can have.
fn middle_deg(place: &NatalPlace) -> f64 {
    place.longitude_deg + place.width_deg / 2.0
}
