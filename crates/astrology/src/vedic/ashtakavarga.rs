//! Ashtakavarga: the bindus that the seven grahas and the lagna give to the signs.
//!
//! BPHS, in the chapter on ashtakavarga, and Varahamihira, Brihat Jataka, chapter 9, agree but for the Moon's bindus
//! from the Moon, Mars and Jupiter, and for those of Venus from Mars. Signs are counted from the sign of the giver.

use super::{dignity::GrahaSigns, graha::Graha};
use crate::sign::Sign;

/// Whose tables are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BinduTables {
    /// Brihat Parashara Hora Shastra.
    #[default]
    Parashara,
    /// Varahamihira, Brihat Jataka.
    Varahamihira,
}

impl BinduTables {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Parashara, Self::Varahamihira];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Parashara => "parashara",
            Self::Varahamihira => "varahamihira",
        }
    }

    /// The houses in which a graha receives a bindu, counted from a giver. 7 is the lagna.
    fn houses(self, receiver: usize, giver: usize) -> &'static [usize] {
        const MOON: usize = Graha::Moon.index();
        const MARS: usize = Graha::Mars.index();
        const JUPITER: usize = Graha::Jupiter.index();
        const VENUS: usize = Graha::Venus.index();
        match (self, receiver, giver) {
            (Self::Varahamihira, MOON, MOON) => &[1, 3, 6, 7, 10, 11],
            (Self::Varahamihira, MOON, MARS) => &[2, 3, 5, 6, 9, 10, 11],
            (Self::Varahamihira, MOON, JUPITER) => &[1, 4, 7, 8, 10, 11, 12],
            (Self::Varahamihira, VENUS, MARS) => &[3, 5, 6, 9, 11, 12],
            _ => PARASHARA[receiver][giver],
        }
    }
}

/// The houses by receiver and giver, both in the order Sun to Saturn, lagna.
const PARASHARA: [[&[usize]; 8]; 8] = [
    // Sun
    [
        &[1, 2, 4, 7, 8, 9, 10, 11],
        &[3, 6, 10, 11],
        &[1, 2, 4, 7, 8, 9, 10, 11],
        &[3, 5, 6, 9, 10, 11, 12],
        &[5, 6, 9, 11],
        &[6, 7, 12],
        &[1, 2, 4, 7, 8, 9, 10, 11],
        &[3, 4, 6, 10, 11, 12],
    ],
    // Moon
    [
        &[3, 6, 7, 8, 10, 11],
        &[1, 3, 6, 7, 9, 10, 11],
        &[2, 3, 5, 6, 10, 11],
        &[1, 3, 4, 5, 7, 8, 10, 11],
        &[1, 2, 4, 7, 8, 10, 11],
        &[3, 4, 5, 7, 9, 10, 11],
        &[3, 5, 6, 11],
        &[3, 6, 10, 11],
    ],
    // Mars
    [
        &[3, 5, 6, 10, 11],
        &[3, 6, 11],
        &[1, 2, 4, 7, 8, 10, 11],
        &[3, 5, 6, 11],
        &[6, 10, 11, 12],
        &[6, 8, 11, 12],
        &[1, 4, 7, 8, 9, 10, 11],
        &[1, 3, 6, 10, 11],
    ],
    // Mercury
    [
        &[5, 6, 9, 11, 12],
        &[2, 4, 6, 8, 10, 11],
        &[1, 2, 4, 7, 8, 9, 10, 11],
        &[1, 3, 5, 6, 9, 10, 11, 12],
        &[6, 8, 11, 12],
        &[1, 2, 3, 4, 5, 8, 9, 11],
        &[1, 2, 4, 7, 8, 9, 10, 11],
        &[1, 2, 4, 6, 8, 10, 11],
    ],
    // Jupiter
    [
        &[1, 2, 3, 4, 7, 8, 9, 10, 11],
        &[2, 5, 7, 9, 11],
        &[1, 2, 4, 7, 8, 10, 11],
        &[1, 2, 4, 5, 6, 9, 10, 11],
        &[1, 2, 3, 4, 7, 8, 10, 11],
        &[2, 5, 6, 9, 10, 11],
        &[3, 5, 6, 12],
        &[1, 2, 4, 5, 6, 7, 9, 10, 11],
    ],
    // Venus
    [
        &[8, 11, 12],
        &[1, 2, 3, 4, 5, 8, 9, 11, 12],
        &[3, 4, 6, 9, 11, 12],
        &[3, 5, 6, 9, 11],
        &[5, 8, 9, 10, 11],
        &[1, 2, 3, 4, 5, 8, 9, 10, 11],
        &[3, 4, 5, 8, 9, 10, 11],
        &[1, 2, 3, 4, 5, 8, 9, 11],
    ],
    // Saturn
    [
        &[1, 2, 4, 7, 8, 10, 11],
        &[3, 6, 11],
        &[3, 5, 6, 10, 11, 12],
        &[6, 8, 9, 10, 11, 12],
        &[5, 6, 11, 12],
        &[6, 11, 12],
        &[3, 5, 6, 11],
        &[1, 3, 4, 6, 10, 11],
    ],
    // Lagna
    [
        &[3, 4, 6, 10, 11, 12],
        &[3, 6, 10, 11, 12],
        &[1, 3, 6, 10, 11],
        &[1, 2, 4, 6, 8, 10, 11],
        &[1, 2, 4, 5, 6, 7, 9, 10, 11],
        &[1, 2, 3, 4, 5, 8, 9],
        &[1, 3, 4, 6, 10, 11],
        &[3, 6, 10, 11],
    ],
];

