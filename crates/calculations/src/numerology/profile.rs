//! `/api/numerology/profile`: the numbers of one person.

use access::Capability;
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::{NUMEROLOGY_CALC, NUMEROLOGY_TEXTS};
use http_api::{ApiError, ErrorCode, Spec, Work};
use numerology::cycles::Stage;
use numerology::name::Name;
use numerology::profile::profile;
use numerology::sum::Sum;
use numerology::{Date, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::{ConventionsReply, NumerologyOptions};
use super::{LettersReply, NumberReply, Role, core, other};
use crate::dto::meta::Warning;
use crate::dto::moment::DATE_TIME_FORMAT as DATE_TIME;
use crate::dto::wording::{Wording, WordingOptions};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;
use crate::{Calculation, CalculationContext, ChartLink, Problems, gated, spec};

/// The errors of both calculations.
pub(super) const ERRORS: &[ErrorCode] = &[
    ErrorCode::DateNotInCalendar,
    ErrorCode::LanguageUnknown,
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::NameUnreadable,
];

/// A profile has about 35 texts, which are most of its work.
pub(super) const WORK: Work = Work::new(3_000, 48 * 1_024);

/// The price of a profile, for the documentation.
pub(super) const COST: &str = "1 unit.";

#[derive(Debug)]
pub(crate) struct NumerologyProfile;

/// A name and a date of birth.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ProfileInput {
    /// Date of birth, in the calendar in use at that time. A time of day has no effect.
    #[schemars(extend("format" = DATE_TIME))]
    date_time: String,
    /// Full name at birth, in any script. Only letters count; all other characters are ignored.
    #[schemars(length(min = 1, max = 200))]
    pub(super) full_name: String,
    /// Date of the personal year, month and day. Defaults to today in UTC.
    #[schemars(extend("format" = DATE_TIME))]
    pub(super) for_date: Option<String>,
    #[serde(flatten)]
    conventions: NumerologyOptions,
    #[serde(flatten)]
    pub(super) wording: WordingOptions,
}

impl ProfileInput {
    /// The name, the date of birth and, if given, the date of the personal numbers.
    pub(super) fn read(&self) -> Result<(Name, Date, Option<Date>), ApiError> {
        let mut problems = Problems::default();
        let name = problems.keep(super::name(&self.full_name, "fullName"));
        let born = problems.keep(super::date(&self.date_time, "dateTime"));
        let for_date = self.for_date.as_deref();
        let for_date = for_date.map(|it| super::date(it, "forDate")).transpose();
        let for_date = problems.keep(for_date).flatten();
        problems.finish()?;
        let (name, born) = name.zip(born).expect("unread input has been reported");
        Ok((name, born, for_date))
    }
}

/// The numbers of one person.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyProfile")]
pub(crate) struct ProfileReply {
    /// Of the date of birth.
    pub(super) life_path_number: NumberReply,
    /// Of all letters of the name.
    pub(super) expression_number: NumberReply,
    /// Of the vowels. Null if the name has none.
    pub(super) soul_urge_number: Option<NumberReply>,
    /// Of the consonants. Null if the name has none.
    pub(super) personality_number: Option<NumberReply>,
    /// Of the day of birth.
    pub(super) birthday_number: NumberReply,
    /// Of life path and expression together.
    pub(super) maturity_number: NumberReply,
    /// Of the year of `forDate`.
    pub(super) personal_year: NumberReply,
    /// Of the month of `forDate`.
    personal_month: NumberReply,
    /// Of the day of `forDate`.
    personal_day: NumberReply,
    /// Karmic debts among the five core numbers.
    karmic_debts: Vec<DigitReply>,
    /// Numbers from 1 to 9 that no letter of the name has. Null in the Chaldean system.
    karmic_lessons: Option<Vec<u32>>,
    /// The most frequent numbers of the letters. Null in the Chaldean system.
    hidden_passion: Option<Vec<u32>>,
    /// Interpretations of `karmicLessons` and `hiddenPassion`. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<ListTextsReply>,
    /// The four pinnacles.
    pinnacles: Vec<StageReply>,
    /// The three period cycles.
    period_cycles: Vec<StageReply>,
    /// The four challenges, from 0 to 8.
    challenges: Vec<StageReply>,
    /// Link to the card image.
    #[serde(rename = "chart")]
    image: ImageReply,
    /// Conventions and how the name was read.
    meta: ProfileMeta,
}

