//! Submitted forms and their validation problems.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequest;
use axum::http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Limited};
use serde_json::{Map, Value};
use zeroize::Zeroize as _;

use super::markup::Markup;
use super::message::NegotiatedLanguage;
use super::page::PageError;
use crate::Dashboard;
use astrology_api::FORMATS;
use auth::is_same_origin;
use http_api::{ApiError, ErrorCode, Problem, Source};
use i18n::{Language, msg};
use operation::{Operation, PageRequest, input_of};

/// The size limit of a form. The largest is a text of 20,000 characters, all of them escaped.
const MAX_BYTES: usize = 256 * 1024;

/// A form. Accepted only from the dashboard's own pages.
#[derive(Default)]
pub(super) struct Form {
    fields: Vec<(String, String)>,
    problems: Vec<(String, Problem)>,
    /// The language of the problems.
    language: Language,
}

/// Omits the values, which may contain passwords.
impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Form(…)")
    }
}

impl Drop for Form {
    fn drop(&mut self) {
        for (_, value) in &mut self.fields {
            value.zeroize();
        }
    }
}

impl FromRequest<Arc<Dashboard>> for Form {
    type Rejection = PageError;

    async fn from_request(request: Request<Body>, app: &Arc<Dashboard>) -> Result<Self, PageError> {
        if !is_same_origin(&app.config, request.headers()) {
            return Err(ApiError::plain(ErrorCode::CrossSiteRequest).into());
        }
        let (parts, body) = request.into_parts();
        let reading = Limited::new(body, MAX_BYTES).collect();
        let read = tokio::time::timeout(app.config.body_timeout, reading).await;
        let read = read.map_err(|_| ApiError::plain(ErrorCode::BodyTimeout))?;
        let read = read.map_err(|_| ApiError::plain(ErrorCode::BodyTooLarge))?;
        let bytes = read.to_bytes();
        let mut form = Self::of(url::form_urlencoded::parse(&bytes).into_owned());
        form.language = NegotiatedLanguage::of(&parts);
        Ok(form)
    }
}

impl Form {
    /// A form with these values.
    pub(super) fn of(fields: impl IntoIterator<Item = (String, String)>) -> Self {
        Self {
            fields: fields.into_iter().collect(),
            problems: Vec::new(),
            language: Language::default(),
        }
    }

    /// An empty form with problems in this language.
    pub(super) fn in_language(language: Language) -> Self {
        let mut form = Self::default();
        form.language = language;
        form
    }

    /// Replaces the value of a field.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(it, _)| it != name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The first value of a field; empty when it is absent.
    pub(super) fn value(&self, name: &str) -> &str {
        let mut fields = self.fields.iter();
        let found = fields.find(|(it, _)| it == name);
        found.map_or("", |(_, value)| value)
    }

    /// The trimmed value, if not empty.
    pub(super) fn given(&self, name: &str) -> Option<&str> {
        Some(self.value(name).trim()).filter(|it| !it.is_empty())
    }

