//! `find_operation`: operations by words, and the whole input schema of one.

use http_api::input::DEFINITIONS;
use http_api::{ApiError, ErrorCode, Problem, Source};
use serde_json::{Map, Value, json};

use crate::call::unknown_operation;
use crate::registry::{Registry, Target};

/// Operations in an answer.
const MAX_FOUND: usize = 12;
/// Characters of a query. Every word of it is looked for in every operation.
const MAX_QUERY: usize = 200;

/// What the arguments ask for: operations, or one with its schema.
pub(crate) fn find(registry: &Registry, arguments: &Map<String, Value>) -> Result<Value, ApiError> {
    let refuse = |code, name: &str, detail: &str| {
        let problem = Problem::new(code, detail);
        ApiError::from(problem.at(Source::Pointer(format!("/{name}"))))
    };
    let mut texts = [None, None];
    for (name, value) in arguments {
        let Some(at) = ["query", "operation"].iter().position(|it| it == name) else {
            let detail = "Unknown field. Set `query` or `operation`.";
            return Err(refuse(ErrorCode::FieldUnknown, name, detail));
        };
        let Some(text) = value.as_str() else {
            return Err(refuse(ErrorCode::FieldType, name, "Must be text."));
        };
        if text.chars().count() > MAX_QUERY {
            let detail = format!("Must have at most {MAX_QUERY} characters.");
            return Err(refuse(ErrorCode::FieldLength, name, &detail));
        }
        texts[at] = Some(text);
    }
    match texts {
        [_, Some(id)] => registry
            .get(id)
            .map(|it| described(registry, it))
            .ok_or_else(|| unknown_operation(id)),
        [query, None] => Ok(json!({ "operations": matching(registry, query.unwrap_or_default()) })),
    }
}

/// The operations with the most words of a query, in the order of the documentation.
fn matching(registry: &Registry, query: &str) -> Vec<Value> {
    let words: Vec<_> = query.split_whitespace().map(str::to_lowercase).collect();
    let score = |target: &Target| {
        let it = &target.declaration;
        let name = format!("{} {} {}", it.id, it.path, it.summary).to_lowercase();
        let text = it.description.to_lowercase();
        let of_word = |word: &String| {
            2 * u32::from(name.contains(word.as_str())) + u32::from(text.contains(word.as_str()))
        };
        words.iter().map(of_word).sum::<u32>()
    };
    let mut scored: Vec<_> = registry.list().iter().map(|it| (score(it), it)).collect();
    scored.retain(|(score, _)| *score > 0 || words.is_empty());
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let most = if words.is_empty() {
        usize::MAX
    } else {
        MAX_FOUND
    };
    scored
        .into_iter()
        .take(most)
        .map(|(_, it)| in_short(it))
        .collect()
}

fn in_short(target: &Target) -> Value {
    let it = &target.declaration;
    json!({ "operation": it.id, "summary": it.summary, "group": it.group })
}

/// An operation with its input schema.
pub(crate) fn described(registry: &Registry, target: &Target) -> Value {
    let it = &target.declaration;
    let mut definitions = Map::new();
    let mut input = target.input.clone();
    collect(&input, &registry.definitions, &mut definitions);
    if !definitions.is_empty() {
        input["$defs"] = definitions.into();
    }
    refer_locally(&mut input);
    json!({
        "operation": it.id,
        "summary": it.summary,
        "description": it.description,
        "costUnits": it.cost_units,
        "inputSchema": input,
        "example": target.example,
    })
}

/// The definitions that a schema refers to, and those that they refer to.
fn collect(schema: &Value, known: &Map<String, Value>, found: &mut Map<String, Value>) {
    match schema {
        Value::Object(object) => {
            let name = object.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|it| it.strip_prefix(DEFINITIONS));
            if let Some((name, definition)) = name.and_then(|it| Some((it, known.get(it)?)))
                && !found.contains_key(name)
            {
                found.insert(name.to_owned(), definition.clone());
                collect(definition, known, found);
            }
            object.values().for_each(|it| collect(it, known, found));
        }
        Value::Array(items) => items.iter().for_each(|it| collect(it, known, found)),
        _ => {}
    }
}

fn refer_locally(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(DEFINITIONS)
            {
                *reference = format!("#/$defs/{name}");
            }
            object.values_mut().for_each(refer_locally);
        }
        Value::Array(items) => items.iter_mut().for_each(refer_locally),
        _ => {}
    }
}
