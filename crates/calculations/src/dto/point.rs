//! Points and cusps in a response.

use astrology::chart::{Chart, ChartPoint, DayPoint};
use astrology::dignity::{Dignities, TriplicityRole};
use astrology::point::Point;
use astrology::sign::{Sign, degrees_in_sign};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::Serialize;

use super::closed_sets::TriplicityName;
use super::degrees::{Rounded, dms};
use super::id::Id;
use super::words::{ResponseTexts, TextReply};

/// The houses by id.
const HOUSE_IDS: [&str; 12] = [
    "house-1", "house-2", "house-3", "house-4", "house-5", "house-6", "house-7", "house-8",
    "house-9", "house-10", "house-11", "house-12",
];

/// The id of a house.
pub fn house_id(number: u8) -> &'static str {
    HOUSE_IDS[usize::from(number.clamp(1, 12)) - 1]
}

/// A point of a chart.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Point")]
pub struct PointReply {
    /// ID of the point.
    pub point_id: Id<Point>,
    /// Title of the point. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_title: Option<&'static str>,
    /// Longitude in the chart's zodiac, in degrees. If the birth time is unknown, at the middle of
    /// the day.
    pub longitude: Rounded,
    /// Longitude at the start of the day, if the birth time is unknown. For a midpoint, the start
    /// of its possible range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude_start: Option<Rounded>,
    /// Longitude at the end of the day, if the birth time is unknown. For a midpoint, the end of
    /// its possible range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude_end: Option<Rounded>,
    /// Ecliptic latitude in degrees.
    pub latitude: Rounded,
    /// Distance in astronomical units. Null if the point has none.
    pub distance: Option<Rounded>,
    /// Declination in degrees.
    pub declination: Rounded,
    /// Right ascension in degrees.
    pub right_ascension: Rounded,
    /// Speed in longitude, in degrees per day. Null if the point has no motion of its own.
    pub speed_longitude: Option<Rounded>,
    /// Whether the point is retrograde.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrograde: Option<bool>,
    /// Whether the point is out of bounds: its declination exceeds the Sun's maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_bounds: Option<bool>,
    /// Sign. Null if the birth time is unknown and the point changes sign that day.
    pub sign: Option<Id<Sign>>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_title: Option<&'static str>,
    /// Degrees from the start of the sign.
    pub degrees_in_sign: Rounded,
    /// The same as degrees, minutes and seconds, truncated.
    pub degrees_in_sign_dms: [u16; 3],
    /// House number, 1 to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<u8>,
    /// House ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_id: Option<&'static str>,
    /// Title of the house. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_title: Option<&'static str>,
    /// Gauquelin sector, 1 to 36.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sector: Option<u8>,
    /// Essential dignities, for Sun to Pluto. Absent if the birth time is unknown and they change
    /// that day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dignity: Option<DignityReply>,
    /// Interpretation of the point in its sign. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
    /// Interpretation of the point in its house. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_text: Option<TextReply>,
}

/// Essential dignities.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Dignity")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a dignity of its own; any combination occurs"
)]
pub struct DignityReply {
    /// Whether the planet is in its traditional domicile.
    rulership: bool,
    /// Whether the planet is in its modern domicile.
    modern_rulership: bool,
    /// Whether the planet is in its exaltation.
    exaltation: bool,
    /// Triplicity rulership: `in-sect` if the planet is the day ruler by day or the night ruler by
    /// night, otherwise `out-of-sect` or `participating`.
    #[schemars(with = "Option<TriplicityName>")]
    triplicity: Option<&'static str>,
    /// Whether the planet is in its own term (Egyptian).
    term: bool,
    /// Whether the planet is in its own face (Chaldean).
    face: bool,
    /// Whether the planet is in its traditional detriment.
    detriment: bool,
    /// Whether the planet is in its modern detriment.
    modern_detriment: bool,
    /// Whether the planet is in its fall.
    fall: bool,
    /// Whether the planet is peregrine: it has no dignity of its own.
    peregrine: bool,
    /// Sum of dignities and debilities.
    score: i8,
}

impl From<Dignities> for DignityReply {
    fn from(it: Dignities) -> Self {
        Self {
            rulership: it.rulership,
            modern_rulership: it.modern_rulership,
            exaltation: it.exaltation,
            triplicity: it.triplicity.map(triplicity_id),
            term: it.term,
            face: it.face,
            detriment: it.detriment,
            modern_detriment: it.modern_detriment,
            fall: it.fall,
            peregrine: it.peregrine,
            score: it.score,
        }
    }
}

