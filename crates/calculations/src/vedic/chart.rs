//! `/api/calc/vedic/chart`: Vedic charts with vargas.

mod parts;
mod shadbala;

use access::Capability;
use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::chart::NodeKind;
use astrology::sign::Sign;
use astrology::vedic::ashtakavarga::BinduTables;
use astrology::vedic::bhava::BhavaSystem;
use astrology::vedic::chart::{VedicChart, VedicOptions};
use astrology::vedic::dignity::NodeExaltation;
use astrology::vedic::graha::Graha;
use astrology::vedic::jaimini::KarakaScheme;
use astrology::vedic::panchang::{anga::tithi_of, name::TITHIS};
use astrology::vedic::varga::{
    Drekkana, Hora, Rudramsha, Shashtyamsha, Siddhamsha, Trimshamsha, Varga, VargaVariants,
};
use ephemeris::Body;
use http_api::caller::AnyInOrganization;
use http_api::modules::{VEDIC_CHART_CALC, VEDIC_TEXTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::parts::{AshtakavargaReply, JaiminiReply, KpReply, UpagrahaReply, YogaReply};
use self::shadbala::ShadbalaReply;
use super::birth::{self, VedicBirth};
use super::ids::TithiName;
use super::picture::VedicImageFields;
use super::reply::{GrahaReply, PlaceReply, text};
use crate::calculation::CHART_ERRORS;
use crate::dto::ayanamsha::AyanamshaAt;
use crate::dto::chart::ById;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;
use crate::dto::meta::{Meta, Warning};
use crate::dto::wording::{Wording, WordingOptions};
use crate::dto::words::{ResponseTexts, TextReply};
use crate::margins::{self, MarginReply, System};
use crate::natal::ImageReply;
use crate::{Calculation, CalculationContext, ChartLink, Problems, gated, spec};

#[derive(Debug)]
pub(crate) struct VedicChartCalc;

/// A birth and the parts of its chart.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct VedicChartInput {
    #[serde(flatten)]
    birth: VedicBirth,
    /// Division into bhavas: signs (`whole`), `sripati`, Placidus cusps (`kp`), or 30 degrees each with the lagna in
    /// the middle (`equal`) or at the start (`equalStart`) of the first. Defaults to `whole`.
    bhava_system: Option<Id<BhavaSystem>>,
    /// Divisional charts to include. Defaults to D1 and D9.
    #[schemars(length(min = 1, max = 20))]
    vargas: Option<Vec<Id<Varga>>>,
    /// How divisional charts divide a sign where authors differ.
    varga_variants: Option<VargaVariantsInput>,
    /// Sign in which Rahu is exalted; Ketu is exalted in the opposite one. Defaults to `none`.
    node_exaltation: Option<Id<NodeExaltation>>,
    /// Tables of the ashtakavarga. Defaults to `parashara`.
    ashtakavarga_tables: Option<Id<BinduTables>>,
    /// Number of chara karakas: 7, or 8 with Rahu. Defaults to 7.
    #[schemars(range(min = 7, max = 8))]
    chara_karakas: Option<u8>,
    /// Whether to include Uranus, Neptune and Pluto. Defaults to `false`.
    outer_planets: Option<bool>,
    /// Further parts of the response to include.
    #[schemars(length(max = 7))]
    include: Option<Vec<VedicPart>>,
    #[serde(flatten)]
    words: WordingOptions,
}

/// Parts of a Vedic chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicInclude")]
enum VedicPart {
    /// Bindus of the seven grahas and the lagna.
    Ashtakavarga,
    /// Yogas, each with its rule and the grahas that fulfill it.
    Yogas,
    /// Chara karakas, arudha padas and karakamsha.
    Jaimini,
    /// Krishnamurti's lords, cusps, significators and ruling planets. With the ayanamsha `krishnamurti` unless
    /// `ayanamsha` is given.
    Kp,
    /// Gulika, Mandi and the other upagrahas.
    Upagrahas,
    /// The six strengths of the seven grahas with their parts, in virupas.
    Shadbala,
    /// How much earlier or later the birth must be to change signs, bhavas, nakshatras, padas and divisional charts.
    Margins,
}

