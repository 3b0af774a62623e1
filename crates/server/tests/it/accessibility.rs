//! Tests every page in a real browser, light and dark, for accessibility (axe-core) and violations
//! of the content security policy. If `ALMAGEST_TEST_GALLERY` names a folder (`cargo xtask gallery`
//! sets it), a screenshot of each page is also taken.

use std::path::PathBuf;

use fantoccini::Client;
use serde_json::{Value, json};

use crate::binary;
use crate::browser::billing::{PLANS, bill_last_month};
use crate::browser::{Journey, fill, find, follow, leave, press, text};

/// axe-core, for tests only.
const AXE: &str = include_str!("../vendor/axe-4.11.0.min.js");
const GALLERY: &str = "ALMAGEST_TEST_GALLERY";

/// A color scheme, the browser argument that requests it, and the axe-core rules for its pages:
/// only the contrast differs between the two.
const SCHEMES: [(&str, &str, &[&str]); 2] = [
    (
        "light",
        "--blink-settings=preferredColorScheme=1",
        &[
            "wcag2a",
            "wcag2aa",
            "wcag21a",
            "wcag21aa",
            "wcag22aa",
            "best-practice",
        ],
    ),
    (
        "dark",
        "--blink-settings=preferredColorScheme=0",
        &["color-contrast"],
    ),
];

/// Returns the serious violations of these axe-core rules on the page.
async fn violations(browser: &Client, rules: &[&str]) -> Vec<String> {
    const RUN: &str = "const [rules, done] = arguments;
        axe.run({ runOnly: rules })
            .then((found) => done(found.violations), (error) => done(String(error)));";
    browser.execute(AXE, vec![]).await.unwrap();
    let found = browser
        .execute_async(RUN, vec![json!(rules)])
        .await
        .unwrap();
    let Value::Array(found) = found else {
        return vec![found.to_string()];
    };
    let serious = |it: &&Value| it["impact"] == "serious" || it["impact"] == "critical";
    let said = found.iter().filter(serious).map(|it| {
        let nodes = it["nodes"].as_array().unwrap();
        let places: Vec<_> = nodes.iter().map(|it| it["html"].to_string()).collect();
        format!(
            "{}: {}\n    {}",
            it["id"],
            it["help"],
            places.join("\n    ")
        )
    });
    said.collect()
}

/// Returns what the browser blocked on the page.
async fn policy_violations(browser: &Client) -> Value {
    const RUN: &str = "const done = arguments[arguments.length - 1];
        const seen = (reports) => reports.map((it) => JSON.stringify(it.body));
        const observer = new ReportingObserver((reports) => done(seen(reports)),
            { types: ['csp-violation'], buffered: true });
        observer.observe();
        setTimeout(() => done(seen(observer.takeRecords())), 50);";
    browser.execute_async(RUN, vec![]).await.unwrap()
}

/// Creates content for every page: used keys, an invitation, a custom text, an invoice, a webhook.
/// Returns the pages.
async fn furnish(journey: &Journey, owner: &Client) -> Vec<(&'static str, String)> {
    let key = journey.make_key(owner, "Website").await;
    for _ in 0..7 {
        assert_eq!(journey.serving.get("/api/key", &key).0, 200);
    }
    assert_eq!(journey.serving.get("/api/calc/natal", &key).0, 400);
    journey.open(owner, "/members").await;
    fill(owner, "email", "grace@example.com").await;
    follow(owner, "form[action='/members'] button").await;
    find(owner, "#link").await;
    journey
        .open(
            owner,
            "/content?kind=natal/planet-in-sign&subject=sun:gemini&language=en",
        )
        .await;
    follow(owner, "main tbody a").await;
    follow(owner, "form[action$='/copy'] button").await;
    find(owner, "#editor").await;
    let copy = owner.current_url().await.unwrap().path().to_owned();
    journey.open(owner, "/alerts/webhooks").await;
    fill(owner, "url", "https://example.com/almagest").await;
    follow(owner, "form[action='/alerts/webhooks'] button").await;
    bill_last_month(journey).await;
    pages(journey, owner, copy).await
}

