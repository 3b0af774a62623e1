//! Vargas: divisional charts. Each sign is divided into parts, and each part belongs to a sign.
//!
//! The sixteen of BPHS (chapter 6 in most editions), and D5, D6, D8 and D11 as later authors use them. Where authors
//! divide differently, the variants have names; `parashara` is the default of each.

use crate::sign::{Mode, Sign, degrees_in_sign};
use ids::Polarity;

/// A longitude less than this below the beginning of a part belongs to the part: binary numbers cannot represent
/// 3°20', and a sum may fall short of it by 1e-13 degree.
const TOLERANCE_DEG: f64 = 1e-10;

/// The divisional charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Varga {
    D1,
    D2,
    D3,
    D4,
    D5,
    D6,
    D7,
    D8,
    D9,
    D10,
    D11,
    D12,
    D16,
    D20,
    D24,
    D27,
    D30,
    D40,
    D45,
    D60,
}

impl Varga {
    /// Every varga.
    pub const ALL: [Self; 20] = [
        Self::D1,
        Self::D2,
        Self::D3,
        Self::D4,
        Self::D5,
        Self::D6,
        Self::D7,
        Self::D8,
        Self::D9,
        Self::D10,
        Self::D11,
        Self::D12,
        Self::D16,
        Self::D20,
        Self::D24,
        Self::D27,
        Self::D30,
        Self::D40,
        Self::D45,
        Self::D60,
    ];

    /// The id, such as `D9`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::D1 => "D1",
            Self::D2 => "D2",
            Self::D3 => "D3",
            Self::D4 => "D4",
            Self::D5 => "D5",
            Self::D6 => "D6",
            Self::D7 => "D7",
            Self::D8 => "D8",
            Self::D9 => "D9",
            Self::D10 => "D10",
            Self::D11 => "D11",
            Self::D12 => "D12",
            Self::D16 => "D16",
            Self::D20 => "D20",
            Self::D24 => "D24",
            Self::D27 => "D27",
            Self::D30 => "D30",
            Self::D40 => "D40",
            Self::D45 => "D45",
            Self::D60 => "D60",
        }
    }

    /// Its Sanskrit name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D1 => "rashi",
            Self::D2 => "hora",
            Self::D3 => "drekkana",
            Self::D4 => "chaturthamsha",
            Self::D5 => "panchamsha",
            Self::D6 => "shashthamsha",
            Self::D7 => "saptamsha",
            Self::D8 => "ashtamsha",
            Self::D9 => "navamsha",
            Self::D10 => "dashamsha",
            Self::D11 => "rudramsha",
            Self::D12 => "dvadashamsha",
            Self::D16 => "shodashamsha",
            Self::D20 => "vimshamsha",
            Self::D24 => "siddhamsha",
            Self::D27 => "bhamsha",
            Self::D30 => "trimshamsha",
            Self::D40 => "khavedamsha",
            Self::D45 => "akshavedamsha",
            Self::D60 => "shashtyamsha",
        }
    }

    /// Into how many parts it divides a sign. D30 has five unequal ones, unless its variant says otherwise.
    pub const fn divisions(self) -> u8 {
        match self {
            Self::D1 => 1,
            Self::D2 => 2,
            Self::D3 => 3,
            Self::D4 => 4,
            Self::D5 => 5,
            Self::D6 => 6,
            Self::D7 => 7,
            Self::D8 => 8,
            Self::D9 => 9,
            Self::D10 => 10,
            Self::D11 => 11,
            Self::D12 => 12,
            Self::D16 => 16,
            Self::D20 => 20,
            Self::D24 => 24,
            Self::D27 => 27,
            Self::D30 => 30,
            Self::D40 => 40,
            Self::D45 => 45,
            Self::D60 => 60,
        }
    }
}

/// Declares an enum of variants with ids. The first is the default.
macro_rules! variants {
    ($(#[$doc:meta])* $name:ident: $($(#[$variant_doc:meta])* $variant:ident = $id:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Every variant, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The id.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)+
                }
            }
        }
    };
}

variants! {
    /// How D2 divides.
    Hora:
    /// Leo and Cancer only: an odd sign begins with Leo, an even one with Cancer.
    #[default]
    Parashara = "parashara",
    /// The halves of the signs are counted through the zodiac; an even sign has them reversed.
    UmaShambhu = "uma-shambhu",
    /// The first half is of the lord of the sign, the second of the lord of the 11th from it, as Brihat Jataka, chapter
    /// 1, reports. The half of the Sun takes the lord's sign that is strong by day, that of the Moon the other one.
    Raman = "raman",
    /// As Parashara's, but the half of the Sun is of the sign of the lord that is strong by day, and that of the Moon
    /// of the one that is strong by night.
    Kashinatha = "kashinatha",
    /// The halves of the signs are counted through the zodiac.
    Parivritti = "parivritti",
    /// The halves of the odd signs are counted forward from Aries, those of the even signs backward from Pisces.
    Somanatha = "somanatha",
}

