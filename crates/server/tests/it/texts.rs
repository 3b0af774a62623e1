//! Texts in calculations: which texts each includes, who may have them, and titles in the requested
//! language.

use std::collections::BTreeSet;

use access::{KeyPermission, ModuleGrant, Role};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use interpretation::kind::KINDS;
use serde_json::{Value, json};

use crate::harness::{NOW, Service, browser_request};

async fn service() -> Service {
    Service::new(server::api::api()).await
}

/// Creates a service whose organization has every text.
async fn premium() -> Service {
    let service = service().await;
    let mut locked = service.locked().await;
    let grant = ModuleGrant {
        module: "content-premium".to_owned(),
        source: "operator".to_owned(),
        granted_at: NOW,
        expires_at: None,
    };
    locked.grant_module(&grant).await.unwrap();
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    service
}

fn place(latitude: f64, longitude: f64) -> Value {
    json!({ "latitude": latitude, "longitude": longitude })
}

fn birth(more: &Value) -> Value {
    let body = json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": place(52.37, 4.89) });
    with(&body, more)
}

fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// A calculation, its body, and the kinds of texts that it includes.
type Told = (&'static str, Value, &'static [&'static str]);

/// Returns every calculation that takes `includeText`, and the kinds of texts that it includes. A
/// year of transits has aspects of slow and fast planets, and a month has voids of course.
fn all() -> Vec<Told> {
    let mut all = charts();
    all.extend(others());
    all.extend(without_charts());
    all
}

/// Returns calculations of names and calendars, and those of Vedic charts.
fn without_charts() -> Vec<Told> {
    let born = json!({ "birthDate": "1990-06-15" });
    let chennai = json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 13.08, "longitude": 80.27 } });
    let person = json!({ "dateTime": "1985-12-19", "fullName": "Anna Maria Visser" });
    let people = json!({
        "dateTime1": "1985-12-19", "fullName1": "Anna Maria Visser",
        "dateTime2": "1983-04-02", "fullName2": "Pieter de Groot",
    });
    vec![
        (
            "vedic/chart",
            with(&chennai, &json!({ "include": ["yogas"] })),
            &[
                "vedic:graha-in-house",
                "vedic:graha-in-sign",
                "vedic:lagna",
                "vedic:nakshatra",
                "vedic:tithi",
                "vedic:yoga",
            ],
        ),
        ("vedic/dasha", chennai, &["vedic:dasha-lord"]),
        (
            "chinese-horoscope",
            born.clone(),
            &["chinese:pillar", "chinese:sign"],
        ),
        (
            "chinese-forecast",
            with(&born, &json!({ "forecastYear": 2026 })),
            &["chinese:element", "chinese:forecast", "chinese:month"],
        ),
        (
            "numerology/profile",
            person,
            &[
                "numerology:birthday",
                "numerology:challenge",
                "numerology:expression",
                "numerology:hidden-passion",
                "numerology:karmic-debt",
                "numerology:karmic-lesson",
                "numerology:life-path",
                "numerology:maturity",
                "numerology:period-cycle",
                "numerology:personal-day",
                "numerology:personal-month",
                "numerology:personal-year",
                "numerology:personality",
                "numerology:pinnacle",
                "numerology:soul-urge",
            ],
        ),
        (
            "numerology/compatibility",
            people,
            &[
                "numerology:birthday",
                "numerology:expression",
                "numerology:life-path",
                "numerology:pair",
                "numerology:personality",
                "numerology:soul-urge",
            ],
        ),
    ]
}

/// The texts of charts of two people. The points of the pair have no angles among them.
const COMPOSITE: &[&str] = &[
    "composite:aspect",
    "composite:planet-in-house",
    "composite:planet-in-sign",
];

