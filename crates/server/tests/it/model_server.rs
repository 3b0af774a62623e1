//! A stand-in for an OpenAI-compatible server: a real HTTP server on the loopback interface that answers as told, records
//! the requests, and tells when the service closes a connection.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A part of a turn of the model.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A part of the text.
    Text(String),
    /// A call of a tool.
    Call(&'static str, Value),
    /// Why it ends: `stop`, `tool_calls` or `length`.
    Finish(&'static str),
    /// A failure in the middle.
    Error,
    /// Nothing more, and the connection stays open.
    Stall,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub(crate) enum Turn {
    /// A status without an answer.
    Status(u16),
    /// A stream. Without `Finish` it ends before its end.
    Stream(Vec<Part>),
}

/// A request that arrived.
pub(crate) struct ModelRequest {
    pub(crate) line: String,
    /// The headers, with names in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Value,
}

pub(crate) struct ModelServer {
    port: u16,
    requests: Receiver<ModelRequest>,
    closed: Receiver<()>,
}

/// Long enough for any machine. Nothing waits for it unless a test fails.
const PATIENCE: Duration = Duration::from_mins(1);

impl ModelServer {
    /// Starts a server that answers requests with these turns, and then with the last one.
    pub(crate) fn start(turns: &[Turn]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let ((sender, requests), (ended, closed)) = (channel(), channel());
        let turns = turns.to_vec();
        std::thread::spawn(move || {
            let mut number = 0;
            while let Ok((stream, _)) = listener.accept() {
                let mut reader = BufReader::new(stream);
                let Some(request) = read(&mut reader) else {
                    continue;
                };
                let turn = turns[number.min(turns.len() - 1)].clone();
                number += 1;
                sender.send(request).ok();
                let ended = ended.clone();
                std::thread::spawn(move || answer(reader.into_inner(), &turn, &ended));
            }
        });
        Self {
            port,
            requests,
            closed,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// The next request, which has arrived or is on its way.
    pub(crate) fn request(&self) -> ModelRequest {
        self.requests.recv_timeout(PATIENCE).unwrap()
    }

    /// How many requests have arrived that were not taken.
    pub(crate) fn waiting(&self) -> usize {
        self.requests.try_iter().count()
    }

    /// Waits until the service has closed the connection of a turn that stalls.
    pub(crate) fn wait_until_closed(&self) {
        self.closed.recv_timeout(PATIENCE).unwrap();
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<ModelRequest> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|it| *it > 0)?;
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim().split_once(':') else {
            break;
        };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(ModelRequest {
        line: line.trim().to_owned(),
        headers,
        body: serde_json::from_slice(&body).ok()?,
    })
}

/// Answers a request. The end of the connection is the end of the stream.
fn answer(mut stream: TcpStream, turn: &Turn, ended: &Sender<()>) {
    let parts = match turn {
        Turn::Status(status) => {
            let head = format!("HTTP/1.1 {status} Told\r\ncontent-length: 0\r\n\r\n");
            stream.write_all(head.as_bytes()).ok();
            return;
        }
        Turn::Stream(parts) => parts,
    };
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).ok();
    let mut calls = 0;
    for part in parts {
        let choice = |delta: Value, reason: Option<&str>| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] });
        let chunk = match part {
            Part::Text(text) => choice(json!({ "content": text }), None),
            Part::Call(name, arguments) => {
                let function = json!({ "name": name, "arguments": arguments.to_string() });
                let id = format!("call_{calls}");
                let call =
                    json!({ "index": calls, "id": id, "type": "function", "function": function });
                calls += 1;
                choice(json!({ "tool_calls": [call] }), None)
            }
            Part::Finish(reason) => choice(json!({}), Some(reason)),
            Part::Error => json!({ "error": { "message": "overloaded: sk-canary" } }),
            Part::Stall => {
                // The service sends nothing more, so the only news is its end.
                let news = stream.read(&mut [0; 1]);
                assert!(!matches!(news, Ok(1..)), "the service sends nothing more");
                ended.send(()).ok();
                return;
            }
        };
        let event = format!("data: {chunk}\n\n");
        if stream.write_all(event.as_bytes()).is_err() {
            ended.send(()).ok();
            return;
        }
    }
    if parts.iter().any(|it| matches!(it, Part::Finish(_))) {
        stream.write_all(b"data: [DONE]\n\n").ok();
    }
}

/// The parts of an answer without tools.
pub(crate) fn text(parts: &[&str]) -> Turn {
    let texts = parts.iter().map(|it| Part::Text((*it).to_owned()));
    Turn::Stream(texts.chain([Part::Finish("stop")]).collect())
}

/// The calls of tools.
pub(crate) fn calls(calls: &[(&'static str, Value)]) -> Turn {
    let calls = calls.iter();
    let calls = calls.map(|(name, arguments)| Part::Call(name, arguments.clone()));
    Turn::Stream(calls.chain([Part::Finish("tool_calls")]).collect())
}
