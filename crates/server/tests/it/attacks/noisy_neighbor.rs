//! Expensive requests by a noisy neighbor. On every deployment, the other customer is served during
//! the attack, and nothing is left behind. `connections.rs` covers connections. Nothing here
//! measures time: an attack lasts until its response has ended.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinHandle;

use super::deployment::{ATTACKER, Deployment, NATAL, Server, Setup, get, post};

/// The number of large tables that one customer requests at the same time: more than it has
/// threads.
const ATTACKS: usize = 4;

/// The maximum number of points of a table with 10,000 rows.
const POINTS: [&str; 32] = [
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "chiron",
    "ceres",
    "pallas",
    "juno",
    "vesta",
    "meanNode",
    "trueNode",
    "meanApogee",
    "trueApogee",
    "pholus",
    "nessus",
    "chariklo",
    "eris",
    "sedna",
    "haumea",
    "makemake",
    "quaoar",
    "orcus",
    "ixion",
    "varuna",
    "hygiea",
    "eros",
];

/// Returns a table of 32 points from 2000 to this day, one row a day.
fn table(end: &str) -> Value {
    json!({ "startDate": "2000-01-01", "endDate": end, "step": "1d", "points": POINTS })
}

/// Returns a search over tens of thousands of days with a small response.
fn retrograde() -> Value {
    json!({ "startDate": "1900-01-01", "endDate": "1999-12-31", "points": POINTS[2..15] })
}

fn batch(operation: &str, body: &Value, items: usize) -> Value {
    let item = json!({ "operation": operation, "body": body });
    json!({ "requests": vec![item; items] })
}

/// A response that has started and is read to its end.
struct Attack(JoinHandle<()>);

impl Attack {
    async fn begin(server: &Server, request: &str) -> Self {
        let mut stream = server.connect(ATTACKER).await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
        Self(tokio::spawn(async move {
            let mut piece = vec![0; 64 * 1024];
            while stream.read(&mut piece).await.is_ok_and(|it| it > 0) {}
        }))
    }
}

/// Checks that, while responses to this request are computed, the neighbor is served and they hold
/// at most this much memory, and that they hold nothing after their reader has left.
async fn harms_nobody(server: &Server, request: &str, max_held_bytes: u64) {
    let free_bytes = server.free_bytes();
    let mut attacks = Vec::new();
    for _ in 0..ATTACKS {
        attacks.push(Attack::begin(server, request).await);
    }
    server.other_customer_is_served().await;
    let held_bytes = free_bytes - server.free_bytes();
    for attack in &attacks {
        assert!(!attack.0.is_finished(), "the neighbor had to wait for it");
        attack.0.abort();
    }
    assert!(held_bytes > 0);
    assert!(held_bytes <= max_held_bytes, "{held_bytes}");
    server.everything_is_released(free_bytes).await;
}

/// Returns the attacker's charges: operation, units, status.
async fn charged(server: &Server) -> Vec<(String, u64, Option<u16>)> {
    server.service.ledger().await
}

async fn a_deep_query_is_refused(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    for name in [
        "a".to_owned() + &".a".repeat(3_000),
        "a".to_owned() + &"[a]".repeat(3_000),
    ] {
        let request =
            format!("GET /healthz?{name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let answer = server.ask(ATTACKER, &request).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert!(answer.contains("query_malformed"), "{answer}");
        assert!(answer.len() < 2_000, "the name is not echoed");
    }
    server.other_customer_is_served().await;
}

async fn a_deep_query_with_a_key_is_refused_and_costs_one_unit(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let path = format!("{NATAL}&x{}=1", ".y".repeat(3_000));
    let answer = server
        .ask(ATTACKER, &get(&path, &server.attacker_key))
        .await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("query_malformed"), "{answer}");
    server.other_customer_is_served().await;
    let expected = [("calc_natal".to_owned(), 1, Some(400))];
    assert_eq!(charged(&server).await, expected);
}

async fn a_point_name_of_60_kilobytes_is_compared_with_nothing(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let free_bytes = server.free_bytes();
    let body = json!({
        "dateTime": "1990-06-15T14:30",
        "location": { "latitude": 1, "longitude": 1 },
        "points": ["x".repeat(60_000)],
    });
    let request = post("/api/calc/natal", &server.attacker_key, &body);
    // Without compression, the response can be read.
    let request = request.replace("Accept-Encoding: gzip\r\n", "");
    let answer = server.ask(ATTACKER, &request).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("\"/points/0\""), "{answer}");
    assert!(!answer.contains("Did you mean"), "{answer}");
    assert!(answer.len() < 8_000, "the name is not repeated: {answer}");
    server.other_customer_is_served().await;
    server.everything_is_released(free_bytes).await;
}

async fn large_compressed_tables_leave_the_neighbor_served(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    // 10,000 rows: 70 megabytes each.
    let request = post(
        "/api/calc/ephemeris",
        &server.attacker_key,
        &table("2027-05-17"),
    );
    harms_nobody(&server, &request, 4 * 1024 * 1024).await;
}

async fn a_batch_of_large_tables_is_written_as_it_is_made(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    // The first is 70 megabytes. The others are refused in their places.
    let body = batch("ephemeris", &table("2027-05-17"), 300);
    let request = post("/api/calc/batch", &server.attacker_key, &body);
    harms_nobody(&server, &request, 4 * 1024 * 1024).await;
}

async fn a_batch_of_slow_items_leaves_the_neighbor_served(deployment: Deployment) {
    let server = Server::start(deployment, Setup::default()).await;
    let body = batch("retrograde", &retrograde(), 8);
    let request = post("/api/calc/batch", &server.attacker_key, &body);
    harms_nobody(&server, &request, 64 * 1024 * 1024).await;
}

on_every_deployment! {
    a_deep_query_is_refused
    a_deep_query_with_a_key_is_refused_and_costs_one_unit
    a_point_name_of_60_kilobytes_is_compared_with_nothing
    large_compressed_tables_leave_the_neighbor_served
    a_batch_of_large_tables_is_written_as_it_is_made
    a_batch_of_slow_items_leaves_the_neighbor_served
}
