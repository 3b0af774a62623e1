//! The dashboard in a browser without scripts: pages by role, forms, refusals.

mod audit;
mod billing;
mod keys;
mod operator;
mod orientation;
mod playground;
mod requests;
mod work;

use access::{KeyMode, PlainKey};
use axum::body::Body;
use axum::http::{Method, Request};
use http_api::randomness::OsRandom;
use serde_json::json;

use crate::fixtures::Stage;
use crate::harness::{Answer, HOST, NOW, Person, browser_request};

const PASSWORD: &str = "correct horse battery staple";

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }
}

fn form(fields: &[(&str, &str)]) -> String {
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(fields);
    text.finish()
}

impl Stage {
    pub(crate) async fn page(&self, person: &Person, path: &str) -> Answer {
        self.service.ask_as(person, Method::GET, path, None).await
    }

    pub(crate) async fn submit(
        &self,
        person: Option<&Person>,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Answer {
        let mut request = browser_request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded");
        if let Some(person) = person {
            request = request.header("cookie", format!("almagest_local={}", person.token));
        }
        let request = request.body(Body::from(form(fields))).unwrap();
        self.service.send(request).await
    }
}

/// Returns the text between two others.
pub(crate) fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let start = text.split_once(before).unwrap().1;
    start.split_once(after).unwrap().0
}

const PAGES: [&str; 19] = [
    "/overview",
    "/settings/api-keys",
    "/settings/api-keys/new",
    "/settings/embed-urls/new",
    "/usage",
    "/requests",
    "/alerts",
    "/alerts/settings",
    "/alerts/webhooks",
    "/modules",
    "/members",
    "/billing",
    "/billing/plans",
    "/audit",
    "/settings",
    "/content",
    "/playground",
    "/images",
    "/search",
];

/// Pages for visitors who are not signed in.
const OUTSIDE: [&str; 6] = [
    "/setup?token=x",
    "/sign-in",
    "/invitation",
    "/forgot-password",
    "/reset-password",
    "/verify-email",
];

/// Pages that are linked from another page.
const BELOW_ANOTHER: [&str; 6] = [
    "/settings/api-keys/new",
    "/settings/embed-urls/new",
    "/alerts/settings",
    "/alerts/webhooks",
    "/billing/plans",
    "/search",
];

/// Lists for each page the statuses for an owner, a manager, a member and a person without an
/// organization.
#[tokio::test]
async fn every_page_answers_each_role_as_its_operations_allow() {
    let stage = Stage::new().await;
    let nobody = stage.service.person().await;
    let people = [&stage.owner, &stage.manager, &stage.member, &nobody];
    let expected = [
        ("/overview", [200, 200, 200, 404]),
        ("/settings/api-keys", [200, 200, 403, 404]),
        ("/settings/api-keys/new", [200, 200, 403, 404]),
        ("/settings/embed-urls/new", [200, 200, 403, 404]),
        ("/usage", [200, 200, 403, 404]),
        ("/usage.csv", [200, 200, 403, 404]),
        ("/alerts", [200, 200, 403, 404]),
        ("/alerts/settings", [200, 200, 403, 404]),
        ("/alerts/webhooks", [200, 200, 403, 404]),
        ("/members", [200, 200, 403, 404]),
        ("/modules", [200, 200, 200, 404]),
        ("/billing", [200, 200, 403, 404]),
        ("/billing/plans", [200, 200, 403, 404]),
        ("/audit", [200, 403, 403, 404]),
        ("/settings", [200, 200, 200, 200]),
        ("/requests", [200, 200, 403, 404]),
        ("/requests/rows", [200, 200, 403, 404]),
        ("/content", [200, 200, 200, 404]),
        ("/playground", [200, 200, 200, 404]),
        ("/images", [200, 200, 200, 404]),
        ("/search?q=key", [200, 200, 200, 200]),
    ];
    for (path, statuses) in expected {
        for (person, status) in people.iter().zip(statuses) {
            let answer = stage.page(person, path).await;
            assert_eq!(answer.status, status, "{path}\n{}", answer.text());
        }
    }
}

