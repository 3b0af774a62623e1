//! Inputs with a password, or with the token of a link that was sent by e-mail. The search tries each
//! of them before it tries invented ones, which are refused.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::operation::Caller;
use super::person::PASSWORD;
use super::{Input, Search};

/// The owner's email address after the change.
const NEW_EMAIL: &str = "bench-new@example.org";

impl Search<'_> {
    /// Inputs that an operation accepts once, or only with the password.
    pub(super) fn inputs_that_work_once(&mut self, operation: &str) -> Result<Option<Input>> {
        let body = match operation {
            "session_create" => Some(json!({ "email": self.email, "password": PASSWORD })),
            "session_reauthenticate" => Some(json!({ "password": PASSWORD })),
            "password_change" => Some(json!({ "current": PASSWORD, "new": PASSWORD })),
            "email_change" => Some(json!({ "email": NEW_EMAIL, "password": PASSWORD })),
            "email_change_confirm" => {
                let token = self.token_sent_to(NEW_EMAIL, "change_email")?;
                if token.is_some() {
                    self.email = NEW_EMAIL;
                }
                token
            }
            "invitation_describe" => Some(self.token_of_invitation()?),
            _ => None,
        };
        Ok(body.map(|body| Input {
            query: json!({}),
            body: Some(body),
            gzip: false,
        }))
    }

    /// The body with the token of the latest link in the outbox for a recipient, if there is one.
    fn token_sent_to(&mut self, recipient: &str, kind: &str) -> Result<Option<Value>> {
        let path = "/api/manage/installation/outbox?page[size]=100";
        let outbox = self.get(path, Caller::Operator)?;
        let mails = outbox["data"].as_array().cloned().unwrap_or_default();
        let is_it = |it: &&Value| {
            let attributes = &it["attributes"];
            attributes["recipient"] == recipient && attributes["kind"] == kind
        };
        let mail = mails.iter().rfind(is_it);
        let link = mail.and_then(|it| it.pointer("/attributes/link")?.as_str());
        link.map(token).transpose()
    }

    /// The body with the token of an invitation.
    fn token_of_invitation(&mut self) -> Result<Value> {
        let org = self.known.get("{org}").cloned().unwrap_or_default();
        let list = format!("/api/manage/orgs/{org}/invitations");
        let invitations = self.get(&list, Caller::Session)?;
        let id = invitations.pointer("/data/0/id").and_then(Value::as_str);
        let id = id.context("no invitation")?;
        let link = self.post(Caller::Session, &format!("{list}/{id}/link"), &json!({}))?;
        let link = link.pointer("/data/attributes/url").and_then(Value::as_str);
        token(link.context("the invitation has no link")?)
    }
}

fn token(link: &str) -> Result<Value> {
    let (_, token) = link
        .split_once("#token=")
        .context("the link has no token")?;
    Ok(json!({ "token": token }))
}
