//! Example requests and replies. `cargo xtask generate` records them from a service in a test
//! (`server/tests/it/examples.rs`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::form_urlencoded;

const RECORDED: &str = include_str!("../examples.json");

/// A request and its reply.
#[derive(Debug, Deserialize)]
pub(crate) struct Example {
    /// Path and query parameters by name.
    #[serde(default)]
    pub(crate) parameters: Map<String, Value>,
    /// Headers besides credentials and the type of the body.
    #[serde(default)]
    headers: Map<String, Value>,
    pub(crate) body: Option<Value>,
    /// Absent if the reply is not JSON.
    reply: Option<Value>,
}

/// The example of an operation.
pub(crate) fn example(operation_id: &str) -> Option<&'static Example> {
    static EXAMPLES: LazyLock<BTreeMap<String, Example>> = LazyLock::new(|| {
        serde_json::from_str(RECORDED).expect("the embedded file was written by a test")
    });
    // An alias has the example of its operation.
    let id = operation_id.split("_alias_").next()?;
    EXAMPLES.get(id)
}

/// Adds the example to an operation of the document, whose shared parameters are `shared`.
pub(crate) fn add_example(operation: &mut Value, shared: &Value, call: &Call<'_>) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let Some(example) = example(id) else {
        return;
    };
    // The call with the input in the query gets the reply of the call with a body.
    let of_twin = id.strip_suffix("_query").and_then(self::example);
    let parameters = operation
        .get_mut("parameters")
        .and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let reference = parameter
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|it| it.rsplit('/').next());
        let declared = reference.map_or(&*parameter, |it| &shared[it]);
        let name = declared["name"].as_str().unwrap_or_default();
        if let Some(value) = example.parameters.get(name) {
            let mut declared = declared.clone();
            declared["example"] = value.clone();
            *parameter = declared;
        }
    }
    let reply = example.reply.as_ref();
    if let Some(reply) = reply.or_else(|| of_twin?.reply.as_ref()) {
        let responses = operation["responses"].as_object_mut();
        let success = responses.and_then(|it| it.iter_mut().find(|(code, _)| *code != "default"));
        let content = success.and_then(|(_, it)| it.get_mut("content")?.as_object_mut());
        for media_type in content.into_iter().flat_map(Map::values_mut) {
            media_type["example"] = reply.clone();
        }
    }
    let sample = call.curl(example);
    operation["x-codeSamples"] = json!([{ "lang": "Shell", "label": "curl", "source": sample }]);
}

/// How an operation is called.
pub(crate) struct Call<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) public_url: &'a str,
    pub(crate) takes_key: bool,
    pub(crate) is_public: bool,
}

impl Call<'_> {
    /// The request as a command.
    fn curl(&self, example: &Example) -> String {
        let mut url = format!("{}{}", self.public_url, self.path);
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in &example.parameters {
            let place = format!("{{{name}}}");
            if url.contains(&place) {
                url = url.replace(&place, &text_of(value));
            } else {
                for value in value.as_array().unwrap_or(&vec![value.clone()]) {
                    query.append_pair(name, &text_of(value));
                }
            }
        }
        let query = query.finish();
        if !query.is_empty() {
            url = format!("{url}?{query}");
        }
        let mut lines = vec![match self.method {
            "get" => format!("curl '{url}'"),
            "post" if example.body.is_some() => format!("curl '{url}'"),
            method => format!("curl -X {} '{url}'", method.to_uppercase()),
        }];
        if self.takes_key {
            lines.push("-H \"X-Api-Key: $ALMAGEST_KEY\"".to_owned());
        } else if !self.is_public {
            let cookie = if self.public_url.starts_with("https://") {
                "__Host-almagest"
            } else {
                "almagest_local"
            };
            lines.push(format!("-b \"{cookie}=$ALMAGEST_SESSION\""));
        }
        if !self.takes_key && self.method != "get" {
            lines.push(format!("-H 'Origin: {}'", self.public_url));
        }
        for (name, value) in &example.headers {
            lines.push(format!("-H '{name}: {}'", text_of(value)));
        }
        if let Some(body) = &example.body {
            lines.push("-H 'Content-Type: application/json'".to_owned());
            lines.push(format!("-d '{}'", body.to_string().replace('\'', r"'\''")));
        }
        lines.join(" \\\n  ")
    }
}

/// A value as in a query.
fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_the_parameters_the_credentials_and_the_body() {
        let example = Example {
            parameters: json!({ "org": "org_1", "points": ["sun", "moon"], "at": "a b" })
                .as_object()
                .unwrap()
                .clone(),
            headers: json!({ "If-Match": "*" }).as_object().unwrap().clone(),
            body: Some(json!({ "name": "Ann's" })),
            reply: None,
        };
        let call = Call {
            method: "patch",
            path: "/orgs/{org}",
            public_url: "http://x",
            takes_key: false,
            is_public: false,
        };
        assert_eq!(
            call.curl(&example),
            "curl -X PATCH 'http://x/orgs/org_1?points=sun&points=moon&at=a+b' \\\n  \
             -b \"almagest_local=$ALMAGEST_SESSION\" \\\n  -H 'Origin: http://x' \\\n  \
             -H 'If-Match: *' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"name\":\"Ann'\\''s\"}'"
        );
        let secure = Call {
            public_url: "https://x",
            ..call
        };
        let command = secure.curl(&example);
        assert!(command.contains("\"__Host-almagest="), "{command}");
    }
}
