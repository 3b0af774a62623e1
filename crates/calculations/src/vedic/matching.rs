//! `/api/calc/vedic/match`: two births by the eight kootas or the ten poruthams.

mod ashtakoot;
mod manglik;
mod porutham;

use access::Capability;
use astrology::aspect::{AspectSet, AspectSettings, Orbs};
use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::chart::{Chart, ChartOptions};
use astrology::house::HouseSystem;
use astrology::point::{Angle, Point};
use astrology::sign::Sign;
use astrology::vedic::graha::Graha;
use astrology::vedic::matching::MoonPlace;
use astrology::vedic::matching::manglik::ManglikRule;
use ephemeris::Body;
use http_api::caller::AnyInOrganization;
use http_api::modules::VEDIC_MATCH_CALC;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::ashtakoot::{DoshaReply, KootasReply};
use self::manglik::ManglikOfBoth;
use self::porutham::PoruthamsReply;
use super::ids::{LordName, NakshatraName};
use crate::dto::ayanamsha::{AyanamshaAt, sidereal_zodiac};
use crate::dto::birth::TwoBirths;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::instant::ResolvedMoment;
use crate::dto::meta::Meta;
use crate::dto::moment::LocalDateTimeInput;
use crate::{Calculation, CalculationContext, Problems, chart_problem, gated, spec};

const ERRORS: &[ErrorCode] = &[
    ErrorCode::ResponseFieldUnknown,
    ErrorCode::OutsideEphemeris,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::CalendarRequired,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::BirthTimeRequired,
    ErrorCode::HouseSystemUndefined,
    ErrorCode::FieldsConflict,
];

/// The count of nakshatras that Stree Deergha must exceed, if the request does not say it.
const STREE_DEERGHA: u8 = 9;

#[derive(Debug)]
pub(crate) struct VedicMatch;

/// System of matching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum MatchSystem {
    /// Eight kootas, 36 points.
    #[default]
    Ashtakoot,
    /// Ten poruthams of southern India.
    Porutham,
}

/// Which birth is whose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum MatchRoles {
    /// The first birth is the groom's, the second the bride's.
    #[default]
    GroomFirst,
    /// The first birth is the bride's, the second the groom's.
    BrideFirst,
}

/// Houses of Mars that count for Manglik.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ManglikRuleName {
    /// 1, 4, 7, 8 and 12.
    North,
    /// 2, 4, 7, 8 and 12.
    South,
    /// 1, 2, 4, 7, 8 and 12.
    #[default]
    All,
}

impl ManglikRuleName {
    const fn rule(self) -> ManglikRule {
        match self {
            Self::North => ManglikRule::North,
            Self::South => ManglikRule::South,
            Self::All => ManglikRule::All,
        }
    }
}

/// Two births and how to match them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct MatchInput {
    #[serde(flatten)]
    births: TwoBirths,
    /// Which birth is whose. Defaults to `groomFirst`.
    roles: Option<MatchRoles>,
    /// System of matching. Defaults to `ashtakoot`.
    system: Option<MatchSystem>,
    /// Ayanamsha. Defaults to `lahiri`.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha. Instead of `ayanamsha`.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Houses of Mars that count for Manglik. Defaults to `all`.
    manglik_rule: Option<ManglikRuleName>,
    /// Count of nakshatras from the bride's to the groom's that Stree Deergha must exceed. Printed tables use 7, 9 or
    /// 13. Defaults to 9. Only with `system: porutham`.
    #[schemars(range(min = 7, max = 13))]
    stree_deergha: Option<u8>,
}

