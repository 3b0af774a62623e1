//! The twelve signs and their attributes: element, mode, polarity.

/// A twelfth of the zodiac.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sign {
    Aries,
    Taurus,
    Gemini,
    Cancer,
    Leo,
    Virgo,
    Libra,
    Scorpio,
    Sagittarius,
    Capricorn,
    Aquarius,
    Pisces,
}

/// One of the four elements, also called triplicity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Element {
    Fire,
    Earth,
    Air,
    Water,
}

/// One of the three modes, also called quadruplicity or modality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Mode {
    Cardinal,
    Fixed,
    Mutable,
}

/// Fire and air are positive (masculine, diurnal), earth and water negative (feminine, nocturnal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Polarity {
    Positive,
    Negative,
}

impl Sign {
    /// All signs from Aries on.
    pub const ALL: [Self; 12] = [
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

    /// The ids, in the same order.
    pub const IDS: [&'static str; 12] = {
        let mut ids = [""; 12];
        let mut index = 0;
        while index < ids.len() {
            ids[index] = Self::ALL[index].id();
            index += 1;
        }
        ids
    };

    /// Returns the sign of a longitude in the zodiac in use.
    ///
    /// # Examples
    ///
    /// ```
    /// use ids::{Element, Mode, Sign};
    ///
    /// let sign = Sign::of(135.0);
    /// assert_eq!(sign, Sign::Leo);
    /// assert_eq!((sign.element(), sign.mode()), (Element::Fire, Mode::Fixed));
    /// assert_eq!(sign.opposite(), Sign::Aquarius);
    /// assert_eq!(Sign::of(-1.0), Sign::Pisces);
    /// ```
    pub fn of(longitude_deg: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the quotient is in [0, 12]"
        )]
        let index = (longitude_deg.rem_euclid(360.0) / 30.0) as usize;
        // The remainder of a tiny negative longitude rounds to 360.
        Self::ALL[index % 12]
    }

    /// Returns 0 for Aries to 11 for Pisces.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the sign `signs` later.
    #[must_use]
    pub const fn plus(self, signs: usize) -> Self {
        Self::ALL[(self.index() + signs) % 12]
    }

    /// Returns the opposite sign.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.plus(6)
    }

    /// Returns the longitude where it begins, in degrees.
    pub const fn begin_deg(self) -> f64 {
        30.0 * self.index() as f64
    }

    /// Returns the element: fire, earth, air, water in turn from Aries.
    pub const fn element(self) -> Element {
        match self.index() % 4 {
            0 => Element::Fire,
            1 => Element::Earth,
            2 => Element::Air,
            _ => Element::Water,
        }
    }

    /// Returns the mode: cardinal, fixed, mutable in turn from Aries.
    pub const fn mode(self) -> Mode {
        match self.index() % 3 {
            0 => Mode::Cardinal,
            1 => Mode::Fixed,
            _ => Mode::Mutable,
        }
    }

    /// Returns the polarity: positive and negative in turn from Aries.
    pub const fn polarity(self) -> Polarity {
        if self.index().is_multiple_of(2) {
            Polarity::Positive
        } else {
            Polarity::Negative
        }
    }

    /// Returns the id used by the API, for example `aries`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Aries => "aries",
            Self::Taurus => "taurus",
            Self::Gemini => "gemini",
            Self::Cancer => "cancer",
            Self::Leo => "leo",
            Self::Virgo => "virgo",
            Self::Libra => "libra",
            Self::Scorpio => "scorpio",
            Self::Sagittarius => "sagittarius",
            Self::Capricorn => "capricorn",
            Self::Aquarius => "aquarius",
            Self::Pisces => "pisces",
        }
    }

    /// Returns the sign with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sign| sign.id() == id)
    }
}

impl Element {
    /// Fire, earth, air, water.
    pub const ALL: [Self; 4] = [Self::Fire, Self::Earth, Self::Air, Self::Water];

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Earth => "earth",
            Self::Air => "air",
            Self::Water => "water",
        }
    }
}

impl Mode {
    /// Cardinal, fixed, mutable.
    pub const ALL: [Self; 3] = [Self::Cardinal, Self::Fixed, Self::Mutable];

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cardinal => "cardinal",
            Self::Fixed => "fixed",
            Self::Mutable => "mutable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longitude_has_a_sign_up_to_its_very_end() {
        assert_eq!(Sign::of(0.0), Sign::Aries);
        assert_eq!(Sign::of(29.999_999_999), Sign::Aries);
        assert_eq!(Sign::of(30.0), Sign::Taurus);
        assert_eq!(Sign::of(360.0_f64.next_down()), Sign::Pisces);
        assert_eq!(Sign::of(-1.0), Sign::Pisces);
        assert_eq!(Sign::of(-1e-20), Sign::Aries);
    }

    #[test]
    fn every_sign_has_its_id_and_its_index() {
        for (index, sign) in Sign::ALL.into_iter().enumerate() {
            assert_eq!(sign.index(), index);
            assert_eq!(Sign::from_id(sign.id()), Some(sign));
            assert_eq!(Sign::IDS[index], sign.id());
        }
        assert_eq!(Sign::from_id("Aries"), None);
    }

    #[test]
    fn the_sixth_sign_is_mutable_earth() {
        assert_eq!(
            (Sign::Virgo.element(), Sign::Virgo.mode()),
            (Element::Earth, Mode::Mutable)
        );
        assert_eq!(Sign::Virgo.opposite(), Sign::Pisces);
    }
}
