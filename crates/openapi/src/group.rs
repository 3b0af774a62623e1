//! Documents of one group of operations each, with example replies, which would make the whole
//! document too large for generators and pages.

use serde_json::Value;

use crate::document::TAGS;
use crate::examples::{Call, add_example};
use crate::tidy::remove_unused_components;

/// The name of a group in a path: `Chart images` as `chart-images`.
pub(crate) fn slug(tag: &str) -> String {
    tag.to_lowercase().replace(' ', "-")
}

/// The names of all groups, in the order of the document.
pub fn group_names() -> impl Iterator<Item = String> {
    TAGS.iter().map(|(tag, _)| slug(tag))
}

/// The operations of one group of the document, with examples.
pub fn group_document(document: &Value, group: &str) -> Option<Value> {
    let (tag, _) = TAGS.iter().find(|(tag, _)| slug(tag) == group)?;
    let mut part = document.clone();
    for item in part["paths"].as_object_mut()?.values_mut() {
        let operations = item.as_object_mut()?;
        operations.retain(|_, operation| operation["tags"][0] == *tag);
    }
    let paths = part["paths"].as_object_mut()?;
    paths.retain(|_, item| item.as_object().is_some_and(|it| !it.is_empty()));
    part["tags"].as_array_mut()?.retain(|it| it["name"] == *tag);
    Some(with_examples(part))
}

/// The document with the example of every operation.
pub fn with_examples(mut document: Value) -> Value {
    let public_url = document["servers"][0]["url"].as_str().unwrap_or_default();
    let public_url = public_url.to_owned();
    let default_security = document["security"].clone();
    let shared = document["components"]["parameters"].clone();
    let paths = document["paths"].as_object_mut();
    for (path, item) in paths.into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let security = operation.get("security").unwrap_or(&default_security);
            let schemes = security.as_array().map_or(&[][..], Vec::as_slice);
            let call = Call {
                method,
                path,
                public_url: &public_url,
                takes_key: schemes.iter().any(|it| it.get("key").is_some()),
                is_public: schemes.is_empty(),
            };
            add_example(operation, &shared, &call);
        }
    }
    remove_unused_components(&mut document);
    document
}
