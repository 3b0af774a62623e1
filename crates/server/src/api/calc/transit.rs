//! `/api/calc/transit`: what moves over a natal chart in a range of time.

use access::Capability;
use astrology::aspect::{AspectKind, AspectSettings, Orbs};
use astrology::chart::{Chart, ChartOptions};
use astrology::forecast::transit::{
    Entered, TransitAspect, TransitCrossing, TransitRequest, TransitStation, transits,
};
use astrology::point::{Angle, Point};
use astrology::sign::Sign;
use ephemeris::{Body, Ephemeris};
use interpretation::key::Key;
use interpretation::vocabulary::{aspect_point, mirror_aspect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::natal::ImageReply;
use super::{Calculate, ChartLink, Desk, Problems, chart_problem, gated, sky_problem, spec};
use crate::error::ApiError;
use crate::guard::OrgCaller;
use crate::modules::{TRANSIT_CALC, TRANSIT_TEXTS};
use crate::operation::Spec;
use crate::wire::chart::houses;
use crate::wire::degrees::Rounded;
use crate::wire::id::Id;
use crate::wire::instant::{Reading, TimePlace, tt_text};
use crate::wire::location::Location;
use crate::wire::meta::Meta;
use crate::wire::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::wire::options::{CommonOptions, Effects};
use crate::wire::point::{CuspReply, PointReply, house_id};
use crate::wire::span::Span;
use crate::wire::words::{TextReply, Words};

/// A person's transits of two years make a long list already.
const MOST_DAYS: f64 = 732.0;

/// What moves when nothing is named.
const DEFAULT_MOVING: [Point; 12] = [
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

/// Natal angles that are looked at besides the points.
const ANGLES: [Point; 4] = [
    Point::Angle(Angle::Ascendant),
    Point::Angle(Angle::Midheaven),
    Point::Angle(Angle::Descendant),
    Point::Angle(Angle::ImumCoeli),
];

#[derive(Debug)]
pub(crate) struct TransitCalc;

/// A birth and a range of time.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct TransitInput {
    /// What the clock showed at birth. The time is needed.
    #[schemars(extend("format" = DATE_TIME))]
    pub(crate) birth_date: String,
    /// Where the birth was.
    pub(crate) birth_location: Location,
    /// The calendar of the date of birth; required before 1582-10-15.
    pub(crate) calendar: Option<CalendarName>,
    /// Which reading of the time of birth is meant where clocks were changed.
    pub(crate) clock_change: Option<ClockChangeName>,
    /// The beginning of the range, on the clock of `transitLocation`.
    #[schemars(extend("format" = DATE_TIME))]
    pub(crate) transit_date_start: String,
    /// The end of the range: a bare date means its last instant. At most 732 days.
    #[schemars(extend("format" = DATE_TIME))]
    pub(crate) transit_date_end: String,
    /// Where the transits are experienced: its clock reads the range, its horizon makes
    /// `transitHouses`.
    pub(crate) transit_location: Location,
    /// What moves: Sun to Pluto, the north node and Chiron where none is named. `points` are those
    /// of the natal chart, the four angles besides.
    #[schemars(length(min = 1, max = 40))]
    pub(crate) transit_points: Option<Vec<Id<Point>>>,
    #[serde(flatten)]
    pub(crate) options: CommonOptions,
}

/// What happens in the range.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Transit")]
pub(crate) struct TransitReply {
    /// Periods within orb, by their beginning.
    aspects: Vec<TransitAspectReply>,
    /// Changes of sign and of natal house.
    crossings: Vec<CrossingReply>,
    /// Turns.
    stations: Vec<StationReply>,
    /// The natal points.
    natal_points: Vec<PointReply>,
    /// The cusps at the place of the transits when the range begins.
    transit_houses: Vec<CuspReply>,
    /// The image of the natal chart with the sky of the beginning around it.
    charts: ImageReply,
    /// How the natal chart was computed.
    meta: Meta,
}

/// A moving point within orb of an aspect to a natal one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TransitAspect")]
pub(crate) struct TransitAspectReply {
    /// The moving point.
    transit_point: Id<Point>,
    /// The natal point.
    natal_point: Id<Point>,
    /// The kind of aspect.
    aspect: Id<AspectKind>,
    /// The orb of this pair, degrees.
    orb: Rounded,
    /// Where the moving point is when the aspect is exact, degrees.
    exact_longitude: Rounded,
    /// When it comes within orb; null when it is at the beginning of the range.
    enter: Option<String>,
    /// Every exact pass.
    exact: Vec<ExactReply>,
    /// When it leaves the orb; null when it is still within at the end of the range.
    leave: Option<String>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    transit_point_title: Option<&'static str>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    natal_point_title: Option<&'static str>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect_title: Option<&'static str>,
    /// The interpretation, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// An exact pass.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExactPass")]
pub(crate) struct ExactReply {
    /// When, in universal time.
    date_time: String,
    /// Whether the moving point moves backward.
    retrograde: bool,
}

/// A change of sign or house.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Crossing")]
pub(crate) struct CrossingReply {
    /// The moving point.
    transit_point: Id<Point>,
    /// When, in universal time.
    date_time: String,
    /// Where, degrees.
    longitude: Rounded,
    /// The sign it enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<Id<Sign>>,
    /// The natal house it enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_number: Option<u8>,
    /// The same as an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_id: Option<&'static str>,
    /// Whether it moves backward.
    retrograde: bool,
}

/// A turn.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Station")]
pub(crate) struct StationReply {
    /// The moving point.
    transit_point: Id<Point>,
    /// When, in universal time.
    date_time: String,
    /// Where, degrees.
    longitude: Rounded,
    /// The sign.
    sign: Id<Sign>,
    /// `retrograde` or `direct`: how it moves afterwards.
    station: &'static str,
}

impl TransitInput {
    /// The birth.
    pub(crate) fn birth(&self) -> TimePlace<'_> {
        TimePlace {
            date_time: &self.birth_date,
            date_time_field: "birthDate",
            location: &self.birth_location,
            location_field: "birthLocation",
            reading: Reading {
                calendar: self.calendar,
                clock_change: self.clock_change,
            },
        }
    }

    /// The beginning of the range.
    pub(crate) fn beginning(&self) -> TimePlace<'_> {
        TimePlace {
            date_time: &self.transit_date_start,
            date_time_field: "transitDateStart",
            location: &self.transit_location,
            location_field: "transitLocation",
            reading: Reading::default(),
        }
    }

    /// What moves.
    pub(crate) fn moving(&self) -> Vec<Point> {
        match &self.transit_points {
            Some(points) => points.iter().map(|it| it.0).collect(),
            None => DEFAULT_MOVING.to_vec(),
        }
    }

    fn span(&self) -> Span<'_> {
        Span {
            start: (&self.transit_date_start, "transitDateStart"),
            end: (&self.transit_date_end, "transitDateEnd"),
            location: (&self.transit_location, "transitLocation"),
        }
    }
}

