//! The look of charts: five themes, and custom colors that stay readable.

mod colour;

use std::fmt;

pub use self::colour::Colour;
use crate::{error::DrawError, glyph::AspectFamily};

/// The contrast that text needs with its background (WCAG 2.2, success criterion 1.4.3, level AA).
pub const TEXT_CONTRAST: f64 = 4.5;
/// The contrast that lines and symbols need (WCAG 2.2, success criterion 1.4.11, level AA).
pub const GRAPHIC_CONTRAST: f64 = 3.0;

/// A theme of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThemeName {
    /// Ivory paper, signs in the colors of their elements.
    Classic,
    /// White, with softly tinted signs.
    Light,
    /// For dark pages.
    Dark,
    /// Few lines and hardly any color.
    Minimal,
    /// Black on white: patterns instead of colors.
    Print,
}

impl ThemeName {
    /// All themes.
    pub const ALL: [Self; 5] = [
        Self::Classic,
        Self::Light,
        Self::Dark,
        Self::Minimal,
        Self::Print,
    ];

    /// Returns the id used by the API.
    pub fn id(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Minimal => "minimal",
            Self::Print => "print",
        }
    }

    /// Returns the theme with this id.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{Theme, ThemeName};
    ///
    /// let name = ThemeName::from_id("dark").expect("a theme of the API");
    /// assert_ne!(Theme::named(name), Theme::named(ThemeName::Light));
    /// assert_eq!(ThemeName::from_id("neon"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

/// The role of a color, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorRole {
    /// Names, degrees and the symbols of points.
    Ink,
    /// Minutes, cusps and other secondary text.
    Muted,
    /// Circles, cusp lines and ticks.
    Line,
    /// The mark of retrograde motion.
    Retrograde,
    /// The symbols of the signs.
    Sign,
    /// Lines of aspects.
    Aspect(AspectFamily),
}

impl fmt::Display for ColorRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ink => "text",
            Self::Muted => "secondary text",
            Self::Line => "lines",
            Self::Retrograde => "the retrograde mark",
            Self::Sign => "signs",
            Self::Aspect(AspectFamily::Union) => "conjunctions",
            Self::Aspect(AspectFamily::Tension) => "squares and oppositions",
            Self::Aspect(AspectFamily::Harmony) => "trines and sextiles",
            Self::Aspect(AspectFamily::Adjustment) => "quincunxes",
            Self::Aspect(AspectFamily::Creation) => "quintiles",
        })
    }
}

/// Everything that determines the look of a chart. Every theme, including one with custom colors,
/// has sufficient contrast.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// The background of the page.
    pub(crate) background: Colour,
    /// The ring of the points.
    pub(crate) ring: Colour,
    /// The disc of the aspect lines.
    pub(crate) disc: Colour,
    pub(crate) ink: Colour,
    pub(crate) muted: Colour,
    pub(crate) line: Colour,
    pub(crate) retrograde: Colour,
    /// The backgrounds of fire, earth, air and water signs.
    pub(crate) sign_fills: [Colour; 4],
    pub(crate) sign_inks: [Colour; 4],
    /// In the order of [`AspectFamily::ALL`].
    pub(crate) aspects: [Colour; 5],
    /// Whether a strip beside each sign shows its element as a pattern.
    pub(crate) element_patterns: bool,
    /// Whether every aspect has its own dash pattern, because the colors are the same.
    pub(crate) aspect_patterns: bool,
    /// Whether each degree has a tick, or only each fifth.
    pub(crate) fine_ticks: bool,
}

/// Custom colors. Those that are absent keep the theme's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CustomColours {
    /// The background of the page, of rings and of signs.
    pub background: Option<Colour>,
    /// Text and symbols.
    pub ink: Option<Colour>,
    /// Circles and ticks.
    pub line: Option<Colour>,
    /// Symbols of the signs.
    pub sign: Option<Colour>,
    /// Squares and oppositions.
    pub tension: Option<Colour>,
    /// Trines and sextiles.
    pub harmony: Option<Colour>,
}

impl Theme {
    /// Returns a theme by its name.
    pub fn named(name: ThemeName) -> Self {
        match name {
            ThemeName::Classic => classic(),
            ThemeName::Light => light(),
            ThemeName::Dark => dark(),
            ThemeName::Minimal => minimal(),
            ThemeName::Print => print(),
        }
    }

    /// Returns the theme with some colors replaced.
    ///
    /// # Errors
    /// [`DrawError::ContrastTooLow`] for the first color with too little contrast with its
    /// background. With a custom background this can be one of the theme's own colors.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{Colour, CustomColours, Theme, ThemeName};
    /// let pale = CustomColours { ink: Some(Colour::parse("#dddddd").unwrap()), ..Default::default() };
    /// assert!(Theme::named(ThemeName::Light).with(&pale).is_err());
    /// ```
    pub fn with(mut self, custom: &CustomColours) -> Result<Self, DrawError> {
        if let Some(background) = custom.background {
            (self.background, self.ring, self.disc) = (background, background, background);
            self.sign_fills = [background; 4];
        }
        if let Some(ink) = custom.ink {
            (self.ink, self.muted) = (ink, ink);
        }
        self.line = custom.line.unwrap_or(self.line);
        if let Some(sign) = custom.sign {
            self.sign_inks = [sign; 4];
        }
        let [_, tension, harmony, _, _] = &mut self.aspects;
        *tension = custom.tension.unwrap_or(*tension);
        *harmony = custom.harmony.unwrap_or(*harmony);
        self.contrasts().into_iter().try_for_each(Contrast::check)?;
        Ok(self)
    }

