//! Yogas of single grahas, of the Moon, of the Sun, and of the nodes.

use super::{BENEFICS, MALEFICS, YogaFacts, YogaKind, YogaRule, is_kendra, is_trikona, when};
use crate::{
    angle::normalize_deg,
    vedic::{
        dignity::exaltation_sign,
        graha::Graha::{self, Jupiter, Ketu, Mars, Mercury, Moon, Rahu, Saturn, Sun, Venus},
    },
};

fn mahapurusha(facts: &YogaFacts, graha: Graha) -> Vec<Vec<Graha>> {
    when(facts.is_strong(graha) && facts.in_kendra(graha), &[graha])
}

yoga_rules! {
    Mahapurusha "ruchaka" "Mars is exalted or in its own sign, in a kendra (1, 4, 7, 10) from the lagna."
        |it| mahapurusha(it, Mars);
    Mahapurusha "bhadra" "Mercury is exalted or in its own sign, in a kendra from the lagna."
        |it| mahapurusha(it, Mercury);
    Mahapurusha "hamsa" "Jupiter is exalted or in its own sign, in a kendra from the lagna."
        |it| mahapurusha(it, Jupiter);
    Mahapurusha "malavya" "Venus is exalted or in its own sign, in a kendra from the lagna."
        |it| mahapurusha(it, Venus);
    Mahapurusha "shasha" "Saturn is exalted or in its own sign, in a kendra from the lagna."
        |it| mahapurusha(it, Saturn);
    Lunar "sunapha" "A graha other than the Sun and the nodes is in the 2nd from the Moon, and none in the 12th."
        |it| {
            let (second, twelfth) = (it.of_five_in(Moon, 2), it.of_five_in(Moon, 12));
            when(!second.is_empty() && twelfth.is_empty(), &second)
        };
    Lunar "anapha" "A graha other than the Sun and the nodes is in the 12th from the Moon, and none in the 2nd."
        |it| {
            let (second, twelfth) = (it.of_five_in(Moon, 2), it.of_five_in(Moon, 12));
            when(second.is_empty() && !twelfth.is_empty(), &twelfth)
        };
    Lunar "durudhura" "Grahas other than the Sun and the nodes are in the 2nd and in the 12th from the Moon."
        |it| {
            let (second, twelfth) = (it.of_five_in(Moon, 2), it.of_five_in(Moon, 12));
            let both = [second.clone(), twelfth.clone()].concat();
            when(!second.is_empty() && !twelfth.is_empty(), &both)
        };
    Lunar "kemadruma" "No graha other than the Sun and the nodes is with the Moon or in the 2nd or the 12th from it."
        |it| {
            let is_empty = |house| it.of_five_in(Moon, house).is_empty();
            when(is_empty(1) && is_empty(2) && is_empty(12), &[Moon])
        };
    Lunar "gajakesari" "Jupiter is in a kendra from the Moon."
        |it| when(is_kendra(it.house_from(Moon, Jupiter)), &[Moon, Jupiter]);
    Lunar "chandra-mangala" "The Moon and Mars are in one sign."
        |it| when(it.are_together(Moon, Mars), &[Moon, Mars]);
    Lunar "chandra-adhi" "Mercury, Jupiter and Venus are in the 6th, 7th or 8th from the Moon."
        |it| when(BENEFICS.iter().all(|one| (6..=8).contains(&it.house_from(Moon, *one))), &BENEFICS);
    Lunar "chandra-vasumati" "Mercury, Jupiter and Venus are in the 3rd, 6th, 10th or 11th from the Moon."
        |it| when(
            BENEFICS.iter().all(|one| matches!(it.house_from(Moon, *one), 3 | 6 | 10 | 11)),
            &BENEFICS,
        );
    Lunar "chandra-amala" "Only Mercury, Jupiter or Venus is in the 10th from the Moon."
        |it| only_benefics(|one| it.house_from(Moon, one) == 10 && one != Moon);
    Lunar "shakata" "The Moon is in the 6th, 8th or 12th from Jupiter and not in a kendra from the lagna."
        |it| when(
            matches!(it.house_from(Jupiter, Moon), 6 | 8 | 12) && !it.in_kendra(Moon),
            &[Moon, Jupiter],
        );
    Solar "vesi" "A graha other than the Moon and the nodes is in the 2nd from the Sun, and none in the 12th."
        |it| {
            let (second, twelfth) = (it.of_five_in(Sun, 2), it.of_five_in(Sun, 12));
            when(!second.is_empty() && twelfth.is_empty(), &second)
        };
    Solar "vasi" "A graha other than the Moon and the nodes is in the 12th from the Sun, and none in the 2nd."
        |it| {
            let (second, twelfth) = (it.of_five_in(Sun, 2), it.of_five_in(Sun, 12));
            when(second.is_empty() && !twelfth.is_empty(), &twelfth)
        };
    Solar "ubhayachari" "Grahas other than the Moon and the nodes are in the 2nd and in the 12th from the Sun."
        |it| {
            let (second, twelfth) = (it.of_five_in(Sun, 2), it.of_five_in(Sun, 12));
            let both = [second.clone(), twelfth.clone()].concat();
            when(!second.is_empty() && !twelfth.is_empty(), &both)
        };
    Solar "budha-aditya" "The Sun and Mercury are in one sign."
        |it| when(it.are_together(Sun, Mercury), &[Sun, Mercury]);
    Other "lagna-adhi" "Mercury, Jupiter and Venus are in the 6th, 7th or 8th from the lagna."
        |it| when(BENEFICS.iter().all(|one| (6..=8).contains(&it.house(*one))), &BENEFICS);
    Other "vasumati" "Mercury, Jupiter and Venus are in the 3rd, 6th, 10th or 11th from the lagna."
        |it| when(BENEFICS.iter().all(|one| matches!(it.house(*one), 3 | 6 | 10 | 11)), &BENEFICS);
    Other "amala" "Only Mercury, Jupiter or Venus is in the 10th from the lagna."
        |it| only_benefics(|one| it.house(one) == 10);
    Other "saraswati" "Mercury, Jupiter and Venus are in a kendra, a trikona or the 2nd from the lagna, and Jupiter is \
        exalted or in its own or a friend's sign."
        |it| {
            let house = |one: &Graha| it.house(*one);
            let placed = |house: usize| is_kendra(house) || is_trikona(house) || house == 2;
            let friendly = it.is_strong(Jupiter) || it.is_in_friendly_sign(Jupiter);
            when(BENEFICS.iter().map(house).all(placed) && friendly, &BENEFICS)
        };
    Other "parvata" "Mercury, Jupiter or Venus is in a kendra, and no other graha is in the 6th or the 8th from the \
        lagna."
        |it| {
            let angular: Vec<Graha> = BENEFICS.into_iter().filter(|one| it.in_kendra(*one)).collect();
            let is_bad = |one: &Graha| matches!(it.house(*one), 6 | 8) && !BENEFICS.contains(one);
            when(!angular.is_empty() && !Graha::ALL.iter().any(is_bad), &angular)
        };
    Other "shubha-kartari" "Only Mercury, Jupiter or Venus are in the 2nd and in the 12th from the lagna."
        |it| kartari(it, true);
    Other "papa-kartari" "Only the Sun, Mars, Saturn or the nodes are in the 2nd and in the 12th from the lagna."
        |it| kartari(it, false);
    Other "chatussagara" "Each kendra from the lagna has a graha other than the nodes."
        |it| {
            let angular: Vec<Graha> = Graha::SEVEN.into_iter().filter(|one| it.in_kendra(*one)).collect();
            let has = |house| angular.iter().any(|one| it.house(*one) == house);
            when([1, 4, 7, 10].into_iter().all(has), &angular)
        };
    Other "guru-chandala" "Jupiter is in one sign with Rahu or Ketu."
        |it| when(
            it.are_together(Jupiter, Rahu) || it.are_together(Jupiter, Ketu),
            &[Jupiter, if it.are_together(Jupiter, Rahu) { Rahu } else { Ketu }],
        );
    Other "grahana" "The Sun or the Moon is in one sign with Rahu or Ketu."
        |it| {
            let pairs = [(Sun, Rahu), (Sun, Ketu), (Moon, Rahu), (Moon, Ketu)];
            let found = pairs.into_iter().filter(|(one, node)| it.are_together(*one, *node));
            found.map(|(one, node)| vec![one, node]).collect()
        };
    Other "kala-sarpa" "All grahas from the Sun to Saturn are on one side of the axis of the nodes."
        |it| {
            let rahu_deg = it.longitudes_deg[Rahu.index()];
            let side = |one: &Graha| {
                normalize_deg(it.longitudes_deg[one.index()] - rahu_deg) < 180.0
            };
            let ahead = Graha::SEVEN.iter().filter(|one| side(one)).count();
            when(ahead == 0 || ahead == 7, &[Rahu, Ketu])
        };
    Raja "neecha-bhanga" "A graha is debilitated, and the lord of its sign or of its exaltation sign is in a kendra \
        from the lagna or the Moon."
        |it| {
            let is_cancelled = |one: &Graha| {
                let lords = [Some(it.sign(*one)), exaltation_sign(*one)];
                let mut lords = lords.into_iter().flatten().map(Graha::lord_of);
                it.is_debilitated(*one)
                    && lords.any(|lord| it.in_kendra(lord) || is_kendra(it.house_from(Moon, lord)))
            };
            let found = Graha::SEVEN.into_iter().filter(is_cancelled);
            found.map(|one| vec![one]).collect()
        };
    Raja "three-exalted" "Three grahas or more are exalted."
        |it| {
            let exalted: Vec<Graha> = Graha::SEVEN.into_iter().filter(|one| it.is_exalted(*one)).collect();
            when(exalted.len() >= 3, &exalted)
        };
}

