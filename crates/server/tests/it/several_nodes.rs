//! Three real nodes on one PostgreSQL and one Redis: the same limits, the same quota, nothing lost
//! when one is killed, and nothing refused during a rolling restart.

use std::collections::{HashMap, HashSet};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustix::process::Signal;
use serde_json::Value;

use crate::binary::{Serving, json};
use crate::crash::rounds;
use crate::faults::{live_key, request_id};
use crate::redis::PrivateRedis;
use metering::Committer;
use store::testing::TestDatabase;

const NODES: usize = 3;

/// The nodes of one service.
struct Cluster {
    folder: tempfile::TempDir,
    options: Vec<String>,
    nodes: Vec<Serving>,
    _redis: PrivateRedis,
    _database: TestDatabase,
}

impl Cluster {
    fn start(more: &[&str]) -> Option<Self> {
        let mut cluster = Self::prepare(more)?;
        for node in 0..NODES {
            let serving = cluster.serve(node);
            cluster.nodes.push(serving);
        }
        Some(cluster)
    }

    /// Prepares everything but the nodes.
    fn prepare(more: &[&str]) -> Option<Self> {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let database = runtime.block_on(TestDatabase::postgres())?;
        let redis = PrivateRedis::start()?;
        let store::DatabaseLocation::Postgres(address) = &database.location else {
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        let mut options = vec!["--database".to_owned(), address.clone()];
        let settings = [
            format!("master_key_file={}", secret.display()),
            format!("counters={}", redis.address()),
            "counters_timeout=10s".to_owned(),
            "log_level=warn".to_owned(),
        ];
        let more = more.iter().map(|it| (*it).to_owned());
        for setting in settings.into_iter().chain(more) {
            options.extend(["--set".to_owned(), setting]);
        }
        Some(Self {
            folder,
            options,
            nodes: Vec::new(),
            _redis: redis,
            _database: database,
        })
    }

    fn data(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("node-{node}"))
    }

    fn options(&self) -> Vec<&str> {
        self.options.iter().map(String::as_str).collect()
    }

    fn serve(&self, node: usize) -> Serving {
        Serving::start_with(&self.data(node), &self.options())
    }

    fn json(&self, arguments: &[&str]) -> Value {
        json(&self.data(0), &[arguments, &self.options()].concat())
    }

    fn ledger(&self, org: &str) -> Vec<Value> {
        let rows = self.json(&["ledger", "export", "--org", org]);
        rows.as_array().unwrap().clone()
    }

    /// Returns the organization's usage of its quota.
    fn used(&self, org: &str) -> usize {
        let all = self.json(&["org", "list"]);
        let found = all.as_array().unwrap().iter().find(|it| it["id"] == org);
        let used = found.unwrap()["used"]["live"].as_u64().unwrap();
        usize::try_from(used).unwrap()
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(Serving::address).collect()
    }
}

