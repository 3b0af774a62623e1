//! Metadata about a calculation.

use std::borrow::Cow;
use std::sync::LazyLock;

use astrology::ayanamsha::Zodiac;
use astrology::chart::{Chart, ChartFrame, ChartMoment};
use astrology::house::{HouseError, Houses};
use astrology::point::Point;
use ephemeris::{Body, DeltaT, DeltaTSource, Ephemeris, Instant, Observer, Tdb, Tt, delta_t};
use places::CivilMoment;
use schemars::JsonSchema;
use serde::Serialize;

use super::degrees::Rounded;
use super::instant::{ResolvedDay, ResolvedMoment, date_text};
use super::moment::MomentMeta;
use super::span::ResolvedSpan;

/// Metadata about a calculation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Meta")]
pub struct Meta {
    /// The instant, the time zone, and how reliable they are.
    #[serde(flatten)]
    pub moment: MomentMeta,
    /// Ephemeris and the period it covers.
    pub ephemeris: EphemerisMeta,
    /// Delta T (TT minus UT1) in seconds.
    pub delta_t: Rounded,
    /// Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when
    /// the Earth's rotation is not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_t_uncertainty: Option<DeltaTUncertainty>,
    /// Julian date in UT1.
    pub julian_date_ut1: f64,
    /// Julian date in TT.
    pub julian_date_tt: f64,
    /// True obliquity of the ecliptic, in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obliquity: Option<Rounded>,
    /// Mean ayanamsha in degrees. Present with a sidereal zodiac.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ayanamsha: Option<Rounded>,
}

/// The ephemeris used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ephemeris")]
pub struct EphemerisMeta {
    /// Name of the ephemeris: `DE440`, unless the operator has added a pack.
    pub name: &'static str,
    /// First day covered for the Sun, the Moon and the planets.
    pub from: &'static str,
    /// Last day covered.
    pub to: &'static str,
}

/// Uncertainty of Delta T: one standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeltaTUncertainty {
    /// In seconds.
    pub seconds: Rounded,
    /// In arc minutes of the Midheaven, for an instant that follows from the sky, such as a return,
    /// and for UTC in the future. A clock time before 1962 is universal time itself and keeps its
    /// angles: there the Moon is uncertain instead.
    pub midheaven_arcminutes: Rounded,
    /// In arc seconds of the Moon's mean motion, for a clock time before 1962.
    pub moon_arcseconds: Rounded,
}

impl DeltaTUncertainty {
    fn at(value: DeltaT) -> Option<Self> {
        /// The sphere turns by 360 degrees in a sidereal day: 15.041 arc seconds per second.
        const TURN_ARCSECONDS: f64 = 15.041_067;
        /// The Moon's mean motion: 13.176 degrees per day.
        const MOON_ARCSECONDS: f64 = 0.549_015;
        let is_measured = matches!(
            value.source,
            DeltaTSource::Measured | DeltaTSource::Predicted
        );
        let seconds = value.sigma_seconds;
        (!is_measured).then(|| Self {
            seconds: seconds.into(),
            midheaven_arcminutes: (seconds * TURN_ARCSECONDS / 60.0).into(),
            moon_arcseconds: (seconds * MOON_ARCSECONDS).into(),
        })
    }
}

/// A warning about the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// Stable warning code.
    pub code: &'static str,
    /// Explanation of the warning.
    pub detail: Cow<'static, str>,
    /// Source of the information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

impl Warning {
    /// A warning.
    pub fn new(code: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            detail: detail.into(),
            source: None,
        }
    }
}

impl Meta {
    /// For an instant.
    pub fn of(moment: &ResolvedMoment) -> Self {
        Self::at(moment.meta.clone(), moment.at, &moment.observer)
    }

    /// For a day with unknown time.
    pub fn of_day(day: &ResolvedDay) -> Self {
        let mut meta = Self::of_civil_day(day);
        let detail = "The birth time is unknown. The chart has no angles, houses, lots or sect. \
                      Longitudes are those at the middle of the day, with the range of the whole \
                      day.";
        let warning = Warning::new("birth_time_unknown", detail);
        meta.moment.warnings.insert(0, warning);
        meta
    }

    /// For a day that was requested as a day.
    pub fn of_civil_day(day: &ResolvedDay) -> Self {
        let at = ChartMoment::from_tt(day.range.start);
        Self::at(day.meta.clone(), at, &day.observer)
    }

    /// For a time range, geocentric or from a place. Everything refers to its start.
    pub fn of_span(span: &ResolvedSpan, observer: Option<&Observer>) -> Self {
        let anywhere = Observer {
            latitude_deg: 0.0,
            longitude_deg: 0.0,
            height_m: 0.0,
        };
        let at = ChartMoment::from_tt(span.range.start);
        Self::at(span.meta.clone(), at, observer.unwrap_or(&anywhere))
    }

