//! Operations of operators on the installation over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::fixtures::Stage;
use crate::harness::{Answer, Person, browser_request};

const ORGS: &str = "/api/manage/installation/orgs";
const USERS: &str = "/api/manage/installation/users";

fn attributes(answer: &Answer) -> Value {
    answer.json()["data"]["attributes"].clone()
}

fn id(answer: &Answer) -> String {
    answer.json()["data"]["id"].as_str().unwrap().to_owned()
}

/// Returns the actions in the log at this path, newest first.
async fn actions(stage: &Stage, path: &str) -> Vec<String> {
    let log = stage.get(&stage.operator, path).await.json();
    let action = |it: &Value| it["attributes"]["action"].as_str().unwrap().to_owned();
    log["data"].as_array().unwrap().iter().map(action).collect()
}

#[tokio::test]
async fn an_organization_is_made_on_any_plan_and_its_terms_change() {
    let stage = Stage::new().await;
    let body = json!({ "name": "Acme", "plan": "gold", "quota": 7, "rates": ["5/60s"] });
    let made = stage.post(&stage.operator, ORGS, &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let path = made.header("location").to_owned();
    let shown = attributes(&stage.get(&stage.operator, &path).await);
    assert_eq!(
        (
            &shown["plan"],
            &shown["quota"],
            &shown["rates"],
            &shown["overage"]
        ),
        (&json!("gold"), &json!(7), &json!(["5/60s"]), &Value::Null)
    );
    let change = json!({ "plan": "basic", "quota": null, "overage": 3 });
    let changed = attributes(&stage.patch(&stage.operator, &path, &change).await);
    assert_eq!(
        (
            &changed["plan"],
            &changed["quota"],
            &changed["rates"],
            &changed["overage"]
        ),
        (&json!("basic"), &Value::Null, &json!(["5/60s"]), &json!(3)),
        "an absent field stays, null resets to the plan"
    );
    let unknown = stage
        .patch(&stage.operator, &path, &json!({ "plan": "none" }))
        .await;
    assert_eq!(unknown.codes(), ["value_refused"]);
    let listed = stage.get(&stage.operator, ORGS).await.json();
    assert_eq!(listed["meta"]["total"], 3);
}

#[tokio::test]
async fn a_repeated_creation_makes_one_organization_and_one_account() {
    let stage = Stage::new().await;
    let cookie = format!("almagest_local={}", stage.operator.token);
    let post = async |path: &str, body: &Value| {
        let request = browser_request(Method::POST, path)
            .header("cookie", &cookie)
            .header("idempotency-key", "once");
        stage.service.send_with(request, Some(body)).await
    };
    let org = json!({ "name": "Acme", "plan": "free" });
    assert_eq!(id(&post(ORGS, &org).await), id(&post(ORGS, &org).await));
    let user = json!({ "email": "ann@example.com", "name": "Ann" });
    let (first, second) = (post(USERS, &user).await, post(USERS, &user).await);
    assert_eq!(id(&first), id(&second));
    assert!(attributes(&first)["link"].is_string());
    assert!(attributes(&second).get("link").is_none());
    assert_eq!(second.json()["meta"]["linkShown"], true);
    assert_eq!(
        post(USERS, &json!({ "email": "ben@example.com", "name": "Ben" }))
            .await
            .codes(),
        ["idempotency_conflict"]
    );
}

#[tokio::test]
async fn suspending_an_organization_refuses_its_keys_on_the_next_request() {
    let stage = Stage::new().await;
    let (_, secret) = stage.key(&json!({})).await;
    let path = format!("{ORGS}/{}", stage.service.org_id);
    let set = async |status: &str| {
        let body = json!({ "status": status });
        stage.patch(&stage.operator, &path, &body).await.status
    };
    assert_eq!(set("suspended").await, StatusCode::OK);
    let refused = stage.service.get_with("/api/key", &secret).await;
    assert_eq!(refused.codes(), ["organization_suspended"]);
    assert_eq!(set("active").await, StatusCode::OK);
    let answer = stage.service.get_with("/api/key", &secret).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(stage.audited().await[..2], ["org.set", "org.set"]);
}

#[tokio::test]
async fn an_organization_its_owners_closed_is_not_opened_again() {
    let stage = Stage::new().await;
    stage
        .post(&stage.owner, &stage.path("close"), &json!({}))
        .await;
    let path = format!("{ORGS}/{}", stage.service.org_id);
    let answer = stage
        .patch(&stage.operator, &path, &json!({ "status": "active" }))
        .await;
    assert_eq!(answer.codes(), ["value_refused"]);
}

#[tokio::test]
async fn an_account_is_made_with_a_link_disabled_and_let_in_again() {
    let stage = Stage::new().await;
    let body = json!({ "email": "ann@example.com", "name": "Ann" });
    let made = stage.post(&stage.operator, USERS, &body).await;
    let link = attributes(&made)["link"].as_str().unwrap().to_owned();
    let outbox = stage
        .get(&stage.operator, "/api/manage/installation/outbox")
        .await
        .json();
    assert_eq!(
        outbox["data"][0]["attributes"]["link"], link,
        "the link in the queued e-mail"
    );
    let again = stage.post(&stage.operator, USERS, &body).await;
    assert_eq!(again.codes(), ["account_exists"]);
    let path = format!("{USERS}/{}", stage.member.id);
    let off = stage
        .patch(&stage.operator, &path, &json!({ "disabled": true }))
        .await;
    assert!(attributes(&off)["disabledAt"].is_string());
    let me = stage.get(&stage.member, "/api/manage/me").await;
    assert_eq!(me.codes(), ["session_ended"]);
    let on = stage
        .patch(&stage.operator, &path, &json!({ "disabled": false }))
        .await;
    assert_eq!(attributes(&on)["disabledAt"], Value::Null);
    let me = stage.get(&stage.member, "/api/manage/me").await;
    assert_eq!(me.codes(), ["session_ended"], "the sessions stay ended");
    let log = actions(&stage, "/api/manage/installation/audit").await;
    assert_eq!(log, ["user.update", "user.update", "user.create"]);
}

#[tokio::test]
async fn the_last_operator_cannot_be_lowered_or_disabled() {
    let stage = Stage::new().await;
    let path = format!("{USERS}/{}", stage.operator.id);
    for change in [json!({ "operator": false }), json!({ "disabled": true })] {
        let answer = stage.patch(&stage.operator, &path, &change).await;
        assert_eq!(answer.codes(), ["last_operator"], "{change}");
    }
    let other = format!("{USERS}/{}", stage.owner.id);
    stage
        .patch(&stage.operator, &other, &json!({ "operator": true }))
        .await;
    let answer = stage
        .patch(&stage.operator, &path, &json!({ "operator": false }))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        stage.get(&stage.operator, ORGS).await.codes(),
        ["operator_required"]
    );
    // The new operator takes effect at once and has to set up a second factor first.
    assert_eq!(
        stage.get(&stage.owner, ORGS).await.codes(),
        ["second_factor_required"]
    );
}

