//! Further parts of a Vedic chart: ashtakavarga, yogas, karakas and padas, Krishnamurti Paddhati, upagrahas.

use astrology::ayanamsha::Zodiac;
use astrology::sign::Sign;
use astrology::vedic::ashtakavarga::{Ashtakavarga, BinduTables, Bindus};
use astrology::vedic::bhava::BhavaSystem;
use astrology::vedic::chart::{VedicChart, VedicChartError, VedicOptions};
use astrology::vedic::graha::{Graha, nakshatra_and_lord};
use astrology::vedic::jaimini::{KarakaScheme, arudha_padas, chara_karakas};
use astrology::vedic::kp::{KpLords, Significations, significations, sub_number};
use astrology::vedic::upagraha::{VedicDay, of_the_day, of_the_sun};
use astrology::vedic::varga::{Varga, VargaVariants};
use astrology::vedic::yoga::{Yoga, YogaFacts, yogas};
use http_api::ApiError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::{ResolvedMoment, tt_text};
use crate::dto::meta::Warning;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::vedic::birth::bhava_problem;
use crate::vedic::reply::{PlaceReply, text};
use crate::{CalculationContext, chart_problem, sky_problem};

http_api::closed_sets! {
    /// What a yoga depends on.
    YogaKindName "YogaKind" = [
        "mahapurusha", "lunar", "solar", "nabhasa", "raja", "dhana", "parivartana", "other",
    ];
}

/// Bindus of a chart. Every list has the bindus of the signs from Aries to Pisces.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ashtakavarga")]
pub(crate) struct AshtakavargaReply {
    /// Bindus of each of the seven grahas.
    #[schemars(with = "std::collections::BTreeMap<String, Bindus>")]
    bhinna: ById<Bindus>,
    /// Bindus of the lagna.
    lagna: Bindus,
    /// Sum of the seven grahas: 337 in all.
    sarva: Bindus,
    /// Sum of the seven grahas and the lagna: 386 in all.
    sarva_with_lagna: Bindus,
}

impl AshtakavargaReply {
    pub(super) fn of(chart: &VedicChart, tables: BinduTables) -> Self {
        let found = Ashtakavarga::compute(tables, chart.lagna(), &chart.signs());
        let bhinna = Graha::SEVEN.into_iter().zip(found.bhinna);
        Self {
            bhinna: bhinna.map(|(graha, bindus)| (graha.id(), bindus)).collect(),
            lagna: found.lagna,
            sarva: found.sarva(),
            sarva_with_lagna: found.sarva_with_lagna(),
        }
    }
}

/// A yoga.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Yoga")]
pub(crate) struct YogaReply {
    /// ID.
    id: &'static str,
    /// What it depends on.
    #[schemars(with = "YogaKindName")]
    kind: &'static str,
    /// Rule that made it true. Houses are signs counted from the lagna.
    rule: &'static str,
    /// Grahas that fulfill the rule.
    grahas: Vec<Id<Graha>>,
    /// Interpretation of the yoga. Present if `includeText` is `true`, once for each yoga.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

impl YogaReply {
    pub(super) fn all(chart: &VedicChart, words: &ResponseTexts) -> Vec<Self> {
        let facts = YogaFacts {
            lagna: chart.lagna(),
            signs: chart.signs(),
            longitudes_deg: chart.longitudes_deg(),
            dignities: chart.dignities,
        };
        let mut all: Vec<Self> = Vec::new();
        for yoga in yogas(&facts) {
            let is_first = all.iter().all(|it| it.id != yoga.id);
            let text = is_first.then(|| text(words, "yoga", yoga.id)).flatten();
            all.push(Self::of(yoga, text));
        }
        all
    }

