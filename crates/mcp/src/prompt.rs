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
    let mut text = format!("{} {RULES}", spec.text);
    for (name, _) in spec.arguments {
        let value = arguments.get(*name).and_then(Value::as_str);
        let value = value.ok_or("An argument of the prompt is missing.")?;
        if value.chars().count() > MAX_ARGUMENT {
            return Err("An argument of the prompt is longer than 200 characters.");
        }
        text = text.replace(&format!("{{{name}}}"), value);
    }
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]))
}
