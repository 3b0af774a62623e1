//! Views: center, reference frame and light corrections of a place.

/// The view of a place. The default is the one that astrologers use: the apparent geocentric place
/// in the true ecliptic and equinox of date.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct View {
    /// The center.
    pub center: Center,
    /// The reference frame.
    pub frame: ReferenceFrame,
    /// The light corrections.
    pub correction: Correction,
}

/// The origin from which a place is seen.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Center {
    /// The Earth's center of mass.
    #[default]
    Geocentric,
    /// A place on the Earth.
    Topocentric(Observer),
    /// The Sun's center.
    Heliocentric,
    /// The solar system barycenter.
    Barycentric,
}

/// A place on the Earth, on the WGS 84 ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observer {
    /// Geodetic latitude, north positive.
    pub latitude_deg: f64,
    /// Longitude, east positive.
    pub longitude_deg: f64,
    /// Height above the ellipsoid.
    pub height_m: f64,
}

/// The reference frame of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ReferenceFrame {
    /// True ecliptic and equinox of date.
    #[default]
    EclipticOfDate,
    /// Mean ecliptic and equinox of J2000.0.
    EclipticJ2000,
    /// True equator and equinox of date.
    EquatorialOfDate,
    /// The International Celestial Reference System.
    Icrs,
}

/// The corrections for the path of the light from the body to the observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Correction {
    /// Light time, deflection by the Sun and aberration. For heliocentric and barycentric places,
    /// which have no moving observer, light time alone.
    #[default]
    Apparent,
    /// Light time alone: the position when the light left the body, relative to distant stars.
    Astrometric,
    /// No correction: the geometric position.
    Geometric,
}
