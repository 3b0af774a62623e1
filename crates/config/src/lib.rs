//! The configuration: one table with every setting, its meaning and its default. The command line,
//! the environment, `almagest.toml` and the reference page use it.

mod chat;
mod currency;
mod modules;
mod plans;
mod setting;
mod source;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use access::Plans;
use store::{Counters, CountersAway, DatabaseLocation};

pub use chat::{ChatEndpoint, ChatKey, ModelName};
pub use modules::{ModulePrice, ModulePrices};
use setting::Setting;
pub use setting::{
    AnchorTarget, CountersAddress, DatabaseAddress, LogFormat, LogLevel, MailSender, Networks,
    PublicUrl, SmtpAddress, Switch, TextLines,
};
pub use source::{
    ConfigError, Origin, Sources, SupervisorEnvironment, read_environment,
    user_configuration_folder,
};

/// Declares the settings. Defaults are written as a user would write them.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:literal;)+) => {
        /// The effective configuration.
        #[derive(Clone, Debug)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $type,)+
            /// The available plans.
            pub plans: Plans,
            /// The prices of modules that are bought in addition to a plan.
            pub module_prices: ModulePrices,
            origins: Vec<Origin>,
        }

        /// All settings.
        pub const SETTINGS: &[SettingInfo] = &[$(SettingInfo {
            name: stringify!($name),
            default: $default,
            description: concat!($($doc),+),
        },)+];

        impl Config {
            /// Reads every setting from the sources, or uses its default.
            ///
            /// # Errors
            ///
            /// Lists every invalid value and every unknown name.
            pub fn from_sources(sources: &Sources) -> Result<Self, ConfigError> {
                let mut problems = sources.unknown_names();
                let mut origins = Vec::new();
                $(let $name = {
                    let (text, origin) = sources.value(stringify!($name), $default);
                    let parsed = <$type as Setting>::parse(&text);
                    if let Err(expected) = &parsed {
                        let shown = (!<$type as Setting>::SECRET).then_some(&*text);
                        problems.push(origin.complaint(stringify!($name), shown, expected));
                    }
                    origins.push(origin);
                    parsed
                };)+
                let mut plans = sources.plans.clone();
                let mut module_prices = sources.module_prices.clone();
                problems.extend(currency::unify(&mut plans, &mut module_prices));
                match ($($name,)+) {
                    ($(Ok($name),)+) if problems.is_empty() => {
                        Ok(Self { $($name,)+ plans, module_prices, origins })
                    }
                    _ => Err(ConfigError(problems)),
                }
            }

            /// The name, the value without secrets, and the origin of every setting.
            pub fn shown(&self) -> Vec<(&'static str, String, &Origin)> {
                let values = [$(self.$name.show()),+];
                let named = SETTINGS.iter().zip(values).zip(&self.origins);
                named.map(|((info, value), origin)| (info.name, value, origin)).collect()
            }
        }
    };
}

/// A setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// Its name in `almagest.toml`; `ALMAGEST_` and the upper-case name in the environment.
    pub name: &'static str,
    /// Its default.
    pub default: &'static str,
    /// What it does.
    pub description: &'static str,
}

