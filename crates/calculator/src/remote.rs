//! A remote service, for the commands with `--remote`: where it is, and one request to it.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use access::PresentedKey;
use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};
use zeroize::Zeroizing;

use crate::output::Failure;

/// The service itself answers within 30 seconds, or not at all.
const DEADLINE: Duration = Duration::from_mins(1);
/// More than the largest response of the service.
const MAX_RESPONSE_BYTES: usize = 128 * 1024 * 1024;

/// The URL of a service. A key is sent to it only encrypted, or not beyond this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServiceUrl(Url);

impl ServiceUrl {
    /// Checks a URL such as `https://astrology.example.org`.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let url = Url::parse(text);
        let url = url.map_err(|error| Failure::new(format!("{text} is not a URL: {error}.")))?;
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
            && url.path() == "/";
        if !is_bare {
            return Err(Failure::new(
                "Give the URL of the service without a user, a path or a query, such as https://astrology.example.org.",
            ));
        }
        match (url.scheme(), url.host()) {
            ("https", Some(_)) => Ok(Self(url)),
            ("http", Some(host)) if is_this_computer(&host) => Ok(Self(url)),
            _ => Err(Failure::new(
                "The URL must begin with https://. Over http, everyone on the way could read the key.",
            )),
        }
    }

    fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The host and port for a connection. An IPv6 address has no brackets.
    fn address(&self) -> (String, u16) {
        let host = self.host().trim_start_matches('[').trim_end_matches(']');
        let port = self.0.port_or_known_default().unwrap_or_default();
        (host.to_owned(), port)
    }

    fn authority(&self) -> String {
        match self.0.port() {
            Some(port) => format!("{}:{port}", self.host()),
            None => self.host().to_owned(),
        }
    }
}

impl fmt::Display for ServiceUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

fn is_this_computer(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => IpAddr::V4(*address).is_loopback(),
        Host::Ipv6(address) => IpAddr::V6(*address).is_loopback(),
    }
}

/// A service and a key for it.
pub(crate) struct RemoteService {
    url: ServiceUrl,
    key: Zeroizing<String>,
}

impl fmt::Debug for RemoteService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteService")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

impl RemoteService {
    /// Checks the form of the key.
    pub(crate) fn new(url: ServiceUrl, key: Zeroizing<String>) -> Result<Self, Failure> {
        PresentedKey::parse(&key)?;
        Ok(Self { url, key })
    }

    pub(crate) const fn url(&self) -> &ServiceUrl {
        &self.url
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// The body of a successful response.
    pub(crate) fn get(&self, path: &str) -> Result<Bytes, Failure> {
        self.request(Method::GET, path, None)
    }

    /// The body of a successful response to JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<Bytes, Failure> {
        self.request(Method::POST, path, Some(body))
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Bytes, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let done = runtime.block_on(async {
            let exchange = self.exchange(method, path, body);
            tokio::time::timeout(DEADLINE, exchange).await
        });
        done.unwrap_or_else(|_| Err(Failure::new(format!("{} does not respond.", self.url))))
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Bytes, Failure> {
        let (host, port) = self.url.address();
        let failed = |error: &dyn fmt::Display| {
            Failure::new(format!("cannot connect to {}: {error}", self.url))
        };
        let stream = TcpStream::connect((host.as_str(), port)).await;
        let stream = stream.map_err(|it| failed(&it))?;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.url.authority())
            .header(
                header::USER_AGENT,
                concat!("almagest/", env!("CARGO_PKG_VERSION")),
            )
            .header("x-api-key", self.key.as_str())
            .header("x-api-version", "1");
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let text = body.map(Value::to_string).unwrap_or_default();
        let request = request.body(Full::new(Bytes::from(text)))?;
        if self.url.0.scheme() == "http" {
            return self.receive(stream, request).await;
        }
        let name = ServerName::try_from(host).map_err(|it| failed(&it))?;
        let stream = tls()
            .connect(name, stream)
            .await
            .map_err(|it| failed(&it))?;
        self.receive(stream, request).await
    }

