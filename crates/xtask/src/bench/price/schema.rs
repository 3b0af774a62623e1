//! Values that match a schema of the API document, chosen to be expensive: longest lists, widest
//! ranges, every option.

use serde_json::{Map, Value, json};

use crate::dice::Dice;

/// Instants for ranges and births: both ends of the engine's range, centuries, the limits of
/// tables.
const DATES: &[&str] = &[
    "1600-01-01",
    "1700-03-01T12:00",
    "1900-01-01T00:00",
    "1960-07-07T23:59",
    "1985-03-03T03:03",
    "1990-06-15T14:30",
    "1999-12-31T12:00",
    "2000-01-01",
    "2010-10-10T10:10",
    "2027-05-17",
    "2099-12-31",
    "2150-01-01T00:00",
];

/// Not required by the schema because there is an alternative; one of the two is needed.
const NEEDED: &[&str] = &[
    "dateTime1",
    "location1",
    "location1.latitude",
    "location1.longitude",
    "dateTime2",
    "location2",
    "location2.latitude",
    "location2.longitude",
];

/// Fields that cause work. Half of all mutations change these.
const HEAVY: &[&str] = &[
    "points",
    "aspects",
    "include",
    "includeText",
    "includeReadableEntities",
    "width",
    "height",
    "positions",
    "cusps",
    "aspectGrid",
    "balance",
    "legend",
    "outerHouses",
    "aroundNatal",
    "format",
    "startDate",
    "step",
    "page.size",
];

/// Maximum ranges of calculations, and shorter ones.
const RANGES: &[(&str, &str)] = &[
    ("2000-01-01", "2000-01-02"),
    ("2000-01-01", "2000-01-31"),
    ("2000-01-01", "2000-04-30"),
    ("2000-01-01", "2000-12-31"),
    ("2000-01-01", "2001-12-31"),
    ("2000-01-01", "2009-12-31"),
    ("2000-01-01", "2027-05-17"),
    ("1900-01-01", "1999-12-31"),
];

const STEPS: &[&str] = &["1m", "15m", "1h", "6h", "1d", "7d"];
const DEEPEST: u32 = 6;

