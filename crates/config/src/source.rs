//! Sources of values: command line, environment, file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use access::Plans;

use super::{ModulePrices, SETTINGS, modules, plans};
use http_api::suggest::nearest;

const PREFIX: &str = "ALMAGEST_";

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Not set anywhere.
    Default,
    /// `almagest.toml`, or the file given with `--config`.
    File(PathBuf),
    /// A credential that systemd passes.
    Credential,
    /// An `ALMAGEST_` variable.
    Environment,
    /// A command line option.
    CommandLine,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => path.display().fmt(f),
            Self::Credential => f.write_str("credential"),
            Self::Environment => f.write_str("environment"),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

impl Origin {
    /// An error message about an invalid value. It quotes the value unless that may be a secret.
    pub(super) fn complaint(&self, name: &str, value: Option<&str>, expected: &str) -> String {
        match value {
            Some(value) => format!("{self}: {name} = `{value}`: {expected}"),
            None => format!("{self}: {name}: {expected}"),
        }
    }
}

/// Every problem with the configuration, one per line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub(super) Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// Values by name, lowest precedence first.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    layers: Vec<(Origin, BTreeMap<String, String>)>,
    pub(super) plans: Plans,
    pub(super) module_prices: ModulePrices,
}

/// The user's folder for configuration files: `XDG_CONFIG_HOME`, otherwise `.config` in the home folder.
pub fn user_configuration_folder() -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "this file is the only place that reads the environment"
    )]
    let variable = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        // The XDG specification tells programs to ignore relative paths.
        path.is_absolute().then_some(path)
    };
    variable("XDG_CONFIG_HOME").or_else(|| Some(variable("HOME")?.join(".config")))
}

impl Sources {
    /// Adds a source that overrides all previous ones.
    pub fn add(&mut self, origin: Origin, values: impl IntoIterator<Item = (String, String)>) {
        self.layers.push((origin, values.into_iter().collect()));
    }

    pub(super) fn value(&self, name: &str, default: &str) -> (String, Origin) {
        let mut strongest_first = self.layers.iter().rev();
        strongest_first
            .find_map(|(origin, values)| Some((values.get(name)?.clone(), origin.clone())))
            .unwrap_or_else(|| (default.to_owned(), Origin::Default))
    }

    pub(super) fn unknown_names(&self) -> Vec<String> {
        let known = || SETTINGS.iter().map(|it| it.name);
        let mut problems = Vec::new();
        for (origin, values) in &self.layers {
            for name in values.keys().filter(|name| known().all(|it| it != *name)) {
                let hint = match nearest(name, known()) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => "`almagest config` lists all settings.".to_owned(),
                };
                problems.push(format!("{origin}: Unknown setting `{name}`. {hint}"));
            }
        }
        problems
    }
}

/// Names that the examples in the documentation use for clients of the API. They are not
/// settings, and not misspelled settings.
const FOR_CLIENTS: [&str; 3] = ["KEY", "SESSION", "URL"];

fn variables() -> std::env::VarsOs {
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place that reads the environment"
    )]
    std::env::vars_os()
}

/// What a supervisor such as systemd says in the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupervisorEnvironment {
    /// The socket that receives the state of the service (`sd_notify(3)`).
    pub notify_socket: Option<OsString>,
    /// The supervisor ends the process if it does not hear from it for this long.
    pub watchdog: Option<Duration>,
    /// The folder with the files that systemd passes (`systemd.exec(5)`, CREDENTIALS).
    pub credentials: Option<PathBuf>,
    /// Device and inode of the stream that leads to the journal (`systemd.exec(5)`).
    pub journal_stream: Option<(u64, u64)>,
}

impl SupervisorEnvironment {
    /// Reads the environment of this process.
    pub fn read() -> Self {
        Self::of(variables(), std::process::id())
    }

    fn of(variables: impl Iterator<Item = (OsString, OsString)>, process: u32) -> Self {
        let mut found = Self::default();
        let mut watched_process = None;
        for (name, value) in variables {
            let text = || value.to_str();
            match name.to_str() {
                Some("CREDENTIALS_DIRECTORY") => found.credentials = Some(value.into()),
                Some("NOTIFY_SOCKET") => found.notify_socket = Some(value),
                Some("WATCHDOG_USEC") => {
                    let micros = text().and_then(|it| it.parse().ok());
                    found.watchdog = micros.filter(|it| *it > 0).map(Duration::from_micros);
                }
                Some("WATCHDOG_PID") => watched_process = text().and_then(|it| it.parse().ok()),
                Some("JOURNAL_STREAM") => {
                    let parts = text().and_then(|it| it.split_once(':'));
                    found.journal_stream = parts.and_then(|(device, inode)| {
                        Some((device.parse().ok()?, inode.parse().ok()?))
                    });
                }
                _ => {}
            }
        }
        // The variables of a parent process are not about this one.
        if watched_process.is_some_and(|it: u32| it != process) {
            found.watchdog = None;
        }
        found
    }
}

