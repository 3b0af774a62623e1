//! Points and cusps in an answer.

use astrology::chart::{Chart, ChartPoint, DayPoint};
use astrology::dignity::{Dignities, TriplicityRole};
use astrology::point::Point;
use astrology::sign::{Sign, degrees_in_sign};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::Serialize;

use super::degrees::{Rounded, dms};
use super::id::Id;
use super::words::{TextReply, Words};

/// The houses by their ids.
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
    /// Which point.
    pub point_id: Id<Point>,
    /// Its title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_title: Option<&'static str>,
    /// Longitude in the chart's zodiac, degrees. Without a birth time that of the middle of the
    /// day.
    pub longitude: Rounded,
    /// Longitude at the beginning of the day, where the time of birth is unknown; of a midpoint the
    /// first it may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude_start: Option<Rounded>,
    /// Longitude at the end of the day, where the time of birth is unknown; of a midpoint the last it
    /// may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude_end: Option<Rounded>,
    /// Ecliptic latitude, degrees.
    pub latitude: Rounded,
    /// Distance in astronomical units; null for what has none.
    pub distance: Option<Rounded>,
    /// Declination, degrees.
    pub declination: Rounded,
    /// Right ascension, degrees.
    pub right_ascension: Rounded,
    /// Degrees of longitude a day; null for what does not move by itself.
    pub speed_longitude: Option<Rounded>,
    /// Whether it moves backward.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrograde: Option<bool>,
    /// Whether its declination is beyond the Sun's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_bounds: Option<bool>,
    /// The sign; null when it changes during a day of unknown birth time.
    pub sign: Option<Id<Sign>>,
    /// The sign's title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_title: Option<&'static str>,
    /// Degrees from the beginning of the sign.
    pub degrees_in_sign: Rounded,
    /// The same as degrees, minutes and seconds, cut off.
    pub degrees_in_sign_dms: [u16; 3],
    /// The house, 1 to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<u8>,
    /// The house as an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_id: Option<&'static str>,
    /// The house's title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_title: Option<&'static str>,
    /// Gauquelin's sector, 1 to 36.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sector: Option<u8>,
    /// Essential dignities, of Sun to Pluto; absent when they change during a day of unknown birth
    /// time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dignity: Option<DignityReply>,
    /// The text about the point in its sign, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
    /// The text about the point in its house, with `includeText`.
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
    /// In the sign it rules by tradition.
    rulership: bool,
    /// In the sign it rules in modern use.
    modern_rulership: bool,
    /// In its exaltation.
    exaltation: bool,
    /// Rules the triplicity: `in-sect` where it rules by day and it is day, or by night and it is
    /// night; `out-of-sect`; or `participating`.
    triplicity: Option<&'static str>,
    /// In its own term (Egyptian).
    term: bool,
    /// In its own face (Chaldean).
    face: bool,
    /// Opposite to a sign it rules by tradition.
    detriment: bool,
    /// Opposite to a sign it rules in modern use.
    modern_detriment: bool,
    /// Opposite to its exaltation.
    fall: bool,
    /// Without any dignity of its own.
    peregrine: bool,
    /// The sum of its dignities and debilities.
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
    /// A point of a chart whose moment is known.
    pub fn of(chart: &Chart, point: &ChartPoint, words: &Words) -> Self {
        let moves = point.speed_deg.is_some();
        let beyond = moves.then(|| chart.is_out_of_bounds(point));
        Self {
            out_of_bounds: beyond,
            ..Self::placed(point, Some(point.sign()), words)
        }
    }

    /// A point of a day whose hour is unknown.
    pub fn of_day(point: &DayPoint, words: &Words) -> Self {
        Self {
            longitude_start: Some(point.start_deg.into()),
            longitude_end: Some(point.end_deg.into()),
            ..Self::placed(&point.middle, point.sign, words)
        }
    }

    /// A point as it stands, in a sign that is known or not.
    pub fn placed(point: &ChartPoint, sign: Option<Sign>, words: &Words) -> Self {
        let id = point.point.id();
        let within = degrees_in_sign(point.longitude_deg);
        // Keys cost more than the numbers: they are made only where they are looked up.
        let told = words.has_texts();
        let in_sign = sign.filter(|_| told).and_then(|sign| sign_key(id, sign));
        let in_house = point.house.filter(|_| told).and_then(|house| {
            let subject = format!("{id}:{}", house_id(house));
            Key::new("natal", "planet-in-house", &subject)
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
fn sign_key(id: &str, sign: Sign) -> Option<Key> {
    let subject = format!("{id}:{}", sign.id());
    Key::new("natal", "planet-in-sign", &subject)
        .or_else(|| Key::new("natal", "angle-in-sign", &subject))
}

/// A place on the ecliptic: a cusp or an angle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Cusp")]
pub struct CuspReply {
    /// Longitude in the chart's zodiac, degrees.
    pub longitude: Rounded,
    /// The same as degrees, minutes and seconds, cut off.
    pub longitude_dms: [u16; 3],
    /// The sign.
    pub sign: Id<Sign>,
    /// The sign's title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_title: Option<&'static str>,
    /// Degrees from the beginning of the sign.
    pub degrees_in_sign: Rounded,
    /// The house that begins here; absent for angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<u8>,
    /// The title, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// The text about the angle in its sign, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextReply>,
}

impl CuspReply {
    /// The cusp of a house.
    pub fn of_house(number: u8, longitude_deg: f64, words: &Words) -> Self {
        Self {
            house_number: Some(number),
            title: words.title(house_id(number)),
            ..Self::at(longitude_deg, words)
        }
    }

    /// An angle.
    pub fn of_angle(id: &str, longitude_deg: f64, words: &Words) -> Self {
        let sign = words.has_texts().then(|| Sign::of(longitude_deg));
        let key = sign.and_then(|sign| sign_key(id, sign));
        Self {
            title: words.title(id),
            text: words.text(key.as_ref()),
            ..Self::at(longitude_deg, words)
        }
    }

    fn at(longitude_deg: f64, words: &Words) -> Self {
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
