//! The task that answers a message. It ends with its last event, or when the client has left, when the model or the
//! client is silent for too long, or at the deadline; with it ends everything that it started. What it used is settled
//! before the last event is sent.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use access::RequestId;
use bytes::Bytes;
use chat::{ChatEvent, Dialog, Fact, Finish, Next, ProviderClient, ProviderError, RequestedCall};
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use store::{ChatExchange, ChatOutcome, NewExchange};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::SendTimeoutError;

use super::message::PreparedMessage;
use super::tool::{self, ToolOutcome};
use crate::app::App;
use auth::IdentifiedCall;
use http_api::randomness::RequestRandom;
use http_api::{ApiError, ErrorCode};
use metering::LimitStatus;
use operation::{Settlement, SettlementSlot};
use platform::MemoryReservation;

/// Events that wait for their reader, with the last one, for which there is always room.
pub(super) const EVENTS: usize = 33;
/// What a message costs without tools.
pub(super) const MESSAGE_UNITS: u32 = 1;
/// Bytes of all facts of an answer. The data and texts of further ones are left out.
const MAX_FACTS_BYTES: usize = 256 * 1024;

/// The task that answers a message.
pub(super) struct ChatTask {
    pub(super) app: Arc<App>,
    pub(super) client: ProviderClient,
    pub(super) dialog: Dialog,
    pub(super) message: PreparedMessage,
    pub(super) identified: IdentifiedCall,
    pub(super) limits: Option<LimitStatus>,
    pub(super) events: mpsc::Sender<Bytes>,
    pub(super) facts: Vec<Fact>,
    /// Their length as JSON.
    pub(super) facts_bytes: usize,
    /// Units used so far.
    pub(super) used: u32,
}

/// How an answer ended.
enum End {
    Answered(Finish),
    /// The model or this service failed.
    Failed(ApiError),
    /// The client did not read.
    Stalled,
    /// The client closed the connection.
    Left,
}

/// Why an answer cannot go on.
enum Stop {
    Provider(ProviderError),
    Stalled,
}

impl From<ProviderError> for Stop {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

impl ChatTask {
    /// Answers the message.
    pub(super) async fn run(mut self, slot: SettlementSlot, _memory: MemoryReservation) {
        let Ok(last) = self.events.clone().try_reserve_owned() else {
            return;
        };
        let events = self.events.clone();
        // A response that is refused before it is sent is settled by the request itself.
        let settlement = tokio::select! {
            biased;
            settlement = slot.filled() => settlement,
            () = events.closed() => {
                self.finish(&End::Left, self.message.limits().max_units, None).await.ok();
                return;
            }
        };
        let deadline = self.app.config.chat_timeout;
        let talking = AssertUnwindSafe(self.talk()).catch_unwind();
        let end = tokio::select! {
            biased;
            () = events.closed() => End::Left,
            talked = tokio::time::timeout(deadline, talking) => match talked {
                Ok(Ok(Ok(finish))) => End::Answered(finish),
                Ok(Ok(Err(Stop::Stalled))) => End::Stalled,
                Ok(Ok(Err(Stop::Provider(error)))) => provider_failed(&settlement, &error),
                Ok(Err(_panic)) => End::Failed(ApiError::plain(ErrorCode::InternalError)),
                Err(_elapsed) => provider_failed(&settlement, &ProviderError::Timeout),
            },
        };
        let event = self.end(end, settlement).await;
        drop(last.send(event));
    }

    /// Asks the model and calls the tools that it wants, until it has answered.
    async fn talk(&mut self) -> Result<Finish, Stop> {
        loop {
            let mut stream = self.client.ask(self.dialog.request()).await?;
            while let Some(data) = stream.next().await? {
                if let Some(text) = self.dialog.receive(&data)? {
                    self.send(ChatEvent::Message { text: &text }).await?;
                }
                if self.dialog.is_full() {
                    break;
                }
            }
            // Closes the connection: calling tools can take longer than the model's server waits.
            drop(stream);
            match self.dialog.finish_turn()? {
                Next::Answered(finish) => {
                    self.send(ChatEvent::Facts(&self.facts)).await?;
                    return Ok(finish);
                }
                Next::Call(calls) => {
                    for call in calls {
                        self.call(&call).await?;
                    }
                }
            }
        }
    }

    /// Sends an event while the client reads.
    async fn send(&self, event: ChatEvent<'_>) -> Result<(), Stop> {
        let patience = self.app.config.chat_silence_timeout;
        let sent = self.events.send_timeout(event.written(), patience).await;
        // A client that has left ends the task elsewhere.
        sent.or_else(|error| match error {
            SendTimeoutError::Timeout(_) => Err(Stop::Stalled),
            SendTimeoutError::Closed(_) => Ok(()),
        })
    }

