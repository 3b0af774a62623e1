//! `/api/calc/compatibility`: two Suns, two scores, and how they came about.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::ayanamsha::Zodiac;
use astrology::relation::compatibility::compatibility;
use astrology::sign::Sign;
use ephemeris::{Body, Ephemeris, SkyError, normalize_deg};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::Serialize;

use super::synastry::PairInput;
use super::{Calculate, Desk, Problems, gated, sky_problem, spec};
use crate::error::ApiError;
use crate::guard::OrgCaller;
use crate::modules::{COMPATIBILITY_CALC, COMPATIBILITY_TEXTS};
use crate::operation::Spec;
use crate::wire::aspect::AspectReply;
use crate::wire::id::Id;
use crate::wire::instant::{Resolved, TimePlace};
use crate::wire::meta::{Meta, Warning};
use crate::wire::options::{CommonOptions, Effects};
use crate::wire::words::TextReply;

#[derive(Debug)]
pub(crate) struct CompatibilityCalc;

/// Two scores and how they came about.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Compatibility")]
pub(crate) struct CompatibilityReply {
    /// The first Sun's sign.
    sign1: Id<Sign>,
    /// The second Sun's sign.
    sign2: Id<Sign>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign1_title: Option<&'static str>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign2_title: Option<&'static str>,
    /// 0 to 100: 20 to begin with, 50 for sharing hot or cold, 30 for sharing dry or moist.
    score_based_on_element: u8,
    /// 0 to 100: 60 without an aspect between the Suns; with one, 60 + (value - 60) x exactness,
    /// where trine is worth 100, conjunction 90, sextile 85, opposition 45, square 30.
    score_based_on_sun_aspect: u8,
    /// How the scores came about.
    explanation: Explanation,
    /// The text about the two signs, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// How the first Sun was computed.
    meta: Meta,
}

/// The parts of the scores.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompatibilityExplanation")]
pub(crate) struct Explanation {
    /// The elements of the two signs.
    elements: [&'static str; 2],
    /// Whether both are hot or both are cold: 50 points.
    shares_active_quality: bool,
    /// Whether both are dry or both are moist: 30 points.
    shares_passive_quality: bool,
    /// The aspect between the Suns, if there is one.
    sun_aspect: Option<AspectReply>,
}

impl Calculate for CompatibilityCalc {
    const SPEC: Spec<OrgCaller> = spec(
        "calc_compatibility",
        "/api/calc/compatibility",
        gated(COMPATIBILITY_CALC),
        "Two Suns, two scores",
        "One score by the elements of the two Sun signs and one by the aspect between the Suns. The \
         arithmetic is plain and part of the answer. A birth whose time is unknown is taken at the \
         middle of its day, and said so.",
    );
    const TEXTS: Option<Capability> = Some(COMPATIBILITY_TEXTS);
    const EFFECTS: Effects = Effects::WORDS;
    const LONG: bool = false;
    type Input = PairInput;
    type Reply = CompatibilityReply;

    fn options(input: &PairInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(input: &PairInput, desk: &Desk) -> Result<CompatibilityReply, ApiError> {
        let mut problems = Problems::default();
        let zodiac = input.options.chart(&Orbs::natal(), &mut problems.0).zodiac;
        let resolve = |when: Result<TimePlace<'_>, _>| when.and_then(|it| it.resolve());
        let first = problems.keep(resolve(input.births.first()));
        let second = problems.keep(resolve(input.births.second()));
        problems.finish()?;
        let (first, second) = first
            .zip(second)
            .expect("what is not resolved has been reported");
        let [field1, field2] = input.births.date_time_fields();
        let (sun1, mut meta) = sun(&first, zodiac, ("first", field1))?;
        let (sun2, meta2) = sun(&second, zodiac, ("second", field2))?;
        super::synastry::both_warnings(&mut meta, &meta2);
        meta.warn(desk.warnings());
        let found = compatibility(sun1, sun2);
        let words = desk.words();
        let signs = (found.sign1.id(), found.sign2.id());
        let key = Key::pair("compatibility", "sun-pair", signs, &[]);
        Ok(CompatibilityReply {
            sign1: Id(found.sign1),
            sign2: Id(found.sign2),
            sign1_title: words.title(signs.0),
            sign2_title: words.title(signs.1),
            score_based_on_element: found.element_score,
            score_based_on_sun_aspect: found.sun_aspect_score,
            explanation: Explanation {
                elements: [found.sign1, found.sign2].map(|it| it.element().id()),
                shares_active_quality: found.shares_active_quality,
                shares_passive_quality: found.shares_passive_quality,
                sun_aspect: found
                    .sun_aspect
                    .map(|it| AspectReply::of(&it, "synastry", words)),
            },
            text: words.text(key.as_ref()),
            meta,
        })
    }
}

/// The Sun's longitude, at the middle of a day of unknown time.
fn sun(
    resolved: &Resolved,
    zodiac: Zodiac,
    (which, field): (&str, &str),
) -> Result<(f64, Meta), ApiError> {
    let (at, meta) = match resolved {
        Resolved::Moment(moment) => (moment.at.tt, Meta::of(moment)),
        Resolved::Day(day) => {
            let half = day.range.end.minus(day.range.start) / 2.0;
            let mut meta = Meta::of_day(day);
            meta.moment.warnings.clear();
            let detail = format!(
                "the time of the {which} birth is unknown: the Sun of the middle of the day is \
                 taken, at most half a degree off"
            );
            meta.warn([Warning::new("birth_time_unknown", detail)]);
            (day.range.start.plus_days(half), meta)
        }
    };
    let longitude = || -> Result<f64, SkyError> {
        let sky = Ephemeris::embedded().sky(at)?;
        let offset_deg = zodiac.offset_deg(at, sky.nutation().dpsi_deg);
        Ok(normalize_deg(
            sky.place(Body::Sun)?.longitude_deg - offset_deg,
        ))
    };
    let longitude_deg = longitude().map_err(|error| sky_problem(error, field))?;
    Ok((longitude_deg, meta.with_sky(zodiac, at)))
}
