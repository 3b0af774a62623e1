//! The dialog of one message: ask the model, call the tools that it wants, ask again, until it answers. This is a state
//! machine without input and output.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::provider_error::ProviderError;

/// Bytes of an answer. A longer one ends there.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// Tools that the model can call at once.
const MAX_CALLS: usize = 8;
/// Bytes of the arguments of a call.
const MAX_ARGUMENT_BYTES: usize = 16 * 1024;
/// Bytes of the name or the id of a call.
const MAX_NAME_BYTES: usize = 200;
/// Bytes of what the model reads of a result.
const MAX_RESULT_BYTES: usize = 24 * 1024;

/// The limits of a dialog.
#[derive(Clone, Copy, Debug)]
pub struct DialogLimits {
    /// How often the model can call tools before it must answer.
    pub tool_rounds: u32,
}

/// How a dialog begins.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What the model is told.
    pub prompt: String,
    /// Earlier questions and answers, oldest first.
    pub history: Vec<(String, String)>,
    /// The message.
    pub message: String,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It is complete.
    Complete,
    /// It reached the longest length, of this service or of the model.
    Length,
}

impl Finish {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Length => "length",
        }
    }
}

/// A tool that the model wants to call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedCall {
    /// The id that its result must have.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments, as JSON or what the model takes for it.
    pub arguments: String,
}

/// What comes after a turn of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: it has answered.
    Answered(Finish),
    /// Call these tools, add their results and ask it again.
    Call(Vec<RequestedCall>),
}

/// The dialog of one message.
#[derive(Clone, Debug)]
pub struct Dialog {
    model: String,
    messages: Vec<Value>,
    tools: Vec<Value>,
    limits: DialogLimits,
    rounds: u32,
    answer: String,
    turn: Turn,
}

/// What the model has said since it was asked.
#[derive(Clone, Debug, Default)]
struct Turn {
    text: String,
    calls: Vec<RequestedCall>,
    finish: Option<String>,
    is_full: bool,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize)]
struct CallDelta {
    index: Option<usize>,
    id: Option<String>,
    function: Option<FunctionDelta>,
}

#[derive(Deserialize)]
struct FunctionDelta {
    name: Option<String>,
    arguments: Option<String>,
}

impl Dialog {
    /// A dialog with this model, which knows these tools: functions as the protocol describes them.
    pub fn new(model: String, opening: &Opening, tools: Vec<Value>, limits: DialogLimits) -> Self {
        let said = |role: &str, text: &str| json!({ "role": role, "content": text });
        let mut messages = vec![said("system", &opening.prompt)];
        for (question, answer) in &opening.history {
            messages.push(said("user", question));
            messages.push(said("assistant", answer));
        }
        messages.push(said("user", &opening.message));
        Self {
            model,
            messages,
            tools,
            limits,
            rounds: 0,
            answer: String::new(),
            turn: Turn::default(),
        }
    }

    /// The body of the next request to the model.
    pub fn request(&self) -> Vec<u8> {
        let mut body = json!({ "model": self.model, "stream": true, "messages": self.messages });
        if !self.tools.is_empty() {
            body["tools"] = json!(self.tools);
            body["tool_choice"] = if self.rounds < self.limits.tool_rounds {
                "auto".into()
            } else {
                "none".into()
            };
        }
        serde_json::to_vec(&body).unwrap_or_default()
    }

    /// Receives a piece of the model's turn. Returns the part of the answer that it adds.
    ///
    /// # Errors
    ///
    /// It is not a piece of an answer, or reports a failure.
    pub fn receive(&mut self, data: &str) -> Result<Option<String>, ProviderError> {
        let chunk: Chunk =
            serde_json::from_str(data).map_err(|_| ProviderError::Invalid("not a chunk"))?;
        if chunk.error.is_some_and(|it| !it.is_null()) {
            return Err(ProviderError::Interrupted);
        }
        // The last chunk may have no choices but the model's own usage.
        let Some(choice) = chunk.choices.into_iter().next() else {
            return Ok(None);
        };
        if choice.finish_reason.is_some() {
            self.turn.finish = choice.finish_reason;
        }
        for call in choice.delta.tool_calls.into_iter().flatten() {
            self.add_call(call)?;
        }
        let text = choice.delta.content.filter(|it| !it.is_empty());
        Ok(text.and_then(|it| self.add_text(it)))
    }

    fn add_text(&mut self, mut text: String) -> Option<String> {
        let room = MAX_ANSWER_BYTES - self.answer.len();
        if text.len() > room {
            text.truncate(text.floor_char_boundary(room));
            self.turn.is_full = true;
        }
        self.answer.push_str(&text);
        self.turn.text.push_str(&text);
        (!text.is_empty()).then_some(text)
    }

