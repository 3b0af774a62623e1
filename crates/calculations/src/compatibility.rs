//! `/api/calc/compatibility`: two Suns, two scores, and how they came about.

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
use crate::dto::words::{TextReply, Words};
use crate::nativity::Nativity;
use crate::synastry::{PairInput, both_warnings};
use crate::{Calculation, CalculationContext, Problems, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{COMPATIBILITY_CALC, COMPATIBILITY_TEXTS};
use http_api::{ApiError, Spec};

#[derive(Debug)]
pub(crate) struct CompatibilityCalc;

/// Two scores and how they came about.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Compatibility")]
pub(crate) struct CompatibilityReply {
    /// The first Sun's sign; null when the time of birth is unknown and the Sun changes sign that day.
    sign1: Option<Id<Sign>>,
    /// The second Sun's sign; null likewise.
    sign2: Option<Id<Sign>>,
    /// The signs the first Sun may be in, where `sign1` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    signs1: Option<Vec<Id<Sign>>>,
    /// The signs the second Sun may be in, where `sign2` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    signs2: Option<Vec<Id<Sign>>>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign1_title: Option<&'static str>,
    /// Titles, with `includeReadableEntities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign2_title: Option<&'static str>,
    /// 0 to 100: 20 to begin with, 50 for sharing hot or cold, 30 for sharing dry or moist. Null when
    /// it depends on a time of birth that is unknown.
    score_based_on_element: Option<u8>,
    /// The smallest and the largest it may be, where a time of birth is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_based_on_element_range: Option<[u8; 2]>,
    /// 0 to 100: 60 without an aspect between the Suns; with one, 60 + (value - 60) x exactness,
    /// where trine is worth 100, conjunction 90, sextile 85, opposition 45, square 30. Null when it
    /// depends on a time of birth that is unknown.
    score_based_on_sun_aspect: Option<u8>,
    /// The smallest and the largest it may be, where a time of birth is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_based_on_sun_aspect_range: Option<[u8; 2]>,
    /// How the scores came about.
    explanation: Explanation,
    /// The text about the two signs, with `includeText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
    /// How the first Sun was computed.
    meta: Meta,
    /// How the second Sun was computed.
    meta2: Meta,
}

/// The parts of the scores.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CompatibilityExplanation")]
pub(crate) struct Explanation {
    /// The elements of the two signs; null where the sign is.
    elements: [Option<&'static str>; 2],
    /// Whether both are hot or both are cold: 50 points. Null when it depends on an unknown time.
    shares_active_quality: Option<bool>,
    /// Whether both are dry or both are moist: 30 points. Null when it depends on an unknown time.
    shares_passive_quality: Option<bool>,
    /// The aspect between the Suns, if there is one.
    sun_aspect: Option<AspectReply>,
}

impl Calculation for CompatibilityCalc {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_compatibility",
        "/api/calc/compatibility",
        gated(COMPATIBILITY_CALC),
        "Two Suns, two scores",
        "One score by the elements of the two Sun signs and one by the aspect between the Suns. The \
         arithmetic is plain and part of the answer. Where a time of birth is unknown, what depends \
         on it is null: the signs the Sun may be in and the ranges of the scores are given instead.",
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
        let resolved = resolved.expect("what is not resolved has been reported");
        // The Suns alone, from the centre of the Earth; no horizon is used, and none may refuse.
        let options = ChartOptions {
            points: vec![Point::Body(Body::Sun)],
            house_system: HouseSystem::EqualAries,
            zodiac: asked.zodiac,
            ..ChartOptions::default()
        };
        let births = input.nativities(resolved, &options)?;
        let [mut meta, meta2] = [&births[0], &births[1]].map(read);
        both_warnings(&mut meta, &meta2);
        meta.warn(context.warnings());
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
            text: words.text(key.as_ref()),
            meta,
            meta2,
        })
    }
}

/// How a Sun was read: a day alone has no angles to miss here.
fn read(birth: &Nativity) -> Meta {
    match birth {
        Nativity::Moment(it) => Meta::of(&it.0).with_frame(&it.1.frame),
        Nativity::Day(it) => {
            let (day, chart) = &**it;
            let mut meta = Meta::of_civil_day(day).with_frame(chart.places.frame());
            let detail = "the time of birth is unknown: the Sun moves about a degree that day, and \
                          what depends on it is given as a range";
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

/// What two Suns give: the same at both ends of a range where their times are known.
struct Scored {
    signs: [Vec<Sign>; 2],
    element: (u8, u8),
    sun_aspect: (u8, u8),
    explanation: Explanation,
}

impl Scored {
    fn of_moments(one: &Chart, two: &Chart, words: &Words) -> Self {
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

    fn of_days([one, two]: &[Nativity; 2], words: &Words) -> Self {
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
