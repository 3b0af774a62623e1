//! One person, many organizations: neither their number nor their test keys multiply what is free.

use std::sync::Arc;
use std::time::Duration;

use access::Role;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use store::testing::TestDatabase;

use crate::harness::{Answer, Person, Service, browser_request, config};
use crate::stage::Stage;

const ORGS: &str = "/api/manage/orgs";

async fn stage(settings: &[(&str, &str)]) -> Stage {
    stage_on(TestDatabase::sqlite(), settings).await
}

async fn stage_on(database: TestDatabase, settings: &[(&str, &str)]) -> Stage {
    let service = Service::on(database, server::api::api(), config(settings)).await;
    Stage::of(service).await
}

/// What `almagest` can keep its data in, as far as it is here.
async fn databases() -> Vec<TestDatabase> {
    let postgres = TestDatabase::postgres().await;
    [TestDatabase::sqlite()]
        .into_iter()
        .chain(postgres)
        .collect()
}

async fn create(stage: &Stage, person: &Person) -> Answer {
    stage.post(person, ORGS, &json!({ "name": "More" })).await
}

/// The id of a new organization.
async fn created(stage: &Stage, person: &Person) -> String {
    let made = create(stage, person).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    text(&made.json()["data"]["id"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// A test key of an organization.
async fn test_key(stage: &Stage, person: &Person, org: &str) -> String {
    let body = json!({ "name": "k", "mode": "test", "permissions": ["calc:read", "content:read"] });
    let made = stage
        .post(person, &format!("{ORGS}/{org}/keys"), &body)
        .await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    text(&made.json()["data"]["attributes"]["key"])
}

async fn ask(stage: &Stage, key: &str) -> Answer {
    stage.service.get_with("/api/key", key).await
}

/// How many of so many requests are answered.
async fn answered(stage: &Stage, key: &str, asked: usize) -> usize {
    let mut answered = 0;
    for _ in 0..asked {
        let answer = ask(stage, key).await;
        if answer.status == StatusCode::OK {
            answered += 1;
        } else {
            assert_eq!(answer.codes(), ["quota_exhausted"]);
        }
    }
    answered
}

/// Changes in which roles people are take effect with the next poll.
async fn noticed(stage: &Stage) {
    stage.service.app.key_ring.refresh().await.unwrap();
}

/// An allowance of 6 units a month, 4 of them a day.
const SMALL: [(&str, &str); 2] = [("test_allowance", "6"), ("test_allowance_per_day", "4")];

#[tokio::test]
async fn organizations_of_one_owner_share_one_test_allowance() {
    let stage = stage(&SMALL).await;
    let (one, two) = (
        created(&stage, &stage.owner).await,
        created(&stage, &stage.owner).await,
    );
    let one = test_key(&stage, &stage.owner, &one).await;
    let two = test_key(&stage, &stage.owner, &two).await;
    for (key, left) in [(&one, "3"), (&two, "2"), (&one, "1"), (&two, "0")] {
        let answer = ask(&stage, key).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header("x-quota-remaining"), left);
        assert_eq!(answer.header("x-quota-limit"), "4", "the day is tightest");
    }
    // The clock of the tests stands at 2027-01-15T08:00:00Z: sixteen hours to the next day.
    for key in [&one, &two] {
        let refused = ask(&stage, key).await;
        assert_eq!(refused.codes(), ["quota_exhausted"]);
        assert_eq!(refused.header("retry-after"), "57600");
        assert_eq!(refused.json()["errors"][0]["meta"]["period"], "2027-01-15");
        assert_eq!(refused.header("x-quota-remaining"), "0");
    }
    stage.service.clock.advance(Duration::from_hours(16));
    assert_eq!(
        answered(&stage, &two, 2).await,
        2,
        "what the month has left"
    );
    let refused = ask(&stage, &one).await;
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
        let stage = Arc::new(stage_on(database, &settings).await);
        let mut keys = Vec::new();
        for _ in 0..8 {
            let org = created(&stage, &stage.owner).await;
            keys.push(test_key(&stage, &stage.owner, &org).await);
        }
        let tasks: Vec<_> = (0..40)
            .map(|turn| {
                let (stage, key) = (Arc::clone(&stage), keys[turn % keys.len()].clone());
                tokio::spawn(async move { ask(&stage, &key).await.status })
            })
            .collect();
        let mut answered = 0;
        for task in tasks {
            answered += usize::from(task.await.unwrap() == StatusCode::OK);
        }
        assert_eq!(answered, 7);
    }
}

#[tokio::test]
async fn the_first_organization_has_a_test_allowance_of_its_own_and_no_daily_limit() {
    let stage = stage(&SMALL).await;
    let org = created(&stage, &stage.owner).await;
    let key = test_key(&stage, &stage.owner, &org).await;
    assert_eq!(answered(&stage, &key, 6).await, 4);
    let first = stage.service.key.clone();
    assert_eq!(
        answered(&stage, &first, 8).await,
        6,
        "a month's, on one day"
    );
}

#[tokio::test]
async fn an_organization_without_an_owner_has_a_test_allowance_of_its_own() {
    let stage = stage(&SMALL).await;
    let mut keys = Vec::new();
    for _ in 0..2 {
        let org = stage.service.another_org().await;
        keys.push(stage.service.test_key_of(org).await);
    }
    for key in &keys {
        assert_eq!(answered(&stage, key, 6).await, 4, "a day's of its own");
    }
}

#[tokio::test]
async fn an_operators_test_allowance_wins_over_the_shared_one() {
    let stage = stage(&SMALL).await;
    let (given, other) = (
        created(&stage, &stage.owner).await,
        created(&stage, &stage.owner).await,
    );
    let given_key = test_key(&stage, &stage.owner, &given).await;
    let other_key = test_key(&stage, &stage.owner, &other).await;
    assert_eq!(
        answered(&stage, &other_key, 5).await,
        4,
        "the shared one is used"
    );
    let mut terms = store::OrgTerms::of_plan("free".parse().unwrap());
    terms.test_allowance = Some(5);
    let set = stage
        .service
        .app
        .store
        .set_org_terms(given.parse().unwrap(), &terms);
    assert!(set.await.unwrap());
    noticed(&stage).await;
    let answer = ask(&stage, &given_key).await;
    assert_eq!(answer.header("x-quota-limit"), "5");
    assert_eq!(
        answered(&stage, &given_key, 6).await,
        4,
        "5 in all, on one day"
    );
}

#[tokio::test]
async fn an_organization_with_several_owners_uses_the_allowance_of_the_first_still_there() {
    let stage = stage(&SMALL).await;
    let (one, two) = (
        created(&stage, &stage.owner).await,
        created(&stage, &stage.owner).await,
    );
    let key = test_key(&stage, &stage.owner, &one).await;
    let second = test_key(&stage, &stage.owner, &two).await;
    stage.service.clock.advance(Duration::from_mins(1));
    let partner = stage.service.person().await;
    stage
        .service
        .add_to(one.parse().unwrap(), &partner, Role::Owner)
        .await;
    noticed(&stage).await;
    assert_eq!(answered(&stage, &second, 5).await, 4);
    assert_eq!(
        answered(&stage, &key, 1).await,
        0,
        "another owner adds nothing"
    );
    let gone = stage
        .delete(
            &stage.owner,
            &format!("{ORGS}/{one}/members/{}", stage.owner.id),
        )
        .await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.json());
    noticed(&stage).await;
    assert_eq!(answered(&stage, &key, 5).await, 4, "the partner's own");
}

