//! The Model Context Protocol over HTTP: tools answer what the API answers, and are admitted, charged and refused
//! like any other request.

mod parity;

use std::time::Duration;

use access::{KeyPermission, Rate};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Answer, Service, calculation_address, calculation_path};

/// Bytes of a token, as the contract counts them.
const BYTES_PER_TOKEN: usize = 4;
const MAX_TOOL_LIST_TOKENS: usize = 12_000;

async fn service() -> Service {
    Service::new(server::api::api()).await
}

fn message(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

fn tool(name: &str, arguments: &Value) -> Value {
    message(
        "tools/call",
        &json!({ "name": name, "arguments": arguments }),
    )
}

/// A key with every permission that can use one module.
async fn numerology_key(service: &Service) -> String {
    let mut id = None;
    let key = service.add_key_with(|key| id = Some(key.id)).await;
    let modules = access::KeyModules::Only(vec!["numerology".to_owned()]);
    let edit = store::KeyEdit {
        modules: Some(modules),
        ..store::KeyEdit::default()
    };
    service.edit_key(id.unwrap(), &edit).await;
    key
}

async fn post(service: &Service, key: &str, body: &Value) -> Answer {
    let request = Request::post("/mcp").header("x-api-key", key);
    service.send_with(request, Some(body)).await
}

async fn send(service: &Service, body: &Value) -> Answer {
    post(service, &service.key, body).await
}

/// The result of a tool.
async fn call(service: &Service, name: &str, arguments: &Value) -> Value {
    let answer = send(service, &tool(name, arguments)).await;
    assert_eq!(answer.status, StatusCode::OK, "{name}: {}", text(&answer));
    let mut answer = answer.json();
    assert_eq!(answer["id"], 7);
    answer["result"].take()
}

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

/// A table of 731 days, which costs more than a chart.
fn two_years() -> Value {
    let points = ["sun", "moon", "venus", "mars", "jupiter"];
    json!({ "startDate": "2000-01-01", "endDate": "2001-12-31", "step": "1d", "points": points })
}

/// The same table as a request that reads the response into a tree, as texts do.
fn shaped_two_years() -> String {
    let mut table = two_years();
    table["precision"] = json!(9);
    calculation_address("ephemeris", &table)
}

fn born() -> Value {
    json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 } })
}

/// A tool with the choice that selects the calculation, the input, and the calculation.
fn outcomes() -> Vec<(&'static str, Value, Value, &'static str)> {
    let place = json!({ "latitude": 52.37, "longitude": 4.89 });
    let pair = json!({ "dateTime1": "1990-06-15T14:30", "location1": place,
        "dateTime2": "1988-02-01T06:15", "location2": place });
    let year = json!({ "startDate": "2024-01-01", "endDate": "2024-12-31" });
    let birth = json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": place });
    let none = || json!({});
    let leo = json!({ "sign": "leo" });
    vec![
        ("natal_chart", none(), born(), "natal"),
        ("synastry", none(), pair.clone(), "synastry"),
        (
            "synastry",
            json!({ "kind": "score" }),
            pair.clone(),
            "compatibility",
        ),
        (
            "panchang",
            none(),
            json!({ "date": "2026-11-19", "location": place }),
            "vedic/panchang",
        ),
        (
            "relationship_chart",
            json!({ "kind": "davison" }),
            pair.clone(),
            "davison",
        ),
        ("relationship_chart", none(), pair, "composite"),
        (
            "returns",
            json!({ "kind": "solar" }),
            with(&birth, &json!({ "returnYear": 2024 })),
            "solar-return",
        ),
        (
            "returns",
            json!({ "kind": "planetary" }),
            with(
                &birth,
                &json!({ "point": "saturn", "returnDate": "2019-01-01" }),
            ),
            "planetary-return",
        ),
        (
            "progressions",
            none(),
            with(&birth, &json!({ "targetDate": "2024-06-15" })),
            "progressions",
        ),
        (
            "moon_calendar",
            json!({ "kind": "range" }),
            json!({ "startDate": "2024-03-01", "endDate": "2024-03-03", "location": place }),
            "moon-calendar/range",
        ),
        ("eclipses", none(), year.clone(), "eclipses"),
        ("retrogrades", none(), year, "retrograde"),
        (
            "horoscope",
            json!({ "period": "daily" }),
            with(&leo, &json!({ "date": "2026-11-18" })),
            "horoscope/daily/sign",
        ),
        (
            "numerology",
            none(),
            json!({ "dateTime": "1985-12-19", "fullName": "Anna Maria Visser", "forDate": "2026-11-16" }),
            "numerology/profile",
        ),
        ("bazi", none(), born(), "bazi"),
    ]
}

