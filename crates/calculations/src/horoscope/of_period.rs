//! `/api/horoscope/daily/{date}` and the other periods, for all signs or one.

use interpretation::overlay::TextLength;
use std::marker::PhantomData;
use std::sync::Arc;

use access::Capability;
use astrology::sign::Sign;
use http_api::caller::AnyInOrganization;
use http_api::modules::{
    DAILY_REPORT, HOROSCOPE_TEXTS, MONTHLY_REPORT, WEEKLY_REPORT, YEARLY_ASCENDANT_REPORT,
    YEARLY_REPORT,
};
use http_api::{ApiError, ErrorCode, Methods, Spec, Work};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cache::{self, CacheKey, CachedHoroscope, HoroscopesOfSigns};
use super::card::{CardPeriod, HoroscopeCardFields};
use super::compose::compose;
use super::period::{FIRST_YEAR, LAST_YEAR, Period, PeriodKind, ZoneDays, day_number};
use super::reply::{BySign, Horoscope, HoroscopeAnswer, HoroscopeMeta, Shared};
use super::sky::PeriodSky;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::wording::{DEFAULT_LANGUAGE, Wording};
use crate::dto::words::ResponseTexts;
use crate::natal::ImageReply;
use crate::{Calculation, CalculationContext, ChartLink, gated, sky_problem, spec};

/// Errors of horoscopes besides those that follow from access and input.
pub(super) const ERRORS: &[ErrorCode] = &[
    ErrorCode::LanguageUnknown,
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::WeekNotFound,
    ErrorCode::BirthDateSkipped,
    ErrorCode::OutsideEphemeris,
];

/// The work of finding the facts of a day, a week or a month and composing twelve horoscopes, in
/// thousandths of a natal request (measured: a day 7,800, a week 2,800, a month 5,300, a year 20,700).
pub(super) const TWELVE_MILLINATALS: u64 = 8_000;
/// The same for a year.
pub(super) const YEAR_MILLINATALS: u64 = 20_000;

/// What all horoscopes have in common.
const DESCRIPTION: &str = "A sign is treated as the first of twelve whole-sign houses. The facts come from \
    the actual sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily \
    horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a \
    weight: rare and slow events count more than frequent and fast ones, and angular houses more than \
    cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name the \
    texts, so every sentence can be traced to a fact. Texts vary between periods, but the same request \
    returns the same bytes until `contentRevision` changes. Texts are available in English, Dutch and German. \
    For other languages, English texts are returned with a warning. If `timezone` is omitted, the period is \
    in UTC.";

/// A period that horoscopes exist for.
pub(crate) trait PeriodInput:
    DeserializeOwned + Serialize + JsonSchema + Send + Sync + 'static
{
    /// The horoscopes of all signs, and that of one sign.
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>);
    /// Their names in batches and at the command line.
    const NAMES: (&'static str, &'static str);
    /// Their example bodies.
    const EXAMPLES: (&'static str, &'static str);
    /// The work of finding the facts and composing twelve horoscopes, in thousandths of a natal request.
    const MILLINATALS: u64;

    /// The period.
    ///
    /// # Errors
    ///
    /// It does not exist.
    fn period(&self) -> Result<Period, ApiError>;

    /// The number of the period, if that is known without resolving its days and the period has no
    /// warnings.
    fn number(&self) -> Option<(PeriodKind, i64)> {
        None
    }

    /// The options of all periods.
    fn options(&self) -> &HoroscopeOptions;

    /// The kind of period on cards, and a date in it. `None` if the period does not exist.
    fn on_card(&self) -> Option<(CardPeriod, String)>;
}

/// Options of all periods.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(deny_unknown_fields)]
pub(crate) struct HoroscopeOptions {
    /// Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    /// this language are in English.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
    /// Time zone of the days, from the tz database. Defaults to `UTC`.
    #[schemars(length(min = 1, max = 64))]
    timezone: Option<String>,
}

impl HoroscopeOptions {
    pub(super) fn language(&self) -> &str {
        self.language.as_deref().unwrap_or(DEFAULT_LANGUAGE)
    }

    pub(super) fn days(&self, field: &'static str) -> Result<ZoneDays, ApiError> {
        ZoneDays::of(self.timezone.as_deref(), field)
    }
}

/// A horoscope's words: always with titles and texts.
pub(super) const fn wording(language: &str) -> Wording<'_> {
    Wording {
        language,
        titles: true,
        texts: true,
        reading: false,
        length: TextLength::Standard,
    }
}

