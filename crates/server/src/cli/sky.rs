//! `almagest sky …`: the engine without a server.

mod events;
mod places;
mod span;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::output::{Failure, Output};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct SkyCommand {
    #[command(flatten)]
    places: places::PlacesCommand,
    #[command(subcommand)]
    command: Option<SkySubcommand>,
}

#[derive(Debug, Subcommand)]
enum SkySubcommand {
    /// When things happen: seasons, phases, stations, ingresses, eclipses, rise and set.
    Events(events::EventsCommand),
    /// From when to when each body is known.
    Span,
}

pub(super) fn run(command: SkyCommand, output: Output) -> Result<ExitCode, Failure> {
    let SkyCommand { places, command } = command;
    match command {
        Some(SkySubcommand::Events(command)) => events::run(&command, output),
        Some(SkySubcommand::Span) => span::run(output),
        None => places::run(&places, output),
    }
}
