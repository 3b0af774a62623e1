//! Nabhasa yogas: the pattern of the seven grahas without the nodes. Brihat Jataka, chapter 12.
//!
//! "In the houses" means that the grahas occupy all of the houses named and no other. The yogas of the number of signs
//! count only if no other pattern applies.

use super::{BENEFICS, MALEFICS, YogaFacts, YogaKind, YogaRule, when};
use crate::{
    sign::Mode,
    vedic::graha::Graha::{self, Moon},
};

/// The ids of the yogas of the number of signs, from seven to one.
const OF_NUMBER: [&str; 7] = [
    "vallaki", "dama", "pasha", "kedara", "shula", "yuga", "gola",
];

/// Whether a yoga is one of the number of signs.
pub(super) fn is_of_number(id: &str) -> bool {
    OF_NUMBER.contains(&id)
}

yoga_rules! {
    Nabhasa "rajju" "All grahas from the Sun to Saturn are in movable signs."
        |it| of_mode(it, Mode::Cardinal);
    Nabhasa "musala" "All grahas from the Sun to Saturn are in fixed signs."
        |it| of_mode(it, Mode::Fixed);
    Nabhasa "nala" "All grahas from the Sun to Saturn are in dual signs."
        |it| of_mode(it, Mode::Mutable);
    Nabhasa "mala" "Mercury, Jupiter and Venus are in three kendras, and the Sun, Mars and Saturn in none."
        |it| dala(it, BENEFICS, MALEFICS);
    Nabhasa "sarpa" "The Sun, Mars and Saturn are in three kendras, and Mercury, Jupiter and Venus in none."
        |it| dala(it, MALEFICS, BENEFICS);
    Nabhasa "gada" "The grahas from the Sun to Saturn are in two adjacent kendras."
        |it| any_of(it, &[&[1, 4], &[4, 7], &[7, 10], &[1, 10]]);
    Nabhasa "shakata-nabhasa" "The grahas from the Sun to Saturn are in the 1st and the 7th house."
        |it| any_of(it, &[&[1, 7]]);
    Nabhasa "vihaga" "The grahas from the Sun to Saturn are in the 4th and the 10th house."
        |it| any_of(it, &[&[4, 10]]);
    Nabhasa "shringataka" "The grahas from the Sun to Saturn are in the 1st, the 5th and the 9th house."
        |it| any_of(it, &[&[1, 5, 9]]);
    Nabhasa "hala" "The grahas from the Sun to Saturn are in three houses in trine to each other, without the lagna."
        |it| any_of(it, &[&[2, 6, 10], &[3, 7, 11], &[4, 8, 12]]);
    Nabhasa "vajra" "Mercury, Jupiter and Venus are in the 1st and the 7th, the Sun, Mars and Saturn in the 4th and the \
        10th house."
        |it| crossed(it, BENEFICS, MALEFICS);
    Nabhasa "yava" "The Sun, Mars and Saturn are in the 1st and the 7th, Mercury, Jupiter and Venus in the 4th and the \
        10th house."
        |it| crossed(it, MALEFICS, BENEFICS);
    Nabhasa "kamala" "The grahas from the Sun to Saturn are in the four kendras."
        |it| any_of(it, &[&[1, 4, 7, 10]]);
    Nabhasa "vapi" "The grahas from the Sun to Saturn are in the houses 2, 5, 8 and 11, or in 3, 6, 9 and 12."
        |it| any_of(it, &[&[2, 5, 8, 11], &[3, 6, 9, 12]]);
    Nabhasa "yupa" "The grahas from the Sun to Saturn are in the houses 1 to 4."
        |it| consecutive(it, 4, &[1]);
    Nabhasa "shara" "The grahas from the Sun to Saturn are in the houses 4 to 7."
        |it| consecutive(it, 4, &[4]);
    Nabhasa "shakti" "The grahas from the Sun to Saturn are in the houses 7 to 10."
        |it| consecutive(it, 4, &[7]);
    Nabhasa "danda" "The grahas from the Sun to Saturn are in the houses 10 to 1."
        |it| consecutive(it, 4, &[10]);
    Nabhasa "nauka" "The grahas from the Sun to Saturn are in the houses 1 to 7, one in each."
        |it| consecutive(it, 7, &[1]);
    Nabhasa "kuta" "The grahas from the Sun to Saturn are in the houses 4 to 10, one in each."
        |it| consecutive(it, 7, &[4]);
    Nabhasa "chhatra" "The grahas from the Sun to Saturn are in the houses 7 to 1, one in each."
        |it| consecutive(it, 7, &[7]);
    Nabhasa "chapa" "The grahas from the Sun to Saturn are in the houses 10 to 4, one in each."
        |it| consecutive(it, 7, &[10]);
    Nabhasa "ardha-chandra" "The grahas from the Sun to Saturn are in seven successive houses, one in each, the first of \
        which is not a kendra."
        |it| consecutive(it, 7, &[2, 3, 5, 6, 8, 9, 11, 12]);
    Nabhasa "samudra" "The grahas from the Sun to Saturn are in the six even houses."
        |it| any_of(it, &[&[2, 4, 6, 8, 10, 12]]);
    Nabhasa "chakra" "The grahas from the Sun to Saturn are in the six odd houses."
        |it| any_of(it, &[&[1, 3, 5, 7, 9, 11]]);
    Nabhasa "vallaki" "The grahas from the Sun to Saturn are in seven signs, and no other nabhasa yoga applies."
        |it| of_number(it, 7);
    Nabhasa "dama" "The grahas from the Sun to Saturn are in six signs, and no other nabhasa yoga applies."
        |it| of_number(it, 6);
    Nabhasa "pasha" "The grahas from the Sun to Saturn are in five signs, and no other nabhasa yoga applies."
        |it| of_number(it, 5);
    Nabhasa "kedara" "The grahas from the Sun to Saturn are in four signs, and no other nabhasa yoga applies."
        |it| of_number(it, 4);
    Nabhasa "shula" "The grahas from the Sun to Saturn are in three signs, and no other nabhasa yoga applies."
        |it| of_number(it, 3);
    Nabhasa "yuga" "The grahas from the Sun to Saturn are in two signs, and no other nabhasa yoga applies."
        |it| of_number(it, 2);
    Nabhasa "gola" "The grahas from the Sun to Saturn are in one sign, and no other nabhasa yoga applies."
        |it| of_number(it, 1);
}

