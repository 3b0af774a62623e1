//! Cards over HTTP: formats, texts by permission, modules by period, dates, tags.

use std::time::Duration;

use access::{KeyModules, KeyPermission};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::harness::{Answer, Service};

const CARDS: [&str; 3] = [
    "/api/chart2/horoscope.svg?sign=leo&date=2026-11-18",
    "/api/chart2/numerology.svg?dateTime=1985-12-19&fullName=Anna%20Maria%20Visser&forDate=2026-11-16",
    "/api/chart2/chinese.svg?birthDate=1990-01-15",
];

async fn service() -> Service {
    Service::new(server::api::api()).await
}

fn description(answer: &Answer) -> String {
    let svg = String::from_utf8(answer.bytes.clone()).unwrap();
    assert_eq!(answer.status, StatusCode::OK, "{svg}");
    let begin = svg.find("<desc>").unwrap() + "<desc>".len();
    svg[begin..svg.find("</desc>").unwrap()].to_owned()
}

#[tokio::test]
async fn every_card_is_served_in_both_formats_and_the_same_each_time() {
    let (service, other) = (service().await, service().await);
    for path in CARDS {
        let svg = service.get(path).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml", "{path}");
        // Another service has drawn nothing before.
        let again = other.get(path).await;
        assert_eq!(svg.bytes, again.bytes, "{path}");
        assert_eq!(svg.header("etag"), again.header("etag"));
        let request = Request::get(path)
            .header("x-api-key", &service.key)
            .header("if-none-match", svg.header("etag"));
        let unchanged = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED, "{path}");
        let png = service.get(&path.replace(".svg", ".png")).await;
        assert!(png.bytes.starts_with(b"\x89PNG"), "{path}");
    }
}

#[tokio::test]
async fn a_card_says_what_the_response_says() {
    let service = service().await;
    let [horoscope, numerology, chinese] = CARDS;
    let body = json!({ "date": "2026-11-18", "sign": "leo" });
    let data = service.calculate("horoscope/daily/sign", &body).await;
    let shown = description(&service.get(horoscope).await);
    let summary = data["summary"].as_str().unwrap();
    assert!(
        shown.contains(&summary.replace('\'', "&#39;")) || shown.contains(summary),
        "{shown}"
    );
    let work = &data["intensity"]["work"]["value"];
    assert!(shown.contains(&format!("Work: {work} %.")), "{shown}");
    let lucky = &data["lucky"]["number"];
    assert!(
        shown.contains(&format!("Lucky number: {lucky}.")),
        "{shown}"
    );
    // 19 December 1985: 1 + 9 + 8 + 5 = 23, 5; 12, 3; 19, 1: 5 + 3 + 1 = 9.
    let shown = description(&service.get(numerology).await);
    assert!(
        shown.contains("Anna Maria Visser. Life path: 9."),
        "{shown}"
    );
    // The Chinese New Year of 1990 was on 27 January, so the year is that of the earth snake of 1989.
    let shown = description(&service.get(chinese).await);
    assert!(shown.contains("Snake."), "{shown}");
    assert!(
        shown.contains("Element: Earth. Polarity: Yin. Chinese year: 1989."),
        "{shown}"
    );
    assert!(shown.contains("Stem and branch: ji si."), "{shown}");
}

#[tokio::test]
async fn a_card_has_texts_only_for_those_who_may_read_them() {
    let service = service().await;
    let key = service.add_key(&[KeyPermission::ChartRead]).await;
    for path in CARDS {
        let with = description(&service.get(path).await);
        let without = description(&service.get_with(path, &key).await);
        assert!(without.len() < with.len(), "{path}: {without}");
        assert!(with.starts_with(&without), "{with}\n{without}");
        let off = description(&service.get(&format!("{path}&text=false")).await);
        assert_eq!(off, without, "{path}");
        let demanded = service.get_with(&format!("{path}&text=true"), &key).await;
        assert_eq!(demanded.codes(), ["permission_missing"], "{path}");
    }
}

#[tokio::test]
async fn each_kind_of_period_needs_its_module() {
    let service = service().await;
    let modules = ["daily-report", "yearly-report"];
    let edit = store::KeyEdit {
        modules: Some(KeyModules::Only(modules.map(str::to_owned).to_vec())),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    for (period, module) in [
        ("daily", None),
        ("weekly", Some("weekly-report")),
        ("monthly", Some("monthly-report")),
        ("yearly", None),
        ("yearly-ascendant", Some("yearly-ascendant-report")),
    ] {
        let answer = service.get(&format!("{}&period={period}", CARDS[0])).await;
        match module {
            None => assert_eq!(answer.status, StatusCode::OK, "{period}"),
            Some(module) => {
                assert_eq!(answer.codes(), ["module_required"], "{period}");
                let meta = &answer.json()["errors"][0]["meta"];
                assert_eq!(meta["requiredModule"], module);
            }
        }
    }
}

#[tokio::test]
async fn cards_of_the_usual_size_cost_a_unit_and_years_a_little_more() {
    let service = service().await;
    for path in CARDS {
        service.get(path).await;
        service.get(&path.replace(".svg", ".png")).await;
    }
    service.get(&format!("{}&period=yearly", CARDS[0])).await;
    let ledger = service.ledger().await;
    let costs: Vec<u64> = ledger.iter().map(|it| it.1).collect();
    assert_eq!(costs.len(), 7);
    assert_eq!(costs.iter().filter(|it| **it == 1).count(), 6, "{ledger:?}");
    assert!(costs.contains(&2), "{ledger:?}");
}

#[tokio::test]
async fn a_card_without_a_date_shows_today_in_its_zone() {
    let service = service().await;
    // The test clock is at 2027-01-15T08:00:00Z, when it is 21:00 in Auckland.
    let path = "/api/chart2/horoscope.svg?sign=leo";
    let today = async |zone: &str| description(&service.get(&format!("{path}{zone}")).await);
    assert!(today("").await.contains("Daily horoscope, 2027-01-15."));
    service.clock.advance(Duration::from_hours(4));
    assert!(today("").await.contains("2027-01-15."));
    let auckland = today("&timezone=Pacific/Auckland").await;
    assert!(auckland.contains("2027-01-16."), "{auckland}");
    let week = today("&period=weekly").await;
    assert!(
        week.contains("Weekly horoscope, 2027-01-11 – 2027-01-17."),
        "{week}"
    );
}

#[tokio::test]
async fn a_card_in_another_language_has_its_titles() {
    let service = service().await;
    let path = |language: &str| format!("{}&language={language}", CARDS[0]);
    let german = description(&service.get(&path("de")).await);
    assert!(
        german.starts_with("Löwe. Tageshoroskop, 2026-11-18."),
        "{german}"
    );
    let refused = service.get(&path("xx")).await;
    assert_eq!(refused.codes(), ["language_unknown"]);
}
