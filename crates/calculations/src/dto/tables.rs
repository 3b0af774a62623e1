//! The libraries' tables with the ids of the API.

use astrology::aspect::AspectKind;
use astrology::ayanamsha::Ayanamsha;
use astrology::chart::{ChartCenter, NodeKind};
use astrology::house::HouseSystem;
use astrology::lot::{Lot, LotFormula};
use astrology::phase::LunarPhase;
use astrology::point::{Angle, Point};
use astrology::sign::Sign;
use astrology::vedic::ashtakavarga::BinduTables;
use astrology::vedic::bhava::BhavaSystem;
use astrology::vedic::dasha::nakshatra_dasha::AshtottariStart;
use astrology::vedic::dignity::{Dignity, NodeExaltation};
use astrology::vedic::graha::Graha;
use astrology::vedic::varga::{
    Drekkana, Hora, Rudramsha, Shashtyamsha, Siddhamsha, Trimshamsha, Varga,
};
use ephemeris::Body;

use super::id::Table;

/// A table whose type has `id` and a list of all its values.
macro_rules! tables {
    ($($type:ty, $name:literal, $all:expr;)+) => {$(
        impl Table for $type {
            const NAME: &'static str = $name;

            fn ids() -> Vec<&'static str> {
                $all.into_iter().map(|it| <$type>::id(it)).collect()
            }

            fn id(self) -> &'static str {
                <$type>::id(self)
            }

            fn from_id(id: &str) -> Option<Self> {
                $all.into_iter().find(|it| <$type>::id(*it) == id)
            }
        }
    )+};
}

tables! {
    AspectKind, "AspectId", AspectKind::ALL;
    Ayanamsha, "AyanamshaId", Ayanamsha::all();
    ChartCenter, "Center", [ChartCenter::Geocentric, ChartCenter::Topocentric, ChartCenter::Heliocentric];
    NodeKind, "NodeType", [NodeKind::True, NodeKind::Mean];
    LotFormula, "LotFormula", [LotFormula::Sect, LotFormula::Day];
    LunarPhase, "PhaseId", LunarPhase::ALL;
    Sign, "SignId", Sign::ALL;
    Graha, "GrahaId", Graha::ALL;
    Dignity, "VedicDignity", Dignity::ALL;
    NodeExaltation, "NodeExaltation", NodeExaltation::ALL;
    BhavaSystem, "BhavaSystem", BhavaSystem::ALL;
    BinduTables, "AshtakavargaTables", BinduTables::ALL;
    AshtottariStart, "AshtottariStart", AshtottariStart::ALL;
    Varga, "Varga", Varga::ALL;
    Hora, "VargaD2", Hora::ALL.iter().copied();
    Drekkana, "VargaD3", Drekkana::ALL.iter().copied();
    Rudramsha, "VargaD11", Rudramsha::ALL.iter().copied();
    Siddhamsha, "VargaD24", Siddhamsha::ALL.iter().copied();
    Trimshamsha, "VargaD30", Trimshamsha::ALL.iter().copied();
    Shashtyamsha, "VargaD60", Shashtyamsha::ALL.iter().copied();
}

impl Table for HouseSystem {
    const NAME: &'static str = "HouseSystemId";

    fn ids() -> Vec<&'static str> {
        let names = |system: Self| {
            let aliases = system.aliases().iter().copied();
            std::iter::once(system.id()).chain(aliases)
        };
        Self::ALL.into_iter().flat_map(names).collect()
    }

    fn id(self) -> &'static str {
        Self::id(self)
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::from_id(id)
    }
}

impl Table for Point {
    const NAME: &'static str = "PointId";

    fn ids() -> Vec<&'static str> {
        let bodies = Body::ALL.iter().map(|it| it.id());
        let angles = Angle::ALL.iter().map(|it| it.id());
        let lots = Lot::ALL.iter().map(|it| it.id());
        let stars = (0..stars()).map(|it| Self::Star(it).id());
        bodies
            .chain(["northNode", "southNode"])
            .chain(angles)
            .chain(lots)
            .chain(stars)
            .collect()
    }

    fn id(self) -> &'static str {
        Self::id(self)
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::from_id(id)
    }
}

/// The number of fixed stars.
fn stars() -> u16 {
    u16::try_from(ephemeris::stars().len()).unwrap_or(u16::MAX)
}
