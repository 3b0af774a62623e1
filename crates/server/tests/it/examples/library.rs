//! A client library as a program that sends the requests of the story, one JSON object per line:
//! `clients/typescript/tests/replay.ts` and `clients/python/tests/replay.py`.

#![expect(
    clippy::panic,
    reason = "an answer that cannot be read must fail loudly"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, StatusCode};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use transport::{ConnectionLimits, Listener};

use crate::harness::{Answer, Service};

/// No deadline ends a request of the story.
const LONG: Duration = Duration::from_mins(10);
const MAX_CONNECTIONS: u32 = 100;

/// What the story asks for.
pub(super) struct LibraryCall<'a> {
    pub(super) operation: &'a str,
    pub(super) method: &'a str,
    pub(super) parameters: &'a Map<String, Value>,
    pub(super) body: Option<&'a Value>,
    pub(super) key: Option<&'a str>,
    pub(super) session: Option<&'a str>,
    pub(super) headers: &'a [(&'a str, &'a str)],
}

impl LibraryCall<'_> {
    /// A line for the program.
    fn line(&self) -> Value {
        let mut input = json!({});
        for (name, value) in self.parameters {
            insert(&mut input, name, value);
        }
        for (name, value) in self.body.and_then(Value::as_object).into_iter().flatten() {
            input[name] = value.clone();
        }
        let twin = self.operation.strip_suffix("_query");
        let mut line = json!({ "operation": twin.unwrap_or(self.operation), "input": input });
        if twin.is_some() {
            line["method"] = self.method.into();
        }
        if let Some(key) = self.key {
            line["key"] = key.into();
        }
        if let Some(session) = self.session {
            line["session"] = session.into();
        }
        for (name, value) in self.headers {
            let option = match *name {
                "If-Match" => "ifMatch",
                "X-Organization" => "organization",
                other => panic!("the client libraries have no option for {other}"),
            };
            line[option] = (*value).into();
        }
        line
    }
}

/// Adds a parameter such as `location.latitude` or `page[size]` to the input.
fn insert(input: &mut Value, name: &str, value: &Value) {
    let name = name.replace(']', "");
    let mut at = input;
    for part in name.split(['.', '[']) {
        at = &mut at[part];
    }
    *at = value.clone();
}

/// The program, beside the service over a socket.
pub(super) struct ClientLibrary {
    program: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    _stop: watch::Sender<bool>,
}

impl ClientLibrary {
    pub(super) async fn start(service: &Service, command: &[String]) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let (stop, stopping) = watch::channel(false);
        let limits = ConnectionLimits {
            header_timeout: LONG,
            idle_timeout: LONG,
            exchange_timeout: LONG,
        };
        let transport = Arc::clone(&service.app.transport);
        let listener = Listener::new(socket, limits, MAX_CONNECTIONS, transport);
        tokio::spawn(listener.serve(service.router.clone(), stopping, LONG));
        let mut program = Command::new(&command[0]);
        program.args(&command[1..2]).arg(url).args(&command[2..]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = program.spawn().unwrap();
        Self {
            requests: program.stdin.take().unwrap(),
            answers: BufReader::new(program.stdout.take().unwrap()),
            program,
            _stop: stop,
        }
    }

    /// Sends one request and returns what the library returned.
    pub(super) fn send(&mut self, call: &LibraryCall<'_>) -> Answer {
        let line = call.line();
        writeln!(self.requests, "{line}").unwrap();
        let mut text = String::new();
        self.answers.read_line(&mut text).unwrap();
        let answer: Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {text}"));
        let status = answer["status"].as_u64().unwrap();
        let status = u16::try_from(status)
            .ok()
            .and_then(|it| StatusCode::from_u16(it).ok());
        let status = status.unwrap_or_else(|| panic!("{line}: {answer}"));
        let mut headers = HeaderMap::new();
        for pair in answer["headers"].as_array().unwrap() {
            let [name, value] = [0, 1].map(|it| pair[it].as_str().unwrap());
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        let bytes = match &answer["json"] {
            Value::Null => answer["base64"]
                .as_str()
                .unwrap_or_default()
                .as_bytes()
                .to_vec(),
            json => json.to_string().into_bytes(),
        };
        Answer {
            status,
            headers,
            bytes,
        }
    }
}

impl Drop for ClientLibrary {
    fn drop(&mut self) {
        self.program.kill().ok();
        self.program.wait().ok();
    }
}