#[tokio::test]
async fn the_sidebar_shows_what_a_role_may_open() {
    let stage = Stage::new().await;
    let people = [&stage.owner, &stage.manager, &stage.member];
    for person in people {
        let overview = stage.page(person, "/overview").await.text();
        let sidebar = between(&overview, "<nav aria-label=\"Main\">", "</nav>").to_owned();
        for path in PAGES.iter().filter(|it| !BELOW_ANOTHER.contains(it)) {
            let is_linked = sidebar.contains(&format!("href=\"{path}\""));
            let opens = stage.page(person, path).await.status == 200;
            assert_eq!(is_linked, opens, "{path}");
        }
    }
}

#[tokio::test]
async fn pages_have_no_script_or_style_inside_and_say_so_to_the_browser() {
    let stage = Stage::new().await;
    stage.key(&json!({})).await;
    for path in PAGES.iter().chain(&OUTSIDE) {
        let answer = stage.page(&stage.owner, path).await;
        assert_eq!(answer.status, 200, "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        let text = answer.text();
        for inside in [
            " style=\"",
            " onclick=",
            " onsubmit=",
            "<style",
            "javascript:",
        ] {
            assert!(!text.contains(inside), "{path} has {inside}");
        }
        for script in text.split("<script").skip(1) {
            let tag = script.split_once("</script>").unwrap().0;
            assert!(
                tag.contains(" src=\"/assets/") && tag.ends_with('>'),
                "{path}: {tag}"
            );
        }
        for name in ["css", "js"] {
            let file = between(&text, "/assets/dashboard-", &format!(".{name}\""));
            let file = file.rsplit('-').next().unwrap();
            let path = format!("/assets/dashboard-{file}.{name}");
            let asset = stage.page(&stage.owner, &path).await;
            assert_eq!(asset.status, 200, "{path}");
            assert!(asset.header("cache-control").contains("immutable"));
        }
    }
}

/// Checks every page in Dutch: untranslated text would appear in double brackets.
#[tokio::test]
async fn pages_speak_the_language_of_the_browser_until_one_is_chosen() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&json!({})).await;
    let ask = async |path: &str, language: &str| {
        let request = browser_request(Method::GET, path)
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("accept-language", language);
        let request = request.body(Body::empty()).unwrap();
        stage.service.send(request).await.text()
    };
    let of_key = format!("/settings/api-keys/{id}");
    let more = [of_key.as_str(), "/settings/api-keys/key_x"];
    for path in PAGES.iter().chain(&OUTSIDE).chain(&more) {
        let dutch = ask(path, "nl-NL,nl;q=0.9,en;q=0.8").await;
        assert!(dutch.contains("<html lang=\"nl\">"), "{path}");
        assert!(
            !dutch.contains('⟦'),
            "{path}: {}",
            between(&dutch, "⟦", "⟧")
        );
        assert!(
            ask(path, "fr").await.contains("<html lang=\"en\">"),
            "{path}"
        );
    }
    let chosen = [("language", "nl")];
    let owner = Some(&stage.owner);
    let saved = stage.submit(owner, "/settings/display", &chosen).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert!(ask("/overview", "en").await.contains("Almagest instellen"));
    let refused = [("name", "")];
    let refused = stage.submit(owner, "/settings/name", &refused).await.text();
    assert!(refused.contains("role=\"alert\">De tekst "), "{refused}");
    let unknown = [("language", "xx")];
    let unknown = stage.submit(owner, "/settings/display", &unknown).await;
    assert_eq!(unknown.status, 422);
    let auto = [("language", "auto")];
    let back = stage.submit(owner, "/settings/display", &auto).await;
    assert_eq!(back.status, 303);
    assert!(ask("/overview", "en").await.contains("Set up Almagest"));
}

