//! A result as short Markdown: facts for readers with little room, such as language models.
//!
//! The same result is always the same text. What it leaves out follows from the names of fields and is
//! listed here; nothing is chosen by value. Long lists end with the number of rows left out.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::calculation::Calculation;
use crate::dto::degrees::dms;
use crate::shape::is_metadata;

/// Rows of one list in the text, unless the request names another number.
pub const DEFAULT_ROWS: u16 = 40;
/// Objects within each other. The deepest result has seven.
const MAX_DEPTH: usize = 12;
/// Bytes of a token, as language models count them in English text.
const BYTES_PER_TOKEN: usize = 4;

/// Fields whose value another part of the text already says, or that only programs use. Positions are written as a
/// place in a sign.
const OF_PROGRAMS: &[&str] = &[
    "abbreviation",
    "angle",
    "ascmc",
    "boundariesVersion",
    "contentRevision",
    "degreesInSignDms",
    "deltaT",
    "dst",
    "exactLongitude",
    "exactness",
    "houseId",
    "julianDateTt",
    "julianDateUt1",
    "longitudeDms",
    "obliquity",
    "origin",
    "summaryFrom",
    "urn",
    "warnings",
    "zoneDataVersion",
];
/// Fields beside a place in a sign that say the same with more digits, or that few readers use.
const OF_POSITIONS: &[&str] = &[
    "declination",
    "degreesInSign",
    "distance",
    "latitude",
    "longitude",
    "rightAscension",
    "sign",
    "signTitle",
    "speedLongitude",
];
/// Statements that are worth a word only if they are true.
const ONLY_IF_TRUE: &[&str] = &[
    "detriment",
    "exaltation",
    "face",
    "fall",
    "isKarmicDebt",
    "isMasterNumber",
    "modernDetriment",
    "modernRulership",
    "outOfBounds",
    "peregrine",
    "retrograde",
    "rulership",
    "term",
    "transliterated",
];

/// A result as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Markdown.
    pub text: String,
    /// Rows of lists that it leaves out.
    pub rows_omitted: usize,
}

impl Facts {
    /// Its length in tokens of four bytes, rounded up.
    pub fn tokens(&self) -> usize {
        tokens(&self.text)
    }
}

/// The length of a text in tokens of four bytes, rounded up.
pub const fn tokens(text: &str) -> usize {
    text.len().div_ceil(BYTES_PER_TOKEN)
}

/// The facts of a result under a title, with at most so many rows of each list.
///
/// # Examples
///
/// ```
/// let data = serde_json::json!({ "sect": "day", "sun": { "sign": "leo", "degreesInSign": 3.5, "houseNumber": 9 } });
/// let facts = calculations::markdown::facts("Natal chart", &data, 40);
/// assert_eq!(facts.text, "# Natal chart\n- sect: day\n- sun: 3°30′ leo, house 9\n");
/// ```
pub fn facts(title: &str, data: &Value, max_rows: usize) -> Facts {
    facts_with(title, data, &Map::new(), max_rows)
}

/// The same with the conventions that the result was computed with.
pub fn facts_with(
    title: &str,
    data: &Value,
    conventions: &Map<String, Value>,
    max_rows: usize,
) -> Facts {
    let mut page = Page {
        text: format!("# {title}\n"),
        max_rows,
        rows_omitted: 0,
    };
    match data {
        Value::Object(fields) => {
            let (meta, facts): (Vec<_>, Vec<_>) =
                fields.iter().partition(|(name, _)| is_metadata(name));
            page.fields("", facts, 0);
            page.metadata(&meta, conventions);
        }
        Value::Array(rows) => {
            page.rows(rows, 0);
            page.metadata(&[], conventions);
        }
        other => page.line(&scalar(other).unwrap_or_default()),
    }
    Facts {
        text: page.text,
        rows_omitted: page.rows_omitted,
    }
}