settings! {
    /// Address and port that the API and the dashboard listen on.
    listen: SocketAddr = "127.0.0.1:8080";
    /// Folder with the database, the master secret and all other persistent data.
    data_dir: PathBuf = "./almagest-data";
    /// Database: empty for a SQLite file in the data folder, or a `postgres://` URL.
    database: DatabaseAddress = "";
    /// Counter store (Valkey or Redis) in which several nodes count rates together: a `redis://` URL, or `rediss://` with TLS. Empty for a single node.
    counters: CountersAddress = "";
    /// PEM file with the certificate authorities of the `rediss://` server. Empty for the public ones.
    counters_ca: Option<PathBuf> = "";
    /// Timeout of the counter store. After it, a node counts alone, with its share of every rate, until the counter store is reachable again.
    counters_timeout: Duration = "250ms";
    /// Maximum number of connections of this node to a `postgres://` database, in addition to two for notifications and for watching it.
    database_connections: u32 = "16";
    /// File with the master secret. Empty for `master.key` in the data folder. Required to create the secret of a `postgres://` database, because all nodes share one.
    master_key_file: Option<PathBuf> = "";
    /// Public URL of the service, used in links. Empty for `http://` (`https://` with a certificate) and the listen address.
    public_url: PublicUrl = "";
    /// PEM file with the certificate chain, to serve https without a proxy. Empty for http.
    tls_certificate: Option<PathBuf> = "";
    /// PEM file with the private key of the certificate.
    tls_key: Option<PathBuf> = "";
    /// Networks of trusted reverse proxies, separated by commas. Their `X-Forwarded-For` headers are used.
    trusted_proxies: Networks = "";
    /// Address and port for Prometheus metrics at `/metrics`. Empty to disable them.
    metrics_listen: Option<SocketAddr> = "";
    /// Whether metrics count requests and units for each organization, too: on or off. Every organization adds time series.
    metrics_by_organization: Switch = "off";
    /// Whether the service only answers requests: on or off. It then sends no emails and no webhooks, and runs no job (alerts, bills, deletion of expired data). For a restored copy beside the original.
    quiet: Switch = "off";
    /// Units per month that a person can use with test keys, in all organizations they own together. The first organization, and any without an owner, has its own allowance.
    test_allowance: u64 = "10000";
    /// Units of `test_allowance` that can be used per day (UTC). The first organization has no daily limit.
    test_allowance_per_day: u64 = "1000";
    /// Whether owners can create more organizations: on or off.
    organization_creation: Switch = "on";
    /// Maximum number of organizations that a person owns or has created. Closed organizations do not count, and operators have no limit.
    max_organizations_per_owner: u32 = "10";
    /// Organizations that a person can create in any 24 hours.
    max_organizations_per_day: u32 = "3";
    /// Maximum number of keys of an organization that are neither revoked nor expired. Operators have no limit.
    max_keys_per_organization: u32 = "1000";
    /// Mail server for invitations and links: `smtps://user:password@host` or, with STARTTLS, `smtp://user:password@host:587?tls=required`. Empty to send no emails: `almagest outbox` shows the links.
    smtp: SmtpAddress = "";
    /// Sender of emails.
    mail_from: MailSender = "Almagest <almagest@localhost>";
    /// Target that receives the heads of the audit chains every ten minutes, for `almagest audit verify --anchor`: the `https://` URL of a webhook, or `syslog://host:514`. Empty to disable it.
    audit_anchor: AnchorTarget = "";
    /// How often organizations are checked for alerts.
    alert_interval: Duration = "1m";
    /// Private networks that webhooks can be sent to, separated by commas. All other webhooks go to the public internet only.
    webhook_networks: Networks = "";
    /// Issuer on invoices: name, address, tax number. Separate lines with `|`.
    invoice_issuer: TextLines = "Almagest";
    /// Payment instructions on invoices, such as an account and a contact. Separate lines with `|`.
    payment_instructions: TextLines = "";
    /// Days until an invoice is due.
    payment_days: u32 = "14";
    /// Base URL of the language model for chat: an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. Empty to disable chat.
    chat_endpoint: ChatEndpoint = "";
    /// Name of the language model for chat. Empty to disable chat.
    chat_model: ModelName = "";
    /// File with the API key of the language model's server. Empty for a server without one.
    chat_key_file: Option<PathBuf> = "";
    /// Time for the complete answer to a chat message, with the calls of tools.
    chat_timeout: Duration = "80s";
    /// Time that the language model or the client can be silent while a chat message is answered.
    chat_silence_timeout: Duration = "20s";
    /// Additional ephemeris pack, for example with a longer time span. Empty for none. The service does not start with a damaged pack. `almagest sky span` shows the time span.
    sky_pack: Option<PathBuf> = "";
    /// Number of keys kept in memory. Each takes about a kilobyte.
    cached_keys: u64 = "200000";
    /// Log level: error, warn, info or debug.
    log_level: LogLevel = "info";
    /// Log format: text or json.
    log_format: LogFormat = "text";
    /// One of this many requests is logged: 1 for all. Requests that failed with a status of 500 or more are always logged, health checks only with the log level debug.
    access_log_sample: u32 = "1";
    /// Maximum number of open connections. When all are taken, a new connection replaces the one that has been idle longest at the address with most connections. If none is idle, it gets 503.
    max_connections: u32 = "4096";
    /// Maximum number of open connections per client address. An IPv6 /64 network counts as one address. Further connections get 429. Trusted proxies have no limit.
    max_connections_per_address: u32 = "1024";
    /// Maximum number of requests in progress. Further requests get 503 immediately, so that admitted ones stay fast.
    max_requests: u32 = "512";
    /// Maximum number of requests per client address whose body has not arrived yet. A further request waits up to a second and then gets 429. Behind a trusted proxy, the address is that of the proxy's client.
    max_incomplete_requests_per_address: u32 = "64";
    /// Time for a client to send a request's headers.
    header_timeout: Duration = "10s";
    /// Time for a client to send a request's body.
    body_timeout: Duration = "20s";
    /// Time that a connection can be idle between two requests.
    idle_timeout: Duration = "75s";
    /// Time for the service to produce a response.
    request_timeout: Duration = "30s";
    /// Memory in megabytes for work in progress: bodies being read and responses being produced. Requests beyond it get 503.
    work_memory_mb: u32 = "512";
    /// Time during which `/readyz` returns 503 before the service stops accepting requests, so that load balancers notice. Empty for none.
    drain_time: Option<Duration> = "";
    /// Time for requests in progress to finish when the service stops.
    shutdown_timeout: Duration = "30s";
}

