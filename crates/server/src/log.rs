//! Structured logs on standard error. Secrets cannot appear: their types do not implement `Display`,
//! and header values, queries and bodies are never logged.

use tracing::Level;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use config::{Config, LogFormat, LogLevel};

/// The crates of this program.
const OWN_CRATES: [&str; 15] = [
    "astrology_api",
    "auth",
    "billing",
    "calculations",
    "config",
    "dashboard",
    "http_api",
    "management_api",
    "metering",
    "notifications",
    "operation",
    "platform",
    "server",
    "store",
    "transport",
];
/// The target of the lines about requests.
const ACCESS: &str = "access";

/// Starts logging for the whole process, including panics.
pub fn start(config: &Config) {
    let level = tracing_level(config.log_level);
    // Libraries log only warnings and errors, because their output may contain anything. The
    // database library does not log at all: it prints connection parameters and statements, and
    // the request that fails is logged anyway.
    let filter = Targets::new()
        .with_default(LevelFilter::WARN)
        // It warns of every connection that a client resets too often.
        .with_target("h2", LevelFilter::ERROR)
        .with_target("sqlx", LevelFilter::OFF)
        .with_target("sqlx_core", LevelFilter::OFF)
        .with_target("sqlx_postgres", LevelFilter::OFF)
        .with_target("sqlx_sqlite", LevelFilter::OFF)
        .with_target(ACCESS, level)
        .with_targets(OWN_CRATES.map(|it| (it, level)));
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = match config.log_format {
        LogFormat::Text => layer.with_ansi(false).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    // Tests may start logging more than once in one process.
    let started = tracing_subscriber::registry()
        .with(layer.with_filter(filter))
        .try_init();
    if started.is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic
                .location()
                .map(ToString::to_string)
                .unwrap_or_default();
            // The message may quote client input.
            let message = panic.payload_as_str().map(without_credentials);
            tracing::error!(place, message, "panic");
        }));
    }
}

/// The maximum length of client text in a log line.
const MAX_LOGGED_BYTES: usize = 1_024;
/// How often a text is percent-decoded to find credentials, because clients encode more than once.
const MAX_DECODINGS: usize = 4;
/// Prefixes of keys, browser tokens and webhook secrets.
const CREDENTIAL_PREFIXES: [&[u8]; 4] = [b"ak_live_", b"ak_test_", b"bt_", b"whsec_"];
/// The length of the part of a key that may be displayed.
const SHOWN_BYTES: usize = 12;
/// A run of this many letters and digits counts as a secret unless it is hexadecimal. Session and link tokens have
/// 43, and a key without its prefix (broken by a percent sign, for example) has 36.
const MIN_TOKEN_BYTES: usize = 32;

/// Cuts client text at the first thing that looks like a credential, because people paste keys into
/// paths and ids. Finds credentials that were percent-encoded up to [`MAX_DECODINGS`] times.
pub(crate) fn without_credentials(text: &str) -> String {
    // Each byte with its position in the original text.
    let mut bytes: Vec<(u8, usize)> = text.bytes().zip(0..).collect();
    let mut found = credential(&bytes);
    for _ in 0..MAX_DECODINGS {
        let decoded = percent_decoded(&bytes);
        if decoded.len() == bytes.len() {
            break;
        }
        bytes = decoded;
        found = match (found, credential(&bytes)) {
            (Some(raw), Some(decoded)) => Some(raw.min(decoded)),
            (one, other) => one.or(other),
        };
    }
    let plain = found.filter(|&start| text.as_bytes()[start..].starts_with(b"ak_"));
    let end = match (found, plain) {
        (_, Some(start)) => start + SHOWN_BYTES,
        (Some(start), None) => start,
        (None, None) if text.len() <= MAX_LOGGED_BYTES => return text.to_owned(),
        (None, None) => MAX_LOGGED_BYTES,
    };
    let mut end = end.min(MAX_LOGGED_BYTES).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

/// The start of the first credential in the original text.
fn credential(bytes: &[(u8, usize)]) -> Option<usize> {
    let begins_with = |at: usize, prefix: &[u8]| {
        let there = bytes[at..].iter().map(|(byte, _)| byte);
        bytes.len() - at >= prefix.len() && there.zip(prefix).all(|(a, b)| a == b)
    };
    // The length of the current run of letters and digits, and whether it contains anything but
    // lower-case hexadecimal digits. A hexadecimal digest is as long as a token, but public.
    let (mut run, mut random) = (0, false);
    for (at, &(byte, start)) in bytes.iter().enumerate() {
        if CREDENTIAL_PREFIXES.iter().any(|it| begins_with(at, it)) {
            return Some(start);
        }
        if byte.is_ascii_alphanumeric() {
            run += 1;
            random |= !matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        } else {
            (run, random) = (0, false);
        }
        if run >= MIN_TOKEN_BYTES && random {
            return Some(bytes[at + 1 - run].1);
        }
    }
    None
}

fn percent_decoded(bytes: &[(u8, usize)]) -> Vec<(u8, usize)> {
    let digit = |at: usize| {
        let (byte, _) = bytes.get(at)?;
        char::from(*byte).to_digit(16)
    };
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&(byte, start)) = bytes.get(at) {
        let escaped = digit(at + 1).zip(digit(at + 2)).filter(|_| byte == b'%');
        let decoded_byte = escaped.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        decoded.push((decoded_byte.unwrap_or(byte), start));
        at += if decoded_byte.is_some() { 3 } else { 1 };
    }
    decoded
}

