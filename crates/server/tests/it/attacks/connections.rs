//! Connections that want more than their share, over http and over the service's own TLS. Nothing
//! here measures time: a test waits for what must happen.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use server::http::{ConnectionLimits, Listener, Tls};
use server::operation::Api;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::harness::{Service, config};
use crate::{sample, tls};

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_mins(10);

/// Deadlines that end no test by accident.
const PATIENT: ConnectionLimits = ConnectionLimits {
    header_timeout: LONG,
    idle_timeout: LONG,
    exchange_timeout: LONG,
};

const ATTACKER: &str = "127.0.0.1";
const OTHER: &str = "127.0.0.2";

/// A request that is answered 401.
const ASK: &str = "GET /sample/things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const ASK_HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

#[derive(Clone, Copy)]
enum Transport {
    Plain,
    Tls,
}

trait Duplex: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Duplex for T {}

struct Server {
    address: SocketAddr,
    trusted: Option<RootCertStore>,
    service: Service,
    _stop: watch::Sender<bool>,
}

struct Setup<'a> {
    api: Api,
    settings: &'a [(&'a str, &'a str)],
    limits: ConnectionLimits,
    max_connections: u32,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            api: sample::api(),
            settings: &[],
            limits: PATIENT,
            max_connections: 100,
        }
    }
}

impl Server {
    async fn start(transport: Transport, setup: Setup<'_>) -> Self {
        let service = Service::with_config(setup.api, config(setup.settings)).await;
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let (stop, stopping) = watch::channel(false);
        let (limits, most) = (setup.limits, setup.max_connections);
        let mut listener = Listener::new(socket, limits, most, Arc::clone(&service.app));
        let mut trusted = None;
        if matches!(transport, Transport::Tls) {
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
            _stop: stop,
        }
    }

    /// A connection on which nothing was said.
    async fn idle(&self, source: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    async fn connect_with(&self, source: &str, protocol: &str) -> std::io::Result<Box<dyn Duplex>> {
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

    async fn connect(&self, source: &str) -> Box<dyn Duplex> {
        self.connect_with(source, "http/1.1").await.unwrap()
    }

    /// What a new connection is answered, up to its end; nothing when it was closed at once.
    async fn ask(&self, source: &str, request: &str) -> String {
        let Ok(mut stream) = self.connect_with(source, "http/1.1").await else {
            return String::new();
        };
        stream.write_all(request.as_bytes()).await.ok();
        read_to_end(&mut stream).await
    }

    /// The status of an answer to a new connection.
    async fn status(&self, source: &str, request: &str) -> String {
        let answer = self.ask(source, request).await;
        answer.chars().skip("HTTP/1.1 ".len()).take(3).collect()
    }
}

async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut bytes = Vec::new();
    // A reset is an end, too.
    stream.read_to_end(&mut bytes).await.ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A request of which the body is still to come.
fn half(more: &str) -> String {
    format!(
        "POST /sample/slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
}

/// A request with its body, which is answered 401.
fn whole(more: &str) -> String {
    format!(
        "POST /sample/chart HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    )
}

/// HTTP/2, by hand: a client of the usual kind reads what it asked for.
mod h2 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::Duplex;

    pub(super) const HEADERS: u8 = 1;
    pub(super) const RST_STREAM: u8 = 3;
    pub(super) const SETTINGS: u8 = 4;
    pub(super) const MAX_CONCURRENT_STREAMS: u16 = 3;
    const INITIAL_WINDOW_SIZE: u16 = 4;
    const END_STREAM_AND_HEADERS: u8 = 5;

    pub(super) struct Frame {
        pub(super) kind: u8,
        pub(super) stream: u32,
        pub(super) payload: Vec<u8>,
    }

    fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        let mut bytes = length[1..].to_vec();
        bytes.extend([kind, flags]);
        bytes.extend(stream.to_be_bytes());
        bytes.extend(payload);
        bytes
    }

    /// The beginning of a connection whose streams may be sent so many bytes.
    pub(super) fn preface(window: u32) -> Vec<u8> {
        let mut payload = INITIAL_WINDOW_SIZE.to_be_bytes().to_vec();
        payload.extend(window.to_be_bytes());
        let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
        bytes.extend(frame(SETTINGS, 0, 0, &payload));
        bytes
    }

    pub(super) fn request(stream: u32, method: &str, path: &str) -> Vec<u8> {
        let mut block = Vec::new();
        for (name, value) in [
            (":method", method),
            (":scheme", "http"),
            (":authority", "x"),
            (":path", path),
        ] {
            block.push(0);
            for text in [name, value] {
                block.push(u8::try_from(text.len()).unwrap());
                block.extend(text.as_bytes());
            }
        }
        frame(HEADERS, END_STREAM_AND_HEADERS, stream, &block)
    }

    pub(super) async fn read(connection: &mut Box<dyn Duplex>) -> Frame {
        let mut head = [0; 9];
        connection.read_exact(&mut head).await.unwrap();
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; length as usize];
        connection.read_exact(&mut payload).await.unwrap();
        let [.., a, b, c, d] = head;
        Frame {
            kind: head[3],
            stream: u32::from_be_bytes([a, b, c, d]),
            payload,
        }
    }

    /// Asks for something without a body and reads until it is answered. Answers the streams that
    /// were reset meanwhile.
    pub(super) async fn head(connection: &mut Box<dyn Duplex>, stream: u32) -> Vec<u32> {
        let asked = request(stream, "HEAD", "/healthz");
        connection.write_all(&asked).await.unwrap();
        let mut reset = Vec::new();
        loop {
            let frame = read(connection).await;
            match (frame.kind, frame.stream) {
                (HEADERS, it) if it == stream => return reset,
                (RST_STREAM, it) => reset.push(it),
                _ => {}
            }
        }
    }
}

async fn half_sent_bodies_of_one_address_harm_only_itself(transport: Transport) {
    let settings = [
        ("max_requests", "1"),
        ("max_incomplete_requests_per_address", "2"),
    ];
    let setup = Setup {
        settings: &settings,
        ..Setup::default()
    };
    let server = Server::start(transport, setup).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = server.connect(ATTACKER).await;
        stream.write_all(half("").as_bytes()).await.unwrap();
        held.push(stream);
    }
    let refused = server.ask(ATTACKER, &half("")).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("retry-after: 1"), "{refused}");
    assert!(
        refused.contains("too_many_incomplete_requests"),
        "{refused}"
    );
    assert_eq!(server.status(OTHER, ASK).await, "401");
    assert_eq!(server.status(OTHER, &whole("")).await, "401");
    drop(held);
}

