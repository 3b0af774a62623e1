//! The language of titles and texts in a request.

use interpretation::titles::Titles;

use http_api::suggest::nearest;
use http_api::{ApiError, ErrorCode, Problem, Source};

/// Refuses a language without titles. Every language with texts has titles, too.
///
/// # Errors
///
/// `language_unknown` at `/language`, with the supported languages.
pub fn require(language: &str) -> Result<(), ApiError> {
    if Titles::of(language).is_some() {
        return Ok(());
    }
    let known: Vec<_> = Titles::languages().collect();
    let suggestion = nearest(language, known.iter().copied());
    let advice = match suggestion {
        Some(name) => format!("Did you mean `{name}`?"),
        None => "`meta.accepted` lists the supported languages.".to_owned(),
    };
    let detail = format!("The language `{language}` is not supported. {advice}");
    let problem = Problem::new(ErrorCode::LanguageUnknown, detail)
        .at(Source::Pointer("/language".to_owned()))
        .with_meta("accepted", known);
    let problem = match suggestion {
        Some(name) => problem.with_meta("suggestion", name),
        None => problem,
    };
    Err(problem.into())
}

#[cfg(test)]
mod tests {
    use interpretation::library::Library;

    use super::*;

    #[test]
    fn a_language_with_texts_has_titles() {
        for language in Library::embedded().languages() {
            assert!(require(language).is_ok(), "{language}");
        }
    }

    #[test]
    fn a_language_there_is_not_is_refused_with_those_there_are() {
        let error = require("zz").unwrap_err();
        let problem = &error.problems()[0];
        assert_eq!(problem.code, ErrorCode::LanguageUnknown);
        let accepted = problem.meta["accepted"].as_array().unwrap();
        assert!(accepted.contains(&"nl".into()), "{accepted:?}");
    }
}
