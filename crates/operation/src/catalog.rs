//! The operations of a service, as data.

use std::collections::HashMap;

use serde_json::Value;

use crate::price::Price;
use http_api::Declaration;

/// What the operations of a service are: for dry runs, the module catalog and the playground.
#[derive(Debug)]
pub struct Catalog {
    /// The declarations of all operations.
    pub declarations: Vec<Declaration>,
    /// The price of each operation, by its id.
    pub prices: HashMap<&'static str, Price>,
    /// The OpenAPI document.
    pub openapi: Value,
}
