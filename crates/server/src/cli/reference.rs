//! `almagest openapi` and `almagest reference …`: generated documentation.

use std::process::ExitCode;

use clap::Subcommand;
use serde_json::{Value, json};

use crate::api::api;
use calculator::output::{Failure, Output, print};
use config::{self, Config};
use http_api::error_reference;

#[derive(Clone, Copy, Debug, Subcommand)]
pub(super) enum ReferenceCommand {
    /// Error codes.
    Errors,
    /// Operations.
    Operations,
    /// Settings.
    Config,
    /// The OpenAPI document for the default address.
    Openapi,
}

pub(super) fn run(page: ReferenceCommand, output: Output) -> Result<ExitCode, Failure> {
    let text = match page {
        ReferenceCommand::Errors => error_reference(),
        ReferenceCommand::Operations => api().operations().reference(),
        ReferenceCommand::Config => config::reference(),
        ReferenceCommand::Openapi => pretty(&api().operations().document("http://127.0.0.1:8080")),
    };
    output.show(&text, &json!({ "text": text }))
}

/// Prints the document as JSON, with and without `--json`.
pub(super) fn openapi(config: &Config, _: Output) -> Result<ExitCode, Failure> {
    print(&pretty(&api().operations().document(&config.public_url())))?;
    Ok(ExitCode::SUCCESS)
}

fn pretty(document: &Value) -> String {
    format!("{document:#}\n")
}
