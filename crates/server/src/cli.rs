//! The command line.

mod config;
mod doctor;
mod key;
mod ledger;
mod operator;
mod org;
mod output;
mod reference;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::config::{Config, Origin, Sources, read_environment};
use output::{Failure, Output};

/// Astrology calculations behind API keys, in one binary.
#[derive(Debug, Parser)]
#[command(name = "almagest", version, max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Accepted after any command.
#[derive(Debug, Args)]
struct Common {
    /// Folder with the database and the master secret.
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Address and port to serve on [default: 127.0.0.1:8080].
    #[arg(long, global = true, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// PostgreSQL instead of the SQLite file in the data folder.
    #[arg(long, global = true, value_name = "ADDRESS")]
    database: Option<String>,
    /// Configuration file [default: almagest.toml in the working folder, if there is one].
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Any setting, as `name=value`; `almagest config` lists them.
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Print JSON for programs instead of text for people.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service (this is what happens without a command).
    Serve,
    /// Organizations.
    #[command(subcommand)]
    Org(org::OrgCommand),
    /// API keys.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Counted requests.
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// Print the configuration in force and where each value comes from.
    Config,
    /// Print the OpenAPI document.
    Openapi,
    /// Check this installation and say what is wrong with it.
    Doctor,
    /// Print a page of the reference documentation.
    #[command(subcommand, hide = true)]
    Reference(reference::ReferenceCommand),
}

/// Runs the command of this process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let output = Output {
        json: arguments.common.json,
    };
    match execute(arguments, output) {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure);
            ExitCode::FAILURE
        }
    }
}

fn execute(arguments: Arguments, output: Output) -> Result<ExitCode, Failure> {
    let command = arguments.command.unwrap_or(Command::Serve);
    if let Command::Reference(page) = command {
        return reference::run(page, output);
    }
    let config = configuration(arguments.common)?;
    match command {
        Command::Serve => block_on(serve::run(config)),
        Command::Org(command) => block_on(org::run(command, config, output)),
        Command::Key(command) => block_on(key::run(command, config, output)),
        Command::Ledger(command) => block_on(ledger::run(command, config, output)),
        Command::Doctor => block_on(doctor::run(config, output)),
        Command::Config => config::run(&config, output),
        Command::Openapi => reference::openapi(&config, output),
        Command::Reference(_) => unreachable!("answered above, without a configuration"),
    }
}

/// Reads the configuration from file, environment and flags; nothing else has been touched yet.
fn configuration(common: Common) -> Result<Config, Failure> {
    let mut sources = Sources::default();
    let default_file = PathBuf::from("almagest.toml");
    let file = common
        .config
        .or_else(|| default_file.exists().then_some(default_file));
    if let Some(path) = file {
        sources.add_file(&path)?;
    }
    let (values, unknown) = read_environment();
    for name in unknown {
        output::warn(&format!(
            "{name} in the environment is no setting of almagest"
        ));
    }
    sources.add(Origin::Environment, values);
    let mut flags = Vec::new();
    for pair in common.set {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| Failure::new(format!("--set {pair}: expected name=value")))?;
        flags.push((name.to_owned(), value.to_owned()));
    }
    let data_dir = common.data_dir.map(|it| it.display().to_string());
    let named = [
        ("data_dir", data_dir),
        ("database", common.database),
        ("listen", common.listen),
    ];
    flags.extend(
        named
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?))),
    );
    sources.add(Origin::CommandLine, flags);
    Ok(Config::from_sources(&sources)?)
}

fn block_on<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| Failure::new(format!("no threads: {error}")))?;
    runtime.block_on(future)
}