/// Returns charts of births and pairs of births.
fn charts() -> Vec<Told> {
    let here = place(52.37, 4.89);
    let pair = json!({
        "dateTime1": "1990-06-15T14:30", "location1": here,
        "dateTime2": "1988-02-01T06:15", "location2": place(40.71, -74.0),
    });
    let transit = json!({
        "birthDate": "1990-06-15T14:30", "birthLocation": here, "transitLocation": here,
        "transitDateStart": "2024-01-01", "transitDateEnd": "2024-12-31",
    });
    vec![
        (
            "natal",
            json!({ "dateTime": "1990-06-15T14:30", "location": here }),
            &[
                "natal:angle-in-sign",
                "natal:aspect",
                "natal:planet-in-house",
                "natal:planet-in-sign",
            ],
        ),
        (
            "transit",
            transit,
            &[
                "natal:planet-in-house",
                "natal:planet-in-sign",
                "transit:aspect",
                "transit:planet-in-house",
            ],
        ),
        (
            "synastry",
            pair.clone(),
            &[
                "natal:planet-in-house",
                "natal:planet-in-sign",
                "synastry:aspect",
                "synastry:planet-in-house",
            ],
        ),
        ("composite", pair.clone(), COMPOSITE),
        ("davison", pair.clone(), COMPOSITE),
        ("compatibility", pair, &["compatibility:sun-pair"]),
    ]
}

/// Returns returns, progressions and the current sky.
fn others() -> Vec<Told> {
    let here = place(52.37, 4.89);
    let day = json!({ "dateTime": "2024-03-25T12:00", "location": here });
    // The full Moon of 2024-03-25T07:00Z was at 5 degrees of Libra (NASA's canon of eclipses), so
    // the Moon left the sign on the 27th and was void until then.
    let leaving = json!({ "dateTime": "2024-03-27T12:00", "location": here });
    let month = json!({ "startDate": "2024-03-01", "endDate": "2024-03-31", "location": here });
    let year = json!({ "startDate": "2024-01-01", "endDate": "2024-12-31" });
    let saturn = json!({ "point": "saturn", "returnDate": "2019-01-01" });
    vec![
        (
            "solar-return",
            birth(&json!({ "returnYear": 2024 })),
            &[
                "solar-return:ascendant-in-sign",
                "solar-return:sun-in-house",
            ],
        ),
        (
            "lunar-return",
            birth(&json!({ "returnDate": "2024-05-01" })),
            &[
                "lunar-return:ascendant-in-sign",
                "lunar-return:moon-in-house",
            ],
        ),
        (
            "planetary-return",
            birth(&saturn),
            &["planetary-return:return"],
        ),
        (
            "progressions",
            birth(&json!({ "targetDate": "2024-06-15" })),
            &[
                "progression:moon-in-house",
                "progression:moon-in-sign",
                "progression:sun-in-sign",
            ],
        ),
        (
            "profections",
            birth(&json!({ "targetDate": "2024-06-15" })),
            &[],
        ),
        ("retrograde", year, &["retrograde:period"]),
        ("moon-sun", day, &["moon:phase"]),
        (
            "moon-calendar/day",
            leaving,
            &["moon:phase", "moon:void-of-course"],
        ),
        (
            "moon-calendar/range",
            month,
            &["moon:phase", "moon:void-of-course"],
        ),
    ]
}

/// Calls `visit` with every object in a tree and its path.
fn objects(at: &str, value: &Value, visit: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            visit(at, value);
            for (name, value) in fields {
                objects(&format!("{at}/{name}"), value, visit);
            }
        }
        Value::Array(items) => {
            for item in items {
                objects(at, item, visit);
            }
        }
        _ => {}
    }
}

/// Returns the kinds of the texts in a response, such as `natal:aspect`.
fn kinds(answer: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    objects("", answer, &mut |_, it| {
        if let Some(urn) = it["urn"].as_str() {
            let parts: Vec<_> = urn.split(':').collect();
            found.insert(format!("{}:{}", parts[3], parts[4]));
        }
    });
    found
}

/// The same with the texts that paragraphs name: strings that are URNs.
fn kinds_named(answer: &Value) -> BTreeSet<String> {
    let mut found = kinds(answer);
    objects("", answer, &mut |_, it| {
        let lists = it.as_object().into_iter().flat_map(|it| it.values());
        for urn in lists.filter_map(Value::as_array).flatten() {
            let parts: Vec<_> = urn.as_str().unwrap_or_default().split(':').collect();
            if parts.len() > 4 {
                found.insert(format!("{}:{}", parts[3], parts[4]));
            }
        }
    });
    found
}