fn with(base: &Value, more: &Value) -> Value {
    let mut all = base.clone();
    let more = more.as_object().unwrap().clone();
    all.as_object_mut().unwrap().extend(more);
    all
}

#[tokio::test]
async fn the_tools_of_outcomes_answer_what_their_operations_answer() {
    let service = service().await;
    for (name, choice, body, calculation) in outcomes() {
        let by_tool = call(&service, name, &with(&body, &choice)).await;
        let over_http = service.get(&calculation_address(calculation, &body)).await;
        assert_eq!(over_http.status, StatusCode::OK, "{name}");
        let expected = &over_http.json()["data"];
        assert_eq!(&by_tool["structuredContent"]["data"], expected, "{name}");
        assert_eq!(by_tool["isError"], false, "{name}");
    }
}

/// 18 November 2026 is a Wednesday of ISO week 47.
#[tokio::test]
async fn a_horoscope_is_found_by_a_date_in_its_period() {
    let service = service().await;
    for (period, path) in [
        ("weekly", "/api/horoscope/weekly/2026/47/leo"),
        ("monthly", "/api/horoscope/monthly/2026/11/leo"),
        ("yearly", "/api/horoscope/yearly/2026/leo"),
    ] {
        let arguments = json!({ "period": period, "date": "2026-11-18", "sign": "leo" });
        let by_tool = call(&service, "horoscope", &arguments).await;
        let expected = service.get(path).await.json();
        assert_eq!(
            by_tool["structuredContent"]["data"], expected["data"],
            "{period}"
        );
    }
}

#[tokio::test]
async fn places_are_named_and_an_ambiguous_or_unknown_name_is_refused_with_candidates() {
    let service = service().await;
    let named = |place: &str| json!({ "dateTime": "1990-06-15T14:30", "place": place, "fields": ["dateTime"] });
    let found = call(&service, "natal_chart", &named("Amsterdam, NL")).await;
    assert_eq!(
        found["structuredContent"]["data"]["dateTime"],
        "1990-06-15T12:30:00Z"
    );
    for (place, code) in [
        // Springfield in Missouri, Massachusetts, Illinois and others are of about the same size.
        ("Springfield", "place_ambiguous"),
        ("Amsterdamm", "place_unknown"),
    ] {
        let refused = call(&service, "natal_chart", &named(place)).await;
        let error = &refused["structuredContent"]["errors"][0];
        assert_eq!(
            (&refused["isError"], &error["code"]),
            (&json!(true), &json!(code)),
            "{place}"
        );
        assert_eq!(error["source"]["pointer"], "/place");
        let candidates = error["meta"]["candidates"].as_array().unwrap();
        assert!(!candidates.is_empty(), "{place}");
        let text = refused["content"][0]["text"].as_str().unwrap();
        let name = candidates[0]["name"].as_str().unwrap();
        assert!(text.contains(name), "a model reads the text: {text}");
    }
    let mut both = named("Amsterdam, NL");
    both["location"] = born()["location"].clone();
    let refused = call(&service, "natal_chart", &both).await;
    assert_eq!(
        refused["structuredContent"]["errors"][0]["code"],
        "fields_conflict"
    );
}