#[tokio::test]
async fn an_organization_never_uses_more_than_one_allowance_whoever_owns_it() {
    let stage = stage(&[("test_allowance", "3"), ("test_allowance_per_day", "3")]).await;
    let org = created(&stage, &stage.owner).await;
    let key = test_key(&stage, &stage.owner, &org).await;
    assert_eq!(answered(&stage, &key, 4).await, 3);
    let partner = stage.service.person().await;
    stage
        .service
        .add_to(org.parse().unwrap(), &partner, Role::Owner)
        .await;
    let path = format!("{ORGS}/{org}/members/{}", stage.owner.id);
    assert_eq!(
        stage.delete(&stage.owner, &path).await.status,
        StatusCode::NO_CONTENT
    );
    noticed(&stage).await;
    assert_eq!(
        answered(&stage, &key, 2).await,
        0,
        "passing it on gives nothing"
    );
}

#[tokio::test]
async fn a_failure_of_ours_returns_the_shared_units() {
    let stage = stage(&SMALL).await;
    let org = created(&stage, &stage.owner).await;
    let key = test_key(&stage, &stage.owner, &org).await;
    assert_eq!(answered(&stage, &key, 1).await, 1);
    let holder = store::TestHolder::Person(stage.owner.id);
    let now = stage.service.clock.now();
    let used = async || {
        stage.service.app.meter.flush().await;
        let (period, day) = (access::Period::of(now), access::Day::of(now));
        stage
            .service
            .app
            .store
            .test_used(holder, period, day)
            .await
            .unwrap()
    };
    assert_eq!(used().await, (1, 1));
    let sql = "alter table content rename to lost";
    store::testing::execute(stage.service.location(), sql).await;
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89&includeText=true";
    let failed = stage.service.get_with(path, &key).await;
    assert!(failed.status.is_server_error(), "{}", failed.json());
    assert_eq!(used().await, (1, 1));
}

