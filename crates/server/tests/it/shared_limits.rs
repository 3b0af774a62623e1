//! Rate limits shared by several nodes, and their behavior when the shared counters are stopped,
//! emptied or blocked.

use std::sync::Arc;
use std::time::Duration;

use access::Rate;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use server::app::App;
use tower::ServiceExt as _;

use crate::harness::{Answer, Person, Service, browser_request, config};
use crate::redis::PrivateRedis;

/// Several nodes of one service.
struct Cluster {
    redis: PrivateRedis,
    service: Service,
    nodes: Vec<(Arc<App>, Router)>,
}

impl Cluster {
    async fn of(count: usize) -> Option<Self> {
        Self::with_timeout(count, "30s").await
    }

    async fn with_timeout(count: usize, timeout: &str) -> Option<Self> {
        let redis = PrivateRedis::start()?;
        let service = Service::new(server::api::api()).await;
        let generous = |terms: &mut store::OrgTerms| terms.rates = Some(vec![rate("10000/1s")]);
        service.set_terms(generous).await;
        let mut cluster = Self {
            redis,
            service,
            nodes: Vec::new(),
        };
        for _ in 0..count {
            cluster.add_node(timeout).await;
        }
        cluster.heartbeat().await;
        Some(cluster)
    }

    async fn add_node(&mut self, timeout: &str) {
        let address = self.redis.address();
        let config = config(&[("counters", &address), ("counters_timeout", timeout)]);
        let node = self.service.node(&server::api::api(), config).await;
        self.nodes.push(node);
    }

    async fn key(&self, rates: &[&str]) -> String {
        let rates = rates.iter().map(|it| rate(it)).collect();
        self.service.add_key_with(|key| key.rates = rates).await
    }

    /// Returns a key and its id.
    async fn key_and_id(&self, rates: &[&str]) -> (String, String) {
        let rates: Vec<_> = rates.iter().map(|it| rate(it)).collect();
        let mut id = String::new();
        let change = |key: &mut store::NewKey| {
            id = key.id.to_string();
            key.rates = rates;
        };
        let key = self.service.add_key_with(change).await;
        (key, id)
    }

