//! Sources of the TypeScript client: its types, and its operations as one table.

use std::fmt::Write as _;

use super::api::{Api, Declaration, Field, Operation, Reply, Type, pascal_case, wrap};

const NOTE: &str =
    "// Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.\n\n";
const WIDTH: usize = 100;

/// Operations beside the calculations that are none.
const NO_CALCULATIONS: &[&str] = &["calc_batch", "calc_context"];

/// `types.ts`.
pub(super) fn types(api: &Api) -> String {
    let mut out = NOTE.to_owned();
    let codes: Vec<_> = api
        .error_codes
        .iter()
        .map(|it| format!("\"{it}\""))
        .collect();
    write_doc(
        &mut out,
        "",
        &["Codes of errors. The service can add codes.".to_owned()],
    );
    push(
        &mut out,
        &format!("export type ErrorCode =\n  | {};\n\n", codes.join("\n  | ")),
    );
    for (name, declaration) in &api.types {
        write_declaration(&mut out, name, declaration);
    }
    out
}

fn write_declaration(out: &mut String, name: &str, declaration: &Declaration) {
    write_doc(out, "", std::slice::from_ref(&declaration.doc));
    match &declaration.kind {
        Type::Object(fields) => {
            push(out, &format!("export interface {name} {{\n"));
            write_fields(out, "  ", fields);
            out.push_str("}\n\n");
        }
        kind => push(
            out,
            &format!("export type {name} = {};\n\n", type_name(kind, "")),
        ),
    }
}

fn write_fields(out: &mut String, indent: &str, fields: &[Field]) {
    for field in fields {
        write_doc(out, indent, std::slice::from_ref(&field.doc));
        let optional = if field.is_required { "" } else { "?" };
        let name = property(&field.name);
        push(
            out,
            &format!(
                "{indent}{name}{optional}: {};\n",
                type_name(&field.kind, indent)
            ),
        );
    }
}

