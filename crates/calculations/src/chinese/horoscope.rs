//! `/api/calc/chinese-horoscope`: the sign and element of a birth.

use access::Capability;
use http_api::caller::AnyInOrganization;
use http_api::modules::{CHINESE_HOROSCOPE_CALC, CHINESE_TEXTS};
use http_api::{ApiError, ErrorCode, Spec, Work};
use schemars::JsonSchema;
use serde::Serialize;

use super::birth_year::{BirthYearInput, YearMeta};
use super::{YearReply, text, year_pillar};
use crate::dto::wording::Wording;
use crate::dto::words::TextReply;
use crate::natal::ImageReply;
use crate::{Calculation, CalculationContext, ChartLink, gated, spec};

/// The errors of calculations of a Chinese year.
pub(super) const ERRORS: &[ErrorCode] = &[
    ErrorCode::LanguageUnknown,
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::OutsideEphemeris,
    ErrorCode::DateNotInCalendar,
    ErrorCode::FieldsConflict,
    ErrorCode::TimezoneUnknown,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::BirthTimeRequired,
];

/// The new moons and solar terms of one or two years.
pub(super) const YEAR_WORK: Work = Work::new(6_000, 8 * 1_024);

pub(super) const COST: &str = "1 unit.";

#[derive(Debug)]
pub(crate) struct ChineseHoroscope;

/// The sign and element of a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChineseHoroscope")]
pub(crate) struct HoroscopeReply {
    #[serde(flatten)]
    year: YearReply,
    /// Interpretation of the sign. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Interpretation of sign and element together. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    element_text: Option<TextReply>,
    /// Link to the card image.
    #[serde(rename = "chart")]
    image: ImageReply,
    /// How the year was determined.
    meta: YearMeta,
}

impl Calculation for ChineseHoroscope {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: ERRORS,
        ..spec(
            "calc_chinese_horoscope",
            "/api/calc/chinese-horoscope",
            gated(CHINESE_HOROSCOPE_CALC),
            "Get the Chinese sign and element for a birth date",
            "Returns the animal, element and polarity of the Chinese year of a birth. The year \
             begins on Chinese New Year, which is computed from the new moon, or at lichun (the \
             start of spring) if `yearBoundary` is `lichun`. Births in January and February often \
             belong to the year before.",
        )
    };
    const EXAMPLE: &'static str = r#"{"birthDate":"1990-01-15","includeReadableEntities":true}"#;
    const TEXTS: Option<Capability> = Some(CHINESE_TEXTS);
    const COST_FORMULA: &'static str = COST;
    type Input = BirthYearInput;
    type Reply = HoroscopeReply;

    fn wording(input: &BirthYearInput) -> Option<Wording<'_>> {
        Some(input.wording())
    }

    fn work(_: &BirthYearInput) -> Work {
        YEAR_WORK
    }

    fn chart(input: &BirthYearInput) -> Option<ChartLink> {
        ChartLink::card("/api/chart2/chinese.svg", input)
    }

    fn compute(
        input: &BirthYearInput,
        context: &CalculationContext,
    ) -> Result<HoroscopeReply, ApiError> {
        let (year, meta) = input.year(context)?;
        let pillar = year_pillar(year);
        let (animal, element) = (pillar.branch().animal(), pillar.stem().element().id());
        let words = context.words();
        Ok(HoroscopeReply {
            year: YearReply::of(year, words),
            text: text(words, "sign", animal),
            element_text: text(words, "pillar", &format!("{animal}:{element}")),
            image: ImageReply {
                url: context.chart_url(),
            },
            meta,
        })
    }
}