async fn idle_connections_of_one_address_do_not_keep_another_out(transport: Transport) {
    let setup = Setup {
        settings: &[("max_connections_per_address", "4")],
        max_connections: 6,
        ..Setup::default()
    };
    let server = Server::start(transport, setup).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(server.idle(ATTACKER).await);
    }
    let refused = server.ask(ATTACKER, ASK).await;
    if matches!(transport, Transport::Plain) {
        assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
        assert!(refused.contains("too_many_connections"), "{refused}");
        assert!(refused.contains("Retry-After: 1"), "{refused}");
    } else {
        assert_eq!(refused, "", "without TLS nothing can be said");
    }
    for _ in 0..10 {
        assert_eq!(server.status(OTHER, ASK).await, "401");
    }
    drop(held);
}

async fn health_checks_get_through_when_every_connection_is_taken(transport: Transport) {
    let setup = Setup {
        api: server::api::api(),
        max_connections: 2,
        ..Setup::default()
    };
    let server = Server::start(transport, setup).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        held.push(server.idle(ATTACKER).await);
    }
    assert_eq!(server.status(OTHER, ASK).await, "503");
    for path in ["/healthz", "/readyz"] {
        // No `Connection: close`: the server ends it by itself, for the next check needs its place.
        let check = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_eq!(server.status(OTHER, &check).await, "200", "{path}");
    }
    // Places for health checks that are not used for one come free by themselves.
    let mut silent = server.idle(ATTACKER).await;
    assert_eq!(read_to_end(&mut silent).await, "");
    assert_eq!(server.status(OTHER, ASK_HEALTH).await, "200");
    let metrics = server.service.app.metrics.text().unwrap();
    assert!(
        metrics.contains("almagest_connections_refused_total 1"),
        "{metrics}"
    );
    drop(held);
}