#[tokio::test]
async fn a_tool_costs_what_its_operation_costs_with_fields_and_any_other_message_one_unit() {
    let service = service().await;
    let table = two_years();
    let over_http = service.get(&shaped_two_years()).await;
    assert_eq!(over_http.status, StatusCode::OK);
    // The ledger is in the order of time.
    let later = || service.clock.advance(Duration::from_secs(1));
    later();
    call(&service, "ephemeris", &table).await;
    later();
    call(&service, "natal_chart", &born()).await;
    later();
    call(&service, "find_operation", &json!({ "query": "natal" })).await;
    later();
    send(&service, &message("tools/list", &json!({}))).await;
    later();
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let noted = send(&service, &note).await;
    assert_eq!((noted.status, noted.bytes.len()), (StatusCode::ACCEPTED, 0));
    later();
    // A refusal of the operation is charged under its name, and has the status that it has over HTTP.
    call(
        &service,
        "natal_chart",
        &json!({ "dateTime": "1990-06-15T14:30" }),
    )
    .await;
    let rows = service.ledger().await;
    let row = |operation: &str, cost, status| (operation.to_owned(), cost, Some(status));
    let price = rows[0].1;
    assert!(price > 1, "a table of two years costs more than a chart");
    assert_eq!(
        rows,
        [
            row("calc_ephemeris", price, 200),
            row("calc_ephemeris", price, 200),
            row("calc_natal", 1, 200),
            row("mcp_post", 1, 200),
            row("mcp_post", 1, 200),
            row("mcp_post", 1, 202),
            row("calc_natal", 1, 400),
        ]
    );
}

#[tokio::test]
async fn keys_are_refused_as_over_http() {
    let service = service().await;
    let listing = message("tools/list", &json!({}));
    let without = service
        .send_with(Request::post("/mcp"), Some(&listing))
        .await;
    assert_eq!(
        (without.status, without.codes()),
        (StatusCode::UNAUTHORIZED, vec!["key_missing".to_owned()])
    );
    let wrong = post(&service, "ak_live_wrong", &listing).await;
    assert_eq!(
        (wrong.status, wrong.codes()),
        (StatusCode::UNAUTHORIZED, vec!["key_invalid".to_owned()])
    );
    let bearer = Request::post("/mcp").header("authorization", format!("Bearer {}", service.key));
    let accepted = service.send_with(bearer, Some(&listing)).await;
    assert_eq!(accepted.status, StatusCode::OK);
    let person = service.member(access::Role::Owner).await;
    let session = service
        .ask_as(&person, Method::POST, "/mcp", Some(&listing))
        .await;
    assert_eq!(session.codes(), ["key_missing"]);
    let list = access::DomainList::new(["example.com".parse().unwrap()]).unwrap();
    let bound = service
        .add_key_with(|key| key.domains = access::DomainRule::List(list))
        .await;
    let elsewhere = Request::post("/mcp")
        .header("x-api-key", &bound)
        .header("origin", "https://evil.example");
    let refused = service.send_with(elsewhere, Some(&listing)).await;
    assert_eq!(refused.codes(), ["domain_not_allowed"]);
    assert_eq!(
        service.ledger().await.len(),
        1,
        "only the admitted request is charged"
    );
}

#[tokio::test]
async fn permissions_and_modules_of_the_operation_decide_and_a_model_reads_what_is_missing() {
    let service = service().await;
    let reader = service.add_key(&[KeyPermission::ContentRead]).await;
    let answer = post(&service, &reader, &tool("natal_chart", &born())).await;
    let result = &answer.json()["result"];
    assert_eq!(result["isError"], true);
    assert_eq!(
        result["structuredContent"]["errors"][0]["code"],
        "permission_missing"
    );
    let status = service.get_with("/api/calc/natal", &reader).await;
    assert_eq!(status.codes(), ["permission_missing"]);
    let narrow = numerology_key(&service).await;
    let answer = post(&service, &narrow, &tool("natal_chart", &born())).await;
    let error = &answer.json()["result"]["structuredContent"]["errors"][0];
    assert_eq!(error["code"], "module_required");
    let allowed = json!({ "dateTime": "1985-12-19", "fullName": "Anna Maria Visser" });
    let answer = post(&service, &narrow, &tool("numerology", &allowed)).await;
    assert_eq!(answer.json()["result"]["isError"], false);
    let rows = service.ledger().await;
    assert!(
        rows.contains(&("calc_natal".to_owned(), 1, Some(403))),
        "{rows:?}"
    );
}

