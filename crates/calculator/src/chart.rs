//! `almagest chart natal … -o chart.svg`: draws a chart image.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::engine::{Engine, EngineArguments};
use crate::natal::BirthArguments;
use crate::output::{Failure, Output};

#[derive(Debug, Subcommand)]
pub enum ChartCommand {
    /// Draw a natal chart.
    Natal(NatalChartArguments),
}

#[derive(Debug, Args)]
pub struct NatalChartArguments {
    #[command(flatten)]
    birth: BirthArguments,
    /// File to write. Its extension, svg or png, selects the format.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Width in pixels.
    #[arg(long, default_value_t = 800)]
    width: u32,
    /// Height in pixels [default: the width].
    #[arg(long)]
    height: Option<u32>,
    /// Theme: classic, light, dark, minimal or print.
    #[arg(long, default_value = "classic")]
    theme: String,
    /// Draw a table of positions beside the wheel.
    #[arg(long)]
    positions: bool,
    /// Draw a grid of aspects beside the wheel.
    #[arg(long)]
    aspect_grid: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

impl ChartCommand {
    pub(crate) const fn engine(&self) -> &EngineArguments {
        let Self::Natal(arguments) = self;
        &arguments.engine
    }
}

pub(crate) fn run(
    command: ChartCommand,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let ChartCommand::Natal(arguments) = command;
    let ending = arguments.out.extension().and_then(|it| it.to_str());
    let Some(format @ ("svg" | "png")) = ending else {
        return Err(Failure::new("the file extension must be .svg or .png"));
    };
    let mut body = arguments.birth.body()?;
    body["format"] = format.into();
    body["width"] = arguments.width.into();
    body["theme"] = arguments.theme.as_str().into();
    body["positions"] = arguments.positions.into();
    body["aspectGrid"] = arguments.aspect_grid.into();
    if let Some(height) = arguments.height {
        body["height"] = height.into();
    }
    let bytes = engine.natal_image(body)?;
    let path = arguments.out.display();
    fs::write(&arguments.out, &bytes).map_err(|it| Failure::new(format!("{path}: {it}")))?;
    let text = format!("{path}: {} bytes\n", bytes.len());
    output.show(
        &text,
        &json!({ "file": path.to_string(), "bytes": bytes.len() }),
    )
}
