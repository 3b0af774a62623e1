//! A service behind a real socket in its deployments: on SQLite, on PostgreSQL with shared
//! counters, and with its own TLS. An attacker and another customer have different addresses.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use server::routes::Api;
use store::testing::TestDatabase;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use transport::{ConnectionLimits, Listener, Tls};

use crate::harness::{Service, config};
use crate::redis::PrivateRedis;
use crate::tls;

pub(super) const LONG: Duration = Duration::from_mins(10);

/// Deadlines that no test reaches by accident.
pub(super) const PATIENT: ConnectionLimits = ConnectionLimits {
    header_timeout: LONG,
    idle_timeout: LONG,
    exchange_timeout: LONG,
};

pub(super) const ATTACKER: &str = "127.0.0.1";
pub(super) const OTHER: &str = "127.0.0.2";

pub(super) const NATAL: &str =
    "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";
const SVG: &str = "/api/chart2/natal.svg?dateTime=1990-06-15T14:30&location.latitude=52.37\
    &location.longitude=4.89&width=300&height=300";

/// The backends that a service runs on.
pub(super) struct Deployment {
    database: TestDatabase,
    redis: Option<PrivateRedis>,
    pub(super) has_tls: bool,
}

impl Deployment {
    pub(super) fn sqlite() -> Self {
        Self {
            database: TestDatabase::sqlite(),
            redis: None,
            has_tls: false,
        }
    }

    pub(super) fn with_tls() -> Self {
        Self {
            has_tls: true,
            ..Self::sqlite()
        }
    }

    /// Returns `None` if one of the two is missing, which `cargo xtask test` reports.
    pub(super) async fn postgres_and_redis() -> Option<Self> {
        Some(Self {
            database: TestDatabase::postgres().await?,
            redis: Some(PrivateRedis::start()?),
            has_tls: false,
        })
    }
}

pub(super) struct Setup<'a> {
    pub(super) api: Api,
    pub(super) settings: &'a [(&'a str, &'a str)],
    pub(super) limits: ConnectionLimits,
    pub(super) max_connections: u32,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            api: server::api::api(),
            settings: &[],
            limits: PATIENT,
            max_connections: 100,
        }
    }
}

pub(super) trait Duplex: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Duplex for T {}

/// A listening service.
pub(super) struct Server {
    address: SocketAddr,
    trusted: Option<RootCertStore>,
    pub(super) service: Service,
    /// A live key of the attacker, whose organization has no effective rate limit.
    pub(super) attacker_key: String,
    /// A live key of another organization.
    other_key: String,
    _stop: watch::Sender<bool>,
    _redis: Option<PrivateRedis>,
}

impl Server {
    pub(super) async fn start(deployment: Deployment, setup: Setup<'_>) -> Self {
        let Deployment {
            database,
            redis,
            has_tls,
        } = deployment;
        let counters = redis.as_ref().map(PrivateRedis::address);
        let counters = counters.as_deref().map(|it| ("counters", it));
        let settings: Vec<_> = setup.settings.iter().copied().chain(counters).collect();
        let service = Service::on(database, setup.api, config(&settings)).await;
        let unlimited = |terms: &mut store::OrgTerms| {
            terms.rates = Some(vec!["10000/1s".parse().unwrap()]);
        };
        service.set_terms(unlimited).await;
        let attacker_key = service.add_key_with(|_| {}).await;
        let other_key = service.key_of(service.another_org().await).await;
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let (stop, stopping) = watch::channel(false);
        let (limits, most) = (setup.limits, setup.max_connections);
        let mut listener = Listener::new(socket, limits, most, Arc::clone(&service.app.transport));
        let mut trusted = None;
        if has_tls {
            let folder = tempfile::tempdir().unwrap();
            trusted = Some(tls::certificate(folder.path()));
            let [certificate, key] =
                ["certificate.pem", "key.pem"].map(|it| folder.path().join(it));
            listener = listener.with_tls(Some(Tls::read(&certificate, &key).unwrap()));
        }
        let listener = listener.with_health_checks();
        tokio::spawn(listener.serve(service.router.clone(), stopping, LONG));
        Self {
            address,
            trusted,
            service,
            attacker_key,
            other_key,
            _stop: stop,
            _redis: redis,
        }
    }

    /// Opens a connection and sends nothing.
    pub(super) async fn idle(&self, source: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    pub(super) async fn connect_with(
        &self,
        source: &str,
        protocol: &str,
    ) -> std::io::Result<Box<dyn Duplex>> {
        let stream = self.idle(source).await;
        let Some(trusted) = &self.trusted else {
            return Ok(Box::new(stream));
        };
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(trusted.clone())
            .with_no_client_auth();
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let name = ServerName::try_from("localhost").unwrap();
        let connector = TlsConnector::from(Arc::new(config));
        Ok(Box::new(connector.connect(name, stream).await?))
    }

    pub(super) async fn connect(&self, source: &str) -> Box<dyn Duplex> {
        self.connect_with(source, "http/1.1").await.unwrap()
    }

    /// Returns the response on a new connection up to its end; empty if it was closed at once.
    pub(super) async fn ask(&self, source: &str, request: &str) -> String {
        let Ok(mut stream) = self.connect_with(source, "http/1.1").await else {
            return String::new();
        };
        stream.write_all(request.as_bytes()).await.ok();
        read_to_end(&mut stream).await
    }

    /// Returns the status of the response on a new connection.
    pub(super) async fn status(&self, source: &str, request: &str) -> String {
        let answer = self.ask(source, request).await;
        answer.chars().skip("HTTP/1.1 ".len()).take(3).collect()
    }

    /// Checks that the other customer is served as if nobody else were there.
    pub(super) async fn other_customer_is_served(&self) {
        for path in ["/healthz", NATAL, SVG] {
            let request = get(path, &self.other_key);
            assert_eq!(self.status(OTHER, &request).await, "200", "{path}");
        }
    }

    /// Returns the memory still available to work in progress, in bytes.
    pub(super) fn free_bytes(&self) -> u64 {
        self.service.app.memory.available_bytes()
    }

    /// Waits until an attack that has ended holds no connections and no memory.
    pub(super) async fn everything_is_released(&self, free_bytes: u64) {
        let connections = &self.service.app.metrics.connections;
        while self.free_bytes() != free_bytes || connections.get() != 0 {
            tokio::task::yield_now().await;
        }
    }
}

pub(super) async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut bytes = Vec::new();
    // A reset also counts as the end.
    stream.read_to_end(&mut bytes).await.ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a request with a key, after which the connection is closed.
pub(super) fn get(path: &str, key: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {key}\r\nConnection: close\r\n\r\n"
    )
}

/// Returns a request with a key and a body, whose response may be compressed.
pub(super) fn post(path: &str, key: &str, body: &serde_json::Value) -> String {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {key}\r\nConnection: close\r\n\
         Accept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n\
         {body}",
        body.len()
    )
}