/// Sends one request on its own connection. Returns `None` if the connection broke.
fn ask(address: SocketAddr, key: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let request = format!(
        "GET /api/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: {key}\r\nConnection: close\r\n\r\n"
    );
    let mut answer = String::new();
    stream.write_all(request.as_bytes()).ok()?;
    stream.read_to_string(&mut answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    answer.ends_with('}').then_some((status, answer))
}

/// Returns the maximum number in any second, computed by definition from sorted microseconds.
fn busiest_second(times: &[i64]) -> usize {
    let within = |first: &i64| {
        let end = first + 1_000_000;
        times.iter().filter(|it| *it >= first && **it < end).count()
    };
    times.iter().map(within).max().unwrap_or_default()
}

/// The nodes have the same master secret and an empty database: one of them migrates and creates
/// the first organization, and the others wait for it.
#[test]
fn nodes_that_start_at_once_make_one_installation() {
    let Some(cluster) = Cluster::prepare(&[]) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    std::fs::write(cluster.folder.path().join("secret"), "07".repeat(32)).unwrap();
    let nodes: Vec<_> = std::thread::scope(|scope| {
        let cluster = &cluster;
        let starting: Vec<_> = (0..NODES)
            .map(|node| scope.spawn(move || cluster.serve(node)))
            .collect();
        starting.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let with_key: Vec<_> = nodes
        .iter()
        .filter(|it| it.banner().contains("ak_test_"))
        .collect();
    assert_eq!(with_key.len(), 1, "one node created the first key");
    let key = with_key[0].first_key();
    for node in &nodes {
        assert_eq!(node.status("/api/key", &key), 200);
    }
    let orgs = cluster.json(&["org", "list"]);
    assert_eq!(orgs.as_array().unwrap().len(), 1);
}

#[test]
fn five_keys_have_their_rate_on_three_nodes_together() {
    const RATE: usize = 10;
    const OFFERED_TIMES: usize = 10;
    let Some(cluster) = Cluster::start(&[]) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    let options = cluster.options();
    let (org, _) = live_key(&cluster.data(0), &options);
    let keys: Vec<(String, String)> = (0..5)
        .map(|_| {
            let create = [
                "key",
                "create",
                "--org",
                &org,
                "--name",
                "limited",
                "--permission",
                "calc:read",
                "--live",
                "--rate",
                "10/1s",
            ];
            let key = cluster.json(&create);
            let text = |name: &str| key[name].as_str().unwrap().to_owned();
            (text("id"), text("key"))
        })
        .collect();
    let addresses = cluster.addresses();
    // Each client sends as fast as it gets responses, until every key was admitted for several
    // windows (a minute of them with the long counts) and was offered ten times as much.
    let windows = rounds() * 3 / 10;
    let enough = RATE * windows;
    let admitted: Vec<_> = keys.iter().map(|_| AtomicUsize::new(0)).collect();
    let offered: Vec<_> = keys.iter().map(|_| AtomicUsize::new(0)).collect();
    std::thread::scope(|scope| {
        for (index, (_, key)) in keys.iter().enumerate() {
            for address in addresses.iter().chain(&addresses) {
                let (admitted, offered) = (&admitted[index], &offered[index]);
                scope.spawn(move || {
                    while admitted.load(Ordering::SeqCst) < enough
                        || offered.load(Ordering::SeqCst) < OFFERED_TIMES * enough
                    {
                        let (status, answer) = ask(*address, key).unwrap();
                        offered.fetch_add(1, Ordering::SeqCst);
                        match status {
                            200 => admitted.fetch_add(1, Ordering::SeqCst),
                            429 => continue,
                            _ => panic!("{answer}"),
                        };
                    }
                });
            }
        }
    });
    let mut times: HashMap<String, Vec<i64>> = HashMap::new();
    for row in cluster.ledger(&org) {
        let at: jiff::Timestamp = row["at"].as_str().unwrap().parse().unwrap();
        let key = row["keyId"].as_str().unwrap().to_owned();
        times.entry(key).or_default().push(at.as_microsecond());
    }
    for ((id, _), count) in keys.iter().zip(&admitted) {
        let times = times.get_mut(id).unwrap();
        times.sort_unstable();
        assert_eq!(
            times.len(),
            count.load(Ordering::SeqCst),
            "all are in the ledger"
        );
        assert_eq!(busiest_second(times), RATE, "exactly the rate");
    }
    let sum = |counts: &[AtomicUsize]| -> usize {
        counts.iter().map(|it| it.load(Ordering::SeqCst)).sum()
    };
    println!("{} offered, {} admitted", sum(&offered), sum(&admitted));
}

/// A thousand concurrent clients send requests, each until it is refused.
#[test]
fn a_quota_ends_at_its_cap_whichever_node_is_asked() {
    const QUOTA: usize = 1_500;
    const CLIENTS: usize = 1_000;
    let Some(cluster) = Cluster::start(&[]) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    let (org, key) = live_key(&cluster.data(0), &cluster.options());
    let quota = QUOTA.to_string();
    let rate = "10000/1s";
    cluster.json(&["org", "set", &org, "--quota", &quota, "--rate", rate]);
    // A node that had looked up the organization before would need a moment to notice the change.
    let admitted = AtomicUsize::new(0);
    let together = std::sync::Barrier::new(CLIENTS);
    let addresses = cluster.addresses();
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (admitted, together, key) = (&admitted, &together, &key);
            let address = addresses[client % NODES];
            let small = std::thread::Builder::new().stack_size(128 * 1024);
            let asking = small.spawn_scoped(scope, move || {
                together.wait();
                loop {
                    match ask(address, key) {
                        Some((200, _)) => admitted.fetch_add(1, Ordering::SeqCst),
                        Some((429, answer)) => {
                            assert!(answer.contains("quota_exhausted"), "{answer}");
                            return;
                        }
                        // Refused by a node at its concurrency limit. Nothing was counted.
                        Some((503, _)) => continue,
                        other => panic!("{other:?}"),
                    };
                }
            });
            asking.unwrap();
        }
    });
    assert_eq!(admitted.load(Ordering::SeqCst), QUOTA);
    let rows = cluster.ledger(&org);
    let charged = rows.iter().filter(|it| it["cost"] == 1).count();
    assert_eq!(charged, QUOTA);
    assert_eq!(cluster.used(&org), QUOTA);
}

