//! The audit log: who changed access, when, and how.

use std::collections::HashMap;

use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};

use super::markup::Moment;
use super::page::{Answer, page};
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
    shell: Layout,
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
pub(super) async fn show(visit: PageContext) -> Answer {
    #[derive(Deserialize)]
    struct Named {
        id: String,
        name: String,
    }
    visit.org()?;
    let entries = visit.list::<AuditList, _, _>(visit.page(50)).await?;
    let most = json!({ "page": { "size": 100 } });
    let members: Paginated<Named> = visit.list::<MemberList, _, _>(most).await?;
    page(&AuditPage {
        shell: visit.shell("Audit log", "/audit"),
        entries,
        names: members
            .items
            .into_iter()
            .map(|it| (it.id, it.name))
            .collect(),
    })
}
