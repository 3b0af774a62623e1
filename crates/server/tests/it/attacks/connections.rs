//! Connections that take more than their share, on every deployment. Nothing here measures time: a
//! test waits for the expected event.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use transport::ConnectionLimits;

use super::deployment::{ATTACKER, Deployment, OTHER, PATIENT, Server, Setup, read_to_end};
use super::h2;

const SHORT: Duration = Duration::from_millis(200);

/// A request that is answered with 401.
const ASK: &str = "GET /api/key HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const ASK_HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/// Returns a request without most of its body.
fn half(path: &str, more: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
}

/// Returns a sign-in request without most of its body.
fn half_sign_in() -> String {
    half("/api/manage/session", "Origin: http://localhost\r\n")
}

/// Returns a complete request that is answered with 401.
fn whole(more: &str) -> String {
    format!(
        "POST /api/calc/natal HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    )
}

async fn half_sent_bodies_of_one_address_harm_only_itself(deployment: Deployment) {
    let settings = [
        ("max_requests", "1"),
        ("max_incomplete_requests_per_address", "4"),
    ];
    let setup = Setup {
        settings: &settings,
        ..Setup::default()
    };
    let server = Server::start(deployment, setup).await;
    let free_bytes = server.free_bytes();
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut stream = server.connect(ATTACKER).await;
        stream.write_all(half_sign_in().as_bytes()).await.unwrap();
        held.push(stream);
    }
    let too_many: Vec<_> = (0..8).map(|_| half_sign_in()).collect();
    let refused = too_many.iter().map(|it| server.ask(ATTACKER, it));
    for refused in futures_util::future::join_all(refused).await {
        assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
        assert!(refused.contains("retry-after: 1"), "{refused}");
        assert!(
            refused.contains("too_many_incomplete_requests"),
            "{refused}"
        );
    }
    server.other_customer_is_served().await;
    assert_eq!(server.status(OTHER, &whole("")).await, "401");
    drop(held);
    server.everything_is_released(free_bytes).await;
    assert_eq!(server.status(ATTACKER, &whole("")).await, "401");
}

async fn a_body_in_tiny_chunks_is_refused_and_its_connection_closed(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let chunks = "1\r\n \r\n".repeat(2_000);
    let head = "POST /api/manage/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = server.connect(ATTACKER).await;
    // No `Connection: close`, and no end of the body: the server closes the connection itself.
    let sent = stream.write_all(format!("{head}{chunks}").as_bytes()).await;
    let refused = read_to_end(&mut stream).await;
    assert!(
        sent.is_err() || refused.starts_with("HTTP/1.1 400"),
        "{refused}"
    );
    assert!(refused.contains("body_malformed"), "{refused}");
    // Chunks of a useful size are accepted.
    let body = " ".repeat(300);
    let chunks = format!("12c\r\n{body}\r\n").repeat(100);
    let whole = format!("{head}{chunks}2\r\n{{}}\r\n0\r\n\r\n")
        .replace("chunked", "chunked\r\nConnection: close");
    let read = server.ask(ATTACKER, &whole).await;
    assert!(read.contains("field_missing"), "{read}");
    server.other_customer_is_served().await;
}

async fn idle_connections_of_one_address_do_not_keep_another_out(deployment: Deployment) {
    let setup = Setup {
        settings: &[("max_connections_per_address", "4")],
        max_connections: 6,
        ..Setup::default()
    };
    let has_tls = deployment.has_tls;
    let server = Server::start(deployment, setup).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(server.idle(ATTACKER).await);
    }
    for _ in 0..20 {
        let refused = server.ask(ATTACKER, ASK).await;
        if has_tls {
            assert_eq!(refused, "", "without TLS there is no response");
        } else {
            assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
            assert!(refused.contains("too_many_connections"), "{refused}");
            assert!(refused.contains("Retry-After: 1"), "{refused}");
        }
    }
    for _ in 0..3 {
        server.other_customer_is_served().await;
    }
    drop(held);
    server.everything_is_released(server.free_bytes()).await;
    assert_eq!(server.status(ATTACKER, ASK).await, "401");
}

async fn idle_connections_of_many_addresses_do_not_keep_another_out(deployment: Deployment) {
    let setup = Setup {
        settings: &[("max_connections_per_address", "3")],
        max_connections: 6,
        ..Setup::default()
    };
    let server = Server::start(deployment, setup).await;
    let mut held = Vec::new();
    for address in ["127.0.0.11", "127.0.0.12"] {
        for _ in 0..3 {
            held.push(server.idle(address).await);
        }
    }
    // Each of these connections takes the place of one that waits for its client.
    let mut others = Vec::new();
    for _ in 0..2 {
        server.other_customer_is_served().await;
        others.push(server.idle(OTHER).await);
    }
    drop((held, others));
    server.everything_is_released(server.free_bytes()).await;
}

