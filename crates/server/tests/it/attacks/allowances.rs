//! One person with many organizations: neither their number nor their test keys multiply the free
//! allowance.

use std::sync::Arc;
use std::time::Duration;

use access::Role;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use store::testing::TestDatabase;
use tokio::task::JoinHandle;

use crate::fixtures::Stage;
use crate::harness::{Answer, Service, browser_request, config};

const ORGS: &str = "/api/manage/orgs";

/// An allowance of 6 units a month, 4 of them a day.
const SMALL: [(&str, &str); 2] = [("test_allowance", "6"), ("test_allowance_per_day", "4")];

/// The limit per day is as high as the limit per owner.
const MANY_A_DAY: (&str, &str) = ("max_organizations_per_day", "99");

/// An owner who creates organizations and test keys in them.
struct Owner {
    stage: Stage,
}

impl Owner {
    async fn with(settings: &[(&str, &str)]) -> Self {
        Self::on(TestDatabase::sqlite(), settings).await
    }

    async fn on(database: TestDatabase, settings: &[(&str, &str)]) -> Self {
        let service = Service::on(database, server::api::api(), config(settings)).await;
        Self {
            stage: Stage::of(service).await,
        }
    }

    fn service(&self) -> &Service {
        &self.stage.service
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.stage.post(&self.stage.owner, path, body).await
    }

    async fn create(&self) -> Answer {
        self.post(ORGS, &json!({ "name": "More" })).await
    }

    /// Creates an organization and returns its id.
    async fn created(&self) -> String {
        id_of(&self.create().await)
    }

    /// Creates a test key of an organization and returns its id and text.
    async fn test_key(&self, org: &str) -> (String, String) {
        let permissions = ["calc:read", "content:read"];
        let body = json!({ "name": "k", "mode": "test", "permissions": permissions });
        let made = self.post(&format!("{ORGS}/{org}/keys"), &body).await;
        let key = text(&made.json()["data"]["attributes"]["key"]);
        (id_of(&made), key)
    }

    /// Creates an organization and returns its id and a test key.
    async fn created_with_key(&self) -> (String, String) {
        let org = self.created().await;
        let (_, key) = self.test_key(&org).await;
        (org, key)
    }

    async fn close(&self, org: &str) {
        let closed = self.post(&format!("{ORGS}/{org}/close"), &json!({})).await;
        assert!(closed.status.is_success(), "{}", closed.status);
    }

    /// Makes another person an owner.
    async fn share(&self, org: &str) {
        let partner = self.service().person().await;
        let org = org.parse().unwrap();
        self.service().add_to(org, &partner, Role::Owner).await;
    }

    async fn leave(&self, org: &str) {
        let owner = &self.stage.owner;
        let path = format!("{ORGS}/{org}/members/{}", owner.id);
        let left = self.stage.delete(owner, &path).await;
        assert_eq!(left.status, StatusCode::NO_CONTENT);
    }

    /// Waits for the next poll, when changes of roles take effect.
    async fn noticed(&self) {
        self.service().app.key_cache.refresh().await.unwrap();
    }

    async fn ask(&self, key: &str) -> Answer {
        self.service().get_with("/api/key", key).await
    }

