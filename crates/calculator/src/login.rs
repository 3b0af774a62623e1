//! `almagest login` and `almagest logout`: the remote service of the commands with `--remote`, in a
//! file that only its owner can read.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, BufRead as _, ErrorKind, IsTerminal as _, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use crate::output::{Failure, Output};
use crate::remote::{RemoteService, ServiceUrl};

/// Below the user's configuration folder.
const FOLDER: &str = "almagest";
const FILE: &str = "login.json";
/// No other user can read it.
const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;
/// A longer line is no key.
const MAX_KEY_BYTES: u64 = 200;

#[derive(Debug, Args)]
pub struct LoginArguments {
    /// URL of the service, such as <https://astrology.example.org>.
    url: String,
    /// File with the API key [default: standard input].
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

/// Where the login is stored.
#[derive(Debug)]
pub(crate) struct LoginFile(PathBuf);

impl LoginFile {
    pub(crate) fn of_user(configuration: Option<&Path>) -> Result<Self, Failure> {
        let folder = configuration.ok_or_else(|| {
            Failure::new("Set HOME or XDG_CONFIG_HOME: the login is stored below it.")
        })?;
        Ok(Self(folder.join(FOLDER).join(FILE)))
    }

    /// The stored service and key.
    pub(crate) fn read(&self) -> Result<RemoteService, Failure> {
        let path = self.0.display();
        let failed = |it: io::Error| match it.kind() {
            ErrorKind::NotFound => Failure::new("Not logged in. Run `almagest login URL` first."),
            _ => Failure::new(format!("{path}: {it}")),
        };
        let mode = fs::metadata(&self.0).map_err(failed)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(Failure::new(format!(
                "{path} can be read by other users. Run `almagest logout`, replace the key, and log in again."
            )));
        }
        let text = Zeroizing::new(fs::read_to_string(&self.0).map_err(failed)?);
        let stored: Value = serde_json::from_str(&text).unwrap_or_default();
        let (Some(url), Some(key)) = (stored["url"].as_str(), stored["key"].as_str()) else {
            return Err(Failure::new(format!(
                "{path} is not a login. Log in again."
            )));
        };
        RemoteService::new(ServiceUrl::parse(url)?, Zeroizing::new(key.to_owned()))
    }

    /// Replaces the file as a whole, so that a failure leaves the previous login.
    fn write(&self, service: &RemoteService) -> Result<(), Failure> {
        let failed = |it: io::Error| Failure::new(format!("{}: {it}", self.0.display()));
        let folder = self.0.parent().unwrap_or(Path::new("."));
        DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE)
            .create(folder)
            .map_err(failed)?;
        let text = json!({ "url": service.url().to_string(), "key": service.key() });
        let text = Zeroizing::new(format!("{text}\n"));
        let new = self.0.with_extension("new");
        // One of an interrupted login could have other permissions.
        remove(&new)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(FILE_MODE);
        let mut file = options.open(&new).map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        fs::rename(&new, &self.0).map_err(failed)
    }
}

fn remove(path: &Path) -> Result<bool, Failure> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::new(format!("{}: {error}", path.display()))),
    }
}

/// Checks the key with the service and stores both.
pub(crate) fn log_in(
    arguments: &LoginArguments,
    file: &LoginFile,
    output: Output,
) -> Result<ExitCode, Failure> {
    let url = ServiceUrl::parse(&arguments.url)?;
    let service = RemoteService::new(url, read_key(arguments.key_file.as_deref())?)?;
    let key: Value = serde_json::from_slice(&service.get("/api/key")?)?;
    let key = &key["data"]["attributes"];
    file.write(&service)?;
    let (name, org) = (&key["name"], &key["organization"]["name"]);
    let text = format!(
        "Logged in to {} with the key {} of {}.\n",
        service.url(),
        name.as_str().unwrap_or_default(),
        org.as_str().unwrap_or_default()
    );
    let url = service.url().to_string();
    output.show(
        &text,
        &json!({ "url": url, "key": name, "organization": org }),
    )
}

/// The key is not an argument: other users can see the arguments of a process.
fn read_key(path: Option<&Path>) -> Result<Zeroizing<String>, Failure> {
    let mut line = Zeroizing::new(String::new());
    if let Some(path) = path {
        let failed = |it| Failure::new(format!("{}: {it}", path.display()));
        let file = fs::File::open(path).map_err(failed)?;
        io::BufReader::new(file.take(MAX_KEY_BYTES)).read_line(&mut line)?;
    } else {
        let input = io::stdin();
        if input.is_terminal() {
            write!(io::stderr(), "API key: ")?;
        }
        input.lock().take(MAX_KEY_BYTES).read_line(&mut line)?;
    }
    Ok(Zeroizing::new(line.trim().to_owned()))
}

/// Deletes the login. The key stays valid.
pub(crate) fn log_out(file: &LoginFile, output: Output) -> Result<ExitCode, Failure> {
    let removed = remove(&file.0)?;
    let text = if removed {
        "Logged out. The key remains valid until it is revoked.\n"
    } else {
        "You were not logged in.\n"
    };
    output.show(text, &json!({ "removed": removed }))
}
