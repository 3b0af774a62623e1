//! `/api/calc/progressions`: progressions and solar arc directions.

use access::Capability;
use astrology::aspect::{AspectSettings, Orbs};
use astrology::ayanamsha::Zodiac;
use astrology::chart::{Chart, ChartError, ChartOptions};
use astrology::forecast::progression::{
    ProgressedAngles, ProgressionMethod, ProgressionRequest, progress,
};
use ephemeris::{Ephemeris, SkyError};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::aspect::AspectReply;
use crate::dto::birth::BirthAndTarget;
use crate::dto::chart::{ById, HousesReply, angles, houses};
use crate::dto::degrees::Rounded;
use crate::dto::instant::{ResolvedMoment, tt_text};
use crate::dto::meta::{Meta, Warning, replaced, unknown};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::point::{CuspReply, PointReply, house_id};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;
use crate::{Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::{PROGRESSION_CALC, PROGRESSION_TEXTS};
use http_api::{ApiError, Spec, Work};

#[derive(Debug)]
pub(crate) struct Progressions;

/// A birth and a date.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ProgressionsInput {
    #[serde(flatten)]
    pub when: BirthAndTarget,
    /// Progression method. Defaults to `secondary`.
    pub method: Option<MethodName>,
    /// How the angles are progressed. Defaults to `solarArcLongitude`.
    pub progressed_angles: Option<AnglesName>,
    #[serde(flatten)]
    pub options: CommonOptions,
}

/// Progression method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MethodName {
    /// Secondary progressions: one day after birth corresponds to one year of life.
    Secondary,
    /// Tertiary progressions: one day after birth corresponds to one lunar month.
    Tertiary,
    /// Minor progressions: one lunar month corresponds to one year.
    Minor,
    /// Solar arc directions: every point moves by the arc of the secondary progressed Sun.
    SolarArc,
}

/// How the angles are progressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AnglesName {
    /// The Midheaven moves by the Sun's arc in longitude.
    SolarArcLongitude,
    /// The meridian moves by the Sun's arc in right ascension.
    SolarArcRa,
    /// The meridian moves by the mean Sun's motion for each progressed day.
    NaibodRa,
    /// The meridian of the progressed moment itself.
    Quotidian,
}

impl MethodName {
    const fn method(self) -> ProgressionMethod {
        match self {
            Self::Secondary => ProgressionMethod::Secondary,
            Self::Tertiary => ProgressionMethod::Tertiary,
            Self::Minor => ProgressionMethod::Minor,
            Self::SolarArc => ProgressionMethod::SolarArc,
        }
    }
}

impl AnglesName {
    const fn angles(self) -> ProgressedAngles {
        match self {
            Self::SolarArcLongitude => ProgressedAngles::SolarArcLongitude,
            Self::SolarArcRa => ProgressedAngles::SolarArcRa,
            Self::NaibodRa => ProgressedAngles::NaibodRa,
            Self::Quotidian => ProgressedAngles::Quotidian,
        }
    }
}

/// A progressed chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Progression")]
pub(crate) struct ProgressionsReply {
    /// Progressed date and time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    progressed_date: String,
    /// Birth time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    natal_date: String,
    /// Target date and time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    target_date: String,
    /// Progression method.
    #[schemars(with = "MethodName")]
    method: &'static str,
    /// How the angles are progressed. Null with `solar-arc`, where they move with all other points.
    #[schemars(with = "Option<AnglesName>")]
    progressed_angles: Option<&'static str>,
    /// Arc of the progressed Sun in longitude, in degrees.
    solar_arc: Rounded,
    /// Progressed points, in the progressed houses.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points: ById<PointReply>,
    /// Natal points.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    natal_points: ById<PointReply>,
    /// Progressed angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    angles: Option<ById<CuspReply>>,
    /// Progressed houses.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<HousesReply>,
    /// Aspects between progressed points.
    aspects: Vec<AspectReply>,
    /// Aspects from progressed points (`pointA`) to natal points (`pointB`).
    aspects_to_natal: Vec<AspectReply>,
    /// Interpretations of the progressed Sun and Moon. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    texts: Vec<TextReply>,
    /// Link to the chart image.
    charts: ImageReply,
    /// Metadata about the natal chart.
    meta: Meta,
    /// How `targetDate` was interpreted.
    target_meta: Meta,
}

impl ProgressionsInput {
    /// The progressed chart.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    pub(crate) fn progressed(&self) -> Result<(ResolvedMoment, Progressed), ApiError> {
        let mut problems = Problems::default();
        let forecast = self.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = problems.keep(self.when.birth.when().resolve_moment());
        let target = problems.keep(self.when.target().resolve_beginning());
        problems.finish()?;
        let (birth, target) = birth
            .zip(target)
            .expect("unresolved input has been reported");
        let options = ChartOptions {
            aspects: AspectSettings::default(),
            ..forecast.clone()
        };
        let request = ProgressionRequest {
            birth: birth.at,
            observer: &birth.observer,
            target: target.at,
            method: self
                .method
                .map_or_else(ProgressionMethod::default, MethodName::method),
            angles: self
                .progressed_angles
                .map_or_else(ProgressedAngles::default, AnglesName::angles),
            options: &options,
            aspects: forecast.aspects,
        };
        let made = progress(Ephemeris::embedded(), &request)
            .map_err(|error| chart_problem(error, failing_date(&error, &birth)))?;
        let (method, angles) = (request.method, request.angles);
        Ok((
            birth,
            Progressed {
                made,
                target,
                method,
                angles,
                zodiac: options.zodiac,
            },
        ))
    }
}

