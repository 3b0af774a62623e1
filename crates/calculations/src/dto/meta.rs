//! How an answer was computed.

use std::borrow::Cow;
use std::sync::LazyLock;

use astrology::ayanamsha::Zodiac;
use astrology::chart::{Chart, Frame, Moment as ChartMoment};
use astrology::house::{HouseError, Houses};
use astrology::point::Point;
use ephemeris::{Body, DeltaTSource, Ephemeris, Instant, Observer, Tdb, Tt, delta_t};
use places::Moment;
use schemars::JsonSchema;
use serde::Serialize;

use super::degrees::Rounded;
use super::instant::{ResolvedDay, ResolvedMoment, date_text};
use super::moment::MomentMeta;
use super::span::ResolvedSpan;

/// What a calculation says about itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Meta")]
pub struct Meta {
    /// When, on whose clock, and how far that can be trusted.
    #[serde(flatten)]
    pub moment: MomentMeta,
    /// The ephemeris and the span it covers.
    pub ephemeris: EphemerisMeta,
    /// TT minus UT1, seconds.
    pub delta_t: Rounded,
    /// The moment as a Julian date in UT1.
    pub julian_date_ut1: f64,
    /// The moment as a Julian date in TT.
    pub julian_date_tt: f64,
    /// True obliquity of the ecliptic, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obliquity: Option<Rounded>,
    /// The mean ayanamsha, degrees, in a sidereal zodiac.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ayanamsha: Option<Rounded>,
}

/// The ephemeris behind an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ephemeris")]
pub struct EphemerisMeta {
    /// Its name: `DE440`, and that of nothing else unless the operator has added a pack.
    pub name: &'static str,
    /// The first day it covers for Sun, Moon and planets.
    pub from: &'static str,
    /// The last day.
    pub to: &'static str,
}

/// Something the reader should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// A stable name.
    pub code: &'static str,
    /// A sentence.
    pub detail: Cow<'static, str>,
    /// Where that is written.
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
    /// Of a moment.
    pub fn of(moment: &ResolvedMoment) -> Self {
        Self::at(moment.meta.clone(), moment.at, &moment.observer)
    }

    /// Of a day whose hour is unknown.
    pub fn of_day(day: &ResolvedDay) -> Self {
        let mut meta = Self::of_civil_day(day);
        let detail = "the time of birth is unknown: no angles, houses, lots and sect; longitudes \
                      are those of the middle of the day, with the range they run through";
        let warning = Warning::new("birth_time_unknown", detail);
        meta.moment.warnings.insert(0, warning);
        meta
    }

    /// Of a day that was asked for as a day.
    pub fn of_civil_day(day: &ResolvedDay) -> Self {
        let at = ChartMoment::from_tt(day.range.start);
        Self::at(day.meta.clone(), at, &day.observer)
    }

    /// Of a range of time, seen from nowhere or from a place: everything is about its beginning.
    pub fn of_span(span: &ResolvedSpan, observer: Option<&Observer>) -> Self {
        let anywhere = Observer {
            latitude_deg: 0.0,
            longitude_deg: 0.0,
            height_m: 0.0,
        };
        let at = ChartMoment::from_tt(span.range.start);
        Self::at(span.meta.clone(), at, observer.unwrap_or(&anywhere))
    }

    /// Of an instant that was computed and never written on a clock.
    pub fn of_instant(at: ChartMoment, observer: &Observer) -> Self {
        let moment = MomentMeta {
            offset_source: "computed",
            confidence: "high",
            warnings: Vec::new(),
            ..MomentMeta::of(&Moment {
                // To the millisecond, as every computed time is written.
                unix_us: (at.tt.to_utc().to_unix_micros() + 500).div_euclid(1_000) * 1_000,
                offset: places::Offset::UTC,
                source: places::OffsetSource::ParsedDateTime,
                is_dst: None,
                abbreviation: None,
                zone: None,
            })
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
            julian_date_ut1: at.ut1.julian_date(),
            julian_date_tt: at.tt.julian_date(),
            obliquity: None,
            ayanamsha: None,
        }
    }

    /// Adds what the reader should know.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.moment.warnings.extend(warnings);
    }

    /// The moment in universal time.
    pub fn utc(&self) -> String {
        self.moment.utc.clone()
    }

    /// With the facts of a chart's sky.
    #[must_use]
    pub fn with_frame(mut self, frame: &Frame) -> Self {
        self.obliquity = Some(frame.obliquity_deg.into());
        self.ayanamsha = frame.ayanamsha_deg.map(Rounded);
        self
    }

    /// With the sky of an instant, for an answer that is no chart.
    #[must_use]
    pub fn with_sky(mut self, zodiac: Zodiac, at: Instant<Tt>) -> Self {
        let sky = Ephemeris::embedded().sky(at).ok();
        self.obliquity = sky.map(|it| it.true_obliquity_deg().into());
        self.ayanamsha = zodiac.mean_ayanamsha_deg(at).map(Rounded);
        self
    }

    /// With what a chart has to say: its frame, points left out, and a house system that was replaced.
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

/// Points that nobody named and whose orbits are not known at the time.
pub fn unknown(points: &[Point]) -> Option<Warning> {
    let told = |point: &Point| {
        let Point::Body(body) = point else {
            return format!("`{}`", point.id());
        };
        let span = Ephemeris::embedded().span(*body);
        let day = |at: Instant<Tdb>| date_text(at.to_tt());
        let known = span.map(|it| format!(" (known {} to {})", day(it.first), day(it.last)));
        format!("`{}`{}", body.id(), known.unwrap_or_default())
    };
    let told: Vec<String> = points.iter().map(told).collect();
    (!told.is_empty()).then(|| {
        let detail = format!("left out at this time: {}", told.join(", "));
        Warning::new("points_outside_ephemeris", detail)
    })
}

/// A house system that was replaced is said to be.
pub fn replaced(refusal: Option<&HouseError>, houses: Option<&Houses>) -> Option<Warning> {
    let (refusal, houses) = refusal.zip(houses)?;
    let detail = format!("{refusal}: {} is used instead", houses.system);
    Some(Warning::new("house_system_replaced", detail))
}

impl EphemerisMeta {
    /// The one inside the program.
    pub fn embedded() -> Self {
        // Every answer tells it, and it never changes.
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

/// At the poles east is nowhere.
fn place_warning(observer: &Observer) -> Option<Warning> {
    (observer.latitude_deg.abs() >= 90.0).then(|| {
        let detail =
            "at a pole the horizon has no east: angles are limits along the meridian given";
        Warning::new("place_at_pole", detail)
    })
}

/// The Earth's rotation cannot be predicted.
fn future_warning(at: ChartMoment) -> Option<Warning> {
    let known = delta_t(at.ut1);
    let future = known.source == DeltaTSource::Parabola && at.tt.days_since_j2000() > 0.0;
    future.then(|| {
        let sigma = known.sigma_seconds;
        let detail = format!(
            "the Earth's rotation at this date is extrapolated: universal time, and with it the \
             angles, may be off by {sigma:.1} seconds or more"
        );
        Warning::new("future_ut1_uncertain", detail)
    })
}
