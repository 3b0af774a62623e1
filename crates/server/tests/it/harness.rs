//! A service in this process, with its own database and a clock that stands still.

use std::sync::Arc;
use std::time::Duration;

use access::{
    KeyId, KeyMode, KeyPermission, KeyPermissions, MasterSecret, MasterSecrets, OrgId, PlainKey,
    PreviousSecret, Role, SessionId, SessionToken, Timestamp, UserId,
};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use config::{Config, Origin, Sources};
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::app::{self, App};
use server::routes::Api;
use store::testing::TestDatabase;
use store::{FirstOrganization, NewKey, NewOrg, NewSession, NewUser, OrgTerms, Tenant};
use tower::ServiceExt as _;

pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

/// A running service.
pub(crate) struct Service {
    pub(crate) app: Arc<App>,
    pub(crate) router: Router,
    pub(crate) clock: Clock,
    /// A key with every permission.
    pub(crate) key: String,
    pub(crate) key_id: KeyId,
    pub(crate) org_id: OrgId,
    secret: MasterSecret,
    database: TestDatabase,
}

/// A signed-in person.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
    /// The session's token, as in the cookie.
    pub(crate) token: String,
}

/// The host that the tests' browsers use.
pub(crate) const HOST: &str = "localhost:8080";

/// A response, read to its end.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// Returns the response of a node to a request.
    pub(crate) async fn of(router: &Router, request: Request<Body>) -> Self {
        let response = router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Self {
            status: parts.status,
            headers: parts.headers,
            bytes,
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    /// Returns the codes of an error response, in order.
    pub(crate) fn codes(&self) -> Vec<String> {
        let errors = self.json()["errors"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let code = |it: &Value| it["code"].as_str().unwrap().to_owned();
        errors.iter().map(code).collect()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().unwrap())
    }
}

pub(crate) fn config(settings: &[(&str, &str)]) -> Config {
    let mut sources = Sources::default();
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    sources.add(Origin::CommandLine, settings.iter().map(owned));
    Config::from_sources(&sources).unwrap()
}

/// The path of a calculation, or of the batch.
pub(crate) fn calculation_path(name: &str) -> String {
    let mut all = server::api::calculations().into_iter();
    let found = all.find(|it| it.name == name);
    found.map_or_else(|| format!("/api/calc/{name}"), |it| it.path.to_owned())
}

/// Converts a body to a query, with dots for objects.
fn pairs(name: &str, value: &Value, into: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                let path = if name.is_empty() {
                    field.clone()
                } else {
                    format!("{name}.{field}")
                };
                pairs(&path, value, into);
            }
        }
        Value::Array(items) => items.iter().for_each(|it| pairs(name, it, into)),
        Value::String(text) => into.push((name.to_owned(), text.replace(' ', "%20"))),
        other => into.push((name.to_owned(), other.to_string())),
    }
}

/// The path and query of a GET request: fields that the path names, and the others.
pub(crate) fn calculation_address(name: &str, body: &Value) -> String {
    let mut path = calculation_path(name);
    let mut query = Vec::new();
    pairs("", body, &mut query);
    query.retain(|(field, value)| {
        let hole = format!("{{{field}}}");
        let is_in_path = path.contains(&hole);
        path = path.replace(&hole, value);
        !is_in_path
    });
    let query: Vec<_> = query
        .iter()
        .map(|(field, value)| format!("{field}={value}"))
        .collect();
    if query.is_empty() {
        return path;
    }
    format!("{path}?{}", query.join("&"))
}

impl Service {
    pub(crate) async fn new(api: Api) -> Self {
        Self::with_config(api, config(&[])).await
    }

    pub(crate) async fn with_config(api: Api, config: Config) -> Self {
        Self::on(TestDatabase::sqlite(), api, config).await
    }

    pub(crate) async fn on(database: TestDatabase, api: Api, config: Config) -> Self {
        let store = database.open().await;
        let secret = MasterSecret::from_bytes([7; 32]);
        let plain = PlainKey::generate(KeyMode::Test, &OsRandom);
        let first = FirstOrganization {
            org: new_org("First"),
            key: new_key(&plain, &secret, KeyPermissions::ALL),
            audit: vec![],
        };
        store.start_installation(&secret, &first).await.unwrap();
        let clock = Clock::manual(NOW);
        let app = App::new(config, clock.clone(), store, &secret, &api)
            .await
            .unwrap();
        app.join().await.unwrap();
        Self {
            router: app::router(&app, &api),
            app,
            clock,
            key: plain.reveal().to_owned(),
            key_id: first.key.id,
            org_id: first.org.id,
            secret,
            database,
        }
    }

