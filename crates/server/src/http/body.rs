//! A request's body that is read to its end even if the operation does not want it.
//!
//! Answering 404 while the client is still sending would otherwise end its connection (HTTP/1.1) or
//! reset its stream (HTTP/2), and some clients then lose the answer.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::HttpBody;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Frame, Incoming, SizeHint};

/// More than any small request; a larger one is cut off.
const MOST_BYTES: usize = 64 * 1024;
/// A client that sends more slowly is cut off.
const PATIENCE: Duration = Duration::from_secs(2);

/// A body that is drained when it is dropped unread.
#[derive(Debug)]
pub(super) struct Drained(Option<Incoming>);

impl Drained {
    pub(super) const fn new(body: Incoming) -> Self {
        Self(Some(body))
    }
}

impl Drop for Drained {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|it| !it.is_end_stream()) else {
            return;
        };
        tokio::spawn(async move {
            let rest = Limited::new(body, MOST_BYTES).collect();
            tokio::time::timeout(PATIENCE, rest).await.ok();
        });
    }
}

impl HttpBody for Drained {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.0 {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}
