//! The commands that calculate, on this computer or on a remote service, and how every command prints.
//!
//! Configuration, databases and the service are deliberately absent here: these commands need
//! nothing but the engine, or the login to a remote service.

mod calc;
mod chart;
mod engine;
mod flags;
mod horoscope;
mod login;
mod mcp;
mod natal;
mod numerology;
pub mod output;
mod panchang;
mod place;
mod remote;
mod report;
mod sky;
mod vedic;

use std::path::Path;
use std::process::ExitCode;

use calculations::sky_pack;
use clap::Subcommand;
use engine::{Engine, EngineArguments};
use login::LoginFile;
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
    /// Calculate Vedic charts, dashas and matches, and draw Vedic charts.
    #[command(subcommand)]
    Vedic(vedic::VedicCommand),
    /// Draw a chart as an image.
    #[command(subcommand)]
    Chart(Box<chart::ChartCommand>),
    /// Write a PDF report.
    Report(Box<report::ReportArguments>),
    /// Run any calculation of the API with a JSON body.
    Calc(calc::CalcArguments),
    /// Calculate positions of bodies and events in the sky.
    Sky(sky::SkyCommand),
    /// Find places, and convert local times with historical time zones. Needs no configuration and no server.
    #[command(subcommand)]
    Place(place::PlaceCommand),
    /// Store the URL and the API key of a remote service, for commands with --remote.
    Login(login::LoginArguments),
    /// Delete the stored URL and API key.
    Logout,
    /// Serve the calculations as tools of the Model Context Protocol, on standard input and output. Needs no key.
    Mcp,
}

/// What the commands know of their surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// An additional ephemeris pack. The service reads it from its configuration; these commands only
    /// from their option.
    pub sky_pack: Option<&'a Path>,
    /// The user's folder for configuration files.
    pub configuration: Option<&'a Path>,
}

/// Runs a command.
///
/// # Errors
///
/// Why the command failed, in one sentence.
pub fn run(
    command: CalculatorCommand,
    surroundings: Surroundings<'_>,
    output: Output,
) -> Result<ExitCode, Failure> {
    if let Some(path) = surroundings.sky_pack {
        sky_pack::load(path)?;
    }
    let engine = |arguments: &EngineArguments| Engine::of(arguments, surroundings.configuration);
    let file = || LoginFile::of_user(surroundings.configuration);
    match command {
        CalculatorCommand::Natal(arguments) => {
            natal::run(&arguments, &engine(&arguments.engine)?, output)
        }
        CalculatorCommand::Horoscope(command) => {
            horoscope::run(&command, &engine(command.engine())?, output)
        }
        CalculatorCommand::Numerology(arguments) => {
            numerology::run(&arguments, &engine(&arguments.engine)?, output)
        }
        CalculatorCommand::Chinese(arguments) => {
            numerology::run_chinese(&arguments, &engine(&arguments.engine)?, output)
        }
        CalculatorCommand::Panchang(arguments) => {
            panchang::run(&arguments, &engine(&arguments.engine)?, output)
        }
        CalculatorCommand::Vedic(command) => {
            vedic::run(&command, &engine(command.engine())?, output)
        }
        CalculatorCommand::Chart(command) => {
            let engine = engine(command.engine())?;
            chart::run(&command, &engine, output)
        }
        CalculatorCommand::Report(arguments) => {
            report::run(&arguments, &engine(&arguments.engine)?, output)
        }
        CalculatorCommand::Calc(arguments) => calc::run(&arguments, &engine(&arguments.engine)?),
        CalculatorCommand::Login(arguments) => login::log_in(&arguments, &file()?, output),
        CalculatorCommand::Logout => login::log_out(&file()?, output),
        CalculatorCommand::Sky(command) => sky::run(command, output),
        CalculatorCommand::Place(command) => place::run(command, output),
        CalculatorCommand::Mcp => mcp::run(),
    }
}
