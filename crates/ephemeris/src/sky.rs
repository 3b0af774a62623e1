//! The sky at one instant: the quantities that all bodies share, computed once, and the place of
//! each body.

mod star_place;

pub(crate) use star_place::SpaceMotion;

use crate::angle::DEGREE;
use crate::apparent::{BodyState, ObserverState, longitude, spherical};
use crate::axes::{Axes, DateAxes};
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::gravity::{
    GM_EARTH, GM_MOON, GM_SUN, MOON_SHARE, gravitational_acceleration,
    two_body_acceleration_and_jerk,
};
use crate::lunar_orbit::{
    DISTURBING_PLANETS, Disturbers, MoonAxes, Osculating, mean_apogee, mean_node,
};
use crate::nutation::{Nutation, NutationAngles};
use crate::place::Place;
use crate::precession::Precession;
use crate::sidereal_time::apparent_sidereal_time_deg;
use crate::time::{Instant, SECONDS_PER_DAY, Tdb, Tt, Ut1};
use crate::vector::{State, Vector};
use crate::view::{Center, Correction, Observer, ReferenceFrame, View};

/// The sky at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Sky<'a> {
    ephemeris: &'a Ephemeris<'a>,
    tt: Instant<Tt>,
    tdb: Instant<Tdb>,
    /// Set where it is known more accurately than from ΔT.
    ut1: Option<Instant<Ut1>>,
    /// Barycentric.
    sun: State,
    earth: State,
    /// Geocentric.
    moon: State,
    eye: ObserverState,
    nutation: NutationAngles,
    axes: DateAxes,
}

impl<'a> Sky<'a> {
    pub(crate) fn new(ephemeris: &'a Ephemeris<'a>, tt: Instant<Tt>) -> Result<Self, SkyError> {
        let nutation = ephemeris.nutation(tt)?;
        let (day, fraction) = tt.parts();
        let later = nutation.tdb_minus_tt_seconds / SECONDS_PER_DAY;
        let tdb = Instant::from_days_since_j2000(day).plus_days(fraction + later);
        let both = ephemeris.state(Body::Earth, tdb)?;
        let moon = ephemeris.state(Body::Moon, tdb)?;
        let sun = ephemeris.state(Body::Sun, tdb)?;
        let earth = both - moon * MOON_SHARE;
        // Venus and Jupiter add 0.00003 of this: 0.00001" per day of aberration.
        let acceleration = gravitational_acceleration(GM_SUN, earth.at - sun.at)
            + gravitational_acceleration(GM_MOON, -moon.at);
        let precession = Precession::at(tt.centuries_since_j2000());
        Ok(Self {
            ephemeris,
            tt,
            tdb,
            ut1: None,
            sun,
            earth,
            moon,
            eye: ObserverState::new(earth, acceleration, sun),
            nutation,
            axes: DateAxes::new(&precession, &nutation),
        })
    }

    /// Returns the instant.
    pub fn at(&self) -> Instant<Tt> {
        self.tt
    }

    /// Returns the same sky with an explicit UT1. Use it for topocentric places where ΔT is known
    /// more accurately than in this crate, or must match another source.
    #[must_use]
    pub fn with_ut1(self, ut1: Instant<Ut1>) -> Self {
        Self {
            ut1: Some(ut1),
            ..self
        }
    }

    /// Returns the UT1 set by [`Sky::with_ut1`], or else the one computed from ΔT.
    pub fn ut1(&self) -> Instant<Ut1> {
        self.ut1.unwrap_or_else(|| self.tt.to_ut1())
    }

    /// Returns the ephemeris that computes this sky.
    pub fn ephemeris(&self) -> &'a Ephemeris<'a> {
        self.ephemeris
    }

    /// Returns the nutation, IAU 2000A with the corrections for IAU 2006 precession.
    pub fn nutation(&self) -> Nutation {
        self.nutation.into()
    }

    /// Returns the mean obliquity of date.
    pub fn mean_obliquity_deg(&self) -> f64 {
        self.axes.mean_obliquity.at / DEGREE
    }

    /// Returns the true obliquity of date.
    pub fn true_obliquity_deg(&self) -> f64 {
        self.axes.true_obliquity.at / DEGREE
    }

    /// Returns the local apparent sidereal time at a longitude (east positive): the right ascension
    /// of the meridian.
    pub fn armc_deg(&self, ut1: Instant<Ut1>, longitude_deg: f64) -> f64 {
        let (nutation, obliquity_deg) = (self.nutation(), self.mean_obliquity_deg());
        let greenwich_deg = apparent_sidereal_time_deg(ut1, self.tt, &nutation, obliquity_deg);
        crate::angle::normalize_deg(greenwich_deg + longitude_deg)
    }