const fn specs(
    [id, id_of_sign]: [&'static str; 2],
    [path, path_of_sign]: [&'static str; 2],
    capability: Capability,
    [summary, summary_of_sign]: [&'static str; 2],
) -> (Spec<AnyInOrganization>, Spec<AnyInOrganization>) {
    (
        one_spec(id, path, capability, summary),
        one_spec(id_of_sign, path_of_sign, capability, summary_of_sign),
    )
}

const fn one_spec(
    id: &'static str,
    path: &'static str,
    capability: Capability,
    summary: &'static str,
) -> Spec<AnyInOrganization> {
    Spec {
        methods: Methods::Get,
        errors: ERRORS,
        group: "Horoscopes",
        ..spec(id, path, gated(capability), summary, DESCRIPTION)
    }
}

/// A day.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct DailyInput {
    /// Date in the Gregorian calendar.
    #[schemars(extend("format" = "date"))]
    date: String,
    #[serde(flatten)]
    options: HoroscopeOptions,
}

/// An ISO week.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct WeeklyInput {
    /// Year of the ISO week.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    year: i32,
    /// ISO week, from 1 to 53. Weeks run from Monday to Sunday.
    #[schemars(range(min = 1, max = 53))]
    week: u8,
    /// Selects the week that contains this date instead of `year` and `week`.
    #[schemars(extend("format" = "date"))]
    date: Option<String>,
    #[serde(flatten)]
    options: HoroscopeOptions,
}

/// A month.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MonthlyInput {
    /// Year.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    year: i32,
    /// Month, from 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    month: u8,
    #[serde(flatten)]
    options: HoroscopeOptions,
}

/// A year.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct YearlyInput {
    /// Year.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    year: i32,
    #[serde(flatten)]
    options: HoroscopeOptions,
}

/// A year, by the sign of the Ascendant.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct YearlyAscendantInput {
    /// Year.
    #[schemars(range(min = FIRST_YEAR, max = LAST_YEAR))]
    year: i32,
    #[serde(flatten)]
    options: HoroscopeOptions,
}

impl PeriodInput for DailyInput {
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>) = specs(
        ["horoscope_daily", "horoscope_daily_sign"],
        [
            "/api/horoscope/daily/{date}",
            "/api/horoscope/daily/{date}/{sign}",
        ],
        DAILY_REPORT,
        [
            "Get the daily horoscopes for all signs",
            "Get the daily horoscope for a sign",
        ],
    );
    const NAMES: (&'static str, &'static str) = ("horoscope/daily", "horoscope/daily/sign");
    const EXAMPLES: (&'static str, &'static str) = (
        r#"{"date":"2026-11-18"}"#,
        r#"{"date":"2026-11-18","sign":"leo"}"#,
    );
    const MILLINATALS: u64 = TWELVE_MILLINATALS;

    fn period(&self) -> Result<Period, ApiError> {
        self.options.days("date")?.daily(&self.date)
    }

    fn number(&self) -> Option<(PeriodKind, i64)> {
        Some((PeriodKind::Daily, day_number(&self.date)?))
    }

    fn options(&self) -> &HoroscopeOptions {
        &self.options
    }

    fn on_card(&self) -> Option<(CardPeriod, String)> {
        Some((CardPeriod::Daily, self.date.clone()))
    }
}

impl PeriodInput for WeeklyInput {
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>) = specs(
        ["horoscope_weekly", "horoscope_weekly_sign"],
        [
            "/api/horoscope/weekly/{year}/{week}",
            "/api/horoscope/weekly/{year}/{week}/{sign}",
        ],
        WEEKLY_REPORT,
        [
            "Get the weekly horoscopes for all signs",
            "Get the weekly horoscope for a sign",
        ],
    );
    const NAMES: (&'static str, &'static str) = ("horoscope/weekly", "horoscope/weekly/sign");
    const EXAMPLES: (&'static str, &'static str) = (
        r#"{"year":2026,"week":47}"#,
        r#"{"year":2026,"week":47,"sign":"leo"}"#,
    );
    const MILLINATALS: u64 = TWELVE_MILLINATALS;

    fn period(&self) -> Result<Period, ApiError> {
        match &self.date {
            Some(date) => self.options.days("date")?.week_of(date),
            None => self.options.days("year")?.weekly(self.year, self.week),
        }
    }

    fn options(&self) -> &HoroscopeOptions {
        &self.options
    }

    fn on_card(&self) -> Option<(CardPeriod, String)> {
        Some((CardPeriod::Weekly, self.period().ok()?.days.0))
    }
}