/// Variants of divisional charts.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "VargaVariants")]
pub(super) struct VargaVariantsInput {
    /// Variant of D2 (hora). Defaults to `parashara`.
    #[serde(rename = "D2")]
    d2: Option<Id<Hora>>,
    /// Variant of D3 (drekkana). Defaults to `parashara`.
    #[serde(rename = "D3")]
    d3: Option<Id<Drekkana>>,
    /// Variant of D11 (rudramsha). Defaults to `rath`.
    #[serde(rename = "D11")]
    d11: Option<Id<Rudramsha>>,
    /// Variant of D24 (siddhamsha). Defaults to `parashara`.
    #[serde(rename = "D24")]
    d24: Option<Id<Siddhamsha>>,
    /// Variant of D30 (trimshamsha). Defaults to `unequal`.
    #[serde(rename = "D30")]
    d30: Option<Id<Trimshamsha>>,
    /// Variant of D60 (shashtyamsha). Defaults to `sign`.
    #[serde(rename = "D60")]
    d60: Option<Id<Shashtyamsha>>,
}

impl From<VargaVariantsInput> for VargaVariants {
    fn from(input: VargaVariantsInput) -> Self {
        let defaults = Self::default();
        Self {
            hora: input.d2.map_or(defaults.hora, |it| it.0),
            drekkana: input.d3.map_or(defaults.drekkana, |it| it.0),
            rudramsha: input.d11.map_or(defaults.rudramsha, |it| it.0),
            siddhamsha: input.d24.map_or(defaults.siddhamsha, |it| it.0),
            trimshamsha: input.d30.map_or(defaults.trimshamsha, |it| it.0),
            shashtyamsha: input.d60.map_or(defaults.shashtyamsha, |it| it.0),
        }
    }
}

/// A Vedic chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicChart")]
pub(crate) struct VedicChartReply {
    /// Birth time in UTC.
    #[schemars(extend("format" = "date-time"))]
    date_time: String,
    /// Lagna (Ascendant).
    lagna: LagnaReply,
    /// Tithi (lunar day) of the birth.
    tithi: TithiReply,
    /// Grahas by ID.
    #[schemars(with = "std::collections::BTreeMap<String, GrahaReply>")]
    grahas: ById<GrahaReply>,
    /// Uranus, Neptune and Pluto by ID. Present if `outerPlanets` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, GrahaReply>>")]
    outer_planets: Option<ById<GrahaReply>>,
    /// Bhavas, the first first.
    bhavas: Vec<BhavaReply>,
    /// Divisional charts by ID.
    #[schemars(with = "std::collections::BTreeMap<String, VargaReply>")]
    vargas: ById<VargaReply>,
    /// Bindus. Present if `include` has `ashtakavarga`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ashtakavarga: Option<AshtakavargaReply>,
    /// Yogas. Present if `include` has `yogas`.
    #[serde(skip_serializing_if = "Option::is_none")]
    yogas: Option<Vec<YogaReply>>,
    /// Karakas and padas. Present if `include` has `jaimini`.
    #[serde(skip_serializing_if = "Option::is_none")]
    jaimini: Option<JaiminiReply>,
    /// Krishnamurti Paddhati. Present if `include` has `kp`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kp: Option<KpReply>,
    /// Upagrahas. Present if `include` has `upagrahas`.
    #[serde(skip_serializing_if = "Option::is_none")]
    upagrahas: Option<UpagrahaReply>,
    /// Strengths of the seven grahas by ID. Present if `include` has `shadbala`, and the Sun rises and sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, ShadbalaReply>>")]
    shadbala: Option<ById<ShadbalaReply>>,
    /// Facts of the chart and how much earlier or later the birth must be to change them, within 720 minutes. Present
    /// if `include` has `margins`.
    #[serde(skip_serializing_if = "Option::is_none")]
    margins: Option<Vec<MarginReply>>,
    /// Link to the image.
    #[serde(rename = "chart")]
    image: ImageReply,
    /// Metadata about the calculation.
    meta: ChartMeta,
}

