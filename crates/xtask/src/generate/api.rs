//! The API document as the client libraries need it: types and operations, without its notation.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

/// Everything that a client library is generated from.
#[derive(Debug)]
pub(super) struct Api {
    pub(super) version: String,
    /// In the order of their names.
    pub(super) types: BTreeMap<String, Declaration>,
    /// In the order of the document.
    pub(super) operations: Vec<Operation>,
    /// Every error code, in the order of statuses.
    pub(super) error_codes: Vec<String>,
}

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Declaration {
    pub(super) doc: String,
    pub(super) kind: Type,
}

/// A type of JSON values.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Anything,
    Text,
    Integer,
    Number,
    Boolean,
    /// One of these texts.
    Literals(Vec<String>),
    Named(String),
    List(Box<Type>),
    /// An object with any names.
    Map(Box<Type>),
    Object(Vec<Field>),
    Union(Vec<Type>),
    OrNull(Box<Type>),
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) is_required: bool,
    pub(super) doc: String,
    pub(super) kind: Type,
}

/// An operation. Calls with the input in the query instead of the body, and other paths of the
/// same operation, are not listed.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property that the document states by itself"
)]
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) id: String,
    /// In capitals.
    pub(super) method: String,
    pub(super) path: String,
    /// Everything the document says about it, as paragraphs.
    pub(super) doc: Vec<String>,
    /// The name of its input type. None if it has no input.
    pub(super) input: Option<String>,
    pub(super) input_is_optional: bool,
    pub(super) reply: Reply,
    /// The type of an item, if it lists items in pages.
    pub(super) item: Option<Type>,
    /// Whether it can also be called with GET.
    pub(super) has_query: bool,
    /// Whether it accepts `Idempotency-Key`.
    pub(super) is_idempotent_with_key: bool,
    /// Whether it changes nothing, so that it can always be repeated.
    pub(super) is_read_only: bool,
}

/// The response of an operation.
#[derive(Debug)]
pub(super) enum Reply {
    Nothing,
    Json(Type),
    File,
}

impl Api {
    /// Reads the document.
    pub(super) fn read(document: &[u8]) -> Result<Self> {
        let document: Value = serde_json::from_slice(document)?;
        let components = &document["components"];
        let mut types = BTreeMap::new();
        for (name, schema) in object(&components["schemas"])? {
            let kind = read_type(schema).with_context(|| format!("schema {name}"))?;
            let doc = text(&schema["description"]);
            types.insert(name.clone(), Declaration { doc, kind });
        }
        let mut operations = Vec::new();
        for (path, methods) in object(&document["paths"])? {
            for (method, operation) in object(methods)? {
                let id = text(&operation["operationId"]);
                if id.contains("_alias_") || is_query(&id, methods) {
                    continue;
                }
                let source = Source {
                    components,
                    methods,
                    operation,
                };
                let read = source.read(&id, method, path, &mut types);
                operations.push(read.with_context(|| format!("operation {id}"))?);
            }
        }
        let error = text(&components["responses"]["Error"]["description"]);
        let error_codes = read_error_codes(&error);
        if error_codes.is_empty() {
            bail!("the description of the response `Error` lists no codes");
        }
        Ok(Self {
            version: text(&document["info"]["version"]),
            types,
            operations,
            error_codes,
        })
    }
}

/// Whether this is the GET form of an operation that also takes a body.
fn is_query(id: &str, methods: &Value) -> bool {
    let posted = text(&methods["post"]["operationId"]);
    id.strip_suffix("_query") == Some(posted.as_str())
}

/// The codes in lines such as "- 404 Not Found: `path_unknown`, `resource_not_found`".
fn read_error_codes(description: &str) -> Vec<String> {
    let lines = description.lines().filter_map(|it| it.strip_prefix("- "));
    let lists = lines.filter_map(|it| Some(it.split_once(": ")?.1));
    let codes = lists.flat_map(|it| it.split(", "));
    codes.map(|it| it.trim_matches('`').to_owned()).collect()
}

/// One operation in the document.
#[derive(Clone, Copy)]
struct Source<'a> {
    components: &'a Value,
    methods: &'a Value,
    operation: &'a Value,
}

