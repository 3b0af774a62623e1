//! Webhooks against a real receiver: signed, retried, logged.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::time::Duration;

use access::Role;
use axum::http::{Method, StatusCode};
use notifications::webhook::{Resolver, Undelivered, WebhookClient, WebhookDispatcher};
use serde_json::{Value, json};
use tokio_rustls::rustls::RootCertStore;

use crate::harness::{Person, Service, browser_request, config};
use crate::receiver::WebhookReceiver;

/// The receiver is on this machine, which an operator must allow.
const LOCAL: (&str, &str) = ("webhook_networks", "127.0.0.0/8");

struct Hooked {
    service: Service,
    owner: Person,
    dispatcher: WebhookDispatcher,
}

impl Hooked {
    async fn new() -> Self {
        let service = Service::with_config(server::api::api(), config(&[LOCAL])).await;
        Self {
            owner: service.member(Role::Owner).await,
            dispatcher: WebhookDispatcher::new(&service.app.config, Resolver::System),
            service,
        }
    }

    async fn ask(&self, method: Method, rest: &str, body: Option<Value>) -> Value {
        let path = format!("/api/manage/orgs/{}/{rest}", self.service.org_id);
        let asked = self
            .service
            .ask_as(&self.owner, method, &path, body.as_ref());
        let answer = asked.await;
        assert!(answer.status.is_success(), "{rest}: {:?}", answer.codes());
        answer.json()
    }

    /// Adds an endpoint and returns its id and secret.
    async fn add(&self, url: &str) -> (String, String) {
        let made = self
            .ask(Method::POST, "webhooks", Some(json!({ "url": url })))
            .await;
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        let data = &made["data"];
        (text(&data["id"]), text(&data["attributes"]["secret"]))
    }

    async fn send_test(&self, id: &str) {
        let rest = format!("webhooks/{id}/test");
        self.ask(Method::POST, &rest, Some(json!({}))).await;
    }

    async fn log(&self, id: &str) -> Vec<Value> {
        // Sessions end as days pass, so the log is read with a new sign-in.
        let owner = self.service.member(Role::Owner).await;
        let path = format!(
            "/api/manage/orgs/{}/webhooks/{id}/deliveries",
            self.service.org_id
        );
        let asked = self.service.ask_as(&owner, Method::GET, &path, None);
        let log = asked.await.json();
        let data = log["data"].as_array().unwrap().clone();
        data.iter().map(|it| it["attributes"].clone()).collect()
    }

