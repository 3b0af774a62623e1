//! The words of a chart, in the language of its reader. Names of points are part of the points.

use ids::{AspectKind, Sign};

/// The words that a chart or its description uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartWords {
    /// The language as a BCP 47 tag.
    pub language: String,
    /// Names of the signs from Aries.
    pub signs: [String; 12],
    /// Names of the aspects in the order of [`AspectKind::ALL`].
    pub aspects: [String; 15],
    /// "House".
    pub house: String,
    /// "retrograde".
    pub retrograde: String,
    /// "Ascendant".
    pub ascendant: String,
    /// "Midheaven".
    pub midheaven: String,
    /// Heading of the positions.
    pub positions: String,
    /// Heading of the aspects.
    pub aspects_heading: String,
    /// Heading of the balance of elements and modes.
    pub balance: String,
    /// Names of the elements from fire.
    pub elements: [String; 4],
    /// Names of the modes from cardinal.
    pub modes: [String; 3],
    /// Shown when there are no houses.
    pub no_houses: String,
}

impl ChartWords {
    /// Returns the words in English.
    pub fn english() -> Self {
        let signs = [
            "Aries",
            "Taurus",
            "Gemini",
            "Cancer",
            "Leo",
            "Virgo",
            "Libra",
            "Scorpio",
            "Sagittarius",
            "Capricorn",
            "Aquarius",
            "Pisces",
        ];
        let aspects = [
            "conjunction",
            "sextile",
            "square",
            "trine",
            "opposition",
            "semisextile",
            "semisquare",
            "quintile",
            "sesquisquare",
            "biquintile",
            "quincunx",
            "septile",
            "novile",
            "parallel",
            "contraparallel",
        ];
        Self {
            language: "en".to_owned(),
            signs: signs.map(str::to_owned),
            aspects: aspects.map(str::to_owned),
            house: "House".to_owned(),
            retrograde: "retrograde".to_owned(),
            ascendant: "Ascendant".to_owned(),
            midheaven: "Midheaven".to_owned(),
            positions: "Positions".to_owned(),
            aspects_heading: "Aspects".to_owned(),
            balance: "Balance (Sun to Pluto)".to_owned(),
            elements: ["Fire", "Earth", "Air", "Water"].map(str::to_owned),
            modes: ["Cardinal", "Fixed", "Mutable"].map(str::to_owned),
            no_houses: "No houses: the time is not known.".to_owned(),
        }
    }

    /// Returns the name of a sign.
    pub fn sign(&self, sign: Sign) -> &str {
        &self.signs[sign as usize]
    }

    /// Returns the name of an aspect.
    pub fn aspect(&self, kind: AspectKind) -> &str {
        &self.aspects[kind as usize]
    }

    /// Formats a longitude as degrees and minutes in a sign, such as `11°38′ Cancer`.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::ChartWords;
    ///
    /// let words = ChartWords::english();
    /// assert_eq!(words.longitude(101.64), "11°38′ Cancer");
    /// // Minutes are cut off: the sign does not change before the longitude reaches it.
    /// assert_eq!(words.longitude(29.999), "29°59′ Aries");
    /// ```
    pub fn longitude(&self, longitude_deg: f64) -> String {
        let place = InSign::of(longitude_deg);
        format!(
            "{}°{:02}′ {}",
            place.degrees,
            place.minutes,
            self.sign(place.sign)
        )
    }
}

/// A longitude within a sign. Minutes are truncated, not rounded: 29°59′59″ is still in its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InSign {
    pub(crate) sign: Sign,
    pub(crate) degrees: u32,
    pub(crate) minutes: u32,
}

impl InSign {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is from 0 to 21600"
    )]
    pub(crate) fn of(longitude_deg: f64) -> Self {
        // A nanodegree more: 12.2 degrees are 12 minutes, not 11.999999999.
        let turned = (longitude_deg + 1e-9).rem_euclid(360.0);
        let minutes = (turned * 60.0).floor() as u32 % 21_600;
        Self {
            sign: Sign::of(f64::from(minutes) / 60.0),
            degrees: minutes / 60 % 30,
            minutes: minutes % 60,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longitudes_are_read_in_signs_and_cut_to_minutes() {
        let words = ChartWords::english();
        for (longitude_deg, expected) in [
            (0.0, "0°00′ Aries"),
            (101.65, "11°39′ Cancer"),
            (12.2, "12°12′ Aries"),
            (29.999_9, "29°59′ Aries"),
            (-0.01, "29°59′ Pisces"),
            (359.999_999_999_9, "0°00′ Aries"),
            (720.5, "0°30′ Aries"),
        ] {
            assert_eq!(words.longitude(longitude_deg), expected);
        }
    }
}
