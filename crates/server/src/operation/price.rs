//! The price of a call, without making it: for the dry run of a key and for the playground.

use serde_json::Value;

use super::registry::generator;
use super::{FORMATS, Operation};
use http_api::input::{compile, query};
use http_api::{ApiError, ErrorCode, Problem, Source, Stop};

/// Calculates the price of a call of one operation, in quota units.
///
/// # Errors
///
/// The error that a request with this input would fail with before it runs.
pub(crate) type Price = fn(Draft) -> Result<u32, ApiError>;

/// The input of a hypothetical call.
#[derive(Debug)]
pub(crate) enum Draft {
    /// A JSON body, with the path parameters beside its fields.
    Body(Value),
    /// A query string.
    Query(String),
}

/// The price of a call of `O`.
pub(super) fn price<O: Operation>(draft: Draft) -> Result<u32, ApiError> {
    let input = checked::<O>(draft)?;
    O::check(&input, &Stop::default());
    O::work(&input).limit()?;
    Ok(O::cost(&input))
}

fn checked<O: Operation>(draft: Draft) -> Result<O::Input, ApiError> {
    let mut generator = generator();
    let schema = generator.subschema_for::<O::Input>().to_value();
    let shape = compile(&schema, generator.definitions(), FORMATS);
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
pub(crate) fn input_of<O: Operation>(tree: Value) -> Result<O::Input, ApiError> {
    checked::<O>(Draft::Body(tree))
}
