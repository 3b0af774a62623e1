//! `almagest sky …`: the ephemeris, without a server.

mod events;
mod places;
mod span;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::output::{Failure, Output};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SkyCommand {
    #[command(flatten)]
    places: places::PlacesCommand,
    #[command(subcommand)]
    command: Option<SkySubcommand>,
}

#[derive(Debug, Subcommand)]
enum SkySubcommand {
    /// Find events: seasons, phases, stations, ingresses, eclipses, rise and set.
    Events(events::EventsCommand),
    /// Print the time span covered for each body.
    Span,
}

pub(crate) fn run(command: SkyCommand, output: Output) -> Result<ExitCode, Failure> {
    let SkyCommand { places, command } = command;
    match command {
        Some(SkySubcommand::Events(command)) => events::run(&command, output),
        Some(SkySubcommand::Span) => span::run(output),
        None => places::run(&places, output),
    }
}