impl PeriodInput for MonthlyInput {
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>) = specs(
        ["horoscope_monthly", "horoscope_monthly_sign"],
        [
            "/api/horoscope/monthly/{year}/{month}",
            "/api/horoscope/monthly/{year}/{month}/{sign}",
        ],
        MONTHLY_REPORT,
        [
            "Get the monthly horoscopes for all signs",
            "Get the monthly horoscope for a sign",
        ],
    );
    const NAMES: (&'static str, &'static str) = ("horoscope/monthly", "horoscope/monthly/sign");
    const EXAMPLES: (&'static str, &'static str) = (
        r#"{"year":2026,"month":11}"#,
        r#"{"year":2026,"month":11,"sign":"leo"}"#,
    );
    const MILLINATALS: u64 = TWELVE_MILLINATALS;

    fn period(&self) -> Result<Period, ApiError> {
        self.options.days("year")?.monthly(self.year, self.month)
    }

    fn options(&self) -> &HoroscopeOptions {
        &self.options
    }

    fn on_card(&self) -> Option<(CardPeriod, String)> {
        Some((
            CardPeriod::Monthly,
            format!("{:04}-{:02}-01", self.year, self.month),
        ))
    }
}

impl PeriodInput for YearlyInput {
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>) = specs(
        ["horoscope_yearly", "horoscope_yearly_sign"],
        [
            "/api/horoscope/yearly/{year}",
            "/api/horoscope/yearly/{year}/{sign}",
        ],
        YEARLY_REPORT,
        [
            "Get the yearly horoscopes for all signs",
            "Get the yearly horoscope for a sign",
        ],
    );
    const NAMES: (&'static str, &'static str) = ("horoscope/yearly", "horoscope/yearly/sign");
    const EXAMPLES: (&'static str, &'static str) =
        (r#"{"year":2026}"#, r#"{"year":2026,"sign":"leo"}"#);
    const MILLINATALS: u64 = YEAR_MILLINATALS;

    fn period(&self) -> Result<Period, ApiError> {
        let days = self.options.days("year")?;
        days.yearly(PeriodKind::Yearly, self.year)
    }

    fn options(&self) -> &HoroscopeOptions {
        &self.options
    }

    fn on_card(&self) -> Option<(CardPeriod, String)> {
        Some((CardPeriod::Yearly, format!("{:04}-01-01", self.year)))
    }
}

impl PeriodInput for YearlyAscendantInput {
    const SPECS: (Spec<AnyInOrganization>, Spec<AnyInOrganization>) = specs(
        [
            "horoscope_yearly_ascendant",
            "horoscope_yearly_ascendant_sign",
        ],
        [
            "/api/horoscope/yearly-ascendant/{year}",
            "/api/horoscope/yearly-ascendant/{year}/{sign}",
        ],
        YEARLY_ASCENDANT_REPORT,
        [
            "Get the yearly horoscopes for all Ascendant signs",
            "Get the yearly horoscope for an Ascendant sign",
        ],
    );
    const NAMES: (&'static str, &'static str) = (
        "horoscope/yearly-ascendant",
        "horoscope/yearly-ascendant/sign",
    );
    const EXAMPLES: (&'static str, &'static str) =
        (r#"{"year":2026}"#, r#"{"year":2026,"sign":"leo"}"#);
    const MILLINATALS: u64 = YEAR_MILLINATALS;

    fn period(&self) -> Result<Period, ApiError> {
        let days = self.options.days("year")?;
        days.yearly(PeriodKind::YearlyAscendant, self.year)
    }

    fn options(&self) -> &HoroscopeOptions {
        &self.options
    }

    fn on_card(&self) -> Option<(CardPeriod, String)> {
        Some((
            CardPeriod::YearlyAscendant,
            format!("{:04}-01-01", self.year),
        ))
    }
}

/// A period and a sign.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields, rename = "{P}OfSign")]
pub(crate) struct OfSign<P> {
    /// Sign.
    sign: Id<Sign>,
    #[serde(flatten)]
    period: P,
}

/// The horoscopes of all signs.
#[derive(Debug)]
pub(crate) struct AllSigns<P>(PhantomData<P>);

/// The horoscope of one sign.
#[derive(Debug)]
pub(crate) struct OneSign<P>(PhantomData<P>);

/// What writing and compressing the horoscopes of all signs takes, in thousandths of a natal request.
const ALL_SIGNS_MILLINATALS: u64 = 6_000;
/// The most bytes of a horoscope. A year has about 18,000 with the library's texts, and own texts can add as
/// many.
const HOROSCOPE_BYTES: u64 = 44 * 1_024;

impl<P: PeriodInput> Calculation for AllSigns<P> {
    const SPEC: Spec<AnyInOrganization> = P::SPECS.0;
    const NAME: Option<&'static str> = Some(P::NAMES.0);
    const EXAMPLE: &'static str = P::EXAMPLES.0;
    const TEXTS: Option<Capability> = Some(HOROSCOPE_TEXTS);
    const COST_FORMULA: &'static str = "1 unit for a day, a week or a month, 2 units for a year.";
    type Input = P;
    type Reply = BySign;