variants! {
    /// How D3 divides.
    Drekkana:
    /// The sign, the 5th and the 9th from it.
    #[default]
    Parashara = "parashara",
    /// The movable, the fixed and the dual sign of the element.
    Jagannatha = "jagannatha",
    /// The thirds of the odd signs are counted forward from Aries, those of the even signs backward from Pisces.
    Somanatha = "somanatha",
    /// The thirds of the signs are counted through the zodiac.
    Parivritti = "parivritti",
}

variants! {
    /// How D11 divides.
    Rudramsha:
    /// S. Rath: forward from the sign that is as far before Aries as the sign is after it.
    #[default]
    Rath = "rath",
    /// B. V. Raman: the same counted backward from Pisces.
    Raman = "raman",
}

variants! {
    /// How D24 divides.
    Siddhamsha:
    /// Odd signs forward from Leo, even signs forward from Cancer.
    #[default]
    Parashara = "parashara",
    /// Odd signs forward from Leo, even signs backward from Cancer.
    EvenReversed = "even-reversed",
    /// All signs forward from Leo.
    BothLeo = "both-leo",
}

variants! {
    /// How D30 divides.
    Trimshamsha:
    /// Five unequal parts, of the five planets.
    #[default]
    Unequal = "unequal",
    /// Thirty parts, counted through the zodiac.
    Parivritti = "parivritti",
}

variants! {
    /// How D60 divides.
    Shashtyamsha:
    /// Forward from the sign.
    #[default]
    Sign = "sign",
    /// Forward from Aries.
    Aries = "aries",
    /// Odd signs forward, even signs backward from the sign.
    EvenReversed = "even-reversed",
    /// Odd signs forward from Aries, even signs backward from Pisces.
    AriesEvenReversed = "aries-even-reversed",
}

/// The variant of every varga that has some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VargaVariants {
    /// Of D2.
    pub hora: Hora,
    /// Of D3.
    pub drekkana: Drekkana,
    /// Of D11.
    pub rudramsha: Rudramsha,
    /// Of D24.
    pub siddhamsha: Siddhamsha,
    /// Of D30.
    pub trimshamsha: Trimshamsha,
    /// Of D60.
    pub shashtyamsha: Shashtyamsha,
}

impl VargaVariants {
    /// Returns the id of the variant of a varga; `None` for one without variants.
    pub const fn id_of(self, varga: Varga) -> Option<&'static str> {
        match varga {
            Varga::D2 => Some(self.hora.id()),
            Varga::D3 => Some(self.drekkana.id()),
            Varga::D11 => Some(self.rudramsha.id()),
            Varga::D24 => Some(self.siddhamsha.id()),
            Varga::D30 => Some(self.trimshamsha.id()),
            Varga::D60 => Some(self.shashtyamsha.id()),
            _ => None,
        }
    }

    /// Returns the sign of a longitude in a varga.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::sign::Sign;
    /// use astrology::vedic::varga::{Varga, VargaVariants};
    ///
    /// // The fourth ninth of Taurus: earth signs begin with Capricorn.
    /// let variants = VargaVariants::default();
    /// assert_eq!(variants.sign(Varga::D9, 41.0), Sign::Aries);
    /// // 12° of an even sign is in the second part of D30, which is Mercury's.
    /// assert_eq!(variants.sign(Varga::D30, 42.0 - 0.1), Sign::Virgo);
    /// ```
    pub fn sign(self, varga: Varga, longitude_deg: f64) -> Sign {
        let sign = Sign::of(longitude_deg);
        let degrees = degrees_in_sign(longitude_deg);
        if varga == Varga::D30 && self.trimshamsha == Trimshamsha::Unequal {
            return trimshamsha(sign, degrees);
        }
        self.sign_of_part(varga, sign, part(degrees, varga.divisions()))
    }

    /// Returns the sign of a part, numbered from 0.
    fn sign_of_part(self, varga: Varga, sign: Sign, part: usize) -> Sign {
        let is_odd = sign.polarity() == Polarity::Positive;
        let through = |divisions: usize| Sign::Aries.plus(sign.index() * divisions + part);
        match varga {
            Varga::D1 => sign,
            Varga::D2 => hora(self.hora, sign, part),
            Varga::D3 => match self.drekkana {
                Drekkana::Parashara => sign.plus(4 * part),
                Drekkana::Jagannatha => {
                    // The movable sign of the element is 0, 8 or 4 signs after a movable, fixed or dual sign.
                    sign.plus(by_mode(sign, [0, 8, 4]) + 4 * part)
                }
                Drekkana::Somanatha => somanatha(sign, 3, part),
                Drekkana::Parivritti => through(3),
            },
            Varga::D4 => sign.plus(3 * part),
            Varga::D5 => {
                let odd = [0, 10, 8, 2, 6];
                let even = [1, 5, 11, 9, 7];
                Sign::ALL[if is_odd { odd[part] } else { even[part] }]
            }
            Varga::D6 | Varga::D40 => Sign::ALL[if is_odd { 0 } else { 6 }].plus(part),
            Varga::D7 => sign.plus(if is_odd { 0 } else { 6 } + part),
            Varga::D8 | Varga::D20 => Sign::ALL[by_mode(sign, [0, 8, 4])].plus(part),
            Varga::D9 => through(9),
            Varga::D10 => sign.plus(if is_odd { 0 } else { 8 } + part),
            Varga::D11 => {
                let rath = Sign::Aries.plus(12 - sign.index() + part);
                match self.rudramsha {
                    Rudramsha::Rath => rath,
                    Rudramsha::Raman => Sign::ALL[11 - rath.index()],
                }
            }
            Varga::D12 => sign.plus(part),
            Varga::D16 | Varga::D45 => Sign::ALL[by_mode(sign, [0, 4, 8])].plus(part),
            Varga::D24 => match (self.siddhamsha, is_odd) {
                (Siddhamsha::BothLeo, _) | (_, true) => Sign::Leo.plus(part),
                (Siddhamsha::Parashara, false) => Sign::Cancer.plus(part),
                (Siddhamsha::EvenReversed, false) => Sign::Cancer.plus(24 - part),
            },
            Varga::D27 => through(27),
            Varga::D30 => through(30),
            Varga::D60 => match self.shashtyamsha {
                Shashtyamsha::Sign => sign.plus(part),
                Shashtyamsha::Aries => Sign::Aries.plus(part),
                Shashtyamsha::EvenReversed => sign.plus(if is_odd { part } else { 60 - part }),
                Shashtyamsha::AriesEvenReversed => {
                    Sign::Aries.plus(if is_odd { part } else { 59 - part })
                }
            },
        }
    }
}

