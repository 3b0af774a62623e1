//! The list of calculations. The API, the images, batches, the command line and the tests of every
//! calculation are built from it, so a calculation in this list is complete or does not compile.

use access::Capability;
use bytes::Bytes;
use serde_json::Value;

use crate::calculation::Calculation;
use crate::card::DrawCard;
use crate::image::{Draw, ImageInput, draw};
use crate::input::checked;
use crate::{
    chinese, compatibility, composite, davison, eclipses, ephemeris_table, explain, horoscope,
    margins, moon_calendar, moon_sun, natal, numerology, profections, progressions, retrograde,
    returns, synastry, transit, vedic,
};
use http_api::{AccessPolicy, ApiError};

/// Does something with every calculation.
pub trait CalculationVisitor {
    /// A calculation without a wheel.
    fn calculation<C: Calculation>(&mut self);

    /// A calculation with a wheel.
    fn drawn<D: Draw>(&mut self) {
        self.calculation::<D>();
    }

    /// A card.
    fn card<D: DrawCard>(&mut self) {}
}

/// Visits every calculation and every card, in the order of the documentation.
pub fn visit(visitor: &mut impl CalculationVisitor) {
    visitor.drawn::<natal::Natal>();
    visitor.drawn::<transit::TransitCalc>();
    visitor.drawn::<synastry::SynastryCalc>();
    visitor.drawn::<composite::CompositeCalc>();
    visitor.drawn::<davison::DavisonCalc>();
    visitor.calculation::<compatibility::CompatibilityCalc>();
    visitor.drawn::<returns::SolarReturn>();
    visitor.drawn::<returns::LunarReturn>();
    visitor.calculation::<returns::PlanetaryReturn>();
    visitor.drawn::<progressions::Progressions>();
    visitor.calculation::<profections::ProfectionsCalc>();
    visitor.calculation::<retrograde::Retrograde>();
    visitor.calculation::<eclipses::Eclipses>();
    visitor.calculation::<moon_sun::MoonSun>();
    visitor.calculation::<moon_calendar::MoonDayCalc>();
    visitor.calculation::<moon_calendar::MoonRange>();
    visitor.calculation::<ephemeris_table::EphemerisTable>();
    visitor.calculation::<chinese::ChineseHoroscope>();
    visitor.calculation::<chinese::ChineseForecast>();
    visitor.calculation::<chinese::ChineseCalendarCalc>();
    visitor.calculation::<chinese::BaziCalc>();
    visitor.calculation::<vedic::VedicChartCalc>();
    visitor.calculation::<vedic::DashaCalc>();
    visitor.calculation::<vedic::PanchangCalc>();
    visitor.calculation::<vedic::PanchangRange>();
    visitor.calculation::<vedic::VedicMatch>();
    visitor.calculation::<margins::MarginsCalc>();
    visitor.calculation::<explain::ExplainCalc>();
    visitor.calculation::<numerology::NumerologyProfile>();
    visitor.calculation::<numerology::NumerologyCompatibility>();
    visitor.calculation::<horoscope::AllSigns<horoscope::DailyInput>>();
    visitor.calculation::<horoscope::OneSign<horoscope::DailyInput>>();
    visitor.calculation::<horoscope::AllSigns<horoscope::WeeklyInput>>();
    visitor.calculation::<horoscope::OneSign<horoscope::WeeklyInput>>();
    visitor.calculation::<horoscope::AllSigns<horoscope::MonthlyInput>>();
    visitor.calculation::<horoscope::OneSign<horoscope::MonthlyInput>>();
    visitor.calculation::<horoscope::AllSigns<horoscope::YearlyInput>>();
    visitor.calculation::<horoscope::OneSign<horoscope::YearlyInput>>();
    visitor.calculation::<horoscope::AllSigns<horoscope::YearlyAscendantInput>>();
    visitor.calculation::<horoscope::OneSign<horoscope::YearlyAscendantInput>>();
    visitor.calculation::<horoscope::PersonalHoroscope>();
    visitor.card::<horoscope::HoroscopeCard>();
    visitor.card::<numerology::NumerologyCard>();
    visitor.card::<chinese::ChineseCard>();
}

/// The name of a calculation in batches and at the command line: its path after `/api/calc/`, or after `/api/` for
/// calculations elsewhere, such as `numerology/profile`.
pub const fn name<C: Calculation>() -> &'static str {
    const CALC: &str = "/api/calc/";
    const API: usize = "/api/".len();
    if let Some(name) = C::NAME {
        return name;
    }
    let path = C::SPEC.path;
    let is_calc = path.len() > CALC.len() && is_same(path.split_at(CALC.len()).0, CALC);
    path.split_at(if is_calc { CALC.len() } else { API }).1
}