    /// Every value of a field.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = move |(it, value): &'a (String, String)| (it == name).then_some(value.as_str());
        self.fields.iter().filter_map(named)
    }

    /// Whether a checkbox is checked or an option is selected.
    pub(super) fn has(&self, name: &str, value: &str) -> bool {
        self.all(name).any(|it| it == value)
    }

    /// Whether a field is filled in.
    pub(super) fn has_value(&self, name: &str) -> bool {
        !self.value(name).trim().is_empty()
    }

    /// The non-empty lines of a field.
    pub(super) fn lines(&self, name: &str) -> Vec<String> {
        let lines = self.value(name).lines().map(str::trim);
        let kept = lines.filter(|it| !it.is_empty());
        kept.map(str::to_owned).collect()
    }

    /// The input of an operation, with these fields as submitted. Absent fields are empty.
    pub(super) fn input(&self, names: &[&str]) -> FormInput {
        let texts = names.iter().map(|name| (*name, self.value(name)));
        texts.fold(FormInput::default(), |input, (name, text)| {
            input.set(name, text)
        })
    }

    /// The input of an operation, with those of these fields that are filled in.
    pub(super) fn filled(&self, names: &[&str]) -> FormInput {
        let names = names.iter().filter(|name| !self.value(name).is_empty());
        names.fold(FormInput::default(), |input, name| {
            input.set(name, self.value(name))
        })
    }

    /// Adds a problem of a field.
    pub(super) fn add_problem(&mut self, name: &str, code: ErrorCode, detail: &str) {
        let problem = Problem::new(code, detail.to_owned());
        self.problems.push((name.to_owned(), problem));
    }

    /// Whether a field has a problem.
    pub(super) fn has_problem(&self, name: &str) -> bool {
        self.problems.iter().any(|(field, _)| field == name)
    }

    /// The problems of a field, to show next to it.
    pub(super) fn problem(&self, name: &str) -> Markup {
        let mut markup = Markup::default();
        for (_, problem) in self.problems.iter().filter(|(field, _)| field == name) {
            self.write(&mut markup, "problem", problem);
        }
        markup
    }

    /// The problems that belong to none of these fields.
    pub(super) fn other_problems(&self, fields: &[&str]) -> Markup {
        let mut markup = Markup::default();
        let elsewhere = |(field, _): &&(String, Problem)| !fields.contains(&field.as_str());
        for (_, problem) in self.problems.iter().filter(elsewhere) {
            self.write(&mut markup, "notice bad", problem);
        }
        markup
    }

    /// Writes a problem. The API's details are in English, so other languages show the translated
    /// explanation of the error code first.
    fn write(&self, markup: &mut Markup, class: &str, problem: &Problem) {
        markup.raw("<p class=\"");
        markup.raw(class);
        markup.raw("\" role=\"alert\">");
        if let Some(detail) = self.language.translation(&problem.detail) {
            markup.prose(&sentence(detail));
        } else {
            let kind = problem.code.explanation();
            if let Some(kind) = self.language.translation(kind) {
                markup.prose(&sentence(kind));
                markup.raw(" ");
            }
            markup.raw("<span lang=\"en\">");
            markup.prose(&sentence(&problem.detail));
            markup.raw("</span>");
        }
        markup.raw("</p>");
    }

    /// Adds the problems an operation reported. Errors that do not concern the form get their own
    /// page.
    pub(super) fn refused(mut self, error: ApiError) -> Result<Self, PageError> {
        let status = error.status();
        let context = [
            ErrorCode::SessionMissing,
            ErrorCode::SessionEnded,
            ErrorCode::CrossSiteRequest,
            ErrorCode::ReauthenticationRequired,
            ErrorCode::SecondFactorRequired,
        ];
        let elsewhere = context.contains(&error.problems()[0].code)
            || status == StatusCode::NOT_FOUND
            || !status.is_client_error();
        if elsewhere {
            return Err(error.into());
        }
        for problem in error.problems() {
            let field = match &problem.source {
                Some(Source::Pointer(pointer)) => pointer.split('/').nth(1).unwrap_or_default(),
                Some(Source::Parameter(name)) => name,
                _ => "",
            };
            let mut problem = problem.clone();
            if problem.code == ErrorCode::IdempotencyConflict {
                // The form has the idempotency key in a hidden field, and is shown with a new one.
                msg(
                    "This form was already submitted with other values. To submit these values \
                     too, submit the form again.",
                )
                .clone_into(&mut problem.detail);
            }
            self.problems.push((field.to_owned(), problem));
        }
        Ok(self)
    }

    /// Replaces the API's message where a value in these fields has the wrong type. Each field has
    /// it once.
    pub(super) fn with_type_problem(mut self, fields: &[&str], message: &str) -> Self {
        let mut told: Vec<String> = Vec::new();
        self.problems.retain_mut(|(field, problem)| {
            if problem.code != ErrorCode::FieldType || !fields.contains(&field.as_str()) {
                return true;
            }
            message.clone_into(&mut problem.detail);
            let is_new = !told.contains(field);
            told.push(field.clone());
            is_new
        });
        self
    }
}

/// Decodes a form as the input of an operation, as the HTTP API decodes a body: checked against the
/// operation's schema, so that each problem points to its field.
///
/// Only for text that someone typed. Other input is built as the operation's own type, so that a
/// renamed field does not compile. That includes ids from the path: the operation does not find
/// what it cannot parse.
#[derive(Default)]
pub(super) struct FormInput(Map<String, Value>);

/// Omits the values, which may contain passwords.
impl std::fmt::Debug for FormInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FormInput(…)")
    }
}

impl From<FormInput> for Value {
    fn from(input: FormInput) -> Self {
        Self::Object(input.0)
    }
}

impl FormInput {
    /// Sets a field of the input. None is null.
    pub(super) fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Removes a field, so that the operation does not change it.
    pub(super) fn without(mut self, name: &str) -> Self {
        self.0.shift_remove(name);
        self
    }

    /// Sets a number. None is null. Text that is not a number is passed on, so that the operation
    /// reports it at the field.
    pub(super) fn set_number<'a>(self, name: &str, text: impl Into<Option<&'a str>>) -> Self {
        self.set(name, text.into().map(number))
    }

    /// Sets a list of numbers.
    pub(super) fn set_numbers<'a>(self, name: &str, texts: impl Iterator<Item = &'a str>) -> Self {
        self.set(name, texts.map(number).collect::<Value>())
    }

    /// Sets the page of a list.
    pub(super) fn set_page(self, page: PageRequest) -> Self {
        let fields = Self::default().set("size", page.size);
        let fields = match page.after {
            Some(after) => fields.set("after", after),
            None => fields,
        };
        self.set("page", fields)
    }

    /// The operation's input.
    ///
    /// # Errors
    ///
    /// Every problem of the form, with a pointer to its field.
    pub(super) fn decode<O: Operation>(self) -> Result<O::Input, ApiError> {
        input_of::<O>(self.into(), FORMATS)
    }
}

