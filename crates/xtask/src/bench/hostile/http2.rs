//! The subset of HTTP/2 (RFC 9113) for a client that opens streams and reads nothing.

use std::net::SocketAddr;

/// Frame types, section 6.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

/// The request has no body, and its headers are in this frame.
const END_STREAM_AND_HEADERS: u8 = 0x5;

const FRAME_HEAD_BYTES: usize = 9;

/// `:status: 200` in the static table of HPACK (RFC 7541, appendix A).
const STATUS_200: u8 = 0x88;

/// Bytes that open `streams` streams for `path` and allow the service to send no body on any of them.
pub(super) fn unread_streams(host: SocketAddr, path: &str, streams: u32) -> Vec<u8> {
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    // SETTINGS_INITIAL_WINDOW_SIZE (4) is zero.
    bytes.extend(frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]));
    let headers = [
        literal(":method", "GET"),
        literal(":scheme", "http"),
        literal(":authority", &host.to_string()),
        literal(":path", path),
    ]
    .concat();
    for number in 0..streams {
        // Streams that a client opens have odd numbers.
        let stream = 2 * number + 1;
        bytes.extend(frame(HEADERS, END_STREAM_AND_HEADERS, stream, &headers));
    }
    bytes
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut bytes = length.to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// A header field without indexing, RFC 7541 section 6.2.2; name and value are shorter than 127 bytes.
fn literal(name: &str, value: &str) -> Vec<u8> {
    let text = |text: &str| {
        let length = u8::try_from(text.len()).unwrap_or(u8::MAX);
        [&[length], text.as_bytes()].concat()
    };
    [vec![0], text(name), text(value)].concat()
}

/// The frames that a service has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Frames {
    /// Streams with a response, and those of them with 200.
    pub(super) headers: u64,
    pub(super) headers_200: u64,
    /// DATA frames.
    pub(super) data: u64,
    /// Streams that the service reset.
    pub(super) resets: u64,
    /// Connections that the service closed.
    pub(super) goaways: u64,
}

impl Frames {
    /// Parses the bytes of one connection. A frame at the end may be incomplete.
    pub(super) fn count(mut bytes: &[u8]) -> Self {
        let mut frames = Self::default();
        while let [a, b, c, kind, _, rest @ ..] = bytes {
            let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
            let payload = rest.get(FRAME_HEAD_BYTES - 5..).unwrap_or_default();
            match *kind {
                HEADERS => {
                    frames.headers += 1;
                    frames.headers_200 += u64::from(payload.first() == Some(&STATUS_200));
                }
                DATA if length > 0 => frames.data += 1,
                RST_STREAM => frames.resets += 1,
                GOAWAY => frames.goaways += 1,
                _ => {}
            }
            bytes = payload.get(length..).unwrap_or_default();
        }
        frames
    }

    pub(super) fn add(&mut self, other: Self) {
        self.headers += other.headers;
        self.headers_200 += other.headers_200;
        self.data += other.data;
        self.resets += other.resets;
        self.goaways += other.goaways;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_a_length_a_type_flags_and_a_stream() {
        assert_eq!(frame(3, 1, 5, b"ab"), b"\0\0\x02\x03\x01\0\0\0\x05ab");
        assert_eq!(literal("a", "bc"), b"\0\x01a\x02bc");
    }

    #[test]
    fn streams_are_opened_after_the_preface() {
        let bytes = unread_streams("127.0.0.1:80".parse().unwrap(), "/x", 2);
        let frames = bytes.strip_prefix(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        assert_eq!(Frames::count(frames.unwrap()).headers, 2);
        assert!(bytes.windows(8).any(|it| it == b"\x05:path\x02/"));
    }

    #[test]
    fn frames_are_counted_by_type() {
        let mut bytes = frame(SETTINGS, 0, 0, &[0; 6]);
        bytes.extend(frame(HEADERS, 4, 1, &[STATUS_200, 1, 2]));
        bytes.extend(frame(HEADERS, 4, 3, &[0x48, 3]));
        bytes.extend(frame(DATA, 0, 1, b"x"));
        bytes.extend(frame(DATA, 1, 1, b""));
        bytes.extend(frame(RST_STREAM, 0, 3, &[0; 4]));
        bytes.extend(&frame(GOAWAY, 0, 0, &[0; 8])[..12]);
        let expected = Frames {
            headers: 2,
            headers_200: 1,
            data: 1,
            resets: 1,
            goaways: 1,
        };
        assert_eq!(Frames::count(&bytes), expected);
        let mut twice = expected;
        twice.add(expected);
        assert_eq!(twice.headers, 4);
    }
}
