//! Makes the generated schemas acceptable to client generators, without changing what they accept.

use std::collections::{BTreeMap, BTreeSet};

use http_api::input::{REQUIRED_UNLESS, UNDOCUMENTED};
use serde_json::{Map, Value, json};

use crate::document::not_null;

/// Tidies the whole document.
pub(crate) fn tidy(document: &mut Value) {
    tag_variants(document);
    tidy_schemas(document);
    share_parameters(document);
    remove_unused_components(document);
}

/// Declares a parameter once if several operations have the same. If parameters of one name differ,
/// only the most frequent is shared.
fn share_parameters(document: &mut Value) {
    let mut counts: BTreeMap<String, Vec<(Value, usize)>> = BTreeMap::new();
    for list in parameter_lists(document) {
        for parameter in list.iter().filter(|it| it.get("name").is_some()) {
            let name = parameter["name"].as_str().unwrap_or_default();
            let variants = counts.entry(component_name(name)).or_default();
            match variants.iter_mut().find(|(known, _)| known == parameter) {
                Some((_, count)) => *count += 1,
                None => variants.push((parameter.clone(), 1)),
            }
        }
    }
    let most_frequent = |(name, variants): (String, Vec<(Value, usize)>)| {
        let (parameter, count) = variants.into_iter().max_by_key(|(_, count)| *count)?;
        (count > 1).then_some((name, parameter))
    };
    let shared: Map<_, _> = counts.into_iter().filter_map(most_frequent).collect();
    for list in parameter_lists(document) {
        for parameter in list {
            let name = component_name(parameter["name"].as_str().unwrap_or_default());
            if shared.get(&name) == Some(parameter) {
                *parameter = json!({ "$ref": format!("#/components/parameters/{name}") });
            }
        }
    }
    if let Some(components) = document["components"]["parameters"].as_object_mut() {
        components.extend(shared);
    }
}

fn parameter_lists(document: &mut Value) -> impl Iterator<Item = &mut Vec<Value>> {
    let paths = document["paths"].as_object_mut();
    let items = paths.into_iter().flat_map(Map::values_mut);
    let operations = items
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut);
    operations.filter_map(|it| it.get_mut("parameters")?.as_array_mut())
}

/// `location.latitude` as `location_latitude`: a component has letters, digits and underscores.
fn component_name(name: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    let name: String = name.chars().map(plain).collect();
    name.trim_end_matches('_').to_owned()
}

fn tidy_schemas(value: &mut Value) {
    match value {
        Value::Object(object) => {
            // An absent field means the same, and generators make code from defaults.
            let says_nothing = |it: &Value| it.is_null() || *it == json!({});
            if object.get("default").is_some_and(says_nothing) {
                object.remove("default");
            }
            // Formats of whole numbers that only this program knows. The bounds say the same.
            let format = object.get("format").and_then(Value::as_str);
            if object.contains_key("type") && format.is_some_and(|it| it.starts_with("uint")) {
                object.remove("format");
            }
            show_one_notation(object);
            if let Some(choices) = object.get("oneOf").and_then(constants) {
                object.remove("oneOf");
                describe_choices(object, &choices);
            }
            object.values_mut().for_each(tidy_schemas);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy_schemas),
        _ => {}
    }
}

/// Hides the fields of notations for old clients, and requires those that replace them.
fn show_one_notation(object: &mut Map<String, Value>) {
    // In a parameter, the schema of the field has the mark itself.
    object.remove(REQUIRED_UNLESS);
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    properties.retain(|_, property| property[UNDOCUMENTED] != true);
    let mut more = Vec::new();
    for (name, property) in properties.iter_mut() {
        let marked = property
            .as_object_mut()
            .and_then(|it| it.remove(REQUIRED_UNLESS));
        if marked.is_some() {
            *property = not_null(property.take());
            more.push(Value::from(name.as_str()));
        }
    }
    if !more.is_empty() {
        let required = object.entry("required").or_insert_with(|| json!([]));
        required
            .as_array_mut()
            .into_iter()
            .for_each(|it| it.append(&mut more));
    }
}

