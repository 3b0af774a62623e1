//! One message of the Model Context Protocol. A call of a tool is a call of its operation: admitted once, authorized
//! by the operation's rule, charged its price and that of its text under its name and rates, and run under its
//! deadline.

use access::{OrgId, RateClass};
use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Response, StatusCode};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use mcp::{
    Answer, MCP_METHOD, MCP_NAME, MCP_PROTOCOL_VERSION, McpMessage, Received, ReplyBody, ToolCall,
};

use crate::api::mcp::{McpPost, McpReply, McpServices};
use crate::app::App;
use auth::{IdentifiedCall, Principal};
use http_api::{ApiError, Declaration, ErrorCode, Problem, Source, Work};
use metering::LimitStatus;
use operation::{
    AnyCall, AnyRequest, Operation as _, Reply as _, ReplyContext, RequestLog, UnreadInput, typed,
};
use platform::{Platform, PlatformWith};

/// The largest document that becomes the result of a tool. It is in memory as a whole, and longer than any context.
pub(super) const DOCUMENT: ResultLimit = ResultLimit {
    bytes: 1024 * 1024,
    held_per_byte: 8,
};
/// The largest image, by the memory that drawing it takes: about 1,600 x 1,600 pixels. Its file is far smaller.
const IMAGE: ResultLimit = ResultLimit {
    bytes: 16 * 1024 * 1024,
    held_per_byte: 1,
};
/// Larger replies are not turned into results on a thread that serves connections.
pub(super) const MAX_INLINE_BYTES: usize = 32 * 1024;
/// A limit of results, and the memory that one takes while it is written, per byte of the estimate.
#[derive(Clone, Copy)]
pub(super) struct ResultLimit {
    bytes: u64,
    held_per_byte: u64,
}

/// What a message costs that calls no operation.
const MESSAGE_COST: u32 = 1;

/// The headers of the protocol.
pub(super) fn keep_headers(headers: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for name in [MCP_PROTOCOL_VERSION, MCP_METHOD, MCP_NAME] {
        for value in headers.get_all(&name) {
            kept.append(name.clone(), value.clone());
        }
    }
    kept
}

/// Creates the call of a message.
pub(super) fn create_call<'a>(
    app: &'a App,
    headers: HeaderMap,
    input: UnreadInput<'a>,
) -> Box<dyn AnyRequest + 'a> {
    Box::new(McpCall {
        app,
        headers,
        input: Some(input),
        tool: None,
        answer: None,
        status: StatusCode::OK,
        org: None,
    })
}

/// A message on its way.
struct McpCall<'a> {
    app: &'a App,
    headers: HeaderMap,
    input: Option<UnreadInput<'a>>,
    /// The tool that it calls, and the call of its operation.
    tool: Option<(ToolCall, Box<dyn AnyRequest + 'a>)>,
    answer: Option<Answer>,
    /// The status of the response, for the ledger.
    status: StatusCode,
    org: Option<OrgId>,
}

impl<'a> McpCall<'a> {
    const DECLARATION: &'static Declaration = &McpPost::SPEC.declaration();

    fn services(&self) -> &'a McpServices {
        let services: &PlatformWith<McpServices> = self.app.as_ref();
        &services.service
    }
}

/// The call of the operation of a tool.
pub(super) fn nested<'a>(
    app: &'a App,
    call: &ToolCall,
) -> Result<Box<dyn AnyRequest + 'a>, ApiError> {
    let services: &PlatformWith<McpServices> = app.as_ref();
    let (create_call, schema) = services.service.target(call.operation())?;
    let call = call.clone();
    let input = Box::pin(async move {
        let mut input = call.input()?;
        let problems = schema.check(&mut input);
        if problems.is_empty() {
            Ok(input)
        } else {
            Err(ApiError::all(problems))
        }
    });
    Ok(create_call(app, HeaderMap::new(), input))
}

/// The reply of an operation as the result of its tool.
async fn result(
    platform: &Platform,
    call: &ToolCall,
    response: Response<Body>,
) -> Result<Answer, ApiError> {
    let media_type = response.headers().get(CONTENT_TYPE);
    let media_type = media_type.and_then(|it| it.to_str().ok());
    let media_type = media_type.unwrap_or_default().to_owned();
    let limit = if media_type.starts_with("image/") {
        IMAGE
    } else {
        DOCUMENT
    };
    let bytes = collected(response.into_body(), limit).await?;
    if bytes.len() <= MAX_INLINE_BYTES {
        return Ok(written(call, &media_type, &bytes));
    }
    let call = call.clone();
    let writing = platform
        .workers
        .spawn(move || written(&call, &media_type, &bytes));
    let failed = |panic| ApiError::plain(ErrorCode::InternalError).because(panic);
    writing.await.map_err(failed)
}

fn written(call: &ToolCall, media_type: &str, bytes: &Bytes) -> Answer {
    if media_type.starts_with("image/") {
        return call.replied(ReplyBody::Image { media_type, bytes });
    }
    call.replied(ReplyBody::Json(bytes))
}