/// Options on which schools differ, and what applies if a request does not set them. Only those that change the
/// calculation are listed.
pub fn conventions<C: Calculation>(input: &C::Input) -> Map<String, Value> {
    const DEFAULTS: [(&str, Option<&str>); 8] = [
        ("houseSystem", Some("placidus")),
        ("polarFallback", None),
        ("zodiac", Some("tropical")),
        ("ayanamsha", None),
        ("center", Some("geocentric")),
        ("moonCenter", None),
        ("nodeType", Some("true")),
        ("lotFormula", Some("sect")),
    ];
    let Some(options) = C::options(input) else {
        return Map::new();
    };
    let given = serde_json::to_value(options).unwrap_or_default();
    let relevant = DEFAULTS
        .into_iter()
        .filter(|(name, _)| C::EFFECTS.fields.contains(name));
    let value = |(name, default): (&str, Option<&str>)| {
        let given = given.get(name).filter(|it| !it.is_null());
        let value = given.cloned().or_else(|| default.map(Value::from))?;
        Some((name.to_owned(), value))
    };
    relevant.filter_map(value).collect()
}

/// The text so far.
struct Page {
    text: String,
    max_rows: usize,
    rows_omitted: usize,
}

impl Page {
    fn line(&mut self, phrase: &str) {
        self.text.push_str("- ");
        self.text.push_str(phrase);
        self.text.push('\n');
    }

    fn heading(&mut self, name: &str) {
        self.text.push_str("\n## ");
        self.text.push_str(name);
        self.text.push('\n');
    }

    /// Fields that fit a line first, then one section for each list and map. `within` is the heading of the fields
    /// that fit a line, if there are any.
    fn fields(&mut self, within: &str, fields: Vec<(&String, &Value)>, depth: usize) {
        let shown = fields
            .into_iter()
            .filter(|(name, value)| !is_of_programs(name) && !is_image(value));
        let (long, short): (Vec<_>, Vec<_>) = shown.partition(|(_, value)| is_section(value));
        let phrases = short
            .into_iter()
            .filter_map(|(name, value)| self.named(name, value, depth));
        let phrases: Vec<_> = phrases.collect();
        if !phrases.is_empty() && !within.is_empty() {
            self.heading(within);
        }
        for phrase in phrases {
            self.line(&phrase);
        }
        for (name, value) in long {
            let name = words(name);
            let heading = match within {
                "" => name.into_owned(),
                _ => format!("{within}, {name}"),
            };
            match value {
                Value::Array(rows) => {
                    self.heading(&heading);
                    self.rows(rows, depth + 1);
                }
                Value::Object(map) if is_map(map) => {
                    self.heading(&heading);
                    self.map(map, depth + 1);
                }
                Value::Object(inner) if depth < MAX_DEPTH => {
                    self.fields(&heading, inner.iter().collect(), depth + 1);
                }
                _ => {}
            }
        }
    }

    fn rows(&mut self, rows: &[Value], depth: usize) {
        for row in rows.iter().take(self.max_rows) {
            let phrase = self.phrase(row, depth);
            self.line(phrase.as_deref().unwrap_or("none"));
        }
        self.left_out(rows.len());
    }

    fn map(&mut self, map: &Map<String, Value>, depth: usize) {
        for (name, row) in map.iter().take(self.max_rows) {
            let phrase = match row {
                Value::Object(fields) => self.object(fields, Some(name), depth),
                other => self.phrase(other, depth),
            };
            let phrase = phrase.unwrap_or_else(|| "none".to_owned());
            self.line(&format!("{}: {phrase}", words(name)));
        }
        self.left_out(map.len());
    }

    fn left_out(&mut self, rows: usize) {
        let more = rows.saturating_sub(self.max_rows);
        if more > 0 {
            self.rows_omitted += more;
            self.line(&format!("… and {more} more"));
        }
    }