/// The schemas of the document.
pub(super) struct Schemas<'a> {
    document: &'a Value,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Value) -> Self {
        Self { document }
    }

    /// The credentials of operations that name none.
    pub(super) fn default_security(&self) -> &'a Value {
        &self.document["security"]
    }

    pub(super) fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut found = schema;
        // References in the document are not circular. The limit only guarantees it.
        for _ in 0..DEEPEST {
            let Some(name) = found["$ref"].as_str() else {
                break;
            };
            found = self
                .document
                .pointer(name.trim_start_matches('#'))
                .unwrap_or(&Value::Null);
        }
        found
    }

    /// Every value of an enumeration. Empty if the schema is not one.
    pub(super) fn choices(&self, schema: &'a Value) -> Vec<Value> {
        let schema = self.resolve(schema);
        if let Some(listed) = schema["enum"].as_array() {
            return listed.clone();
        }
        let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
        let constants = alternatives.into_iter().flatten();
        constants
            .map(|it| self.resolve(it))
            .flat_map(|it| match (&it["const"], it["enum"].as_array()) {
                (Value::Null, None) => Vec::new(),
                (Value::Null, Some(listed)) => listed.clone(),
                (constant, _) => vec![constant.clone()],
            })
            .collect()
    }

    /// An object with its required fields only.
    pub(super) fn smallest(&self, schema: &'a Value, dice: &mut Dice) -> Value {
        let schema = self.resolve(schema);
        let mut object = Map::new();
        for (name, property) in properties(schema) {
            if is_required(schema, name)
                && let Some(value) = self.value(name, property, dice, 0)
            {
                object.insert(name.clone(), value);
            }
        }
        Value::Object(object)
    }

    /// The same input with one to three fields changed, added or removed.
    pub(super) fn changed(&self, schema: &'a Value, input: &Value, dice: &mut Dice) -> Value {
        let schema = self.resolve(schema);
        let mut changed = input.clone();
        for _ in 0..=dice.below(3) {
            self.change_one(schema, &mut changed, dice, 0);
        }
        changed
    }

    fn change_one(&self, schema: &'a Value, input: &mut Value, dice: &mut Dice, depth: u32) {
        let Value::Object(object) = input else {
            return;
        };
        let names: Vec<(&String, &Value)> = properties(schema).collect();
        if names.is_empty() {
            return;
        }
        let heavy: Vec<_> = names
            .iter()
            .filter(|(name, _)| HEAVY.contains(&name.as_str()))
            .collect();
        let (name, property) = match heavy.len() {
            0 => names[dice.below(names.len())],
            count if dice.below(2) == 0 => *heavy[dice.below(count)],
            _ => names[dice.below(names.len())],
        };
        let inner = self.object(property);
        if let (Some(inner), Some(part)) = (inner, object.get_mut(name))
            && depth < DEEPEST
            && dice.below(4) > 0
        {
            return self.change_one(inner, part, dice, depth + 1);
        }
        if matches!(name.as_str(), "startDate" | "endDate") {
            let (start, end) = RANGES[dice.below(RANGES.len())];
            object.insert("startDate".to_owned(), start.into());
            object.insert("endDate".to_owned(), end.into());
            return;
        }
        if !is_required(schema, name) && dice.below(5) == 0 {
            object.remove(name);
        } else if let Some(value) = self.value(name, property, dice, depth) {
            object.insert(name.clone(), value);
        }
    }

    /// The schema of an object, if this is one or may be one.
    fn object(&self, schema: &'a Value) -> Option<&'a Value> {
        let schema = self.resolve(schema);
        if schema["properties"].is_object() {
            return Some(schema);
        }
        let alternatives = schema["anyOf"].as_array()?;
        alternatives.iter().find_map(|it| self.object(it))
    }

    /// A value of a field. `None` if the name gives no hint.
    fn value(&self, name: &str, schema: &'a Value, dice: &mut Dice, depth: u32) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let choices = self.choices(schema);
        if !choices.is_empty() {
            return Some(choices[dice.below(choices.len())].clone());
        }
        let schema = self.resolve(schema);
        if let Some(object) = self.object(schema) {
            return Some(self.full(object, dice, depth + 1));
        }
        if let Some(alternatives) = schema["anyOf"].as_array() {
            let one = &alternatives[dice.below(alternatives.len())];
            return self.value(name, one, dice, depth + 1);
        }
        let types = &schema["type"];
        let is = |kind: &str| {
            types == kind
                || types
                    .as_array()
                    .is_some_and(|all| all.contains(&json!(kind)))
        };
        if is("boolean") {
            Some((dice.below(4) > 0).into())
        } else if is("integer") || is("number") {
            Some(number(schema, is("integer"), dice))
        } else if is("array") {
            self.list(name, schema, dice, depth)
        } else if is("string") {
            text(name, schema, dice)
        } else {
            None
        }
    }

    /// An object with most of its fields.
    fn full(&self, schema: &'a Value, dice: &mut Dice, depth: u32) -> Value {
        let mut object = Map::new();
        for (name, property) in properties(schema) {
            if (is_required(schema, name) || dice.below(3) == 0)
                && let Some(value) = self.value(name, property, dice, depth)
            {
                object.insert(name.clone(), value);
            }
        }
        Value::Object(object)
    }

    /// Mostly the longest list, without repetition if the items are an enumeration.
    fn list(&self, name: &str, schema: &'a Value, dice: &mut Dice, depth: u32) -> Option<Value> {
        let most = schema["maxItems"].as_u64().unwrap_or(20);
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(1_000);
        let length = match dice.below(4) {
            0 => dice.below(most + 1),
            1 => most.min(1),
            _ => most,
        };
        let mut choices = self.choices(&schema["items"]);
        if !choices.is_empty() {
            dice.shuffle(&mut choices);
            choices.truncate(length);
            return Some(choices.into());
        }
        let item = |dice: &mut Dice| self.value(name, &schema["items"], dice, depth + 1);
        let items: Option<Vec<Value>> = (0..length).map(|_| item(dice)).collect();
        items.map(Value::from)
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema["required"].as_array();
    required.is_some_and(|all| all.contains(&json!(name))) || NEEDED.contains(&name)
}

/// One of the limits, or anything between.
fn number(schema: &Value, integer: bool, dice: &mut Dice) -> Value {
    let least = schema["minimum"].as_f64().unwrap_or(0.0);
    let most = schema["maximum"].as_f64().unwrap_or(1_000_000.0);
    let between = least + (most - least) * dice.below(1_000) as f64 / 1_000.0;
    let chosen = match dice.below(8) {
        0 => least,
        1 | 2 => most,
        _ => between,
    };
    if integer {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "limits of integers are integers"
        )]
        return json!(chosen.round() as i64);
    }
    json!(chosen)
}

