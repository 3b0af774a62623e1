//! The dashboard in a real browser, served by the real binary: common user journeys.
//!
//! `cargo xtask test` sets the browser's driver, or reports that these tests did not run.

pub(crate) mod billing;
mod operator;
mod playground;
mod reference;
mod search;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::wait::Wait;
use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder, Locator};
use http_api::clock::Clock;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use store::{DatabaseLocation, PageSize, Store};
use tempfile::TempDir;

use crate::binary::{self, Serving};
use crate::receiver::{Arrived, WebhookReceiver};

pub(crate) const PASSWORD: &str = "correct horse battery staple";
const VARIABLE: &str = "ALMAGEST_TEST_CHROMEDRIVER";

/// How long a page or a script may take. A shared machine may be ten times slower for minutes, and
/// the driver's own 30 seconds are then too short.
const TIMEOUT: Duration = Duration::from_mins(5);

/// A service and the driver that opens browsers.
pub(crate) struct Journey {
    pub(crate) serving: Serving,
    driver: Child,
    driver_port: u16,
    pub(crate) folder: TempDir,
}

impl Drop for Journey {
    fn drop(&mut self) {
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}

impl Journey {
    /// Starts with a configuration of the service. Returns `None` if there is no browser.
    pub(crate) fn begin_with(configuration: &str) -> Option<Self> {
        let program = store::testing::given(VARIABLE)?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("almagest.toml"), configuration).unwrap();
        let serving = Serving::start(&folder.path().join("data"));
        let mut driver = Command::new(program)
            .arg("--port=0")
            // Profiles are deleted with the folder, because a killed browser leaves its own behind.
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let said = "started successfully on port ";
        let port = lines.map(Result::unwrap).find_map(|line| {
            let port = line.split_once(said)?.1;
            port.trim_end_matches('.').parse().ok()
        });
        Some(Self {
            serving,
            driver,
            driver_port: port.unwrap(),
            folder,
        })
    }

