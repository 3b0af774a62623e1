//! The ten poruthams in a response, each explained.

use astrology::vedic::graha::Regard;
use astrology::vedic::matching::porutham::{Porutham, rajju};
use astrology::vedic::matching::{MoonPlace, mutual_regard};
use schemars::JsonSchema;
use serde::Serialize;

use super::title;

/// The ten poruthams.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Poruthams")]
pub(super) struct PoruthamsReply {
    /// Count of nakshatras from the bride's to the groom's, by nines.
    dina: PoruthamReply,
    /// Temperament of the nakshatras.
    gana: PoruthamReply,
    /// Count of nakshatras from the bride's to the groom's, by threes.
    mahendra: PoruthamReply,
    /// Distance of the groom's nakshatra from the bride's.
    stree_deergha: PoruthamReply,
    /// Animals of the nakshatras.
    yoni: PoruthamReply,
    /// Distance of the groom's sign from the bride's.
    rasi: PoruthamReply,
    /// Rulers of the signs.
    rasyadhipati: PoruthamReply,
    /// Obedience of the signs.
    vasya: PoruthamReply,
    /// Parts of the body of the nakshatras.
    rajju: PoruthamReply,
    /// Nakshatras that pierce each other.
    vedha: PoruthamReply,
}

/// A porutham.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Porutham")]
pub(super) struct PoruthamReply {
    /// Whether it agrees.
    agrees: bool,
    /// Explanation in English.
    explanation: String,
}

impl PoruthamsReply {
    pub(super) fn of(groom: MoonPlace, bride: MoonPlace, stree_deergha: u8) -> Self {
        let porutham = |porutham: Porutham| PoruthamReply {
            agrees: porutham.agrees(groom, bride, stree_deergha),
            explanation: explanation(porutham, groom, bride, stree_deergha),
        };
        Self {
            dina: porutham(Porutham::Dina),
            gana: porutham(Porutham::Gana),
            mahendra: porutham(Porutham::Mahendra),
            stree_deergha: porutham(Porutham::StreeDeergha),
            yoni: porutham(Porutham::Yoni),
            rasi: porutham(Porutham::Rasi),
            rasyadhipati: porutham(Porutham::Rasyadhipati),
            vasya: porutham(Porutham::Vasya),
            rajju: porutham(Porutham::Rajju),
            vedha: porutham(Porutham::Vedha),
        }
    }

    /// How many agree.
    pub(super) fn total(&self) -> f64 {
        let all = [
            &self.dina,
            &self.gana,
            &self.mahendra,
            &self.stree_deergha,
            &self.yoni,
            &self.rasi,
            &self.rasyadhipati,
            &self.vasya,
            &self.rajju,
            &self.vedha,
        ];
        all.iter().map(|it| f64::from(u8::from(it.agrees))).sum()
    }
}

fn explanation(
    porutham: Porutham,
    groom: MoonPlace,
    bride: MoonPlace,
    stree_deergha: u8,
) -> String {
    let count = bride.nakshatras_to(groom);
    let agrees = porutham.agrees(groom, bride, stree_deergha);
    match porutham {
        Porutham::Dina if count == 1 && agrees => {
            "Both have the same nakshatra, one of the eight in which this agrees.".to_owned()
        }
        Porutham::Dina if count == 1 => {
            "Both have the same nakshatra, none of the eight in which this agrees.".to_owned()
        }
        Porutham::Dina => format!(
            "From the bride's nakshatra to the groom's are {count}, which leaves {} of nine. 2, 4, 6, 8 and 0 agree.",
            count % 9
        ),
        Porutham::Gana => format!(
            "The bride is of the gana {}, the groom of the gana {}. A bride of the gana rakshasa agrees with her own \
             only.",
            bride.gana().id(),
            groom.gana().id()
        ),
        Porutham::Mahendra => format!(
            "From the bride's nakshatra to the groom's are {count}. 4, 7, 10, 13, 16, 19, 22 and 25 agree."
        ),
        Porutham::StreeDeergha => format!(
            "From the bride's nakshatra to the groom's are {count}. More than {stree_deergha} agree."
        ),
        Porutham::Yoni => {
            let (one, other) = (bride.yoni().id(), groom.yoni().id());
            let what = if agrees {
                "no sworn enemies"
            } else {
                "sworn enemies"
            };
            format!("{} and {other} are {what}.", title(one))
        }
        Porutham::Rasi => format!(
            "The groom's Moon is in sign {} from the bride's. 2 to 6 do not agree.",
            bride.signs_to(groom)
        ),
        Porutham::Rasyadhipati => {
            let (one, other) = (bride.lord(), groom.lord());
            let regard = mutual_regard(one, other);
            let names = (title(one.id()), title(other.id()));
            if one == other {
                format!("{} rules the sign of both Moons.", names.0)
            } else if regard.0 == Regard::Enemy || regard.1 == Regard::Enemy {
                format!("{} and {} are not free of enmity.", names.0, names.1)
            } else {
                format!("{} and {} are friends or neutral.", names.0, names.1)
            }
        }
        Porutham::Vasya => {
            let what = if agrees { "One" } else { "Neither" };
            let (one, other) = (title(bride.sign.id()), title(groom.sign.id()));
            format!("{what} of {one} and {other} obeys the other.")
        }
        Porutham::Rajju => format!(
            "The bride's nakshatra belongs to {}, the groom's to {}. The same part does not agree.",
            rajju(bride),
            rajju(groom)
        ),
        Porutham::Vedha => {
            let what = if agrees { "do not pierce" } else { "pierce" };
            format!("The nakshatras {what} each other.")
        }
    }
}