/// A match.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicMatch")]
pub(crate) struct MatchReply {
    /// System of matching.
    system: MatchSystem,
    /// Points of the kootas, or the number of poruthams that agree.
    total: Rounded,
    /// Maximum of `total`: 36 for the kootas, 10 for the poruthams.
    max: u8,
    /// The eight kootas. Present with `system: ashtakoot`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kootas: Option<KootasReply>,
    /// Doshas of the kootas, with the rule that cancels each. Present with `system: ashtakoot`.
    #[serde(skip_serializing_if = "Option::is_none")]
    doshas: Option<Vec<DoshaReply>>,
    /// The ten poruthams. Present with `system: porutham`.
    #[serde(skip_serializing_if = "Option::is_none")]
    poruthams: Option<PoruthamsReply>,
    /// Manglik of both.
    manglik: ManglikOfBoth,
    /// The groom.
    groom: PersonReply,
    /// The bride.
    bride: PersonReply,
    /// Metadata about the first birth.
    meta: MatchMeta,
    /// Metadata about the second birth.
    meta2: Meta,
}

/// The Moon and the lagna of a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MatchPerson")]
pub(crate) struct PersonReply {
    /// Sidereal longitude of the Moon.
    moon: Rounded,
    /// Sign of the Moon.
    moon_sign: Id<Sign>,
    /// Ruler of the sign of the Moon.
    #[schemars(with = "LordName")]
    moon_sign_lord: &'static str,
    /// Nakshatra of the Moon.
    nakshatra: MatchNakshatra,
    /// Sign of the lagna.
    lagna: Id<Sign>,
}

/// The nakshatra of the Moon.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchNakshatra {
    /// Number, from 1 to 27.
    number: u8,
    /// ID.
    #[schemars(with = "NakshatraName")]
    id: &'static str,
    /// Pada, from 1 to 4.
    pada: u8,
    /// Ruler.
    #[schemars(with = "LordName")]
    lord: &'static str,
}

/// Metadata and the conventions used.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MatchMeta")]
pub(crate) struct MatchMeta {
    #[serde(flatten)]
    meta: Meta,
    /// Conventions used.
    conventions: MatchConventions,
}

/// The conventions used.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MatchConventions")]
pub(crate) struct MatchConventions {
    /// Ayanamsha. Null if it is user-defined.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha. Null if `ayanamsha` names a published one.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Which birth is whose.
    roles: MatchRoles,
    /// Houses of Mars that count for Manglik.
    manglik_rule: ManglikRuleName,
    /// Count of nakshatras that Stree Deergha must exceed. Present with `system: porutham`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stree_deergha: Option<u8>,
}

/// What matching uses of a birth.
struct Matched {
    moon_deg: f64,
    moon: MoonPlace,
    mars: Sign,
    venus: Sign,
    lagna: Sign,
}

impl Matched {
    fn compute(birth: &ResolvedMoment, zodiac: Zodiac, field: &str) -> Result<Self, ApiError> {
        let options = ChartOptions {
            points: [Body::Moon, Body::Mars, Body::Venus]
                .map(Point::Body)
                .to_vec(),
            house_system: HouseSystem::Whole,
            zodiac,
            aspects: AspectSettings {
                set: AspectSet::default(),
                orbs: Orbs::natal(),
            },
            ..ChartOptions::default()
        };
        let sky = ephemeris::Ephemeris::embedded();
        let chart = Chart::compute(sky, birth.at, &birth.observer, &options);
        let chart = chart.map_err(|error| chart_problem(error, field))?;
        let longitude_deg = |body| {
            let point = chart.point(Point::Body(body));
            point
                .expect("the chart has the points asked for")
                .longitude_deg
        };
        let moon_deg = longitude_deg(Body::Moon);
        let lagna_deg = chart.angle_deg(Angle::Ascendant);
        Ok(Self {
            moon_deg,
            moon: MoonPlace::of(moon_deg),
            mars: Sign::of(longitude_deg(Body::Mars)),
            venus: Sign::of(longitude_deg(Body::Venus)),
            lagna: Sign::of(lagna_deg.expect("a geocentric chart has angles")),
        })
    }

