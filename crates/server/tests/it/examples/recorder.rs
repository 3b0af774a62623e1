//! Calls operations by their id and keeps the first request and reply of each.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, request};
use serde_json::{Map, Value, json};

use super::library::{ClientLibrary, LibraryCall};
use super::stable::Stable;
use crate::billing::priced;
use crate::harness::{Answer, Person, Service, browser_request};
use crate::model_server::{ModelServer, text};
use config::{ChatEndpoint, ModelName};
use store::testing::TestDatabase;

/// Who calls.
#[derive(Clone, Copy)]
pub(super) enum Caller<'a> {
    Key,
    Nobody,
    Person(&'a Person),
    /// A person who sends these headers.
    PersonWith(&'a Person, &'a [(&'a str, &'a str)]),
}

impl Caller<'_> {
    /// The token of the session.
    fn session(&self) -> Option<&str> {
        match self {
            Self::Key | Self::Nobody => None,
            Self::Person(person) | Self::PersonWith(person, _) => Some(&person.token),
        }
    }

    fn request(self, method: Method, uri: &str, key: &str) -> request::Builder {
        let cookie = |person: &Person| format!("almagest_local={}", person.token);
        match self {
            Self::Key => Request::builder()
                .method(method)
                .uri(uri)
                .header("x-api-key", key),
            Self::Nobody => browser_request(method, uri),
            Self::Person(person) | Self::PersonWith(person, _) => {
                browser_request(method, uri).header("cookie", cookie(person))
            }
        }
    }
}

/// A service, and what it was asked so far.
pub(super) struct Recorder {
    pub(super) service: Service,
    document: Value,
    examples: BTreeMap<String, Value>,
    /// Sends the requests, if given. Otherwise they go to the router.
    library: Option<ClientLibrary>,
    /// Answers messages to chatbots.
    _model: ModelServer,
}

impl Recorder {
    pub(super) async fn new() -> Self {
        let model = ModelServer::start(&[text(&["Your Sun is in ", "Gemini."])]);
        let mut config = priced();
        config.chat_endpoint = ChatEndpoint(model.url().parse().ok());
        config.chat_model = ModelName(Some("stars-1".to_owned()));
        let service = Service::on(TestDatabase::sqlite(), server::api::api(), config).await;
        Self {
            _model: model,
            service: service.with_library().await,
            document: server::api::api()
                .operations()
                .document("http://127.0.0.1:8080"),
            examples: BTreeMap::new(),
            library: None,
        }
    }

    /// Sends the requests of the story with a client library over a socket.
    pub(super) async fn with_library(command: &[String]) -> Self {
        let mut story = Self::new().await;
        story.library = Some(ClientLibrary::start(&story.service, command).await);
        story
    }

    /// Every operation of a group: its id, method and description.
    pub(super) fn operations(&self, group: &str) -> Vec<(String, String, Value)> {
        let mut found = Vec::new();
        for item in self.document["paths"].as_object().unwrap().values() {
            for (method, operation) in item.as_object().unwrap() {
                if operation["tags"][0] == group {
                    let id = operation["operationId"].as_str().unwrap().to_owned();
                    found.push((id, method.clone(), operation.clone()));
                }
            }
        }
        found
    }

    /// Calls an operation and returns its reply, which must be a success.
    pub(super) async fn call(
        &mut self,
        caller: Caller<'_>,
        id: &str,
        parameters: Value,
        body: Option<Value>,
    ) -> Value {
        let answer = self.answer(caller, id, parameters, body).await;
        if answer.bytes.is_empty() {
            return Value::Null;
        }
        serde_json::from_slice(&answer.bytes).unwrap_or_default()
    }

    /// The same with the headers of the response.
    pub(super) async fn answer(
        &mut self,
        caller: Caller<'_>,
        id: &str,
        parameters: Value,
        body: Option<Value>,
    ) -> Answer {
        // Lists are in the order of time.
        self.service.clock.advance(Duration::from_secs(1));
        let (method, path) = self.find(id);
        let uri = uri(&path, parameters.as_object().unwrap());
        let mut request = caller.request(method.clone(), &uri, &self.service.key);
        let headers = match caller {
            Caller::PersonWith(_, headers) => headers,
            Caller::Key | Caller::Nobody | Caller::Person(_) => &[],
        };
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = if let Some(library) = &mut self.library {
            library.send(&LibraryCall {
                operation: id,
                method: method.as_str(),
                parameters: parameters.as_object().unwrap(),
                body: body.as_ref(),
                key: matches!(caller, Caller::Key).then_some(self.service.key.as_str()),
                session: caller.session(),
                headers,
            })
        } else {
            let request = match &body {
                None => request.body(Body::empty()),
                Some(body) => request
                    .header("content-type", "application/json")
                    .body(Body::from(body.to_string())),
            };
            self.service.send(request.unwrap()).await
        };
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(answer.status.is_success(), "{id}: {} {text}", answer.status);
        let mut example = json!({});
        if parameters != json!({}) {
            example["parameters"] = parameters;
        }
        if !headers.is_empty() {
            let pairs = headers.iter();
            example["headers"] = pairs
                .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
                .collect::<Map<_, _>>()
                .into();
        }
        if let Some(body) = body {
            example["body"] = body;
        }
        if answer.header("content-type").contains("json") {
            example["reply"] = answer.json();
        }
        self.examples.entry(id.to_owned()).or_insert(example);
        answer
    }

    /// Removes a reply that is another document.
    pub(super) fn forget_reply(&mut self, id: &str) {
        let example = self.examples.get_mut(id).unwrap();
        example.as_object_mut().unwrap().remove("reply");
    }

    fn find(&self, id: &str) -> (Method, String) {
        let mut calls =
            self.document["paths"]
                .as_object()
                .unwrap()
                .iter()
                .flat_map(|(path, item)| {
                    let operations = item.as_object().unwrap().iter();
                    operations.map(move |(method, operation)| (path, method, operation))
                });
        let found = calls.find(|(_, _, operation)| operation["operationId"] == id);
        let (path, method, _) = found.expect(id);
        (method.to_uppercase().parse().unwrap(), path.clone())
    }

    /// What was recorded, in a form that every recording has.
    pub(super) fn finish(self) -> String {
        let mut stable = Stable::default();
        let mut lines = Vec::new();
        for (id, mut example) in self.examples {
            stable.value(&id, "", &mut example);
            lines.push(format!("\"{id}\":{example}"));
        }
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

/// A path with its parameters, the others as a query.
fn uri(path: &str, parameters: &Map<String, Value>) -> String {
    let mut path = path.to_owned();
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
        let place = format!("{{{name}}}");
        if path.contains(&place) {
            path = path.replace(&place, &text(value));
        } else {
            for value in value.as_array().unwrap_or(&vec![value.clone()]) {
                query.append_pair(name, &text(value));
            }
        }
    }
    let query = query.finish();
    if query.is_empty() {
        path
    } else {
        format!("{path}?{query}")
    }
}
