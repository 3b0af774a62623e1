//! Texts: who may read and change them, that no edit is lost, and that an organization's changes
//! appear in its own responses at once and in no others.

use std::fmt::Write as _;

use access::{KeyPermission, OrgId, Role};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use interpretation::key::Key;
use interpretation::library::Library;
use serde_json::{Value, json};
use store::testing::TestDatabase;
use store::{AuditOrder, PageSize};

use crate::harness::{Answer, NOW, Person, Service, browser_request, config};

const SYSTEM: &str = "system.natal.planet-in-sign.sun.gemini.en";
const URN: &str = "urn:content:1:natal:planet-in-sign:sun:gemini:en";

async fn service() -> Service {
    Service::new(server::api::api()).await.with_library().await
}

/// A request by a person in an organization.
struct Ask<'a> {
    service: &'a Service,
    person: &'a Person,
    org: OrgId,
}

impl Ask<'_> {
    async fn send(
        &self,
        method: Method,
        path: &str,
        tag: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = browser_request(method, path)
            .header("cookie", format!("almagest_local={}", self.person.token))
            .header("x-organization", self.org.to_string());
        if let Some(tag) = tag {
            request = request.header("if-match", tag);
        }
        self.service.send_with(request, body).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, None).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, None, Some(body)).await
    }

    async fn patch(&self, id: &str, tag: &str, body: &Value) -> Answer {
        let path = format!("/api/content/{id}");
        self.send(Method::PATCH, &path, Some(tag), Some(body)).await
    }

    /// Copies [`SYSTEM`] and returns the id of the copy.
    async fn copy(&self) -> String {
        let answer = self
            .post(
                &format!("/api/content/{SYSTEM}/create-custom-copy"),
                &json!({}),
            )
            .await;
        assert_eq!(answer.status, StatusCode::CREATED);
        answer.json()["data"]["id"].as_str().unwrap().to_owned()
    }
}

fn ask<'a>(service: &'a Service, person: &'a Person) -> Ask<'a> {
    Ask {
        service,
        person,
        org: service.org_id,
    }
}

/// Returns the text for the Sun in Gemini in a natal chart and its source, requested from a node
/// with a key of the organization.
async fn shown(node: &Router, key: &str) -> (String, String) {
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89&includeText=true";
    let request = Request::get(path).header("x-api-key", key);
    let answer = Answer::of(node, request.body(Body::empty()).unwrap()).await;
    let text = answer.json()["data"]["points"]["sun"]["text"].take();
    assert_eq!(text["urn"], URN, "{}", answer.json());
    let member = |name: &str| text[name].as_str().unwrap().to_owned();
    (member("body"), member("source"))
}

/// Returns the library's text.
fn of_library() -> (String, String) {
    (library_body(), "system".to_owned())
}

/// Returns an organization's own text.
fn of_organization(body: &str) -> (String, String) {
    (body.to_owned(), "organization".to_owned())
}

fn library_body() -> String {
    let key = Key::new("natal", "planet-in-sign", "sun:gemini").unwrap();
    Library::embedded()
        .exact(&key, "en")
        .unwrap()
        .body
        .to_owned()
}

