//! A call of a tool: from its arguments to the input of an operation, and from the reply to a result.

use calculations::markdown;
use http_api::{ApiError, ErrorCode, Problem, Source};
use jiff::civil::Date;
use rmcp::model::ContentBlock;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Asked, ReplyBody, image};
use crate::place;
use crate::registry::{Registry, Target};
use crate::tool::{HOROSCOPES, Route, ToolSpec};

/// Rows of one list in the text of a result. Its structured part has all of them.
const MAX_ROWS: usize = 25;

/// A call of a tool that calls an operation.
#[derive(Clone, Debug)]
pub struct ToolCall {
    asked: Asked,
    operation: &'static str,
    summary: &'static str,
    input: Map<String, Value>,
    locations: Vec<String>,
}

/// The operation that a call of a tool leads to, and its input.
pub(crate) type Routed<'a> = Result<(&'a Target, Map<String, Value>), ApiError>;

impl ToolCall {
    pub(crate) fn new(asked: Asked, target: &Target, input: Map<String, Value>) -> Self {
        Self {
            asked,
            operation: target.declaration.id,
            summary: target.declaration.summary,
            input,
            locations: target.locations.clone(),
        }
    }

    /// The id of the operation.
    pub const fn operation(&self) -> &'static str {
        self.operation
    }

    /// The input of the operation, with the locations of the places that it names.
    ///
    /// # Errors
    ///
    /// A name of a place is unknown or ambiguous.
    pub fn input(&self) -> Result<Value, ApiError> {
        let mut input = self.input.clone();
        place::resolve(&mut input, &self.locations)?;
        Ok(Value::Object(input))
    }

    /// The result of the tool.
    pub fn replied(&self, reply: ReplyBody<'_>) -> Answer {
        match reply {
            ReplyBody::Image { media_type, bytes } => {
                self.asked.tool(vec![image(media_type, bytes)], None, false)
            }
            ReplyBody::Json(bytes) => {
                let document: Value = serde_json::from_slice(bytes).unwrap_or_default();
                let facts = markdown::facts(self.summary, &document["data"], MAX_ROWS);
                let whole = serde_json::from_slice::<&RawValue>(bytes).ok();
                self.asked
                    .tool(vec![ContentBlock::text(facts.text)], whole, false)
            }
        }
    }

    /// The result of a tool whose operation refused its input or its caller.
    pub fn refused(&self, error: &ApiError) -> Answer {
        refused(&self.asked, error)
    }
}

/// A refusal as the result of a tool: a model reads it and corrects its call.
pub(crate) fn refused(asked: &Asked, error: &ApiError) -> Answer {
    let lines: Vec<_> = error.problems().iter().map(line).collect();
    let errors = json!({ "errors": error.error_objects() });
    let errors = serde_json::value::to_raw_value(&errors).ok();
    let content = vec![ContentBlock::text(lines.join("\n"))];
    asked.tool(content, errors.as_deref(), true)
}

fn line(problem: &Problem) -> String {
    let place = match &problem.source {
        Some(Source::Pointer(pointer)) if !pointer.is_empty() => format!(" at `{pointer}`"),
        Some(Source::Parameter(name)) => format!(" at `{name}`"),
        _ => String::new(),
    };
    let mut line = format!("{}{place}: {}", problem.code.name(), problem.detail);
    for name in ["candidates", "accepted", "suggestions"] {
        if let Some(values) = problem.meta.get(name) {
            line.extend([" ", name, ": ", &values.to_string()]);
        }
    }
    line
}

/// Finds the operation of a call and its input.
pub(crate) fn route<'a>(
    registry: &'a Registry,
    tool: &ToolSpec,
    mut arguments: Map<String, Value>,
) -> Routed<'a> {
    let (operation, input) = match tool.route {
        Route::One(operation) => (operation, arguments),
        Route::Choice {
            field,
            options,
            default,
        } => {
            let value = arguments.shift_remove(field);
            let value = value.or_else(|| default.map(Value::from));
            let options = options.iter().filter(|it| registry.get(it.1).is_some());
            let operation = chosen(value.as_ref(), field, options.copied())?;
            if tool.name == "draw_chart" && !arguments.contains_key("format") {
                // Models look at pixels.
                arguments.insert("format".to_owned(), "png".into());
            }
            (operation, arguments)
        }
        Route::Horoscope => horoscope(arguments)?,
        Route::Any | Route::Find => return any(registry, arguments),
    };
    match registry.get(operation) {
        Some(target) => Ok((target, input)),
        None => Err(unknown_operation(operation)),
    }
}

