//! The response of an operation for people: its JSON as tables.

use serde_json::{Map, Value};

use super::field_label::humanized;

/// Tables of one response.
const MAX_TABLES: usize = 40;
/// Rows of a table.
const MAX_ROWS: usize = 100;
/// Columns of a table, apart from the first.
const MAX_COLUMNS: usize = 8;
/// Levels of objects and lists. Below them, values are not shown.
const MAX_DEPTH: usize = 4;
/// The characters of a cell.
const MAX_CELL: usize = 160;
/// The characters of an interpretation.
const MAX_TEXT: usize = 2_000;

/// Fields that repeat another one in the same row.
const REPEATED: [(&str, &str); 2] = [
    ("degreesInSign", "degreesInSignDms"),
    ("houseId", "houseNumber"),
];

/// The columns of a table of positions, in the order in which an astrologer reads them. Others follow.
const FIRST: [&str; 10] = [
    "pointA",
    "transitPoint",
    "aspect",
    "pointB",
    "natalPoint",
    "sign",
    "degreesInSignDms",
    "houseNumber",
    "retrograde",
    "orb",
];

/// A table.
#[derive(Debug, PartialEq)]
pub(super) struct Table {
    pub(super) title: String,
    /// Empty for a table of names and values.
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// The number of rows beyond those shown.
    pub(super) omitted: usize,
}

/// The tables of the `data` of a response. Large responses are shown in part.
pub(super) fn tables(data: &Value) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut texts = Vec::new();
    collect_texts(data, 0, &mut texts);
    if !texts.is_empty() {
        let omitted = texts.len().saturating_sub(MAX_ROWS);
        texts.truncate(MAX_ROWS);
        tables.push(Table {
            title: "Texts".to_owned(),
            head: vec!["Title".to_owned(), "Text".to_owned()],
            rows: texts,
            omitted,
        });
    }
    add("", data, 0, &mut tables);
    tables.truncate(MAX_TABLES);
    tables
}

/// The title and the body of an interpretation text, if this is one.
fn text_of(value: &Value) -> Option<Vec<String>> {
    let text = |name: &str| value.get(name)?.as_str();
    text("urn")?;
    let body = text("body")?.chars().take(MAX_TEXT).collect();
    Some(vec![text("title")?.to_owned(), body])
}

/// Every interpretation text of a response, however deep.
fn collect_texts(value: &Value, depth: usize, into: &mut Vec<Vec<String>>) {
    if depth > 2 * MAX_DEPTH || into.len() > MAX_ROWS {
        return;
    }
    if let Some(text) = text_of(value) {
        into.push(text);
        return;
    }
    match value {
        Value::Array(items) => items
            .iter()
            .for_each(|it| collect_texts(it, depth + 1, into)),
        Value::Object(members) => members
            .values()
            .for_each(|it| collect_texts(it, depth + 1, into)),
        _ => {}
    }
}

/// Whether this is the address of an image that a session does not get.
fn is_missing_image(value: &Value) -> bool {
    let members = value.as_object();
    members.is_some_and(|it| it.len() == 1 && it.get("url") == Some(&Value::Null))
}

/// The tables within the rows of a table: lists, and objects with a row for each member.
fn add_nested(
    title: &str,
    rows: &[(Option<&str>, &Map<String, Value>)],
    depth: usize,
    into: &mut Vec<Table>,
) {
    /// What names a row of a list.
    const NAMES: [&str; 4] = ["lord", "id", "name", "date"];
    for (index, (name, row)) in rows.iter().take(MAX_ROWS).enumerate() {
        let named = NAMES.iter().find_map(|it| row.get(*it)?.as_str());
        let name = name
            .or(named)
            .map_or_else(|| (index + 1).to_string(), humanized);
        for (member, value) in *row {
            let has_rows = match value {
                Value::Array(items) => items.iter().any(Value::is_object),
                Value::Object(members) => {
                    members.len() > 1 && members.values().all(Value::is_object)
                }
                _ => false,
            };
            if has_rows {
                let own = humanized(member).to_lowercase();
                add(&format!("{title}: {name}: {own}"), value, depth + 1, into);
            }
        }
    }
}

/// The warnings of a response: sentences. That it has no image URL is none: the page shows the image
/// and creates embed URLs.
pub(super) fn warnings(data: &Value) -> Vec<String> {
    let sentence = |it: &Value| {
        let matters = it["code"] != "chart_without_key";
        it["detail"].as_str().filter(|_| matters).map(str::to_owned)
    };
    // A calculation of two people has one `meta` for each.
    let members = data.as_object().into_iter().flat_map(Map::values);
    let warnings = members.filter_map(|it| it.get("warnings")?.as_array());
    let mut found: Vec<String> = Vec::new();
    for warning in warnings.flatten().filter_map(sentence).take(MAX_ROWS) {
        if !found.contains(&warning) {
            found.push(warning);
        }
    }
    found
}

