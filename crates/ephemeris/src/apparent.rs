//! Reduction of geometric to apparent places: light-time correction, deflection by the Sun and
//! aberration, each with its rate, so that speeds are derivatives and not differences.

use crate::angle::DEGREE;
use crate::gravity::{LIGHT_AU_PER_DAY, SUN_SCHWARZSCHILD_AU};
use crate::place::Place;
use crate::vector::{State, Vector};

/// Keeps the deflection finite: the smallest 1 + cos of the angle at the Sun between the body and
/// the observer. It corresponds to 0.08 degrees from the Sun's center, which is behind the disc.
const DEFLECTION_LIMIT: f64 = 1e-6;

/// The observer's barycentric state, and the Sun relative to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObserverState {
    pub(crate) state: State,
    pub(crate) acceleration: Vector,
    /// Direction from the Sun to the observer, with the distance and its rate.
    from_sun: State,
    sun_distance: f64,
    sun_distance_rate: f64,
    /// Velocity in units of the speed of light, and its rate.
    beta: State,
    /// The reciprocal of the Lorentz factor.
    inverse_gamma: f64,
}

impl ObserverState {
    pub(crate) fn new(state: State, acceleration: Vector, sun: State) -> Self {
        let (from_sun, sun_distance, sun_distance_rate) = (state - sun).direction();
        let beta = State {
            at: state.rate,
            rate: acceleration,
        } * (1.0 / LIGHT_AU_PER_DAY);
        Self {
            state,
            acceleration,
            from_sun,
            sun_distance,
            sun_distance_rate,
            beta,
            inverse_gamma: (1.0 - beta.at.dot(beta.at)).sqrt(),
        }
    }

    /// Applies the deflection of light by the Sun: Klioner (2003), Astron. J. 125, 1580, equation
    /// 70, in the form of the IERS/SOFA reduction. `from_sun` points from the Sun to the body.
    #[inline]
    pub(crate) fn deflected(&self, u: State, from_sun: State) -> State {
        let (q, _, _) = from_sun.direction();
        let e = self.from_sun;
        let opening = 1.0 + q.at.dot(e.at);
        let (opening, opening_rate) = if opening > DEFLECTION_LIMIT {
            (opening, q.dot_rate(e))
        } else {
            (DEFLECTION_LIMIT, 0.0)
        };
        let strength = SUN_SCHWARZSCHILD_AU / (self.sun_distance * opening);
        let relative_rate = -self.sun_distance_rate / self.sun_distance - opening_rate / opening;
        let (uq, ue) = (u.at.dot(q.at), u.at.dot(e.at));
        // u x (e x q)
        let bend = e.at * uq - q.at * ue;
        let bend_rate = e.rate * uq + e.at * u.dot_rate(q) - q.rate * ue - q.at * u.dot_rate(e);
        State {
            at: u.at + bend * strength,
            rate: u.rate + (bend_rate + bend * relative_rate) * strength,
        }
    }

    /// Applies aberration: Klioner (2003), equations 7 and 10, with the Sun's potential as in SOFA.
    /// The result does not have unit length.
    #[inline]
    pub(crate) fn aberrated(&self, u: State) -> State {
        let (beta, inverse_gamma) = (self.beta, self.inverse_gamma);
        let along = u.at.dot(beta.at);
        let factor = 1.0 / (1.0 + inverse_gamma);
        let forward = 1.0 + along * factor;
        let forward_rate = u.dot_rate(beta) * factor;
        let potential = SUN_SCHWARZSCHILD_AU / self.sun_distance;
        State {
            at: u.at * (inverse_gamma - potential * along) + beta.at * (forward + potential),
            rate: u.rate * inverse_gamma + beta.at * forward_rate + beta.rate * forward,
        }
    }
}

/// The barycentric state of a body at the instant of observation, with the derivatives needed to
/// extrapolate it back by the light time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyState {
    pub(crate) state: State,
    pub(crate) acceleration: Vector,
    /// Rate of the acceleration.
    pub(crate) jerk: Vector,
}