/// A progression with its target and method.
pub(crate) struct Progressed {
    pub made: astrology::forecast::progression::Progression,
    pub target: ResolvedMoment,
    pub method: ProgressionMethod,
    angles: ProgressedAngles,
    zodiac: Zodiac,
}

/// Which of the two dates is outside the ephemeris: the one that was asked for.
fn failing_date(error: &ChartError, birth: &ResolvedMoment) -> &'static str {
    match error {
        // Within the light time of the outermost bodies.
        ChartError::Sky(SkyError::OutsideSpan { at, .. })
            if at.to_tt().minus(birth.at.tt).abs() < 1.0 =>
        {
            "birthDateTime"
        }
        _ => "targetDate",
    }
}

impl Calculation for Progressions {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_progressions",
        "/api/calc/progressions",
        gated(PROGRESSION_CALC),
        "Calculate a progressed chart",
        "Returns secondary, tertiary or minor progressions or solar arc directions, with \
         progressed angles by the chosen method and aspects between progressed points and to natal \
         points.",
    );
    const EXAMPLE: &'static str = r#"{"birthDateTime":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "targetDate":"2024-06-15"}"#;
    const TEXTS: Option<Capability> = Some(PROGRESSION_TEXTS);
    const EFFECTS: Effects = Effects::POINTS;
    type Input = ProgressionsInput;
    type Reply = ProgressionsReply;

    fn work(input: &ProgressionsInput) -> Work {
        // The natal chart, the progressed chart, and the aspects between them.
        let chart = input.options.chart_work();
        chart + chart + chart
    }

    fn options(input: &ProgressionsInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &ProgressionsInput) -> Option<ChartLink> {
        let path = "/api/chart2/progressions.svg";
        ChartLink::wheel(path, input)
    }

    fn compute(
        input: &ProgressionsInput,
        context: &CalculationContext,
    ) -> Result<ProgressionsReply, ApiError> {
        let (birth, progressed) = input.progressed()?;
        let made = &progressed.made;
        let words = context.words();
        // Texts about natal positions do not describe progressed ones.
        let plain = words.without_texts();
        let points = |chart: &Chart| {
            let all = chart.points.iter();
            all.map(|it| (it.point.id(), PointReply::of(chart, it, &plain)))
                .collect()
        };
        let mut meta = Meta::of(&birth).with_chart(&made.natal);
        let directed = progressed.method == ProgressionMethod::SolarArc;
        if !directed {
            meta.warn(progressed_warning(&made.chart));
            let is_new = made.chart.unknown != made.natal.unknown;
            meta.warn(unknown(&made.chart.unknown).filter(|_| is_new));
        } else if input.progressed_angles.is_some() {
            let detail = "`progressedAngles` has no effect with `method: solar-arc`.";
            meta.warn([Warning::new("option_without_effect", detail)]);
        }
        let texts = texts(&made.chart, words);
        meta.warn(context.warnings());
        let target = &progressed.target;
        let aspect = |it| AspectReply::of(it, "progression", &plain);
        Ok(ProgressionsReply {
            progressed_date: tt_text(made.progressed.tt),
            natal_date: meta.utc(),
            target_date: tt_text(target.at.tt),
            method: progressed.method.id(),
            progressed_angles: (!directed).then(|| progressed.angles.id()),
            solar_arc: made.solar_arc_deg.into(),
            points: points(&made.chart),
            natal_points: points(&made.natal),
            angles: made.chart.angles.as_ref().map(|it| angles(it, &plain)),
            houses: houses(&made.chart, &plain),
            aspects: made.aspects.iter().map(aspect).collect(),
            aspects_to_natal: made.aspects_to_natal.iter().map(aspect).collect(),
            texts,
            charts: ImageReply {
                url: context.chart_url(),
            },
            meta,
            target_meta: Meta::of(target).with_sky(progressed.zodiac, target.at.tt),
        })
    }
}

/// A warning about progressed houses that are not of the requested system.
fn progressed_warning(chart: &Chart) -> Option<Warning> {
    let warning = replaced(chart.fallback_from.as_ref(), chart.houses.as_ref())?;
    let detail = format!("Progressed chart: {}", warning.detail);
    Some(Warning::new(warning.code, detail))
}

/// The texts about the progressed Sun and Moon.
fn texts(chart: &Chart, words: &ResponseTexts) -> Vec<TextReply> {
    let mut texts = Vec::new();
    for point in &chart.points {
        let id = point.point.id();
        let sign = format!("{id}:{}", point.sign().id());
        let kind = format!("{id}-in-sign");
        texts.extend(words.text(Key::new("progression", &kind, &sign).as_ref()));
        if let Some(house) = point.house {
            let subject = format!("{id}:{}", house_id(house));
            let kind = format!("{id}-in-house");
            texts.extend(words.text(Key::new("progression", &kind, &subject).as_ref()));
        }
    }
    texts
}