fn property(name: &str) -> String {
    let plain = name
        .chars()
        .all(|it| it.is_ascii_alphanumeric() || it == '_');
    if plain && !name.starts_with(|it: char| it.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}

fn type_name(kind: &Type, indent: &str) -> String {
    match kind {
        Type::Anything => "unknown".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Integer | Type::Number => "number".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Literals(texts) => {
            let quoted: Vec<_> = texts.iter().map(|it| format!("\"{it}\"")).collect();
            quoted.join(" | ")
        }
        Type::Named(name) => name.clone(),
        Type::List(item) => match **item {
            Type::Literals(_) | Type::Union(_) | Type::OrNull(_) => {
                format!("({})[]", type_name(item, indent))
            }
            _ => format!("{}[]", type_name(item, indent)),
        },
        Type::Map(value) => format!("Record<string, {}>", type_name(value, indent)),
        Type::Object(fields) => {
            let mut text = "{\n".to_owned();
            write_fields(&mut text, &format!("{indent}  "), fields);
            format!("{text}{indent}}}")
        }
        Type::Union(kinds) => {
            let names: Vec<_> = kinds.iter().map(|it| type_name(it, indent)).collect();
            names.join(" | ")
        }
        Type::OrNull(inner) => format!("{} | null", type_name(inner, indent)),
    }
}

fn write_doc(out: &mut String, indent: &str, paragraphs: &[String]) {
    let mut lines = Vec::new();
    for paragraph in paragraphs.iter().flat_map(|it| it.split("\n\n")) {
        if paragraph.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(wrap(
            &paragraph.replace("*/", "*\\/"),
            WIDTH - indent.len() - 3,
        ));
    }
    match lines.as_slice() {
        [] => {}
        [line] => push(out, &format!("{indent}/** {line} */\n")),
        lines => {
            push(out, &format!("{indent}/**\n"));
            for line in lines {
                push(out, format!("{indent} * {line}").trim_end());
                out.push('\n');
            }
            push(out, &format!("{indent} */\n"));
        }
    }
}

/// `operations.ts`.
pub(super) fn operations(api: &Api) -> String {
    let mut out = NOTE.to_owned();
    out.push_str("import type { Batchable, CallOptions, Pages } from \"../call.js\";\n");
    out.push_str("import type * as t from \"./types.js\";\n\n");
    push(
        &mut out,
        &format!(
            "/** The version of the API that this client was generated for. */\nexport const VERSION = \"{}\";\n\n",
            api.version
        ),
    );
    out.push_str(
        "/**\n * Every operation: its name, method, path and properties. Types do not exist at run time, so this\n \
         * table is all that the client knows about operations.\n *\n \
         * - `r`: changes nothing\n * - `g`: also accepts GET, with the input in the query\n \
         * - `i`: accepts an idempotency key\n * - `p`: lists items in pages\n * - `n`: has no input\n */\nexport const TABLE =\n  \"",
    );
    let rows: Vec<_> = api.operations.iter().map(row).collect();
    push(&mut out, &rows.join(";\" +\n  \""));
    out.push_str("\";\n\n/** The methods of a client. */\nexport interface Operations {\n");
    for operation in &api.operations {
        write_doc(&mut out, "  ", &operation.doc);
        let name = camel_case(&operation.id);
        let input = operation.input.as_ref().map_or_else(String::new, |input| {
            let optional = if operation.input_is_optional { "?" } else { "" };
            format!("input{optional}: t.{input}, ")
        });
        push(
            &mut out,
            &format!(
                "  {name}({input}options?: CallOptions): {};\n\n",
                result(operation)
            ),
        );
    }
    out.truncate(out.trim_end().len());
    out.push_str("\n}\n\n/** Inputs and results of the operations that a batch can contain, by name. */\nexport interface BatchOperations {\n");
    for operation in api.operations.iter().filter(|it| is_batchable(it, api)) {
        if let (Some(input), Reply::Json(Type::Named(reply))) = (&operation.input, &operation.reply)
        {
            let name = batch_name(&operation.path);
            push(
                &mut out,
                &format!("  \"{name}\": Batchable<t.{input}, t.{reply}>;\n"),
            );
        }
    }
    out.push_str("}\n");
    out
}

fn row(operation: &Operation) -> String {
    let flags = [
        (operation.is_read_only, 'r'),
        (operation.has_query, 'g'),
        (operation.is_idempotent_with_key, 'i'),
        (operation.item.is_some(), 'p'),
        (operation.input.is_none(), 'n'),
    ];
    let flags: String = flags.iter().filter(|it| it.0).map(|it| it.1).collect();
    let (name, method) = (camel_case(&operation.id), &operation.method);
    format!("{name} {method} {} {flags}", operation.path)
}

fn result(operation: &Operation) -> String {
    let reply = match &operation.reply {
        Reply::Nothing => "void".to_owned(),
        Reply::File => "Blob".to_owned(),
        Reply::Json(kind) => qualified(kind),
    };
    match &operation.item {
        Some(item) => format!("Pages<{reply}, {}>", qualified(item)),
        None => format!("Promise<{reply}>"),
    }
}

fn qualified(kind: &Type) -> String {
    match kind {
        Type::Named(name) => format!("t.{name}"),
        other => type_name(other, "  "),
    }
}

/// Whether a batch can contain the operation: it is a calculation.
fn is_batchable(operation: &Operation, api: &Api) -> bool {
    let calculations = ["/api/calc/", "/api/numerology/", "/api/horoscope/"];
    let has_data = match &operation.reply {
        Reply::Json(Type::Named(reply)) => match api.types.get(reply).map(|it| &it.kind) {
            Some(Type::Object(fields)) => fields.iter().any(|it| it.name == "data"),
            _ => false,
        },
        _ => false,
    };
    has_data
        && !NO_CALCULATIONS.contains(&operation.id.as_str())
        && calculations.iter().any(|it| operation.path.starts_with(it))
}

/// The name of an operation in a batch: its path without `/api/calc/` or `/api/`, and without
/// parameters, except that it ends with `sign` for one sign.
fn batch_name(path: &str) -> String {
    let path = path.strip_prefix("/api/").unwrap_or(path);
    let path = path.strip_prefix("calc/").unwrap_or(path);
    let path = path.replace("{sign}", "sign");
    let words: Vec<_> = path.split('/').filter(|it| !it.starts_with('{')).collect();
    words.join("/")
}

/// `calc_natal` as `calcNatal`.
fn camel_case(id: &str) -> String {
    let name = pascal_case(id);
    let mut letters = name.chars();
    let first = letters.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn push(out: &mut String, text: &str) {
    out.write_str(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_batches_are_those_of_the_documentation() {
        assert_eq!(batch_name("/api/calc/natal"), "natal");
        assert_eq!(
            batch_name("/api/calc/moon-calendar/day"),
            "moon-calendar/day"
        );
        assert_eq!(batch_name("/api/numerology/profile"), "numerology/profile");
        assert_eq!(
            batch_name("/api/horoscope/daily/{date}/{sign}"),
            "horoscope/daily/sign"
        );
    }

    #[test]
    fn a_comment_cannot_end_early() {
        let mut out = String::new();
        write_doc(&mut out, "", &["a */ b".to_owned()]);
        assert_eq!(out, "/** a *\\/ b */\n");
    }

    #[test]
    fn names_that_are_no_identifiers_are_quoted() {
        assert_eq!(property("created_at"), "created_at");
        assert_eq!(property("page[size]"), "\"page[size]\"");
        assert_eq!(camel_case("calc_moon_sun"), "calcMoonSun");
    }
}