/// Bindus of the signs, from Aries.
pub type Bindus = [u8; 12];

/// The ashtakavarga of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ashtakavarga {
    /// The bindus of each of the seven, in the order of [`Graha::SEVEN`] (bhinnashtakavarga).
    pub bhinna: [Bindus; 7],
    /// The bindus of the lagna.
    pub lagna: Bindus,
}

impl Ashtakavarga {
    /// Computes the bindus.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::{sign::Sign, vedic::ashtakavarga::{Ashtakavarga, BinduTables}};
    ///
    /// // The number of bindus does not depend on the chart.
    /// let found = Ashtakavarga::compute(BinduTables::Parashara, Sign::Leo, &[Sign::Pisces; 9]);
    /// assert_eq!(found.sarva().iter().map(|it| u32::from(*it)).sum::<u32>(), 337);
    /// ```
    pub fn compute(tables: BinduTables, lagna: Sign, signs: &GrahaSigns) -> Self {
        let of = |receiver: usize| {
            let mut bindus = [0; 12];
            let givers = signs[..7].iter().chain([&lagna]);
            for (giver, from) in givers.enumerate() {
                for house in tables.houses(receiver, giver) {
                    bindus[from.plus(house - 1).index()] += 1;
                }
            }
            bindus
        };
        Self {
            bhinna: std::array::from_fn(of),
            lagna: of(7),
        }
    }

    /// Returns the sum of the seven: 337 bindus in all (sarvashtakavarga).
    pub fn sarva(&self) -> Bindus {
        let mut sum = [0; 12];
        for bindus in &self.bhinna {
            add(&mut sum, bindus);
        }
        sum
    }

    /// Returns the sum of the seven and the lagna: 386 bindus in all.
    pub fn sarva_with_lagna(&self) -> Bindus {
        let mut sum = self.sarva();
        add(&mut sum, &self.lagna);
        sum
    }
}

fn add(sum: &mut Bindus, bindus: &Bindus) {
    for (sum, bindus) in sum.iter_mut().zip(bindus) {
        *sum += bindus;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Graha::{Mars, Moon, Sun};

    fn total(bindus: &Bindus) -> u32 {
        bindus.iter().map(|it| u32::from(*it)).sum()
    }

    #[test]
    fn each_graha_has_the_bindus_that_the_works_count() {
        for tables in BinduTables::ALL {
            let found = Ashtakavarga::compute(tables, Sign::Aries, &[Sign::Libra; 9]);
            let totals = found.bhinna.each_ref().map(total);
            assert_eq!(totals, [48, 49, 39, 54, 56, 52, 39], "{tables:?}");
            assert_eq!(total(&found.lagna), 49);
            assert_eq!(total(&found.sarva()), 337);
            assert_eq!(total(&found.sarva_with_lagna()), 386);
        }
    }

    #[test]
    fn a_giver_gives_in_the_houses_counted_from_its_own_sign() {
        // Only the Sun's own houses from the Sun move with the Sun.
        let signs = |sun| {
            let mut signs = [Sign::Aries; 9];
            signs[Sun.index()] = sun;
            signs
        };
        let bindus = |sun| {
            let found = Ashtakavarga::compute(BinduTables::Parashara, Sign::Aries, &signs(sun));
            found.bhinna[Sun.index()]
        };
        let (aries, taurus) = (bindus(Sign::Aries), bindus(Sign::Taurus));
        let houses = PARASHARA[0][0];
        for sign in Sign::ALL {
            let house = |from: Sign| (sign.index() + 12 - from.index()) % 12 + 1;
            let change = i32::from(houses.contains(&house(Sign::Taurus)))
                - i32::from(houses.contains(&house(Sign::Aries)));
            let found = i32::from(taurus[sign.index()]) - i32::from(aries[sign.index()]);
            assert_eq!(found, change, "{sign:?}");
        }
    }

    #[test]
    fn the_tables_differ_where_varahamihira_differs_from_parashara() {
        let differs = |receiver, giver| {
            BinduTables::Parashara.houses(receiver, giver)
                != BinduTables::Varahamihira.houses(receiver, giver)
        };
        let cells = (0..8).flat_map(|receiver| (0..8).map(move |giver| (receiver, giver)));
        let found: Vec<_> = cells.filter(|(a, b)| differs(*a, *b)).collect();
        let (moon, mars, jupiter, venus) = (Moon.index(), Mars.index(), 4, 5);
        assert_eq!(
            found,
            [(moon, moon), (moon, mars), (moon, jupiter), (venus, mars)]
        );
    }
}