/// The lagna.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VedicLagna")]
pub(crate) struct LagnaReply {
    #[serde(flatten)]
    place: PlaceReply,
    /// Interpretation of the lagna in its sign. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

/// The tithi of a birth: a thirtieth of the way of the Moon from the Sun to the Sun.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VedicBirthTithi")]
pub(crate) struct TithiReply {
    /// Number, 1 to 30.
    number: u8,
    /// ID.
    #[schemars(with = "TithiName")]
    id: &'static str,
    /// Interpretation of the tithi. Present if `includeText` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextReply>,
}

impl TithiReply {
    fn of(chart: &VedicChart, words: &ResponseTexts) -> Self {
        let longitude_deg = |graha| chart.graha(graha).longitude_deg;
        let number = tithi_of(longitude_deg(Graha::Sun), longitude_deg(Graha::Moon));
        let id = TITHIS[usize::from(number - 1)];
        Self {
            number,
            id,
            text: text(words, "tithi", id),
        }
    }
}

/// A bhava.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Bhava")]
pub(crate) struct BhavaReply {
    /// Number, 1 to 12.
    number: u8,
    /// Longitude where it begins (bhava-sandhi), in degrees.
    start: Rounded,
    /// Longitude of its middle (bhava-madhya), in degrees.
    middle: Rounded,
    /// Longitude where it ends, in degrees.
    end: Rounded,
    /// Sign of its middle.
    sign: Id<Sign>,
    /// Lord of that sign.
    lord: Id<Graha>,
}

/// A divisional chart.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VargaChart")]
pub(crate) struct VargaReply {
    /// Sanskrit name.
    name: &'static str,
    /// Sign of the lagna.
    lagna: Id<Sign>,
    /// Grahas by ID.
    #[schemars(with = "std::collections::BTreeMap<String, VargaGrahaReply>")]
    grahas: ById<VargaGrahaReply>,
}

/// A graha in a divisional chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VargaGraha")]
pub(crate) struct VargaGrahaReply {
    /// Sign.
    sign: Id<Sign>,
    /// House counted in signs from the lagna of this divisional chart, 1 to 12.
    house_number: u8,
}

/// Metadata about a Vedic chart.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VedicChartMeta")]
pub(crate) struct ChartMeta {
    #[serde(flatten)]
    meta: Meta,
    /// Conventions used, including defaults.
    conventions: ChartConventions,
}

/// Conventions of a Vedic chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VedicChartConventions")]
pub(crate) struct ChartConventions {
    /// Ayanamsha of the zodiac. Null if it is user-defined.
    ayanamsha: Option<Id<Ayanamsha>>,
    /// User-defined ayanamsha.
    ayanamsha_at: Option<AyanamshaAt>,
    /// Type of lunar node that Rahu and Ketu are.
    node_type: Id<NodeKind>,
    /// Division into bhavas.
    bhava_system: Id<BhavaSystem>,
    /// Sign in which Rahu is exalted.
    node_exaltation: Id<NodeExaltation>,
    /// Variants of the divisional charts in the response for which authors differ, by ID.
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    varga_variants: ById<&'static str>,
    /// Tables of the ashtakavarga. Present if it is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    ashtakavarga_tables: Option<Id<BinduTables>>,
    /// Number of chara karakas. Present if `jaimini` is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    chara_karakas: Option<u8>,
    /// Ayanamsha of `kp`. Present if it is included, unless it is user-defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    kp_ayanamsha: Option<Id<Ayanamsha>>,
    /// Sunrise that upagrahas and shadbala follow. Present if one of them is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["upperLimb"]))]
    sunrise_of: Option<&'static str>,
    /// Whether the sunrise includes refraction. Present if upagrahas or shadbala are included.
    #[serde(skip_serializing_if = "Option::is_none")]
    refraction: Option<bool>,
    /// Author whose rules the shadbala follows. Present if it is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["raman"]))]
    shadbala_rules: Option<&'static str>,
}

const DEFAULT_VARGAS: [Varga; 2] = [Varga::D1, Varga::D9];

impl VedicChartInput {
    fn includes(&self, part: VedicPart) -> bool {
        self.include.as_ref().is_some_and(|it| it.contains(&part))
    }

