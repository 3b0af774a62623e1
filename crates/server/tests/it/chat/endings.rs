//! How answers end that do not end well: with a clear event, exact units, and nothing left running.

use axum::http::StatusCode;
use http_body_util::BodyExt as _;
use serde_json::json;

use super::{Chat, born, events, last, message, names, rest_of};
use crate::harness::{Service, config};
use crate::model_server::{Part, Turn, calls, text};

/// Short enough for a test, and long enough for a machine that is busy.
const SILENCE: (&str, &str) = ("chat_silence_timeout", "1s");

fn half() -> Part {
    Part::Text("Half an answer".to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_stalls_ends_with_an_event_and_returns_all_units() {
    let turns = [
        calls(&[("natal_chart", born())]),
        Turn::Stream(vec![half(), Part::Stall]),
    ];
    let chat = Chat::with(&turns, &json!({}), &[SILENCE]).await;
    let events = chat.events(&message("Where is my Sun?")).await;
    assert_eq!(names(&events), ["tool", "message", "error"]);
    let error = last(&events);
    assert_eq!(error["error"]["code"], "provider_timeout");
    assert_eq!(error["units"], 0);
    chat.model.wait_until_closed();
    assert_eq!(chat.messages().await, [(0, Some(504))]);
    assert_eq!(chat.usage().await, (1, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_takes_too_long_ends_at_the_deadline() {
    let turns = [Turn::Stream(vec![half(), Part::Stall])];
    let chat = Chat::with(&turns, &json!({}), &[("chat_timeout", "1s")]).await;
    let events = chat.events(&message("Hello")).await;
    assert_eq!(last(&events)["error"]["code"], "provider_timeout");
    chat.model.wait_until_closed();
    assert_eq!(chat.messages().await, [(0, Some(504))]);
}

#[tokio::test]
async fn a_model_that_fails_after_half_an_answer_returns_all_units() {
    for turn in [
        Turn::Stream(vec![half()]),
        Turn::Stream(vec![half(), Part::Error]),
        Turn::Stream(vec![half(), Part::Call("natal_chart", born())]),
    ] {
        let chat = Chat::new(std::slice::from_ref(&turn)).await;
        let events = chat.events(&message("Hello")).await;
        assert_eq!(names(&events), ["message", "error"], "{turn:?}");
        let error = last(&events);
        assert_eq!(
            (&error["error"]["code"], &error["units"]),
            (&json!("provider_error"), &json!(0))
        );
        let text = error.to_string();
        assert!(
            !text.contains("overloaded"),
            "the model's own words stay here: {text}"
        );
        assert_eq!(chat.messages().await, [(0, Some(502))]);
        assert_eq!(chat.usage().await, (1, 1, 0));
    }
}

#[tokio::test]
async fn a_model_that_refuses_or_says_nothing_is_an_error() {
    for turn in [
        Turn::Status(500),
        Turn::Status(302),
        Turn::Stream(vec![]),
        Turn::Stream(vec![Part::Finish("stop")]),
    ] {
        let chat = Chat::new(std::slice::from_ref(&turn)).await;
        let events = chat.events(&message("Hello")).await;
        assert_eq!(last(&events)["error"]["code"], "provider_error", "{turn:?}");
        assert_eq!(chat.messages().await, [(0, Some(502))]);
    }
}

#[tokio::test]
async fn a_model_that_cannot_be_reached_is_an_error() {
    // A port that was free a moment ago, and is not listened on.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", port.local_addr().unwrap());
    drop(port);
    let chat = Chat::with(&[text(&[])], &json!({}), &[("chat_endpoint", &url)]).await;
    let events = chat.events(&message("Hello")).await;
    assert_eq!(names(&events), ["error"]);
    assert_eq!(last(&events)["error"]["code"], "provider_unreachable");
    assert_eq!(chat.messages().await, [(0, Some(502))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_pays_for_what_it_used() {
    let turns = [
        calls(&[("natal_chart", born())]),
        Turn::Stream(vec![half(), Part::Stall]),
    ];
    let chat = Chat::new(&turns).await;
    let mut body = chat.begin(&message("Where is my Sun?")).await;
    let mut read = Vec::new();
    while read.len() < 2 {
        let frame = body.frame().await.unwrap().unwrap();
        read.extend(events(&frame.into_data().unwrap()));
    }
    assert_eq!(names(&read), ["tool", "message"]);
    drop(body);
    chat.model.wait_until_closed();
    settled(&chat).await;
    assert_eq!(chat.messages().await, [(2, Some(200))]);
    assert_eq!(chat.usage().await, (1, 0, 2));
}

/// Waits until every message has ended: only then does its memory return.
async fn settled(chat: &Chat) {
    let all = u64::from(chat.service.app.config.work_memory_mb) * 1024 * 1024;
    while chat.service.app.memory.available_bytes() < all {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_stops_reading_ends_with_an_event_and_pays_for_what_it_used() {
    let mut parts: Vec<_> = (0..100).map(|it| Part::Text(format!("{it} "))).collect();
    parts.push(Part::Stall);
    let chat = Chat::with(&[Turn::Stream(parts)], &json!({}), &[SILENCE]).await;
    let body = chat.begin(&message("Count")).await;
    // Nothing reads. The service gives up, and closes its connection to the model.
    chat.model.wait_until_closed();
    let events = rest_of(body).await;
    assert_eq!(names(&events)[..32], ["message"; 32]);
    let error = last(&events);
    assert_eq!(
        (events.len(), &error["error"]["code"]),
        (33, &json!("response_stalled"))
    );
    assert_eq!(error["units"], 1);
    assert_eq!(chat.messages().await, [(1, Some(408))]);
    assert_eq!(chat.usage().await, (1, 0, 1));
}

#[tokio::test]
async fn without_a_model_chat_is_503_and_costs_nothing() {
    for settings in [
        vec![],
        vec![("chat_model", "stars-1")],
        vec![("chat_endpoint", "http://127.0.0.1:1")],
    ] {
        let service = Service::with_config(server::api::api(), config(&settings)).await;
        let path = "/api/chat/bot_0190a5e0b6c07d3a8f2e5b1c4d6e7f80";
        let answer = service.post(path, &message("Hello").to_string()).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.codes(), ["chat_unconfigured"]);
        assert_eq!(service.ledger().await, []);
    }
}