    /// Warnings, and the conventions that the result was computed with.
    fn metadata(&mut self, meta: &[(&String, &Value)], conventions: &Map<String, Value>) {
        let warnings: Vec<&Value> = meta
            .iter()
            .filter_map(|(_, it)| it["warnings"].as_array())
            .flatten()
            .collect();
        if !warnings.is_empty() {
            self.heading("warnings");
            for warning in warnings {
                let text = |name: &str| warning[name].as_str().unwrap_or_default();
                self.line(&format!("{}: {}", text("code"), text("detail")));
            }
        }
        let mut lines: Vec<_> = meta
            .iter()
            .filter_map(|(name, value)| self.named(name, value, 0))
            .collect();
        lines.extend(self.object(conventions, None, 0));
        if !lines.is_empty() {
            self.heading("computed with");
            for line in lines {
                self.line(&line);
            }
        }
    }

    fn named(&mut self, name: &str, value: &Value, depth: usize) -> Option<String> {
        match value {
            Value::Bool(false) if ONLY_IF_TRUE.contains(&name) => None,
            Value::Bool(true) if ONLY_IF_TRUE.contains(&name) => Some(words(name).into_owned()),
            Value::Object(fields) => {
                let phrase = self.object(fields, Some(name), depth)?;
                Some(format!("{}: {phrase}", words(name)))
            }
            _ => {
                let phrase = self.phrase(value, depth)?;
                Some(format!("{}: {phrase}", words(name)))
            }
        }
    }