    fn vargas(&self) -> Vec<Varga> {
        let given = self.vargas.as_ref();
        given.map_or(DEFAULT_VARGAS.to_vec(), |it| {
            it.iter().map(|it| it.0).collect()
        })
    }

    fn options(&self) -> Result<VedicOptions, ApiError> {
        let outer = self.outer_planets == Some(true);
        Ok(VedicOptions {
            bhavas: self.bhava_system.map(|it| it.0).unwrap_or_default(),
            node_exaltation: self.node_exaltation.map(|it| it.0).unwrap_or_default(),
            further: if outer {
                vec![Body::Uranus, Body::Neptune, Body::Pluto]
            } else {
                Vec::new()
            },
            ..self.birth.options()?
        })
    }

    /// The conventions of the response, and warnings about options for parts that it does not have.
    fn conventions(&self, options: &VedicOptions) -> (ChartConventions, Option<Warning>) {
        let has = |part| self.includes(part);
        let variants: VargaVariants = self.varga_variants.unwrap_or_default().into();
        let vargas = self.vargas();
        let named = vargas.iter();
        let named = named.filter_map(|it| Some((it.id(), variants.id_of(*it)?)));
        let (bindus, jaimini) = (has(VedicPart::Ashtakavarga), has(VedicPart::Jaimini));
        let (kp, shadbala) = (has(VedicPart::Kp), has(VedicPart::Shadbala));
        let sunrise = has(VedicPart::Upagrahas) || shadbala;
        let conventions = ChartConventions {
            ayanamsha: self.birth.ayanamsha(),
            ayanamsha_at: self.birth.ayanamsha_at().cloned(),
            node_type: Id(options.node),
            bhava_system: Id(options.bhavas),
            node_exaltation: Id(options.node_exaltation),
            varga_variants: named.collect(),
            ashtakavarga_tables: bindus.then(|| Id(self.tables())),
            chara_karakas: jaimini.then(|| self.chara_karakas.unwrap_or(7)),
            kp_ayanamsha: kp.then(|| self.kp_ayanamsha()).flatten(),
            sunrise_of: sunrise.then_some("upperLimb"),
            refraction: sunrise.then_some(true),
            shadbala_rules: shadbala.then_some("raman"),
        };
        let idle = [
            (
                "ashtakavargaTables",
                self.ashtakavarga_tables.is_some() && !bindus,
            ),
            ("charaKarakas", self.chara_karakas.is_some() && !jaimini),
        ];
        let given = |input: VargaVariantsInput| {
            [
                (Varga::D2, input.d2.is_some()),
                (Varga::D3, input.d3.is_some()),
                (Varga::D11, input.d11.is_some()),
                (Varga::D24, input.d24.is_some()),
                (Varga::D30, input.d30.is_some()),
                (Varga::D60, input.d60.is_some()),
            ]
        };
        let of_vargas = self.varga_variants.map(given).into_iter().flatten();
        let of_vargas = of_vargas.filter(|(varga, is_given)| *is_given && !vargas.contains(varga));
        let of_vargas = of_vargas.map(|(varga, _)| format!("`vargaVariants.{}`", varga.id()));
        let idle = idle.into_iter().filter(|(_, is_idle)| *is_idle);
        let idle: Vec<String> = idle
            .map(|(name, _)| format!("`{name}`"))
            .chain(of_vargas)
            .collect();
        let warning = (!idle.is_empty()).then(|| {
            let detail = format!(
                "These options have no effect because the response does not include what they apply to: {}.",
                idle.join(", ")
            );
            Warning::new("option_without_effect", detail)
        });
        (conventions, warning)
    }

    fn tables(&self) -> BinduTables {
        self.ashtakavarga_tables.map(|it| it.0).unwrap_or_default()
    }

    fn karakas(&self) -> KarakaScheme {
        match self.chara_karakas {
            Some(8) => KarakaScheme::Eight,
            _ => KarakaScheme::Seven,
        }
    }