/// Whether two texts are the same, for constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// A calculation without its types.
#[derive(Clone, Debug)]
pub struct CalculationSummary {
    /// Its name in batches and at the command line.
    pub name: &'static str,
    /// The id of its operation.
    pub operation: &'static str,
    /// Its path in the API.
    pub path: &'static str,
    /// A body that it accepts.
    pub example: Value,
    /// Whether a wheel shows its result.
    pub has_wheel: bool,
    /// Whether responses link to an image: a wheel or a card.
    pub links_to_image: bool,
    /// The capability that opens its texts, if it has texts.
    pub texts: Option<Capability>,
    /// Every capability of it that modules open: the calculation, its image, its texts.
    pub capabilities: Vec<Capability>,
}

/// Every calculation, in the order of the documentation.
///
/// # Panics
///
/// An example is not valid JSON.
pub fn summaries() -> Vec<CalculationSummary> {
    struct Summaries(Vec<CalculationSummary>);

    impl Summaries {
        fn add<C: Calculation>(&mut self, image: Option<AccessPolicy>) {
            let example = serde_json::from_str(C::EXAMPLE);
            let input: Result<C::Input, _> = serde_json::from_str(C::EXAMPLE);
            let gates = [Some(C::SPEC.access.access()), image];
            let gates = gates
                .into_iter()
                .flatten()
                .filter_map(AccessPolicy::capability);
            self.0.push(CalculationSummary {
                name: name::<C>(),
                operation: C::SPEC.id,
                path: C::SPEC.path,
                example: example.expect("an example is JSON"),
                has_wheel: image.is_some(),
                links_to_image: input.is_ok_and(|it| C::chart(&it).is_some()),
                texts: C::TEXTS,
                capabilities: gates.chain(C::TEXTS).collect(),
            });
        }
    }

    impl CalculationVisitor for Summaries {
        fn calculation<C: Calculation>(&mut self) {
            self.add::<C>(None);
        }

        fn drawn<D: Draw>(&mut self) {
            self.add::<D>(Some(D::IMAGE.access.access()));
        }
    }

    let mut summaries = Summaries(Vec::new());
    visit(&mut summaries);
    summaries.0
}

/// The path of the wheel of a calculation, by the name of the calculation.
pub fn wheel_path(name: &str) -> Option<&'static str> {
    struct Find<'a>(&'a str, Option<&'static str>);

    impl CalculationVisitor for Find<'_> {
        fn calculation<C: Calculation>(&mut self) {}

        fn drawn<D: Draw>(&mut self) {
            if self::name::<D>() == self.0 {
                self.1 = Some(D::IMAGE.path);
            }
        }
    }

    let mut found = Find(name, None);
    visit(&mut found);
    found.1
}

/// Draws the wheel of a calculation, by the name of the calculation. `None` if it has no wheel.
pub fn draw_wheel(name: &str, fields: &Value) -> Option<Result<Bytes, ApiError>> {
    struct Drawing<'a> {
        name: &'a str,
        fields: &'a Value,
        drawn: Option<Result<Bytes, ApiError>>,
    }

    impl CalculationVisitor for Drawing<'_> {
        fn calculation<C: Calculation>(&mut self) {}

        fn drawn<D: Draw>(&mut self) {
            if self::name::<D>() == self.name {
                let input = checked::<ImageInput<D::Fields>>(D::IMAGE.id, self.fields.clone());
                self.drawn = Some(input.and_then(|it| draw::<D>(&it)));
            }
        }
    }

    let mut drawing = Drawing {
        name,
        fields,
        drawn: None,
    };
    visit(&mut drawing);
    drawing.drawn
}

/// A card, or another image that is no wheel, without its types.
#[derive(Clone, Debug)]
pub struct CardSummary {
    /// The id of its operation.
    pub operation: &'static str,
    /// Fields that it accepts.
    pub example: Value,
    /// Every capability of it that modules open: the image and its texts.
    pub capabilities: Vec<Capability>,
}

/// Every image that is no wheel, in the order of the documentation: the cards, and the Vedic chart.
///
/// # Panics
///
/// An example is not valid JSON.
pub fn card_summaries() -> Vec<CardSummary> {
    struct Summaries(Vec<CardSummary>);

    impl CalculationVisitor for Summaries {
        fn calculation<C: Calculation>(&mut self) {}

        fn card<D: DrawCard>(&mut self) {
            let example = serde_json::from_str(D::EXAMPLE);
            let gate = D::IMAGE.access.access().capability();
            self.0.push(CardSummary {
                operation: D::IMAGE.id,
                example: example.expect("an example is JSON"),
                capabilities: gate.into_iter().chain([D::TEXTS]).collect(),
            });
        }
    }

    let mut summaries = Summaries(Vec::new());
    visit(&mut summaries);
    summaries.0.push(CardSummary {
        operation: vedic::picture::IMAGE.id,
        example: serde_json::from_str(vedic::picture::EXAMPLE).expect("an example is JSON"),
        capabilities: vedic::picture::IMAGE
            .access
            .access()
            .capability()
            .into_iter()
            .collect(),
    });
    summaries.0
}
