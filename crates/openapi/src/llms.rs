//! `/llms.txt` and `/llms-full.txt`: the operations as Markdown, for language models that read about the API before
//! they call it. Both follow from the OpenAPI document.

use std::fmt::Write as _;

use serde_json::Value;

use crate::document::TAGS;
use crate::group::slug;

/// Objects within each other whose fields are listed.
const MAX_DEPTH: usize = 2;

/// What every reader needs to know, after the title.
const RULES: &str = "\
- Send an API key in the header `X-Api-Key`, or as a bearer token. Public operations need none.
- Send JSON bodies with `Content-Type: application/json`. Unknown fields are rejected.
- Times are local times at their place, such as `1990-06-15T14:30`. Without a time, the response contains what is \
certain for that day.
- Responses are `{\"data\": …}`. Errors are `{\"errors\": [{code, detail, source}]}`, with a stable `code`.
- `fields` and `precision` shorten the response of every calculation.
- Agents can use the same operations as tools: the Model Context Protocol is served at `/mcp`.
";

/// The list of operations: one line for each.
pub fn llms(document: &Value) -> String {
    let url = document["servers"][0]["url"].as_str().unwrap_or_default();
    let mut text = opening(document);
    writeln!(text, "\n## Documents\n").expect("a string takes any text");
    for (title, path, about) in [
        (
            "Every operation with its fields",
            "/llms-full.txt",
            "this document in full",
        ),
        (
            "OpenAPI 3.1",
            "/openapi.json",
            "schemas of requests and responses",
        ),
        (
            "API reference",
            "/docs",
            "the same for people, with examples",
        ),
    ] {
        writeln!(text, "- [{title}]({url}{path}): {about}").expect("a string takes any text");
    }
    for (tag, about) in TAGS {
        writeln!(text, "\n## {tag}\n\n{about}\n").expect("a string takes any text");
        let part = slug(tag);
        for call in calls(document, tag) {
            let Call { line, operation } = call;
            let summary = operation["summary"].as_str().unwrap_or_default();
            writeln!(text, "- [{line}]({url}/openapi/{part}.json): {summary}")
                .expect("a string takes any text");
        }
    }
    text
}

/// Every operation with its description, price, fields and an example.
pub fn llms_full(document: &Value) -> String {
    let mut text = opening(document);
    for (tag, about) in TAGS {
        writeln!(text, "\n## {tag}\n\n{about}").expect("a string takes any text");
        for call in calls(document, tag) {
            describe(document, &call, &mut text);
        }
    }
    text
}

fn opening(document: &Value) -> String {
    let info = &document["info"];
    let part = |name: &str| info[name].as_str().unwrap_or_default();
    let (title, version) = (part("title"), part("version"));
    format!(
        "# {title}\n\n> {}\n\nVersion {version}.\n\n{RULES}",
        part("description")
    )
}

/// A method and path, and what the document says about it.
struct Call<'a> {
    line: String,
    operation: &'a Value,
}

/// The calls of a group. The same call with its input in the query, and other paths for it, are left out.
fn calls<'a>(document: &'a Value, tag: &'a str) -> impl Iterator<Item = Call<'a>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(move |(path, item)| {
        let operations = item.as_object().into_iter().flatten();
        operations.filter_map(move |(method, operation)| {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let is_other = id.ends_with("_query") || id.contains("_alias_");
            let line = format!("{} {path}", method.to_uppercase());
            let call = Call { line, operation };
            (operation["tags"][0] == *tag && !is_other).then_some(call)
        })
    })
}

fn describe(document: &Value, call: &Call<'_>, text: &mut String) {
    let Call { line, operation } = call;
    let part = |name: &str| operation[name].as_str().unwrap_or_default();
    writeln!(text, "\n### {line}\n\n{}.", part("summary")).expect("a string takes any text");
    let description = part("description");
    if !description.is_empty() {
        writeln!(text, "{description}").expect("a string takes any text");
    }
    let price = operation["x-cost-formula"].as_str().map(str::to_owned);
    let units = operation["x-cost-units"].as_u64().filter(|it| *it > 0);
    let price = price.or_else(|| units.map(|it| format!("{it} unit.")));
    if let Some(price) = price {
        writeln!(text, "Price: {price}").expect("a string takes any text");
    }
    let mut fields = Vec::new();
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    for parameter in parameters {
        let parameter = resolved(document, parameter);
        let name = parameter["name"].as_str().unwrap_or_default();
        let is_required = parameter["required"] == true;
        let described = parameter["description"].as_str();
        fields.push(field(
            document,
            name,
            &parameter["schema"],
            (is_required, described),
        ));
    }
    let content = &operation["requestBody"]["content"]["application/json"];
    list_fields(document, &content["schema"], "", 0, &mut fields);
    if !fields.is_empty() {
        writeln!(text, "\n{}", fields.join("\n")).expect("a string takes any text");
    }
    if let Some(example) = content.get("example") {
        writeln!(text, "\nExample: `{example}`").expect("a string takes any text");
    }
}