/// Returns the target of every form of the dashboard: every route in the router's source that
/// accepts a POST, so that none can be forgotten here.
fn forms(key: &str, stage: &Stage) -> Vec<String> {
    const ROUTES: &str = include_str!("../../../dashboard/src/lib.rs");
    let mut paths = Vec::new();
    for route in ROUTES.split(".route(").skip(1) {
        let route = route.split("\n        .").next().unwrap();
        let takes_posts = route.contains("post(");
        if let (true, Some(path)) = (takes_posts, route.split('"').nth(1)) {
            let filled = path
                .replace("{key}", key)
                .replace("{user}", &stage.owner.id.to_string())
                .replace("{session}", &stage.member.session.to_string());
            let rest = filled.split_once('{').map(|(before, after)| {
                let after = after.split_once('}').unwrap().1;
                format!("{before}x{after}")
            });
            let filled = rest.unwrap_or(filled);
            paths.push(filled);
        }
    }
    assert!(paths.len() > 30, "{paths:?}");
    for known in ["/sign-in", "/settings/close", "/organizations"] {
        assert!(paths.iter().any(|it| it == known), "{known}");
    }
    paths
}

#[tokio::test]
async fn a_form_from_another_site_changes_nothing() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&json!({})).await;
    let paths = forms(&id, &stage);
    let before = stage.audited().await;
    let origins: [&[(&str, &str)]; 3] = [
        &[
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
        ],
        &[("origin", "null")],
        &[],
    ];
    for path in &paths {
        for headers in origins {
            let mut request = Request::post(path.as_str())
                .header("host", HOST)
                .header("cookie", format!("almagest_local={}", stage.owner.token))
                .header("content-type", "application/x-www-form-urlencoded");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let request = request.body(Body::from("name=x&role=member")).unwrap();
            let answer = stage.service.send(request).await;
            assert_eq!(answer.status, 403, "{path} {headers:?}");
            assert!(answer.text().contains("Cross-Site Request"), "{path}");
        }
        let got = stage.page(&stage.owner, path).await.status;
        assert!(got != 303 && got != 500, "GET {path} does nothing: {got}");
    }
    assert_eq!(stage.audited().await, before);
}

#[tokio::test]
async fn names_are_text_wherever_they_stand() {
    let stage = Stage::new().await;
    let hostile = "<img src=x onerror=alert(1)>\"'&";
    let (id, _) = stage.key(&json!({ "name": hostile })).await;
    let path = stage.path("");
    let renamed = json!({ "name": hostile });
    let renamed = stage
        .patch(&stage.owner, path.trim_end_matches('/'), &renamed)
        .await;
    assert_eq!(renamed.status, 200, "{}", renamed.text());
    let named = stage
        .patch(&stage.owner, "/api/manage/me", &json!({ "name": hostile }))
        .await;
    assert_eq!(named.status, 200);
    let of_key = format!("/settings/api-keys/{id}");
    for path in PAGES.iter().copied().chain([of_key.as_str()]) {
        let text = stage.page(&stage.owner, path).await.text();
        assert!(!text.contains("<img src=x"), "{path}");
        assert!(
            text.contains("&#60;img") || text.contains("&lt;img"),
            "{path}"
        );
    }
    let fields = [
        ("name", hostile),
        ("mode", "live"),
        ("permissions", hostile),
    ];
    let refused = stage
        .submit(Some(&stage.owner), "/settings/api-keys", &fields)
        .await;
    assert_eq!(refused.status, 422);
    assert!(!refused.text().contains("<img src=x"));
}