    /// Starts without a configuration.
    pub(crate) fn begin() -> Option<Self> {
        Self::begin_with("")
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.serving.address())
    }

    /// Opens another browser with an empty profile.
    pub(crate) async fn browser(&self) -> Client {
        self.browser_with(&[]).await
    }

    /// Opens another browser with more arguments.
    pub(crate) async fn browser_with(&self, more: &[&str]) -> Client {
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--window-size=1280,1000",
        ];
        let arguments = [&arguments, more].concat();
        let options = json!({ "goog:chromeOptions": { "args": arguments } });
        let browser = ClientBuilder::new(HttpConnector::new())
            .capabilities(options.as_object().unwrap().clone().into_iter().collect())
            .connect(&format!("http://127.0.0.1:{}", self.driver_port))
            .await
            .unwrap();
        let timeouts = TimeoutConfiguration::new(Some(TIMEOUT), Some(TIMEOUT), None);
        browser.update_timeouts(timeouts).await.unwrap();
        browser
    }

    /// Opens a browser and creates the owner's account with the link of the first start.
    pub(crate) async fn owner(&self) -> Client {
        let browser = self.browser().await;
        let token = self.serving.banner().split("/setup?token=").nth(1).unwrap();
        let token = token.lines().next().unwrap();
        browser
            .goto(&self.address(&format!("/setup?token={token}")))
            .await
            .unwrap();
        fill(&browser, "name", "Ada").await;
        fill(&browser, "email", "ada@example.com").await;
        fill(&browser, "password", PASSWORD).await;
        follow(&browser, "form[action='/setup'] button").await;
        self.arrive(&browser, "/overview").await;
        browser
    }

    /// Gives the owner's account the second factor that operators need, also in every browser where
    /// they are signed in. Or removes it, to sign in without a code.
    pub(crate) async fn set_second_factor(&self, on: bool) {
        let file = self.folder.path().join("data").join("almagest.sqlite3");
        let store = Store::open_existing(&DatabaseLocation::SqliteFile(file))
            .await
            .unwrap();
        let now = Clock::System.now();
        let found = store
            .user_by_email(&"ada@example.com".parse().unwrap())
            .await;
        let id = found.unwrap().unwrap().user.id;
        let sessions = store
            .sessions_page(id, now, None, PageSize::MAX)
            .await
            .unwrap();
        let mut transaction = store.begin().await.unwrap();
        if on {
            let generation = transaction.begin_totp(id).await.unwrap().unwrap();
            let step = access::TotpStep::from_number(0);
            assert!(
                transaction
                    .confirm_totp(id, generation, step)
                    .await
                    .unwrap()
            );
            for session in sessions.items {
                transaction
                    .set_session_second_factor(id, session.id)
                    .await
                    .unwrap();
                transaction
                    .prove_session(id, session.id, now)
                    .await
                    .unwrap();
            }
        } else {
            transaction.remove_totp(id).await.unwrap();
        }
        transaction.commit().await.unwrap();
        store.close().await;
    }

    pub(crate) async fn sign_in(&self, email: &str) -> Client {
        let browser = self.browser().await;
        browser.goto(&self.address("/sign-in")).await.unwrap();
        self.fill_sign_in(&browser, email).await;
        browser
    }

    /// Fills in and submits the sign-in page.
    pub(crate) async fn fill_sign_in(&self, browser: &Client, email: &str) {
        fill(browser, "email", email).await;
        fill(browser, "password", PASSWORD).await;
        follow(browser, "form[action='/sign-in'] button").await;
    }

    /// Waits until the browser is at this path.
    pub(crate) async fn arrive(&self, browser: &Client, path: &str) {
        let there = self.address(path).parse().unwrap();
        wait(browser).for_url(&there).await.unwrap();
    }

    pub(crate) async fn open(&self, browser: &Client, path: &str) {
        browser.goto(&self.address(path)).await.unwrap();
    }

    /// Creates a key and returns what the page shows of it.
    pub(crate) async fn make_key(&self, browser: &Client, name: &str) -> String {
        self.open(browser, "/settings/api-keys/new").await;
        fill(browser, "name", name).await;
        let create = "form[action='/settings/api-keys'] > button:not(.offscreen)";
        follow(browser, create).await;
        text(browser, "#secret").await
    }
}

pub(crate) fn wait(browser: &Client) -> Wait<'_> {
    browser.wait().at_most(TIMEOUT)
}

/// Waits until the page has an element that matches the selector.
pub(crate) async fn find(browser: &Client, selector: &str) -> Element {
    let found = wait(browser).for_element(Locator::Css(selector)).await;
    found.unwrap()
}

pub(crate) async fn fill(browser: &Client, name: &str, value: &str) {
    let field = format!("main [name='{name}']");
    let field = find(browser, &field).await;
    field.clear().await.unwrap();
    field.send_keys(value).await.unwrap();
}

/// Clicks an element that does not leave the page: a checkbox, an option, the summary of a
/// collapsed section.
pub(crate) async fn press(browser: &Client, selector: &str) {
    let button = find(browser, selector).await;
    button.click().await.unwrap();
}

/// Clicks a link or the button of a form and waits for the next page. Without waiting, a search
/// could find elements of the old page.
pub(crate) async fn follow(browser: &Client, selector: &str) {
    const MARK: &str = "document.documentElement.dataset.left = 'true';";
    const ARRIVED: &str =
        "return document.readyState === 'complete' && !document.documentElement.dataset.left;";
    let button = find(browser, selector).await;
    browser.execute(MARK, vec![]).await.unwrap();
    button.click().await.unwrap();
    // A script that runs while the page changes fails, which means that the new page has not loaded
    // yet.
    let arrived = async || match browser.execute(ARRIVED, vec![]).await {
        Ok(arrived) => arrived == json!(true),
        Err(_) => false,
    };
    while !arrived().await {}
}

pub(crate) async fn text(browser: &Client, selector: &str) -> String {
    let element = find(browser, selector).await;
    element.text().await.unwrap()
}

pub(crate) async fn leave(browsers: impl IntoIterator<Item = Client>) {
    for browser in browsers {
        browser.close().await.unwrap();
    }
}