    /// Returns the apparent geocentric place in the ecliptic of date, with exact speeds.
    ///
    /// # Errors
    /// The packs do not cover the body at this instant, or the body has no geocentric place.
    #[inline]
    pub fn place(&self, body: Body) -> Result<Place, SkyError> {
        match body {
            Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => {
                let point = self.lunar_point(body)?;
                Ok(as_place(point))
            }
            Body::Earth => Err(SkyError::NoSuchPlace { body }),
            _ => {
                let moving = self.moving(body)?;
                Ok(self.apparent_place(body, &moving, &self.eye, &self.axes.ecliptic))
            }
        }
    }

    /// Returns the longitude of [`Sky::place`] and its speed, in degrees and degrees per day.
    /// Searches use it to avoid the cost of the other coordinates.
    ///
    /// # Errors
    /// As [`Sky::place`].
    #[inline]
    pub fn longitude(&self, body: Body) -> Result<(f64, f64), SkyError> {
        match body {
            Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => {
                Ok(longitude(self.lunar_point(body)?))
            }
            Body::Earth => Err(SkyError::NoSuchPlace { body }),
            _ => {
                let moving = self.moving(body)?;
                let (direction, _, _) = self.direction(body, &moving, &self.eye);
                Ok(longitude(self.axes.ecliptic.apply(direction)))
            }
        }
    }

    /// Returns the place in the given view.
    ///
    /// # Errors
    /// The packs do not cover the body at this instant, or the body has no place from that center.
    pub fn place_with(&self, body: Body, view: &View) -> Result<Place, SkyError> {
        if *view == View::default() {
            return self.place(body);
        }
        let axes = self.axes.frame(view.frame);
        let refusal = Err(SkyError::NoSuchPlace { body });
        let from_earth = matches!(view.center, Center::Geocentric | Center::Topocentric(_));
        match body {
            Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => {
                if !from_earth {
                    return refusal;
                }
                // Points of an orbit about the Earth's center: they have no light time and no
                // topocentric parallax.
                let point = self.lunar_point(body)?;
                if view.frame == ReferenceFrame::EclipticOfDate {
                    return Ok(as_place(point));
                }
                return Ok(as_place(axes.apply(self.axes.ecliptic.undo(point))));
            }
            Body::Earth if from_earth => return refusal,
            Body::Sun if view.center == Center::Heliocentric => return refusal,
            _ => {}
        }
        let moving = self.moving(body)?;
        let eye = self.eye_at(view.center);
        match (view.correction, from_earth) {
            (Correction::Geometric, _) => Ok(as_place(axes.apply(moving.state - eye.state))),
            (Correction::Apparent, true) => Ok(self.apparent_place(body, &moving, &eye, &axes)),
            (Correction::Astrometric, _) | (Correction::Apparent, false) => {
                let light = moving.arriving(eye.state);
                Ok(as_place(axes.apply(light.from_eye)))
            }
        }
    }

    /// Returns the place with light time, deflection and aberration in the given axes.
    #[inline]
    fn apparent_place(
        &self,
        body: Body,
        moving: &BodyState,
        eye: &ObserverState,
        axes: &Axes,
    ) -> Place {
        let (direction, distance_au, distance_speed_au) = self.direction(body, moving, eye);
        spherical(axes.apply(direction), distance_au, distance_speed_au)
    }

    /// Returns the apparent direction of a body, of about unit length, in the axes of a pack; its
    /// distance and the rate of the distance.
    #[inline]
    fn direction(&self, body: Body, moving: &BodyState, eye: &ObserverState) -> (State, f64, f64) {
        let light = moving.arriving(eye.state);
        let (mut direction, distance_au, distance_speed_au) = light.from_eye.direction();
        if !matches!(body, Body::Sun | Body::Moon) {
            let slower = 1.0 - light.days_rate;
            let from_sun = State {
                at: light.body.at - (self.sun.at - self.sun.rate * light.days),
                rate: (light.body.rate - self.sun.rate) * slower,
            };
            direction = eye.deflected(direction, from_sun);
        }
        (eye.aberrated(direction), distance_au, distance_speed_au)
    }

