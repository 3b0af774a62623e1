//! `almagest sky span`: the time span of the ephemeris, including an additional pack.

use std::process::ExitCode;

use ephemeris::{Body, Ephemeris};
use serde_json::{Value, json};

use crate::output::{Failure, Output, table};
use calculations::dto::instant::date_text;

pub(super) fn run(output: Output) -> Result<ExitCode, Failure> {
    let known = Body::ALL.iter().filter_map(|body| {
        let span = Ephemeris::embedded().span(*body)?;
        let [from, to] = [span.first, span.last].map(|at| date_text(at.to_tt()));
        Some((body.id(), from, to))
    });
    let known: Vec<_> = known.collect();
    let documents = known
        .iter()
        .map(|(body, from, to)| json!({ "body": body, "from": from, "to": to }));
    let rows: Vec<_> = known
        .iter()
        .map(|(body, from, to)| vec![(*body).to_owned(), from.clone(), to.clone()])
        .collect();
    let text = table(&["body", "from", "to"], &rows);
    output.show(&text, &Value::Array(documents.collect()))
}