    /// Calls a tool within the units that are left.
    async fn call(&mut self, requested: &RequestedCall) -> Result<(), Stop> {
        let budget = self.message.limits().max_units.saturating_sub(self.used);
        let app = Arc::clone(&self.app);
        let of_caller = (&self.identified, self.limits.as_ref());
        let accepted = tool::accept(&app, of_caller, requested, budget).await;
        let outcome = match accepted {
            Err(refused) => {
                self.used += refused.units.min(budget);
                refused
            }
            Ok(accepted) => {
                // Before it runs: a client that leaves in the middle pays for it.
                let committed = accepted.units;
                self.used += committed;
                let ran = accepted.run(self.limits.as_ref(), &requested.name).await;
                self.used -= committed.saturating_sub(ran.units);
                ran
            }
        };
        self.dialog.add_result(requested, &outcome.text);
        let event = ChatEvent::Tool {
            name: &requested.name,
            operation: outcome.operation,
            succeeded: outcome.fact.is_some(),
            units: outcome.units,
        };
        self.send(event).await?;
        self.keep(outcome);
        Ok(())
    }

    fn keep(&mut self, outcome: ToolOutcome) {
        let Some(mut fact) = outcome.fact else {
            return;
        };
        fact.number = self.facts.len() + 1;
        let bytes = |it: &Fact| serde_json::to_vec(it).map_or(0, |it| it.len());
        if self.facts_bytes + bytes(&fact) > MAX_FACTS_BYTES {
            fact.data = Value::Null;
            fact.text.clear();
        }
        self.facts_bytes += bytes(&fact);
        self.facts.push(fact);
    }

    /// Records the end, settles the units and returns the last event.
    async fn end(&self, mut end: End, settlement: Settlement) -> Bytes {
        let committed = self.message.limits().max_units;
        let used = self.used.min(committed);
        let returned = match &end {
            End::Failed(_) => committed,
            End::Answered(_) | End::Stalled | End::Left => committed - used,
        };
        let now = self.app.clock.now();
        let request = settlement.request();
        let request = request.unwrap_or_else(|| RequestId::new(now, &RequestRandom));
        let exchange = match &end {
            End::Answered(_) => self.exchange(request),
            End::Failed(_) | End::Stalled | End::Left => None,
        };
        if let Err(error) = self.finish(&end, returned, exchange).await {
            // An answer that is not stored would be missing from the conversation.
            end = match end {
                End::Answered(_) => End::Failed(error),
                other => other,
            };
        }
        match end {
            End::Answered(finish) => {
                settlement.succeed(returned);
                let conversation = self.message.conversation.as_ref();
                let conversation = conversation.map(|it| it.id.to_string());
                let done = ChatEvent::Done {
                    conversation: conversation.as_deref(),
                    finish,
                    units: used,
                };
                done.written()
            }
            End::Failed(error) => {
                settlement.fail(&error);
                failure(&error, 0)
            }
            End::Stalled => {
                let error = ApiError::plain(ErrorCode::ResponseStalled);
                settlement.abandon(returned, Some(&error));
                failure(&error, used)
            }
            End::Left => {
                settlement.abandon(returned, None);
                Bytes::new()
            }
        }
    }

    /// Takes back the units that the message did not use, and stores what was said.
    async fn finish(
        &self,
        end: &End,
        returned: u32,
        exchange: Option<NewExchange>,
    ) -> Result<(), ApiError> {
        let outcome = ChatOutcome {
            failed: matches!(end, End::Failed(_)),
            returned,
        };
        let inside = self.app.store.org(self.message.tenant);
        let of_day = (&self.message.chatbot, self.message.sender.day);
        let finished = inside.finish_chat_message(of_day, outcome, exchange.as_ref());
        finished.await.map_err(|error| {
            tracing::error!(%error, "cannot record a chat message");
            ApiError::from(error)
        })
    }

    /// What was said, if it belongs to a conversation.
    fn exchange(&self, request: RequestId) -> Option<NewExchange> {
        let conversation = self.message.conversation.clone()?;
        Some(NewExchange {
            conversation,
            request,
            exchange: ChatExchange {
                question: self.message.text.clone(),
                // PostgreSQL does not store this character in a text.
                answer: self.dialog.answer().replace('\0', ""),
            },
            facts: json!(self.facts).to_string(),
            at: self.app.clock.now(),
        })
    }
}

/// The model failed. The operator sees why, clients see only the code.
fn provider_failed(settlement: &Settlement, error: &ProviderError) -> End {
    let request = settlement.request().map(tracing::field::display);
    tracing::warn!(request, %error, "the language model failed");
    End::Failed(ApiError::plain(error.code()))
}

fn failure(error: &ApiError, units: u32) -> Bytes {
    let error = error.error_objects().into_iter().next();
    let error = error.unwrap_or_default();
    let event = ChatEvent::Error {
        error: &error,
        units,
    };
    event.written()
}