/// The houses that the seven occupy, as bits.
fn occupied(facts: &YogaFacts) -> u16 {
    let houses = Graha::SEVEN.iter().map(|it| facts.house(*it));
    houses.fold(0, |bits, house| bits | bit(house))
}

const fn bit(house: usize) -> u16 {
    1 << ((house - 1) % 12)
}

fn bits(houses: &[usize]) -> u16 {
    houses.iter().fold(0, |bits, house| bits | bit(*house))
}

fn any_of(facts: &YogaFacts, patterns: &[&[usize]]) -> Vec<Vec<Graha>> {
    let occupied = occupied(facts);
    let found = patterns.iter().any(|it| bits(it) == occupied);
    when(found, &Graha::SEVEN)
}

fn consecutive(facts: &YogaFacts, number: usize, starts: &[usize]) -> Vec<Vec<Graha>> {
    let occupied = occupied(facts);
    let pattern = |start: usize| (start..start + number).fold(0, |bits, house| bits | bit(house));
    let found = starts.iter().any(|start| pattern(*start) == occupied);
    when(found, &Graha::SEVEN)
}

fn of_mode(facts: &YogaFacts, mode: Mode) -> Vec<Vec<Graha>> {
    let found = Graha::SEVEN.iter().all(|it| facts.sign(*it).mode() == mode);
    when(found, &Graha::SEVEN)
}

fn of_number(facts: &YogaFacts, number: u32) -> Vec<Vec<Graha>> {
    when(occupied(facts).count_ones() == number, &Graha::SEVEN)
}

/// Some in three different kendras, the others in none.
fn dala(facts: &YogaFacts, these: [Graha; 3], those: [Graha; 3]) -> Vec<Vec<Graha>> {
    let houses = these.map(|it| facts.house(it));
    let angular = these.iter().all(|it| facts.in_kendra(*it));
    let different = bits(&houses).count_ones() == 3;
    let others = those.iter().any(|it| facts.in_kendra(*it));
    when(angular && different && !others, &these)
}

/// Some on the horizon, the others on the meridian. The Moon may be in any of the four.
fn crossed(facts: &YogaFacts, horizon: [Graha; 3], meridian: [Graha; 3]) -> Vec<Vec<Graha>> {
    let of = |grahas: [Graha; 3]| bits(&grahas.map(|it| facts.house(it)));
    let found = of(horizon) == bits(&[1, 7]) && of(meridian) == bits(&[4, 10]);
    when(found && facts.in_kendra(Moon), &Graha::SEVEN)
}
