//! Compression of responses. Small ones are compressed immediately. Large ones are compressed piece
//! by piece, on separate threads and only as fast as they are read, so that they neither block
//! other requests nor are in memory twice.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use axum::middleware::Next;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use platform::WorkerThreads;
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use crate::coding::{Coding, Encoder};
use crate::entity_tag;
use crate::transport::Transport;
use crate::unsent::SharedBody;

/// Smaller responses are not worth compressing.
const MIN_COMPRESSED_BYTES: u64 = 1024;
/// Larger responses are compressed on separate threads, in pieces of this size.
const PIECE_BYTES: usize = 64 * 1024;
/// Large responses that are compressed at the same time. Each takes at most 2 MB, see
/// [`Encoder`]. Further ones are sent uncompressed.
const MAX_STREAMS: usize = 64;
/// Types that are already compressed, or whose pieces must arrive when they are written.
const UNCOMPRESSED_TYPES: [&str; 3] = ["image/png", "application/pdf", "text/event-stream"];

/// The pool that compresses large responses.
#[derive(Debug)]
pub(crate) struct Compressor {
    workers: WorkerThreads,
    threads: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

impl Compressor {
    /// A pool with this many threads, for this many responses at the same time.
    fn new(threads: usize, streams: usize, workers: WorkerThreads) -> Self {
        Self {
            workers,
            threads: Arc::new(Semaphore::new(threads)),
            streams: Arc::new(Semaphore::new(streams)),
        }
    }

    /// Half the cores of this machine. The others stay free for requests.
    pub(crate) fn for_this_machine(workers: WorkerThreads) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new((cores / 2).max(1), MAX_STREAMS, workers)
    }

    /// Replaces a body with a compressed one. Returns the same body if every thread is busy, or if
    /// the encoder has no memory.
    fn compress(&self, body: Body, coding: Coding) -> Result<Body, Body> {
        if self.threads.available_permits() == 0 {
            return Err(body);
        }
        let Ok(stream) = Arc::clone(&self.streams).try_acquire_owned() else {
            return Err(body);
        };
        let Ok(encoder) = Encoder::new(coding) else {
            return Err(body);
        };
        Ok(Body::new(CompressedBody {
            source: body,
            rest: Bytes::new(),
            workers: self.workers.clone(),
            threads: Arc::clone(&self.threads),
            stage: Stage::Ready(Box::new(encoder)),
            _stream: stream,
        }))
    }
}

/// A document that is created once and sent to everyone as the same bytes, plain or compressed. As
/// an extension of a response, it replaces its body.
#[derive(Debug)]
pub struct SharedDocument {
    plain: Variant,
    /// One for each coding.
    encoded: Vec<(Coding, Variant)>,
}

#[derive(Debug)]
struct Variant {
    bytes: Bytes,
    tag: HeaderValue,
}

impl Variant {
    fn new(bytes: Vec<u8>) -> Self {
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let tag = digest[..16].iter().map(|it| format!("{it:02x}"));
        let tag = format!("\"{}\"", tag.collect::<Vec<_>>().concat());
        Self {
            bytes: bytes.into(),
            tag: HeaderValue::from_str(&tag).expect("hexadecimal digits are ASCII"),
        }
    }
}

impl SharedDocument {
    /// Compresses a document, once.
    ///
    /// # Errors
    ///
    /// If an encoder fails, which no document is known to cause.
    pub fn new(bytes: Vec<u8>) -> io::Result<Self> {
        let variant = |coding: Coding| Ok((coding, Variant::new(coding.encode(&bytes)?)));
        Ok(Self {
            encoded: Coding::ALL
                .into_iter()
                .map(variant)
                .collect::<io::Result<_>>()?,
            plain: Variant::new(bytes),
        })
    }

    /// The uncompressed document.
    pub fn plain(&self) -> Bytes {
        self.plain.bytes.clone()
    }

    /// Writes the accepted form into a response, or 304 if the client already has it.
    fn write(&self, asked: &Asked, response: &mut Response<Body>) {
        let encoded = self.encoded.iter();
        let encoded = encoded
            .filter(|(coding, _)| Some(*coding) == asked.coding)
            .map(|(_, variant)| variant)
            .next();
        let variant = encoded.unwrap_or(&self.plain);
        let headers = response.headers_mut();
        headers.remove(CONTENT_LENGTH);
        headers.insert(ETAG, variant.tag.clone());
        vary(headers);
        let mut tags = self.encoded.iter().map(|(_, it)| &it.tag);
        if asked.knows(&self.plain.tag) || tags.any(|it| asked.knows(it)) {
            *response.body_mut() = Body::empty();
            response.headers_mut().remove(CONTENT_TYPE);
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return;
        }
        if let Some(coding) = asked.coding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        }
        // A response to HEAD has no body but states its length.
        if asked.is_head {
            headers.insert(CONTENT_LENGTH, variant.bytes.len().into());
        } else {
            *response.body_mut() = Body::from(variant.bytes.clone());
        }
        response.extensions_mut().insert(SharedBody);
    }
}