#[tokio::test]
async fn a_key_without_content_gets_the_facts_of_a_horoscope_and_a_warning() {
    let service = premium().await;
    let key = service.add_key(&[KeyPermission::CalcRead]).await;
    let answer = service
        .get_with("/api/horoscope/daily/2026-11-18/leo", &key)
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = answer.json()["data"].clone();
    assert!(data["summary"].is_null());
    assert!(data["sections"]["love"]["text"].is_null());
    assert!(!data["facts"].as_array().unwrap().is_empty());
    assert!(warned(&data, "texts_not_permitted"));
}

#[tokio::test]
async fn an_own_copy_of_a_text_changes_the_horoscopes_of_its_organization_only() {
    let service = premium().await.with_library().await;
    let path = "/api/horoscope/daily/2026-11-18/leo";
    let before = service.get(path).await.json()["data"].clone();
    let urn = before["facts"][0]["text"]["urn"].as_str().unwrap();
    let urn: interpretation::key::Urn = urn.parse().unwrap();
    let id = astrology_api::library::system_id(&urn);
    let member = service.member(Role::Manager).await;
    let path_of_copy = format!("/api/content/{id}/create-custom-copy");
    let request = browser_request(Method::POST, &path_of_copy)
        .header("cookie", format!("almagest_local={}", member.token))
        .header("x-organization", service.org_id.to_string())
        .header("content-type", "application/json");
    let copied = service.send(request.body(Body::from("{}")).unwrap()).await;
    assert!(copied.status.is_success(), "{}", copied.json());
    let after = service.get(path).await.json()["data"].clone();
    assert_eq!(after["facts"][0]["text"]["source"], "organization");
    assert_ne!(after["contentRevision"], before["contentRevision"]);
    let again = service.get(path).await.json()["data"].clone();
    assert_eq!(after, again);
}

fn warned(data: &Value, code: &str) -> bool {
    let warnings = data["meta"]["warnings"].as_array().unwrap();
    warnings.iter().any(|it| it["code"] == code)
}

/// The calculations that have a composed reading.
const READ: &[&str] = &[
    "natal",
    "synastry",
    "composite",
    "davison",
    "solar-return",
    "transit",
];

#[tokio::test]
async fn a_reading_needs_no_other_texts_and_is_refused_where_there_is_none() {
    let service = premium().await;
    for (name, body, texts) in all() {
        let body = with(&body, &json!({ "includeReading": true }));
        let answer = service.calculation(name, &body).await;
        if !READ.contains(&name) {
            let is_unknown = answer.status == StatusCode::BAD_REQUEST;
            let is_warned = is_unknown || warned(&answer.json()["data"], "option_without_effect");
            assert!(is_warned, "{name}: {}", answer.json());
            continue;
        }
        let data = answer.json()["data"].clone();
        let sections = data["composedReading"]["sections"].as_array().unwrap();
        assert!(sections.len() > 2, "{name}: {sections:?}");
        assert!(data.get("reading").is_none(), "{name}");
        assert!(data.get("texts").is_none(), "{name}");
        let kinds = kinds(&data);
        let horoscope = match name {
            "davison" => "composite",
            name => name,
        };
        let beginning = format!("{horoscope}:");
        assert!(
            kinds.iter().all(|it| it.starts_with(&beginning)),
            "{kinds:?}"
        );
        assert!(!texts.is_empty());
    }
}

#[tokio::test]
async fn a_text_without_the_requested_length_appears_in_full_with_a_warning() {
    let service = premium().await;
    let (name, body, _) = charts().remove(0);
    let asked = |length: &str| {
        let options = json!({ "includeText": true, "textLength": length, "points": ["sun"] });
        with(&body, &options)
    };
    let standard = service.calculate(name, &asked("standard")).await;
    let long = service.calculate(name, &asked("long")).await;
    assert!(!warned(&standard, "text_length_unavailable"));
    assert!(warned(&long, "text_length_unavailable"));
    assert_eq!(standard["points"], long["points"]);
}

