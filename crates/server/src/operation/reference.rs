//! `docs/reference/operations.md`, made from the declarations.

use std::fmt::Write as _;

use super::Api;
use crate::guard::Access;

impl Api {
    /// The table of operations: what there is, who may call it, what it costs.
    pub fn reference(&self) -> String {
        let mut text = String::from(
            "# Operations\n\nMade from the `SPEC` of each operation by `cargo xtask generate`; do \
             not edit. The complete description is `openapi.json`.\n\n\
             | operation | call | needs | cost | what it does |\n|---|---|---|---|---|\n",
        );
        for it in self.declarations() {
            let calls: Vec<_> = it
                .paths()
                .flat_map(|path| {
                    let methods = it.methods.list().iter();
                    methods.map(move |(method, _)| format!("`{method} {path}`"))
                })
                .collect();
            let needs = match it.access {
                Access::Public => "nothing".to_owned(),
                Access::Key { permission: None } => "any key".to_owned(),
                Access::Key {
                    permission: Some(permission),
                } => format!("key with `{permission}`"),
            };
            let (id, calls) = (it.id, calls.join("<br>"));
            let (cost, summary) = (it.cost_units, it.summary);
            writeln!(text, "| `{id}` | {calls} | {needs} | {cost} | {summary} |")
                .expect("a string takes any text");
        }
        text
    }
}