    /// Returns the state of a body at the instant, with the derivatives needed for the light-time
    /// correction.
    #[inline]
    fn moving(&self, body: Body) -> Result<BodyState, SkyError> {
        let falling = |state: State| {
            let (acceleration, jerk) = two_body_acceleration_and_jerk(GM_SUN, state - self.sun);
            BodyState {
                state,
                acceleration,
                jerk,
            }
        };
        Ok(match body {
            Body::Sun => BodyState {
                state: self.sun,
                acceleration: Vector::default(),
                jerk: Vector::default(),
            },
            Body::Earth => BodyState {
                acceleration: self.eye.acceleration,
                ..falling(self.earth)
            },
            Body::Moon => {
                let state = self.earth + self.moon;
                let (by_earth, jerk) = two_body_acceleration_and_jerk(GM_EARTH, self.moon);
                // Within the light time of 1.3 s even the Sun's tide changes the velocity by 0.001"
                // per day.
                let by_sun = gravitational_acceleration(GM_SUN, state.at - self.sun.at);
                BodyState {
                    state,
                    acceleration: by_earth + by_sun,
                    jerk,
                }
            }
            _ => falling(self.ephemeris.state(body, self.tdb)?),
        })
    }

    fn eye_at(&self, center: Center) -> ObserverState {
        match center {
            Center::Geocentric => self.eye,
            Center::Topocentric(observer) => self.eye_of(&observer),
            Center::Heliocentric => {
                ObserverState::new(self.sun, Vector::default(), State::default())
            }
            Center::Barycentric => {
                ObserverState::new(State::default(), Vector::default(), self.sun)
            }
        }
    }

    fn eye_of(&self, observer: &Observer) -> ObserverState {
        let sidereal_time_deg = self.armc_deg(self.ut1(), 0.0);
        let carried = observer.carried(sidereal_time_deg);
        let equator = self.axes.equator();
        let state = equator.carried(carried.state);
        let acceleration = equator.turn_back(carried.acceleration);
        ObserverState::new(
            self.earth + state,
            self.eye.acceleration + acceleration,
            self.sun,
        )
    }

    /// Returns a node or apsis in the true ecliptic and equinox of date.
    fn lunar_point(&self, body: Body) -> Result<State, SkyError> {
        let t = self.tdb.centuries_since_j2000();
        match body {
            Body::MeanNode => Ok(self.with_nutation(mean_node(t))),
            Body::MeanApogee => Ok(self.with_nutation(mean_apogee(t))),
            Body::TrueNode => Ok(self.osculating()?.node()),
            Body::TrueApogee => Ok(self.osculating()?.apogee()),
            _ => Err(SkyError::NoSuchPlace { body }),
        }
    }

    /// Transforms from the mean to the true equinox: nutation is added to the longitude, a small
    /// rotation.
    fn with_nutation(&self, mean: State) -> State {
        let (sin, cos) = libm::sincos(self.nutation.psi.at);
        let turn = |v: Vector| Vector::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y, v.z);
        let at = turn(mean.at);
        State {
            at,
            rate: turn(mean.rate) + Vector::new(-at.y, at.x, 0.0) * self.nutation.psi.rate,
        }
    }

    fn osculating(&self) -> Result<Osculating, SkyError> {
        let mut planets = [Vector::default(); DISTURBING_PLANETS.len()];
        for (seen, (planet, _)) in planets.iter_mut().zip(DISTURBING_PLANETS) {
            *seen = self.ephemeris.rough_position(planet, self.tdb)? - self.earth.at;
        }
        let (sin, cos) = libm::sincos(self.axes.true_obliquity.at);
        let ecliptic = &self.axes.ecliptic;
        // In the mean ecliptic. The 17" of nutation only rotate an effect of 0.02" per day.
        let moon_axes = MoonAxes::at(self.tdb.centuries_since_j2000());
        let disturbers = Disturbers {
            sun: self.sun,
            earth: self.earth,
            planets,
            earth_pole: ecliptic.turn_back(Vector::new(0.0, sin, cos)),
            moon_axes: MoonAxes {
                earthward: ecliptic.turn_back(moon_axes.earthward),
                pole: ecliptic.turn_back(moon_axes.pole),
            },
        };
        let ellipse = Osculating::new(self.moon, &disturbers);
        Ok(ellipse.transformed(|state| ecliptic.apply(state)))
    }
}

/// Converts a vector to a place without any correction.
fn as_place(vector: State) -> Place {
    let (direction, distance_au, distance_speed_au) = vector.direction();
    spherical(direction, distance_au, distance_speed_au)
}
