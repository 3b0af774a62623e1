//! The response of a panchang.

use astrology::nakshatra;
use astrology::sign::Sign;
use astrology::vedic::graha::Graha;
use astrology::vedic::panchang::anga::Anga;
use astrology::vedic::panchang::day_part::{Choghadiya, Hora, HoraDivision, SolarDay};
use astrology::vedic::panchang::lunar_month::LunarMonth;
use astrology::vedic::panchang::year::{Samvat, Season};
use astrology::vedic::panchang::{Panchang, bala, name};
use ephemeris::event::rise_set::Stays;
use ephemeris::{Instant, Tt};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::vedic::clock::{PlaceClock, SpanReply};
use crate::vedic::ids::{
    ChoghadiyaName, KaranaName, LordName, MonthName, NakshatraName, RituName, SamvatsaraName,
    TithiName, VaraName, YogaName,
};

http_api::closed_sets! {
    /// Where the Sun stays on a day without sunrise.
    StaysName "SunStays" = ["above", "below"];
    /// The half-years of the Sun.
    AyanaName "AyanaId" = ["uttarayana", "dakshinayana"];
    /// Where Bhadra dwells.
    AbodeName "BhadraAbode" = ["earth", "heaven", "underworld"];
    /// What a choghadiya is good for.
    QualityName "ChoghadiyaQuality" = ["good", "neutral", "bad"];
}

/// The panchang of a day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PanchangDay")]
pub(super) struct PanchangDayReply {
    /// Civil date of the sunrise, in the Gregorian calendar.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// Weekday.
    vara: VaraReply,
    /// The day, from sunrise to the next sunrise. The civil day if the Sun does not rise and set.
    day: SpanReply,
    /// Sunrise, in UTC. Null if the Sun does not rise.
    #[schemars(extend("format" = "date-time"))]
    sunrise: Option<String>,
    /// Sunset, in UTC.
    #[schemars(extend("format" = "date-time"))]
    sunset: Option<String>,
    /// First moonrise in the day, in UTC. Null if there is none.
    #[schemars(extend("format" = "date-time"))]
    moonrise: Option<String>,
    /// First moonset in the day, in UTC. Null if there is none.
    #[schemars(extend("format" = "date-time"))]
    moonset: Option<String>,
    /// The same on the clock of the place.
    local: LocalReply,
    /// Where the Sun stays during the civil day. Null if it rises or sets.
    #[schemars(with = "Option<StaysName>")]
    sun_stays: Option<&'static str>,
    /// Tithis that overlap the day.
    tithis: Vec<AngaReply<TithiName>>,
    /// Nakshatras of the Moon that overlap the day.
    nakshatras: Vec<AngaReply<NakshatraName>>,
    /// Yogas that overlap the day.
    yogas: Vec<AngaReply<YogaName>>,
    /// Karanas that overlap the day.
    karanas: Vec<AngaReply<KaranaName>>,
    /// Signs of the Moon that overlap the day.
    moon_sign: Vec<MoonSignReply>,
    /// Rahu Kalam. Null without a sunrise, like everything that depends on it.
    rahu_kalam: Option<SpanReply>,
    /// Yamaganda.
    yamaganda: Option<SpanReply>,
    /// Gulika Kalam.
    gulika: Option<SpanReply>,
    /// Abhijit: the eighth of fifteen parts of the day. Null on a Wednesday.
    abhijit: Option<SpanReply>,
    /// Brahma Muhurta: the last but one of fifteen parts of the night before sunrise.
    brahma_muhurta: Option<SpanReply>,
    /// Dur Muhurtas: fifteenths of the day, on a Tuesday also of the night, to be avoided.
    dur_muhurtas: Vec<SpanReply>,
    /// Varjyams that overlap the day: a fifteenth of each nakshatra, to be avoided.
    varjyam: Vec<SpanReply>,
    /// Amrita Kalams that overlap the day: a fifteenth of each nakshatra.
    amrit_kalam: Vec<SpanReply>,
    /// Eighths of the day and of the night.
    choghadiya: Vec<ChoghadiyaReply>,
    /// Planetary hours.
    horas: Vec<HoraReply>,
    /// Lunar month at the start of the day.
    lunar_month: LunarMonthReply,
    /// Season at the start of the day.
    ritu: RituReply,
    /// Half-year of the Sun at the start of the day.
    ayana: AyanaReply,
    /// Years of the eras at the start of the day.
    samvat: SamvatReply,
    /// For whom the nakshatras of the day are good.
    tarabala: Vec<TarabalaReply>,
    /// For whom the Moon's signs of the day are good.
    chandrabala: Vec<ChandrabalaReply>,
    /// The Moon's stay in Aquarius and Pisces that overlaps the day. Null if there is none.
    panchaka: Option<SpanReply>,
    /// Vishti karanas that overlap the day.
    bhadra: Vec<BhadraReply>,
}

