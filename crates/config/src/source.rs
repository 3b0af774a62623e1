//! Sources of values: command line, environment, file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

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

/// The settings in the environment, and unknown names with the prefix `ALMAGEST_`. Unknown names are
/// only worth a warning, because other programs may use the prefix.
pub fn read_environment() -> (Vec<(String, String)>, Vec<String>) {
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place that reads the environment"
    )]
    let variables = std::env::vars_os();
    let mut values = Vec::new();
    let mut unknown = Vec::new();
    for (name, value) in variables {
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

impl Sources {
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
    format!("line {line}: {}", error.message())
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
