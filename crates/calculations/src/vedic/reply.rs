//! Positions in Vedic responses.

use astrology::chart::ChartPoint;
use astrology::sign::{Sign, degrees_in_sign};
use astrology::vedic::chart::VedicChart;
use astrology::vedic::dignity::Dignity;
use astrology::vedic::graha::{Graha, nakshatra_and_lord};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::degrees::{Rounded, dms};
use crate::dto::id::Id;
use crate::dto::words::{ResponseTexts, TextReply};

/// The text about a Vedic fact.
pub(super) fn text(words: &ResponseTexts, kind: &str, subject: &str) -> Option<TextReply> {
    words.text(Key::new("vedic", kind, subject).as_ref())
}

/// A nakshatra.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "VedicNakshatra")]
pub(crate) struct NakshatraReply {
    /// Number, 1 (Ashwini) to 27 (Revati).
    number: u8,
    /// ID.
    id: &'static str,
    /// Pada (quarter), 1 to 4.
    pada: u8,
    /// Lord in the Vimshottari order.
    lord: Id<Graha>,
}

impl NakshatraReply {
    fn of(longitude_deg: f64) -> Self {
        let (found, lord) = nakshatra_and_lord(longitude_deg);
        Self {
            number: found.number,
            id: found.name,
            pada: found.pada,
            lord: Id(lord),
        }
    }
}

/// A sidereal longitude.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicPlace")]
pub(crate) struct PlaceReply {
    /// Sidereal longitude in degrees.
    longitude: Rounded,
    /// Sign.
    sign: Id<Sign>,
    /// Degrees from the start of the sign.
    degrees_in_sign: Rounded,
    /// The same as degrees, minutes and seconds, truncated.
    degrees_in_sign_dms: [u16; 3],
    /// Nakshatra.
    nakshatra: NakshatraReply,
}

impl PlaceReply {
    pub(super) fn of(longitude_deg: f64) -> Self {
        let within = degrees_in_sign(longitude_deg);
        Self {
            longitude: longitude_deg.into(),
            sign: Id(Sign::of(longitude_deg)),
            degrees_in_sign: within.into(),
            degrees_in_sign_dms: dms(within),
            nakshatra: NakshatraReply::of(longitude_deg),
        }
    }
}

/// Whether a graha is combust.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "VedicCombustion")]
pub(crate) struct CombustReply {
    /// Whether the distance from the Sun is below the limit.
    is: bool,
    /// Distance from the Sun in longitude, in degrees.
    distance: Rounded,
    /// Limit of the graha, in degrees.
    limit: Rounded,
}

/// A graha.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicGraha")]
pub(crate) struct GrahaReply {
    #[serde(flatten)]
    place: PlaceReply,
    /// Ecliptic latitude in degrees.
    latitude: Rounded,
    /// Declination in degrees.
    declination: Rounded,
    /// Speed in sidereal longitude, in degrees per day.
    speed_longitude: Rounded,
    /// Whether it is retrograde.
    retrograde: bool,
    /// Bhava by `bhavaSystem`, 1 to 12.
    house_number: u8,
    /// Dignity. Null for outer planets, and for a node that is neither exalted nor debilitated.
    dignity: Option<Id<Dignity>>,
    /// Combustion. Null for the Sun, the nodes and outer planets.
    combust: Option<CombustReply>,
    /// Interpretation of the graha in its sign. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Interpretation of the graha in its house. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_text: Option<TextReply>,
    /// Interpretation of the nakshatra, which the Moon alone has. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    nakshatra_text: Option<TextReply>,
}

impl GrahaReply {
    pub(super) fn of(chart: &VedicChart, graha: Graha, words: &ResponseTexts) -> Self {
        let combust = chart.combustion(graha).map(|it| CombustReply {
            is: it.is_combust,
            distance: it.distance_deg.into(),
            limit: it.limit_deg.into(),
        });
        let placed = Self::of_body(chart, chart.graha(graha));
        let in_sign = format!("{}:{}", graha.id(), placed.place.sign.0.id());
        let in_house = format!("{}:house-{}", graha.id(), placed.house_number);
        let nakshatra = (graha == Graha::Moon).then_some(placed.place.nakshatra.id);
        Self {
            dignity: chart.dignities[graha.index()].map(Id),
            combust,
            text: text(words, "graha-in-sign", &in_sign),
            house_text: text(words, "graha-in-house", &in_house),
            nakshatra_text: nakshatra.and_then(|it| text(words, "nakshatra", it)),
            ..placed
        }
    }

    /// A body that has no dignities.
    pub(super) fn of_body(chart: &VedicChart, point: &ChartPoint) -> Self {
        Self {
            place: PlaceReply::of(point.longitude_deg),
            latitude: point.latitude_deg.into(),
            declination: point.declination_deg.into(),
            speed_longitude: point.speed_deg.unwrap_or_default().into(),
            retrograde: point.retrograde() == Some(true),
            house_number: chart.bhavas.house_of(point.longitude_deg),
            dignity: None,
            combust: None,
            text: None,
            house_text: None,
            nakshatra_text: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use astrology::vedic::panchang::name::TITHIS;
    use astrology::vedic::yoga::rules;
    use interpretation::vocabulary;

    use super::Graha;

    #[test]
    fn texts_have_the_ids_of_the_calculations() {
        assert_eq!(vocabulary::GRAHAS, Graha::ALL.map(Graha::id));
        assert_eq!(vocabulary::NAKSHATRAS, astrology::nakshatra::NAMES);
        assert_eq!(vocabulary::TITHIS, TITHIS);
        let yogas: Vec<&str> = rules().map(|it| it.id).collect();
        assert_eq!(vocabulary::VEDIC_YOGAS, yogas);
    }
}
