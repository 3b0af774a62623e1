//! The types of settings: how to parse and how to show them.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use access::WebhookUrl;
use ipnet::IpNet;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use store::Counters;
use url::{Host, Url};

/// A type of setting.
pub(super) trait Setting: Sized {
    /// Whether a value may contain a password. Such values are never printed.
    const SECRET: bool = false;

    /// Parses the value. The error says what is expected.
    fn parse(text: &str) -> Result<Self, String>;

    /// Formats the value, without secrets.
    fn show(&self) -> String;
}

impl Setting for SocketAddr {
    fn parse(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| "expected an address and port such as 127.0.0.1:8080".to_owned())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Setting for PathBuf {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("expected a path".to_owned());
        }
        Ok(Self::from(text))
    }

    fn show(&self) -> String {
        self.display().to_string()
    }
}

impl Setting for u32 {
    fn parse(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|it| *it > 0);
        number.ok_or_else(|| "expected an integer greater than zero".to_owned())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Setting for u64 {
    fn parse(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| "expected an integer, zero or greater".to_owned())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Setting for Duration {
    fn parse(text: &str) -> Result<Self, String> {
        parse_duration(text)
            .ok_or_else(|| "expected a duration such as 500ms, 10s, 5m or 2h".to_owned())
    }

    fn show(&self) -> String {
        let millis = self.as_millis();
        match millis {
            it if it % 1000 != 0 => format!("{it}ms"),
            it => format!("{}s", it / 1000),
        }
    }
}

/// A number and a unit. Zero is invalid.
fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok().filter(|it| *it > 0)?;
    let millis = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    Some(Duration::from_millis(number.checked_mul(millis)?))
}

/// An empty value is `None`.
impl<T: Setting> Setting for Option<T> {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(None);
        }
        T::parse(text).map(Some)
    }

    fn show(&self) -> String {
        self.as_ref().map(T::show).unwrap_or_default()
    }
}

/// The known query parameters of a database URL. Others would be ignored silently.
const PARAMETERS: &[&str] = &[
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "port",
    "user",
    "password",
    "dbname",
    "application_name",
    "options",
    "statement-cache-capacity",
];

/// A `postgres://` URL, which may contain a password, or none.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseAddress(pub Option<String>);

impl Setting for DatabaseAddress {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(None));
        }
        let expected = "expected postgres://user:password@host/database, with percent-encoded \
                        / : @ ? # in the password, or an empty value";
        let url = Url::parse(text).map_err(|_| expected.to_owned())?;
        if !["postgres", "postgresql"].contains(&url.scheme()) {
            return Err(expected.to_owned());
        }
        for (name, _) in url.query_pairs() {
            if !PARAMETERS.contains(&&*name) {
                let known = PARAMETERS.join(", ");
                return Err(format!(
                    "Unknown parameter `{name}`. Known parameters: {known}."
                ));
            }
        }
        Ok(Self(Some(text.to_owned())))
    }

    fn show(&self) -> String {
        let Some(address) = &self.0 else {
            return String::new();
        };
        let Ok(mut url) = Url::parse(address) else {
            return "postgres://…".to_owned();
        };
        if url.password().is_some() && url.set_password(Some("hidden")).is_err() {
            return "postgres://…".to_owned();
        }
        // PostgreSQL clients also accept `?password=…`.
        if url.query().is_some() {
            url.set_query(Some("hidden"));
        }
        url.into()
    }
}

impl fmt::Debug for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show())
    }
}

/// The URL of the counter store, which may contain a password, or none.
#[derive(Clone, PartialEq, Eq)]
pub struct CountersAddress(pub Option<String>);

impl Setting for CountersAddress {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(None));
        }
        let expected = "expected redis://user:password@host:6379, rediss://user:password@host:6379 \
                        (with TLS), redis+unix:///path/of/the/socket, or an empty value";
        let url = Url::parse(text).map_err(|_| expected.to_owned())?;
        let known = [
            "redis",
            "rediss",
            "valkey",
            "valkeys",
            "redis+unix",
            "valkey+unix",
        ];
        // The client supports `#insecure`, which would accept every certificate.
        let known = known.contains(&url.scheme()) && url.fragment().is_none();
        if !known || Counters::new(text, Duration::from_secs(1)).is_err() {
            return Err(expected.to_owned());
        }
        Ok(Self(Some(text.to_owned())))
    }

    fn show(&self) -> String {
        let Some(address) = &self.0 else {
            return String::new();
        };
        let Ok(mut url) = Url::parse(address) else {
            return "redis://…".to_owned();
        };
        if url.password().is_some() && url.set_password(Some("hidden")).is_err() {
            return "redis://…".to_owned();
        }
        if url.query().is_some() {
            url.set_query(Some("hidden"));
        }
        url.into()
    }
}

