//! Input that comes without HTTP, as a tree: pages make one from what was typed into a form, and it
//! is checked as the body of a request would be.

use serde_json::Value;

use super::Operation;
use super::registry::generator;
use super::schema::compile;
use crate::error::{ApiError, ErrorCode, Problem, Source};

/// The operation's input, with every problem found and where it is.
///
/// # Errors
///
/// What a request with this input would be refused with.
pub(crate) fn input_of<O: Operation>(mut tree: Value) -> Result<O::Input, ApiError> {
    let mut generator = generator();
    let schema = generator.subschema_for::<O::Input>().to_value();
    let shape = compile(&schema, generator.definitions());
    let shape = shape.expect("the router was built from the same schema");
    let problems = shape.check(&mut tree);
    if !problems.is_empty() {
        return Err(ApiError::all(problems));
    }
    serde_json::from_value(tree).map_err(|error| {
        let problem = Problem::new(ErrorCode::FieldFormat, error.to_string());
        problem.at(Source::Pointer(String::new())).into()
    })
}
