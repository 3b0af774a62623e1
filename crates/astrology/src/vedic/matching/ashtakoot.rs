//! The eight kootas (guna milan): at most 36 points.
//!
//! All tables agree about varna, tara, graha maitri, bhakoot and nadi, about equal and hostile animals, and about equal
//! ganas. They differ about vashya, about animals that are neither equal nor hostile, and about unequal ganas. The
//! tables used for these are those printed most often in northern India.

use super::{MoonPlace, mutual_regard};
use crate::{
    sign::{Element, Sign},
    vedic::graha::Regard,
};

/// A koota.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Koota {
    Varna,
    Vashya,
    Tara,
    Yoni,
    GrahaMaitri,
    Gana,
    Bhakoot,
    Nadi,
}

impl Koota {
    /// Every koota, in the order of its points.
    pub const ALL: [Self; 8] = [
        Self::Varna,
        Self::Vashya,
        Self::Tara,
        Self::Yoni,
        Self::GrahaMaitri,
        Self::Gana,
        Self::Bhakoot,
        Self::Nadi,
    ];

    /// The greatest number of points.
    pub const fn most(self) -> u8 {
        self as u8 + 1
    }

    /// The name of the rule or table. Those in which printed tables differ name the variant.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Varna => "varna-by-element",
            Self::Vashya => "vashya-five-groups",
            Self::Tara => "tara-both-ways",
            Self::Yoni => "yoni-fourteen-animals",
            Self::GrahaMaitri => "natural-friendship",
            Self::Gana => "gana-6-5-1-0",
            Self::Bhakoot => "bhakoot-2-12-5-9-6-8",
            Self::Nadi => "nadi-three-humours",
        }
    }

    /// Returns the points of a groom and a bride.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::vedic::matching::{MoonPlace, ashtakoot::Koota};
    ///
    /// // The same nakshatra has the same nadi: no points. Another nadi: all eight.
    /// let (ashwini, bharani) = (MoonPlace::of(5.0), MoonPlace::of(15.0));
    /// assert_eq!(Koota::Nadi.points(ashwini, ashwini), 0.0);
    /// assert_eq!(Koota::Nadi.points(ashwini, bharani), 8.0);
    /// ```
    pub fn points(self, groom: MoonPlace, bride: MoonPlace) -> f64 {
        match self {
            Self::Varna => f64::from(u8::from(varna(groom.sign) >= varna(bride.sign))),
            Self::Vashya => {
                VASHYA[VashyaGroup::of(groom) as usize][VashyaGroup::of(bride) as usize]
            }
            Self::Tara => 1.5 * f64::from(good_taras(groom, bride)),
            Self::Yoni => f64::from(YONI[groom.yoni() as usize][bride.yoni() as usize]),
            Self::GrahaMaitri => graha_maitri(groom, bride),
            Self::Gana => f64::from(GANA[groom.gana() as usize][bride.gana() as usize]),
            Self::Bhakoot => match groom.signs_to(bride) {
                2 | 5 | 6 | 8 | 9 | 12 => 0.0,
                _ => 7.0,
            },
            Self::Nadi => {
                if nadi(groom) == nadi(bride) {
                    0.0
                } else {
                    8.0
                }
            }
        }
    }
}

/// The class of a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Varna {
    Shudra,
    Vaishya,
    Kshatriya,
    Brahmin,
}

impl Varna {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Shudra => "shudra",
            Self::Vaishya => "vaishya",
            Self::Kshatriya => "kshatriya",
            Self::Brahmin => "brahmin",
        }
    }
}

/// Returns the varna of a sign.
pub fn varna(sign: Sign) -> Varna {
    match sign.element() {
        Element::Water => Varna::Brahmin,
        Element::Fire => Varna::Kshatriya,
        Element::Earth => Varna::Vaishya,
        Element::Air => Varna::Shudra,
    }
}

/// The group of a sign for vashya.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum VashyaGroup {
    Chatushpada,
    Manava,
    Jalachara,
    Vanachara,
    Keeta,
}

impl VashyaGroup {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Chatushpada => "chatushpada",
            Self::Manava => "manava",
            Self::Jalachara => "jalachara",
            Self::Vanachara => "vanachara",
            Self::Keeta => "keeta",
        }
    }

    /// Returns the group of a Moon. Sagittarius and Capricorn are divided in the middle.
    pub fn of(moon: MoonPlace) -> Self {
        match moon.sign {
            Sign::Leo => Self::Vanachara,
            Sign::Scorpio => Self::Keeta,
            Sign::Sagittarius if moon.is_second_half => Self::Chatushpada,
            Sign::Capricorn if moon.is_second_half => Self::Jalachara,
            Sign::Aries | Sign::Taurus | Sign::Capricorn => Self::Chatushpada,
            Sign::Cancer | Sign::Pisces => Self::Jalachara,
            Sign::Gemini | Sign::Virgo | Sign::Libra | Sign::Sagittarius | Sign::Aquarius => {
                Self::Manava
            }
        }
    }
}