#[tokio::test]
async fn members_and_modules_are_given_to_any_organization() {
    let stage = Stage::new().await;
    let body = json!({ "email": "ann@example.com", "name": "Ann" });
    let user = id(&stage.post(&stage.operator, USERS, &body).await);
    let members = format!("{ORGS}/{}/members", stage.foreign_org);
    let member = json!({ "email": "ann@example.com", "role": "owner" });
    let added = stage.post(&stage.operator, &members, &member).await;
    assert_eq!((added.status, id(&added)), (StatusCode::CREATED, user));
    let again = stage.post(&stage.operator, &members, &member).await;
    assert_eq!(again.codes(), ["already_member"]);
    let nobody = json!({ "email": "nobody@example.com", "role": "owner" });
    let nobody = stage.post(&stage.operator, &members, &nobody).await;
    assert_eq!(nobody.codes(), ["value_refused"]);
    let listed = stage.get(&stage.operator, &members).await.json();
    assert_eq!(listed["meta"]["total"], 2);

    let modules = format!("{ORGS}/{}/modules", stage.foreign_org);
    let grant = json!({ "module": "content-premium", "expiresAt": "2099-01-01T00:00:00Z" });
    let granted = stage.post(&stage.operator, &modules, &grant).await;
    assert_eq!(granted.status, StatusCode::CREATED, "{}", granted.json());
    let listed = stage.get(&stage.operator, &modules).await.json();
    assert_eq!(listed["data"][0]["attributes"]["module"], "content-premium");
    let wrong = json!({ "module": "alchemy" });
    let wrong = stage.post(&stage.operator, &modules, &wrong).await;
    assert_eq!(wrong.codes(), ["value_refused"]);
    let one = format!("{modules}/content-premium");
    assert_eq!(
        stage.delete(&stage.operator, &one).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        stage.delete(&stage.operator, &one).await.codes(),
        ["resource_not_found"]
    );
}

