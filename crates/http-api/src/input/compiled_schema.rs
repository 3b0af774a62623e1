//! A JSON schema in the form that requests are checked with. Finds *every* problem of a value.
//! Requests are always checked against the published schema, so the schema and the code cannot
//! disagree. Only the part of JSON Schema that our types use is supported. Anything else, and any
//! text or list without a limit, is refused when the operation is registered.

use serde_json::Value;

use super::format::TextFormat;
use crate::suggest::{nearest, nearest_few};
use crate::text::thousands;
use crate::{ErrorCode, Problem, Source};

/// The most problems in a report. More would not help with a badly malformed request.
pub const MAX_PROBLEMS: usize = 50;
/// The most problems that get a suggestion.
const MAX_SUGGESTIONS: usize = 5;
/// What to do about an unknown field that resembles none.
const FIELD_ADVICE: &str = "Remove it. The reference at /docs lists the fields.";
/// A longer list of accepted values is not repeated in the response.
const MAX_LISTED_CHOICES: usize = 100;

/// The constraints on a value.
#[derive(Clone, Debug, PartialEq)]
pub enum CompiledSchema {
    /// An object with known fields and no others.
    Object(Vec<Field>),
    /// An object with free names, or names from a list, and values of one schema.
    Map {
        /// The allowed names. Empty if any name is allowed.
        names: Vec<String>,
        /// The schema of every value.
        values: Box<CompiledSchema>,
    },
    /// An array.
    List {
        /// The schema of every item.
        items: Box<CompiledSchema>,
        /// The fewest items.
        fewest: usize,
        /// The most items.
        most: usize,
    },
    /// Text of limited length.
    Text {
        /// The fewest characters.
        shortest: usize,
        /// The most characters.
        longest: usize,
    },
    /// One of a fixed list of texts.
    Choice(Vec<String>),
    /// Text that a parser accepts.
    Formatted(&'static TextFormat),
    /// A number.
    Number(Range),
    /// A number without a fraction.
    Integer(Range),
    /// True or false.
    Boolean,
    /// The schema or null.
    Nullable(Box<CompiledSchema>),
    /// Any of several schemas.
    Either(Vec<CompiledSchema>),
    /// Any object, limited only by the size of the body. It is checked later, by whoever receives
    /// it.
    Free,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Whether it is required.
    pub required: Required,
    /// The schema of its value.
    pub schema: CompiledSchema,
}

/// Whether a field is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Required {
    /// It is optional.
    Never,
    /// Every object needs it.
    Always,
    /// Every object without this other field needs it.
    Unless(String),
}

impl Required {
    fn holds(&self, object: &serde_json::Map<String, Value>) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Unless(other) => !object.contains_key(other),
        }
    }
}

/// The bounds of a number. `exclusive` bounds are not part of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest value.
    pub minimum: Option<f64>,
    /// The largest value.
    pub maximum: Option<f64>,
    /// A bound that the value exceeds.
    pub exclusive_minimum: Option<f64>,
    /// A bound that the value stays below.
    pub exclusive_maximum: Option<f64>,
}

impl CompiledSchema {
    /// The fields of an object, or none of anything else.
    fn fields(&self) -> &[Field] {
        match self {
            Self::Object(fields) => fields,
            Self::Nullable(schema) => schema.fields(),
            _ => &[],
        }
    }

    /// Every problem of `value`. Whole numbers written with a fraction (`1.0`) are rewritten,
    /// because JSON Schema counts them as integers and serde does not.
    pub fn check(&self, value: &mut Value) -> Vec<Problem> {
        let mut findings = Findings {
            pointer: String::new(),
            problems: Vec::new(),
            earlier: 0,
        };
        findings.visit(self, value);
        findings.problems
    }

    /// The field of an object schema.
    pub fn field(&self, name: &str) -> Option<&Field> {
        match self {
            Self::Object(fields) => fields.iter().find(|it| it.name == name),
            Self::Nullable(inner) => inner.field(name),
            _ => None,
        }
    }

    /// The same object schema without some fields.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Self {
        match self {
            Self::Object(fields) => {
                let kept = fields
                    .iter()
                    .filter(|it| !names.contains(&it.name.as_str()));
                Self::Object(kept.cloned().collect())
            }
            other => other.clone(),
        }
    }

    /// The expected type in words, after "expected".
    fn words(&self) -> String {
        match self {
            Self::Object(_) | Self::Map { .. } | Self::Free => "an object".to_owned(),
            Self::List { .. } => "an array".to_owned(),
            Self::Text { .. } | Self::Choice(_) | Self::Formatted(_) => "a string".to_owned(),
            Self::Number(_) => "a number".to_owned(),
            Self::Integer(_) => "an integer".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Nullable(inner) => inner.words(),
            Self::Either(schemas) => {
                let words: Vec<_> = schemas.iter().map(Self::words).collect();
                words.join(" or ")
            }
        }
    }
}