/// The pages by the name of their screenshot. `copy` is the page of a custom text.
async fn pages(journey: &Journey, owner: &Client, copy: String) -> Vec<(&'static str, String)> {
    let linked = async |from: &str, link: &str| {
        journey.open(owner, from).await;
        let link = find(owner, link).await;
        link.attr("href").await.unwrap().unwrap()
    };
    let own = |path: &str| path.to_owned();
    vec![
        ("overview", own("/overview")),
        ("keys", own("/settings/api-keys")),
        ("key-new", own("/settings/api-keys/new?use=browser")),
        ("key", linked("/settings/api-keys", "main tbody a").await),
        ("usage", own("/usage?range=7")),
        ("requests", own("/requests")),
        (
            "request",
            linked("/requests", "tbody td:first-child a").await,
        ),
        ("content", own("/content?kind=natal/planet-in-sign")),
        ("text", copy),
        ("modules", own("/modules")),
        ("members", own("/members")),
        ("audit", own("/audit")),
        ("settings", own("/settings")),
        ("playground", own("/playground")),
        (
            "playground-two",
            own("/playground?operation=calc_synastry&example=yes"),
        ),
        ("images", own("/images?example=yes")),
        ("search", own("/search?q=natal")),
        ("alerts", own("/alerts")),
        ("alert-settings", own("/alerts/settings")),
        ("webhooks", own("/alerts/webhooks")),
        (
            "webhook",
            linked("/alerts/webhooks", "main a[href^='/alerts/webhooks/whk_']").await,
        ),
        ("billing", own("/billing")),
        ("plans", own("/billing/plans")),
        (
            "invoice",
            linked("/billing", "a[href^='/billing/statements/stm_']").await,
        ),
        ("confirm", own("/confirm?next=/operator")),
        ("operator", own("/operator")),
        ("operator-plans", own("/operator/plans")),
        ("operator-invoices", own("/operator/invoices")),
        ("operator-outbox", own("/operator/outbox")),
        ("operator-accounts", own("/operator/accounts")),
        ("operator-audit", own("/operator/audit")),
        ("organizations", own("/operator/organizations")),
        (
            "organization",
            linked(
                "/operator/organizations",
                "main a[href^='/operator/organizations/org_']",
            )
            .await,
        ),
        ("fault", own("/settings/api-keys/key_x")),
    ]
}

const OUTSIDE: [(&str, &str); 5] = [
    ("sign-in", "/sign-in"),
    ("invitation", "/invitation"),
    ("forgot-password", "/forgot-password"),
    ("reset-password", "/reset-password"),
    ("verify-email", "/verify-email"),
];

/// Pages that are also checked in Dutch.
const DUTCH: [(&str, &str); 4] = [
    ("overview", "/overview"),
    ("usage", "/usage"),
    ("key-new", "/settings/api-keys/new"),
    ("billing", "/billing"),
];

async fn choose_language(journey: &Journey, browser: &Client, tag: &str) {
    journey.open(browser, "/settings").await;
    press(browser, &format!("#language option[value={tag}]")).await;
    follow(browser, "form[action='/settings/display'] button").await;
    find(browser, ".notice.good").await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command that photographs the pages names its folder in the environment"
)]
fn gallery() -> Option<PathBuf> {
    std::env::var_os(GALLERY).map(PathBuf::from)
}

/// Takes a screenshot of the whole page, however long it is.
async fn photograph(browser: &Client, name: &str) {
    let Some(folder) = gallery() else { return };
    let height = "return document.documentElement.scrollHeight";
    let height = browser.execute(height, vec![]).await.unwrap();
    // The window is taller than the page by the height of its own frame.
    let height = u32::try_from(height.as_u64().unwrap()).unwrap().min(3_000) + 140;
    let (width, _) = browser.get_window_size().await.unwrap();
    browser
        .set_window_size(u32::try_from(width).unwrap(), height.max(700))
        .await
        .unwrap();
    let picture = browser.screenshot().await.unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    browser
        .set_window_size(u32::try_from(width).unwrap(), 1_000)
        .await
        .unwrap();
}

/// Checks a page and returns what is wrong with it.
async fn look(
    journey: &Journey,
    browser: &Client,
    rules: &[&str],
    path: &str,
    name: &str,
) -> Vec<String> {
    journey.open(browser, path).await;
    find(browser, "h1").await;
    let about = |what: String| format!("{name}: {what}");
    let found = violations(browser, rules).await;
    let mut wrong: Vec<_> = found.into_iter().map(about).collect();
    let policy = policy_violations(browser).await;
    if policy != json!([]) {
        wrong.push(format!("{name}: against the policy: {policy}"));
    }
    photograph(browser, name).await;
    wrong
}

