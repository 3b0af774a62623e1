//! `/api/calc/transit`: transits to a natal chart in a time range.

use access::Capability;
use astrology::aspect::{AspectKind, AspectSettings, Orbs};
use astrology::chart::{Certainty, Chart, ChartCenter, ChartOptions};
use astrology::forecast::transit::{
    Entered, NatalPlace, TransitAspect, TransitCrossing, TransitRequest, TransitStation, Transits,
    transits,
};
use astrology::point::{Angle, Point, PointClass};
use astrology::sign::Sign;
use ephemeris::Body;
use interpretation::composition::{self, PeriodFacts, TransitFact};
use interpretation::key::Key;
use interpretation::vocabulary::{aspect_point, mirror_aspect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::chart::houses;
use crate::dto::closed_sets::CertaintyName;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::location::Location;
use crate::dto::meta::{Meta, unknown};
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects, MoonCenter};
use crate::dto::point::{CuspReply, PointReply, house_id};
use crate::dto::reading::{ReadingPeriod, ReadingReply};
use crate::dto::requested_point::RequestedPoint;
use crate::dto::span::TimeRange;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;
use crate::nativity::{Nativity, without_lots};
use crate::{
    Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, is_of_minor,
    range_problem, spec,
};
use http_api::caller::AnyInOrganization;
use http_api::modules::{TRANSIT_CALC, TRANSIT_TEXTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// Two years of transits make a long list already.
const MAX_DAYS: f64 = 732.0;

/// The moving points used by default.
pub(crate) const DEFAULT_MOVING: [Point; 12] = [
    Point::Body(Body::Sun),
    Point::Body(Body::Moon),
    Point::Body(Body::Mercury),
    Point::Body(Body::Venus),
    Point::Body(Body::Mars),
    Point::Body(Body::Jupiter),
    Point::Body(Body::Saturn),
    Point::Body(Body::Uranus),
    Point::Body(Body::Neptune),
    Point::Body(Body::Pluto),
    Point::NorthNode,
    Point::Body(Body::Chiron),
];

/// Natal angles that are used besides the points.
const ANGLES: [Point; 4] = [
    Point::Angle(Angle::Ascendant),
    Point::Angle(Angle::Midheaven),
    Point::Angle(Angle::Descendant),
    Point::Angle(Angle::ImumCoeli),
];

#[derive(Debug)]
pub(crate) struct TransitCalc;

/// A birth and a time range.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct TransitInput {
    /// Local date and time of birth. A date without a time means that the birth time is unknown.
    #[schemars(extend("format" = DATE_TIME))]
    birth_date: String,
    /// Birthplace.
    birth_location: Location,
    /// Calendar of `birthDate`. Required before 1582-10-15.
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `birthDate` occurred twice, or were set
    /// forward and it was skipped.
    clock_change: Option<ClockChangeName>,
    /// Start of the range, in local time at `transitLocation`.
    #[schemars(extend("format" = DATE_TIME))]
    transit_date_start: String,
    /// End of the range. A date without a time means its last instant. The range covers at most 732
    /// days.
    #[schemars(extend("format" = DATE_TIME))]
    transit_date_end: String,
    /// Location of the transits. Its time zone applies to the range, and its horizon defines
    /// `transitHouses`.
    transit_location: Location,
    /// Calendar of the range's dates. Required before 1582-10-15.
    transit_calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and a date of the range occurred twice, or were set
    /// forward and it was skipped.
    transit_clock_change: Option<ClockChangeName>,
    /// Transiting points. Defaults to Sun to Pluto, the north node and Chiron. `points` selects the
    /// natal points, to which the four angles are added.
    #[schemars(length(min = 1, max = 40))]
    transit_points: Option<Vec<RequestedPoint>>,
    #[serde(flatten)]
    options: CommonOptions,
}

