//! The birth data of the person that a chat is about.

use http_api::{ErrorCode, Problem, Source};
use jiff::civil::{Date, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The birth of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BirthData {
    /// Date of birth, such as `1990-06-15`.
    #[schemars(length(min = 10, max = 10))]
    pub date: String,
    /// Local time of birth, such as `14:30`. Leave it out if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 5, max = 8))]
    pub time: Option<String>,
    /// Latitude of the place in degrees, north positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -90.0, max = 90.0))]
    pub latitude: Option<f64>,
    /// Longitude of the place in degrees, east positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -180.0, max = 180.0))]
    pub longitude: Option<f64>,
    /// Name of the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub place_name: Option<String>,
    /// Time zone of the place, such as `Europe/Amsterdam`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub timezone: Option<String>,
}

impl BirthData {
    /// Checks what the schema does not say. `pointer` is where it stands in the request.
    pub fn problems(&self, pointer: &str) -> Vec<Problem> {
        let at = |field: &str| Source::Pointer(format!("{pointer}/{field}"));
        let wrong = |field, detail| Problem::new(ErrorCode::FieldFormat, detail).at(at(field));
        let mut problems = Vec::new();
        if self.date.parse::<Date>().is_err() {
            problems.push(wrong("date", "Must be a date such as \"1990-06-15\"."));
        }
        if self
            .time
            .as_ref()
            .is_some_and(|it| it.parse::<Time>().is_err())
        {
            problems.push(wrong("time", "Must be a time such as \"14:30\"."));
        }
        if self.latitude.is_some() != self.longitude.is_some() {
            let field = if self.latitude.is_some() {
                "longitude"
            } else {
                "latitude"
            };
            let detail = "Give both coordinates, or neither.";
            problems.push(Problem::new(ErrorCode::FieldsConflict, detail).at(at(field)));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_read_before_a_model_sees_them() {
        let check = |text: &str, expected: &[&str]| {
            let data: BirthData = serde_json::from_str(text).unwrap();
            let problems = data.problems("/birthData");
            let sources: Vec<_> = problems.into_iter().filter_map(|it| it.source).collect();
            let expected = expected.iter().map(|it| Source::Pointer((*it).to_owned()));
            assert_eq!(sources, expected.collect::<Vec<_>>(), "{text}");
        };
        check(r#"{"date":"1990-06-15"}"#, &[]);
        check(
            r#"{"date":"1990-06-15","time":"14:30:05","latitude":52.4,"longitude":4.9}"#,
            &[],
        );
        check(
            r#"{"date":"1990-02-30","time":"24:30"}"#,
            &["/birthData/date", "/birthData/time"],
        );
        check(
            r#"{"date":"1990-06-15","latitude":52.4}"#,
            &["/birthData/longitude"],
        );
    }
}
