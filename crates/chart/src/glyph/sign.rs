//! Symbols of the twelve signs.

/// A sign of the zodiac.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Aries.
    Aries,
    /// Taurus.
    Taurus,
    /// Gemini.
    Gemini,
    /// Cancer.
    Cancer,
    /// Leo.
    Leo,
    /// Virgo.
    Virgo,
    /// Libra.
    Libra,
    /// Scorpio.
    Scorpio,
    /// Sagittarius.
    Sagittarius,
    /// Capricorn.
    Capricorn,
    /// Aquarius.
    Aquarius,
    /// Pisces.
    Pisces,
}

impl Sign {
    /// All signs, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Aries,
        Self::Taurus,
        Self::Gemini,
        Self::Cancer,
        Self::Leo,
        Self::Virgo,
        Self::Libra,
        Self::Scorpio,
        Self::Sagittarius,
        Self::Capricorn,
        Self::Aquarius,
        Self::Pisces,
    ];

    /// Returns the id used by the API, such as `aries`.
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    /// Returns the sign with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.id() == id)
    }

    /// Returns the sign of a longitude.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::Sign;
    /// assert_eq!(Sign::of_longitude(-0.5), Sign::Pisces);
    /// assert_eq!(Sign::of_longitude(30.0), Sign::Taurus);
    /// ```
    pub fn of_longitude(longitude_deg: f64) -> Self {
        let mut sign = Self::Aries;
        for (index, candidate) in Self::ALL.iter().enumerate() {
            if longitude_deg.rem_euclid(360.0) >= index as f64 * 30.0 {
                sign = *candidate;
            }
        }
        sign
    }

    /// Returns the element: fire 0, earth 1, air 2, water 3.
    pub(crate) fn element(self) -> usize {
        self as usize % 4
    }

    /// Returns its id and its drawing.
    const fn entry(self) -> (&'static str, &'static str) {
        TABLE[self as usize]
    }

    pub(super) fn drawing(self) -> &'static str {
        self.entry().1
    }
}

/// Id and drawing, in declaration order.
const TABLE: &[(&str, &str)] = &[
    (
        "aries",
        "M -8.4 -2.6 C -10 -9.8 -1 -10.6 0 0.6 L 0 9.6 M 0 0.6 C 1 -10.6 10 -9.8 8.4 -2.6",
    ),
    (
        "taurus",
        "O 0 3.7 5.8 M -6.8 -7.8 C -4 -7.4 -4.2 -2.1 0 -2.1 C 4.2 -2.1 4 -7.4 6.8 -7.8",
    ),
    (
        "gemini",
        "M -7 -7.6 C -3.6 -5.2 3.6 -5.2 7 -7.6 M -7 7.6 C -3.6 5.2 3.6 5.2 7 7.6 M -3.2 -6 L -3.2 6 M 3.2 -6 L 3.2 6",
    ),
    (
        "cancer",
        "O -5.4 -2.3 2.8 M -8.2 -2.5 C -7.4 -8.6 3.4 -8.6 8.4 -4.8 O 5.4 2.3 2.8 M 8.2 2.5 C 7.4 8.6 -3.4 8.6 -8.4 4.8",
    ),
    (
        "leo",
        "O -5.2 2.6 2.9 M -3 0.8 C -5 -3.4 -5.4 -9 0.2 -9 C 6 -9 4.8 -3.2 3.2 0.6 C 1.6 4.4 1.4 8.8 4.3 8.8 C 5.9 8.8 6.7 7.6 6.9 6.4",
    ),
    (
        "virgo",
        "M -8.6 -5.8 C -7.7 -7.2 -6.4 -6.4 -6.4 -4.4 L -6.4 5.4 M -6.4 -4 C -5.7 -7.6 -2.4 -7.6 -2.4 -4 L -2.4 5.4 M -2.4 -4 C -1.7 -7.6 1.6 -7.6 1.6 -4 L 1.6 4.4 C 1.6 7 3.2 8.6 5.4 8.8 M 1.6 -1.8 C 3.2 -5.2 7.6 -4.4 7.2 -0.6 C 6.8 3 3 6.2 -0.8 8.2",
    ),
    (
        "libra",
        "M -8.8 5.4 L 8.8 5.4 M -8.8 0.8 L -3.4 0.8 C -7.8 -3.2 -5 -8.4 0 -8.4 C 5 -8.4 7.8 -3.2 3.4 0.8 L 8.8 0.8",
    ),
    (
        "scorpio",
        "M -8.6 -5.8 C -7.7 -7.2 -6.4 -6.4 -6.4 -4.4 L -6.4 5.4 M -6.4 -4 C -5.7 -7.6 -2.4 -7.6 -2.4 -4 L -2.4 5.4 M -2.4 -4 C -1.7 -7.6 1.6 -7.6 1.6 -4 L 1.6 4.2 C 1.6 7.4 3.4 8.2 5.2 7.4 C 6.9 6.6 7.6 5 7.8 2.6 M 5.4 4.6 L 7.8 2.4 L 9.4 4.4",
    ),
    (
        "sagittarius",
        "M -7 7 L 7 -7 M 0.8 -7 L 7 -7 L 7 -0.8 M -5.2 -0.6 L 0.6 5.2",
    ),
    (
        "capricorn",
        "M -8.6 -5.4 C -7 -7.4 -4.8 -6.4 -4.8 -3 L -4.8 3.6 M -4.8 -2.8 C -4.2 -8 0.8 -8.2 0.8 -3 L 0.8 4 C 0.8 7.4 -1 9.2 -3.4 9.2 M 0.8 3.2 C 1 -0.6 7.6 -0.8 7.6 3.4 C 7.6 7.6 1.4 7.6 0.8 3.6",
    ),
    (
        "aquarius",
        "M -9.2 -1.6 L -5.6 -5.2 L -2.8 -1.6 L 0.8 -5.2 L 3.6 -1.6 L 7.2 -5.2 L 9.2 -2.6 M -9.2 4.8 L -5.6 1.2 L -2.8 4.8 L 0.8 1.2 L 3.6 4.8 L 7.2 1.2 L 9.2 3.8",
    ),
    (
        "pisces",
        "M -6.6 -8 C -1.8 -4 -1.8 4 -6.6 8 M 6.6 -8 C 1.8 -4 1.8 4 6.6 8 M -7.4 0 L 7.4 0",
    ),
];