/// The solution of the light-time equation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LightTimeSolution {
    /// From the observer to the retarded position of the body, with the observed rate.
    pub(crate) from_eye: State,
    /// The body when the light left it.
    pub(crate) body: State,
    /// Light time in days, and its rate.
    pub(crate) days: f64,
    pub(crate) days_rate: f64,
}

impl BodyState {
    /// Returns the state of the body `days` earlier.
    #[inline]
    fn before(&self, days: f64) -> State {
        let half = self.acceleration * (0.5 * days * days);
        State {
            at: self.state.at - self.state.rate * days + half
                - self.jerk * (days * days * days / 6.0),
            rate: self.state.rate - self.acceleration * days + self.jerk * (0.5 * days * days),
        }
    }

    /// Solves the light-time equation |body(t - τ) - eye(t)| = c τ. The first step is Newton's. The
    /// second is exact to (v/c)³ of the light time: 30 ns for Mercury.
    #[inline]
    pub(crate) fn arriving(&self, eye: State) -> LightTimeSolution {
        let now = self.state.at - eye.at;
        let distance = now.length();
        let receding = now.dot(self.state.rate) / distance;
        let first = distance / (LIGHT_AU_PER_DAY + receding);
        let then = self.before(first);
        let (direction, length, _) = State {
            at: then.at - eye.at,
            rate: Vector::default(),
        }
        .direction();
        let receding = direction.at.dot(then.rate);
        let correction = (length - LIGHT_AU_PER_DAY * first) / (LIGHT_AU_PER_DAY + receding);
        let days = first + correction;
        let body = State {
            at: then.at - then.rate * correction,
            rate: then.rate,
        };
        let days_rate = direction.at.dot(body.rate - eye.rate) / (LIGHT_AU_PER_DAY + receding);
        let from_eye = State {
            at: body.at - eye.at,
            rate: body.rate * (1.0 - days_rate) - eye.rate,
        };
        LightTimeSolution {
            from_eye,
            body,
            days,
            days_rate,
        }
    }
}

/// Returns the spherical coordinates of a direction of any length, with a distance and its rate.
#[inline]
pub(crate) fn spherical(direction: State, distance_au: f64, distance_speed_au: f64) -> Place {
    let State { at, rate } = direction;
    let (longitude_deg, longitude_speed_deg) = longitude(direction);
    let across_squared = at.x * at.x + at.y * at.y;
    let across = across_squared.sqrt();
    let outward = at.x * rate.x + at.y * rate.y;
    let upward = (rate.z * across_squared - at.z * outward)
        / (across.max(f64::MIN_POSITIVE) * (across_squared + at.z * at.z));
    Place {
        longitude_deg,
        latitude_deg: libm::atan2(at.z, across) * (1.0 / DEGREE),
        distance_au,
        longitude_speed_deg,
        latitude_speed_deg: upward * (1.0 / DEGREE),
        distance_speed_au,
        towards: [at.x, at.y, at.z],
    }
}

/// Returns the longitude of a direction and its speed, in degrees and degrees per day.
#[inline]
pub(crate) fn longitude(direction: State) -> (f64, f64) {
    let State { at, rate } = direction;
    let longitude_deg = libm::atan2(at.y, at.x) * (1.0 / DEGREE);
    // Longitude is undefined at the pole: report a speed of zero.
    let across_squared = (at.x * at.x + at.y * at.y).max(f64::MIN_POSITIVE);
    let around = (at.x * rate.y - at.y * rate.x) / across_squared;
    let longitude_deg = if longitude_deg < 0.0 {
        wrapped(longitude_deg)
    } else {
        longitude_deg
    };
    (longitude_deg, around * (1.0 / DEGREE))
}

/// Wraps a negative longitude. The smallest magnitudes round to the full circle, which is zero.
fn wrapped(negative_deg: f64) -> f64 {
    let turned = negative_deg + 360.0;
    if turned < 360.0 { turned } else { 0.0 }
}