/// A weekday.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Vara")]
pub(super) struct VaraReply {
    /// Number, from 1 (Sunday) to 7.
    number: u8,
    /// ID.
    #[schemars(with = "VaraName")]
    id: &'static str,
    /// Ruler.
    #[schemars(with = "LordName")]
    lord: &'static str,
}

/// Rise and set on the clock of the place.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanchangLocal")]
pub(super) struct LocalReply {
    /// Sunrise.
    sunrise: Option<String>,
    /// Sunset.
    sunset: Option<String>,
    /// Moonrise.
    moonrise: Option<String>,
    /// Moonset.
    moonset: Option<String>,
}

/// A part of the lunar month or of the zodiac, with its true start and end.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Anga{N}")]
pub(super) struct AngaReply<N> {
    /// Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras and yogas 1 to
    /// 27.
    number: u8,
    /// ID.
    #[schemars(with = "N")]
    id: &'static str,
    /// Ruler of the nakshatra.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<LordName>")]
    lord: Option<&'static str>,
    #[serde(flatten)]
    span: SpanReply,
    /// Whether no sunrise falls within it. Null without a sunrise.
    kshaya: Option<bool>,
    /// Whether two sunrises fall within it. Null without a sunrise.
    adhika: Option<bool>,
    #[serde(skip)]
    names: core::marker::PhantomData<N>,
}

/// A stay of the Moon in a sign.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanchangMoonSign")]
pub(super) struct MoonSignReply {
    /// Number, from 1 (Aries) to 12.
    number: u8,
    /// Sign.
    sign: Id<Sign>,
    #[serde(flatten)]
    span: SpanReply,
}

/// An eighth of the day or of the night.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Choghadiya")]
pub(super) struct ChoghadiyaReply {
    /// ID.
    #[schemars(with = "ChoghadiyaName")]
    id: &'static str,
    /// Ruler.
    #[schemars(with = "LordName")]
    lord: &'static str,
    /// Whether it is good, bad, or good for travel only.
    #[schemars(with = "QualityName")]
    quality: &'static str,
    /// Whether it belongs to the day.
    is_day: bool,
    #[serde(flatten)]
    span: SpanReply,
}

/// A planetary hour.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Hora")]
pub(super) struct HoraReply {
    /// Ruler.
    #[schemars(with = "LordName")]
    lord: &'static str,
    /// Whether it begins between sunrise and sunset.
    is_day: bool,
    #[serde(flatten)]
    span: SpanReply,
}

/// A lunar month.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LunarMonth")]
pub(super) struct LunarMonthReply {
    /// Number of the month from new moon to new moon, from 1 (Chaitra) to 12.
    amanta: u8,
    /// ID of the month from new moon to new moon.
    #[schemars(with = "MonthName")]
    amanta_id: &'static str,
    /// Number of the month from full moon to full moon.
    purnimanta: u8,
    /// ID of the month from full moon to full moon.
    #[schemars(with = "MonthName")]
    purnimanta_id: &'static str,
    /// Whether the month is added: the Sun enters no sign in it.
    adhika: bool,
    /// Whether a month is dropped: the Sun enters two signs in this one, which bears both names.
    kshaya: bool,
    /// Number of the dropped month.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<u8>,
    #[serde(flatten)]
    span: SpanReply,
}

/// The season by two zodiacs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanchangRitu")]
pub(super) struct RituReply {
    /// By the tropical Sun.
    #[schemars(with = "RituName")]
    drik: &'static str,
    /// By the sidereal Sun.
    #[schemars(with = "RituName")]
    vedic: &'static str,
}

/// The half-year of the Sun by two zodiacs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanchangAyana")]
pub(super) struct AyanaReply {
    /// By the tropical Sun.
    #[schemars(with = "AyanaName")]
    drik: &'static str,
    /// By the sidereal Sun.
    #[schemars(with = "AyanaName")]
    vedic: &'static str,
}

/// Years of the eras.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Samvat")]
pub(super) struct SamvatReply {
    /// Elapsed year of the Shaka era, from Chaitra.
    shaka: i32,
    /// Year of the Vikrama era, from Chaitra.
    vikram_chaitradi: i32,
    /// Year of the Vikrama era, from Kartika.
    vikram_kartikadi: i32,
    /// Year of the sixty by the mean motion of Jupiter, as counted in the north.
    samvatsara_north: SamvatsaraReply,
    /// Year of the sixty by lunar years, as counted in the south.
    samvatsara_south: SamvatsaraReply,
}

/// One of the sixty years.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Samvatsara")]
pub(super) struct SamvatsaraReply {
    /// Number, from 1 to 60.
    number: u8,
    /// ID.
    #[schemars(with = "SamvatsaraName")]
    id: &'static str,
}

