//! One message to a chatbot. It is admitted and authorized like any request, commits the units that the chatbot allows
//! for a message, and is answered by a task that writes events. The tools that the model calls are calls of their
//! operations by the same caller, within these units.

mod message;
mod task;
mod tool;

use std::marker::PhantomData;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::{ORIGIN, REFERER};
use axum::http::{HeaderMap, Response, StatusCode};
use tokio::sync::mpsc;

use self::message::{PreparedMessage, limit_reached, prepare};
use self::task::{ChatTask, EVENTS};
use crate::api::chat::{ChatOperation, ChatReply, ChatServices};
use crate::app::App;
use auth::{Caller as _, IdentifiedCall, OrgCaller};
use http_api::{ApiError, Declaration, ErrorCode, Work};
use metering::LimitStatus;
use operation::{
    AnyCall, AnyRequest, Reply as _, ReplyContext, RequestLog, SettlementSlot, UnreadInput, typed,
};
use platform::{Platform, PlatformWith};

/// Memory of a message: its history, the results of tools and the events that wait for their reader.
const MESSAGE_BYTES: u64 = 2 * 1024 * 1024;

/// The headers that name the page of a request.
pub(super) fn keep_headers(headers: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for name in [ORIGIN, REFERER] {
        for value in headers.get_all(&name) {
            kept.append(name.clone(), value.clone());
        }
    }
    kept
}

/// Creates the call of a message.
pub(super) fn create_call<'a, O: ChatOperation>(
    app: &'a App,
    headers: HeaderMap,
    input: UnreadInput<'a>,
) -> Box<dyn AnyRequest + 'a> {
    Box::new(ChatCall::<'a, O> {
        app,
        headers,
        input: Some(input),
        accepted: None,
        reply: None,
        operation: PhantomData,
    })
}

/// A message on its way.
struct ChatCall<'a, O> {
    app: &'a App,
    headers: HeaderMap,
    input: Option<UnreadInput<'a>>,
    accepted: Option<(PreparedMessage, IdentifiedCall)>,
    reply: Option<ChatReply>,
    operation: PhantomData<fn() -> O>,
}

impl<O: ChatOperation> ChatCall<'_, O> {
    const DECLARATION: &'static Declaration = &O::SPEC.declaration();
}

fn out_of_order() -> ApiError {
    let cause = std::io::Error::other("the steps of a chat message ran out of order");
    ApiError::plain(ErrorCode::InternalError).because(cause)
}

#[async_trait]
impl<O: ChatOperation> AnyCall for ChatCall<'_, O> {
    fn declaration(&self) -> &'static Declaration {
        Self::DECLARATION
    }

    fn work(&self) -> Option<Work> {
        Some(Work::REQUEST)
    }

    fn success_status(&self) -> StatusCode {
        StatusCode::OK
    }

    async fn accept(
        &mut self,
        platform: &Platform,
        identified: IdentifiedCall,
        _: &RequestLog,
    ) -> Result<u32, ApiError> {
        let access = Self::DECLARATION.access;
        let caller = OrgCaller::authorize(platform, identified.clone(), access)?;
        let value = self.input.take().ok_or_else(out_of_order)?.await?;
        let message = O::message(typed(value)?);
        let services: &PlatformWith<ChatServices> = self.app.as_ref();
        services.service.provider()?;
        let prepared = prepare(platform, &caller, message, &self.headers).await?;
        let units = prepared.limits().max_units;
        self.accepted = Some((prepared, identified));
        Ok(units)
    }

    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError> {
        let (message, identified) = self.accepted.take().ok_or_else(out_of_order)?;
        let app = self.app.shared().ok_or_else(out_of_order)?;
        let services: &PlatformWith<ChatServices> = self.app.as_ref();
        let (client, model) = services.service.provider()?.clone();
        let memory = app.memory.reserve(Some(message.org()), MESSAGE_BYTES)?;
        let inside = app.store.org(message.tenant);
        let reached = inside.count_chat_message(&message.sender, message.limits());
        if let Some(reached) = reached.await? {
            return Err(limit_reached(reached, &message.sender, &app.clock));
        }
        let (sender, events) = mpsc::channel(EVENTS);
        let settlement = SettlementSlot::default();
        let tools = services.service.tools().to_vec();
        let dialog = message.dialog(model, tools);
        let task = ChatTask {
            app,
            client,
            dialog,
            message,
            identified,
            limits: limits.cloned(),
            events: sender,
            facts: Vec::new(),
            facts_bytes: 0,
            used: task::MESSAGE_UNITS,
        };
        tokio::spawn(task.run(settlement.clone(), memory));
        self.reply = Some(ChatReply { events, settlement });
        Ok(0)
    }
}

impl<O: ChatOperation> AnyRequest for ChatCall<'_, O> {
    fn respond(&mut self, context: &ReplyContext) -> Result<Response<Body>, ApiError> {
        let reply = self.reply.take().ok_or_else(out_of_order)?;
        let failed = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        reply.into_response(context).map_err(failed)
    }
}