/// The transits in the range.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Transit")]
pub(crate) struct TransitReply {
    /// Periods within orb, ordered by start.
    aspects: Vec<TransitAspectReply>,
    /// Sign and natal house ingresses.
    crossings: Vec<CrossingReply>,
    /// Stations.
    stations: Vec<StationReply>,
    /// The texts about the transits of the range as one reading, by theme and with dates. Present if
    /// `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Natal points.
    natal_points: Vec<PointReply>,
    /// House cusps at the location of the transits, at the start of the range.
    transit_houses: Vec<CuspReply>,
    /// Link to the image of the natal chart with the transiting points at the start of the range.
    charts: ImageReply,
    /// Metadata about the natal chart.
    meta: Meta,
    /// How the range was interpreted, with metadata for its start.
    transit_meta: Meta,
}

/// A period in which a transiting point is within orb of an aspect to a natal point.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TransitAspect")]
pub(crate) struct TransitAspectReply {
    /// Transiting point.
    transit_point: Id<Point>,
    /// Natal point.
    natal_point: Id<Point>,
    /// Type of aspect.
    aspect: Id<AspectKind>,
    /// Maximum orb of this pair, in degrees.
    orb: Rounded,
    /// Longitude of the transiting point when the aspect is exact, in degrees.
    exact_longitude: Rounded,
    /// Last possible longitude if the birth time is unknown. `exactLongitude` is the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_longitude_end: Option<Rounded>,
    /// Earliest time at which it enters the orb, in UTC. Null if it is within orb at the start of
    /// the range.
    #[schemars(extend("format" = "date-time"))]
    enter: Option<String>,
    /// Every exact pass.
    exact: Vec<ExactReply>,
    /// Latest time at which it leaves the orb, in UTC. Null if it is within orb at the end of the
    /// range.
    #[schemars(extend("format" = "date-time"))]
    leave: Option<String>,
    /// Present if the birth time is unknown: `certain` if the aspect becomes exact in this period
    /// whatever the birth time, `possible` if it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<CertaintyName>")]
    certainty: Option<&'static str>,
    /// Title of the transiting point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    transit_point_title: Option<&'static str>,
    /// Title of the natal point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    natal_point_title: Option<&'static str>,
    /// Title of the aspect. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect_title: Option<&'static str>,
    /// Interpretation text. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// An exact pass.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExactPass")]
pub(crate) struct ExactReply {
    /// Time, in UTC. If the birth time is unknown, the earliest possible time.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Latest possible time, in UTC. Present if the birth time is unknown and the range does not
    /// end before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    date_time_end: Option<String>,
    /// Whether the transiting point is retrograde.
    retrograde: bool,
}

/// An ingress into a sign or house.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Crossing")]
pub(crate) struct CrossingReply {
    /// Transiting point.
    transit_point: Id<Point>,
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Longitude in degrees.
    longitude: Rounded,
    /// Sign that the point enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<Id<Sign>>,
    /// Natal house that the point enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_number: Option<u8>,
    /// House ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_id: Option<&'static str>,
    /// Title of the transiting point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    transit_point_title: Option<&'static str>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
    /// Title of the house. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_title: Option<&'static str>,
    /// Whether the point is retrograde.
    retrograde: bool,
    /// Interpretation of the point in the house. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// A station.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChartStation")]
pub(crate) struct StationReply {
    /// Transiting point.
    transit_point: Id<Point>,
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Longitude in degrees.
    longitude: Rounded,
    /// Sign.
    sign: Id<Sign>,
    /// Direction after the station: `retrograde` or `direct`.
    #[schemars(extend("enum" = ["retrograde", "direct"]))]
    station: &'static str,
    /// Title of the transiting point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    transit_point_title: Option<&'static str>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_title: Option<&'static str>,
}

impl TransitInput {
    /// The birth.
    fn birth(&self) -> LocalDateTimeInput<'_> {
        LocalDateTimeInput {
            date_time: &self.birth_date,
            date_time_field: "birthDate",
            location: &self.birth_location,
            location_field: "birthLocation",
            interpretation: DateInterpretation {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    fn transit_interpretation(&self) -> DateInterpretation {
        DateInterpretation {
            calendar: self.transit_calendar,
            clock_change: self.transit_clock_change,
        }
    }

    /// The transiting points.
    fn moving(&self) -> Vec<Point> {
        match &self.transit_points {
            Some(points) => points.iter().map(|it| it.point).collect(),
            None => DEFAULT_MOVING.to_vec(),
        }
    }

    fn span(&self) -> TimeRange<'_> {
        TimeRange {
            start: (&self.transit_date_start, "transitDateStart"),
            end: (&self.transit_date_end, "transitDateEnd"),
            location: (&self.transit_location, "transitLocation"),
            interpretation: self.transit_interpretation(),
        }
    }

    /// Problems with the transiting points, and a center that paths do not support.
    fn check(&self, problems: &mut Problems) {
        for (index, point) in self.transit_points.iter().flatten().enumerate() {
            let at = Source::Pointer(format!("/transitPoints/{index}"));
            let id = point.point.id();
            let moves = match point.point {
                Point::Body(body) => body != Body::Earth,
                Point::NorthNode | Point::SouthNode => true,
                Point::Angle(_) | Point::Lot(_) | Point::Star(_) => false,
            };
            if !moves {
                let detail =
                    format!("`{id}` cannot be a transiting point. Choose bodies and nodes.");
                let problem = Problem::new(ErrorCode::PointUndefined, detail);
                problems.0.push(problem.at(at.clone()));
            }
            let before = self.transit_points.iter().flatten().take(index);
            if before.into_iter().any(|it| it.point == point.point) {
                let problem = Problem::new(
                    ErrorCode::FieldsConflict,
                    format!("`{id}` is listed twice."),
                );
                problems.0.push(problem.at(at));
            }
        }
        let center = self.options.center.map(|it| it.0);
        let elsewhere = [
            (
                "center",
                center.is_some_and(|it| it != ChartCenter::Geocentric),
            ),
            (
                "moonCenter",
                self.options.moon_center == Some(MoonCenter::Topocentric),
            ),
        ];
        for (field, _) in elsewhere.into_iter().filter(|(_, is)| *is) {
            let detail = "Transits are calculated geocentrically. Set `center` to `geocentric`.";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            let at = Source::Pointer(format!("/{field}"));
            problems.0.push(problem.at(at));
        }
    }
}

/// How often a point circles the zodiac in a number of days, retrograde motion included, plus one
/// for the start.
fn rounds(point: Point, days: f64) -> f64 {
    let period_days = match point {
        Point::Body(Body::Moon) => 27.3,
        Point::Body(Body::Sun) => 365.0,
        // It swings by 30 degrees to both sides every month.
        Point::Body(Body::TrueApogee) => 100.0,
        Point::Body(Body::Mercury | Body::Venus) => 200.0,
        Point::Body(Body::Mars) => 500.0,
        _ => 2_000.0,
    };
    0.05 + days / period_days
}

/// The work of following a point for a day, in thousandths of a natal request.
fn path_work(point: Point) -> f64 {
    match point {
        Point::Body(Body::Moon) => 3.0,
        // Up to 0.07 natal requests a day in a sidereal zodiac.
        Point::Body(Body::TrueApogee) => 75.0,
        Point::Body(Body::TrueNode) | Point::NorthNode | Point::SouthNode => 9.0,
        _ => 0.5,
    }
}

impl Calculation for TransitCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_transit",
        "/api/calc/transit",
        gated(TRANSIT_CALC),
        "Calculate transits to a natal chart",
        "Returns every period in which a transiting point is within orb of an aspect to a natal \
         point, with each exact pass (three if the point changes direction), sign and natal house \
         ingresses, and stations. For a birth without a time, there are no angles or houses, and \
         each natal point lies somewhere on the arc that it covers on that day. In that case: a \
         period runs from the earliest to the latest time at which the transiting point may be \
         within orb; a pass runs from the first to the last time at which the aspect may be exact; \
         and a period is `certain` if the aspect becomes exact whatever the birth time.",
    );
    const EXAMPLE: &'static str = r#"{"birthDate":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "transitDateStart":"2024-01-01",
        "transitDateEnd":"2024-01-20",
        "transitLocation":{"latitude":52.37,
        "longitude":4.89}}"#;
    const TEXTS: Option<Capability> = Some(TRANSIT_TEXTS);
    const EFFECTS: Effects = Effects::POINTS.with_reading();
    type Input = TransitInput;
    type Reply = TransitReply;