/// Nakshatras of birth for which a nakshatra of the day is good.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Tarabala")]
pub(super) struct TarabalaReply {
    /// Nakshatra of the Moon.
    #[schemars(with = "NakshatraName")]
    nakshatra: &'static str,
    /// Its start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// Its end, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// Numbers of the nakshatras of birth, from 1 to 27.
    good_for: Vec<u8>,
}

/// Signs of birth for which a sign of the Moon is good.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Chandrabala")]
pub(super) struct ChandrabalaReply {
    /// Sign of the Moon.
    sign: Id<Sign>,
    /// Its start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// Its end, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
    /// Signs of the Moon at birth.
    good_for: Vec<Id<Sign>>,
}

/// A Vishti karana.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Bhadra")]
pub(super) struct BhadraReply {
    /// Where Bhadra dwells by the Moon's sign at the start. Only `earth` is to be avoided.
    #[schemars(with = "AbodeName")]
    abode: &'static str,
    #[serde(flatten)]
    span: SpanReply,
}

impl PanchangDayReply {
    pub(super) fn of(date: &str, found: &Panchang, horas: HoraDivision, clock: PlaceClock) -> Self {
        let span = |it: &core::ops::Range<Instant<Tt>>| clock.span(it);
        let spans = |all: &[core::ops::Range<Instant<Tt>>]| all.iter().map(span).collect();
        let of_sun = |part: fn(&SolarDay) -> core::ops::Range<Instant<Tt>>| {
            found.sun.as_ref().map(|sun| clock.span(&part(sun)))
        };
        let sun = found.sun.as_ref();
        Self {
            date: date.to_owned(),
            vara: VaraReply::of(found.weekday),
            day: clock.span(&found.day),
            sunrise: found.sunrise.map(tt_text),
            sunset: sun.map(|it| tt_text(it.sunset)),
            moonrise: found.moonrise.map(tt_text),
            moonset: found.moonset.map(tt_text),
            local: LocalReply::of(found, clock),
            sun_stays: match found.stays {
                Stays::Above => Some("above"),
                Stays::Below => Some("below"),
                Stays::CrossesTheHorizon => None,
            },
            tithis: angas(found, &found.tithis, clock, |it| at(&name::TITHIS, it)),
            nakshatras: nakshatras(found, clock),
            yogas: angas(found, &found.yogas, clock, |it| at(&name::YOGAS, it)),
            karanas: angas(found, &found.karanas, clock, name::karana),
            moon_sign: found
                .moon_signs
                .iter()
                .map(|it| MoonSignReply::of(it, clock))
                .collect(),
            rahu_kalam: of_sun(SolarDay::rahu_kalam),
            yamaganda: of_sun(SolarDay::yamaganda),
            gulika: of_sun(SolarDay::gulika),
            abhijit: sun.and_then(SolarDay::abhijit).as_ref().map(span),
            brahma_muhurta: sun.and_then(SolarDay::brahma_muhurta).as_ref().map(span),
            dur_muhurtas: sun.map_or_else(Vec::new, |it| spans(&it.dur_muhurtas())),
            varjyam: spans(&found.varjyam),
            amrit_kalam: spans(&found.amrit_kalam),
            choghadiya: sun.map_or_else(Vec::new, |it| choghadiyas(it, clock)),
            horas: sun.map_or_else(Vec::new, |it| hours(it, horas, clock)),
            lunar_month: LunarMonthReply::of(found, clock),
            ritu: RituReply::of(found),
            ayana: AyanaReply::of(found),
            samvat: SamvatReply::of(found.samvat),
            tarabala: found.nakshatras.iter().map(TarabalaReply::of).collect(),
            chandrabala: found.moon_signs.iter().map(ChandrabalaReply::of).collect(),
            panchaka: found.panchaka.as_ref().map(span),
            bhadra: found
                .bhadras
                .iter()
                .map(|it| BhadraReply::of(it, clock))
                .collect(),
        }
    }
}

/// The name with a number from 1.
fn at(names: &'static [&'static str], number: u8) -> &'static str {
    names[usize::from(number - 1)]
}

fn sign(number: u8) -> Id<Sign> {
    Id(Sign::ALL[usize::from(number - 1)])
}

fn angas<N>(
    found: &Panchang,
    all: &[Anga],
    clock: PlaceClock,
    name: impl Fn(u8) -> &'static str,
) -> Vec<AngaReply<N>> {
    all.iter()
        .map(|it| {
            let sunrises = (!found.sunrises.is_empty()).then(|| it.contains(&found.sunrises));
            AngaReply {
                number: it.number,
                id: name(it.number),
                lord: None,
                span: clock.span(&it.span),
                kshaya: sunrises.map(|it| it == 0),
                adhika: sunrises.map(|it| it > 1),
                names: core::marker::PhantomData,
            }
        })
        .collect()
}