impl Calculate for TransitCalc {
    const SPEC: Spec<OrgCaller> = spec(
        "calc_transit",
        "/api/calc/transit",
        gated(TRANSIT_CALC),
        "What moves over a natal chart",
        "Every period in which a moving point is within orb of an aspect to a natal one, with each \
         exact pass (three where it turns), changes of sign and natal house, and stations.",
    );
    const TEXTS: Option<Capability> = Some(TRANSIT_TEXTS);
    const EFFECTS: Effects = Effects::POINTS;
    const LONG: bool = true;
    type Input = TransitInput;
    type Reply = TransitReply;

    fn options(input: &TransitInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &TransitInput) -> Option<ChartLink<'_, TransitInput>> {
        let path = "/api/chart2/transit.svg";
        Some(ChartLink { path, input })
    }

    fn compute(input: &TransitInput, desk: &Desk) -> Result<TransitReply, ApiError> {
        let mut problems = Problems::default();
        let transiting = input.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = problems.keep(input.birth().resolve_moment());
        let range = problems.keep(input.span().resolve(MOST_DAYS));
        problems.finish()?;
        let (birth, range) = birth
            .zip(range)
            .expect("what is not resolved has been reported");
        let natal_options = ChartOptions {
            aspects: AspectSettings::default(),
            ..transiting.clone()
        };
        let ephemeris = Ephemeris::embedded();
        let natal = Chart::compute(ephemeris, birth.at, &birth.observer, &natal_options)
            .map_err(|error| chart_problem(error, "birthDate"))?;
        let moving = input.moving();
        let request = TransitRequest {
            natal: &natal_places(&natal),
            houses: natal.houses.as_ref(),
            moving: &moving,
            aspects: transiting.aspects,
            zodiac: transiting.zodiac,
            node: transiting.node,
            range: range.clone(),
        };
        let found = transits(ephemeris, &request)
            .map_err(|error| sky_problem(error, "transitDateStart"))?;
        let at = astrology::chart::Moment::from_tt(range.start);
        let here = input.transit_location.observer();
        let sky = Chart::compute(ephemeris, at, &here, &natal_options)
            .map_err(|error| chart_problem(error, "transitDateStart"))?;
        let words = desk.words();
        let mut meta = Meta::of(&birth).with_chart(&natal);
        meta.warn(desk.warnings());
        let points = natal.points.iter();
        Ok(TransitReply {
            aspects: found.aspects.iter().map(|it| aspect(it, words)).collect(),
            crossings: found.crossings.iter().map(CrossingReply::from).collect(),
            stations: found.stations.iter().map(StationReply::from).collect(),
            natal_points: points.map(|it| PointReply::of(&natal, it, words)).collect(),
            transit_houses: houses(&sky, words).map_or_else(Vec::new, |it| it.cusps),
            charts: ImageReply {
                url: desk.chart_url(),
            },
            meta,
        })
    }
}

