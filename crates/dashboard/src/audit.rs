//! The audit log: who changed access, when, and how.

use std::collections::HashMap;

use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};

use super::markup::Moment;
use super::page::{PageResult, page};
use super::page_context::{Layout, PageContext, Paginated};
use i18n::{Language, msg};
use management_api::activity::AuditList;
use management_api::member::MemberList;

/// An entry.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuditEntry {
    id: String,
    at: Moment,
    actor: String,
    action: String,
    subject: String,
    before: Value,
    after: Value,
    source_address: Option<String>,
    mac: String,
}

impl AuditEntry {
    /// The subject before and after the change, as indented JSON.
    fn change(&self, language: Language) -> Option<String> {
        let shown = |title: &str, value: &Value| {
            let title = language.word(title);
            (!value.is_null()).then(|| format!("{title}\n{value:#}"))
        };
        let parts = [
            shown(msg("before"), &self.before),
            shown(msg("after"), &self.after),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    layout: Layout,
    entries: Paginated<AuditEntry>,
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
    #[derive(Deserialize)]
    struct Named {
        id: String,
        name: String,
    }
    context.org()?;
    let entries = context.list::<AuditList, _, _>(context.page(50)).await?;
    let most = json!({ "page": { "size": 100 } });
    let members: Paginated<Named> = context.list::<MemberList, _, _>(most).await?;
    page(&AuditPage {
        layout: context.layout("Audit log", "/audit"),
        entries,
        names: members
            .items
            .into_iter()
            .map(|it| (it.id, it.name))
            .collect(),
    })
}
