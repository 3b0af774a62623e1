//! What calculates: this computer, or a remote service. Both give the same response.

use std::path::Path;

use astrology_api::calc::batch;
use astrology_api::report;
use bytes::Bytes;
use calculations::report::ReportOwner;
use calculations::vedic::picture::{self, VedicImageInput};
use calculations::{draw_wheel, summaries, wheel_path};
use clap::Args;
use http_api::clock::Clock;
use http_api::{ApiError, Source};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use url::form_urlencoded;

use crate::login::LoginFile;
use crate::output::Failure;
use crate::remote::{RemoteService, accepted};

/// Where to calculate.
#[derive(Debug, Default, Args)]
pub(crate) struct EngineArguments {
    /// Calculate on the service of `almagest login` instead of this computer.
    #[arg(long)]
    remote: bool,
}

/// What calculates.
pub(crate) enum Engine {
    ThisComputer,
    Remote(RemoteService),
}

impl Engine {
    pub(crate) fn of(
        arguments: &EngineArguments,
        configuration: Option<&Path>,
    ) -> Result<Self, Failure> {
        if !arguments.remote {
            return Ok(Self::ThisComputer);
        }
        LoginFile::of_user(configuration)?.read().map(Self::Remote)
    }

    /// The `data` of a calculation's response.
    pub(crate) fn calculate(
        &self,
        name: &str,
        body: Map<String, Value>,
    ) -> Result<Box<RawValue>, Failure> {
        match self {
            Self::ThisComputer => {
                batch::alone(name, body, Clock::System.now()).map_err(|error| refused(&error))
            }
            Self::Remote(service) => {
                let response = match path_of(name)? {
                    path if path.contains('{') => service.get(&address(path, body))?,
                    path => service.post(path, &Value::Object(body))?,
                };
                let mut response: Map<String, Value> = serde_json::from_slice(&response)?;
                let data = response.remove("data").unwrap_or_default();
                Ok(serde_json::value::to_raw_value(&data)?)
            }
        }
    }

    /// The same as a value, for commands with options: messages name them, not the fields of the API.
    pub(crate) fn value(&self, name: &str, body: Map<String, Value>) -> Result<Value, Failure> {
        let data = self.calculate(name, body).map_err(Failure::naming_flags)?;
        Ok(serde_json::from_str(data.get())?)
    }

    /// The wheel of a calculation, from the options of a command.
    pub(crate) fn wheel(&self, name: &str, body: Map<String, Value>) -> Result<Bytes, Failure> {
        let unknown = || Failure::new(format!("There is no wheel of {name}."));
        let drawn = match self {
            Self::Remote(service) => {
                service.get(&address(wheel_path(name).ok_or_else(unknown)?, body))
            }
            Self::ThisComputer => draw_wheel(name, &Value::Object(body))
                .ok_or_else(unknown)?
                .map_err(|error| refused(&error)),
        };
        drawn.map_err(Failure::naming_flags)
    }

    /// A PDF report. On this computer, it is a report of the program unless the body names an owner.
    pub(crate) fn report(&self, body: Map<String, Value>) -> Result<Bytes, Failure> {
        match self {
            Self::Remote(service) => {
                service.post("/api/pdf-reports/generate", &Value::Object(body))
            }
            Self::ThisComputer => {
                let owner = ReportOwner {
                    name: "Almagest".to_owned(),
                };
                let now = Clock::System.now();
                report::alone(body, &owner, now).map_err(|error| refused(&error))
            }
        }
    }

    /// The image of a Vedic chart.
    pub(crate) fn vedic_image(&self, body: Map<String, Value>) -> Result<Bytes, Failure> {
        let drawn = match self {
            Self::Remote(service) => service.get(&address("/api/chart2/vedic.{format}", body)),
            Self::ThisComputer => {
                calculations::input::checked("chart_vedic_chart", Value::Object(body))
                    .and_then(|input: VedicImageInput| picture::draw(&input))
                    .map_err(|error| refused(&error))
            }
        };
        drawn.map_err(Failure::naming_flags)
    }
}

/// Every problem with the input, one per line.
fn refused(error: &ApiError) -> Failure {
    let lines: Vec<_> = error
        .problems()
        .iter()
        .map(|it| {
            // A length or a type does not name its field, and an input file has many.
            let place = match &it.source {
                Some(Source::Pointer(pointer)) if it.code.name().starts_with("field_") => {
                    format!(" at `{pointer}`")
                }
                _ => String::new(),
            };
            format!(
                "{}{place}: {}{}",
                it.code.name(),
                it.detail,
                accepted(it.meta.get("accepted").unwrap_or(&Value::Null))
            )
        })
        .collect();
    Failure::new(lines.join("\n"))
}

/// The path of a calculation in the API.
fn path_of(name: &str) -> Result<&'static str, Failure> {
    let found = summaries().into_iter().find(|it| it.name == name);
    let unknown = || Failure::new(format!("There is no calculation {name}."));
    found.map(|it| it.path).ok_or_else(unknown)
}

/// A path with its parameters, and the other fields as a query.
fn address(path: &str, body: Map<String, Value>) -> String {
    let mut path = path.to_owned();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in body {
        let place = format!("{{{name}}}");
        if path.contains(&place) {
            let encoded: String =
                form_urlencoded::byte_serialize(text_of(&value).as_bytes()).collect();
            path = path.replace(&place, &encoded);
        } else {
            append(&mut query, &name, &value);
        }
    }
    let query = query.finish();
    if query.is_empty() {
        path
    } else {
        format!("{path}?{query}")
    }
}

fn append(query: &mut form_urlencoded::Serializer<'_, String>, name: &str, value: &Value) {
    match value {
        Value::Null => {}
        Value::Array(items) => items.iter().for_each(|it| append(query, name, it)),
        Value::Object(fields) => {
            for (field, value) in fields {
                append(query, &format!("{name}.{field}"), value);
            }
        }
        other => {
            query.append_pair(name, &text_of(other));
        }
    }
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_in_the_path_or_in_the_query() {
        let body = json!({ "sign": "leo", "location": { "latitude": 52.5 }, "points": ["sun", "moon"], "zone": null });
        let body = body.as_object().unwrap().clone();
        assert_eq!(
            address("/a/{sign}", body),
            "/a/leo?location.latitude=52.5&points=sun&points=moon"
        );
    }

    #[test]
    fn every_wheel_has_a_path_and_refuses_what_it_does_not_know() {
        for it in summaries().into_iter().filter(|it| it.has_wheel) {
            let path = wheel_path(it.name).unwrap();
            assert!(path.starts_with("/api/chart2/"), "{path}");
            let wrong = json!({ "format": "svg", "nonsense": 1 });
            assert!(draw_wheel(it.name, &wrong).unwrap().is_err(), "{}", it.name);
        }
        assert_eq!(wheel_path("eclipses"), None);
        assert!(draw_wheel("eclipses", &json!({})).is_none());
    }

    #[test]
    fn every_calculation_has_a_path() {
        assert_eq!(path_of("natal").unwrap(), "/api/calc/natal");
        assert_eq!(
            path_of("horoscope/daily/sign").unwrap(),
            "/api/horoscope/daily/{date}/{sign}"
        );
        assert!(path_of("nothing").is_err());
    }
}