#[tokio::test]
async fn rates_and_quota_refuse_a_message_as_they_refuse_a_request() {
    let service = service().await;
    let rate: Rate = "2/1m".parse().unwrap();
    let limited = service.add_key_with(|key| key.rates = vec![rate]).await;
    for _ in 0..2 {
        let answer = post(&service, &limited, &tool("natal_chart", &born())).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let refused = post(&service, &limited, &tool("natal_chart", &born())).await;
    assert_eq!(
        (refused.status, refused.codes()),
        (
            StatusCode::TOO_MANY_REQUESTS,
            vec!["rate_limited".to_owned()]
        )
    );
    assert_eq!(refused.header("retry-after"), "60");
    let live = service.add_key_with(|_| ()).await;
    service.set_terms(|terms| terms.quota = Some(3)).await;
    let first = post(&service, &live, &message("tools/list", &json!({}))).await;
    assert_eq!(first.header("x-quota-remaining"), "0");
    let exhausted = post(&service, &live, &message("tools/list", &json!({}))).await;
    assert_eq!(exhausted.codes(), ["quota_exhausted"]);
}

#[tokio::test]
async fn images_have_their_own_rate_by_tool_and_over_http_together() {
    let mut config = crate::harness::config(&[]);
    let mut plan = config
        .plans
        .get(&"deluxe".parse().unwrap())
        .unwrap()
        .clone();
    plan.image_rates = vec!["2/1h".parse().unwrap()];
    config.plans.put(plan);
    let service = Service::with_config(server::api::api(), config).await;
    let drawn = call(&service, "draw_chart", &born()).await;
    assert_eq!(drawn["content"][0]["type"], "image");
    let path = "/api/chart2/natal.svg?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";
    assert_eq!(service.get(path).await.status, StatusCode::OK);
    let refused = send(&service, &tool("draw_chart", &born())).await;
    assert_eq!(refused.codes(), ["rate_limited"]);
    // Other tools have no part in it.
    call(&service, "natal_chart", &born()).await;
}

#[tokio::test]
async fn the_list_of_tools_is_short_complete_and_read_only() {
    let service = service().await;
    let answer = send(&service, &message("tools/list", &json!({}))).await;
    let result = answer.json()["result"].clone();
    let tools = result["tools"].as_array().unwrap();
    assert!(tools.len() <= 25, "{}", tools.len());
    let tokens = result.to_string().len().div_ceil(BYTES_PER_TOKEN);
    println!("{} tools in {tokens} tokens", tools.len());
    assert!(tokens <= MAX_TOOL_LIST_TOKENS, "{tokens}");
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert!(
            name == "draw_chart" || tool["outputSchema"]["type"] == "object",
            "{name}"
        );
        let fields = tool["inputSchema"]["properties"].as_object().unwrap();
        for required in tool["inputSchema"]["required"]
            .as_array()
            .into_iter()
            .flatten()
        {
            assert!(
                fields.contains_key(required.as_str().unwrap()),
                "{name} {required}"
            );
        }
    }
}

#[tokio::test]
async fn every_operation_that_keys_can_read_is_found_and_described_with_its_schema() {
    let service = service().await;
    let all = call(&service, "find_operation", &json!({})).await;
    let listed = all["structuredContent"]["data"]["operations"]
        .as_array()
        .unwrap();
    let ids: Vec<_> = listed
        .iter()
        .map(|it| it["operation"].as_str().unwrap())
        .collect();
    for it in server::api::calculations() {
        assert!(ids.contains(&it.operation), "{}", it.operation);
    }
    for absent in [
        "calc_batch",
        "key_token_create",
        "content_create",
        "org_create",
        "mcp_post",
        "chat_send",
    ] {
        assert!(!ids.contains(&absent), "{absent}");
    }
    let found = call(
        &service,
        "find_operation",
        &json!({ "operation": "calc_natal" }),
    )
    .await;
    let described = &found["structuredContent"]["data"];
    assert!(described["inputSchema"]["properties"]["houseSystem"].is_object());
    assert!(
        !described.to_string().contains("#/components"),
        "references are local"
    );
    let refused = call(
        &service,
        "call_operation",
        &json!({ "operation": "key_token_create", "body": {} }),
    )
    .await;
    assert_eq!(refused["isError"], true);
}

fn current(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    message(method, &params)
}

async fn send_current(service: &Service, body: &Value, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::post("/mcp").header("x-api-key", &service.key);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.send_with(request, Some(body)).await
}

