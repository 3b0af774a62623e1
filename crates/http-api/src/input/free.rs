//! An object that the schema does not describe.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::json::FreeObject;
use crate::ApiError;

/// An object that is checked later, against the schema of the calculation it is for.
#[derive(Debug, Default)]
pub struct Free(FreeObject);

impl Free {
    /// The object.
    ///
    /// # Errors
    ///
    /// `json_malformed`, with line and column counted from the beginning of the object.
    pub fn read(&self) -> Result<Map<String, Value>, ApiError> {
        self.0.read()
    }
}

impl<'de> Deserialize<'de> for Free {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Map::deserialize(deserializer)?;
        Ok(Self(FreeObject::new(object)))
    }
}

impl JsonSchema for Free {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CalculationInput".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The body of the calculation, as it is sent alone.",
            "additionalProperties": true,
            "x-checked-later": true,
        })
    }
}
