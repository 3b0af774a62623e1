//! Chart images over HTTP: formats, tags, signed URLs, hostile names.

use access::KeyPermission;
use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::harness::{Answer, Service};

const NATAL: &str = "dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";

async fn service() -> Service {
    Service::new(server::api::api()).await
}

#[tokio::test]
async fn every_wheel_is_served_in_both_formats() {
    let service = service().await;
    let pair = "dateTime1=1990-06-15T14:30&location1.latitude=52.37&location1.longitude=4.89\
        &dateTime2=1988-02-01T06:15&location2.latitude=40.71&location2.longitude=-74";
    let birth =
        "birthDateTime=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89";
    let transit = "birthDate=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89\
        &transitDateStart=2024-01-01&transitDateEnd=2024-01-20\
        &transitLocation.latitude=52.37&transitLocation.longitude=4.89";
    for (path, query) in [
        ("chart2/natal", NATAL.to_owned()),
        ("chart/image", NATAL.to_owned()),
        (
            "chart2/natal",
            "dateTime=1990-06-15&location.latitude=52.37&location.longitude=4.89".to_owned(),
        ),
        ("chart2/transit", transit.to_owned()),
        ("chart2/synastry", pair.to_owned()),
        ("chart2/composite", pair.to_owned()),
        ("chart/composite", pair.to_owned()),
        ("chart2/davison", pair.to_owned()),
        ("chart2/solar-return", format!("{birth}&returnYear=2024")),
        (
            "chart2/lunar-return",
            format!("{birth}&returnDate=2024-05-01"),
        ),
        (
            "chart2/progressions",
            format!("{birth}&targetDate=2024-06-15"),
        ),
    ] {
        let svg = service.get(&format!("/api/{path}.svg?{query}")).await;
        assert_eq!(
            svg.status,
            StatusCode::OK,
            "{path}: {}",
            String::from_utf8_lossy(&svg.bytes)
        );
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.bytes.starts_with(b"<svg"), "{path}");
        assert!(
            svg.header("content-security-policy")
                .contains("default-src 'none'")
        );
        assert_eq!(svg.header("x-content-type-options"), "nosniff");
        let png = service
            .get(&format!("/api/{path}.png?{query}&width=300"))
            .await;
        assert_eq!(png.header("content-type"), "image/png", "{path}");
        assert!(png.bytes.starts_with(b"\x89PNG"), "{path}");
    }
}

/// Returns the description of an image, which has everything in words.
async fn described(service: &Service, path: &str) -> String {
    let answer = service.get(path).await;
    let svg = String::from_utf8(answer.bytes).unwrap();
    assert_eq!(answer.status, StatusCode::OK, "{path}: {svg}");
    let begin = svg.find("<desc>").unwrap() + "<desc>".len();
    svg[begin..svg.find("</desc>").unwrap()].to_owned()
}

#[tokio::test]
async fn a_birth_without_a_time_has_a_wheel_without_houses() {
    const NO_HOUSES: &str = "No houses: the time is not known.";
    let service = service().await;
    let place = |name: &str| format!("{name}.latitude=52.37&{name}.longitude=4.89");
    let transit = format!(
        "{}&{}&transitDateStart=2024-01-01&transitDateEnd=2024-01-20",
        place("birthLocation"),
        place("transitLocation")
    );
    let pair = format!("{}&{}", place("location1"), place("location2"));
    let (day1, day2) = ("dateTime1=1990-06-15", "dateTime2=1988-02-01");
    for (path, day, time) in [
        (
            format!("natal.svg?{}", place("location")),
            "dateTime=1990-06-15".to_owned(),
            "T14:30",
        ),
        (
            format!("transit.svg?{transit}"),
            "birthDate=1990-06-15".to_owned(),
            "T14:30",
        ),
        (
            format!("synastry.svg?{pair}"),
            format!("{day2}&{day1}"),
            "T14:30",
        ),
        (
            format!("synastry.svg?{pair}"),
            format!("{day2}T06:15&{day1}"),
            "T14:30",
        ),
        (
            format!("composite.svg?{pair}"),
            format!("{day2}T06:15&{day1}"),
            "T14:30",
        ),
    ] {
        let without = described(&service, &format!("/api/chart2/{path}&{day}")).await;
        let with = described(&service, &format!("/api/chart2/{path}&{day}{time}")).await;
        assert!(without.contains(NO_HOUSES), "{path}: {without}");
        assert!(!with.contains(NO_HOUSES), "{path}: {with}");
        assert!(with.contains("House 1"), "{path}: {with}");
        // Positions that hold all day are drawn: the Sun and Pluto hardly move.
        assert!(without.contains("Aspects: "), "{path}: {without}");
        assert!(without.contains("Time unknown"), "{path}: {without}");
    }
    // The houses are those of the first birth, so they exist if its time is known.
    let path = format!("/api/chart2/synastry.svg?{pair}&{day1}T14:30&{day2}");
    let described = described(&service, &path).await;
    assert!(!described.contains(NO_HOUSES) && described.contains("Time unknown"));
}

