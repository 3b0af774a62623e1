//! Charts made for a rule, with the yogas that follow from it.

use super::*;
use Graha::{Jupiter, Ketu, Mars, Mercury, Moon, Rahu, Saturn, Sun};

/// A chart with the lagna in Aries and the grahas in these houses, in the order of [`Graha::ALL`].
fn chart(houses: [usize; 9]) -> YogaFacts {
    of(Sign::Aries, houses)
}

fn of(lagna: Sign, houses: [usize; 9]) -> YogaFacts {
    let signs = houses.map(|house| lagna.plus(house - 1));
    let longitudes_deg = signs.map(|sign| sign.begin_deg() + 25.0);
    let nodes = crate::vedic::dignity::NodeExaltation::None;
    YogaFacts {
        lagna,
        signs,
        longitudes_deg,
        dignities: std::array::from_fn(|index| {
            let longitude_deg = longitudes_deg[index];
            crate::vedic::dignity::dignity(Graha::ALL[index], longitude_deg, &signs, nodes)
        }),
    }
}

fn ids(facts: &YogaFacts) -> Vec<&'static str> {
    yogas(facts).into_iter().map(|it| it.id).collect()
}

fn grahas(facts: &YogaFacts, id: &str) -> Vec<Vec<Graha>> {
    let found = yogas(facts).into_iter().filter(|it| it.id == id);
    found.map(|it| it.grahas).collect()
}

#[test]
fn there_are_at_least_sixty_rules_with_ids_of_their_own() {
    let ids: Vec<_> = rules().map(|it| it.id).collect();
    assert!(ids.len() >= 60, "{}", ids.len());
    for (index, id) in ids.iter().enumerate() {
        assert!(!ids[..index].contains(id), "{id}");
    }
    assert!(rules().all(|it| it.rule.ends_with('.') && !it.rule.contains("  ")));
}

#[test]
fn great_persons_need_dignity_and_a_kendra() {
    // Sun, Moon, Mars, Mercury, Jupiter, Venus, Saturn, Rahu, Ketu. Mars exalted in the 10th (Capricorn).
    let facts = chart([2, 3, 10, 3, 3, 3, 2, 6, 12]);
    assert_eq!(grahas(&facts, "ruchaka"), [vec![Mars]]);
    // In its own sign in the 8th (Scorpio), which is no kendra.
    assert_eq!(
        grahas(&chart([2, 3, 8, 3, 3, 3, 2, 6, 12]), "ruchaka"),
        Vec::<Vec<Graha>>::new()
    );
    // In a kendra without dignity.
    assert_eq!(
        grahas(&chart([2, 3, 7, 3, 3, 3, 2, 6, 12]), "ruchaka"),
        Vec::<Vec<Graha>>::new()
    );
}

#[test]
fn the_neighbours_of_the_moon_make_one_of_four_yogas() {
    let four = ["sunapha", "anapha", "durudhura", "kemadruma"];
    let of = |houses| -> Vec<_> {
        let found = ids(&chart(houses)).into_iter();
        found.filter(|id| four.contains(id)).collect()
    };
    // The Moon in the 5th; the Sun and the nodes beside it do not count.
    assert_eq!(of([6, 5, 6, 9, 9, 9, 9, 4, 10]), ["sunapha"]);
    assert_eq!(of([6, 5, 9, 4, 9, 9, 9, 4, 10]), ["anapha"]);
    assert_eq!(of([9, 5, 6, 4, 9, 9, 9, 4, 10]), ["durudhura"]);
    assert_eq!(of([6, 5, 9, 9, 9, 9, 9, 4, 10]), ["kemadruma"]);
    assert_eq!(of([9, 5, 5, 9, 9, 9, 9, 2, 8]), Vec::<&str>::new());
}

#[test]
fn lords_of_bad_houses_in_bad_houses_make_their_yogas() {
    // Lagna Aries: Mercury rules the 6th, Mars the 8th, Jupiter the 12th.
    let facts = chart([1, 1, 6, 12, 8, 1, 1, 3, 9]);
    let found = ids(&facts);
    for id in ["harsha", "sarala", "vimala"] {
        assert!(found.contains(&id), "{id}");
    }
    let none = ids(&chart([1, 1, 1, 1, 1, 1, 1, 3, 9]));
    assert!(
        !none
            .iter()
            .any(|id| ["harsha", "sarala", "vimala"].contains(id))
    );
}

