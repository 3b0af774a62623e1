//! Sends one POST request to a customer's URL, on the public internet only.
//!
//! The client resolves the host, checks every address with [`access::webhook::address`], and
//! connects to a checked address, so that DNS cannot change between the check and the connection.
//! Only the status of the response is stored: its content could reveal internal systems. Redirects
//! are not followed.

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

/// The timeout for a delivery, from DNS to the status.
const DEADLINE: Duration = Duration::from_secs(15);
const _: () = assert!(DEADLINE.as_secs() <= MAX_DELIVERY_TIME.as_secs());
/// The timeout for connecting to one address.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);
/// The maximum number of addresses to try.
const MAX_ADDRESSES: usize = 3;
/// The maximum size of the response head. The body is not read.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Resolves host names.
#[derive(Clone, Debug, Default)]
pub enum Resolver {
    /// The system's resolver.
    #[default]
    System,
    /// A fixed table, for tests.
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

/// The reason a delivery failed. Customers see these messages, so they reveal nothing about the
/// network of this service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// The host does not resolve to an allowed address.
    NoPublicAddress,
    /// The connection failed.
    NotConnected,
    /// The TLS connection failed.
    NotTrusted,
    /// The response is missing or not HTTP.
    NoAnswer,
    /// The request timed out.
    TooSlow,
}

impl fmt::Display for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPublicAddress => "the host has no public IP address",
            Self::NotConnected => "cannot connect to the host",
            Self::NotTrusted => "the TLS certificate is not trusted",
            Self::NoAnswer => "the connection closed without a response",
            Self::TooSlow => "the request timed out",
        })
    }
}

impl std::error::Error for Undelivered {}

/// Sends messages to endpoints.
#[derive(Clone)]
pub struct WebhookClient {
    /// Private networks that are allowed in addition to the public internet.
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
    /// Allows the public internet and these networks.
    pub fn new(networks: Vec<IpNet>, resolver: Resolver) -> Self {
        let roots = RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        };
        Self::trusting(networks, resolver, roots)
    }

    /// Replaces the certificate authorities.
    pub fn trusting(networks: Vec<IpNet>, resolver: Resolver, roots: RootCertStore) -> Self {
        Self {
            networks,
            resolver,
            tls: tls(roots),
            deadline: DEADLINE,
        }
    }

    /// Replaces the timeout for a delivery.
    #[must_use]
    pub const fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Posts JSON and returns the status.
    ///
    /// # Errors
    ///
    /// When there is no response.
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

    /// Connects to a checked address.
    async fn connect(&self, url: &WebhookUrl) -> Result<TcpStream, Undelivered> {
        let found = self.resolver.addresses(&url.host(), url.port()).await;
        let good = found
            .into_iter()
            .filter(|it| may_reach(*it, &self.networks));
        let good: Vec<_> = good.take(MAX_ADDRESSES).collect();
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
    builder.max_buf_size(MAX_HEAD_BYTES);
    let (mut sender, connection) = builder
        .handshake(TokioIo::new(stream))
        .await
        .map_err(no_answer)?;
    let answer = async {
        let response = sender.send_request(request).await.map_err(no_answer)?;
        Ok(response.status().as_u16())
    };
    let mut answer = std::pin::pin!(answer);
    // The connection is closed as soon as the response head arrives. One that ends by itself may have
    // delivered the response with its last bytes.
    tokio::select! {
        biased;
        answer = &mut answer => answer,
        _ = connection => answer.await,
    }
}
