//! From a JSON schema, as schemars makes it, to a [`CompiledSchema`].

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::compiled_schema::{CompiledSchema, Field, Range, Required};
use super::format::Formats;

/// Where definitions live in the OpenAPI document.
pub const DEFINITIONS: &str = "#/components/schemas/";
/// The keyword of a schema with a list of values that are accepted besides its `enum`. Responses do
/// not have them, so that generated types need not.
pub const SYNONYMS: &str = "x-synonyms";
/// Marks a field that is required unless the field that it names is present, which belongs to a
/// notation that only old clients know. The API document shows it as required.
pub const REQUIRED_UNLESS: &str = "x-required-unless";
/// Marks a field of such a notation, which the API document does not show.
pub const UNDOCUMENTED: &str = "x-undocumented";
/// Types that contain themselves have no bounded shape.
const DEEPEST: usize = 12;

/// The generator of schemas, with the settings of the document.
pub fn schema_generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|it| {
        DEFINITIONS[1..].clone_into(it.definitions_path.to_mut());
        it.meta_schema = None;
    });
    settings.into_generator()
}

/// Compiles a schema.
///
/// # Errors
///
/// A sentence naming what is not understood or not limited, for the developer who registers the
/// operation.
pub fn compile(
    schema: &Value,
    definitions: &Map<String, Value>,
    formats: Formats,
) -> Result<CompiledSchema, String> {
    let compiler = Compiler {
        definitions,
        formats,
    };
    compiler.compile(schema, 0)
}

/// The schema a reference points at, or the schema itself.
pub fn resolve<'a>(schema: &'a Value, definitions: &'a Map<String, Value>) -> Option<&'a Value> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => definitions.get(reference.strip_prefix(DEFINITIONS)?),
        None => Some(schema),
    }
}

struct Compiler<'a> {
    definitions: &'a Map<String, Value>,
    formats: Formats,
}

