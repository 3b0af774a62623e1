//! HTTP/2 frames written by hand, because an ordinary client reads its responses.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::deployment::Duplex;

pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const MAX_CONCURRENT_STREAMS: u16 = 3;
const INITIAL_WINDOW_SIZE: u16 = 4;
const END_STREAM_AND_HEADERS: u8 = 5;

pub(super) struct Frame {
    pub(super) kind: u8,
    pub(super) stream: u32,
    pub(super) payload: Vec<u8>,
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// Returns the start of a connection whose streams may receive this many bytes.
pub(super) fn preface(window: u32) -> Vec<u8> {
    let mut payload = INITIAL_WINDOW_SIZE.to_be_bytes().to_vec();
    payload.extend(window.to_be_bytes());
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    bytes.extend(frame(SETTINGS, 0, 0, &payload));
    bytes
}

/// Returns a request without a body, with a key unless that is empty. Names and values must be
/// shorter than 127 bytes, the most that one length byte can express.
pub(super) fn request(stream: u32, method: &str, path: &str, key: &str) -> Vec<u8> {
    let mut block = Vec::new();
    let fields = [
        (":method", method),
        (":scheme", "http"),
        (":authority", "x"),
        (":path", path),
        ("x-api-key", key),
    ];
    for (name, value) in fields.into_iter().filter(|it| !it.1.is_empty()) {
        block.push(0);
        for text in [name, value] {
            assert!(text.len() < 127, "{text}");
            block.push(u8::try_from(text.len()).unwrap());
            block.extend(text.as_bytes());
        }
    }
    frame(HEADERS, END_STREAM_AND_HEADERS, stream, &block)
}

pub(super) async fn read(connection: &mut Box<dyn Duplex>) -> Frame {
    let mut head = [0; 9];
    connection.read_exact(&mut head).await.unwrap();
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; length as usize];
    connection.read_exact(&mut payload).await.unwrap();
    let [.., a, b, c, d] = head;
    Frame {
        kind: head[3],
        stream: u32::from_be_bytes([a, b, c, d]),
        payload,
    }
}

/// Sends a request without a body and reads until the response arrives. Returns the streams that
/// were reset meanwhile.
pub(super) async fn head(connection: &mut Box<dyn Duplex>, stream: u32) -> Vec<u32> {
    let asked = request(stream, "HEAD", "/healthz", "");
    connection.write_all(&asked).await.unwrap();
    let mut reset = Vec::new();
    loop {
        let frame = read(connection).await;
        match (frame.kind, frame.stream) {
            (HEADERS, it) if it == stream => return reset,
            (RST_STREAM, it) => reset.push(it),
            _ => {}
        }
    }
}