impl Config {
    /// The location of the database.
    pub fn location(&self) -> DatabaseLocation {
        match &self.database.0 {
            Some(address) => DatabaseLocation::Postgres(address.clone()),
            None => DatabaseLocation::SqliteFile(self.data_dir.join("almagest.sqlite3")),
        }
    }

    /// The counter store, if one is configured. Does not connect.
    ///
    /// # Errors
    ///
    /// If the file with the certificate authorities cannot be used.
    pub fn shared_counters(&self) -> Result<Option<Counters>, CountersAway> {
        let Some(address) = &self.counters.0 else {
            return Ok(None);
        };
        let Some(path) = &self.counters_ca else {
            return Counters::new(address, self.counters_timeout).map(Some);
        };
        let about = |error: &dyn std::fmt::Display| {
            CountersAway::because(format!("counters_ca {}: {error}", path.display()))
        };
        let authorities = std::fs::read(path).map_err(|error| about(&error))?;
        let counters = Counters::trusting(address, &authorities, self.counters_timeout);
        counters.map(Some).map_err(|error| about(&error))
    }

    /// The API key of the language model, read from its file; `None` without one.
    ///
    /// # Errors
    ///
    /// If the file cannot be used.
    pub fn chat_key(&self) -> Result<Option<ChatKey>, String> {
        let read = |path: &PathBuf| {
            let key = ChatKey::read(path);
            key.map_err(|error| format!("chat_key_file {}: {error}", path.display()))
        };
        self.chat_key_file.as_ref().map(read).transpose()
    }

    /// The path of the master secret.
    pub fn master_key_path(&self) -> PathBuf {
        let default = || self.data_dir.join("master.key");
        self.master_key_file.clone().unwrap_or_else(default)
    }

    /// The time until an invoice is due.
    pub fn payment_time(&self) -> Duration {
        Duration::from_hours(24) * self.payment_days
    }

    /// Whether clients reach the service through https, with its own certificate or a proxy's.
    pub fn serves_https(&self) -> bool {
        let public = self.public_url.0.as_deref();
        self.tls_certificate.is_some() || public.is_some_and(|it| it.starts_with("https://"))
    }

    /// The base URL of links, without a trailing slash.
    pub fn public_url(&self) -> String {
        let default = || {
            // A link cannot contain an unspecified address such as 0.0.0.0.
            let scheme = self.tls_certificate.as_ref().map_or("http", |_| "https");
            if self.listen.ip().is_unspecified() {
                format!("{scheme}://localhost:{}", self.listen.port())
            } else {
                format!("{scheme}://{}", self.listen)
            }
        };
        self.public_url.0.clone().unwrap_or_else(default)
    }
}

/// `docs/reference/configuration.md`.
pub fn reference() -> String {
    use std::fmt::Write as _;
    let mut text = String::from(
        "# Configuration\n\nGenerated from the table in `crates/config/src/lib.rs` by \
         `cargo xtask generate`; do not edit.\n\n\
         Every setting has a default. A value comes from the first of these sources that sets it: \
         the command line (`--set name=value`, or `--listen`, `--data-dir`, `--database`), the \
         environment (`ALMAGEST_` and the name in upper case), a systemd credential (`almagest.` \
         and the name), the configuration file (given with `--config`, or `almagest.toml` in the \
         working folder, or `/etc/almagest/almagest.toml`). `almagest config` prints every value and \
         where it comes from. Write durations as `500ms`, `10s`, `5m` or `2h`.\n\n| name | default | meaning |\n|---|---|---|\n",
    );
    for setting in SETTINGS {
        let default = match setting.default {
            "" => "(empty)".to_owned(),
            default => format!("`{default}`"),
        };
        let (name, meaning) = (setting.name, setting.description.trim());
        writeln!(text, "| `{name}` | {default} | {meaning} |").expect("a string takes any text");
    }
    text + PLANS_REFERENCE
}

