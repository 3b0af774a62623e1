//! `almagest vedic`: Vedic charts, dashas and matches as text, and charts as images.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::natal::location;
use crate::output::{Failure, Output};

/// What to calculate.
#[derive(Debug, Subcommand)]
pub enum VedicCommand {
    /// Calculate a Vedic chart and print it.
    Chart(ChartArguments),
    /// Print the planetary periods (dashas) of a birth.
    Dasha(DashaArguments),
    /// Match two births by the eight kootas or the ten poruthams.
    Match(MatchArguments),
    /// Draw a Vedic chart as an image.
    Image(ImageArguments),
}

/// A birth with a known time.
#[derive(Debug, Args)]
struct BirthArguments {
    /// Local date and time, such as 1990-06-15T14:30.
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
    /// Type of lunar node: mean or true [default: mean].
    #[arg(long)]
    node: Option<String>,
    #[command(flatten)]
    engine: EngineArguments,
}

impl BirthArguments {
    fn body(&self) -> Result<Map<String, Value>, Failure> {
        let place = (self.place.as_deref(), self.lat, self.lon);
        let mut body = Map::new();
        body.insert("dateTime".to_owned(), self.date.as_str().into());
        body.insert(
            "location".to_owned(),
            location(place, self.zone.as_deref())?,
        );
        insert(
            &mut body,
            &[("ayanamsha", &self.ayanamsha), ("nodeType", &self.node)],
        );
        Ok(body)
    }
}

/// Inserts what was given.
fn insert(body: &mut Map<String, Value>, optional: &[(&str, &Option<String>)]) {
    for (field, value) in optional {
        if let Some(value) = value {
            body.insert((*field).to_owned(), value.as_str().into());
        }
    }
}

/// A chart.
#[derive(Debug, Args)]
pub struct ChartArguments {
    #[command(flatten)]
    birth: BirthArguments,
    /// Division into bhavas: whole, sripati, kp, equal or equalStart [default: whole].
    #[arg(long)]
    bhavas: Option<String>,
    /// Divisional charts to add, separated by commas, such as D9,D10.
    #[arg(long, value_delimiter = ',')]
    vargas: Option<Vec<String>>,
    /// Add the yogas with their rules.
    #[arg(long)]
    yogas: bool,
}

/// Periods.
#[derive(Debug, Args)]
pub struct DashaArguments {
    #[command(flatten)]
    birth: BirthArguments,
    /// System: vimshottari, yogini, ashtottari or chara [default: vimshottari].
    #[arg(long)]
    system: Option<String>,
    /// Levels of periods, 1 to 5.
    #[arg(long)]
    levels: Option<u8>,
    /// Print the period of each level on this date, instead of a range.
    #[arg(long, conflicts_with_all = ["from", "to"])]
    at: Option<String>,
    /// Start of the range [default: the birth].
    #[arg(long)]
    from: Option<String>,
    /// End of the range [default: the end of the first cycle].
    #[arg(long)]
    to: Option<String>,
    /// Length of a year: a number of days, sunSidereal, sunTropical or tithi [default: 365.25].
    #[arg(long)]
    year: Option<String>,
}

/// Two births.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// Birth of the groom: local date and time.
    #[arg(long)]
    date: String,
    /// Birthplace of the groom.
    #[arg(long)]
    place: String,
    /// Birth of the bride: local date and time.
    #[arg(long)]
    date2: String,
    /// Birthplace of the bride.
    #[arg(long)]
    place2: String,
    /// System: ashtakoot or porutham [default: ashtakoot].
    #[arg(long)]
    system: Option<String>,
    /// Ayanamsha [default: lahiri].
    #[arg(long)]
    ayanamsha: Option<String>,
    #[command(flatten)]
    engine: EngineArguments,
}

