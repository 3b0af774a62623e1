//! Bodies, and the nodes and apsides of the Moon's orbit.

use ids::point;

/// A body or a point of the lunar orbit.
///
/// Jupiter, Saturn, Uranus, Neptune and Pluto are the barycenters of their systems. The center of
/// the planet is up to 0.07" (Jupiter), 0.05" (Saturn) and 0.10" (Pluto) away from the barycenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Body {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// Mercury.
    Mercury,
    /// Venus.
    Venus,
    /// The Earth, as seen from the Sun or the solar system barycenter.
    Earth,
    /// Mars.
    Mars,
    /// Barycenter of the Jupiter system.
    Jupiter,
    /// Barycenter of the Saturn system.
    Saturn,
    /// Barycenter of the Uranus system.
    Uranus,
    /// Barycenter of the Neptune system.
    Neptune,
    /// Barycenter of Pluto and its moons.
    Pluto,
    /// Ascending node of the Moon's mean orbit.
    MeanNode,
    /// Ascending node of the Moon's osculating orbit.
    TrueNode,
    /// Apogee of the Moon's mean orbit ("mean Lilith"), projected onto the ecliptic.
    MeanApogee,
    /// Apogee of the Moon's osculating orbit ("true Lilith").
    TrueApogee,
    /// 2060 Chiron.
    Chiron,
    /// 5145 Pholus.
    Pholus,
    /// 7066 Nessus.
    Nessus,
    /// 10199 Chariklo.
    Chariklo,
    /// 1 Ceres.
    Ceres,
    /// 2 Pallas.
    Pallas,
    /// 3 Juno.
    Juno,
    /// 4 Vesta.
    Vesta,
    /// 10 Hygiea.
    Hygiea,
    /// 433 Eros.
    Eros,
    /// 136199 Eris.
    Eris,
    /// 90377 Sedna.
    Sedna,
    /// 136108 Haumea.
    Haumea,
    /// 136472 Makemake.
    Makemake,
    /// 50000 Quaoar.
    Quaoar,
    /// 90482 Orcus.
    Orcus,
    /// 28978 Ixion.
    Ixion,
    /// 20000 Varuna.
    Varuna,
}

/// Every body with its id.
const IDS: &[(Body, &str)] = &[
    (Body::Sun, point::SUN),
    (Body::Moon, point::MOON),
    (Body::Mercury, point::MERCURY),
    (Body::Venus, point::VENUS),
    (Body::Earth, point::EARTH),
    (Body::Mars, point::MARS),
    (Body::Jupiter, point::JUPITER),
    (Body::Saturn, point::SATURN),
    (Body::Uranus, point::URANUS),
    (Body::Neptune, point::NEPTUNE),
    (Body::Pluto, point::PLUTO),
    (Body::MeanNode, point::MEAN_NODE),
    (Body::TrueNode, point::TRUE_NODE),
    (Body::MeanApogee, point::MEAN_APOGEE),
    (Body::TrueApogee, point::TRUE_APOGEE),
    (Body::Chiron, point::CHIRON),
    (Body::Pholus, point::PHOLUS),
    (Body::Nessus, point::NESSUS),
    (Body::Chariklo, point::CHARIKLO),
    (Body::Ceres, point::CERES),
    (Body::Pallas, point::PALLAS),
    (Body::Juno, point::JUNO),
    (Body::Vesta, point::VESTA),
    (Body::Hygiea, point::HYGIEA),
    (Body::Eros, point::EROS),
    (Body::Eris, point::ERIS),
    (Body::Sedna, point::SEDNA),
    (Body::Haumea, point::HAUMEA),
    (Body::Makemake, point::MAKEMAKE),
    (Body::Quaoar, point::QUAOAR),
    (Body::Orcus, point::ORCUS),
    (Body::Ixion, point::IXION),
    (Body::Varuna, point::VARUNA),
];

impl Body {
    /// Every body, in the order of the enumeration.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::Sun; IDS.len()];
        let mut index = 0;
        while index < IDS.len() {
            all[index] = IDS[index].0;
            index += 1;
        }
        all
    };

    /// The Sun, the Moon and Mercury to Pluto, which astrology calls planets, in its order.
    pub const PLANETS: [Self; 10] = [
        Self::Sun,
        Self::Moon,
        Self::Mercury,
        Self::Venus,
        Self::Mars,
        Self::Jupiter,
        Self::Saturn,
        Self::Uranus,
        Self::Neptune,
        Self::Pluto,
    ];

    /// Returns the id, for example `meanNode`.
    pub fn id(self) -> &'static str {
        IDS[self.index()].1
    }

    /// Returns the body with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        let found = IDS.iter().find(|(_, name)| *name == id);
        found.map(|(body, _)| *body)
    }

    /// Returns the index in [`Body::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_is_found_at_its_index_and_by_its_id() {
        for (index, body) in Body::ALL.iter().enumerate() {
            assert_eq!(body.index(), index, "{body:?}");
            assert_eq!(Body::from_id(body.id()), Some(*body));
        }
        assert_eq!(Body::from_id("Sun"), None);
        assert_eq!(Body::PLANETS.map(Body::id), ids::PLANETS);
    }
}
