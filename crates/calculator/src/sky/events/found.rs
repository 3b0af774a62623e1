//! Output of events: one JSON object or one line each.

use ephemeris::event::Range;
use ephemeris::event::eclipse::{
    LunarEclipse, LunarKind, SolarEclipse, SolarKind, local_circumstances, lunar_eclipses,
    solar_eclipses,
};
use ephemeris::event::ingress::Ingress;
use ephemeris::event::lunation::{Lunation, Phase};
use ephemeris::event::rise_set::{HorizonEvent, HorizonKind, Stays};
use ephemeris::event::season::{Season, SeasonKind};
use ephemeris::event::station::{Station, Turn};
use ephemeris::{Body, Ephemeris, Instant, Observer, SkyError, Tt};
use serde_json::{Map, Value, json};

use super::moment::iso;

/// The signs, in the order of their longitudes.
const SIGNS: [&str; 12] = [
    "aries",
    "taurus",
    "gemini",
    "cancer",
    "leo",
    "virgo",
    "libra",
    "scorpio",
    "sagittarius",
    "capricorn",
    "aquarius",
    "pisces",
];

/// An event with the details of its kind.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) at: Instant<Tt>,
    kind: &'static str,
    name: &'static str,
    body: Body,
    more: Map<String, Value>,
}

impl Event {
    fn new(
        at: Instant<Tt>,
        (kind, name): (&'static str, &'static str),
        body: Body,
        more: Value,
    ) -> Self {
        let more = match more {
            Value::Object(more) => more,
            _ => Map::new(),
        };
        Self {
            at,
            kind,
            name,
            body,
            more,
        }
    }

    pub(super) fn season(season: &Season) -> Self {
        let event = match season.kind {
            SeasonKind::MarchEquinox => "march-equinox",
            SeasonKind::JuneSolstice => "june-solstice",
            SeasonKind::SeptemberEquinox => "september-equinox",
            SeasonKind::DecemberSolstice => "december-solstice",
        };
        let more = json!({ "longitude": season.kind.longitude_deg() });
        Self::new(season.at, ("season", event), Body::Sun, more)
    }

    pub(super) fn phase(lunation: &Lunation) -> Result<Self, SkyError> {
        let event = match lunation.phase {
            Phase::New => "new",
            Phase::FirstQuarter => "first-quarter",
            Phase::Full => "full",
            Phase::LastQuarter => "last-quarter",
        };
        let moon = Ephemeris::embedded().sky(lunation.at)?.place(Body::Moon)?;
        let more = json!({ "longitude": moon.longitude_deg, "sign": sign(moon.longitude_deg) });
        Ok(Self::new(lunation.at, ("phase", event), Body::Moon, more))
    }

    pub(super) fn station(station: &Station) -> Self {
        let event = match station.turn {
            Turn::Retrograde => "retrograde",
            Turn::Direct => "direct",
        };
        let more = json!({
            "longitude": station.longitude_deg,
            "sign": sign(station.longitude_deg),
        });
        Self::new(station.at, ("station", event), station.body, more)
    }

    pub(super) fn ingress(ingress: &Ingress) -> Self {
        let more = json!({
            "longitude": ingress.longitude_deg,
            "sign": SIGNS[ingress.sign],
            "retrograde": !ingress.direct,
        });
        Self::new(ingress.at, ("ingress", "ingress"), ingress.body, more)
    }

    /// Rise, set and the upper transit; `None` for the lower one.
    pub(super) fn horizon(body: Body, horizon: &HorizonEvent) -> Option<Self> {
        let event = match horizon.kind {
            HorizonKind::Rise => "rise",
            HorizonKind::Set => "set",
            HorizonKind::UpperTransit => "transit",
            HorizonKind::LowerTransit => return None,
        };
        let more = json!({ "altitude": horizon.altitude_deg, "azimuth": horizon.azimuth_deg });
        Some(Self::new(horizon.at, ("rise-set", event), body, more))
    }

    /// One event for a body that does not cross the horizon in the whole range.
    pub(super) fn stays(body: Body, stays: Stays, range: &Range) -> Self {
        let event = match stays {
            Stays::Below => "never-rises",
            Stays::Above | Stays::CrossesTheHorizon => "never-sets",
        };
        let more = json!({ "until": iso(range.end) });
        Self::new(range.start, ("rise-set", event), body, more)
    }

