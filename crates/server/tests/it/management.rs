//! The management API: who may call what, and what it does.

use std::time::Duration;

use access::{Role, RolePermission};
use axum::http::{Method, StatusCode};
use http_api::AccessPolicy;
use serde_json::{Value, json};

use crate::fixtures::{Stage, error};
use crate::harness::Person;

/// The table a reviewer reads when a role changes.
#[test]
fn the_printed_table_of_roles_and_permissions() {
    println!("{:22} owner manager member", "permission");
    for permission in RolePermission::ALL {
        let mark = |role: Role| {
            let allowed = role.permissions().allows(*permission);
            if allowed { "x" } else { "." }
        };
        let marks = [Role::Owner, Role::Manager, Role::Member].map(mark);
        println!(
            "{:22} {:5} {:7} {}",
            permission.name(),
            marks[0],
            marks[1],
            marks[2]
        );
    }
    assert_eq!(RolePermission::ALL.len(), 19);
}

/// Calls every operation on an organization as every role in it and as an owner of another: the
/// response follows from the declared permission, and a stranger gets the same as for a random id.
#[tokio::test]
async fn every_management_operation_by_every_role_in_the_own_and_a_foreign_organization() {
    let stage = Stage::new().await;
    let declarations = stage.service.app.catalog().declarations.clone();
    let mut rows = 0;
    for it in &declarations {
        let AccessPolicy::Member { role: needed } = it.access else {
            continue;
        };
        for method in methods(it.methods) {
            for (person, role) in [
                (&stage.owner, Some(Role::Owner)),
                (&stage.manager, Some(Role::Manager)),
                (&stage.member, Some(Role::Member)),
                (&stage.stranger, None),
            ] {
                rows += 1;
                let answer = probe(&stage, person, it.path, &method).await;
                let allowed = role.is_some_and(|it| it.permissions().allows(needed));
                let codes = answer.codes();
                match (role, allowed) {
                    // Past the guard: refused because it has no content, or answered.
                    (Some(_), true) => assert_ne!(
                        (answer.status, codes.first().map(String::as_str)),
                        (StatusCode::FORBIDDEN, Some("permission_missing")),
                        "{} by {role:?}",
                        it.id
                    ),
                    (Some(_), false) => {
                        assert_eq!(codes, ["permission_missing"], "{} by {role:?}", it.id);
                    }
                    (None, _) => {
                        assert_eq!(codes, ["resource_not_found"], "{}", it.id);
                    }
                }
            }
        }
    }
    println!("{rows} combinations");
    assert!(rows >= 4 * 34, "{rows}");
}

/// Calls every operation on the installation as every role, as a stranger and as an operator: only
/// operators have access, owners do not.
#[tokio::test]
async fn every_operation_on_the_installation_is_for_its_operators_alone() {
    let stage = Stage::new().await;
    let declarations = stage.service.app.catalog().declarations.clone();
    let of_operators = declarations
        .iter()
        .filter(|it| it.access == AccessPolicy::Operator);
    let mut rows = 0;
    for it in of_operators {
        for method in methods(it.methods) {
            for person in [&stage.owner, &stage.manager, &stage.member, &stage.stranger] {
                let answer = probe(&stage, person, it.path, &method).await;
                assert_eq!(answer.codes(), ["operator_required"], "{}", it.id);
                rows += 1;
            }
            let answer = probe(&stage, &stage.operator, it.path, &method).await;
            // Past the guard: refused for its content.
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", it.id);
            assert_eq!(answer.codes()[0], "field_unknown", "{}", it.id);
            rows += 1;
        }
    }
    println!("{rows} combinations");
    assert!(rows >= 5 * 16, "{rows}");
}

/// An operator has no role in an organization.
#[tokio::test]
async fn an_operator_is_a_stranger_to_every_organizations_own_operations() {
    let stage = Stage::new().await;
    let declarations = stage.service.app.catalog().declarations.clone();
    for it in &declarations {
        if !matches!(it.access, AccessPolicy::Member { .. }) {
            continue;
        }
        for method in methods(it.methods) {
            let answer = probe(&stage, &stage.operator, it.path, &method).await;
            assert_eq!(answer.codes(), ["resource_not_found"], "{}", it.id);
        }
    }
}