fn body_of(answer: &Answer) -> String {
    let json = answer.json();
    json["data"]["attributes"]["body"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_member_copies_a_manager_edits_only_their_organization_changes_and_restore_brings_it_back()
 {
    journey(&service().await).await;
}

#[tokio::test]
async fn the_same_holds_on_postgresql() {
    let Some(database) = TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    let service = Service::on(database, server::api::api(), config(&[])).await;
    journey(&service.with_library().await).await;
}

async fn journey(service: &Service) {
    let member = service.member(Role::Member).await;
    let manager = service.member(Role::Manager).await;
    let (member, manager) = (ask(service, &member), ask(service, &manager));
    let others_key = service.key_of(service.another_org().await).await;
    let shown = async |key| shown(&service.router, key).await;
    assert_eq!(shown(&service.key).await, of_library());

    let id = member.copy().await;
    assert_eq!(shown(&service.key).await, of_organization(&library_body()));
    let edit = json!({ "body": "You are **ours**." });
    let refused = member.patch(&id, "\"v1\"", &edit).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
    let edited = manager.patch(&id, "\"v1\"", &edit).await;
    assert_eq!(edited.status, StatusCode::OK);
    assert_eq!(edited.header("etag"), "\"v2\"");

    let ours = of_organization("You are **ours**.");
    assert_eq!(shown(&service.key).await, ours);
    assert_eq!(
        shown(&others_key).await,
        of_library(),
        "another organization's key"
    );
    let by_urn = service.get(&format!("/api/content/urn/{URN}")).await;
    assert_eq!(body_of(&by_urn), ours.0, "the organization's keys read it");

    let restore = format!("/api/content/{id}/restore");
    let restored = manager.post(&restore, &json!({})).await;
    assert_eq!(restored.status, StatusCode::OK);
    assert_eq!(body_of(&restored), library_body());
    assert_eq!(restored.json()["data"]["attributes"]["restored"], true);
    assert_eq!(shown(&service.key).await, of_library());
    let by_urn = service.get(&format!("/api/content/urn/{URN}")).await;
    assert_eq!(by_urn.json()["data"]["id"], SYSTEM);
    history_is_kept(service, &manager, &id).await;
}

async fn history_is_kept(service: &Service, manager: &Ask<'_>, id: &str) {
    let history = manager.get(&format!("/api/content/{id}/versions")).await;
    let history = history.json()["data"].clone();
    let told: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let attributes = &it["attributes"];
            let version = attributes["version"].as_u64().unwrap();
            (version, attributes["action"].as_str().unwrap())
        })
        .collect();
    assert_eq!(told, [(3, "restore"), (2, "update"), (1, "copy")]);
    assert_eq!(history[1]["attributes"]["body"], "You are **ours**.");
    let inside = service.inside();
    let audit = inside.audit_page(AuditOrder::OldestFirst, None, PageSize::MAX);
    let audit = audit.await.unwrap();
    let actions: Vec<_> = audit
        .items
        .iter()
        .map(|it| it.entry.action.as_str())
        .collect();
    let expected = ["content.copy", "content.update", "content.restore"];
    assert_eq!(actions, expected);
}

#[tokio::test]
async fn of_two_concurrent_edits_one_is_kept_and_the_other_is_412() {
    let service = service().await;
    let manager = service.member(Role::Manager).await;
    let manager = ask(&service, &manager);
    let id = manager.copy().await;
    let (one, two) = (json!({ "body": "One." }), json!({ "body": "Two." }));
    let (first, second) = tokio::join!(
        manager.patch(&id, "\"v1\"", &one),
        manager.patch(&id, "\"v1\"", &two),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::PRECONDITION_FAILED]);
    let (kept, refused, body) = if first.status == StatusCode::OK {
        (first, second, "One.")
    } else {
        (second, first, "Two.")
    };
    assert_eq!(body_of(&kept), body);
    assert_eq!(refused.codes(), ["content_changed"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["etag"], "\"v2\"");
    let now = manager.get(&format!("/api/content/{id}")).await;
    assert_eq!(
        (body_of(&now).as_str(), now.header("etag")),
        (body, "\"v2\"")
    );
}