    /// Adds a key of the first organization.
    pub(crate) async fn add_key(&self, permissions: &[KeyPermission]) -> String {
        let permissions = KeyPermissions::of(permissions);
        self.add_key_with(|key| key.permissions = permissions).await
    }

    /// Adds a live key of the first organization with every permission, modified by `change`.
    pub(crate) async fn add_key_with(&self, change: impl FnOnce(&mut NewKey)) -> String {
        let plain = PlainKey::generate(KeyMode::Live, &OsRandom);
        let mut key = new_key(&plain, &self.secret, KeyPermissions::ALL);
        key.mode = KeyMode::Live;
        change(&mut key);
        self.inside().add_key(&key).await.unwrap();
        plain.reveal().to_owned()
    }

    /// Changes the terms of the first organization.
    pub(crate) async fn set_terms(&self, change: impl FnOnce(&mut OrgTerms)) {
        let mut terms = OrgTerms::of_plan("deluxe".parse().unwrap());
        change(&mut terms);
        assert!(
            self.app
                .store
                .set_org_terms(self.org_id, &terms)
                .await
                .unwrap()
        );
        self.app.key_cache.refresh().await.unwrap();
    }

    /// Returns the counted requests of the first organization: operation, cost, status.
    pub(crate) async fn ledger(&self) -> Vec<(String, u64, Option<u16>)> {
        self.app.meter.flush().await;
        let rows = self.inside().ledger(None, 10_000).await.unwrap();
        rows.into_iter()
            .map(|it| (it.operation, it.cost, it.status))
            .collect()
    }

    /// Returns the same service after a restart, with only its database left.
    pub(crate) async fn restarted(self, api: Api) -> Self {
        let app = App::new(
            self.app.config.clone(),
            self.clock.clone(),
            self.app.store.clone(),
            &self.secret,
            &api,
        );
        let app = app.await.unwrap();
        app.join().await.unwrap();
        Self {
            router: app::router(&app, &api),
            app,
            ..self
        }
    }

    /// Returns the same service after a rotation of its master secret and a restart.
    pub(crate) async fn rotated(self, api: Api) -> Self {
        self.clock.advance(Duration::from_secs(1));
        let replaced_at = self.clock.now();
        let new = MasterSecret::generate(&OsRandom);
        let event = store::AuditEvent::of_installation("secret.rotate", replaced_at);
        let store = self.app.store.clone();
        let rotated = store
            .rotate_secret(&self.secret, &new, &event)
            .await
            .unwrap();
        assert_eq!(rotated.broken, []);
        let secrets = MasterSecrets {
            current: new,
            previous: Some(PreviousSecret {
                secret: self.secret,
                replaced_at,
            }),
        };
        let config = self.app.config.clone();
        let app = App::new(config, self.clock.clone(), store, &secrets, &api);
        let app = app.await.unwrap();
        app.join().await.unwrap();
        Self {
            router: app::router(&app, &api),
            app,
            secret: secrets.current,
            ..self
        }
    }

    /// Finishes a rotation, or returns what still needs the old secret.
    pub(crate) async fn finish_rotation(&self, anyway: bool) -> store::OldSecretUses {
        let event = store::AuditEvent::of_installation("secret.finish", self.clock.now());
        let finished = self.app.store.finish_rotation(&self.secret, anyway, &event);
        finished.await.unwrap()
    }

    /// Edits the database, like an attacker who can write to it.
    pub(crate) async fn edit(&self, sql: &'static str) {
        store::testing::execute(&self.database.location, sql).await;
    }

    /// Creates another node of the same service: its own memory, the same database and clock.
    pub(crate) async fn node(&self, api: &Api, config: Config) -> (Arc<App>, Router) {
        let (clock, store) = (self.clock.clone(), self.app.store.clone());
        let app = App::new(config, clock, store, &self.secret, api)
            .await
            .unwrap();
        app.join().await.unwrap();
        let router = app::router(&app, api);
        (app, router)
    }

    /// Creates a signed-in person without an organization.
    pub(crate) async fn person(&self) -> Person {
        let id = UserId::new(NOW, &OsRandom);
        let email = format!("{id}@example.com");
        let user = NewUser {
            id,
            email: email.parse().unwrap(),
            name: "Ann".parse().unwrap(),
            password: None,
            email_verified_at: Some(NOW),
            operator: false,
            created_at: NOW,
        };
        let mut transaction = self.app.store.begin().await.unwrap();
        assert!(transaction.add_user(&user).await.unwrap());
        transaction.commit().await.unwrap();
        self.signed_in(id).await
    }

