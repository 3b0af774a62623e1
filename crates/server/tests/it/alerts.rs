//! Alerts: each is sent once per period and threshold, with its numbers, to the chosen recipients.
//! `access` has the tests of the rules themselves.

use std::sync::Arc;
use std::time::Duration;

use access::RateClass;
use access::{KeyId, KeyMode, Period, RequestId, Role, Timestamp};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};
use store::testing::TestDatabase;
use store::{LedgerEntry, PageSize};

use crate::fixtures::Stage;
use crate::harness::{NOW, Person, Service, config};

const DAY: Duration = Duration::from_hours(24);
const WRONG: &str = "/api/calc/natal?nonsense=1";

impl Service {
    /// Checks every organization once and returns the number of alerts.
    pub(crate) async fn watch(&self) -> usize {
        self.app.meter.flush().await;
        self.app.refusals.write(&self.app.store).await;
        notifications::AlertWatcher::new(&self.app)
            .round()
            .await
            .unwrap()
    }

    async fn manage(
        &self,
        person: &Person,
        method: Method,
        rest: &str,
        body: Option<Value>,
    ) -> Value {
        let path = format!("/api/manage/orgs/{}/{rest}", self.org_id);
        let answer = self.ask_as(person, method, &path, body.as_ref()).await;
        assert!(answer.status.is_success(), "{rest}: {:?}", answer.codes());
        if answer.status == StatusCode::NO_CONTENT {
            return Value::Null;
        }
        answer.json()
    }

    /// Returns the attributes of every alert, newest first.
    async fn alerts(&self, person: &Person) -> Vec<Value> {
        let list = self.manage(person, Method::GET, "alerts", None).await;
        let data = list["data"].as_array().unwrap().clone();
        data.iter().map(|it| it["attributes"].clone()).collect()
    }

    async fn set(&self, person: &Person, settings: Value) -> Value {
        let changed = self
            .manage(person, Method::PATCH, "alert-settings", Some(settings))
            .await;
        changed["data"]["attributes"].clone()
    }

    /// Returns the recipients of queued alert e-mails.
    async fn mailed(&self) -> Vec<String> {
        let mails = self.app.store.mails_page(None, PageSize::MAX).await;
        let mails = mails.unwrap().items;
        let alerts = mails.iter().filter(|it| it.kind == "alert");
        alerts.map(|it| it.recipient.to_string()).collect()
    }

    /// Adds counted requests of a key.
    async fn use_key(&self, key: KeyId, at: Timestamp, requests: usize) {
        let entry = |_| {
            Arc::new(LedgerEntry {
                request: RequestId::new(at, &OsRandom),
                org: self.org_id,
                key: Some(key),
                family: Some(key),
                user: None,
                class: RateClass::Ordinary,
                mode: KeyMode::Live,
                operation: "calc_natal",
                cost: 1,
                at,
                cap: 1_000_000,
                test: None,
                status: Some(200),
                error_code: None,
                latency_us: None,
                origin_host: String::new(),
            })
        };
        let entries: Vec<_> = (0..requests).map(entry).collect();
        self.app.store.commit_ledger(&entries, &[]).await.unwrap();
    }
}

