//! The price of a call, without making it: for the dry run of a key and for the playground.

use serde_json::Value;

use crate::Operation;
use http_api::input::{Formats, compile, query, schema_generator};
use http_api::{ApiError, ErrorCode, Problem, Source, Stop};

/// Calculates the price of a call of one operation, in quota units.
///
/// # Errors
///
/// The error that a request with this input would fail with before it runs.
pub type Price = fn(Draft) -> Result<u32, ApiError>;

/// The input of a hypothetical call.
#[derive(Debug)]
pub enum Draft {
    /// A JSON body, with the path parameters beside its fields.
    Body(Value),
    /// A query string.
    Query(String),
}

/// The price of a call of `O`, whose input may have these formats.
///
/// # Errors
///
/// The error that a request with this input would fail with before it runs.
pub fn price<O: Operation>(draft: Draft, formats: Formats) -> Result<u32, ApiError> {
    let input = checked::<O>(draft, formats)?;
    O::check(&input, &Stop::default());
    O::work(&input).limit()?;
    Ok(O::cost(&input))
}

fn checked<O: Operation>(draft: Draft, formats: Formats) -> Result<O::Input, ApiError> {
    let mut generator = schema_generator();
    let schema = generator.subschema_for::<O::Input>().to_value();
    let shape = compile(&schema, generator.definitions(), formats);
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
    serde_json::from_value(tree).map_err(|error| {
        let problem = Problem::new(ErrorCode::FieldFormat, error.to_string());
        problem.at(Source::Pointer(String::new())).into()
    })
}

/// The operation's input, or every problem and where it is.
///
/// # Errors
///
/// The error that a request with this input would fail with.
pub fn input_of<O: Operation>(tree: Value, formats: Formats) -> Result<O::Input, ApiError> {
    checked::<O>(Draft::Body(tree), formats)
}
