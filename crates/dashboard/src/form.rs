//! Submitted forms and their validation problems.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequest;
use axum::http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Limited};
use zeroize::Zeroize as _;

use super::markup::Markup;
use super::message::NegotiatedLanguage;
use super::page::PageError;
use crate::Dashboard;
use auth::is_same_origin;
use http_api::{ApiError, ErrorCode, Problem, Source};
use i18n::Language;

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

    /// The non-empty lines of a field.
    pub(super) fn lines(&self, name: &str) -> Vec<String> {
        let lines = self.value(name).lines().map(str::trim);
        let kept = lines.filter(|it| !it.is_empty());
        kept.map(str::to_owned).collect()
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
            markup.text(&sentence(detail));
        } else {
            let kind = problem.code.explanation();
            if let Some(kind) = self.language.translation(kind) {
                markup.text(&sentence(kind));
                markup.raw(" ");
            }
            markup.raw("<span lang=\"en\">");
            markup.text(&sentence(&problem.detail));
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
            self.problems.push((field.to_owned(), problem.clone()));
        }
        Ok(self)
    }
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

    #[test]
    fn a_problem_stands_beside_its_field() {
        let problem = Problem::new(ErrorCode::FieldFormat, "`<x>` is no domain");
        let error = ApiError::from(problem.at(Source::Pointer("/domains/3".to_owned())));
        let form = Form::default().refused(error).unwrap();
        let html = form.problem("domains").to_string();
        assert!(html.contains("`&lt;x&gt;` is no domain."), "{html}");
        assert_eq!(form.problem("name").to_string(), "");
        assert_eq!(form.other_problems(&["domains"]).to_string(), "");
        assert_ne!(form.other_problems(&["name"]).to_string(), "");
    }

    #[test]
    fn what_is_not_found_is_no_matter_of_the_form() {
        let error = ApiError::plain(ErrorCode::ResourceNotFound);
        assert!(Form::default().refused(error).is_err());
    }
}
