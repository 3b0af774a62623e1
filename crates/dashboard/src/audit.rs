//! The audit log: who changed access, when, and how.

use std::collections::HashMap;

use askama::Template;
use serde_json::Value;

use super::markup::ToMoment as _;
use super::page::{PageResult, page};
use super::page_context::{Layout, PageContext};
use i18n::{Language, msg};
use management_api::activity::{AuditAttributes, AuditList};
use management_api::member::MemberList;
use operation::{Collection, PageRequest};

/// What the page shows of an entry.
trait AuditEntryExt {
    /// The subject before and after the change, as indented JSON.
    fn change(&self, language: Language) -> Option<String>;
}

impl AuditEntryExt for AuditAttributes {
    fn change(&self, language: Language) -> Option<String> {
        let shown = |title: &str, value: &Value| {
            let title = language.word(title);
            (!value.is_null()).then(|| format!("{title}\n{value:#}"))
        };
        let parts = [
            shown(msg("Before"), &self.before),
            shown(msg("After"), &self.after),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    layout: Layout,
    entries: Collection<AuditAttributes>,
    names: HashMap<String, String>,
}

impl AuditPage {
    /// The member's name, or the actor's id.
    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }
}

/// `GET /audit`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let entries = context.call::<AuditList>(context.page(50).into()).await?;
    let most = PageRequest::first(100).into();
    let members = context.call::<MemberList>(most).await?;
    page(&AuditPage {
        layout: context.layout("Audit log", "/audit"),
        entries,
        names: members
            .items
            .into_iter()
            .map(|it| (it.user, it.name))
            .collect(),
    })
}