struct Findings {
    pointer: String,
    problems: Vec<Problem>,
    /// The number of problems found before these.
    earlier: usize,
}

impl Findings {
    fn report(&mut self, code: ErrorCode, detail: impl Into<String>) {
        self.keep(Problem::new(code, detail));
    }

    /// Whether further problems would not be reported anyway.
    fn is_full(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    fn keep(&mut self, problem: Problem) {
        if !self.is_full() {
            let source = Source::Pointer(self.pointer.clone());
            self.problems.push(problem.at(source));
        }
    }

    /// Goes one level down. `name` is escaped as RFC 6901 requires.
    fn below(&mut self, name: &str, visit: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer
            .push_str(&name.replace('~', "~0").replace('/', "~1"));
        visit(self);
        self.pointer.truncate(length);
    }

    fn visit(&mut self, schema: &CompiledSchema, value: &mut Value) {
        match (schema, &mut *value) {
            (CompiledSchema::Nullable(_), Value::Null)
            | (CompiledSchema::Boolean, Value::Bool(_))
            | (CompiledSchema::Free, Value::Object(_)) => {}
            (CompiledSchema::Nullable(inner), _) => self.visit(inner, value),
            (CompiledSchema::Either(schemas), _) => self.visit_either(schemas, value),
            (CompiledSchema::Object(fields), Value::Object(object)) => {
                self.visit_object(fields, object);
            }
            (CompiledSchema::Map { names, values }, Value::Object(object)) => {
                self.visit_map(names, values, object);
            }
            (
                CompiledSchema::List {
                    items,
                    fewest,
                    most,
                },
                Value::Array(list),
            ) => {
                self.length(list.len(), *fewest, *most, "entries");
                for (index, item) in list.iter_mut().take(*most).enumerate() {
                    if self.is_full() {
                        return;
                    }
                    self.below(&index.to_string(), |it| it.visit(items, item));
                }
            }
            (CompiledSchema::Text { shortest, longest }, Value::String(text)) => {
                self.length(text.chars().count(), *shortest, *longest, "characters");
            }
            (CompiledSchema::Choice(choices), Value::String(text)) => {
                self.visit_choice(choices, text);
            }
            (CompiledSchema::Formatted(format), Value::String(text)) => {
                if let Err(detail) = (format.check)(text) {
                    self.report(ErrorCode::FieldFormat, detail);
                }
            }
            (CompiledSchema::Number(range), Value::Number(number)) => {
                self.range(*range, number.as_f64().unwrap_or(f64::NAN));
            }
            (CompiledSchema::Integer(range), Value::Number(number)) => {
                if let Some(whole) = whole_number(number) {
                    *value = Value::Number(whole);
                }
                self.visit_integer(*range, value);
            }
            (expected, found) => {
                let (expected, found) = (expected.words(), json_type(found));
                self.report(
                    ErrorCode::FieldType,
                    format!("Expected {expected}, got {found}."),
                );
            }
        }
    }

    fn visit_object(&mut self, fields: &[Field], object: &mut serde_json::Map<String, Value>) {
        let known = || fields.iter().map(|it| it.name.as_str());
        let room = MAX_PROBLEMS.saturating_sub(self.problems.len());
        let unknown: Vec<_> = object
            .keys()
            .filter(|name| known().all(|it| it != name.as_str()))
            .take(room)
            .cloned()
            .collect();
        for name in unknown {
            let problem = match self.can_suggest().then(|| inner(fields, &name)).flatten() {
                Some(path) => suggestion(ErrorCode::FieldUnknown, "field", &name, &path),
                None => self.unknown_name("field", &name, known(), FIELD_ADVICE),
            };
            self.below(&name, |it| it.keep(problem));
        }
        for field in fields {
            let is_required = field.required.holds(object);
            match object.get_mut(&field.name) {
                Some(value) => self.below(&field.name, |it| it.visit(&field.schema, value)),
                None if is_required => {
                    let expected = field.schema.words();
                    self.below(&field.name, |it| {
                        let name = &field.name;
                        let detail = format!("`{name}` is required and must be {expected}.");
                        it.report(ErrorCode::FieldMissing, detail);
                    });
                }
                None => {}
            }
        }
    }

    fn visit_map(
        &mut self,
        names: &[String],
        values: &CompiledSchema,
        object: &mut serde_json::Map<String, Value>,
    ) {
        for (name, value) in object.iter_mut() {
            if self.is_full() {
                return;
            }
            if !names.is_empty() && !names.contains(name) {
                let known = names.iter().map(String::as_str);
                let problem = self.unknown_name("field", name, known, FIELD_ADVICE);
                self.below(name, |it| it.keep(problem));
            } else {
                self.below(name, |it| it.visit(values, value));
            }
        }
    }

    fn visit_choice(&mut self, choices: &[String], text: &str) {
        if choices.iter().any(|it| it == text) {
            return;
        }
        let known = choices.iter().map(String::as_str);
        if choices.len() <= MAX_LISTED_CHOICES {
            let advice = "`meta.accepted` lists the accepted values.";
            let problem = self.unknown_name("value", text, known, advice);
            self.keep(problem.with_meta("accepted", choices.to_vec()));
            return;
        }
        let advice = "The reference at /docs lists the accepted values.";
        let mut problem = self.unknown_name("value", text, known.clone(), advice);
        if !self.can_suggest() {
            self.keep(problem);
            return;
        }
        let near = nearest_few(text, known, 3);
        if let [first, second, third] = near[..] {
            problem.detail = format!(
                "Unknown value `{}`. Did you mean `{first}`, `{second}` or `{third}`?",
                shown(text)
            );
        }
        self.keep(problem.with_meta("suggestions", near));
    }

    fn visit_integer(&mut self, range: Range, value: &Value) {
        match value
            .as_i64()
            .map(|it| it as f64)
            .or(value.as_u64().map(|it| it as f64))
        {
            Some(number) => self.range(range, number),
            None => self.report(ErrorCode::FieldType, "Expected an integer."),
        }
    }

    /// The first alternative that fits. Otherwise the report of the only one of the right JSON
    /// type, because its problems are the ones the caller can fix.
    fn visit_either(&mut self, schemas: &[CompiledSchema], value: &mut Value) {
        let mut candidates = Vec::new();
        for schema in schemas {
            let mut attempt = Self {
                pointer: self.pointer.clone(),
                problems: Vec::new(),
                earlier: self.earlier + self.problems.len(),
            };
            attempt.visit(schema, value);
            if attempt.problems.is_empty() {
                return;
            }
            let wrong_type_here = attempt.problems.iter().any(|it| {
                it.code == ErrorCode::FieldType
                    && it.source == Some(Source::Pointer(self.pointer.clone()))
            });
            if !wrong_type_here {
                candidates.push(attempt.problems);
            }
        }
        if let [only] = candidates.as_mut_slice() {
            self.problems.append(only);
            self.problems.truncate(MAX_PROBLEMS);
        } else {
            let words: Vec<_> = schemas.iter().map(CompiledSchema::words).collect();
            let detail = format!("Expected {}, got {}.", words.join(" or "), json_type(value));
            self.report(ErrorCode::FieldType, detail);
        }
    }

    /// Whether the next problem gets a suggestion. Only the first few do: comparing a name with 540
    /// points takes a third of a millisecond.
    fn can_suggest(&self) -> bool {
        self.earlier + self.problems.len() < MAX_SUGGESTIONS
    }

    /// A problem about an unknown `field` or `value`. `advice` says what to do if no known name is
    /// near.
    fn unknown_name<'a>(
        &self,
        noun: &str,
        given: &str,
        known: impl Iterator<Item = &'a str> + Clone,
        advice: &str,
    ) -> Problem {
        let code = match noun {
            "field" => ErrorCode::FieldUnknown,
            _ => ErrorCode::FieldValue,
        };
        let near = self.can_suggest().then(|| nearest(given, known));
        match near.flatten() {
            Some(name) => suggestion(code, noun, given, name),
            None => Problem::new(code, format!("Unknown {noun} `{}`. {advice}", shown(given))),
        }
    }

