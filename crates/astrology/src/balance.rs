//! Distribution of bodies over elements, modes and polarities.

use crate::sign::{Element, Mode, Polarity, Sign};

/// Counts of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    /// In fire, earth, air and water signs.
    pub elements: [u8; 4],
    /// In cardinal, fixed and mutable signs.
    pub modes: [u8; 3],
    /// In positive and negative signs.
    pub polarities: [u8; 2],
}

impl Balance {
    /// Counts the signs by element, mode and polarity.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::balance::Balance;
    /// use astrology::sign::{Element, Mode, Polarity, Sign};
    ///
    /// let balance = Balance::of([Sign::Aries, Sign::Leo, Sign::Libra]);
    /// assert_eq!(balance.element(Element::Fire), 2);
    /// assert_eq!(balance.mode(Mode::Cardinal), 2);
    /// assert_eq!(balance.polarity(Polarity::Positive), 3);
    /// ```
    pub fn of(signs: impl IntoIterator<Item = Sign>) -> Self {
        let mut balance = Self::default();
        for sign in signs {
            balance.elements[sign.element() as usize] += 1;
            balance.modes[sign.mode() as usize] += 1;
            balance.polarities[sign.polarity() as usize] += 1;
        }
        balance
    }

    /// Returns the number of bodies in an element.
    pub const fn element(&self, element: Element) -> u8 {
        self.elements[element as usize]
    }

    /// Returns the number of bodies in a mode.
    pub const fn mode(&self, mode: Mode) -> u8 {
        self.modes[mode as usize]
    }

    /// Returns the number of bodies in a polarity.
    pub const fn polarity(&self, polarity: Polarity) -> u8 {
        self.polarities[polarity as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_counts_once_in_each_way() {
        let balance = Balance::of([Sign::Aries, Sign::Leo, Sign::Cancer]);
        assert_eq!(balance.element(Element::Fire), 2);
        assert_eq!(balance.mode(Mode::Cardinal), 2);
        assert_eq!(balance.polarity(Polarity::Negative), 1);
    }
}
