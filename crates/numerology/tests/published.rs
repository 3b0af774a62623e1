//! The numbers of twenty people, each calculated by hand in `fixtures/numerology.json`.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a broken fixture must fail loudly"
)]

use numerology::cycles::Stage;
use numerology::name::Name;
use numerology::profile::{Profile, profile};
use numerology::sum::Sum;
use numerology::{Date, LetterY, Options, Reduction, System};
use proptest::prelude::*;
use serde_json::{Value, json};

fn date(text: &Value) -> Date {
    let text = text.as_str().unwrap();
    let part = |range: std::ops::Range<usize>| text[range].parse::<u16>().unwrap();
    let small = |range| u8::try_from(part(range)).unwrap();
    Date {
        year: part(0..4),
        month: small(5..7),
        day: small(8..10),
    }
}

fn options(request: &Value) -> Options {
    let is = |field: &str, value: &str| request[field] == value;
    Options {
        system: if is("system", "chaldean") {
            System::Chaldean
        } else {
            System::Pythagorean
        },
        reduction: if is("reduction", "digits") {
            Reduction::Digits
        } else {
            Reduction::Parts
        },
        y: if is("y", "always") {
            LetterY::Always
        } else {
            LetterY::Context
        },
        ..Options::default()
    }
}

/// A number in the form of the file. Karmic debts are marked on the five core numbers only.
fn number(sum: &Sum, is_core: bool) -> Value {
    json!({
        "value": sum.value(),
        "isMasterNumber": sum.is_master(),
        "isKarmicDebt": is_core && sum.debt().is_some(),
        "reducedFrom": sum.first(),
    })
}

fn field(profile: &Profile, name: &str) -> Value {
    let values = |stages: &[Stage]| -> Value { stages.iter().map(|it| it.sum.value()).collect() };
    match name {
        "lifePathNumber" => number(&profile.life_path, true),
        "expressionNumber" => number(&profile.expression, true),
        "soulUrgeNumber" => number(profile.soul_urge.as_ref().unwrap(), true),
        "personalityNumber" => number(profile.personality.as_ref().unwrap(), true),
        "birthdayNumber" => number(&profile.birthday, true),
        "maturityNumber" => number(&profile.maturity, false),
        "personalYear" => number(&profile.personal_year, false),
        "personalMonth" => number(&profile.personal_month, false),
        "personalDay" => number(&profile.personal_day, false),
        "karmicLessons" => json!(profile.karmic_lessons),
        "hiddenPassion" => json!(profile.hidden_passion),
        "pinnacles" => values(&profile.pinnacles),
        "challenges" => values(&profile.challenges),
        "periodCycles" => values(&profile.period_cycles),
        other => panic!("no field {other}"),
    }
}

#[test]
fn numbers_are_those_calculated_by_hand() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("fixtures/numerology.json")).unwrap();
    assert_eq!(cases.len(), 20);
    for case in cases {
        let request = &case["request"];
        let name = Name::read(request["fullName"].as_str().unwrap()).unwrap();
        assert_eq!(name.words().join(" "), case["letters"].as_str().unwrap());
        let found = profile(
            &name,
            date(&request["dateTime"]),
            date(&request["forDate"]),
            options(request),
        );
        for (field_name, expected) in case["expected"].as_object().unwrap() {
            let is_open = case["open"]
                .as_array()
                .unwrap()
                .iter()
                .any(|it| it == field_name);
            if !is_open {
                assert_eq!(
                    &field(&found, field_name),
                    expected,
                    "{request} {field_name}"
                );
            }
        }
    }
}

/// The value of `a 1 + n 5` or `7 - 3`.
fn evaluate(side: &str) -> i64 {
    let number = |term: &str| term.rsplit(' ').next().unwrap().parse::<i64>().unwrap();
    match side.split_once(" - ") {
        Some((more, less)) => number(more) - number(less),
        None => side.split(" + ").map(number).sum(),
    }
}

fn check(sum: &Sum) {
    for step in sum.steps() {
        let (side, result) = step.split_once(" = ").unwrap();
        assert_eq!(evaluate(side), result.parse::<i64>().unwrap(), "{step}");
    }
    if let Some(last) = sum.steps().last() {
        assert!(last.ends_with(&format!(" = {}", sum.value())), "{last}");
    }
}

proptest! {
    #[test]
    fn every_step_evaluates_to_its_result(
        name in "[A-Za-zÀ-ž' -]{1,40}",
        (year, month, day) in (1_u16..=2999, 1_u8..=12, 1_u8..=31),
        keeps in 0_usize..3,
        per_name: bool,
        digits: bool,
    ) {
        let Ok(name) = Name::read(&name) else { return Ok(()) };
        let born = Date { year, month, day };
        let options = Options {
            master_numbers: [
                numerology::MasterNumbers::Final,
                numerology::MasterNumbers::Parts,
                numerology::MasterNumbers::None,
            ][keeps],
            name_reduction: if per_name {
                numerology::NameReduction::PerName
            } else {
                numerology::NameReduction::Total
            },
            reduction: if digits { Reduction::Digits } else { Reduction::Parts },
            ..Options::default()
        };
        let found = profile(&name, born, Date { year: 2026, ..born }, options);
        let stages = found.pinnacles.iter().chain(&found.challenges).chain(&found.period_cycles);
        let sums = [
            Some(&found.life_path), Some(&found.expression), found.soul_urge.as_ref(),
            found.personality.as_ref(), Some(&found.birthday), Some(&found.maturity),
            Some(&found.personal_year), Some(&found.personal_month), Some(&found.personal_day),
        ];
        for sum in sums.into_iter().flatten().chain(stages.map(|it| &it.sum)) {
            check(sum);
            let value = sum.value();
            prop_assert!(value <= 9 || (options.keeps_masters() && sum.is_master()));
        }
    }
}