fn methods(methods: http_api::Methods) -> Vec<Method> {
    use http_api::Methods;
    match methods {
        Methods::Get => vec![Method::GET],
        Methods::Post => vec![Method::POST],
        Methods::PostAndGet => vec![Method::POST, Method::GET],
        Methods::Patch => vec![Method::PATCH],
        Methods::Delete => vec![Method::DELETE],
    }
}

/// Sends a request whose content is invalid on purpose, so that it changes nothing.
async fn probe(
    stage: &Stage,
    person: &Person,
    path: &str,
    method: &Method,
) -> crate::harness::Answer {
    let org = stage.service.org_id.to_string();
    let path = path
        .replace("{org}", &org)
        .replace("{key}", "key_x")
        .replace("{user}", "usr_x")
        .replace("{module}", "natal")
        .replace("{invitation}", "inv_x")
        .replace("{alert}", "alr_x")
        .replace("{webhook}", "whk_x");
    let wrong = json!({ "nonsense": 1 });
    let takes_body = matches!(*method, Method::POST | Method::PATCH);
    let path = if takes_body {
        path
    } else {
        format!("{path}?nonsense=1")
    };
    let body = takes_body.then_some(&wrong);
    stage
        .service
        .ask_as(person, method.clone(), &path, body)
        .await
}

async fn rotate_and_revoke(stage: &Stage, path: &str, secret: &String) {
    let rotate = format!("{path}/rotate");
    let body = json!({ "graceSeconds": 60 });
    let rotated = stage.post(&stage.owner, &rotate, &body).await;
    assert_eq!(rotated.status, StatusCode::CREATED, "{}", rotated.json());
    let new = rotated.json()["data"]["attributes"]["key"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        stage.post(&stage.owner, &rotate, &body).await.codes(),
        ["key_superseded"]
    );
    for key in [secret, &new] {
        assert_eq!(
            stage.service.get_with("/api/key", key).await.status,
            StatusCode::OK
        );
    }
    stage.service.clock.advance(Duration::from_mins(1));
    assert_eq!(
        stage.service.get_with("/api/key", secret).await.codes(),
        ["key_expired"]
    );
    assert_eq!(
        stage.delete(&stage.owner, path).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        stage.service.get_with("/api/key", &new).await.codes(),
        ["key_revoked"]
    );
}

#[tokio::test]
async fn a_key_is_made_changed_rotated_and_revoked_and_the_audit_log_tells() {
    let stage = Stage::new().await;
    let (id, secret) = stage
        .key(&json!({ "rates": ["5/60s"], "domains": ["*.example.com"] }))
        .await;
    let path = stage.path(&format!("keys/{id}"));
    let shown = stage.get(&stage.manager, &path).await.json();
    assert_eq!(
        shown["data"]["attributes"]["key"],
        Value::Null,
        "shown once"
    );
    assert_eq!(
        shown["data"]["attributes"]["domains"],
        json!(["*.example.com"])
    );
    let opened = stage
        .patch(
            &stage.owner,
            &path,
            &json!({ "domains": null, "name": "n" }),
        )
        .await;
    assert_eq!(opened.status, StatusCode::OK, "{}", opened.json());
    assert_eq!(
        stage.service.get_with("/api/key", &secret).await.status,
        StatusCode::OK
    );
    let off = stage
        .patch(&stage.owner, &path, &json!({ "enabled": false }))
        .await;
    assert_eq!(off.json()["data"]["attributes"]["status"], "disabled");
    assert_eq!(
        stage.service.get_with("/api/key", &secret).await.codes(),
        ["key_disabled"]
    );
    stage
        .patch(&stage.owner, &path, &json!({ "enabled": true }))
        .await;
    rotate_and_revoke(&stage, &path, &secret).await;
    let log = stage.audited().await;
    let expected = [
        "key.revoke",
        "key.rotate",
        "key.update",
        "key.update",
        "key.update",
        "key.create",
    ];
    assert_eq!(log, expected);
    let verdicts = stage
        .service
        .app
        .store
        .verify_audit(&stage.service.app.keys.audit)
        .await;
    assert!(verdicts.unwrap().iter().all(|(_, it)| it.is_ok()));
}

