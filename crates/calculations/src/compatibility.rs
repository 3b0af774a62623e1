//! `/api/calc/compatibility`: scores the compatibility of two Suns and explains the scores.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartOptions};
use astrology::house::HouseSystem;
use astrology::point::Point;
use astrology::relation::compatibility::{compatibility, compatibility_of_days};
use astrology::sign::Sign;
use ephemeris::Body;
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::aspect::AspectReply;
use crate::dto::id::Id;
use crate::dto::meta::{Meta, Warning};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::nativity::Nativity;
use crate::synastry::{PairInput, both_warnings};
use crate::{Calculation, CalculationContext, Problems, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{COMPATIBILITY_CALC, COMPATIBILITY_TEXTS};
use http_api::{ApiError, Spec};

#[derive(Debug)]
pub(crate) struct CompatibilityCalc;

/// Two compatibility scores and how they are calculated.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Compatibility")]
pub(crate) struct CompatibilityReply {
    /// Sign of the first Sun. Null if the birth time is unknown and the Sun changes sign that day.
    sign1: Option<Id<Sign>>,
    /// Sign of the second Sun. Null if the birth time is unknown and the Sun changes sign that day.
    sign2: Option<Id<Sign>>,
    /// Possible signs of the first Sun. Present if `sign1` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    signs1: Option<Vec<Id<Sign>>>,
    /// Possible signs of the second Sun. Present if `sign2` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    signs2: Option<Vec<Id<Sign>>>,
    /// Title of `sign1`. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign1_title: Option<&'static str>,
    /// Title of `sign2`. Present if `includeReadableEntities` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign2_title: Option<&'static str>,
    /// Element score, 0 to 100: a base of 20, plus 50 if both signs are hot or both are cold, plus
    /// 30 if both are dry or both are moist. Null if it depends on an unknown birth time.
    score_based_on_element: Option<u8>,
    /// Lowest and highest possible value. Present if a birth time is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_based_on_element_range: Option<[u8; 2]>,
    /// Aspect score, 0 to 100. It is 60 without an aspect between the Suns, and
    /// `60 + (value - 60) x exactness` with one. The value is 100 for a trine, 90 for a conjunction,
    /// 85 for a sextile, 45 for an opposition and 30 for a square. Null if it depends on an unknown
    /// birth time.
    score_based_on_sun_aspect: Option<u8>,
    /// Lowest and highest possible value. Present if a birth time is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_based_on_sun_aspect_range: Option<[u8; 2]>,
    /// How the scores are calculated.
    explanation: Explanation,
    /// Interpretation of the two signs. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// Metadata about the calculation of the first Sun.
    meta: Meta,
    /// Metadata about the calculation of the second Sun.
    meta2: Meta,
}

/// The components of the scores.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompatibilityExplanation")]
pub(crate) struct Explanation {
    /// Elements of the two signs. Null where the sign is null.
    elements: [Option<&'static str>; 2],
    /// Whether both signs are hot or both are cold (50 points). Null if it depends on an unknown
    /// birth time.
    shares_active_quality: Option<bool>,
    /// Whether both signs are dry or both are moist (30 points). Null if it depends on an unknown
    /// birth time.
    shares_passive_quality: Option<bool>,
    /// Aspect between the Suns, if any.
    sun_aspect: Option<AspectReply>,
}

impl Calculation for CompatibilityCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_compatibility",
        "/api/calc/compatibility",
        gated(COMPATIBILITY_CALC),
        "Score the Sun-sign compatibility of two people",
        "Returns one score based on the elements of the two Sun signs and one based on the aspect \
         between the Suns. The response shows how each score is calculated. If a birth time is \
         unknown, values that depend on it are null, and the response gives the possible signs and \
         the score ranges instead.",
    );
    const EXAMPLE: &'static str = crate::calculation::PAIR_EXAMPLE;
    const TEXTS: Option<Capability> = Some(COMPATIBILITY_TEXTS);
    const EFFECTS: Effects = Effects::WORDS;
    type Input = PairInput;
    type Reply = CompatibilityReply;

    fn options(input: &PairInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn compute(
        input: &PairInput,
        context: &CalculationContext,
    ) -> Result<CompatibilityReply, ApiError> {
        let mut problems = Problems::default();
        let asked = input.options.chart(&Orbs::natal(), &mut problems.0);
        let resolved = input.resolved(&mut problems);
        problems.finish()?;
        let resolved = resolved.expect("unresolved input has been reported");
        // Only the Suns, seen from the center of the Earth: no horizon is used, so none can be
        // undefined.
        let options = ChartOptions {
            points: vec![Point::Body(Body::Sun)],
            house_system: HouseSystem::EqualAries,
            zodiac: asked.zodiac,
            ..ChartOptions::default()
        };
        let births = input.nativities(resolved, &options)?;
        let [mut meta, meta2] = [&births[0], &births[1]].map(read);
        both_warnings(&mut meta, &meta2);
        let words = context.words();
        let known = births[0].chart().zip(births[1].chart());
        let scored = match known {
            Some((one, two)) => Scored::of_moments(one, two, words),
            None => Scored::of_days(&births, words),
        };
        let [one, two] = [&scored.signs[0], &scored.signs[1]].map(|it| single(it));
        let several = |all: &[Sign]| (all.len() > 1).then(|| all.iter().copied().map(Id).collect());
        let key = one.zip(two).and_then(|(one, two)| {
            Key::pair("compatibility", "sun-pair", (one.id(), two.id()), &[])
        });
        let (element, aspect) = (scored.element, scored.sun_aspect);
        let text = words.text(key.as_ref());
        meta.warn(context.warnings());
        Ok(CompatibilityReply {
            sign1: one.map(Id),
            sign2: two.map(Id),
            signs1: several(&scored.signs[0]),
            signs2: several(&scored.signs[1]),
            sign1_title: one.and_then(|it| words.title(it.id())),
            sign2_title: two.and_then(|it| words.title(it.id())),
            score_based_on_element: (element.0 == element.1).then_some(element.0),
            score_based_on_element_range: known.is_none().then_some([element.0, element.1]),
            score_based_on_sun_aspect: (aspect.0 == aspect.1).then_some(aspect.0),
            score_based_on_sun_aspect_range: known.is_none().then_some([aspect.0, aspect.1]),
            explanation: scored.explanation,
            text,
            meta,
            meta2,
        })
    }
}

/// Metadata for a Sun. Angles are not used here, so the warning for a date without a time differs.
fn read(birth: &Nativity) -> Meta {
    match birth {
        Nativity::Moment(it) => Meta::of(&it.0).with_frame(&it.1.frame),
        Nativity::Day(it) => {
            let (day, chart) = &**it;
            let mut meta = Meta::of_civil_day(day).with_frame(chart.places.frame());
            let detail = "The birth time is unknown. The Sun moves about one degree during that \
                          day, so values that depend on it are given as ranges.";
            let warning = Warning::new("birth_time_unknown", detail);
            meta.moment.warnings.insert(0, warning);
            meta
        }
    }
}

fn single(signs: &[Sign]) -> Option<Sign> {
    match signs {
        [sign] => Some(*sign),
        _ => None,
    }
}

/// The scores of two Suns: both ends of each range are equal if both birth times are known.
struct Scored {
    signs: [Vec<Sign>; 2],
    element: (u8, u8),
    sun_aspect: (u8, u8),
    explanation: Explanation,
}

impl Scored {
    fn of_moments(one: &Chart, two: &Chart, words: &ResponseTexts) -> Self {
        let sun = |chart: &Chart| {
            let sun = chart.point(Point::Body(Body::Sun));
            sun.expect("the Sun was asked for").longitude_deg
        };
        let found = compatibility(sun(one), sun(two));
        let signs = [found.sign1, found.sign2];
        Self {
            signs: signs.map(|it| vec![it]),
            element: (found.element_score, found.element_score),
            sun_aspect: (found.sun_aspect_score, found.sun_aspect_score),
            explanation: Explanation {
                elements: signs.map(|it| Some(it.element().id())),
                shares_active_quality: Some(found.shares_active_quality),
                shares_passive_quality: Some(found.shares_passive_quality),
                sun_aspect: found
                    .sun_aspect
                    .map(|it| AspectReply::of(&it, "synastry", &words.without_texts())),
            },
        }
    }

    fn of_days([one, two]: &[Nativity; 2], words: &ResponseTexts) -> Self {
        let found = compatibility_of_days(&one.places(), &two.places());
        let signs = [found.signs1, found.signs2];
        Self {
            element: found.element_score,
            sun_aspect: found.sun_aspect_score,
            explanation: Explanation {
                elements: [&signs[0], &signs[1]].map(|it| single(it).map(|it| it.element().id())),
                shares_active_quality: found.shares_active_quality,
                shares_passive_quality: found.shares_passive_quality,
                sun_aspect: found
                    .sun_aspect
                    .map(|it| AspectReply::of_day(&it, "synastry", &words.without_texts())),
            },
            signs,
        }
    }
}