    const COST_FORMULA: &'static str = "1 unit per twelve transiting points over ten months, in \
        proportion to the days, the natal points and the types of aspects. The Moon alone accounts \
        for three quarters of it.";

    fn work(input: &TransitInput) -> Work {
        let Ok(span) = input.span().resolve(MAX_DAYS) else {
            return Work::REQUEST;
        };
        let days = span.range.end.minus(span.range.start);
        let natal = input.options.points.as_ref().map_or(20, Vec::len) + ANGLES.len();
        let kinds = input.options.aspects.as_ref().map_or(5, Vec::len);
        // Each aspect occurs on both sides of a natal point, except for conjunctions and
        // oppositions.
        let met = (natal * kinds * 2) as f64;
        let passes: f64 = input.moving().into_iter().map(|it| rounds(it, days)).sum();
        let paths: f64 = input
            .moving()
            .into_iter()
            .map(|it| path_work(it) * days)
            .sum();
        let is_day = !input.birth_date.contains('T');
        let of_event = if is_day { 17.0 } else { 13.0 };
        let of_event_bytes = if input.options.wants_texts() {
            900.0
        } else {
            350.0
        };
        let chart = input.options.chart_work();
        chart
            + Work::estimated(
                paths + met * passes * of_event,
                met * passes * of_event_bytes,
            )
    }

