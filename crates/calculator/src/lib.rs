//! The commands that calculate on this computer, and how every command prints.
//!
//! Configuration, databases and the service are deliberately absent here: these commands need
//! nothing but the engine.

mod calc;
mod chart;
mod horoscope;
mod mcp;
mod natal;
mod numerology;
pub mod output;
mod panchang;
mod place;
mod sky;

use std::path::Path;
use std::process::ExitCode;

use calculations::sky_pack;
use clap::Subcommand;
use output::{Failure, Output};

/// A command that calculates.
#[derive(Debug, Subcommand)]
pub enum CalculatorCommand {
    /// Calculate a natal chart and print it.
    Natal(natal::NatalArguments),
    /// Print the horoscope of a sign.
    #[command(subcommand)]
    Horoscope(horoscope::HoroscopeCommand),
    /// Calculate the numbers of a name and a date of birth.
    Numerology(numerology::NumerologyArguments),
    /// Find the Chinese sign of a date of birth, or forecast a year for it.
    Chinese(numerology::ChineseArguments),
    /// Print the panchang of a day.
    Panchang(panchang::PanchangArguments),
    /// Draw a chart as an image.
    #[command(subcommand)]
    Chart(chart::ChartCommand),
    /// Run any calculation of the API with a JSON body.
    Calc(calc::CalcArguments),
    /// Calculate positions of bodies and events in the sky.
    Sky(sky::SkyCommand),
    /// Find places, and convert local times with historical time zones. Needs no configuration and no server.
    #[command(subcommand)]
    Place(place::PlaceCommand),
    /// Serve the calculations as tools of the Model Context Protocol, on standard input and output. Needs no key.
    Mcp,
}

/// Runs a command. The service reads an additional ephemeris pack from its configuration; these
/// commands only from their option.
///
/// # Errors
///
/// Why the command failed, in one sentence.
pub fn run(
    command: CalculatorCommand,
    sky_pack: Option<&Path>,
    output: Output,
) -> Result<ExitCode, Failure> {
    if let Some(path) = sky_pack {
        sky_pack::load(path)?;
    }
    match command {
        CalculatorCommand::Natal(arguments) => natal::run(&arguments, output),
        CalculatorCommand::Horoscope(command) => horoscope::run(&command, output),
        CalculatorCommand::Numerology(arguments) => numerology::run(&arguments, output),
        CalculatorCommand::Chinese(arguments) => numerology::run_chinese(&arguments, output),
        CalculatorCommand::Panchang(arguments) => panchang::run(&arguments, output),
        CalculatorCommand::Chart(command) => chart::run(command, output),
        CalculatorCommand::Calc(arguments) => calc::run(&arguments, output),
        CalculatorCommand::Sky(command) => sky::run(command, output),
        CalculatorCommand::Place(command) => place::run(command, output),
        CalculatorCommand::Mcp => mcp::run(),
    }
}