async fn quota_is_told_once(database: TestDatabase) {
    let service = Service::on(database, server::api::api(), config(&[])).await;
    let owner = service.member(Role::Owner).await;
    let manager = service.member(Role::Manager).await;
    service.member(Role::Member).await;
    service.set_terms(|it| it.quota = Some(10)).await;
    let key = service.add_key_with(|_| {}).await;
    let spend = async |requests: usize| {
        for _ in 0..requests {
            let answer = service.get_with("/api/key", &key).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
    };
    spend(4).await;
    assert_eq!(service.watch().await, 0, "40 % is below every threshold");
    spend(1).await;
    assert_eq!(service.watch().await, 1);
    assert_eq!(service.watch().await, 0, "already alerted");
    spend(1).await;
    assert_eq!(service.watch().await, 0, "60 % reaches the same threshold");
    let alert = service.alerts(&owner).await.remove(0);
    assert_eq!(alert["title"], "50% of the quota used");
    let text = "Your organization has used 5 of 10 units this month. When the quota runs out, \
                requests are rejected until 2027-02-01 00:00 UTC.";
    assert_eq!(alert["text"], text);
    assert_eq!(
        (&alert["rule"], &alert["page"]),
        (&json!("quota"), &json!("/usage"))
    );
    let mut expected = [owner.id, manager.id].map(|it| format!("{it}@example.com"));
    expected.sort();
    let mut mailed = service.mailed().await;
    mailed.sort();
    assert_eq!(mailed, expected, "owners and managers");
    // From 60 to 100 percent at once: only the highest threshold triggers an alert, not 80 as well.
    spend(4).await;
    assert_eq!(service.watch().await, 1);
    // Both have the same instant, because the clock stands still, so their order is undefined.
    let alerts = service.alerts(&owner).await;
    let mut thresholds: Vec<_> = alerts.iter().map(|it| it["threshold"].as_u64()).collect();
    thresholds.sort_unstable();
    assert_eq!(thresholds, [Some(50), Some(100)]);
    assert_eq!(service.watch().await, 0);
    // The next month starts from zero.
    let next = Period::of(NOW).end();
    service.clock.advance(next.since(service.clock.now()));
    assert_eq!(service.watch().await, 0);
    spend(5).await;
    assert_eq!(service.watch().await, 1);
    let owner = service.member(Role::Owner).await;
    assert_eq!(service.alerts(&owner).await[0]["period"], "2027-02");
}

#[tokio::test]
async fn a_quota_alert_fires_once_per_month_and_threshold_on_sqlite() {
    quota_is_told_once(TestDatabase::sqlite()).await;
}

#[tokio::test]
async fn a_quota_alert_fires_once_per_month_and_threshold_on_postgres() {
    match TestDatabase::postgres().await {
        Some(database) => quota_is_told_once(database).await,
        None => println!("not run: no PostgreSQL"),
    }
}

#[tokio::test]
async fn two_nodes_that_look_at_once_tell_once() {
    let service = Service::new(server::api::api()).await;
    let owner = service.member(Role::Owner).await;
    service.set_terms(|it| it.test_allowance = Some(2)).await;
    service.get("/api/key").await;
    service.app.meter.flush().await;
    let (other, _) = service.another_node(server::api::api()).await;
    let (mine, theirs) = (
        notifications::AlertWatcher::new(&service.app),
        notifications::AlertWatcher::new(&other),
    );
    let (here, there) = tokio::join!(mine.round(), theirs.round());
    assert_eq!(here.unwrap() + there.unwrap(), 1);
    assert_eq!(service.mailed().await.len(), 1);
    let alerts = service.alerts(&owner).await;
    assert_eq!(alerts[0]["title"], "50% of the test allowance used");
}

#[tokio::test]
async fn a_spike_is_held_against_the_same_hour_of_earlier_weeks() {
    let service = Service::new(server::api::api()).await;
    let owner = service.member(Role::Owner).await;
    let mut id = None;
    service
        .add_key_with(|key| {
            key.created_at = Timestamp::from_micros(0);
            id = Some(key.id);
        })
        .await;
    let key = id.unwrap();
    let ago = |days: i64| Timestamp::from_micros(NOW.micros() - days * 86_400_000_000);
    // Dormancy is covered by another rule.
    service.set(&owner, json!({ "dormantDays": null })).await;
    for week in 1..=8 {
        service.use_key(key, ago(7 * week), 10).await;
    }
    service.use_key(key, ago(1), 12).await;
    service.use_key(key, NOW, 99).await;
    assert_eq!(service.watch().await, 0, "below the minimum");
    service.use_key(key, NOW, 1).await;
    assert_eq!(service.watch().await, 1);
    service.use_key(key, NOW, 500).await;
    assert_eq!(service.watch().await, 0, "the same day");
    let alert = service.alerts(&owner).await.remove(0);
    let facts = &alert["facts"];
    // Ten every week: no deviation, so √10 = 3.2 counts as one. The line is 10 + 5 × 3.162.
    assert_eq!(facts["requests"], 100);
    assert_eq!(
        (&facts["median"], &facts["weeks"]),
        (&json!(10.0), &json!(8))
    );
    assert_eq!(
        (&facts["deviation"], &facts["line"]),
        (&json!(3.2), &json!(25.8))
    );
    assert_eq!(
        (&facts["dayBefore"], &facts["weekBefore"]),
        (&json!(12), &json!(10))
    );
    assert_eq!(alert["page"], format!("/settings/api-keys/{key}"));
    assert!(
        alert["text"]
            .as_str()
            .unwrap()
            .contains("100 requests in the hour")
    );
}

#[tokio::test]
async fn errors_of_an_hour_in_which_nobody_looked_are_made_up_for() {
    let service = Service::new(server::api::api()).await;
    let owner = service.member(Role::Owner).await;
    let limits = json!({ "errorShare": { "percent": 50, "minimumRequests": 4 } });
    service.set(&owner, limits).await;
    assert_eq!(service.watch().await, 0);
    service.get("/api/key").await;
    service.get("/api/key").await;
    service.get(WRONG).await;
    assert_eq!(service.get(WRONG).await.status, StatusCode::BAD_REQUEST);
    service.clock.advance(Duration::from_hours(5));
    assert_eq!(service.watch().await, 1);
    assert_eq!(service.watch().await, 0);
    let alert = service.alerts(&owner).await.remove(0);
    assert_eq!(alert["title"], "key: 50% of requests failed");
    let text = alert["text"].as_str().unwrap();
    assert!(
        text.starts_with("2 of 4 requests in the hour starting 2027-01-15 08:00 UTC"),
        "{text}"
    );
}

#[tokio::test]
async fn a_burst_from_pages_that_are_not_allowed_names_the_busiest() {
    let service = Service::new(server::api::api()).await;
    let owner = service.member(Role::Owner).await;
    service.set(&owner, json!({ "deniedDomains": 5 })).await;
    let patterns = ["example.com".parse().unwrap()];
    let list = access::DomainList::new(patterns).unwrap();
    let key = service
        .add_key_with(|key| key.domains = access::DomainRule::List(list))
        .await;
    let from = async |origin: &str, times: usize| {
        for _ in 0..times {
            let request = Request::get("/api/key")
                .header("x-api-key", &key)
                .header("origin", origin);
            let answer = service.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(answer.codes(), ["domain_not_allowed"]);
        }
    };
    from("https://thief.example", 3).await;
    from("https://other.example", 1).await;
    assert_eq!(service.watch().await, 0);
    // An hour later, the earlier requests no longer count.
    service.clock.advance(Duration::from_hours(1));
    from("https://thief.example", 1).await;
    assert_eq!(service.watch().await, 0);
    from("https://thief.example", 3).await;
    from("https://other.example", 1).await;
    assert_eq!(service.watch().await, 1);
    let alert = service.alerts(&owner).await.remove(0);
    let facts = &alert["facts"];
    assert_eq!(
        (&facts["requests"], &facts["hosts"]),
        (&json!(5), &json!(2))
    );
    assert_eq!(
        (&facts["topHost"], &facts["topRequests"]),
        (&json!("thief.example"), &json!(4))
    );
    assert_eq!(service.watch().await, 0, "once a day");
}

#[tokio::test]
async fn a_key_that_wakes_after_thirty_days_is_told_of_once() {
    let service = Service::new(server::api::api()).await;
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 0, "a new key is not dormant");
    service.clock.advance(29 * DAY);
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 0, "29 days");
    service.clock.advance(30 * DAY);
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 1);
    service.clock.advance(Duration::from_hours(1));
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 0, "no longer dormant");
    // A session from the start of the test would have ended by now.
    let owner = service.member(Role::Owner).await;
    let alert = service.alerts(&owner).await.remove(0);
    assert_eq!(alert["title"], "key: used again after 30 days");
    assert_eq!(alert["subject"], service.key_id.to_string());
}