/// Adds the tables of a value: those of its own scalars, then those of its members.
fn add(title: &str, value: &Value, depth: usize, into: &mut Vec<Table>) {
    let is_shown = text_of(value).is_none() && !is_missing_image(value);
    if depth == MAX_DEPTH || into.len() >= MAX_TABLES || !is_shown {
        return;
    }
    match value {
        Value::Array(items) => {
            let rows = items.iter().filter_map(Value::as_object);
            let rows: Vec<_> = rows.map(|it| (None, it)).collect();
            if !rows.is_empty() {
                into.push(table(title, &rows));
                add_nested(title, &rows, depth, into);
            }
        }
        Value::Object(members) => {
            let rows: Vec<_> = members
                .iter()
                .filter_map(|(name, it)| Some((Some(name.as_str()), it.as_object()?)))
                .collect();
            if rows.len() > 1 && rows.len() == members.len() {
                into.push(table(title, &rows));
                add_nested(title, &rows, depth, into);
                return;
            }
            let facts = members
                .iter()
                .filter_map(|(name, it)| Some(vec![humanized(name), cell(name, it)?]));
            let mut facts: Vec<_> = facts.collect();
            if !facts.is_empty() {
                let omitted = facts.len().saturating_sub(MAX_ROWS);
                facts.truncate(MAX_ROWS);
                into.push(Table {
                    title: title.to_owned(),
                    head: Vec::new(),
                    rows: facts,
                    omitted,
                });
            }
            // The technical facts of the calculation come last.
            let (last, first): (Vec<_>, Vec<_>) = members
                .iter()
                .partition(|(name, _)| name.to_lowercase().ends_with("meta"));
            for (name, member) in first.into_iter().chain(last) {
                let own = humanized(name);
                let path = if title.is_empty() {
                    own
                } else {
                    format!("{title}: {}", own.to_lowercase())
                };
                add(&path, member, depth + 1, into);
            }
        }
        _ => {}
    }
}

fn table(title: &str, rows: &[(Option<&str>, &Map<String, Value>)]) -> Table {
    let is_named = rows.iter().any(|(name, _)| name.is_some());
    let mut columns: Vec<&str> = Vec::new();
    for (name, row) in rows.iter().take(MAX_ROWS) {
        for (column, value) in *row {
            let repeats_name = value.as_str().is_some_and(|it| Some(it) == *name);
            let repeats = REPEATED
                .iter()
                .any(|(one, other)| column == one && row.contains_key(*other));
            let is_new = !columns.contains(&column.as_str());
            if is_new && !repeats_name && !repeats && cell(column, value).is_some() {
                columns.push(column);
            }
        }
    }
    // A stable sort: columns without a place of their own stay in the order of the response.
    columns.sort_by_key(|it| {
        FIRST
            .iter()
            .position(|first| first == it)
            .unwrap_or(FIRST.len())
    });
    columns.truncate(MAX_COLUMNS);
    let name_column = is_named.then(String::new);
    let head = name_column
        .into_iter()
        .chain(columns.iter().map(|it| heading(it)));
    let row = |(name, row): &(Option<&str>, &Map<String, Value>)| {
        let name = is_named.then(|| humanized(name.unwrap_or_default()));
        let cells = columns.iter().map(|column| {
            let value = row.get(*column).and_then(|it| cell(column, it));
            value.unwrap_or_default()
        });
        name.into_iter().chain(cells).collect()
    };
    Table {
        title: title.to_owned(),
        head: head.collect(),
        rows: rows.iter().take(MAX_ROWS).map(row).collect(),
        omitted: rows.len().saturating_sub(MAX_ROWS),
    }
}

fn heading(column: &str) -> String {
    match column {
        "degreesInSignDms" => "Position".to_owned(),
        "houseNumber" => "House".to_owned(),
        other => humanized(other),
    }
}

/// A value as text. None for objects and long lists.
fn cell(name: &str, value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => String::new(),
        Value::Bool(true) => "✓".to_owned(),
        Value::Bool(false) => "–".to_owned(),
        Value::Number(number) => rounded(number),
        Value::String(text) if is_id(text) => humanized(text),
        Value::String(text) => text.clone(),
        Value::Array(items) => match &items[..] {
            [degrees, minutes, seconds] if name.ends_with("Dms") => {
                let two = |it: &Value| format!("{:02}", it.as_i64().unwrap_or_default());
                format!("{degrees}°{}′{}″", two(minutes), two(seconds))
            }
            items if !items.is_empty() && items.len() <= 12 => {
                let texts: Option<Vec<_>> = items
                    .iter()
                    .map(|it| (!it.is_array() && !it.is_object()).then(|| cell("", it))?)
                    .collect();
                texts?.join(", ")
            }
            _ => return None,
        },
        Value::Object(_) => return None,
    };
    let mut cut: String = text.chars().take(MAX_CELL).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    Some(cut)
}