/// Moves the tag of each variant into the schema of the variant, and names the tag, as generators
/// expect it.
fn tag_variants(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let mut tags = Vec::new();
    for schema in schemas.values_mut() {
        let Some(mut variants) = schema.get("oneOf").and_then(tagged) else {
            continue;
        };
        let mapping: Map<_, _> = variants
            .iter()
            .map(|it| (it.value.clone(), it.reference.clone().into()))
            .collect();
        let reference = |it: &Variant| json!({ "$ref": it.reference });
        schema["oneOf"] = variants.iter().map(reference).collect();
        schema["discriminator"] = json!({ "propertyName": variants[0].tag, "mapping": mapping });
        tags.append(&mut variants);
    }
    for Variant {
        tag,
        value,
        reference,
    } in tags
    {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let schema = &mut schemas[name];
        schema["properties"][&tag] = json!({ "type": "string", "const": value });
        let Some(schema) = schema.as_object_mut() else {
            continue;
        };
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Some(required) = required.as_array_mut() {
            required.push(tag.into());
        }
    }
}

/// A variant: the name and value of its tag, and the reference to its other fields.
struct Variant {
    tag: String,
    value: String,
    reference: String,
}

/// The variants of a `oneOf`, if each is a reference beside a tag.
fn tagged(one_of: &Value) -> Option<Vec<Variant>> {
    let variant = |it: &Value| {
        let (tag, property) = it.get("properties")?.as_object()?.iter().next()?;
        Some(Variant {
            tag: tag.clone(),
            value: property.get("const")?.as_str()?.to_owned(),
            reference: it.get("$ref")?.as_str()?.to_owned(),
        })
    };
    one_of.as_array()?.iter().map(variant).collect()
}

/// The texts of a `oneOf` of constants, each with its description.
fn constants(one_of: &Value) -> Option<Vec<(String, String)>> {
    let constant = |it: &Value| {
        let text = |name: &str| it.get(name).and_then(Value::as_str).map(str::to_owned);
        Some((text("const")?, text("description").unwrap_or_default()))
    };
    one_of.as_array()?.iter().map(constant).collect()
}

/// Generators know `enum`. The descriptions of its values become part of its own.
fn describe_choices(object: &mut Map<String, Value>, choices: &[(String, String)]) {
    let values: Vec<_> = choices.iter().map(|(value, _)| value.as_str()).collect();
    object.insert("type".to_owned(), "string".into());
    object.insert("enum".to_owned(), values.into());
    let described = choices.iter().filter(|(_, text)| !text.is_empty());
    let lines: Vec<_> = described
        .map(|(value, text)| format!("- `{value}`: {text}"))
        .collect();
    let own = object.get("description").and_then(Value::as_str);
    let own = own.map(|it| format!("{it}\n\n")).unwrap_or_default();
    if !lines.is_empty() {
        let text = format!("{own}{}", lines.join("\n"));
        object.insert("description".to_owned(), text.into());
    }
}

/// Removes the components that no operation refers to, such as the schemas of inputs that appear
/// only as parameters.
pub(crate) fn remove_unused_components(document: &mut Value) {
    const PREFIX: &str = "#/components/";
    let mut used = BTreeSet::new();
    let mut new = Vec::new();
    references(&document["paths"], PREFIX, &mut new);
    while let Some(name) = new.pop() {
        let Some((kind, component)) = name.split_once('/') else {
            continue;
        };
        if used.insert(name.clone()) {
            references(&document["components"][kind][component], PREFIX, &mut new);
        }
    }
    for kind in ["schemas", "responses", "headers", "parameters"] {
        if let Some(components) = document["components"][kind].as_object_mut() {
            components.retain(|name, _| used.contains(&format!("{kind}/{name}")));
        }
    }
}