    fn length(&mut self, length: usize, fewest: usize, most: usize, unit: &str) {
        if length < fewest || length > most {
            let expected = match most.saturating_sub(fewest) {
                0 => thousands(most),
                1 => format!("{fewest} or {most}"),
                _ if fewest == 0 => format!("at most {}", thousands(most)),
                _ => format!("{} to {}", thousands(fewest), thousands(most)),
            };
            let got = thousands(length);
            let detail = format!("Expected {expected} {unit}, got {got}.");
            let problem = Problem::new(ErrorCode::FieldLength, detail);
            self.keep(
                problem
                    .with_meta("minimum", fewest)
                    .with_meta("maximum", most),
            );
        }
    }

    fn range(&mut self, range: Range, number: f64) {
        let too_low = range.minimum.is_some_and(|it| number < it)
            || range.exclusive_minimum.is_some_and(|it| number <= it);
        let too_high = range.maximum.is_some_and(|it| number > it)
            || range.exclusive_maximum.is_some_and(|it| number >= it);
        if !too_low && !too_high {
            return;
        }
        let mut bounds = Vec::new();
        let mut problem = Problem::new(ErrorCode::FieldRange, "");
        for (bound, words, name) in [
            (range.minimum, "at least", "minimum"),
            (range.exclusive_minimum, "above", "exclusiveMinimum"),
            (range.maximum, "at most", "maximum"),
            (range.exclusive_maximum, "below", "exclusiveMaximum"),
        ] {
            if let Some(bound) = bound {
                bounds.push(format!("{words} {}", separated(bound)));
                problem = problem.with_meta(name, bound);
            }
        }
        let bounds = match (range.minimum, range.maximum) {
            (Some(minimum), Some(maximum)) => {
                format!("between {} and {}", separated(minimum), separated(maximum))
            }
            _ => bounds.join(" and "),
        };
        problem.detail = format!("Must be {bounds}, got {}.", separated(number));
        self.keep(problem);
    }
}

