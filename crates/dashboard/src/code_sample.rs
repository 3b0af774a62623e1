//! Code samples: one request in six languages, as a GET and, where the operation has one, as a POST.

use serde_json::Value;

/// What a sample requests.
pub(super) struct SampleRequest {
    /// The URL with its query.
    pub(super) url: String,
    /// The URL and the JSON body of the same request as a POST.
    pub(super) post: Option<(String, Value)>,
    /// Whether the response is an image, and its file name.
    pub(super) file: Option<&'static str>,
}

/// A sample in one language.
pub(super) struct Sample {
    /// The id in the page.
    pub(super) id: &'static str,
    pub(super) language: &'static str,
    pub(super) get: String,
    pub(super) post: Option<String>,
}

type Writer = fn(&str, Option<&Value>, Option<&str>) -> String;

const LANGUAGES: [(&str, &str, Writer); 6] = [
    ("curl", "curl", curl),
    ("javascript", "JavaScript", javascript),
    ("python", "Python", python),
    ("php", "PHP", php),
    ("rust", "Rust", rust),
    ("go", "Go", go),
];

impl SampleRequest {
    /// The samples in all languages.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let sample = |(id, language, write): (&'static str, &'static str, Writer)| Sample {
            id,
            language,
            get: write(&self.url, None, self.file),
            post: self
                .post
                .as_ref()
                .map(|(url, body)| write(url, Some(body), self.file)),
        };
        LANGUAGES.map(sample).into()
    }
}

/// JSON with two spaces of indentation, later lines indented by `margin`.
fn json(body: &Value, margin: &str) -> String {
    format!("{body:#}").replace('\n', &format!("\n{margin}"))
}

fn curl(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let output = file.map_or(String::new(), |it| format!(" -o {it}"));
    match body {
        None => format!("curl{output} -H \"X-Api-Key: $ALMAGEST_KEY\" '{url}'"),
        Some(body) => format!(
            "curl{output} '{url}' \\\n  -H \"X-Api-Key: $ALMAGEST_KEY\" \\\n  \
             -H 'Content-Type: application/json' \\\n  -d '{}'",
            json(body, "").replace('\'', "'\\''")
        ),
    }
}

fn javascript(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let rest = if file.is_some() {
        "const image = await response.blob();\n\
         document.querySelector(\"img\").src = URL.createObjectURL(image);"
    } else {
        "const { data } = await response.json();\nconsole.log(data);"
    };
    let options = match body {
        None => "  headers: { \"X-Api-Key\": key },\n".to_owned(),
        Some(body) => format!(
            "  method: \"POST\",\n  headers: {{ \"X-Api-Key\": key, \"Content-Type\": \
             \"application/json\" }},\n  body: JSON.stringify({}),\n",
            json(body, "  ")
        ),
    };
    format!(
        "const response = await fetch(\"{url}\", {{\n{options}}});\n\
         if (!response.ok) throw new Error(await response.text());\n{rest}"
    )
}

fn python(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let (imports, rest) = match (file, body) {
        (Some(file), _) => (
            "import os, urllib.request",
            format!("    open(\"{file}\", \"wb\").write(response.read())"),
        ),
        (None, _) => (
            "import json, os, urllib.request",
            "    print(json.load(response)[\"data\"])".to_owned(),
        ),
    };
    let (before, more) = match body {
        None => (
            String::new(),
            "    headers={\"X-Api-Key\": os.environ[\"ALMAGEST_KEY\"]},\n".to_owned(),
        ),
        Some(body) => (
            format!("body = {}\n", literal(body, "", &PYTHON)),
            "    data=json.dumps(body).encode(),\n    headers={\n        \
             \"X-Api-Key\": os.environ[\"ALMAGEST_KEY\"],\n        \
             \"Content-Type\": \"application/json\",\n    },\n"
                .to_owned(),
        ),
    };
    format!(
        "{imports}\n\n{before}request = urllib.request.Request(\n    \"{url}\",\n{more})\n\
         with urllib.request.urlopen(request) as response:\n{rest}"
    )
}

