//! The alert inbox.

use crate::message::Translate;
use askama::Template;
use axum::extract::Path;

use super::form::Form;
use super::markup::{Markup, Moment, ToMoment as _, thousands};
use super::message::{Message, Piece};
use super::page::{PageResult, page, see_other};
use super::page_context::{Layout, PageContext};
use http_api::{ApiError, ErrorCode};
use i18n::{Language, msg};
use management_api::alert::{
    AlertAttributes, AlertList, AlertListInput, AlertReadAll, AlertUpdate, AlertUpdateInput,
};
use notifications::alert::AlertNotice;
use notifications::alert::facts::AlertDetails;
use notifications::alert::messages::{Phrase, Value};
use operation::{Collection, NoInput};

impl Piece for Value {
    fn write(&self, language: Language, into: &mut Markup) {
        match self {
            Self::Number(number) => into.text(&thousands(*number, language)),
            Self::Decimal(number) => into.text(&decimal(*number, language)),
            Self::Text(text) => into.text(text),
            Self::Moment(moment) => moment.moment().write(language, into),
        }
    }
}

/// Formats a number with one decimal in the given language.
fn decimal(number: f64, language: Language) -> String {
    let text = number.to_string();
    match text.split_once('.') {
        Some((whole, tenth)) => {
            let whole = whole.parse().unwrap_or(0);
            let mark = language.decimal_mark();
            format!("{}{mark}{tenth}", thousands(whole, language))
        }
        None => thousands(text.parse().unwrap_or(0), language),
    }
}

/// The phrase in the viewer's language.
fn t(phrase: &Phrase, language: Language) -> Message {
    let begun = language.t(phrase.english);
    let values = phrase.values.iter();
    values.fold(begun, |sentence, (name, value)| sentence.with(name, value))
}

/// An alert on the page.
struct Shown {
    id: String,
    title: Message,
    text: Message,
    /// The page to resolve it on, and the label of the link.
    page: String,
    action: &'static str,
    fired_at: Moment,
    is_read: bool,
}

impl Shown {
    fn of(found: AlertAttributes, language: Language) -> Result<Self, ApiError> {
        let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let notice = AlertNotice {
            id: found.id.parse().map_err(unreadable)?,
            subject: found.subject,
            subject_name: found.subject_name,
            period: found.period,
            threshold: found.threshold,
            facts: found.facts,
        };
        let words = notice.words();
        Ok(Self {
            title: t(&words.title, language),
            text: t(&words.text, language),
            page: notice.page(),
            action: match notice.facts {
                AlertDetails::Quota(_) => msg("View usage"),
                _ => msg("View key"),
            },
            id: found.id,
            fired_at: found.fired_at.moment(),
            is_read: found.read_at.is_some(),
        })
    }
}

#[derive(Template)]
#[template(path = "alerts.html")]
struct AlertsPage {
    layout: Layout,
    alerts: Collection<Shown>,
    only_unread: bool,
    unread: u64,
}

/// `GET /alerts`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let only_unread = context.parameter("unread").is_some();
    let input = AlertListInput {
        unread: only_unread,
        page: context.page(20),
    };
    let found = context.call::<AlertList>(input).await?;
    let items: Result<Vec<_>, _> = found
        .items
        .into_iter()
        .map(|it| Shown::of(it, context.language))
        .collect();
    page(&AlertsPage {
        layout: context.layout("Alerts", "/alerts"),
        alerts: Collection {
            items: items?,
            next: found.next,
            total: found.total,
        },
        only_unread,
        unread: context.unread,
    })
}

/// The list to return to after a form of the inbox.
fn back(form: &Form) -> &'static str {
    if form.has("list", "unread") {
        "/alerts?unread"
    } else {
        "/alerts"
    }
}

/// `POST /alerts/{alert}/read` and `/unread`.
async fn mark(context: &PageContext, alert: String, read: bool, form: &Form) -> PageResult {
    let input = AlertUpdateInput { alert, read };
    context.call::<AlertUpdate>(input).await?;
    Ok(see_other(back(form)))
}

/// `POST /alerts/{alert}/read`.
pub(super) async fn read(
    context: PageContext,
    Path(alert): Path<String>,
    form: Form,
) -> PageResult {
    mark(&context, alert, true, &form).await
}

/// `POST /alerts/{alert}/unread`.
pub(super) async fn unread(
    context: PageContext,
    Path(alert): Path<String>,
    form: Form,
) -> PageResult {
    mark(&context, alert, false, &form).await
}

/// `POST /alerts/read-all`.
pub(super) async fn read_all(context: PageContext, _: Form) -> PageResult {
    context.call::<AlertReadAll>(NoInput {}).await?;
    Ok(see_other("/alerts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let check = |number, language, expected: &str| {
            assert_eq!(decimal(number, language), expected);
        };
        check(1_158.1, Language::English, "1,158.1");
        check(1_158.1, Language::Dutch, "1.158,1");
        check(10.0, Language::Dutch, "10");
        check(0.5, Language::English, "0.5");
    }
}
