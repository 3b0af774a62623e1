//! `almagest horoscope`: prints the horoscope of a sign.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::output::{Failure, Output};
use ephemeris::Calendar;
use http_api::clock::Clock;
use places::{ParsedDateTime, Zone};

/// The period of a horoscope.
#[derive(Debug, Subcommand)]
pub enum HoroscopeCommand {
    /// Print the horoscope of a day.
    Daily {
        /// Sign, such as leo.
        sign: String,
        /// Date [default: today in the time zone].
        #[arg(long)]
        date: Option<String>,
        #[command(flatten)]
        words: HoroscopeWords,
    },
    /// Print the horoscope of an ISO week.
    Weekly {
        /// Sign, such as leo.
        sign: String,
        /// A date in the week [default: today in the time zone].
        #[arg(long)]
        date: Option<String>,
        #[command(flatten)]
        words: HoroscopeWords,
    },
    /// Print the horoscope of a month.
    Monthly {
        /// Sign, such as leo.
        sign: String,
        /// A date in the month [default: today in the time zone].
        #[arg(long)]
        date: Option<String>,
        #[command(flatten)]
        words: HoroscopeWords,
    },
    /// Print the horoscope of a year.
    Yearly {
        /// Sign, such as leo.
        sign: String,
        /// A date in the year [default: today in the time zone].
        #[arg(long)]
        date: Option<String>,
        /// The sign is that of the Ascendant.
        #[arg(long)]
        ascendant: bool,
        #[command(flatten)]
        words: HoroscopeWords,
    },
}

/// Options of every period.
#[derive(Debug, Args)]
pub struct HoroscopeWords {
    /// Language of the texts: en, nl or de.
    #[arg(long)]
    language: Option<String>,
    /// Time zone of the days, from the tz database [default: UTC].
    #[arg(long)]
    zone: Option<String>,
    #[command(flatten)]
    engine: EngineArguments,
}

impl HoroscopeCommand {
    pub(crate) const fn engine(&self) -> &EngineArguments {
        match self {
            Self::Daily { words, .. }
            | Self::Weekly { words, .. }
            | Self::Monthly { words, .. }
            | Self::Yearly { words, .. } => &words.engine,
        }
    }
}

impl HoroscopeWords {
    fn add_to(&self, body: &mut Map<String, Value>) {
        let fields = [("language", &self.language), ("timezone", &self.zone)];
        for (name, value) in fields {
            if let Some(value) = value {
                body.insert(name.to_owned(), value.as_str().into());
            }
        }
    }
}

pub(crate) fn run(
    command: &HoroscopeCommand,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let now = Clock::System.now();
    let (name, sign, date, words) = match command {
        HoroscopeCommand::Daily { sign, date, words } => {
            ("horoscope/daily/sign", sign, date, words)
        }
        HoroscopeCommand::Weekly { sign, date, words } => {
            ("horoscope/weekly/sign", sign, date, words)
        }
        HoroscopeCommand::Monthly { sign, date, words } => {
            ("horoscope/monthly/sign", sign, date, words)
        }
        HoroscopeCommand::Yearly {
            sign,
            date,
            ascendant,
            words,
        } => {
            let name = if *ascendant {
                "horoscope/yearly-ascendant/sign"
            } else {
                "horoscope/yearly/sign"
            };
            (name, sign, date, words)
        }
    };
    let date = match date {
        Some(date) => date.clone(),
        None => today(now.micros(), words.zone.as_deref())?,
    };
    let (year, month) = year_and_month(&date)?;
    let mut body = Map::new();
    body.insert("sign".to_owned(), sign.to_lowercase().into());
    words.add_to(&mut body);
    match command {
        HoroscopeCommand::Daily { .. } => drop(body.insert("date".to_owned(), date.into())),
        HoroscopeCommand::Weekly { .. } => {
            // The date decides.
            body.insert("date".to_owned(), date.into());
            body.insert("year".to_owned(), year.into());
            body.insert("week".to_owned(), 1.into());
        }
        HoroscopeCommand::Monthly { .. } => {
            body.insert("year".to_owned(), year.into());
            body.insert("month".to_owned(), month.into());
        }
        HoroscopeCommand::Yearly { .. } => drop(body.insert("year".to_owned(), year.into())),
    }
    let data = engine.value(name, body)?;
    output.show(&readable(&data), &json!({ "data": data }))
}

