//! Search and the menu in a browser.

use fantoccini::Client;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use serde_json::json;

use super::{Journey, find, leave, press, text};

async fn press_control_k(browser: &Client) {
    let control = char::from(Key::Control);
    let keys = KeyActions::new("keyboard".to_owned())
        .then(KeyAction::Down { value: control })
        .then(KeyAction::Down { value: 'k' })
        .then(KeyAction::Up { value: 'k' })
        .then(KeyAction::Up { value: control });
    browser.perform_actions(keys).await.unwrap();
}

#[tokio::test]
async fn control_k_finds_a_key_by_its_name_without_a_mouse() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    journey.make_key(&browser, "Bakery").await;
    journey.open(&browser, "/usage").await;
    press_control_k(&browser).await;
    let input = find(&browser, "dialog[open] input").await;
    input.send_keys("bakery").await.unwrap();
    find(&browser, "dialog[open] a[href^='/settings/api-keys/key_']").await;
    input
        .send_keys(&char::from(Key::Down).to_string())
        .await
        .unwrap();
    let focused = "return document.activeElement.getAttribute('href');";
    let focused = browser.execute(focused, vec![]).await.unwrap();
    let path = focused.as_str().unwrap().to_owned();
    assert!(path.starts_with("/settings/api-keys/key_"), "{path}");
    let active = browser.active_element().await.unwrap();
    active
        .send_keys(&char::from(Key::Enter).to_string())
        .await
        .unwrap();
    journey.arrive(&browser, &path).await;
    leave([browser]).await;
}

#[tokio::test]
async fn the_menu_of_a_phone_opens_on_demand() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    browser.set_window_size(390, 900).await.unwrap();
    journey.open(&browser, "/overview").await;
    let menu = find(&browser, "nav[aria-label=Main]").await;
    assert!(!menu.is_displayed().await.unwrap());
    press(&browser, "button[data-menu]").await;
    assert!(menu.is_displayed().await.unwrap());
    let open = find(&browser, "button[data-menu]").await;
    assert_eq!(
        open.attr("aria-expanded").await.unwrap().as_deref(),
        Some("true")
    );
    assert!(
        text(&browser, "nav[aria-label=Main]")
            .await
            .contains("Playground")
    );
    let wide = "return document.documentElement.scrollWidth <= window.innerWidth";
    assert_eq!(browser.execute(wide, vec![]).await.unwrap(), json!(true));
    leave([browser]).await;
}
