//! SIGKILL under load: every acknowledged response is in the ledger exactly once, and the usage
//! equals the sum of the ledger.

use std::collections::HashSet;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::binary::{Serving, json};

/// Returns 20 in `cargo xtask test` and 200 in `cargo xtask soak`.
pub(crate) fn rounds() -> usize {
    #[expect(
        clippy::disallowed_methods,
        reason = "the command that runs the tests says how long they may take"
    )]
    let full = std::env::var("ALMAGEST_TEST_ROUNDS").is_ok_and(|it| it == "full");
    if full { 200 } else { 20 }
}

/// Sends requests on one connection until it breaks, and collects the ids of complete responses.
fn ask_until_it_breaks(
    address: SocketAddr,
    key: &str,
    answered: &AtomicUsize,
    stop: &AtomicBool,
) -> Vec<String> {
    let mut ids = Vec::new();
    let request = format!(
        "GET /api/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: {key}\r\nConnection: close\r\n\r\n"
    );
    while !stop.load(Ordering::SeqCst) {
        let Ok(mut stream) = TcpStream::connect(address) else {
            break;
        };
        let mut answer = String::new();
        let whole = stream
            .write_all(request.as_bytes())
            .and_then(|()| stream.read_to_string(&mut answer));
        if whole.is_err() || !answer.starts_with("HTTP/1.1 200") || !answer.ends_with('}') {
            continue;
        }
        let id = answer
            .lines()
            .find_map(|it| it.strip_prefix("x-request-id: "));
        ids.push(id.unwrap().to_owned());
        answered.fetch_add(1, Ordering::SeqCst);
    }
    ids
}

#[test]
fn a_killed_server_has_counted_what_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = Serving::start(&data);
    let unlimited = ["--rate", "10000/1s", "--quota", "100000000"];
    let org = [
        &["org", "create", "--name", "Load", "--plan", "deluxe"][..],
        &unlimited,
    ]
    .concat();
    let org = json(&data, &org)["id"].as_str().unwrap().to_owned();
    let key = [
        "key",
        "create",
        "--org",
        &org,
        "--name",
        "load",
        "--permission",
        "calc:read",
        "--live",
    ];
    let key = json(&data, &key)["key"].as_str().unwrap().to_owned();
    drop(first);

    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    for round in 0..rounds() {
        let mut serving = Serving::start(&data);
        let address = serving.address();
        let answered = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let ids = ask_until_it_breaks(address, &key, &answered, &stop);
                    acknowledged.lock().unwrap().extend(ids);
                });
            }
            // Killed after a different number of responses each time, in the middle of the next
            // ones.
            let enough = 1 + (round * 37) % 101;
            while answered.load(Ordering::SeqCst) < enough {
                std::thread::yield_now();
            }
            serving.kill();
            stop.store(true, Ordering::SeqCst);
        });
    }
    let serving = Serving::start(&data);
    let rows = json(&data, &["ledger", "export", "--org", &org]);
    let rows = rows.as_array().unwrap();
    let ids: Vec<_> = rows
        .iter()
        .map(|it| it["requestId"].as_str().unwrap())
        .collect();
    let unique: HashSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "nothing is counted twice");
    let acknowledged = acknowledged.lock().unwrap();
    let missing = acknowledged
        .iter()
        .filter(|it| !unique.contains(&it.as_str()))
        .count();
    println!(
        "{} acknowledged, {} in the ledger, {missing} missing",
        acknowledged.len(),
        ids.len()
    );
    assert_eq!(missing, 0);
    let sum: u64 = rows.iter().map(|it| it["cost"].as_u64().unwrap()).sum();
    let usage = json(&data, &["org", "list"]);
    let used = usage
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["id"] == org.as_str())
        .unwrap();
    assert_eq!(
        used["used"]["live"].as_u64().unwrap(),
        sum,
        "the usage equals the sum of the ledger"
    );
    serving.stop();
}