impl Source<'_> {
    fn read(
        self,
        id: &str,
        method: &str,
        path: &str,
        types: &mut BTreeMap<String, Declaration>,
    ) -> Result<Operation> {
        let parameters = self.parameters();
        let has_parameter = |name: &str| parameters.iter().any(|it| it["name"] == name);
        let reply = self.reply()?;
        let item = match &reply {
            Reply::Json(reply) if has_parameter("page[after]") => Some(item_of(reply, types)?),
            _ => None,
        };
        let security = self.operation.get("security").and_then(Value::as_array);
        let takes_key = security.is_none_or(|it| it.iter().any(|it| it.get("key").is_some()));
        let is_idempotent_with_key = has_parameter("Idempotency-Key");
        let (input, input_is_optional) = self.input(id, &parameters, types)?;
        Ok(Operation {
            id: id.to_owned(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            doc: self.doc(method, path),
            input,
            input_is_optional,
            reply,
            item,
            has_query: method == "post"
                && text(&self.methods["get"]["operationId"]) == format!("{id}_query"),
            is_idempotent_with_key,
            // What keys can post only calculates. Tokens have idempotency keys.
            is_read_only: method == "get"
                || method == "post" && takes_key && !is_idempotent_with_key,
        })
    }

    fn doc(self, method: &str, path: &str) -> Vec<String> {
        let field = |name: &str| text(&self.operation[name]);
        let mut paragraphs = vec![format!("{}.", field("summary"))];
        paragraphs.extend(field("description").split("\n\n").map(str::to_owned));
        let mut facts = vec![format!("`{} {path}`", method.to_uppercase())];
        if let Some(permission) = self.operation["x-key-permission"].as_str() {
            facts.push(format!("Key permission: `{permission}`."));
        } else if let Some(permission) = self.operation["x-role-permission"].as_str() {
            facts.push(format!("Session with the role permission `{permission}`."));
        }
        let units = self.operation["x-cost-units"].as_u64().unwrap_or(0);
        let formula = field("x-cost-formula");
        if !formula.is_empty() {
            facts.push(format!("Cost: {formula}"));
        } else if units > 0 {
            let unit = if units == 1 { "unit" } else { "units" };
            facts.push(format!("Cost: {units} {unit}."));
        }
        paragraphs.push(facts.join(" "));
        paragraphs.retain(|it| !it.is_empty());
        paragraphs
    }

    /// Its parameters without references.
    fn parameters(self) -> Vec<Value> {
        let list = self.operation["parameters"].as_array();
        let resolved = list.into_iter().flatten().map(|it| {
            let name = it["$ref"].as_str().and_then(|it| it.rsplit('/').next());
            name.map_or(it, |name| &self.components["parameters"][name])
        });
        resolved.cloned().collect()
    }

    fn reply(self) -> Result<Reply> {
        let responses = object(&self.operation["responses"])?;
        let success = responses.iter().find(|(status, _)| status.starts_with('2'));
        let (_, success) = success.context("there is no successful response")?;
        let name = success["$ref"]
            .as_str()
            .and_then(|it| it.rsplit('/').next());
        let success = name.map_or(success, |name| &self.components["responses"][name]);
        let Some(content) = success["content"].as_object() else {
            return Ok(Reply::Nothing);
        };
        let json = content.iter().find(|(it, _)| it.ends_with("json"));
        let Some((_, json)) = json else {
            return Ok(Reply::File);
        };
        Ok(Reply::Json(read_type(&json["schema"])?))
    }

    /// The name of the input type, and whether all its fields are optional.
    fn input(
        self,
        id: &str,
        parameters: &[Value],
        types: &mut BTreeMap<String, Declaration>,
    ) -> Result<(Option<String>, bool)> {
        let body = &self.operation["requestBody"]["content"]["application/json"]["schema"];
        let body = if body.is_null() {
            None
        } else {
            Some(read_type(body)?)
        };
        let in_input = |it: &&Value| it["in"] == "path" || it["in"] == "query";
        let parameters: Vec<_> = parameters.iter().filter(in_input).collect();
        if let (true, Some(Type::Named(name))) = (parameters.is_empty(), &body) {
            let is_empty = types
                .get(name)
                .is_some_and(|it| it.kind == Type::Object(Vec::new()));
            if is_empty {
                return Ok((None, true));
            }
            return Ok((Some(name.clone()), all_optional(name, types)));
        }
        let mut fields = Vec::new();
        for parameter in parameters {
            insert(&mut fields, parameter).with_context(|| text(&parameter["name"]))?;
        }
        let kind = match body {
            // It has no name, and need not be one object.
            Some(body) if fields.is_empty() => body,
            body => {
                if let Some(body) = body {
                    fields.extend(fields_of(&body, types)?);
                }
                for field in &mut fields {
                    name_known_object(field, types);
                }
                Type::Object(fields)
            }
        };
        if kind == Type::Object(Vec::new()) {
            return Ok((None, true));
        }
        let name = format!("{}Params", pascal_case(id));
        let doc = format!("Input of `{id}`.");
        let declaration = Declaration { doc, kind };
        if types.insert(name.clone(), declaration).is_some() {
            bail!("{name} is also the name of a schema");
        }
        let is_optional = all_optional(&name, types);
        Ok((Some(name), is_optional))
    }
}

