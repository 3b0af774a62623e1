//! `almagest report natal … -o report.pdf`: writes a PDF report.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use base64ct::{Base64, Encoding as _};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::natal::location;
use crate::output::{Failure, Output};

#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Kind: natal, synastry, composite, transit, solar-return, lunar-return, progressions, year-ahead, numerology,
    /// chinese, moon-calendar or vedic.
    kind: String,
    /// Name of the person.
    #[arg(long)]
    name: String,
    /// Local date and time of birth, such as 1990-06-15T14:30, or only the date if the time is unknown.
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
    /// Time zone of the tz database [default: the zone at the place].
    #[arg(long)]
    zone: Option<String>,
    /// Name of the other person, for synastry and composite.
    #[arg(long, requires = "partner_date", requires = "partner_place")]
    partner_name: Option<String>,
    /// Local date and time of birth of the other person.
    #[arg(long)]
    partner_date: Option<String>,
    /// Birthplace of the other person.
    #[arg(long)]
    partner_place: Option<String>,
    /// Date that the report is about, such as 2026-11-19.
    #[arg(long)]
    on: Option<String>,
    /// Language of texts and titles.
    #[arg(long)]
    language: Option<String>,
    #[command(flatten)]
    look: LookArguments,
    /// File to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

/// The look of a report.
#[derive(Debug, Args)]
struct LookArguments {
    /// Title on the cover.
    #[arg(long)]
    title: Option<String>,
    /// Name on the cover and at the foot of every page.
    #[arg(long)]
    organization: Option<String>,
    /// Color of the cover and the headings, such as #2a3f6b.
    #[arg(long)]
    colour: Option<String>,
    /// Logo: a PNG file.
    #[arg(long, value_name = "FILE")]
    logo: Option<PathBuf>,
    /// Size of the paper: A4 or Letter.
    #[arg(long)]
    page_size: Option<String>,
}

pub(crate) fn run(
    arguments: &ReportArguments,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let bytes = engine.report(body(arguments)?)?;
    let path = arguments.out.display();
    fs::write(&arguments.out, &bytes).map_err(|it| Failure::new(format!("{path}: {it}")))?;
    let text = format!("{path}: {} bytes\n", bytes.len());
    output.show(
        &text,
        &json!({ "file": path.to_string(), "bytes": bytes.len() }),
    )
}

/// The request body of the API.
fn body(arguments: &ReportArguments) -> Result<Map<String, Value>, Failure> {
    let place = (arguments.place.as_deref(), arguments.lat, arguments.lon);
    let mut body = json!({
        "reportType": arguments.kind,
        "subject": {
            "name": arguments.name,
            "birthDate": parts(&arguments.date)?,
            "birthPlace": location(place, arguments.zone.as_deref())?,
        },
        "template": template(&arguments.look)?,
    });
    let partner = (
        &arguments.partner_name,
        &arguments.partner_date,
        &arguments.partner_place,
    );
    if let (Some(name), Some(date), Some(place)) = partner {
        body["partner"] = json!({
            "name": name,
            "birthDate": parts(date)?,
            "birthPlace": location((Some(place), None, None), None)?,
        });
    }
    if let Some(date) = &arguments.on {
        body["transitDate"] = parts(date)?;
    }
    if let Some(language) = &arguments.language {
        body["language"] = json!(language);
    }
    match body {
        Value::Object(body) => Ok(body),
        _ => Ok(Map::new()),
    }
}

fn template(look: &LookArguments) -> Result<Value, Failure> {
    let mut template = json!({});
    let given = [
        ("title", &look.title),
        ("organizationName", &look.organization),
        ("colour", &look.colour),
        ("pageSize", &look.page_size),
    ];
    for (field, value) in given {
        if let Some(value) = value {
            template[field] = json!(value);
        }
    }
    if let Some(path) = &look.logo {
        let bytes =
            fs::read(path).map_err(|it| Failure::new(format!("{}: {it}", path.display())))?;
        template["logo"] = json!(Base64::encode_string(&bytes));
    }
    Ok(template)
}

/// Year, month, day and, if given, hour and minute.
fn parts(text: &str) -> Result<Value, Failure> {
    let wrong = || {
        let expected = "Expected a date such as 1990-06-15, or a time such as 1990-06-15T14:30";
        Failure::new(format!("{expected}, got {text}."))
    };
    let (date, time) = text
        .split_once('T')
        .map_or((text, None), |it| (it.0, Some(it.1)));
    let numbers = |text: &str, separator: char| -> Option<Vec<u16>> {
        text.split(separator).map(|it| it.parse().ok()).collect()
    };
    let date = numbers(date, '-').ok_or_else(wrong)?;
    let [year, month, day] = date[..] else {
        return Err(wrong());
    };
    let mut parts = json!({ "year": year, "month": month, "day": day });
    if let Some(time) = time {
        let time = numbers(time, ':').ok_or_else(wrong)?;
        let [hour, minute] = time[..] else {
            return Err(wrong());
        };
        parts["hour"] = json!(hour);
        parts["minute"] = json!(minute);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_two_forms() {
        let day = json!({ "year": 1990, "month": 6, "day": 15 });
        assert_eq!(parts("1990-06-15").unwrap(), day);
        let time = json!({ "year": 1990, "month": 6, "day": 15, "hour": 14, "minute": 5 });
        assert_eq!(parts("1990-06-15T14:05").unwrap(), time);
        for wrong in [
            "",
            "1990-06",
            "1990-06-15T14",
            "15.6.1990",
            "1990-06-15T14:05:00",
        ] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }
}