#[tokio::test]
async fn the_current_version_needs_no_handshake_and_its_headers_must_repeat_the_message() {
    let service = service().await;
    let version = ("mcp-protocol-version", "2026-07-28");
    let discover = current("server/discover", json!({}));
    let answer = send_current(
        &service,
        &discover,
        &[version, ("mcp-method", "server/discover")],
    )
    .await;
    let result = &answer.json()["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["supportedVersions"],
        json!(["2025-06-18", "2025-11-25", "2026-07-28"])
    );
    let params = json!({ "name": "natal_chart", "arguments": born() });
    let natal = current("tools/call", params);
    let method = ("mcp-method", "tools/call");
    let answer = send_current(
        &service,
        &natal,
        &[version, method, ("mcp-name", "natal_chart")],
    )
    .await;
    assert_eq!(
        (answer.status, &answer.json()["result"]["isError"]),
        (StatusCode::OK, &json!(false))
    );
    for headers in [
        vec![],
        vec![version],
        vec![version, method],
        vec![version, method, ("mcp-name", "eclipses")],
        vec![
            version,
            ("mcp-method", "tools/list"),
            ("mcp-name", "natal_chart"),
        ],
        vec![
            ("mcp-protocol-version", "2025-11-25"),
            method,
            ("mcp-name", "natal_chart"),
        ],
    ] {
        let refused = send_current(&service, &natal, &headers).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{headers:?}");
        assert_eq!(refused.json()["error"]["code"], -32020, "{headers:?}");
    }
    let unknown = ("mcp-protocol-version", "2031-01-01");
    let answer = send_current(&service, &message("tools/list", &json!({})), &[unknown]).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let unspoken = current("no/such", json!({}));
    let answer = send_current(&service, &unspoken, &[version, ("mcp-method", "no/such")]).await;
    assert_eq!(
        (answer.status, &answer.json()["error"]["code"]),
        (StatusCode::NOT_FOUND, &json!(-32601))
    );
}

#[tokio::test]
async fn hostile_messages_are_refused_and_change_nothing() {
    let service = service().await;
    let raw = async |body: String| {
        let request = Request::post("/mcp")
            .header("x-api-key", &service.key)
            .header("content-type", "application/json")
            .body(Body::from(body));
        service.send(request.unwrap()).await
    };
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let nested = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"natal_chart","arguments":{}}}}}"#,
        format_args!("{}1{}", "{\"a\":".repeat(5_000), "}".repeat(5_000))
    );
    let batch = format!(
        "[{}]",
        vec![message("tools/list", &json!({})).to_string(); 500].join(",")
    );
    let twice = r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}"#;
    let large = message("tools/list", &json!({ "x": "y".repeat(70_000) })).to_string();
    for (body, codes) in [
        (String::new(), vec!["json_malformed"]),
        ("{".to_owned(), vec!["json_malformed"]),
        (deep, vec!["json_malformed"]),
        (nested, vec!["json_malformed"]),
        (batch, vec!["field_type", "json_malformed"]),
        (twice.to_owned(), vec!["json_malformed"]),
        (large, vec!["body_too_large"]),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.to_owned(),
            vec!["field_value"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#.to_owned(),
            vec!["field_type"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","more":1}"#.to_owned(),
            vec!["field_unknown"],
        ),
    ] {
        let answer = raw(body.clone()).await;
        let shown: String = body.chars().take(60).collect();
        assert!(
            answer.status.is_client_error(),
            "{shown}: {}",
            answer.status
        );
        assert!(
            codes.contains(&answer.codes()[0].as_str()),
            "{shown}: {:?}",
            answer.codes()
        );
    }
    let unknown = send(&service, &message("no/such/method", &json!({}))).await;
    assert_eq!(unknown.json()["error"]["code"], -32601);
    let missing = send(&service, &tool("no_such_tool", &json!({}))).await;
    assert_eq!(missing.json()["error"]["code"], -32602);
    // There are no sessions, so one that never was is as good as any.
    let request = Request::post("/mcp")
        .header("x-api-key", &service.key)
        .header("mcp-session-id", "never-was");
    let listed = service
        .send_with(request, Some(&message("tools/list", &json!({}))))
        .await;
    assert_eq!(listed.status, StatusCode::OK);
    for method in [Method::GET, Method::DELETE] {
        let request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("x-api-key", &service.key);
        let answer = service.send_with(request, None).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.header("allow"), "POST");
    }
    call(&service, "natal_chart", &born()).await;
}

#[tokio::test]
async fn a_result_that_is_too_large_for_a_tool_is_refused_before_it_is_computed() {
    let service = service().await;
    let table = json!({ "startDate": "1900-01-01", "endDate": "1919-12-31", "step": "1d" });
    let refused = call(&service, "ephemeris", &table).await;
    let error = &refused["structuredContent"]["errors"][0];
    assert_eq!(error["code"], "work_limit_exceeded");
    let row = ("calc_ephemeris".to_owned(), 1, Some(422));
    assert_eq!(service.ledger().await, [row]);
}

