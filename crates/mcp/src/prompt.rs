//! Prompts: requests that people can start a conversation with.

use rmcp::model::{GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::{Map, Value};

/// Characters of an argument.
const MAX_ARGUMENT: usize = 200;

struct PromptSpec {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Name and description of each argument. All are required.
    arguments: &'static [(&'static str, &'static str)],
    /// The message, with `{names}` of arguments.
    text: &'static str,
}

const BORN: (&str, &str) = (
    "dateTime",
    "Local date and time of birth, such as 1990-06-15T14:30",
);
const PLACE: (&str, &str) = ("place", "Place of birth, such as Amsterdam, NL");
/// What every prompt asks for: a model must not compute positions itself.
const RULES: &str = "Use only positions, aspects and dates that the tools return, and name the tool that each comes \
    from. If a tool refuses the place or the time, ask me which one is meant. Say which conventions (house system, \
    zodiac) were used.";

const PROMPTS: &[PromptSpec] = &[
    PromptSpec {
        name: "read_natal_chart",
        title: "Read a birth chart",
        description: "A reading of a birth chart from calculated facts.",
        arguments: &[BORN, PLACE],
        text: "Read the birth chart of someone born at {dateTime} in {place}. Call `natal_chart` first, then describe \
            the Sun, the Moon, the ascendant and the closest aspects.",
    },
    PromptSpec {
        name: "compare_two_charts",
        title: "Compare two births",
        description: "What connects and divides two charts.",
        arguments: &[
            ("dateTime1", "Local date and time of the first birth"),
            ("place1", "Place of the first birth"),
            ("dateTime2", "Local date and time of the second birth"),
            ("place2", "Place of the second birth"),
        ],
        text: "Compare someone born at {dateTime1} in {place1} with someone born at {dateTime2} in {place2}. Call \
            `synastry` and describe the closest aspects between the charts and the house overlays.",
    },
    PromptSpec {
        name: "look_ahead",
        title: "Look ahead",
        description: "Transits to a birth chart in a period.",
        arguments: &[
            BORN,
            PLACE,
            ("from", "First day, such as 2027-01-01"),
            ("to", "Last day, such as 2027-03-31"),
        ],
        text: "Which transits are important from {from} to {to} for someone born at {dateTime} in {place}? Call \
            `transits` with the slow planets (jupiter to pluto) and list the exact dates in order.",
    },
];

pub(crate) fn prompts() -> Vec<Prompt> {
    let argument = |(name, text): &(&str, &str)| {
        PromptArgument::new(*name)
            .with_description(*text)
            .with_required(true)
    };
    let prompt = |it: &PromptSpec| {
        let arguments = it.arguments.iter().map(argument).collect();
        Prompt::new(it.name, Some(it.description), Some(arguments)).with_title(it.title)
    };
    PROMPTS.iter().map(prompt).collect()
}

/// A prompt with its arguments, or what is wrong with them.
pub(crate) fn prompt(
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<GetPromptResult, &'static str> {
    let spec = PROMPTS.iter().find(|it| it.name == name);
    let spec = spec.ok_or("There is no prompt with this name.")?;
    for (name, _) in spec.arguments {
        let value = arguments.get(*name).and_then(Value::as_str);
        let value = value.ok_or("An argument of the prompt is missing.")?;
        if value.chars().count() > MAX_ARGUMENT {
            return Err("An argument of the prompt is longer than 200 characters.");
        }
    }
    let text = format!("{} {RULES}", substituted(spec.text, arguments));
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]))
}

/// A template with the values of its names. It is read once and values are never read, so a value in braces stays as
/// it is, and the text is never longer than the template and its values.
fn substituted(template: &str, values: &Map<String, Value>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = values.get(name).and_then(Value::as_str);
        text.push_str(value.unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(name: &str, arguments: &Value) -> String {
        let found = prompt(name, arguments.as_object().unwrap()).unwrap();
        let found = serde_json::to_value(&found).unwrap();
        let text = &found["messages"][0]["content"]["text"];
        text.as_str().unwrap().to_owned()
    }

    #[test]
    fn every_argument_of_a_prompt_is_in_its_text() {
        for spec in PROMPTS {
            let values = spec.arguments.iter();
            let values: Map<String, Value> = values
                .map(|(name, _)| ((*name).to_owned(), json!(format!("<{name}>"))))
                .collect();
            let text = substituted(spec.text, &values);
            for (name, _) in spec.arguments {
                assert!(text.contains(&format!("<{name}>")), "{}: {name}", spec.name);
            }
            assert_eq!(spec.text.matches('{').count(), spec.arguments.len());
        }
    }

    #[test]
    fn an_argument_of_a_prompt_is_never_expanded() {
        let values = json!({
            "dateTime": "{place}".repeat(28),
            "place": "{from}".repeat(33),
            "from": "{to}".repeat(50),
            "to": "\u{1f600}".repeat(MAX_ARGUMENT),
        });
        let text = text("look_ahead", &values);
        for value in values.as_object().unwrap().values() {
            assert_eq!(text.matches(value.as_str().unwrap()).count(), 1, "{value}");
        }
        let spec = PROMPTS.iter().find(|it| it.name == "look_ahead").unwrap();
        let most = spec.text.len() + 1 + RULES.len() + 4 * MAX_ARGUMENT;
        assert!(text.chars().count() <= most);
    }

    #[test]
    fn an_argument_that_is_missing_or_too_long_is_refused() {
        let refused = |values: Value| prompt("read_natal_chart", values.as_object().unwrap());
        let long = "x".repeat(MAX_ARGUMENT + 1);
        assert!(refused(json!({ "dateTime": "1990-06-15T14:30" })).is_err());
        assert!(refused(json!({ "dateTime": "1990-06-15T14:30", "place": long })).is_err());
        assert!(refused(json!({ "dateTime": "1990-06-15T14:30", "place": "Lviv" })).is_ok());
    }
}
