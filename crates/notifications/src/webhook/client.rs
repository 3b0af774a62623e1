//! One POST to an address that a stranger named: to the public internet only, once, briefly.
//!
//! The host is resolved here, every address is judged by [`access::webhook::address`], and the
//! connection is made to one that was found good, so that a name cannot lead elsewhere between the
//! judgement and the connection. Nothing of the answer is kept but its status: a log of contents
//! would be a window into wherever the address leads. Redirects are not followed.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use access::WebhookUrl;
use access::webhook::address::is_public;
use axum::http::header::{CONTENT_TYPE, HOST, USER_AGENT};
use axum::http::{Method, Request};
use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::queue::MAX_DELIVERY_TIME;

/// For everything, from the name to the status.
const DEADLINE: Duration = Duration::from_secs(15);
const _: () = assert!(DEADLINE.as_secs() <= MAX_DELIVERY_TIME.as_secs());
/// For a connection to one address.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);
/// Of several addresses no more are tried.
const MOST_ADDRESSES: usize = 3;
/// For the head of the answer; its body is not read.
const MOST_HEAD_BYTES: usize = 16 * 1024;

/// Where names lead.
#[derive(Clone, Debug, Default)]
pub enum Resolver {
    /// Where the machine says.
    #[default]
    System,
    /// Where a test says.
    Table(HashMap<String, Vec<IpAddr>>),
}

impl Resolver {
    async fn addresses(&self, host: &str, port: u16) -> Vec<IpAddr> {
        match self {
            Self::System => {
                let found = tokio::net::lookup_host((host, port)).await;
                found.map_or_else(|_| Vec::new(), |it| it.map(|it| it.ip()).collect())
            }
            Self::Table(table) => match host.parse() {
                Ok(address) => vec![address],
                Err(_) => table.get(host).cloned().unwrap_or_default(),
            },
        }
    }
}

/// Why nothing was answered. The sentences are shown to whoever named the address and tell nothing
/// about the network this service stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// The name leads nowhere, or nowhere that may be spoken to.
    NoPublicAddress,
    /// No connection.
    NotConnected,
    /// A connection that is not safe.
    NotTrusted,
    /// No answer that is HTTP.
    NoAnswer,
    /// It took too long.
    TooSlow,
}

impl fmt::Display for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPublicAddress => "the host has no address on the public internet",
            Self::NotConnected => "nothing accepted the connection",
            Self::NotTrusted => "the certificate cannot be trusted",
            Self::NoAnswer => "the connection ended without an answer",
            Self::TooSlow => "no answer came in time",
        })
    }
}

impl std::error::Error for Undelivered {}

/// Sends messages to endpoints.
#[derive(Clone)]
pub struct WebhookClient {
    /// Networks of the operator's own that may be spoken to besides the public internet.
    networks: Vec<IpNet>,
    resolver: Resolver,
    tls: TlsConnector,
    deadline: Duration,
}

impl fmt::Debug for WebhookClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookClient")
            .field("networks", &self.networks)
            .finish_non_exhaustive()
    }
}

/// Whether a message may be sent to an address.
pub fn may_reach(address: IpAddr, networks: &[IpNet]) -> bool {
    let address = address.to_canonical();
    is_public(address) || networks.iter().any(|it| it.contains(&address))
}

impl WebhookClient {
    /// Speaks to the public internet and to these networks.
    pub fn new(networks: Vec<IpNet>, resolver: Resolver) -> Self {
        let roots = RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        };
        Self::trusting(networks, resolver, roots)
    }

    /// The same with other authorities than those of the web.
    pub fn trusting(networks: Vec<IpNet>, resolver: Resolver, roots: RootCertStore) -> Self {
        Self {
            networks,
            resolver,
            tls: tls(roots),
            deadline: DEADLINE,
        }
    }

    /// The same with another time for everything, from the name to the status.
    #[must_use]
    pub const fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Posts JSON; the status it was answered with.
    ///
    /// # Errors
    ///
    /// When there was no answer.
    pub async fn post(
        &self,
        url: &WebhookUrl,
        headers: &[(&str, String)],
        body: &str,
    ) -> Result<u16, Undelivered> {
        let exchange = async {
            let stream = self.connect(url).await?;
            if url.is_https() {
                let name = ServerName::try_from(url.host());
                let name = name.map_err(|_| Undelivered::NotTrusted)?;
                let stream = self.tls.connect(name, stream).await;
                let stream = stream.map_err(|_| Undelivered::NotTrusted)?;
                exchange(stream, url, headers, body).await
            } else {
                exchange(stream, url, headers, body).await
            }
        };
        let done = timeout(self.deadline, exchange).await;
        done.unwrap_or(Err(Undelivered::TooSlow))
    }

    /// A connection to an address that was found good.
    async fn connect(&self, url: &WebhookUrl) -> Result<TcpStream, Undelivered> {
        let found = self.resolver.addresses(&url.host(), url.port()).await;
        let good = found
            .into_iter()
            .filter(|it| may_reach(*it, &self.networks));
        let good: Vec<_> = good.take(MOST_ADDRESSES).collect();
        if good.is_empty() {
            return Err(Undelivered::NoPublicAddress);
        }
        for address in good {
            let connecting = TcpStream::connect(SocketAddr::new(address, url.port()));
            if let Ok(Ok(stream)) = timeout(CONNECT_DEADLINE, connecting).await {
                return Ok(stream);
            }
        }
        Err(Undelivered::NotConnected)
    }
}

fn tls(roots: RootCertStore) -> TlsConnector {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has ciphers for TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    url: &WebhookUrl,
    headers: &[(&str, String)],
    body: &str,
) -> Result<u16, Undelivered> {
    let no_answer = |_| Undelivered::NoAnswer;
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(url.path_and_query())
        .header(HOST, url.authority())
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, concat!("Almagest/", env!("CARGO_PKG_VERSION")));
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Full::new(Bytes::copy_from_slice(body.as_bytes())));
    let request = request.map_err(|_| Undelivered::NoAnswer)?;
    let mut builder = http1::Builder::new();
    builder.max_buf_size(MOST_HEAD_BYTES);
    let (mut sender, connection) = builder
        .handshake(TokioIo::new(stream))
        .await
        .map_err(no_answer)?;
    let answer = async {
        let response = sender.send_request(request).await.map_err(no_answer)?;
        Ok(response.status().as_u16())
    };
    let mut answer = std::pin::pin!(answer);
    // The connection is driven only until the head of the answer is here, and closed then. One that
    // ends by itself may have brought an answer with its last bytes.
    tokio::select! {
        biased;
        answer = &mut answer => answer,
        _ = connection => answer.await,
    }
}