const fn triplicity_id(role: TriplicityRole) -> &'static str {
    match role {
        TriplicityRole::InSect => "in-sect",
        TriplicityRole::OutOfSect => "out-of-sect",
        TriplicityRole::Participating => "participating",
    }
}

impl PointReply {
    /// A point of a chart with a known time.
    pub fn of(chart: &Chart, point: &ChartPoint, words: &ResponseTexts) -> Self {
        let moves = point.speed_deg.is_some();
        let beyond = moves.then(|| chart.is_out_of_bounds(point));
        Self {
            out_of_bounds: beyond,
            ..Self::placed(point, Some(point.sign()), words)
        }
    }

    /// A point on a day with unknown time.
    pub fn of_day(point: &DayPoint, words: &ResponseTexts) -> Self {
        Self {
            longitude_start: Some(point.start_deg.into()),
            longitude_end: Some(point.end_deg.into()),
            ..Self::placed(&point.middle, point.sign, words)
        }
    }

    /// A point with its position, in a sign that may be unknown.
    pub fn placed(point: &ChartPoint, sign: Option<Sign>, words: &ResponseTexts) -> Self {
        let id = point.point.id();
        let within = degrees_in_sign(point.longitude_deg);
        // Keys cost more than the numbers, so they are made only when needed.
        let told = words.has_texts();
        let in_sign = sign
            .filter(|_| told)
            .and_then(|sign| sign_key(words.horoscope(), id, sign));
        let in_house = point.house.filter(|_| told).and_then(|house| {
            let subject = format!("{id}:{}", house_id(house));
            Key::new(words.horoscope(), "planet-in-house", &subject)
        });
        Self {
            point_id: Id(point.point),
            point_title: words.title(id),
            longitude: point.longitude_deg.into(),
            longitude_start: None,
            longitude_end: None,
            latitude: point.latitude_deg.into(),
            distance: point.distance_au.map(Rounded),
            declination: point.declination_deg.into(),
            right_ascension: point.right_ascension_deg.into(),
            speed_longitude: point.speed_deg.map(Rounded),
            retrograde: point.retrograde(),
            out_of_bounds: None,
            sign: sign.map(Id),
            sign_title: sign.and_then(|it| words.title(it.id())),
            degrees_in_sign: within.into(),
            degrees_in_sign_dms: dms(within),
            house_number: point.house,
            house_id: point.house.map(house_id),
            house_title: point.house.and_then(|it| words.title(house_id(it))),
            sector: point.sector,
            dignity: point.dignities.map(DignityReply::from),
            text: words.text(in_sign.as_ref()),
            house_text: words.text(in_house.as_ref()),
        }
    }
}

/// The key of the text about a point or an angle in a sign.
fn sign_key(horoscope: &str, id: &str, sign: Sign) -> Option<Key> {
    let subject = format!("{id}:{}", sign.id());
    Key::new(horoscope, "planet-in-sign", &subject)
        .or_else(|| Key::new(horoscope, "angle-in-sign", &subject))
}

/// A position on the ecliptic: a cusp or an angle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Cusp")]
pub struct CuspReply {
    /// Longitude in the chart's zodiac, in degrees.
    pub longitude: Rounded,
    /// The same as degrees, minutes and seconds, truncated.
    pub longitude_dms: [u16; 3],
    /// Sign.
    pub sign: Id<Sign>,
    /// Title of the sign. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_title: Option<&'static str>,
    /// Degrees from the start of the sign.
    pub degrees_in_sign: Rounded,
    /// House that begins here. Absent for angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<u8>,
    /// Title of the house or angle. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// Interpretation of the angle in its sign. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
}

impl CuspReply {
    /// The cusp of a house.
    pub fn of_house(number: u8, longitude_deg: f64, words: &ResponseTexts) -> Self {
        Self {
            house_number: Some(number),
            title: words.title(house_id(number)),
            ..Self::at(longitude_deg, words)
        }
    }

    /// An angle.
    pub fn of_angle(id: &str, longitude_deg: f64, words: &ResponseTexts) -> Self {
        let sign = words.has_texts().then(|| Sign::of(longitude_deg));
        let key = sign.and_then(|sign| sign_key(words.horoscope(), id, sign));
        Self {
            title: words.title(id),
            text: words.text(key.as_ref()),
            ..Self::at(longitude_deg, words)
        }
    }

    fn at(longitude_deg: f64, words: &ResponseTexts) -> Self {
        let sign = Sign::of(longitude_deg);
        Self {
            longitude: longitude_deg.into(),
            longitude_dms: dms(longitude_deg),
            sign: Id(sign),
            sign_title: words.title(sign.id()),
            degrees_in_sign: degrees_in_sign(longitude_deg).into(),
            house_number: None,
            title: None,
            text: None,
        }
    }
}