#[test]
fn killed_nodes_have_counted_what_they_acknowledged() {
    let Some(mut cluster) = Cluster::start(&[]) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    let (org, key) = live_key(&cluster.data(0), &cluster.options());
    let acknowledged = Mutex::new(Vec::new());
    for round in 0..rounds() {
        let answered = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let addresses = cluster.addresses();
        let victim = round % NODES;
        std::thread::scope(|scope| {
            for address in addresses {
                let (answered, stop, acknowledged) = (&answered, &stop, &acknowledged);
                let key = &key;
                scope.spawn(move || {
                    while !stop.load(Ordering::SeqCst) {
                        if let Some((200, answer)) = ask(address, key) {
                            acknowledged.lock().unwrap().push(request_id(&answer));
                            answered.fetch_add(1, Ordering::SeqCst);
                        }
                    }
                });
            }
            let enough = 1 + (round * 37) % 101;
            while answered.load(Ordering::SeqCst) < enough {
                std::thread::yield_now();
            }
            cluster.nodes[victim].kill();
            stop.store(true, Ordering::SeqCst);
        });
        cluster.nodes[victim] = cluster.serve(victim);
    }
    let rows = cluster.ledger(&org);
    let charged = rows.iter().filter(|it| it["cost"] == 1).count();
    assert_eq!(
        cluster.used(&org),
        charged,
        "the usage equals the sum of the ledger"
    );
    let ids: Vec<_> = rows
        .iter()
        .map(|it| it["requestId"].as_str().unwrap())
        .collect();
    let unique: HashSet<_> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "nothing is counted twice");
    let acknowledged = acknowledged.into_inner().unwrap();
    let missing = acknowledged
        .iter()
        .filter(|it| !unique.contains(it.as_str()));
    assert_eq!(missing.count(), 0);
    let (sent, kept) = (acknowledged.len(), ids.len());
    println!(
        "{} kills, {sent} acknowledged, {kept} in the ledger",
        rounds()
    );
}

/// A minimal load balancer: a node that is ready gets the request. A node that refuses the
/// connection never saw the request, so another one gets it.
fn balance(mut client: TcpStream, nodes: &Mutex<Vec<SocketAddr>>, turn: usize) -> Option<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte).ok()?;
        request.push(byte[0]);
    }
    for attempt in 0.. {
        let node = {
            let nodes = nodes.lock().unwrap();
            nodes[(turn + attempt) % nodes.len()]
        };
        let ready = b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        let Some(answer) = exchange(node, ready) else {
            continue;
        };
        if !answer.starts_with(b"HTTP/1.1 200") {
            continue;
        }
        let Ok(mut stream) = TcpStream::connect(node) else {
            continue;
        };
        stream.write_all(&request).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        return client.write_all(&answer).ok();
    }
    None
}

fn exchange(address: SocketAddr, request: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(request).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn a_rolling_restart_fails_no_request() {
    // Longer than any request waits between the balancer's check and its own turn, on a machine
    // that runs other tests at the same time.
    let Some(mut cluster) = Cluster::start(&["drain_time=2s"]) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    let (org, key) = live_key(&cluster.data(0), &cluster.options());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = listener.local_addr().unwrap();
    let nodes = Mutex::new(cluster.addresses());
    // The clients stop before the balancer, so that every accepted request is answered.
    let (stop, closed) = (AtomicBool::new(false), AtomicBool::new(false));
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (nodes, stop, closed, key) = (&nodes, &stop, &closed, &key);
        let answered = &answered;
        scope.spawn(move || {
            for (turn, client) in listener.incoming().enumerate() {
                if closed.load(Ordering::SeqCst) {
                    return;
                }
                scope.spawn(move || balance(client.unwrap(), nodes, turn));
            }
        });
        let clients: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(move || {
                    while !stop.load(Ordering::SeqCst) {
                        let (status, answer) = ask(proxy, key).expect("an answer");
                        assert_eq!(status, 200, "{answer}");
                        answered.fetch_add(1, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        for node in 0..NODES {
            let before = answered.load(Ordering::SeqCst);
            while answered.load(Ordering::SeqCst) < before + 20 {
                std::thread::yield_now();
            }
            cluster.nodes[node].signal(Signal::TERM);
            let fresh = Serving::start_with(&cluster.data(node + NODES), &cluster.options());
            nodes.lock().unwrap()[node] = fresh.address();
            std::mem::replace(&mut cluster.nodes[node], fresh).ended();
        }
        stop.store(true, Ordering::SeqCst);
        for client in clients {
            client.join().unwrap();
        }
        // One more connection, to wake up the balancer.
        closed.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(proxy));
    });
    let (answered, counted) = (answered.into_inner(), cluster.ledger(&org).len());
    assert_eq!(answered, counted, "each is answered once");
}

#[tokio::test]
async fn a_node_on_postgres_makes_no_secret_that_others_would_lack() {
    let Some(database) = TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    let store::DatabaseLocation::Postgres(address) = &database.location else {
        unreachable!("the location is PostgreSQL")
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let settings = [("database", address.as_str()), ("data_dir", data)];
    let config = crate::harness::config(&settings);
    let clock = http_api::clock::Clock::manual(crate::harness::NOW);
    let refused = server::start::start(config, clock, &server::api::api(), Committer::open).await;
    let refused = refused.map(|_| ()).unwrap_err();
    assert!(
        matches!(refused, server::start::StartError::SecretNotNamed),
        "{refused}"
    );
    assert!(refused.to_string().contains("master_key_file"), "{refused}");
    assert!(!folder.path().join("master.key").exists());
}
