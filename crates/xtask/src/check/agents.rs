//! `cargo xtask check --agents`: uses the tools with the official clients of the Model Context Protocol, over HTTP
//! and over standard input and output, and runs the protocol's own conformance suite.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use super::clients::{copy, install_node_packages};
use crate::{
    cargo::{Profile, Workspace},
    child, debian, machine,
    python::Environment,
    service::{Launch, Service},
    steps::Steps,
};

/// Pinned packages and the programs that use them.
const SOURCES: &str = "crates/xtask/agents";
const PERMISSIONS: &[&str] = &["calc:read", "content:read", "chart:read"];
/// Scenarios of the conformance suite that need no tools of a test server.
const SCENARIOS: &[&str] = &[
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
];

struct Agents {
    folder: PathBuf,
    python: Environment,
    service: Service,
    program: PathBuf,
    key: String,
}

pub(crate) fn command(workspace: &Workspace) -> Result<()> {
    let program = workspace.build_service(Profile::Debug)?;
    if machine::find_program("npm").is_none() {
        debian::install(&["npm"])?;
    }
    let folder = workspace.kept("agents")?;
    copy(&workspace.root.join(SOURCES), &folder)?;
    install_node_packages(&folder)?;
    let requirements = Path::new(SOURCES).join("requirements.txt");
    let python = Environment::of_requirements(workspace, "venv-agents", &requirements)?;
    let service = Service::start(workspace, &Launch::unlimited("agents", &program))?;
    let key = service.unlimited_key(PERMISSIONS)?;
    let agents = Agents {
        folder,
        python,
        service,
        program,
        key,
    };
    let mut steps = Steps::default();
    steps.run("TypeScript SDK 1", || {
        agents.run("node", &["use/sdk-1.mjs"])
    });
    steps.run("TypeScript SDK 2", || {
        agents.run("node", &["use/sdk-2.mjs"])
    });
    steps.run("Python SDK 2", || agents.run("python", &["use/sdk.py"]));
    for scenario in SCENARIOS {
        steps.run(&format!("conformance: {scenario}"), || {
            agents.run("node", &["use/conformance.mjs", scenario])
        });
    }
    steps.finish()
}

impl Agents {
    fn run(&self, program: &str, arguments: &[&str]) -> Result<String> {
        let program = match program {
            "python" => self.python.program(program),
            other => other.into(),
        };
        let old = machine::variable("PATH").unwrap_or_default();
        let own = [self.folder.join("node_modules/.bin")];
        let path = own.into_iter().chain(env::split_paths(&old));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(path)?)
            .env("ALMAGEST_URL", format!("http://{}", self.service.address))
            .env("ALMAGEST_KEY", &self.key)
            .env("ALMAGEST_PROGRAM", &self.program)
            .env("NO_PROXY", "127.0.0.1")
            .env("no_proxy", "127.0.0.1");
        child::run(&mut command)?;
        Ok(String::new())
    }
}
