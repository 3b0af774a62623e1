//! What operators do in a browser: nothing that stops others happens with one click.

use serde_json::json;

use super::{Journey, find, follow, leave, press, text};

#[tokio::test]
async fn an_operator_suspends_an_organization_in_two_steps() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    journey.set_second_factor(true).await;
    journey.open(&browser, "/operator/organizations").await;
    follow(&browser, "tbody a[href^='/operator/organizations/org_']").await;
    let button = "form:has([value=suspended]) button.danger";
    let is_shown = async || {
        let shown = "return document.querySelector(arguments[0]).checkVisibility();";
        browser.execute(shown, vec![json!(button)]).await.unwrap() == json!(true)
    };
    assert!(!is_shown().await, "the button is behind the first step");
    press(&browser, "details:has([value=suspended]) summary").await;
    assert!(is_shown().await);
    follow(&browser, button).await;
    find(&browser, ".badge.suspended").await;
    follow(&browser, "form:has([value=active]) button").await;
    let page = text(&browser, "main").await;
    assert!(page.contains("Suspend organization"), "{page}");
    leave([browser]).await;
}
