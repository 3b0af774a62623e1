//! The page of requests: filters, details, and what was rejected before it was counted.

use serde_json::json;

use super::{Stage, between};
use crate::harness::browser_request;
use axum::http::Method;

/// Sends a successful, a refused and a rejected request with keys, and one of the owner.
async fn send_requests(stage: &Stage) -> String {
    let (restricted, key) = stage
        .key(&json!({ "name": "Shop", "domains": ["example.com"] }))
        .await;
    assert_eq!(stage.service.get("/api/key").await.status, 200);
    assert_eq!(stage.service.get("/api/calc/natal").await.status, 400);
    assert_eq!(stage.service.get_with("/api/key", &key).await.status, 403);
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&\
        location.longitude=4.89&fields=points.sun.sign";
    let request = browser_request(Method::GET, path)
        .header("cookie", format!("almagest_local={}", stage.owner.token))
        .header("x-organization", stage.service.org_id.to_string());
    let answer = stage.service.send_with(request, None).await;
    assert_eq!(answer.status, 200);
    let app = &stage.service.app;
    app.meter.flush().await;
    app.refusals.write(&app.store).await;
    restricted
}

#[tokio::test]
async fn requests_are_selected_by_key_operation_status_code_and_time() {
    let stage = Stage::new().await;
    let restricted = send_requests(&stage).await;
    let rows = async |query: &str| {
        let path = format!("/requests?{query}");
        let page = stage.page(&stage.owner, &path).await;
        assert_eq!(page.status, 200, "{query}");
        let page = page.text();
        let rows = between(&page, "<tbody", "</tbody>");
        rows.matches("<tr>").count()
    };
    assert_eq!(rows("").await, 3);
    assert_eq!(rows("operation=key_describe").await, 1);
    assert_eq!(rows("outcome=refused").await, 1);
    assert_eq!(rows("outcome=succeeded&operation=calc_natal").await, 1);
    assert_eq!(rows("error=field_missing").await, 1);
    assert_eq!(rows("error=field_range").await, 0);
    assert_eq!(rows(&format!("who={}", stage.service.key_id)).await, 2);
    assert_eq!(rows(&format!("who={}", stage.owner.id)).await, 1);
    assert_eq!(rows(&format!("who={restricted}")).await, 0);
    assert_eq!(rows("range=hour").await, 3);
    stage
        .service
        .clock
        .advance(std::time::Duration::from_hours(2));
    assert_eq!(rows("range=hour").await, 0);
    assert_eq!(rows("range=day").await, 3);
    assert_eq!(
        rows("outcome=nonsense&range=nonsense").await,
        3,
        "as without"
    );
}

#[tokio::test]
async fn rejected_requests_stand_below_the_counted_ones() {
    let stage = Stage::new().await;
    let restricted = send_requests(&stage).await;
    let page = stage.page(&stage.owner, "/requests").await.text();
    let rejected = between(&page, "id=\"rejected\"", "</section>");
    assert!(rejected.contains("domain_not_allowed"), "{rejected}");
    assert!(rejected.contains(">Shop<"), "{rejected}");
    let page = stage
        .page(&stage.owner, &format!("/requests?who={restricted}"))
        .await;
    assert!(page.text().contains("domain_not_allowed</code></a></td>"));
    let page = stage
        .page(&stage.owner, "/requests?error=field_missing")
        .await;
    assert!(!page.text().contains("domain_not_allowed</code></a></td>"));
}

#[tokio::test]
async fn a_person_is_shown_by_name_and_never_by_id() {
    let stage = Stage::new().await;
    send_requests(&stage).await;
    let id = stage.owner.id.to_string();
    for path in ["/requests/rows", "/usage?group=key"] {
        let page = stage.page(&stage.owner, path).await.text();
        let rows = page.split_once("<tbody").map_or(&*page, |it| it.1);
        assert!(rows.contains("Ann"), "{rows}");
        assert!(!rows.contains(&id), "{rows}");
    }
}

#[tokio::test]
async fn the_details_of_a_request_say_what_went_wrong_and_how_to_fix_it() {
    let stage = Stage::new().await;
    let refused = stage.service.get("/api/calc/natal").await;
    stage.service.app.meter.flush().await;
    let id = refused.header("x-request-id").to_owned();
    let found = stage
        .page(&stage.owner, &format!("/requests?id={id}"))
        .await;
    assert_eq!(found.header("location"), format!("/requests/{id}"));
    let page = stage
        .page(&stage.owner, &format!("/requests/{id}"))
        .await
        .text();
    for expected in [
        id.as_str(),
        "field_missing",
        "A required field is missing.",
        "/docs/errors#field_missing",
        "2027-01-15 08:00:00.000 UTC",
        "calc_natal",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let unknown = id.replace("req_0", "req_f");
    for path in [unknown.as_str(), "nonsense"] {
        let missing = stage.page(&stage.owner, &format!("/requests/{path}")).await;
        assert_eq!(missing.status, 404, "{path}");
    }
    let foreign = stage
        .page(&stage.stranger, &format!("/requests/{id}"))
        .await;
    assert_eq!(foreign.status, 404);
}