/// Returns a connection with a request in progress: the service has read its headers and asks for the
/// body.
async fn busy(server: &Server, source: &str) -> impl Sized + use<> {
    let mut stream = server.connect(source).await;
    let request = half_sign_in().replace("\r\n\r\n{", "\r\nExpect: 100-continue\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 100"), "{answer:?}");
    stream
}

async fn health_checks_get_through_when_every_connection_is_taken(deployment: Deployment) {
    let setup = Setup {
        max_connections: 2,
        ..Setup::default()
    };
    let server = Server::start(deployment, setup).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        held.push(busy(&server, ATTACKER).await);
    }
    assert_eq!(server.status(OTHER, ASK).await, "503");
    for path in ["/healthz", "/readyz"] {
        // No `Connection: close`: the server closes the connection itself, because the next check
        // needs its slot.
        let check = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_eq!(server.status(OTHER, &check).await, "200", "{path}");
    }
    // Slots for health checks that are used otherwise become free by themselves.
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

async fn an_unread_stream_is_reset_although_others_are_answered(deployment: Deployment) {
    let limits = ConnectionLimits {
        exchange_timeout: SHORT,
        ..PATIENT
    };
    let setup = Setup {
        limits,
        ..Setup::default()
    };
    let server = Server::start(deployment, setup).await;
    // The window allows none of the response to be sent, or only a few bytes.
    for window in [0, 10] {
        let mut connection = server.connect_with(ATTACKER, "h2").await.unwrap();
        connection.write_all(&h2::preface(window)).await.unwrap();
        let unread = h2::request(1, "GET", "/openapi.json", "");
        connection.write_all(&unread).await.unwrap();
        let mut stream = 3;
        while !h2::head(&mut connection, stream).await.contains(&1) {
            stream += 2;
        }
        h2::head(&mut connection, stream + 2).await;
    }
}

async fn a_connection_has_at_most_32_streams(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let mut connection = server.connect_with(ATTACKER, "h2").await.unwrap();
    connection.write_all(&h2::preface(0)).await.unwrap();
    let settings = h2::read(&mut connection).await;
    assert_eq!(settings.kind, h2::SETTINGS);
    let mut entries = settings.payload.chunks(6);
    let id = h2::MAX_CONCURRENT_STREAMS.to_be_bytes();
    let limit = entries.find(|it| it[..2] == id).unwrap();
    assert_eq!(limit[2..], 32_u32.to_be_bytes());
    // One more stream than that, none of which is read.
    for stream in 0..33 {
        let unread = h2::request(1 + 2 * stream, "GET", "/openapi.json", "");
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

async fn unread_streams_hold_little_memory_and_none_after_their_connection(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let free_bytes = server.free_bytes();
    let mut connection = server.connect_with(ATTACKER, "h2").await.unwrap();
    connection.write_all(&h2::preface(0)).await.unwrap();
    // Sixty megabytes each.
    let table = "/api/calc/ephemeris?startDate=2000-01-01&endDate=2027-05-17&step=1d";
    for stream in 0..32 {
        let unread = h2::request(1 + 2 * stream, "GET", table, &server.attacker_key);
        connection.write_all(&unread).await.unwrap();
    }
    let mut begun = 0;
    while begun < 32 {
        begun += u32::from(h2::read(&mut connection).await.kind == h2::HEADERS);
    }
    server.other_customer_is_served().await;
    let held_bytes = free_bytes - server.free_bytes();
    assert!(held_bytes > 0, "the responses are in progress");
    assert!(held_bytes <= 16 * 1024 * 1024, "{held_bytes}");
    drop(connection);
    server.everything_is_released(free_bytes).await;
}

on_every_deployment! {
    half_sent_bodies_of_one_address_harm_only_itself
    a_body_in_tiny_chunks_is_refused_and_its_connection_closed
    idle_connections_of_one_address_do_not_keep_another_out
    idle_connections_of_many_addresses_do_not_keep_another_out
    health_checks_get_through_when_every_connection_is_taken
    an_unread_stream_is_reset_although_others_are_answered
    a_connection_has_at_most_32_streams
    unread_streams_hold_little_memory_and_none_after_their_connection
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
    let server = Server::start(Deployment::sqlite(), setup).await;
    let of = |client: &str| {
        let key = &server.attacker_key;
        let more = format!("X-Api-Key: {key}\r\nX-Forwarded-For: {client}\r\n");
        half("/api/calc/natal", &more)
    };
    let mut held = server.connect(ATTACKER).await;
    held.write_all(of("203.0.113.1").as_bytes()).await.unwrap();
    assert_eq!(server.status(ATTACKER, &of("203.0.113.1")).await, "429");
    let other = whole("X-Forwarded-For: 203.0.113.2\r\n");
    assert_eq!(server.status(ATTACKER, &other).await, "401");
    drop(held);
}

#[tokio::test]
async fn a_request_names_its_host_exactly_once() {
    let server = Server::start(Deployment::sqlite(), Setup::default()).await;
    let ask = |version: &str, hosts: &str| {
        format!("GET /api/key HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n")
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