impl Compiler<'_> {
    fn compile(&self, schema: &Value, depth: usize) -> Result<CompiledSchema, String> {
        if depth > DEEPEST {
            return Err(format!("nested deeper than {DEEPEST}"));
        }
        let synonyms = schema.get(SYNONYMS).and_then(Value::as_array);
        let schema = resolve(schema, self.definitions).ok_or("a reference that leads nowhere")?;
        if let Some(alternatives) = schema.get("oneOf").or(schema.get("anyOf")) {
            return self.alternatives(alternatives, depth);
        }
        if let Some(mut choice) = choice(schema) {
            if let CompiledSchema::Choice(texts) = &mut choice {
                let synonyms = synonyms.into_iter().flatten().filter_map(Value::as_str);
                texts.extend(synonyms.map(str::to_owned));
            }
            return Ok(choice);
        }
        let (name, nullable) = type_of(schema)?;
        let shape = match name {
            "object" => self.object(schema, depth)?,
            "array" => self.list(schema, depth)?,
            "string" => self.text(schema)?,
            "number" => CompiledSchema::Number(range(schema)?),
            "integer" => CompiledSchema::Integer(range(schema)?),
            "boolean" => CompiledSchema::Boolean,
            other => return Err(format!("type `{other}`")),
        };
        Ok(if nullable {
            CompiledSchema::Nullable(Box::new(shape))
        } else {
            shape
        })
    }

    fn alternatives(&self, alternatives: &Value, depth: usize) -> Result<CompiledSchema, String> {
        let list = alternatives
            .as_array()
            .ok_or("alternatives that are no list")?;
        let is_null = |it: &&Value| it.get("type").is_some_and(|it| it == "null");
        let nullable = list.iter().any(|it| is_null(&it));
        let shapes: Vec<_> = list
            .iter()
            .filter(|it| !is_null(it))
            .map(|it| self.compile(it, depth + 1))
            .collect::<Result<_, _>>()?;
        // An enumeration whose variants are documented comes as one constant per variant.
        let choices: Option<Vec<_>> = shapes
            .iter()
            .map(|it| {
                if let CompiledSchema::Choice(texts) = it {
                    Some(texts.clone())
                } else {
                    None
                }
            })
            .collect();
        let shape = match (choices, shapes) {
            (Some(choices), _) if !choices.is_empty() => CompiledSchema::Choice(choices.concat()),
            (_, mut shapes) if shapes.len() == 1 => shapes.remove(0),
            (_, shapes) => CompiledSchema::Either(shapes),
        };
        Ok(if nullable {
            CompiledSchema::Nullable(Box::new(shape))
        } else {
            shape
        })
    }

    fn object(&self, schema: &Value, depth: usize) -> Result<CompiledSchema, String> {
        let additional = schema.get("additionalProperties");
        if schema.get("x-checked-later") == Some(&Value::Bool(true)) {
            return Ok(CompiledSchema::Free);
        }
        if let Some(values @ Value::Object(_)) = additional {
            return self.map(schema, values, depth);
        }
        if additional != Some(&Value::Bool(false)) {
            return Err("an object that does not deny unknown fields".to_owned());
        }
        let required: Vec<_> = schema
            .get("required")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let no_fields = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let fields = properties
            .unwrap_or(&no_fields)
            .iter()
            .map(|(name, schema)| {
                let shape = self.compile(schema, depth + 1);
                Ok(Field {
                    name: name.clone(),
                    required: if required.contains(&name.as_str()) {
                        Required::Always
                    } else {
                        let unless = schema.get(REQUIRED_UNLESS).and_then(Value::as_str);
                        unless.map_or(Required::Never, |it| Required::Unless(it.to_owned()))
                    },
                    schema: shape.map_err(|what| format!("`{name}`: {what}"))?,
                })
            });
        Ok(CompiledSchema::Object(
            fields.collect::<Result<_, String>>()?,
        ))
    }

    fn map(&self, schema: &Value, values: &Value, depth: usize) -> Result<CompiledSchema, String> {
        let names = match schema.get("propertyNames") {
            None => return Err("a map whose names are not limited to a list".to_owned()),
            Some(names) => match self.compile(names, depth + 1)? {
                CompiledSchema::Choice(names) => names,
                _ => return Err("a map whose names are not limited to a list".to_owned()),
            },
        };
        let values = Box::new(self.compile(values, depth + 1)?);
        Ok(CompiledSchema::Map { names, values })
    }

    fn text(&self, schema: &Value) -> Result<CompiledSchema, String> {
        if let Some(name) = schema.get("format").and_then(Value::as_str) {
            let mut formats = self.formats.iter().copied().flatten();
            let format = formats.find(|it| it.name == name);
            return format
                .map(CompiledSchema::Formatted)
                .ok_or_else(|| format!("format `{name}`"));
        }
        let longest = size(schema, "maxLength").ok_or("text without a limit (length(max = …))")?;
        Ok(CompiledSchema::Text {
            shortest: size(schema, "minLength").unwrap_or(0),
            longest,
        })
    }

    fn list(&self, schema: &Value, depth: usize) -> Result<CompiledSchema, String> {
        let items = schema.get("items").ok_or("a list without an item type")?;
        let most = size(schema, "maxItems").ok_or("a list without a limit (length(max = …))")?;
        Ok(CompiledSchema::List {
            items: Box::new(self.compile(items, depth + 1)?),
            fewest: size(schema, "minItems").unwrap_or(0),
            most,
        })
    }
}

/// `type` is a name, or a name and `null`.
fn type_of(schema: &Value) -> Result<(&str, bool), String> {
    match schema.get("type") {
        Some(Value::String(name)) => Ok((name, false)),
        Some(Value::Array(names)) => {
            let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
            match names.as_slice() {
                [name, "null"] | ["null", name] => Ok((name, true)),
                other => Err(format!("types {other:?}")),
            }
        }
        _ => Err("a schema without a type".to_owned()),
    }
}

/// `enum` or `const` of texts, perhaps with null among them.
fn choice(schema: &Value) -> Option<CompiledSchema> {
    if let Some(text) = schema.get("const").and_then(Value::as_str) {
        return Some(CompiledSchema::Choice(vec![text.to_owned()]));
    }
    let values = schema.get("enum")?.as_array()?;
    let texts: Vec<_> = values
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let shape = CompiledSchema::Choice(texts);
    let nullable = values.contains(&Value::Null);
    Some(if nullable {
        CompiledSchema::Nullable(Box::new(shape))
    } else {
        shape
    })
}

