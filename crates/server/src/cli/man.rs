//! `almagest man FOLDER`: a man page of every command.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};

use calculator::output::Failure;

#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// Folder for the pages. It is created if it does not exist.
    folder: PathBuf,
}

pub(super) fn run(arguments: &ManArguments, command: Command) -> Result<ExitCode, Failure> {
    let shown = arguments.folder.display();
    let written = fs::create_dir_all(&arguments.folder)
        .and_then(|()| clap_mangen::generate_to(command, &arguments.folder));
    written.map_err(|error| Failure::new(format!("{shown}: {error}")))?;
    Ok(ExitCode::SUCCESS)
}