fn all_optional(name: &str, types: &BTreeMap<String, Declaration>) -> bool {
    match types.get(name).map(|it| &it.kind) {
        Some(Type::Object(fields)) => fields.iter().all(|it| !it.is_required),
        _ => false,
    }
}

/// Adds a parameter to the fields. `location.latitude` and `page[size]` become fields of objects.
fn insert(fields: &mut Vec<Field>, parameter: &Value) -> Result<()> {
    let name = text(&parameter["name"]).replace(']', "");
    let names: Vec<_> = name.split(['.', '[']).collect();
    let is_required = parameter["required"] == true;
    let kind = read_type(&parameter["schema"])?;
    let field = Field {
        name: String::new(),
        is_required,
        doc: text(&parameter["description"]),
        // The clients leave null out of a query.
        kind: if is_required { kind } else { or_null(kind) },
    };
    insert_at(fields, &names, field)
}

fn insert_at(fields: &mut Vec<Field>, names: &[&str], mut field: Field) -> Result<()> {
    let (name, rest) = names.split_first().context("a parameter without a name")?;
    if rest.is_empty() {
        (*name).clone_into(&mut field.name);
        fields.push(field);
        return Ok(());
    }
    let position = fields.iter().position(|it| it.name == *name);
    let position = position.unwrap_or_else(|| {
        fields.push(Field {
            name: (*name).to_owned(),
            is_required: false,
            doc: String::new(),
            kind: Type::Object(Vec::new()),
        });
        fields.len() - 1
    });
    let parent = &mut fields[position];
    parent.is_required |= field.is_required;
    match &mut parent.kind {
        Type::Object(inner) => insert_at(inner, rest, field),
        _ => bail!("`{name}` is an object and a value"),
    }
}

/// Replaces an object made of parameters by the schema with the same fields, such as `Location`.
fn name_known_object(field: &mut Field, types: &BTreeMap<String, Declaration>) {
    let Type::Object(fields) = &mut field.kind else {
        return;
    };
    for inner in fields.iter_mut() {
        name_known_object(inner, types);
    }
    let shape = |fields: &[Field]| -> BTreeMap<String, (bool, Type)> {
        let one = |it: &Field| (it.name.clone(), (it.is_required, not_null(it.kind.clone())));
        fields.iter().map(one).collect()
    };
    let wanted = shape(fields);
    let same = types.iter().find(|(_, it)| match &it.kind {
        Type::Object(fields) => shape(fields) == wanted,
        _ => false,
    });
    if let Some((name, _)) = same {
        field.kind = Type::Named(name.clone());
    }
}

fn not_null(kind: Type) -> Type {
    match kind {
        Type::OrNull(inner) => *inner,
        other => other,
    }
}

