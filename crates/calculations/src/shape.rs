//! The shape of a response that a request asks for: only some of its fields, and fewer decimals.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use http_api::input::{resolve, schema_generator};
use http_api::suggest::nearest;
use http_api::{ApiError, ErrorCode, Problem, Source, Work, unwritable};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::calculation::Calculation;
use crate::dto::field_path::FieldPath;
use crate::dto::requested_point::RequestedPoint;
use crate::failure::Problems;
use crate::list::{CalculationVisitor, visit};

/// Only the first problems get a suggestion.
const MAX_SUGGESTIONS: usize = 5;

/// Whether a field is metadata, such as `meta`, `meta2` or `transitMeta`. It is always part of a
/// response, because it has the warnings, and it keeps all decimals of its instants and constants.
pub(crate) fn is_metadata(name: &str) -> bool {
    name.starts_with("meta") || name.ends_with("Meta")
}

/// The options of a request that decide what is written of its result.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct ResponseShape {
    /// Fields to return, such as `points.*.longitude`. Defaults to all.
    #[schemars(length(min = 1, max = 50))]
    pub fields: Option<Vec<FieldPath>>,
    /// Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9.
    #[schemars(range(min = 0, max = 9))]
    pub precision: Option<u8>,
}

impl ResponseShape {
    /// Whether the response is written as it is.
    pub const fn is_whole(&self) -> bool {
        self.fields.is_none() && self.precision.is_none()
    }
}

/// A request for a calculation: its input, and the shape of the response.
#[derive(Debug)]
pub struct CalculationRequest<I> {
    /// The input.
    pub input: I,
    /// The shape of the response.
    pub shape: ResponseShape,
}

impl<I> CalculationRequest<I> {
    /// The work of the calculation and of shaping its response, of which every row becomes a tree.
    pub fn work<C: Calculation<Input = I>>(&self) -> Work {
        let work = C::work(&self.input);
        if self.shape.is_whole() {
            return work;
        }
        work.with_tree()
    }

    /// The memory needed at any one time to write the response. A shaped response is also in memory
    /// as a tree, which takes several times as much as its text.
    pub fn held_bytes<C: Calculation<Input = I>>(&self) -> u64 {
        const OF_A_TREE: u64 = 4;
        let held = C::held_bytes(C::work(&self.input));
        if self.shape.is_whole() {
            held
        } else {
            held.saturating_mul(OF_A_TREE)
        }
    }
}

impl<'de, I: DeserializeOwned> Deserialize<'de> for CalculationRequest<I> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut input = Map::deserialize(deserializer)?;
        let mut shape = Map::new();
        for name in ["fields", "precision"] {
            shape.extend(input.remove_entry(name));
        }
        let shape = ResponseShape::deserialize(Value::Object(shape)).map_err(D::Error::custom)?;
        let input = I::deserialize(Value::Object(input)).map_err(D::Error::custom)?;
        Ok(Self { input, shape })
    }
}

impl<I: JsonSchema> JsonSchema for CalculationRequest<I> {
    fn schema_name() -> Cow<'static, str> {
        I::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = I::json_schema(generator);
        let shape = ResponseShape::json_schema(generator).to_value();
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        if let (Some(properties), Some(more)) = (properties, shape["properties"].as_object()) {
            properties.extend(more.clone());
        }
        schema
    }
}

/// A checked [`ResponseShape`].
#[derive(Clone, Debug, Default)]
pub struct Shape {
    fields: Option<Selection>,
    precision: Option<i32>,
}

/// The requested paths as a tree of their names: which to keep, and what of their values; everything
/// if there are none. `*` stands for all names. The tree has at most as many nodes as the paths have
/// names, so a request cannot make it larger than itself.
#[derive(Clone, Debug, Default)]
struct Selection(Vec<(Box<str>, Self)>);

impl Shape {
    /// Checks that the fields exist in the responses of a calculation.
    ///
    /// # Errors
    ///
    /// `response_field_unknown` for every field that does not.
    pub(crate) fn of<C: Calculation>(shape: &ResponseShape) -> Result<Self, ApiError> {
        let precision = shape.precision.map(i32::from);
        let Some(fields) = &shape.fields else {
            return Ok(Self {
                fields: None,
                precision,
            });
        };
        let mut problems = Problems::default();
        let mut selection = Selection::default();
        for (index, FieldPath(path)) in fields.iter().enumerate() {
            match reply_schema::<C>().find(path) {
                Ok(names) => selection.add(&names),
                Err(unknown) => {
                    let problem = unknown.problem(path, problems.0.len() < MAX_SUGGESTIONS);
                    let at = Source::Pointer(format!("/fields/{index}"));
                    problems.0.push(problem.at(at));
                }
            }
        }
        problems.finish()?;
        for name in reply_schema::<C>().names().filter(|it| is_metadata(it)) {
            selection.add(&[name]);
        }
        Ok(Self {
            fields: Some(selection),
            precision,
        })
    }

