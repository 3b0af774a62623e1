//! `almagest mcp`: the tools of the Model Context Protocol on standard input and output, without a server or a key.
//! Calculations run in this process, one after the other.
//!
//! A message is a line of JSON, and so is its answer. The tool list is that of the service without what needs an
//! account: keys, and texts of organizations.

use std::collections::HashMap;
use std::io::{self, BufRead, Read as _, Write};
use std::process::ExitCode;
use std::sync::Arc;

use ::mcp::{MAX_MESSAGE_BYTES, Received, Registry, ReplyBody, Server, ToolCall};
use access::Timestamp;
use astrology_api::calc::Calculated;
use astrology_api::calc::batch;
use astrology_api::chart::Drawn;
use astrology_api::geocoding::search::{self, GeocodingSearch, SearchInput};
use astrology_api::geocoding::timezone::{self, GeocodingTimezone, TimezoneInput};
use calculations::image::{self, ImageFormat, ImageInput};
use calculations::{Calculation, CalculationVisitor, Draw, input, name, visit};
use http_api::clock::Clock;
use http_api::{ApiError, ErrorCode};
use openapi::Operations;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::Failure;

/// What an operation replies.
enum Reply {
    Json(Vec<u8>),
    Image(&'static str, bytes::Bytes),
}

/// Runs an operation at a time.
type Run = fn(Value, Timestamp) -> Result<Reply, ApiError>;

/// The operations that need no server, and how they run.
struct Engine {
    operations: Operations,
    runs: HashMap<&'static str, Run>,
}

impl Engine {
    fn new() -> Self {
        let mut engine = Self {
            operations: Operations::new(astrology_api::FORMATS),
            runs: HashMap::new(),
        };
        visit(&mut engine);
        engine.operations.add::<GeocodingSearch>();
        engine.runs.insert("geocoding_search", |body, _| {
            let input: SearchInput = input::checked("geocoding_search", body)?;
            json(&search::find(&input)?)
        });
        engine.operations.add::<GeocodingTimezone>();
        engine.runs.insert("geocoding_timezone", |body, _| {
            let input: TimezoneInput = input::checked("geocoding_timezone", body)?;
            json(&timezone::at(&input)?)
        });
        engine
    }

    fn run(&self, call: &ToolCall, now: Timestamp) -> Result<Reply, ApiError> {
        let run = self.runs.get(call.operation());
        let run = run.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        run(call.input()?, now)
    }
}

impl CalculationVisitor for Engine {
    fn calculation<C: Calculation>(&mut self) {
        self.operations.add::<Calculated<C>>();
        self.runs.insert(C::SPEC.id, |body, now| {
            let body = match body {
                Value::Object(body) => body,
                _ => Map::new(),
            };
            let data = batch::alone(name::<C>(), body, now)?;
            json(&data)
        });
    }

    fn drawn<D: Draw>(&mut self) {
        self.calculation::<D>();
        self.operations.add::<Drawn<D>>();
        self.runs.insert(D::IMAGE.id, |body, _| {
            let input: ImageInput<D::Fields> = input::checked(D::IMAGE.id, body)?;
            image::work::<D>(&input).limit()?;
            image::check::<D>(&input)?;
            let media_type = match input.appearance.format {
                ImageFormat::Svg => "image/svg+xml",
                ImageFormat::Png => "image/png",
            };
            Ok(Reply::Image(media_type, image::draw::<D>(&input)?))
        });
    }
}

#[derive(Serialize)]
struct Document<'a, T> {
    data: &'a T,
}

/// The document that the service would reply with.
fn json(data: &impl Serialize) -> Result<Reply, ApiError> {
    let written = serde_json::to_vec(&Document { data });
    let failed = |error| ApiError::plain(ErrorCode::InternalError).because(error);
    written.map(Reply::Json).map_err(failed)
}

