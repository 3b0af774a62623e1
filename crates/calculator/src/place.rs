//! `almagest place …`: place search and historical time zones, without a server.

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use places::gazetteer::{Gazetteer, Search};
use serde_json::{Value, json};

use crate::output::{Failure, Output, table};
use astrology_api::geocoding::search::PlaceReply;
use calculations::dto::clock_reading::ClockReading;
use calculations::dto::instant::equation_of_time_s;
use calculations::dto::location::Location;
use calculations::dto::moment::{
    CalendarName, ClockChangeName, DateInterpretation, LocalDateTimeInput, MomentMeta,
};
use http_api::ApiError;

#[derive(Debug, Subcommand)]
pub enum PlaceCommand {
    /// Find places by name.
    Search {
        /// Name, or the beginning of one, in any script.
        name: String,
        /// Maximum number of results.
        #[arg(long, default_value_t = 5)]
        limit: usize,
        /// Language of the names.
        #[arg(long, default_value = "en")]
        lang: String,
        /// Only places in this country (two-letter code).
        #[arg(long)]
        country: Option<String>,
    },
    /// Convert a local time at a place to UTC.
    Moment(MomentArguments),
}

#[derive(Debug, Args)]
pub struct MomentArguments {
    /// Degrees north of the equator.
    #[arg(long, allow_negative_numbers = true)]
    lat: f64,
    /// Degrees east of Greenwich.
    #[arg(long, allow_negative_numbers = true)]
    lon: f64,
    /// Local time, such as `1930-06-01T12:00`, or only the date if the time is unknown.
    #[arg(long)]
    local: String,
    /// Time zone, or LMT [default: the zone at the coordinates].
    #[arg(long)]
    zone: Option<String>,
    /// Calendar of the date. Required before 1582-10-15.
    #[arg(long)]
    calendar: Option<CalendarArgument>,
    /// Which reading to use if the local time occurred twice or never.
    #[arg(long)]
    clock_change: Option<ClockChangeArgument>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CalendarArgument {
    Gregorian,
    Julian,
    Swedish,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClockChangeArgument {
    Earlier,
    Later,
}

pub(crate) fn run(command: PlaceCommand, output: Output) -> Result<ExitCode, Failure> {
    match command {
        PlaceCommand::Search {
            name,
            limit,
            lang,
            country,
        } => {
            let search = Search {
                text: &name,
                limit,
                country_code: country.as_deref(),
                near: None,
            };
            find(&search, &lang, output)
        }
        PlaceCommand::Moment(arguments) => moment(&arguments, output),
    }
}

fn find(search: &Search<'_>, language: &str, output: Output) -> Result<ExitCode, Failure> {
    let found = Gazetteer::embedded()
        .search(search)
        .map_err(|error| Failure::new(error.to_string()))?;
    let places: Vec<PlaceReply> = found
        .iter()
        .map(|it| PlaceReply::new(it, language))
        .collect();
    let rows: Vec<Vec<String>> = places.iter().map(PlaceReply::row).collect();
    let text = if rows.is_empty() {
        format!("No place found for \"{}\".\n", search.text)
    } else {
        table(
            &["place", "latitude", "longitude", "zone", "population"],
            &rows,
        )
    };
    output.show(&text, &json!(places))
}

fn moment(arguments: &MomentArguments, output: Output) -> Result<ExitCode, Failure> {
    let location = Location {
        timezone: arguments.zone.clone(),
        ..Location::at(arguments.lat, arguments.lon)
    };
    let fields = LocalDateTimeInput {
        date_time: &arguments.local,
        date_time_field: "local",
        location: &location,
        location_field: "",
        interpretation: DateInterpretation {
            calendar: arguments.calendar.map(|it| match it {
                CalendarArgument::Gregorian => CalendarName::Gregorian,
                CalendarArgument::Julian => CalendarName::Julian,
                CalendarArgument::Swedish => CalendarName::Swedish,
            }),
            clock_change: arguments.clock_change.map(|it| match it {
                ClockChangeArgument::Earlier => ClockChangeName::Earlier,
                ClockChangeArgument::Later => ClockChangeName::Later,
            }),
        },
    };
    let when = fields
        .resolve_civil(&equation_of_time_s)
        .map_err(|error| refused(&error))?;
    let meta = fields.meta(&when).map_err(|error| refused(&error))?;
    output.show(&lines(&meta), &json!(meta))
}

/// The error message, with both readings of an ambiguous time.
fn refused(error: &ApiError) -> Failure {
    let mut lines = Vec::new();
    for problem in error.problems() {
        lines.push(problem.detail.replace("clockChange", "--clock-change"));
        let readings = problem.meta.get("candidates").and_then(Value::as_array);
        for reading in readings.into_iter().flatten() {
            let text = |name: &str| reading[name].as_str().unwrap_or_default().to_owned();
            let (name, utc, offset) = (text("clockChange"), text("utc"), text("offset"));
            lines.push(format!("  {name:<8} {utc} (offset {offset})"));
        }
    }
    Failure::new(lines.join("\n"))
}

/// Another reading, with what it changes.
fn other_reading(reading: &ClockReading) -> String {
    let clock = match (reading.calendar, &reading.abbreviation) {
        (Some(calendar), _) => format!("{} calendar", json!(calendar).as_str().unwrap_or_default()),
        (None, Some(name)) => format!("{} {name}", reading.offset),
        (None, None) => reading.offset.clone(),
    };
    let changes = reading.changes.map_or_else(String::new, |it| {
        let (ascendant, midheaven) = (it.ascendant.value(), it.midheaven.value());
        let moon = it.moon.value();
        format!(": Ascendant {ascendant:+.1}°, Midheaven {midheaven:+.1}°, Moon {moon:+.2}°")
    });
    format!("{} ({clock}){changes}", reading.utc)
}

fn lines(meta: &MomentMeta) -> String {
    let mut lines = vec![("UTC", meta.utc.clone())];
    if let Some(end) = &meta.utc_end {
        lines.push(("until", format!("{end} (time unknown: the whole day)")));
    }
    let source = meta.offset_source;
    lines.push(match &meta.abbreviation {
        Some(name) => ("offset", format!("{} {name} ({source})", meta.offset)),
        None => ("offset", format!("{} ({source})", meta.offset)),
    });
    if let (Some(zone), Some(source)) = (meta.timezone, meta.timezone_source) {
        lines.push(("zone", format!("{zone} (from the {source})")));
    }
    let version = meta.zone_data_version;
    lines.push((
        "confidence",
        format!("{} (tz database {version})", meta.confidence),
    ));
    for reading in &meta.readings {
        lines.push(("or", other_reading(reading)));
    }
    for warning in &meta.warnings {
        let source = warning.source.unwrap_or_default();
        let text = format!("{}: {} [{source}]", warning.code, warning.detail);
        lines.push(("warning", text));
    }
    let lines = lines
        .iter()
        .map(|(name, text)| format!("{name:<10}  {text}\n"));
    lines.collect::<Vec<_>>().concat()
}
