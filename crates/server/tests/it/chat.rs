//! Chat against a stand-in for a language model that streams, calls tools, stalls and fails.

mod access_rules;
mod conversations;
mod endings;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, browser_request, config};
use crate::model_server::{ModelServer, Turn, calls, text};
use access::Role;

/// A service with chat, a model, an owner and a chatbot.
struct Chat {
    service: Service,
    model: ModelServer,
    owner: Person,
    chatbot: String,
}

/// An event of an answer: its name and its data.
type Event = (String, Value);

impl Chat {
    async fn new(turns: &[Turn]) -> Self {
        Self::with(turns, &json!({}), &[]).await
    }

    /// With these fields of the chatbot and these settings.
    async fn with(turns: &[Turn], fields: &Value, settings: &[(&str, &str)]) -> Self {
        let model = ModelServer::start(turns);
        let url = model.url();
        let mut all = vec![("chat_endpoint", url.as_str()), ("chat_model", "stars-1")];
        all.retain(|(name, _)| settings.iter().all(|it| it.0 != *name));
        all.extend_from_slice(settings);
        let service = Service::with_config(server::api::api(), config(&all)).await;
        let owner = service.member(Role::Owner).await;
        let mut chat = Self {
            service,
            model,
            owner,
            chatbot: String::new(),
        };
        chat.chatbot = chat.add_chatbot(fields).await;
        chat
    }

    async fn add_chatbot(&self, fields: &Value) -> String {
        let mut body = json!({ "name": "Astra", "instructions": "Speak like a pirate." });
        let fields = fields.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        let answer = self
            .manage(Method::POST, "/api/chatbots", Some(&body))
            .await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
        answer.json()["data"]["id"].as_str().unwrap().to_owned()
    }

    /// A request of the owner.
    async fn manage(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        self.manage_as(&self.owner, method, path, body).await
    }

    async fn manage_as(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let request = browser_request(method, path)
            .header("cookie", format!("almagest_local={}", person.token))
            .header("x-organization", self.service.org_id.to_string());
        self.service.send_with(request, body).await
    }

    fn path(&self) -> String {
        format!("/api/chat/{}", self.chatbot)
    }

    async fn send(&self, body: &Value) -> Answer {
        self.service.post(&self.path(), &body.to_string()).await
    }

    /// The events of an answer.
    async fn events(&self, body: &Value) -> Vec<Event> {
        let answer = self.send(body).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(
            answer.header("content-type"),
            "text/event-stream; charset=utf-8"
        );
        events(&answer.bytes)
    }

    /// Starts a message and does not read its answer.
    async fn begin(&self, body: &Value) -> Body {
        let request = Request::post(self.path())
            .header("x-api-key", &self.service.key)
            .header("content-type", "application/json");
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = tower::ServiceExt::oneshot(self.service.router.clone(), request);
        let response = response.await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    }

    /// The rows of the ledger that are messages: cost and status.
    async fn messages(&self) -> Vec<(u64, Option<u16>)> {
        let rows = self.service.ledger().await;
        let messages = rows.into_iter().filter(|it| it.0.starts_with("chat_"));
        let messages = messages.filter(|it| !it.0.starts_with("chat_profile_c"));
        messages.map(|it| (it.1, it.2)).collect()
    }

    /// Messages, failed ones and units, as the usage of the chatbot shows them.
    async fn usage(&self) -> (u64, u64, u64) {
        let path = format!("/api/chatbots/{}/usage", self.chatbot);
        let answer = self.manage(Method::GET, &path, None).await;
        let usage = answer.json()["data"]["attributes"].clone();
        let failed = usage["days"].as_array().unwrap().iter();
        let failed = failed.map(|it| it["failed"].as_u64().unwrap()).sum();
        let number = |name: &str| usage[name].as_u64().unwrap();
        (number("messages"), failed, number("units"))
    }
}

fn events(bytes: &[u8]) -> Vec<Event> {
    let text = str::from_utf8(bytes).unwrap();
    let one = |it: &str| {
        let (name, data) = it.split_once('\n').unwrap();
        let name = name.strip_prefix("event: ").unwrap().to_owned();
        let data = data.strip_prefix("data: ").unwrap();
        (name, serde_json::from_str(data).unwrap())
    };
    text.split_terminator("\n\n").map(one).collect()
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|it| it.0.as_str()).collect()
}

/// The data of the last event.
fn last(events: &[Event]) -> &Value {
    &events.last().unwrap().1
}

async fn rest_of(body: Body) -> Vec<Event> {
    events(&body.collect().await.unwrap().to_bytes())
}

fn message(text: &str) -> Value {
    json!({ "message": text })
}

fn born() -> Value {
    json!({
        "dateTime": "1990-06-15T14:30",
        "location": { "latitude": 52.37, "longitude": 4.89 },
        "fields": ["points.sun"],
    })
}

#[tokio::test]
async fn an_answer_cites_what_the_tool_returned() {
    let turns = [
        calls(&[("natal_chart", born())]),
        text(&["Your Sun is ", "in Gemini."]),
    ];
    let chat = Chat::new(&turns).await;
    let events = chat.events(&message("Where is my Sun?")).await;
    assert_eq!(
        names(&events),
        ["tool", "message", "message", "facts", "done"]
    );
    let tool = json!({
        "name": "natal_chart", "operation": "calc_natal", "succeeded": true, "units": 1,
    });
    assert_eq!(events[0].1, tool);
    assert_eq!(events[1].1, json!({ "delta": "Your Sun is " }));
    let fact = &events[3].1["facts"][0];
    let expected = chat
        .service
        .post("/api/calc/natal", &born().to_string())
        .await;
    assert_eq!(fact["data"], expected.json()["data"], "as over HTTP");
    assert_eq!(
        expected.json().pointer(fact["pointer"].as_str().unwrap()),
        Some(&fact["data"])
    );
    assert_eq!(fact["operation"], "calc_natal");
    assert_eq!(fact["input"], born());
    // One unit for the message and one for the chart.
    assert_eq!(
        (&last(&events)["units"], &last(&events)["finishReason"]),
        (&json!(2), &json!("complete"))
    );
    assert_eq!(chat.messages().await, [(2, Some(200))]);
    assert_eq!(chat.usage().await, (1, 0, 2));
}