/// Whether a text is an identifier such as `partOfFortune`, and not a code, a version or a sentence.
fn is_id(text: &str) -> bool {
    let is_part = |it: u8| it.is_ascii_alphabetic() || it == b'-';
    (3..=40).contains(&text.len())
        && text.starts_with(|it: char| it.is_ascii_lowercase())
        && text.bytes().all(is_part)
}

/// A number with at most four decimals.
fn rounded(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => {
            let text = format!("{float:.4}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text == "-0" { "0" } else { text }.to_owned()
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn positions_are_a_table_with_a_row_for_each_point() {
        let sun = json!({
            "pointId": "sun", "longitude": 84.149_453_878, "retrograde": false, "sign": "gemini",
            "degreesInSign": 24.15, "degreesInSignDms": [24, 8, 5], "dignity": { "score": 1 },
        });
        let moon = json!({
            "pointId": "moon", "longitude": -0.000_01, "retrograde": true, "sign": "pisces",
            "degreesInSignDms": [15, 38, 11],
        });
        let data =
            json!({ "dateTime": "1990-06-15T12:30:00Z", "points": { "sun": sun, "moon": moon } });
        let [facts, points] = &tables(&data)[..] else {
            panic!("{:?}", tables(&data));
        };
        assert_eq!(facts.rows, [["Date time", "1990-06-15T12:30:00Z"]]);
        assert_eq!(points.title, "Points");
        assert_eq!(
            points.head,
            ["", "Sign", "Position", "Retrograde", "Longitude"]
        );
        assert_eq!(
            points.rows,
            [
                ["Sun", "Gemini", "24°08′05″", "–", "84.1495"],
                ["Moon", "Pisces", "15°38′11″", "✓", "0"],
            ]
        );
    }

    #[test]
    fn rows_within_rows_are_tables_and_texts_have_their_own() {
        let graha = |sign: &str| json!({ "sign": sign, "houseNumber": 1 });
        let text =
            json!({ "urn": "urn:content:1:a:b:c:en", "title": "Saturn", "body": "x".repeat(500) });
        let data = json!({
            "chart": { "url": null },
            "vargas": {
                "D1": { "lagna": "aries", "grahas": { "sun": graha("leo"), "moon": graha("virgo") } },
                "D9": { "lagna": "libra", "grahas": { "sun": graha("pisces"), "moon": graha("aries") } },
            },
            "periods": [{ "lord": "saturn", "text": text, "periods": [{ "lord": "mercury" }] }],
        });
        let found = tables(&data);
        let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Texts",
                "Vargas",
                "Vargas: D1: grahas",
                "Vargas: D9: grahas",
                "Periods",
                "Periods: Saturn: periods"
            ]
        );
        assert_eq!(found[0].rows, [["Saturn".to_owned(), "x".repeat(500)]]);
        assert_eq!(found[3].rows[0][..2], ["Sun", "Pisces"]);
    }

    #[test]
    fn a_long_or_deep_response_is_shown_in_part() {
        let rows: Vec<_> = (0..150).map(|it| json!({ "n": it })).collect();
        let long = &tables(&json!({ "rows": rows }))[0];
        assert_eq!((long.rows.len(), long.omitted), (100, 50));
        let mut deep = json!({ "end": 1 });
        for _ in 0..1_000 {
            deep = json!({ "more": deep });
        }
        assert_eq!(tables(&deep), []);
        let many: Map<_, _> = (0..50)
            .map(|it| (format!("t{it}"), json!([{ "n": it }])))
            .collect();
        assert_eq!(tables(&Value::Object(many)).len(), MAX_TABLES);
    }

    #[test]
    fn warnings_are_read_as_sentences() {
        let data = json!({ "meta": { "warnings": [{ "code": "x", "detail": "Careful." }] } });
        assert_eq!(warnings(&data), ["Careful."]);
        assert!(warnings(&json!({})).is_empty());
        let without_key = json!([{ "code": "chart_without_key", "detail": "No URL." }]);
        let data = json!({ "meta": { "warnings": without_key } });
        assert!(warnings(&data).is_empty());
    }

    #[test]
    fn identifiers_are_words_and_other_texts_are_kept() {
        for (text, expected) in [
            ("partOfFortune", "Part of Fortune"),
            ("placidus", "Placidus"),
            ("Europe/Amsterdam", "Europe/Amsterdam"),
            ("chart_without_key", "chart_without_key"),
            ("de441", "de441"),
            ("en", "en"),
            ("a b", "a b"),
        ] {
            assert_eq!(cell("", &json!(text)).as_deref(), Some(expected));
        }
    }
}