    /// Checks a request on one node without sending it, and returns the code it would be refused
    /// with.
    async fn check(&self, node: usize, person: &Person, key: &str) -> Option<String> {
        let org = self.service.org_id;
        let path = format!("/api/manage/orgs/{org}/keys/{key}/check");
        let request = browser_request(Method::POST, &path)
            .header("cookie", format!("almagest_local={}", person.token))
            .header("content-type", "application/json")
            .body(Body::from(r#"{"operation":"key_describe"}"#));
        let router = self.nodes[node].1.clone();
        let answer = router.oneshot(request.unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        let answer: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let code = &answer["data"]["attributes"]["code"];
        code.as_str().map(str::to_owned)
    }

    /// Sends heartbeats, so that every node sees every other.
    async fn heartbeat(&self) {
        for (app, _) in &self.nodes {
            app.meter.heartbeat().await.unwrap();
        }
    }

    /// Lets every node check whether the counters are available.
    async fn probe(&self) {
        for (app, _) in &self.nodes {
            app.meter.probe().await;
        }
    }

    async fn ask(&self, node: usize, key: &str) -> Answer {
        ask(self.nodes[node].1.clone(), key.to_owned()).await
    }

    /// Returns how many of this many requests to one node are admitted.
    async fn admitted(&self, node: usize, key: &str, offered: usize) -> usize {
        let mut admitted = 0;
        for _ in 0..offered {
            let answer = self.ask(node, key).await;
            match answer.status {
                StatusCode::OK => admitted += 1,
                _ => assert_eq!(answer.codes(), ["rate_limited"]),
            }
        }
        admitted
    }

    /// Returns when the organization's requests were admitted, according to the ledger.
    async fn admissions(&self) -> Vec<i64> {
        for (app, _) in &self.nodes {
            app.meter.flush().await;
        }
        let rows = self.service.inside().ledger(None, 100_000).await.unwrap();
        let mut times: Vec<_> = rows.iter().map(|it| it.at.micros()).collect();
        times.sort_unstable();
        times
    }
}

async fn ask(router: Router, key: String) -> Answer {
    let request = Request::get("/api/key").header("x-api-key", key);
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = router.oneshot(request).await.unwrap().into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        bytes: body.collect().await.unwrap().to_bytes().to_vec(),
    }
}

fn rate(text: &str) -> Rate {
    text.parse().unwrap()
}

/// Returns the maximum number in any window of this length, computed by definition from sorted
/// times.
fn busiest(times: &[i64], window: Duration) -> usize {
    let window = i64::try_from(window.as_micros()).unwrap();
    let within = |first: &i64| {
        let inside = times
            .iter()
            .filter(|it| *it >= first && **it < first + window);
        inside.count()
    };
    times.iter().map(within).max().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_admit_n_in_any_window_and_n_when_offered() {
    let Some(cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["20/1s", "60/10s"]).await;
    for step in 0..60 {
        let asked: Vec<_> = (0..12)
            .map(|index| {
                let (_, router) = &cluster.nodes[(index + step) % 3];
                tokio::spawn(ask(router.clone(), key.clone()))
            })
            .collect();
        for answer in asked {
            let answer = answer.await.unwrap();
            if answer.status != StatusCode::OK {
                assert_eq!(answer.codes(), ["rate_limited"]);
            }
        }
        cluster.service.clock.advance(Duration::from_millis(250));
    }
    let times = cluster.admissions().await;
    assert_eq!(busiest(&times, Duration::from_secs(1)), 20);
    assert_eq!(busiest(&times, Duration::from_secs(10)), 60);
    let mut distinct = times.clone();
    distinct.dedup();
    assert_eq!(
        distinct.len(),
        times.len(),
        "each has its own instant in the log"
    );
}

#[tokio::test]
async fn headers_tell_what_all_nodes_have_admitted() {
    let Some(cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["3/10s"]).await;
    for (node, remaining) in [(0, "2"), (1, "1"), (0, "0")] {
        let answer = cluster.ask(node, &key).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header("x-ratelimit-remaining"), remaining);
        cluster.service.clock.advance(Duration::from_secs(1));
    }
    let refused = cluster.ask(1, &key).await;
    assert_eq!(refused.codes(), ["rate_limited"]);
    // The other node took the first slot 3 seconds ago.
    assert_eq!(refused.header("retry-after"), "7");
    assert_eq!(refused.header("x-ratelimit-reset"), "1800000010");
    cluster.service.clock.advance(Duration::from_secs(7));
    assert_eq!(cluster.admitted(1, &key, 3).await, 1);
}

/// A dry run checks without taking a slot: against what all nodes have admitted, or against the
/// node's own share.
#[tokio::test]
async fn a_dry_run_sees_what_other_nodes_have_admitted() {
    let Some(mut cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let owner = cluster.service.member(access::Role::Owner).await;
    let (key, id) = cluster.key_and_id(&["4/1h"]).await;
    assert_eq!(cluster.check(0, &owner, &id).await, None);
    assert_eq!(cluster.admitted(1, &key, 3).await, 3);
    for node in [0, 1, 0] {
        assert_eq!(cluster.check(node, &owner, &id).await, None);
    }
    assert_eq!(
        cluster.admitted(1, &key, 2).await,
        1,
        "checking takes no slot"
    );
    for node in [0, 1] {
        let code = cluster.check(node, &owner, &id).await;
        assert_eq!(code.as_deref(), Some("rate_limited"));
    }
    let (key, id) = cluster.key_and_id(&["4/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 1).await, 1);
    cluster.redis.stop();
    assert_eq!(cluster.admitted(0, &key, 4).await, 1, "half of the rate");
    let code = cluster.check(0, &owner, &id).await;
    assert_eq!(
        code.as_deref(),
        Some("rate_limited"),
        "its share is used up"
    );
    assert_eq!(cluster.check(1, &owner, &id).await, None);
}

#[tokio::test]
async fn headers_of_a_node_alone_tell_what_is_left_of_its_share() {
    let Some(mut cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["6/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 1).await, 1);
    cluster.redis.stop();
    let answer = cluster.ask(0, &key).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("x-ratelimit-remaining"), "0");
    assert_eq!(answer.header("x-ratelimit-limit"), "6");
    assert_eq!(cluster.admitted(0, &key, 2).await, 0);
}

#[tokio::test]
async fn what_a_node_admitted_alone_is_not_forgotten() {
    let Some(mut cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["4/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 1).await, 1);
    cluster.redis.stop();
    assert_eq!(cluster.admitted(0, &key, 4).await, 1);
    let meter = &cluster.nodes[0].0.meter;
    cluster.service.clock.advance(Duration::from_mins(30));
    meter.forget_idle();
    assert_eq!(
        cluster.admitted(0, &key, 4).await,
        0,
        "its share is used up"
    );
    cluster.service.clock.advance(Duration::from_mins(90));
    cluster.redis.restart();
    cluster.probe().await;
    meter.forget_idle();
    assert_eq!(
        meter.accounts(),
        0,
        "the entries were shared and have expired"
    );
}

#[tokio::test]
async fn a_new_node_and_a_changed_rate_know_what_was_admitted_before() {
    let Some(mut cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let terms = async |text: &str| {
        let rates = vec![rate(text)];
        cluster.service.set_terms(|it| it.rates = Some(rates)).await;
        for (app, _) in &cluster.nodes {
            app.key_cache.refresh().await.unwrap();
        }
    };
    let key = cluster.key(&[]).await;
    terms("9/1s").await;
    assert_eq!(cluster.admitted(0, &key, 3).await, 3);
    terms("5/1h").await;
    assert_eq!(cluster.admitted(1, &key, 1).await, 1);
    cluster.add_node("30s").await;
    assert_eq!(cluster.admitted(2, &key, 5).await, 1);
    assert_eq!(cluster.admitted(0, &key, 5).await, 0);
}

#[tokio::test]
async fn a_slot_of_a_request_that_is_not_counted_is_free_for_every_node() {
    let Some(cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["5/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 1).await, 1);
    cluster
        .service
        .set_terms(|terms| (terms.quota, terms.rates) = (Some(1), Some(vec![rate("10000/1s")])))
        .await;
    for (app, _) in &cluster.nodes {
        app.key_cache.refresh().await.unwrap();
    }
    for node in [0, 1, 0, 1, 0, 1] {
        let refused = cluster.ask(node, &key).await;
        assert_eq!(
            refused.codes(),
            ["quota_exhausted"],
            "refused by the quota, not the rate"
        );
    }
}

#[tokio::test]
async fn counters_that_were_emptied_are_filled_before_they_are_believed() {
    let Some(cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["5/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 2).await, 2);
    cluster.redis.flush();
    assert_eq!(cluster.admitted(1, &key, 2).await, 2);
    cluster.redis.flush();
    assert_eq!(cluster.admitted(2, &key, 5).await, 1);
    cluster.redis.flush();
    for node in 0..3 {
        assert_eq!(cluster.admitted(node, &key, 2).await, 0);
    }
    cluster.service.clock.advance(Duration::from_hours(1));
    assert_eq!(cluster.admitted(1, &key, 9).await, 5);
}

#[tokio::test]
async fn a_node_alone_admits_its_share_and_one_at_least() {
    let Some(mut cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let few = cluster.key(&["2/10s"]).await;
    for node in [0, 1, 2] {
        assert_eq!(cluster.admitted(node, &few, 1).await, 1);
        cluster.service.clock.advance(Duration::from_secs(10));
    }
    cluster.redis.stop();
    for node in 0..3 {
        assert_eq!(cluster.admitted(node, &few, 5).await, 1, "of two in 10 s");
    }
    for (rates, share) in [("7/1h", 2), ("9/1h", 3)] {
        let key = cluster.key(&[rates]).await;
        for node in 0..3 {
            assert_eq!(cluster.admitted(node, &key, 8).await, share, "{rates}");
        }
    }
    let full = cluster.key(&["2/1h"]).await;
    for (node, admitted) in [(0, 1), (1, 1), (2, 0)] {
        let found = cluster.admitted(node, &full, 2).await;
        assert_eq!(
            found, admitted,
            "a node that reads the ledger first knows of more requests"
        );
    }
}

#[tokio::test]
async fn the_return_of_the_counters_opens_nothing() {
    let Some(mut cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["9/10s"]).await;
    assert_eq!(cluster.admitted(0, &key, 2).await, 2);
    cluster.redis.stop();
    // Two of its three are used. The others have admitted nothing yet.
    assert_eq!(cluster.admitted(0, &key, 5).await, 1);
    assert_eq!(cluster.admitted(1, &key, 5).await, 3);
    cluster.redis.restart();
    cluster.probe().await;
    // Six of nine are used, and so are the shares of two nodes.
    assert_eq!(cluster.admitted(1, &key, 5).await, 0);
    assert_eq!(cluster.admitted(0, &key, 5).await, 0);
    assert_eq!(cluster.admitted(2, &key, 5).await, 3);
    cluster.service.clock.advance(Duration::from_secs(10));
    assert_eq!(
        cluster.admitted(1, &key, 20).await,
        9,
        "the full rate again"
    );
}

#[tokio::test]
async fn counters_that_do_not_answer_in_time_are_as_good_as_away() {
    let Some(cluster) = Cluster::with_timeout(2, "100ms").await else {
        println!("not run: no Redis");
        return;
    };
    let key = cluster.key(&["4/1h"]).await;
    assert_eq!(cluster.admitted(0, &key, 1).await, 1);
    cluster.redis.hold();
    assert_eq!(cluster.admitted(0, &key, 4).await, 1);
    assert_eq!(cluster.admitted(1, &key, 4).await, 2);
    cluster.redis.release();
    cluster.probe().await;
    for node in 0..2 {
        assert_eq!(cluster.admitted(node, &key, 3).await, 0);
    }
}

/// Small pseudorandom numbers, the same in every run.
struct Walk(u64);

impl Walk {
    fn below(&mut self, bound: u64) -> u64 {
        // The constants of Knuth's MMIX generator.
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Whatever happens to the counters, no window holds more than the rate while they are available,
/// nor more than the shares of all nodes while they are unavailable, nor more than both together
/// across the start or the end of an outage.
#[tokio::test]
async fn no_sequence_of_outages_admits_more_than_is_promised() {
    const LIMIT: usize = 6;
    const NODES: usize = 3;
    const WINDOW: Duration = Duration::from_secs(10);
    for seed in 1..=6 {
        let Some(mut cluster) = Cluster::of(NODES).await else {
            println!("not run: no Redis");
            return;
        };
        let key = cluster.key(&["6/10s"]).await;
        let mut walk = Walk(seed);
        let mut here = true;
        let mut here_since = cluster.service.clock.now().micros();
        let (mut quiet, mut away) = (Vec::new(), Vec::new());
        let mut away_since = 0;
        for _ in 0..150 {
            match walk.below(20) {
                0 if here => {
                    cluster.redis.stop();
                    here = false;
                    // The clock stands still. Without this, earlier requests would seem to have
                    // been admitted since.
                    cluster.service.clock.advance(Duration::from_millis(1));
                    away_since = cluster.service.clock.now().micros();
                    quiet.push((here_since, away_since));
                }
                1 | 2 if !here => {
                    cluster.redis.restart();
                    cluster.probe().await;
                    here = true;
                    here_since = cluster.service.clock.now().micros();
                    away.push((away_since, here_since));
                }
                3 if here => cluster.redis.flush(),
                4 | 5 => cluster.service.clock.advance(Duration::from_millis(900)),
                _ => {
                    let node = usize::try_from(walk.below(NODES as u64)).unwrap();
                    cluster.admitted(node, &key, 1).await;
                }
            }
        }
        quiet.push((here_since, i64::MAX));
        let times = cluster.admissions().await;
        assert!(busiest(&times, WINDOW) <= 2 * LIMIT, "seed {seed}");
        let shares = NODES * (LIMIT / NODES);
        let present = quiet.into_iter().map(|it| (it, LIMIT));
        let absent = away.into_iter().map(|it| (it, shares));
        for ((from, until), allowed) in present.chain(absent) {
            // Windows that lie completely inside or outside an outage.
            let inside: Vec<_> = times
                .iter()
                .copied()
                .filter(|it| *it >= from && *it < until)
                .collect();
            let most = busiest(&inside, WINDOW);
            assert!(most <= allowed, "seed {seed}: {most}");
        }
    }
}

#[tokio::test]
async fn a_job_is_done_by_one_node() {
    use platform::Job;
    let Some(cluster) = Cluster::of(3).await else {
        println!("not run: no Redis");
        return;
    };
    let leads = async |node: usize, job| cluster.nodes[node].0.try_acquire_lease(job).await;
    assert!(leads(1, Job::Mail).await);
    assert!(!leads(0, Job::Mail).await && !leads(2, Job::Mail).await);
    assert!(leads(2, Job::TidyUp).await, "jobs are independent");
    assert!(leads(1, Job::Mail).await, "the lease stays with its holder");
    cluster.nodes[1].0.meter.deregister().await;
    assert!(
        leads(0, Job::Mail).await,
        "another node takes over when the holder leaves"
    );
}

#[tokio::test]
async fn a_node_that_has_left_is_not_announced_again() {
    let Some(cluster) = Cluster::of(2).await else {
        println!("not run: no Redis");
        return;
    };
    let (first, second) = (&cluster.nodes[0].0, &cluster.nodes[1].0);
    assert_eq!(first.store.node_count().await.unwrap(), 2);
    second.meter.deregister().await;
    second.meter.heartbeat().await.unwrap();
    assert_eq!(first.store.node_count().await.unwrap(), 1);
    first.meter.heartbeat().await.unwrap();
    assert_eq!(first.store.node_count().await.unwrap(), 1);
}