#[tokio::test]
async fn a_key_is_shown_once_and_never_again() {
    let stage = Stage::new().await;
    let creation = stage
        .page(&stage.owner, "/settings/api-keys/new")
        .await
        .text();
    let once = between(&creation, "name=\"once\" value=\"", "\"").to_owned();
    let fields = [
        ("once", once.as_str()),
        ("name", "Website"),
        ("mode", "live"),
        ("permissions", "calc:read"),
        ("domainMode", "list"),
        ("domains", "example.com\r\n*.example.com\r\n"),
        ("rateLimit", "60"),
        ("rateWindow", "60"),
        ("rateLimit", ""),
        ("rateWindow", "60"),
        ("expiry", "never"),
        ("expiresAt", ""),
    ];
    let made = stage
        .submit(Some(&stage.owner), "/settings/api-keys", &fields)
        .await;
    assert_eq!(made.status, 200, "{}", made.text());
    let text = made.text();
    let secret = between(&text, "id=\"secret\">", "</pre>").to_owned();
    let command = between(&text, "id=\"curl\">", "</pre>").to_owned();
    assert!(command.contains(&secret), "{command}");

    let used = Request::get("/api/key")
        .header("x-api-key", &secret)
        .header("origin", "https://app.example.com");
    let used = stage.service.send(used.body(Body::empty()).unwrap()).await;
    assert_eq!(used.status, 200);
    let used = used.json();
    let attributes = &used["data"]["attributes"];
    assert_eq!(attributes["permissions"], json!(["calc:read"]));
    assert_eq!(
        attributes["domains"],
        json!(["example.com", "*.example.com"])
    );

    let again = stage
        .submit(Some(&stage.owner), "/settings/api-keys", &fields)
        .await;
    assert_eq!(again.status, 200);
    assert!(!again.text().contains("ak_live_0") && !again.text().contains(&secret));
    assert!(again.text().contains("has already been shown"));

    let list = stage.page(&stage.owner, "/settings/api-keys").await.text();
    let id = between(&list, "/settings/api-keys/key_", "\"").to_owned();
    let shown = stage
        .page(&stage.owner, &format!("/settings/api-keys/key_{id}"))
        .await;
    assert_eq!(shown.status, 200);
    for page in [list, shown.text()] {
        assert!(page.contains("Website") && !page.contains(&secret));
    }
}

#[tokio::test]
async fn what_is_wrong_stands_beside_its_field_and_the_rest_is_kept() {
    let stage = Stage::new().await;
    let fields = [
        ("name", "Shop"),
        ("mode", "test"),
        ("domainMode", "list"),
        ("domains", "*.co.uk"),
        ("rateLimit", "0"),
        ("rateWindow", "60"),
        ("expiry", "date"),
        ("expiresAt", "2020-01-01"),
    ];
    let refused = stage
        .submit(Some(&stage.owner), "/settings/api-keys", &fields)
        .await;
    assert_eq!(refused.status, 422);
    let text = refused.text();
    assert!(text.contains("value=\"Shop\"") && text.contains("*.co.uk</textarea>"));
    let domains = between(&text, "Allowed domains", "</fieldset>");
    assert!(domains.contains("class=\"problem\""), "{domains}");
    let rates = between(&text, "Rate limits", "</fieldset>");
    assert!(rates.contains("class=\"problem\""), "{rates}");
    let empty = [
        ("name", "Shop"),
        ("mode", "test"),
        ("domainMode", "list"),
        ("domains", ""),
    ];
    let refused = stage
        .submit(Some(&stage.owner), "/settings/api-keys", &empty)
        .await;
    assert_eq!(refused.status, 422, "an empty list never means all pages");
    for restriction in [("domainMode", "unknown"), ("expiry", "unknown")] {
        let mut unknown = vec![("name", "Shop"), ("mode", "test")];
        if restriction.0 != "domainMode" {
            unknown.push(("domainMode", "any"));
        }
        unknown.push(restriction);
        let refused = stage
            .submit(Some(&stage.owner), "/settings/api-keys", &unknown)
            .await;
        assert_eq!(refused.status, 422, "{restriction:?} never means no limit");
    }
}