#[tokio::test]
async fn the_dry_run_of_a_test_key_knows_what_other_organizations_have_used() {
    let stage = stage(&SMALL).await;
    let (one, two) = (
        created(&stage, &stage.owner).await,
        created(&stage, &stage.owner).await,
    );
    let spent = test_key(&stage, &stage.owner, &one).await;
    let body = json!({ "name": "k", "mode": "test", "permissions": ["calc:read"] });
    let made = stage
        .post(&stage.owner, &format!("{ORGS}/{two}/keys"), &body)
        .await;
    let id = text(&made.json()["data"]["id"]);
    let path = format!("{ORGS}/{two}/keys/{id}/check");
    let body = json!({ "operation": "key_describe" });
    let check = async || {
        let answer = stage.post(&stage.owner, &path, &body).await;
        text(&answer.json()["data"]["attributes"]["steps"][4]["detail"])
    };
    assert_eq!(check().await, "4 of 4 units of 2027-01-15 are left");
    assert_eq!(answered(&stage, &spent, 4).await, 4);
    stage.service.clock.advance(Duration::from_secs(2));
    assert_eq!(check().await, "all 4 units of 2027-01-15 are used");
}

#[tokio::test]
async fn a_person_owns_only_so_many_organizations() {
    // The owner has the first organization already.
    let stage = stage(&[
        ("max_organizations_per_owner", "3"),
        ("max_organizations_per_day", "99"),
    ])
    .await;
    let spare = created(&stage, &stage.owner).await;
    created(&stage, &stage.owner).await;
    let refused = create(&stage, &stage.owner).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["limit"], 3);
    let closed = stage
        .post(&stage.owner, &format!("{ORGS}/{spare}/close"), &json!({}))
        .await;
    assert!(closed.status.is_success(), "{}", closed.status);
    created(&stage, &stage.owner).await;
    assert_eq!(
        create(&stage, &stage.owner).await.status,
        StatusCode::CONFLICT
    );
}