    fn wording(input: &P) -> Option<Wording<'_>> {
        Some(wording(input.options().language()))
    }

    fn work(_: &P) -> Work {
        let millinatals = P::MILLINATALS + ALL_SIGNS_MILLINATALS;
        Work::new(millinatals, 12 * HOROSCOPE_BYTES)
    }

    fn ready(input: &P, context: &CalculationContext) -> Option<Vec<u8>> {
        let (cached, meta) = in_memory(input, context)?;
        let all = &cached.horoscopes;
        let bytes: usize = all.iter().map(|it| it.json_fields.len() + META_BYTES).sum();
        let mut json = Vec::with_capacity(bytes);
        for (sign, horoscope) in Sign::ALL.into_iter().zip(all) {
            json.extend_from_slice(if json.is_empty() { b"{\"" } else { b",\"" });
            json.extend_from_slice(sign.id().as_bytes());
            json.extend_from_slice(b"\":");
            write_answer(&mut json, horoscope, None, &meta)?;
        }
        json.push(b'}');
        Some(json)
    }

    fn compute(input: &P, context: &CalculationContext) -> Result<BySign, ApiError> {
        let (of_signs, meta) = horoscopes(input, context)?;
        let answer = |it: &CachedHoroscope| HoroscopeAnswer {
            horoscope: Shared(Arc::clone(&it.horoscope)),
            image: None,
            meta: meta.clone(),
        };
        let answers = Sign::ALL
            .into_iter()
            .zip(of_signs.horoscopes.iter().map(answer));
        Ok(BySign(answers.collect()))
    }
}

impl<P: PeriodInput> Calculation for OneSign<P> {
    const SPEC: Spec<AnyInOrganization> = P::SPECS.1;
    const NAME: Option<&'static str> = Some(P::NAMES.1);
    const EXAMPLE: &'static str = P::EXAMPLES.1;
    const TEXTS: Option<Capability> = Some(HOROSCOPE_TEXTS);
    const COST_FORMULA: &'static str = "1 unit.";
    type Input = OfSign<P>;
    type Reply = HoroscopeAnswer;

    fn wording(input: &OfSign<P>) -> Option<Wording<'_>> {
        Some(wording(input.period.options().language()))
    }

    fn work(_: &OfSign<P>) -> Work {
        Work::new(P::MILLINATALS, HOROSCOPE_BYTES)
    }

    fn chart(input: &OfSign<P>) -> Option<ChartLink> {
        let (period, date) = input.period.on_card()?;
        let fields = HoroscopeCardFields {
            sign: input.sign,
            period: Some(period),
            date: Some(date),
            options: input.period.options().clone(),
        };
        ChartLink::card("/api/chart2/horoscope.svg", &fields)
    }

    fn ready(input: &OfSign<P>, context: &CalculationContext) -> Option<Vec<u8>> {
        let (cached, meta) = in_memory(&input.period, context)?;
        let place = Sign::ALL.iter().position(|it| *it == input.sign.0)?;
        let horoscope = &cached.horoscopes[place];
        let image = ImageReply {
            url: context.chart_url(),
        };
        let mut json = Vec::with_capacity(horoscope.json_fields.len() + META_BYTES);
        write_answer(&mut json, horoscope, Some(&image), &meta)?;
        Some(json)
    }

    fn compute(
        input: &OfSign<P>,
        context: &CalculationContext,
    ) -> Result<HoroscopeAnswer, ApiError> {
        let (of_signs, meta) = horoscopes(&input.period, context)?;
        let place = Sign::ALL.iter().position(|it| *it == input.sign.0);
        let horoscope = &of_signs.horoscopes[place.unwrap_or_default()].horoscope;
        Ok(HoroscopeAnswer {
            horoscope: Shared(Arc::clone(horoscope)),
            image: Some(ImageReply {
                url: context.chart_url(),
            }),
            meta,
        })
    }
}

fn key(period: &Period, words: &ResponseTexts) -> CacheKey {
    CacheKey {
        kind: period.kind,
        number: period.number,
        zone: period.zone,
        language: words.language().to_owned(),
        edition: words.edition("horoscope"),
    }
}

