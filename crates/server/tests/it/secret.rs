//! Rotation of the master secret: everything created before keeps working.

use std::path::Path;
use std::time::Duration;

use access::TotpSecret;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::accounts::{EMAIL, PASSWORD, code, post, set_up, sign_in};
use crate::binary::{Serving, json as answer_of, refusal};
use crate::harness::{Answer, Person, Service, config};

const NATAL: &str =
    "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";
const TOKENS: &str = "/api/key/tokens";
const ORIGIN: &str = "https://app.example.com";

/// Everything that was created with the old secret and that others hold.
struct Before {
    ann: Person,
    authenticator: TotpSecret,
    codes: Value,
    token: String,
    picture: String,
    webhook: (String, String),
}

impl Before {
    async fn new(service: &Service) -> Self {
        let ann = set_up(service).await;
        let email = EMAIL.parse().unwrap();
        let found = service.app.store.user_by_email(&email).await.unwrap();
        let user = found.unwrap().user.id;
        let authenticator = service.app.keys.totp.secret(user, 1);
        let ask = async |path: &str, body: Value| {
            let answer = service.ask_as(&ann, Method::POST, path, Some(&body)).await;
            assert!(answer.status.is_success(), "{path}: {}", answer.json());
            answer
        };
        let factor = "/api/manage/me/second-factor";
        ask(factor, json!({ "password": PASSWORD })).await;
        let code = code(&authenticator, service);
        let confirmed = ask(&format!("{factor}/confirm"), json!({ "code": code })).await;
        let org = format!("/api/manage/orgs/{}", service.org_id);
        let invited = json!({ "email": "bob@example.com", "role": "member" });
        ask(&format!("{org}/invitations"), invited).await;
        let hook = json!({ "url": "http://127.0.0.1:9/hook" });
        let hook = ask(&format!("{org}/webhooks"), hook).await.json()["data"].clone();
        let reset = json!({ "email": EMAIL });
        let reset = post(service, "/api/manage/password-resets", &reset).await;
        assert_eq!(reset.status, StatusCode::ACCEPTED);
        service.send_reset_links().await;
        let minted = mint(service).await.json();
        let chart = service.get(NATAL).await.json()["data"]["chart"]["url"].clone();
        let (_, picture) = chart.as_str().unwrap().split_once("/api/").unwrap();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        Self {
            ann,
            authenticator,
            codes: confirmed.json()["data"]["attributes"]["recoveryCodes"].clone(),
            token: text(&minted["data"]["attributes"]["token"]),
            picture: format!("/api/{picture}"),
            webhook: (text(&hook["id"]), text(&hook["attributes"]["secret"])),
        }
    }

    async fn with_session(&self, service: &Service) -> Answer {
        let me = "/api/manage/me";
        service.ask_as(&self.ann, Method::GET, me, None).await
    }

    async fn with_token(&self, service: &Service) -> Answer {
        let request = Request::get("/api/key")
            .header("authorization", format!("Bearer {}", self.token))
            .header("origin", ORIGIN);
        service.send_with(request, None).await
    }

    async fn picture(&self, service: &Service) -> Answer {
        let request = Request::get(&self.picture).body(Body::empty());
        service.send(request.unwrap()).await
    }

    /// Signs in with an unused code.
    async fn sign_in(&self, service: &Service) -> Answer {
        service.clock.advance(Duration::from_secs(30));
        let body = json!({ "code": code(&self.authenticator, service) });
        sign_in(service, &body).await
    }

    async fn webhook_secret(&self, service: &Service) -> String {
        let id = self.webhook.0.parse().unwrap();
        let secret = service.app.webhook_secret(id).await.unwrap();
        secret.reveal().to_string()
    }
}

async fn mint(service: &Service) -> Answer {
    let body =
        json!({ "permissions": ["calc:read"], "origins": ["app.example.com"], "expiresIn": 600 });
    let request = Request::post(TOKENS)
        .header("x-api-key", &service.key)
        .header("idempotency-key", "once");
    service.send_with(request, Some(&body)).await
}

/// Returns the token of the newest e-mail of a kind.
async fn mailed(service: &Service, kind: &str) -> String {
    let app = &service.app;
    let mails = app.store.mails_page(None, store::PageSize::MAX).await;
    let mails = mails.unwrap().items;
    let mail = mails.iter().rfind(|it| it.kind == kind).unwrap();
    let message = notifications::mail::Message::of(mail, &app.keys, "http://x").unwrap();
    message.link.split_once("#token=").unwrap().1.to_owned()
}

async fn service() -> Service {
    let local = [("webhook_networks", "127.0.0.0/8")];
    Service::with_config(server::api::api(), config(&local)).await
}