#[tokio::test]
async fn from_the_first_start_to_the_first_answer_and_the_key_is_seen_once() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let key = journey.make_key(&browser, "Website").await;
    let command = text(&browser, "#curl").await;
    let expected = format!("curl -H 'X-Api-Key: {key}' {}", journey.address("/api/key"));
    assert_eq!(command, expected);
    let (status, answer) = journey.serving.get("/api/key", &key);
    assert_eq!(status, 200, "{answer}");

    press(&browser, "[data-copy=secret]").await;
    let copied = Locator::XPath("//button[text()='Copied']");
    wait(&browser).for_element(copied).await.unwrap();

    browser.refresh().await.unwrap();
    let again = browser.source().await.unwrap();
    assert!(!again.contains(&key), "a resubmitted form shows no key");
    for page in ["/settings/api-keys", "/overview", "/audit", "/usage"] {
        journey.open(&browser, page).await;
        assert!(!browser.source().await.unwrap().contains(&key), "{page}");
    }
    journey.open(&browser, "/settings/api-keys").await;
    let links = browser
        .find_all(Locator::LinkText("Website"))
        .await
        .unwrap();
    assert_eq!(links.len(), 1, "one key was created");
    links[0].click().await.unwrap();
    find(&browser, "form[action$='/rotate']").await;
    assert!(!browser.source().await.unwrap().contains(&key));
    leave([browser]).await;
}

#[tokio::test]
async fn a_rotated_key_works_beside_its_successor_until_both_are_revoked() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let old = journey.make_key(&browser, "Website").await;
    follow(&browser, "a[href^='/settings/api-keys/key_']").await;
    follow(&browser, "form[action$='/rotate'] button").await;
    let new = text(&browser, "#secret").await;
    assert_ne!(old, new);
    for key in [&old, &new] {
        assert_eq!(journey.serving.get("/api/key", key).0, 200);
    }
    follow(&browser, "a[href^='/settings/api-keys/key_']").await;
    press(&browser, "details:has(form[action$='/revoke']) summary").await;
    follow(&browser, "form[action$='/revoke'] button").await;
    assert!(text(&browser, ".notice.good").await.contains("revoked"));
    for key in [&old, &new] {
        assert_eq!(journey.serving.get("/api/key", key).0, 401);
    }
    leave([browser]).await;
}

#[tokio::test]
async fn someone_is_invited_joins_by_the_link_and_sees_what_a_member_may() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let owner = journey.owner().await;
    journey.open(&owner, "/members").await;
    fill(&owner, "email", "grace@example.com").await;
    follow(&owner, "form[action='/members'] button").await;
    assert!(text(&owner, "#link").await.contains("/invitation#token="));

    let data = journey.folder.path().join("data");
    let outbox = binary::json(&data, &["outbox"]);
    let link = outbox.to_string();
    let token = link.split("/invitation#token=").nth(1).unwrap();
    let token: String = token
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let member = journey.browser().await;
    journey
        .open(&member, &format!("/invitation#token={token}"))
        .await;
    assert!(
        !member
            .current_url()
            .await
            .unwrap()
            .as_str()
            .contains(&token)
    );
    expect_hidden_token(&member, &token).await;
    fill(&member, "name", "Grace").await;
    fill(&member, "password", PASSWORD).await;
    follow(&member, "form[action='/invitation'] button").await;
    journey.arrive(&member, "/overview?done=joined").await;
    let navigation = text(&member, "nav[aria-label=Main]").await;
    assert_eq!(
        navigation,
        "Overview\nContent\nModules\nPlayground\nImage Builder\nSettings\nAPI reference"
    );
    for hidden in ["/settings/api-keys", "/members", "/usage", "/audit"] {
        journey.open(&member, hidden).await;
        assert_eq!(
            text(&member, "h1").await,
            "You don't have access to this page",
            "{hidden}"
        );
    }
    journey.open(&owner, "/members").await;
    assert!(text(&owner, "main").await.contains("grace@example.com"));
    leave([owner, member]).await;
}