    fn options(input: &TransitInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn requested_points(input: &TransitInput) -> Vec<&RequestedPoint> {
        let lists = [&input.options.points, &input.transit_points];
        lists.into_iter().flatten().flatten().collect()
    }

    fn chart(input: &TransitInput) -> Option<ChartLink> {
        let path = "/api/chart2/transit.svg";
        ChartLink::wheel(path, input)
    }

    fn undrawable(input: &TransitInput) -> Option<&'static str> {
        let center = input.options.center.map(|it| it.0).unwrap_or_default();
        let mut named = input.transit_points.iter().flatten();
        let unseen = named.any(|it| !ChartOptions::exists(center, it.point));
        let unseen =
            unseen.then_some("A point in `transitPoints` does not exist for this `center`.");
        input.options.undrawable().or(unseen)
    }

    fn compute(
        input: &TransitInput,
        context: &CalculationContext,
    ) -> Result<TransitReply, ApiError> {
        let mut problems = Problems::default();
        let transiting = input.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = problems.keep(input.birth().resolve());
        let span = problems.keep(input.span().resolve(MAX_DAYS));
        input.check(&mut problems);
        problems.finish()?;
        let (birth, span) = birth.zip(span).expect("unresolved input has been reported");
        let range = &span.range;
        let natal_options = ChartOptions {
            aspects: AspectSettings::default(),
            ..transiting.clone()
        };
        let natal = Nativity::compute(birth, &natal_options, "birthDate")?;
        let ephemeris = &context.ephemeris();
        let places = natal_places(&natal);
        let find = |moving: &[Point]| {
            let request = TransitRequest {
                natal: &places,
                houses: natal.houses(),
                moving,
                aspects: transiting.aspects,
                zodiac: transiting.zodiac,
                node: transiting.node,
                range: range.clone(),
            };
            transits(ephemeris, &request)
        };
        let mut moving = input.moving();
        let mut left_out = Vec::new();
        let mut found = find(&moving);
        if input.transit_points.is_none() && found.as_ref().is_err_and(is_of_minor) {
            let is_minor = |it: &mut Point| it.class() == PointClass::Minor;
            left_out = moving.extract_if(.., is_minor).collect();
            found = find(&moving);
        }
        let fields = ("transitDateStart", "transitDateEnd");
        let found = found.map_err(|error| range_problem(error, range, fields))?;
        let at = astrology::chart::ChartMoment::from_tt(range.start);
        let here = input.transit_location.observer();
        // Only its houses are shown, so no point can be unavailable at that date.
        let houses_only = ChartOptions {
            points: Vec::new(),
            ..natal_options
        };
        let sky = Chart::compute(ephemeris, at, &here, &houses_only)
            .map_err(|error| chart_problem(error, "transitDateStart"))?;
        let words = context.words();
        let mut meta = natal.meta(&input.options);
        let is_timed = natal.chart().is_some();
        if !is_timed {
            meta.warn(without_lots(&input.options));
        }
        meta.warn(input.options.in_longitude_only());
        let mut transit_meta = Meta::of_span(&span, Some(&here)).with_chart(&sky);
        transit_meta.warn(unknown(&left_out));
        let aspects = found.aspects.iter();
        let aspects = aspects.map(|it| aspect(it, is_timed, words)).collect();
        let crossings = found.crossings.iter();
        let crossings = crossings.map(|it| CrossingReply::of(it, words)).collect();
        let composed = input.options.wants_reading() && words.has_reading();
        let composed_reading = composed.then(|| reading(&found, words));
        meta.warn(context.warnings());
        Ok(TransitReply {
            aspects,
            crossings,
            composed_reading,
            stations: found
                .stations
                .iter()
                .map(|it| StationReply::of(it, words))
                .collect(),
            natal_points: natal.points(words),
            transit_houses: houses(&sky, words).map_or_else(Vec::new, |it| it.cusps),
            charts: ImageReply {
                url: context.chart_url(),
            },
            meta,
            transit_meta,
        })
    }
}

