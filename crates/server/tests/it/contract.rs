//! Guarantees for every declared operation: the loops cover the real operations and the samples.

use access::{KeyMode, PlainKey, Role};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};
use server::routes::Api;

use crate::harness::{Answer, Service, browser_request};
use crate::sample_api;

/// One documented operation.
struct Documented {
    id: String,
    method: Method,
    /// The path with a value for every parameter.
    path: String,
    operation: Value,
    error_statuses: Vec<StatusCode>,
    security: Vec<Value>,
    /// An owner's session, for operations that no key can call.
    session: String,
}

impl Documented {
    fn takes(&self, scheme: &str) -> bool {
        self.security.iter().any(|it| it.get(scheme).is_some())
    }

    fn is_public(&self) -> bool {
        self.security.is_empty()
    }

    fn takes_body(&self) -> bool {
        self.operation.get("requestBody").is_some()
    }

    async fn call(
        &self,
        service: &Service,
        key: Option<&str>,
        body: Option<(&str, String)>,
    ) -> Answer {
        let mut request = Request::builder()
            .method(self.method.clone())
            .uri(&self.path);
        match key {
            // Operations for people only are called by a person, unless the test uses a wrong key.
            Some(key) if key == service.key && !self.takes("key") => {
                request = browser_request(self.method.clone(), &self.path)
                    .header("cookie", format!("almagest_local={}", self.session))
                    .header("x-organization", service.org_id.to_string());
            }
            Some(key) => request = request.header("x-api-key", key),
            None => {}
        }
        let (media_type, body) = body.unzip();
        if let Some(media_type) = media_type {
            request = request.header("content-type", media_type);
        }
        let body = body.map_or(Body::empty(), Body::from);
        let answer = service.send(request.body(body).unwrap()).await;
        self.assert_documented(&answer);
        answer
    }

    /// Checks that the response is documented, and that an error has a declared status.
    fn assert_documented(&self, answer: &Answer) {
        let (id, status) = (&self.id, answer.status);
        let responses = &self.operation["responses"];
        if status.is_success() {
            assert!(responses.get(status.as_str()).is_some(), "{id}: {status}");
        } else {
            assert!(responses.get("default").is_some(), "{id}");
            assert!(self.error_statuses.contains(&status), "{id}: {status}");
        }
    }
}

fn documented(api: &Api) -> Vec<Documented> {
    let document = api.operations().document("http://localhost");
    let mut list = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            list.push(Documented {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: fill(path),
                operation: operation.clone(),
                error_statuses: error_statuses(api, path, operation),
                security: security(&document, operation),
                session: String::new(),
            });
        }
    }
    assert!(list.len() >= api.operations().declarations().count());
    list
}

/// Whether an id in the document is that of a declaration, of its GET method or of an alias.
fn is_of(id: &str, declared: &str) -> bool {
    let rest = id.strip_prefix(declared);
    rest.is_some_and(|it| it.is_empty() || it == "_query" || it.contains("_alias_"))
}

/// The credentials that an operation accepts.
fn security(document: &Value, operation: &Value) -> Vec<Value> {
    let security = operation.get("security").unwrap_or(&document["security"]);
    security.as_array().unwrap().clone()
}

/// The statuses of the errors that an operation declares.
fn error_statuses(api: &Api, path: &str, operation: &Value) -> Vec<StatusCode> {
    let place = match operation.get("requestBody") {
        Some(_) => http_api::InputPlace::Body,
        None => http_api::InputPlace::Query,
    };
    let mut declarations = api.operations().declarations();
    let id = operation["operationId"].as_str().unwrap();
    let declaration = declarations.find(|it| is_of(id, it.id) && it.paths().any(|it| it == path));
    let codes = declaration.unwrap().error_codes(place);
    codes.into_iter().map(http_api::ErrorCode::status).collect()
}

/// Follows a reference to a component.
pub(crate) fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let pointer = value["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
    pointer.map_or(value, |it| document.pointer(it).unwrap())
}