fn nakshatras(found: &Panchang, clock: PlaceClock) -> Vec<AngaReply<NakshatraName>> {
    let name = |it| at(&nakshatra::NAMES, it);
    let mut all = angas(found, &found.nakshatras, clock, name);
    for it in &mut all {
        it.lord = Some(Graha::lord_of_nakshatra(it.number).id());
    }
    all
}

fn ritu(season: Season) -> &'static str {
    name::RITUS[usize::from(season.ritu)]
}

const fn ayana(season: Season) -> &'static str {
    if season.is_uttarayana {
        "uttarayana"
    } else {
        "dakshinayana"
    }
}

fn choghadiyas(sun: &SolarDay, clock: PlaceClock) -> Vec<ChoghadiyaReply> {
    let all = sun.choghadiyas();
    all.iter()
        .map(|it| ChoghadiyaReply::of(it, clock))
        .collect()
}

fn hours(sun: &SolarDay, division: HoraDivision, clock: PlaceClock) -> Vec<HoraReply> {
    let all = sun.horas(division);
    all.iter().map(|it| HoraReply::of(it, clock)).collect()
}

impl LocalReply {
    fn of(found: &Panchang, clock: PlaceClock) -> Self {
        let local = |at: Option<Instant<Tt>>| at.map(|at| clock.text(at));
        Self {
            sunrise: local(found.sunrise),
            sunset: local(found.sun.as_ref().map(|it| it.sunset)),
            moonrise: local(found.moonrise),
            moonset: local(found.moonset),
        }
    }
}

impl MoonSignReply {
    fn of(it: &Anga, clock: PlaceClock) -> Self {
        Self {
            number: it.number,
            sign: sign(it.number),
            span: clock.span(&it.span),
        }
    }
}

impl RituReply {
    fn of(found: &Panchang) -> Self {
        Self {
            drik: ritu(found.season_drik),
            vedic: ritu(found.season_vedic),
        }
    }
}

impl AyanaReply {
    fn of(found: &Panchang) -> Self {
        Self {
            drik: ayana(found.season_drik),
            vedic: ayana(found.season_vedic),
        }
    }
}

impl BhadraReply {
    fn of(it: &bala::Bhadra, clock: PlaceClock) -> Self {
        Self {
            abode: it.abode,
            span: clock.span(&it.span),
        }
    }
}

impl VaraReply {
    fn of(weekday: u8) -> Self {
        let index = usize::from(weekday);
        Self {
            number: weekday + 1,
            id: name::VARAS[index],
            lord: Graha::SEVEN[index].id(),
        }
    }
}

impl ChoghadiyaReply {
    fn of(it: &Choghadiya, clock: PlaceClock) -> Self {
        Self {
            id: it.kind.id(),
            lord: it.kind.lord().id(),
            quality: it.kind.quality(),
            is_day: it.is_day,
            span: clock.span(&it.span),
        }
    }
}

impl HoraReply {
    fn of(it: &Hora, clock: PlaceClock) -> Self {
        Self {
            lord: it.lord.id(),
            is_day: it.is_day,
            span: clock.span(&it.span),
        }
    }
}

impl LunarMonthReply {
    fn of(found: &Panchang, clock: PlaceClock) -> Self {
        let month: &LunarMonth = &found.month;
        let tithi = found.tithis.first().map_or(1, |it| it.number);
        let purnimanta = month.purnimanta(tithi);
        Self {
            amanta: month.number,
            amanta_id: at(&name::MONTHS, month.number),
            purnimanta,
            purnimanta_id: at(&name::MONTHS, purnimanta),
            adhika: month.is_adhika,
            kshaya: month.dropped.is_some(),
            dropped: month.dropped,
            span: clock.span(&month.span),
        }
    }
}

impl SamvatReply {
    fn of(samvat: Samvat) -> Self {
        let year = |number| SamvatsaraReply {
            number,
            id: at(&name::SAMVATSARAS, number),
        };
        Self {
            shaka: samvat.shaka,
            vikram_chaitradi: samvat.vikram_chaitradi,
            vikram_kartikadi: samvat.vikram_kartikadi,
            samvatsara_north: year(samvat.samvatsara_north),
            samvatsara_south: year(samvat.samvatsara_south),
        }
    }
}

impl TarabalaReply {
    fn of(it: &Anga) -> Self {
        Self {
            nakshatra: at(&nakshatra::NAMES, it.number),
            start: tt_text(it.span.start),
            end: tt_text(it.span.end),
            good_for: bala::good_nakshatras(it.number),
        }
    }
}

impl ChandrabalaReply {
    fn of(it: &Anga) -> Self {
        Self {
            sign: sign(it.number),
            start: tt_text(it.span.start),
            end: tt_text(it.span.end),
            good_for: bala::good_signs(it.number).into_iter().map(sign).collect(),
        }
    }
}