/// A karmic debt.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NumerologyDebt")]
pub(crate) struct DigitReply {
    /// 13, 14, 16 or 19.
    value: u32,
    /// Interpretation. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// The texts of lists of numbers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyListTexts")]
pub(crate) struct ListTextsReply {
    /// Of the karmic lessons, in their order.
    karmic_lessons: Vec<TextReply>,
    /// Of the hidden passion, in its order.
    hidden_passion: Vec<TextReply>,
}

/// A number that holds for some years.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyStage")]
pub(crate) struct StageReply {
    #[serde(flatten)]
    number: NumberReply,
    /// Age in years at which it begins.
    from_age: u32,
    /// Age at which it ends. Null for the last.
    to_age: Option<u32>,
}

/// How a profile was calculated.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NumerologyMeta")]
pub(crate) struct ProfileMeta {
    /// Conventions used.
    conventions: ConventionsReply,
    /// Date of the personal numbers.
    #[schemars(extend("format" = "date"))]
    for_date: String,
    /// Source of `forDate`.
    #[schemars(extend("enum" = ["request", "today"]))]
    for_date_source: &'static str,
    /// How the name was read.
    transliteration: LettersReply,
    /// Warnings about the result.
    warnings: Vec<Warning>,
}

impl Calculation for NumerologyProfile {
    const SPEC: Spec<AnyInOrganization> = Spec {
        group: "Numerology",
        errors: ERRORS,
        ..spec(
            "numerology_profile",
            "/api/numerology/profile",
            gated(NUMEROLOGY_CALC),
            "Calculate a numerology profile",
            "Returns the numbers of a name and a date of birth, each with every step of its \
             calculation. Letters with diacritics count as their base letter, and names in other \
             scripts are transliterated. Options cover the points on which schools differ, and \
             `meta.conventions` lists the options used. The first pinnacle ends at the age of 36 \
             minus the life path number, reduced to a single digit. The next two last nine years \
             each. The first period cycle ends with the first pinnacle, and the second lasts 27 years.",
        )
    };
    const EXAMPLE: &'static str =
        r#"{"dateTime":"1985-12-19","fullName":"Anna Maria Visser","forDate":"2026-11-16"}"#;
    const TEXTS: Option<Capability> = Some(NUMEROLOGY_TEXTS);
    const COST_FORMULA: &'static str = COST;
    type Input = ProfileInput;
    type Reply = ProfileReply;

    fn wording(input: &ProfileInput) -> Option<Wording<'_>> {
        Some(input.wording.wording(false))
    }

    fn work(_: &ProfileInput) -> Work {
        WORK
    }

    fn chart(input: &ProfileInput) -> Option<ChartLink> {
        ChartLink::card("/api/chart2/numerology.svg", input)
    }

    fn assumed(input: &ProfileInput, now: Instant<Tt>) -> Option<(&'static str, String)> {
        let missing = input.for_date.is_none();
        missing.then(|| ("forDate", super::date_text(super::today(now))))
    }

    fn compute(
        input: &ProfileInput,
        context: &CalculationContext,
    ) -> Result<ProfileReply, ApiError> {
        let (name, born, for_date) = input.read()?;
        let for_date = for_date.unwrap_or_else(|| super::today(context.now()));
        let options = input.conventions.options();
        let found = profile(&name, born, for_date, options);
        let words = context.words();
        let number = |sum: &Sum, role: Role| NumberReply::of(sum, role, options.system, words);
        let core_sums = [
            Some(&found.life_path),
            Some(&found.expression),
            found.soul_urge.as_ref(),
            found.personality.as_ref(),
            Some(&found.birthday),
        ];
        let mut debts: Vec<u32> = core_sums
            .into_iter()
            .flatten()
            .filter_map(Sum::debt)
            .collect();
        debts.sort_unstable();
        debts.dedup();
        let debt = |value: u32| DigitReply {
            value,
            text: super::text(words, "karmic-debt", &value.to_string()),
        };
        Ok(ProfileReply {
            life_path_number: number(&found.life_path, core("life-path")),
            expression_number: number(&found.expression, core("expression")),
            soul_urge_number: found
                .soul_urge
                .as_ref()
                .map(|it| number(it, core("soul-urge"))),
            personality_number: found
                .personality
                .as_ref()
                .map(|it| number(it, core("personality"))),
            birthday_number: number(&found.birthday, core("birthday")),
            maturity_number: number(&found.maturity, other("maturity")),
            personal_year: number(&found.personal_year, other("personal-year")),
            personal_month: number(&found.personal_month, other("personal-month")),
            personal_day: number(&found.personal_day, other("personal-day")),
            karmic_debts: debts.into_iter().map(debt).collect(),
            texts: words.has_texts().then(|| ListTextsReply {
                karmic_lessons: texts(words, "karmic-lesson", found.karmic_lessons.as_ref()),
                hidden_passion: texts(words, "hidden-passion", found.hidden_passion.as_ref()),
            }),
            karmic_lessons: found.karmic_lessons,
            hidden_passion: found.hidden_passion,
            pinnacles: stages(&found.pinnacles, "pinnacle", options.system, words),
            period_cycles: stages(&found.period_cycles, "period-cycle", options.system, words),
            challenges: stages(&found.challenges, "challenge", options.system, words),
            image: ImageReply {
                url: context.chart_url(),
            },
            meta: ProfileMeta {
                conventions: input.conventions.conventions(),
                for_date: super::date_text(for_date),
                for_date_source: if input.for_date.is_some() {
                    "request"
                } else {
                    "today"
                },
                transliteration: LettersReply::of(&name),
                warnings: context.warnings().collect(),
            },
        })
    }
}

fn texts(words: &ResponseTexts, kind: &str, numbers: Option<&Vec<u32>>) -> Vec<TextReply> {
    let numbers = numbers.into_iter().flatten();
    numbers
        .filter_map(|it| super::text(words, kind, &it.to_string()))
        .collect()
}

fn stages(
    stages: &[Stage],
    kind: &'static str,
    system: System,
    words: &ResponseTexts,
) -> Vec<StageReply> {
    let stage = |it: &Stage| StageReply {
        number: NumberReply::of(&it.sum, other(kind), system, words),
        from_age: it.from_age,
        to_age: it.to_age,
    };
    stages.iter().map(stage).collect()
}
