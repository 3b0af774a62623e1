//! Counted requests through the management API: pages, filters, one by its id.

use serde_json::json;

use crate::fixtures::Stage;

#[tokio::test]
async fn requests_are_listed_newest_first_with_code_and_latency() {
    let stage = Stage::new().await;
    for path in ["/api/key", "/api/calc/natal", "/api/key"] {
        stage
            .service
            .clock
            .advance(std::time::Duration::from_secs(1));
        stage.service.get(path).await;
    }
    stage.service.app.meter.flush().await;
    let first = stage
        .get(&stage.owner, &stage.path("requests?page[size]=2"))
        .await
        .json();
    let shown = |page: &serde_json::Value| -> Vec<_> {
        let items = page["data"].as_array().unwrap().iter();
        items
            .map(|it| {
                let it = &it["attributes"];
                assert!(it["latencyUs"].as_u64().is_some(), "{it}");
                json!([it["operation"], it["status"], it["errorCode"]])
            })
            .collect()
    };
    let expected = [
        json!(["key_describe", 200, null]),
        json!(["calc_natal", 400, "field_missing"]),
    ];
    assert_eq!(shown(&first), expected);
    assert_eq!(first["meta"]["total"], 3);
    let next = first["links"]["next"].as_str().unwrap();
    let second = stage.get(&stage.owner, next).await.json();
    assert_eq!(shown(&second), [json!(["key_describe", 200, null])]);
    assert_eq!(second["links"].get("next"), None);
    let id = first["data"][1]["id"].as_str().unwrap();
    let one = stage
        .get(&stage.owner, &stage.path(&format!("requests/{id}")))
        .await;
    assert_eq!(
        one.json()["data"]["attributes"],
        first["data"][1]["attributes"]
    );
    let foreign = stage
        .get(&stage.stranger, &stage.foreign(&format!("requests/{id}")))
        .await;
    assert_eq!(foreign.status, 404);
}

#[tokio::test]
async fn filters_select_requests_and_refuse_what_is_none() {
    let stage = Stage::new().await;
    for path in ["/api/key", "/api/calc/natal"] {
        stage.service.get(path).await;
    }
    stage.service.app.meter.flush().await;
    let found = async |query: &str| {
        let page = stage
            .get(&stage.owner, &stage.path(&format!("requests?{query}")))
            .await;
        assert_eq!(page.status, 200, "{query}: {}", page.json());
        page.json()["data"].as_array().unwrap().len()
    };
    assert_eq!(found("outcome=refused").await, 1);
    assert_eq!(
        found("errorCode=field_missing&operation=calc_natal").await,
        1
    );
    assert_eq!(found(&format!("key={}", stage.service.key_id)).await, 2);
    assert_eq!(
        found("from=2027-01-15T08:00:00Z&to=2027-01-15T08:00:01Z").await,
        2
    );
    assert_eq!(
        found("to=2027-01-15T08:00:00Z").await,
        0,
        "the end is exclusive"
    );
    for query in [
        "outcome=good",
        "from=yesterday",
        "page[after]=x",
        "user=x",
        "colour=red",
    ] {
        let page = stage
            .get(&stage.owner, &stage.path(&format!("requests?{query}")))
            .await;
        assert!(page.status.is_client_error(), "{query}");
    }
}
