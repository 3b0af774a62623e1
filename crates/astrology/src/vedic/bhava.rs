//! Bhavas: the twelve houses of a Vedic chart, in the five ways in use.

use crate::{
    angle::{difference_deg, normalize_deg},
    house::{HouseError, HouseFrame, HouseSystem, Houses},
};

/// How the ecliptic is divided into bhavas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BhavaSystem {
    /// Each sign is a bhava, the sign of the lagna the first (rashi chart).
    #[default]
    Whole,
    /// Sripati: the quarters between lagna and midheaven trisected give the middles of the bhavas.
    Sripati,
    /// Krishnamurti: bhavas begin at the Placidus cusps.
    Kp,
    /// Bhavas of 30 degrees, the lagna in the middle of the first.
    Equal,
    /// Bhavas of 30 degrees, the lagna at the beginning of the first.
    EqualStart,
}

impl BhavaSystem {
    /// Every system.
    pub const ALL: [Self; 5] = [
        Self::Whole,
        Self::Sripati,
        Self::Kp,
        Self::Equal,
        Self::EqualStart,
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Sripati => "sripati",
            Self::Kp => "kp",
            Self::Equal => "equal",
            Self::EqualStart => "equalStart",
        }
    }

    /// The house system whose cusps are the beginnings of the bhavas.
    pub const fn house_system(self) -> HouseSystem {
        match self {
            Self::Whole => HouseSystem::Whole,
            Self::Sripati => HouseSystem::Sripati,
            Self::Kp => HouseSystem::Placidus,
            Self::Equal => HouseSystem::Vehlow,
            Self::EqualStart => HouseSystem::Equal,
        }
    }
}

/// The bhavas of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bhavas {
    /// The system.
    pub system: BhavaSystem,
    /// Where they begin (bhava-sandhi); the first first.
    houses: Houses,
    /// Their middles (bhava-madhya), in degrees in [0, 360).
    middles_deg: [f64; 12],
}

/// One bhava.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bhava {
    /// 1 to 12.
    pub number: u8,
    /// Where it begins, in degrees in [0, 360).
    pub start_deg: f64,
    /// Its middle, in degrees in [0, 360).
    pub middle_deg: f64,
    /// Where it ends and the next begins, in degrees in [0, 360).
    pub end_deg: f64,
}

impl Bhavas {
    /// Computes the bhavas.
    ///
    /// # Errors
    /// The system is undefined at the latitude.
    pub fn compute(system: BhavaSystem, frame: &HouseFrame) -> Result<Self, HouseError> {
        let houses = Houses::compute(system.house_system(), frame)?;
        let middles_deg = match system {
            BhavaSystem::Sripati => Houses::compute(HouseSystem::Porphyry, frame)?.cusps_deg,
            _ => std::array::from_fn(|index| {
                let (start, end) = (houses.cusps_deg[index], houses.cusps_deg[(index + 1) % 12]);
                normalize_deg(start + difference_deg(end, start) / 2.0)
            }),
        };
        Ok(Self {
            system,
            houses,
            middles_deg,
        })
    }

    /// Returns the bhava of a longitude, 1 to 12. A bhava begins at its start and ends before the next.
    pub fn house_of(&self, longitude_deg: f64) -> u8 {
        self.houses.house_of(longitude_deg)
    }

    /// Returns the beginnings of the bhavas, in degrees.
    pub const fn starts_deg(&self) -> &[f64; 12] {
        &self.houses.cusps_deg
    }

    /// Returns the middles of the bhavas, in degrees.
    pub const fn middles_deg(&self) -> &[f64; 12] {
        &self.middles_deg
    }

    /// Returns the bhavas in order.
    pub fn iter(&self) -> impl Iterator<Item = Bhava> {
        let starts = self.houses.cusps_deg;
        let middles = self.middles_deg;
        (1_u8..=12)
            .zip(0..12_usize)
            .map(move |(number, index)| Bhava {
                number,
                start_deg: starts[index],
                middle_deg: middles[index],
                end_deg: starts[(index + 1) % 12],
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Angles;

    #[test]
    fn each_system_has_the_lagna_where_its_definition_says() {
        let frame = HouseFrame {
            armc_deg: 130.0,
            obliquity_deg: 23.44,
            latitude_deg: 28.6,
            sun_declination_deg: 10.0,
            ayanamsha_deg: 24.0,
        };
        let angles = Angles::compute(&frame);
        let bhavas = |system| Bhavas::compute(system, &frame).unwrap();
        let is_near = |a: f64, b: f64| difference_deg(a, b).abs() < 1e-9;
        let (lagna, mc) = (angles.ascendant_deg, angles.midheaven_deg);
        assert!(is_near(bhavas(BhavaSystem::Equal).middles_deg()[0], lagna));
        assert!(is_near(
            bhavas(BhavaSystem::EqualStart).starts_deg()[0],
            lagna
        ));
        assert!(is_near(bhavas(BhavaSystem::Kp).starts_deg()[9], mc));
        let sripati = bhavas(BhavaSystem::Sripati);
        assert!(is_near(sripati.middles_deg()[0], lagna) && is_near(sripati.middles_deg()[9], mc));
        // A bhava of Sripati begins halfway between two middles.
        let halfway = lagna - difference_deg(lagna, sripati.middles_deg()[11]) / 2.0;
        assert!(is_near(sripati.starts_deg()[0], halfway));
        let whole = bhavas(BhavaSystem::Whole);
        assert!(is_near(
            whole.starts_deg()[0],
            (lagna / 30.0).floor() * 30.0
        ));
    }

    #[test]
    fn bhavas_follow_one_another_without_gap() {
        let frame = HouseFrame {
            armc_deg: 300.0,
            obliquity_deg: 23.44,
            latitude_deg: -33.0,
            sun_declination_deg: 10.0,
            ayanamsha_deg: 24.0,
        };
        for system in BhavaSystem::ALL {
            let bhavas = Bhavas::compute(system, &frame).unwrap();
            let mut sum = 0.0;
            for bhava in bhavas.iter() {
                assert_eq!(bhavas.house_of(bhava.start_deg), bhava.number, "{system:?}");
                assert_eq!(
                    bhavas.house_of(bhava.middle_deg),
                    bhava.number,
                    "{system:?}"
                );
                sum += normalize_deg(bhava.end_deg - bhava.start_deg);
            }
            assert!((sum - 360.0).abs() < 1e-9, "{system:?}");
        }
    }
}