    /// Sends the request and reads the response to its end. Redirects are not followed, so no other
    /// server receives the key.
    async fn receive(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        request: Request<Full<Bytes>>,
    ) -> Result<Bytes, Failure> {
        let broken = |error: &dyn fmt::Display| {
            Failure::new(format!(
                "the response of {} is incomplete: {error}",
                self.url
            ))
        };
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let connection = tokio::spawn(connection);
        let response = sender
            .send_request(request)
            .await
            .map_err(|it| broken(&it))?;
        let status = response.status();
        let retry_after = response.headers().get(header::RETRY_AFTER).cloned();
        let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES)
            .collect()
            .await;
        let bytes = body.map_err(|it| broken(&it))?.to_bytes();
        connection.abort();
        if status.is_success() {
            return Ok(bytes);
        }
        let retry_after = retry_after.and_then(|it| it.to_str().ok().map(str::to_owned));
        Err(refusal(&self.url, status, &bytes, retry_after.as_deref()))
    }
}

fn tls() -> TlsConnector {
    let roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has ciphers for TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// Every problem of an error response, one per line.
fn refusal(
    url: &ServiceUrl,
    status: StatusCode,
    body: &[u8],
    retry_after: Option<&str>,
) -> Failure {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = body["errors"].as_array().into_iter().flatten();
    let mut lines: Vec<_> = errors
        .map(|it| {
            let (code, detail) = (text(&it["code"]), text(&it["detail"]));
            format!("{code}: {detail}{}", accepted(&it["meta"]["accepted"]))
        })
        .collect();
    if lines.is_empty() {
        lines.push(format!(
            "{url} responded with {status}, but not as the API does."
        ));
    }
    if let Some(seconds) = retry_after {
        lines.push(format!("Retry after {seconds} seconds."));
    }
    Failure::new(lines.join("\n"))
}

/// The accepted values, if an error lists them.
pub(crate) fn accepted(values: &Value) -> String {
    let values = values.as_array().into_iter().flatten();
    let words: Vec<_> = values.filter_map(Value::as_str).collect();
    match words[..] {
        [] => String::new(),
        _ => format!(" Accepted values: {}.", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_only_sent_encrypted_or_to_this_computer() {
        for good in [
            "https://astrology.example.org",
            "https://astrology.example.org:8443/",
            "http://localhost:8080",
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
        ] {
            let url = ServiceUrl::parse(good).unwrap();
            assert_eq!(url.to_string(), good.trim_end_matches('/'));
        }
        for wrong in [
            "http://astrology.example.org",
            "http://localhost.example.org",
            "http://10.0.0.1",
            "ftp://localhost",
            "https://ann@astrology.example.org",
            "https://astrology.example.org/api",
            "https://astrology.example.org/?key=1",
            "astrology.example.org",
        ] {
            assert!(ServiceUrl::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_address_of_a_connection_has_no_brackets() {
        let url = ServiceUrl::parse("http://[::1]:8080").unwrap();
        assert_eq!(url.address(), ("::1".to_owned(), 8080));
        assert_eq!(url.authority(), "[::1]:8080");
        let url = ServiceUrl::parse("https://a.example").unwrap();
        assert_eq!(url.address(), ("a.example".to_owned(), 443));
        assert_eq!(url.authority(), "a.example");
    }

    #[test]
    fn a_refusal_has_a_line_for_every_problem() {
        let url = ServiceUrl::parse("https://a.example").unwrap();
        let body = br#"{"errors":[{"code":"a","detail":"One.","meta":{"accepted":["x","y"]}},{"code":"b","detail":"Two."}]}"#;
        let shown = refusal(&url, StatusCode::TOO_MANY_REQUESTS, body, Some("7")).to_string();
        assert_eq!(
            shown,
            "a: One. Accepted values: x, y.\nb: Two.\nRetry after 7 seconds."
        );
        let shown = refusal(&url, StatusCode::BAD_GATEWAY, b"<h1>", None).to_string();
        assert_eq!(
            shown,
            "https://a.example responded with 502 Bad Gateway, but not as the API does."
        );
    }
}