    fn of(yoga: Yoga, text: Option<TextReply>) -> Self {
        Self {
            id: yoga.id,
            kind: yoga.kind.id(),
            rule: yoga.rule,
            grahas: yoga.grahas.into_iter().map(Id).collect(),
            text,
        }
    }
}

/// Karakas and padas of Jaimini.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicJaimini")]
pub(crate) struct JaiminiReply {
    /// Graha of each chara karaka, from the one with most degrees in its sign.
    #[schemars(with = "std::collections::BTreeMap<String, Id<Graha>>")]
    chara_karakas: ById<Id<Graha>>,
    /// Arudha padas of the houses, A1 to A12.
    #[schemars(with = "std::collections::BTreeMap<String, Id<Sign>>")]
    arudha_padas: ById<Id<Sign>>,
    /// Sign of the atmakaraka in D9.
    karakamsha: Id<Sign>,
}

const PADAS: [&str; 12] = [
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12",
];

impl JaiminiReply {
    pub(super) fn of(chart: &VedicChart, scheme: KarakaScheme, variants: VargaVariants) -> Self {
        let karakas = chara_karakas(&chart.longitudes_deg(), scheme);
        let (_, atmakaraka) = karakas[0];
        let longitude_deg = chart.graha(atmakaraka).longitude_deg;
        let padas = arudha_padas(chart.lagna(), &chart.signs());
        Self {
            karakamsha: Id(variants.sign(Varga::D9, longitude_deg)),
            chara_karakas: karakas.into_iter().map(|(id, it)| (id, Id(it))).collect(),
            arudha_padas: PADAS.into_iter().zip(padas.map(Id)).collect(),
        }
    }
}

/// Lords of a longitude.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KpLords")]
pub(crate) struct KpPlaceReply {
    /// Sidereal longitude in degrees.
    longitude: Rounded,
    /// Lord of the sign.
    sign_lord: Id<Graha>,
    /// Lord of the nakshatra.
    star_lord: Id<Graha>,
    /// Lord of the sub.
    sub_lord: Id<Graha>,
    /// Lord of the sub of the sub.
    sub_sub_lord: Id<Graha>,
    /// Number of the sub in the table of 249, as used in horary charts.
    sub_number: u8,
}

impl KpPlaceReply {
    fn of(longitude_deg: f64) -> Self {
        let lords = KpLords::of(longitude_deg);
        Self {
            longitude: longitude_deg.into(),
            sign_lord: Id(lords.sign_lord),
            star_lord: Id(lords.star_lord),
            sub_lord: Id(lords.sub_lord),
            sub_sub_lord: Id(lords.sub_sub_lord),
            sub_number: sub_number(longitude_deg),
        }
    }
}

/// A graha in Krishnamurti Paddhati.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KpGraha")]
pub(crate) struct KpGrahaReply {
    #[serde(flatten)]
    place: KpPlaceReply,
    /// House by Placidus cusps, 1 to 12.
    house_number: u8,
    /// Houses that it signifies.
    signifies: KpSignifiesReply,
}

/// Houses that a graha signifies, the strongest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KpSignifies")]
pub(crate) struct KpSignifiesReply {
    /// Houses that the lord of its nakshatra occupies.
    occupied_by_star_lord: Vec<u8>,
    /// Houses that it occupies.
    occupied: Vec<u8>,
    /// Houses that the lord of its nakshatra rules.
    ruled_by_star_lord: Vec<u8>,
    /// Houses that it rules. Rahu and Ketu rule none.
    ruled: Vec<u8>,
}

impl From<Significations> for KpSignifiesReply {
    fn from(it: Significations) -> Self {
        Self {
            occupied_by_star_lord: it.occupied_by_star_lord,
            occupied: it.occupied,
            ruled_by_star_lord: it.ruled_by_star_lord,
            ruled: it.ruled,
        }
    }
}

/// Ruling planets at birth.
#[expect(
    clippy::struct_field_names,
    reason = "the fields of the reply are named after the lords"
)]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KpRulingPlanets")]
pub(crate) struct RulingPlanetsReply {
    /// Lord of the weekday, which begins at sunrise. Null where the Sun does not rise.
    day_lord: Option<Id<Graha>>,
    /// Lord of the Moon's sign.
    moon_sign_lord: Id<Graha>,
    /// Lord of the Moon's nakshatra.
    moon_star_lord: Id<Graha>,
    /// Lord of the lagna's sign.
    lagna_sign_lord: Id<Graha>,
    /// Lord of the lagna's nakshatra.
    lagna_star_lord: Id<Graha>,
}

/// Krishnamurti Paddhati.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Kp")]
pub(crate) struct KpReply {
    /// Placidus cusps, the first first.
    cusps: Vec<KpPlaceReply>,
    /// Grahas by ID.
    #[schemars(with = "std::collections::BTreeMap<String, KpGrahaReply>")]
    grahas: ById<KpGrahaReply>,
    /// Ruling planets at birth.
    ruling_planets: RulingPlanetsReply,
}

