//! The service, started on a free port with its own folder.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};
use rustix::process::Signal;
use serde_json::Value;

use crate::{
    cargo::Workspace,
    child::{self, Daemon},
    http::{self, Request},
    machine,
    scratch::Scratch,
};

/// How long the service can take to become healthy.
const START_LIMIT: Duration = Duration::from_secs(20);

/// How to start a service.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// Names the log file.
    pub(crate) name: &'a str,
    pub(crate) binary: &'a Path,
    /// Passed to `serve` after the address and the folder.
    pub(crate) arguments: &'a [&'a str],
    pub(crate) environment: &'a [(&'a str, &'a str)],
    /// The only core it can use.
    pub(crate) core: Option<usize>,
    /// The text of its configuration file.
    pub(crate) configuration: &'a str,
}

impl<'a> Launch<'a> {
    /// A service without limits for its clients.
    pub(crate) fn unlimited(name: &'a str, binary: &'a Path) -> Self {
        Self {
            name,
            binary,
            arguments: &[],
            environment: &[],
            core: None,
            configuration: UNLIMITED,
        }
    }

    fn command(&self) -> Command {
        let Some(core) = self.core else {
            return Command::new(self.binary);
        };
        // Before it starts: a running process already has threads, each with its own cores.
        let mut command = Command::new("taskset");
        command.arg("--cpu-list").arg(core.to_string());
        command.arg(self.binary);
        command
    }
}

/// A running service; dropping it stops it and removes its folder.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    /// The log of the service, kept after the run.
    pub(crate) log: PathBuf,
    binary: PathBuf,
    pub(crate) data: PathBuf,
    /// Also passed to commands.
    options: Vec<String>,
    // In this order: first the process exits, then its folder is removed.
    daemon: Daemon,
    _folder: Scratch,
}

impl Service {
    /// Starts a new installation, or another node of an existing one.
    pub(crate) fn start(workspace: &Workspace, launch: &Launch<'_>) -> Result<Self> {
        let folder = Scratch::new()?;
        let log = workspace.kept("logs")?.join(format!("{}.log", launch.name));
        let address = machine::free_address()?;
        let mut command = launch.command();
        command.current_dir(folder.path()).args([
            "serve",
            "--listen",
            &address.to_string(),
            "--data-dir",
        ]);
        let data = folder.path().join("data");
        let configuration = folder.path().join("almagest.toml");
        std::fs::write(&configuration, launch.configuration)?;
        command.arg(&data).args(launch.arguments);
        command.arg("--config").arg(&configuration);
        command.envs(launch.environment.iter().copied());
        let mut daemon = Daemon::start("almagest", &mut command, Signal::TERM, log.clone())?;
        daemon.wait_for(START_LIMIT, || is_healthy(address))?;
        Ok(Self {
            address,
            log,
            binary: launch.binary.to_owned(),
            data,
            options: launch
                .arguments
                .iter()
                .map(ToString::to_string)
                .chain(["--config".to_owned(), configuration.display().to_string()])
                .collect(),
            daemon,
            _folder: folder,
        })
    }
}

/// The resources used by a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Processor time since its start.
    pub(crate) cpu_s: f64,
    /// Its current memory.
    pub(crate) memory_kib: u64,
}

/// The maximum rate of a key. A faster benchmark needs several keys, each of its own organization.
const HIGHEST_RATE: &str = "10000/1s";
/// A configuration with a plan without other limits, for [`Service::unlimited_keys`]. In the
/// default plans, images have their own rate.
pub(crate) const UNLIMITED: &str = "[plans.bench]\nrates = [\"10000/1s\"]\nquota = 1000000000000\n";
const PLAN: &str = "bench";

impl Service {
    /// Keys for calculations without effective limits: each can send 10,000 requests per second.
    pub(crate) fn unlimited_keys(&self, count: usize) -> Result<Vec<String>> {
        (0..count)
            .map(|_| self.unlimited_key(&["calc:read", "chart:read"]))
            .collect()
    }

    /// A key with these permissions, of its own organization with every module.
    pub(crate) fn unlimited_key(&self, permissions: &[&str]) -> Result<String> {
        let (_, key) = self.unlimited_org(permissions)?;
        Ok(key)
    }

    /// The id of a new organization with every module, and a key of it with these permissions.
    pub(crate) fn unlimited_org(&self, permissions: &[&str]) -> Result<(String, String)> {
        let org = self.command(&[
            "org",
            "create",
            "--name",
            "Bench",
            "--plan",
            PLAN,
            "--rate",
            HIGHEST_RATE,
            "--quota",
            "1000000000000",
        ])?;
        let org = org["id"].as_str().context("the organization has no id")?;
        let mut create = vec!["key", "create", "--org", org, "--name", "bench", "--live"];
        for permission in permissions {
            create.extend(["--permission", permission]);
        }
        let key = self.command(&create)?;
        let key = key["key"].as_str().context("no key was printed")?;
        Ok((org.to_owned(), key.to_owned()))
    }

    /// The organization that the first start creates.
    pub(crate) fn first_org(&self) -> Result<String> {
        let orgs = self.command(&["org", "list"])?;
        let first = orgs[0]["id"].as_str().context("there is no organization")?;
        Ok(first.to_owned())
    }

    /// Makes a person with an account the owner of an organization.
    pub(crate) fn add_owner(&self, org: &str, email: &str) -> Result<()> {
        let add = [
            "member", "add", "--org", org, "--email", email, "--role", "owner",
        ];
        self.command(&add)?;
        Ok(())
    }

    /// Its process id.
    pub(crate) fn process(&self) -> u32 {
        self.daemon.id()
    }

    /// The token for the first account, as a new installation prints it.
    pub(crate) fn setup_token(&self) -> Result<String> {
        let log = std::fs::read_to_string(&self.log)?;
        let token = log.split("/setup?token=").nth(1);
        let token = token.and_then(|it| it.split_whitespace().next());
        Ok(token.context("no setup link was printed")?.to_owned())
    }

    /// The resources used by the process.
    pub(crate) fn usage(&self) -> Result<Usage> {
        let id = self.daemon.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let memory = line.and_then(|it| it.trim().split(' ').next()?.parse().ok());
        let cpu_s = machine::cpu_s_of(&id.to_string())?;
        Ok(Usage {
            cpu_s,
            memory_kib: memory.context("the process has no memory size")?,
        })
    }

    /// Runs a command while the service runs, and reads its output.
    fn command(&self, arguments: &[&str]) -> Result<Value> {
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .args(&self.options)
            .arg("--data-dir")
            .arg(&self.data)
            .arg("--json");
        let answer = child::capture(&mut command)?;
        serde_json::from_slice(&answer).context("the output of almagest is not JSON")
    }
}

fn is_healthy(address: SocketAddr) -> Option<()> {
    let answer = http::fetch(address, &Request::get("/healthz")).ok()?;
    (answer.status == 200).then_some(())
}