    /// A result in this shape.
    pub fn applied<'a, T: Serialize>(&'a self, value: &'a T) -> Shaped<'a, T> {
        self.applied_at("", value)
    }

    /// A part of a result in this shape. `name` is the field that has it.
    pub(crate) fn applied_at<'a, T: Serialize>(
        &'a self,
        name: &str,
        value: &'a T,
    ) -> Shaped<'a, T> {
        let fields = match &self.fields {
            Some(fields) if !name.is_empty() => fields.of(name),
            whole => whole.iter().collect(),
        };
        let precision = self.precision.filter(|_| !is_metadata(name));
        Shaped {
            value,
            fields,
            precision,
        }
    }

    /// Whether a field is part of the response.
    pub(crate) fn has(&self, name: &str) -> bool {
        let fields = self.fields.as_ref();
        fields.is_none_or(|it| it.0.is_empty() || it.children(name).next().is_some())
    }

    /// The memory that it takes, for the budget of requests that keep many.
    pub fn held_bytes(&self) -> u64 {
        self.fields.as_ref().map_or(0, Selection::held_bytes)
    }

    /// Writes a result as JSON.
    ///
    /// # Errors
    ///
    /// It cannot be written, which is a defect.
    pub(crate) fn write<T: Serialize>(&self, out: &mut Vec<u8>, value: &T) -> Result<(), ApiError> {
        serde_json::to_writer(out, &self.applied(value)).map_err(unwritable)
    }
}

/// A value that is written in a shape.
#[derive(Debug)]
pub struct Shaped<'a, T> {
    value: &'a T,
    /// What all requested paths select of the value. Everything if there are none.
    fields: Vec<&'a Selection>,
    precision: Option<i32>,
}

impl<T: Serialize> Serialize for Shaped<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        if self.fields.is_empty() && self.precision.is_none() {
            return self.value.serialize(serializer);
        }
        let mut value = serde_json::to_value(self.value).map_err(S::Error::custom)?;
        if !self.fields.is_empty() {
            keep(&mut self.fields.clone(), 0, &mut value);
        }
        if let Some(decimals) = self.precision {
            cut_off(&mut value, 10_f64.powi(decimals));
        }
        value.serialize(serializer)
    }
}

impl Selection {
    fn add(&mut self, names: &[&str]) {
        let mut level = self;
        for (index, name) in names.iter().enumerate() {
            let found = level.0.iter().position(|(it, _)| **it == **name);
            let child = match found {
                // `points` includes `points.sun`, whichever comes first.
                Some(found) if level.0[found].1.0.is_empty() => return,
                Some(found) => found,
                None => {
                    level.0.push(((*name).into(), Self::default()));
                    level.0.len() - 1
                }
            };
            level = &mut level.0[child].1;
            if index + 1 == names.len() {
                level.0.clear();
            }
        }
    }

    /// What is selected of the value with this name: that of the name and that of `*`. Empty if it is
    /// selected as a whole, or not at all.
    fn of<'a>(&'a self, name: &str) -> Vec<&'a Self> {
        let mut selected = Vec::new();
        let all = self.children(name);
        for child in all {
            if child.0.is_empty() {
                return Vec::new();
            }
            selected.push(child);
        }
        selected
    }

    fn children<'a, 'b>(&'a self, name: &'b str) -> impl Iterator<Item = &'a Self> + use<'a, 'b> {
        let selects = move |it: &&(Box<str>, Self)| *it.0 == *name || *it.0 == *"*";
        self.0.iter().filter(selects).map(|(_, child)| child)
    }

    fn held_bytes(&self) -> u64 {
        // A list grows to twice its length.
        const NODE_BYTES: u64 = 2 * size_of::<(Box<str>, Selection)>() as u64;
        let of =
            |(name, child): &(Box<str>, Self)| NODE_BYTES + name.len() as u64 + child.held_bytes();
        self.0.iter().map(of).sum()
    }
}