/// The settings in the environment, and unknown names with the prefix `ALMAGEST_`. Unknown names are
/// only worth a warning, because other programs may use the prefix.
pub fn read_environment() -> (Vec<(String, String)>, Vec<String>) {
    let mut values = Vec::new();
    let mut unknown = Vec::new();
    for (name, value) in variables() {
        let Some(name) = name.to_str().and_then(|it| it.strip_prefix(PREFIX)) else {
            continue;
        };
        let setting = name.to_lowercase();
        if FOR_CLIENTS.contains(&name) {
            continue;
        }
        if SETTINGS.iter().any(|it| it.name == setting) {
            values.push((setting, value.to_string_lossy().into_owned()));
        } else {
            unknown.push(format!("{PREFIX}{name}"));
        }
    }
    (values, unknown)
}

/// The largest credential: no setting is longer.
const MAX_CREDENTIAL_BYTES: u64 = 65_536;

impl Sources {
    /// Adds the settings in a folder with a file for each, named `almagest.` and the setting, without
    /// the line break at the end. Other files may be for other programs.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is too large or not UTF-8.
    pub fn add_credentials(&mut self, folder: &Path) -> Result<(), ConfigError> {
        let mut values = Vec::new();
        for setting in SETTINGS {
            let path = folder.join(format!("almagest.{}", setting.name));
            let fail =
                |what: &dyn fmt::Display| ConfigError(vec![format!("{}: {what}", path.display())]);
            let mut text = String::new();
            match File::open(&path) {
                Ok(file) => file
                    .take(MAX_CREDENTIAL_BYTES + 1)
                    .read_to_string(&mut text),
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => Err(error),
            }
            .map_err(|error| fail(&error))?;
            if text.len() as u64 > MAX_CREDENTIAL_BYTES {
                return Err(fail(&format!(
                    "expected at most {MAX_CREDENTIAL_BYTES} bytes"
                )));
            }
            let value = text.trim_end_matches(['\r', '\n']).to_owned();
            values.push((setting.name.to_owned(), value));
        }
        self.add(Origin::Credential, values);
        Ok(())
    }

    /// Adds a configuration file: a TOML table of settings, and tables of plans and modules.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not TOML, or contains anything else.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let complain = |what: &dyn fmt::Display| format!("{}: {what}", path.display());
        let fail = |what: &dyn fmt::Display| ConfigError(vec![complain(what)]);
        let text = std::fs::read_to_string(path).map_err(|error| fail(&error))?;
        let table: toml::Table = text
            .parse()
            .map_err(|error| fail(&position(&text, &error)))?;
        let mut values = Vec::new();
        for (name, value) in table {
            match (name.as_str(), value) {
                ("plans", toml::Value::Table(tables)) => {
                    let problems = |found: Vec<String>| {
                        ConfigError(found.iter().map(|it| complain(it)).collect())
                    };
                    self.plans = plans::read(&tables).map_err(problems)?;
                }
                ("modules", toml::Value::Table(tables)) => {
                    let problems = |found: Vec<String>| {
                        ConfigError(found.iter().map(|it| complain(it)).collect())
                    };
                    self.module_prices = modules::read(&tables).map_err(problems)?;
                }
                (_, value) => {
                    let expected =
                        "must be a string, a number, true or false, or a list of strings";
                    let text = setting_text(&value);
                    let text = text.ok_or_else(|| fail(&format!("`{name}` {expected}")))?;
                    values.push((name, text));
                }
            }
        }
        self.add(Origin::File(path.to_owned()), values);
        Ok(())
    }
}

/// The error and its line number, without the line itself, which may contain a password.
fn position(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |it| it.start);
    let before = text.get(..start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    // A parser that finds no quotation mark expects a number, and complains about that.
    if lacks_quotation_marks(text.lines().nth(line - 1).unwrap_or_default()) {
        return format!("line {line}: Put the value in quotation marks, as in name = \"value\".");
    }
    format!("line {line}: {}", error.message())
}

