//! The command line.

mod audit;
mod backup;
mod completions;
mod config;
mod doctor;
mod key;
mod ledger;
mod man;
mod member;
mod module;
mod operator;
mod org;
mod outbox;
mod reference;
mod secret;
mod serve;
mod user;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Args, CommandFactory as _, Parser, Subcommand};

use ::config::{
    Config, Origin, Sources, SupervisorEnvironment, read_environment, user_configuration_folder,
};
use calculator::output::{self, ExitStatus, Failure, Output};
use calculator::{CalculatorCommand, Surroundings};
use metering::{Committer, OpenLedger};

/// Self-hosted astrology calculation API.
#[derive(Debug, Parser)]
#[command(name = "almagest", version = VERSION.as_str(), max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The heading of options that matter to the service and to commands that administer it.
const SERVICE_OPTIONS: &str = "Service options";

/// Options that every command accepts.
#[derive(Debug, Args)]
struct Common {
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    /// Folder with the database and the master secret.
    #[arg(long, global = true, help_heading = SERVICE_OPTIONS, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, global = true, help_heading = SERVICE_OPTIONS, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// PostgreSQL URL, to use instead of the SQLite file in the data folder.
    #[arg(long, global = true, help_heading = SERVICE_OPTIONS, value_name = "ADDRESS")]
    database: Option<String>,
    /// Additional ephemeris pack, for a longer time span or more bodies.
    #[arg(long, global = true, value_name = "FILE")]
    sky_pack: Option<PathBuf>,
    /// Configuration file [default: almagest.toml in the working folder, or /etc/almagest/almagest.toml].
    #[arg(long, global = true, help_heading = SERVICE_OPTIONS, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Set any setting, as `name=value`. `almagest config` lists them.
    #[arg(long, global = true, help_heading = SERVICE_OPTIONS, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service (the default command).
    Serve,
    /// Manage organizations.
    #[command(subcommand)]
    Org(org::OrgCommand),
    /// Manage API keys.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Manage user accounts.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Manage the members of organizations.
    #[command(subcommand)]
    Member(member::MemberCommand),
    /// List modules, and grant them to organizations.
    #[command(subcommand)]
    Module(module::ModuleCommand),
    /// Export counted requests.
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    #[command(flatten)]
    Calculate(CalculatorCommand),
    /// Verify and export the audit log.
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// Rotate the master secret. The server must not be running.
    #[command(subcommand)]
    Secret(secret::SecretCommand),
    /// List unsent emails, with their links.
    Outbox,
    /// Back up everything into a file. The server can be running.
    Backup(backup::BackupArguments),
    /// Restore a backup. The server must not be running.
    Restore(backup::RestoreArguments),
    /// Move the embedded database into an empty PostgreSQL database. The server must not be running.
    Move(backup::MoveArguments),
    /// Print every setting, its value and where it comes from.
    Config,
    /// Print the OpenAPI document.
    Openapi,
    /// Print a script that completes commands in bash, zsh or fish.
    Completions(completions::CompletionsArguments),
    /// Write the man pages into a folder.
    #[command(hide = true)]
    Man(man::ManArguments),
    /// Check this installation and report problems.
    Doctor,
    /// Print a page of the reference documentation.
    #[command(subcommand, hide = true)]
    Reference(reference::ReferenceCommand),
}

/// Runs the command of this process.
pub fn run() -> ExitCode {
    run_with(Committer::open)
}