/// What a request says about the encoding of its response.
struct Asked {
    coding: Option<Coding>,
    if_none_match: Option<HeaderValue>,
    is_head: bool,
}

impl Asked {
    fn by(request: &Request<Body>) -> Self {
        Self {
            coding: Coding::accepted(request.headers()),
            if_none_match: request.headers().get(IF_NONE_MATCH).cloned(),
            is_head: request.method() == axum::http::Method::HEAD,
        }
    }

    /// Whether the client has the version with this tag (RFC 9110, section 13.1.2).
    fn knows(&self, tag: &HeaderValue) -> bool {
        let named = self.if_none_match.as_ref();
        let Some(named) = named.and_then(|it| it.to_str().ok()) else {
            return false;
        };
        named.split(',').map(str::trim).any(|it| {
            let it = it.strip_prefix("W/").unwrap_or(it);
            it == "*" || tag == it
        })
    }
}

fn vary(headers: &mut HeaderMap) {
    let mut fields = headers.get_all(VARY).iter();
    let named = fields.any(|it| {
        let text = it.to_str().unwrap_or_default().to_ascii_lowercase();
        text.contains("accept-encoding")
    });
    if !named {
        headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    }
}

/// Compresses responses for the clients that accept it.
pub async fn compress(
    State(transport): State<Arc<Transport>>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    let asked = Asked::by(&request);
    let mut request = request;
    entity_tag::remove_codings(request.headers_mut());
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_MODIFIED {
        if let Some(named) = &asked.if_none_match {
            entity_tag::restore_coding(response.headers_mut(), named);
        }
        vary(response.headers_mut());
        return response;
    }
    if let Some(document) = response.extensions_mut().remove::<Arc<SharedDocument>>() {
        document.write(&asked, &mut response);
        return response;
    }
    if is_compressible(&response) {
        vary(response.headers_mut());
        if let Some(coding) = asked.coding {
            return compressed(&transport.compressor, response, coding).await;
        }
    }
    response
}

fn is_compressible(response: &Response<Body>) -> bool {
    let headers = response.headers();
    let media_type = headers.get(CONTENT_TYPE);
    let media_type = media_type.and_then(|it| it.to_str().ok()).unwrap_or("");
    let size = response.body().size_hint().exact();
    !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_RANGE)
        && !UNCOMPRESSED_TYPES
            .iter()
            .any(|it| media_type.starts_with(it))
        && size.is_none_or(|it| it >= MIN_COMPRESSED_BYTES)
}

async fn compressed(
    compressor: &Compressor,
    response: Response<Body>,
    coding: Coding,
) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let size = body.size_hint().exact();
    let result = if size.is_some_and(|it| it <= PIECE_BYTES as u64) {
        compress_small(body, coding).await
    } else {
        compressor.compress(body, coding)
    };
    let body = match result {
        Ok(body) => {
            let name = HeaderValue::from_static(coding.name());
            parts.headers.insert(CONTENT_ENCODING, name);
            entity_tag::add_coding(&mut parts.headers, coding);
            parts.headers.remove(CONTENT_LENGTH);
            parts.headers.remove(ACCEPT_RANGES);
            body
        }
        Err(body) => body,
    };
    Response::from_parts(parts, body)
}

/// Compresses a body that is completely in memory.
async fn compress_small(body: Body, coding: Coding) -> Result<Body, Body> {
    match axum::body::to_bytes(body, PIECE_BYTES).await {
        Ok(bytes) => match coding.encode(&bytes) {
            Ok(compressed) => Ok(Body::from(compressed)),
            Err(_) => Err(Body::from(bytes)),
        },
        // The body claimed to be complete and was not. Let the connection fail as it would have.
        Err(error) => Err(Body::from_stream(futures_util::stream::once(async {
            Err::<Bytes, _>(error)
        }))),
    }
}

/// A body that is compressed while it is read.
struct CompressedBody {
    source: Body,
    /// What the source has produced and is not compressed yet.
    rest: Bytes,
    workers: WorkerThreads,
    threads: Arc<Semaphore>,
    stage: Stage,
    _stream: OwnedSemaphorePermit,
}

enum Stage {
    Ready(Box<Encoder>),
    Working(JoinHandle<io::Result<Output>>),
    Done,
}

/// The result of a piece.
enum Output {
    More(Box<Encoder>, Vec<u8>),
    Last(Vec<u8>),
}

impl fmt::Debug for CompressedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CompressedBody(…)")
    }
}