/// The whole body of a reply. One that is much longer than its estimate is a defect of the estimate.
pub(super) async fn collected(mut body: Body, limit: ResultLimit) -> Result<Bytes, ApiError> {
    let failed = || ApiError::plain(ErrorCode::InternalError);
    let most = limit.bytes.saturating_mul(4);
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| failed().because(error))?;
        let data = frame.into_data().unwrap_or_default();
        if (bytes.len() + data.len()) as u64 > most {
            return Err(failed().because(std::io::Error::other("a reply exceeds its estimate")));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.freeze())
}

/// Refuses a reply that is too large for a tool, before it is computed, and returns the memory that it takes.
pub(super) fn limited(operation: &Declaration, work: Option<Work>) -> Result<u64, ApiError> {
    let bytes = work.map_or(0, Work::answer_bytes);
    let limit = match operation.limits.class {
        RateClass::Image => IMAGE,
        RateClass::Ordinary | RateClass::Batch => DOCUMENT,
    };
    if bytes <= limit.bytes {
        return Ok(bytes.saturating_mul(limit.held_per_byte));
    }
    let detail = "The result is too large for a tool. Ask for a shorter period, larger steps, fewer points or a \
        smaller image.";
    let problem = Problem::new(ErrorCode::WorkLimitExceeded, detail)
        .with_meta("estimate", bytes)
        .with_meta("maximum", limit.bytes)
        .with_meta("unit", "bytes");
    Err(problem.at(Source::Pointer(String::new())).into())
}

/// What the text of a result costs beyond its operation: a document is read into a tree for it, an image is not.
pub(super) fn units_of_text(operation: &Declaration, work: Option<Work>) -> u32 {
    match (operation.limits.class, work) {
        (RateClass::Image, _) | (_, None) => 0,
        (RateClass::Ordinary | RateClass::Batch, Some(work)) => {
            work.with_tree().units().saturating_sub(work.units())
        }
    }
}

#[async_trait]
impl AnyCall for McpCall<'_> {
    fn declaration(&self) -> &'static Declaration {
        Self::DECLARATION
    }

    fn charged_as(&self) -> &'static Declaration {
        match &self.tool {
            Some((_, nested)) => nested.charged_as(),
            None => Self::DECLARATION,
        }
    }

    fn work(&self) -> Option<Work> {
        self.tool.as_ref().and_then(|(_, nested)| nested.work())
    }

    fn success_status(&self) -> StatusCode {
        self.status
    }

    async fn accept(
        &mut self,
        platform: &Platform,
        identified: IdentifiedCall,
        log: &RequestLog,
    ) -> Result<u32, ApiError> {
        let Principal::Key(key) = &identified.principal else {
            return Err(ApiError::plain(ErrorCode::KeyMissing));
        };
        self.org = Some(key.org());
        let missing = || ApiError::plain(ErrorCode::InternalError);
        let value = self.input.take().ok_or_else(missing)?.await?;
        let message: McpMessage = typed(value)?;
        let received = self
            .services()
            .server()
            .receive(message, Some(&self.headers));
        match received? {
            Received::Answered(answer) => {
                self.answer = Some(answer);
                Ok(MESSAGE_COST)
            }
            Received::Call(call) => {
                let mut nested = nested(self.app, &call)?;
                let accepted = nested.accept(platform, identified, log).await;
                let accepted = accepted.and_then(|cost| {
                    limited(nested.declaration(), nested.work())?;
                    let more = units_of_text(nested.declaration(), nested.work());
                    Ok(cost.saturating_add(more))
                });
                self.tool = Some((*call, nested));
                accepted
            }
        }
    }

    async fn run(&mut self, limits: Option<&LimitStatus>) -> Result<u32, ApiError> {
        let held = limited(self.charged_as(), self.work())?;
        let Some((call, mut nested)) = self.tool.take() else {
            return Ok(0);
        };
        let _memory = self.app.memory.reserve(self.org, held)?;
        let ran = nested.run(limits).await;
        let context = ReplyContext {
            path: nested.declaration().path.to_owned(),
            ..ReplyContext::default()
        };
        let response = ran.and_then(|returned| Ok((nested.respond(&context)?, returned)));
        let (call, _) = self.tool.insert((call, nested));
        let (response, returned) = response?;
        self.answer = Some(result(self.app, call, response).await?);
        Ok(returned)
    }
}

impl AnyRequest for McpCall<'_> {
    fn respond(&mut self, context: &ReplyContext) -> Result<Response<Body>, ApiError> {
        let failed = || ApiError::plain(ErrorCode::InternalError);
        let answer = self.answer.take().ok_or_else(failed)?;
        let response = McpReply(answer).into_response(context);
        let response = response.map_err(|error| failed().because(error))?;
        self.status = response.status();
        Ok(response)
    }

    /// A model can correct its input, and tell its user what the key lacks. Limits and our own failures are for the
    /// program that connects: they have the status, the body and the headers of every other request.
    fn refused(&mut self, error: &ApiError) -> Option<Response<Body>> {
        let status = error.status();
        let is_of_limits = status == StatusCode::TOO_MANY_REQUESTS;
        let (call, _) = self.tool.as_ref()?;
        if status.is_server_error() || is_of_limits {
            return None;
        }
        let reply = McpReply(call.refused(error));
        reply.into_response(&ReplyContext::default()).ok()
    }
}