impl KpReply {
    pub(super) fn of(
        birth: &ResolvedMoment,
        options: &VedicOptions,
        context: &CalculationContext,
    ) -> Result<Self, ApiError> {
        let options = VedicOptions {
            bhavas: BhavaSystem::Kp,
            further: Vec::new(),
            ..options.clone()
        };
        let ephemeris = context.ephemeris();
        let kp = VedicChart::compute(&ephemeris, birth.at, &birth.observer, &options);
        let kp = kp.map_err(|error| match error {
            VedicChartError::Chart(error) => chart_problem(error, "dateTime"),
            VedicChartError::Bhavas(error) => bhava_problem(&error, "include"),
        })?;
        let longitudes = kp.longitudes_deg();
        let houses = longitudes.map(|it| kp.bhavas.house_of(it));
        let cusps = kp.bhavas.starts_deg();
        let signifies = significations(&longitudes, &houses, cusps);
        let grahas = Graha::ALL
            .into_iter()
            .zip(signifies)
            .map(|(graha, signifies)| {
                let reply = KpGrahaReply {
                    place: KpPlaceReply::of(longitudes[graha.index()]),
                    house_number: houses[graha.index()],
                    signifies: signifies.into(),
                };
                (graha.id(), reply)
            });
        let day = day(birth, context)?;
        let lords = |longitude_deg: f64| {
            let (_, star) = nakshatra_and_lord(longitude_deg);
            (Id(Graha::lord_of(Sign::of(longitude_deg))), Id(star))
        };
        let (moon_sign_lord, moon_star_lord) = lords(longitudes[Graha::Moon.index()]);
        let (lagna_sign_lord, lagna_star_lord) = lords(kp.lagna_deg());
        Ok(Self {
            cusps: cusps.iter().map(|it| KpPlaceReply::of(*it)).collect(),
            grahas: grahas.collect(),
            ruling_planets: RulingPlanetsReply {
                day_lord: day.map(|it| Id(it.lord())),
                moon_sign_lord,
                moon_star_lord,
                lagna_sign_lord,
                lagna_star_lord,
            },
        })
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        let is_known = self.ruling_planets.day_lord.is_some();
        (!is_known).then(|| {
            let detail =
                "The Sun does not rise or set here around the birth, so the weekday has no lord.";
            Warning::new("sun_does_not_rise", detail)
        })
    }
}

/// Upagrahas.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Upagrahas")]
pub(crate) struct UpagrahaReply {
    /// Sunrise before the birth, in UTC. Null where the Sun does not rise or set.
    #[schemars(extend("format" = "date-time"))]
    sunrise: Option<String>,
    /// Sunset after that sunrise, in UTC.
    #[schemars(extend("format" = "date-time"))]
    sunset: Option<String>,
    /// Sunrise of the next day, in UTC.
    #[schemars(extend("format" = "date-time"))]
    next_sunrise: Option<String>,
    /// Points that follow from the Sun's longitude, and those that rise with the parts of the day or night: kala,
    /// mrityu, ardhaprahara and yamaghantaka at the start of the parts of the Sun, Mars, Mercury and Jupiter, gulika at
    /// the start and mandi in the middle of Saturn's.
    #[schemars(with = "std::collections::BTreeMap<String, PlaceReply>")]
    points: ById<PlaceReply>,
}

impl UpagrahaReply {
    pub(super) fn of(
        chart: &VedicChart,
        birth: &ResolvedMoment,
        zodiac: Zodiac,
        context: &CalculationContext,
    ) -> Result<Self, ApiError> {
        let sun_deg = chart.graha(Graha::Sun).longitude_deg;
        let mut points = of_the_sun(sun_deg).to_vec();
        let day = day(birth, context)?;
        if let Some(day) = &day {
            let found = of_the_day(&context.ephemeris(), day, &birth.observer, zodiac);
            points.extend(found.map_err(|error| sky_problem(error, "dateTime"))?);
        }
        let points = points.into_iter();
        Ok(Self {
            sunrise: day.map(|it| tt_text(it.sunrise)),
            sunset: day.map(|it| tt_text(it.sunset)),
            next_sunrise: day.map(|it| tt_text(it.next_sunrise)),
            points: points.map(|(id, it)| (id, PlaceReply::of(it))).collect(),
        })
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        self.sunrise.is_none().then(|| {
            let detail = "The Sun does not rise or set here around the birth. Upagrahas that follow from the parts of \
                          the day are omitted.";
            Warning::new("sun_does_not_rise", detail)
        })
    }
}

/// The day of a birth.
pub(super) fn day(
    birth: &ResolvedMoment,
    context: &CalculationContext,
) -> Result<Option<VedicDay>, ApiError> {
    let offset_seconds = birth.civil.offset.microseconds() as f64 / 1e6;
    let ephemeris = context.ephemeris();
    VedicDay::of(&ephemeris, birth.at.tt, &birth.observer, offset_seconds)
        .map_err(|error| sky_problem(error, "dateTime"))
}