    /// Solar or lunar eclipses, with local circumstances.
    pub(super) fn eclipses(
        body: Body,
        range: &Range,
        place: Option<&Observer>,
    ) -> Result<Vec<Self>, SkyError> {
        let ephemeris = Ephemeris::embedded();
        if body == Body::Moon {
            let found = lunar_eclipses(ephemeris, range.clone())?;
            return found.iter().map(|it| Self::lunar(it, place)).collect();
        }
        let found = solar_eclipses(ephemeris, range.clone())?;
        found.iter().map(|it| Self::solar(it, place)).collect()
    }

    fn solar(eclipse: &SolarEclipse, place: Option<&Observer>) -> Result<Self, SkyError> {
        let mut more = json!({
            "type": solar_type(eclipse.kind),
            "magnitude": eclipse.magnitude,
            "gamma": eclipse.gamma,
            "central": eclipse.central,
            "begin": iso(eclipse.partial.0),
            "end": iso(eclipse.partial.1),
        });
        if let Some((latitude_deg, longitude_deg)) = eclipse.greatest_place_deg {
            more["greatest"] = json!({ "latitude": latitude_deg, "longitude": longitude_deg });
        }
        if let Some(observer) = place {
            let seen = local_circumstances(Ephemeris::embedded(), eclipse, observer)?;
            more["place"] = match seen {
                None => Value::Null,
                Some(seen) => {
                    let contact = |it: ephemeris::event::eclipse::LocalContact| json!({ "time": iso(it.at), "altitude": it.sun_altitude_deg });
                    json!({
                        "type": solar_type(seen.kind),
                        "magnitude": seen.magnitude,
                        "obscuration": seen.obscuration,
                        "begin": contact(seen.partial.0),
                        "centralBegin": seen.central.map(|it| contact(it.0)),
                        "greatest": contact(seen.greatest),
                        "centralEnd": seen.central.map(|it| contact(it.1)),
                        "end": contact(seen.partial.1),
                    })
                }
            };
        }
        Ok(Self::new(eclipse.at, ("eclipse", "solar"), Body::Sun, more))
    }

    fn lunar(eclipse: &LunarEclipse, place: Option<&Observer>) -> Result<Self, SkyError> {
        let kind = match eclipse.kind {
            LunarKind::Penumbral => "penumbral",
            LunarKind::Partial => "partial",
            LunarKind::Total => "total",
        };
        let pair = |times: Option<(Instant<Tt>, Instant<Tt>)>| {
            times.map(|(begin, end)| json!({ "begin": iso(begin), "end": iso(end) }))
        };
        let mut more = json!({
            "type": kind,
            "magnitude": eclipse.umbral_magnitude,
            "penumbralMagnitude": eclipse.penumbral_magnitude,
            "gamma": eclipse.gamma,
            "penumbral": pair(Some(eclipse.penumbral)),
            "partial": pair(eclipse.partial),
            "total": pair(eclipse.total),
        });
        if let Some(observer) = place {
            let altitudes = eclipse.altitudes_deg(Ephemeris::embedded(), observer)?;
            more["place"] = altitudes
                .into_iter()
                .map(|(at, altitude_deg)| json!({ "time": iso(at), "altitude": altitude_deg }))
                .collect();
        }
        Ok(Self::new(
            eclipse.at,
            ("eclipse", "lunar"),
            Body::Moon,
            more,
        ))
    }

    pub(super) fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("kind".to_owned(), self.kind.into());
        object.insert("event".to_owned(), self.name.into());
        object.insert("body".to_owned(), self.body.id().into());
        object.insert("time".to_owned(), iso(self.at).into());
        object.extend(self.more.clone());
        Value::Object(object)
    }

    pub(super) fn row(&self) -> Vec<String> {
        let shown = self.more.iter().filter_map(|(name, value)| match value {
            Value::Number(number) => Some(format!("{name} {:.4}", number.as_f64()?)),
            Value::String(text) => Some(format!("{name} {text}")),
            Value::Bool(true) => Some(name.clone()),
            _ => None,
        });
        vec![
            iso(self.at),
            self.name.to_owned(),
            self.body.id().to_owned(),
            shown.collect::<Vec<_>>().join(", "),
        ]
    }
}

fn solar_type(kind: SolarKind) -> &'static str {
    match kind {
        SolarKind::Partial => "partial",
        SolarKind::Annular => "annular",
        SolarKind::Total => "total",
        SolarKind::Hybrid => "hybrid",
    }
}

/// The sign of a longitude.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a longitude is from 0 up to 360"
)]
fn sign(longitude_deg: f64) -> &'static str {
    SIGNS[(longitude_deg / 30.0) as usize % 12]
}
