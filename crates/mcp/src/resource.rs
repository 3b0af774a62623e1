//! Resources: how to use the tools, the list of operations, and the input schema of each.

use std::fmt::Write as _;

use rmcp::model::{Resource, ResourceContents, ResourceTemplate};

use crate::registry::Registry;
use crate::search::described;

const GUIDE: &str = "almagest://guide";
const OPERATIONS: &str = "almagest://operations";
const TEMPLATE: &str = "almagest://operations/{operation}";

/// How the tools take input and what their results contain. Clients show it to their model when they connect.
pub(crate) const INSTRUCTIONS: &str = "\
Astrology calculations. Times are local times at the place, written 1990-06-15T14:30; leave out the time if it is \
unknown. Name places (`place`: \"Amsterdam, NL\") or give coordinates (`location`: {latitude, longitude, timezone}). \
Ambiguous places and times are refused with candidates: ask the user, do not guess. Every tool accepts all fields of \
its operation; `find_operation` shows them. `fields` (such as [\"points.*.longitude\"]) and `precision` shorten the \
structured result, which is the same document as the HTTP API returns. Never state a position that no tool returned.";

pub(crate) fn resources() -> Vec<Resource> {
    vec![
        Resource::new(GUIDE, "guide")
            .with_title("How to use the tools")
            .with_mime_type("text/markdown"),
        Resource::new(OPERATIONS, "operations")
            .with_title("Every operation")
            .with_mime_type("text/markdown"),
    ]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(TEMPLATE, "operation")
            .with_title("An operation with its input schema")
            .with_mime_type("application/json"),
    ]
}

/// The resource at an address.
pub(crate) fn resource(registry: &Registry, uri: &str) -> Option<ResourceContents> {
    match uri {
        GUIDE => Some(ResourceContents::text(INSTRUCTIONS, uri).with_mime_type("text/markdown")),
        OPERATIONS => {
            let mut text = "# Operations\n".to_owned();
            for target in registry.list() {
                let it = &target.declaration;
                // A string takes any text.
                writeln!(text, "- `{}`: {}", it.id, it.summary).ok();
            }
            Some(ResourceContents::text(text, uri).with_mime_type("text/markdown"))
        }
        _ => {
            let id = uri.strip_prefix(OPERATIONS)?.strip_prefix('/')?;
            let text = described(registry, registry.get(id)?).to_string();
            Some(ResourceContents::text(text, uri).with_mime_type("application/json"))
        }
    }
}