#[tokio::test]
async fn passing_organizations_on_does_not_make_room_for_more() {
    let stage = stage(&[
        ("max_organizations_per_owner", "2"),
        ("max_organizations_per_day", "99"),
    ])
    .await;
    let org = created(&stage, &stage.owner).await;
    let partner = stage.service.person().await;
    stage
        .service
        .add_to(org.parse().unwrap(), &partner, Role::Owner)
        .await;
    let path = format!("{ORGS}/{org}/members/{}", stage.owner.id);
    assert_eq!(
        stage.delete(&stage.owner, &path).await.status,
        StatusCode::NO_CONTENT
    );
    let refused = create(&stage, &stage.owner).await;
    assert_eq!(refused.codes(), ["organization_limit_reached"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn organizations_created_at_once_do_not_pass_the_limit() {
    let settings = [
        ("max_organizations_per_owner", "4"),
        ("max_organizations_per_day", "99"),
    ];
    for database in databases().await {
        let stage = Arc::new(stage_on(database, &settings).await);
        let tasks: Vec<_> = (0..12)
            .map(|_| {
                let stage = Arc::clone(&stage);
                tokio::spawn(async move { create(&stage, &stage.owner).await.status })
            })
            .collect();
        let mut made = 0;
        for task in tasks {
            made += usize::from(task.await.unwrap() == StatusCode::CREATED);
        }
        assert_eq!(made, 3, "beside the first one");
    }
}

#[tokio::test]
async fn a_person_creates_only_so_many_organizations_in_a_day() {
    let stage = stage(&[("max_organizations_per_day", "2")]).await;
    created(&stage, &stage.owner).await;
    stage.service.clock.advance(Duration::from_hours(1));
    let closed = created(&stage, &stage.owner).await;
    stage
        .post(&stage.owner, &format!("{ORGS}/{closed}/close"), &json!({}))
        .await;
    let refused = create(&stage, &stage.owner).await;
    assert_eq!(
        refused.status,
        StatusCode::TOO_MANY_REQUESTS,
        "closing gives no room"
    );
    assert_eq!(refused.codes(), ["organization_creation_limited"]);
    assert_eq!(refused.header("retry-after"), (23 * 3_600).to_string());
    stage.service.clock.advance(Duration::from_hours(23));
    let owner = stage.service.signed_in(stage.owner.id).await;
    created(&stage, &owner).await;
    assert_eq!(create(&stage, &owner).await.header("retry-after"), "3600");
    let other = stage.service.member(Role::Owner).await;
    created(&stage, &other).await;
}

#[tokio::test]
async fn a_repeated_creation_is_answered_at_the_limit() {
    let stage = stage(&[("max_organizations_per_owner", "2")]).await;
    let ask = async || {
        let request = browser_request(Method::POST, ORGS)
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("idempotency-key", "once");
        let answer = stage
            .service
            .send_with(request, Some(&json!({ "name": "More" })))
            .await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
        text(&answer.json()["data"]["id"])
    };
    let made = ask().await;
    assert_eq!(ask().await, made);
    assert_eq!(
        create(&stage, &stage.owner).await.codes(),
        ["organization_limit_reached"]
    );
}

#[tokio::test]
async fn operators_create_organizations_without_a_limit() {
    let settings = [
        ("max_organizations_per_owner", "1"),
        ("max_organizations_per_day", "1"),
    ];
    let stage = stage(&settings).await;
    assert_eq!(
        create(&stage, &stage.owner).await.codes(),
        ["organization_limit_reached"]
    );
    let path = "/api/manage/installation/orgs";
    for _ in 0..5 {
        let made = stage
            .post(
                &stage.operator,
                path,
                &json!({ "name": "More", "plan": "free" }),
            )
            .await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
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
    assert_ne!(minted.header("x-quota-limit"), "", "the key itself is told");
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
    // The first one was made with the organization.
    let stage = stage(&[("max_keys_per_organization", "2")]).await;
    let (id, _) = stage.key(&json!({})).await;
    let body = json!({ "name": "k", "mode": "live", "permissions": ["calc:read"] });
    let create = async || stage.post(&stage.owner, &stage.path("keys"), &body).await;
    let refused = create().await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.codes(), ["key_limit_reached"]);
    let rotate = async |id: &str, grace_s: u32| {
        let path = stage.path(&format!("keys/{id}/rotate"));
        stage
            .post(&stage.owner, &path, &json!({ "graceSeconds": grace_s }))
            .await
    };
    let refused = rotate(&id, 600).await;
    assert_eq!(
        refused.codes(),
        ["key_limit_reached"],
        "two of a family are two"
    );
    let rotated = rotate(&id, 0).await;
    assert_eq!(
        rotated.status,
        StatusCode::CREATED,
        "one replaces the other"
    );
    let id = text(&rotated.json()["data"]["id"]);
    stage
        .delete(&stage.owner, &stage.path(&format!("keys/{id}")))
        .await;
    assert_eq!(
        create().await.status,
        StatusCode::CREATED,
        "a revoked one makes room"
    );
}
