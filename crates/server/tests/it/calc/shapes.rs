//! What a request can ask of its response: other names of points, some of the fields, fewer
//! decimals.

use serde_json::{Value, json};

use super::{place, post, service};

fn natal(more: &Value) -> Value {
    let mut body = json!({ "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89) });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[tokio::test]
async fn a_common_synonym_of_a_point_is_accepted_and_reported() {
    let service = service().await;
    let body = natal(&json!({ "points": ["sun", "lilith", "rahu", "ketu"], "nodeType": "mean" }));
    let answer = post(&service, "natal", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let data = &answer.json()["data"];
    let mut ids: Vec<_> = data["points"].as_object().unwrap().keys().collect();
    ids.sort();
    assert_eq!(ids, ["meanApogee", "northNode", "southNode", "sun"]);
    let warnings = data["meta"]["warnings"].as_array().unwrap();
    let warning = warnings.iter().find(|it| it["code"] == "point_renamed");
    let detail = warning.unwrap()["detail"].as_str().unwrap();
    for renamed in [
        "`lilith` as `meanApogee`",
        "`rahu` as `northNode`",
        "`ketu` as `southNode`",
    ] {
        assert!(detail.contains(renamed), "{detail}");
    }
    assert!(!detail.contains("sun"), "{detail}");
}

#[tokio::test]
async fn an_unknown_point_gets_the_three_nearest_names() {
    let service = service().await;
    let answer = post(&service, "natal", &natal(&json!({ "points": ["satrun"] }))).await;
    assert_eq!(answer.codes(), ["field_value"]);
    let error = &answer.json()["errors"][0];
    assert_eq!(error["meta"]["suggestion"], "saturn");
    assert_eq!(error["meta"]["suggestions"].as_array().unwrap().len(), 3);
    assert_eq!(error["meta"].get("accepted"), None, "not all 540");
}

#[tokio::test]
async fn a_response_has_only_the_requested_fields_and_decimals() {
    let service = service().await;
    let whole = post(&service, "natal", &natal(&json!({}))).await.json();
    let exact = whole["data"]["points"]["sun"]["longitude"]
        .as_f64()
        .unwrap();
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89&fields=points.sun.longitude,sect&precision=2";
    let answer = service.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let mut data = answer.json()["data"].clone();
    let meta = data.as_object_mut().unwrap().remove("meta");
    assert!(meta.unwrap()["warnings"].is_array());
    let cut = (exact * 100.0).trunc() / 100.0;
    let expected = json!({
        "points": { "sun": { "longitude": cut } },
        "sect": whole["data"]["sect"],
    });
    assert_eq!(data, expected);

    let wrong = service
        .get(&path.replace("sun.longitude", "sun.length"))
        .await;
    assert_eq!(wrong.codes(), ["response_field_unknown"]);
}

#[tokio::test]
async fn rows_of_a_table_and_items_of_a_batch_have_the_requested_fields() {
    let service = service().await;
    let table = json!({
        "startDate": "2000-01-01", "endDate": "2000-01-03", "step": "1d",
        "points": ["sun", "moon"], "fields": ["rows.points.moon.sign"],
    });
    let answer = post(&service, "ephemeris", &table).await;
    let rows = answer.json()["data"]["rows"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 3, "{rows}");
    for row in rows.as_array().unwrap() {
        let moon = row["points"]["moon"].as_object().unwrap();
        assert_eq!(moon.keys().collect::<Vec<_>>(), ["sign"]);
        assert_eq!(row.as_object().unwrap().len(), 1, "{row}");
        assert_eq!(row["points"].as_object().unwrap().len(), 1, "{row}");
    }
    let mut without_rows = table.clone();
    without_rows["fields"] = json!(["meta"]);
    let batch = json!({ "requests": [
        { "operation": "ephemeris", "body": table },
        { "operation": "ephemeris", "body": without_rows },
    ] });
    let answer = post(&service, "batch", &batch).await;
    let results = answer.json()["data"]["results"].clone();
    assert_eq!(results[0]["data"]["rows"], rows);
    let second = results[1]["data"].as_object().unwrap();
    assert_eq!(second.keys().collect::<Vec<_>>(), ["meta"]);
}