/// `1.0` and `-0.0` are whole. Beyond 2^53 a float no longer identifies one whole number.
fn whole_number(number: &serde_json::Number) -> Option<serde_json::Number> {
    const EXACT_BELOW: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().filter(|_| number.is_f64())?;
    let whole = float.fract() == 0.0 && float.abs() < EXACT_BELOW;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and below 2^53"
    )]
    whole.then(|| serde_json::Number::from(float as i64))
}

/// A number as an error shows it. Whole numbers have separators from 10,000 on: a year has none.
fn separated(number: f64) -> String {
    if number.abs() < 10_000.0 || number.fract() != 0.0 {
        return number.to_string();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", thousands(number.abs()))
}

const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A text of the client as an error repeats it: not a megabyte of it.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The path of a field that has this name in an inner object: `location.timezone` for `timezone`.
fn inner(fields: &[Field], name: &str) -> Option<String> {
    let mut paths = fields.iter().filter_map(|outer| {
        let has_it = outer.schema.fields().iter().any(|it| it.name == name);
        has_it.then(|| format!("{}.{name}", outer.name))
    });
    let path = paths.next()?;
    // Several objects with the field, such as two persons, would make the suggestion a guess.
    paths.next().is_none().then_some(path)
}

fn suggestion(code: ErrorCode, noun: &str, given: &str, name: &str) -> Problem {
    let detail = format!("Unknown {noun} `{}`. Did you mean `{name}`?", shown(given));
    Problem::new(code, detail).with_meta("suggestion", name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_wrong_length_is_told_with_the_lengths_that_are_allowed() {
        let check = |(shortest, longest), given: &str, expected: &str| {
            let schema = CompiledSchema::Text { shortest, longest };
            let problems = schema.check(&mut json!(given));
            assert_eq!(problems[0].detail, expected);
        };
        check((2, 3), "English", "Expected 2 or 3 characters, got 7.");
        check((2, 2), "NLD", "Expected 2 characters, got 3.");
        check((1, 40), "", "Expected 1 to 40 characters, got 0.");
        let long = "x".repeat(1_001);
        let expected = "Expected at most 1,000 characters, got 1,001.";
        check((0, 1_000), &long, expected);
    }

    #[test]
    fn a_name_without_a_near_one_is_refused_with_what_to_do() {
        let choice = CompiledSchema::Choice(vec!["leo".to_owned(), "virgo".to_owned()]);
        let problems = choice.check(&mut json!("dragon"));
        assert_eq!(
            problems[0].detail,
            "Unknown value `dragon`. `meta.accepted` lists the accepted values."
        );
        let empty = CompiledSchema::Object(Vec::new());
        let problems = empty.check(&mut json!({ "dragon": 1 }));
        assert_eq!(
            problems[0].detail,
            "Unknown field `dragon`. Remove it. The reference at /docs lists the fields."
        );
    }

    #[test]
    fn large_bounds_have_separators_and_years_have_none() {
        let check = |(minimum, maximum), given: f64, expected: &str| {
            let schema = CompiledSchema::Number(Range {
                minimum: Some(minimum),
                maximum: Some(maximum),
                exclusive_minimum: None,
                exclusive_maximum: None,
            });
            let problems = schema.check(&mut json!(given));
            assert_eq!(problems[0].detail, expected);
        };
        let seconds = "Must be between 0 and 2,592,000, got -1.";
        check((0.0, 2_592_000.0), -1.0, seconds);
        let signed = "Must be between -100,000 and 100,000, got 100000.5.";
        check((-100_000.0, 100_000.0), 100_000.5, signed);
        let years = "Must be between 1550 and 2650, got 1200.";
        check((1_550.0, 2_650.0), 1_200.0, years);
    }
}