#[tokio::test]
async fn lists_of_the_installation_are_paged() {
    let stage = Stage::new().await;
    for list in [ORGS, USERS] {
        let mut path = format!("{list}?page[size]=1");
        let mut seen = 0_u64;
        let total = loop {
            let page = stage.get(&stage.operator, &path).await.json();
            seen += page["data"].as_array().unwrap().len() as u64;
            match page["links"].get("next") {
                Some(next) => path = next.as_str().unwrap().to_owned(),
                None => break page["meta"]["total"].as_u64().unwrap(),
            }
        };
        assert!(total > 1);
        assert_eq!(seen, total, "{list}");
        let wrong = stage
            .get(&stage.operator, &format!("{list}?page[after]=x"))
            .await;
        assert_eq!(wrong.codes(), ["value_refused"]);
    }
}

#[tokio::test]
async fn a_browser_token_is_minted_for_a_key_and_is_narrower_than_it() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&json!({ "domains": ["*.example.com"] })).await;
    let path = stage.path(&format!("keys/{id}/tokens"));
    let wanted = |permission: &str, origin: &str| json!({ "permissions": [permission], "origins": [origin], "expiresIn": 60 });
    let made = stage
        .post(
            &stage.manager,
            &path,
            &wanted("calc:read", "app.example.com"),
        )
        .await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let token = attributes(&made)["token"].as_str().unwrap().to_owned();
    let ask = async |origin: &str| {
        let request = axum::http::Request::get("/api/key")
            .header("authorization", format!("Bearer {token}"))
            .header("origin", origin);
        stage.service.send_with(request, None).await
    };
    assert_eq!(ask("https://app.example.com").await.status, StatusCode::OK);
    assert_eq!(
        ask("https://www.example.com").await.codes(),
        ["domain_not_allowed"]
    );
    for (permission, origin) in [
        ("chart:read", "app.example.com"),
        ("calc:read", "example.org"),
    ] {
        let wider = stage
            .post(&stage.manager, &path, &wanted(permission, origin))
            .await;
        assert_eq!(wider.codes(), ["value_refused"], "{permission} {origin}");
    }
    assert_eq!(stage.audited().await[0], "token.create");
    stage
        .delete(&stage.owner, &stage.path(&format!("keys/{id}")))
        .await;
    assert_eq!(
        ask("https://app.example.com").await.codes(),
        ["key_revoked"]
    );
    let ended = stage
        .post(&stage.owner, &path, &wanted("calc:read", "app.example.com"))
        .await;
    assert_eq!(ended.codes(), ["key_ended"]);
}

