//! Reads server-sent events (WHATWG HTML, section 9.2) from pieces of a stream. Only their data is of interest.

use crate::provider_error::ProviderError;

/// Bytes of one event.
const MAX_EVENT_BYTES: usize = 256 * 1024;

/// Finds the data of events in a stream.
#[derive(Debug, Default)]
pub struct EventReader {
    /// What has arrived and is not a whole line yet.
    rest: Vec<u8>,
    /// How many bytes of it contain no end of a line.
    searched: usize,
    /// The data of the event that has begun.
    data: Option<String>,
}

impl EventReader {
    /// Adds a piece of the stream.
    pub fn push(&mut self, piece: &[u8]) {
        self.rest.extend_from_slice(piece);
    }

    /// The data of the next event that is complete.
    ///
    /// # Errors
    ///
    /// The event is too long or not UTF-8.
    pub fn next_data(&mut self) -> Result<Option<String>, ProviderError> {
        let mut start = 0;
        let mut found = None;
        while found.is_none() {
            let from = start.max(self.searched);
            let Some(length) = self.rest[from..].iter().position(|it| *it == b'\n') else {
                break;
            };
            let end = from + length;
            let line = str::from_utf8(&self.rest[start..end]);
            let line = line.map_err(|_| ProviderError::Invalid("an event is not UTF-8"))?;
            found = add_line(&mut self.data, line.strip_suffix('\r').unwrap_or(line));
            start = end + 1;
        }
        self.rest.drain(..start);
        self.searched = if found.is_some() { 0 } else { self.rest.len() };
        if self.rest.len() > MAX_EVENT_BYTES && found.is_none() || self.is_too_long() {
            return Err(ProviderError::Invalid("an event is too long"));
        }
        Ok(found)
    }

    fn is_too_long(&self) -> bool {
        self.data
            .as_ref()
            .is_some_and(|it| it.len() > MAX_EVENT_BYTES)
    }
}

/// Adds a line to the event that has begun. An empty one ends it.
fn add_line(data: &mut Option<String>, line: &str) -> Option<String> {
    if line.is_empty() {
        return data.take();
    }
    let value = line.strip_prefix("data:")?;
    let value = value.strip_prefix(' ').unwrap_or(value);
    match data {
        Some(data) => {
            data.push('\n');
            data.push_str(value);
        }
        None => *data = Some(value.to_owned()),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&[u8]]) -> Vec<String> {
        let mut reader = EventReader::default();
        let mut found = Vec::new();
        for piece in pieces {
            reader.push(piece);
            while let Some(data) = reader.next_data().unwrap() {
                found.push(data);
            }
        }
        found
    }

    #[test]
    fn events_are_found_wherever_the_stream_is_cut() {
        let stream = ": hello\ndata: {\"a\":1}\n\nevent: x\r\ndata:two\r\ndata: lines\r\n\r\n\n\ndata: é\n\n"
            .as_bytes();
        let expected = ["{\"a\":1}", "two\nlines", "é"];
        assert_eq!(read(&[stream]), expected);
        for cut in 0..stream.len() {
            assert_eq!(read(&[&stream[..cut], &stream[cut..]]), expected, "{cut}");
        }
        let bytes: Vec<_> = stream.chunks(1).collect();
        assert_eq!(read(&bytes), expected);
    }

    #[test]
    fn an_event_without_its_end_is_none() {
        assert!(read(&[b"data: half\n"]).is_empty());
    }

    #[test]
    fn long_events_and_other_encodings_are_refused() {
        let mut reader = EventReader::default();
        reader.push(&vec![b'x'; MAX_EVENT_BYTES + 1]);
        assert!(reader.next_data().is_err());
        let mut reader = EventReader::default();
        for _ in 0..3 {
            reader.push(b"data: ");
            reader.push(&vec![b'x'; MAX_EVENT_BYTES / 2]);
            reader.push(b"\n");
        }
        assert!(reader.next_data().is_err());
        let mut reader = EventReader::default();
        reader.push(b"data: \xff\n\n");
        assert!(reader.next_data().is_err());
    }
}
