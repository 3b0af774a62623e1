//! Opaque colors, their contrast, and their differences under color vision deficiencies.

use std::fmt;

use crate::error::DrawError;

/// An sRGB color without transparency.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour([u8; 3]);

impl Colour {
    /// Creates a color from a number such as `0xff8000`.
    pub const fn from_rgb(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self([red, green, blue])
    }

    /// Parses `#rrggbb`.
    ///
    /// # Errors
    ///
    /// [`DrawError::ColorSyntax`] for anything else. Names, functions and transparency are not
    /// supported.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::Colour;
    ///
    /// let orange = Colour::parse("#FF8000")?;
    /// assert_eq!(orange.channels(), [255, 128, 0]);
    /// assert_eq!(orange.to_string(), "#ff8000");
    /// assert!(Colour::parse("orange").is_err());
    /// # Ok::<(), chart::DrawError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, DrawError> {
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        digits
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .map(Self::from_rgb)
            .ok_or_else(|| DrawError::ColorSyntax {
                given: text.chars().take(40).collect(),
            })
    }

    /// Returns red, green and blue.
    pub fn channels(self) -> [u8; 3] {
        self.0
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Returns the contrast ratio of two colors, from 1 to 21, as WCAG 2.2 defines it.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::Colour;
    ///
    /// let (black, white) = (Colour::from_rgb(0x000000), Colour::from_rgb(0xffffff));
    /// assert!((black.contrast(white) - 21.0).abs() < 1e-9);
    /// assert!((white.contrast(white) - 1.0).abs() < 1e-9);
    /// ```
    pub fn contrast(self, other: Self) -> f64 {
        let luminance = |colour: Self| {
            let [red, green, blue] = colour.linear();
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(self), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// Formats the color as `#rrggbb`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Types of color vision.
#[cfg(test)]
#[derive(Debug, Clone, Copy)]
pub(super) enum Vision {
    Usual,
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

#[cfg(test)]
impl Vision {
    pub(super) const ALL: [Self; 4] = [
        Self::Usual,
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
    ];

    /// Returns the matrix of Machado, Oliveira & Fernandes 2009, IEEE Trans. Vis. Comput. Graph.
    /// 15, 1291, for severity 1.0 and linear RGB.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Usual => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// Returns the difference of two colors in CIELAB (CIE 1976) for a type of vision.
#[cfg(test)]
pub(super) fn difference(a: Colour, b: Colour, vision: Vision) -> f64 {
    let seen = |colour: Colour| {
        let linear = colour.linear();
        let row = |row: [f64; 3]| row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2];
        lab(vision.matrix().map(row).map(|value| value.clamp(0.0, 1.0)))
    };
    let (a, b) = (seen(a), seen(b));
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
}

/// Converts IEC 61966-2-1 to XYZ, then to CIE 1976 L*a*b* for the D65 white point.
#[cfg(test)]
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let root = |value: f64| {
        if value > 216.0 / 24_389.0 {
            value.cbrt()
        } else {
            (24_389.0 / 27.0 * value + 16.0) / 116.0
        }
    };
    let x = root((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47);
    let y = root(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue);
    let z = root((0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_as_wcag_defines_it() {
        let at = Colour::from_rgb;
        // The published extremes, and #767676, the lightest gray with a contrast of 4.5 on white.
        assert!((at(0).contrast(at(0xff_ffff)) - 21.0).abs() < 1e-9);
        assert!((at(0x12_3456).contrast(at(0x12_3456)) - 1.0).abs() < 1e-9);
        assert!(at(0x76_7676).contrast(at(0xff_ffff)) >= 4.5);
        assert!(at(0x77_7777).contrast(at(0xff_ffff)) < 4.5);
    }

    #[test]
    fn lightness_of_white_and_red_is_the_published_one() {
        // sRGB red is L* 53.24, a* 80.09, b* 67.20 in D65.
        let red = lab(Colour::from_rgb(0xff_0000).linear());
        for (value, expected) in red.iter().zip([53.24, 80.09, 67.20]) {
            assert!((value - expected).abs() < 0.02, "{red:?}");
        }
        // The matrix has seven digits.
        assert!((lab([1.0; 3])[0] - 100.0).abs() < 1e-4);
    }

    #[test]
    fn only_six_digits_are_a_colour() {
        assert_eq!(Colour::parse("#FF8000"), Ok(Colour::from_rgb(0xff_8000)));
        for text in [
            "", "#fff", "ff8000", "#ff80001", "#+f8000", "red", "#ff800g", "url(#x)",
        ] {
            assert!(Colour::parse(text).is_err(), "{text}");
        }
    }
}
