//! The configuration: every value, its meaning, its default, in one table. The command line, the
//! environment, `almagest.toml` and the reference page are all read from it.

mod currency;
mod modules;
mod plans;
mod setting;
mod source;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use access::Plans;
use store::{Counters, CountersAway, Location};

pub use modules::{ModulePrice, ModulePrices};
use setting::Setting;
pub use setting::{
    AnchorTarget, CountersAddress, DatabaseAddress, LogFormat, LogLevel, MailSender, Networks,
    PublicUrl, SmtpAddress, Switch, TextLines,
};
pub use source::{ConfigError, Origin, Sources, read_environment};

/// Declares the settings. A default is written as a user would write the value.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:literal;)+) => {
        /// The effective configuration.
        #[derive(Clone, Debug)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $type,)+
            /// The plans organizations can have.
            pub plans: Plans,
            /// What modules cost that are bought besides.
            pub module_prices: ModulePrices,
            origins: Vec<Origin>,
        }

        /// Everything there is to set.
        pub const SETTINGS: &[SettingInfo] = &[$(SettingInfo {
            name: stringify!($name),
            default: $default,
            description: concat!($($doc),+),
        },)+];

        impl Config {
            /// Reads every setting from where it is set, or takes its default.
            ///
            /// # Errors
            ///
            /// Every value that is wrong and every name that is unknown.
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

            /// Name, value without secrets, and origin of every setting.
            pub fn shown(&self) -> Vec<(&'static str, String, &Origin)> {
                let values = [$(self.$name.show()),+];
                let named = SETTINGS.iter().zip(values).zip(&self.origins);
                named.map(|((info, value), origin)| (info.name, value, origin)).collect()
            }
        }
    };
}

/// What is known about a setting.
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
    /// Address and port the API and the dashboard are served on.
    listen: SocketAddr = "127.0.0.1:8080";
    /// Folder with the database, the master secret and everything else that must survive.
    data_dir: PathBuf = "./almagest-data";
    /// Where the database is: empty for a SQLite file in the data folder, or a `postgres://` address.
    database: DatabaseAddress = "";
    /// Where several nodes count rates together: empty for one node alone, or a `redis://` address, with TLS a `rediss://` address, of a Valkey or Redis server.
    counters: CountersAddress = "";
    /// File with the certificates, as PEM, of the authorities that vouch for a `rediss://` server; empty for those of the public web.
    counters_ca: Option<PathBuf> = "";
    /// Time the shared counters have to answer; after it a node counts alone, with its share of every rate, until they are there again.
    counters_timeout: Duration = "250ms";
    /// File with the master secret; empty for `master.key` in the data folder. With a `postgres://` database it must be named when the secret is made: several nodes share one.
    master_key_file: Option<PathBuf> = "";
    /// Address people and programs reach the service at; decides the links in answers. Empty for `http://` (`https://` with a certificate) and the listen address.
    public_url: PublicUrl = "";
    /// File with the certificate, and those that vouch for it, as PEM, to serve https without a proxy; empty for http.
    tls_certificate: Option<PathBuf> = "";
    /// File with the certificate's private key as PEM.
    tls_key: Option<PathBuf> = "";
    /// Networks of the proxies in front, whose X-Forwarded-For is believed, separated by commas.
    trusted_proxies: Networks = "";
    /// Address and port for Prometheus metrics at `/metrics`; empty for none.
    metrics_listen: Option<SocketAddr> = "";
    /// Units a person may use with test keys in a month, in all organizations they own together; the first organization, and one without an owner, has its own.
    test_allowance: u64 = "10000";
    /// Units of it that may be used in one day, UTC; the first organization is not limited by the day.
    test_allowance_per_day: u64 = "1000";
    /// Whether owners of an organization may create more: on or off.
    organization_creation: Switch = "on";
    /// Organizations a person may own or have created before they can create no more; closed ones do not count, and operators are not limited.
    max_organizations_per_owner: u32 = "10";
    /// Organizations a person may create in any 24 hours.
    max_organizations_per_day: u32 = "3";
    /// Keys of an organization that are neither revoked nor expired; operators are not limited.
    max_keys_per_organization: u32 = "1000";
    /// Mail server for invitations and links: `smtps://user:password@host` or, with STARTTLS, `smtp://user:password@host:587?tls=required`. Empty for none: `almagest outbox` shows the links.
    smtp: SmtpAddress = "";
    /// Sender of e-mails.
    mail_from: MailSender = "Almagest <almagest@localhost>";
    /// Where the heads of the audit chains are sent every ten minutes, for `almagest audit verify --anchor`: the `https://` address of a webhook or `syslog://host:514`. Empty for nowhere.
    audit_anchor: AnchorTarget = "";
    /// How often every organization is looked at for alerts.
    alert_interval: Duration = "1m";
    /// Networks of your own that webhooks may be sent to, separated by commas; else they go to the public internet only.
    webhook_networks: Networks = "";
    /// Who bills, as invoices say it: name, address, tax number; its lines are separated by `|`.
    invoice_issuer: TextLines = "Almagest";
    /// How invoices are paid: an account, a contact; its lines are separated by `|`.
    payment_instructions: TextLines = "";
    /// Days in which an invoice is to be paid.
    payment_days: u32 = "14";
    /// File with a pack of more of the sky than the program carries, such as a longer span; empty for none. A damaged one is refused at the start; `almagest sky span` tells what is covered.
    sky_pack: Option<PathBuf> = "";
    /// Keys kept in memory; each takes about a kilobyte.
    cached_keys: u64 = "200000";
    /// How much is logged: error, warn, info or debug.
    log_level: LogLevel = "info";
    /// How it is logged: text or json.
    log_format: LogFormat = "text";
    /// Connections open at once; one more is answered 503.
    max_connections: u32 = "4096";
    /// Connections one address may have open at once, an IPv6 network of 64 bits counting as one address; one more is answered 429. Trusted proxies may have any number.
    max_connections_per_address: u32 = "1024";
    /// Requests worked on at once; one more is answered 503 at once, so that those admitted stay quick.
    max_requests: u32 = "512";
    /// Requests of one address whose body has not arrived yet; one more waits for a second and is then answered 429. Behind a trusted proxy the address is that of its client.
    max_incomplete_requests_per_address: u32 = "64";
    /// Time for a client to send a request's headers.
    header_timeout: Duration = "10s";
    /// Time for a client to send a request's body.
    body_timeout: Duration = "20s";
    /// Time a connection may rest between two requests.
    idle_timeout: Duration = "75s";
    /// Time the service allows itself for an answer.
    request_timeout: Duration = "30s";
    /// Megabytes that work in progress may take: bodies that are being read and answers that are being made. Beyond, requests are answered 503.
    work_memory_mb: u32 = "512";
    /// Time during which `/readyz` already says no before the service stops taking requests; empty for none. Load balancers need it.
    drain_time: Option<Duration> = "";
    /// Time requests under way have to finish when the service is stopped.
    shutdown_timeout: Duration = "30s";
}