#[tokio::test]
async fn every_page_can_be_read_and_used_by_everyone_in_light_and_dark() {
    let Some(journey) = Journey::begin_with(PLANS) else {
        return;
    };
    let mut wrong = Vec::new();
    // The setup page has its form only until there is an account.
    for (scheme, argument, rules) in SCHEMES {
        let outside = journey.browser_with(&[argument, "--hide-scrollbars"]).await;
        let name = format!("setup-{scheme}");
        wrong.extend(look(&journey, &outside, rules, "/setup?token=x", &name).await);
        leave([outside]).await;
    }
    let owner = journey.owner().await;
    journey.set_second_factor(true).await;
    let pages = furnish(&journey, &owner).await;
    for (scheme, argument, rules) in SCHEMES {
        let outside = journey.browser_with(&[argument, "--hide-scrollbars"]).await;
        let dark = "return matchMedia('(prefers-color-scheme: dark)').matches";
        let is_dark = outside.execute(dark, vec![]).await.unwrap();
        assert_eq!(is_dark, json!(scheme == "dark"));
        for (name, path) in OUTSIDE {
            wrong.extend(look(&journey, &outside, rules, path, &format!("{name}-{scheme}")).await);
        }
        journey.set_second_factor(false).await;
        journey.open(&outside, "/sign-in").await;
        journey.fill_sign_in(&outside, "ada@example.com").await;
        journey.arrive(&outside, "/overview").await;
        journey.set_second_factor(true).await;
        for (name, path) in &pages {
            wrong.extend(look(&journey, &outside, rules, path, &format!("{name}-{scheme}")).await);
        }
        choose_language(&journey, &outside, "nl").await;
        for (name, path) in DUTCH {
            wrong.extend(
                look(
                    &journey,
                    &outside,
                    rules,
                    path,
                    &format!("{name}-dutch-{scheme}"),
                )
                .await,
            );
        }
        choose_language(&journey, &outside, "en").await;
        outside.set_window_size(390, 1_000).await.unwrap();
        for (name, path) in &pages {
            let name = format!("{name}-mobile-{scheme}");
            wrong.extend(look(&journey, &outside, rules, path, &name).await);
            let wide = "return document.documentElement.scrollWidth <= window.innerWidth";
            let fits = outside.execute(wide, vec![]).await.unwrap();
            if fits != json!(true) {
                wrong.push(format!("{name} is wider than a phone screen"));
            }
        }
        leave([outside]).await;
    }
    leave([owner]).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn pages_speak_dutch_to_whoever_chooses_it() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    choose_language(&journey, &browser, "nl").await;
    let said = text(&browser, ".notice.good").await;
    assert_eq!(said, "Weergave-instellingen opgeslagen.");
    assert!(text(&browser, "header nav").await.starts_with("Overzicht"));
    leave([browser]).await;
}

#[tokio::test]
async fn what_is_written_in_the_editor_is_what_programs_get() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let key = journey.serving.first_key();
    let urn = "/api/content/urn/urn:content:1:natal:planet-in-sign:sun:gemini:en";
    journey
        .open(
            &browser,
            "/content?kind=natal/planet-in-sign&subject=sun:gemini&language=en",
        )
        .await;
    follow(&browser, "main tbody a").await;
    follow(&browser, "form[action$='/copy'] button").await;
    fill(&browser, "body", "Quick *hands*, quicker tongue.").await;
    follow(&browser, "#editor button[value=preview]").await;
    assert_eq!(text(&browser, "#editor .prose em").await, "hands");
    follow(&browser, "#editor button[value=save]").await;
    assert!(text(&browser, ".notice.good").await.contains("saved"));
    let (status, answer) = journey.serving.get(urn, &key);
    assert_eq!(status, 200, "{answer}");
    assert!(
        answer.contains("Quick *hands*, quicker tongue."),
        "{answer}"
    );

    // Someone else opened the editor before that.
    let other = journey.sign_in("ada@example.com").await;
    journey.arrive(&other, "/overview").await;
    let copy = browser.current_url().await.unwrap().path().to_owned();
    journey.open(&other, &copy).await;
    find(&other, "#editor").await;
    fill(&browser, "body", "First.").await;
    follow(&browser, "#editor button[value=save]").await;
    find(&browser, ".notice.good").await;
    fill(&other, "body", "Second.").await;
    follow(&other, "#editor button[value=save]").await;
    let both = text(&other, "#meanwhile").await;
    assert!(
        both.contains("First.") && both.contains("Second."),
        "{both}"
    );
    assert!(journey.serving.get(urn, &key).1.contains("First."));
    follow(&other, "#editor button[value=save]").await;
    assert!(text(&other, ".notice.good").await.contains("saved"));
    assert!(journey.serving.get(urn, &key).1.contains("Second."));
    follow(&other, "form[action$='/restore'] button").await;
    find(&other, ".notice.good").await;
    assert!(!journey.serving.get(urn, &key).1.contains("Second."));
    leave([browser, other]).await;
}

