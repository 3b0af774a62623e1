//! The playground without scripts: requests, places, cost, code samples.

use axum::body::Body;
use axum::http::Request;

use super::{Stage, between};
use crate::harness::HOST;

/// A birth with its coordinates.
const BIRTH: [(&str, &str); 4] = [
    ("dateTime.date", "1990-06-15"),
    ("dateTime.time", "14:30"),
    ("location.latitude", "52.37"),
    ("location.longitude", "4.89"),
];

fn unescaped(text: &str) -> String {
    text.replace("&#38;", "&").replace("&amp;", "&")
}

/// What was counted, by operation.
async fn counted(stage: &Stage) -> Vec<String> {
    let mut rows: Vec<_> = stage
        .service
        .ledger()
        .await
        .into_iter()
        .map(|it| it.0)
        .collect();
    rows.sort();
    rows
}

#[tokio::test]
async fn the_playground_calls_as_any_request_does_and_is_counted() {
    let stage = Stage::new().await;
    let fields = [
        ("dateTime.date", "1990-06-15"),
        ("dateTime.time", "14:30"),
        ("location.latitude", "52.37"),
        ("location.longitude", "4.89"),
        ("draw", "yes"),
        ("run", "yes"),
    ];
    let member = Some(&stage.member);
    let path = "/playground/calc_natal";
    let answer = stage.submit(member, path, &fields).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    assert!(between(&text, "id=\"json\"", "</pre>").contains("ascendant"));
    let picture = between(&text, "class=\"drawn\" src=\"", "\"").replace("&#38;", "&");
    let picture = picture.replace("&amp;", "&");
    let drawn = stage.page(&stage.member, &picture).await;
    assert_eq!(drawn.status, 200, "{}", drawn.text());
    assert!(drawn.header("content-type").starts_with("image/svg+xml"));
    let stranger = Request::get(&picture)
        .header("host", HOST)
        .header("sec-fetch-site", "cross-site")
        .header("cookie", format!("almagest_local={}", stage.member.token));
    let stranger = stranger.body(Body::empty()).unwrap();
    assert_eq!(stage.service.send(stranger).await.status, 403);
    let counted: Vec<_> = stage.service.ledger().await;
    let mut counted: Vec<_> = counted.iter().map(|it| (it.0.as_str(), it.1)).collect();
    // Both have the same instant, because the clock stands still.
    counted.sort_unstable();
    assert_eq!(counted, [("calc_natal", 1), ("chart_natal", 1)]);

    let wrong = [("location.latitude", "95"), fields[0], fields[3]];
    let refused = stage.submit(member, path, &wrong).await;
    assert_eq!(refused.status, 422);
    let text = refused.text();
    let field = between(&text, "name=\"location.latitude\"", "</div>");
    assert!(field.contains("class=\"problem\""), "{field}");
    assert!(field.contains("95"), "the input is kept");

    let find = [("place.location.", "Amsterdam"), ("find", "location.")];
    let found = stage.submit(member, path, &find).await.text();
    let take = between(&found, "name=\"take\" value=\"", "\"").to_owned();
    assert!(take.starts_with("location.|52.3"), "{take}");
    let taken = stage.submit(member, path, &[("take", &take)]).await.text();
    assert!(taken.contains("name=\"location.timezone\" value=\"Europe/Amsterdam\""));
    assert_eq!(
        stage
            .page(&stage.member, "/playground?operation=key_create")
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn every_value_of_a_list_reaches_the_request_and_its_image() {
    let stage = Stage::new().await;
    let points = ["sun", "moon", "mars"].map(|it| ("points", it));
    let fields = [&BIRTH[..], &points, &[("draw", "yes"), ("run", "yes")]].concat();
    let answer = stage
        .submit(Some(&stage.member), "/playground/calc_natal", &fields)
        .await;
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    let picture = unescaped(between(&text, "class=\"drawn\" src=\"", "\""));
    for point in ["sun", "moon", "mars"] {
        assert!(picture.contains(&format!("points={point}")), "{picture}");
        let checked = format!("value=\"{point}\" checked");
        assert!(text.contains(&checked), "{point} stays selected");
    }
    let drawn = stage.page(&stage.member, &picture).await.text();
    for (name, is_drawn) in [
        ("Sun", true),
        ("Moon", true),
        ("Mars", true),
        ("Venus", false),
    ] {
        assert_eq!(drawn.contains(name), is_drawn, "{name}");
    }
    let post = between(&text, "id=\"sample-curl-post\">", "</pre>");
    let post = post.replace("&#34;", "\"").replace("&#39;", "'");
    let body: serde_json::Value = serde_json::from_str(between(&post, "-d '", "'")).unwrap();
    assert_eq!(body["points"], serde_json::json!(["sun", "moon", "mars"]));
    assert_eq!(body["location"]["latitude"], 52.37);
}

#[tokio::test]
async fn the_answer_comes_with_its_cost_its_tables_and_samples_in_six_languages() {
    let stage = Stage::new().await;
    let member = Some(&stage.member);
    let path = "/playground/calc_natal";
    let fields = [&BIRTH[..], &[("run", "yes")]].concat();
    let text = stage.submit(member, path, &fields).await.text();
    let result = between(&text, "class=\"result\"", "</p>");
    assert!(
        result.contains(">200<") && result.contains(" ms<"),
        "{result}"
    );
    assert!(result.contains("1 unit"), "{result}");
    // The Sun of this birth is at 24 degrees of Gemini (JPL Horizons: 84.15 degrees).
    let tables = between(&text, "id=\"tables\"", "</section>");
    let sun = between(tables, "<th scope=\"row\">Sun</th>", "</tr>");
    assert!(sun.contains("Gemini") && sun.contains("24°0"), "{sun}");
    for language in ["curl", "javascript", "python", "php", "rust", "go"] {
        for id in [language.to_owned(), format!("{language}-post")] {
            let sample = between(&text, &format!("id=\"sample-{id}\">"), "</pre>");
            assert!(sample.contains("/api/calc/natal"), "{id}: {sample}");
            assert!(text.contains(&format!("data-copy=\"sample-{id}\"")), "{id}");
        }
    }
}

#[tokio::test]
async fn a_place_is_resolved_when_the_request_is_sent() {
    let stage = Stage::new().await;
    let member = Some(&stage.member);
    let path = "/playground/calc_natal";
    let sent = async |place: &str| {
        let place = [("place.location.", place), ("run", "yes")];
        let fields = [&BIRTH[..2], &place].concat();
        let answer = stage.submit(member, path, &fields).await;
        (answer.status.as_u16(), answer.text())
    };
    // There is one Ouagadougou.
    let (status, text) = sent("Ouagadougou").await;
    assert_eq!(status, 200, "{text}");
    assert!(text.contains("Africa/Ouagadougou"));
    let before = counted(&stage).await.len();
    for (place, expected) in [
        ("Springfield", "Several places match"),
        ("Xqzzyqx", "No places found"),
        ("", "Enter a place"),
    ] {
        let (status, text) = sent(place).await;
        assert_eq!(status, 422, "{place}");
        let field = between(&text, "name=\"place.location.\"", "<details");
        assert!(field.contains(expected), "{field}");
        assert!(!text.contains("id=\"json\""), "nothing was calculated");
    }
    let searches = counted(&stage).await.len() - before;
    assert_eq!(searches, 2, "an empty name is not searched for");
}

#[tokio::test]
async fn the_cost_is_shown_before_the_call_and_costs_nothing() {
    let stage = Stage::new().await;
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(BIRTH);
    let query = query.finish();
    let quote = async |query: &str| {
        let path = format!("/playground/price/calc_natal?{query}");
        stage.page(&stage.member, &path).await.text()
    };
    assert_eq!(quote(&query).await, "Cost: 1 unit");
    let both = quote(&format!("{query}&draw=yes")).await;
    assert!(both.ends_with("for the image)"), "{both}");
    assert_eq!(quote("dateTime.date=1990-06-15").await, "", "incomplete");
    assert!(counted(&stage).await.is_empty());
}

#[tokio::test]
async fn places_are_suggested_to_the_signed_in_user_and_counted() {
    let stage = Stage::new().await;
    let path = "/playground/places?q=amsterd";
    let found = stage.page(&stage.member, path).await;
    assert_eq!(found.header("content-type"), "application/json");
    let first = found.json()[0].clone();
    assert_eq!(first["timezone"], "Europe/Amsterdam", "{first}");
    assert!(first["name"].as_str().unwrap().starts_with("Amsterdam"));
    assert_eq!(counted(&stage).await, ["geocoding_search"]);
    let short = stage.page(&stage.member, "/playground/places?q=a").await;
    assert_eq!(short.status, 400, "{}", short.text());
    let stranger = Request::get(path)
        .header("host", HOST)
        .header("sec-fetch-site", "cross-site")
        .header("cookie", format!("almagest_local={}", stage.member.token));
    let stranger = stranger.body(Body::empty()).unwrap();
    assert_eq!(stage.service.send(stranger).await.status, 403);
}

#[tokio::test]
async fn an_unknown_time_is_not_sent_even_if_one_was_entered() {
    let stage = Stage::new().await;
    let unknown = [("dateTime.unknown", "yes"), ("run", "yes")];
    let fields = [&BIRTH[..], &unknown].concat();
    let answer = stage
        .submit(Some(&stage.member), "/playground/calc_natal", &fields)
        .await;
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    let curl = between(&text, "id=\"sample-curl\">", "</pre>");
    assert!(curl.contains("dateTime=1990-06-15&"), "{}", unescaped(curl));
}

#[tokio::test]
async fn a_rejected_image_shows_its_problem_beside_the_field() {
    let stage = Stage::new().await;
    let fields = [&BIRTH[..], &[("width", "5"), ("run", "yes")]].concat();
    let answer = stage
        .submit(Some(&stage.member), "/playground/chart_natal", &fields)
        .await;
    assert_eq!(answer.status, 422);
    let text = answer.text();
    let field = between(&text, "name=\"width\"", "</div>");
    assert!(field.contains("class=\"problem\""), "{field}");
    assert!(!text.contains("class=\"drawn\""), "no broken image");
}

#[tokio::test]
async fn an_example_fills_the_form_of_a_calculation() {
    let stage = Stage::new().await;
    let path = "/playground?operation=calc_synastry&example=yes";
    let text = stage.page(&stage.member, path).await.text();
    for name in ["location1.latitude", "location2.latitude"] {
        let field = between(&text, &format!("name=\"{name}\""), ">");
        assert!(!field.contains("value=\"\""), "{field}");
    }
    assert!(text.contains("First person") && text.contains("Second person"));
}

#[tokio::test]
async fn an_example_fills_the_form_of_an_image() {
    let stage = Stage::new().await;
    let path = "/images?operation=chart_natal&example=yes";
    let text = stage.page(&stage.member, path).await.text();
    assert!(text.contains("<h1>Image Builder</h1>"));
    let choices = between(&text, "<select id=\"operation\"", "</select>");
    assert!(choices.contains("chart_synastry") && !choices.contains("calc_natal"));
    for name in ["location.latitude", "location.longitude"] {
        let field = between(&text, &format!("name=\"{name}\""), ">");
        assert!(!field.contains("value=\"\""), "{field}");
    }
}