/// Groom by bride, in the order of [`VashyaGroup`].
const VASHYA: [[f64; 5]; 5] = [
    [2.0, 1.0, 1.0, 0.5, 1.0],
    [1.0, 2.0, 0.5, 0.0, 1.0],
    [1.0, 0.5, 2.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 2.0, 0.0],
    [1.0, 1.0, 1.0, 0.0, 2.0],
];

/// Returns how many of the two counts of nakshatras, from each to the other, are good: not the third, fifth or seventh
/// of nine.
fn good_taras(groom: MoonPlace, bride: MoonPlace) -> u8 {
    let is_good = |count: u8| !matches!((count - 1) % 9 + 1, 3 | 5 | 7);
    u8::from(is_good(groom.nakshatras_to(bride))) + u8::from(is_good(bride.nakshatras_to(groom)))
}

/// In the order of [`super::Yoni`].
const YONI: [[u8; 14]; 14] = [
    [4, 2, 2, 3, 2, 2, 2, 1, 0, 1, 3, 3, 2, 1],
    [2, 4, 3, 3, 2, 2, 2, 2, 3, 1, 2, 3, 2, 0],
    [2, 3, 4, 2, 1, 2, 1, 3, 3, 1, 2, 0, 3, 1],
    [3, 3, 2, 4, 2, 1, 1, 1, 1, 2, 2, 2, 0, 2],
    [2, 2, 1, 2, 4, 2, 1, 2, 2, 1, 0, 2, 1, 1],
    [2, 2, 2, 1, 2, 4, 0, 2, 2, 1, 3, 3, 2, 1],
    [2, 2, 1, 1, 1, 0, 4, 2, 2, 2, 2, 2, 1, 2],
    [1, 2, 3, 1, 2, 2, 2, 4, 3, 0, 3, 2, 2, 1],
    [0, 3, 3, 1, 2, 2, 2, 3, 4, 1, 2, 2, 2, 1],
    [1, 1, 1, 2, 1, 1, 2, 0, 1, 4, 1, 1, 2, 1],
    [3, 2, 2, 2, 0, 3, 2, 3, 2, 1, 4, 2, 2, 1],
    [3, 3, 0, 2, 2, 3, 2, 2, 2, 1, 2, 4, 3, 2],
    [2, 2, 3, 0, 1, 2, 1, 2, 2, 2, 2, 3, 4, 2],
    [1, 0, 1, 2, 1, 1, 2, 1, 1, 1, 1, 2, 2, 4],
];

fn graha_maitri(groom: MoonPlace, bride: MoonPlace) -> f64 {
    use Regard::{Enemy, Friend, Neutral};
    match mutual_regard(groom.lord(), bride.lord()) {
        (Friend, Friend) => 5.0,
        (Friend, Neutral) | (Neutral, Friend) => 4.0,
        (Neutral, Neutral) => 3.0,
        (Friend, Enemy) | (Enemy, Friend) => 1.0,
        (Neutral, Enemy) | (Enemy, Neutral) => 0.5,
        (Enemy, Enemy) => 0.0,
    }
}

/// Groom by bride: deva, manushya, rakshasa.
const GANA: [[u8; 3]; 3] = [[6, 6, 1], [5, 6, 0], [1, 0, 6]];

/// Returns the nadi of a nakshatra: 0 adi, 1 madhya, 2 antya. It runs there and back.
pub const fn nadi(moon: MoonPlace) -> u8 {
    [0, 1, 2, 2, 1, 0][(moon.nakshatra as usize + 5) % 6]
}

/// The ids of nadis.
pub const NADIS: [&str; 3] = ["adi", "madhya", "antya"];

/// A blemish of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dosha {
    /// The koota without points.
    pub koota: Koota,
    /// The rule that cancels it, if one applies.
    pub cancelled_by: Option<Cancellation>,
}

/// A rule that cancels a dosha.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancellation {
    /// Nadi: the same sign in different nakshatras.
    SameSignOtherNakshatra,
    /// Nadi: the same nakshatra in different signs.
    SameNakshatraOtherSign,
    /// Nadi: the same nakshatra in different padas.
    SameNakshatraOtherPada,
    /// Bhakoot and gana: one planet rules both signs.
    SameSignLord,
    /// Bhakoot and gana: the lords of the signs are friends of each other.
    FriendlySignLords,
}

impl Cancellation {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::SameSignOtherNakshatra => "same-sign-other-nakshatra",
            Self::SameNakshatraOtherSign => "same-nakshatra-other-sign",
            Self::SameNakshatraOtherPada => "same-nakshatra-other-pada",
            Self::SameSignLord => "same-sign-lord",
            Self::FriendlySignLords => "friendly-sign-lords",
        }
    }
}

/// Returns the doshas of a match: nadi and bhakoot without points, and gana with at most one.
pub fn doshas(groom: MoonPlace, bride: MoonPlace) -> Vec<Dosha> {
    let found = [Koota::Gana, Koota::Bhakoot, Koota::Nadi].into_iter();
    let found = found.filter(|koota| koota.points(groom, bride) <= 1.0);
    found
        .map(|koota| Dosha {
            koota,
            cancelled_by: match koota {
                Koota::Nadi => cancelled_nadi(groom, bride),
                _ => cancelled_by_lords(groom, bride),
            },
        })
        .collect()
}