fn references(value: &Value, prefix: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let reference = object.get("$ref").and_then(Value::as_str);
            found.extend(
                reference
                    .and_then(|it| it.strip_prefix(prefix))
                    .map(str::to_owned),
            );
            for it in object.values() {
                references(it, prefix, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|it| references(it, prefix, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mut schema: Value, expected: &Value) {
        tidy_schemas(&mut schema);
        assert_eq!(schema, *expected);
    }

    #[test]
    fn a_choice_of_constants_is_an_enum() {
        check(
            json!({ "description": "Calendar.", "oneOf": [
                { "type": "string", "const": "gregorian", "description": "Since 1582." },
                { "type": "string", "const": "julian" },
            ] }),
            &json!({
                "description": "Calendar.\n\n- `gregorian`: Since 1582.",
                "type": "string",
                "enum": ["gregorian", "julian"],
            }),
        );
        let other = json!({ "oneOf": [{ "$ref": "#/a" }, { "const": "x" }] });
        check(other.clone(), &other);
    }

    #[test]
    fn defaults_that_say_nothing_are_removed() {
        check(json!({ "default": null }), &json!({}));
        check(json!({ "default": {} }), &json!({}));
        check(json!({ "default": 5 }), &json!({ "default": 5 }));
    }

    #[test]
    fn formats_of_unsigned_numbers_are_removed() {
        let number = json!({ "type": "integer", "format": "uint8", "maximum": 9 });
        check(number, &json!({ "type": "integer", "maximum": 9 }));
        let named = json!({ "properties": { "format": "uint8" } });
        check(named.clone(), &named);
    }

    #[test]
    fn a_notation_for_old_clients_is_hidden() {
        let field = |mark: &str, value: Value| json!({ "type": ["string", "null"], mark: value });
        let schema = json!({ "properties": {
            "new": field(REQUIRED_UNLESS, "old".into()), "old": field(UNDOCUMENTED, true.into()), "other": { "type": "string" },
        } });
        check(
            schema,
            &json!({
                "properties": { "new": { "type": "string" }, "other": { "type": "string" } },
                "required": ["new"],
            }),
        );
    }

    #[test]
    fn variants_have_their_tag_and_a_discriminator() {
        let variant = |name: &str, tag: &str| {
            json!({
                "$ref": format!("#/components/schemas/{name}"),
                "properties": { "kind": { "type": "string", "const": tag } },
                "required": ["kind"],
            })
        };
        let plain = || json!({ "properties": { "size": {} }, "required": ["size"] });
        let mut document = json!({ "components": { "schemas": {
            "Either": { "oneOf": [variant("A", "a"), variant("B", "b")] },
            "A": plain(), "B": plain(),
        } } });
        tag_variants(&mut document);
        let schemas = &document["components"]["schemas"];
        let (a, b) = ("#/components/schemas/A", "#/components/schemas/B");
        assert_eq!(
            schemas["Either"],
            json!({
                "oneOf": [{ "$ref": a }, { "$ref": b }],
                "discriminator": { "propertyName": "kind", "mapping": { "a": a, "b": b } },
            })
        );
        assert_eq!(
            schemas["B"],
            json!({
                "properties": { "size": {}, "kind": { "type": "string", "const": "b" } },
                "required": ["size", "kind"],
            })
        );
    }

    #[test]
    fn a_parameter_of_several_operations_is_declared_once() {
        let parameter =
            |name: &str, text: &str| json!({ "name": name, "in": "query", "description": text });
        let operation = |list: Vec<Value>| json!({ "get": { "parameters": list } });
        let mut document = json!({
            "paths": {
                "/a": operation(vec![parameter("at.x", "1"), parameter("b", "1")]),
                "/b": operation(vec![parameter("at.x", "1")]),
                "/c": operation(vec![parameter("at.x", "2")]),
            },
            "components": { "parameters": {} },
        });
        share_parameters(&mut document);
        let shared = json!({ "at_x": parameter("at.x", "1") });
        assert_eq!(document["components"]["parameters"], shared);
        let reference = json!({ "$ref": "#/components/parameters/at_x" });
        assert_eq!(document["paths"]["/b"], operation(vec![reference.clone()]));
        let first = operation(vec![reference, parameter("b", "1")]);
        assert_eq!(document["paths"]["/a"], first);
        assert_eq!(
            document["paths"]["/c"],
            operation(vec![parameter("at.x", "2")])
        );
    }

    #[test]
    fn schemas_that_nothing_uses_are_removed() {
        let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let mut document = json!({
            "paths": { "/a": schema("A") },
            "components": { "schemas": { "A": { "items": schema("B") }, "B": {}, "C": schema("A") } },
        });
        remove_unused_components(&mut document);
        let kept = document["components"]["schemas"].as_object().unwrap();
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["A", "B"]);
    }
}