#[tokio::test]
async fn a_key_is_changed_rotated_switched_off_and_revoked() {
    let stage = Stage::new().await;
    let (id, old) = stage
        .key(&json!({ "expiresAt": "2027-06-01T12:34:56Z" }))
        .await;
    let path = format!("/settings/api-keys/{id}");
    let owner = Some(&stage.owner);
    let fields = [
        ("name", "Renamed"),
        ("permissions", "chart:read"),
        ("domainMode", "any"),
        ("expiry", "date"),
        ("expiresAt", "2027-06-01"),
    ];
    let saved = stage.submit(owner, &path, &fields).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert_eq!(saved.header("location"), format!("{path}?done=key_changed"));
    let api = stage.path(&format!("keys/{id}"));
    let key = stage.get(&stage.owner, &api).await.json()["data"]["attributes"].clone();
    assert_eq!(key["name"], "Renamed");
    assert_eq!(key["permissions"], json!(["chart:read"]));
    assert_eq!(
        key["expiresAt"], "2027-06-01T12:34:56Z",
        "an unchanged day keeps its time"
    );

    let tried = [
        ("operation", "key_describe"),
        ("origin", "https://app.example.com"),
    ];
    let tried = stage.submit(owner, &format!("{path}/check"), &tried).await;
    assert_eq!(tried.status, 200);
    assert!(tried.text().contains("allowed"), "{}", tried.text());

    let off = stage.submit(owner, &format!("{path}/disable"), &[]).await;
    assert_eq!(off.status, 303);
    let refused = stage.service.get_with("/api/key", &old).await;
    assert_eq!(refused.codes(), ["key_disabled"]);
    let on = stage.submit(owner, &format!("{path}/enable"), &[]).await;
    assert_eq!(on.status, 303);

    let grace = [("graceSeconds", "3600")];
    let rotated = stage.submit(owner, &format!("{path}/rotate"), &grace).await;
    let text = rotated.text();
    let new = between(&text, "id=\"secret\">", "</pre>").to_owned();
    for key in [&old, &new] {
        assert_eq!(stage.service.get_with("/api/key", key).await.status, 200);
    }
    let twice = stage.submit(owner, &format!("{path}/rotate"), &grace).await;
    assert_eq!(twice.status, 422);
    assert!(!twice.text().contains("id=\"secret\""));

    let ended = stage.submit(owner, &format!("{path}/revoke"), &[]).await;
    assert_eq!(ended.status, 303);
    for key in [&old, &new] {
        let refused = stage.service.get_with("/api/key", key).await;
        assert_eq!(refused.codes(), ["key_revoked"]);
    }
}

#[tokio::test]
async fn another_organizations_key_is_not_found() {
    let stage = Stage::new().await;
    let foreign = stage.foreign_key().await;
    let random = access::KeyId::new(NOW, &OsRandom).to_string();
    for id in [foreign, random] {
        let path = format!("/settings/api-keys/{id}");
        assert_eq!(stage.page(&stage.owner, &path).await.status, 404);
        for action in ["", "/disable", "/rotate", "/revoke", "/check"] {
            let fields = [
                ("name", "x"),
                ("graceSeconds", "0"),
                ("operation", "key_describe"),
            ];
            let path = format!("{path}{action}");
            let answer = stage.submit(Some(&stage.owner), &path, &fields).await;
            assert_eq!(answer.status, 404, "{path}");
        }
    }
}

#[tokio::test]
async fn people_are_invited_join_and_stay_within_their_rank() {
    let stage = Stage::new().await;
    let invite = [("email", "new@example.com"), ("role", "manager")];
    let invited = stage
        .submit(Some(&stage.manager), "/members", &invite)
        .await;
    assert_eq!(invited.status, 200, "{}", invited.text());
    let too_high = [("email", "other@example.com"), ("role", "owner")];
    let refused = stage
        .submit(Some(&stage.manager), "/members", &too_high)
        .await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("other@example.com"));

    let token = stage.mailed_token("new@example.com").await;
    let join = [
        ("token", token.as_str()),
        ("name", "New"),
        ("password", PASSWORD),
    ];
    let joined = stage.submit(None, "/invitation", &join).await;
    assert_eq!(joined.status, 303, "{}", joined.text());
    assert!(joined.header("set-cookie").starts_with("almagest_local="));
    let members = stage.page(&stage.owner, "/members").await.text();
    assert!(members.contains("new@example.com"));

    let path = format!("/members/{}/role", stage.owner.id);
    let refused = stage
        .submit(Some(&stage.manager), &path, &[("role", "member")])
        .await;
    assert_eq!(refused.status, 422);
    let last = stage
        .submit(Some(&stage.owner), &path, &[("role", "member")])
        .await;
    assert_eq!(last.status, 422);
    assert!(last.text().contains("owner"));
    let path = format!("/members/{}/remove", stage.member.id);
    let removed = stage.submit(Some(&stage.manager), &path, &[]).await;
    assert_eq!(removed.status, 303);
    assert_eq!(stage.page(&stage.member, "/overview").await.status, 404);
}