impl fmt::Debug for CountersAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show())
    }
}

/// The URL of a mail server, which may contain a password, or none.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpAddress(pub Option<String>);

impl Setting for SmtpAddress {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(None));
        }
        let expected = "expected smtps://user:password@host, \
                        smtp://user:password@host:587?tls=required, or an empty value";
        let url = Url::parse(text).map_err(|_| expected.to_owned())?;
        let mail = matches!(url.scheme(), "smtp" | "smtps") && url.has_host();
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(text);
        if !mail || transport.is_err() {
            return Err(expected.to_owned());
        }
        // A plain-text password on the network is always a mistake.
        let protected = url.scheme() == "smtps" || url.query() == Some("tls=required");
        if url.password().is_some() && !protected {
            return Err(format!("{expected}; a password requires TLS"));
        }
        Ok(Self(Some(text.to_owned())))
    }

    fn show(&self) -> String {
        let Some(address) = &self.0 else {
            return String::new();
        };
        let Ok(mut url) = Url::parse(address) else {
            return "smtp://…".to_owned();
        };
        if url.password().is_some() && url.set_password(Some("hidden")).is_err() {
            return "smtp://…".to_owned();
        }
        url.into()
    }
}

impl fmt::Debug for SmtpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show())
    }
}

/// Whether a URL names this machine.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// The target for the heads of the audit chains.
#[derive(Clone, PartialEq, Eq)]
pub enum AnchorTarget {
    /// Nowhere.
    None,
    /// A webhook, as JSON.
    Webhook(WebhookUrl),
    /// A syslog server, over UDP.
    Syslog {
        /// Its name or address.
        host: String,
        /// Its port.
        port: u16,
    },
}

impl fmt::Debug for AnchorTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show())
    }
}

impl Setting for AnchorTarget {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        /// The port of syslog over UDP (RFC 5426).
        const SYSLOG_PORT: u16 = 514;
        if text.is_empty() {
            return Ok(Self::None);
        }
        let expected =
            || "expected an https:// URL, syslog://host:514, or an empty value".to_owned();
        let url = Url::parse(text).map_err(|_| expected())?;
        match url.scheme() {
            "http" if !is_loopback(&url) => Err(expected()),
            "http" | "https" => text.parse().map(Self::Webhook).map_err(|_| expected()),
            "syslog" => Ok(Self::Syslog {
                host: url
                    .host_str()
                    .ok_or_else(expected)?
                    .trim_matches(['[', ']'])
                    .to_owned(),
                port: url.port().unwrap_or(SYSLOG_PORT),
            }),
            _ => Err(expected()),
        }
    }

    fn show(&self) -> String {
        match self {
            Self::None => String::new(),
            // The path or the query may contain a token.
            Self::Webhook(url) => format!("{}…", origin(url)),
            Self::Syslog { host, port } => format!("syslog://{host}:{port}"),
        }
    }
}

fn origin(url: &WebhookUrl) -> String {
    let scheme = if url.is_https() { "https" } else { "http" };
    format!("{scheme}://{}/", url.authority())
}

/// The sender of e-mails: `Name <address>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSender(pub String);

impl Setting for MailSender {
    fn parse(text: &str) -> Result<Self, String> {
        let mailbox: Result<Mailbox, _> = text.parse();
        let expected = |_| "expected a sender such as Almagest <almagest@example.com>".to_owned();
        mailbox.map(|_| Self(text.to_owned())).map_err(expected)
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

/// The public URL of the service: scheme, host and optional port, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(pub Option<String>);

impl Setting for PublicUrl {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(None));
        }
        let expected = "expected http:// or https://, a host, an optional port, and no path";
        let url = Url::parse(text).map_err(|_| expected.to_owned())?;
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if web && bare {
            Ok(Self(Some(url.origin().ascii_serialization())))
        } else {
            Err(expected.to_owned())
        }
    }

    fn show(&self) -> String {
        self.0.clone().unwrap_or_default()
    }
}

/// Networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Networks(pub Vec<IpNet>);

impl Setting for Networks {
    fn parse(text: &str) -> Result<Self, String> {
        let one = |text: &str| {
            let network = text.parse::<IpNet>();
            let address = || text.parse::<IpAddr>().map(IpNet::from);
            network
                .or_else(|_| address())
                .map_err(|_| format!("`{text}` is not an address or a network such as 10.0.0.0/8"))
        };
        let parts = text.split(',').map(str::trim).filter(|it| !it.is_empty());
        parts.map(one).collect::<Result<_, _>>().map(Self)
    }

    fn show(&self) -> String {
        let texts: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        texts.join(", ")
    }
}

/// Text with several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLines(pub String);

impl Setting for TextLines {
    fn parse(text: &str) -> Result<Self, String> {
        const MAX: usize = 1_000;
        if text.len() > MAX {
            return Err(format!("expected at most {MAX} bytes"));
        }
        let lines: Vec<_> = text.split(['|', '\n']).map(str::trim).collect();
        Ok(Self(lines.join("\n").trim().to_owned()))
    }

    fn show(&self) -> String {
        self.0.replace('\n', " | ")
    }
}

/// Declares a setting that is one of a few words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl Setting for $name {
            fn parse(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(format!("expected one of {}", [$($word),+].join(", "))),
                }
            }

            fn show(&self) -> String {
                match self {
                    $(Self::$variant => $word.to_owned(),)+
                }
            }
        }
    };
}

words! {
    /// The log level.
    LogLevel {
        /// Failures of the service.
        Error = "error",
        /// Also what an operator should check.
        Warn = "warn",
        /// Also every request.
        Info = "info",
        /// Also details for debugging.
        Debug = "debug",
    }
}

words! {
    /// A switch.
    Switch {
        /// Enabled.
        On = "on",
        /// Disabled.
        Off = "off",
    }
}

words! {
    /// The log format.
    LogFormat {
        /// Plain text lines.
        Text = "text",
        /// JSON objects.
        Json = "json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_heads_leave_the_machine_only_encrypted_or_as_syslog() {
        for good in [
            "",
            "https://monitor.example.org/heads",
            "http://127.0.0.1:9000/heads",
            "http://[::1]/heads",
            "http://localhost/heads",
            "syslog://log.example.org:514",
        ] {
            assert!(AnchorTarget::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "http://monitor.example.org/heads",
            "http://10.0.0.1/heads",
            "http://localhost.example.org/heads",
            "ftp://127.0.0.1/heads",
            "heads",
        ] {
            assert!(AnchorTarget::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(parse_duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(parse_duration("2h"), Some(Duration::from_hours(2)));
        for wrong in ["", "5", "s", "0s", "-1s", "1d", "99999999999999999999s"] {
            assert_eq!(parse_duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_public_url_is_an_origin() {
        let parse = |text| PublicUrl::parse(text).ok().and_then(|it| it.0);
        assert_eq!(
            parse("https://Api.Example.org/"),
            Some("https://api.example.org".to_owned())
        );
        assert_eq!(
            parse("http://localhost:8080"),
            Some("http://localhost:8080".to_owned())
        );
        for wrong in [
            "example.org",
            "https://example.org/path",
            "https://u:p@example.org",
            "ftp://example.org",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_of_text_are_separated_by_bars() {
        let text = TextLines::parse("Almagest Ltd | Street 1|Town").unwrap();
        assert_eq!(text.0, "Almagest Ltd\nStreet 1\nTown");
        assert_eq!(text.show(), "Almagest Ltd | Street 1 | Town");
        assert!(TextLines::parse(&"x".repeat(1_001)).is_err());
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        let parsed = Networks::parse("10.0.0.0/8, ::1").unwrap();
        assert_eq!(parsed.show(), "10.0.0.0/8, ::1/128");
        assert!(Networks::parse("proxy.example").is_err());
    }
}