    /// A value in one line. `None` if there is nothing to say.
    fn phrase(&mut self, value: &Value, depth: usize) -> Option<String> {
        match value {
            Value::Object(fields) => self.object(fields, None, depth),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().filter(|it| !is_urn(it)).collect();
                let is_simple = items.iter().all(|it| scalar(it).is_some());
                let phrases: Vec<_> = items
                    .iter()
                    .take(self.max_rows)
                    .filter_map(|it| self.phrase(it, depth + 1))
                    .collect();
                let more = items.len().saturating_sub(self.max_rows);
                self.rows_omitted += more;
                let mut phrase = phrases.join(if is_simple { ", " } else { "; " });
                if more > 0 {
                    phrase.extend([" … and ", &more.to_string(), " more"]);
                }
                (!phrase.is_empty()).then_some(phrase)
            }
            other => scalar(other),
        }
    }

    /// An object in one line. `name` is the name it already has in this line.
    fn object(
        &mut self,
        fields: &Map<String, Value>,
        name: Option<&str>,
        depth: usize,
    ) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut parts = Vec::new();
        let mut said: Vec<&str> = Vec::new();
        if let Some(point) = fields.get("pointId").and_then(Value::as_str) {
            said.extend(["pointId", "pointTitle"]);
            let title = fields.get("pointTitle").and_then(Value::as_str);
            if name != Some(point) {
                parts.push(title.map_or_else(|| words(point), Cow::from).into_owned());
            }
        }
        if let Some((phrase, names)) = aspect(fields) {
            parts.push(phrase);
            said.extend(names);
        }
        if let Some(position) = position(fields) {
            parts.push(position);
            said.extend(OF_POSITIONS);
        }
        for (name, value) in fields {
            let is_left_out = is_of_programs(name) || is_urn(value) || is_image(value);
            if is_left_out || said.contains(&name.as_str()) {
                continue;
            }
            let part = match (name.as_str(), value) {
                ("houseNumber", Value::Number(number)) => Some(format!("house {number}")),
                ("applying", Value::Bool(true)) => Some("applying".to_owned()),
                ("applying", Value::Bool(false)) => Some("separating".to_owned()),
                ("text" | "body", Value::String(text)) => Some(text.clone()),
                (name, Value::Object(_) | Value::Array(_)) => {
                    let phrase = self.phrase(value, depth + 1);
                    phrase.map(|it| format!("{} ({it})", words(name)))
                }
                (name, Value::Bool(is)) if ONLY_IF_TRUE.contains(&name) => {
                    is.then(|| words(name).into_owned())
                }
                (name, _) => scalar(value).map(|it| format!("{} {it}", words(name))),
            };
            parts.extend(part);
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// `moon trine jupiter`, and the fields that say it.
fn aspect(fields: &Map<String, Value>) -> Option<(String, [&'static str; 3])> {
    const PAIRS: [[&str; 2]; 2] = [["pointA", "pointB"], ["transitPoint", "natalPoint"]];
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let aspect = text("aspect")?;
    PAIRS.into_iter().find_map(|[one, other]| {
        let phrase = format!(
            "{} {} {}",
            words(text(one)?),
            words(aspect),
            words(text(other)?)
        );
        Some((phrase, ["aspect", one, other]))
    })
}

/// `24°08′ gemini`.
fn position(fields: &Map<String, Value>) -> Option<String> {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let within = fields.get("degreesInSign")?.as_f64()?;
    let sign = text("signTitle").or_else(|| text("sign"))?;
    let [degrees, minutes, _] = dms(within);
    Some(format!("{degrees}°{minutes:02}′ {sign}"))
}

/// A value without parts. `None` if it has parts or says nothing.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Bool(is) => Some(if *is { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => Some(short_number(number)),
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(whole_seconds(text).into_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A number with at most three decimals.
fn short_number(number: &serde_json::Number) -> String {
    match number.as_f64().filter(|_| number.is_f64()) {
        None => number.to_string(),
        Some(number) => {
            let text = format!("{number:.3}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text == "-0" { "0" } else { text }.to_owned()
        }
    }
}

/// An instant without fractions of a second. Any other text is unchanged.
fn whole_seconds(text: &str) -> Cow<'_, str> {
    const SECONDS: usize = "2024-01-01T10:05:19".len();
    let is_instant = text.is_ascii() && text.as_bytes().get(10) == Some(&b'T');
    match text.split_at_checked(SECONDS) {
        Some((start, rest)) if is_instant && rest.starts_with('.') && rest.ends_with('Z') => {
            format!("{start}Z").into()
        }
        _ => text.into(),
    }
}

fn is_of_programs(name: &str) -> bool {
    OF_PROGRAMS.contains(&name)
}

/// Whether a value is the link to an image, whose URL may be signed.
fn is_image(value: &Value) -> bool {
    let fields = value.as_object();
    fields.is_some_and(|it| it.len() == 1 && it.contains_key("url"))
}

/// Whether a value is the name of a text in the library.
fn is_urn(value: &Value) -> bool {
    match value {
        Value::String(text) => text.starts_with("urn:content:"),
        Value::Array(items) => !items.is_empty() && items.iter().all(is_urn),
        _ => false,
    }
}

/// Whether a value is too long for a line: a list of objects, a map, or an object with one of them.
fn is_section(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Object(fields) => is_map(fields) || fields.values().any(is_section),
        _ => false,
    }
}

/// Whether the names of an object are data, such as the points of a chart: its values are objects, and there are
/// several.
fn is_map(fields: &Map<String, Value>) -> bool {
    fields.len() > 1 && fields.values().all(Value::is_object)
}

/// `lordOfTheYear` as `lord of the year`. Ids with hyphens stay as they are.
fn words(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|it| it.is_ascii_uppercase()) {
        return name.into();
    }
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(data: &Value, expected: &str) {
        assert_eq!(facts("T", data, 3).text, format!("# T\n{expected}"));
    }

    #[test]
    fn a_position_is_a_place_in_a_sign_truncated_to_the_minute() {
        let sun = json!({ "pointId": "sun", "longitude": 89.999_999, "sign": "gemini", "degreesInSign": 29.999_999,
            "degreesInSignDms": [29, 59, 59], "houseNumber": 9, "retrograde": false, "outOfBounds": true });
        check(
            &json!({ "points": { "sun": sun, "moon": sun } }),
            "\n## points\n- sun: 29°59′ gemini, house 9, out of bounds\n\
             - moon: sun, 29°59′ gemini, house 9, out of bounds\n",
        );
    }

    #[test]
    fn an_aspect_is_a_sentence_of_its_points() {
        let natal = json!({ "pointA": "moon", "pointB": "northNode", "aspect": "trine", "angle": 120.0,
            "orb": 0.257_508, "applying": true, "exactness": 0.96 });
        let transit = json!({ "transitPoint": "moon", "natalPoint": "sun", "aspect": "sextile", "orb": 1.0,
            "exact": [], "leave": "2024-01-01T00:53:58.764Z" });
        check(
            &json!({ "aspects": [natal, transit] }),
            "\n## aspects\n- moon trine north node, orb 0.258, applying\n\
             - moon sextile sun, orb 1, leave 2024-01-01T00:53:58Z\n",
        );
    }

    #[test]
    fn a_long_list_ends_with_the_number_of_rows_left_out() {
        let rows: Vec<_> = (0..5).map(|it| json!({ "day": it })).collect();
        let data = json!({ "days": rows });
        check(
            &data,
            "\n## days\n- day 0\n- day 1\n- day 2\n- … and 2 more\n",
        );
        assert_eq!(facts("T", &data, 3).rows_omitted, 2);
        assert_eq!(facts("T", &data, 5).rows_omitted, 0);
        let inline = json!({ "numbers": [1, 2, 3, 4] });
        check(&inline, "- numbers: 1, 2, 3 … and 1 more\n");
        assert_eq!(facts("T", &inline, 3).rows_omitted, 1);
    }

    #[test]
    fn warnings_and_conventions_come_last_and_urls_not_at_all() {
        let data = json!({
            "meta": { "utc": "1990-06-15T12:30:00Z", "deltaT": 57.2,
                "warnings": [{ "code": "point_renamed", "detail": "Use `meanApogee`." }] },
            "chart": { "url": "https://example.com/?signature=secret" },
            "rulers": { "chart": { "sign": "libra" }, "houses": [{ "houseNumber": 1 }] },
            "sect": "day",
            "visible": false,
        });
        check(
            &data,
            "- sect: day\n- visible: no\n\n## rulers\n- chart: sign libra\n\n## rulers, houses\n- house 1\n\
             \n## warnings\n- point_renamed: Use `meanApogee`.\n\
             \n## computed with\n- meta: utc 1990-06-15T12:30:00Z\n",
        );
    }

    #[test]
    fn texts_are_whole_and_their_names_in_the_library_are_left_out() {
        let data = json!({ "facts": [{ "house": 8, "text": { "urn": "urn:content:1:a:en", "body": "Half of it. All." } }],
            "from": ["urn:content:1:a:en"] });
        check(&data, "\n## facts\n- house 8, text (Half of it. All.)\n");
    }

    #[test]
    fn the_conventions_of_a_chart_are_what_it_is_computed_with() {
        use crate::natal::Natal;
        use crate::{CalculationContext, input};

        let compute = |body: &Value| {
            let request = input::read::<Natal>(body.clone()).unwrap();
            let now = access::Timestamp::from_micros(0);
            let context = CalculationContext::of_operator::<Natal>(&request, now).unwrap();
            let reply = Natal::compute(&request.input, &context).unwrap();
            let conventions = conventions::<Natal>(&request.input);
            (serde_json::to_value(&reply).unwrap(), conventions)
        };
        let mut body: Value = serde_json::from_str(Natal::EXAMPLE).unwrap();
        let (by_default, conventions) = compute(&body);
        assert_eq!(conventions["houseSystem"], "placidus");
        // Spelled out, they give the same chart.
        body.as_object_mut().unwrap().extend(conventions.clone());
        let (spelled_out, same) = compute(&body);
        assert_eq!(by_default, spelled_out);
        assert_eq!(conventions, same);
        body["zodiac"] = "sidereal".into();
        body["ayanamsha"] = "lahiri".into();
        let (_, others) = compute(&body);
        assert_eq!(
            (&others["zodiac"], &others["ayanamsha"]),
            (&json!("sidereal"), &json!("lahiri"))
        );
    }

    #[test]
    fn a_token_is_four_bytes() {
        assert_eq!(
            [tokens(""), tokens("a"), tokens("abcd"), tokens("abcde")],
            [0, 1, 1, 2]
        );
    }
}