#[tokio::test]
async fn a_wheel_that_needs_the_time_is_refused_as_its_calculation() {
    let service = service().await;
    let pair = "dateTime1=1990-06-15&location1.latitude=52.37&location1.longitude=4.89\
        &dateTime2=1988-02-01T06:15&location2.latitude=40.71&location2.longitude=-74";
    let birth =
        "birthDateTime=1990-06-15&birthLocation.latitude=52.37&birthLocation.longitude=4.89";
    for (name, query) in [
        ("davison", pair.to_owned()),
        ("solar-return", format!("{birth}&returnYear=2024")),
        ("lunar-return", format!("{birth}&returnDate=2024-05-01")),
        ("progressions", format!("{birth}&targetDate=2024-06-15")),
    ] {
        let calculated = service.get(&format!("/api/calc/{name}?{query}")).await;
        let drawn = service
            .get(&format!("/api/chart2/{name}.svg?{query}"))
            .await;
        let refusal = |answer: &Answer| {
            let errors = answer.json()["errors"].clone();
            (
                answer.status,
                errors[0]["code"].clone(),
                errors[0]["source"].clone(),
            )
        };
        assert_eq!(drawn.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert_eq!(refusal(&drawn).1, "birth_time_required", "{name}");
        assert_eq!(refusal(&drawn).1, refusal(&calculated).1, "{name}");
        assert_eq!(refusal(&drawn).0, refusal(&calculated).0, "{name}");
    }
}

#[tokio::test]
async fn an_unchanged_picture_is_not_sent_again() {
    let service = service().await;
    let path = format!("/api/chart2/natal.svg?{NATAL}");
    let first = service.get(&path).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let again = Request::get(&path)
        .header("x-api-key", &service.key)
        .header("if-none-match", &tag);
    let again = service.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.bytes.is_empty());
    let other = service.get(&format!("{path}&theme=dark")).await;
    assert_ne!(other.header("etag"), tag);
}