fn number(text: &str) -> Value {
    let text = text.trim();
    text.parse::<u64>().map_or_else(|_| text.into(), Into::into)
}

/// Capitalizes and punctuates an API message as a sentence.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(characters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_api::Problem;
    use management_api::alert_settings::AlertSettingsUpdate;
    use management_api::key::create::{KeyCreate, ModeText};

    #[test]
    fn a_problem_stands_beside_its_field() {
        let problem = Problem::new(ErrorCode::FieldFormat, "`<x>` is no domain");
        let error = ApiError::from(problem.at(Source::Pointer("/domains/3".to_owned())));
        let form = Form::default().refused(error).unwrap();
        let html = form.problem("domains").to_string();
        assert!(
            html.contains("<code>&lt;x&gt;</code> is no domain."),
            "{html}"
        );
        assert_eq!(form.problem("name").to_string(), "");
        assert_eq!(form.other_problems(&["domains"]).to_string(), "");
        assert_ne!(form.other_problems(&["name"]).to_string(), "");
    }

    /// The fields that the operation reports.
    fn pointers<O: Operation<Input: std::fmt::Debug>>(input: FormInput) -> Vec<String> {
        let error = input.decode::<O>().unwrap_err();
        let pointer = |problem: &Problem| match &problem.source {
            Some(Source::Pointer(pointer)) => pointer.clone(),
            other => panic!("{other:?}"),
        };
        error.problems().iter().map(pointer).collect()
    }

    #[test]
    fn a_decoded_form_is_the_input_of_the_operation() {
        let form = Form::of([("name", "Website"), ("mode", "test")].map(owned));
        let input = form
            .input(&["name", "mode"])
            .set("permissions", vec!["calc:read"])
            .set("domains", None::<Vec<String>>);
        let input = input.decode::<KeyCreate>().unwrap();
        assert_eq!(input.name.0.as_str(), "Website");
        assert!(matches!(input.mode, ModeText::Test));
        assert_eq!(input.permissions.len(), 1);
        assert!(input.domains.is_none());
    }

    #[test]
    fn every_problem_of_a_form_points_to_its_field() {
        let form = Form::of([("name", " "), ("mode", "free")].map(owned));
        let input = form
            .input(&["name", "mode"])
            .set("permissions", vec!["calc:read", "calc:write"]);
        let mut found = pointers::<KeyCreate>(input);
        found.sort();
        assert_eq!(found, ["/mode", "/name", "/permissions/1"]);
    }

    #[test]
    fn text_that_is_no_number_is_reported_at_its_field() {
        let spike = FormInput::default()
            .set_number("minimumRequests", "a lot")
            .set_number("deviations", " 4 ");
        let input = FormInput::default()
            .set("spike", spike)
            .set_numbers("expiryDays", ["7", "soon"].into_iter())
            .set_number("deniedDomains", None);
        let mut found = pointers::<AlertSettingsUpdate>(input);
        found.sort();
        assert_eq!(found, ["/expiryDays/1", "/spike/minimumRequests"]);
    }

    #[test]
    fn a_wrong_type_is_reported_once_in_the_words_of_the_form() {
        let input = FormInput::default().set_numbers("expiryDays", ["one", "two"].into_iter());
        let error = input.decode::<AlertSettingsUpdate>().unwrap_err();
        let form = Form::default().refused(error).unwrap();
        let form = form.with_type_problem(&["expiryDays"], "Enter numbers.");
        let html = form.problem("expiryDays").to_string();
        assert_eq!(html.matches("Enter numbers.").count(), 1, "{html}");
        assert_eq!(html.matches("<p").count(), 1, "{html}");
    }

    #[test]
    fn only_the_fields_that_are_filled_in_are_decoded() {
        let form = Form::of([("email", "a@example.com"), ("role", "")].map(owned));
        let input = form.filled(&["email", "role", "token"]);
        assert_eq!(input.0.keys().collect::<Vec<_>>(), ["email"]);
        assert!(input.without("email").0.is_empty());
    }

    fn owned((name, value): (&str, &str)) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn what_is_not_found_is_no_matter_of_the_form() {
        let error = ApiError::plain(ErrorCode::ResourceNotFound);
        assert!(Form::default().refused(error).is_err());
    }
}