    /// The ayanamsha of `kp`, unless it is user-defined: Krishnamurti's own, unless the request names another.
    fn kp_ayanamsha(&self) -> Option<Id<Ayanamsha>> {
        if self.birth.states_zodiac() {
            self.birth.ayanamsha()
        } else {
            Some(Id(Ayanamsha::Krishnamurti))
        }
    }

    /// The options of `kp`.
    fn kp_options(&self, chart: &VedicOptions) -> VedicOptions {
        let named = self.kp_ayanamsha();
        VedicOptions {
            zodiac: named.map_or(chart.zodiac, |it| Zodiac::Sidereal(it.0)),
            ..chart.clone()
        }
    }

    /// Vargas that are listed twice.
    fn repeated(&self) -> Option<Problem> {
        let listed = self.vargas.iter().flatten().enumerate();
        let mut listed = listed.map(|(index, varga)| (index, varga.0));
        let all = self.vargas();
        let (index, varga) = listed.find(|(index, varga)| all[..*index].contains(varga))?;
        let detail = format!("`{}` is listed twice.", varga.id());
        let problem = Problem::new(ErrorCode::FieldsConflict, detail);
        Some(problem.at(Source::Pointer(format!("/vargas/{index}"))))
    }
}

impl Calculation for VedicChartCalc {
    const SPEC: Spec<AnyInOrganization> = Spec {
        errors: CHART_ERRORS,
        ..spec(
            "calc_vedic_chart",
            "/api/calc/vedic/chart",
            gated(VEDIC_CHART_CALC),
            "Calculate a Vedic chart",
            "Returns lagna, grahas and bhavas in the sidereal zodiac with nakshatras, dignities and combustion, and \
             divisional charts. `include` adds ashtakavarga, yogas, karakas and padas, Krishnamurti Paddhati, \
             upagrahas, and shadbala. `meta.conventions` has every convention on which schools differ.",
        )
    };
    const EXAMPLE: &'static str = r#"{"dateTime":"1990-06-15T14:30",
        "location":{"latitude":13.08,"longitude":80.27},
        "vargas":["D1","D9","D10"],"include":["ashtakavarga","yogas"]}"#;
    const TEXTS: Option<Capability> = Some(VEDIC_TEXTS);
    const COST_FORMULA: &'static str = "1 unit, or 2 to 4 units with `include: margins`.";
    type Input = VedicChartInput;
    type Reply = VedicChartReply;

