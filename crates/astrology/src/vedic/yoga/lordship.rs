//! Yogas of the lords of houses: rank, wealth, misfortune turned and exchange of signs.

use super::{YogaFacts, YogaKind, YogaRule, is_kendra, is_trikona, when};
use crate::vedic::graha::Graha;

yoga_rules! {
    Raja "kendra-trikona" "The lord of a kendra (4, 7, 10) and the lord of a trikona (5, 9) are in one sign, aspect \
        each other or exchange signs."
        |it| pairs(it, &[4, 7, 10], &[5, 9]);
    Raja "lagna-trikona" "The lord of the lagna and the lord of the 5th or the 9th are in one sign, aspect each other \
        or exchange signs."
        |it| pairs(it, &[1], &[5, 9]);
    Raja "dharma-karmadhipati" "The lords of the 9th and the 10th are in one sign, aspect each other or exchange \
        signs."
        |it| pairs(it, &[9], &[10]);
    Raja "yogakaraka" "One graha rules a kendra (4, 7, 10) and a trikona (5, 9), and is in a kendra or a trikona."
        |it| {
            let rules = |one: &Graha, houses: &[usize]| houses.iter().any(|house| it.lord(*house) == *one);
            let is_placed = |one: &Graha| is_kendra(it.house(*one)) || is_trikona(it.house(*one));
            let found = Graha::SEVEN.into_iter();
            let found = found.filter(|one| rules(one, &[4, 7, 10]) && rules(one, &[5, 9]) && is_placed(one));
            found.map(|one| vec![one]).collect()
        };
    Raja "kahala" "The lords of the 4th and the 9th are in kendras from each other, and the lord of the lagna is \
        exalted, in its own sign, in a kendra or in a trikona."
        |it| {
            let (fourth, ninth, first) = (it.lord(4), it.lord(9), it.lord(1));
            let strong = it.is_strong(first) || is_kendra(it.house(first)) || is_trikona(it.house(first));
            when(
                fourth != ninth && is_kendra(it.house_from(fourth, ninth)) && strong,
                &[fourth, ninth, first],
            )
        };
    Raja "shankha" "The lords of the 5th and the 6th are in kendras from each other, and the lord of the lagna is \
        exalted, in its own sign, in a kendra or in a trikona."
        |it| {
            let (fifth, sixth, first) = (it.lord(5), it.lord(6), it.lord(1));
            let strong = it.is_strong(first) || is_kendra(it.house(first)) || is_trikona(it.house(first));
            when(fifth != sixth && is_kendra(it.house_from(fifth, sixth)) && strong, &[fifth, sixth, first])
        };
    Raja "chamara" "The lord of the lagna is exalted in a kendra and aspected by Jupiter."
        |it| {
            let lord = it.lord(1);
            let seen = lord != Graha::Jupiter && it.aspects(Graha::Jupiter, it.sign(lord));
            when(it.is_exalted(lord) && it.in_kendra(lord) && seen, &[lord, Graha::Jupiter])
        };
    Raja "harsha" "The lord of the 6th is in the 6th, the 8th or the 12th."
        |it| of_a_bad_house(it, 6);
    Raja "sarala" "The lord of the 8th is in the 6th, the 8th or the 12th."
        |it| of_a_bad_house(it, 8);
    Raja "vimala" "The lord of the 12th is in the 6th, the 8th or the 12th."
        |it| of_a_bad_house(it, 12);
    Dhana "lakshmi" "The lord of the 9th is exalted or in its own sign in a kendra or a trikona, and the lord of the \
        lagna is in a kendra or a trikona."
        |it| {
            let (ninth, first) = (it.lord(9), it.lord(1));
            let placed = |one| is_kendra(it.house(one)) || is_trikona(it.house(one));
            when(it.is_strong(ninth) && placed(ninth) && placed(first), &[ninth, first])
        };
    Dhana "dhana" "The lord of the 2nd or the 11th and the lord of the 1st, the 5th or the 9th are in one sign, aspect \
        each other or exchange signs."
        |it| pairs(it, &[2, 11], &[1, 5, 9]);
    Dhana "dhana-of-gains" "The lords of the 2nd and the 11th are in one sign, aspect each other or exchange signs."
        |it| pairs(it, &[2], &[11]);
    Parivartana "maha-parivartana" "The lords of two of the houses 1, 2, 4, 5, 7, 9, 10 and 11 exchange signs."
        |it| exchanges(it, |a, b| !is_bad(a) && !is_bad(b) && a != 3 && b != 3);
    Parivartana "khala-parivartana" "The lord of the 3rd exchanges signs with the lord of a house other than the 6th, \
        the 8th and the 12th."
        |it| exchanges(it, |a, b| (a == 3 || b == 3) && !is_bad(a) && !is_bad(b));
    Parivartana "dainya-parivartana" "The lord of the 6th, the 8th or the 12th exchanges signs with the lord of another \
        house."
        |it| exchanges(it, |a, b| is_bad(a) || is_bad(b));
}

const fn is_bad(house: usize) -> bool {
    matches!(house, 6 | 8 | 12)
}

/// Lords of these and of those houses that are associated, each pair once.
fn pairs(facts: &YogaFacts, these: &[usize], those: &[usize]) -> Vec<Vec<Graha>> {
    let mut found: Vec<Vec<Graha>> = Vec::new();
    for one in these {
        for other in those {
            let (a, b) = (facts.lord(*one), facts.lord(*other));
            let known = found.iter().any(|it| it.contains(&a) && it.contains(&b));
            if facts.are_associated(a, b) && !known {
                found.push(vec![a, b]);
            }
        }
    }
    found
}

fn of_a_bad_house(facts: &YogaFacts, house: usize) -> Vec<Vec<Graha>> {
    let lord = facts.lord(house);
    when(is_bad(facts.house(lord)), &[lord])
}

/// Lords that exchange signs, where the condition holds for the houses of these signs.
fn exchanges(facts: &YogaFacts, holds: impl Fn(usize, usize) -> bool) -> Vec<Vec<Graha>> {
    let mut found = Vec::new();
    for (index, one) in Graha::SEVEN.into_iter().enumerate() {
        for other in Graha::SEVEN.into_iter().skip(index + 1) {
            // Each is in the house that the other rules.
            if facts.exchange(one, other) && holds(facts.house(one), facts.house(other)) {
                found.push(vec![one, other]);
            }
        }
    }
    found
}
