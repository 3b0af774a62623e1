//! The query and the body of a request as they are sent.

use serde_json::{Value, json};

use crate::dice::Dice;

/// The same birth at another fraction of a second, so that an image does not come from the cache, or
/// the same text in another language, so that it can be created again.
fn fresh(text: &str, dice: &mut Dice) -> String {
    if let Some((urn, _)) = text.rsplit_once(':').filter(|_| text.starts_with("urn:")) {
        let mut letter = || ('a'..='z').nth(dice.below(26)).unwrap_or('a');
        return format!("{urn}:r{}{}", letter(), letter());
    }
    let is_instant = text.len() == "2000-01-01T00:00".len() && text.as_bytes()[10] == b'T';
    if is_instant {
        return format!(
            "{text}:{:02}.{:09}",
            dice.below(60),
            dice.below(1_000_000_000)
        );
    }
    text.to_owned()
}

/// The years of dates of horoscopes.
const FIRST_YEAR: usize = 1_650;
const YEARS: usize = 900;

/// The same for a whole input. Births without a time are moved by some meters instead, and the dates of
/// horoscopes, which are kept in memory, by centuries.
pub(super) fn freshen(name: &str, value: &mut Value, dice: &mut Dice) {
    match value {
        Value::String(text) if name == "date" && text.len() == "2000-01-01".len() => {
            let (month, day) = (dice.below(12) + 1, dice.below(28) + 1);
            *text = format!("{:04}-{month:02}-{day:02}", FIRST_YEAR + dice.below(YEARS));
        }
        Value::String(text) => *text = fresh(text, dice),
        Value::Array(items) => items.iter_mut().for_each(|it| freshen(name, it, dice)),
        Value::Object(fields) => {
            for (name, field) in fields {
                freshen(name, field, dice);
            }
        }
        Value::Number(_) if name == "year" => *value = json!(FIRST_YEAR + dice.below(YEARS)),
        Value::Number(number) if name.ends_with("itude") => {
            let degrees = number.as_f64().unwrap_or_default();
            *value = json!(degrees * (1.0 - 1e-9 * dice.below(100_000) as f64));
        }
        _ => {}
    }
}

/// Encodes parameters as a query string. A list is a parameter for each of its items.
pub(super) fn flatten(query: &Value) -> Vec<String> {
    let mut pairs = Vec::new();
    for (name, value) in query.as_object().into_iter().flatten() {
        let values = match value {
            Value::Null => continue,
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let text = |it: &Value| it.as_str().map_or(it.to_string(), str::to_owned);
        let pair = |it| format!("{}={}", encoded(name), encoded(&text(it)));
        pairs.extend(values.iter().map(pair));
    }
    pairs
}

fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b',' | b':' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_their_lists_are_encoded() {
        let query = json!({ "points": ["sun", "moon"], "a.b": 1, "left": null, "q": "st é&" });
        let mut pairs = flatten(&query);
        pairs.sort_unstable();
        let expected = ["a.b=1", "points=moon", "points=sun", "q=st%20%C3%A9%26"];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn only_instants_with_minutes_are_made_new() {
        let mut dice = Dice::new(1);
        assert_eq!(fresh("2000-01-01", &mut dice), "2000-01-01");
        let first = fresh("1990-06-15T14:30", &mut dice);
        assert!(first.starts_with("1990-06-15T14:30:"), "{first}");
        assert_ne!(first, fresh("1990-06-15T14:30", &mut dice));
    }
}
