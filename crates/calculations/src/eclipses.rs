//! `/api/calc/eclipses`: eclipses in a time range, and their visibility at a place.

use access::Capability;
use astrology::ayanamsha::Zodiac;
use astrology::sign::Sign;
use ephemeris::event::eclipse::{
    LocalContact, LunarEclipse, LunarKind, SolarEclipse, SolarKind, local_circumstances,
    lunar_eclipses, solar_eclipses,
};
use ephemeris::{Body, Ephemeris, Instant, Observer, SkyError, Tt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::closed_sets::EclipseTypeName;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::location::Location;
use crate::dto::meta::Meta;
use crate::dto::options::CommonOptions;
use crate::dto::span::UtcSpan;
use crate::retrograde::DateRange;
use crate::{Calculation, CalculationContext, Problems, gated, range_problem, spec};
use http_api::caller::AnyInOrganization;
use http_api::modules::ECLIPSE_CALC;
use http_api::{ApiError, Spec, Work};

/// A century.
const MAX_DAYS: f64 = 36_525.0;
/// The Sun or the Moon is visible while its upper limb is above the refracted horizon.
const SEEN_FROM_DEG: f64 = -50.0 / 60.0;

#[derive(Debug)]
pub(crate) struct Eclipses;

/// A time range and a place.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct EclipsesInput {
    #[serde(flatten)]
    span: UtcSpan,
    /// Place for the local circumstances (`visibility`). If omitted, the response has global data
    /// only.
    location: Option<Location>,
}

/// Eclipses in chronological order.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EclipseList")]
pub(crate) struct EclipsesReply {
    /// Time range, in UTC.
    date_range: DateRange,
    /// Eclipses in the range.
    eclipses: Vec<EclipseReply>,
    /// Metadata about the calculation.
    meta: Meta,
}

/// An eclipse.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Eclipse")]
pub(crate) struct EclipseReply {
    /// Whether the eclipse is `solar` or `lunar`.
    #[schemars(extend("enum" = ["solar", "lunar"]))]
    kind: &'static str,
    /// Type: `partial`, `annular`, `total`, `hybrid` or `penumbral`.
    #[schemars(with = "EclipseTypeName")]
    r#type: &'static str,
    /// Time of greatest eclipse, in UTC.
    #[schemars(extend("format" = "date-time"))]
    greatest: String,
    /// Longitude of the eclipsed body, in degrees.
    longitude: Rounded,
    /// Sign of the eclipsed body.
    sign: Id<Sign>,
    /// Magnitude. Solar: fraction of the Sun's diameter covered, or the ratio of the diameters if
    /// total or annular. Lunar: fraction of the Moon's diameter in the umbra, negative if it stays
    /// outside.
    magnitude: Rounded,
    /// Fraction of the Moon's diameter in the penumbra.
    #[serde(skip_serializing_if = "Option::is_none")]
    penumbral_magnitude: Option<Rounded>,
    /// Gamma: least distance of the shadow axis, in equatorial radii of the Earth, positive north.
    gamma: Rounded,
    /// Contact times for the whole Earth, in UTC.
    contacts: Contacts,
    /// Place of greatest eclipse, where the shadow axis meets the Earth.
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest_at: Option<PlaceReply>,
    /// Local circumstances at the requested place.
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<Visibility>,
}

/// Start and end of each phase.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EclipseContacts")]
pub(crate) struct Contacts {
    /// First and last contact with the Earth's penumbra.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[UtcText; 2]>")]
    penumbral: Option<[String; 2]>,
    /// First and last contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[UtcText; 2]>")]
    partial: Option<[String; 2]>,
    /// Start and end of totality, of annularity, or of the shadow axis on the Earth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<[UtcText; 2]>")]
    central: Option<[String; 2]>,
}

/// The schema of a time in a list.
#[derive(JsonSchema)]
#[schemars(inline, extend("format" = "date-time"))]
#[expect(dead_code, reason = "only its schema is used")]
struct UtcText(String);

/// A place.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EclipsePlace")]
pub(crate) struct PlaceReply {
    /// Latitude in degrees, positive north.
    latitude: Rounded,
    /// Longitude in degrees, positive east.
    longitude: Rounded,
}