    /// Creates a session that starts now.
    pub(crate) async fn signed_in(&self, id: UserId) -> Person {
        let token = SessionToken::generate(&OsRandom);
        let session = NewSession {
            id: SessionId::new(self.clock.now(), &OsRandom),
            user: id,
            digest: token.digest(&self.app.keys.session),
            second_factor: false,
            created_at: self.clock.now(),
            source_address: None,
            user_agent: None,
        };
        let mut transaction = self.app.store.begin().await.unwrap();
        transaction.add_session(&session).await.unwrap();
        transaction.commit().await.unwrap();
        Person {
            id,
            session: session.id,
            token: token.reveal().to_owned(),
        }
    }

    /// Creates a session that starts now and has a second factor.
    pub(crate) async fn signed_in_with_second_factor(&self, id: UserId) -> Person {
        let person = self.signed_in(id).await;
        let mut transaction = self.app.store.begin().await.unwrap();
        let given = transaction.set_session_second_factor(id, person.session);
        assert!(given.await.unwrap());
        transaction.commit().await.unwrap();
        person
    }

    /// Creates a signed-in operator.
    pub(crate) async fn operator(&self) -> Person {
        let person = self.person().await;
        self.make_operator(&person).await;
        person
    }

    /// Makes a person an operator, with the second factor that operators need.
    pub(crate) async fn make_operator(&self, person: &Person) {
        let mut transaction = self.app.store.begin().await.unwrap();
        assert!(transaction.set_operator(person.id, true).await.unwrap());
        transaction.commit().await.unwrap();
        self.enrol(person).await;
    }

    /// Gives a person and their session a second factor.
    pub(crate) async fn enrol(&self, person: &Person) {
        let (id, session) = (person.id, person.session);
        let mut transaction = self.app.store.begin().await.unwrap();
        let generation = transaction.begin_totp(id).await.unwrap().unwrap();
        let step = access::TotpStep::from_number(0);
        assert!(
            transaction
                .confirm_totp(id, generation, step)
                .await
                .unwrap()
        );
        let given = transaction.set_session_second_factor(id, session).await;
        assert!(given.unwrap());
        transaction.commit().await.unwrap();
    }

    /// Runs the job that sends links to people who asked for a new password.
    pub(crate) async fn send_reset_links(&self) -> usize {
        management_api::send_reset_links(&self.app).await.unwrap()
    }

    /// Creates a signed-in member of the organization.
    pub(crate) async fn member_of(&self, org: OrgId, role: Role) -> Person {
        let person = self.person().await;
        self.add_to(org, &person, role).await;
        person
    }

    /// Makes a person a member of an organization from now on.
    pub(crate) async fn add_to(&self, org: OrgId, person: &Person, role: Role) {
        let inside = self.app.store.org(Tenant::named_by_operator(org));
        let mut locked = inside.locked(&self.app.keys.audit).await.unwrap().unwrap();
        let since = self.clock.now();
        assert!(locked.add_member(person.id, role, since).await.unwrap());
        locked.commit().await.unwrap();
    }

    /// Creates a signed-in member of the first organization.
    pub(crate) async fn member(&self, role: Role) -> Person {
        self.member_of(self.org_id, role).await
    }

    /// Loads the library of texts into the database, like the start of a server.
    pub(crate) async fn with_library(self) -> Self {
        let synced = astrology_api::library::bring_up_to_date(&self.app.store, NOW).await;
        synced.unwrap();
        self
    }

    /// Creates another node of the same service that shares only the database.
    pub(crate) async fn another_node(&self, api: Api) -> (Arc<App>, Router) {
        let app = App::new(
            self.app.config.clone(),
            self.clock.clone(),
            self.app.store.clone(),
            &self.secret,
            &api,
        );
        let app = app.await.unwrap();
        app.join().await.unwrap();
        let router = app::router(&app, &api);
        (app, router)
    }

    /// Creates another organization without members.
    pub(crate) async fn another_org(&self) -> OrgId {
        let org = new_org("Another");
        self.app.store.add_org(&org).await.unwrap();
        let inside = self.app.store.org(Tenant::named_by_operator(org.id));
        let mut locked = inside.locked(&self.app.keys.audit).await.unwrap().unwrap();
        let made = store::AuditEvent {
            at: NOW,
            actor: "operator".to_owned(),
            action: "org.create".to_owned(),
            subject: org.id.to_string(),
            before: None,
            after: None,
            source_address: None,
        };
        locked.audit(&made).await.unwrap();
        locked.commit().await.unwrap();
        org.id
    }

