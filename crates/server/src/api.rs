//! The operations of the API. Adding one to this list is the only way to serve it.

mod health;
mod key;
mod openapi;

use crate::operation::Api;

/// All operations.
pub fn api() -> Api {
    Api::default()
        .with::<key::describe::KeyDescribe>()
        .with::<health::HealthLive>()
        .with::<health::HealthReady>()
        .with::<openapi::OpenapiGet>()
}
