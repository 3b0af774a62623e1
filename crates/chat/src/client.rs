//! The client of a model's server. Each request has a connection of its own, which is closed as soon as nobody waits for
//! it. Redirects are not followed: they would carry the key elsewhere.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue, USER_AGENT};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::Url;
use zeroize::Zeroizing;

use crate::event_reader::EventReader;
use crate::provider_error::ProviderError;

/// Time to connect to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Addresses of the server that are tried.
const MAX_ADDRESSES: usize = 3;
/// Bytes of the head of a response.
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// Bytes of one stream, with everything that is not text.
const MAX_STREAM_BYTES: usize = 8 * 1024 * 1024;
/// The data of the event that ends a stream.
const DONE: &str = "[DONE]";

/// Where the model is.
#[derive(Clone)]
pub struct ProviderSettings {
    /// The base URL of its server.
    pub endpoint: Url,
    /// The key of its server.
    pub key: Option<Zeroizing<String>>,
    /// How long it can be silent.
    pub silence_timeout: Duration,
}

/// Without the key.
impl fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderSettings")
            .field("endpoint", &self.endpoint.as_str())
            .finish_non_exhaustive()
    }
}

/// The client of a model's server.
#[derive(Clone)]
pub struct ProviderClient {
    settings: ProviderSettings,
    tls: TlsConnector,
}

impl fmt::Debug for ProviderClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProviderClient")
            .field(&self.settings)
            .finish()
    }
}

/// A connection, plain or encrypted.
trait Connection: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Connection for T {}

/// What moves the bytes of a connection, as long as it is polled.
type Driver = Pin<Box<dyn Future<Output = hyper::Result<()>> + Send>>;

impl ProviderClient {
    /// A client of this server. It trusts the public certificate authorities.
    ///
    /// # Panics
    ///
    /// Never: the TLS library has ciphers for the versions that it supports.
    pub fn new(settings: ProviderSettings) -> Self {
        let roots = RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider has ciphers for TLS 1.2 and 1.3")
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = TlsConnector::from(Arc::new(config));
        Self { settings, tls }
    }

    /// Sends a request for a streamed answer.
    ///
    /// # Errors
    ///
    /// There is no stream.
    pub async fn ask(&self, body: Vec<u8>) -> Result<ProviderStream, ProviderError> {
        let silence_timeout = self.settings.silence_timeout;
        let asking = async {
            let stream = self.connect().await?;
            self.send(stream, body).await
        };
        let asked = timeout(silence_timeout, asking).await;
        let (response, driver) = asked.map_err(|_elapsed| ProviderError::Timeout)??;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(ProviderError::Refused(status));
        }
        let media_type = response.headers().get(CONTENT_TYPE);
        let is_stream =
            media_type.is_some_and(|it| it.as_bytes().starts_with(b"text/event-stream"));
        if !is_stream {
            return Err(ProviderError::Invalid("not a stream of events"));
        }
        Ok(ProviderStream {
            body: response.into_body(),
            driver: Some(driver),
            reader: EventReader::default(),
            bytes: 0,
            silence_timeout,
        })
    }

    async fn connect(&self) -> Result<Box<dyn Connection>, ProviderError> {
        let endpoint = &self.settings.endpoint;
        let host = endpoint.host_str().unwrap_or_default();
        let host = host.trim_matches(['[', ']']);
        let port = endpoint.port_or_known_default().unwrap_or(80);
        let unreachable = |error: std::io::Error| ProviderError::Unreachable(error.to_string());
        let found = tokio::net::lookup_host((host, port)).await;
        let mut last = ProviderError::Unreachable("the host has no address".to_owned());
        for address in found.map_err(unreachable)?.take(MAX_ADDRESSES) {
            match timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return self.encrypted(stream, host).await,
                Ok(Err(error)) => last = unreachable(error),
                Err(_elapsed) => last = ProviderError::Timeout,
            }
        }
        Err(last)
    }

    async fn encrypted(
        &self,
        stream: TcpStream,
        host: &str,
    ) -> Result<Box<dyn Connection>, ProviderError> {
        if self.settings.endpoint.scheme() != "https" {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(host.to_owned());
        let name = name.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        let stream = self.tls.connect(name, stream).await;
        let stream = stream.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        Ok(Box::new(stream))
    }

    async fn send(
        &self,
        stream: Box<dyn Connection>,
        body: Vec<u8>,
    ) -> Result<(Response<Incoming>, Driver), ProviderError> {
        let mut builder = http1::Builder::new();
        builder.max_buf_size(MAX_HEAD_BYTES);
        let started = builder.handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) =
            started.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        let mut driver: Driver = Box::pin(connection);
        let request = self.request(body)?;
        let mut answer = std::pin::pin!(sender.send_request(request));
        // The connection may end by itself after it has delivered the response.
        let response = tokio::select! {
            biased;
            response = &mut answer => response,
            _ = &mut driver => answer.await,
        };
        let response = response.map_err(|_| ProviderError::Interrupted)?;
        Ok((response, driver))
    }

    fn request(&self, body: Vec<u8>) -> Result<Request<Full<Bytes>>, ProviderError> {
        let endpoint = &self.settings.endpoint;
        let path = endpoint.path().trim_end_matches('/');
        let host = endpoint.host_str().unwrap_or_default();
        let authority = match endpoint.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(format!("{path}/chat/completions"))
            .header(HOST, authority)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream")
            .header(USER_AGENT, concat!("Almagest/", env!("CARGO_PKG_VERSION")));
        if let Some(key) = &self.settings.key {
            let value = Zeroizing::new(format!("Bearer {}", key.as_str()));
            let value = HeaderValue::from_str(&value);
            let mut value = value.map_err(|_| ProviderError::Invalid("the key is no header"))?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        request.map_err(|_| ProviderError::Invalid("the endpoint is no address"))
    }
}

/// The answer of a model, as it arrives. Dropping it closes the connection.
pub struct ProviderStream {
    body: Incoming,
    /// None when the connection has ended. The body may still have what arrived before.
    driver: Option<Driver>,
    reader: EventReader,
    bytes: usize,
    silence_timeout: Duration,
}

impl fmt::Debug for ProviderStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderStream")
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl ProviderStream {
    /// The data of the next event; none at the end.
    ///
    /// # Errors
    ///
    /// The model is silent for too long, or what it sends is not a stream of events.
    pub async fn next(&mut self) -> Result<Option<String>, ProviderError> {
        loop {
            if let Some(data) = self.reader.next_data()? {
                return Ok((data != DONE).then_some(data));
            }
            let piece = timeout(self.silence_timeout, self.piece()).await;
            match piece.map_err(|_elapsed| ProviderError::Timeout)?? {
                Some(piece) => {
                    self.bytes += piece.len();
                    if self.bytes > MAX_STREAM_BYTES {
                        return Err(ProviderError::Invalid("the stream is too long"));
                    }
                    self.reader.push(&piece);
                }
                None => return Ok(None),
            }
        }
    }

    async fn piece(&mut self) -> Result<Option<Bytes>, ProviderError> {
        loop {
            let frame = match &mut self.driver {
                None => self.body.frame().await,
                Some(driver) => tokio::select! {
                    biased;
                    frame = self.body.frame() => frame,
                    _ = driver => {
                        self.driver = None;
                        continue;
                    }
                },
            };
            let Some(frame) = frame else {
                return Ok(None);
            };
            let frame = frame.map_err(|_| ProviderError::Interrupted)?;
            if let Ok(data) = frame.into_data() {
                return Ok(Some(data));
            }
        }
    }
}
