//! A webhook receiver: a real HTTP server that records requests and responds as configured.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use base64ct::{Base64, Encoding as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// A message that arrived.
#[derive(Debug)]
pub(crate) struct Arrived {
    /// The request line.
    pub(crate) line: String,
    /// The headers, with names in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

pub(crate) struct WebhookReceiver {
    pub(crate) port: u16,
    pub(crate) arrived: Receiver<Arrived>,
}

impl WebhookReceiver {
    /// Starts a receiver that responds with these status lines in turn, and then with the last one.
    pub(crate) fn start(answers: &[&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, arrived) = channel();
        let answers = answers.to_vec();
        std::thread::spawn(move || {
            let mut number = 0;
            while let Ok((stream, _)) = listener.accept() {
                let mut reader = BufReader::new(stream);
                let Some(message) = read(&mut reader) else {
                    continue;
                };
                let answer = answers[number.min(answers.len() - 1)];
                number += 1;
                // Recorded before the response, because the sender may be gone after it.
                sender.send(message).ok();
                let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 2\r\n\r\nok");
                reader.get_mut().write_all(answer.as_bytes()).ok();
            }
        });
        Self { port, arrived }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?from=almagest", self.port)
    }
}

fn read(reader: &mut BufReader<std::net::TcpStream>) -> Option<Arrived> {
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
    Some(Arrived {
        line: line.trim().to_owned(),
        headers,
        body: String::from_utf8(body).ok()?,
    })
}

impl Arrived {
    /// Verifies the signature according to the Standard Webhooks specification.
    pub(crate) fn is_signed_with(&self, secret: &str) -> bool {
        let mut bytes = [0; 64];
        let secret = secret.strip_prefix("whsec_").unwrap();
        let secret = Base64::decode(secret, &mut bytes).unwrap();
        let mut mac: Hmac<Sha256> = Hmac::new_from_slice(secret).unwrap();
        let header = |name: &str| &self.headers[name];
        let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
        mac.update(format!("{id}.{timestamp}.{}", self.body).as_bytes());
        let expected = Base64::encode_string(&mac.finalize().into_bytes());
        let signatures = header("webhook-signature").split(' ');
        signatures
            .filter_map(|it| it.strip_prefix("v1,"))
            .any(|it| it == expected)
    }
}