const fn tracing_level(level: LogLevel) -> Level {
    match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_keys_are_cut_short() {
        let key = "ak_test_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1";
        assert_eq!(
            without_credentials(&format!("/api/{key}/x")),
            "/api/ak_test_zQWB…"
        );
        assert_eq!(without_credentials("/api/calc/natal"), "/api/calc/natal");
        assert_eq!(without_credentials("/bt_é"), "/…");
    }

    const SECRETS: [&str; 5] = [
        "ak_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1",
        "ak_test_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1",
        "bt_eyJhIjoxfQ.zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1abcdefg",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        // A token of a session or a link.
        "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1abcdefg",
    ];

    /// What must stand in no log: the parts that are not shown.
    fn is_secret_in(secret: &str, logged: &str) -> bool {
        let tail = &secret[SHOWN_BYTES..];
        logged.contains(tail) || logged.contains(&encoded(tail, |_| true))
    }

    fn encoded(text: &str, chosen: impl Fn(usize) -> bool) -> String {
        let one = |(at, byte): (usize, u8)| {
            if chosen(at) {
                format!("%{byte:02X}")
            } else {
                char::from(byte).to_string()
            }
        };
        text.bytes().enumerate().map(one).collect()
    }

    #[test]
    fn every_secret_is_cut_off_however_it_is_encoded() {
        let mut checked = 0;
        for secret in SECRETS {
            let last = secret.len() - 1;
            let forms = [
                secret.to_owned(),
                encoded(secret, |at| at == 0),
                encoded(secret, |at| at == 2),
                encoded(secret, |at| at == last),
                encoded(secret, |at| at % 2 == 0),
                encoded(secret, |_| true),
                encoded(secret, |_| true).to_lowercase(),
                encoded(&encoded(secret, |_| true), |at| at % 3 == 0),
                secret.replace('_', "%5f"),
            ];
            for form in forms {
                let places = [
                    form.clone(),
                    format!("/api/keys/{form}/rotate"),
                    format!("/embed?key={form}&x=1"),
                    format!("https://example.com/?k=%{form}"),
                    format!("/é{form}é"),
                    format!("%%%2{form}"),
                ];
                for text in places {
                    let logged = without_credentials(&text);
                    assert!(logged.ends_with('…'), "{text} became {logged}");
                    assert!(!is_secret_in(secret, &logged), "{text} became {logged}");
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, 5 * 9 * 6);
    }

    #[test]
    fn ids_and_digests_stay_readable() {
        for text in [
            "/api/manage/orgs/org_0192f5c0a1b27c3d8e4f5061728394a5/keys",
            "/api/calc/natal%20chart",
            "/sha256/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "100%",
            "%zz",
            "",
        ] {
            assert_eq!(without_credentials(text), text);
        }
    }

    #[test]
    fn a_long_text_is_cut_and_a_secret_at_its_far_end_is_not_shown() {
        let long = "%25".repeat(100_000) + SECRETS[0];
        let logged = without_credentials(&long);
        assert_eq!(logged.len(), MAX_LOGGED_BYTES + '…'.len_utf8());
        let text = "é".repeat(MAX_LOGGED_BYTES);
        assert!(without_credentials(&text).len() <= MAX_LOGGED_BYTES + '…'.len_utf8());
    }
}