#[tokio::test]
async fn the_model_gets_the_rules_the_tools_and_their_results() {
    let turns = [calls(&[("natal_chart", born())]), text(&["In Gemini."])];
    let chat = Chat::new(&turns).await;
    chat.events(&message("Where is my Sun?")).await;
    let first = chat.model.request();
    assert_eq!(first.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(first.headers.get("authorization"), None);
    assert_eq!(
        (&first.body["model"], &first.body["stream"]),
        (&json!("stars-1"), &json!(true))
    );
    let prompt = first.body["messages"][0]["content"].as_str().unwrap();
    assert!(prompt.contains("Speak like a pirate."), "{prompt}");
    assert!(
        prompt.contains("2027-01-15"),
        "the clock of the service: {prompt}"
    );
    let tools = first.body["tools"].as_array().unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|it| it["function"]["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"natal_chart") && names.contains(&"find_place"),
        "{names:?}"
    );
    for other in [
        "draw_chart",
        "key_status",
        "find_operation",
        "call_operation",
    ] {
        assert!(!names.contains(&other), "{other}");
    }
    let second = chat.model.request().body;
    let result = second["messages"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&result["role"], &result["tool_call_id"]),
        (&json!("tool"), &json!("call_0"))
    );
    let result = result["content"].as_str().unwrap();
    assert!(result.contains("gemini"), "{result}");
}

#[tokio::test]
async fn the_key_of_the_model_reaches_its_server_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, "sk-canary\n").unwrap();
    let setting = [("chat_key_file", path.to_str().unwrap())];
    let turns = [text(&["Hello."]), Turn::Status(401)];
    let chat = Chat::with(&turns, &json!({}), &setting).await;
    chat.events(&message("Hello")).await;
    let authorization = &chat.model.request().headers["authorization"];
    assert_eq!(authorization, "Bearer sk-canary");
    let refused = chat.events(&message("Hello")).await;
    assert_eq!(last(&refused)["error"]["code"], "provider_error");
    assert!(!json!(last(&refused)).to_string().contains("canary"));
    assert!(!format!("{:?}", chat.service.app).contains("canary"));
}

#[tokio::test]
async fn a_message_costs_at_most_what_its_chatbot_allows() {
    let turns = [
        calls(&[("natal_chart", born()), ("natal_chart", born())]),
        text(&["In Gemini."]),
    ];
    let chat = Chat::with(&turns, &json!({ "maxUnits": 2 }), &[]).await;
    let events = chat.events(&message("Where is my Sun?")).await;
    assert_eq!(names(&events), ["tool", "tool", "message", "facts", "done"]);
    assert_eq!(
        (&events[0].1["succeeded"], &events[1].1["succeeded"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(events[3].1["facts"].as_array().unwrap().len(), 1);
    assert_eq!(last(&events)["units"], 2);
    assert_eq!(chat.messages().await, [(2, Some(200))]);
    chat.model.request();
    let second = chat.model.request().body;
    let result = second["messages"].as_array().unwrap().last().unwrap()["content"].clone();
    assert!(
        result.as_str().unwrap().contains("No units are left"),
        "{result}"
    );
}

#[tokio::test]
async fn a_quota_below_the_maximum_refuses_the_message_before_the_model_is_asked() {
    let chat = Chat::with(&[text(&["Hello."])], &json!({ "maxUnits": 50 }), &[]).await;
    let live = chat.service.add_key_with(|_| ()).await;
    chat.service.set_terms(|terms| terms.quota = Some(40)).await;
    let request = Request::post(chat.path()).header("x-api-key", &live);
    let refused = chat
        .service
        .send_with(request, Some(&message("Hello")))
        .await;
    assert_eq!(refused.codes(), ["quota_exhausted"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["cost"], 50);
    assert_eq!(chat.messages().await, []);
    assert_eq!(chat.model.waiting(), 0);
    assert_eq!(chat.usage().await, (0, 0, 0));
}

#[tokio::test]
async fn a_tool_that_refuses_tells_the_model_why() {
    let wrong = json!({ "dateTime": "1990-06-15T14:30", "place": "Springfield" });
    let turns = [
        calls(&[("natal_chart", wrong), ("steal_keys", json!({}))]),
        text(&["Which Springfield?"]),
    ];
    let chat = Chat::new(&turns).await;
    let events = chat.events(&message("I was born in Springfield")).await;
    assert_eq!(names(&events), ["tool", "tool", "message", "facts", "done"]);
    assert_eq!(events[3].1["facts"], json!([]));
    // A refused request costs one unit. A tool that does not exist is no request.
    assert_eq!(
        (&events[0].1["units"], &events[1].1["units"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(chat.messages().await, [(2, Some(200))]);
    chat.model.request();
    let messages = chat.model.request().body["messages"].clone();
    let messages = messages.as_array().unwrap();
    let texts: Vec<_> = messages
        .iter()
        .rev()
        .take(2)
        .map(|it| it["content"].as_str().unwrap())
        .collect();
    assert!(texts[1].starts_with("place_ambiguous"), "{texts:?}");
    assert_eq!(texts[0], "There is no tool with this name.");
}
