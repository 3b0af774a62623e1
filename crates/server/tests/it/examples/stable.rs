//! Makes what a service generates at random the same in every recording: ids, keys, tokens and
//! signatures keep their form and lose their value.

use std::collections::HashMap;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Fields whose text is random or secret, or differs after any change of a text.
const SECRETS: &[&str] = &[
    "key",
    "token",
    "secret",
    "code",
    "recoveryCodes",
    "mac",
    "display",
    "prefix",
    "contentRevision",
];
/// Fields whose number is measured.
const MEASURED: &[&str] = &["latencyUs", "databaseBytes"];
/// Query parameters of URLs that are random.
const SIGNATURES: &[&str] = &["signature=", "sig=", "token=", "secret="];
const LETTERS_AND_DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/// The digits of an id after its prefix.
const ID_DIGITS: usize = 32;
/// The digits of a node's id.
const NODE_DIGITS: usize = 16;

/// The replacements so far.
#[derive(Default)]
pub(super) struct Stable {
    known: HashMap<String, String>,
    /// Where the text was found that is being replaced.
    place: String,
}

impl Stable {
    /// Replaces whatever is random in a value. The replacement depends on the place where it is
    /// found first, so that a new operation does not change the examples of others.
    pub(super) fn value(&mut self, place: &str, name: &str, value: &mut Value) {
        match value {
            Value::String(text) => {
                place.clone_into(&mut self.place);
                *text = self.text(name, text);
            }
            Value::Array(list) => {
                for (number, item) in list.iter_mut().enumerate() {
                    self.value(&format!("{place}/{number}"), name, item);
                }
            }
            Value::Object(object) => {
                let names: Vec<String> = object.keys().cloned().collect();
                for name in names {
                    self.value(&format!("{place}/{name}"), &name, &mut object[&name]);
                }
            }
            Value::Number(_) if MEASURED.contains(&name) => *value = Value::from(850),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, name: &str, text: &str) -> String {
        let text = self.ids(text);
        let is_node = name == "id"
            && text.len() == NODE_DIGITS
            && text.bytes().all(|it| it.is_ascii_hexdigit());
        if is_node {
            return self.replace(&text);
        }
        let is_name = match name {
            "key" => !text.starts_with("ak_"),
            // Codes of warnings and errors are words.
            "code" => !text.bytes().all(|it| it.is_ascii_digit()),
            _ => false,
        };
        if SECRETS.contains(&name) && text.len() >= 6 && !is_name {
            return self.replace(&text);
        }
        let mut text = text;
        for signature in SIGNATURES {
            if let Some(at) = text.find(signature) {
                let start = at + signature.len();
                let end = text[start..].find('&').map_or(text.len(), |it| start + it);
                let stable = self.replace(&text[start..end]);
                text.replace_range(start..end, &stable);
            }
        }
        text
    }

    /// Replaces every id in a text.
    fn ids(&mut self, text: &str) -> String {
        let mut stable = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('_') {
            let (before, after) = rest.split_at(at + 1);
            stable += before;
            let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
            if digits == ID_DIGITS {
                stable += &self.replace(&after[..digits]);
                rest = &after[digits..];
            } else {
                rest = after;
            }
        }
        stable + rest
    }

    /// Text of the same form: as long, of the same alphabet. A prefix stays.
    fn replace(&mut self, text: &str) -> String {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let prefix = ["ak_live_", "ak_test_", "whsec_", "bt_"]
            .into_iter()
            .find(|it| text.starts_with(it))
            .unwrap_or_default();
        let rest = &text[prefix.len()..];
        let has = |class: fn(&u8) -> bool| rest.bytes().any(|it| class(&it));
        let is_hexadecimal =
            rest.len() >= NODE_DIGITS && rest.bytes().all(|it| it.is_ascii_hexdigit());
        let alphabet: &[u8] = if is_hexadecimal {
            b"0123456789abcdef"
        } else if !prefix.is_empty() {
            LETTERS_AND_DIGITS
        } else if !has(u8::is_ascii_alphabetic) {
            b"0123456789"
        } else if !has(u8::is_ascii_uppercase) {
            b"abcdefghijkmnpqrstuvwxyz23456789"
        } else if !has(u8::is_ascii_lowercase) {
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        } else {
            LETTERS_AND_DIGITS
        };
        // In Base64, these are as random as letters.
        let is_base64 = alphabet.len() > 32;
        let one = |(at, letter): (usize, char)| {
            let is_random = letter.is_ascii_alphanumeric() || is_base64 && "-_+/".contains(letter);
            if !is_random {
                return letter;
            }
            let digest = Sha256::digest(format!("{} {at}", self.place));
            char::from(alphabet[usize::from(digest[0]) % alphabet.len()])
        };
        let replaced: String = rest.chars().enumerate().map(one).collect();
        let replaced = format!("{prefix}{replaced}");
        self.known.insert(text.to_owned(), replaced.clone());
        self.known.insert(replaced.clone(), replaced.clone());
        replaced
    }
}

#[test]
fn what_is_random_keeps_its_form_and_its_identity() {
    let id = "0123456789abcdef0123456789abcdef";
    let mut first = serde_json::json!({
        "id": format!("org_{id}"), "link": format!("/orgs/org_{id}?sig=aB3&x=1"), "note": "key_new",
    });
    let mut other = first.clone();
    Stable::default().value("", "", &mut first);
    let text = first.to_string();
    assert!(
        !text.contains(id) && text.contains("&x=1") && text.contains("key_new"),
        "{text}"
    );
    let stable = first["id"].as_str().unwrap();
    assert!(first["link"].as_str().unwrap().contains(stable));
    let other_id = id.replace('0', "9");
    other = serde_json::from_str(&other.to_string().replace(id, &other_id)).unwrap();
    Stable::default().value("", "", &mut other);
    assert_eq!(first["id"], other["id"], "the same in every recording");
}
