//! The colors of a report, derived from that of the organization.

use chart::{Colour, TEXT_CONTRAST};

const WHITE: Colour = Colour::from_rgb(0xff_ffff);
const INK: Colour = Colour::from_rgb(0x1d_2129);
const MUTED: Colour = Colour::from_rgb(0x5c_6470);

/// The colors of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// The organization's color.
    pub(crate) accent: Colour,
    /// Text on it.
    pub(crate) on_accent: Colour,
    /// Secondary text on it.
    pub(crate) on_accent_muted: Colour,
    /// Ornaments on it.
    pub(crate) ornament: Colour,
    /// Headings on white: the organization's color, darker if it has too little contrast.
    pub(crate) heading: Colour,
    /// Text.
    pub(crate) ink: Colour,
    /// Secondary text.
    pub(crate) muted: Colour,
    /// Lines.
    pub(crate) rule: Colour,
    /// The background of every other row.
    pub(crate) tint: Colour,
}

impl Palette {
    pub(crate) fn of(accent: Colour) -> Self {
        let on_accent = if accent.contrast(WHITE) >= accent.contrast(INK) {
            WHITE
        } else {
            INK
        };
        let darker = (0..=20).map(|step| mix(accent, INK, f64::from(step) / 20.0));
        let mut readable = darker.filter(|it| it.contrast(WHITE) >= TEXT_CONTRAST.max(5.5));
        let heading = readable.next().unwrap_or(INK);
        let weaker = (0..=20).map(|step| mix(accent, on_accent, f64::from(step) / 20.0));
        let mut weaker = weaker.filter(|it| it.contrast(accent) >= TEXT_CONTRAST);
        Self {
            accent,
            on_accent,
            on_accent_muted: weaker.next().unwrap_or(on_accent),
            ornament: mix(accent, on_accent, 0.16),
            heading,
            ink: INK,
            muted: MUTED,
            rule: mix(WHITE, heading, 0.28),
            tint: mix(WHITE, heading, 0.05),
        }
    }
}

/// A color between two others: the first for 0, the second for 1.
fn mix(one: Colour, other: Colour, share: f64) -> Colour {
    let (one, other) = (one.channels(), other.channels());
    let channel = |index: usize| {
        let (from, to) = (f64::from(one[index]), f64::from(other[index]));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two numbers of one byte"
        )]
        let mixed = (from + (to - from) * share).round() as u32;
        mixed
    };
    Colour::from_rgb(channel(0) << 16 | channel(1) << 8 | channel(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read_with_every_color_of_an_organization() {
        for rgb in [
            0x00_0000, 0xff_ffff, 0xff_ff00, 0x80_8080, 0x2a_4d7c, 0xff_3366, 0x00_ff00,
        ] {
            let accent = Colour::from_rgb(rgb);
            let palette = Palette::of(accent);
            assert!(palette.on_accent.contrast(accent) >= 4.0, "{accent}");
            assert!(palette.heading.contrast(WHITE) >= TEXT_CONTRAST, "{accent}");
            assert!(palette.ink.contrast(palette.tint) >= TEXT_CONTRAST);
            assert!(palette.muted.contrast(palette.tint) >= TEXT_CONTRAST);
        }
    }

    #[test]
    fn a_dark_color_stays_as_it_is() {
        let accent = Colour::from_rgb(0x2a_1d5c);
        assert_eq!(Palette::of(accent).heading, accent);
    }
}