    /// For a computed instant that was never a clock time.
    pub fn of_instant(at: ChartMoment, observer: &Observer) -> Self {
        let moment = MomentMeta {
            offset_source: "computed",
            confidence: "high",
            warnings: Vec::new(),
            ..MomentMeta::of(&CivilMoment::of_offset(
                // To the millisecond, like every computed time.
                (at.tt.to_utc().to_unix_micros() + 500).div_euclid(1_000) * 1_000,
                places::Offset::UTC,
                places::OffsetSource::ParsedDateTime,
            ))
        };
        Self::at(moment, at, observer)
    }

    fn at(mut moment: MomentMeta, at: ChartMoment, observer: &Observer) -> Self {
        moment.warnings.extend(future_warning(at));
        moment.warnings.extend(place_warning(observer));
        Self {
            moment,
            ephemeris: EphemerisMeta::embedded(),
            delta_t: delta_t(at.ut1).seconds.into(),
            delta_t_uncertainty: DeltaTUncertainty::at(delta_t(at.ut1)),
            julian_date_ut1: at.ut1.julian_date(),
            julian_date_tt: at.tt.julian_date(),
            obliquity: None,
            ayanamsha: None,
        }
    }

    /// Adds warnings.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.moment.warnings.extend(warnings);
    }

    /// The instant in UTC.
    pub fn utc(&self) -> String {
        self.moment.utc.clone()
    }

    /// Adds the obliquity and the ayanamsha of a chart.
    #[must_use]
    pub fn with_frame(mut self, frame: &ChartFrame) -> Self {
        self.obliquity = Some(frame.obliquity_deg.into());
        self.ayanamsha = frame.ayanamsha_deg.map(Rounded);
        self
    }

    /// Adds the obliquity and the ayanamsha of an instant, for a response without a chart.
    #[must_use]
    pub fn with_sky(mut self, zodiac: Zodiac, at: Instant<Tt>) -> Self {
        let sky = Ephemeris::embedded().sky(at).ok();
        self.obliquity = sky.map(|it| it.true_obliquity_deg().into());
        self.ayanamsha = zodiac.mean_ayanamsha_deg(at).map(Rounded);
        self
    }

    /// Adds a chart's frame and warnings about omitted points and a replaced house system.
    #[must_use]
    pub fn with_chart(self, chart: &Chart) -> Self {
        let mut meta = self.with_frame(&chart.frame);
        meta.warn(unknown(&chart.unknown));
        meta.warn(replaced(
            chart.fallback_from.as_ref(),
            chart.houses.as_ref(),
        ));
        meta
    }
}

/// A warning about default points whose orbits are not known at the date.
pub fn unknown(points: &[Point]) -> Option<Warning> {
    let told = |point: &Point| {
        let Point::Body(body) = point else {
            return format!("`{}`", point.id());
        };
        let span = Ephemeris::embedded().span(*body);
        let day = |at: Instant<Tdb>| date_text(at.to_tt());
        let known = span.map(|it| format!(" (available {} to {})", day(it.first), day(it.last)));
        format!("`{}`{}", body.id(), known.unwrap_or_default())
    };
    let told: Vec<String> = points.iter().map(told).collect();
    (!told.is_empty()).then(|| {
        let detail = format!(
            "These points are not available at this date: {}.",
            told.join(", ")
        );
        Warning::new("points_outside_ephemeris", detail)
    })
}

/// A warning about a house system that was replaced.
pub fn replaced(refusal: Option<&HouseError>, houses: Option<&Houses>) -> Option<Warning> {
    let (refusal, houses) = refusal.zip(houses)?;
    let detail = format!("{refusal} Used {} instead.", houses.system);
    Some(Warning::new("house_system_replaced", detail))
}

impl EphemerisMeta {
    /// The program's own.
    pub fn embedded() -> Self {
        // Every response contains it, and it never changes.
        static SPAN: LazyLock<(String, String)> = LazyLock::new(|| {
            let day = |at: Instant<Tdb>| date_text(at.to_tt());
            let span = Ephemeris::embedded().span(Body::Sun);
            span.map_or_else(Default::default, |it| (day(it.first), day(it.last)))
        });
        Self {
            name: if crate::sky_pack::is_loaded() {
                "DE440 and a sky pack"
            } else {
                "DE440"
            },
            from: &SPAN.0,
            to: &SPAN.1,
        }
    }
}

/// A warning about places at a pole, where east is undefined.
fn place_warning(observer: &Observer) -> Option<Warning> {
    (observer.latitude_deg.abs() >= 90.0).then(|| {
        let detail =
            "The place is at a pole, where the horizon has no east. Angles are limits along the \
             given meridian.";
        Warning::new("place_at_pole", detail)
    })
}

/// A warning about dates for which the Earth's rotation cannot be predicted.
fn future_warning(at: ChartMoment) -> Option<Warning> {
    let known = delta_t(at.ut1);
    let future = known.source == DeltaTSource::Parabola && at.tt.days_since_j2000() > 0.0;
    future.then(|| {
        let sigma = known.sigma_seconds;
        let detail = format!(
            "The Earth's rotation is extrapolated for this date. UT1, and with it the angles, may \
             be off by {sigma:.1} seconds or more."
        );
        Warning::new("future_ut1_uncertain", detail)
    })
}
