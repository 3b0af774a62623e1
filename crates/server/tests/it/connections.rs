//! The listener over real sockets: slow and silent clients are disconnected, idle ones do not lock
//! others out, and a stop lets requests finish. Nothing here measures time: a test waits for the
//! expected event.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use transport::{ConnectionLimits, Listener, raise_open_file_limit};

use crate::harness::{Service, config};
use crate::sample_api::{self, SLOW_BEGUN, SLOW_MAY_END};

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_mins(10);

struct Running {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    ended: JoinHandle<()>,
    service: Arc<Service>,
}

async fn run(limits: ConnectionLimits, most: u32) -> Running {
    let settings = config(&[("body_timeout", "200ms")]);
    let service = Arc::new(Service::with_config(sample_api::api(), settings).await);
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let (stop, stopping) = watch::channel(false);
    let listener = Listener::new(socket, limits, most, Arc::clone(&service.app.transport));
    let ended = tokio::spawn(listener.serve(service.router.clone(), stopping, LONG));
    Running {
        address,
        stop,
        ended,
        service,
    }
}

/// Deadlines that no test reaches by accident.
const PATIENT: ConnectionLimits = ConnectionLimits {
    header_timeout: LONG,
    idle_timeout: LONG,
    exchange_timeout: LONG,
};

async fn connect(running: &Running) -> TcpStream {
    TcpStream::connect(running.address).await.unwrap()
}

/// Reads everything until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset also counts as the end.
    stream.read_to_end(&mut bytes).await.ok();
    String::from_utf8(bytes).unwrap()
}

/// Reads one response on a connection that stays open.
async fn read_answer(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    loop {
        let mut byte = [0];
        assert_eq!(
            stream.read(&mut byte).await.unwrap(),
            1,
            "the connection stays open"
        );
        text.push(byte[0]);
        let head = String::from_utf8_lossy(&text).into_owned();
        if let Some((head, body)) = head.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|it| it.strip_prefix("content-length: "));
            if body.len() == length.unwrap().parse::<usize>().unwrap() {
                return String::from_utf8(text).unwrap();
            }
        }
    }
}

const ASK: &[u8] = b"GET /sample/things/1 HTTP/1.1\r\nHost: x\r\n\r\n";
const ASK_SLOWLY: &[u8] =
    b"POST /sample/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
    Content-Length: 2\r\n\r\n{}";

#[tokio::test]
async fn a_client_that_says_nothing_is_cut() {
    let running = run(
        ConnectionLimits {
            header_timeout: SHORT,
            ..PATIENT
        },
        10,
    )
    .await;
    let mut silent = connect(&running).await;
    assert_eq!(read_to_end(&mut silent).await, "");
}

#[tokio::test]
async fn slow_headers_are_cut_on_the_first_and_on_later_requests() {
    let running = run(
        ConnectionLimits {
            header_timeout: SHORT,
            ..PATIENT
        },
        10,
    )
    .await;
    let mut slow = connect(&running).await;
    slow.write_all(b"GET /sample/things/1 HTT").await.unwrap();
    assert!(!read_to_end(&mut slow).await.contains("200 OK"));
    let mut slow = connect(&running).await;
    slow.write_all(ASK).await.unwrap();
    assert!(read_answer(&mut slow).await.starts_with("HTTP/1.1 401"));
    slow.write_all(b"GET /sample/things/1 HTTP/1.1\r\nHost: ")
        .await
        .unwrap();
    assert!(!read_to_end(&mut slow).await.contains("HTTP/1.1 401"));
}

#[tokio::test]
async fn half_a_version_preface_is_cut() {
    let running = run(
        ConnectionLimits {
            header_timeout: SHORT,
            ..PATIENT
        },
        10,
    )
    .await;
    let mut slow = connect(&running).await;
    slow.write_all(b"PRI * HT").await.unwrap();
    assert_eq!(read_to_end(&mut slow).await, "");
}

#[tokio::test]
async fn a_body_that_trickles_is_answered_408() {
    let running = run(PATIENT, 10).await;
    let mut slow = connect(&running).await;
    let head = "POST /sample/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Content-Length: 1000\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    let answer = read_answer(&mut slow).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("body_timeout"), "{answer}");
}

#[tokio::test]
async fn an_idle_connection_is_closed_between_requests() {
    let running = run(
        ConnectionLimits {
            idle_timeout: SHORT,
            ..PATIENT
        },
        10,
    )
    .await;
    let mut idle = connect(&running).await;
    idle.write_all(ASK).await.unwrap();
    assert!(read_answer(&mut idle).await.starts_with("HTTP/1.1 401"));
    assert_eq!(read_to_end(&mut idle).await, "");
}