/// Replaces every path parameter with a value.
fn fill(path: &str) -> String {
    let path = path.replace("{format}", "svg").replace("{number}", "1");
    let mut filled = String::new();
    for (index, part) in path.split(['{', '}']).enumerate() {
        filled += match (index % 2, part) {
            (0, fixed) => fixed,
            (_, "org") => "ORG",
            _ => "x",
        };
    }
    filled
}

/// Returns every operation of an API, ready to be called by an owner of the service's organization
/// who is also an operator.
async fn operations_of(service: &Service, api: &Api) -> Vec<Documented> {
    let owner = service.member(Role::Owner).await;
    service.make_operator(&owner).await;
    let org = service.org_id.to_string();
    let ready = |it: Documented| Documented {
        path: it.path.replace("ORG", &org),
        session: owner.token.clone(),
        ..it
    };
    documented(api).into_iter().map(ready).collect()
}

/// Runs `check` on every operation, real and sample.
async fn for_every_operation(check: impl AsyncFn(&Service, &Documented)) {
    for api in [server::api::api, sample_api::api] {
        let service = Service::new(api()).await;
        for operation in operations_of(&service, &api()).await {
            // These fail on purpose.
            let misbehaves = ["sample_failing", "sample_keyed_failing", "sample_slow"];
            if !misbehaves.contains(&operation.id.as_str()) {
                check(&service, &operation).await;
            }
        }
    }
}

