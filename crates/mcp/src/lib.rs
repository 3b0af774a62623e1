//! The Model Context Protocol: messages, tools made from operations, prompts and resources.
//!
//! A [`Server`] turns a message into an answer, or into a call of an operation that somebody else makes and whose
//! reply it turns into an answer. It reads no socket and runs nothing, so HTTP and standard input share it, and an
//! operation that a tool calls is admitted, charged and stopped like any other.
//!
//! Deliberately absent: sessions. No message refers to an earlier one, so every node can answer every message.

mod answer;
mod call;
mod headers;
mod message;
mod place;
mod prompt;
mod registry;
mod resource;
mod search;
mod server;
mod tool;
mod tool_list;

pub use answer::{Answer, Lifecycle, ReplyBody};
pub use call::ToolCall;
pub use headers::{MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION};
pub use message::McpMessage;
pub use registry::{Registry, is_callable};
pub use server::{MAX_MESSAGE_BYTES, Received, Server};
