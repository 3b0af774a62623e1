//! The playground in a browser: places while typing, cost while filling in, requests.

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::{Journey, fill, find, follow, leave, press, text, wait};

#[tokio::test]
async fn an_operation_is_tried_in_the_playground_as_a_program_would_call_it() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    journey
        .open(&browser, "/playground?operation=calc_natal")
        .await;
    fill(&browser, "place.location.", "Amsterdam").await;
    press(&browser, "[role=option]").await;
    let latitude = find(&browser, "[name='location.latitude']").await;
    let latitude = latitude.prop("value").await.unwrap().unwrap();
    assert!(latitude.starts_with("52.3"), "{latitude}");
    let set = "document.getElementsByName('dateTime.date')[0].value = '1990-06-15';
        document.getElementsByName('dateTime.time')[0].value = '14:30';";
    browser.execute(set, vec![]).await.unwrap();
    follow(&browser, ".send button[name=run]").await;
    let shown: Value = serde_json::from_str(&text(&browser, "#json").await).unwrap();
    let curl = text(&browser, "#sample-curl").await;
    let path = curl.split_once("/api/").unwrap().1.trim_end_matches('\'');
    let key = journey.serving.first_key();
    let ask = "const [path, key, done] = arguments;
        fetch(path, { headers: { 'X-Api-Key': key } }).then(async (it) => done(await it.json()));";
    let arguments = vec![json!(format!("/api/{path}")), json!(key)];
    let called = browser.execute_async(ask, arguments).await.unwrap();
    assert!(called["data"]["points"]["sun"].is_object(), "{called}");
    // The browser writes 12.0 as 12, so numbers are compared as numbers.
    let longitudes = |answer: &Value| {
        let points = answer["data"]["points"].as_object().unwrap();
        let longitude = |(id, it): (&String, &Value)| {
            let longitude = it["longitude"].as_f64().unwrap();
            (id.clone(), longitude.to_string())
        };
        points
            .iter()
            .map(longitude)
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    assert_eq!(longitudes(&called), longitudes(&shown));
    let drawn = "const done = arguments[arguments.length - 1];
        const picture = document.querySelector('img.drawn');
        picture.decode().then(() => done(picture.naturalWidth > 0), () => done(false));";
    let drawn = browser.execute_async(drawn, vec![]).await.unwrap();
    assert_eq!(drawn, json!(true));
    leave([browser]).await;
}

#[tokio::test]
async fn a_place_is_chosen_with_the_keyboard_and_its_coordinates_follow_the_name() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    journey.open(&browser, "/playground").await;
    let value = async |name: &str| {
        let field = find(&browser, &format!("main [name='{name}']")).await;
        field.prop("value").await.unwrap().unwrap()
    };
    fill(&browser, "place.location.", "amsterd").await;
    find(&browser, "[role=option]").await;
    let place = find(&browser, "[role=combobox]").await;
    assert_eq!(
        place.attr("aria-expanded").await.unwrap().as_deref(),
        Some("true")
    );
    place
        .send_keys(&char::from(Key::Down).to_string())
        .await
        .unwrap();
    place
        .send_keys(&char::from(Key::Enter).to_string())
        .await
        .unwrap();
    assert!(value("place.location.").await.starts_with("Amsterdam"));
    assert!(value("location.latitude").await.starts_with("52.3"));
    assert_eq!(value("location.timezone").await, "Europe/Amsterdam");
    assert_eq!(
        place.attr("aria-expanded").await.unwrap().as_deref(),
        Some("false")
    );

    // Coordinates of a name that is no longer there are not kept.
    place.send_keys("x").await.unwrap();
    let cleared = Locator::XPath("//p[@data-located and not(text())]");
    wait(&browser).for_element(cleared).await.unwrap();
    assert_eq!(value("location.latitude").await, "");
    leave([browser]).await;
}

#[tokio::test]
async fn the_cost_follows_the_form_before_anything_is_sent() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let path = "/playground?operation=calc_natal&example=yes";
    journey.open(&browser, path).await;
    let with_image = text(&browser, "#cost").await;
    assert!(with_image.contains("for the image"), "{with_image}");
    press(&browser, "[name=draw]").await;
    let alone = Locator::XPath("//output[text()='Cost: 1 unit']");
    wait(&browser).for_element(alone).await.unwrap();
    leave([browser]).await;
}

#[tokio::test]
async fn an_unknown_time_closes_its_field_and_the_answer_says_what_is_certain() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let path = "/playground?operation=calc_natal&example=yes";
    journey.open(&browser, path).await;
    press(&browser, "[name='dateTime.unknown']").await;
    let time = find(&browser, "[name='dateTime.time']").await;
    assert_eq!(
        time.prop("disabled").await.unwrap().as_deref(),
        Some("true")
    );
    follow(&browser, ".send button[name=run]").await;
    let shown: Value = serde_json::from_str(&text(&browser, "#json").await).unwrap();
    // The local day of Amsterdam in summer, which is two hours ahead of UTC.
    let meta = &shown["data"]["meta"];
    assert_eq!(meta["utc"], "1990-06-14T22:00:00Z", "{shown}");
    assert_eq!(meta["utcEnd"], "1990-06-15T22:00:00Z", "{shown}");
    assert_eq!(shown["data"]["houses"], Value::Null, "{shown}");
    let curl = text(&browser, "#sample-curl").await;
    assert!(curl.contains("dateTime=1990-06-15&"), "{curl}");
    leave([browser]).await;
}

#[tokio::test]
async fn an_image_shows_every_point_that_is_checked() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let path = "/playground?operation=calc_natal&example=yes";
    journey.open(&browser, path).await;
    let check = "for (const box of document.getElementsByName('points')) {
        box.checked = ['sun', 'moon', 'mars'].includes(box.value);
    }";
    browser.execute(check, vec![]).await.unwrap();
    follow(&browser, ".send button[name=run]").await;
    find(&browser, "img.drawn").await;
    let read = "const done = arguments[arguments.length - 1];
        fetch(document.querySelector('img.drawn').src).then((it) => it.text()).then(done);";
    let image = browser.execute_async(read, vec![]).await.unwrap();
    let image = image.as_str().unwrap();
    for (name, is_drawn) in [
        ("Sun", true),
        ("Moon", true),
        ("Mars", true),
        ("Jupiter", false),
    ] {
        assert_eq!(
            image.contains(&format!("<title>{name} ")),
            is_drawn,
            "{name}: {image}"
        );
    }
    leave([browser]).await;
}

#[tokio::test]
async fn the_image_follows_the_form_while_the_box_is_checked() {
    let Some(journey) = Journey::begin() else {
        return;
    };
    let browser = journey.owner().await;
    let path = "/images?operation=chart_natal&example=yes";
    journey.open(&browser, path).await;
    // The form of an example is complete, so it has a price.
    let priced = Locator::XPath("//output[starts-with(text(), 'Cost: ')]");
    wait(&browser).for_element(priced).await.unwrap();
    let choose = async |theme: &str| {
        let choose = format!(
            "const field = document.querySelector('[name=theme]');
            field.value = '{theme}';
            field.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        );
        browser.execute(&choose, vec![]).await.unwrap();
    };
    choose("dark").await;
    press(&browser, "[data-live] input").await;
    choose("print").await;
    let drawn = Locator::Css("img.drawn[src*='theme=print']");
    wait(&browser).for_element(drawn).await.unwrap();
    choose("light").await;
    let drawn = Locator::Css("img.drawn[src*='theme=light']");
    wait(&browser).for_element(drawn).await.unwrap();
    leave([browser]).await;
}