#[tokio::test]
async fn a_token_that_is_asked_for_again_is_not_minted_twice() {
    let stage = Stage::new().await;
    let (id, key) = stage.key(&json!({})).await;
    let (_, sibling) = stage.key(&json!({})).await;
    let wanted = |seconds: u32| json!({ "permissions": ["calc:read"], "origins": ["app.example.com"], "expiresIn": seconds });
    let managed = stage.path(&format!("keys/{id}/tokens"));
    let by_person = async |once: &str, seconds: u32| {
        let cookie = format!("almagest_local={}", stage.manager.token);
        let request = browser_request(Method::POST, &managed)
            .header("cookie", cookie)
            .header("idempotency-key", once);
        stage
            .service
            .send_with(request, Some(&wanted(seconds)))
            .await
    };
    let with_key = async |key: &str, once: &str, seconds: u32| {
        let request = axum::http::Request::post("/api/key/tokens")
            .header("x-api-key", key)
            .header("idempotency-key", once);
        stage
            .service
            .send_with(request, Some(&wanted(seconds)))
            .await
    };
    for (first, again, other, third) in [
        (
            by_person("t", 60).await,
            by_person("t", 60).await,
            by_person("t", 61).await,
            by_person("u", 60).await,
        ),
        (
            with_key(&key, "t", 60).await,
            with_key(&key, "t", 60).await,
            with_key(&key, "t", 61).await,
            with_key(&key, "u", 60).await,
        ),
    ] {
        assert_eq!(first.status, StatusCode::CREATED, "{}", first.json());
        assert!(attributes(&first)["token"].is_string());
        assert_eq!(again.status, StatusCode::CREATED, "{}", again.json());
        assert_eq!(again.json()["meta"], json!({ "secretShown": true }));
        let (mut shown, repeated) = (attributes(&first), attributes(&again));
        shown["token"] = Value::Null;
        assert_eq!(shown, repeated, "all but the token");
        assert_eq!(again.json()["data"]["id"], first.json()["data"]["id"]);
        assert_eq!(other.codes(), ["idempotency_conflict"]);
        assert!(attributes(&third)["token"].is_string());
    }
    let minted = stage.audited().await;
    let minted = minted.iter().filter(|it| *it == "token.create").count();
    assert_eq!(minted, 2, "a repeated request minted nothing");
    let theirs = with_key(&sibling, "t", 60).await;
    assert!(
        attributes(&theirs)["token"].is_string(),
        "idempotency keys are separate for each key"
    );
    let wrong = with_key(&key, "white space", 60).await;
    assert_eq!(wrong.codes(), ["field_format"]);
}

#[tokio::test]
async fn an_organization_has_a_rate_at_least_or_its_plans() {
    let stage = Stage::new().await;
    let none = json!({ "name": "Acme", "plan": "gold", "rates": [] });
    let refused = stage.post(&stage.operator, ORGS, &none).await;
    assert_eq!(refused.codes(), ["field_length"]);
    let path = format!("{ORGS}/{}", stage.service.org_id);
    let none = json!({ "rates": [] });
    let refused = stage.patch(&stage.operator, &path, &none).await;
    assert_eq!(refused.codes(), ["field_length"]);
    let plans = json!({ "rates": null });
    let changed = stage.patch(&stage.operator, &path, &plans).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
}

#[tokio::test]
async fn the_last_owner_who_can_sign_in_is_neither_disabled_nor_lost() {
    let stage = Stage::new().await;
    let disable = async |person: &Person, disabled: bool| {
        let path = format!("{USERS}/{}", person.id);
        let body = json!({ "disabled": disabled });
        stage.patch(&stage.operator, &path, &body).await
    };
    let refused = disable(&stage.owner, true).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.codes(), ["last_owner"]);
    let orgs = refused.json()["errors"][0]["meta"]["organizations"].clone();
    assert_eq!(orgs, json!([stage.service.org_id.to_string()]));
    let second = stage.service.member(access::Role::Owner).await;
    assert_eq!(disable(&stage.owner, true).await.status, StatusCode::OK);
    // If one of two owners is disabled, the other is the last who can act.
    assert_eq!(disable(&second, true).await.codes(), ["last_owner"]);
    let path = stage.path(&format!("members/{}", second.id));
    assert_eq!(stage.delete(&second, &path).await.codes(), ["last_owner"]);
    let lower = stage
        .patch(&second, &path, &json!({ "role": "manager" }))
        .await;
    assert_eq!(lower.codes(), ["last_owner"]);
    let disabled = stage.path(&format!("members/{}", stage.owner.id));
    let removed = stage.delete(&second, &disabled).await;
    assert_eq!(
        removed.status,
        StatusCode::NO_CONTENT,
        "a disabled owner can be removed"
    );
}