fn php(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let rest = match file {
        Some(file) => format!("file_put_contents('{file}', $response);"),
        None => "print_r(json_decode($response, true)['data']);".to_owned(),
    };
    let (before, more) = match body {
        None => (
            String::new(),
            "    'header' => ['X-Api-Key: ' . getenv('ALMAGEST_KEY')],\n".to_owned(),
        ),
        Some(body) => (
            format!("$body = {};\n", literal(body, "", &PHP)),
            "    'method' => 'POST',\n    'header' => [\n        \
             'X-Api-Key: ' . getenv('ALMAGEST_KEY'),\n        \
             'Content-Type: application/json',\n    ],\n    \
             'content' => json_encode($body),\n"
                .to_owned(),
        ),
    };
    format!(
        "<?php\n{before}$context = stream_context_create(['http' => [\n{more}]]);\n\
         $response = file_get_contents(\n    '{url}',\n    false,\n    $context,\n);\n{rest}"
    )
}

fn rust(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let rest = match file {
        Some(file) => format!("    std::fs::write(\"{file}\", response.bytes()?)?;\n"),
        None => "    let reply: serde_json::Value = response.json()?;\n    \
                 println!(\"{:#}\", reply[\"data\"]);\n"
            .to_owned(),
    };
    let (method, sent) = match body {
        None => ("get", String::new()),
        Some(body) => (
            "post",
            format!(
                "\n        .json(&serde_json::json!({}))",
                json(body, "        ")
            ),
        ),
    };
    format!(
        "// Cargo.toml: reqwest = {{ version = \"0.12\", features = [\"blocking\", \"json\"] }}, \
         serde_json = \"1\"\n\
         fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
         let response = reqwest::blocking::Client::new()\n        .{method}(\"{url}\")\n        \
         .header(\"X-Api-Key\", std::env::var(\"ALMAGEST_KEY\")?){sent}\n        .send()?\n        \
         .error_for_status()?;\n{rest}    Ok(())\n}}"
    )
}

fn go(url: &str, body: Option<&Value>, file: Option<&str>) -> String {
    let (method, content, more) = match body {
        None => ("GET", "nil".to_owned(), ""),
        Some(body) => {
            let text = json(body, "");
            // A raw string cannot contain a backtick. JSON without one is also a Go string.
            let text = if text.contains('`') {
                Value::from(body.to_string()).to_string()
            } else {
                format!("`{text}`")
            };
            (
                "POST",
                format!("strings.NewReader({text})"),
                "\trequest.Header.Set(\"Content-Type\", \"application/json\")\n",
            )
        }
    };
    let strings = if body.is_some() {
        "\t\"strings\"\n"
    } else {
        ""
    };
    let (output, rest) = match file {
        Some(file) => (
            "",
            format!(
                "\tfile, err := os.Create(\"{file}\")\n\tif err != nil {{\n\t\tpanic(err)\n\t}}\n\
                 \tdefer file.Close()\n\tif _, err = io.Copy(file, response.Body); err != nil \
                 {{\n\t\tpanic(err)\n\t}}\n"
            ),
        ),
        None => (
            "\t\"fmt\"\n",
            "\treply, err := io.ReadAll(response.Body)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\
             \tfmt.Println(string(reply))\n"
                .to_owned(),
        ),
    };
    format!(
        "package main\n\nimport (\n{output}\t\"io\"\n\t\"net/http\"\n\t\"os\"\n{strings})\n\n\
         func main() {{\n\trequest, err := http.NewRequest(\"{method}\", \"{url}\", {content})\n\
         \tif err != nil {{\n\t\tpanic(err)\n\t}}\n\
         \trequest.Header.Set(\"X-Api-Key\", os.Getenv(\"ALMAGEST_KEY\"))\n{more}\
         \tresponse, err := http.DefaultClient.Do(request)\n\
         \tif err != nil {{\n\t\tpanic(err)\n\t}}\n\tdefer response.Body.Close()\n{rest}}}"
    )
}

/// How a language writes JSON values.
struct Literals {
    yes: &'static str,
    no: &'static str,
    null: &'static str,
    map: (&'static str, &'static str, &'static str),
    text: fn(&str) -> String,
}

const PYTHON: Literals = Literals {
    yes: "True",
    no: "False",
    null: "None",
    map: ("{", ": ", "}"),
    // A JSON string is a Python string: serde_json escapes quotes, backslashes and control
    // characters, all in ways that Python reads.
    text: |it| Value::from(it).to_string(),
};

const PHP: Literals = Literals {
    yes: "true",
    no: "false",
    null: "null",
    map: ("[", " => ", "]"),
    text: |it| format!("'{}'", it.replace('\\', "\\\\").replace('\'', "\\'")),
};

/// A JSON value as a literal. Request bodies are a few levels deep.
fn literal(value: &Value, margin: &str, write: &Literals) -> String {
    let inner = format!("{margin}    ");
    match value {
        Value::Null => write.null.to_owned(),
        Value::Bool(true) => write.yes.to_owned(),
        Value::Bool(false) => write.no.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => (write.text)(text),
        Value::Array(values) => {
            let values = values.iter().map(|it| literal(it, &inner, write));
            format!("[{}]", values.collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let (open, arrow, close) = write.map;
            let members = members.iter().map(|(name, value)| {
                let name = (write.text)(name);
                format!("{inner}{name}{arrow}{},\n", literal(value, &inner, write))
            });
            format!("{open}\n{}{margin}{close}", members.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const URL: &str = "https://x.example/api/calc/natal";

    fn samples(body: Value) -> Vec<Sample> {
        let request = SampleRequest {
            url: format!("{URL}?dateTime=1990-06-15T14%3A30"),
            post: Some((URL.to_owned(), body)),
            file: None,
        };
        request.samples()
    }

    #[test]
    fn a_call_is_the_same_in_every_language() {
        let body = json!({ "dateTime": "1990-06-15T14:30", "points": ["sun", "moon"] });
        for sample in samples(body) {
            let get = format!("{URL}?dateTime=1990-06-15T14%3A30");
            assert!(sample.get.contains(&get), "{}", sample.get);
            let post = sample.post.unwrap();
            for text in [URL, "1990-06-15T14:30", "moon", "application/json"] {
                // The Rust client sets the content type by itself.
                let is_implied = sample.id == "rust" && text == "application/json";
                assert!(is_implied || post.contains(text), "{post}");
            }
            for text in [&sample.get, &post] {
                assert!(text.contains("X-Api-Key"), "{text}");
                assert!(text.contains("ALMAGEST_KEY") || sample.id == "javascript");
            }
        }
    }

    #[test]
    fn names_cannot_leave_their_string() {
        let body = json!({ "location": { "name": "L'Aquila \"`\\ $(id)" }, "includeText": true });
        let all = samples(body);
        let post = |id: &str| {
            all.iter()
                .find(|it| it.id == id)
                .unwrap()
                .post
                .clone()
                .unwrap()
        };
        assert!(
            post("curl").contains(r#"L'\''Aquila \"`\\ $(id)"#),
            "{}",
            post("curl")
        );
        assert!(
            post("php").contains(r#"'L\'Aquila "`\\ $(id)'"#),
            "{}",
            post("php")
        );
        assert!(
            post("python").contains(r#""L'Aquila \"`\\ $(id)""#),
            "{}",
            post("python")
        );
        assert!(post("python").contains("\"includeText\": True"));
        assert!(
            post("go").contains(r#"\"L'Aquila \\\"`\\\\ $(id)\""#),
            "{}",
            post("go")
        );
    }
}