fn fields_of(kind: &Type, types: &BTreeMap<String, Declaration>) -> Result<Vec<Field>> {
    match kind {
        Type::Object(fields) => Ok(fields.clone()),
        Type::Named(name) => {
            let found = types
                .get(name)
                .with_context(|| format!("no schema {name}"))?;
            fields_of(&found.kind, types)
        }
        Type::Map(_) => Ok(Vec::new()),
        _ => bail!("not an object: {kind:?}"),
    }
}

/// The type of the items of a list's reply.
fn item_of(reply: &Type, types: &BTreeMap<String, Declaration>) -> Result<Type> {
    let fields = fields_of(reply, types)?;
    let data = fields.into_iter().find(|it| it.name == "data");
    match data.context("a list has no `data`")?.kind {
        Type::List(item) => Ok(*item),
        other => bail!("the `data` of a list is {other:?}"),
    }
}

fn read_type(schema: &Value) -> Result<Type> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let named = Type::Named(name.to_owned());
        return Ok(match schema["x-synonyms"].as_array() {
            None => named,
            Some(names) => Type::Union(vec![named, literals(names)?]),
        });
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(alternatives) = schema[keyword].as_array() {
            return read_union(alternatives);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let texts: Vec<_> = values.iter().filter(|it| !it.is_null()).cloned().collect();
        let kind = literals(&texts)?;
        let has_null = texts.len() < values.len();
        return Ok(if has_null { or_null(kind) } else { kind });
    }
    if let Some(value) = schema.get("const") {
        return literals(std::slice::from_ref(value));
    }
    match &schema["type"] {
        Value::Null => Ok(Type::Anything),
        Value::String(name) => read_simple(name, schema),
        Value::Array(names) => {
            let mut kinds = Vec::new();
            for name in names
                .iter()
                .filter_map(Value::as_str)
                .filter(|it| *it != "null")
            {
                kinds.push(read_simple(name, schema)?);
            }
            let has_null = kinds.len() < names.len();
            let kind = if kinds.len() == 1 {
                kinds.remove(0)
            } else {
                Type::Union(kinds)
            };
            Ok(if has_null { or_null(kind) } else { kind })
        }
        other => bail!("unknown type {other}"),
    }
}

fn read_union(alternatives: &[Value]) -> Result<Type> {
    let mut kinds = Vec::new();
    for alternative in alternatives.iter().filter(|it| it["type"] != "null") {
        kinds.push(read_type(alternative)?);
    }
    let has_null = kinds.len() < alternatives.len();
    let kind = if kinds.len() == 1 {
        kinds.remove(0)
    } else {
        Type::Union(kinds)
    };
    Ok(if has_null { or_null(kind) } else { kind })
}

fn or_null(kind: Type) -> Type {
    match kind {
        Type::OrNull(_) | Type::Anything => kind,
        other => Type::OrNull(Box::new(other)),
    }
}

fn literals(values: &[Value]) -> Result<Type> {
    let text = |it: &Value| it.as_str().map(str::to_owned);
    let texts: Option<Vec<_>> = values.iter().map(text).collect();
    Ok(Type::Literals(texts.context("a constant is not a text")?))
}

fn read_simple(name: &str, schema: &Value) -> Result<Type> {
    Ok(match name {
        "string" => Type::Text,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "array" => Type::List(Box::new(read_type(&schema["items"])?)),
        "object" => read_object(schema)?,
        other => bail!("unknown type `{other}`"),
    })
}

fn read_object(schema: &Value) -> Result<Type> {
    let Some(properties) = schema["properties"].as_object() else {
        let values = &schema["additionalProperties"];
        if *values == false {
            return Ok(Type::Object(Vec::new()));
        }
        let values = if values.is_object() {
            read_type(values)?
        } else {
            Type::Anything
        };
        return Ok(Type::Map(Box::new(values)));
    };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut fields = Vec::new();
    for (name, property) in properties {
        fields.push(Field {
            name: name.clone(),
            is_required: required.iter().any(|it| it == name),
            doc: text(&property["description"]),
            kind: read_type(property).with_context(|| format!("field {name}"))?,
        });
    }
    Ok(Type::Object(fields))
}