#[tokio::test]
async fn a_value_entered_for_a_key_selects_the_choice_it_belongs_to() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    journey.open(&browser, "/settings/api-keys/new").await;
    fill(&browser, "name", "Shop").await;
    fill(&browser, "domains", "example.org").await;
    let set = "const day = document.getElementsByName('expiresAt')[0];
        day.value = '2039-01-01';
        day.dispatchEvent(new Event('input', { bubbles: true }));
        return ['listed-domains', 'dated-expiry', 'some-modules']
            .map((id) => document.getElementById(id).checked);";
    let checked = browser.execute(set, vec![]).await.unwrap();
    assert_eq!(checked, json!([true, true, false]));
    leave([browser]).await;
}

/// Serves an empty page on another origin.
async fn other_origin() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut read = [0; 4096];
            if stream.read(&mut read).await.unwrap_or(0) == 0 {
                continue;
            }
            let page = "<!doctype html><title>Shop</title><h1>Shop</h1>";
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
                page.len()
            );
            stream.write_all(answer.as_bytes()).await.ok();
        }
    });
    port
}

#[tokio::test]
async fn a_domain_rule_holds_on_real_pages_and_its_refusal_can_be_read_there() {
    const ASK: &str = "const [url, key, done] = arguments;
        fetch(url, { headers: { 'X-Api-Key': key } }).then(async (answer) => done({
            status: answer.status,
            code: (await answer.json()).errors?.[0].code ?? null,
            remaining: answer.headers.get('X-RateLimit-Remaining'),
        }), (error) => done(String(error)));";
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let port = other_origin().await;
    journey
        .open(&browser, "/settings/api-keys/new?use=browser")
        .await;
    fill(&browser, "name", "Shop").await;
    fill(&browser, "domains", &format!("localhost:{port}")).await;
    fill(&browser, "tryOrigin", &format!("http://127.0.0.1:{port}")).await;
    follow(&browser, "button[value=try]").await;
    assert_eq!(text(&browser, "fieldset .badge").await, "denied");
    follow(
        &browser,
        "form[action='/settings/api-keys'] > button[value=create]:not(.offscreen)",
    )
    .await;
    let key = text(&browser, "#secret").await;
    let ask = async |host: &str| {
        browser
            .goto(&format!("http://{host}:{port}/"))
            .await
            .unwrap();
        let arguments = vec![json!(journey.address("/api/key")), json!(key)];
        browser.execute_async(ASK, arguments).await.unwrap()
    };
    let allowed = ask("localhost").await;
    assert_eq!(allowed["status"], 200, "{allowed}");
    assert!(allowed["remaining"].is_string(), "{allowed}");
    let denied = ask("127.0.0.1").await;
    assert_eq!(denied["status"], 403, "{denied}");
    assert_eq!(denied["code"], "domain_not_allowed");
    leave([browser]).await;
}

/// Without a mail server, the outbox shows the link.
#[tokio::test]
async fn a_manager_cannot_do_what_only_owners_may() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let owner = journey.owner().await;
    journey.open(&owner, "/members").await;
    fill(&owner, "email", "grace@example.com").await;
    press(&owner, "main [name=role][value=manager]").await;
    follow(&owner, "form[action='/members'] button").await;
    find(&owner, "#link").await;
    let outbox = binary::json(&journey.folder.path().join("data"), &["outbox"]).to_string();
    let token = outbox.split("/invitation#token=").nth(1).unwrap();
    let token: String = token
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let manager = journey.browser().await;
    journey
        .open(&manager, &format!("/invitation#token={token}"))
        .await;
    fill(&manager, "name", "Grace").await;
    fill(&manager, "password", crate::browser::PASSWORD).await;
    follow(&manager, "form[action='/invitation'] button").await;
    journey.arrive(&manager, "/overview?done=joined").await;
    journey.open(&manager, "/audit").await;
    assert_eq!(
        text(&manager, "h1").await,
        "You don't have access to this page"
    );
    journey.open(&manager, "/members").await;
    // What a manager may not grant or change is not offered. The operations refuse it, too.
    let offered =
        "return document.querySelectorAll('main form[action=\"/members\"] [name=role]').length";
    let offered = manager.execute(offered, vec![]).await.unwrap();
    assert_eq!(offered, 2, "member and manager");
    let changeable =
        "return document.querySelectorAll('main tbody form[action$=\"/role\"]').length";
    let changeable = manager.execute(changeable, vec![]).await.unwrap();
    assert_eq!(changeable, 1, "only their own role");
    leave([owner, manager]).await;
}