#[test]
fn lords_of_the_ninth_and_the_tenth_need_an_association() {
    // Lagna Aries: Jupiter rules the 9th, Saturn the 10th. In one sign, in mutual aspect, in exchange, in none.
    let with = |jupiter, saturn| ids(&chart([1, 1, 1, 1, jupiter, 1, saturn, 3, 9]));
    assert!(with(5, 5).contains(&"dharma-karmadhipati"));
    assert!(with(2, 8).contains(&"dharma-karmadhipati"));
    assert!(with(10, 9).contains(&"dharma-karmadhipati"));
    assert!(!with(2, 3).contains(&"dharma-karmadhipati"));
    // Jupiter aspects the 5th from it, but Saturn does not aspect back.
    assert!(!with(2, 6).contains(&"dharma-karmadhipati"));
}

#[test]
fn saturn_rules_a_kendra_and_a_trikona_for_taurus_and_libra() {
    for (lagna, is_yogakaraka) in [
        (Sign::Taurus, true),
        (Sign::Libra, true),
        (Sign::Aries, false),
    ] {
        let found = grahas(&of(lagna, [1; 9]), "yogakaraka");
        assert_eq!(found.contains(&vec![Saturn]), is_yogakaraka, "{lagna:?}");
    }
}

#[test]
fn exchanges_are_named_by_the_houses() {
    // Lagna Aries: Sun (5th) and Jupiter (9th).
    let maha = chart([9, 2, 2, 2, 5, 3, 2, 3, 9]);
    assert_eq!(grahas(&maha, "maha-parivartana"), [vec![Sun, Jupiter]]);
    // Mercury (3rd) and the Sun (5th).
    let khala = chart([3, 2, 2, 5, 2, 3, 2, 3, 9]);
    assert_eq!(grahas(&khala, "khala-parivartana"), [vec![Sun, Mercury]]);
    // Mercury (6th) and the Sun (5th).
    let dainya = chart([6, 2, 2, 5, 2, 3, 2, 3, 9]);
    assert_eq!(grahas(&dainya, "dainya-parivartana"), [vec![Sun, Mercury]]);
}

#[test]
fn patterns_of_the_seven_have_their_names() {
    let nabhasa = |houses: [usize; 7]| -> Vec<_> {
        let [sun, moon, mars, mercury, jupiter, venus, saturn] = houses;
        let facts = chart([sun, moon, mars, mercury, jupiter, venus, saturn, 1, 7]);
        let found = yogas(&facts).into_iter();
        let found = found.filter(|it| it.kind == YogaKind::Nabhasa);
        found.map(|it| it.id).collect()
    };
    assert_eq!(nabhasa([1, 2, 3, 4, 5, 6, 7]), ["nauka"]);
    assert_eq!(nabhasa([2, 3, 4, 5, 6, 7, 8]), ["ardha-chandra"]);
    assert_eq!(nabhasa([1, 3, 5, 7, 9, 11, 11]), ["chakra"]);
    assert_eq!(nabhasa([2, 6, 10, 10, 2, 2, 6]), ["hala"]);
    assert_eq!(nabhasa([1, 2, 3, 4, 4, 4, 4]), ["yupa"]);
    // In movable signs as well.
    assert_eq!(nabhasa([1, 4, 1, 4, 1, 4, 1]), ["rajju", "gada"]);
    // No pattern: the number of signs counts.
    assert_eq!(nabhasa([1, 2, 3, 5, 5, 5, 5]), ["kedara"]);
    assert_eq!(nabhasa([2, 2, 5, 5, 3, 3, 3]), ["shula"]);
}

#[test]
fn kala_sarpa_needs_every_graha_on_one_side_of_the_nodes() {
    // Rahu in the 1st, Ketu in the 7th house.
    assert!(ids(&chart([2, 3, 4, 5, 6, 2, 3, 1, 7])).contains(&"kala-sarpa"));
    assert!(!ids(&chart([2, 3, 4, 5, 6, 8, 3, 1, 7])).contains(&"kala-sarpa"));
    let nodes = grahas(&chart([1, 7, 4, 5, 6, 2, 3, 1, 7]), "grahana");
    assert_eq!(nodes, [vec![Sun, Rahu], vec![Moon, Ketu]]);
    assert!(ids(&chart([2, 3, 4, 5, 7, 2, 3, 1, 7])).contains(&"guru-chandala"));
}
