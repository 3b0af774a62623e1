//! Request bodies: limits on their number of pieces, and draining of unread bodies.
//!
//! A 404 while the client is still sending would otherwise close its connection (HTTP/1.1) or reset
//! its stream (HTTP/2), and some clients then lose the response.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::HttpBody;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Frame, Incoming, SizeHint};

use crate::admission::Refusal;

/// Bytes of an unread body that are drained. A larger one closes the connection.
const MAX_DRAINED_BYTES: usize = 64 * 1024;
/// How long draining can take.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Pieces that any body can have, whatever their size.
const MAX_SMALL_FRAMES: usize = 1_024;
/// The minimum average size of further pieces in bytes. Every piece costs about two microseconds,
/// and a TCP segment has more than twice as many bytes even on the oldest links.
const MIN_FRAME_BYTES: usize = 256;

/// A body whose pieces are counted.
#[derive(Debug)]
struct CountedBody {
    body: Incoming,
    frames: usize,
    bytes: usize,
}

impl CountedBody {
    /// Counts a piece, unless there are too many small ones.
    fn count(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.frames += 1;
        self.bytes += bytes;
        if self.frames > MAX_SMALL_FRAMES + self.bytes / MIN_FRAME_BYTES {
            return Err(Refusal::TooManyFrames);
        }
        Ok(())
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context)).transpose()?;
        if let Some(frame) = &frame {
            self.count(frame.data_ref().map_or(0, Bytes::len))?;
        }
        Poll::Ready(frame.map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body that is drained when it is dropped unread. A refused one is not: its connection is
/// closed.
#[derive(Debug)]
pub(crate) struct RequestBody(Option<CountedBody>);

impl RequestBody {
    pub(crate) const fn new(body: Incoming) -> Self {
        Self(Some(CountedBody {
            body,
            frames: 0,
            bytes: 0,
        }))
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|it| !it.is_end_stream()) else {
            return;
        };
        tokio::spawn(async move {
            let rest = Limited::new(body, MAX_DRAINED_BYTES).collect();
            tokio::time::timeout(DRAIN_TIMEOUT, rest).await.ok();
        });
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Some(body) = &mut self.0 else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if let Some(Err(_)) = frame {
            self.0 = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}
