//! `almagest natal`: prints a natal chart.

use std::process::ExitCode;

use astrology::aspect::AspectKind;
use astrology::point::Point;
use astrology::sign::Sign;
use clap::Args;
use places::gazetteer::{Gazetteer, GazetteerPlace, MatchKind, Search};
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::output::{CAUTION, Failure, HEADING, Output, styled, warn};

/// A birth, as command line options.
#[derive(Debug, Args)]
pub(crate) struct MomentArguments {
    /// Local date and time, such as 1990-06-15T14:30, or only the date if the time is unknown.
    #[arg(long)]
    pub(crate) date: String,
    /// Name of a city, as in `almagest place search`. Or use --lat and --lon.
    #[arg(long, conflicts_with_all = ["lat", "lon"])]
    pub(crate) place: Option<String>,
    /// Degrees north of the equator.
    #[arg(long, allow_negative_numbers = true, requires = "lon")]
    pub(crate) lat: Option<f64>,
    /// Degrees east of Greenwich.
    #[arg(long, allow_negative_numbers = true, requires = "lat")]
    pub(crate) lon: Option<f64>,
    /// Time zone of the tz database, LMT or LAT [default: the zone at the place].
    #[arg(long)]
    pub(crate) zone: Option<String>,
    /// Calendar of the date: gregorian or julian. Required before 1582-10-15.
    #[arg(long)]
    pub(crate) calendar: Option<String>,
    /// Which reading to use if the local time occurred twice or never: earlier or later.
    #[arg(long)]
    pub(crate) clock_change: Option<String>,
}

/// Options that all charts share.
#[derive(Debug, Args)]
#[command(next_help_heading = "Chart options")]
pub(crate) struct ChartOptions {
    /// House system.
    #[arg(long)]
    house_system: Option<String>,
    /// House system to use where --house-system is undefined, beyond the polar circles.
    #[arg(long)]
    polar_fallback: Option<String>,
    /// Ayanamsha. Selects the sidereal zodiac.
    #[arg(long)]
    ayanamsha: Option<String>,
    /// Points, separated by commas.
    #[arg(long, value_delimiter = ',')]
    points: Option<Vec<String>>,
    /// Language of titles.
    #[arg(long)]
    language: Option<String>,
}

#[derive(Debug, Args)]
pub struct NatalArguments {
    #[command(flatten)]
    birth: MomentArguments,
    #[command(flatten)]
    options: ChartOptions,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

impl MomentArguments {
    /// The birthplace.
    pub(crate) fn location(&self) -> Result<Value, Failure> {
        let place = (self.place.as_deref(), self.lat, self.lon);
        location(place, self.zone.as_deref())
    }

