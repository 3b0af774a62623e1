//! Davison: the actual chart of the midpoint in time and space.
//!
//! R. Davison, Synastry (1977): mean of the two instants; arithmetic mean of the latitudes; mean of
//! the longitudes on the shorter arc.

use ephemeris::Observer;

use crate::{angle::difference_deg, chart::ChartMoment};

/// Returns the moment and the place midway between two births.
///
/// # Examples
///
/// ```
/// use astrology::{chart::ChartMoment, relation::davison::davison};
/// use ephemeris::{Instant, Observer};
///
/// let place = |latitude_deg, longitude_deg| Observer { latitude_deg, longitude_deg, height_m: 0.0 };
/// let moment = |julian_date| ChartMoment::from_ut1(Instant::from_julian_date(julian_date));
/// let (auckland, tahiti) = (place(-36.8, 174.8), place(-17.6, -149.6));
/// let (between, at) =
///     davison((moment(2_440_000.5), &auckland), (moment(2_440_100.5), &tahiti));
/// assert!((between.ut1.julian_date() - 2_440_050.5).abs() < 1e-6);
/// assert!((at.latitude_deg + 27.2).abs() < 1e-9);
/// // Halfway across the 180th meridian, not around the Earth.
/// assert!((at.longitude_deg + 167.4).abs() < 1e-9);
/// ```
pub fn davison(
    first: (ChartMoment, &Observer),
    second: (ChartMoment, &Observer),
) -> (ChartMoment, Observer) {
    let (moment_one, place_one) = first;
    let (moment_two, place_two) = second;
    // UT1, the clock time of both births: TT would shift the midpoint by half the difference of ΔT.
    let half_days = moment_two.ut1.minus(moment_one.ut1) / 2.0;
    let east = difference_deg(place_two.longitude_deg, place_one.longitude_deg) / 2.0;
    let observer = Observer {
        latitude_deg: f64::midpoint(place_one.latitude_deg, place_two.latitude_deg),
        longitude_deg: difference_deg(place_one.longitude_deg + east, 0.0),
        height_m: f64::midpoint(place_one.height_m, place_two.height_m),
    };
    (
        ChartMoment::from_ut1(moment_one.ut1.plus_days(half_days)),
        observer,
    )
}

#[cfg(test)]
mod tests {
    use ephemeris::Instant;

    use super::*;

    #[test]
    fn the_middle_is_on_the_shorter_side_of_the_earth() {
        let at = |julian_date| ChartMoment::from_ut1(Instant::from_julian_date(julian_date));
        let place = |latitude_deg, longitude_deg| Observer {
            latitude_deg,
            longitude_deg,
            height_m: 0.0,
        };
        let (moment, observer) = davison(
            (at(2_440_000.5), &place(40.0, 170.0)),
            (at(2_450_000.0), &place(-10.0, -150.0)),
        );
        assert!((moment.ut1.julian_date() - 2_445_000.25).abs() < 1e-9);
        assert!((observer.latitude_deg - 15.0).abs() < 1e-12);
        assert!((observer.longitude_deg + 170.0).abs() < 1e-12);
    }
}