/// The date in a time zone.
fn today(now_us: i64, zone: Option<&str>) -> Result<String, Failure> {
    const DAY_US: i64 = 86_400_000_000;
    // The Julian day number of 1970-01-01.
    const EPOCH: i64 = 2_440_588;
    let zone =
        Zone::named(zone.unwrap_or("UTC")).map_err(|error| Failure::new(error.to_string()))?;
    let offset = zone.offset_at(now_us.div_euclid(1_000_000));
    let local_us = now_us.saturating_add(offset.microseconds());
    let (year, month, day) = Calendar::Gregorian.date(EPOCH + local_us.div_euclid(DAY_US));
    Ok(format!("{year:04}-{month:02}-{day:02}"))
}

/// The year and month of a date in the Gregorian calendar.
fn year_and_month(date: &str) -> Result<(i32, u8), Failure> {
    let wrong = || Failure::new(format!("{date} is not a date. Give --date as YYYY-MM-DD."));
    let parsed = ParsedDateTime::parse(date, Some(Calendar::Gregorian)).map_err(|_| wrong())?;
    if date.len() != "YYYY-MM-DD".len() {
        return Err(wrong());
    }
    Ok((parsed.date.year(), parsed.date.month()))
}

/// The horoscope as text: title, summary, sections, facts.
fn readable(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let sign = text(&data["signTitle"]);
    let mut lines = vec![format!("{sign}, {}", text(&data["date"]))];
    for warning in data["meta"]["warnings"].as_array().into_iter().flatten() {
        lines.push(format!("! {}", text(&warning["detail"])));
    }
    lines.extend([String::new(), text(&data["title"]), String::new()]);
    lines.extend(wrapped(&text(&data["summary"])));
    for section in ["love", "work", "money", "wellbeing"] {
        let intensity = &data["intensity"][section]["value"];
        lines.extend([String::new(), format!("{section} ({intensity})")]);
        lines.extend(wrapped(&text(&data["sections"][section]["text"])));
    }
    lines.extend([String::new(), "Facts".to_owned()]);
    for fact in data["facts"].as_array().into_iter().flatten() {
        let title = text(&fact["text"]["title"]);
        lines.push(format!("{}  {title}", text(&fact["at"])));
    }
    lines.join("\n") + "\n"
}

/// A paragraph in lines of at most 80 characters, unless a word is longer.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 80;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_is_the_date_of_the_zone() {
        // 2027-01-15T12:00:00Z is one hour past midnight in Auckland.
        let now = 1_800_014_400_000_000;
        assert_eq!(today(now, None).unwrap(), "2027-01-15");
        assert_eq!(today(now, Some("Pacific/Auckland")).unwrap(), "2027-01-16");
        assert!(today(now, Some("Mars/Base")).is_err());
    }

    #[test]
    fn a_date_that_does_not_exist_is_refused() {
        assert_eq!(year_and_month("2026-11-18").unwrap(), (2026, 11));
        for wrong in [
            "2026-11-99",
            "2026-junk",
            "2026-02-29",
            "2026-11",
            "2026-11-18T12:00",
        ] {
            assert!(year_and_month(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_paragraph_is_wrapped_between_words() {
        let text = "word ".repeat(40);
        let lines = wrapped(&text);
        assert!(lines.len() > 1 && lines.iter().all(|it| it.len() <= 80));
        assert_eq!(lines.join(" "), text.trim());
    }
}
