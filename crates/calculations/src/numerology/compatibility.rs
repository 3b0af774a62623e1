//! `/api/numerology/compatibility`: the numbers of two people compared.

use access::Capability;
use http_api::caller::AnyInOrganization;
use http_api::modules::{NUMEROLOGY_CALC, NUMEROLOGY_TEXTS};
use http_api::{ApiError, Spec, Work};
use interpretation::key::Key;
use numerology::name::Name;
use numerology::pair::{Accord, CoreNumbers, Part, compare};
use numerology::sum::{Sum, digit};
use numerology::{Date, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::{ConventionsReply, NumerologyOptions};
use super::profile::{COST, ERRORS};
use super::{LettersReply, NumberReply, core};
use crate::dto::meta::Warning;
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::dto::wording::{Wording, WordingOptions};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::{Calculation, CalculationContext, Problems, gated, spec};

const WORK: Work = Work::new(2_000, 32 * 1_024);

#[derive(Debug)]
pub(crate) struct NumerologyCompatibility;

/// Two names and dates of birth.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct CompatibilityInput {
    /// First date of birth.
    #[schemars(extend("format" = DATE_TIME))]
    date_time1: String,
    /// First full name. Without it, only the numbers of the date are compared.
    #[schemars(length(min = 1, max = 200))]
    full_name1: Option<String>,
    /// Second date of birth.
    #[schemars(extend("format" = DATE_TIME))]
    date_time2: String,
    /// Second full name. Without it, only the numbers of the date are compared.
    #[schemars(length(min = 1, max = 200))]
    full_name2: Option<String>,
    #[serde(flatten)]
    conventions: NumerologyOptions,
    #[serde(flatten)]
    wording: WordingOptions,
}

/// The numbers of two people compared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyCompatibility")]
pub(crate) struct CompatibilityReply {
    /// Score from 0 to 100: the mean of the scores of `pairs`, by their weights.
    score: u32,
    /// The numbers that both people have.
    pairs: Vec<PairReply>,
    /// Numbers of the first person.
    person1: CoreReply,
    /// Numbers of the second person.
    person2: CoreReply,
    /// Interpretation of the two life paths. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Conventions and how the names were read.
    meta: CompatibilityMeta,
}

/// One number of two people.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyPair")]
pub(crate) struct PairReply {
    /// Which number is compared.
    #[schemars(extend("enum" = ["lifePathNumber", "soulUrgeNumber", "expressionNumber", "personalityNumber", "birthdayNumber"]))]
    number: &'static str,
    /// Value of the first person.
    value1: u32,
    /// Value of the second person.
    value2: u32,
    /// How the numbers agree, master numbers as their digit: `same`, `concord` (both of 1 5 7, 2 4 8 or 3 6 9),
    /// `parity` (both odd or both even) or `contrast`.
    #[schemars(extend("enum" = ["same", "concord", "parity", "contrast"]))]
    accord: &'static str,
    /// 90 for `same`, 100 for `concord`, 60 for `parity`, 35 for `contrast`.
    score: u32,
    /// Weight in the total score.
    weight: u32,
}

/// The core numbers of a person.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyCoreNumbers")]
#[expect(
    clippy::struct_field_names,
    reason = "the names of the public contract"
)]
pub(crate) struct CoreReply {
    /// Of the date of birth.
    life_path_number: NumberReply,
    /// Of all letters. Null without a name.
    expression_number: Option<NumberReply>,
    /// Of the vowels. Null without a name or without vowels.
    soul_urge_number: Option<NumberReply>,
    /// Of the consonants. Null without a name or without consonants.
    personality_number: Option<NumberReply>,
    /// Of the day of birth.
    birthday_number: NumberReply,
}

/// How two people were compared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyCompatibilityMeta")]
pub(crate) struct CompatibilityMeta {
    /// Conventions used.
    conventions: ConventionsReply,
    /// How the first name was read. Null without a name.
    transliteration1: Option<LettersReply>,
    /// How the second name was read. Null without a name.
    transliteration2: Option<LettersReply>,
    /// Warnings about the result.
    warnings: Vec<Warning>,
}

/// A person as given: the date and, if there is one, the name.
type Person = (Date, Option<Name>);

