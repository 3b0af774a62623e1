//! `cargo xtask api-fuzz`: schemathesis reads the API document and sends valid and invalid
//! requests.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo::{Profile, Workspace},
    child,
    http::{self, Request},
    python::Environment,
    service::{Launch, Service},
};

/// The size of a fuzzing round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    /// Requests per operation.
    pub(crate) max_examples: u32,
    /// The same seed generates the same requests.
    pub(crate) seed: u64,
    /// Whether every limit of every parameter is also tested on [`WIDE`] queries: ten minutes of
    /// requests.
    pub(crate) wide: bool,
}

/// Operations whose query has some fifty parameters. Their limits are tested on the same fields of
/// their bodies (for images: of the calculation they show). Every round sends random queries to
/// them.
const WIDE: &str = "^(calc_.*_query|chart_.*)$";

/// Everything except messages of agents and to chatbots. A message of an agent that needs no response gets 202 without a
/// body, which the document does not describe, and the fuzzed service has no language model. Both have tests of their
/// own.
const DOCUMENTED: &str = "^(?!/mcp|/api/chat/)";

/// The same without operations for signed-in people: those return 401 for a key whatever else it
/// sends, so their limits are not tested. Every round sends random requests to them.
const FOR_KEYS: &str = "^(?!/mcp|/api/chat/|/api/manage/)";

/// The round that is part of every test run.
pub(crate) const SHORT: Round = Round {
    max_examples: 25,
    seed: 20_000_101,
    wide: false,
};

/// All permissions of a key.
const PERMISSIONS: &[&str] = &["calc:read", "content:read", "chart:read", "modules:read"];

/// Where the fuzzer's pinned packages and its configuration are, from the root of the workspace.
const REQUIREMENTS: &str = "crates/xtask/schemathesis/requirements.txt";
const CONFIGURATION: &str = "crates/xtask/schemathesis/schemathesis.toml";

/// The tests that generate their input, by package, test binary and filter: untrusted input, and
/// the files that are built into the program. They read their input on small stacks, here and in
/// every test run.
const PROPERTIES: &[(&str, &str, &str)] = &[
    ("server", "it", "fuzz::"),
    ("ephemeris", "damage", ""),
    ("places", "fuzz", ""),
    ("interpretation", "fuzz", ""),
];

/// Runs those tests with this many cases each.
pub(crate) fn properties(workspace: &Workspace, cases: u32) -> Result<()> {
    for (package, binary, filter) in PROPERTIES {
        let mut command = workspace.cargo();
        command.args(["test", "--package", package, "--test", binary, filter]);
        command.env("PROPTEST_CASES", cases.to_string());
        child::run(&mut command)?;
    }
    Ok(())
}

pub(crate) fn command(workspace: &Workspace, round: Round) -> Result<()> {
    let tool = tool(workspace)?;
    run(workspace, &tool, round)?;
    println!("api-fuzz: no failure found");
    Ok(())
}

/// The fuzzer's program, installed into its own Python environment if it is missing.
pub(crate) fn tool(workspace: &Workspace) -> Result<PathBuf> {
    let environment =
        Environment::of_requirements(workspace, "venv-schemathesis", Path::new(REQUIREMENTS))?;
    Ok(environment.program("schemathesis"))
}

/// Starts a server and fuzzes it. Returns an error if anything was found.
pub(crate) fn run(workspace: &Workspace, tool: &Path, round: Round) -> Result<String> {
    let binary = workspace.build_service(Profile::Debug)?;
    let service = Service::start(workspace, &Launch::unlimited("api-fuzz", &binary))?;
    // The first key of an installation has ordinary limits: a fuzzer would get 429.
    let key = service.unlimited_key(PERMISSIONS)?;
    prove_key(&service, &key)?;
    // The fuzzer stores here what it needs to replay a failure. Earlier rounds must not affect this
    // one.
    let folder = workspace.kept("api-fuzz")?;
    fs::remove_dir_all(&folder)?;
    let folder = workspace.kept("api-fuzz")?;

    let (random, limits) = ("examples,fuzzing,stateful", "coverage");
    let mut found = Ok(());
    for phases in [random, limits] {
        let mut command = Command::new(tool);
        command
            .current_dir(&folder)
            .args(arguments(workspace, &service, &key, round))
            .args(["--phases", phases]);
        // Not a second exclusion: two exclusions only remove what both match.
        let included = if phases == limits {
            FOR_KEYS
        } else {
            DOCUMENTED
        };
        command.args(["--include-path-regex", included]);
        if phases == limits && !round.wide {
            command.args(["--exclude-operation-id-regex", WIDE]);
        }
        // The server is on this machine, so no proxy.
        command
            .env("NO_PROXY", "127.0.0.1")
            .env("no_proxy", "127.0.0.1");
        // Run both sweeps, so that one run reports every problem.
        found = found.and(child::run(&mut command));
    }
    found.with_context(|| {
        format!(
            "the API does not match its document (see above; the server's log is {})",
            service.log.display()
        )
    })?;
    Ok(format!(
        "{} examples per operation, seed {}",
        round.max_examples, round.seed
    ))
}

/// All checks. `object_level_authorization` is one of them but needs two configured users; the
/// server's own contract tests request ids of other organizations.
fn arguments(workspace: &Workspace, service: &Service, key: &str, round: Round) -> Vec<String> {
    let base = format!("http://{}", service.address);
    let mut arguments = vec![
        "--config-file".to_owned(),
        workspace.root.join(CONFIGURATION).display().to_string(),
    ];
    arguments.extend(["run".to_owned(), format!("{base}/openapi.json")]);
    let options = [
        // Requests go to the server we started, whatever URL the document contains.
        ("--url", base),
        ("--header", format!("X-Api-Key: {key}")),
        // The document also offers a bearer token. By default the fuzzer invents one in addition to
        // our key, and two different credentials are refused.
        ("--header", format!("Authorization: Bearer {key}")),
        ("--checks", "all".to_owned()),
        ("--mode", "all".to_owned()),
        ("--max-examples", round.max_examples.to_string()),
        ("--seed", round.seed.to_string()),
        ("--generation-database", "none".to_owned()),
        // An operation that takes longer to respond is a finding.
        ("--request-timeout", "10".to_owned()),
    ];
    for (name, value) in options {
        arguments.extend([name.to_owned(), value]);
    }
    // Otherwise the first failure of an operation hides the others.
    arguments.push("--continue-on-failure".to_owned());
    arguments
}

/// With an invalid key, every operation would return 401, which is documented, and the round would
/// pass.
fn prove_key(service: &Service, key: &str) -> Result<()> {
    let request = Request::get("/api/key").header("X-Api-Key", key);
    let answer = http::fetch(service.address, &request)?;
    if answer.status != 200 {
        bail!(
            "the fuzzer's key is not accepted: /api/key returned {}",
            answer.status
        );
    }
    Ok(())
}