#[tokio::test]
async fn a_change_without_a_version_is_428() {
    let service = service().await;
    let manager = service.member(Role::Manager).await;
    let manager = ask(&service, &manager);
    let id = manager.copy().await;
    let path = format!("/api/content/{id}");
    let edit = json!({ "title": "Ours" });
    let patched = manager.send(Method::PATCH, &path, None, Some(&edit)).await;
    assert_eq!(
        (patched.status.as_u16(), patched.codes()),
        (428, vec!["precondition_required".to_owned()])
    );
    let deleted = manager.send(Method::DELETE, &path, None, None).await;
    assert_eq!(deleted.codes(), ["precondition_required"]);
    let stale = manager
        .send(Method::DELETE, &path, Some("\"v9\""), None)
        .await;
    assert_eq!(stale.codes(), ["content_changed"]);
    let deleted = manager
        .send(Method::DELETE, &path, Some("\"v1\""), None)
        .await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    assert_eq!(manager.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(shown(&service.router, &service.key).await, of_library());
}

#[tokio::test]
async fn there_is_one_copy_of_a_text_in_a_language() {
    let service = service().await;
    let member = service.member(Role::Member).await;
    let member = ask(&service, &member);
    let id = member.copy().await;
    let path = format!("/api/content/{SYSTEM}/create-custom-copy");
    for body in [json!({}), json!({ "language": "en" })] {
        let again = member.post(&path, &body).await;
        assert_eq!(
            (again.status, again.codes()),
            (StatusCode::CONFLICT, vec!["content_exists".to_owned()])
        );
        assert_eq!(again.json()["errors"][0]["meta"]["id"], id.as_str());
    }
    let french = member.post(&path, &json!({ "language": "fr" })).await;
    assert_eq!(french.status, StatusCode::CREATED);
    let attributes = french.json()["data"]["attributes"].clone();
    assert_eq!(
        attributes["urn"],
        "urn:content:1:natal:planet-in-sign:sun:gemini:fr"
    );
    assert_eq!(attributes["base_content_id"], SYSTEM);
    let wrong = member.post(&path, &json!({ "language": "FR" })).await;
    assert_eq!(wrong.codes(), ["field_format"]);
    let of_copy = member
        .post(&format!("/api/content/{id}/create-custom-copy"), &json!({}))
        .await;
    assert_eq!(of_copy.codes(), ["content_exists"]);
}

#[tokio::test]
async fn texts_of_the_library_are_read_only() {
    let service = service().await;
    let owner = service.member(Role::Owner).await;
    let owner = ask(&service, &owner);
    let path = format!("/api/content/{SYSTEM}");
    let edit = json!({ "body": "Mine now." });
    for (method, body) in [(Method::PATCH, Some(&edit)), (Method::DELETE, None)] {
        let answer = owner.send(method, &path, Some("*"), body).await;
        assert_eq!(
            (answer.status, answer.codes()),
            (StatusCode::FORBIDDEN, vec!["content_read_only".to_owned()])
        );
    }
    let restore = owner.post(&format!("{path}/restore"), &json!({})).await;
    assert_eq!(restore.codes(), ["content_read_only"]);
    assert_eq!(body_of(&owner.get(&path).await), library_body());
}

#[tokio::test]
async fn another_organizations_text_is_not_found_like_one_that_never_was() {
    let service = service().await;
    let owner = service.member(Role::Owner).await;
    let mine = ask(&service, &owner);
    let id = mine.copy().await;
    let org = service.another_org().await;
    let stranger = service.member_of(org, Role::Owner).await;
    let theirs = Ask {
        service: &service,
        person: &stranger,
        org,
    };
    let never = access::ContentId::new(NOW, &http_api::randomness::OsRandom).to_string();
    let edit = json!({ "body": "x" });
    let mut bodies = Vec::new();
    for id in [id.as_str(), never.as_str()] {
        let path = format!("/api/content/{id}");
        for (method, path, body) in [
            (Method::GET, path.clone(), None),
            (Method::GET, format!("{path}/versions"), None),
            (Method::PATCH, path.clone(), Some(&edit)),
            (Method::DELETE, path.clone(), None),
            (Method::POST, format!("{path}/restore"), Some(&json!({}))),
            (
                Method::POST,
                format!("{path}/create-custom-copy"),
                Some(&json!({})),
            ),
        ] {
            let answer = theirs.send(method, &path, Some("*"), body).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
            let mut body = answer.json();
            body["errors"][0]["id"] = Value::Null;
            bodies.push(body);
        }
    }
    assert!(bodies.windows(2).all(|it| it[0] == it[1]), "{bodies:?}");
    assert_eq!(
        mine.get(&format!("/api/content/{id}")).await.status,
        StatusCode::OK
    );
    let search = theirs
        .get("/api/content/search?q=gemini&page[size]=100")
        .await
        .json();
    assert!(!search.to_string().contains(&id));
}

#[tokio::test]
async fn an_organization_adds_texts_of_its_own() {
    let service = service().await;
    let manager = service.member(Role::Manager).await;
    let manager = ask(&service, &manager);
    let own = json!({
        "urn": "urn:content:1:natal:planet-in-sign:eris:gemini:en",
        "title": "Eris in Gemini",
        "body": "A dissenting *whisper*.",
        "metadata": { "author": "Ann", "tags": ["dwarf planets"] },
    });
    let made = manager.post("/api/content", &own).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let data = made.json()["data"].clone();
    let id = data["id"].as_str().unwrap();
    assert_eq!(made.header("location"), format!("/api/content/{id}"));
    assert_eq!(
        (&data["type"], &data["attributes"]["owner_type"]),
        (&json!("content"), &json!("organization"))
    );
    assert_eq!(data["attributes"]["owner_id"], service.org_id.to_string());
    assert_eq!(data["attributes"]["base_content_id"], Value::Null);
    let metadata = &data["attributes"]["metadata"];
    assert_eq!(
        (&metadata["subject"], &metadata["in_calculations"]),
        (&json!("eris:gemini"), &json!(false))
    );
    assert_eq!(
        (&metadata["author"], &metadata["tags"]),
        (&json!("Ann"), &json!(["dwarf planets"]))
    );
    let found = service.get("/api/content/search?q=dissenting").await.json();
    assert_eq!(
        (&found["meta"]["total"], &found["data"][0]["id"]),
        (&json!(1), &json!(id))
    );
    let listed = service
        .get("/api/content/natal/planet-in-sign?filter[subject]=eris")
        .await
        .json();
    assert_eq!(listed["data"][0]["id"], id);
    let again = manager.post("/api/content", &own).await;
    assert_eq!(
        (again.codes(), &again.json()["errors"][0]["meta"]["id"]),
        (vec!["content_exists".to_owned()], &json!(id))
    );
    let restore = manager
        .post(&format!("/api/content/{id}/restore"), &json!({}))
        .await;
    assert_eq!(restore.codes(), ["content_base_missing"]);

    let taken = json!({ "urn": URN, "title": "a", "body": "b" });
    let taken = manager.post("/api/content", &taken).await;
    assert_eq!(
        (taken.codes(), &taken.json()["errors"][0]["meta"]["id"]),
        (vec!["content_exists".to_owned()], &json!(SYSTEM))
    );
    let wrong =
        json!({ "urn": "urn:content:1:natal:toast:sun:en", "title": "a\nb", "body": "\u{0}" });
    let wrong = manager.post("/api/content", &wrong).await;
    assert_eq!(
        wrong.codes(),
        ["field_value", "field_format", "field_format"]
    );
    let known = json!({ "urn": URN.replace(":en", ":fr"), "title": "Soleil", "body": "Tu." });
    let known = manager.post("/api/content", &known).await.json();
    assert_eq!(
        known["data"]["attributes"]["metadata"]["in_calculations"],
        true
    );
}

#[tokio::test]
async fn the_library_is_listed_found_and_named() {
    let service = service().await;
    let list = service.get("/api/content/natal/planet-in-sign?page[size]=2&filter[language]=en&filter[subject]=sun").await;
    assert_eq!(list.status, StatusCode::OK);
    let list = list.json();
    assert_eq!(
        (
            &list["meta"]["total"],
            list["data"].as_array().unwrap().len()
        ),
        (&json!(12), 2)
    );
    let next = list["links"]["next"].as_str().unwrap();
    let second = service.get(next).await.json();
    assert_ne!(second["data"][0]["id"], list["data"][0]["id"]);
    assert_ne!(second["data"][0]["id"], list["data"][1]["id"]);
    let one = service.get(&format!("/api/content/{SYSTEM}")).await;
    assert_eq!(one.header("etag"), "\"v1\"");
    let attributes = one.json()["data"]["attributes"].clone();
    assert_eq!(
        (
            &attributes["urn"],
            &attributes["owner_type"],
            &attributes["owner_id"]
        ),
        (&json!(URN), &json!("system"), &Value::Null)
    );
    assert_eq!(attributes["created_at"], http_api::clock::rfc3339(NOW));
    let within = service
        .get(&format!("/api/content/natal/planet-in-sign/{SYSTEM}"))
        .await;
    assert_eq!(within.json()["data"]["id"], SYSTEM);
    let elsewhere = service
        .get(&format!("/api/content/natal/aspect/{SYSTEM}"))
        .await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
    let no_kind = service.get("/api/content/natal/toast").await;
    assert_eq!(no_kind.codes(), ["resource_not_found"]);
    let found = service
        .get("/api/content/search?q=sun+gemini&filter[language]=en&page[size]=100")
        .await
        .json();
    let ids: Vec<_> = found["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids[0], SYSTEM, "matches in the heading come first");
    for path in [
        "search?q=sun&page[after]=x",
        "natal/planet-in-sign?page[after]=x",
        "natal/planet-in-sign?page[after]=urn:content:1:natal:planet-in-house:sun:1:en",
    ] {
        let past = service.get(&format!("/api/content/{path}")).await;
        assert_eq!(past.codes(), ["value_refused"], "{path}");
    }
}

/// Every permission on texts, for every role and for a key with and without `content:read`.
#[tokio::test]
async fn the_matrix_of_content_permissions_holds_for_every_role_and_key() {
    let service = service().await;
    let edit = json!({ "body": "Edited." });
    let empty = json!({});
    let create = |n: usize| {
        json!({
            "urn": format!("urn:content:1:natal:planet-in-sign:own-{n}:en"), "title": "Own", "body": "Own.",
        })
    };
    let mut table = String::new();
    for (index, role) in Role::ALL.iter().enumerate() {
        // Each role has an organization with its own copy to change.
        let org = service.another_org().await;
        let owner = service.member_of(org, Role::Owner).await;
        let helper = Ask {
            service: &service,
            person: &owner,
            org,
        };
        let id = helper.copy().await;
        let asking = service.member_of(org, *role).await;
        let asking = Ask {
            service: &service,
            person: &asking,
            org,
        };
        let path = format!("/api/content/{id}");
        let base = format!(
            "/api/content/{}/create-custom-copy",
            SYSTEM.replace("gemini", "leo")
        );
        let answers = [
            ("content:read", asking.get(&path).await),
            ("content:custom-copy", asking.post(&base, &empty).await),
            (
                "content:create",
                asking.post("/api/content", &create(index)).await,
            ),
            ("content:update", asking.patch(&id, "*", &edit).await),
            (
                "content:restore",
                asking.post(&format!("{path}/restore"), &empty).await,
            ),
            (
                "content:delete",
                asking.send(Method::DELETE, &path, Some("*"), None).await,
            ),
        ];
        for (permission, answer) in answers {
            let outcome = match answer.status.as_u16() {
                200..300 => "yes",
                403 if answer.codes() == ["permission_missing"] => "no",
                other => unreachable!("{permission} as {role}: {other}"),
            };
            writeln!(table, "{role} {permission} {outcome}").unwrap();
        }
    }
    let expected = "\
        owner content:read yes\nowner content:custom-copy yes\nowner content:create yes\n\
        owner content:update yes\nowner content:restore yes\nowner content:delete yes\n\
        manager content:read yes\nmanager content:custom-copy yes\nmanager content:create yes\n\
        manager content:update yes\nmanager content:restore yes\nmanager content:delete yes\n\
        member content:read yes\nmember content:custom-copy yes\nmember content:create no\n\
        member content:update no\nmember content:restore no\nmember content:delete no\n";
    assert_eq!(table, expected);
}

#[tokio::test]
async fn keys_only_read_and_need_the_permission_for_it() {
    let service = service().await;
    let owner = service.member(Role::Owner).await;
    let id = ask(&service, &owner).copy().await;
    let reader = service.add_key(&[KeyPermission::ContentRead]).await;
    let others = [
        KeyPermission::CalcRead,
        KeyPermission::ChartRead,
        KeyPermission::ModulesRead,
    ];
    let other = service.add_key(&others).await;
    let path = format!("/api/content/{id}");
    let urn = format!("/api/content/urn/{URN}");
    let versions = format!("{path}/versions");
    for read in [
        path.as_str(),
        &urn,
        &versions,
        "/api/content/natal/aspect",
        "/api/content/search?q=sun",
    ] {
        assert_eq!(
            service.get_with(read, &reader).await.status,
            StatusCode::OK,
            "{read}"
        );
        let refused = service.get_with(read, &other).await;
        assert_eq!(refused.codes(), ["permission_missing"], "{read}");
    }
    for (method, path) in [
        (Method::POST, "/api/content".to_owned()),
        (Method::PATCH, path.clone()),
        (Method::DELETE, path.clone()),
        (Method::POST, format!("{path}/restore")),
        (
            Method::POST,
            format!("/api/content/{SYSTEM}/create-custom-copy"),
        ),
    ] {
        for key in [&reader, &service.key] {
            let request = Request::builder()
                .method(method.clone())
                .uri(&path)
                .header("x-api-key", key);
            let answer = service.send_with(request, Some(&json!({}))).await;
            assert_eq!(answer.codes(), ["person_required"], "{method} {path}");
        }
    }
}

#[tokio::test]
async fn another_node_shows_a_change_after_its_next_poll() {
    let service = service().await;
    let manager = service.member(Role::Manager).await;
    let manager = ask(&service, &manager);
    let (node, router) = service.another_node(server::api::api()).await;
    assert_eq!(shown(&router, &service.key).await.0, library_body());
    let id = manager.copy().await;
    manager
        .patch(&id, "\"v1\"", &json!({ "body": "Ours." }))
        .await;
    assert_eq!(
        shown(&service.router, &service.key).await.0,
        "Ours.",
        "at once on the node that made the change"
    );
    node.overlays().refresh().await.unwrap();
    assert_eq!(shown(&router, &service.key).await.0, "Ours.");
}

#[tokio::test]
async fn someone_who_lost_their_role_cannot_finish_an_edit() {
    let service = service().await;
    let manager = service.member(Role::Manager).await;
    let asking = ask(&service, &manager);
    let id = asking.copy().await;
    let mut locked = service.locked().await;
    assert!(locked.change_role(manager.id, Role::Member).await.unwrap());
    locked.commit().await.unwrap();
    let refused = asking.patch(&id, "\"v1\"", &json!({ "body": "x" })).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
}

#[tokio::test]
async fn a_search_is_narrowed_to_a_subject() {
    let service = service().await;
    let found = async |subject: &str| -> Vec<String> {
        let filter = format!("filter[subject]={subject}&filter[language]=en&page[size]=100");
        let answer = service
            .get(&format!("/api/content/search?q=gemini&{filter}"))
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
        let data = answer.json()["data"].as_array().unwrap().clone();
        let subject = |it: &Value| {
            it["attributes"]["metadata"]["subject"]
                .as_str()
                .map(str::to_owned)
        };
        data.iter().filter_map(subject).collect()
    };
    let of_the_sun = found("sun").await;
    assert!(
        of_the_sun.contains(&"sun:gemini".to_owned()),
        "{of_the_sun:?}"
    );
    assert!(
        of_the_sun.iter().all(|it| it.starts_with("sun:")),
        "{of_the_sun:?}"
    );
    let exact = found("sun:gemini").await;
    assert!(
        !exact.is_empty() && exact.iter().all(|it| it == "sun:gemini"),
        "{exact:?}"
    );
    assert!(
        found("su").await.is_empty(),
        "subjects match by whole parts"
    );
}

#[tokio::test]
async fn a_search_has_few_words_and_no_single_letters() {
    let service = Service::new(server::api::api()).await;
    let search = async |words: &str| {
        let path = format!("/api/content/search?q={}", words.replace(' ', "%20"));
        let answer = service.get(&path).await;
        (answer.status.as_u16(), answer.codes())
    };
    // Repeated words count once.
    assert_eq!(search(&"love ".repeat(12)).await.0, 200);
    let refused = (422, vec!["value_refused".to_owned()]);
    assert_eq!(search(&"a ".repeat(20)).await, refused);
    let nine = "one two three four five six seven eight nine";
    assert_eq!(search(nine).await, refused);
}