async fn an_unread_stream_is_reset_although_others_are_answered(transport: Transport) {
    // Nothing of the response may be sent, or a few bytes and no more.
    for window in [0, 10] {
        let limits = ConnectionLimits {
            exchange_timeout: SHORT,
            ..PATIENT
        };
        let setup = Setup {
            api: server::api::api(),
            limits,
            ..Setup::default()
        };
        let server = Server::start(transport, setup).await;
        let mut connection = server.connect_with(ATTACKER, "h2").await.unwrap();
        connection.write_all(&h2::preface(window)).await.unwrap();
        let unread = h2::request(1, "GET", "/openapi.json");
        connection.write_all(&unread).await.unwrap();
        let mut stream = 3;
        while !h2::head(&mut connection, stream).await.contains(&1) {
            stream += 2;
        }
        h2::head(&mut connection, stream + 2).await;
    }
}

async fn a_connection_has_at_most_32_streams(transport: Transport) {
    let setup = Setup {
        api: server::api::api(),
        ..Setup::default()
    };
    let server = Server::start(transport, setup).await;
    let mut connection = server.connect_with(ATTACKER, "h2").await.unwrap();
    connection.write_all(&h2::preface(0)).await.unwrap();
    let settings = h2::read(&mut connection).await;
    assert_eq!(settings.kind, h2::SETTINGS);
    let mut entries = settings.payload.chunks(6);
    let id = h2::MAX_CONCURRENT_STREAMS.to_be_bytes();
    let limit = entries.find(|it| it[..2] == id).unwrap();
    assert_eq!(limit[2..], 32_u32.to_be_bytes());
    // One more than that, of which nothing is read.
    for stream in 0..33 {
        let unread = h2::request(1 + 2 * stream, "GET", "/openapi.json");
        connection.write_all(&unread).await.unwrap();
    }
    loop {
        let frame = h2::read(&mut connection).await;
        if frame.kind == h2::RST_STREAM {
            assert_eq!(frame.stream, 1 + 2 * 32);
            break;
        }
    }
}

/// Declares a test for each transport.
macro_rules! on_both_transports {
    ($($name:ident)+) => {
        mod over_http {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Transport::Plain).await;
            })+
        }
        mod over_tls {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Transport::Tls).await;
            })+
        }
    };
}

on_both_transports! {
    half_sent_bodies_of_one_address_harm_only_itself
    idle_connections_of_one_address_do_not_keep_another_out
    health_checks_get_through_when_every_connection_is_taken
    an_unread_stream_is_reset_although_others_are_answered
    a_connection_has_at_most_32_streams
}

#[tokio::test]
async fn behind_a_trusted_proxy_limits_go_by_the_client() {
    let settings = [
        ("trusted_proxies", "127.0.0.1"),
        ("max_connections_per_address", "1"),
        ("max_incomplete_requests_per_address", "1"),
    ];
    let setup = Setup {
        settings: &settings,
        ..Setup::default()
    };
    let server = Server::start(Transport::Plain, setup).await;
    let of = |client: &str| half(&format!("X-Forwarded-For: {client}\r\n"));
    let mut held = server.connect(ATTACKER).await;
    held.write_all(of("203.0.113.1").as_bytes()).await.unwrap();
    assert_eq!(server.status(ATTACKER, &of("203.0.113.1")).await, "429");
    let other = whole("X-Forwarded-For: 203.0.113.2\r\n");
    assert_eq!(server.status(ATTACKER, &other).await, "401");
    drop(held);
}

#[tokio::test]
async fn a_request_names_its_host_exactly_once() {
    let server = Server::start(Transport::Plain, Setup::default()).await;
    let ask = |version: &str, hosts: &str| {
        format!("GET /sample/things/1 HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n")
    };
    for (version, hosts, status) in [
        ("1.1", "Host: x\r\n", "401"),
        ("1.1", "", "400"),
        ("1.1", "Host: x\r\nHost: x\r\n", "400"),
        ("1.1", "Host: x\r\nHost: y\r\n", "400"),
        ("1.0", "", "401"),
    ] {
        let answer = server.ask(ATTACKER, &ask(version, hosts)).await;
        let expected = format!(" {status} ");
        assert!(answer.contains(&expected), "{version} {hosts:?}: {answer}");
        assert_eq!(answer.contains("host_invalid"), status == "400");
    }
}
