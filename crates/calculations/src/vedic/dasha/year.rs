//! The length of a year in requests: a number of days, or the name of a motion.

use std::borrow::Cow;

use astrology::vedic::dasha::DashaYear;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Days of a year at least and at most.
const RANGE: core::ops::RangeInclusive<f64> = 300.0..=400.0;

const MOTIONS: [(&str, DashaYear); 3] = [
    ("sunSidereal", DashaYear::SunSidereal),
    ("sunTropical", DashaYear::SunTropical),
    ("tithi", DashaYear::Tithi),
];

/// The length of a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DashaYearInput(pub(super) DashaYear);

impl Default for DashaYearInput {
    fn default() -> Self {
        Self(DashaYear::Days(365.25))
    }
}

impl Serialize for DashaYearInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            DashaYear::Days(days) => serializer.serialize_f64(days),
            motion => {
                let name = MOTIONS.iter().find(|(_, it)| *it == motion);
                serializer.serialize_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

impl<'de> Deserialize<'de> for DashaYearInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given<'a> {
            Days(f64),
            Motion(#[serde(borrow)] Cow<'a, str>),
        }

        match Given::deserialize(deserializer)? {
            Given::Days(days) if RANGE.contains(&days) => Ok(Self(DashaYear::Days(days))),
            Given::Days(days) => Err(de::Error::custom(format!("`{days}` is not a year."))),
            Given::Motion(name) => {
                let found = MOTIONS.iter().find(|(id, _)| *id == name);
                let error = || de::Error::custom(format!("`{name}` is not a valid year."));
                found.map(|(_, year)| Self(*year)).ok_or_else(error)
            }
        }
    }
}

impl JsonSchema for DashaYearInput {
    fn schema_name() -> Cow<'static, str> {
        "DashaYear".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "number", "minimum": RANGE.start(), "maximum": RANGE.end() },
                { "type": "string", "enum": MOTIONS.map(|(name, _)| name) },
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_a_number_of_days_or_a_motion() {
        let read = |text: &str| serde_json::from_str::<DashaYearInput>(text).map(|it| it.0);
        assert_eq!(read("365.2425").unwrap(), DashaYear::Days(365.2425));
        assert_eq!(read("360").unwrap(), DashaYear::Days(360.0));
        assert_eq!(read("\"sunSidereal\"").unwrap(), DashaYear::SunSidereal);
        assert!(read("12").is_err() && read("\"lunar\"").is_err());
        for year in ["360.0", "\"tithi\""] {
            let again = serde_json::to_string(&DashaYearInput(read(year).unwrap()));
            assert_eq!(again.unwrap(), year);
        }
    }
}