fn cancelled_nadi(groom: MoonPlace, bride: MoonPlace) -> Option<Cancellation> {
    let is_same_nakshatra = groom.nakshatra == bride.nakshatra;
    match (groom.sign == bride.sign, is_same_nakshatra) {
        (true, false) => Some(Cancellation::SameSignOtherNakshatra),
        (false, true) => Some(Cancellation::SameNakshatraOtherSign),
        (true, true) if groom.pada != bride.pada => Some(Cancellation::SameNakshatraOtherPada),
        _ => None,
    }
}

fn cancelled_by_lords(groom: MoonPlace, bride: MoonPlace) -> Option<Cancellation> {
    if groom.lord() == bride.lord() {
        return Some(Cancellation::SameSignLord);
    }
    let regard = mutual_regard(groom.lord(), bride.lord());
    (regard == (Regard::Friend, Regard::Friend)).then_some(Cancellation::FriendlySignLords)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vedic::matching::Gana;

    fn all() -> impl Iterator<Item = MoonPlace> {
        // The middle of every pada.
        (0..108).map(|pada| MoonPlace::of((f64::from(pada) + 0.5) * 10.0 / 3.0))
    }

    #[test]
    fn no_koota_exceeds_its_points_and_all_together_are_thirty_six() {
        assert_eq!(
            Koota::ALL
                .map(|it| u32::from(it.most()))
                .iter()
                .sum::<u32>(),
            36
        );
        for groom in all() {
            for bride in all() {
                for koota in Koota::ALL {
                    let points = koota.points(groom, bride);
                    assert!((0.0..=f64::from(koota.most())).contains(&points));
                }
            }
        }
    }

    #[test]
    fn animals_have_four_points_with_their_own_and_none_with_their_enemy() {
        let all = all().map(MoonPlace::yoni).collect::<Vec<_>>();
        for one in &all {
            let mut enemies = 0;
            for other in &all {
                let points = YONI[*one as usize][*other as usize];
                assert_eq!(points, YONI[*other as usize][*one as usize]);
                assert_eq!(points == 4, one == other, "{one:?} {other:?}");
                assert_eq!(points == 0, one.is_enemy_of(*other), "{one:?} {other:?}");
                enemies += usize::from(one.is_enemy_of(*other));
            }
            assert!(enemies > 0, "every animal has an enemy: {one:?}");
        }
    }

    #[test]
    fn each_gana_and_each_nadi_has_nine_nakshatras() {
        let nakshatras: Vec<MoonPlace> = all().step_by(4).collect();
        for gana in [Gana::Deva, Gana::Manushya, Gana::Rakshasa] {
            assert_eq!(nakshatras.iter().filter(|it| it.gana() == gana).count(), 9);
        }
        for number in 0..3 {
            assert_eq!(
                nakshatras.iter().filter(|it| nadi(**it) == number).count(),
                9
            );
        }
        // Adi: Ashwini, Ardra, Punarvasu, Uttara Phalguni …
        let adi: Vec<u8> = nakshatras
            .iter()
            .filter(|it| nadi(**it) == 0)
            .map(|it| it.nakshatra)
            .collect();
        assert_eq!(adi, [1, 6, 7, 12, 13, 18, 19, 24, 25]);
    }

    #[test]
    fn a_sign_is_its_own_vashya() {
        for moon in all() {
            assert!((Koota::Vashya.points(moon, moon) - 2.0).abs() < 1e-9);
        }
    }

    #[test]
    fn tara_loses_half_for_each_bad_count() {
        // Ashwini and Krittika: the third one way, the twenty-sixth (the eighth of nine) the other way.
        let (ashwini, krittika) = (MoonPlace::of(1.0), MoonPlace::of(27.0));
        assert!((Koota::Tara.points(ashwini, krittika) - 1.5).abs() < 1e-9);
        assert!((Koota::Tara.points(ashwini, ashwini) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_dosha_names_the_rule_that_cancels_it() {
        // Ashwini in two padas: the same nadi.
        let found = doshas(MoonPlace::of(1.0), MoonPlace::of(12.0));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].koota, Koota::Nadi);
        let by = found[0].cancelled_by.map(Cancellation::id);
        assert_eq!(by, Some("same-nakshatra-other-pada"));
        // Aries and Scorpio, six and eight from each other: Mars rules both.
        let found = doshas(MoonPlace::of(15.0), MoonPlace::of(215.0));
        let bhakoot = found.iter().find(|it| it.koota == Koota::Bhakoot).unwrap();
        assert_eq!(bhakoot.cancelled_by, Some(Cancellation::SameSignLord));
        // Aries and Virgo, six and eight: Mars and Mercury are no friends.
        let found = doshas(MoonPlace::of(15.0), MoonPlace::of(155.0));
        let bhakoot = found.iter().find(|it| it.koota == Koota::Bhakoot).unwrap();
        assert_eq!(bhakoot.cancelled_by, None);
    }
}