/// Removes what is not selected. The selections of the value are those from `first` on; the others are
/// those of the objects around it.
fn keep<'a>(selections: &mut Vec<&'a Selection>, first: usize, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|it| keep(selections, first, it)),
        Value::Object(object) => object.retain(|name, value| {
            let end = selections.len();
            for index in first..end {
                let selection: &'a Selection = selections[index];
                let selects = |it: &&'a (Box<str>, Selection)| *it.0 == **name || *it.0 == *"*";
                selections.extend(selection.0.iter().filter(selects).map(|(_, child)| child));
            }
            let is_whole = selections[end..].iter().any(|it| it.0.is_empty());
            // A path that goes on does not select a plain value.
            let is_kept =
                is_whole || (selections.len() > end && (value.is_object() || value.is_array()));
            if is_kept && !is_whole {
                keep(selections, end, value);
            }
            selections.truncate(end);
            is_kept
        }),
        _ => {}
    }
}

/// Cuts off decimals. `scale` is ten to their number. Rounding could move a position into the next
/// sign, or to 360 degrees.
fn cut_off(value: &mut Value, scale: f64) {
    /// Half of the last decimal that a number can have: keeps 4.35, which is a little less in
    /// binary, from becoming 4.34.
    const TOLERANCE: f64 = 0.5e-9;
    match value {
        Value::Number(number) if number.is_f64() => {
            let value = number.as_f64().unwrap_or_default();
            let cut = ((value.abs() + TOLERANCE) * scale).trunc() / scale;
            // Minus zero looks like a mistake.
            let cut = if cut == 0.0 { 0.0 } else { cut.copysign(value) };
            if let Some(cut) = serde_json::Number::from_f64(cut) {
                *number = cut;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| cut_off(it, scale)),
        Value::Object(object) => {
            let others = object.iter_mut().filter(|(name, _)| !is_metadata(name));
            others.for_each(|(_, it)| cut_off(it, scale));
        }
        _ => {}
    }
}

/// The schema of a calculation's response.
struct ReplySchema {
    root: Value,
    definitions: Map<String, Value>,
}

/// The schema of each calculation's response, made when a request first asks for fields.
fn reply_schema<C: Calculation>() -> &'static ReplySchema {
    struct Schemas(HashMap<&'static str, ReplySchema>);

    impl CalculationVisitor for Schemas {
        fn calculation<C: Calculation>(&mut self) {
            let mut generator = schema_generator();
            let root = generator.subschema_for::<C::Reply>().to_value();
            let definitions = generator.definitions().clone();
            self.0.insert(C::SPEC.id, ReplySchema { root, definitions });
        }
    }

    static SCHEMAS: OnceLock<HashMap<&'static str, ReplySchema>> = OnceLock::new();
    let schemas = SCHEMAS.get_or_init(|| {
        let mut schemas = Schemas(HashMap::new());
        visit(&mut schemas);
        schemas.0
    });
    &schemas[C::SPEC.id]
}

/// A name of a path that the response does not have.
struct UnknownName<'a> {
    name: &'a str,
    known: Vec<&'static str>,
}

impl UnknownName<'_> {
    fn problem(&self, path: &str, is_suggested: bool) -> Problem {
        let UnknownName { name, known } = self;
        let near = is_suggested.then(|| nearest(name, known.iter().copied()));
        let hint = near.flatten().map(|it| format!(" Did you mean `{it}`?"));
        let hint = hint.unwrap_or_default();
        let detail = format!("The response has no field `{path}`.{hint}");
        Problem::new(ErrorCode::ResponseFieldUnknown, detail)
    }
}

