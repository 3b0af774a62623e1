//! `almagest panchang`: prints the panchang of a day.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::natal::location;
use crate::output::{Failure, Output};

/// A day and a place.
#[derive(Debug, Args)]
pub struct PanchangArguments {
    /// Civil date of the sunrise, such as 2026-11-19.
    #[arg(long)]
    date: String,
    /// Name of a city, as in `almagest place search`. Or use --lat and --lon.
    #[arg(long, conflicts_with_all = ["lat", "lon"])]
    place: Option<String>,
    /// Degrees north of the equator.
    #[arg(long, allow_negative_numbers = true, requires = "lon")]
    lat: Option<f64>,
    /// Degrees east of Greenwich.
    #[arg(long, allow_negative_numbers = true, requires = "lat")]
    lon: Option<f64>,
    /// Time zone of the tz database, LMT or LAT [default: the zone at the place].
    #[arg(long)]
    zone: Option<String>,
    /// Ayanamsha [default: lahiri].
    #[arg(long)]
    ayanamsha: Option<String>,
    /// Part of the disc that rises: upperLimb or discCentre [default: upperLimb].
    #[arg(long)]
    sunrise_of: Option<String>,
    /// Leave out refraction at the horizon.
    #[arg(long)]
    no_refraction: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

pub(crate) fn run(
    arguments: &PanchangArguments,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let place = (arguments.place.as_deref(), arguments.lat, arguments.lon);
    let location = location(place, arguments.zone.as_deref())?;
    let name = location["name"].as_str().unwrap_or_default().to_owned();
    let mut body = Map::new();
    body.insert("date".to_owned(), arguments.date.as_str().into());
    body.insert("location".to_owned(), location);
    let optional = [
        ("ayanamsha", &arguments.ayanamsha),
        ("sunriseOf", &arguments.sunrise_of),
    ];
    for (field, value) in optional {
        if let Some(value) = value {
            body.insert(field.to_owned(), value.as_str().into());
        }
    }
    if arguments.no_refraction {
        body.insert("refraction".to_owned(), false.into());
    }
    let data = engine.value("vedic/panchang", body)?;
    output.show(&readable(&name, &data), &json!({ "data": data }))
}

/// The panchang as text, with times on the clock of the place.
fn readable(place: &str, data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let mut lines = vec![
        format!(
            "{} {} {place}",
            text(&data["date"]),
            titled(&data["vara"]["id"])
        )
        .trim_end()
        .to_owned(),
    ];
    for warning in data["meta"]["warnings"].as_array().into_iter().flatten() {
        lines.push(format!("! {}", text(&warning["detail"])));
    }
    lines.push(String::new());
    let local = &data["local"];
    for (name, field) in [
        ("Sunrise", "sunrise"),
        ("Sunset", "sunset"),
        ("Moonrise", "moonrise"),
        ("Moonset", "moonset"),
    ] {
        lines.push(row(name, &clock(&local[field])));
    }
    let month = &data["lunarMonth"];
    let added = if month["adhika"] == true {
        "Adhika "
    } else {
        ""
    };
    lines.push(row(
        "Month",
        &format!(
            "{added}{} (amanta), {added}{} (purnimanta)",
            titled(&month["amantaId"]),
            titled(&month["purnimantaId"])
        ),
    ));
    let samvat = &data["samvat"];
    lines.push(row(
        "Year",
        &format!(
            "Shaka {}, Vikrama {}",
            samvat["shaka"], samvat["vikramChaitradi"]
        ),
    ));
    lines.push(String::new());
    for (name, field, id) in [
        ("Tithi", "tithis", "id"),
        ("Nakshatra", "nakshatras", "id"),
        ("Yoga", "yogas", "id"),
        ("Karana", "karanas", "id"),
        ("Moon", "moonSign", "sign"),
    ] {
        for (index, part) in data[field].as_array().into_iter().flatten().enumerate() {
            let name = if index == 0 { name } else { "" };
            let until = format!(
                "{:<22} until {}",
                titled(&part[id]),
                clock(&part["endLocal"])
            );
            lines.push(row(name, &until));
        }
    }
    lines.push(String::new());
    lines.extend(times(data));
    lines.join("\n") + "\n"
}

/// The times to seek or avoid.
fn times(data: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, field) in [
        ("Rahu Kalam", "rahuKalam"),
        ("Yamaganda", "yamaganda"),
        ("Gulika Kalam", "gulika"),
        ("Abhijit", "abhijit"),
        ("Brahma Muhurta", "brahmaMuhurta"),
    ] {
        lines.push(row(name, &span(&data[field])));
    }
    for (name, field) in [
        ("Dur Muhurta", "durMuhurtas"),
        ("Varjyam", "varjyam"),
        ("Amrita Kalam", "amritKalam"),
    ] {
        let spans = data[field].as_array().into_iter().flatten();
        let spans: Vec<String> = spans.map(span).collect();
        let spans = if spans.is_empty() {
            "none".to_owned()
        } else {
            spans.join(", ")
        };
        lines.push(row(name, &spans));
    }
    lines
}

fn row(name: &str, value: &str) -> String {
    format!("{name:<16}{value}")
}

/// An id as a title: `krishna-ekadashi` is `Krishna Ekadashi`.
fn titled(id: &Value) -> String {
    let words = id.as_str().unwrap_or("none").split('-');
    let title = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        first.to_uppercase() + rest
    };
    words.map(title).collect::<Vec<_>>().join(" ")
}

/// A local time to the minute, cut and not rounded, with its day: `19 06:12`.
fn clock(local: &Value) -> String {
    let part = |text: &str| Some(format!("{} {}", text.get(8..10)?, text.get(11..16)?));
    local
        .as_str()
        .and_then(part)
        .unwrap_or_else(|| "none".to_owned())
}

fn span(span: &Value) -> String {
    match (&span["startLocal"], &span["endLocal"]) {
        (Value::Null, _) => "none".to_owned(),
        (start, end) => format!("{} to {}", clock(start), clock(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_titles_and_times_are_cut_to_the_minute() {
        assert_eq!(titled(&"krishna-ekadashi".into()), "Krishna Ekadashi");
        assert_eq!(clock(&"2026-11-19T06:12:59.999+05:30".into()), "19 06:12");
        assert_eq!(clock(&Value::Null), "none");
        assert_eq!(span(&Value::Null), "none");
    }
}