const PLANS_REFERENCE: &str = "
## Plans

Define plans as tables in the configuration file. A table with the name of a default plan (free,
basic, gold, premium, deluxe) changes the fields it contains. Any other name adds a plan, which needs
`rates` and `quota`.

```toml
[plans.gold]
quota = 400000              # units per month
overage = 50000             # units beyond the quota, at the overage price; then 429

[plans.partner]
rates = [\"20/1s\", \"500/1m\"] # for all keys of an organization together
image_rates = [\"1000/1h\"]   # additional limit for chart images
batch_rates = [\"10/1m\"]     # additional limit for batches
quota = 2000000
price = 9900                # per month, in cents
overage_price = 1           # per unit beyond the quota, in cents
currency = \"EUR\"
modules = [\"natal\", \"charts\"] # instead of all calculations, charts and basic content
for_sale = true             # organizations can switch to it themselves
```

An installation bills in one currency: all prices must use the same one. Organizations can switch
themselves to plans with a price and to the smallest plan; `for_sale` overrides this. A changed price
applies from the next period, or from the next switch to the plan.

## Modules

Owners and managers can buy modules in addition to their plan. By default, a module costs nothing and
is bought for 30 days.

```toml
[modules.content-premium]
price = 1900                # per period, in cents
currency = \"EUR\"
days = 30                   # length of a period
for_sale = true             # false: only the operator can grant it
```
";

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[(&str, &str)], expected: Result<(), &str>) {
        let mut sources = Sources::default();
        sources.add(
            Origin::CommandLine,
            values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        );
        let found = Config::from_sources(&sources)
            .map(drop)
            .map_err(|it| it.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{values:?}");
    }

    #[test]
    fn every_default_is_a_valid_value() {
        check(&[], Ok(()));
    }

    #[test]
    fn a_wrong_value_names_itself() {
        check(
            &[("listen", "8080")],
            Err(
                "command line: listen = `8080`: expected an address and port such as 127.0.0.1:8080",
            ),
        );
        check(
            &[("lisen", "127.0.0.1:80"), ("body_timeout", "20")],
            Err(
                "command line: Unknown setting `lisen`. Did you mean `listen`?\n\
                 command line: body_timeout = `20`: expected a duration such as 500ms, 10s, 5m or 2h",
            ),
        );
    }

    #[test]
    fn a_wrong_value_that_may_hold_a_password_is_not_repeated() {
        for (name, value) in [
            ("database", "mysql://u:hunter2@db.example/d"),
            ("counters", "http://:hunter2@counters.example"),
            ("counters", "rediss://:hunter2@counters.example/#insecure"),
            ("smtp", "smtp://u:hunter2@mail.example:x"),
        ] {
            let mut sources = Sources::default();
            sources.add(Origin::CommandLine, [(name.to_owned(), value.to_owned())]);
            let complaint = Config::from_sources(&sources).unwrap_err().to_string();
            let begin = format!("command line: {name}: expected ");
            assert!(complaint.starts_with(&begin), "{complaint}");
            assert!(!complaint.contains("hunter2"), "{complaint}");
        }
    }

    #[test]
    fn a_database_password_is_not_shown() {
        let mut sources = Sources::default();
        let address = "postgres://almagest:hunter2@db.example/almagest".to_owned();
        sources.add(Origin::CommandLine, [("database".to_owned(), address)]);
        let config = Config::from_sources(&sources).unwrap();
        let shown = format!("{:?} {config:?}", config.shown());
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("db.example"), "{shown}");
    }

    #[test]
    fn later_sources_win_and_are_named() {
        let mut sources = Sources::default();
        let value = |text: &str| [("log_level".to_owned(), text.to_owned())];
        sources.add(Origin::Environment, value("warn"));
        sources.add(Origin::CommandLine, value("debug"));
        let config = Config::from_sources(&sources).unwrap();
        let shown = config.shown();
        let (_, level, origin) = shown.iter().find(|it| it.0 == "log_level").unwrap();
        assert_eq!(
            (level.as_str(), origin.to_string().as_str()),
            ("debug", "command line")
        );
    }
}
