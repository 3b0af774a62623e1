//! Attacks on billing: other tenants' invoices, chosen prices, plans that are not for sale.

use access::{Period, StatementId};
use axum::http::{Method, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::json;
use store::Tenant;

use crate::fixtures::{Stage, error};
use crate::harness::{NOW, browser_request};

/// Creates a statement of the other organization.
async fn foreign_statement(stage: &Stage) -> StatementId {
    let app = &stage.service.app;
    let inside = app.store.org(Tenant::named_by_operator(stage.foreign_org));
    let mut locked = inside.locked(&app.keys.audit).await.unwrap().unwrap();
    let statement = store::NewStatement {
        id: StatementId::new(NOW, &OsRandom),
        period: Period::of(NOW),
        issued_at: NOW,
        due_at: NOW,
        currency: "EUR".to_owned(),
        total_minor: 5,
        issuer: String::new(),
        bill_to: "Someone else".to_owned(),
        provider: "manual".to_owned(),
        lines: vec![],
    };
    locked.add_statement(&statement).await.unwrap();
    locked.commit().await.unwrap();
    statement.id
}

attacks! {
    async fn a_strangers_invoice_answers_like_one_that_does_not_exist(stage: &Stage) {
        let foreign = foreign_statement(stage).await;
        let random = StatementId::new(NOW, &OsRandom);
        for rest in ["", "/lines.csv", "/invoice.pdf"] {
            let there = stage.get(&stage.owner, &stage.path(&format!("billing/statements/{foreign}{rest}"))).await;
            let nowhere = stage.get(&stage.owner, &stage.path(&format!("billing/statements/{random}{rest}"))).await;
            assert_eq!(there.status, StatusCode::NOT_FOUND, "{rest}");
            assert_eq!(error(&there), error(&nowhere), "{rest}");
        }
        let list = stage.get(&stage.owner, &stage.path("billing/statements")).await.json();
        assert_eq!(list["meta"]["total"], 0);
    }

    async fn a_key_never_reaches_a_bill(stage: &Stage) {
        let (_, key) = stage.key(&json!({ "permissions": ["calc:read", "modules:read"] })).await;
        for rest in ["billing", "billing/plans", "billing/statements"] {
            let answer = stage.service.get_with(&stage.path(rest), &key).await;
            assert_eq!(answer.codes(), ["person_required"], "{rest}");
        }
    }

    async fn a_member_neither_reads_nor_changes_what_is_paid(stage: &Stage) {
        for rest in ["billing", "billing/plans", "billing/statements"] {
            assert_eq!(stage.get(&stage.member, &stage.path(rest)).await.codes(), ["permission_missing"]);
        }
        let body = json!({ "plan": "free", "net": 0 });
        let answer = stage.patch(&stage.member, &stage.path("billing/plan"), &body).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
        let body = json!({ "billTo": "me" });
        let answer = stage.patch(&stage.member, &stage.path("billing"), &body).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
    }

    async fn the_price_of_a_plan_and_its_organization_are_not_the_callers_to_say(stage: &Stage) {
        let path = stage.path("billing/plan");
        for body in [
            json!({ "plan": "free", "net": 0, "price": 0 }),
            json!({ "plan": "free", "net": 0, "org": stage.foreign_org.to_string() }),
            json!({ "plan": "free" }),
            json!({ "plan": "FREE", "net": 0 }),
            json!({ "plan": "free", "net": "0" }),
        ] {
            let answer = stage.patch(&stage.owner, &path, &body).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        }
        // The first organization is on the largest plan, which nobody may choose themselves.
        let taken = stage.patch(&stage.owner, &path, &json!({ "plan": "premium", "net": 0 })).await;
        assert_eq!(taken.codes(), ["value_refused"]);
    }

    async fn a_plan_is_not_changed_by_another_site(stage: &Stage) {
        let request = browser_request(Method::PATCH, &stage.path("billing/plan"))
            .header("cookie", format!("almagest_local={}", stage.owner.token));
        let mut request = request;
        let headers = request.headers_mut().unwrap();
        headers.insert("origin", "https://evil.example".parse().unwrap());
        headers.insert("sec-fetch-site", "cross-site".parse().unwrap());
        let body = json!({ "plan": "free", "net": 0 });
        let answer = stage.service.send_with(request, Some(&body)).await;
        assert_eq!(answer.codes(), ["cross_site_request"]);
    }
}
