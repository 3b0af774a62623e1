//! Who may create chatbots and who may chat, from which pages and how often.

use access::{KeyModules, KeyPermission, Role};
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use super::{Chat, born, last, message};
use crate::model_server::{calls, text};

#[tokio::test]
async fn people_create_chatbots_and_keys_only_chat() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let body = json!({ "name": "Astra" });
    let by_key = chat.service.post("/api/chatbots", &body.to_string()).await;
    assert_eq!(by_key.codes(), ["person_required"]);
    let member = chat.service.member(Role::Member).await;
    let by_member = chat
        .manage_as(&member, Method::POST, "/api/chatbots", Some(&body))
        .await;
    assert_eq!(by_member.codes(), ["permission_missing"]);
    // A member can calculate, so they can chat.
    let sent = chat
        .manage_as(&member, Method::POST, &chat.path(), Some(&message("Hello")))
        .await;
    assert_eq!(sent.status, StatusCode::OK);
    let without = chat.service.add_key(&[KeyPermission::ChartRead]).await;
    let request = Request::post(chat.path()).header("x-api-key", &without);
    let refused = chat
        .service
        .send_with(request, Some(&message("Hello")))
        .await;
    assert_eq!(refused.codes(), ["permission_missing"]);
}

#[tokio::test]
async fn a_chatbot_belongs_to_its_organization() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let other = chat.service.another_org().await;
    let key = chat.service.key_of(other).await;
    let request = Request::post(chat.path()).header("x-api-key", &key);
    let answer = chat
        .service
        .send_with(request, Some(&message("Hello")))
        .await;
    assert_eq!(answer.codes(), ["resource_not_found"]);
}

#[tokio::test]
async fn a_chatbot_can_be_changed_and_deleted() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let path = format!("/api/chatbots/{}", chat.chatbot);
    let changes = json!({ "name": "Vega", "dailyMessages": 7, "domains": ["*.example.org"] });
    let changed = chat
        .manage(Method::PATCH, &path, Some(&changes))
        .await
        .json();
    let attributes = &changed["data"]["attributes"];
    assert_eq!(
        (&attributes["name"], &attributes["dailyMessages"]),
        (&json!("Vega"), &json!(7))
    );
    assert_eq!(
        attributes["instructions"], "Speak like a pirate.",
        "as it was"
    );
    let opened = json!({ "domains": null });
    let opened = chat
        .manage(Method::PATCH, &path, Some(&opened))
        .await
        .json();
    assert_eq!(opened["data"]["attributes"]["domains"], Value::Null);
    let emptied = chat
        .manage(Method::PATCH, &path, Some(&json!({ "domains": [] })))
        .await;
    assert_eq!(
        emptied.codes(),
        ["value_refused"],
        "an empty list never opens it"
    );
    let got = chat.manage(Method::GET, &path, None).await.json();
    assert_eq!(got["data"], opened["data"]);
    let deleted = chat.manage(Method::DELETE, &path, None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    assert_eq!(
        chat.send(&message("Hello")).await.codes(),
        ["resource_not_found"]
    );
    let listed = chat.manage(Method::GET, "/api/chatbots", None).await.json();
    assert_eq!(listed["meta"]["total"], 0);
}

#[tokio::test]
async fn a_tool_needs_what_its_operation_needs() {
    let turns = [calls(&[("natal_chart", born())]), text(&["I cannot tell."])];
    let chat = Chat::new(&turns).await;
    let edit = store::KeyEdit {
        modules: Some(KeyModules::Only(vec!["chat".to_owned()])),
        ..Default::default()
    };
    chat.service.edit_key(chat.service.key_id, &edit).await;
    let events = chat.events(&message("Where is my Sun?")).await;
    assert_eq!(
        (&events[0].0[..], &events[0].1["succeeded"]),
        ("tool", &json!(false))
    );
    chat.model.request();
    let messages = chat.model.request().body["messages"].clone();
    let result = messages.as_array().unwrap().last().unwrap()["content"].clone();
    assert!(
        result.as_str().unwrap().starts_with("module_required"),
        "{result}"
    );
    assert_eq!(last(&events)["units"], 2);
    let edit = store::KeyEdit {
        modules: Some(KeyModules::Only(vec!["natal".to_owned()])),
        ..Default::default()
    };
    chat.service.edit_key(chat.service.key_id, &edit).await;
    assert_eq!(
        chat.send(&message("Hello")).await.codes(),
        ["module_required"]
    );
}

#[tokio::test]
async fn a_page_that_is_not_on_the_list_is_refused_and_not_charged() {
    let fields = json!({ "domains": ["*.example.org"] });
    let chat = Chat::with(&[text(&["Hello."])], &fields, &[]).await;
    let from = async |origin: Option<&str>| {
        let mut request = Request::post(chat.path()).header("x-api-key", &chat.service.key);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        chat.service
            .send_with(request, Some(&message("Hello")))
            .await
    };
    for (origin, reason) in [
        (Some("https://example.org"), "no_match"),
        (Some("https://www.example.org.evil.test"), "no_match"),
        (Some("null"), "origin_opaque"),
        (None, "no_origin"),
    ] {
        let refused = from(origin).await;
        assert_eq!(refused.codes(), ["domain_not_allowed"], "{origin:?}");
        assert_eq!(refused.json()["errors"][0]["meta"]["reason"], reason);
    }
    assert_eq!(chat.messages().await, []);
    assert_eq!(
        from(Some("https://www.example.org")).await.status,
        StatusCode::OK
    );
    assert_eq!(chat.messages().await, [(1, Some(200))]);
}

#[tokio::test]
async fn messages_per_day_are_limited_per_user_and_per_chatbot() {
    let fields = json!({ "dailyMessages": 3, "dailyMessagesPerUser": 2 });
    let chat = Chat::with(&[text(&["Hello."])], &fields, &[]).await;
    for (user, limit) in [
        ("ann", None),
        ("ann", None),
        ("ann", Some("dailyMessagesPerUser")),
        ("ben", None),
        ("cleo", Some("dailyMessages")),
    ] {
        let answer = chat
            .send(&json!({ "message": "Hello", "endUser": user }))
            .await;
        let Some(limit) = limit else {
            assert_eq!(answer.status, StatusCode::OK, "{user}");
            continue;
        };
        assert_eq!(answer.codes(), ["chat_limit_reached"], "{user}");
        assert_eq!(answer.json()["errors"][0]["meta"]["limit"], limit);
        // 2027-01-15T08:00:00Z: sixteen hours of the day are left.
        assert_eq!(answer.header("retry-after"), "57600");
    }
    assert_eq!(chat.messages().await, [(1, Some(200)); 3]);
    chat.service
        .clock
        .advance(std::time::Duration::from_hours(16));
    let next_day = chat
        .send(&json!({ "message": "Hello", "endUser": "ann" }))
        .await;
    assert_eq!(next_day.status, StatusCode::OK);
}

#[tokio::test]
async fn a_message_has_a_longest_length() {
    let chat = Chat::with(
        &[text(&["Hello."])],
        &json!({ "maxMessageCharacters": 5 }),
        &[],
    )
    .await;
    // Characters, not bytes.
    chat.events(&message("ééééé")).await;
    let refused = chat.send(&message("éééééé")).await;
    assert_eq!(refused.codes(), ["field_length"]);
    assert_eq!(refused.json()["errors"][0]["source"]["pointer"], "/message");
    assert_eq!(chat.send(&message("   ")).await.codes(), ["field_format"]);
}
