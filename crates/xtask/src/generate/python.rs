//! Sources of the Python client: its types, and its operations as a table and methods.

use std::{collections::BTreeMap, fmt::Write as _};

use super::api::{Api, Declaration, Field, Operation, Reply, Type, pascal_case, wrap};

const NOTE: &str =
    "# Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.\n";
const WIDTH: usize = 100;

/// Words that cannot be the name of a field in the body of a class: keywords, and names that its
/// annotations use.
const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield", "bool", "dict", "float", "int", "list", "object", "str",
];

/// `types.py`.
pub(super) fn types(api: &Api) -> String {
    let mut named = BTreeMap::new();
    for (name, declaration) in &api.types {
        let kind = with_named_objects(&declaration.kind, name, true, &mut named);
        let doc = declaration.doc.clone();
        named.insert(name.clone(), Declaration { doc, kind });
    }
    let mut out = format!(
        "{NOTE}\"\"\"Inputs and replies of the operations, as dictionaries.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
    );
    let codes: Vec<_> = api
        .error_codes
        .iter()
        .map(|it| format!("\"{it}\""))
        .collect();
    push(
        &mut out,
        &format!(
            "ErrorCode: TypeAlias = Literal[\n    {},\n]\n\"\"\"Codes of errors. The service can add codes.\"\"\"\n",
            codes.join(",\n    ")
        ),
    );
    // Aliases are evaluated when the module is imported, classes are not.
    for (name, declaration) in &named {
        write_declaration(&mut out, name, declaration);
    }
    out
}

/// A type whose inner objects have names of their own: Python has no anonymous ones.
fn with_named_objects(
    kind: &Type,
    name: &str,
    is_declared: bool,
    named: &mut BTreeMap<String, Declaration>,
) -> Type {
    let mut inner = |kind: &Type| Box::new(with_named_objects(kind, name, false, named));
    match kind {
        Type::List(item) => Type::List(inner(item)),
        Type::Map(value) => Type::Map(inner(value)),
        Type::OrNull(value) => Type::OrNull(inner(value)),
        Type::Union(kinds) => Type::Union(kinds.iter().map(|it| *inner(it)).collect()),
        Type::Object(fields) => {
            let mut fields = fields.clone();
            for field in &mut fields {
                let name = format!("{name}{}", pascal_case(&field.name));
                field.kind = with_named_objects(&field.kind, &name, false, named);
            }
            let kind = Type::Object(fields);
            if is_declared {
                return kind;
            }
            let doc = String::new();
            named.insert(name.to_owned(), Declaration { doc, kind });
            Type::Named(name.to_owned())
        }
        other => other.clone(),
    }
}

fn write_declaration(out: &mut String, name: &str, declaration: &Declaration) {
    let Type::Object(fields) = &declaration.kind else {
        let kind = type_name(&declaration.kind);
        let kind = match &declaration.kind {
            Type::Literals(texts) if texts.len() > 4 => {
                let lines: Vec<_> = texts
                    .iter()
                    .map(|it| format!("    {},\n", quoted(it)))
                    .collect();
                format!("Literal[\n{}]", lines.concat())
            }
            Type::Literals(_) | Type::Text | Type::Integer | Type::Number | Type::Boolean => kind,
            _ => format!("\"{}\"", kind.replace('"', "'")),
        };
        push(out, &format!("\n{name}: TypeAlias = {kind}\n"));
        write_doc(out, "", std::slice::from_ref(&declaration.doc));
        return;
    };
    let is_plain = |it: &Field| {
        let mut letters = it.name.chars();
        let letter = |it: char| it.is_ascii_alphabetic() || it == '_';
        letters.next().is_some_and(letter)
            && letters.all(|it| letter(it) || it.is_ascii_digit())
            && !RESERVED.contains(&it.name.as_str())
    };
    if fields.iter().all(is_plain) {
        push(out, &format!("\n\nclass {name}(TypedDict):\n"));
        write_doc(out, "    ", std::slice::from_ref(&declaration.doc));
        for field in fields {
            push(
                out,
                &format!("\n    {}: {}\n", field.name, field_type(field)),
            );
            write_doc(out, "    ", std::slice::from_ref(&field.doc));
        }
        if fields.is_empty() {
            out.push_str("    pass\n");
        }
        return;
    }
    // A field is a keyword, or no identifier at all.
    push(
        out,
        &format!("\n{name} = TypedDict(\n    \"{name}\",\n    {{\n"),
    );
    for field in fields {
        for line in wrap(&field.doc, WIDTH - 10) {
            push(out, &format!("        # {line}\n"));
        }
        let kind = field_type(field).replace('"', "'");
        push(out, &format!("        \"{}\": \"{kind}\",\n", field.name));
    }
    out.push_str("    },\n)\n");
    write_doc(out, "", std::slice::from_ref(&declaration.doc));
}

fn field_type(field: &Field) -> String {
    let kind = type_name(&field.kind);
    if field.is_required {
        kind
    } else {
        format!("NotRequired[{kind}]")
    }
}

