//! `almagest calc OPERATION`: any calculation of the API, on this computer or a remote
//! service. Input and output are the request and response bodies of the API.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::engine::{Engine, EngineArguments};
use crate::output::{Failure, print};

#[derive(Debug, Args)]
pub struct CalcArguments {
    /// Last part of the calculation's path: natal, transit, solar-return, moon-calendar/day, batch …
    operation: String,
    /// File with the JSON body, or `-` for standard input.
    #[arg(long, default_value = "-")]
    input: PathBuf,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

pub(crate) fn run(arguments: &CalcArguments, engine: &Engine) -> Result<ExitCode, Failure> {
    let mut text = String::new();
    if arguments.input.as_os_str() == "-" {
        io::stdin().read_to_string(&mut text)?;
    } else {
        let path = arguments.input.display();
        text = fs::read_to_string(&arguments.input)
            .map_err(|error| Failure::new(format!("{path}: {error}")))?;
    }
    let body = serde_json::from_str(&text)
        .map_err(|error| Failure::new(format!("the input is not a JSON object: {error}")))?;
    let answer = engine.calculate(&arguments.operation, body)?;
    print(&format!("{{\"data\":{answer}}}\n"))?;
    Ok(ExitCode::SUCCESS)
}