    fn wording(input: &VedicChartInput) -> Option<Wording<'_>> {
        Some(input.words.wording(false))
    }

    fn chart(input: &VedicChartInput) -> Option<ChartLink> {
        let language = input.words.wording(false).language;
        let fields = VedicImageFields::of(input.birth.clone(), language);
        ChartLink::wheel("/api/chart2/vedic.svg", &fields)
    }

    fn work(input: &VedicChartInput) -> Work {
        let mut work = Work::new(1_000, 6 * 1_024);
        if input.words.wording(false).texts {
            work = work + Work::new(2_000, 64 * 1_024);
        }
        let vargas = input.vargas().len() as u64;
        work = work + Work::new(30 * vargas, 700 * vargas);
        for part in input.include.iter().flatten() {
            work = work
                + match part {
                    VedicPart::Ashtakavarga => Work::new(100, 1_024),
                    VedicPart::Yogas => Work::new(300, 8 * 1_024),
                    VedicPart::Jaimini => Work::new(50, 1_024),
                    VedicPart::Kp => Work::new(2_000, 6 * 1_024),
                    VedicPart::Upagrahas => Work::new(2_500, 2 * 1_024),
                    VedicPart::Shadbala => Work::new(2_500, 5 * 1_024),
                    VedicPart::Margins => margins::vedic_work(input.vargas().len()),
                };
        }
        work
    }

    fn compute(
        input: &VedicChartInput,
        context: &CalculationContext,
    ) -> Result<VedicChartReply, ApiError> {
        let mut problems = Problems::default();
        let birth = problems.keep(input.birth.when().resolve_moment());
        problems.0.extend(input.repeated());
        problems.finish()?;
        let birth = birth.expect("unresolved input has been reported");
        let options = input.options()?;
        let chart = birth::chart(&birth, &options, context)?;
        let includes = |part| input.includes(part);
        let (conventions, warning) = input.conventions(&options);
        let mut meta = Meta::of(&birth).with_frame(&chart.frame);
        meta.warn(warning);
        let upagrahas = includes(VedicPart::Upagrahas)
            .then(|| UpagrahaReply::of(&chart, &birth, options.zodiac, context))
            .transpose()?;
        meta.warn(upagrahas.as_ref().and_then(UpagrahaReply::warning));
        let kp = includes(VedicPart::Kp)
            .then(|| KpReply::of(&birth, &input.kp_options(&options), context))
            .transpose()?;
        meta.warn(kp.as_ref().and_then(KpReply::warning));
        let shadbala = includes(VedicPart::Shadbala)
            .then(|| shadbala::of(&chart, &birth, context))
            .transpose()?;
        meta.warn(shadbala::warning(shadbala.as_ref()));
        let variants: VargaVariants = input.varga_variants.unwrap_or_default().into();
        let margins = includes(VedicPart::Margins).then(|| {
            let request = margins::vedic_request(&birth, &options, input.vargas(), variants);
            margins::facts(&request, System::Vedic, context)
        });
        meta.warn(context.warnings());
        let words = context.words();
        let grahas = Graha::ALL.map(|it| (it.id(), GrahaReply::of(&chart, it, words)));
        let further = chart.further.iter();
        let further: ById<GrahaReply> = further
            .map(|it| (it.point.id(), GrahaReply::of_body(&chart, it)))
            .collect();
        let vargas = input.vargas().into_iter();
        let vargas = vargas.map(|it| (it.id(), VargaReply::of(&chart, it, variants)));
        Ok(VedicChartReply {
            date_time: meta.utc(),
            lagna: LagnaReply {
                place: PlaceReply::of(chart.lagna_deg()),
                text: text(words, "lagna", chart.lagna().id()),
            },
            tithi: TithiReply::of(&chart, words),
            grahas: grahas.into_iter().collect(),
            outer_planets: (!further.is_empty()).then_some(further),
            bhavas: bhavas(&chart),
            vargas: vargas.collect(),
            ashtakavarga: includes(VedicPart::Ashtakavarga)
                .then(|| AshtakavargaReply::of(&chart, input.tables())),
            yogas: includes(VedicPart::Yogas).then(|| YogaReply::all(&chart, words)),
            jaimini: includes(VedicPart::Jaimini)
                .then(|| JaiminiReply::of(&chart, input.karakas(), variants)),
            kp,
            upagrahas,
            shadbala: shadbala.flatten(),
            margins: margins.transpose()?,
            image: ImageReply {
                url: context.chart_url(),
            },
            meta: ChartMeta { meta, conventions },
        })
    }
}

fn bhavas(chart: &VedicChart) -> Vec<BhavaReply> {
    let bhavas = chart.bhavas.iter();
    let reply = |it: astrology::vedic::bhava::Bhava| {
        let sign = Sign::of(it.middle_deg);
        BhavaReply {
            number: it.number,
            start: it.start_deg.into(),
            middle: it.middle_deg.into(),
            end: it.end_deg.into(),
            sign: Id(sign),
            lord: Id(Graha::lord_of(sign)),
        }
    };
    bhavas.map(reply).collect()
}

impl VargaReply {
    fn of(chart: &VedicChart, varga: Varga, variants: VargaVariants) -> Self {
        let lagna = variants.sign(varga, chart.lagna_deg());
        let graha = |graha: Graha| {
            let sign = variants.sign(varga, chart.graha(graha).longitude_deg);
            let steps = (sign.index() + 12 - lagna.index()) % 12;
            let reply = VargaGrahaReply {
                sign: Id(sign),
                house_number: u8::try_from(steps + 1).unwrap_or(12),
            };
            (graha.id(), reply)
        };
        Self {
            name: varga.name(),
            lagna: Id(lagna),
            grahas: Graha::ALL.map(graha).into_iter().collect(),
        }
    }
}