/// The natal points and, if the birth time is known, the four angles, each once.
fn natal_places(natal: &Nativity) -> Vec<NatalPlace> {
    let Some(chart) = natal.chart() else {
        let arcs = natal.places().arcs().into_iter();
        return arcs
            .map(|(point, longitude_deg, width_deg)| NatalPlace {
                point,
                longitude_deg,
                width_deg,
            })
            .collect();
    };
    let points = chart.points.iter();
    let mut places: Vec<NatalPlace> = points
        .map(|it| (it.point, it.longitude_deg).into())
        .collect();
    for point in ANGLES {
        let Point::Angle(angle) = point else { continue };
        if let Some(longitude) = chart.angle_deg(angle)
            && !places.iter().any(|it| it.point == point)
        {
            places.push((point, longitude).into());
        }
    }
    places
}

fn aspect(found: &TransitAspect, is_timed: bool, words: &ResponseTexts) -> TransitAspectReply {
    let (moving, natal) = (found.moving.id(), found.natal.id());
    let key = words
        .has_texts()
        .then(|| text_key(moving, natal, found.kind.id()))
        .flatten();
    TransitAspectReply {
        transit_point: Id(found.moving),
        natal_point: Id(found.natal),
        aspect: Id(found.kind),
        orb: found.allowed_deg.into(),
        exact_longitude: found.exact_longitude_deg.into(),
        exact_longitude_end: (!is_timed).then(|| {
            let last = found.exact_longitude_deg + found.exact_width_deg;
            ephemeris::normalize_deg(last).into()
        }),
        enter: found.enter.map(tt_text),
        exact: found
            .exact
            .iter()
            .map(|it| ExactReply {
                date_time: tt_text(it.at),
                date_time_end: it.until.map(tt_text),
                retrograde: it.retrograde,
            })
            .collect(),
        leave: found.leave.map(tt_text),
        certainty: (!is_timed).then(|| found.certainty.id()),
        transit_point_title: words.title(moving),
        natal_point_title: words.title(natal),
        aspect_title: words.title(found.kind.id()),
        text: words.text(key.as_ref()),
    }
}

