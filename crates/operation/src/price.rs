//! The price of a call, without making it: for the dry run of a key and for the playground.

use access::Capability;
use serde_json::{Map, Value};

use crate::Operation;
use http_api::input::{Formats, compile, query, schema_generator};
use http_api::{ApiError, ErrorCode, Problem, Source, Stop};

/// Calculates what a call of one operation costs and needs.
///
/// # Errors
///
/// The error that a request with this input would fail with before it runs.
pub type Price = fn(Draft) -> Result<Quote, ApiError>;

/// What a hypothetical call costs and needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The price, in quota units.
    pub units: u32,
    /// The capability that its input needs besides that of the access rule.
    pub requires: Option<Capability>,
}

/// The input of a hypothetical call.
#[derive(Debug)]
pub enum Draft {
    /// A JSON body, with the path parameters beside its fields.
    Body(Value),
    /// A query string.
    Query(String),
}

/// What a call of `O` costs and needs, whose input may have these formats.
///
/// # Errors
///
/// The error that a request with this input would fail with before it runs.
pub fn price<O: Operation>(draft: Draft, formats: Formats) -> Result<Quote, ApiError> {
    let input = checked::<O>(draft, formats)?;
    O::check(&input, &Stop::default());
    O::work(&input).limit()?;
    O::preflight(&input)?;
    Ok(Quote {
        units: O::cost(&input),
        requires: O::requires(&input),
    })
}

fn checked<O: Operation>(draft: Draft, formats: Formats) -> Result<O::Input, ApiError> {
    let mut generator = schema_generator();
    let schema = generator.subschema_for::<O::Input>().to_value();
    let tree = checked_tree(draft, &schema, generator.definitions(), formats)?;
    serde_json::from_value(tree).map_err(|error| {
        let problem = Problem::new(ErrorCode::FieldFormat, error.to_string());
        problem.at(Source::Pointer(String::new())).into()
    })
}

/// The input as a value that its schema accepts.
fn checked_tree(
    draft: Draft,
    schema: &Value,
    definitions: &Map<String, Value>,
    formats: Formats,
) -> Result<Value, ApiError> {
    let shape = compile(schema, definitions, formats);
    let shape = shape.expect("the router was built from the same schema");
    let (mut tree, is_query) = match draft {
        Draft::Body(tree) => (tree, false),
        Draft::Query(text) => (query::tree(query::pairs(&text)?, &shape), true),
    };
    let mut problems = shape.check(&mut tree);
    if !problems.is_empty() {
        for problem in problems.iter_mut().filter(|_| is_query) {
            problem.source = problem.source.take().map(query::in_query);
        }
        return Err(ApiError::all(problems));
    }
    Ok(tree)
}

/// The operation's input, or every problem and where it is.
///
/// # Errors
///
/// The error that a request with this input would fail with.
pub fn input_of<O: Operation>(tree: Value, formats: Formats) -> Result<O::Input, ApiError> {
    checked::<O>(Draft::Body(tree), formats)
}