fn text(name: &str, schema: &Value, dice: &mut Dice) -> Option<Value> {
    let one_of = |all: &[&str], dice: &mut Dice| Some(all[dice.below(all.len())].into());
    match schema["format"].as_str() {
        Some("local-date-time" | "date-time") => return one_of(DATES, dice),
        Some("step") => return one_of(STEPS, dice),
        Some("colour") => return Some("#102030".into()),
        Some("email") => return Some(format!("someone{}@example.org", dice.below(1_000)).into()),
        Some("name") => return Some("x".repeat(50).into()),
        Some("rate") => return Some("10/1s".into()),
        Some("domain-pattern") => {
            return Some(format!("*.d{}.example.org", dice.below(1_000)).into());
        }
        Some("uri") => return Some("https://example.org/hook".into()),
        _ => {}
    }
    match name {
        "timezone" => one_of(
            &["Europe/Amsterdam", "LMT", "LAT", "America/New_York"],
            dice,
        ),
        "q" | "query" | "search" => {
            one_of(&["a", "san", "st", "moon", "the", "amsterdm", "é"], dice)
        }
        "language" => one_of(&["en", "nl", "de"], dice),
        _ => {
            let most = schema["maxLength"].as_u64().unwrap_or(40).min(10_000);
            let length = usize::try_from(most).unwrap_or(40);
            Some("x".repeat(length.max(1)).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({ "components": { "schemas": {
            "Point": { "type": "string", "enum": ["sun", "moon", "mars"] },
            "Place": { "type": "object", "properties": {
                "latitude": { "type": "number", "minimum": -90, "maximum": 90 } }, "required": ["latitude"] },
            "Input": { "type": "object", "required": ["startDate", "endDate", "place"], "properties": {
                "startDate": { "type": "string", "format": "local-date-time" },
                "endDate": { "type": "string", "format": "local-date-time" },
                "place": { "$ref": "#/components/schemas/Place" },
                "points": { "type": ["array", "null"], "items": { "$ref": "#/components/schemas/Point" }, "maxItems": 9 },
                "center": { "anyOf": [{ "$ref": "#/components/schemas/Point" }, { "type": "null" }] } } }
        } } })
    }

    #[test]
    fn the_smallest_input_has_the_required_fields_only() {
        let document = document();
        let input = json!({ "$ref": "#/components/schemas/Input" });
        let smallest = Schemas::new(&document).smallest(&input, &mut Dice::new(1));
        let mut names: Vec<&String> = smallest.as_object().unwrap().keys().collect();
        names.sort_unstable();
        assert_eq!(names, ["endDate", "place", "startDate"]);
        let latitude = smallest["place"]["latitude"].as_f64().unwrap();
        assert!((-90.0..=90.0).contains(&latitude), "{latitude}");
    }

    #[test]
    fn changes_reach_every_field_and_stay_within_the_schema() {
        let document = document();
        let schemas = Schemas::new(&document);
        let schema = json!({ "$ref": "#/components/schemas/Input" });
        let mut dice = Dice::new(7);
        let mut input = schemas.smallest(&schema, &mut dice);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            input = schemas.changed(&schema, &input, &mut dice);
            seen.extend(input.as_object().unwrap().keys().cloned());
            let points = input["points"].as_array().cloned().unwrap_or_default();
            assert!(points.len() <= 3, "items of a choice are not repeated");
        }
        assert_eq!(seen.len(), 5, "{seen:?}");
    }
}