#[tokio::test]
async fn everything_that_was_made_before_a_rotation_works_through_it() {
    let service = service().await;
    let before = Before::new(&service).await;
    let link = mailed(&service, "reset_password").await;
    let service = service.rotated(server::api::api()).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    assert_eq!(before.with_session(&service).await.status, StatusCode::OK);
    assert_eq!(before.with_token(&service).await.status, StatusCode::OK);
    assert_eq!(before.picture(&service).await.status, StatusCode::OK);
    let repeated = mint(&service).await.json();
    assert_eq!(repeated["meta"]["secretShown"], true, "{repeated}");
    assert_eq!(before.sign_in(&service).await.status, StatusCode::CREATED);
    let recovered = sign_in(&service, &json!({ "recoveryCode": before.codes[0] })).await;
    assert_eq!(recovered.status, StatusCode::CREATED);
    let again = sign_in(&service, &json!({ "recoveryCode": before.codes[0] })).await;
    assert_eq!(again.codes(), ["second_factor_wrong"], "a code works once");
    assert_eq!(before.webhook_secret(&service).await, before.webhook.1);
    // One link was already in a mailbox. The other is written into its e-mail only now.
    assert_eq!(mailed(&service, "reset_password").await, link);
    let body = json!({ "token": link, "password": "another long sentence" });
    let reset = post(&service, "/api/manage/password-resets/confirm", &body).await;
    assert_eq!(reset.status, StatusCode::NO_CONTENT);
    let token = mailed(&service, "invitation").await;
    let body = json!({ "token": token, "name": "Bob", "password": PASSWORD });
    let joined = post(&service, "/api/manage/invitations/register", &body).await;
    assert_eq!(joined.status, StatusCode::CREATED, "{}", joined.json());
    let audit = service
        .app
        .store
        .verify_audit(&service.app.keys.audit)
        .await;
    let audit = audit.unwrap();
    assert!(audit.iter().all(|(_, it)| it.is_ok()), "{audit:?}");
    assert!(
        service
            .installation_log()
            .await
            .contains(&"secret.rotate".to_owned())
    );
}

#[tokio::test]
async fn after_a_rotation_is_finished_only_what_moved_works() {
    let service = service().await;
    let before = Before::new(&service).await;
    let unused = service.add_key_with(|_| ()).await;
    let service = service.rotated(server::api::api()).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    let left = service.finish_rotation(false).await;
    let counts = (left.keys, left.recovery_codes, left.invitations, left.links);
    assert_eq!(counts, (1, 10, 1, 1));
    assert_eq!(service.finish_rotation(true).await, left);
    let service = service.restarted(server::api::api()).await;
    assert_eq!(
        service.get("/api/key").await.status,
        StatusCode::OK,
        "the key was used"
    );
    let lost = service.get_with("/api/key", &unused).await;
    assert_eq!(lost.codes(), ["key_invalid"]);
    assert_eq!(
        before.with_session(&service).await.codes(),
        ["session_ended"]
    );
    assert_eq!(before.with_token(&service).await.codes(), ["key_invalid"]);
    assert_eq!(
        before.picture(&service).await.codes(),
        ["url_signature_invalid"]
    );
    let code = sign_in(&service, &json!({ "recoveryCode": before.codes[0] })).await;
    assert_eq!(code.codes(), ["second_factor_wrong"]);
    assert_eq!(before.sign_in(&service).await.status, StatusCode::CREATED);
    assert_eq!(before.webhook_secret(&service).await, before.webhook.1);
}

/// The cached key must have the digest that changes are announced with.
#[tokio::test]
async fn a_key_that_moved_is_revoked_like_any_other() {
    let service = service().await;
    let service = service.rotated(server::api::api()).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    let (inside, now) = (service.inside(), service.clock.now());
    inside.revoke_key(service.key_id, now).await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(service.get("/api/key").await.codes(), ["key_revoked"]);
}

#[test]
fn an_operator_rotates_the_secret_and_forgets_the_old_one() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let serving = Serving::start(&folder);
    let key = serving.first_key();
    let rotate = ["secret", "rotate"];
    let running = refusal(&folder, &rotate);
    assert!(running.contains("another `almagest serve`"), "{running}");
    drop(serving);
    let place = folder.join("master.key");
    let [previous, made] = [".previous", ".new"].map(|it| folder.join(format!("master.key{it}")));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let old = read(&place);
    answer_of(&folder, &rotate);
    assert_eq!(read(&previous), old);
    assert_ne!(read(&place), old);
    assert!(!made.exists());
    let again = refusal(&folder, &rotate);
    assert!(again.contains("already in progress"), "{again}");
    let needed = refusal(&folder, &["secret", "finish"]);
    assert!(needed.contains("keys: 1"), "{needed}");

    std::fs::rename(&previous, scratch.path().join("away")).unwrap();
    let missing = refusal(&folder, &["org", "list"]);
    assert!(missing.contains("master.key.previous"), "{missing}");
    std::fs::rename(scratch.path().join("away"), &previous).unwrap();

    // The state after an interruption between the database and the files.
    std::fs::rename(&place, &made).unwrap();
    std::fs::rename(&previous, &place).unwrap();
    let serving = Serving::start(&folder);
    assert_eq!(read(&previous), old);
    assert!(!made.exists());
    assert_eq!(serving.status("/api/key", &key), 200);
    let copy = scratch.path().join("copy");
    let copy = copy.to_str().unwrap();
    answer_of(&folder, &["backup", "--to", copy, "--with-master-key"]);
    assert_eq!(read(Path::new(&format!("{copy}.master.key.previous"))), old);
    drop(serving);

    answer_of(&folder, &["secret", "finish"]);
    assert!(!previous.exists());
    let serving = Serving::start(&folder);
    assert_eq!(serving.status("/api/key", &key), 200);
    drop(serving);
    answer_of(&folder, &["audit", "verify"]);
    let none = refusal(&folder, &["secret", "finish"]);
    assert!(none.contains("no rotation"), "{none}");
}