#[tokio::test]
async fn every_calculation_shows_its_own_texts_and_every_kind_of_text_is_shown() {
    let service = premium().await;
    let mut shown = BTreeSet::new();
    for (name, body, expected) in all() {
        let data = service
            .calculate(name, &with(&body, &json!({ "includeText": true })))
            .await;
        let found = kinds(&data);
        let wanted: BTreeSet<_> = expected.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(found, wanted, "{name}");
        assert_eq!(
            warned(&data, "texts_unavailable"),
            expected.is_empty(),
            "{name}"
        );
        let plain = service.calculate(name, &body).await;
        assert!(kinds(&plain).is_empty(), "{name} did not request texts");
        shown.extend(found);
    }
    for (name, body, _) in all() {
        if READ.contains(&name) {
            let body = with(&body, &json!({ "includeReading": true }));
            shown.extend(kinds(&service.calculate(name, &body).await));
        }
    }
    let with_texts = all().into_iter().filter(|it| !it.2.is_empty());
    let mut with_texts: BTreeSet<_> = with_texts.map(|it| it.0).collect();
    // A week of days has a void-of-course period.
    for day in 16..23 {
        let date = json!({ "date": format!("2026-11-{day}") });
        shown.extend(kinds_named(
            &service.calculate("horoscope/daily", &date).await,
        ));
    }
    // Horoscopes consist of texts, so they do not ask for them.
    for horoscope in server::api::calculations() {
        if horoscope.name.starts_with("horoscope/") {
            let data = service.calculate(horoscope.name, &horoscope.example).await;
            let found = kinds_named(&data);
            assert!(
                found.iter().all(|it| it.starts_with("horoscope:")) && found.len() > 4,
                "{}: {found:?}",
                horoscope.name
            );
            shown.extend(found);
            with_texts.insert(horoscope.name);
        }
    }
    let declared = server::api::calculations().into_iter();
    let declared = declared.filter(|it| it.texts.is_some());
    assert_eq!(with_texts, declared.map(|it| it.name).collect());
    let every: BTreeSet<_> = KINDS
        .iter()
        .filter(|it| it.in_calculations)
        .map(|it| format!("{}:{}", it.horoscope, it.content))
        .collect();
    assert_eq!(shown, every, "`in_calculations` is true of every kind");
}

#[tokio::test]
async fn the_texts_of_a_return_are_about_its_own_chart() {
    let service = premium().await;
    let urns = |data: &Value| -> Vec<String> {
        let texts = data["texts"].as_array().unwrap().iter();
        texts
            .map(|it| it["urn"].as_str().unwrap().to_owned())
            .collect()
    };
    for (name, body, point) in [
        ("solar-return", json!({ "returnYear": 2024 }), "sun"),
        (
            "lunar-return",
            json!({ "returnDate": "2024-05-01" }),
            "moon",
        ),
    ] {
        let body = birth(&with(&body, &json!({ "includeText": true })));
        let data = service.calculate(name, &body).await;
        let sign = data["angles"]["ascendant"]["sign"].as_str().unwrap();
        let house = data["points"][point]["houseId"].as_str().unwrap();
        let expected = [
            format!("urn:content:1:{name}:ascendant-in-sign:ascendant:{sign}:en"),
            format!("urn:content:1:{name}:{point}-in-house:{point}:{house}:en"),
        ];
        assert_eq!(urns(&data), expected, "{name}");
        assert!(data["points"][point].get("text").is_none(), "{name}");
        // The returning point is where it was at birth, whether or not it is requested.
        let body = with(&body, &json!({ "points": ["mars"] }));
        assert_eq!(urns(&service.calculate(name, &body).await), expected);
    }
    let planet =
        |id: &str| birth(&json!({ "point": id, "returnDate": "2019-01-01", "includeText": true }));
    let data = service
        .calculate("planetary-return", &planet("jupiter"))
        .await;
    assert_eq!(
        urns(&data),
        ["urn:content:1:planetary-return:return:jupiter:en"]
    );
    let data = service
        .calculate("planetary-return", &planet("uranus"))
        .await;
    assert!(data.get("texts").is_none());
    assert!(
        warned(&data, "texts_unavailable"),
        "there is no text about Uranus"
    );
}

#[tokio::test]
async fn texts_are_opened_by_the_capability_of_their_own_calculation() {
    let service = service().await;
    // The plans include the basic texts: births, compatibility, the Moon and retrograde periods.
    let basic = ["natal", "compatibility", "retrograde", "moon-sun"];
    for (name, body, expected) in all() {
        if expected.is_empty() {
            continue;
        }
        let data = service
            .calculate(name, &with(&body, &json!({ "includeText": true })))
            .await;
        // The modules of names, calendars and Vedic charts include their texts.
        let whole = ["moon-calendar", "chinese", "numerology", "vedic"];
        let open = basic.contains(&name) || whole.iter().any(|it| name.starts_with(it));
        assert_eq!(!kinds(&data).is_empty(), open, "{name}: {:?}", kinds(&data));
        assert_eq!(warned(&data, "texts_module_required"), !open, "{name}");
    }
}

