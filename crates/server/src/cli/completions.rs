//! `almagest completions bash`: a script that completes commands and options in a shell.

use std::process::ExitCode;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use calculator::output::{Failure, print};

/// A shell.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Zsh,
    Fish,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// Shell that reads the script.
    shell: ShellName,
}

pub(super) fn run(
    arguments: &CompletionsArguments,
    mut command: Command,
) -> Result<ExitCode, Failure> {
    let shell = match arguments.shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Zsh => Shell::Zsh,
        ShellName::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "almagest", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