impl ReplySchema {
    /// The names of a path, or the first that leads nowhere.
    fn find<'a>(&'static self, path: &'a str) -> Result<Vec<&'a str>, UnknownName<'a>> {
        let mut level = vec![&self.root];
        let mut names = Vec::new();
        for name in path.split('.') {
            let mut objects: Vec<_> = level.into_iter().flat_map(|it| self.objects(it)).collect();
            // Through `*`, the same definition is reached many times.
            let mut seen = HashSet::new();
            objects.retain(|it| seen.insert(std::ptr::from_ref::<Value>(it)));
            let mut next: Vec<_> = objects.iter().flat_map(|it| fields(it, name)).collect();
            let mut canonical = name;
            let maps = objects.iter().filter_map(|it| values_by_id(it));
            let maps: Vec<_> = maps.collect();
            if let Some(id) = id_of(name).filter(|_| !maps.is_empty()) {
                canonical = id;
                next.extend(maps);
            }
            if next.is_empty() {
                let known = objects
                    .iter()
                    .filter_map(|it| it.get("properties")?.as_object());
                let known = known.flat_map(|it| it.keys().map(String::as_str)).collect();
                return Err(UnknownName { name, known });
            }
            names.push(canonical);
            level = next;
        }
        Ok(names)
    }

    /// The names of the fields of the response.
    fn names(&'static self) -> impl Iterator<Item = &'static str> {
        let objects = self.objects(&self.root).into_iter();
        let properties = objects.filter_map(|it| it.get("properties")?.as_object());
        properties.flat_map(|it| it.keys().map(String::as_str))
    }

    /// The objects that a value can be, or that it is a list of.
    fn objects<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        let Some(schema) = resolve(schema, &self.definitions) else {
            return Vec::new();
        };
        if let Some(alternatives) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
            let alternatives = alternatives.as_array().into_iter().flatten();
            return alternatives.flat_map(|it| self.objects(it)).collect();
        }
        match schema.get("items") {
            Some(items) => self.objects(items),
            None => vec![schema],
        }
    }
}

/// The schemas of the fields of an object that a name selects.
fn fields<'a>(object: &'a Value, name: &str) -> Vec<&'a Value> {
    let properties = object.get("properties").and_then(Value::as_object);
    let named =
        |(known, schema): (&String, &'a Value)| (name == "*" || known == name).then_some(schema);
    properties.into_iter().flatten().filter_map(named).collect()
}

/// The schema of the values, if an object is a map by id.
fn values_by_id(object: &Value) -> Option<&Value> {
    object
        .get("additionalProperties")
        .filter(|it| it.is_object())
}