    fn add_call(&mut self, delta: CallDelta) -> Result<(), ProviderError> {
        let calls = &mut self.turn.calls;
        // Some servers send each call whole and leave out its place.
        let at = delta.index.unwrap_or(match (&delta.id, calls.len()) {
            (None, length) if length > 0 => length - 1,
            (_, length) => length,
        });
        if at > calls.len() || at >= MAX_CALLS {
            return Err(ProviderError::Invalid("too many calls of tools"));
        }
        if at == calls.len() {
            calls.push(RequestedCall {
                id: String::new(),
                name: String::new(),
                arguments: String::new(),
            });
        }
        let call = &mut calls[at];
        if let Some(id) = delta.id.filter(|_| call.id.is_empty()) {
            call.id = id;
        }
        if let Some(function) = delta.function {
            call.name
                .push_str(function.name.as_deref().unwrap_or_default());
            let arguments = function.arguments.as_deref().unwrap_or_default();
            call.arguments.push_str(arguments);
        }
        let is_long = call.name.len() > MAX_NAME_BYTES || call.id.len() > MAX_NAME_BYTES;
        if is_long || call.arguments.len() > MAX_ARGUMENT_BYTES {
            return Err(ProviderError::Invalid("a call of a tool is too long"));
        }
        Ok(())
    }

    /// Whether the answer has reached its longest length, so that the rest need not be read.
    pub const fn is_full(&self) -> bool {
        self.turn.is_full
    }

    /// Ends the model's turn, whose stream has ended.
    ///
    /// # Errors
    ///
    /// The stream ended before the answer.
    pub fn finish_turn(&mut self) -> Result<Next, ProviderError> {
        let turn = std::mem::take(&mut self.turn);
        if turn.is_full {
            return Ok(Next::Answered(Finish::Length));
        }
        let finish = turn.finish.ok_or(ProviderError::Interrupted)?;
        if turn.calls.is_empty() {
            if self.answer.is_empty() {
                return Err(ProviderError::Invalid("an empty answer"));
            }
            let is_cut = finish == "length";
            let finish = if is_cut {
                Finish::Length
            } else {
                Finish::Complete
            };
            return Ok(Next::Answered(finish));
        }
        if self.rounds >= self.limits.tool_rounds {
            return Err(ProviderError::Invalid(
                "a call of a tool when none is allowed",
            ));
        }
        self.rounds += 1;
        let mut calls = turn.calls;
        for (number, call) in calls.iter_mut().enumerate() {
            if call.id.is_empty() {
                call.id = format!("call_{}_{number}", self.rounds);
            }
        }
        let written: Vec<_> = calls.iter().map(RequestedCall::written).collect();
        let content = (!turn.text.is_empty()).then_some(turn.text);
        let message = json!({ "role": "assistant", "content": content, "tool_calls": written });
        self.messages.push(message);
        Ok(Next::Call(calls))
    }

    /// Adds what a tool returned, for the model.
    pub fn add_result(&mut self, call: &RequestedCall, text: &str) {
        let end = text.floor_char_boundary(MAX_RESULT_BYTES.min(text.len()));
        let mut shown = text[..end].to_owned();
        if end < text.len() {
            shown.push_str("\n… The rest of the result is left out. Ask for less.");
        }
        let message = json!({ "role": "tool", "tool_call_id": call.id, "content": shown });
        self.messages.push(message);
    }

    /// The answer so far.
    pub fn answer(&self) -> &str {
        &self.answer
    }
}

impl RequestedCall {
    fn written(&self) -> Value {
        let function = json!({ "name": self.name, "arguments": self.arguments });
        json!({ "id": self.id, "type": "function", "function": function })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialog(tool_rounds: u32) -> Dialog {
        let opening = Opening {
            prompt: "Rules".to_owned(),
            history: vec![("Hello".to_owned(), "Hi".to_owned())],
            message: "Where is my Sun?".to_owned(),
        };
        let tools = vec![json!({ "type": "function", "function": { "name": "natal_chart" } })];
        Dialog::new(
            "m".to_owned(),
            &opening,
            tools,
            DialogLimits { tool_rounds },
        )
    }

    fn body(dialog: &Dialog) -> Value {
        serde_json::from_slice(&dialog.request()).unwrap()
    }

    fn text(part: &str) -> String {
        json!({ "choices": [{ "delta": { "content": part } }] }).to_string()
    }

    fn finish(reason: &str) -> String {
        json!({ "choices": [{ "delta": {}, "finish_reason": reason }] }).to_string()
    }

    fn call(delta: &Value) -> String {
        json!({ "choices": [{ "delta": { "tool_calls": [delta] } }] }).to_string()
    }

    #[test]
    fn an_answer_without_tools_is_its_parts() {
        let mut dialog = dialog(2);
        let roles = body(&dialog)["messages"].clone();
        let roles: Vec<_> = roles
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["role"].clone())
            .collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
        assert_eq!(dialog.receive(&text("In ")), Ok(Some("In ".to_owned())));
        assert_eq!(dialog.receive(&text("Leo.")), Ok(Some("Leo.".to_owned())));
        assert_eq!(dialog.receive(&finish("stop")), Ok(None));
        assert_eq!(dialog.receive("{\"choices\":[],\"usage\":{}}"), Ok(None));
        assert_eq!(dialog.finish_turn(), Ok(Next::Answered(Finish::Complete)));
        assert_eq!(dialog.answer(), "In Leo.");
    }

