//! The language model for chat: its server, its name and the key of its server.

use std::fmt;
use std::io::Read as _;
use std::path::Path;

use url::Url;
use zeroize::Zeroizing;

use crate::setting::Setting;

/// Bytes of a file with a key.
const MAX_KEY_BYTES: u64 = 4 * 1024;
/// Bytes of the name of a model.
const MAX_MODEL_BYTES: usize = 200;

/// The base URL of an OpenAI-compatible server, or none.
#[derive(Clone, PartialEq, Eq)]
pub struct ChatEndpoint(pub Option<Url>);

impl Setting for ChatEndpoint {
    /// Someone may put a password here, although it is refused.
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(None));
        }
        let expected = "expected an http:// or https:// URL without a user, a query or a fragment, \
                        such as http://127.0.0.1:11434/v1";
        let url = Url::parse(text).map_err(|_| expected.to_owned())?;
        let is_plain = ["http", "https"].contains(&url.scheme())
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if is_plain {
            Ok(Self(Some(url)))
        } else {
            Err(expected.to_owned())
        }
    }

    fn show(&self) -> String {
        self.0.as_ref().map(Url::to_string).unwrap_or_default()
    }
}

impl fmt::Debug for ChatEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show())
    }
}

/// The name of a language model, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName(pub Option<String>);

impl Setting for ModelName {
    fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_MODEL_BYTES || text.contains(char::is_control) {
            return Err(format!(
                "expected a name of at most {MAX_MODEL_BYTES} bytes without control characters"
            ));
        }
        Ok(Self((!text.is_empty()).then(|| text.to_owned())))
    }

    fn show(&self) -> String {
        self.0.clone().unwrap_or_default()
    }
}

/// The key of the language model's server. It is not printed and leaves no copy in memory.
#[derive(Clone)]
pub struct ChatKey(Zeroizing<String>);

impl ChatKey {
    /// Reads a file that contains nothing else.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let mut text = Zeroizing::new(String::new());
        let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
        let read = file.take(MAX_KEY_BYTES + 1).read_to_string(&mut text);
        read.map_err(|error| error.to_string())?;
        let key = text.trim();
        let is_visible = |byte: u8| byte.is_ascii_graphic();
        if key.is_empty() || text.len() as u64 > MAX_KEY_BYTES || !key.bytes().all(is_visible) {
            return Err("expected one line with the key".to_owned());
        }
        Ok(Self(Zeroizing::new(key.to_owned())))
    }

    /// The key itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ChatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChatKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_a_plain_url() {
        for good in [
            "",
            "http://127.0.0.1:11434/v1",
            "https://models.example/v1/",
        ] {
            assert!(ChatEndpoint::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "models.example",
            "ftp://models.example",
            "https://user:secret@models.example/v1",
            "https://models.example/v1?key=secret",
        ] {
            assert!(ChatEndpoint::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_key_is_one_line_and_is_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "sk-canary\n").unwrap();
        let key = ChatKey::read(&path).unwrap();
        assert_eq!(key.reveal(), "sk-canary");
        assert!(!format!("{key:?}").contains("canary"));
        for bad in [String::new(), "two words".to_owned(), "x".repeat(5_000)] {
            std::fs::write(&path, &bad).unwrap();
            assert!(ChatKey::read(&path).is_err(), "{} bytes", bad.len());
        }
        assert!(ChatKey::read(&folder.path().join("none")).is_err());
    }
}