#[tokio::test]
async fn without_a_key_the_answer_is_401_unless_declared_public() {
    for_every_operation(async |service, it| {
        let answer = it.call(service, None, None).await;
        assert_eq!(
            it.is_public(),
            answer.status != StatusCode::UNAUTHORIZED,
            "{}",
            it.id
        );
        if !it.is_public() {
            let missing = if it.takes("key") {
                "key_missing"
            } else {
                "session_missing"
            };
            assert_eq!(answer.codes(), [missing], "{}", it.id);
            assert!(
                answer.header("www-authenticate").starts_with("Bearer"),
                "{}",
                it.id
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_change_with_a_session_that_does_not_come_from_our_pages_is_403() {
    let strange: [&[(&str, &str)]; 4] = [
        &[],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("sec-fetch-site", "same-site")],
    ];
    for_every_operation(async |service, it| {
        if it.method == Method::GET || !it.takes("session") {
            return;
        }
        for headers in strange {
            let mut request = Request::builder()
                .method(it.method.clone())
                .uri(&it.path)
                .header("host", crate::harness::HOST)
                .header("cookie", format!("almagest_local={}", it.session))
                .header("x-organization", service.org_id.to_string())
                .header("content-type", "application/json");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let answer = service.send(request.body(Body::from("{}")).unwrap()).await;
            assert_eq!(
                answer.codes(),
                ["cross_site_request"],
                "{} {headers:?}",
                it.id
            );
        }
    })
    .await;
}

#[tokio::test]
async fn an_unknown_key_is_401() {
    let unknown = PlainKey::generate(KeyMode::Live, &OsRandom);
    for_every_operation(async |service, it| {
        for key in [
            unknown.reveal(),
            "ak_live_tooshort",
            "another scheme altogether",
        ] {
            let answer = it.call(service, Some(key), None).await;
            if !it.is_public() {
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", it.id);
                assert_eq!(answer.codes(), ["key_invalid"], "{}", it.id);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_key_without_the_declared_permission_is_403() {
    for_every_operation(async |service, it| {
        let Some(needed) = it.operation["x-key-permission"].as_str() else {
            return;
        };
        let others: Vec<_> = access::KeyPermission::ALL
            .iter()
            .copied()
            .filter(|permission| permission.name() != needed)
            .collect();
        let key = service.add_key(&others).await;
        let answer = it.call(service, Some(&key), None).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", it.id);
        assert_eq!(answer.codes(), ["permission_missing"], "{}", it.id);
        let meta = &answer.json()["errors"][0]["meta"];
        assert_eq!(meta["requiredPermission"], needed, "{}", it.id);
        // The same key with just that permission passes the guard.
        let key = service.add_key(&[needed.parse().unwrap()]).await;
        let answer = it.call(service, Some(&key), None).await;
        assert_ne!(answer.status, StatusCode::FORBIDDEN, "{}", it.id);
    })
    .await;
}

#[tokio::test]
async fn another_method_is_405_and_lists_those_there_are() {
    for_every_operation(async |service, it| {
        let request = Request::builder().method("PURGE").uri(&it.path);
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{}", it.id);
        assert_eq!(answer.codes(), ["method_not_allowed"], "{}", it.id);
        let allowed = answer.header("allow");
        assert!(
            allowed
                .split(',')
                .any(|method| method.trim() == it.method.as_str()),
            "{}: {allowed}",
            it.id
        );
    })
    .await;
}

#[tokio::test]
async fn a_body_of_another_media_type_is_415() {
    for_every_operation(async |service, it| {
        if it.takes_body() {
            for media_type in [
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/jsonp",
            ] {
                let body = Some((media_type, "{}".to_owned()));
                let answer = it.call(service, Some(&service.key), body).await;
                assert_eq!(
                    answer.status,
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "{}",
                    it.id
                );
            }
            let answer = it.call(service, Some(&service.key), None).await;
            assert_eq!(answer.codes(), ["media_type_unsupported"], "{}", it.id);
        }
    })
    .await;
}

#[tokio::test]
async fn a_compressed_body_is_415() {
    let service = Service::new(server::api::api()).await;
    for (encoding, status) in [("gzip", 415), ("br", 415), ("identity", 400)] {
        let request = Request::post("/api/calc/natal")
            .header("x-api-key", &service.key)
            .header("content-type", "application/json")
            .header("content-encoding", encoding);
        let answer = service.send(request.body("{}".into()).unwrap()).await;
        assert_eq!(answer.status.as_u16(), status, "{encoding}");
    }
}

#[tokio::test]
async fn a_body_over_the_declared_limit_is_413() {
    for api in [server::api::api, sample_api::api] {
        let service = Service::new(api()).await;
        let operations = operations_of(&service, &api()).await;
        for it in operations.iter().filter(|it| it.takes_body()) {
            let declaration = api()
                .operations()
                .declarations()
                .find(|one| it.id.starts_with(one.id))
                .unwrap();
            let limit = declaration.limits.body_bytes;
            let body = format!("{{\"x\":\"{}\"}}", "a".repeat(limit));
            let answer = it
                .call(
                    &service,
                    Some(&service.key),
                    Some(("application/json", body)),
                )
                .await;
            assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", it.id);
            assert_eq!(
                answer.json()["errors"][0]["meta"]["maximum"],
                limit,
                "{}",
                it.id
            );
        }
    }
}

#[tokio::test]
async fn malformed_json_is_400_with_line_and_column() {
    for_every_operation(async |service, it| {
        if it.takes_body() {
            let body = Some(("application/json", "{\n \"a\": }".to_owned()));
            let answer = it.call(service, Some(&service.key), body).await;
            assert_eq!(answer.codes(), ["json_malformed"], "{}", it.id);
            let error = &answer.json()["errors"][0];
            assert_eq!(
                (&error["meta"]["line"], &error["meta"]["column"]),
                (&2.into(), &7.into())
            );
            assert_eq!(error["source"]["pointer"], "", "{}", it.id);
        }
    })
    .await;
}

#[tokio::test]
async fn an_unknown_field_is_400_with_a_suggestion() {
    for_every_operation(async |service, it| {
        let known = first_field(it, service);
        let misspelt = known
            .as_ref()
            .map_or("colour".to_owned(), |it| format!("{it}e"));
        let answer = if it.takes_body() {
            let body = format!("{{\"{misspelt}\":1}}");
            it.call(
                service,
                Some(&service.key),
                Some(("application/json", body)),
            )
            .await
        } else {
            let misspelt = misspelt.replace('[', "%5B").replace(']', "%5D");
            let wrong = Documented {
                path: format!("{}?{misspelt}=1", it.path),
                ..it.copy()
            };
            wrong.call(service, Some(&service.key), None).await
        };
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", it.id);
        let errors = answer.json()["errors"].clone();
        let unknown = errors
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["code"] == "field_unknown");
        let unknown = unknown.unwrap_or_else(|| panic!("{}: {errors}", it.id));
        if known.is_some() {
            assert!(
                unknown["meta"]["suggestion"].is_string(),
                "{}: {unknown}",
                it.id
            );
        }
    })
    .await;
}

impl Documented {
    fn copy(&self) -> Self {
        Self {
            id: self.id.clone(),
            method: self.method.clone(),
            error_statuses: self.error_statuses.clone(),
            security: self.security.clone(),
            path: self.path.clone(),
            operation: self.operation.clone(),
            session: self.session.clone(),
        }
    }
}

/// Returns the first field that a caller can set, as it is spelled in a body or a query. One letter
/// (`q`) is too short for a suggestion.
fn first_field(it: &Documented, service: &Service) -> Option<String> {
    if !it.takes_body() {
        let parameters = it.operation["parameters"].as_array()?;
        let document = &service.app.catalog().openapi;
        let parameters = parameters.iter().map(|it| resolved(document, it));
        let queries = parameters.filter(|it| it["in"] == "query");
        let mut names = queries.filter_map(|it| it["name"].as_str());
        return names.find(|it| it.len() > 1).map(str::to_owned);
    }
    let schema = &it.operation["requestBody"]["content"]["application/json"]["schema"];
    let schema = match schema["$ref"].as_str() {
        Some(reference) => {
            let name = reference.rsplit('/').next()?;
            &service.app.catalog().openapi["components"]["schemas"][name]
        }
        None => schema,
    };
    schema["properties"].as_object()?.keys().next().cloned()
}

#[tokio::test]
async fn an_unknown_path_is_404_whoever_asks() {
    let service = Service::new(server::api::api()).await;
    for path in [
        "/api",
        "/api/",
        "/api/key/",
        "/API/KEY",
        "/api/calc/nothing",
        "/healthz/x",
    ] {
        let answer = service.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.codes(), ["path_unknown"], "{path}");
    }
}

#[test]
fn the_document_names_the_declared_rule_and_cost() {
    for api in [server::api::api(), sample_api::api()] {
        let operations = documented(&api);
        for declaration in api.operations().declarations() {
            let mine = operations.iter().filter(|it| is_of(&it.id, declaration.id));
            let mut count = 0;
            for it in mine {
                count += 1;
                let public = declaration.access == http_api::AccessPolicy::Public;
                assert_eq!(it.is_public(), public, "{}", it.id);
                assert_eq!(
                    it.operation["x-cost-units"], declaration.cost_units,
                    "{}",
                    it.id
                );
                assert!(
                    it.operation["responses"].get("default").is_some(),
                    "{}",
                    it.id
                );
            }
            assert!(count > 0, "{} is not documented", declaration.id);
        }
    }
}

/// Checks what a reader of the document relies on. The schema language has its own schema.
#[test]
fn every_reference_in_the_document_leads_somewhere() {
    for api in [server::api::api(), sample_api::api()] {
        let document = api.operations().document("http://localhost");
        let mut open = vec![&document];
        let mut references = 0;
        while let Some(value) = open.pop() {
            match value {
                Value::Object(object) => {
                    if let Some(Value::String(reference)) = object.get("$ref") {
                        references += 1;
                        let pointer = reference.strip_prefix('#').unwrap();
                        assert!(document.pointer(pointer).is_some(), "{reference}");
                    }
                    open.extend(object.values());
                }
                Value::Array(list) => open.extend(list),
                _ => {}
            }
        }
        assert!(references > 0);
    }
}

/// What client generators stumble over.
#[test]
fn the_document_is_plain_enough_for_generators() {
    let document = server::api::api().operations().document("http://localhost");
    let mut open = vec![("", &document)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::Object(object) => {
                assert_ne!(object.get("items"), Some(&true.into()), "{name}: any items");
                let default = object.get("default").filter(|_| name != "properties");
                let says_nothing = default.is_some_and(|it| it.is_null() || *it == json!({}));
                assert!(!says_nothing, "{name}: an empty default");
                open.extend(object.iter().map(|(name, it)| (name.as_str(), it)));
            }
            Value::Array(list) => open.extend(list.iter().map(|it| (name, it))),
            _ => {}
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let properties = schema["properties"].as_object();
        for property in properties.into_iter().flat_map(|it| it.keys()) {
            // Some generators name a variable after the type.
            assert!(
                !property.eq_ignore_ascii_case(name),
                "{name} has {property}"
            );
        }
    }
    let tags: Vec<_> = document["tags"].as_array().unwrap().iter().collect();
    for it in documented(&server::api::api()) {
        let tag = &it.operation["tags"][0];
        assert!(tags.iter().any(|it| it["name"] == *tag), "{tag}");
        if let Some(body) = it.operation.get("requestBody") {
            let types = body["content"].as_object().unwrap().len();
            assert_eq!(types, 1, "{}", it.id);
        }
    }
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_document_is_small_enough_to_be_loaded_by_a_page() {
    // 500 kB for the operations of the first document that generators accepted. It grows only with new operations.
    const FIRST_OPERATIONS: usize = 159;
    const FIRST_BYTES: usize = 500_000;
    const BYTES_PER_OPERATION: usize = 5_000;
    let document = server::api::api().operations().document("http://localhost");
    let paths = document["paths"].as_object().unwrap().values();
    let operations: usize = paths.map(|it| it.as_object().unwrap().len()).sum();
    let added = operations.saturating_sub(FIRST_OPERATIONS);
    let bytes = document.to_string().len();
    let most = FIRST_BYTES + added * BYTES_PER_OPERATION;
    assert!(bytes <= most, "{bytes} bytes for {operations} operations");
}

#[tokio::test]
async fn every_example_is_accepted() {
    let api = server::api::api();
    let service = Service::new(server::api::api()).await;
    let document = api.operations().document("http://localhost");
    let (mut bodies, mut queries) = (0, 0);
    for mut it in operations_of(&service, &api).await {
        // Those of other operations name what exists only in the story that they are recorded from.
        let is_told = ["/api/content", "/api/chat/"];
        let is_told = is_told.iter().any(|path| it.path.starts_with(path));
        if !it.takes("key") || is_told {
            continue;
        }
        let content = &it.operation["requestBody"]["content"]["application/json"];
        let body = content.get("example");
        let body = body.map(|it| ("application/json", it.to_string()));
        let query = example_query(&document, &it.operation);
        match (&body, query.is_empty()) {
            (Some(_), _) => bodies += 1,
            (None, false) => {
                queries += 1;
                it.path = format!("{}?{query}", it.path);
            }
            (None, true) => continue,
        }
        let answer = it.call(&service, Some(&service.key), body).await;
        let codes = answer.status.is_client_error().then(|| answer.codes());
        assert!(answer.status.is_success(), "{}: {codes:?}", it.id);
    }
    let calculations = calculations::summaries();
    let wheels = calculations.iter().filter(|it| it.has_wheel).count();
    // Those with parameters in the path have no body, and may have no query.
    let posted = calculations.iter().filter(|it| !it.path.contains('{'));
    let posted = posted.count();
    assert!(bodies >= posted, "{bodies} bodies");
    assert!(queries >= posted + wheels, "{queries} queries");
}

/// Returns the query of an operation's example. A list is a parameter for each value.
fn example_query(document: &Value, operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.map(|it| resolved(document, it));
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for parameter in parameters.filter(|it| it["in"] == "query") {
        let Some(example) = parameter.get("example") else {
            continue;
        };
        let name = parameter["name"].as_str().unwrap();
        let values = example
            .as_array()
            .map_or(vec![example], |it| it.iter().collect());
        for value in values {
            let text = value.as_str().map_or(value.to_string(), str::to_owned);
            query.append_pair(name, &text);
        }
    }
    query.finish()
}
