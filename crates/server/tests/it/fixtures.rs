//! Two organizations with people in every role, and targets for attackers.

use access::{OrgId, Role};
use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service};

/// A service with targets for attacks.
pub(crate) struct Stage {
    pub(crate) service: Service,
    pub(crate) owner: Person,
    pub(crate) manager: Person,
    pub(crate) member: Person,
    /// Another organization and its owner.
    pub(crate) foreign_org: OrgId,
    pub(crate) stranger: Person,
    /// An operator who belongs to no organization.
    pub(crate) operator: Person,
}

impl Stage {
    pub(crate) async fn new() -> Self {
        Self::of(Service::new(server::api::api()).await).await
    }

    pub(crate) async fn of(service: Service) -> Self {
        let foreign_org = service.another_org().await;
        Self {
            owner: service.member(Role::Owner).await,
            manager: service.member(Role::Manager).await,
            member: service.member(Role::Member).await,
            stranger: service.member_of(foreign_org, Role::Owner).await,
            operator: service.operator().await,
            foreign_org,
            service,
        }
    }

    /// Returns a path below the first organization.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/manage/orgs/{}/{rest}", self.service.org_id)
    }

    /// Returns a path below the other organization.
    pub(crate) fn foreign(&self, rest: &str) -> String {
        format!("/api/manage/orgs/{}/{rest}", self.foreign_org)
    }

    pub(crate) async fn get(&self, person: &Person, path: &str) -> Answer {
        self.service.ask_as(person, Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, person: &Person, path: &str, body: &Value) -> Answer {
        self.service
            .ask_as(person, Method::POST, path, Some(body))
            .await
    }

    pub(crate) async fn patch(&self, person: &Person, path: &str, body: &Value) -> Answer {
        self.service
            .ask_as(person, Method::PATCH, path, Some(body))
            .await
    }

    pub(crate) async fn delete(&self, person: &Person, path: &str) -> Answer {
        self.service
            .ask_as(person, Method::DELETE, path, None)
            .await
    }

    /// Creates a key of the first organization as its owner, and returns its id and text.
    pub(crate) async fn key(&self, more: &Value) -> (String, String) {
        let mut body = json!({ "name": "k", "mode": "live", "permissions": ["calc:read"] });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let made = self.post(&self.owner, &self.path("keys"), &body).await;
        assert_eq!(made.status, 201, "{}", made.json());
        let data = made.json()["data"].clone();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        (text(&data["id"]), text(&data["attributes"]["key"]))
    }

    /// Creates a key of the other organization and returns its id.
    pub(crate) async fn foreign_key(&self) -> String {
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        let made = self
            .post(&self.stranger, &self.foreign("keys"), &body)
            .await;
        made.json()["data"]["id"].as_str().unwrap().to_owned()
    }

    /// Invites someone as a member of the first organization.
    pub(crate) async fn invite(&self, by: &Person, email: &str, role: &str) -> Answer {
        let body = json!({ "email": email, "role": role });
        self.post(by, &self.path("invitations"), &body).await
    }

    /// Returns the token of the newest e-mail to this address.
    pub(crate) async fn mailed_token(&self, email: &str) -> String {
        self.service.send_reset_links().await;
        let app = &self.service.app;
        let size = store::PageSize::MAX;
        let mails = app.store.mails_page(None, size).await.unwrap().items;
        let mail = mails.iter().rfind(|it| it.recipient.as_str() == email);
        let message =
            notifications::mail::Message::of(mail.unwrap(), &app.keys, "http://x").unwrap();
        message.link.split_once("#token=").unwrap().1.to_owned()
    }

    /// Returns a person's role in the first organization.
    pub(crate) async fn role_of(&self, person: &Person) -> Option<Role> {
        self.service.inside().role_of(person.id).await.unwrap()
    }

    /// Returns the actions in the first organization's audit log, newest first.
    pub(crate) async fn audited(&self) -> Vec<String> {
        let answer = self
            .get(&self.owner, &self.path("audit?page[size]=100"))
            .await;
        let entries = answer.json()["data"].as_array().unwrap().clone();
        let action = |it: &Value| it["attributes"]["action"].as_str().unwrap().to_owned();
        entries.iter().map(action).collect()
    }
}

/// Returns an error without the request's id, to compare two of them.
pub(crate) fn error(answer: &Answer) -> Value {
    let mut body = answer.json();
    body["errors"][0]["id"] = Value::Null;
    json!({ "status": answer.status.as_u16(), "body": body })
}
