//! Lots (Arabic parts): the arc between two points, projected from the Ascendant.
//!
//! Fortune and Spirit follow Ptolemy and Vettius Valens; Eros, Necessity, Courage, Victory and
//! Nemesis follow Paulus Alexandrinus, Introduction 23 (378 AD); Father, Mother, Children and
//! Marriage follow Paulus 23 and Dorotheus, Carmen I-II, Marriage in their formula for men;
//! Exaltation follows Valens, Anthology II.18, who counts to the whole signs Aries and Taurus, here
//! to the degrees of exaltation in them; Basis follows Valens II.22 (chapters as numbered by
//! Kroll).

use ids::point;

use crate::{
    angle::{normalize_deg, separation_deg},
    sect::Sect,
};

/// A lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lot {
    /// Day: Ascendant + Moon - Sun; night: Ascendant + Sun - Moon.
    Fortune,
    /// Day: Ascendant + Sun - Moon; night: Ascendant + Moon - Sun.
    Spirit,
    /// Day: Ascendant + Venus - Spirit; night reversed.
    Eros,
    /// Day: Ascendant + Fortune - Mercury; night reversed.
    Necessity,
    /// Day: Ascendant + Fortune - Mars; night reversed.
    Courage,
    /// Day: Ascendant + Jupiter - Spirit; night reversed.
    Victory,
    /// Day: Ascendant + Fortune - Saturn; night reversed.
    Nemesis,
    /// Day: Ascendant + Saturn - Sun; night reversed.
    Father,
    /// Day: Ascendant + Moon - Venus; night reversed.
    Mother,
    /// Day: Ascendant + Venus - Saturn; night reversed.
    Marriage,
    /// Day: Ascendant + Saturn - Jupiter; night reversed.
    Children,
    /// Day: Ascendant + 19° Aries - Sun; night: Ascendant + 3° Taurus - Moon.
    Exaltation,
    /// Ascendant + the shorter arc between Fortune and Spirit, day and night.
    Basis,
}

/// The formula of a lot in a night chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LotFormula {
    /// Reversed at night.
    #[default]
    Sect,
    /// The day formula, always.
    Day,
}

/// The longitudes that lots are computed from, in degrees in the zodiac of the chart.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LotPoints {
    pub ascendant_deg: f64,
    pub sun_deg: f64,
    pub moon_deg: f64,
    pub mercury_deg: f64,
    pub venus_deg: f64,
    pub mars_deg: f64,
    pub jupiter_deg: f64,
    pub saturn_deg: f64,
}

impl Lot {
    /// Every lot.
    pub const ALL: [Self; 13] = [
        Self::Fortune,
        Self::Spirit,
        Self::Eros,
        Self::Necessity,
        Self::Courage,
        Self::Victory,
        Self::Nemesis,
        Self::Father,
        Self::Mother,
        Self::Marriage,
        Self::Children,
        Self::Exaltation,
        Self::Basis,
    ];

    /// Returns the id used by the API, for example `partOfFortune`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fortune => point::PART_OF_FORTUNE,
            Self::Spirit => point::PART_OF_SPIRIT,
            Self::Eros => point::PART_OF_EROS,
            Self::Necessity => point::PART_OF_NECESSITY,
            Self::Courage => point::PART_OF_COURAGE,
            Self::Victory => point::PART_OF_VICTORY,
            Self::Nemesis => point::PART_OF_NEMESIS,
            Self::Father => point::PART_OF_FATHER,
            Self::Mother => point::PART_OF_MOTHER,
            Self::Marriage => point::PART_OF_MARRIAGE,
            Self::Children => point::PART_OF_CHILDREN,
            Self::Exaltation => point::PART_OF_EXALTATION,
            Self::Basis => point::PART_OF_BASIS,
        }
    }

    /// Returns the longitude of the lot, in degrees in [0, 360).
    ///
    /// # Examples
    ///
    /// The example of M. Heindel, Simplified Scientific Astrology (1919), p. 62: Ascendant 18°56'
    /// Virgo, Sun 9°36' Leo and Moon 19°18' Aquarius give the Part of Fortune in 28°38' Pisces.
    ///
    /// ```
    /// use astrology::lot::{Lot, LotFormula, LotPoints};
    /// use astrology::sect::Sect;
    ///
    /// let points = LotPoints {
    ///     ascendant_deg: 168.0 + 56.0 / 60.0,
    ///     sun_deg: 129.0 + 36.0 / 60.0,
    ///     moon_deg: 319.0 + 18.0 / 60.0,
    ///     mercury_deg: 0.0,
    ///     venus_deg: 0.0,
    ///     mars_deg: 0.0,
    ///     jupiter_deg: 0.0,
    ///     saturn_deg: 0.0,
    /// };
    /// let fortune_deg = Lot::Fortune.longitude_deg(&points, Sect::Day, LotFormula::Sect);
    /// assert!((fortune_deg - (358.0 + 38.0 / 60.0)).abs() < 1e-9);
    /// // The Lot of Spirit by night is the Lot of Fortune by day.
    /// let spirit_deg = Lot::Spirit.longitude_deg(&points, Sect::Night, LotFormula::Sect);
    /// assert!((spirit_deg - fortune_deg).abs() < 1e-9);
    /// ```
    pub fn longitude_deg(self, points: &LotPoints, sect: Sect, formula: LotFormula) -> f64 {
        let day = sect == Sect::Day || formula == LotFormula::Day;
        let laid_off = |from_deg: f64, to_deg: f64| {
            let arc = if day {
                to_deg - from_deg
            } else {
                from_deg - to_deg
            };
            normalize_deg(points.ascendant_deg + arc)
        };
        let fortune = || laid_off(points.sun_deg, points.moon_deg);
        let spirit = || laid_off(points.moon_deg, points.sun_deg);
        match self {
            Self::Fortune => fortune(),
            Self::Spirit => spirit(),
            Self::Eros => laid_off(spirit(), points.venus_deg),
            Self::Necessity => laid_off(points.mercury_deg, fortune()),
            Self::Courage => laid_off(points.mars_deg, fortune()),
            Self::Victory => laid_off(spirit(), points.jupiter_deg),
            Self::Nemesis => laid_off(points.saturn_deg, fortune()),
            Self::Father => laid_off(points.sun_deg, points.saturn_deg),
            Self::Mother => laid_off(points.venus_deg, points.moon_deg),
            Self::Marriage => laid_off(points.saturn_deg, points.venus_deg),
            Self::Children => laid_off(points.jupiter_deg, points.saturn_deg),
            Self::Exaltation if day => normalize_deg(points.ascendant_deg + 19.0 - points.sun_deg),
            Self::Exaltation => normalize_deg(points.ascendant_deg + 33.0 - points.moon_deg),
            Self::Basis => {
                normalize_deg(points.ascendant_deg + separation_deg(fortune(), spirit()))
            }
        }
    }
}

impl LotFormula {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sect => "sect",
            Self::Day => "day",
        }
    }
}
