//! Every kind of refusal in every calculation where it can occur: status, code and pointer. A
//! calculation in which it cannot occur is listed with the reason. A new calculation must be added
//! to one of the two lists.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Case, all, check_refused, example, place, service};

/// A calculation that a kind of refusal does not apply to, and the reason.
type Exempt = (&'static str, &'static str);

/// Returns an example with other fields.
fn with(name: &str, more: &Value) -> Value {
    let mut body = example(name);
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

/// Returns the same case for every calculation except some.
fn in_all(
    exempt: &[Exempt],
    more: &Value,
    expected: (u16, &'static str, &'static str),
) -> Vec<Case> {
    let concerned = all()
        .into_iter()
        .filter(|(name, _)| exempt.iter().all(|it| it.0 != *name));
    concerned
        .map(|(name, _)| (name, with(name, more), expected))
        .collect()
}

/// Returns cases with the same refusal, whose pointer is the wrong field.
fn of_fields(code: &'static str, fields: &[(&'static str, &'static str, Value)]) -> Vec<Case> {
    let case = |(name, pointer, more): &(&'static str, &'static str, Value)| {
        (*name, with(name, more), (422, code, *pointer))
    };
    fields.iter().map(case).collect()
}

async fn check(cases: Vec<Case>, exempt: &[Exempt]) {
    let concerned: BTreeSet<_> = cases.iter().map(|it| it.0).collect();
    for (name, _) in all() {
        let is_exempt = exempt.iter().any(|it| it.0 == name);
        assert_ne!(concerned.contains(name), is_exempt, "{name}");
    }
    let service = service().await;
    for (name, body, expected) in cases {
        check_refused(&service, name, body, expected).await;
    }
}

/// Horoscopes of periods, in the order of days, weeks, months and years.
const HOROSCOPES: [&str; 10] = [
    "horoscope/daily",
    "horoscope/daily/sign",
    "horoscope/weekly",
    "horoscope/weekly/sign",
    "horoscope/monthly",
    "horoscope/monthly/sign",
    "horoscope/yearly",
    "horoscope/yearly/sign",
    "horoscope/yearly-ascendant",
    "horoscope/yearly-ascendant/sign",
];

/// Returns these exemptions and all horoscopes of periods.
fn and_horoscopes(exempt: &[Exempt], reason: &'static str) -> Vec<Exempt> {
    let horoscopes = HOROSCOPES.map(|it| (it, reason));
    exempt.iter().copied().chain(horoscopes).collect()
}

const WITHOUT_OPTIONS: &str = "has none of the options of charts";

/// Returns the calculations without the options of charts.
fn no_options() -> Vec<Exempt> {
    and_horoscopes(NO_OPTIONS, WITHOUT_OPTIONS)
}

const NO_OPTIONS: &[Exempt] = &[
    ("horoscope/personal", WITHOUT_OPTIONS),
    ("eclipses", WITHOUT_OPTIONS),
    ("chinese-horoscope", WITHOUT_OPTIONS),
    ("chinese-forecast", WITHOUT_OPTIONS),
    ("chinese-calendar", WITHOUT_OPTIONS),
    ("bazi", WITHOUT_OPTIONS),
    ("vedic/chart", WITHOUT_OPTIONS),
    ("vedic/dasha", WITHOUT_OPTIONS),
    ("vedic/panchang", WITHOUT_OPTIONS),
    ("vedic/panchang/range", WITHOUT_OPTIONS),
    ("vedic/match", WITHOUT_OPTIONS),
    ("explain", WITHOUT_OPTIONS),
    ("numerology/profile", WITHOUT_OPTIONS),
    ("numerology/compatibility", WITHOUT_OPTIONS),
];

#[tokio::test]
async fn an_unknown_point() {
    let expected = (400, "field_value", "/points/0");
    let mut cases = in_all(&no_options(), &json!({ "points": ["vulcan"] }), expected);
    for (name, field, value) in [
        ("transit", "transitPoints", json!(["vulcan"])),
        ("planetary-return", "point", json!("vulcan")),
    ] {
        let pointer = if value.is_array() {
            "/transitPoints/0"
        } else {
            "/point"
        };
        cases.push((
            name,
            with(name, &json!({ field: value })),
            (400, "field_value", pointer),
        ));
    }
    check(cases, &no_options()).await;
}

#[tokio::test]
async fn an_orb_of_nothing_and_one_of_forty_degrees() {
    for (orbs, pointer) in [
        (json!({ "trine": 0 }), "/orbs/trine"),
        (json!({ "trine": 40 }), "/orbs/trine"),
        (json!({ "luminary": 40 }), "/orbs/luminary"),
    ] {
        let expected = (400, "field_range", pointer);
        let cases = in_all(&no_options(), &json!({ "orbs": orbs }), expected);
        check(cases, &no_options()).await;
    }
}

const ONE_DATE: &str = "has no range of time";

const NO_RANGE: &[Exempt] = &[
    ("natal", ONE_DATE),
    ("synastry", ONE_DATE),
    ("composite", ONE_DATE),
    ("davison", ONE_DATE),
    ("compatibility", ONE_DATE),
    (
        "solar-return",
        "any return may be asked for, also those before birth",
    ),
    (
        "lunar-return",
        "any return may be asked for, also those before birth",
    ),
    (
        "planetary-return",
        "any return may be asked for, also those before birth",
    ),
    (
        "progressions",
        "a date before birth is a converse progression",
    ),
    ("moon-sun", ONE_DATE),
    ("moon-calendar/day", ONE_DATE),
    ("chinese-horoscope", ONE_DATE),
    ("chinese-forecast", ONE_DATE),
    ("chinese-calendar", ONE_DATE),
    ("bazi", ONE_DATE),
    ("vedic/chart", ONE_DATE),
    ("vedic/panchang", ONE_DATE),
    ("vedic/match", ONE_DATE),
    ("margins", ONE_DATE),
    ("explain", ONE_DATE),
    ("numerology/profile", ONE_DATE),
    ("numerology/compatibility", ONE_DATE),
];

#[tokio::test]
async fn an_end_before_the_beginning() {
    let cases = of_fields(
        "range_reversed",
        &[
            (
                "transit",
                "/transitDateEnd",
                json!({ "transitDateEnd": "2023-12-31" }),
            ),
            (
                "profections",
                "/targetDate",
                json!({ "targetDate": "1980-06-15" }),
            ),
            ("retrograde", "/endDate", json!({ "endDate": "2023-12-31" })),
            ("eclipses", "/endDate", json!({ "endDate": "2023-12-31" })),
            (
                "moon-calendar/range",
                "/endDate",
                json!({ "endDate": "2024-02-29" }),
            ),
            ("ephemeris", "/endDate", json!({ "endDate": "2023-12-31" })),
            ("horoscope/personal", "/to", json!({ "to": "2026-11-17" })),
            ("vedic/dasha", "/to", json!({ "to": "2023-12-31" })),
            (
                "vedic/panchang/range",
                "/endDate",
                json!({ "endDate": "2026-10-31" }),
            ),
        ],
    );
    check(cases, &and_horoscopes(NO_RANGE, ONE_DATE)).await;
}

#[tokio::test]
async fn a_range_over_its_limit() {
    let cases = of_fields(
        "range_too_long",
        &[
            (
                "transit",
                "/transitDateEnd",
                json!({ "transitDateEnd": "2026-01-03" }),
            ),
            ("retrograde", "/endDate", json!({ "endDate": "2124-01-02" })),
            ("eclipses", "/endDate", json!({ "endDate": "2124-01-02" })),
            (
                "moon-calendar/range",
                "/endDate",
                json!({ "endDate": "2024-04-01" }),
            ),
            ("ephemeris", "/step", json!({ "endDate": "2051-06-01" })),
            ("horoscope/personal", "/to", json!({ "to": "2027-11-19" })),
            ("vedic/dasha", "/to", json!({ "to": "2265-01-01" })),
            (
                "vedic/panchang/range",
                "/endDate",
                json!({ "endDate": "2026-12-02" }),
            ),
        ],
    );
    let mut exempt = and_horoscopes(NO_RANGE, ONE_DATE);
    exempt.push(("profections", "a life may be as long as the calendar"));
    check(cases, &exempt).await;
}

const NO_HOUSES: &str = "has no houses of a chosen system";

#[tokio::test]
async fn placidus_beyond_a_polar_circle() {
    let tromso = place(69.65, 18.96);
    let both = json!({ "location1": tromso, "location2": tromso });
    let there = |field: &str| json!({ field: tromso });
    let at = "/houseSystem";
    let cases = of_fields(
        "house_system_undefined",
        &[
            ("natal", at, there("location")),
            ("transit", at, there("birthLocation")),
            ("transit", at, there("transitLocation")),
            ("synastry", at, there("location1")),
            ("synastry", at, there("location2")),
            ("composite", at, both.clone()),
            ("davison", at, both),
            ("solar-return", at, there("location")),
            ("solar-return", at, there("birthLocation")),
            ("lunar-return", at, there("location")),
            ("lunar-return", at, there("birthLocation")),
            ("planetary-return", at, there("location")),
            ("planetary-return", at, there("birthLocation")),
            ("progressions", at, there("birthLocation")),
            ("margins", at, there("location")),
            (
                "margins",
                "/bhavaSystem",
                json!({ "location": tromso, "system": "vedic", "bhavaSystem": "kp" }),
            ),
            (
                "vedic/chart",
                "/bhavaSystem",
                json!({ "location": tromso, "bhavaSystem": "kp" }),
            ),
            (
                "vedic/chart",
                "/include",
                json!({ "location": tromso, "include": ["kp"] }),
            ),
        ],
    );
    let exempt = [
        "vedic/dasha",
        "compatibility",
        "profections",
        "retrograde",
        "eclipses",
        "moon-sun",
        "moon-calendar/day",
        "moon-calendar/range",
        "ephemeris",
        "chinese-horoscope",
        "chinese-forecast",
        "chinese-calendar",
        "bazi",
        "vedic/panchang",
        "vedic/panchang/range",
        "vedic/match",
        "explain",
        "numerology/profile",
        "numerology/compatibility",
        "horoscope/personal",
    ];
    let exempt = exempt.map(|it| (it, NO_HOUSES));
    check(cases, &and_horoscopes(&exempt, NO_HOUSES)).await;
}

fn late_returns() -> Vec<(&'static str, &'static str, Value)> {
    let late = |field: &str| json!({ field: "2700-06-15T12:00" });
    vec![
        ("solar-return", "/birthDateTime", late("birthDateTime")),
        ("solar-return", "/returnYear", json!({ "returnYear": 2700 })),
        // The position of the Sun is known there, but not that of Chiron: the requested year is too late.
        (
            "solar-return",
            "/returnYear",
            json!({ "returnYear": 2600, "points": ["chiron"] }),
        ),
        ("lunar-return", "/birthDateTime", late("birthDateTime")),
        ("lunar-return", "/returnDate", late("returnDate")),
        (
            "lunar-return",
            "/returnDate",
            json!({ "returnDate": "2600-01-01", "points": ["chiron"] }),
        ),
        ("planetary-return", "/birthDateTime", late("birthDateTime")),
        ("planetary-return", "/returnDate", late("returnDate")),
    ]
}

#[tokio::test]
async fn a_date_outside_the_ephemeris() {
    let late = |field: &str| json!({ field: "2700-06-15T12:00" });
    let range = json!({ "startDate": "2700-06-01", "endDate": "2700-06-05" });
    let mut cases = of_fields("outside_ephemeris", &late_returns());
    cases.extend(of_fields(
        "outside_ephemeris",
        &[
            ("natal", "/dateTime", late("dateTime")),
            ("transit", "/birthDate", late("birthDate")),
            (
                "transit",
                "/transitDateStart",
                json!({ "transitDateStart": "2700-01-01", "transitDateEnd": "2700-01-20" }),
            ),
            ("synastry", "/dateTime1", late("dateTime1")),
            ("synastry", "/dateTime2", late("dateTime2")),
            ("composite", "/dateTime1", late("dateTime1")),
            ("composite", "/dateTime2", late("dateTime2")),
            ("compatibility", "/dateTime1", late("dateTime1")),
            ("compatibility", "/dateTime2", late("dateTime2")),
            (
                "davison",
                "/dateTime1",
                json!({ "dateTime1": "2700-06-15T12:00", "dateTime2": "2700-06-20T12:00" }),
            ),
            ("progressions", "/birthDateTime", late("birthDateTime")),
            (
                "progressions",
                "/targetDate",
                json!({ "targetDate": "9990-01-01", "method": "minor", "points": ["chiron"] }),
            ),
            (
                "profections",
                "/birthDateTime",
                json!({ "birthDateTime": "2700-06-15T12:00", "targetDate": "2710-01-01" }),
            ),
            ("retrograde", "/startDate", range.clone()),
            ("eclipses", "/startDate", range.clone()),
            ("ephemeris", "/startDate", range.clone()),
            ("moon-sun", "/dateTime", late("dateTime")),
            (
                "moon-calendar/day",
                "/dateTime",
                json!({ "dateTime": "2700-06-15" }),
            ),
            ("moon-calendar/range", "/startDate", range.clone()),
            ("vedic/panchang", "/date", json!({ "date": "2700-06-15" })),
            ("vedic/panchang/range", "/startDate", range),
            ("vedic/match", "/dateTime1", late("dateTime1")),
            ("vedic/match", "/dateTime2", late("dateTime2")),
            ("chinese-horoscope", "/birthDate", late("birthDate")),
            ("chinese-forecast", "/birthDate", late("birthDate")),
            ("chinese-calendar", "/date", late("date")),
            ("bazi", "/dateTime", late("dateTime")),
            ("vedic/chart", "/dateTime", late("dateTime")),
            ("vedic/dasha", "/dateTime", late("dateTime")),
            ("margins", "/dateTime", late("dateTime")),
            ("explain", "/dateTime", late("dateTime")),
            ("horoscope/personal", "/dateTime", late("dateTime")),
        ],
    ));
    let of_days = HOROSCOPES[..4].iter();
    let of_days = of_days.map(|it| (*it, "/date", json!({ "date": "2700-06-15" })));
    cases.extend(of_fields("outside_ephemeris", &of_days.collect::<Vec<_>>()));
    let digits = "adds the digits of dates";
    let years = "has years of the ephemeris only";
    let mut exempt = vec![
        ("numerology/profile", digits),
        ("numerology/compatibility", digits),
    ];
    exempt.extend(HOROSCOPES[4..].iter().map(|it| (*it, years)));
    check(cases, &exempt).await;
}

#[tokio::test]
async fn a_time_that_came_twice() {
    // Clocks went back in Amsterdam on 2023-10-29 at 3:00 and in New York on 2023-11-05 at 2:00.
    let twice = |field: &str| json!({ field: "2023-10-29T02:30" });
    let there = |field: &str| json!({ field: "2023-11-05T01:30" });
    let mut fields = vec![
        ("natal", "/dateTime", twice("dateTime")),
        ("transit", "/birthDate", twice("birthDate")),
        ("transit", "/transitDateStart", twice("transitDateStart")),
        (
            "transit",
            "/transitDateEnd",
            json!({ "transitDateStart": "2023-10-01", "transitDateEnd": "2023-10-29T02:30" }),
        ),
        ("solar-return", "/birthDateTime", twice("birthDateTime")),
        ("lunar-return", "/birthDateTime", twice("birthDateTime")),
        ("lunar-return", "/returnDate", twice("returnDate")),
        ("planetary-return", "/birthDateTime", twice("birthDateTime")),
        ("planetary-return", "/returnDate", twice("returnDate")),
        ("progressions", "/birthDateTime", twice("birthDateTime")),
        ("progressions", "/targetDate", twice("targetDate")),
        ("profections", "/birthDateTime", twice("birthDateTime")),
        ("profections", "/targetDate", twice("targetDate")),
        ("moon-sun", "/dateTime", twice("dateTime")),
        ("moon-calendar/day", "/dateTime", twice("dateTime")),
        (
            "moon-calendar/range",
            "/startDate",
            json!({ "startDate": "2023-10-29T02:30", "endDate": "2023-11-05" }),
        ),
        (
            "moon-calendar/range",
            "/endDate",
            json!({ "startDate": "2023-10-20", "endDate": "2023-10-29T02:30" }),
        ),
    ];
    let here = place(52.37, 4.89);
    fields.push((
        "horoscope/personal",
        "/dateTime",
        json!({ "dateTime": "2023-10-29T02:30", "location": here }),
    ));
    for name in ["bazi", "vedic/chart", "vedic/dasha", "margins", "explain"] {
        fields.push((
            name,
            "/dateTime",
            json!({ "dateTime": "2023-10-29T02:30", "location": here }),
        ));
    }
    for name in ["chinese-horoscope", "chinese-forecast"] {
        let more = json!({
            "birthDate": "2023-10-29T02:30", "yearBoundary": "lichun", "location": here,
        });
        fields.push((name, "/birthDate", more));
    }
    let pairs = ["synastry", "composite", "davison", "compatibility"];
    for name in pairs.into_iter().chain(["vedic/match"]) {
        fields.push((name, "/dateTime1", twice("dateTime1")));
        fields.push((name, "/dateTime2", there("dateTime2")));
    }
    let utc = "its dates are in universal time";
    let dates = "uses dates without a time";
    let exempt = [
        ("retrograde", utc),
        ("eclipses", utc),
        ("ephemeris", utc),
        ("chinese-calendar", dates),
        ("vedic/panchang", dates),
        ("vedic/panchang/range", dates),
        ("numerology/profile", dates),
        ("numerology/compatibility", dates),
    ];
    let exempt = and_horoscopes(&exempt, dates);
    check(of_fields("birth_time_ambiguous", &fields), &exempt).await;
}
