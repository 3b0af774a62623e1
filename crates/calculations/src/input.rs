//! Reads the input of a calculation outside a request: in a batch and at the command line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use http_api::input::{ACCESS_FORMATS, CompiledSchema, Formats, compile};
use http_api::{ApiError, ErrorCode};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::calculation::Calculation;
use crate::shape::CalculationRequest;

/// Every format that a schema of a calculation may name.
const FORMATS: Formats = &[ACCESS_FORMATS, crate::dto::FORMATS];

/// Reads a request for a calculation and checks it against its schema, like a request body.
///
/// # Errors
///
/// Every problem with the input.
pub fn read<C: Calculation>(body: Value) -> Result<CalculationRequest<C::Input>, ApiError> {
    checked(C::SPEC.id, body)
}

/// The same for any input. `operation` names the schema, which is compiled once.
///
/// # Errors
///
/// Every problem with the input.
pub fn checked<I: DeserializeOwned + JsonSchema>(
    operation: &'static str,
    mut body: Value,
) -> Result<I, ApiError> {
    let problems = shape_of::<I>(operation).check(&mut body);
    if !problems.is_empty() {
        return Err(ApiError::all(problems));
    }
    serde_json::from_value(body)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

/// The schema of a calculation's input, compiled once for each.
fn shape_of<I: JsonSchema>(operation: &'static str) -> Arc<CompiledSchema> {
    static SHAPES: OnceLock<Mutex<HashMap<&'static str, Arc<CompiledSchema>>>> = OnceLock::new();
    let shapes = SHAPES.get_or_init(Mutex::default);
    let mut shapes = shapes.lock().unwrap_or_else(PoisonError::into_inner);
    let shape = shapes.entry(operation).or_insert_with(|| {
        let generator = SchemaSettings::draft2020_12().with(|it| {
            it.inline_subschemas = true;
            it.meta_schema = None;
        });
        let schema = generator.into_generator().into_root_schema_for::<I>();
        let shape = compile(&schema.to_value(), &Map::new(), FORMATS);
        Arc::new(shape.expect("the same schema was compiled when the operation was registered"))
    });
    Arc::clone(shape)
}