#[tokio::test]
async fn the_text_of_a_calculation_is_deterministic_measured_and_priced_like_a_shaped_one() {
    let service = service().await;
    let ask = async |body: &Value| service.post("/api/calc/context", &body.to_string()).await;
    let body = json!({ "operation": "natal", "body": born() });
    let first = ask(&body).await.json()["data"].clone();
    assert_eq!(first, ask(&body).await.json()["data"]);
    let markdown = first["markdown"].as_str().unwrap();
    println!(
        "a natal chart takes {} tokens:\n{markdown}",
        first["tokens"]
    );
    assert_eq!(first["bytes"], markdown.len());
    assert_eq!(first["tokens"], markdown.len().div_ceil(BYTES_PER_TOKEN));
    for fact in [
        "- sun: 24°08′ gemini, house 9",
        "moon trine jupiter",
        "house system placidus",
        "zodiac tropical",
        "Europe/Amsterdam",
    ] {
        assert!(markdown.contains(fact), "{fact} in {markdown}");
    }
    assert!(!markdown.contains("signature="), "no signed URL");
    let table = two_years();
    let price_of = async || service.ledger().await.last().map(|it| it.1);
    service.clock.advance(Duration::from_secs(1));
    service.get(&shaped_two_years()).await;
    let price = price_of().await;
    service.clock.advance(Duration::from_secs(1));
    let described = ask(&json!({ "operation": "ephemeris", "body": table, "maxRows": 3 }))
        .await
        .json();
    assert_eq!(price_of().await, price);
    // 731 days, of which three are shown.
    assert_eq!(described["data"]["rowsOmitted"], 728);
    let wrong =
        ask(&json!({ "operation": "natal", "body": { "dateTime": "1990-06-15T14:30" } })).await;
    assert_eq!(wrong.codes(), ["field_missing"]);
    assert_eq!(
        wrong.json()["errors"][0]["source"]["pointer"],
        "/body/location"
    );
    let narrow = numerology_key(&service).await;
    let request = Request::post("/api/calc/context").header("x-api-key", &narrow);
    let refused = service.send_with(request, Some(&body)).await;
    assert_eq!(refused.codes(), ["module_required"]);
}

#[tokio::test]
async fn every_calculation_can_be_described() {
    let service = service().await;
    for it in server::api::calculations() {
        let body = json!({ "operation": it.name, "body": it.example });
        let answer = service.post("/api/calc/context", &body.to_string()).await;
        assert_eq!(
            answer.status,
            StatusCode::OK,
            "{}: {}",
            it.name,
            text(&answer)
        );
        let data = &answer.json()["data"];
        let markdown = data["markdown"].as_str().unwrap();
        assert!(markdown.lines().count() > 2, "{}: {markdown}", it.name);
        let whole = service
            .get(&calculation_address(it.name, &it.example))
            .await
            .bytes
            .len();
        println!(
            "{}: {} tokens of {}",
            it.name,
            data["tokens"],
            whole / BYTES_PER_TOKEN
        );
        assert_eq!(data["operation"], it.operation);
        assert_eq!(calculation_path(it.name), it.path);
    }
}

#[tokio::test]
async fn llms_txt_is_public_complete_and_cached() {
    let service = service().await;
    let open = async |path: &str, tag: Option<&str>| {
        let mut request = Request::get(path);
        if let Some(tag) = tag {
            request = request.header("if-none-match", tag);
        }
        service.send(request.body(Body::empty()).unwrap()).await
    };
    for path in ["/llms.txt", "/llms-full.txt"] {
        let answer = open(path, None).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
        let tag = answer.header("etag").to_owned();
        assert!(!tag.is_empty());
        assert_eq!(
            open(path, Some(&tag)).await.status,
            StatusCode::NOT_MODIFIED
        );
        let all = text(&answer);
        println!("{path}: {} tokens", all.len() / BYTES_PER_TOKEN);
        for it in server::api::calculations() {
            assert!(all.contains(it.path), "{path}: {}", it.path);
        }
    }
    assert_eq!(service.ledger().await, [], "nobody pays");
}
