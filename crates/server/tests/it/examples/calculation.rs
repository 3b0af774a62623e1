//! What applications call with a key: calculations, images, places, texts, modules, health.

use serde_json::{Map, Value, json};

use super::recorder::{Caller, Recorder};

pub(super) async fn record(story: &mut Recorder) {
    let mut examples = Map::new();
    for (id, method, operation) in calculations(story) {
        if method == "post" {
            let body = operation["requestBody"]["content"]["application/json"]["example"].clone();
            examples.insert(id.clone(), body.clone());
            story.call(Caller::Key, &id, json!({}), Some(body)).await;
        }
    }
    for (id, method, _) in calculations(story) {
        if method == "get" {
            let Some(posted) = id.strip_suffix("_query") else {
                let parameters = of_horoscope(&id);
                story.call(Caller::Key, &id, parameters, None).await;
                continue;
            };
            let body = &examples[posted];
            story.call(Caller::Key, &id, flat(body), None).await;
            story.forget_reply(&id);
        }
    }
    for (id, _, _) in story.operations("Chart images") {
        if id.contains("_alias_") {
            continue;
        }
        let cards = server::api::cards();
        let card = cards.iter().find(|it| it.operation == id);
        let calculation = || &examples[&id.replace("chart_", "calc_")];
        let fields = card.map_or_else(calculation, |it| &it.example);
        let mut parameters = flat(fields);
        parameters["format"] = "svg".into();
        story.call(Caller::Key, &id, parameters, None).await;
    }
    reports(story).await;
    places(story).await;
    texts(story).await;
    others(story).await;
}

/// The operations of all calculations.
fn calculations(story: &Recorder) -> Vec<(String, String, Value)> {
    let groups = ["Calculations", "Numerology", "Horoscopes"];
    let all = groups.iter().flat_map(|it| story.operations(it));
    all.collect()
}

/// The parameters of a horoscope. Those of all signs are long, so the example requests a part of one.
fn of_horoscope(id: &str) -> Value {
    let mut all = server::api::calculations().into_iter();
    let found = all.find(|it| it.operation == id);
    let mut parameters = flat(&found.unwrap().example);
    if parameters.get("sign").is_none() {
        parameters["fields"] = json!(["aries.title", "aries.summary"]);
    }
    parameters
}

/// Nested fields as dotted names.
fn flat(body: &Value) -> Value {
    fn collect(prefix: &str, value: &Value, into: &mut Map<String, Value>) {
        match value.as_object() {
            Some(object) => {
                for (name, value) in object {
                    let name = match prefix {
                        "" => name.clone(),
                        prefix => format!("{prefix}.{name}"),
                    };
                    collect(&name, value, into);
                }
            }
            None => {
                into.insert(prefix.to_owned(), value.clone());
            }
        }
    }
    let mut into = Map::new();
    collect("", body, &mut into);
    into.into()
}

/// Documents, whose replies are files.
async fn reports(story: &mut Recorder) {
    for (id, _, operation) in story.operations("PDF reports") {
        let body = operation["requestBody"]["content"]["application/json"]["example"].clone();
        story.call(Caller::Key, &id, json!({}), Some(body)).await;
    }
}

async fn places(story: &mut Recorder) {
    let search = json!({ "q": "Amsterdam", "limit": 3 });
    story
        .call(Caller::Key, "geocoding_search", search, None)
        .await;
    let zone = json!({ "latitude": 52.37, "longitude": 4.89, "dateTime": "1990-06-15T14:30" });
    story
        .call(Caller::Key, "geocoding_timezone", zone, None)
        .await;
}

async fn texts(story: &mut Recorder) {
    let key = Caller::Key;
    let kind =
        json!({ "horoscopeType": "natal", "contentType": "planet-in-sign", "page[size]": 2 });
    let list = story.call(key, "content_list", kind, None).await;
    let text = &list["data"][0];
    let id = text["id"].clone();
    let urn = text["attributes"]["urn"].clone();
    let of_kind = json!({ "horoscopeType": "natal", "contentType": "planet-in-sign", "id": id });
    story.call(key, "content_get_by_kind", of_kind, None).await;
    story
        .call(key, "content_get", json!({ "id": id }), None)
        .await;
    story
        .call(key, "content_get_by_urn", json!({ "urn": urn }), None)
        .await;
    let words = json!({ "q": "moon aries", "page[size]": 2 });
    story.call(key, "content_search", words, None).await;
}

async fn others(story: &mut Recorder) {
    story
        .call(Caller::Key, "key_describe", json!({}), None)
        .await;
    let modules = story
        .call(Caller::Key, "module_list", json!({}), None)
        .await;
    let module = json!({ "module": modules["data"][0]["id"] });
    story.call(Caller::Key, "module_get", module, None).await;
    let token = json!({
        "permissions": ["calc:read"], "origins": ["www.example.org"], "expiresIn": 900,
    });
    story
        .call(Caller::Key, "key_token_create", json!({}), Some(token))
        .await;
    for id in ["health_live", "health_ready"] {
        story.call(Caller::Nobody, id, json!({}), None).await;
    }
    story
        .call(Caller::Nobody, "openapi_get", json!({}), None)
        .await;
    let part = json!({ "document": "places.json" });
    story
        .call(Caller::Nobody, "openapi_part_get", part, None)
        .await;
    for id in ["openapi_get", "openapi_part_get"] {
        story.forget_reply(id);
    }
    agents(story).await;
}

async fn agents(story: &mut Recorder) {
    let mcp = story.operations("Agents").into_iter();
    let mcp = mcp.filter(|(id, ..)| id == "mcp_post");
    for (id, _, operation) in mcp.collect::<Vec<_>>() {
        let body = operation["requestBody"]["content"]["application/json"]["example"].clone();
        story.call(Caller::Key, &id, json!({}), Some(body)).await;
    }
    for id in ["llms_get", "llms_full_get"] {
        story.call(Caller::Nobody, id, json!({}), None).await;
    }
}
