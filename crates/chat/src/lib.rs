//! Chat: the dialog between a person, a language model and tools.
//!
//! A [`Dialog`] decides what happens next: ask the model, call tools, or end. It reads no socket. A [`ProviderClient`] asks
//! the model by the protocol of `OpenAI`'s chat completions, which most servers of models speak.
//!
//! Deliberately absent: what a tool is, who pays, and where conversations are stored.

mod birth_data;
mod client;
mod dialog;
mod event;
mod event_reader;
mod fact;
mod prompt;
mod provider_error;

pub use birth_data::BirthData;
pub use client::{ProviderClient, ProviderSettings, ProviderStream};
pub use dialog::{Dialog, DialogLimits, Finish, Next, Opening, RequestedCall};
pub use event::ChatEvent;
pub use event_reader::EventReader;
pub use fact::Fact;
pub use prompt::Prompt;
pub use provider_error::ProviderError;