#[tokio::test]
async fn whoever_is_not_signed_in_is_led_to_it_and_back() {
    let stage = Stage::new().await;
    let ask = async |path: &str| {
        let request = browser_request(Method::GET, path);
        stage
            .service
            .send(request.body(Body::empty()).unwrap())
            .await
    };
    let root = ask("/").await;
    assert_eq!(root.header("location"), "/overview");
    assert_eq!(ask("/overview").await.header("location"), "/sign-in");
    let usage = ask("/usage").await;
    assert_eq!(
        (usage.status.as_u16(), usage.header("location")),
        (303, "/sign-in?next=%2Fusage")
    );
    let wrong = [
        ("email", "a@example.com"),
        ("password", PASSWORD),
        ("next", "/usage"),
    ];
    let wrong = stage.submit(None, "/sign-in", &wrong).await;
    assert_eq!(wrong.status, 422);
    let text = wrong.text();
    assert!(text.contains("is incorrect") && text.contains("value=\"a@example.com\""));
    assert!(
        !text.contains(PASSWORD),
        "a typed password is not sent back"
    );
    let out = stage.submit(Some(&stage.owner), "/sign-out", &[]).await;
    assert_eq!(out.status, 303);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(stage.page(&stage.owner, "/overview").await.status, 303);
}

#[tokio::test]
async fn an_organization_that_asks_for_a_second_factor_leaves_the_settings_open() {
    let stage = Stage::new().await;
    let mut locked = stage
        .service
        .inside()
        .locked(&stage.service.app.keys.audit)
        .await
        .unwrap()
        .unwrap();
    locked.set_require_second_factor(true).await.unwrap();
    locked.commit().await.unwrap();
    let refused = stage.page(&stage.member, "/overview").await;
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("href=\"/settings\""));
    assert_eq!(stage.page(&stage.member, "/settings").await.status, 200);
}

#[tokio::test]
async fn the_organization_looked_at_is_one_of_ones_own() {
    let stage = Stage::new().await;
    let foreign = stage.foreign_org.to_string();
    let chosen = stage
        .submit(Some(&stage.owner), "/organization", &[("org", &foreign)])
        .await;
    assert_eq!(chosen.header("set-cookie"), "");
    let cookie = format!(
        "almagest_local={}; almagest_org={foreign}",
        stage.owner.token
    );
    let request = browser_request(Method::GET, "/overview").header("cookie", cookie);
    let overview = stage
        .service
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert!(overview.text().contains("First") && !overview.text().contains("Another"));

    let made = stage
        .submit(Some(&stage.owner), "/organizations", &[("name", "Second")])
        .await;
    assert_eq!(made.status, 303, "{}", made.text());
    let org = made
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let cookie = format!("almagest_local={}; {org}", stage.owner.token);
    let request = browser_request(Method::GET, "/overview").header("cookie", cookie);
    let overview = stage
        .service
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert!(overview.text().contains("<h1>Second</h1>"));
}

#[tokio::test]
async fn usage_is_shown_as_it_was_counted() {
    let stage = Stage::new().await;
    for _ in 0..3 {
        assert_eq!(stage.service.get("/api/key").await.status, 200);
    }
    stage.service.app.meter.flush().await;
    let csv = stage.page(&stage.owner, "/usage.csv?group=operation").await;
    let lines =
        "operation,requests,units,succeeded,refused,failed\r\n\"key_describe\",3,3,3,0,0\r\n";
    assert_eq!(csv.text(), lines);
    let page = stage.page(&stage.owner, "/usage?range=7").await.text();
    assert!(
        page.contains("<svg class=\"plot\"") && page.contains("2027-01-15"),
        "{page}"
    );
}

#[tokio::test]
async fn a_secret_that_looks_like_a_key_is_on_no_page() {
    let stage = Stage::new().await;
    let canary = PlainKey::generate(KeyMode::Live, &OsRandom);
    let path = format!("/settings/api-keys/{}", canary.reveal());
    let answer = stage.page(&stage.owner, &path).await;
    assert_eq!(answer.status, 404);
    assert!(!answer.text().contains(canary.reveal()));
}

