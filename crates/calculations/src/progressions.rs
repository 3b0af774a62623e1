//! `/api/calc/progressions`: a chart moved forward symbolically.

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
use crate::dto::words::{TextReply, Words};
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
    /// How times correspond: `secondary` where none is named.
    pub method: Option<MethodName>,
    /// How the angles move: `solarArcLongitude` where none is named.
    pub progressed_angles: Option<AnglesName>,
    #[serde(flatten)]
    pub options: CommonOptions,
}

/// How times correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MethodName {
    /// One day after birth stands for a year of life.
    Secondary,
    /// One day after birth stands for a month of the Moon.
    Tertiary,
    /// One month of the Moon stands for a year.
    Minor,
    /// Every point moves by the arc of the secondary Sun.
    SolarArc,
}

/// How progressed angles move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AnglesName {
    /// The Midheaven by the Sun's arc in longitude.
    SolarArcLongitude,
    /// The meridian by the Sun's arc in right ascension.
    SolarArcRa,
    /// The meridian by the mean Sun's motion for each progressed day.
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
    /// The moment whose sky stands for the target, in universal time.
    progressed_date: String,
    /// The moment of birth, in universal time.
    natal_date: String,
    /// The moment asked about, in universal time.
    target_date: String,
    /// How times correspond.
    method: &'static str,
    /// How the angles move; null with `solar-arc`, where they move with everything else.
    progressed_angles: Option<&'static str>,
    /// The arc of the progressed Sun in longitude, degrees.
    solar_arc: Rounded,
    /// The progressed points, in the progressed houses.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    points: ById<PointReply>,
    /// The natal points.
    #[schemars(with = "std::collections::BTreeMap<String, PointReply>")]
    natal_points: ById<PointReply>,
    /// The progressed angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, CuspReply>>")]
    angles: Option<ById<CuspReply>>,
    /// The progressed houses.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<HousesReply>,
    /// Aspects among the progressed points.
    aspects: Vec<AspectReply>,
    /// Aspects from progressed points (`pointA`) to natal ones (`pointB`).
    aspects_to_natal: Vec<AspectReply>,
    /// Texts about the progressed Sun and Moon, with `includeText`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    texts: Vec<TextReply>,
    /// The image.
    charts: ImageReply,
    /// How the natal chart was computed.
    meta: Meta,
    /// How `targetDate` was read.
    target_meta: Meta,
}

impl ProgressionsInput {
    /// The progressed chart.
    ///
    /// # Errors
    ///
    /// Every problem of the input.
    pub(crate) fn progressed(&self) -> Result<(ResolvedMoment, Progressed), ApiError> {
        let mut problems = Problems::default();
        let forecast = self.options.chart(&Orbs::forecast(), &mut problems.0);
        let birth = problems.keep(self.when.birth.when().resolve_moment());
        let target = problems.keep(self.when.target().resolve_beginning());
        problems.finish()?;
        let (birth, target) = birth
            .zip(target)
            .expect("what is not resolved has been reported");
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

/// A progression and how it was made.
pub(crate) struct Progressed {
    pub made: astrology::forecast::progression::Progression,
    pub target: ResolvedMoment,
    pub method: ProgressionMethod,
    angles: ProgressedAngles,
    zodiac: Zodiac,
}

/// Which of the two dates has no sky: the one that the sky was asked for.
fn failing_date(error: &ChartError, birth: &ResolvedMoment) -> &'static str {
    match error {
        // Within the hours that light takes from the outermost bodies.
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
        "A chart moved forward symbolically",
        "Secondary, tertiary and minor progressions and solar arc directions, with the progressed \
         angles by the method named, aspects among the progressed points and to the natal ones.",
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
        // The natal chart, the progressed one, and the aspects between them.
        let chart = input.options.chart_work();
        chart + chart + chart
    }

    fn options(input: &ProgressionsInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &ProgressionsInput) -> Option<ChartLink<'_, ProgressionsInput>> {
        let path = "/api/chart2/progressions.svg";
        Some(ChartLink { path, input })
    }

    fn compute(
        input: &ProgressionsInput,
        context: &CalculationContext,
    ) -> Result<ProgressionsReply, ApiError> {
        let (birth, progressed) = input.progressed()?;
        let made = &progressed.made;
        let words = context.words();
        // Texts about natal places do not describe progressed ones.
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
            let detail = "without effect with `method: solar-arc`: `progressedAngles`";
            meta.warn([Warning::new("option_without_effect", detail)]);
        }
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
            texts: texts(&made.chart, words),
            charts: ImageReply {
                url: context.chart_url(),
            },
            meta,
            target_meta: Meta::of(target).with_sky(progressed.zodiac, target.at.tt),
        })
    }
}

/// Progressed houses that are not of the system asked for.
fn progressed_warning(chart: &Chart) -> Option<Warning> {
    let warning = replaced(chart.fallback_from.as_ref(), chart.houses.as_ref())?;
    let detail = format!("progressed chart: {}", warning.detail);
    Some(Warning::new(warning.code, detail))
}

/// The texts about the progressed Sun and Moon.
fn texts(chart: &Chart, words: &Words) -> Vec<TextReply> {
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
