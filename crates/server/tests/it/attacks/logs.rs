//! Logs, errors and metrics contain no secrets.

use serde_json::json;

attacks! {
    async fn a_canary_key_is_in_no_answer_error_or_metric(stage: &Stage) {
        let (id, canary) = stage.key(&json!({ "domains": ["example.com"] })).await;
        let mut seen = Vec::new();
        for path in ["/api/key", "/api/modules", "/api/nowhere", "/openapi.json"] {
            seen.push(stage.service.get_with(path, &canary).await.bytes);
        }
        for rest in ["keys", &format!("keys/{id}"), "audit", "ledger", "usage?groupBy=key"] {
            seen.push(stage.get(&stage.owner, &stage.path(rest)).await.bytes);
        }
        seen.push(stage.service.app.metrics.text().unwrap().into_bytes());
        seen.push(format!("{:?}", stage.service.app).into_bytes());
        for bytes in seen {
            let text = String::from_utf8(bytes).unwrap();
            assert!(!text.contains(&canary[8..]), "{text}");
        }
    }
    async fn a_password_is_in_no_answer(stage: &Stage) {
        let body = json!({ "email": "a@example.com", "password": "hunter2 hunter2 hunter2", "x": 1 });
        let request = crate::harness::browser_request(axum::http::Method::POST, "/api/manage/session");
        let answer = stage.service.send_with(request, Some(&body)).await;
        assert!(!String::from_utf8(answer.bytes).unwrap().contains("hunter2"));
    }
    async fn the_outbox_holds_no_link(stage: &Stage) {
        stage.invite(&stage.owner, "x@example.com", "member").await;
        let token = stage.mailed_token("x@example.com").await;
        let mails = stage.service.app.store.mails_page(None, store::PageSize::MAX).await.unwrap();
        assert!(mails.items.iter().all(|it| !it.payload.contains(&token)));
    }
    async fn an_entry_of_the_audit_log_that_was_changed_is_found(stage: &Stage) {
        stage.key(&json!({})).await;
        let app = &stage.service.app;
        let sound = app.store.verify_audit(&app.keys.audit).await.unwrap();
        assert!(sound.iter().all(|(_, it)| it.is_ok()));
        let sql = "update audit_entry set actor = 'nobody'";
        store::testing::execute(stage.service.location(), sql).await;
        let broken = app.store.verify_audit(&app.keys.audit).await.unwrap();
        assert!(broken.iter().any(|(_, it)| it.is_err()));
    }
}
