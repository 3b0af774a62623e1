//! Angles in degrees: normalization, differences and midpoints on the circle.

/// Returns the angle normalized to [0, 360).
///
/// # Examples
///
/// ```
/// use astrology::angle::normalize_deg;
///
/// assert_eq!(normalize_deg(-30.0), 330.0);
/// assert_eq!(normalize_deg(765.0), 45.0);
/// ```
#[inline]
pub fn normalize_deg(angle_deg: f64) -> f64 {
    // Most angles are at most one turn out of range. The division handles the others.
    let turned = if (0.0..360.0).contains(&angle_deg) {
        return angle_deg;
    } else if (-360.0..0.0).contains(&angle_deg) {
        angle_deg + 360.0
    } else if (360.0..720.0).contains(&angle_deg) {
        angle_deg - 360.0
    } else {
        angle_deg.rem_euclid(360.0)
    };
    // A tiny negative angle plus 360 rounds to 360.
    if turned >= 360.0 { 0.0 } else { turned }
}

/// Returns the signed difference from `from_deg` to `to_deg` along the shorter arc, in (-180, 180],
/// positive in the order of the zodiac.
///
/// # Examples
///
/// ```
/// use astrology::angle::difference_deg;
///
/// // From 10° to 350° it is 20 degrees backward.
/// assert_eq!(difference_deg(350.0, 10.0), -20.0);
/// assert_eq!(difference_deg(190.0, 10.0), 180.0);
/// ```
#[inline]
pub fn difference_deg(to_deg: f64, from_deg: f64) -> f64 {
    let difference = to_deg - from_deg;
    if difference.abs() <= 360.0 {
        if difference > 180.0 {
            difference - 360.0
        } else if difference <= -180.0 {
            difference + 360.0
        } else {
            difference
        }
    } else {
        difference_deg(normalize_deg(difference), 0.0)
    }
}

/// Returns the angular distance between two directions on the circle, in [0, 180].
///
/// # Examples
///
/// ```
/// use astrology::angle::separation_deg;
///
/// assert_eq!(separation_deg(350.0, 10.0), 20.0);
/// assert_eq!(separation_deg(10.0, 350.0), 20.0);
/// ```
#[inline]
pub fn separation_deg(a_deg: f64, b_deg: f64) -> f64 {
    let apart = (a_deg - b_deg).abs();
    if apart <= 360.0 {
        apart.min(360.0 - apart)
    } else {
        separation_deg(normalize_deg(apart), 0.0)
    }
}

/// Returns the degrees, minutes and seconds of an angle. Fractions of a second are truncated, not
/// rounded.
///
/// A fraction within a billionth of an arcsecond below the next second counts as that second: 15.2
/// degrees, which binary cannot represent, are 15° 12' 00" and not 15° 11' 59".
///
/// # Examples
///
/// ```
/// use astrology::angle::degrees_minutes_seconds;
///
/// assert_eq!(degrees_minutes_seconds(15.2), (15, 12, 0));
/// assert_eq!(degrees_minutes_seconds(29.9999), (29, 59, 59));
/// ```
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the angle is non-negative and far below the range of u32"
)]
pub fn degrees_minutes_seconds(angle_deg: f64) -> (u32, u32, u32) {
    let seconds = (angle_deg.abs() * 3600.0 + 1e-9).floor() as u64;
    let part = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    (
        part(seconds / 3600),
        part(seconds / 60 % 60),
        part(seconds % 60),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_is_brought_into_one_turn() {
        for (angle, expected) in [
            (0.0, 0.0),
            (360.0, 0.0),
            (-1e-15, 0.0),
            (-30.0, 330.0),
            (725.0, 5.0),
            (-725.0, 355.0),
        ] {
            assert!((normalize_deg(angle) - expected).abs() < 1e-12, "{angle}");
        }
    }

    #[test]
    fn the_shorter_way_is_signed_and_half_a_turn_is_positive() {
        for (to, from, expected) in [
            (10.0, 350.0, 20.0),
            (350.0, 10.0, -20.0),
            (270.0, 90.0, 180.0),
        ] {
            assert!((difference_deg(to, from) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn seconds_are_cut_off_and_binary_fractions_do_not_lose_one() {
        assert_eq!(degrees_minutes_seconds(29.999_999), (29, 59, 59));
        assert_eq!(degrees_minutes_seconds(15.2), (15, 12, 0));
        assert_eq!(degrees_minutes_seconds(0.0), (0, 0, 0));
    }
}
