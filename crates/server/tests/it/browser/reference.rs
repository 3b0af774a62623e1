//! `/docs` in a real browser: its script is third-party code and must not reach the service's data.

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use super::{Journey, leave, wait};

/// A script that tests what the page can access, as the page's own script could try.
const REACHED: &str = "const attempt = (read) => {
        try { return String(read()); } catch (error) { return error.name; }
    };
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get;
    return {
        origin: self.origin,
        cookie: attempt(() => cookie.call(document)),
        database: attempt(() => indexedDB.open('x').readyState),
        stored: attempt(() => localStorage.getItem('theirs')),
    };";

/// A script that returns the status of a request with a key, and of one with the visitor's cookie.
const SENT: &str = "const [key, done] = arguments;
    const status = (path, options) => fetch(path, options).then((it) => it.status, (it) => it.name);
    Promise.all([
        status('/api/key', { headers: { 'X-Api-Key': key } }),
        status('/api/manage/me', { credentials: 'include' }),
    ]).then(done);";

async fn storage(browser: &Client) -> Value {
    let read =
        "return JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });";
    browser.execute(read, vec![]).await.unwrap()
}

#[tokio::test]
async fn the_reference_sends_requests_and_reaches_nothing_of_the_dashboard() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let key = journey.make_key(&browser, "Website").await;
    let store = "localStorage.setItem('theirs', 'secret');";
    browser.execute(store, vec![]).await.unwrap();
    journey.open(&browser, "/docs").await;
    // The title appears once the script has run and has read the API document.
    let title = Locator::XPath("//h1[contains(., 'Almagest')]");
    wait(&browser).for_element(title).await.unwrap();

    let reached = browser.execute(REACHED, vec![]).await.unwrap();
    let nothing = json!({
        "origin": "null",
        "cookie": "SecurityError",
        "database": "SecurityError",
        "stored": "null",
    });
    assert_eq!(reached, nothing);
    let sent = browser.execute_async(SENT, vec![json!(key)]).await.unwrap();
    assert_eq!(
        sent,
        json!([200, "TypeError"]),
        "the key API responds, management does not"
    );
    let said = browser.find(Locator::Css(".notice")).await.unwrap();
    assert!(said.text().await.unwrap().contains("restricted to domains"));

    // Data that the page stores does not outlive it.
    let keep = "localStorage.setItem('key', 'kept');";
    browser.execute(keep, vec![]).await.unwrap();
    journey.open(&browser, "/overview").await;
    let stored = storage(&browser).await;
    assert_eq!(stored, "{\"theirs\":\"secret\"}{}");
    journey.open(&browser, "/docs").await;
    let kept = "return localStorage.getItem('key');";
    assert_eq!(browser.execute(kept, vec![]).await.unwrap(), Value::Null);
    leave([browser]).await;
}

/// A script that records the requests of the page: path, key, status.
const RECORD: &str = "window.sent = [];
    const send = window.fetch;
    window.fetch = async (resource, options) => {
        const request = new Request(resource, options);
        const answer = await send(resource, options);
        const path = new URL(request.url).pathname;
        window.sent.push([path, request.headers.get('X-Api-Key'), answer.status]);
        return answer;
    };";

#[tokio::test]
async fn a_key_entered_once_is_sent_with_every_request_of_the_reference() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    // The first key may read modules, too.
    let key = journey.serving.first_key();
    journey.open(&browser, "/docs").await;
    let field = Locator::Css("input[id^='scalar-refs'][autocomplete='off']");
    let field = wait(&browser).for_element(field).await.unwrap();
    browser.execute(RECORD, vec![]).await.unwrap();
    field.send_keys(&key).await.unwrap();
    for (path, group) in [("/api/key", "key"), ("/api/modules", "modules")] {
        // The link to an operation, which the reference shows once it is there.
        let link = format!("location.hash = '#tag/{group}/GET{path}';");
        browser.execute(&link, vec![]).await.unwrap();
        // The reference hides some of its buttons until the mouse is near.
        let press = async |text: String| {
            let button = format!("//button[contains(., '{text}')]");
            let found = wait(&browser).for_element(Locator::XPath(&button)).await;
            found.unwrap();
            let click = "document.evaluate(arguments[0], document, null,
                XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue.click();";
            browser.execute(click, vec![json!(button)]).await.unwrap();
        };
        press(format!("(get {path})")).await;
        press(format!("Send get request to {}", journey.address(path))).await;
        let expected = json!([path, key, 200]);
        let last = "return window.sent.at(-1) ?? null;";
        while browser.execute(last, vec![]).await.unwrap() != expected {}
    }
    leave([browser]).await;
}