/// An image.
#[derive(Debug, Args)]
pub struct ImageArguments {
    #[command(flatten)]
    birth: BirthArguments,
    /// File to write. Its extension, svg or png, selects the format.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Style: north, south or east [default: north].
    #[arg(long)]
    style: Option<String>,
    /// Divisional chart, such as D9 [default: D1].
    #[arg(long)]
    varga: Option<String>,
    /// Title above the chart.
    #[arg(long)]
    title: Option<String>,
    /// Language of the names.
    #[arg(long)]
    language: Option<String>,
    /// Width and height in pixels.
    #[arg(long, default_value_t = 600)]
    size: u32,
    /// Theme: classic, light, dark, minimal or print.
    #[arg(long)]
    theme: Option<String>,
}

impl VedicCommand {
    pub(crate) const fn engine(&self) -> &EngineArguments {
        match self {
            Self::Chart(it) => &it.birth.engine,
            Self::Dasha(it) => &it.birth.engine,
            Self::Match(it) => &it.engine,
            Self::Image(it) => &it.birth.engine,
        }
    }
}

pub(crate) fn run(
    command: &VedicCommand,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    match command {
        VedicCommand::Chart(arguments) => {
            let data = engine.value("vedic/chart", chart_body(arguments)?)?;
            output.show(&chart_text(&data), &json!({ "data": data }))
        }
        VedicCommand::Dasha(arguments) => {
            let data = engine.value("vedic/dasha", dasha_body(arguments)?)?;
            output.show(&dasha_text(&data), &json!({ "data": data }))
        }
        VedicCommand::Match(arguments) => {
            let data = engine.value("vedic/match", match_body(arguments)?)?;
            output.show(&match_text(&data), &json!({ "data": data }))
        }
        VedicCommand::Image(arguments) => draw(arguments, engine, output),
    }
}

fn chart_body(arguments: &ChartArguments) -> Result<Map<String, Value>, Failure> {
    let mut body = arguments.birth.body()?;
    insert(&mut body, &[("bhavaSystem", &arguments.bhavas)]);
    if let Some(vargas) = &arguments.vargas {
        body.insert("vargas".to_owned(), json!(vargas));
    }
    if arguments.yogas {
        body.insert("include".to_owned(), json!(["yogas"]));
    }
    Ok(body)
}

fn dasha_body(arguments: &DashaArguments) -> Result<Map<String, Value>, Failure> {
    let mut body = arguments.birth.body()?;
    insert(
        &mut body,
        &[
            ("system", &arguments.system),
            ("at", &arguments.at),
            ("from", &arguments.from),
            ("to", &arguments.to),
        ],
    );
    if let Some(levels) = arguments.levels {
        body.insert("levels".to_owned(), levels.into());
    }
    if let Some(year) = &arguments.year {
        let days = year.parse::<f64>();
        body.insert(
            "dashaYear".to_owned(),
            days.map_or_else(|_| year.as_str().into(), Value::from),
        );
    }
    Ok(body)
}

fn match_body(arguments: &MatchArguments) -> Result<Map<String, Value>, Failure> {
    let mut body = Map::new();
    for (number, date, place) in [
        (1, &arguments.date, &arguments.place),
        (2, &arguments.date2, &arguments.place2),
    ] {
        let place = location((Some(place), None, None), None)?;
        body.insert(format!("dateTime{number}"), date.as_str().into());
        body.insert(format!("location{number}"), place);
    }
    insert(
        &mut body,
        &[
            ("system", &arguments.system),
            ("ayanamsha", &arguments.ayanamsha),
        ],
    );
    Ok(body)
}

fn draw(arguments: &ImageArguments, engine: &Engine, output: Output) -> Result<ExitCode, Failure> {
    let ending = arguments.out.extension().and_then(|it| it.to_str());
    let Some(format @ ("svg" | "png")) = ending else {
        return Err(Failure::new("the file extension must be .svg or .png"));
    };
    let mut body = arguments.birth.body()?;
    body.insert("format".to_owned(), format.into());
    body.insert("width".to_owned(), arguments.size.into());
    insert(
        &mut body,
        &[
            ("style", &arguments.style),
            ("varga", &arguments.varga),
            ("title", &arguments.title),
            ("language", &arguments.language),
            ("theme", &arguments.theme),
        ],
    );
    let bytes = engine.vedic_image(body)?;
    let path = arguments.out.display();
    fs::write(&arguments.out, &bytes).map_err(|it| Failure::new(format!("{path}: {it}")))?;
    let text = format!("{path}: {} bytes\n", bytes.len());
    output.show(
        &text,
        &json!({ "file": path.to_string(), "bytes": bytes.len() }),
    )
}