/// Like [`run`], but the service counts in the given ledger.
pub fn run_with(open_ledger: OpenLedger) -> ExitCode {
    let arguments = Arguments::parse();
    let output = Output {
        json: arguments.common.json,
    };
    match execute(arguments, output, open_ledger) {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}

fn execute(
    arguments: Arguments,
    output: Output,
    open_ledger: OpenLedger,
) -> Result<ExitCode, Failure> {
    let command = arguments.command.unwrap_or(Command::Serve);
    let command = match command {
        Command::Reference(page) => return reference::run(page, output),
        Command::Completions(arguments) => {
            return completions::run(&arguments, Arguments::command());
        }
        Command::Man(arguments) => return man::run(&arguments, Arguments::command()),
        Command::Calculate(command) => {
            let configuration = user_configuration_folder();
            let surroundings = Surroundings {
                sky_pack: arguments.common.sky_pack.as_deref(),
                configuration: configuration.as_deref(),
            };
            return calculator::run(command, surroundings, output);
        }
        command => command,
    };
    let config = configuration(arguments.common);
    let config = config.map_err(|it| it.with_status(ExitStatus::Configuration))?;
    match command {
        Command::Serve => block_on(serve::run(config, open_ledger)),
        Command::Org(command) => block_on(org::run(command, config, output)),
        Command::Key(command) => block_on(key::run(command, config, output)),
        Command::User(command) => block_on(user::run(command, config, output)),
        Command::Member(command) => block_on(member::run(command, config, output)),
        Command::Module(command) => block_on(module::run(command, config, output)),
        Command::Audit(command) => block_on(audit::run(command, config, output)),
        Command::Secret(command) => block_on(secret::run(command, config, output)),
        Command::Outbox => block_on(outbox::run(config, output)),
        Command::Ledger(command) => block_on(ledger::run(command, config, output)),
        Command::Backup(arguments) => block_on(backup::backup(arguments, config, output)),
        Command::Restore(arguments) => block_on(backup::restore(arguments, config, output)),
        Command::Move(arguments) => block_on(backup::move_out(arguments, config, output)),
        Command::Doctor => block_on(doctor::run(config, output)),
        Command::Config => config::run(&config, output),
        Command::Openapi => reference::openapi(&config, output),
        Command::Reference(_)
        | Command::Calculate(_)
        | Command::Completions(_)
        | Command::Man(_) => {
            unreachable!("handled above, without a configuration")
        }
    }
}

/// The configuration file in the working folder.
const LOCAL_FILE: &str = "almagest.toml";
/// The configuration file of the Debian package, so that commands read what its service reads.
const PACKAGED_FILE: &str = "/etc/almagest/almagest.toml";

/// The configuration file, unless `--config` names one. A packaged file that cannot be read is an
/// error: without it, a command would work on another installation.
fn default_file() -> Result<Option<PathBuf>, Failure> {
    let (local, packaged) = (PathBuf::from(LOCAL_FILE), PathBuf::from(PACKAGED_FILE));
    // The service's user may not even enter the working folder.
    if local.exists() {
        return Ok(Some(local));
    }
    let found = packaged.try_exists().map_err(|error| {
        Failure::new(format!(
            "{PACKAGED_FILE}: {error}. Run the command as root or as the service's user, or name a \
             configuration file with --config."
        ))
    })?;
    Ok(found.then_some(packaged))
}

/// The version, the commit that a release was built from if it was built in a git repository, and the
/// schema version of the database.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let schema = store::SCHEMA_VERSION;
    let version = env!("CARGO_PKG_VERSION");
    match COMMIT {
        Some(commit) => format!("{version} (commit {commit}, schema {schema})"),
        None => format!("{version} (schema {schema})"),
    }
});

/// Set by `build.rs`.
pub(crate) const COMMIT: Option<&str> = option_env!("ALMAGEST_BUILD_COMMIT");

/// Reads the configuration from the file, the environment and flags, before anything else is touched.
fn configuration(common: Common) -> Result<Config, Failure> {
    let mut sources = Sources::default();
    let file = match common.config {
        Some(path) => Some(path),
        None => default_file()?,
    };
    if let Some(path) = file {
        sources.add_file(&path)?;
    }
    if let Some(folder) = SupervisorEnvironment::read().credentials {
        sources.add_credentials(&folder)?;
    }
    let (values, unknown) = read_environment();
    for name in unknown {
        output::warn(&format!(
            "{name} in the environment is not an Almagest setting"
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
    let shown = |path: PathBuf| path.display().to_string();
    let data_dir = common.data_dir.map(shown);
    let named = [
        ("sky_pack", common.sky_pack.map(shown)),
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

/// A thread looks for new events after running this many tasks. With tokio's 61, connections that always
/// have another request delay all others for half a second.
const TASKS_BETWEEN_EVENTS: u32 = 8;

fn block_on<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .event_interval(TASKS_BETWEEN_EVENTS)
        .build();
    let runtime =
        runtime.map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    runtime.block_on(future)
}