/// The paths where a `sign` is not a point's position but part of a pattern, a table or a ruler.
const WITHOUT_TITLES: &[&str] = &["/patterns", "/rulers/chart", "/rulers/houses"];

#[tokio::test]
async fn titles_stand_beside_every_point_sign_house_and_aspect() {
    let service = service().await;
    let german = [("leo", "Löwe"), ("aries", "Widder"), ("pisces", "Fische")];
    for (name, body, _) in all() {
        // Numbers, stations and Vedic charts have no titles.
        let is_untitled = ["retrograde", "numerology", "vedic"];
        if is_untitled.iter().any(|it| name.starts_with(it)) {
            continue;
        }
        let asked = json!({ "includeReadableEntities": true, "language": "de" });
        let data = service.calculate(name, &with(&body, &asked)).await;
        let mut titles = 0;
        objects("", &data, &mut |at, it| {
            if WITHOUT_TITLES.contains(&at) {
                return;
            }
            for (id, title) in [
                ("sign", "signTitle"),
                ("pointId", "pointTitle"),
                ("houseId", "houseTitle"),
                ("aspect", "aspectTitle"),
                ("phase", "phaseTitle"),
            ] {
                let Some(id) = it[id].as_str() else { continue };
                let title = it[title].as_str();
                assert!(title.is_some(), "{name} {at}: no title of `{id}`");
                titles += 1;
                if let Some((_, expected)) = german.iter().find(|(sign, _)| *sign == id) {
                    assert_eq!(title, Some(*expected), "{name} {at}");
                }
            }
        });
        assert!(titles > 0 || name == "compatibility", "{name}");
    }
    let body = json!({
        "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89),
        "points": ["sun", "regulus"], "includeReadableEntities": true,
    });
    let data = service.calculate("natal", &body).await;
    assert_eq!(data["points"]["regulus"]["pointTitle"], "Regulus");
    assert_eq!(data["houses"]["cusps"][9]["title"], "10th House");
}

#[tokio::test]
async fn an_unknown_language_is_refused_unless_the_organization_writes_in_it() {
    let service = service().await.with_library().await;
    let body = json!({
        "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89),
        "language": "pl", "includeText": true, "includeReadableEntities": true,
    });
    let refused = service.post("/api/calc/natal", &body.to_string()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let error = refused.json()["errors"][0].clone();
    assert_eq!(error["code"], "language_unknown");
    assert_eq!(error["source"]["pointer"], "/language");
    let accepted = error["meta"]["accepted"].as_array().unwrap();
    assert!(accepted.contains(&json!("en")) && accepted.contains(&json!("nl")));
    let picture = "/api/chart2/natal.svg?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89&language=pl";
    assert_eq!(service.get(picture).await.codes(), ["language_unknown"]);

    let owner = service.member(Role::Owner).await;
    let text = json!({
        "urn": "urn:content:1:natal:planet-in-sign:sun:gemini:pl",
        "title": "Słońce w Bliźniętach", "body": "Tekst.",
    });
    let request = browser_request(Method::POST, "/api/content")
        .header("cookie", format!("almagest_local={}", owner.token))
        .header("x-organization", service.org_id.to_string());
    let made = service.send_with(request, Some(&text)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let data = service.calculate("natal", &body).await;
    let sun = &data["points"]["sun"];
    assert_eq!(sun["text"]["language"], "pl");
    assert_eq!(
        data["points"]["moon"]["text"]["language"], "en",
        "the language is reported where it differs"
    );
    assert_eq!(sun["pointTitle"], "Sun");
    assert!(
        warned(&data, "language_unavailable"),
        "titles are in another language"
    );
    let url = data["chart"]["url"].as_str().unwrap();
    let path = &url[url.find("/api/").unwrap()..];
    let request = Request::get(path).body(Body::empty()).unwrap();
    assert_eq!(service.send(request).await.status, StatusCode::OK, "{path}");
}