    /// Changes a key of the first organization.
    pub(crate) async fn edit_key(&self, id: KeyId, edit: &store::KeyEdit) {
        let inside = self.inside();
        let mut locked = inside.locked(&self.app.keys.audit).await.unwrap().unwrap();
        assert!(locked.edit_key(id, edit).await.unwrap());
        locked.commit().await.unwrap();
        self.app.key_cache.refresh().await.unwrap();
    }

    /// Returns the actions in the installation's audit log, oldest first.
    pub(crate) async fn installation_log(&self) -> Vec<String> {
        let order = store::AuditOrder::OldestFirst;
        let size = store::PageSize::MAX;
        let page = self.app.store.installation_audit_page(order, None, size);
        let entries = page.await.unwrap().items.into_iter();
        entries.map(|it| it.entry.action).collect()
    }

    /// Adds a key of another organization with every permission.
    pub(crate) async fn key_of(&self, org: OrgId) -> String {
        let plain = PlainKey::generate(KeyMode::Live, &OsRandom);
        self.add_key_to(org, &plain).await
    }

    /// Adds a test key of another organization.
    pub(crate) async fn test_key_of(&self, org: OrgId) -> String {
        let plain = PlainKey::generate(KeyMode::Test, &OsRandom);
        self.add_key_to(org, &plain).await
    }

    async fn add_key_to(&self, org: OrgId, plain: &PlainKey) -> String {
        let key = new_key(plain, &self.secret, KeyPermissions::ALL);
        let inside = self.app.store.org(Tenant::named_by_operator(org));
        inside.add_key(&key).await.unwrap();
        plain.reveal().to_owned()
    }

    /// Sends a request as a page of this service would, signed in.
    pub(crate) async fn ask_as(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let request = browser_request(method, path)
            .header("cookie", format!("almagest_local={}", person.token));
        self.send_with(request, body).await
    }

    pub(crate) async fn send_with(
        &self,
        request: axum::http::request::Builder,
        body: Option<&Value>,
    ) -> Answer {
        let request = match body {
            None => request.body(Body::empty()),
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
        };
        self.send(request.unwrap()).await
    }

    /// Returns the location of its database.
    pub(crate) const fn location(&self) -> &store::DatabaseLocation {
        &self.database.location
    }

    pub(crate) fn inside(&self) -> store::OrgStore<'_> {
        self.app.store.org(Tenant::named_by_operator(self.org_id))
    }

    /// Takes the organization's lock, for changes that a test makes outside the API.
    pub(crate) async fn locked(&self) -> store::LockedOrg {
        let locked = self.inside().locked(&self.app.keys.audit).await;
        locked.unwrap().unwrap()
    }

    /// Returns the data of a calculation that succeeds.
    pub(crate) async fn calculate(&self, name: &str, body: &Value) -> Value {
        let answer = self.calculation(name, body).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.json());
        answer.json()["data"].clone()
    }

    /// Requests a calculation: by POST, or by GET if its path has parameters.
    pub(crate) async fn calculation(&self, name: &str, body: &Value) -> Answer {
        let path = calculation_path(name);
        if path.contains('{') {
            return self.get(&calculation_address(name, body)).await;
        }
        self.post(&path, &body.to_string()).await
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        Answer::of(&self.router, request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).header("x-api-key", &self.key);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn get_with(&self, path: &str, key: &str) -> Answer {
        let request = Request::get(path).header("x-api-key", key);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.send_json(Method::POST, path, body).await
    }

    pub(crate) async fn send_json(&self, method: Method, path: &str, body: &str) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("x-api-key", &self.key)
            .header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_owned())).unwrap())
            .await
    }
}

/// Returns a request as a browser sends it from a page of this service.
pub(crate) fn browser_request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", HOST)
        .header("origin", format!("http://{HOST}"))
        .header("sec-fetch-site", "same-origin")
}

fn new_org(name: &str) -> NewOrg {
    NewOrg {
        id: OrgId::new(NOW, &OsRandom),
        name: name.parse().unwrap(),
        terms: OrgTerms::of_plan("deluxe".parse().unwrap()),
        created_at: NOW,
    }
}

fn new_key(plain: &PlainKey, secret: &MasterSecret, permissions: KeyPermissions) -> NewKey {
    NewKey {
        id: KeyId::new(NOW, &OsRandom),
        name: "key".parse().unwrap(),
        mode: KeyMode::Test,
        digest: plain.digest(&secret.pepper()),
        display: plain.display(),
        permissions,
        rates: vec![],
        domains: access::DomainRule::Unrestricted,
        expires_at: None,
        created_at: NOW,
    }
}
