//! The eight kootas in a response, each explained.

use astrology::vedic::graha::Regard;
use astrology::vedic::matching::ashtakoot::{
    Cancellation, Dosha, Koota, NADIS, VashyaGroup, doshas, nadi, varna,
};
use astrology::vedic::matching::{MoonPlace, mutual_regard};
use schemars::JsonSchema;
use serde::Serialize;

use super::title;
use crate::dto::degrees::Rounded;

http_api::closed_sets! {
    /// Kootas whose failure is a dosha.
    DoshaName "MatchDosha" = ["gana", "bhakoot", "nadi"];
    /// Rules that cancel a dosha.
    CancellationName "MatchCancellation" = [
        "same-sign-other-nakshatra", "same-nakshatra-other-sign", "same-nakshatra-other-pada", "same-sign-lord",
        "friendly-sign-lords",
    ];
}

/// The taras from the first.
const TARAS: [&str; 9] = [
    "janma",
    "sampat",
    "vipat",
    "kshema",
    "pratyari",
    "sadhaka",
    "vadha",
    "mitra",
    "ati-mitra",
];

/// The eight kootas.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Kootas")]
pub(super) struct KootasReply {
    /// Class of the Moon's sign: 1 point.
    varna: KootaReply,
    /// Influence between the groups of the Moon's signs: 2 points.
    vashya: KootaReply,
    /// Count of nakshatras both ways: 3 points.
    tara: KootaReply,
    /// Animals of the nakshatras: 4 points.
    yoni: KootaReply,
    /// Friendship of the rulers of the Moon's signs: 5 points.
    graha_maitri: KootaReply,
    /// Temperament of the nakshatras: 6 points.
    gana: KootaReply,
    /// Distance of the Moon's signs: 7 points.
    bhakoot: KootaReply,
    /// Humour of the nakshatras: 8 points.
    nadi: KootaReply,
}

/// A koota.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Koota")]
pub(super) struct KootaReply {
    /// Points.
    points: Rounded,
    /// Maximum points.
    max: u8,
    /// What groom and bride are by this koota.
    from: FromReply,
    /// Explanation in English.
    explanation: String,
    /// Name of the rule or table. Printed tables differ about vashya, yoni and gana.
    table: &'static str,
}

/// What groom and bride are by a koota.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KootaFrom")]
pub(super) struct FromReply {
    /// Of the groom.
    groom: String,
    /// Of the bride.
    bride: String,
}

/// A dosha.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KootaDosha")]
pub(super) struct DoshaReply {
    /// The koota that fails.
    #[schemars(with = "DoshaName")]
    dosha: &'static str,
    /// Whether a rule cancels it.
    cancelled: bool,
    /// The rule that cancels it. Null if there is none.
    #[schemars(with = "Option<CancellationName>")]
    cancelled_by: Option<&'static str>,
}

impl KootasReply {
    pub(super) fn of(groom: MoonPlace, bride: MoonPlace) -> Self {
        let koota = |koota| KootaReply::of(koota, groom, bride);
        Self {
            varna: koota(Koota::Varna),
            vashya: koota(Koota::Vashya),
            tara: koota(Koota::Tara),
            yoni: koota(Koota::Yoni),
            graha_maitri: koota(Koota::GrahaMaitri),
            gana: koota(Koota::Gana),
            bhakoot: koota(Koota::Bhakoot),
            nadi: koota(Koota::Nadi),
        }
    }

    /// The sum of the points.
    pub(super) fn total(&self) -> f64 {
        let all = [
            &self.varna,
            &self.vashya,
            &self.tara,
            &self.yoni,
            &self.graha_maitri,
            &self.gana,
            &self.bhakoot,
            &self.nadi,
        ];
        all.iter().map(|it| it.points.0).sum()
    }
}

impl KootaReply {
    fn of(koota: Koota, groom: MoonPlace, bride: MoonPlace) -> Self {
        let points = koota.points(groom, bride);
        let ((of_groom, of_bride), explanation) = explained(koota, groom, bride, points);
        Self {
            points: points.into(),
            max: koota.most(),
            from: FromReply {
                groom: of_groom,
                bride: of_bride,
            },
            explanation,
            table: koota.table(),
        }
    }
}