fn list_fields(
    document: &Value,
    schema: &Value,
    prefix: &str,
    depth: usize,
    fields: &mut Vec<String>,
) {
    let schema = resolved(document, schema);
    let required: Vec<_> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|it| *it == name);
        let path = format!("{prefix}{name}");
        let described = property["description"].as_str();
        fields.push(field(document, &path, property, (is_required, described)));
        let inner = resolved(document, property);
        if depth < MAX_DEPTH && inner["type"] == "object" {
            list_fields(document, inner, &format!("{path}."), depth + 1, fields);
        }
    }
}

fn field(
    document: &Value,
    name: &str,
    schema: &Value,
    (is_required, described): (bool, Option<&str>),
) -> String {
    let inner = resolved(document, schema);
    let kind = match &inner["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let kinds: Vec<_> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.join(" or ")
        }
        _ => "value".to_owned(),
    };
    let required = if is_required { ", required" } else { "" };
    let described = described.or_else(|| inner["description"].as_str());
    let text = described.unwrap_or_default().replace('\n', " ");
    let mut line = format!("- `{name}` ({kind}{required}): {text}");
    if let Some(values) = inner["enum"].as_array() {
        let values: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        write!(line, " One of {}.", values.join(", ")).expect("a string takes any text");
    }
    line
}

/// The schema or parameter behind a reference, or behind the only alternative that is not null.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    if let Some(path) = value["$ref"].as_str().and_then(|it| it.strip_prefix('#')) {
        return document.pointer(path).unwrap_or(value);
    }
    let alternatives = value["anyOf"].as_array();
    let mut other = alternatives
        .into_iter()
        .flatten()
        .filter(|it| it["type"] != "null");
    match (other.next(), other.next()) {
        (Some(only), None) => resolved(document, only),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({
            "info": { "title": "T", "version": "1", "description": "About." },
            "servers": [{ "url": "https://example.com" }],
            "paths": { "/api/a": {
                "post": {
                    "operationId": "a", "tags": ["Calculations"], "summary": "Do it", "description": "In full.",
                    "x-cost-units": 1,
                    "requestBody": { "content": { "application/json": {
                        "schema": { "$ref": "#/components/schemas/A" }, "example": { "x": 1 },
                    } } },
                },
                "get": { "operationId": "a_query", "tags": ["Calculations"], "summary": "The same" },
            } },
            "components": { "schemas": {
                "A": { "type": "object", "required": ["x"], "properties": {
                    "x": { "type": "integer", "description": "A number." },
                    "at": { "anyOf": [{ "$ref": "#/components/schemas/B" }, { "type": "null" }], "description": "Where." },
                } },
                "B": { "type": "object", "properties": { "kind": { "type": "string", "enum": ["one", "two"] } } },
            } },
        })
    }

    #[test]
    fn an_operation_is_listed_once_with_its_summary_and_a_link() {
        let text = llms(&document());
        let line = "- [POST /api/a](https://example.com/openapi/calculations.json): Do it\n";
        assert!(text.starts_with("# T\n\n> About.\n"), "{text}");
        assert!(text.contains(line), "{text}");
        assert!(!text.contains("The same"), "{text}");
    }

    #[test]
    fn the_full_text_has_every_field_with_its_type_and_values() {
        let text = llms_full(&document());
        for part in [
            "### POST /api/a\n\nDo it.\nIn full.\nPrice: 1 unit.\n",
            "- `x` (integer, required): A number.\n",
            "- `at` (object): Where.\n- `at.kind` (string):  One of one, two.\n",
            "Example: `{\"x\":1}`\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