    /// Returns the color of an aspect line.
    pub(crate) fn aspect(&self, family: AspectFamily) -> Colour {
        self.aspects[family as usize]
    }

    /// Returns each pair of colors that must be distinguishable.
    fn contrasts(&self) -> Vec<Contrast> {
        let mut pairs = Vec::new();
        let mut add = |role, over, behind, required| {
            pairs.push(Contrast {
                role,
                over,
                behind,
                required,
            });
        };
        for behind in [self.background, self.ring] {
            add(ColorRole::Ink, self.ink, behind, TEXT_CONTRAST);
            add(ColorRole::Muted, self.muted, behind, TEXT_CONTRAST);
            add(
                ColorRole::Retrograde,
                self.retrograde,
                behind,
                TEXT_CONTRAST,
            );
            add(ColorRole::Line, self.line, behind, GRAPHIC_CONTRAST);
        }
        add(ColorRole::Muted, self.muted, self.disc, TEXT_CONTRAST);
        add(ColorRole::Line, self.line, self.disc, GRAPHIC_CONTRAST);
        for (over, behind) in self.sign_inks.into_iter().zip(self.sign_fills) {
            add(ColorRole::Sign, over, behind, TEXT_CONTRAST);
            add(ColorRole::Sign, over, self.ring, TEXT_CONTRAST);
            // Borders and ticks.
            add(ColorRole::Line, self.line, behind, GRAPHIC_CONTRAST);
        }
        for family in AspectFamily::ALL {
            let over = self.aspect(family);
            add(ColorRole::Aspect(family), over, self.disc, GRAPHIC_CONTRAST);
            // The grid and the table are on the page itself.
            add(
                ColorRole::Aspect(family),
                over,
                self.background,
                GRAPHIC_CONTRAST,
            );
        }
        pairs
    }
}

struct Contrast {
    role: ColorRole,
    over: Colour,
    behind: Colour,
    required: f64,
}

impl Contrast {
    fn check(self) -> Result<(), DrawError> {
        let contrast = self.over.contrast(self.behind);
        if contrast >= self.required {
            return Ok(());
        }
        Err(DrawError::ContrastTooLow {
            role: self.role,
            contrast,
            required: self.required,
        })
    }
}

const fn rgb(value: u32) -> Colour {
    Colour::from_rgb(value)
}

fn classic() -> Theme {
    Theme {
        background: rgb(0xff_fdf6),
        ring: rgb(0xff_fdf6),
        disc: rgb(0xff_fdf6),
        ink: rgb(0x2a_2622),
        muted: rgb(0x6a_6258),
        line: rgb(0x86_7d6e),
        retrograde: rgb(0xa8_2a12),
        sign_fills: [
            rgb(0xfb_e6d8),
            rgb(0xe9_eedb),
            rgb(0xfb_f3d4),
            rgb(0xe2_ecf2),
        ],
        sign_inks: [
            rgb(0xa8_2a12),
            rgb(0x4d_5f14),
            rgb(0x85_5700),
            rgb(0x1d_4f8f),
        ],
        aspects: [
            rgb(0x33_2b33),
            rgb(0xc2_3a0a),
            rgb(0x1f_45c8),
            rgb(0x16_946f),
            rgb(0xae_5cc0),
        ],
        element_patterns: false,
        aspect_patterns: false,
        fine_ticks: true,
    }
}

fn light() -> Theme {
    Theme {
        background: rgb(0xff_ffff),
        ring: rgb(0xff_ffff),
        disc: rgb(0xfa_fbfd),
        ink: rgb(0x1d_2430),
        muted: rgb(0x5c_6675),
        line: rgb(0x7d_8592),
        retrograde: rgb(0xb4_2a0c),
        sign_fills: [
            rgb(0xfd_eeea),
            rgb(0xee_f5e9),
            rgb(0xfd_f6e3),
            rgb(0xe9_f1fb),
        ],
        sign_inks: [
            rgb(0xa5_2c14),
            rgb(0x3a_6424),
            rgb(0x7d_5600),
            rgb(0x1f_5296),
        ],
        aspects: [
            rgb(0x3b_3540),
            rgb(0xc0_390b),
            rgb(0x2b_4fd0),
            rgb(0x1a_9a76),
            rgb(0xb0_62c4),
        ],
        element_patterns: false,
        aspect_patterns: false,
        fine_ticks: true,
    }
}