/// Local circumstances of an eclipse.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EclipseVisibility")]
pub(crate) struct Visibility {
    /// Whether any phase is above the horizon.
    visible: bool,
    /// Type of eclipse seen from there, as `type`. Null if the shadow misses the place.
    #[schemars(with = "Option<EclipseTypeName>")]
    r#type: Option<&'static str>,
    /// Magnitude of a solar eclipse at the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    magnitude: Option<Rounded>,
    /// Obscuration: fraction of the Sun's disc that is covered.
    #[serde(skip_serializing_if = "Option::is_none")]
    obscuration: Option<Rounded>,
    /// Every contact, with the altitude of the eclipsed body.
    contacts: Vec<LocalMoment>,
}

/// A phase of an eclipse at a place.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EclipseMoment")]
pub(crate) struct LocalMoment {
    /// Time, in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Altitude of the body's center in degrees, without refraction.
    altitude: Rounded,
}

impl Calculation for Eclipses {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_eclipses",
        "/api/calc/eclipses",
        gated(ECLIPSE_CALC),
        "List solar and lunar eclipses",
        "Returns the type, times and magnitude of each eclipse in a range and, with a `location`, \
         its visibility there. The range cannot exceed 100 years.",
    );
    const EXAMPLE: &'static str = r#"{"startDate":"2024-01-01",
        "endDate":"2024-12-31",
        "location":{"latitude":52.37,
        "longitude":4.89}}"#;
    const TEXTS: Option<Capability> = None;
    type Input = EclipsesInput;
    type Reply = EclipsesReply;

    const COST_FORMULA: &'static str =
        "1 unit per 10 years, in proportion to the days of the range.";

    fn work(input: &EclipsesInput) -> Work {
        let Ok(span) = input.span.resolve(MAX_DAYS) else {
            return Work::REQUEST;
        };
        let days = span.range.end.minus(span.range.start);
        // Four or five eclipses a year, each about 1,200 bytes with local circumstances.
        Work::estimated(1_000.0 + 5.2 * days, 2_000.0 + 18.0 * days)
    }

    fn options(_: &EclipsesInput) -> Option<&CommonOptions> {
        None
    }

    fn compute(
        input: &EclipsesInput,
        context: &CalculationContext,
    ) -> Result<EclipsesReply, ApiError> {
        let mut problems = Problems::default();
        let span = problems.keep(input.span.resolve(MAX_DAYS));
        problems.finish()?;
        let span = span.expect("unresolved input has been reported");
        let range = &span.range;
        let observer = input.location.as_ref().map(Location::observer);
        let found = || -> Result<Vec<(Instant<Tt>, EclipseReply)>, SkyError> {
            let ephemeris = &context.ephemeris();
            let mut all = Vec::new();
            for eclipse in solar_eclipses(ephemeris, range.clone())? {
                all.push((eclipse.at, solar(ephemeris, &eclipse, observer.as_ref())?));
            }
            for eclipse in lunar_eclipses(ephemeris, range.clone())? {
                all.push((eclipse.at, lunar(ephemeris, &eclipse, observer.as_ref())?));
            }
            Ok(all)
        };
        let mut all =
            found().map_err(|error| range_problem(error, range, ("startDate", "endDate")))?;
        all.sort_by(|a, b| a.0.minus(b.0).total_cmp(&0.0));
        Ok(EclipsesReply {
            date_range: DateRange {
                start: tt_text(range.start),
                end: tt_text(range.end),
            },
            eclipses: all.into_iter().map(|(_, it)| it).collect(),
            meta: Meta::of_span(&span, observer.as_ref()).with_sky(Zodiac::Tropical, range.start),
        })
    }
}

const fn solar_type(kind: SolarKind) -> &'static str {
    match kind {
        SolarKind::Partial => "partial",
        SolarKind::Annular => "annular",
        SolarKind::Total => "total",
        SolarKind::Hybrid => "hybrid",
    }
}

const fn lunar_type(kind: LunarKind) -> &'static str {
    match kind {
        LunarKind::Penumbral => "penumbral",
        LunarKind::Partial => "partial",
        LunarKind::Total => "total",
    }
}