impl Config {
    /// Where the database is.
    pub fn location(&self) -> Location {
        match &self.database.0 {
            Some(address) => Location::Postgres(address.clone()),
            None => Location::SqliteFile(self.data_dir.join("almagest.sqlite3")),
        }
    }

    /// The shared counters, if there are any. Nothing is connected yet.
    ///
    /// # Errors
    ///
    /// When the file with the authorities cannot be used.
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

    /// Where the master secret is.
    pub fn master_key_path(&self) -> PathBuf {
        let default = || self.data_dir.join("master.key");
        self.master_key_file.clone().unwrap_or_else(default)
    }

    /// How long after its date an invoice is due.
    pub fn payment_time(&self) -> Duration {
        Duration::from_hours(24) * self.payment_days
    }

    /// Whether clients reach the service through https, be it by its own certificate or a proxy's.
    pub fn serves_https(&self) -> bool {
        let public = self.public_url.0.as_deref();
        self.tls_certificate.is_some() || public.is_some_and(|it| it.starts_with("https://"))
    }

    /// The address in links, without a slash at its end.
    pub fn public_url(&self) -> String {
        let default = || {
            // "Every address" is none that a link can name.
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
        "# Configuration\n\nMade from the table in `crates/config/src/lib.rs` by \
         `cargo xtask generate`; do not edit.\n\n\
         Nothing needs to be configured. A value is taken from the command line (`--set \
         name=value`, or `--listen`, `--data-dir`, `--database`), else from the environment \
         (`ALMAGEST_` and the name in upper case), else from `almagest.toml` in the working folder \
         (or the file named by `--config`), else it has its default. `almagest config` prints the \
         values in force and where each comes from. Durations are written `500ms`, `10s`, `5m`, \
         `2h`.\n\n| name | default | meaning |\n|---|---|---|\n",
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

Plans are tables of the configuration file. A table with the name of a default plan (free, basic,
gold, premium, deluxe) changes what it names; another name adds a plan, which needs `rates` and
`quota`.

```toml
[plans.gold]
quota = 400000              # units a month
overage = 50000             # units beyond, at the overage price; then 429

[plans.partner]
rates = [\"20/1s\", \"500/1m\"] # all keys of an organization together
image_rates = [\"1000/1h\"]   # chart images, besides
batch_rates = [\"10/1m\"]     # batches, besides
quota = 2000000
price = 9900                # a month, in cents
overage_price = 1           # a unit beyond the quota, in cents
currency = \"EUR\"
modules = [\"natal\", \"charts\"] # instead of all calculations, charts and basic content
for_sale = true             # organizations may change to it by themselves
```

An installation bills in one currency: everything with a price names the same one. Organizations can
change by themselves to plans with a price and to the smallest plan; `for_sale` says otherwise. A
price that is changed here counts from the next period on, or from the next change to the plan.

## Modules

What owners and managers can buy besides their plan. Everything has a default: a module costs
nothing and is bought for 30 days.

```toml
[modules.content-premium]
price = 1900                # a period, in cents
currency = \"EUR\"
days = 30                   # of one period
for_sale = true             # false: only the operator grants it
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
                "command line: `lisen` is no setting: did you mean `listen`?\n\
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
            let begin = format!("command line: {name}: expected nothing, ");
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