/// The operation of one of the values of a field.
fn chosen(
    value: Option<&Value>,
    field: &str,
    options: impl Iterator<Item = (&'static str, &'static str)>,
) -> Result<&'static str, ApiError> {
    let options: Vec<_> = options.collect();
    let text = value.and_then(Value::as_str);
    let found = options.iter().find(|it| Some(it.0) == text);
    if let Some((_, operation)) = found {
        return Ok(operation);
    }
    let names: Vec<_> = options.iter().map(|it| it.0).collect();
    let (code, detail) = if value.is_some() {
        let detail = format!("Must be one of {}.", names.join(", "));
        (ErrorCode::FieldValue, detail)
    } else {
        let detail = format!("The field `{field}` is missing.");
        (ErrorCode::FieldMissing, detail)
    };
    let problem = Problem::new(code, detail).with_meta("accepted", names);
    Err(problem.at(Source::Pointer(format!("/{field}"))).into())
}

/// The horoscope of the period that contains a date.
fn horoscope(
    mut input: Map<String, Value>,
) -> Result<(&'static str, Map<String, Value>), ApiError> {
    let period = input.shift_remove("period");
    let has_sign = input.get("sign").is_some_and(|it| !it.is_null());
    let options = HOROSCOPES
        .iter()
        .map(|(name, all, one)| (*name, if has_sign { *one } else { *all }));
    let operation = chosen(period.as_ref(), "period", options)?;
    let period = period.as_ref().and_then(Value::as_str).unwrap_or_default();
    if period == "daily" {
        return Ok((operation, input));
    }
    let text = input.shift_remove("date");
    let date: Option<Date> = text
        .as_ref()
        .and_then(Value::as_str)
        .and_then(|it| it.parse().ok());
    let Some(date) = date else {
        let detail = "Must be a date within the period, such as \"2026-11-18\".";
        let code = if text.is_none() {
            ErrorCode::FieldMissing
        } else {
            ErrorCode::FieldFormat
        };
        let problem = Problem::new(code, detail);
        return Err(problem.at(Source::Pointer("/date".to_owned())).into());
    };
    match period {
        "weekly" => {
            let week = date.iso_week_date();
            input.insert("year".to_owned(), week.year().into());
            input.insert("week".to_owned(), week.week().into());
        }
        "monthly" => {
            input.insert("year".to_owned(), date.year().into());
            input.insert("month".to_owned(), date.month().into());
        }
        _ => {
            input.insert("year".to_owned(), date.year().into());
        }
    }
    Ok((operation, input))
}

/// The operation that the arguments name.
fn any(registry: &Registry, mut arguments: Map<String, Value>) -> Routed<'_> {
    let named = arguments.shift_remove("operation");
    let body = arguments.shift_remove("body");
    if let Some(name) = arguments.keys().next() {
        let detail = format!("Unknown field `{name}`. Fields of the operation belong in `body`.");
        let problem = Problem::new(ErrorCode::FieldUnknown, detail);
        return Err(problem.at(Source::Pointer(format!("/{name}"))).into());
    }
    let Some(id) = named.as_ref().and_then(Value::as_str) else {
        let detail = "The field `operation` is missing. `find_operation` lists operations.";
        let problem = Problem::new(ErrorCode::FieldMissing, detail);
        return Err(problem.at(Source::Pointer("/operation".to_owned())).into());
    };
    let target = registry.get(id).ok_or_else(|| unknown_operation(id))?;
    let input = match body {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(input)) => input,
        Some(_) => {
            let problem = Problem::new(ErrorCode::FieldType, "Must be an object.");
            return Err(problem.at(Source::Pointer("/body".to_owned())).into());
        }
    };
    Ok((target, input))
}

pub(crate) fn unknown_operation(id: &str) -> ApiError {
    let shown: String = id.chars().take(60).collect();
    let detail = format!("Unknown operation `{shown}`. `find_operation` lists the operations.");
    let problem = Problem::new(ErrorCode::FieldValue, detail);
    problem.at(Source::Pointer("/operation".to_owned())).into()
}