#[tokio::test]
async fn a_key_about_to_expire_is_told_of_at_each_threshold() {
    let service = Service::new(server::api::api()).await;
    service
        .add_key_with(|key| key.expires_at = Some(NOW.plus(20 * DAY)))
        .await;
    assert_eq!(service.watch().await, 0);
    service.clock.advance(6 * DAY);
    assert_eq!(service.watch().await, 1);
    service.clock.advance(10 * DAY);
    assert_eq!(service.watch().await, 0);
    service.clock.advance(DAY);
    assert_eq!(service.watch().await, 1);
    let owner = service.member(Role::Owner).await;
    let titles: Vec<_> = service.alerts(&owner).await;
    let titles: Vec<_> = titles
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect();
    assert_eq!(
        titles,
        ["key: expires within 3 days", "key: expires within 14 days"]
    );
    service.clock.advance(4 * DAY);
    assert_eq!(service.watch().await, 0, "already expired");
}

#[tokio::test]
async fn what_is_switched_off_is_not_told_and_a_suspended_organization_is_left_alone() {
    let service = Service::new(server::api::api()).await;
    let owner = service.member(Role::Owner).await;
    let off = json!({
        "mailTo": "nobody", "quotaPercents": [], "spike": null, "errorShare": null,
        "deniedDomains": null, "dormantDays": null, "expiryDays": [],
    });
    let after = service.set(&owner, off.clone()).await;
    assert_eq!(after, off);
    service.set_terms(|it| it.test_allowance = Some(1)).await;
    service
        .add_key_with(|key| key.expires_at = Some(NOW.plus(DAY)))
        .await;
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 0);
    service.set(&owner, json!({ "quotaPercents": [100] })).await;
    let status = async |status| {
        let mut locked = service.locked().await;
        locked.set_status(status).await.unwrap();
        locked.commit().await.unwrap();
    };
    status(store::OrgStatus::Suspended).await;
    assert_eq!(service.watch().await, 0);
    status(store::OrgStatus::Active).await;
    assert_eq!(service.watch().await, 1);
    assert_eq!(service.mailed().await, Vec::<String>::new());
}