/// A text of a response, or nothing.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The warnings, one per line.
fn warnings(data: &Value) -> String {
    let warnings = data["meta"]["warnings"].as_array().into_iter().flatten();
    warnings.fold(String::new(), |mut lines, it| {
        // Writing to a string does not fail.
        writeln!(lines, "! {}", text(&it["detail"])).ok();
        lines
    })
}

fn chart_text(data: &Value) -> String {
    let mut lines = warnings(data);
    let mut row = |name: &str, place: &Value, rest: &str| {
        let dms = &place["degreesInSignDms"];
        let nakshatra = &place["nakshatra"];
        let position = format!(
            "{:>2}°{:02}′{:02}″ {}",
            dms[0].as_u64().unwrap_or_default(),
            dms[1].as_u64().unwrap_or_default(),
            dms[2].as_u64().unwrap_or_default(),
            text(&place["sign"])
        );
        let star = format!("{} {}", text(&nakshatra["id"]), nakshatra["pada"]);
        let line = format!("{name:<9} {position:<22} {star:<21} {rest}");
        writeln!(lines, "{}", line.trim_end()).ok();
    };
    row("lagna", &data["lagna"], "");
    for (name, graha) in data["grahas"].as_object().into_iter().flatten() {
        let mut rest = format!(
            "house {:<2} {}",
            graha["houseNumber"],
            text(&graha["dignity"])
        );
        if graha["retrograde"] == true {
            rest.push_str(" retrograde");
        }
        if graha["combust"]["is"] == true {
            rest.push_str(" combust");
        }
        row(name, graha, &rest);
    }
    for (id, varga) in data["vargas"].as_object().into_iter().flatten() {
        if id == "D1" {
            continue;
        }
        let grahas = varga["grahas"].as_object().into_iter().flatten();
        let grahas: Vec<String> = grahas
            .map(|(name, it)| format!("{name} {}", text(&it["sign"])))
            .collect();
        writeln!(
            lines,
            "\n{id} {}: lagna {}, {}",
            text(&varga["name"]),
            text(&varga["lagna"]),
            grahas.join(", ")
        )
        .ok();
    }
    for (index, yoga) in data["yogas"].as_array().into_iter().flatten().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        let grahas = yoga["grahas"].as_array().into_iter().flatten();
        let grahas: Vec<&str> = grahas.map(text).collect();
        writeln!(
            lines,
            "{gap}{} ({}): {}",
            text(&yoga["id"]),
            grahas.join(", "),
            text(&yoga["rule"])
        )
        .ok();
    }
    let conventions = &data["meta"]["conventions"];
    writeln!(
        lines,
        "\nayanamsha {}, {} node, bhavas {}",
        text(&conventions["ayanamsha"]),
        text(&conventions["nodeType"]),
        text(&conventions["bhavaSystem"])
    )
    .ok();
    lines
}

fn dasha_text(data: &Value) -> String {
    fn periods(all: &Value, lines: &mut String) {
        for period in all.as_array().into_iter().flatten() {
            let level = period["level"].as_u64().unwrap_or(1);
            let indent = usize::try_from(level.saturating_sub(1) * 2).unwrap_or_default();
            let day = |value: &Value| text(value).get(..10).unwrap_or_default().to_owned();
            let lord = format!("{:indent$}{}", "", text(&period["lord"]));
            writeln!(
                lines,
                "{lord:<20} {} to {}",
                day(&period["start"]),
                day(&period["end"])
            )
            .ok();
            periods(&period["periods"], lines);
        }
    }

    let mut lines = warnings(data);
    let balance = &data["balance"];
    writeln!(
        lines,
        "{}: {} years of {} remained at birth\n",
        text(&data["system"]),
        balance["years"],
        text(&balance["lord"])
    )
    .ok();
    periods(&data["periods"], &mut lines);
    let conventions = &data["meta"]["conventions"];
    writeln!(
        lines,
        "\nayanamsha {}, a year of {} days",
        text(&conventions["ayanamsha"]),
        conventions["dashaYearDays"]
    )
    .ok();
    lines
}

