//! `almagest numerology` and `almagest chinese`: numbers and signs of a birth.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::output::{Failure, Output};

/// A name and a date of birth.
#[derive(Debug, Args)]
pub struct NumerologyArguments {
    /// Full name at birth.
    #[arg(long)]
    name: String,
    /// Date of birth, such as 1990-06-15.
    #[arg(long)]
    date: String,
    /// Date of the personal year, month and day [default: today in UTC].
    #[arg(long)]
    for_date: Option<String>,
    /// System: pythagorean or chaldean.
    #[arg(long)]
    system: Option<String>,
    /// Print the interpretation of the life path in this language: en, nl or de.
    #[arg(long)]
    language: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

/// A date of birth.
#[derive(Debug, Args)]
pub struct ChineseArguments {
    /// Date of birth, such as 1990-06-15.
    #[arg(long)]
    date: String,
    /// Year of a forecast.
    #[arg(long)]
    forecast_year: Option<i32>,
    /// Language of titles and texts: en, nl or de.
    #[arg(long)]
    language: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

fn calculated(
    engine: &Engine,
    name: &str,
    fields: &[(&str, Option<Value>)],
) -> Result<Value, Failure> {
    let given = fields
        .iter()
        .filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?)));
    let body: Map<String, Value> = given.collect();
    engine.value(name, body)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

pub(crate) fn run(
    arguments: &NumerologyArguments,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let optional = |it: &Option<String>| it.as_deref().map(Value::from);
    let data = calculated(
        engine,
        "numerology/profile",
        &[
            ("fullName", Some(arguments.name.as_str().into())),
            ("dateTime", Some(arguments.date.as_str().into())),
            ("forDate", optional(&arguments.for_date)),
            ("system", optional(&arguments.system)),
            ("language", optional(&arguments.language)),
            (
                "includeText",
                arguments.language.as_ref().map(|_| true.into()),
            ),
        ],
    )?;
    let numbers = [
        ("Life path", "lifePathNumber"),
        ("Expression", "expressionNumber"),
        ("Soul urge", "soulUrgeNumber"),
        ("Personality", "personalityNumber"),
        ("Birthday", "birthdayNumber"),
        ("Maturity", "maturityNumber"),
        ("Personal year", "personalYear"),
        ("Personal month", "personalMonth"),
        ("Personal day", "personalDay"),
    ];
    let line = |(title, field): (&str, &str)| {
        let number = &data[field];
        let (value, steps) = (text(&number["value"]), text(&number["calculation"]));
        format!("{title:<15} {value:>2}  {steps}\n")
    };
    let mut lines: String = numbers.into_iter().map(line).collect();
    if let Some(text) = data["lifePathNumber"]["text"]["body"].as_str() {
        lines.extend(["\n", text, "\n"]);
    }
    output.show(&lines, &json!({ "data": data }))
}

pub(crate) fn run_chinese(
    arguments: &ChineseArguments,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let birth = [
        ("birthDate", Some(arguments.date.as_str().into())),
        ("language", arguments.language.as_deref().map(Value::from)),
        ("includeText", Some(true.into())),
        ("includeReadableEntities", Some(true.into())),
        ("forecastYear", arguments.forecast_year.map(Value::from)),
    ];
    let name = match arguments.forecast_year {
        Some(_) => "chinese-forecast",
        None => "chinese-horoscope",
    };
    let data = calculated(engine, name, &birth)?;
    let year = |it: &Value| {
        let (sign, element) = (text(&it["signTitle"]), text(&it["elementTitle"]));
        let (polarity, year) = (text(&it["polarity"]), text(&it["year"]));
        format!("{sign}, {element}, {polarity} ({year})")
    };
    let mut lines = Vec::new();
    if arguments.forecast_year.is_some() {
        lines.push(format!("Birth  {}", year(&data["birth"])));
        lines.push(format!("Year   {}", year(&data["year"])));
        let relations = data["relations"].as_array().into_iter().flatten();
        let relations: Vec<_> = relations.map(text).collect();
        lines.push(format!("       {}", relations.join(", ")));
    } else {
        lines.push(year(&data));
    }
    let body = data["text"]["body"].as_str().unwrap_or_default();
    lines.extend([String::new(), body.to_owned()]);
    output.show(&(lines.join("\n") + "\n"), &json!({ "data": data }))
}
