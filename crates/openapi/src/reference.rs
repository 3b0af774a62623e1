//! `docs/reference/operations.md`, generated from the declarations.

use std::fmt::Write as _;

use http_api::AccessPolicy;

use crate::Operations;

impl Operations {
    /// The table of operations: their calls, required access, price and summary.
    pub fn reference(&self) -> String {
        let mut text = String::from(
            "# Operations\n\nGenerated from the `SPEC` of each operation by `cargo xtask generate`. Do \
             not edit. `openapi.json` has the complete description.\n\n\
             | operation | call | requires | cost | summary |\n|---|---|---|---|---|\n",
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
                AccessPolicy::Public => "nothing".to_owned(),
                AccessPolicy::AnyKey => "any key".to_owned(),
                AccessPolicy::Caller {
                    key,
                    role,
                    capability,
                } => {
                    let key = key.map_or(String::new(), |it| format!("key with `{it}`, or "));
                    let module = capability.map_or(String::new(), |it| format!("; `{it}`"));
                    format!("{key}member with `{role}`{module}")
                }
                AccessPolicy::Member { role } => format!("member with `{role}`"),
                AccessPolicy::Person => "a session".to_owned(),
                AccessPolicy::Operator => "an operator's session".to_owned(),
            };
            let (id, calls) = (it.id, calls.join("<br>"));
            let (cost, summary) = (it.cost_units, it.summary);
            writeln!(text, "| `{id}` | {calls} | {needs} | {cost} | {summary} |")
                .expect("a string takes any text");
        }
        text
    }
}