    /// Adds the birth to a request, whose names for date and place differ.
    pub(crate) fn insert(
        &self,
        [date, place]: [&str; 2],
        fields: &mut Map<String, Value>,
    ) -> Result<(), Failure> {
        fields.insert(date.to_owned(), self.date.as_str().into());
        fields.insert(place.to_owned(), self.location()?);
        let optional = [
            ("calendar", &self.calendar),
            ("clockChange", &self.clock_change),
        ];
        insert_given(&optional, fields);
        Ok(())
    }
}

impl ChartOptions {
    /// Adds the options to a request.
    pub(crate) fn insert(&self, fields: &mut Map<String, Value>) {
        let optional = [
            ("houseSystem", &self.house_system),
            ("polarFallback", &self.polar_fallback),
            ("language", &self.language),
            ("ayanamsha", &self.ayanamsha),
        ];
        insert_given(&optional, fields);
        if self.ayanamsha.is_some() {
            fields.insert("zodiac".to_owned(), "sidereal".into());
        }
        if let Some(points) = &self.points {
            fields.insert("points".to_owned(), json!(points));
        }
    }
}

fn insert_given(optional: &[(&str, &Option<String>)], fields: &mut Map<String, Value>) {
    for (name, value) in optional {
        if let Some(value) = value {
            fields.insert((*name).to_owned(), value.as_str().into());
        }
    }
}

/// The location of a request: a named place or coordinates, with a time zone if one is given.
pub(crate) fn location(
    place: (Option<&str>, Option<f64>, Option<f64>),
    zone: Option<&str>,
) -> Result<Value, Failure> {
    let mut location = match place {
        (Some(name), ..) => found(name)?,
        (None, Some(latitude), Some(longitude)) => {
            json!({ "latitude": latitude, "longitude": longitude })
        }
        _ => return Err(Failure::new("Give --place, or --lat and --lon.")),
    };
    if let Some(zone) = zone {
        location["timezone"] = zone.into();
    }
    Ok(location)
}

/// Another place of the same name makes it ambiguous if it has at least this fraction of the inhabitants of the
/// largest one.
const AMBIGUOUS_FRACTION: u64 = 4;

/// The place with that name. Similar names are not used. If places of about the same size share the name, none is used.
/// If the others are far smaller, warns on standard error.
fn found(name: &str) -> Result<Value, Failure> {
    const MAX_LISTED: usize = 5;
    let search = Search {
        text: name,
        limit: MAX_LISTED,
        country_code: None,
        near: None,
    };
    let found = Gazetteer::embedded().search(&search);
    let found = found.map_err(|error| Failure::new(error.to_string()))?;
    let exact: Vec<_> = found
        .iter()
        .filter(|it| it.kind == MatchKind::Exact)
        .collect();
    let Some(place) = exact.first().map(|it| it.place) else {
        let similar: Vec<_> = found.iter().map(|it| described(it.place)).collect();
        return Err(Failure::new(match similar[..] {
            [] => format!("No place is called {name}. Give --lat and --lon."),
            _ => format!(
                "No place is called {name}. Similar names: {}. Give --lat and --lon for any other place.",
                similar.join("; ")
            ),
        }));
    };
    let is_as_large = |it: &GazetteerPlace| {
        it.population().saturating_mul(AMBIGUOUS_FRACTION) >= place.population()
    };
    if exact[1..].iter().any(|it| is_as_large(&it.place)) {
        let choices: Vec<_> = exact
            .iter()
            .map(|it| format!("--place \"{}\"", described(it.place)))
            .collect();
        return Err(Failure::new(format!(
            "Several places are called {name}. Choose one of them: {}. For any other, give --lat and --lon.",
            choices.join("; ")
        )));
    }
    if exact.len() > 1 {
        let others: Vec<_> = exact[1..].iter().map(|it| described(it.place)).collect();
        warn(&format!(
            "Several places are called {name}. Using {}. Others: {}. Give --lat and --lon to choose.",
            described(place),
            others.join("; ")
        ));
    }
    let coordinates = place.coordinates();
    Ok(json!({
        "latitude": coordinates.latitude_deg(),
        "longitude": coordinates.longitude_deg(),
        "timezone": place.zone_name(),
        "name": described(place),
    }))
}

/// The name of a place, with what distinguishes it from others of the same name.
fn described(place: GazetteerPlace) -> String {
    let parts = [
        Some(place.name()),
        place.division(),
        Some(place.country_code()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

pub(crate) fn run(
    arguments: &NatalArguments,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let mut fields = Map::new();
    arguments
        .birth
        .insert(["dateTime", "location"], &mut fields)?;
    arguments.options.insert(&mut fields);
    fields.insert("includeReadableEntities".to_owned(), true.into());
    let body = Value::Object(fields.clone());
    let data = engine.value("natal", fields)?;
    let text = readable(&body, &data);
    output.show(&text, &json!({ "data": data }))
}

/// The chart as text: points, houses, aspects.
fn readable(body: &Value, data: &Value) -> String {
    let meta = &data["meta"];
    let place = body["location"]["name"].as_str().unwrap_or("");
    let heading = format!("{} {place}", body["dateTime"].as_str().unwrap_or(""));
    let mut lines = vec![
        styled(HEADING, heading.trim_end()),
        format!(
            "UTC {}, clock {} ({}, {} confidence)",
            text(&meta["utc"]),
            text(&meta["offset"]),
            text(&meta["offsetSource"]),
            text(&meta["confidence"]),
        ),
    ];
    for warning in meta["warnings"].as_array().into_iter().flatten() {
        lines.push(format!(
            "{} {}",
            styled(CAUTION, "!"),
            text(&warning["detail"])
        ));
    }
    lines.push(String::new());
    let points = data["points"].as_object();
    for (id, point) in points.into_iter().flatten() {
        lines.push(point_line(id, point));
    }
    if let Some(angles) = data["angles"].as_object() {
        let shown = ["ascendant", "midheaven"].into_iter();
        let cells: Vec<_> = shown
            .filter_map(|id| angles.get(id))
            .map(|it| format!("{} {}", text(&it["title"]), place_in_sign(it).trim()))
            .collect();
        lines.extend([String::new(), cells.join(", ")]);
    }
    let cusps = data["houses"]["cusps"].as_array();
    if let Some(cusps) = cusps.filter(|it| !it.is_empty()) {
        let system = text(&data["houses"]["system"]);
        let heading = styled(HEADING, &format!("Houses ({system})"));
        lines.extend([String::new(), heading]);
        for pair in cusps.chunks(3) {
            let cells: Vec<_> = pair.iter().map(cusp_cell).collect();
            lines.push(cells.join("   ").trim_end().to_owned());
        }
    }
    let aspects = data["aspects"].as_array();
    if let (Some(aspects), Some(points)) = (aspects.filter(|it| !it.is_empty()), points) {
        lines.extend([String::new(), styled(HEADING, "Aspects")]);
        let ids: Vec<&str> = points.keys().map(String::as_str).collect();
        let is_possible = |it: &&Value| it["certainty"] == "possible";
        let (possible, certain): (Vec<_>, Vec<_>) = aspects.iter().partition(is_possible);
        lines.extend(grid(&ids, &certain));
        if !possible.is_empty() {
            let listed: Vec<_> = possible.into_iter().map(in_words).collect();
            lines.extend([
                String::new(),
                styled(HEADING, "Possible aspects, depending on the birth time"),
                listed.join(", "),
            ]);
        }
    }
    lines.join("\n") + "\n"
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn degrees(value: &Value) -> String {
    let part = |index: usize| value[index].as_u64().unwrap_or(0);
    format!("{:>2}°{:02}′{:02}″", part(0), part(1), part(2))
}

/// An aspect by its symbols.
fn in_words(aspect: &Value) -> String {
    let [a, b] = ["pointA", "pointB"].map(|it| glyph(text(&aspect[it])));
    format!("{a} {} {b}", aspect_glyph(text(&aspect["aspect"])))
}

/// The range of a point on a day without a birth time.
fn range(point: &Value) -> Option<String> {
    let end = |name: &str| {
        let longitude = point[name].as_f64()?;
        let sign = Sign::of(longitude).id();
        let within = calculations::dto::degrees::dms(longitude.rem_euclid(30.0));
        let (initial, rest) = sign.split_at(1);
        let sign = format!("{}{rest}", initial.to_uppercase());
        Some(format!("{:>2}°{:02}′ {sign}", within[0], within[1]))
    };
    Some(format!(
        "{} to {}",
        end("longitudeStart")?,
        end("longitudeEnd")?
    ))
}

fn point_line(id: &str, point: &Value) -> String {
    let title = point["pointTitle"].as_str().unwrap_or(id);
    let sign = point["signTitle"].as_str().unwrap_or("(changes sign)");
    let retrograde = if point["retrograde"] == true {
        "℞"
    } else {
        " "
    };
    let house = point["houseNumber"]
        .as_u64()
        .map_or_else(String::new, |it| format!("house {it:>2}"));
    let within = degrees(&point["degreesInSignDms"]);
    let glyph = glyph(id);
    let more = range(point).unwrap_or(house);
    let line = format!("{glyph} {title:<18} {within} {sign:<12} {retrograde}  {more}");
    line.trim_end().to_owned()
}

fn cusp_cell(cusp: &Value) -> String {
    let number = cusp["houseNumber"].as_u64().unwrap_or(0);
    format!("{number:>2} {}", place_in_sign(cusp))
}

/// The position of a cusp or an angle, to the minute.
fn place_in_sign(cusp: &Value) -> String {
    let degrees_in_sign = cusp["degreesInSign"].as_f64().unwrap_or(0.0);
    let within = calculations::dto::degrees::dms(degrees_in_sign);
    let sign = text(&cusp["signTitle"]);
    format!("{:>2}°{:02}′ {sign:<12}", within[0], within[1])
}

/// The aspect grid: the lower half of a square with a row and a column for every point, the column names below
/// it, and a legend.
fn grid(ids: &[&str], aspects: &[&Value]) -> Vec<String> {
    let sign_of = |a: &str, b: &str| {
        let found = aspects.iter().find(|it| {
            let (one, other) = (text(&it["pointA"]), text(&it["pointB"]));
            (one, other) == (a, b) || (one, other) == (b, a)
        });
        found.map_or("·", |it| aspect_glyph(text(&it["aspect"])))
    };
    let mut lines = Vec::new();
    for (row, id) in ids.iter().enumerate() {
        let cells: Vec<_> = ids[..row].iter().map(|other| sign_of(id, other)).collect();
        lines.push(
            format!("{} {}", glyph(id), cells.join(" "))
                .trim_end()
                .to_owned(),
        );
    }
    let columns: Vec<_> = ids.iter().map(|id| glyph(id)).collect();
    lines.push(format!("  {}", columns.join(" ")));
    let kinds = AspectKind::ALL.into_iter().filter(|kind| {
        let is_shown = |it: &&Value| text(&it["aspect"]) == kind.id();
        aspects.iter().any(is_shown)
    });
    let legend: Vec<_> = kinds
        .map(|kind| format!("{} {}", aspect_glyph(kind.id()), kind.id()))
        .collect();
    lines.extend([String::new(), legend.join("   ")]);
    lines
}

/// The Unicode character of a point.
fn glyph(id: &str) -> &'static str {
    const GLYPHS: &[(&str, &str)] = &[
        ("sun", "☉"),
        ("moon", "☽"),
        ("mercury", "☿"),
        ("venus", "♀"),
        ("earth", "♁"),
        ("mars", "♂"),
        ("jupiter", "♃"),
        ("saturn", "♄"),
        ("uranus", "♅"),
        ("neptune", "♆"),
        ("pluto", "♇"),
        ("chiron", "⚷"),
        ("ceres", "⚳"),
        ("pallas", "⚴"),
        ("juno", "⚵"),
        ("vesta", "⚶"),
        ("northNode", "☊"),
        ("southNode", "☋"),
        ("meanApogee", "⚸"),
        ("trueApogee", "⚸"),
        ("partOfFortune", "⊗"),
    ];
    let known = Point::from_id(id).is_some();
    let found = GLYPHS.iter().find(|(it, _)| *it == id && known);
    found.map_or("•", |(_, glyph)| glyph)
}

fn aspect_glyph(id: &str) -> &'static str {
    match AspectKind::from_id(id) {
        Some(AspectKind::Conjunction) => "☌",
        Some(AspectKind::Sextile) => "⚹",
        Some(AspectKind::Square) => "□",
        Some(AspectKind::Trine) => "△",
        Some(AspectKind::Opposition) => "☍",
        Some(AspectKind::Quincunx) => "⚻",
        Some(AspectKind::Semisextile) => "⚺",
        Some(_) => "∗",
        None => "·",
    }
}