impl CompatibilityInput {
    fn people(&self) -> Result<[Person; 2], ApiError> {
        let mut problems = Problems::default();
        let mut person = |date: &str, date_field, name: Option<&str>, name_field| {
            let born = problems.keep(super::date(date, date_field));
            let name = name.map(|it| super::name(it, name_field));
            let name = name.and_then(|it| problems.keep(it));
            born.map(|it| (it, name))
        };
        let first = person(
            &self.date_time1,
            "dateTime1",
            self.full_name1.as_deref(),
            "fullName1",
        );
        let second = person(
            &self.date_time2,
            "dateTime2",
            self.full_name2.as_deref(),
            "fullName2",
        );
        problems.finish()?;
        let (first, second) = first.zip(second).expect("unread input has been reported");
        Ok([first, second])
    }
}

impl PairReply {
    fn of(part: &Part) -> Self {
        let Part {
            number,
            values: [value1, value2],
            accord,
            weight,
        } = *part;
        Self {
            number,
            value1,
            value2,
            accord: Accord::id(accord),
            score: accord.score(),
            weight,
        }
    }
}

impl CoreReply {
    fn of(numbers: &CoreNumbers, system: System, words: &ResponseTexts) -> Self {
        let number = |sum: &Sum, kind| NumberReply::of(sum, core(kind), system, words);
        let optional = |sum: &Option<Sum>, kind| sum.as_ref().map(|it| number(it, kind));
        Self {
            life_path_number: number(&numbers.life_path, "life-path"),
            expression_number: optional(&numbers.expression, "expression"),
            soul_urge_number: optional(&numbers.soul_urge, "soul-urge"),
            personality_number: optional(&numbers.personality, "personality"),
            birthday_number: number(&numbers.birthday, "birthday"),
        }
    }
}

impl Calculation for NumerologyCompatibility {
    const SPEC: Spec<AnyInOrganization> = Spec {
        group: "Numerology",
        errors: ERRORS,
        ..spec(
            "numerology_compatibility",
            "/api/numerology/compatibility",
            gated(NUMEROLOGY_CALC),
            "Compare the numerology of two people",
            "Returns a score for the numbers of two people and shows how it follows from each pair \
             of numbers. Names are optional: without them, only the numbers of the birth dates are compared.",
        )
    };
    const EXAMPLE: &'static str = r#"{"dateTime1":"1985-12-19","fullName1":"Anna Maria Visser",
        "dateTime2":"1983-04-02","fullName2":"Pieter de Groot"}"#;
    const TEXTS: Option<Capability> = Some(NUMEROLOGY_TEXTS);
    const COST_FORMULA: &'static str = COST;
    type Input = CompatibilityInput;
    type Reply = CompatibilityReply;

    fn wording(input: &CompatibilityInput) -> Option<Wording<'_>> {
        Some(input.wording.wording(false))
    }

    fn work(_: &CompatibilityInput) -> Work {
        WORK
    }

    fn compute(
        input: &CompatibilityInput,
        context: &CalculationContext,
    ) -> Result<CompatibilityReply, ApiError> {
        let people = input.people()?;
        let options = input.conventions.options();
        let [one, two] = [&people[0], &people[1]]
            .map(|(born, name)| CoreNumbers::of(name.as_ref(), *born, options));
        let found = compare(&one, &two);
        let words = context.words();
        let mut warnings: Vec<Warning> = context.warnings().collect();
        if people.iter().any(|(_, name)| name.is_none()) {
            let detail = "A name is missing, so only the numbers of the dates are compared.";
            warnings.push(Warning::new("name_missing", detail));
        }
        let paths = [&one, &two].map(|it| digit(it.life_path.value()));
        let subject = format!("{}:{}", paths[0].min(paths[1]), paths[0].max(paths[1]));
        let letters = |person: &Person| person.1.as_ref().map(LettersReply::of);
        Ok(CompatibilityReply {
            score: found.score,
            pairs: found.parts.iter().map(PairReply::of).collect(),
            person1: CoreReply::of(&one, options.system, words),
            person2: CoreReply::of(&two, options.system, words),
            text: words.text(Key::new("numerology", "pair", &subject).as_ref()),
            meta: CompatibilityMeta {
                conventions: input.conventions.conventions(),
                transliteration1: letters(&people[0]),
                transliteration2: letters(&people[1]),
                warnings,
            },
        })
    }
}
