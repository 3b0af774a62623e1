//! `almagest config`

use std::process::ExitCode;

use serde_json::{Map, Value, json};

use calculator::output::{Failure, Output, table};
use config::Config;

pub(super) fn run(config: &Config, output: Output) -> Result<ExitCode, Failure> {
    let shown = config.shown();
    let rows: Vec<_> = shown
        .iter()
        .map(|(name, value, origin)| {
            let value = if value.is_empty() { "(empty)" } else { value };
            vec![(*name).to_owned(), value.to_owned(), origin.to_string()]
        })
        .collect();
    let document: Map<_, _> = shown
        .iter()
        .map(|(name, value, origin)| {
            let entry = json!({ "value": value, "source": origin.to_string() });
            ((*name).to_owned(), entry)
        })
        .collect();
    let text = table(&["setting", "value", "from"], &rows);
    output.show(&text, &Value::Object(document))
}