/// Returns the equal part of a sign that contains a degree, from 0.
fn part(degrees: f64, divisions: u8) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the degree is in [0, 30)"
    )]
    let part = ((degrees + TOLERANCE_DEG) * f64::from(divisions) / 30.0) as usize;
    part.min(usize::from(divisions) - 1)
}

/// Returns the value for a movable, fixed or dual sign.
const fn by_mode(sign: Sign, values: [usize; 3]) -> usize {
    values[match sign.mode() {
        Mode::Cardinal => 0,
        Mode::Fixed => 1,
        Mode::Mutable => 2,
    }]
}

/// Parts of the odd signs forward from Aries, of the even signs backward from Pisces.
fn somanatha(sign: Sign, divisions: usize, part: usize) -> Sign {
    let count = (sign.index() / 2 * divisions + part) % 12;
    Sign::ALL[if sign.index().is_multiple_of(2) {
        count
    } else {
        11 - count
    }]
}

fn hora(variant: Hora, sign: Sign, half: usize) -> Sign {
    let is_odd = sign.index().is_multiple_of(2);
    let is_of_the_sun = is_odd == (half == 0);
    match variant {
        Hora::Parashara if is_of_the_sun => Sign::Leo,
        Hora::Parashara => Sign::Cancer,
        Hora::UmaShambhu => {
            let half = if is_odd { half } else { 1 - half };
            Sign::Aries.plus(2 * sign.index() + half)
        }
        Hora::Raman => strong_sign(sign.plus(10 * half), is_of_the_sun),
        Hora::Kashinatha => strong_sign(sign, is_of_the_sun),
        Hora::Parivritti => Sign::Aries.plus(2 * sign.index() + half),
        Hora::Somanatha => somanatha(sign, 2, half),
    }
}

/// The sign of a sign's lord that is strong by day (Leo, Virgo, Libra, Scorpio, Aquarius, Pisces), or by night.
fn strong_sign(sign: Sign, by_day: bool) -> Sign {
    let (day, night) = match sign {
        Sign::Aries | Sign::Scorpio => (Sign::Scorpio, Sign::Aries),
        Sign::Taurus | Sign::Libra => (Sign::Libra, Sign::Taurus),
        Sign::Gemini | Sign::Virgo => (Sign::Virgo, Sign::Gemini),
        Sign::Cancer | Sign::Leo => (Sign::Leo, Sign::Cancer),
        Sign::Sagittarius | Sign::Pisces => (Sign::Pisces, Sign::Sagittarius),
        Sign::Capricorn | Sign::Aquarius => (Sign::Aquarius, Sign::Capricorn),
    };
    if by_day { day } else { night }
}

fn trimshamsha(sign: Sign, degrees: f64) -> Sign {
    const ODD: [(f64, Sign); 5] = [
        (5.0, Sign::Aries),
        (10.0, Sign::Aquarius),
        (18.0, Sign::Sagittarius),
        (25.0, Sign::Gemini),
        (30.0, Sign::Libra),
    ];
    const EVEN: [(f64, Sign); 5] = [
        (5.0, Sign::Taurus),
        (12.0, Sign::Virgo),
        (20.0, Sign::Pisces),
        (25.0, Sign::Capricorn),
        (30.0, Sign::Scorpio),
    ];
    let is_odd = sign.index().is_multiple_of(2);
    let parts = if is_odd { ODD } else { EVEN };
    let [.., (_, last)] = parts;
    let found = parts
        .into_iter()
        .find(|(end, _)| degrees + TOLERANCE_DEG < *end);
    found.map_or(last, |(_, sign)| sign)
}