    fn reply(&self) -> PersonReply {
        let nakshatra = self.moon.nakshatra;
        PersonReply {
            moon: self.moon_deg.into(),
            moon_sign: Id(self.moon.sign),
            moon_sign_lord: self.moon.lord().id(),
            nakshatra: MatchNakshatra {
                number: nakshatra,
                id: astrology::nakshatra::NAMES[usize::from(nakshatra - 1)],
                pada: self.moon.pada,
                lord: Graha::lord_of_nakshatra(nakshatra).id(),
            },
            lagna: Id(self.lagna),
        }
    }
}

impl MatchInput {
    fn conventions(&self) -> Result<MatchConventions, ApiError> {
        let is_porutham = self.system == Some(MatchSystem::Porutham);
        if self.stree_deergha.is_some() && !is_porutham {
            let detail = "`streeDeergha` requires `system: porutham`.";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            let at = Source::Pointer("/streeDeergha".to_owned());
            return Err(problem.at(at).into());
        }
        Ok(MatchConventions {
            ayanamsha: match self.ayanamsha_at {
                Some(_) => None,
                None => Some(self.ayanamsha.unwrap_or(Id(Ayanamsha::Lahiri))),
            },
            ayanamsha_at: self.ayanamsha_at.clone(),
            roles: self.roles.unwrap_or_default(),
            manglik_rule: self.manglik_rule.unwrap_or_default(),
            stree_deergha: is_porutham.then(|| self.stree_deergha.unwrap_or(STREE_DEERGHA)),
        })
    }
}

impl Calculation for VedicMatch {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: ERRORS,
        ..spec(
            "calc_vedic_match",
            "/api/calc/vedic/match",
            gated(VEDIC_MATCH_CALC),
            "Match two births by kootas or poruthams",
            "Returns the points of the eight kootas (guna milan, at most 36) or the ten poruthams, each \
             with an explanation. Where printed tables differ, `table` names the one used. `doshas` \
             lists the kootas that fail, with the rule that cancels each. Manglik is given from lagna, \
             Moon and Venus of both. The first birth is the groom's unless `roles` says otherwise. \
             Explanations are in English.",
        )
    };
    const EXAMPLE: &'static str = crate::calculation::PAIR_EXAMPLE;
    const TEXTS: Option<Capability> = None;
    const COST_FORMULA: &'static str = "1 unit.";
    type Input = MatchInput;
    type Reply = MatchReply;

    fn work(_: &MatchInput) -> Work {
        Work::new(2_000, 6 * 1_024)
    }

    fn compute(input: &MatchInput, context: &CalculationContext) -> Result<MatchReply, ApiError> {
        let conventions = input.conventions()?;
        let mut problems = Problems::default();
        let resolve =
            |when: Result<LocalDateTimeInput<'_>, _>| when.and_then(|it| it.resolve_moment());
        let first = problems.keep(resolve(input.births.first()));
        let second = problems.keep(resolve(input.births.second()));
        problems.finish()?;
        let (first, second) = first
            .zip(second)
            .expect("unresolved input has been reported");
        let zodiac = sidereal_zodiac(input.ayanamsha, input.ayanamsha_at.as_ref())?;
        let [first_field, second_field] = input.births.date_time_fields();
        let one = Matched::compute(&first, zodiac, first_field)?;
        let other = Matched::compute(&second, zodiac, second_field)?;
        let (groom, bride) = match conventions.roles {
            MatchRoles::GroomFirst => (one, other),
            MatchRoles::BrideFirst => (other, one),
        };
        let system = input.system.unwrap_or_default();
        let (mut kootas, mut doshas, mut poruthams) = (None, None, None);
        let (total, max) = match system {
            MatchSystem::Ashtakoot => {
                let found = KootasReply::of(groom.moon, bride.moon);
                let total = found.total();
                kootas = Some(found);
                doshas = Some(DoshaReply::of(groom.moon, bride.moon));
                (total, 36)
            }
            MatchSystem::Porutham => {
                let least = conventions.stree_deergha.unwrap_or(STREE_DEERGHA);
                let found = PoruthamsReply::of(groom.moon, bride.moon, least);
                let total = found.total();
                poruthams = Some(found);
                (total, 10)
            }
        };
        let mut meta = Meta::of(&first).with_sky(zodiac, first.at.tt);
        meta.warn(context.warnings());
        Ok(MatchReply {
            system,
            total: total.into(),
            max,
            kootas,
            doshas,
            poruthams,
            manglik: ManglikOfBoth::of(&groom, &bride, conventions.manglik_rule.rule()),
            groom: groom.reply(),
            bride: bride.reply(),
            meta: MatchMeta { meta, conventions },
            meta2: Meta::of(&second).with_sky(zodiac, second.at.tt),
        })
    }
}