/// The natal points and the four angles, each once.
fn natal_places(natal: &Chart) -> Vec<(Point, f64)> {
    let mut places: Vec<_> = natal
        .points
        .iter()
        .map(|it| (it.point, it.longitude_deg))
        .collect();
    for point in ANGLES {
        let Point::Angle(angle) = point else { continue };
        if let Some(longitude) = natal.angle_deg(angle)
            && !places.iter().any(|(it, _)| *it == point)
        {
            places.push((point, longitude));
        }
    }
    places
}

fn aspect(found: &TransitAspect, words: &Words) -> TransitAspectReply {
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
        enter: found.enter.map(tt_text),
        exact: found
            .exact
            .iter()
            .map(|it| ExactReply {
                date_time: tt_text(it.at),
                retrograde: it.retrograde,
            })
            .collect(),
        leave: found.leave.map(tt_text),
        transit_point_title: words.title(moving),
        natal_point_title: words.title(natal),
        aspect_title: words.title(found.kind.id()),
        text: words.text(key.as_ref()),
    }
}

/// Slow planets have a text for each natal point, fast ones for each aspect.
fn text_key(moving: &str, natal: &str, aspect: &str) -> Option<Key> {
    let (point, mirrored) = aspect_point(natal);
    let seen = if mirrored {
        mirror_aspect(aspect)
    } else {
        aspect
    };
    Key::new("transit", "aspect", &format!("{moving}:{point}:{seen}"))
        .or_else(|| Key::new("transit", "fast", &format!("{moving}:{aspect}")))
}

impl From<&TransitCrossing> for CrossingReply {
    fn from(it: &TransitCrossing) -> Self {
        let (sign, house) = match it.into {
            Entered::Sign(sign) => (Some(sign), None),
            Entered::House(house) => (None, Some(house)),
        };
        Self {
            transit_point: Id(it.moving),
            date_time: tt_text(it.at),
            longitude: it.longitude_deg.into(),
            sign: sign.map(Id),
            house_number: house,
            house_id: house.map(house_id),
            retrograde: it.retrograde,
        }
    }
}

impl From<&TransitStation> for StationReply {
    fn from(it: &TransitStation) -> Self {
        Self {
            transit_point: Id(it.moving),
            date_time: tt_text(it.at),
            longitude: it.longitude_deg.into(),
            sign: Id(Sign::of(it.longitude_deg)),
            station: if it.turns_retrograde {
                "retrograde"
            } else {
                "direct"
            },
        }
    }
}
