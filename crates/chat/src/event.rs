//! The events of an answer, as clients receive them.

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use crate::dialog::Finish;
use crate::fact::Fact;

/// An event of an answer.
#[derive(Clone, Copy, Debug)]
pub enum ChatEvent<'a> {
    /// The next part of the text.
    Message {
        /// The part.
        text: &'a str,
    },
    /// A tool was called.
    Tool {
        /// Its name.
        name: &'a str,
        /// The operation that it called, if it came to that.
        operation: Option<&'a str>,
        /// Whether the operation answered. A model reads a refusal and tries again.
        succeeded: bool,
        /// What it cost.
        units: u32,
    },
    /// What the tools returned.
    Facts(&'a [Fact]),
    /// The answer is complete.
    Done {
        /// The conversation that it belongs to, if it is stored.
        conversation: Option<&'a str>,
        /// Why it ended.
        finish: Finish,
        /// What the message costs.
        units: u32,
    },
    /// The answer failed. It is the last event.
    Error {
        /// The error, as an error object of the API.
        error: &'a serde_json::Value,
        /// What the message costs.
        units: u32,
    },
}

impl ChatEvent<'_> {
    /// The event as it is sent.
    pub fn written(&self) -> Bytes {
        match self {
            Self::Message { text } => write("message", &json!({ "delta": text })),
            Self::Tool {
                name,
                operation,
                succeeded,
                units,
            } => {
                let data = json!({
                    "name": name, "operation": operation, "succeeded": succeeded, "units": units,
                });
                write("tool", &data)
            }
            Self::Facts(facts) => write("facts", &json!({ "facts": facts })),
            Self::Done {
                conversation,
                finish,
                units,
            } => {
                let data = json!({
                    "conversationId": conversation, "finishReason": finish.name(), "units": units,
                });
                write("done", &data)
            }
            Self::Error { error, units } => {
                write("error", &json!({ "error": error, "units": units }))
            }
        }
    }
}

/// JSON has no line breaks outside of strings, and escapes those inside.
fn write(name: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).unwrap_or_default();
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_data_whatever_the_model_says() {
        let text = "one\n\nevent: done\ndata: two\r\n";
        let written = ChatEvent::Message { text }.written();
        let expected = "event: message\n\
            data: {\"delta\":\"one\\n\\nevent: done\\ndata: two\\r\\n\"}\n\n";
        assert_eq!(written, expected.as_bytes());
    }
}
