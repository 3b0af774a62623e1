//! Matching of two births by the Moon: the eight kootas of the north (36 points) and the ten poruthams of the south.
//!
//! Everything is counted between the groom's and the bride's Moon. Rules on which the printed tables agree are
//! functions; where they differ, the table is named by [`ashtakoot::Koota::table`].

pub mod ashtakoot;
pub mod manglik;
pub mod porutham;

use super::graha::{Graha, Regard, nakshatra_and_lord};
use super::panchang::part_of;
use crate::sign::Sign;

/// What matching uses of a birth: the Moon's nakshatra, pada and sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoonPlace {
    /// From 1 (Ashwini) to 27 (Revati).
    pub nakshatra: u8,
    /// From 1 to 4.
    pub pada: u8,
    /// The sign.
    pub sign: Sign,
    /// Whether it is in the second half of the sign, by which vashya divides Sagittarius and Capricorn.
    pub is_second_half: bool,
}

impl MoonPlace {
    /// Returns the place of a sidereal longitude.
    pub fn of(sidereal_longitude_deg: f64) -> Self {
        let (found, _) = nakshatra_and_lord(sidereal_longitude_deg);
        Self {
            nakshatra: found.number,
            pada: found.pada,
            sign: Sign::ALL[usize::from(part_of(sidereal_longitude_deg, 12))],
            is_second_half: part_of(sidereal_longitude_deg, 24) % 2 == 1,
        }
    }

    /// Returns the lord of the sign.
    pub const fn lord(self) -> Graha {
        Graha::lord_of(self.sign)
    }

    /// Returns the gana of the nakshatra.
    pub const fn gana(self) -> Gana {
        GANAS[self.index()]
    }

    /// Returns the animal of the nakshatra.
    pub const fn yoni(self) -> Yoni {
        YONIS[self.index()]
    }

    const fn index(self) -> usize {
        (self.nakshatra as usize + 26) % 27
    }

    /// Returns the count of signs to another, inclusive: 1 for the same.
    pub fn signs_to(self, other: Self) -> usize {
        (other.sign.index() + 12 - self.sign.index()) % 12 + 1
    }

    /// Returns the count of nakshatras to another, inclusive: 1 for the same.
    pub const fn nakshatras_to(self, other: Self) -> u8 {
        (other.nakshatra + 27 - self.nakshatra) % 27 + 1
    }
}

/// What the lords of two signs are to each other by nature: first to second and second to first. The same lord is its
/// own friend.
pub fn mutual_regard(one: Graha, other: Graha) -> (Regard, Regard) {
    let regard = |a: Graha, b: Graha| a.natural_regard(b).unwrap_or(Regard::Friend);
    (regard(one, other), regard(other, one))
}

/// The temperament of a nakshatra.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Gana {
    Deva,
    Manushya,
    Rakshasa,
}

impl Gana {
    /// The ids.
    pub const IDS: [&'static str; 3] = ["deva", "manushya", "rakshasa"];

    /// The id.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }
}

/// The ganas from Ashwini on.
const GANAS: [Gana; 27] = {
    use Gana::{Deva as D, Manushya as M, Rakshasa as R};
    [
        D, M, R, M, D, M, D, D, R, R, M, M, D, R, D, R, D, R, R, M, M, D, R, R, M, M, D,
    ]
};

/// The animal of a nakshatra.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Yoni {
    Horse,
    Elephant,
    Sheep,
    Serpent,
    Dog,
    Cat,
    Rat,
    Cow,
    Buffalo,
    Tiger,
    Deer,
    Monkey,
    Mongoose,
    Lion,
}

impl Yoni {
    /// The ids.
    pub const IDS: [&'static str; 14] = [
        "horse", "elephant", "sheep", "serpent", "dog", "cat", "rat", "cow", "buffalo", "tiger",
        "deer", "monkey", "mongoose", "lion",
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// Whether the two are sworn enemies, on which all tables agree.
    pub fn is_enemy_of(self, other: Self) -> bool {
        use Yoni::{
            Buffalo, Cat, Cow, Deer, Dog, Elephant, Horse, Lion, Mongoose, Monkey, Rat, Serpent,
            Sheep, Tiger,
        };
        let pairs = [
            (Horse, Buffalo),
            (Elephant, Lion),
            (Sheep, Monkey),
            (Serpent, Mongoose),
            (Dog, Deer),
            (Cat, Rat),
            (Cow, Tiger),
        ];
        pairs.contains(&(self, other)) || pairs.contains(&(other, self))
    }
}

/// The animals from Ashwini on. The mongoose is also that of Abhijit, which is not counted here.
const YONIS: [Yoni; 27] = {
    use Yoni::{
        Buffalo, Cat, Cow, Deer, Dog, Elephant, Horse, Lion, Mongoose, Monkey, Rat, Serpent, Sheep,
        Tiger,
    };
    [
        Horse, Elephant, Sheep, Serpent, Serpent, Dog, Cat, Sheep, Cat, Rat, Rat, Cow, Buffalo,
        Tiger, Buffalo, Tiger, Deer, Deer, Dog, Monkey, Mongoose, Monkey, Lion, Horse, Lion, Cow,
        Elephant,
    ]
};