fn type_name(kind: &Type) -> String {
    match kind {
        Type::Anything | Type::Object(_) => "Any".to_owned(),
        Type::Text => "str".to_owned(),
        Type::Integer => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Literals(texts) => {
            let texts: Vec<_> = texts.iter().map(|it| quoted(it)).collect();
            format!("Literal[{}]", texts.join(", "))
        }
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("list[{}]", type_name(item)),
        Type::Map(value) => format!("dict[str, {}]", type_name(value)),
        Type::Union(kinds) => {
            let names: Vec<_> = kinds.iter().map(type_name).collect();
            names.join(" | ")
        }
        Type::OrNull(inner) => format!("{} | None", type_name(inner)),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A documentation string.
fn write_doc(out: &mut String, indent: &str, paragraphs: &[String]) {
    let mut lines = Vec::new();
    for paragraph in paragraphs.iter().flat_map(|it| it.split("\n\n")) {
        if paragraph.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let escaped = paragraph.replace('\\', "\\\\").replace('"', "\\\"");
        lines.extend(wrap(&escaped, WIDTH - indent.len()));
    }
    match lines.as_slice() {
        [] => {}
        [line] => push(out, &format!("{indent}\"\"\"{line}\"\"\"\n")),
        [first, rest @ ..] => {
            push(out, &format!("{indent}\"\"\"{first}\n"));
            for line in rest {
                push(out, format!("{indent}{line}").trim_end());
                out.push('\n');
            }
            push(out, &format!("{indent}\"\"\"\n"));
        }
    }
}

/// `_operations.py`.
pub(super) fn operations(api: &Api) -> String {
    let mut out = format!(
        "{NOTE}\"\"\"Every operation, as a table and as methods.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from collections.abc import AsyncIterator, Iterator\n\
         from typing import Any, Unpack\n\n\
         from . import types as t\n\
         from ._call import CallOptions, File, Input, Operation\n\n\
         VERSION = \"{}\"\n\"\"\"The version of the API that this client was generated for.\"\"\"\n\n\
         OPERATIONS = {{\n",
        api.version
    );
    for operation in &api.operations {
        push(&mut out, &row(operation));
    }
    out.push_str("}\n");
    write_class(&mut out, api, true);
    write_class(&mut out, api, false);
    out
}

fn row(operation: &Operation) -> String {
    let flags = [
        (operation.is_read_only, "is_read_only"),
        (operation.has_query, "has_query"),
        (operation.is_idempotent_with_key, "takes_idempotency_key"),
        (operation.item.is_some(), "is_paged"),
    ];
    let flags = flags.iter().filter(|it| it.0);
    let flags: String = flags.flat_map(|it| [", ", it.1, "=True"]).collect();
    let Operation {
        id, method, path, ..
    } = operation;
    format!("    \"{id}\": Operation(\"{id}\", \"{method}\", \"{path}\"{flags}),\n")
}

fn write_class(out: &mut String, api: &Api, is_sync: bool) {
    let (name, keyword, wait, iterator) = if is_sync {
        ("Operations", "def", "", "Iterator")
    } else {
        ("AsyncOperations", "async def", "await ", "AsyncIterator")
    };
    push(
        out,
        &format!(
            "\n\nclass {name}:\n    \"\"\"The operations as methods.\"\"\"\n\n    \
             {keyword} _call(self, name: str, request: Input | None, options: CallOptions) -> Any:\n        \
             raise NotImplementedError\n\n    \
             def _items(self, name: str, request: Input | None, options: CallOptions) -> {iterator}[Any]:\n        \
             raise NotImplementedError\n"
        ),
    );
    for operation in &api.operations {
        let id = &operation.id;
        let (parameter, argument) = match (&operation.input, operation.input_is_optional) {
            (None, _) => (String::new(), "None"),
            (Some(input), false) => (format!("request: t.{input}, /, "), "request"),
            (Some(input), true) => (format!("request: t.{input} | None = None, /, "), "request"),
        };
        let reply = match &operation.reply {
            Reply::Nothing => "None".to_owned(),
            Reply::File => "File".to_owned(),
            Reply::Json(kind) => qualified(kind),
        };
        push(
            out,
            &format!(
                "\n    {keyword} {id}(self, {parameter}**options: Unpack[CallOptions]) -> {reply}:\n"
            ),
        );
        write_doc(out, "        ", &operation.doc);
        push(
            out,
            &format!(
                "        reply: {reply} = {wait}self._call(\"{id}\", {argument}, options)\n        return reply\n"
            ),
        );
        if let Some(item) = &operation.item {
            let item = qualified(item);
            push(
                out,
                &format!(
                    "\n    def {id}_items(self, {parameter}**options: Unpack[CallOptions]) -> {iterator}[{item}]:\n"
                ),
            );
            write_doc(
                out,
                "        ",
                &[format!(
                    "The items of every page of `{id}`, requested when they are needed."
                )],
            );
            push(
                out,
                &format!("        return self._items(\"{id}\", {argument}, options)\n"),
            );
        }
    }
}

fn qualified(kind: &Type) -> String {
    match kind {
        Type::Named(name) => format!("t.{name}"),
        other => type_name(other),
    }
}

fn push(out: &mut String, text: &str) {
    out.write_str(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, kind: Type) -> Field {
        Field {
            name: name.to_owned(),
            is_required: false,
            doc: String::new(),
            kind,
        }
    }

    #[test]
    fn an_inner_object_gets_the_name_of_its_field() {
        let inner = Type::Object(vec![field("x", Type::Number)]);
        let kind = Type::Object(vec![field("meta", Type::OrNull(Box::new(inner)))]);
        let mut named = BTreeMap::new();
        let kind = with_named_objects(&kind, "Reply", true, &mut named);
        assert_eq!(named.keys().collect::<Vec<_>>(), ["ReplyMeta"]);
        assert_eq!(
            kind,
            Type::Object(vec![field(
                "meta",
                Type::OrNull(Box::new(Type::Named("ReplyMeta".to_owned())))
            )])
        );
    }

    #[test]
    fn a_keyword_as_a_field_is_declared_without_a_class() {
        let mut out = String::new();
        let kind = Type::Object(vec![field("from", Type::Text)]);
        let doc = String::new();
        write_declaration(&mut out, "Span", &Declaration { doc, kind });
        assert!(out.contains("Span = TypedDict(\n"), "{out}");
        assert!(out.contains("\"from\": \"NotRequired[str]\""), "{out}");
    }
}
