//! Conversations: continued by those who began them, limited, and deleted when they have ended.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Chat, last, message};
use crate::model_server::text;

fn conversation_of(events: &[super::Event]) -> String {
    last(events)["conversationId"].as_str().unwrap().to_owned()
}

/// The roles and texts that the model was sent, without the rules.
fn said(body: &Value) -> Vec<(String, String)> {
    let messages = body["messages"].as_array().unwrap().iter().skip(1);
    let text = |it: &Value| it.as_str().unwrap().to_owned();
    messages
        .map(|it| (text(&it["role"]), text(&it["content"])))
        .collect()
}

fn expected(said: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(role, text): &(&str, &str)| ((*role).to_owned(), (*text).to_owned());
    said.iter().map(owned).collect()
}

#[tokio::test]
async fn a_conversation_continues_with_its_last_messages() {
    let turns = [text(&["One."]), text(&["Two."]), text(&["Three."])];
    let chat = Chat::with(&turns, &json!({ "maxHistory": 1 }), &[]).await;
    let id = conversation_of(&chat.events(&message("First")).await);
    for question in ["Second", "Third"] {
        let body = json!({ "message": question, "conversationId": id });
        assert_eq!(conversation_of(&chat.events(&body).await), id);
    }
    assert_eq!(
        said(&chat.model.request().body),
        expected(&[("user", "First")])
    );
    chat.model.request();
    let third = [("user", "Second"), ("assistant", "Two."), ("user", "Third")];
    assert_eq!(said(&chat.model.request().body), expected(&third));
}

#[tokio::test]
async fn a_conversation_is_open_to_the_user_who_began_it() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let of = |user: Option<&str>, conversation: Option<&str>| json!({ "message": "Hello", "endUser": user, "conversationId": conversation });
    let id = conversation_of(&chat.events(&of(Some("ann"), None)).await);
    for user in [Some("ben"), None] {
        let answer = chat.send(&of(user, Some(&id))).await;
        assert_eq!(answer.codes(), ["resource_not_found"], "{user:?}");
    }
    let other = chat.add_chatbot(&json!({})).await;
    let foreign = of(Some("ann"), Some(&id)).to_string();
    let answer = chat
        .service
        .post(&format!("/api/chat/{other}"), &foreign)
        .await;
    assert_eq!(answer.codes(), ["resource_not_found"]);
    chat.events(&of(Some("ann"), Some(&id))).await;
}

#[tokio::test]
async fn a_conversation_ends_with_its_retention() {
    let chat = Chat::with(&[text(&["Hello."])], &json!({ "retentionDays": 1 }), &[]).await;
    let id = conversation_of(&chat.events(&message("Hello")).await);
    let day = Duration::from_hours(24);
    chat.service
        .clock
        .advance(day.checked_sub(Duration::from_secs(1)).unwrap());
    chat.service.app.tidy().await.unwrap();
    let body = json!({ "message": "Again", "conversationId": id });
    chat.events(&body).await;
    // The day begins again with each message.
    chat.service.clock.advance(day);
    assert_eq!(chat.send(&body).await.codes(), ["resource_not_found"]);
    assert!(chat.service.app.tidy().await.unwrap() > 0);
}

#[tokio::test]
async fn a_direct_message_is_not_stored() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let path = format!("{}/direct", chat.path());
    let answer = chat
        .service
        .post(&path, &message("Hello").to_string())
        .await;
    let events = super::events(&answer.bytes);
    assert_eq!(last(&events)["conversationId"], Value::Null);
    let stored = store::testing::count_rows(chat.service.location(), "chat_message");
    assert_eq!(stored.await, 0);
}

#[tokio::test]
async fn a_profile_gives_the_model_its_birth_data() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let birth_data = json!({ "date": "1990-06-15", "time": "14:30", "placeName": "Amsterdam" });
    let profiles = format!("/api/chatbots/{}/profiles", chat.chatbot);
    let profile = json!({ "name": "Ann", "birthData": birth_data });
    let made = chat.manage(Method::POST, &profiles, Some(&profile)).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let id = made.json()["data"]["id"].as_str().unwrap().to_owned();
    let path = format!("{}/profile/{id}", chat.path());
    let answer = chat
        .service
        .post(&path, &message("Hello").to_string())
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let prompt = chat.model.request().body["messages"][0]["content"].clone();
    assert!(
        prompt.as_str().unwrap().contains(&birth_data.to_string()),
        "{prompt}"
    );
    let listed = chat.manage(Method::GET, &profiles, None).await.json();
    assert_eq!(listed["data"][0]["attributes"]["birthData"], birth_data);
    let one = format!("{profiles}/{id}");
    let deleted = chat.manage(Method::DELETE, &one, None).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    let answer = chat
        .service
        .post(&path, &message("Hello").to_string())
        .await;
    assert_eq!(answer.codes(), ["resource_not_found"]);
}

#[tokio::test]
async fn birth_data_in_a_message_is_checked() {
    let chat = Chat::new(&[text(&["Hello."])]).await;
    let body = json!({ "message": "Hello", "birthData": { "date": "1990-02-30" } });
    let answer = chat.send(&body).await;
    assert_eq!(answer.codes(), ["field_format"]);
    assert_eq!(
        answer.json()["errors"][0]["source"]["pointer"],
        "/birthData/date"
    );
    assert_eq!(chat.messages().await, [(1, Some(400))]);
}