/// An id with its first letter in upper case, for explanations.
fn title(id: &str) -> String {
    let mut letters = id.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::input;

    fn matched(more: &Value) -> Result<Value, ApiError> {
        let mut body: Value = serde_json::from_str(VedicMatch::EXAMPLE).unwrap();
        for (field, value) in more.as_object().unwrap() {
            body[field] = value.clone();
        }
        let request = input::read::<VedicMatch>(body)?;
        let now = access::Timestamp::from_micros(0);
        let context = CalculationContext::of_operator::<VedicMatch>(&request, now)?;
        let reply = VedicMatch::compute(&request.input, &context)?;
        Ok(serde_json::to_value(&reply).unwrap())
    }

    #[test]
    fn the_total_is_the_sum_of_the_kootas_and_each_is_explained() {
        let found = matched(&json!({})).unwrap();
        let kootas = found["kootas"].as_object().unwrap();
        assert_eq!(kootas.len(), 8);
        let sum: f64 = kootas.values().filter_map(|it| it["points"].as_f64()).sum();
        assert!((found["total"].as_f64().unwrap() - sum).abs() < 1e-9);
        let most: u64 = kootas.values().filter_map(|it| it["max"].as_u64()).sum();
        assert_eq!((most, &found["max"]), (36, &json!(36)));
        for (name, koota) in kootas {
            let explanation = koota["explanation"].as_str().unwrap();
            assert!(explanation.ends_with('.'), "{name}: {explanation}");
            assert!(
                koota["table"].is_string() && koota["from"]["groom"].is_string(),
                "{name}"
            );
        }
        assert!(found.get("poruthams").is_none());
    }

    #[test]
    fn roles_exchange_groom_and_bride() {
        let plain = matched(&json!({})).unwrap();
        let swapped = matched(&json!({ "roles": "brideFirst" })).unwrap();
        assert_eq!(plain["groom"], swapped["bride"]);
        assert_eq!(plain["manglik"]["groom"], swapped["manglik"]["bride"]);
        let nadi = |it: &Value| it["kootas"]["nadi"]["points"].clone();
        assert_eq!(nadi(&plain), nadi(&swapped), "nadi has no direction");
    }

    #[test]
    fn poruthams_that_agree_are_counted() {
        let found = matched(&json!({ "system": "porutham" })).unwrap();
        let all = found["poruthams"].as_object().unwrap();
        let agreeing = all.values().filter(|it| it["agrees"] == true).count();
        assert_eq!((all.len(), &found["max"]), (10, &json!(10)));
        assert_eq!(
            found["total"].as_f64().map(|it| it.to_string()),
            Some(agreeing.to_string())
        );
        assert_eq!(found["meta"]["conventions"]["streeDeergha"], 9);
        let refused = matched(&json!({ "streeDeergha": 13 })).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::FieldsConflict);
    }

    #[test]
    fn a_birth_without_a_time_is_refused() {
        let refused = matched(&json!({ "dateTime2": "1988-02-01" })).unwrap_err();
        let problem = &refused.problems()[0];
        assert_eq!(problem.code, ErrorCode::BirthTimeRequired);
        assert_eq!(
            problem.source,
            Some(Source::Pointer("/dateTime2".to_owned()))
        );
    }
}