/// Whether a line sets a name to something that TOML only accepts in quotation marks.
fn lacks_quotation_marks(line: &str) -> bool {
    let Some((name, value)) = line.split_once('=') else {
        return false;
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let (name, value) = (name.trim(), value.split('#').next().unwrap_or_default());
    let value = value.trim();
    let begins_otherwise = value.starts_with(['"', '\'', '[', '{']);
    !name.is_empty() && name.bytes().all(is_name) && !value.is_empty() && !begins_otherwise
}

/// A TOML value as it would be written on the command line.
fn setting_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        toml::Value::Array(list) => {
            let texts: Option<Vec<_>> = list.iter().map(toml::Value::as_str).collect();
            Some(texts?.join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sources, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("almagest.toml");
        std::fs::write(&path, text).unwrap();
        let mut sources = Sources::default();
        let read = sources.add_file(&path).map_err(|it| it.to_string());
        read.map(|()| sources)
    }

    #[test]
    fn a_value_without_quotation_marks_is_told_what_it_lacks() {
        for (line, text) in [
            (1, "listen = 127.0.0.1:8080"),
            (1, "drain_time = 10s # seconds"),
            (2, "cached_keys = 7\ndatabase = postgres://u:hunter2@h/d\n"),
            (3, "\n[plans.partner]\nquota = 2k\n"),
        ] {
            let complaint = read(text).unwrap_err();
            let expected =
                format!("line {line}: Put the value in quotation marks, as in name = \"value\".");
            assert!(complaint.ends_with(&expected), "{text}: {complaint}");
            assert!(!complaint.contains("hunter2"), "{complaint}");
        }
        let unclosed = read("listen = \"127.0.0.1:8080").unwrap_err();
        assert!(!unclosed.contains("Put the value"), "{unclosed}");
        let no_value = read("listen =").unwrap_err();
        assert!(!no_value.contains("Put the value"), "{no_value}");
        assert!(read("cached_keys = 7").is_ok());
    }

    #[test]
    fn a_credential_is_a_setting_and_its_value_is_not_quoted() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("almagest.counters", "redis://:secret@counters.internal\n");
        write("master.key", "for another setting");
        let mut sources = Sources::default();
        sources.add_credentials(folder.path()).unwrap();
        let found = sources.value("counters", "");
        let expected = "redis://:secret@counters.internal".to_owned();
        assert_eq!(found, (expected, Origin::Credential));
        assert_eq!(
            sources.value("database", ""),
            (String::new(), Origin::Default)
        );
        write("almagest.smtp", &"x".repeat(65_537));
        let refused = sources.add_credentials(folder.path()).unwrap_err();
        assert!(
            refused.to_string().contains("at most 65536 bytes"),
            "{refused}"
        );
    }

    fn environment(variables: &[(&str, &str)]) -> SupervisorEnvironment {
        let owned = |(name, value): &(&str, &str)| (OsString::from(*name), OsString::from(*value));
        SupervisorEnvironment::of(variables.iter().map(owned), 42)
    }

    #[test]
    fn a_watchdog_of_another_process_is_not_ours() {
        let half_a_minute = Some(Duration::from_secs(30));
        let watched = environment(&[("WATCHDOG_USEC", "30000000")]);
        assert_eq!(watched.watchdog, half_a_minute);
        let ours = environment(&[("WATCHDOG_PID", "42"), ("WATCHDOG_USEC", "30000000")]);
        assert_eq!(ours.watchdog, half_a_minute);
        let other = environment(&[("WATCHDOG_USEC", "30000000"), ("WATCHDOG_PID", "41")]);
        assert_eq!(other.watchdog, None);
        assert_eq!(environment(&[("WATCHDOG_USEC", "0")]).watchdog, None);
        assert_eq!(environment(&[("WATCHDOG_USEC", "soon")]).watchdog, None);
    }

    #[test]
    fn the_journal_is_a_device_and_an_inode() {
        let stream = |text| environment(&[("JOURNAL_STREAM", text)]).journal_stream;
        assert_eq!(stream("9:28312"), Some((9, 28312)));
        for wrong in ["", "9", "9:", "a:b", "9:1:2"] {
            assert_eq!(stream(wrong), None, "{wrong}");
        }
    }
}