fn dark() -> Theme {
    Theme {
        background: rgb(0x12_161f),
        ring: rgb(0x16_1b26),
        disc: rgb(0x12_161f),
        ink: rgb(0xf1_ede2),
        muted: rgb(0xa3_adbf),
        line: rgb(0x6a_768c),
        retrograde: rgb(0xff_8a6b),
        sign_fills: [
            rgb(0x2e_1f24),
            rgb(0x1f_2b26),
            rgb(0x2d_2a1f),
            rgb(0x1b_2738),
        ],
        sign_inks: [
            rgb(0xff_9a7d),
            rgb(0x9f_d48a),
            rgb(0xf0_cb6c),
            rgb(0x83_bdf7),
        ],
        aspects: [
            rgb(0xec_e9e0),
            rgb(0xe0_5a2b),
            rgb(0x5f_86ff),
            rgb(0x2f_c272),
            rgb(0xd7_85c8),
        ],
        element_patterns: false,
        aspect_patterns: false,
        fine_ticks: true,
    }
}

fn minimal() -> Theme {
    let (white, ink, grey) = (rgb(0xff_ffff), rgb(0x22_2222), rgb(0x59_5959));
    Theme {
        background: white,
        ring: white,
        disc: white,
        ink,
        muted: grey,
        line: rgb(0x94_9494),
        retrograde: grey,
        sign_fills: [white; 4],
        sign_inks: [grey; 4],
        aspects: [
            ink,
            rgb(0xb2_3a1e),
            rgb(0x33_58c4),
            rgb(0x4a_9a80),
            rgb(0xa8_6cb8),
        ],
        element_patterns: false,
        aspect_patterns: false,
        fine_ticks: false,
    }
}

fn print() -> Theme {
    let (white, black) = (rgb(0xff_ffff), rgb(0));
    Theme {
        background: white,
        ring: white,
        disc: white,
        ink: black,
        muted: black,
        line: black,
        retrograde: black,
        sign_fills: [white; 4],
        sign_inks: [black; 4],
        aspects: [black; 5],
        element_patterns: true,
        aspect_patterns: true,
        fine_ticks: true,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        colour::{Vision, difference},
        *,
    };

    #[test]
    fn every_theme_has_the_contrast_of_level_aa() {
        for name in ThemeName::ALL {
            for pair in Theme::named(name).contrasts() {
                let (over, behind) = (pair.over, pair.behind);
                assert_eq!(pair.check(), Ok(()), "{}: {over} on {behind}", name.id());
            }
        }
    }

    #[test]
    fn aspect_colours_are_told_apart_with_any_vision() {
        for name in ThemeName::ALL
            .into_iter()
            .filter(|name| *name != ThemeName::Print)
        {
            let colours = Theme::named(name).aspects;
            for vision in Vision::ALL {
                for (index, a) in colours.iter().enumerate() {
                    for b in &colours[index + 1..] {
                        let apart = difference(*a, *b, vision);
                        // 2.3 is a just noticeable difference (Mahy et al. 1994). Thin lines need
                        // several times that.
                        assert!(
                            apart >= 18.0,
                            "{}: {a} and {b} for {vision:?}: {apart:.1}",
                            name.id()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_printed_theme_has_no_colour() {
        let theme = Theme::named(ThemeName::Print);
        let (black, white) = (rgb(0), rgb(0xff_ffff));
        for pair in theme.contrasts() {
            assert_eq!((pair.over, pair.behind), (black, white));
        }
        assert!(theme.aspect_patterns && theme.element_patterns);
    }

    #[test]
    fn custom_colours_are_taken_when_they_can_be_read() {
        let colour = |text| Some(Colour::parse(text).unwrap());
        let good = CustomColours {
            background: colour("#fffafc"),
            ink: colour("#401030"),
            sign: colour("#702050"),
            ..Default::default()
        };
        assert_eq!(
            Theme::named(ThemeName::Light).with(&good).unwrap().ink,
            rgb(0x40_1030)
        );
        let check =
            |custom: CustomColours, expected: ColorRole| match Theme::named(ThemeName::Light)
                .with(&custom)
            {
                Err(DrawError::ContrastTooLow {
                    role,
                    contrast,
                    required,
                }) => {
                    assert_eq!(role, expected);
                    assert!(contrast < required);
                }
                other => panic!("{other:?}"),
            };
        let none = CustomColours::default();
        check(
            CustomColours {
                ink: colour("#888888"),
                ..none
            },
            ColorRole::Ink,
        );
        check(
            CustomColours {
                line: colour("#dddddd"),
                ..none
            },
            ColorRole::Line,
        );
        check(
            CustomColours {
                harmony: colour("#ffee00"),
                ..none
            },
            ColorRole::Aspect(AspectFamily::Harmony),
        );
        // A dark page under the dark ink of a light theme.
        check(
            CustomColours {
                background: colour("#000000"),
                ..none
            },
            ColorRole::Ink,
        );
    }

    #[test]
    fn themes_are_found_by_their_ids() {
        for name in ThemeName::ALL {
            assert_eq!(ThemeName::from_id(name.id()), Some(name));
        }
        assert_eq!(ThemeName::from_id("neon"), None);
    }
}