    #[test]
    fn a_call_in_pieces_is_put_together_and_its_result_goes_back() {
        let mut dialog = dialog(1);
        for delta in [
            json!({ "index": 0, "id": "a", "function": { "name": "natal_chart", "arguments": "" } }),
            json!({ "index": 0, "function": { "arguments": "{\"date" } }),
            json!({ "index": 0, "function": { "arguments": "Time\":1}" } }),
        ] {
            dialog.receive(&call(&delta)).unwrap();
        }
        dialog.receive(&finish("tool_calls")).unwrap();
        let expected = RequestedCall {
            id: "a".to_owned(),
            name: "natal_chart".to_owned(),
            arguments: "{\"dateTime\":1}".to_owned(),
        };
        assert_eq!(dialog.finish_turn(), Ok(Next::Call(vec![expected.clone()])));
        dialog.add_result(&expected, "Sun in Leo");
        let body = body(&dialog);
        let messages = body["messages"].as_array().unwrap();
        let last = &messages[messages.len() - 2..];
        assert_eq!(last[0]["tool_calls"][0]["id"], "a");
        assert_eq!(last[1]["content"], "Sun in Leo");
        // It has called tools as often as it may.
        assert_eq!(body["tool_choice"], "none");
        dialog
            .receive(&call(&json!({ "id": "b", "function": { "name": "x" } })))
            .unwrap();
        dialog.receive(&finish("tool_calls")).unwrap();
        assert!(matches!(
            dialog.finish_turn(),
            Err(ProviderError::Invalid(_))
        ));
    }

    #[test]
    fn a_stream_that_ends_early_is_no_answer() {
        let mut dialog = dialog(1);
        dialog.receive(&text("Half an ")).unwrap();
        assert_eq!(dialog.finish_turn(), Err(ProviderError::Interrupted));
        let failed = dialog.receive("{\"error\":{\"message\":\"overloaded\"}}");
        assert_eq!(failed, Err(ProviderError::Interrupted));
        assert!(matches!(
            dialog.receive("no"),
            Err(ProviderError::Invalid(_))
        ));
    }

    #[test]
    fn answers_and_calls_have_limits() {
        let mut dialog = dialog(1);
        let part = "é".repeat(MAX_ANSWER_BYTES / 4);
        dialog.receive(&text(&part)).unwrap();
        dialog.receive(&text("x")).unwrap();
        let last = dialog.receive(&text(&part)).unwrap().unwrap();
        assert_eq!(last.len(), part.len() - 2, "a whole letter less");
        assert!(dialog.is_full());
        assert!(dialog.answer().len() <= MAX_ANSWER_BYTES);
        assert_eq!(dialog.finish_turn(), Ok(Next::Answered(Finish::Length)));

        let mut dialog = self::dialog(1);
        let far = json!({ "index": MAX_CALLS, "id": "a" });
        assert!(dialog.receive(&call(&far)).is_err());
        let long =
            json!({ "index": 0, "function": { "arguments": "x".repeat(MAX_ARGUMENT_BYTES + 1) } });
        assert!(dialog.receive(&call(&long)).is_err());
    }

    #[test]
    fn calls_without_a_place_or_an_id_are_told_apart() {
        let mut dialog = dialog(1);
        for name in ["one", "two"] {
            let whole = json!({ "id": name, "function": { "name": name, "arguments": "{}" } });
            dialog.receive(&call(&whole)).unwrap();
        }
        dialog.receive(&finish("tool_calls")).unwrap();
        let Ok(Next::Call(calls)) = dialog.finish_turn() else {
            panic!("tools are called");
        };
        let names: Vec<_> = calls.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["one", "two"]);
    }
}