#[tokio::test]
async fn alerts_are_read_and_unread_for_the_whole_organization() {
    let stage = Stage::new().await;
    let service = &stage.service;
    service.set_terms(|it| it.test_allowance = Some(1)).await;
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 1);
    let list = stage
        .get(&stage.manager, &stage.path("alerts?unread=true"))
        .await
        .json();
    assert_eq!(list["meta"]["total"], 1, "{list}");
    let id = list["data"][0]["id"].as_str().unwrap().to_owned();
    let path = stage.path(&format!("alerts/{id}"));
    let read = stage
        .patch(&stage.manager, &path, &json!({ "read": true }))
        .await
        .json();
    assert!(read["data"]["attributes"]["readAt"].is_string());
    let unread = stage
        .get(&stage.owner, &stage.path("alerts?unread=true"))
        .await
        .json();
    assert_eq!(unread["meta"]["total"], 0, "read by one is read for all");
    let again = stage
        .patch(&stage.owner, &path, &json!({ "read": false }))
        .await
        .json();
    assert_eq!(again["data"]["attributes"]["readAt"], Value::Null);
    let all = stage
        .post(&stage.owner, &stage.path("alerts/read-all"), &json!({}))
        .await;
    assert_eq!(all.status, StatusCode::NO_CONTENT);
    let one = stage.get(&stage.owner, &path).await.json();
    assert!(one["data"]["attributes"]["readAt"].is_string());
    let audited = stage.audited().await;
    assert!(
        !audited.iter().any(|it| it.starts_with("alert.")),
        "reading changes no access rights"
    );
}

#[tokio::test]
async fn settings_are_checked_kept_and_audited() {
    let stage = Stage::new().await;
    let path = stage.path("alert-settings");
    let defaults = stage.get(&stage.manager, &path).await.json();
    let attributes = &defaults["data"]["attributes"];
    assert_eq!(attributes["quotaPercents"], json!([50, 80, 100]));
    let change = json!({ "quotaPercents": [90, 70, 90], "dormantDays": 7 });
    let changed = stage.patch(&stage.manager, &path, &change).await.json();
    let attributes = &changed["data"]["attributes"];
    assert_eq!(attributes["quotaPercents"], json!([70, 90]));
    assert_eq!(attributes["dormantDays"], 7);
    assert_eq!(
        attributes["expiryDays"],
        json!([3, 14]),
        "an absent field stays as it is"
    );
    for wrong in [
        json!({ "quotaPercents": [0] }),
        json!({ "quotaPercents": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }),
        json!({ "spike": { "minimumRequests": 1, "deviations": 101 } }),
        json!({ "spike": { "minimumRequests": 1 } }),
        json!({ "mailTo": "everyone" }),
        json!({ "expiryDays": [366] }),
    ] {
        let refused = stage.patch(&stage.manager, &path, &wrong).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(stage.audited().await, ["alert_settings.update"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alert_reaches_a_mail_server_with_its_numbers_and_a_way_to_act() {
    let server = crate::smtp::start();
    let address = format!("smtp://127.0.0.1:{}", server.port);
    let settings = [
        ("smtp", address.as_str()),
        ("mail_from", "Almagest <a@example.org>"),
    ];
    let service = Service::with_config(server::api::api(), config(&settings)).await;
    let owner = service.member(Role::Owner).await;
    service.set_terms(|it| it.test_allowance = Some(2)).await;
    service.get("/api/key").await;
    assert_eq!(service.watch().await, 1);
    let config = &service.app.config;
    let sender = notifications::mail::SmtpSender::new(&config.smtp, &config.mail_from.0).unwrap();
    assert_eq!(sender.deliver(&service.app).await, 1);
    assert_eq!(service.watch().await, 0);
    assert_eq!(sender.deliver(&service.app).await, 0, "delivered once");
    let message = server.received.recv().unwrap();
    let text = message.replace("=\r\n", "").replace("=3D", "=");
    for part in [
        format!("To: {}@example.com", owner.id).as_str(),
        "Subject: First: 50% of the test allowance used",
        "used 1 of 2 units of this month's test allowance",
        "http://127.0.0.1:8080/usage",
        "http://127.0.0.1:8080/alerts",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}