/// The key of a map that a name stands for: points, also by their synonyms, and what is counted.
fn id_of(name: &str) -> Option<&str> {
    const OTHERS: [&str; 9] = [
        "*", "armc", "fire", "earth", "air", "water", "cardinal", "fixed", "mutable",
    ];
    if OTHERS.contains(&name) {
        return Some(name);
    }
    RequestedPoint::from_name(name).map(|it| it.point.id())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::natal::Natal;

    fn shape(fields: &[&str], precision: Option<u8>) -> Result<Shape, ApiError> {
        let fields: Vec<_> = fields
            .iter()
            .map(|it| FieldPath((*it).to_owned()))
            .collect();
        Shape::of::<Natal>(&ResponseShape {
            fields: (!fields.is_empty()).then_some(fields),
            precision,
        })
    }

    #[test]
    fn shaping_a_table_is_part_of_its_price() {
        let request = |more: Value| {
            let mut input: Value = serde_json::from_str(Natal::EXAMPLE).unwrap();
            input
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            let request: CalculationRequest<<Natal as Calculation>::Input> =
                serde_json::from_value(input).unwrap();
            request.work::<Natal>().millinatals()
        };
        let whole = request(json!({}));
        for shaped in [json!({ "precision": 4 }), json!({ "fields": ["points"] })] {
            assert_eq!(request(shaped), whole + whole / 4);
        }
    }

    fn written(shape: &Shape, value: &Value) -> Value {
        serde_json::to_value(shape.applied(value)).unwrap()
    }

    #[test]
    fn only_the_requested_fields_are_written_and_always_the_metadata() {
        let reply = json!({
            "points": { "sun": { "longitude": 1.5, "sign": "aries" }, "moon": { "longitude": 2.0 } },
            "aspects": [{ "aspect": "trine", "orb": 1.0 }, { "aspect": "square", "orb": 2.0 }],
            "sect": "day",
            "meta": { "warnings": [] },
        });
        let check = |fields: &[&str], expected: Value| {
            let mut expected = expected;
            expected["meta"] = json!({ "warnings": [] });
            assert_eq!(written(&shape(fields, None).unwrap(), &reply), expected);
        };
        check(&["sect"], json!({ "sect": "day" }));
        check(
            &["points.sun.longitude"],
            json!({ "points": { "sun": { "longitude": 1.5 } } }),
        );
        check(
            &["points.*.longitude"],
            json!({ "points": { "sun": { "longitude": 1.5 }, "moon": { "longitude": 2.0 } } }),
        );
        check(
            &["aspects.orb"],
            json!({ "aspects": [{ "orb": 1.0 }, { "orb": 2.0 }] }),
        );
        check(
            &["points.sun", "points.sun.sign", "points.*.longitude"],
            json!({ "points": {
                "sun": { "longitude": 1.5, "sign": "aries" }, "moon": { "longitude": 2.0 },
            } }),
        );
        assert_eq!(written(&shape(&[], None).unwrap(), &reply), reply);
    }

    #[test]
    fn wildcards_do_not_multiply_the_memory_of_a_selection() {
        // Each of ten points in every field, and some attributes of every point of every field.
        let points = ephemeris::Body::PLANETS.iter().map(|it| it.id());
        let mut paths: Vec<String> = points.map(|it| format!("*.{it}.sign")).collect();
        let attributes = ["longitude", "latitude", "distance", "declination", "sign"];
        paths.extend(attributes.map(|it| format!("*.*.{it}")));
        let fields: Vec<&str> = paths.iter().map(String::as_str).collect();
        let names: usize = fields.iter().map(|it| it.split('.').count()).sum();
        let node = 2 * size_of::<(Box<str>, Selection)>() + 20;
        let held = shape(&fields, None).unwrap().held_bytes();
        assert!(held <= ((names + 10) * node) as u64, "{held} bytes");
    }

    #[test]
    fn a_path_does_not_select_plain_values_on_its_way() {
        let reply = json!({
            "points": { "midheaven": { "longitude": 1.5 }, "sun": { "longitude": 2.5 } },
            "sect": "day",
            "meta": {},
        });
        let check = |fields: &[&str], points: Value| {
            let expected = json!({ "points": points, "meta": {} });
            assert_eq!(written(&shape(fields, None).unwrap(), &reply), expected);
        };
        let midheaven = json!({ "midheaven": { "longitude": 1.5 } });
        check(&["points.mc.longitude"], midheaven);
        check(&["*.*.longitude"], reply["points"].clone());
        let everything = written(&shape(&["*"], None).unwrap(), &reply);
        assert_eq!(everything, reply);
    }

    /// 29.999 degrees of a sign are not 30 degrees of it.
    #[test]
    fn decimals_are_cut_off_and_metadata_keeps_them() {
        let reply = json!({
            "a": 29.999, "b": [-0.0004, 7, 4.35, -1.999], "c": "1.23456",
            "meta": { "julianDateTt": 2_448_058.021_505 },
        });
        let cut = json!({
            "a": 29.99, "b": [0.0, 7, 4.35, -1.99], "c": "1.23456",
            "meta": { "julianDateTt": 2_448_058.021_505 },
        });
        assert_eq!(written(&shape(&[], Some(2)).unwrap(), &reply), cut);
        let exact = json!([123.456_789_123, 359.999_999_999, 0.1, 4.35, -29.000_000_001]);
        assert_eq!(written(&shape(&[], Some(9)).unwrap(), &exact), exact);
        let eight = json!([123.456_789_12, 359.999_999_99, 0.1, 4.35, -29.0]);
        assert_eq!(written(&shape(&[], Some(8)).unwrap(), &exact), eight);
    }

    #[test]
    fn every_kind_of_metadata_is_kept_with_all_its_decimals() {
        let request = ResponseShape {
            fields: Some(vec![FieldPath("stations".to_owned())]),
            precision: Some(0),
        };
        let shape = Shape::of::<crate::transit::TransitCalc>(&request).unwrap();
        let reply = json!({ "aspects": [], "stations": [1.5], "meta": { "a": 1.5 }, "transitMeta": { "a": 1.5 } });
        let kept = json!({ "stations": [1.0], "meta": { "a": 1.5 }, "transitMeta": { "a": 1.5 } });
        assert_eq!(written(&shape, &reply), kept);
    }

    #[test]
    fn an_unknown_field_is_refused_with_its_place_and_a_suggestion() {
        let refused = shape(&["sect", "points.sun.longitud"], None).unwrap_err();
        let problem = &refused.problems()[0];
        assert_eq!(problem.code, ErrorCode::ResponseFieldUnknown);
        assert_eq!(
            problem.source,
            Some(Source::Pointer("/fields/1".to_owned()))
        );
        assert!(problem.detail.contains("`longitude`"), "{}", problem.detail);
        shape(&["points.snu.longitude"], None).unwrap_err();
    }
}