fn texts((begin, end): (Instant<Tt>, Instant<Tt>)) -> [String; 2] {
    [tt_text(begin), tt_text(end)]
}

fn solar(
    ephemeris: &Ephemeris<'_>,
    eclipse: &SolarEclipse,
    observer: Option<&Observer>,
) -> Result<EclipseReply, SkyError> {
    let longitude = ephemeris.sky(eclipse.at)?.place(Body::Sun)?.longitude_deg;
    let visibility = match observer {
        None => None,
        Some(observer) => Some(solar_visibility(ephemeris, eclipse, observer)?),
    };
    Ok(EclipseReply {
        kind: "solar",
        r#type: solar_type(eclipse.kind),
        greatest: tt_text(eclipse.at),
        longitude: longitude.into(),
        sign: Id(Sign::of(longitude)),
        magnitude: eclipse.magnitude.into(),
        penumbral_magnitude: None,
        gamma: eclipse.gamma.into(),
        contacts: Contacts {
            penumbral: None,
            partial: Some(texts(eclipse.partial)),
            central: eclipse.axis.map(texts),
        },
        greatest_at: eclipse
            .greatest_place_deg
            .map(|(latitude, longitude)| PlaceReply {
                latitude: latitude.into(),
                longitude: longitude.into(),
            }),
        visibility,
    })
}

fn solar_visibility(
    ephemeris: &Ephemeris<'_>,
    eclipse: &SolarEclipse,
    observer: &Observer,
) -> Result<Visibility, SkyError> {
    let Some(seen) = local_circumstances(ephemeris, eclipse, observer)? else {
        return Ok(Visibility {
            visible: false,
            r#type: None,
            magnitude: None,
            obscuration: None,
            contacts: Vec::new(),
        });
    };
    let central = seen.central;
    let contacts = [
        Some(seen.partial.0),
        central.map(|it| it.0),
        Some(seen.greatest),
        central.map(|it| it.1),
        Some(seen.partial.1),
    ];
    let contacts: Vec<LocalContact> = contacts.into_iter().flatten().collect();
    let up = |it: &LocalContact| it.sun_altitude_deg > SEEN_FROM_DEG;
    Ok(Visibility {
        visible: contacts.iter().any(up),
        r#type: Some(solar_type(seen.kind)),
        magnitude: Some(seen.magnitude.into()),
        obscuration: Some(seen.obscuration.into()),
        contacts: contacts
            .iter()
            .map(|it| LocalMoment {
                date_time: tt_text(it.at),
                altitude: it.sun_altitude_deg.into(),
            })
            .collect(),
    })
}

fn lunar(
    ephemeris: &Ephemeris<'_>,
    eclipse: &LunarEclipse,
    observer: Option<&Observer>,
) -> Result<EclipseReply, SkyError> {
    let longitude = ephemeris.sky(eclipse.at)?.place(Body::Moon)?.longitude_deg;
    let visibility = match observer {
        None => None,
        Some(observer) => {
            let altitudes = eclipse.altitudes_deg(ephemeris, observer)?;
            Some(Visibility {
                visible: altitudes.iter().any(|(_, it)| *it > SEEN_FROM_DEG),
                r#type: Some(lunar_type(eclipse.kind)),
                magnitude: None,
                obscuration: None,
                contacts: altitudes
                    .into_iter()
                    .map(|(at, altitude)| LocalMoment {
                        date_time: tt_text(at),
                        altitude: altitude.into(),
                    })
                    .collect(),
            })
        }
    };
    Ok(EclipseReply {
        kind: "lunar",
        r#type: lunar_type(eclipse.kind),
        greatest: tt_text(eclipse.at),
        longitude: longitude.into(),
        sign: Id(Sign::of(longitude)),
        magnitude: eclipse.umbral_magnitude.into(),
        penumbral_magnitude: Some(eclipse.penumbral_magnitude.into()),
        gamma: eclipse.gamma.into(),
        contacts: Contacts {
            penumbral: Some(texts(eclipse.penumbral)),
            partial: eclipse.partial.map(texts),
            central: eclipse.total.map(texts),
        },
        greatest_at: None,
        visibility,
    })
}