/// An idle connection has its own, longer deadline, because proxies reuse connections.
#[tokio::test]
async fn the_header_deadline_does_not_end_a_resting_connection() {
    let limits = ConnectionLimits {
        header_timeout: SHORT,
        ..PATIENT
    };
    let running = run(limits, 10).await;
    let mut resting = connect(&running).await;
    resting.write_all(ASK).await.unwrap();
    read_answer(&mut resting).await;
    // A second client that sends nothing is disconnected after the header deadline. The first one,
    // which has been idle for longer by then, is still served.
    let mut silent = connect(&running).await;
    assert_eq!(read_to_end(&mut silent).await, "");
    resting.write_all(ASK).await.unwrap();
    assert!(read_answer(&mut resting).await.starts_with("HTTP/1.1 401"));
}

#[tokio::test]
async fn a_thousand_idle_connections_do_not_keep_the_next_one_out() {
    raise_open_file_limit();
    let running = run(PATIENT, 4096).await;
    let mut idle = Vec::new();
    for _ in 0..1000 {
        idle.push(connect(&running).await);
    }
    let mut next = connect(&running).await;
    next.write_all(ASK).await.unwrap();
    assert!(read_answer(&mut next).await.starts_with("HTTP/1.1 401"));
    assert_eq!(idle.len(), 1000);
}

#[tokio::test]
async fn at_the_limit_a_connection_is_refused_cleanly_and_a_place_given_back_is_used() {
    let running = run(PATIENT, 2).await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        // Connections with a request in progress. Others would give their place to the next one.
        let mut stream = connect(&running).await;
        stream.write_all(ASK_SLOWLY).await.unwrap();
        SLOW_BEGUN.acquire().await.unwrap().forget();
        inside.push(stream);
    }
    let mut refused = connect(&running).await;
    refused.write_all(ASK).await.unwrap();
    refused.shutdown().await.unwrap();
    let answer = read_to_end(&mut refused).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("Retry-After: 1"), "{answer}");
    assert!(answer.contains("\r\nAccess-Control-Allow-Origin: *\r\n"));
    assert!(answer.contains("\r\nX-Api-Version: 1\r\n"));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("Content-Length: {}", body.len())));
    let told: serde_json::Value = serde_json::from_str(body).unwrap();
    let error = &told["errors"][0];
    assert_eq!(error["code"], "service_unavailable");
    let id = head.split("\r\nX-Request-Id: ").nth(1).unwrap();
    let id = id.split("\r\n").next().unwrap();
    assert_eq!(
        error["id"],
        format!("{id}.0"),
        "the first problem of that request"
    );
    let link = error["links"]["type"].as_str().unwrap();
    assert!(link.ends_with("service_unavailable"), "{link}");
    inside.pop();
    // The slot is free as soon as the server notices. Until then it refuses cleanly.
    loop {
        let mut stream = connect(&running).await;
        stream.write_all(ASK).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = read_to_end(&mut stream).await;
        if answer.starts_with("HTTP/1.1 401") {
            break;
        }
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    }
    let metrics = running.service.app.metrics.text().unwrap();
    assert!(
        !metrics.contains("almagest_connections_refused_total 0"),
        "{metrics}"
    );
}

/// The response arrives before the body has been sent, and the connection stays usable.
#[tokio::test]
async fn a_body_nobody_wanted_does_not_cost_the_connection() {
    let running = run(PATIENT, 10).await;
    let mut client = connect(&running).await;
    let head = "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";
    client.write_all(head.as_bytes()).await.unwrap();
    assert!(read_answer(&mut client).await.starts_with("HTTP/1.1 404"));
    client.write_all(b"hello").await.unwrap();
    client.write_all(ASK).await.unwrap();
    assert!(read_answer(&mut client).await.starts_with("HTTP/1.1 401"));
}

#[tokio::test]
async fn http_2_is_spoken_to_those_who_begin_with_it() {
    let running = run(PATIENT, 10).await;
    let stream = TokioIo::new(connect(&running).await);
    let (mut client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), stream)
            .await
            .unwrap();
    tokio::spawn(connection);
    let request = Request::get("http://x/sample/things/5")
        .header("x-api-key", &running.service.key)
        .body(Body::empty())
        .unwrap();
    let response = client.send_request(request).await.unwrap();
    assert_eq!(response.version(), hyper::Version::HTTP_2);
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["data"]["id"], "5");
}

#[tokio::test]
async fn a_stop_lets_the_request_under_way_finish_and_takes_no_other() {
    let running = run(PATIENT, 10).await;
    let mut idle = connect(&running).await;
    let mut busy = connect(&running).await;
    busy.write_all(ASK_SLOWLY).await.unwrap();
    SLOW_BEGUN.acquire().await.unwrap().forget();
    running.stop.send(true).unwrap();
    assert_eq!(
        read_to_end(&mut idle).await,
        "",
        "an idle connection is closed at once"
    );
    SLOW_MAY_END.notify_one();
    let answer = read_to_end(&mut busy).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    running.ended.await.unwrap();
    assert!(
        TcpStream::connect(running.address).await.is_err(),
        "nobody listens any longer"
    );
}