    /// Returns how many of this many requests succeed.
    async fn answered(&self, key: &str, asked: usize) -> usize {
        let mut answered = 0;
        for _ in 0..asked {
            let answer = self.ask(key).await;
            if answer.status == StatusCode::OK {
                answered += 1;
            } else {
                assert_eq!(answer.codes(), ["quota_exhausted"]);
            }
        }
        answered
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns the id of the created resource.
fn id_of(made: &Answer) -> String {
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    text(&made.json()["data"]["id"])
}

/// Returns the databases that are available for the tests.
async fn databases() -> Vec<TestDatabase> {
    let postgres = TestDatabase::postgres().await;
    [TestDatabase::sqlite()]
        .into_iter()
        .chain(postgres)
        .collect()
}

/// Returns how many of these concurrent tasks respond with this status.
async fn count(tasks: Vec<JoinHandle<StatusCode>>, status: StatusCode) -> usize {
    let ended = futures_util::future::join_all(tasks).await;
    ended
        .into_iter()
        .filter(|it| matches!(it, Ok(it) if *it == status))
        .count()
}

#[tokio::test]
async fn organizations_of_one_owner_share_one_test_allowance() {
    let owner = Owner::with(&SMALL).await;
    let (_, one) = owner.created_with_key().await;
    let (_, two) = owner.created_with_key().await;
    for (key, left) in [(&one, "3"), (&two, "2"), (&one, "1"), (&two, "0")] {
        let answer = owner.ask(key).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header("x-quota-remaining"), left);
        assert_eq!(
            answer.header("x-quota-limit"),
            "4",
            "the daily limit is the tightest"
        );
    }
    // The test clock is at 2027-01-15T08:00:00Z: sixteen hours before the next day.
    for key in [&one, &two] {
        let refused = owner.ask(key).await;
        assert_eq!(refused.codes(), ["quota_exhausted"]);
        assert_eq!(refused.header("retry-after"), "57600");
        assert_eq!(refused.json()["errors"][0]["meta"]["period"], "2027-01-15");
        assert_eq!(refused.header("x-quota-remaining"), "0");
    }
    owner.service().clock.advance(Duration::from_hours(16));
    let answered = owner.answered(&two, 2).await;
    assert_eq!(answered, 2, "the rest of the month");
    let refused = owner.ask(&one).await;
    assert_eq!(refused.codes(), ["quota_exhausted"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["period"], "2027-01");
    assert_eq!(refused.header("x-quota-limit"), "6");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_organizations_at_once_never_pass_the_owners_test_allowance() {
    let settings = [
        ("test_allowance", "10"),
        ("test_allowance_per_day", "7"),
        ("max_organizations_per_day", "8"),
    ];
    for database in databases().await {
        let owner = Arc::new(Owner::on(database, &settings).await);
        let mut keys = Vec::new();
        for _ in 0..8 {
            keys.push(owner.created_with_key().await.1);
        }
        let ask = |turn: usize| {
            let (owner, key) = (Arc::clone(&owner), keys[turn % keys.len()].clone());
            tokio::spawn(async move { owner.ask(&key).await.status })
        };
        let tasks = (0..40).map(ask).collect();
        assert_eq!(count(tasks, StatusCode::OK).await, 7);
    }
}

#[tokio::test]
async fn the_first_organization_has_a_test_allowance_of_its_own_and_no_daily_limit() {
    let owner = Owner::with(&SMALL).await;
    let (_, key) = owner.created_with_key().await;
    assert_eq!(owner.answered(&key, 6).await, 4);
    let first = &owner.service().key;
    let answered = owner.answered(first, 8).await;
    assert_eq!(answered, 6, "the whole month in one day");
}

#[tokio::test]
async fn an_organization_without_an_owner_has_a_test_allowance_of_its_own() {
    let owner = Owner::with(&SMALL).await;
    let mut keys = Vec::new();
    for _ in 0..2 {
        let org = owner.service().another_org().await;
        keys.push(owner.service().test_key_of(org).await);
    }
    for key in &keys {
        assert_eq!(
            owner.answered(key, 6).await,
            4,
            "each has its own daily limit"
        );
    }
}

#[tokio::test]
async fn an_operators_test_allowance_wins_over_the_shared_one() {
    let owner = Owner::with(&SMALL).await;
    let (given, given_key) = owner.created_with_key().await;
    let (_, other_key) = owner.created_with_key().await;
    let answered = owner.answered(&other_key, 5).await;
    assert_eq!(answered, 4, "the shared allowance is used up");
    let mut terms = store::OrgTerms::of_plan("free".parse().unwrap());
    terms.test_allowance = Some(5);
    let store = &owner.service().app.store;
    let set = store.set_org_terms(given.parse().unwrap(), &terms);
    assert!(set.await.unwrap());
    owner.noticed().await;
    let answer = owner.ask(&given_key).await;
    assert_eq!(answer.header("x-quota-limit"), "5");
    let answered = owner.answered(&given_key, 6).await;
    assert_eq!(answered, 4, "5 in total, in one day");
}

#[tokio::test]
async fn an_organization_with_several_owners_uses_the_allowance_of_the_first_still_there() {
    let owner = Owner::with(&SMALL).await;
    let (one, key) = owner.created_with_key().await;
    let (_, second) = owner.created_with_key().await;
    owner.service().clock.advance(Duration::from_mins(1));
    owner.share(&one).await;
    owner.noticed().await;
    assert_eq!(owner.answered(&second, 5).await, 4);
    let answered = owner.answered(&key, 1).await;
    assert_eq!(answered, 0, "another owner adds no allowance");
    owner.leave(&one).await;
    owner.noticed().await;
    assert_eq!(
        owner.answered(&key, 5).await,
        4,
        "the partner's own allowance"
    );
}

#[tokio::test]
async fn an_organization_never_uses_more_than_one_allowance_whoever_owns_it() {
    let settings = [("test_allowance", "3"), ("test_allowance_per_day", "3")];
    let owner = Owner::with(&settings).await;
    let (org, key) = owner.created_with_key().await;
    assert_eq!(owner.answered(&key, 4).await, 3);
    owner.share(&org).await;
    owner.leave(&org).await;
    owner.noticed().await;
    let answered = owner.answered(&key, 2).await;
    assert_eq!(answered, 0, "a transfer adds no allowance");
}

#[tokio::test]
async fn a_failure_of_ours_returns_the_shared_units() {
    let owner = Owner::with(&SMALL).await;
    let (_, key) = owner.created_with_key().await;
    assert_eq!(owner.answered(&key, 1).await, 1);
    let holder = store::TestHolder::Person(owner.stage.owner.id);
    let service = owner.service();
    let now = service.clock.now();
    let used = async || {
        service.app.meter.flush().await;
        let (period, day) = (access::Period::of(now), access::Day::of(now));
        let used = service.app.store.test_used(holder, period, day).await;
        used.unwrap()
    };
    assert_eq!(used().await, (1, 1));
    // Only the texts of an organization that has some are read.
    service
        .edit("update organization set content_revision = 1")
        .await;
    service.edit("alter table content rename to lost").await;
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89&includeText=true";
    let failed = service.get_with(path, &key).await;
    assert!(failed.status.is_server_error(), "{}", failed.status);
    assert_eq!(used().await, (1, 1));
}

#[tokio::test]
async fn the_dry_run_of_a_test_key_knows_what_other_organizations_have_used() {
    let owner = Owner::with(&SMALL).await;
    let (_, spent) = owner.created_with_key().await;
    let org = owner.created().await;
    let (id, _) = owner.test_key(&org).await;
    let path = format!("{ORGS}/{org}/keys/{id}/check");
    let body = json!({ "operation": "key_describe" });
    let check = async || {
        let answer = owner.post(&path, &body).await;
        text(&answer.json()["data"]["attributes"]["steps"][4]["detail"])
    };
    assert_eq!(check().await, "4 of 4 units remain for 2027-01-15.");
    assert_eq!(owner.answered(&spent, 4).await, 4);
    owner.service().clock.advance(Duration::from_secs(2));
    assert_eq!(check().await, "All 4 units for 2027-01-15 are used.");
}

#[tokio::test]
async fn a_person_owns_only_so_many_organizations() {
    // The owner already has the first organization.
    let owner = Owner::with(&[("max_organizations_per_owner", "3"), MANY_A_DAY]).await;
    let spare = owner.created().await;
    owner.created().await;
    let refused = owner.create().await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["limit"], 3);
    owner.close(&spare).await;
    owner.created().await;
    assert_eq!(owner.create().await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn passing_organizations_on_does_not_make_room_for_more() {
    let owner = Owner::with(&[("max_organizations_per_owner", "2"), MANY_A_DAY]).await;
    let org = owner.created().await;
    owner.share(&org).await;
    owner.leave(&org).await;
    let refused = owner.create().await;
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn organizations_created_at_once_do_not_pass_the_limit() {
    let settings = [("max_organizations_per_owner", "4"), MANY_A_DAY];
    for database in databases().await {
        let owner = Arc::new(Owner::on(database, &settings).await);
        let create = |_| {
            let owner = Arc::clone(&owner);
            tokio::spawn(async move { owner.create().await.status })
        };
        let tasks = (0..12).map(create).collect();
        let made = count(tasks, StatusCode::CREATED).await;
        assert_eq!(made, 3, "in addition to the first one");
    }
}

#[tokio::test]
async fn a_person_creates_only_so_many_organizations_in_a_day() {
    let owner = Owner::with(&[("max_organizations_per_day", "2")]).await;
    owner.created().await;
    owner.service().clock.advance(Duration::from_hours(1));
    let closed = owner.created().await;
    owner.close(&closed).await;
    let refused = owner.create().await;
    let status = refused.status;
    assert_eq!(
        status,
        StatusCode::TOO_MANY_REQUESTS,
        "closing one makes no room"
    );
    assert_eq!(refused.codes(), ["organization_creation_limited"]);
    assert_eq!(refused.header("retry-after"), (23 * 3_600).to_string());
    let stage = &owner.stage;
    stage.service.clock.advance(Duration::from_hours(23));
    let same = stage.service.signed_in(stage.owner.id).await;
    let create = async |person| stage.post(person, ORGS, &json!({ "name": "More" })).await;
    id_of(&create(&same).await);
    assert_eq!(create(&same).await.header("retry-after"), "3600");
    let other = stage.service.member(Role::Owner).await;
    id_of(&create(&other).await);
}

#[tokio::test]
async fn a_repeated_creation_is_answered_at_the_limit() {
    let owner = Owner::with(&[("max_organizations_per_owner", "2")]).await;
    let ask = async || {
        let cookie = format!("almagest_local={}", owner.stage.owner.token);
        let request = browser_request(Method::POST, ORGS)
            .header("cookie", cookie)
            .header("idempotency-key", "once");
        let body = json!({ "name": "More" });
        id_of(&owner.service().send_with(request, Some(&body)).await)
    };
    let made = ask().await;
    assert_eq!(ask().await, made);
    let refused = owner.create().await;
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
}

#[tokio::test]
async fn operators_create_organizations_without_a_limit() {
    let settings = [
        ("max_organizations_per_owner", "1"),
        ("max_organizations_per_day", "1"),
    ];
    let owner = Owner::with(&settings).await;
    let refused = owner.create().await;
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
    let (path, body) = (
        "/api/manage/installation/orgs",
        json!({ "name": "More", "plan": "free" }),
    );
    for _ in 0..5 {
        let operator = &owner.stage.operator;
        id_of(&owner.stage.post(operator, path, &body).await);
    }
}

#[tokio::test]
async fn a_browser_token_learns_nothing_about_the_quota() {
    let stage = Stage::new().await;
    let (_, key) = stage.key(&json!({})).await;
    let body = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
    let request = axum::http::Request::post("/api/key/tokens")
        .header("x-api-key", &key)
        .header("content-type", "application/json");
    let minted = stage
        .service
        .send(request.body(body.to_string().into()).unwrap())
        .await;
    assert_ne!(
        minted.header("x-quota-limit"),
        "",
        "the key itself sees the quota"
    );
    let token = text(&minted.json()["data"]["attributes"]["token"]);
    let ask = async |path: &str, origin: &str| {
        let request = axum::http::Request::get(path)
            .header("authorization", format!("Bearer {token}"))
            .header("origin", origin);
        stage
            .service
            .send(request.body(axum::body::Body::empty()).unwrap())
            .await
    };
    let own = "https://example.com";
    for (path, origin, status) in [
        ("/api/key", own, 200),
        ("/api/calc/natal", own, 400),
        ("/api/chart2/natal.svg", own, 403),
        ("/api/key", "https://elsewhere.example", 403),
    ] {
        let answer = ask(path, origin).await;
        assert_eq!(answer.status, status, "{path} {origin}");
        assert_ne!(answer.header("x-ratelimit-limit"), "", "{path}");
        for name in ["x-quota-limit", "x-quota-remaining", "x-quota-reset"] {
            assert_eq!(answer.header(name), "", "{path} {origin}: {name}");
        }
    }
    let described = ask("/api/key", own).await.json();
    assert_eq!(described["data"]["attributes"]["quota"], Value::Null);
}

#[tokio::test]
async fn an_organization_has_only_so_many_keys() {
    // The first key was created with the organization.
    let owner = Owner::with(&[("max_keys_per_organization", "2")]).await;
    let stage = &owner.stage;
    let (id, _) = stage.key(&json!({})).await;
    let body = json!({ "name": "k", "mode": "live", "permissions": ["calc:read"] });
    let create = async || owner.post(&stage.path("keys"), &body).await;
    let refused = create().await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.codes(), ["key_limit_reached"]);
    let rotate = async |id: &str, grace_s: u32| {
        let path = stage.path(&format!("keys/{id}/rotate"));
        owner.post(&path, &json!({ "graceSeconds": grace_s })).await
    };
    let refused = rotate(&id, 600).await.codes();
    assert_eq!(
        refused,
        ["key_limit_reached"],
        "two keys of a family count twice"
    );
    let replacement = id_of(&rotate(&id, 0).await);
    let path = stage.path(&format!("keys/{replacement}"));
    stage.delete(&stage.owner, &path).await;
    // A revoked key makes room.
    id_of(&create().await);
}