/// The reading of a range, by theme. What is only possible says nothing about the person.
fn reading(found: &Transits, words: &ResponseTexts) -> ReadingReply {
    let certain = found
        .aspects
        .iter()
        .filter(|it| it.certainty == Certainty::Certain);
    let of_aspect = |it: &TransitAspect| {
        let fact = TransitFact::Aspect {
            moving: it.moving.id(),
            natal: it.natal.id(),
            aspect: it.kind.id(),
            outlasts: it.enter.is_none() || it.leave.is_none(),
        };
        let period = ReadingPeriod {
            enter: it.enter.map(tt_text),
            exact: it.exact.iter().map(|it| tt_text(it.at)).collect(),
            leave: it.leave.map(tt_text),
        };
        (fact, period)
    };
    let of_crossing = |it: &TransitCrossing| match it.into {
        Entered::Sign(_) => None,
        Entered::House(house) => {
            let fact = TransitFact::House {
                moving: it.moving.id(),
                house,
            };
            let entered = tt_text(it.at);
            let period = ReadingPeriod {
                enter: Some(entered.clone()),
                exact: vec![entered],
                leave: None,
            };
            Some((fact, period))
        }
    };
    let crossings = found.crossings.iter().filter_map(of_crossing);
    let (transits, periods): (Vec<_>, Vec<_>) = certain.map(of_aspect).chain(crossings).unzip();
    let composition = composition::transits(&PeriodFacts { transits });
    ReadingReply::with_periods(&composition, words, |index| periods.get(index).cloned())
}

/// The text about a transit to a natal point or to its opposite.
fn text_key(moving: &str, natal: &str, aspect: &str) -> Option<Key> {
    let (point, mirrored) = aspect_point(natal);
    let seen = if mirrored {
        mirror_aspect(aspect)
    } else {
        aspect
    };
    Key::new("transit", "aspect", &format!("{moving}:{point}:{seen}"))
}

impl CrossingReply {
    fn of(it: &TransitCrossing, words: &ResponseTexts) -> Self {
        let (sign, house) = match it.into {
            Entered::Sign(sign) => (Some(sign), None),
            Entered::House(house) => (None, Some(house)),
        };
        let key = house.filter(|_| words.has_texts()).and_then(|house| {
            let subject = format!("{}:{}", it.moving.id(), house_id(house));
            Key::new("transit", "planet-in-house", &subject)
        });
        Self {
            transit_point: Id(it.moving),
            date_time: tt_text(it.at),
            longitude: it.longitude_deg.into(),
            sign: sign.map(Id),
            house_number: house,
            house_id: house.map(house_id),
            text: words.text(key.as_ref()),
            transit_point_title: words.title(it.moving.id()),
            sign_title: sign.and_then(|it| words.title(it.id())),
            house_title: house.and_then(|it| words.title(house_id(it))),
            retrograde: it.retrograde,
        }
    }
}

impl StationReply {
    fn of(it: &TransitStation, words: &ResponseTexts) -> Self {
        let sign = Sign::of(it.longitude_deg);
        Self {
            transit_point: Id(it.moving),
            date_time: tt_text(it.at),
            longitude: it.longitude_deg.into(),
            sign: Id(sign),
            transit_point_title: words.title(it.moving.id()),
            sign_title: words.title(sign.id()),
            station: if it.turns_retrograde {
                "retrograde"
            } else {
                "direct"
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn millinatals(point: &str) -> u64 {
        let mut input: Value = serde_json::from_str(TransitCalc::EXAMPLE).unwrap();
        input["transitDateStart"] = json!("2025-01-01");
        input["transitDateEnd"] = json!("2026-12-31");
        input["points"] = json!(["sun"]);
        input["transitPoints"] = json!([point]);
        input["aspects"] = json!(["conjunction"]);
        TransitCalc::work(&serde_json::from_value(input).unwrap()).millinatals()
    }

    /// Two years of the true apogee took 34 to 53 natal requests of processor time.
    #[test]
    fn the_path_of_the_true_apogee_has_its_price() {
        assert!(millinatals("trueApogee") >= 53_000);
    }
}