/// The bytes of what a response adds to a horoscope: metadata and the URL of an image.
const META_BYTES: usize = 512;

/// The horoscopes and metadata of a request, if the horoscopes are in memory.
fn in_memory<P: PeriodInput>(
    input: &P,
    context: &CalculationContext,
) -> Option<(Arc<HoroscopesOfSigns>, HoroscopeMeta)> {
    let Some((kind, number)) = input.number() else {
        let mut period = input.period().ok()?;
        let cached = cache::get(&key(&period, context.words()))?;
        return Some((cached, meta(&mut period, context)));
    };
    // Resolving days takes longer than everything else.
    let words = context.words();
    let days = input.options().days("date").ok()?;
    let key = CacheKey {
        kind,
        number,
        zone: Some(days.zone_name()),
        language: words.language().to_owned(),
        edition: words.edition("horoscope"),
    };
    let cached = cache::get(&key)?;
    let (start, end) = cached.span.clone();
    let meta = HoroscopeMeta {
        timezone: key.zone,
        start,
        end,
        warnings: context.warnings().collect(),
    };
    Some((cached, meta))
}

/// Writes what serializing a [`HoroscopeAnswer`] writes.
fn write_answer(
    json: &mut Vec<u8>,
    horoscope: &CachedHoroscope,
    image: Option<&ImageReply>,
    meta: &HoroscopeMeta,
) -> Option<()> {
    json.push(b'{');
    json.extend_from_slice(horoscope.json_fields.as_bytes());
    if let Some(image) = image {
        json.extend_from_slice(b",\"chart\":");
        serde_json::to_writer(&mut *json, image).ok()?;
    }
    json.extend_from_slice(b",\"meta\":");
    serde_json::to_writer(&mut *json, meta).ok()?;
    json.push(b'}');
    Some(())
}

fn meta(period: &mut Period, context: &CalculationContext) -> HoroscopeMeta {
    let mut warnings = std::mem::take(&mut period.warnings);
    warnings.extend(context.warnings());
    HoroscopeMeta::of(period, warnings)
}

/// The horoscopes of all signs, and how the request was interpreted.
fn horoscopes<P: PeriodInput>(
    input: &P,
    context: &CalculationContext,
) -> Result<(Arc<HoroscopesOfSigns>, HoroscopeMeta), ApiError> {
    let mut period = input.period()?;
    let of_signs = of_signs(&period, context)?;
    Ok((of_signs, meta(&mut period, context)))
}

/// The horoscopes of all signs, from memory if they are there.
pub(super) fn of_signs(
    period: &Period,
    context: &CalculationContext,
) -> Result<Arc<HoroscopesOfSigns>, ApiError> {
    let words = context.words();
    cache::get_or_compute(&key(period, words), || {
        let ephemeris = context.ephemeris();
        let sky = PeriodSky::of(&ephemeris, period);
        let sky = sky.map_err(|error| sky_problem(error, "date"))?;
        let horoscope = |sign: Sign| {
            let words = words.for_horoscope();
            let composed = compose(sign, period, &sky, &words);
            let horoscope = Horoscope::of(Some(sign), (period, &sky), composed, &words);
            CachedHoroscope::new(horoscope)
                .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
        };
        let horoscopes: Result<_, ApiError> = Sign::ALL.into_iter().map(horoscope).collect();
        let range = &period.range;
        Ok(HoroscopesOfSigns {
            span: (tt_text(range.start), tt_text(range.end)),
            horoscopes: horoscopes?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CalculationRequest;

    fn check<C: Calculation>(body: &str) {
        let input: C::Input = serde_json::from_str(body).unwrap();
        let request = CalculationRequest {
            input,
            shape: crate::ResponseShape::default(),
        };
        let now = access::Timestamp::from_micros(0);
        let context = CalculationContext::of_operator::<C>(&request, now).unwrap();
        let computed = C::compute(&request.input, &context).unwrap();
        let computed = serde_json::to_string(&computed).unwrap();
        let ready = C::ready(&request.input, &context).unwrap();
        assert_eq!(String::from_utf8(ready).unwrap(), computed);
    }

    #[test]
    fn what_is_in_memory_is_sent_as_it_is_computed() {
        check::<AllSigns<DailyInput>>(r#"{"date":"2026-11-18"}"#);
        check::<OneSign<DailyInput>>(r#"{"date":"2026-11-18","sign":"leo"}"#);
        check::<OneSign<WeeklyInput>>(r#"{"year":2027,"week":53,"sign":"pisces","language":"de"}"#);
    }
}