/// Checks that the script moved the token from the address into the form.
async fn expect_hidden_token(browser: &Client, token: &str) {
    let field = find(browser, "[data-token][hidden] [name=token]").await;
    let value = field.prop("value").await.unwrap();
    assert_eq!(value.as_deref(), Some(token));
    assert!(!field.is_displayed().await.unwrap());
}

#[tokio::test]
async fn signing_out_everywhere_else_leaves_this_browser_only() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let here = journey.owner().await;
    let elsewhere = journey.sign_in("ada@example.com").await;
    journey.arrive(&elsewhere, "/overview").await;
    journey.open(&here, "/settings").await;
    follow(&here, "form[action$='/end-others'] button").await;
    assert!(text(&here, ".notice.good").await.contains("signed out"));
    journey.open(&elsewhere, "/overview").await;
    journey.arrive(&elsewhere, "/sign-in").await;
    journey.open(&here, "/overview").await;
    journey.arrive(&here, "/overview").await;
    leave([here, elsewhere]).await;
}

/// Returns the next message, which the service sends by itself.
fn next(receiver: &WebhookReceiver) -> Arrived {
    receiver.arrived.recv_timeout(TIMEOUT).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quota_alert_fires_once_and_reaches_the_inbox_and_a_webhook() {
    let settings =
        "test_allowance = 4\nalert_interval = \"200ms\"\nwebhook_networks = \"127.0.0.0/8\"";
    let Some(journey) = Journey::begin_with(settings) else {
        return;
    };
    let browser = journey.owner().await;
    journey.open(&browser, "/alerts").await;
    assert!(text(&browser, ".empty").await.contains("No alerts yet"));
    let receiver = WebhookReceiver::start(&["500 Oops", "200 OK"]);
    follow(&browser, "a[href='/alerts/webhooks']").await;
    fill(&browser, "url", &receiver.url()).await;
    follow(&browser, "form[action='/alerts/webhooks'] button").await;
    let secret = text(&browser, "#secret").await;
    follow(&browser, "form[action$='/test'] button").await;
    assert!(text(&browser, ".notice.good").await.contains("sent"));
    // Refused once, and sent again after five seconds.
    let attempts = [next(&receiver), next(&receiver)];
    assert!(attempts.iter().all(|it| it.is_signed_with(&secret)));
    let id = |it: &Arrived| it.headers["webhook-id"].clone();
    assert_eq!(id(&attempts[0]), id(&attempts[1]));
    let log = browser.current_url().await.unwrap();
    while text(&browser, "tbody .badge").await != "delivered" {
        browser.goto(log.as_str()).await.unwrap();
    }

    let banner = journey.serving.banner();
    let key = banner
        .split_whitespace()
        .find(|it| it.starts_with("ak_test_"));
    let spend = || {
        let (status, answer) = journey.serving.get("/api/key", key.unwrap());
        assert_eq!(status, 200, "{answer}");
    };
    spend();
    spend();
    let half = next(&receiver);
    assert!(half.is_signed_with(&secret));
    assert!(
        half.body.contains("50% of the test allowance used"),
        "{}",
        half.body
    );
    // Three quarters reach the same threshold. All of it reaches the next.
    spend();
    spend();
    let all = next(&receiver);
    assert!(
        all.body.contains("100% of the test allowance used"),
        "{}",
        all.body
    );
    journey.open(&browser, "/alerts").await;
    let alerts = browser.find_all(Locator::Css(".inbox > li")).await.unwrap();
    assert_eq!(alerts.len(), 2, "each threshold once");
    let navigation = text(&browser, "nav[aria-label=Main]").await;
    assert!(navigation.contains("2 unread"), "{navigation}");
    follow(&browser, "form[action='/alerts/read-all'] button").await;
    let read = Locator::Css("form[action$='/unread']");
    wait(&browser).for_element(read).await.unwrap();
    let navigation = text(&browser, "nav[aria-label=Main]").await;
    assert!(!navigation.contains("unread"), "{navigation}");
    follow(&browser, ".inbox a[href='/usage']").await;
    journey.arrive(&browser, "/usage").await;
    leave([browser]).await;
}
