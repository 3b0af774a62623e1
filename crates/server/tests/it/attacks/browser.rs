//! Browsers and cross-site requests.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::json;

use crate::fixtures::Stage;
use crate::harness::HOST;

/// Sends a change with the owner's cookie and these headers.
async fn change(stage: &Stage, headers: &[(&str, &str)]) -> crate::harness::Answer {
    let mut request = Request::post(stage.path("keys"))
        .header("host", HOST)
        .header("content-type", "application/json")
        .header("cookie", format!("almagest_local={}", stage.owner.token));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = json!({ "name": "k", "mode": "live", "permissions": [] });
    stage
        .service
        .send(request.body(Body::from(body.to_string())).unwrap())
        .await
}

attacks! {
    async fn a_change_from_another_site_is_refused_with_the_visitors_cookie(stage: &Stage) {
        for headers in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none")],
            &[],
            &[("origin", "http://localhost:9999")],
            &[("origin", "https://localhost:8080")],
        ] {
            assert_eq!(change(stage, headers).await.codes(), ["cross_site_request"], "{headers:?}");
        }
        assert_eq!(change(stage, &[("sec-fetch-site", "same-origin")]).await.status, StatusCode::CREATED);
    }
    async fn a_form_post_cannot_reach_an_operation(stage: &Stage) {
        for media_type in ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"] {
            let request = crate::harness::browser_request(Method::POST, &stage.path("keys"))
                .header("cookie", format!("almagest_local={}", stage.owner.token))
                .header("content-type", media_type);
            let answer = stage.service.send(request.body(Body::from("{}")).unwrap()).await;
            assert_eq!(answer.codes(), ["media_type_unsupported"]);
        }
    }
    async fn a_strangers_page_signs_nobody_in(stage: &Stage) {
        let request = Request::post("/api/manage/session")
            .header("host", HOST)
            .header("origin", "https://evil.example")
            .header("content-type", "application/json");
        let body = json!({ "email": "evil@example.com", "password": "x" });
        let answer = stage.service.send(request.body(Body::from(body.to_string())).unwrap()).await;
        assert_eq!(answer.codes(), ["cross_site_request"]);
    }
    async fn a_strangers_link_spends_nothing_of_what_the_visitor_has(stage: &Stage) {
        let visit = async |path: &str, headers: &[(&str, &str)]| {
            let mut request = Request::get(path)
                .header("host", HOST)
                .header("cookie", format!("almagest_local={}", stage.member.token));
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            stage.service.send(request.body(Body::empty()).unwrap()).await.status
        };
        let picture = "/playground/picture/chart_natal?dateTime=1990-06-15T14:30\
            &location.latitude=52.37&location.longitude=4.89&format=svg";
        for headers in [
            &[("sec-fetch-site", "cross-site")][..],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none"), ("origin", "https://evil.example")],
            &[],
        ] {
            assert_eq!(visit(picture, headers).await, StatusCode::FORBIDDEN, "{headers:?}");
            for path in ["/content", "/content?q=sun"] {
                assert_eq!(visit(path, headers).await, StatusCode::OK, "{path} {headers:?}");
            }
        }
        assert_eq!(stage.service.ledger().await, []);
        assert_eq!(visit(picture, &[("sec-fetch-site", "same-origin")]).await, StatusCode::OK);
        assert_eq!(stage.service.ledger().await.len(), 1);
    }
    async fn no_get_changes_anything(stage: &Stage) {
        for rest in ["close", "keys/x/rotate", "keys/x/check", "invitations/x/resend"] {
            let answer = stage.get(&stage.owner, &stage.path(rest)).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{rest}");
        }
        for path in ["/api/manage/session", "/api/manage/setup", "/api/manage/me/password"] {
            let answer = stage.get(&stage.owner, path).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        }
    }
    async fn management_tells_other_origins_nothing(stage: &Stage) {
        let request = Request::builder()
            .method("OPTIONS")
            .uri(stage.path("keys"))
            .header("origin", "https://evil.example")
            .header("access-control-request-method", "POST");
        let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.header("access-control-allow-origin"), "");
        let read = stage.get(&stage.owner, &stage.path("keys")).await;
        assert_eq!(read.header("access-control-allow-origin"), "");
        assert_eq!(read.header("access-control-allow-credentials"), "");
    }
    async fn a_session_is_not_begun_over_plain_http_from_elsewhere(stage: &Stage) {
        let request = Request::post("/api/manage/session")
            .header("host", "192.168.1.5:8080")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json");
        let body = json!({ "email": "a@example.com", "password": "x" });
        let answer = stage.service.send(request.body(Body::from(body.to_string())).unwrap()).await;
        assert_eq!(answer.codes(), ["insecure_transport"]);
    }
    async fn a_cookie_planted_beside_the_real_one_signs_nobody_in(stage: &Stage) {
        let cookies = format!("almagest_local={}; almagest_local={}", stage.stranger.token, stage.owner.token);
        let request = Request::get("/api/manage/me").header("host", HOST).header("cookie", cookies);
        let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.codes(), ["session_missing"]);
    }
    async fn a_session_token_is_no_bearer_token_and_no_key(stage: &Stage) {
        for (name, value) in [
            ("authorization", format!("Bearer {}", stage.owner.token)),
            ("x-api-key", stage.owner.token.clone()),
        ] {
            let request = Request::get("/api/manage/me").header(name, value);
            let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(answer.codes(), ["key_invalid"], "{name}");
        }
    }
    async fn answers_to_people_are_not_kept_by_caches(stage: &Stage) {
        let answer = stage.get(&stage.owner, "/api/manage/me").await;
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}
