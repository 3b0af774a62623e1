//! What calculates: this computer, or a remote service. Both give the same response.

use std::path::Path;

use astrology_api::calc::batch;
use bytes::Bytes;
use calculations::image::{ImageInput, draw};
use calculations::natal::Natal;
use calculations::summaries;
use calculations::vedic::picture::{self, VedicImageInput};
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

    /// The same as a value.
    pub(crate) fn value(&self, name: &str, body: Map<String, Value>) -> Result<Value, Failure> {
        Ok(serde_json::from_str(self.calculate(name, body)?.get())?)
    }

    /// The image of a natal chart.
    pub(crate) fn natal_image(&self, body: Value) -> Result<Bytes, Failure> {
        match (self, body) {
            (Self::Remote(service), Value::Object(body)) => {
                service.get(&address("/api/chart2/natal.{format}", body))
            }
            (_, body) => {
                let input: ImageInput<<Natal as calculations::Calculation>::Input> =
                    calculations::input::checked("chart_natal", body)
                        .map_err(|it: ApiError| refused(&it))?;
                draw::<Natal>(&input).map_err(|error| refused(&error))
            }
        }
    }

    /// The image of a Vedic chart.
    pub(crate) fn vedic_image(&self, body: Map<String, Value>) -> Result<Bytes, Failure> {
        match self {
            Self::Remote(service) => service.get(&address("/api/chart2/vedic.{format}", body)),
            Self::ThisComputer => {
                let input: VedicImageInput =
                    calculations::input::checked("chart_vedic_chart", Value::Object(body))
                        .map_err(|it: ApiError| refused(&it))?;
                picture::draw(&input).map_err(|error| refused(&error))
            }
        }
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
                    format!(" at {pointer}")
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
    fn every_calculation_has_a_path() {
        assert_eq!(path_of("natal").unwrap(), "/api/calc/natal");
        assert_eq!(
            path_of("horoscope/daily/sign").unwrap(),
            "/api/horoscope/daily/{date}/{sign}"
        );
        assert!(path_of("nothing").is_err());
    }
}
