//! `almagest outbox`: e-mails that wait, with their links, for an operator without a mail server.

use std::process::ExitCode;

use serde_json::{Value, json};
use store::PageSize;

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::mail::Message;

pub(super) async fn run(config: Config, output: Output) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    let url = operator.app.config.public_url();
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    let mut after = None;
    loop {
        let page = operator.store().mails_page(after, PageSize::MOST).await?;
        for mail in page.items.iter().filter(|it| it.sent_at.is_none()) {
            let link = Message::of(mail, operator.keys(), &url).map(|it| it.link);
            documents.push(json!({
                "id": mail.id.to_string(),
                "recipient": mail.recipient.as_str(),
                "kind": mail.kind,
                "createdAt": rfc3339(mail.created_at),
                "attempts": mail.attempts,
                "lastError": mail.last_error,
                "givenUpAt": mail.given_up_at.map(rfc3339),
                "link": link,
            }));
            rows.push(vec![
                mail.recipient.to_string(),
                mail.kind.clone(),
                mail.last_error.clone().unwrap_or_default(),
                link.unwrap_or_default(),
            ]);
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let text = table(&["recipient", "kind", "last error", "link"], &rows);
    output.show(&text, &Value::Array(documents))
}
