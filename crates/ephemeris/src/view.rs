//! How to look: from where, in which axes, with which effects of light.

/// How a place is wanted. The default is what astrologers use: the apparent geocentric place in
/// the true ecliptic and equinox of date.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct View {
    /// From where.
    pub center: Center,
    /// In which axes.
    pub frame: Frame,
    /// With which effects of light.
    pub correction: Correction,
}

/// Where the eye is.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Center {
    /// The Earth's centre of mass.
    #[default]
    Geocentric,
    /// A place on the Earth.
    Topocentric(Observer),
    /// The Sun's centre.
    Heliocentric,
    /// The solar system's centre of mass.
    Barycentric,
}

/// A place on the Earth, on the ellipsoid WGS 84.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observer {
    /// Geodetic latitude, north positive.
    pub latitude_deg: f64,
    /// Longitude, east positive.
    pub longitude_deg: f64,
    /// Height above the ellipsoid.
    pub height_m: f64,
}

/// The axes that angles are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Frame {
    /// True ecliptic and equinox of the date.
    #[default]
    EclipticOfDate,
    /// Mean ecliptic and equinox of J2000.0.
    EclipticJ2000,
    /// True equator and equinox of the date.
    EquatorialOfDate,
    /// The International Celestial Reference System.
    Icrs,
}

/// The effects of light on the way from the body to the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Correction {
    /// Light time, deflection by the Sun, aberration. For heliocentric and barycentric places,
    /// where nobody moves through the light, light time alone.
    #[default]
    Apparent,
    /// Light time alone: where the body was when the light left, against distant stars.
    Astrometric,
    /// None: where the body is.
    Geometric,
}