fn match_text(data: &Value) -> String {
    let mut lines = warnings(data);
    let total = &data["total"];
    if total.is_number() {
        writeln!(lines, "{total} of {} points\n", data["max"]).ok();
    }
    for parts in ["kootas", "poruthams"] {
        for (name, part) in data[parts].as_object().into_iter().flatten() {
            let score = match (&part["points"], &part["agrees"]) {
                (Value::Null, agrees) => if agrees == true { "yes" } else { "no" }.to_owned(),
                (points, _) => format!("{points} of {}", part["max"]),
            };
            writeln!(
                lines,
                "{name:<16} {score:<10} {}",
                text(&part["explanation"])
            )
            .ok();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn birth() -> BirthArguments {
        BirthArguments {
            date: "1990-06-15T14:30".to_owned(),
            place: None,
            lat: Some(13.08),
            lon: Some(80.27),
            zone: None,
            ayanamsha: None,
            node: None,
            engine: EngineArguments::default(),
        }
    }

    #[test]
    fn a_chart_has_a_line_for_each_graha_and_its_conventions() {
        let arguments = ChartArguments {
            birth: birth(),
            bhavas: None,
            vargas: Some(vec!["D9".to_owned()]),
            yogas: true,
        };
        let body = chart_body(&arguments).unwrap();
        let data = Engine::ThisComputer.value("vedic/chart", body).unwrap();
        let text = chart_text(&data);
        for name in [
            "lagna", "sun", "moon", "mars", "mercury", "jupiter", "venus", "saturn", "rahu", "ketu",
        ] {
            assert!(
                text.lines().any(|it| it.starts_with(name)),
                "{name}: {text}"
            );
        }
        // The tropical Sun is at 24° Gemini, the ayanamsha was 23.7 degrees.
        let sun = text.lines().find(|it| it.starts_with("sun")).unwrap();
        assert!(sun.contains("0°") && sun.contains("gemini"), "{sun}");
        assert!(text.contains("\nD9 "), "{text}");
        let yogas = data["yogas"].as_array().unwrap();
        for yoga in yogas {
            assert!(
                text.contains(yoga["rule"].as_str().unwrap()),
                "{yoga}: {text}"
            );
        }
        assert!(!yogas.is_empty());
        assert!(
            text.ends_with("ayanamsha lahiri, mean node, bhavas whole\n"),
            "{text}"
        );
    }

    #[test]
    fn periods_of_a_dasha_are_indented_by_level() {
        let arguments = DashaArguments {
            birth: birth(),
            system: None,
            levels: Some(2),
            at: Some("2026-11-19".to_owned()),
            from: None,
            to: None,
            year: Some("360".to_owned()),
        };
        let body = dasha_body(&arguments).unwrap();
        let data = Engine::ThisComputer.value("vedic/dasha", body).unwrap();
        let text = dasha_text(&data);
        let periods: Vec<&str> = text.lines().filter(|it| it.contains(" to ")).collect();
        assert_eq!(periods.len(), 2, "{text}");
        assert!(
            !periods[0].starts_with(' ') && periods[1].starts_with("  "),
            "{text}"
        );
        assert!(text.contains("a year of 360"), "{text}");
    }

    #[test]
    fn a_match_shows_the_points_of_each_koota() {
        let arguments = MatchArguments {
            date: "1990-06-15T14:30".to_owned(),
            place: "Chennai".to_owned(),
            date2: "1992-02-01T06:15".to_owned(),
            place2: "Mumbai".to_owned(),
            system: None,
            ayanamsha: None,
            engine: EngineArguments::default(),
        };
        let body = match_body(&arguments).unwrap();
        let data = Engine::ThisComputer.value("vedic/match", body).unwrap();
        let text = match_text(&data);
        assert!(text.contains(" of 36 points"), "{text}");
        assert!(text.contains("nadi") && text.contains(" of 8"), "{text}");
    }
}