impl CompressedBody {
    /// Compresses one piece, or ends the stream, as soon as a thread is free.
    fn begin(&mut self, mut encoder: Box<Encoder>, piece: Option<Bytes>) {
        let threads = Arc::clone(&self.threads);
        let workers = self.workers.clone();
        self.stage = Stage::Working(tokio::spawn(async move {
            let thread = threads.acquire_owned().await.map_err(io::Error::other)?;
            let work = workers.spawn(move || {
                let _thread = thread;
                let Some(piece) = piece else {
                    return encoder.finish().map(Output::Last);
                };
                let written = encoder.write(&piece)?;
                Ok(Output::More(encoder, written))
            });
            work.await.map_err(io::Error::other)?
        }));
    }

    /// The next piece of the source. `None` at its end.
    fn poll_piece(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Option<Bytes>, axum::Error>> {
        while self.rest.is_empty() {
            match ready!(Pin::new(&mut self.source).poll_frame(context)) {
                Some(frame) => self.rest = frame?.into_data().unwrap_or_default(),
                None => return Poll::Ready(Ok(None)),
            }
        }
        let length = self.rest.len().min(PIECE_BYTES);
        Poll::Ready(Ok(Some(self.rest.split_to(length))))
    }
}

impl HttpBody for CompressedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        loop {
            if matches!(self.stage, Stage::Ready(_)) {
                let piece = ready!(self.poll_piece(context))?;
                if let Stage::Ready(encoder) = std::mem::replace(&mut self.stage, Stage::Done) {
                    self.begin(encoder, piece);
                }
            }
            let Stage::Working(work) = &mut self.stage else {
                return Poll::Ready(None);
            };
            let output = ready!(Pin::new(work).poll(context));
            let output = output.map_err(axum::Error::new)?.map_err(axum::Error::new);
            let written = match output? {
                Output::More(encoder, written) => {
                    self.stage = Stage::Ready(encoder);
                    written
                }
                Output::Last(written) => {
                    self.stage = Stage::Done;
                    written
                }
            };
            if !written.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(written.into()))));
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

impl Drop for CompressedBody {
    fn drop(&mut self) {
        // A piece that waits for a thread is no longer worth compressing.
        if let Stage::Working(work) = &self.stage {
            work.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use http_body_util::BodyExt as _;
    use tokio::sync::mpsc;

    use super::*;
    use crate::coding::testing::decode;

    /// Bytes that do not compress well.
    fn sample(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        std::iter::repeat_with(next).take(length).collect()
    }

    #[tokio::test]
    async fn a_large_body_arrives_whole() {
        for length in [PIECE_BYTES + 1, 4 * PIECE_BYTES, 1_000_003] {
            for coding in Coding::ALL {
                let body = sample(length);
                let compressor = Compressor::new(1, 1, WorkerThreads::new());
                let compressed = compressor.compress(Body::from(body.clone()), coding);
                let received = compressed.unwrap().collect().await.unwrap().to_bytes();
                assert_eq!(decode(coding, &received), body, "{coding:?}");
            }
        }
    }

    #[tokio::test]
    async fn the_next_piece_is_compressed_only_when_the_one_before_was_taken() {
        let (sender, mut receiver) = mpsc::unbounded_channel::<usize>();
        let pieces = futures_util::stream::iter(0..4).map(move |index| {
            sender.send(index).unwrap();
            Ok::<_, io::Error>(Bytes::from(sample(PIECE_BYTES)))
        });
        let compressor = Compressor::new(1, 1, WorkerThreads::new());
        let mut body = compressor
            .compress(Body::from_stream(pieces), Coding::Gzip)
            .unwrap();
        body.frame().await.unwrap().unwrap();
        let mut taken = 0;
        while receiver.try_recv().is_ok() {
            taken += 1;
        }
        assert_eq!(taken, 1, "a piece that does not compress is sent at once");
        body.collect().await.unwrap();
        assert_eq!(receiver.len(), 3);
    }

    #[tokio::test]
    async fn a_large_body_is_sent_as_it_is_when_every_thread_is_busy() {
        let compressor = Compressor::new(1, 10, WorkerThreads::new());
        let _busy = Arc::clone(&compressor.threads).acquire_owned().await;
        let body = Body::from(vec![b'a'; PIECE_BYTES + 1]);
        let response = compressed(&compressor, Response::new(body), Coding::Gzip).await;
        assert!(!response.headers().contains_key(CONTENT_ENCODING));
        let received = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(received.len(), PIECE_BYTES + 1);
    }

    #[tokio::test]
    async fn responses_beyond_the_limit_are_sent_as_they_are() {
        let compressor = Compressor::new(1, 1, WorkerThreads::new());
        let large = || Body::from(vec![b'a'; PIECE_BYTES + 1]);
        let first = compressor.compress(large(), Coding::Gzip).unwrap();
        assert!(compressor.compress(large(), Coding::Gzip).is_err());
        drop(first);
        assert!(compressor.compress(large(), Coding::Gzip).is_ok());
    }
}