#[tokio::test]
async fn a_repeated_creation_makes_one_key_and_shows_it_once() {
    let stage = Stage::new().await;
    let create = async |name: &str| {
        let request = crate::harness::browser_request(Method::POST, &stage.path("keys"))
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("idempotency-key", "order-1");
        let body = json!({ "name": name, "mode": "live", "permissions": [] });
        stage.service.send_with(request, Some(&body)).await
    };
    let first = create("a").await.json();
    let second = create("a").await.json();
    assert_eq!(first["data"]["id"], second["data"]["id"]);
    assert!(first["data"]["attributes"]["key"].is_string());
    assert_eq!(second["data"]["attributes"]["key"], Value::Null);
    assert_eq!(second["meta"]["secretShown"], true);
    assert_eq!(create("b").await.codes(), ["idempotency_conflict"]);
}

#[tokio::test]
async fn a_dry_run_explains_each_step_and_counts_nothing() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&json!({ "domains": ["example.com"] })).await;
    let path = stage.path(&format!("keys/{id}/check"));
    let check = async |operation: &str, origin: Option<&str>| {
        let body = json!({ "operation": operation, "origin": origin });
        let answer = stage.post(&stage.owner, &path, &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
        answer.json()["data"]["attributes"].clone()
    };
    let good = check("key_describe", Some("https://example.com")).await;
    assert_eq!(good["allowed"], true, "{good}");
    let steps: Vec<_> = good["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["step"].clone())
        .collect();
    let expected = [
        "organization",
        "key",
        "domain",
        "rate",
        "quota",
        "permission",
        "module",
    ];
    assert_eq!(steps, expected.map(Value::from));
    let elsewhere = check("key_describe", Some("https://evil.example")).await;
    assert_eq!(elsewhere["code"], "domain_not_allowed");
    assert_eq!(elsewhere["steps"][3]["verdict"], "skipped");
    let lacking = check("module_list", Some("https://example.com")).await;
    assert_eq!(lacking["code"], "permission_missing");
    let people = check("key_create", Some("https://example.com")).await;
    assert_eq!(people["code"], "person_required");
    assert_eq!(stage.service.ledger().await, []);
}

#[tokio::test]
async fn lists_are_paged_and_count_everything() {
    let stage = Stage::new().await;
    for _ in 0..3 {
        stage.key(&json!({})).await;
    }
    let first = stage
        .get(&stage.owner, &stage.path("keys?page[size]=2"))
        .await
        .json();
    assert_eq!(
        (
            first["data"].as_array().unwrap().len(),
            &first["meta"]["total"]
        ),
        (2, &4.into())
    );
    let next = first["links"]["next"].as_str().unwrap().to_owned();
    let second = stage.get(&stage.owner, &next).await.json();
    assert_eq!(second["data"].as_array().unwrap().len(), 2);
    assert!(second["links"].get("next").is_none());
    let of_a_request = "ledger?page[after]=req_019a8f2e5c0070008000000000000001";
    for list in ["keys?page[after]=x", of_a_request] {
        let wrong = stage.get(&stage.owner, &stage.path(list)).await;
        assert_eq!(wrong.codes(), ["value_refused"], "{list}");
    }
}

#[tokio::test]
async fn usage_and_ledger_tell_what_was_counted() {
    let stage = Stage::new().await;
    let (id, secret) = stage.key(&json!({})).await;
    for _ in 0..3 {
        stage.service.get_with("/api/key", &secret).await;
    }
    stage.service.app.meter.flush().await;
    let current = stage
        .get(&stage.manager, &stage.path("usage/current"))
        .await
        .json();
    assert_eq!(
        current["data"]["attributes"]["live"],
        json!({ "used": 3, "limit": 1_000_000, "quota": 1_000_000, "overage": 0 })
    );
    for (group, label) in [
        ("day", "2027-01-15"),
        ("key", &id),
        ("operation", "key_describe"),
    ] {
        let path = stage.path(&format!("usage?groupBy={group}"));
        let usage = stage.get(&stage.manager, &path).await.json();
        assert_eq!(usage["data"][0]["id"], label);
        assert_eq!(usage["data"][0]["attributes"]["requests"], 3, "{usage}");
    }
    let ledger = stage
        .get(&stage.manager, &stage.path("ledger"))
        .await
        .json();
    assert_eq!(ledger["meta"]["total"], 3);
    assert_eq!(ledger["data"][0]["attributes"]["keyId"], id);
}

#[tokio::test]
async fn an_invited_person_registers_and_belongs() {
    let stage = Stage::new().await;
    let email = "new@example.com";
    let invited = stage.invite(&stage.manager, email, "member").await;
    assert_eq!(invited.status, StatusCode::CREATED, "{}", invited.json());
    let id = invited.json()["data"]["id"].as_str().unwrap().to_owned();
    let resend = stage.path(&format!("invitations/{id}/resend"));
    // The instants tell which of two e-mails is newer.
    stage.service.clock.advance(Duration::from_secs(1));
    let resent = stage.post(&stage.owner, &resend, &json!({})).await;
    assert_eq!(resent.status, StatusCode::OK, "{}", resent.json());
    let token = stage.mailed_token(email).await;
    let body = json!({ "token": token, "name": "New", "password": "a long enough sentence" });
    let request =
        || crate::harness::browser_request(Method::POST, "/api/manage/invitations/register");
    let done = stage.service.send_with(request(), Some(&body)).await;
    assert_eq!(done.status, StatusCode::CREATED, "{}", done.json());
    assert!(done.header("set-cookie").starts_with("almagest_local="));
    let again = stage.service.send_with(request(), Some(&body)).await;
    assert_eq!(again.codes(), ["link_invalid"]);
    let members = stage.get(&stage.owner, &stage.path("members")).await.json();
    let emails: Vec<_> = members["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["attributes"]["email"].clone())
        .collect();
    assert!(emails.contains(&email.into()), "{emails:?}");
    assert_eq!(stage.service.installation_log().await, ["account.register"]);
    let log = stage.get(&stage.owner, &stage.path("audit")).await.json();
    let entries = log["data"].as_array().unwrap().iter();
    let mut resent = entries.filter(|it| it["attributes"]["action"] == "invitation.resend");
    let entry = resent.next().unwrap()["attributes"].clone();
    let answers = |person: &Person| json!({ "invitedBy": person.id.to_string() });
    assert_eq!(
        (&entry["before"], &entry["after"]),
        (&answers(&stage.manager), &answers(&stage.owner)),
        "the person responsible for it"
    );
}

#[tokio::test]
async fn another_tenants_things_answer_like_random_ids() {
    let stage = Stage::new().await;
    let foreign = stage.foreign_key().await;
    let random =
        access::KeyId::new(crate::harness::NOW, &http_api::randomness::OsRandom).to_string();
    let of = async |id: &str| {
        error(
            &stage
                .get(&stage.owner, &stage.path(&format!("keys/{id}")))
                .await,
        )
    };
    assert_eq!(of(&foreign).await, of(&random).await);
    assert_eq!(of(&foreign).await, of("nonsense").await);
    assert_eq!(of(&foreign).await["status"], 404);
}

#[tokio::test]
async fn a_repeated_rotation_makes_one_successor_and_shows_it_once() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&json!({})).await;
    let path = stage.path(&format!("keys/{id}/rotate"));
    let rotate = async |once: &str, seconds: u32| {
        let request = crate::harness::browser_request(Method::POST, &path)
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("idempotency-key", once);
        let body = json!({ "graceSeconds": seconds });
        stage.service.send_with(request, Some(&body)).await
    };
    let first = rotate("turn-1", 60).await.json();
    let second = rotate("turn-1", 60).await;
    assert_eq!(second.status, StatusCode::CREATED, "{}", second.json());
    let second = second.json();
    assert_eq!(first["data"]["id"], second["data"]["id"]);
    assert!(first["data"]["attributes"]["key"].is_string());
    assert_eq!(second["data"]["attributes"]["key"], Value::Null);
    assert_eq!(second["meta"]["secretShown"], true);
    assert_eq!(second["meta"]["replaces"], id);
    assert_eq!(rotate("turn-1", 61).await.codes(), ["idempotency_conflict"]);
    assert_eq!(rotate("turn-2", 60).await.codes(), ["key_superseded"]);
}

#[tokio::test]
async fn an_operator_can_keep_owners_from_creating_organizations() {
    let settings = crate::harness::config(&[("organization_creation", "off")]);
    let service = crate::harness::Service::with_config(server::api::api(), settings).await;
    let stage = Stage::of(service).await;
    let body = json!({ "name": "Another" });
    let refused = stage.post(&stage.owner, "/api/manage/orgs", &body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.codes(), ["permission_missing"]);
    let open = Stage::new().await;
    let made = open.post(&open.owner, "/api/manage/orgs", &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
}
