//! Where values come from: command line, environment, file.

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
    /// Nobody set it.
    Default,
    /// `almagest.toml`, or the file named by `--config`.
    File(PathBuf),
    /// An `ALMAGEST_` variable.
    Environment,
    /// A flag.
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
    /// A sentence about a wrong value, which is repeated unless it may be a secret.
    pub(super) fn complaint(&self, name: &str, value: Option<&str>, expected: &str) -> String {
        match value {
            Some(value) => format!("{self}: {name} = `{value}`: {expected}"),
            None => format!("{self}: {name}: {expected}"),
        }
    }
}

/// Everything wrong with the configuration, a line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub(super) Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// Values by name, weakest source first.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    layers: Vec<(Origin, BTreeMap<String, String>)>,
    pub(super) plans: Plans,
    pub(super) module_prices: ModulePrices,
}

impl Sources {
    /// Adds a source that is stronger than all before it.
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
                    Some(near) => format!(": did you mean `{near}`?"),
                    None => ": `almagest config` lists them".to_owned(),
                };
                problems.push(format!("{origin}: `{name}` is no setting{hint}"));
            }
        }
        problems
    }
}

/// The settings among the environment's variables, and the `ALMAGEST_` names that are none. Those
/// are worth a warning and no more: other programs may use the prefix for their own purposes.
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
        if SETTINGS.iter().any(|it| it.name == setting) {
            values.push((setting, value.to_string_lossy().into_owned()));
        } else {
            unknown.push(format!("{PREFIX}{name}"));
        }
    }
    (values, unknown)
}

impl Sources {
    /// Adds a configuration file: a TOML table of settings, and tables of plans.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is not TOML, or holds something that is neither.
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
                    let expected = "must be text, a number, true or false, or a list of texts";
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

/// What is wrong and where, without the line itself: it may hold a password.
fn position(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |it| it.start);
    let before = text.get(..start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    format!("line {line}: {}", error.message())
}

/// A TOML value as it would be written in a flag.
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