/// Benefics where there is no other graha.
fn only_benefics(is_there: impl Fn(Graha) -> bool) -> Vec<Vec<Graha>> {
    let there: Vec<Graha> = Graha::ALL.into_iter().filter(|it| is_there(*it)).collect();
    let all = there.iter().all(|it| BENEFICS.contains(it));
    when(!there.is_empty() && all, &there)
}

/// Only benefics or only malefics on both sides of the lagna.
fn kartari(facts: &YogaFacts, benefic: bool) -> Vec<Vec<Graha>> {
    let is_of_kind = |graha: &Graha| {
        let is_benefic = BENEFICS.contains(graha);
        let is_malefic = MALEFICS.contains(graha) || graha.is_node();
        if benefic { is_benefic } else { is_malefic }
    };
    let in_house = |house| -> Vec<Graha> {
        let found = Graha::ALL.into_iter();
        found.filter(|it| facts.house(*it) == house).collect()
    };
    let sides = [in_house(2), in_house(12)];
    let holds = |side: &Vec<Graha>| !side.is_empty() && side.iter().all(is_of_kind);
    when(sides.iter().all(holds), &sides.concat())
}

impl YogaFacts {
    fn is_in_friendly_sign(&self, graha: Graha) -> bool {
        use crate::vedic::dignity::Dignity::{Friend, GreatFriend};
        matches!(self.dignities[graha.index()], Some(Friend | GreatFriend))
    }
}