    async fn deliver(&self) -> usize {
        self.dispatcher.deliver(&self.service.app).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alert_arrives_signed_and_once() {
    let hooked = Hooked::new().await;
    let receiver = WebhookReceiver::start(&["204 No Content"]);
    let (id, secret) = hooked.add(&receiver.url()).await;
    let service = &hooked.service;
    service.set_terms(|it| it.test_allowance = Some(2)).await;
    service.get("/api/key").await;
    service.app.meter.flush().await;
    assert_eq!(
        notifications::AlertWatcher::new(&service.app)
            .round()
            .await
            .unwrap(),
        1
    );
    assert_eq!(hooked.deliver().await, 1);
    assert_eq!(hooked.deliver().await, 0);
    let arrived = receiver.arrived.recv().unwrap();
    assert_eq!(arrived.line, "POST /hook?from=almagest HTTP/1.1");
    assert!(arrived.is_signed_with(&secret));
    let (_, other) = hooked.add(&receiver.url()).await;
    assert!(
        !arrived.is_signed_with(&other),
        "every endpoint has its own secret"
    );
    let header = |name: &str| arrived.headers[name].as_str();
    assert_eq!(header("webhook-timestamp"), "1800000000");
    assert_eq!(header("content-type"), "application/json");
    assert_eq!(header("host"), format!("127.0.0.1:{}", receiver.port));
    let message: Value = serde_json::from_str(&arrived.body).unwrap();
    assert_eq!(message["type"], "alert.fired");
    let data = &message["data"];
    assert_eq!(data["title"], "50% of the test allowance used");
    assert_eq!(
        (&data["facts"]["rule"], &data["facts"]["used"]),
        (&json!("quota"), &json!(1))
    );
    assert_eq!(data["url"], "http://127.0.0.1:8080/usage");
    let log = hooked.log(&id).await;
    assert_eq!(log.len(), 1);
    assert_eq!(
        (&log[0]["state"], &log[0]["status"]),
        (&json!("delivered"), &json!(204))
    );
    assert_eq!(log[0]["body"], arrived.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_taken_is_tried_again_after_longer_and_longer_waits_with_the_same_id() {
    let hooked = Hooked::new().await;
    let receiver = WebhookReceiver::start(&["500 Oops", "503 Later", "200 OK"]);
    let (id, secret) = hooked.add(&receiver.url()).await;
    hooked.send_test(&id).await;
    let clock = &hooked.service.clock;
    assert_eq!(hooked.deliver().await, 0);
    clock.advance(Duration::from_secs(4));
    assert_eq!(hooked.deliver().await, 0, "not yet");
    clock.advance(Duration::from_secs(1));
    assert_eq!(hooked.deliver().await, 0);
    let log = hooked.log(&id).await.remove(0);
    assert_eq!(
        (&log["state"], &log["attempts"]),
        (&json!("pending"), &json!(2))
    );
    assert_eq!(
        (&log["status"], &log["error"]),
        (&json!(503), &json!("the endpoint returned 503"))
    );
    clock.advance(Duration::from_mins(5));
    assert_eq!(hooked.deliver().await, 1);
    let all: Vec<_> = receiver.arrived.try_iter().collect();
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|it| it.is_signed_with(&secret)));
    let ids: Vec<_> = all.iter().map(|it| &it.headers["webhook-id"]).collect();
    assert!(
        ids.iter().all(|it| *it == ids[0]),
        "a receiver can detect a duplicate"
    );
    let times: Vec<_> = all
        .iter()
        .map(|it| &it.headers["webhook-timestamp"])
        .collect();
    assert_eq!(times, ["1800000000", "1800000005", "1800000305"]);
    let log = hooked.log(&id).await.remove(0);
    assert_eq!(
        (&log["state"], &log["attempts"]),
        (&json!("delivered"), &json!(3))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_day_a_message_is_given_up_and_at_once_when_the_endpoint_says_gone() {
    let hooked = Hooked::new().await;
    let (nobody, gone) = ("http://127.0.0.1:1/", WebhookReceiver::start(&["410 Gone"]));
    let (id, _) = hooked.add(nobody).await;
    let (gone_id, _) = hooked.add(&gone.url()).await;
    hooked.send_test(&id).await;
    hooked.send_test(&gone_id).await;
    for attempt in 1..=7 {
        assert_eq!(hooked.deliver().await, 0);
        let log = hooked.log(&id).await.remove(0);
        assert_eq!(log["attempts"], attempt);
        assert_eq!(log["error"], "cannot connect to the host");
        let state = if attempt < 7 { "pending" } else { "given_up" };
        assert_eq!(log["state"], state);
        hooked.service.clock.advance(Duration::from_hours(14));
    }
    assert_eq!(hooked.deliver().await, 0);
    assert_eq!(hooked.log(&id).await[0]["attempts"], 7);
    let log = hooked.log(&gone_id).await.remove(0);
    assert_eq!(
        (&log["state"], &log["attempts"]),
        (&json!("given_up"), &json!(1))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_endpoint_and_a_deleted_one_hold_nobody_up() {
    let hooked = Hooked::new().await;
    let receiver = WebhookReceiver::start(&["200 OK"]);
    let (deleted, _) = hooked.add("http://127.0.0.1:1/").await;
    let (id, _) = hooked.add(&receiver.url()).await;
    hooked.send_test(&deleted).await;
    hooked.send_test(&id).await;
    let path = format!(
        "/api/manage/orgs/{}/webhooks/{deleted}",
        hooked.service.org_id
    );
    let asked = hooked
        .service
        .ask_as(&hooked.owner, Method::DELETE, &path, None);
    assert_eq!(asked.await.status, StatusCode::NO_CONTENT);
    assert_eq!(hooked.deliver().await, 1);
    let arrived = receiver.arrived.recv().unwrap();
    let message: Value = serde_json::from_str(&arrived.body).unwrap();
    assert_eq!(
        (&message["type"], &message["data"]["webhook"]),
        (&json!("test"), &json!(id))
    );
}

#[tokio::test]
async fn endpoints_and_tests_are_limited_and_a_repeated_creation_adds_none() {
    let hooked = Hooked::new().await;
    let path = format!("/api/manage/orgs/{}/webhooks", hooked.service.org_id);
    let create = async |key: &str, url: &str| {
        let request = browser_request(Method::POST, &path)
            .header("cookie", format!("almagest_local={}", hooked.owner.token))
            .header("idempotency-key", key);
        let body = json!({ "url": url });
        hooked.service.send_with(request, Some(&body)).await
    };
    let first = create("one", "https://example.com/a").await.json();
    let again = create("one", "https://example.com/a").await.json();
    assert_eq!(first["data"]["id"], again["data"]["id"]);
    assert!(first["data"]["attributes"]["secret"].is_string());
    assert_eq!(again["data"]["attributes"]["secret"], Value::Null);
    assert_eq!(again["meta"]["secretShown"], true);
    let other = create("one", "https://example.com/b").await;
    assert_eq!(other.codes(), ["idempotency_conflict"]);
    for number in 2..=5 {
        let made = create(&format!("n{number}"), "https://example.com/a").await;
        assert_eq!(made.status, StatusCode::CREATED);
    }
    let sixth = create("six", "https://example.com/a").await;
    assert_eq!(sixth.codes(), ["webhook_limit_reached"]);
    let id = first["data"]["id"].as_str().unwrap();
    for _ in 0..10 {
        hooked.send_test(id).await;
    }
    let test = format!("{path}/{id}/test");
    let nothing = json!({});
    let ask = async || {
        let asked = hooked
            .service
            .ask_as(&hooked.owner, Method::POST, &test, Some(&nothing));
        asked.await
    };
    let eleventh = ask().await;
    assert_eq!(eleventh.codes(), ["rate_limited"]);
    assert_eq!(eleventh.header("retry-after"), "3600");
    hooked.service.clock.advance(Duration::from_hours(1));
    assert_eq!(ask().await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_receiver_whose_certificate_nobody_vouches_for_is_not_told_anything() {
    let certified = rcgen::generate_simple_self_signed(["hook.example".to_owned()]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("c.pem"), folder.path().join("k.pem"));
    std::fs::write(&certificate, certified.cert.pem()).unwrap();
    std::fs::write(&key, certified.signing_key.serialize_pem()).unwrap();
    let service = Service::new(server::api::api()).await;
    let socket = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .unwrap();
    let port = socket.local_addr().unwrap().port();
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let limits = transport::ConnectionLimits {
        header_timeout: Duration::from_mins(1),
        idle_timeout: Duration::from_mins(1),
        exchange_timeout: Duration::from_mins(1),
    };
    let tls = transport::Tls::read(&certificate, &key).unwrap();
    let listener = transport::Listener::new(
        socket,
        limits,
        10,
        std::sync::Arc::clone(&service.app.transport),
    );
    let listener = listener.with_tls(Some(tls));
    tokio::spawn(listener.serve(service.router.clone(), stopping, Duration::ZERO));

    let names = || {
        let here = Ipv4Addr::LOCALHOST.into();
        let both = ["hook.example", "other.example"];
        Resolver::Table(HashMap::from(both.map(|it| (it.to_owned(), vec![here]))))
    };
    let networks = || vec!["127.0.0.0/8".parse().unwrap()];
    let url = |host: &str| format!("https://{host}:{port}/nowhere").parse().unwrap();
    let web = WebhookClient::new(networks(), names());
    let refused = web.post(&url("hook.example"), &[], "{}").await;
    assert_eq!(refused, Err(Undelivered::NotTrusted));
    let mut roots = RootCertStore::empty();
    roots.add(certified.cert.der().clone()).unwrap();
    let trusting = WebhookClient::trusting(networks(), names(), roots);
    let answered = trusting.post(&url("hook.example"), &[], "{}").await;
    assert_eq!(
        answered,
        Ok(404),
        "the service itself does not have the page"
    );
    let other = trusting.post(&url("other.example"), &[], "{}").await;
    assert_eq!(
        other,
        Err(Undelivered::NotTrusted),
        "the certificate has another name"
    );
}

#[tokio::test]
async fn a_receiver_that_never_answers_is_left_after_its_time() {
    // The connection is accepted, but nobody ever reads or responds.
    let silent = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = silent.local_addr().unwrap().port();
    let client = WebhookClient::new(vec!["127.0.0.0/8".parse().unwrap()], Resolver::System);
    let url = format!("http://127.0.0.1:{port}/").parse().unwrap();
    let hasty = client.within(Duration::from_millis(50));
    let answer = hasty.post(&url, &[], "{}").await;
    assert_eq!(answer, Err(Undelivered::TooSlow));
}