#[tokio::test]
async fn an_organization_is_closed_by_typing_its_name() {
    let stage = Stage::new().await;
    let wrong = [("confirmation", "Frist")];
    let refused = stage
        .submit(Some(&stage.owner), "/settings/close", &wrong)
        .await;
    assert_eq!(refused.status, 422);
    assert_eq!(stage.service.get("/api/key").await.status, 200);
    let right = [("confirmation", "First")];
    let refused = stage
        .submit(Some(&stage.manager), "/settings/close", &right)
        .await;
    assert_eq!(refused.status, 403, "managers cannot close organizations");
    let closed = stage
        .submit(Some(&stage.owner), "/settings/close", &right)
        .await;
    assert_eq!(closed.status, 303);
    assert_eq!(
        stage.service.get("/api/key").await.codes(),
        ["organization_suspended"]
    );
}

#[tokio::test]
async fn a_second_factor_is_set_up_asked_for_and_replaced_by_a_recovery_code() {
    let stage = Stage::new().await;
    let invite = [("email", "new@example.com"), ("role", "member")];
    stage.submit(Some(&stage.owner), "/members", &invite).await;
    let token = stage.mailed_token("new@example.com").await;
    let join = [
        ("token", token.as_str()),
        ("name", "New"),
        ("password", PASSWORD),
    ];
    let joined = stage.submit(None, "/invitation", &join).await;
    let cookie = joined
        .header("set-cookie")
        .split(['=', ';'])
        .nth(1)
        .unwrap();
    let email = "new@example.com".parse().unwrap();
    let user = stage
        .service
        .app
        .store
        .user_by_email(&email)
        .await
        .unwrap()
        .unwrap()
        .user;
    let person = Person {
        id: user.id,
        token: cookie.to_owned(),
        ..stage.member.clone()
    };
    let password = [("password", PASSWORD)];
    let wrong = [("password", "something else entirely")];
    let refused = stage
        .submit(Some(&person), "/settings/second-factor", &wrong)
        .await;
    assert_eq!(refused.status, 422);
    let begun = stage
        .submit(Some(&person), "/settings/second-factor", &password)
        .await;
    let text = begun.text();
    let shown = between(&text, "id=\"secret\">", "</code>").replace(' ', "");
    let secret = stage.service.app.keys.totp.secret(user.id, 1);
    assert_eq!(shown, secret.reveal_base32().as_str());
    assert!(text.contains("<svg class=\"qr\""));
    let code = crate::accounts::code(&secret, &stage.service);
    let path = "/settings/second-factor/confirm";
    let written = between(&text, "name=\"uri\" value=\"", "\"");
    let uri = written.replace("&amp;", "&").replace("&#38;", "&");
    let carried = [("secret", shown.as_str()), ("uri", uri.as_str())];
    let wrong = [("code", "000000x"), carried[0], carried[1]];
    let refused = stage.submit(Some(&person), path, &wrong).await;
    assert_eq!(refused.status, 422);
    let refused = refused.text();
    // The password is asked for once: a wrong code shows the same secret again.
    assert!(refused.contains("<svg class=\"qr\"") && refused.contains(written));
    let foreign = [
        ("code", "000000x"),
        carried[0],
        ("uri", "javascript:alert(1)"),
    ];
    let foreign = stage.submit(Some(&person), path, &foreign).await.text();
    assert!(!foreign.contains("javascript:") && !foreign.contains("<svg class=\"qr\""));
    let on = stage.submit(Some(&person), path, &[("code", &code)]).await;
    assert_eq!(on.status, 200, "{}", on.text());
    let text = on.text();
    let recovery = between(&text, "id=\"codes\">", "\n").trim().to_owned();

    let sign_in = [("email", "new@example.com"), ("password", PASSWORD)];
    let asked = stage.submit(None, "/sign-in", &sign_in).await;
    assert_eq!(asked.status, 422);
    assert!(asked.text().contains("<details class=\"field\" open>"));
    let [email, password] = sign_in;
    let with_code = [email, password, ("recoveryCode", recovery.as_str())];
    let signed_in = stage.submit(None, "/sign-in", &with_code).await;
    assert_eq!(signed_in.status, 303, "{}", signed_in.text());
    let again = stage.submit(None, "/sign-in", &with_code).await;
    assert_eq!(again.status, 422, "a recovery code works once");
}