/// What both are by a koota, and a sentence about it.
fn explained(
    koota: Koota,
    groom: MoonPlace,
    bride: MoonPlace,
    points: f64,
) -> ((String, String), String) {
    let most = koota.most();
    match koota {
        Koota::Varna => {
            let (one, other) = (varna(groom.sign).id(), varna(bride.sign).id());
            let is = if points > 0.0 { "is not" } else { "is" };
            let why = format!("The groom's varna ({one}) {is} lower than the bride's ({other}).");
            (pair(one, other), why)
        }
        Koota::Vashya => {
            let (one, other) = (VashyaGroup::of(groom).id(), VashyaGroup::of(bride).id());
            let why = if one == other {
                format!("Both Moons are in the group {one}.")
            } else {
                format!(
                    "A groom of the group {one} and a bride of the group {other} have {points} of {most} points."
                )
            };
            (pair(one, other), why)
        }
        Koota::Tara => explained_tara(groom, bride),
        Koota::Yoni => explained_yoni(groom, bride, points),
        Koota::GrahaMaitri => explained_maitri(groom, bride),
        Koota::Gana => {
            let (one, other) = (groom.gana().id(), bride.gana().id());
            let why = if one == other {
                format!("Both are of the gana {one}.")
            } else {
                format!(
                    "A groom of the gana {one} and a bride of the gana {other} have {points} of {most} points."
                )
            };
            (pair(one, other), why)
        }
        Koota::Bhakoot => {
            let (there, back) = (groom.signs_to(bride), bride.signs_to(groom));
            let why = format!(
                "The bride's Moon is in sign {there} from the groom's, the groom's in sign {back} from the bride's. \
                 2 and 12, 5 and 9, 6 and 8 have no points."
            );
            (pair(groom.sign.id(), bride.sign.id()), why)
        }
        Koota::Nadi => {
            let name = |it| NADIS[usize::from(nadi(it))];
            let (one, other) = (name(groom), name(bride));
            let why = if one == other {
                format!("Both are of the nadi {one}.")
            } else {
                format!("The groom is of the nadi {one}, the bride of the nadi {other}.")
            };
            (pair(one, other), why)
        }
    }
}

fn explained_tara(groom: MoonPlace, bride: MoonPlace) -> ((String, String), String) {
    let there = groom.nakshatras_to(bride);
    let back = bride.nakshatras_to(groom);
    let (one, other) = (tara(back), tara(there));
    let why = format!(
        "From the groom's nakshatra to the bride's are {there} ({other}), from the bride's to the groom's \
         {back} ({one}). Vipat, pratyari and vadha lose 1.5 points each."
    );
    (pair(one, other), why)
}

fn explained_yoni(groom: MoonPlace, bride: MoonPlace, points: f64) -> ((String, String), String) {
    let (one, other) = (groom.yoni(), bride.yoni());
    let what = if one == other {
        "the same animal"
    } else if one.is_enemy_of(other) {
        "sworn enemies"
    } else if points > 2.5 {
        "friendly"
    } else if points > 1.5 {
        "neutral"
    } else {
        "unfriendly"
    };
    let (one, other) = (one.id(), other.id());
    let why = format!("{} and {other}: {what}.", title(one));
    (pair(one, other), why)
}

fn explained_maitri(groom: MoonPlace, bride: MoonPlace) -> ((String, String), String) {
    let (one, other) = (groom.lord(), bride.lord());
    let why = if one == other {
        format!("{} rules the sign of both Moons.", title(one.id()))
    } else {
        let (there, back) = mutual_regard(one, other);
        let (first, second) = (title(one.id()), title(other.id()));
        format!(
            "{second} is {} to {first}, and {first} is {} to {second}.",
            regard(there),
            regard(back)
        )
    };
    (pair(one.id(), other.id()), why)
}

fn pair(one: &str, other: &str) -> (String, String) {
    (one.to_owned(), other.to_owned())
}

fn tara(count: u8) -> &'static str {
    TARAS[usize::from((count - 1) % 9)]
}

const fn regard(regard: Regard) -> &'static str {
    match regard {
        Regard::Friend => "a friend",
        Regard::Neutral => "neutral",
        Regard::Enemy => "an enemy",
    }
}

impl DoshaReply {
    pub(super) fn of(groom: MoonPlace, bride: MoonPlace) -> Vec<Self> {
        let reply = |it: Dosha| Self {
            dosha: match it.koota {
                Koota::Nadi => "nadi",
                Koota::Bhakoot => "bhakoot",
                _ => "gana",
            },
            cancelled: it.cancelled_by.is_some(),
            cancelled_by: it.cancelled_by.map(Cancellation::id),
        };
        doshas(groom, bride).into_iter().map(reply).collect()
    }
}