pub(crate) fn run() -> Result<ExitCode, Failure> {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match serve(input, output, &Clock::System) {
        // The client has closed its end, which is how it says that it needs no more.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Answers every line until there is none.
fn serve(mut input: impl BufRead, mut output: impl Write, clock: &Clock) -> io::Result<()> {
    let engine = Engine::new();
    let server = Server::new(Arc::new(Registry::new(&engine.operations)));
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = MAX_MESSAGE_BYTES as u64 + 1;
        if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let is_whole = line.last() == Some(&b'\n');
        if !is_whole && line.len() > MAX_MESSAGE_BYTES {
            skip_line(&mut input)?;
        }
        let answer = match server.receive_text(line.trim_ascii()) {
            Received::Answered(answer) => answer,
            Received::Call(call) => match engine.run(&call, clock.now()) {
                Ok(Reply::Json(bytes)) => call.replied(ReplyBody::Json(&bytes)),
                Ok(Reply::Image(media_type, bytes)) => call.replied(ReplyBody::Image {
                    media_type,
                    bytes: &bytes,
                }),
                Err(error) => call.refused(&error),
            },
        };
        if !answer.body.is_empty() {
            output.write_all(&answer.body)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
}

/// Reads past the end of a line that is too long, without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (read, is_end) = match buffer.iter().position(|it| *it == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(read);
        if is_end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    /// The answers to these lines.
    fn answers(lines: &[String]) -> Vec<Value> {
        let mut output = Vec::new();
        let clock = Clock::manual(NOW);
        serve(lines.join("\n").as_bytes(), &mut output, &clock).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines()
            .map(|it| serde_json::from_str(it).unwrap())
            .collect()
    }

    fn call(id: u32, tool: &str, arguments: &Value) -> String {
        let params = json!({ "name": tool, "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    }

    fn born() -> Value {
        json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 } })
    }

    #[test]
    fn a_client_shakes_hands_lists_tools_and_calls_one() {
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let lines = [
            json!({ "jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params })
                .to_string(),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }).to_string(),
            call(3, "natal_chart", &born()),
        ];
        let answers = answers(&lines);
        assert_eq!(answers.len(), 3, "a notification has no answer");
        assert_eq!(answers[0]["id"], "a");
        assert_eq!(answers[0]["result"]["protocolVersion"], "2025-11-25");
        let tools = answers[1]["result"]["tools"].as_array().unwrap();
        let has = |name: &str| tools.iter().any(|it| it["name"] == name);
        assert!(has("natal_chart") && has("call_operation"));
        assert!(!has("key_status"), "there is no key");
        let result = &answers[2]["result"];
        let alone = batch::alone("natal", born().as_object().unwrap().clone(), NOW);
        let expected: Value = serde_json::from_str(alone.unwrap().get()).unwrap();
        assert_eq!(result["structuredContent"]["data"], expected);
        assert_eq!(result["isError"], false);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("- sun: 24°08′ gemini, house 9"), "{text}");
    }

    #[test]
    fn every_calculation_is_called_by_its_id_and_gives_the_result_of_the_command() {
        for it in calculations::summaries() {
            let arguments = json!({ "operation": it.operation, "body": it.example });
            let answer = &answers(&[call(1, "call_operation", &arguments)])[0];
            let result = &answer["result"];
            assert_eq!(result["isError"], false, "{}: {result}", it.operation);
            let body = it.example.as_object().unwrap().clone();
            let alone = batch::alone(it.name, body, NOW).unwrap();
            let expected: Value = serde_json::from_str(alone.get()).unwrap();
            assert_eq!(
                result["structuredContent"]["data"], expected,
                "{}",
                it.operation
            );
        }
    }

    #[test]
    fn a_chart_is_drawn_as_an_image() {
        let answer = &answers(&[call(1, "draw_chart", &born())])[0];
        let image = &answer["result"]["content"][0];
        assert_eq!(
            (&image["type"], &image["mimeType"]),
            (&json!("image"), &json!("image/png"))
        );
        // The signature of a PNG file in base64.
        assert!(image["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    }

    #[test]
    fn a_line_that_is_too_long_or_no_message_is_refused_and_the_next_one_answered() {
        let lines = [
            format!("\"{}\"", "x".repeat(3 * MAX_MESSAGE_BYTES)),
            "[".repeat(10_000),
            "[]".to_owned(),
            json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string(),
        ];
        let answers = answers(&lines);
        assert_eq!(answers.len(), 4);
        for refused in &answers[..3] {
            assert!(refused["error"]["code"].is_i64(), "{refused}");
            assert_eq!(refused["id"], Value::Null);
        }
        assert_eq!(
            answers[3],
            json!({ "jsonrpc": "2.0", "id": 1, "result": {} })
        );
    }
}
