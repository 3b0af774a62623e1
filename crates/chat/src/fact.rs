//! A fact: what a tool returned, with everything needed to check it.

use serde::Serialize;
use serde_json::Value;

/// What a tool returned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// Its number in the answer, from 1.
    pub number: usize,
    /// The tool.
    pub tool: String,
    /// The operation that it called.
    pub operation: &'static str,
    /// The input of the operation.
    pub input: Value,
    /// A JSON pointer to `data` in the operation's reply to this input.
    pub pointer: &'static str,
    /// The data. Null if it is too large for an answer: ask the operation for it.
    pub data: Value,
    /// What the model read of it.
    pub text: String,
}