fn object(value: &Value) -> Result<&Map<String, Value>> {
    value.as_object().context("not an object")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `calc_natal` as `CalcNatal`.
pub(super) fn pascal_case(id: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split(['_', '-']).map(capitalized).collect()
}

/// Lines of at most `width` characters, if their words allow. Line breaks become spaces, except
/// before the items of a list.
pub(super) fn wrap(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, source) in paragraph.lines().enumerate() {
        let begins = number == 0 || source.starts_with("- ");
        for (word_number, word) in source.split_whitespace().enumerate() {
            let starts_line = begins && word_number == 0;
            match lines.last_mut() {
                Some(line)
                    if !starts_line && line.chars().count() + 1 + word.chars().count() <= width =>
                {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        let page =
            |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
        json!({
            "info": { "version": "1.2.3" },
            "paths": {
                "/calc": {
                    "post": {
                        "operationId": "calc", "summary": "Calculate", "description": "It calculates.",
                        "x-cost-units": 2,
                        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/In" } } } },
                        "responses": { "200": { "content": { "application/json": { "schema": { "type": "integer" } } } } },
                    },
                    "get": { "operationId": "calc_query", "responses": {} },
                },
                "/begin": { "post": {
                    "operationId": "begin", "summary": "Begin", "description": "",
                    "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/None" } } } },
                    "responses": { "204": {} },
                } },
                "/things/{id}": { "get": {
                    "operationId": "thing_list", "summary": "List things", "description": "",
                    "security": [{ "session": [] }],
                    "parameters": [
                        { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                        page("page[after]"), page("page[size]"),
                        { "name": "at.x", "in": "query", "required": true, "schema": { "type": "number" } },
                    ],
                    "responses": { "200": { "content": { "application/json": {
                        "schema": { "$ref": "#/components/schemas/Things" } } } } },
                } },
            },
            "components": {
                "responses": { "Error": { "description": "Failed.\n\n- 400 Bad: `a`, `b`\n- 500 Worse: `c`" } },
                "schemas": {
                    "None": { "type": "object", "additionalProperties": false },
                    "At": { "type": "object", "required": ["x"], "properties": { "x": { "type": ["number", "null"] } } },
                    "In": { "type": "object", "properties": { "at": {
                        "anyOf": [{ "$ref": "#/components/schemas/At" }, { "type": "null" }] } } },
                    "Things": { "type": "object", "required": ["data"], "properties": {
                        "data": { "type": "array", "items": { "type": "string" } } } },
                },
            },
        })
    }

    #[test]
    fn an_operation_has_its_input_as_one_object_and_its_get_form_is_not_listed() {
        let api = Api::read(document().to_string().as_bytes()).unwrap();
        assert_eq!(api.version, "1.2.3");
        assert_eq!(api.error_codes, ["a", "b", "c"]);
        let ids: Vec<_> = api.operations.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["calc", "begin", "thing_list"]);
        let [calc, begin, list] = &api.operations[..] else {
            panic!("three operations");
        };
        // Its body is always empty.
        assert_eq!(begin.input, None);
        assert_eq!(calc.input.as_deref(), Some("In"));
        assert!(calc.input_is_optional && calc.has_query && calc.is_read_only);
        assert_eq!(list.item, Some(Type::Text));
        assert_eq!(list.input.as_deref(), Some("ThingListParams"));
        let Type::Object(fields) = &api.types["ThingListParams"].kind else {
            panic!("not an object");
        };
        let names: Vec<_> = fields
            .iter()
            .map(|it| (it.name.as_str(), it.is_required))
            .collect();
        assert_eq!(names, [("id", true), ("page", false), ("at", true)]);
        // The object has the fields of the schema `At`.
        assert_eq!(fields[2].kind, Type::Named("At".to_owned()));
    }

    #[test]
    fn text_is_wrapped_at_words_and_before_items() {
        assert_eq!(
            wrap("one two\nthree\n- four", 9),
            ["one two", "three", "- four"]
        );
        assert_eq!(wrap("a\nb", 9), ["a b"]);
    }
}
