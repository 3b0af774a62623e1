//! Races and tricks against quota and rate.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;

attacks! {
    async fn checking_a_batch_that_the_quota_refuses_is_not_free(stage: &Stage) {
        stage.service.set_terms(|terms| terms.quota = Some(30)).await;
        let (_, key) = stage.key(&json!({})).await;
        let location = json!({ "latitude": 52.37, "longitude": 4.89 });
        let wrong = json!({ "operation": "natal", "body": {
            "dateTime": "1990-06-15T14:30", "location": location, "points": ["marz"],
        } });
        // Nearly ten thousand rows cost more than what is left after fifteen units for the other items.
        let table = json!({ "operation": "ephemeris", "body": {
            "startDate": "1990-01-01", "endDate": "2017-01-01", "step": "1d",
        } });
        let mut requests = vec![wrong; 15];
        requests.push(table);
        let batch = json!({ "requests": requests });
        let request = axum::http::Request::post("/api/calc/batch")
            .header("x-api-key", &key)
            .header("content-type", "application/json");
        let answer = stage.service.send(request.body(batch.to_string().into()).unwrap()).await;
        assert_eq!(answer.codes(), ["quota_exhausted"], "{}", answer.text());
        // Sixteen items are more than the fourteen that one unit checks.
        assert_eq!(answer.header("x-quota-remaining"), "28");
        let cost: Vec<_> = stage.service.ledger().await.iter().map(|it| (it.0.clone(), it.1)).collect();
        assert_eq!(cost, [("calc_batch".to_owned(), 2)]);
    }

    async fn several_keys_do_not_multiply_a_quota(stage: &Stage) {
        stage.service.set_terms(|terms| terms.quota = Some(2)).await;
        let (_, one) = stage.key(&json!({})).await;
        let (_, two) = stage.key(&json!({})).await;
        let mut statuses = Vec::new();
        for key in [&one, &two, &one, &two] {
            statuses.push(stage.service.get_with("/api/key", key).await.status.as_u16());
        }
        assert_eq!(statuses, [200, 200, 429, 429]);
    }
    async fn rotating_a_key_gives_no_fresh_rate(stage: &Stage) {
        let (id, old) = stage.key(&json!({ "rates": ["1/1h"] })).await;
        assert_eq!(stage.service.get_with("/api/key", &old).await.status, StatusCode::OK);
        let path = stage.path(&format!("keys/{id}/rotate"));
        let rotated = stage.post(&stage.owner, &path, &json!({ "graceSeconds": 600 })).await.json();
        let new = rotated["data"]["attributes"]["key"].as_str().unwrap();
        assert_eq!(stage.service.get_with("/api/key", new).await.codes(), ["rate_limited"]);
    }
    async fn a_browser_token_shares_the_rate_of_its_key(stage: &Stage) {
        let (_, secret) = stage.key(&json!({ "rates": ["1/1h"] })).await;
        let body = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
        let request = axum::http::Request::post("/api/key/tokens")
            .header("x-api-key", &secret)
            .header("content-type", "application/json");
        let minted = stage.service.send(request.body(body.to_string().into()).unwrap()).await.json();
        let token = minted["data"]["attributes"]["token"].as_str().unwrap();
        let request = axum::http::Request::get("/api/key")
            .header("authorization", format!("Bearer {token}"))
            .header("origin", "https://example.com");
        let answer = stage.service.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(answer.codes(), ["rate_limited"]);
    }
    async fn what_remains_is_never_below_zero(stage: &Stage) {
        stage.service.set_terms(|terms| terms.quota = Some(3)).await;
        let (_, key) = stage.key(&json!({})).await;
        stage.service.get_with("/api/key", &key).await;
        stage.service.set_terms(|terms| terms.quota = Some(0)).await;
        let answer = stage.service.get_with("/api/key", &key).await;
        assert_eq!(answer.codes(), ["quota_exhausted"]);
        assert_eq!(answer.header("x-quota-remaining"), "0");
    }
    async fn a_suspended_organizations_members_use_nothing(stage: &Stage) {
        let app = &stage.service.app;
        app.store.set_org_status(stage.service.org_id, store::OrgStatus::Suspended).await.unwrap();
        let request = crate::harness::browser_request(axum::http::Method::GET, "/api/modules")
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("x-organization", stage.service.org_id.to_string());
        let answer = stage.service.send_with(request, None).await;
        assert_eq!(answer.codes(), ["organization_suspended"]);
    }
    async fn closing_an_organization_ends_its_keys_at_once(stage: &Stage) {
        let (_, key) = stage.key(&json!({})).await;
        assert_eq!(stage.service.get_with("/api/key", &key).await.status, StatusCode::OK);
        stage.post(&stage.owner, &stage.path("close"), &json!({})).await;
        assert_eq!(stage.service.get_with("/api/key", &key).await.codes(), ["organization_suspended"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_invitation_accepted_twice_at_once_makes_one_member() {
    let stage = Arc::new(crate::fixtures::Stage::new().await);
    let email = format!("{}@example.com", stage.stranger.id);
    stage.invite(&stage.owner, &email, "member").await;
    let body = json!({ "token": stage.mailed_token(&email).await });
    let accept = || {
        let (stage, body) = (Arc::clone(&stage), body.clone());
        tokio::spawn(async move {
            let path = "/api/manage/me/invitations/accept";
            stage
                .post(&stage.stranger, path, &body)
                .await
                .status
                .as_u16()
        })
    };
    let tasks: Vec<_> = (0..8).map(|_| accept()).collect();
    let mut accepted = 0;
    for task in tasks {
        accepted += usize::from(task.await.unwrap() == 204);
    }
    assert_eq!(accepted, 1);
    let log = stage.audited().await;
    assert_eq!(
        log.iter().filter(|it| *it == "invitation.accept").count(),
        1
    );
}