fn size(schema: &Value, name: &str) -> Option<usize> {
    schema.get(name)?.as_u64()?.try_into().ok()
}

/// The declared bounds. Both are needed: without them the document would promise numbers that the
/// receiving type cannot hold.
fn range(schema: &Value) -> Result<Range, String> {
    let bound = |name| schema.get(name).and_then(Value::as_f64);
    let range = Range {
        minimum: bound("minimum"),
        maximum: bound("maximum"),
        exclusive_minimum: bound("exclusiveMinimum"),
        exclusive_maximum: bound("exclusiveMaximum"),
    };
    let below = range.minimum.or(range.exclusive_minimum);
    let above = range.maximum.or(range.exclusive_maximum);
    match (below, above) {
        (Some(_), Some(_)) => Ok(range),
        _ => Err("a number without a range (range(min = …, max = …))".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(schema: &Value, refusal: &str) {
        let found = compile(schema, &Map::new(), &[]).unwrap_err();
        assert!(found.contains(refusal), "{schema}: {found}");
    }

    #[test]
    fn what_is_not_limited_is_refused() {
        check(&json!({ "type": "string" }), "text without a limit");
        let items = json!({ "type": "boolean" });
        check(
            &json!({ "type": "array", "items": items }),
            "a list without a limit",
        );
        check(
            &json!({ "type": "integer", "format": "uint32", "minimum": 0 }),
            "without a range",
        );
        check(&json!({ "type": "number" }), "without a range");
        let values = json!({ "type": "boolean" });
        check(
            &json!({ "type": "object", "additionalProperties": values }),
            "names are not limited",
        );
    }

    #[test]
    fn an_object_that_takes_anything_is_refused() {
        check(
            &json!({ "type": "object", "properties": {} }),
            "does not deny unknown fields",
        );
        let inner = json!({ "type": "object", "properties": {} });
        let outer = json!({ "type": "object", "additionalProperties": false, "properties": { "a": inner } });
        check(&outer, "`a`: an object that does not deny");
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        check(&json!(true), "without a type");
        check(
            &json!({ "type": "string", "format": "hostname" }),
            "format `hostname`",
        );
        check(
            &json!({ "$ref": "#/components/schemas/Nowhere" }),
            "leads nowhere",
        );
    }

    #[test]
    fn a_type_that_contains_itself_is_refused() {
        let list = json!({ "type": "array", "maxItems": 3, "items": { "$ref": "#/components/schemas/Tree" } });
        let definitions = json!({ "Tree": list });
        let found = compile(&list, definitions.as_object().unwrap(), &[]).unwrap_err();
        assert!(found.contains("nested deeper"), "{found}");
    }

    #[test]
    fn options_and_enumerations_are_understood_in_every_spelling() {
        let compiled = |schema: &Value| compile(schema, &Map::new(), &[]).unwrap();
        let choice = CompiledSchema::Choice(vec!["a".to_owned(), "b".to_owned()]);
        let nullable = CompiledSchema::Nullable(Box::new(choice.clone()));
        assert_eq!(
            compiled(&json!({ "type": "string", "enum": ["a", "b"] })),
            choice
        );
        let constants = json!([{ "type": "string", "const": "a" }, { "const": "b" }]);
        assert_eq!(compiled(&json!({ "oneOf": constants })), choice);
        assert_eq!(
            compiled(&json!({ "type": ["string", "null"], "enum": ["a", "b", null] })),
            nullable
        );
        let any_of = json!([{ "enum": ["a", "b"] }, { "type": "null" }]);
        assert_eq!(compiled(&json!({ "anyOf": any_of })), nullable);
    }

    #[test]
    fn only_the_first_wrong_names_get_a_suggestion() {
        let list = json!({ "type": "array", "items": { "enum": ["sun", "moon"] }, "maxItems": 60 });
        let compiled = compile(&list, &Map::new(), &[]).unwrap();
        let problems = compiled.check(&mut json!(vec!["mooon"; 20]));
        let suggested = problems
            .iter()
            .filter(|it| it.meta.contains_key("suggestion"));
        assert_eq!((problems.len(), suggested.count()), (20, 5));
    }
}