#[tokio::test]
async fn an_unchanged_picture_is_not_drawn_again() {
    let service = service().await;
    let path = format!("/api/chart2/natal.svg?{NATAL}");
    let tag = service.get(&path).await.header("etag").to_owned();
    // Another node has not drawn it, and has no memory to do so.
    let (app, router) = service.another_node(server::api::api()).await;
    let all = app.memory.reserve(None, app.memory.available_bytes());
    let ask = async |tag: &str| {
        let request = Request::get(&path)
            .header("x-api-key", &service.key)
            .header("if-none-match", tag);
        let request = request.body(Body::empty()).unwrap();
        Answer::of(&router, request).await.status
    };
    assert_eq!(ask("\"other\"").await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(ask("*").await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(ask(&tag).await, StatusCode::NOT_MODIFIED);
    drop(all);
}

#[tokio::test]
async fn the_address_in_an_answer_works_without_a_key_and_is_counted() {
    let service = service().await;
    let answer = service
        .get(&format!(
            "/api/calc/natal?{NATAL}&houseSystem=whole&points=sun&points=moon"
        ))
        .await;
    let url = answer.json()["data"]["chart"]["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = &url[url.find("/api/chart2/natal.svg").unwrap()..];
    let request = || Request::get(path).body(Body::empty()).unwrap();
    let picture = service.send(request()).await;
    assert_eq!(
        picture.status,
        StatusCode::OK,
        "{}",
        String::from_utf8_lossy(&picture.bytes)
    );
    let quota = picture.header("x-quota-remaining");
    assert_eq!(quota, "", "visitors of a page do not see it");
    assert_eq!(
        picture.header("cache-control"),
        "private, max-age=86400, immutable"
    );
    let tampered = path.replace("points=moon", "points=mars");
    let refused = service
        .send(Request::get(&tampered).body(Body::empty()).unwrap())
        .await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    let ledger = service.ledger().await;
    let drawn = ledger
        .iter()
        .filter(|(operation, ..)| operation == "chart_natal")
        .count();
    assert_eq!(drawn, 1, "{ledger:?}");
}

#[tokio::test]
async fn hostile_names_come_out_as_text() {
    let service = service().await;
    for name in [
        "<script>alert(1)</script>",
        "]]><svg onload=x>",
        "&lt;b&gt;",
        "\u{202e}reversed",
    ] {
        let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
        let path = format!("/api/chart2/natal.svg?{NATAL}&title={name}&location.name={name}");
        let answer = service.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK);
        let svg = String::from_utf8(answer.bytes).unwrap();
        assert!(
            !svg.contains("<script") && !svg.contains("onload=x>"),
            "{svg}"
        );
        assert!(!svg.contains('\u{202e}'), "bidi controls are removed");
    }
}

#[tokio::test]
async fn drawing_needs_its_permission_and_a_wheel() {
    let service = service().await;
    let calc_only = service.add_key(&[KeyPermission::CalcRead]).await;
    let path = format!("/api/chart2/natal.svg?{NATAL}");
    let refused = service.get_with(&path, &calc_only).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
    let sectors = service.get(&format!("{path}&houseSystem=gauquelin")).await;
    assert_eq!(sectors.codes(), ["not_drawable"]);
    let invisible = service
        .get(&format!("{path}&colours.ink=%23ffffff&theme=light"))
        .await;
    assert_eq!(invisible.codes(), ["not_drawable"]);
    let small = format!("{path}&width=419&positions=true&aspectGrid=true");
    let crowded = service.get(&small).await;
    assert_eq!(crowded.codes(), ["not_drawable", "not_drawable"]);
    assert_eq!(
        crowded.json()["errors"][0]["source"]["parameter"],
        "positions"
    );
    let enough = small.replace("419", "420");
    assert_eq!(service.get(&enough).await.status, StatusCode::OK);
    let birth =
        "birthDateTime=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89";
    let sectors = service
        .get(&format!(
            "/api/chart2/progressions.svg?{birth}&targetDate=2024-06-15&houseSystem=gauquelin"
        ))
        .await;
    assert_eq!(sectors.codes(), ["not_drawable"], "also for progressions");
    let large = service.get(&format!("{path}&width=4001")).await;
    assert_eq!(large.codes(), ["field_range"]);
}

#[tokio::test]
async fn every_word_of_a_wheel_is_in_the_language_asked_for() {
    let service = service().await;
    for (language, words) in [
        ("en", ["Natal chart", "Houses: placidus", "tropical", "Sun"]),
        (
            "de",
            ["Geburtshoroskop", "Häuser: placidus", "tropisch", "Sonne"],
        ),
        ("pt", ["Mapa natal", "Casas: placidus", "tropical", "Sol"]),
    ] {
        let path = format!("/api/chart2/natal.svg?{NATAL}&language={language}");
        let answer = service.get(&path).await;
        let svg = String::from_utf8(answer.bytes).unwrap();
        for word in words {
            assert!(svg.contains(word), "{language}: {word}");
        }
        assert!(svg.contains(&format!("lang=\"{language}\"")), "{language}");
    }
}

#[tokio::test]
async fn a_composite_names_the_house_system_of_its_cusps() {
    let service = service().await;
    let pair = "dateTime1=1990-06-15T14:30&location1.latitude=52.37&location1.longitude=4.89\
        &dateTime2=1988-02-01T06:15&location2.latitude=40.71&location2.longitude=-74";
    for (more, system) in [
        ("", "placidus"),
        ("&houseSystem=koch", "koch"),
        ("&houseSystem=koch&compositeHouses=midpoints", "koch"),
    ] {
        let path = format!("/api/chart2/composite.svg?{pair}{more}");
        let svg = String::from_utf8(service.get(&path).await.bytes).unwrap();
        assert!(svg.contains(&format!("Houses: {system}<")), "{more}");
    }
}

#[tokio::test]
async fn a_title_is_drawn_and_not_only_read_aloud() {
    let service = service().await;
    for size in ["", "&width=120"] {
        let path = format!("/api/chart2/natal.svg?{NATAL}&title=Ada{size}");
        let svg = String::from_utf8(service.get(&path).await.bytes).unwrap();
        assert!(svg.contains("<title>Ada</title>"), "{size}");
        assert!(svg.contains(">Ada</text>"), "{size}");
    }
}

#[tokio::test]
async fn what_would_change_nothing_about_a_picture_is_refused() {
    let service = service().await;
    let points = "&points=sun".repeat(61);
    for (more, code, parameter) in [
        ("includeText=true", "field_unknown", "includeText"),
        (
            "includeReadableEntities=true",
            "field_unknown",
            "includeReadableEntities",
        ),
        ("include=midpoints", "field_unknown", "include"),
        ("colours.ink=%23zzzzzz", "field_format", "colours.ink"),
        (points.trim_start_matches('&'), "field_length", "points"),
    ] {
        let answer = service
            .get(&format!("/api/chart2/natal.svg?{NATAL}&{more}"))
            .await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{more}");
        let json = answer.json();
        assert_eq!(json["errors"][0]["code"], code, "{json}");
        assert_eq!(
            json["errors"][0]["source"]["parameter"], parameter,
            "{json}"
        );
    }
}

#[tokio::test]
async fn a_transit_is_drawn_from_either_spelling() {
    let service = service().await;
    let get = async |query: &str| {
        let path = format!("/api/chart2/transit.svg?{query}");
        service.get(&path).await
    };
    let birth =
        "birthDate=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89";
    let sky = "transitDateStart=2024-01-01T12:00&transitLocation.latitude=40.71\
        &transitLocation.longitude=-74";
    let other = "transit.dateTime=2024-01-01T12:00&transit.location.latitude=40.71\
        &transit.location.longitude=-74";
    let calculated = get(&format!("{birth}&{sky}&transitDateEnd=2024-02-01")).await;
    assert_eq!(calculated.status, StatusCode::OK);
    let contract = get(&format!("{NATAL}&{other}")).await;
    assert_eq!(
        contract.status,
        StatusCode::OK,
        "{}",
        String::from_utf8_lossy(&contract.bytes)
    );
    assert_eq!(contract.bytes, calculated.bytes);
    let svg = String::from_utf8(contract.bytes).unwrap();
    // New York was five hours behind.
    assert!(
        svg.contains("1 January 2024, 12:00 (UTC\u{2212}5)"),
        "{svg}"
    );

    for (query, code, parameter) in [
        (
            format!("{NATAL}&{birth}&{other}"),
            "fields_conflict",
            "dateTime",
        ),
        (
            format!("{NATAL}&{sky}&{other}"),
            "fields_conflict",
            "transit.dateTime",
        ),
        (other.to_owned(), "fields_conflict", "birthDate"),
        (NATAL.to_owned(), "fields_conflict", "transitDateStart"),
        (
            format!(
                "{NATAL}&{}",
                other.replace("2024-01-01T12:00", "2023-03-12T02:30")
            ),
            "birth_time_skipped",
            "transit.dateTime",
        ),
    ] {
        let json = get(&query).await.json();
        assert_eq!(json["errors"][0]["code"], code, "{query}: {json}");
        assert_eq!(
            json["errors"][0]["source"]["parameter"], parameter,
            "{json}"
        );
    }
}

#[tokio::test]
async fn a_wheel_of_two_says_when_and_where_both_were_born() {
    let service = service().await;
    let pair = "dateTime1=1990-06-15T14:30&location1.latitude=52.37&location1.longitude=4.89\
        &dateTime2=1988-02-01T06:15&location2.latitude=40.71&location2.longitude=-74";
    let births = [
        "15 June 1990, 14:30 (UTC+2)",
        "52°22′N 4°53′E",
        "1 February 1988, 06:15 (UTC\u{2212}5)",
        "40°43′N 74°00′W",
    ];
    // The mean of the latitudes 52.37 and 40.71 is 46.54, and of the longitudes -34.555.
    let middle = ["46°32′N 34°33′W"];
    for (name, lines) in [
        ("synastry", births.as_slice()),
        ("composite", &births),
        ("davison", &middle),
    ] {
        let answer = service.get(&format!("/api/chart2/{name}.svg?{pair}")).await;
        let svg = String::from_utf8(answer.bytes).unwrap();
        for line in lines {
            assert!(svg.contains(line), "{name}: {line}\n{svg}");
        }
    }
}

const PAIR: &str = "dateTime1=1990-06-15T14:30&location1.latitude=52.37&location1.longitude=4.89\
    &dateTime2=1988-02-01T06:15&location2.latitude=40.71&location2.longitude=-74";

#[tokio::test]
async fn a_picture_has_the_panels_that_were_asked_for() {
    let service = service().await;
    let path = format!("/api/chart2/natal.svg?{NATAL}&language=nl&width=900");
    let plain = String::from_utf8(service.get(&path).await.bytes).unwrap();
    for (panel, word) in [
        ("positions", ">Ascendant<"),
        ("cusps", ">04\u{2032}<"),
        ("balance", ">Verdeling (Zon tot Pluto)<"),
        ("legend", ">driehoek<"),
    ] {
        let answer = service.get(&format!("{path}&{panel}=true")).await;
        assert_eq!(answer.status, StatusCode::OK, "{panel}");
        let svg = String::from_utf8(answer.bytes).unwrap();
        let count = |svg: &str| svg.matches(word).count();
        if panel == "cusps" {
            // Every cusp has its minute once more.
            assert!(svg.len() > plain.len(), "{panel}");
        } else {
            assert!(count(&svg) > count(&plain), "{panel}: {svg}");
        }
    }
    let small = service
        .get(&format!("{path}&height=300&legend=true&cusps=true"))
        .await;
    assert_eq!(small.codes(), ["not_drawable", "not_drawable"]);
    let all = "positions=true&cusps=true&aspectGrid=true&balance=true&legend=true";
    let small = service
        .get(&format!("/api/chart2/synastry.svg?{PAIR}&width=440&{all}"))
        .await;
    assert_eq!(small.codes(), ["not_drawable"]);
}

/// Ascendant and Midheaven of each chart are in the description.
#[tokio::test]
async fn both_charts_of_a_wheel_can_have_their_houses() {
    let service = service().await;
    let birth =
        "birthDateTime=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89";
    let transit = "birthDate=1990-06-15T14:30&birthLocation.latitude=52.37&birthLocation.longitude=4.89\
        &transitDateStart=2024-01-01T12:00&transitDateEnd=2024-01-20\
        &transitLocation.latitude=52.37&transitLocation.longitude=4.89";
    for (path, outer) in [
        (format!("synastry.svg?{PAIR}"), "Second chart: Ascendant"),
        (format!("transit.svg?{transit}"), "Transits: Ascendant"),
        (
            format!("solar-return.svg?{birth}&returnYear=2024&aroundNatal=true"),
            "Solar return: Ascendant",
        ),
        (
            format!("lunar-return.svg?{birth}&returnDate=2024-05-01&aroundNatal=true"),
            "Lunar return: Ascendant",
        ),
    ] {
        let without = described(&service, &format!("/api/chart2/{path}")).await;
        assert!(!without.contains(outer), "{path}: {without}");
        let with = described(&service, &format!("/api/chart2/{path}&outerHouses=true")).await;
        assert!(with.contains(outer), "{path}: {with}");
    }
    let unknown = format!("{PAIR}&outerHouses=true").replace("T06:15", "");
    let without = described(&service, &format!("/api/chart2/synastry.svg?{unknown}")).await;
    assert!(!without.contains("Second chart: Ascendant"), "{without}");
}

/// At a solar return the Sun is where it was at birth, so the two are in conjunction.
#[tokio::test]
async fn a_return_is_drawn_around_the_natal_chart() {
    let service = service().await;
    let path = "/api/chart2/solar-return.svg?birthDateTime=1990-06-15T14:30\
        &birthLocation.latitude=52.37&birthLocation.longitude=4.89&returnYear=2024";
    let alone = described(&service, path).await;
    let around = described(&service, &format!("{path}&aroundNatal=true")).await;
    assert!(!alone.contains("Sun conjunction Sun"), "{alone}");
    assert!(around.contains("Sun conjunction Sun"), "{around}");
    assert!(around.contains("15 June 1990, 14:30 (UTC+2)"), "{around}");
    let refused = service.get(&format!("{path}&outerHouses=true")).await;
    assert_eq!(refused.codes(), ["fields_conflict"]);
}

#[tokio::test]
async fn dates_are_in_the_language_of_the_picture() {
    let service = service().await;
    for (language, date) in [
        ("en", "15 June 1990, 14:30 (UTC+2)"),
        ("nl", "15 juni 1990, 14:30 (UTC+2)"),
        ("es", "15 de junio de 1990, 14:30 (UTC+2)"),
    ] {
        let natal = NATAL.replace("T14:30", "T14:30:00.000");
        let path = format!("/api/chart2/natal.svg?{natal}&language={language}");
        let svg = String::from_utf8(service.get(&path).await.bytes).unwrap();
        assert!(svg.contains(date), "{language}: {svg}");
    }
}
