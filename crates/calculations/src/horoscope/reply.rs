//! The response of a horoscope.

use std::borrow::Cow;
use std::sync::Arc;

use astrology::aspect::AspectKind;
use astrology::horoscope::FactKind;
use astrology::phase::LunarPhase;
use astrology::sign::Sign;
use ephemeris::Body;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Map;

use super::compose::{Composed, Lucky, Paragraph, SectionText};
use super::fact::{HoroscopeFact, phase_id};
use super::period::Period;
use super::sky::PeriodSky;
use crate::dto::id::Id;
use crate::dto::instant::tt_text;
use crate::dto::meta::Warning;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;

http_api::closed_sets! {
    /// The kinds of periods.
    PeriodName "HoroscopePeriod" = [
        "daily", "weekly", "monthly", "yearly", "yearly-ascendant", "personal",
    ];
    /// The kinds of facts.
    FactName "HoroscopeFactKind" = [
        "ingress", "aspect", "station", "lunation", "eclipse", "moon", "moonAspect", "voidOfCourse",
        "position", "transit",
    ];
    /// The sections of a horoscope.
    SectionName "HoroscopeSection" = ["love", "work", "money", "wellbeing"];
    /// Planets of horoscopes.
    PlanetName "HoroscopePlanet" = [
        "sun", "moon", "mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto",
    ];
    /// Lucky colors.
    ColourName "LuckyColour" = ["gold", "white", "grey", "green", "red", "blue", "black"];
    /// Days of the week.
    WeekdayName "Weekday" = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ];
}

/// A horoscope with metadata of the request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HoroscopeAnswer")]
pub(crate) struct HoroscopeAnswer {
    #[serde(flatten)]
    pub(super) horoscope: Shared<Horoscope>,
    /// Link to the card image. Absent if the response has the horoscopes of all signs or of a birth.
    #[serde(rename = "chart", skip_serializing_if = "Option::is_none")]
    pub(super) image: Option<ImageReply>,
    /// How the request was interpreted.
    pub(super) meta: HoroscopeMeta,
}

/// How a request for a horoscope was interpreted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HoroscopeMeta")]
pub(crate) struct HoroscopeMeta {
    /// Time zone of the days. Null for a local mean time.
    pub(super) timezone: Option<&'static str>,
    /// Beginning of the period, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub(super) start: String,
    /// End of the period, in UTC.
    #[schemars(extend("format" = "date-time"))]
    pub(super) end: String,
    /// Warnings about the result.
    pub(super) warnings: Vec<Warning>,
}

impl HoroscopeMeta {
    pub(super) fn of(period: &Period, warnings: Vec<Warning>) -> Self {
        Self {
            timezone: period.zone,
            start: tt_text(period.range.start),
            end: tt_text(period.range.end),
            warnings,
        }
    }
}

/// A horoscope for a sign, or for a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Horoscope")]
pub(crate) struct Horoscope {
    /// Sign. For a personal horoscope the sign of the Ascendant, or null if the birth time is unknown.
    pub(super) sign: Option<Id<Sign>>,
    /// Title of the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sign_title: Option<&'static str>,
    /// Kind of period.
    #[schemars(with = "PeriodName")]
    pub(super) period: &'static str,
    /// Date, ISO week, month or year, such as `2026-11-18`, `2026-W47`, `2026-11` or `2026`. The first day of a
    /// personal horoscope.
    pub(super) date: String,
    /// ISO week and week year. Present in weekly horoscopes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) iso_week: Option<String>,
    /// First day.
    #[schemars(extend("format" = "date"))]
    pub(super) from: String,
    /// Last day.
    #[schemars(extend("format" = "date"))]
    pub(super) to: String,
    /// Requested language.
    pub(super) language: String,
    /// Edition of the texts. A request has the same result as long as this value does not change.
    pub(super) content_revision: String,
    /// Title of the strongest fact. Null without texts.
    pub(super) title: Option<String>,
    /// The strongest facts as one paragraph. Null without texts.
    pub(super) summary: Option<String>,
    /// URNs of the texts in `summary`, in their order.
    pub(super) summary_from: Vec<String>,
    /// Sections.
    pub(super) sections: SectionsReply,
    /// Facts of the sky in the period with the greatest weights, ordered by time: at most 12 of a day, 20
    /// of a week, 24 of a month, 26 of a year and 44 of a personal horoscope. Longer periods than days begin with the
    /// places of Venus, Mars, Jupiter and the Sun. On days, a fact is left out if another
    /// fact of the fourteen days before could have had the same text.
    pub(super) facts: Vec<FactReply>,
    /// The Moon.
    pub(super) moon: MoonReply,
    /// How much each section matters in the period.
    pub(super) intensity: IntensityReply,
    /// Lucky number, color and weekday. Null for a birth without a time.
    pub(super) lucky: Option<LuckyReply>,
}

/// The sections of a horoscope. Those that the request leaves out are null.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HoroscopeSections")]
pub(crate) struct SectionsReply {
    /// Love, partners and friends: houses 5, 7 and 11.
    love: Option<SectionReply>,
    /// Work, duties and everyday exchange: houses 3, 6 and 10.
    work: Option<SectionReply>,
    /// Money and shared resources: houses 2 and 8.
    money: Option<SectionReply>,
    /// Wellbeing, home and rest: houses 1, 4, 9 and 12.
    wellbeing: Option<SectionReply>,
}

/// A section of a horoscope.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HoroscopeSectionText")]
pub(crate) struct SectionReply {
    /// Text. Null without texts.
    text: Option<String>,
    /// URNs of the texts in `text`, in their order.
    from: Vec<String>,
}

/// The intensity of each section.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HoroscopeIntensity")]
pub(crate) struct IntensityReply {
    /// Love.
    pub(super) love: Option<IntensityOfSection>,
    /// Work.
    pub(super) work: Option<IntensityOfSection>,
    /// Money.
    pub(super) money: Option<IntensityOfSection>,
    /// Wellbeing.
    pub(super) wellbeing: Option<IntensityOfSection>,
}

/// The intensity of a section.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IntensityOfSection")]
pub(crate) struct IntensityOfSection {
    /// From 0 to 100: 100 × (1 − e^(−w / s)), where w is the sum of the weights of the section's facts, and s is 120
    /// for a day, 200 for a week, 320 for a month, 480 for a year and 800 for a personal horoscope.
    pub(super) value: u32,
    /// Indexes of these facts in `facts`.
    facts: Vec<usize>,
}

/// A fact of the sky.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HoroscopeFact")]
pub(crate) struct FactReply {
    /// When it is exact or begins, in UTC. For `position` the beginning of the period.
    #[schemars(extend("format" = "date-time"))]
    pub(super) at: String,
    /// When it ends, in UTC, if it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub(super) until: Option<String>,
    /// Kind of fact.
    #[schemars(with = "FactName")]
    pub(super) kind: &'static str,
    /// Planet. For `lunation`, `eclipse`, `moon`, `moonAspect` and `voidOfCourse` the Moon.
    #[schemars(with = "PlanetName")]
    pub(super) body: &'static str,
    /// Aspect that it forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) aspect: Option<Id<AspectKind>>,
    /// The other planet of the aspect, or the natal point of a transit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<&'static str>,
    /// Direction after a station.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["retrograde", "direct"]))]
    pub(super) station: Option<&'static str>,
    /// Phase of a lunation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["new", "first-quarter", "full", "last-quarter"]))]
    pub(super) phase: Option<&'static str>,
    /// Whether the Sun or the Moon is eclipsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["solar", "lunar"]))]
    pub(super) eclipse: Option<&'static str>,
    /// Whether the planet is retrograde when it enters the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) retrograde: Option<bool>,
    /// Sign in which it takes place. For a transit that of the planet that the text is about first.
    #[schemars(with = "Id<Sign>")]
    pub(super) sign: &'static str,
    /// House of `sign`, counted from the sign of the horoscope.
    #[schemars(range(min = 1, max = 12))]
    pub(super) house: u8,
    /// Section that the house belongs to.
    #[schemars(with = "SectionName")]
    pub(super) section: &'static str,
    /// How much it matters. `summary` describes the facts with the greatest weights.
    pub(super) weight: u32,
    /// Interpretation. Absent if there is none, as for transits of a slow planet to another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<TextReply>,
}

/// The Moon on a day at noon, or at the beginning of a longer period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HoroscopeMoon")]
pub(crate) struct MoonReply {
    /// Sign.
    pub(super) sign: Id<Sign>,
    /// Phase. A day with a principal phase is named after it.
    pub(super) phase: Id<LunarPhase>,
    /// Void-of-course periods that overlap the day. Empty for longer periods.
    pub(super) void_of_course: Vec<VoidReply>,
}

/// A void-of-course period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HoroscopeVoid")]
pub(crate) struct VoidReply {
    /// Start, in UTC.
    #[schemars(extend("format" = "date-time"))]
    start: String,
    /// End, in UTC.
    #[schemars(extend("format" = "date-time"))]
    end: String,
}

/// Lucky number, color and weekday. They follow from the period and from the rulers of two signs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HoroscopeLucky")]
pub(crate) struct LuckyReply {
    /// The digit that remains when the digits of `date` and the Moon's house are added.
    #[schemars(range(min = 1, max = 9))]
    pub(super) number: u32,
    /// Color of `moonRuler`.
    #[schemars(with = "ColourName")]
    colour: &'static str,
    /// Title of the color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) colour_title: Option<&'static str>,
    /// Weekday of `signRuler`.
    #[schemars(with = "WeekdayName")]
    weekday: &'static str,
    /// Title of the weekday.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) weekday_title: Option<&'static str>,
    /// Traditional ruler of the sign.
    #[schemars(with = "PlanetName")]
    sign_ruler: &'static str,
    /// Traditional ruler of the Moon's sign.
    #[schemars(with = "PlanetName")]
    moon_ruler: &'static str,
}

impl Horoscope {
    /// A composed horoscope of a sign.
    pub(super) fn of(
        sign: Option<Sign>,
        (period, sky): (&Period, &PeriodSky),
        composed: Composed,
        words: &ResponseTexts,
    ) -> Self {
        let summary = composed.summary.unwrap_or_default();
        let mut sections = SectionsReply::default();
        let mut intensity = IntensityReply::default();
        for it in composed.sections {
            sections.set(&it, words.has_texts());
            intensity.set(it);
        }
        let facts = composed.facts.into_iter();
        Self {
            sign: sign.map(Id),
            sign_title: sign.and_then(|it| words.title(it.id())),
            period: period.kind.id(),
            date: period.name.clone(),
            iso_week: period.name.contains("-W").then(|| period.name.clone()),
            from: period.days.0.clone(),
            to: period.days.1.clone(),
            language: words.language().to_owned(),
            content_revision: words.revision("horoscope"),
            title: composed.title,
            summary: text_of(&summary, words.has_texts()),
            summary_from: summary.from,
            sections,
            facts: facts
                .map(|(placed, text)| FactReply::of(&placed, text))
                .collect(),
            moon: MoonReply {
                sign: Id(sky.moon_sign),
                phase: Id(sky.phase),
                void_of_course: sky
                    .voids
                    .iter()
                    .map(|it| VoidReply {
                        start: tt_text(it.start),
                        end: tt_text(it.end),
                    })
                    .collect(),
            },
            intensity,
            lucky: sign.map(|it| LuckyReply::of(Lucky::of(&period.name, it, sky.moon_sign), words)),
        }
    }
}

fn text_of(paragraph: &Paragraph, has_texts: bool) -> Option<String> {
    has_texts.then(|| paragraph.text.clone())
}

impl SectionsReply {
    fn set(&mut self, it: &SectionText, has_texts: bool) {
        let reply = SectionReply {
            text: text_of(&it.paragraph, has_texts),
            from: it.paragraph.from.clone(),
        };
        let place = match it.section.id() {
            "love" => &mut self.love,
            "work" => &mut self.work,
            "money" => &mut self.money,
            _ => &mut self.wellbeing,
        };
        *place = Some(reply);
    }
}

impl IntensityReply {
    fn set(&mut self, it: SectionText) {
        let reply = IntensityOfSection {
            value: it.intensity,
            facts: it.facts,
        };
        let place = match it.section.id() {
            "love" => &mut self.love,
            "work" => &mut self.work,
            "money" => &mut self.money,
            _ => &mut self.wellbeing,
        };
        *place = Some(reply);
    }
}

impl FactReply {
    fn of(placed: &HoroscopeFact, text: Option<TextReply>) -> Self {
        let fact = &placed.fact;
        let moon = Body::Moon.id();
        let of = |kind, body: &'static str| Self {
            kind,
            body,
            ..Self::default()
        };
        let of_aspect = |kind, body, aspect, target: Body| Self {
            aspect: Some(Id(aspect)),
            target: Some(target.id()),
            ..of(kind, body)
        };
        let of_eclipse = |eclipse| Self {
            eclipse: Some(eclipse),
            ..of("eclipse", moon)
        };
        let about = match fact.kind {
            FactKind::Ingress {
                body,
                is_retrograde,
            } => Self {
                retrograde: Some(is_retrograde),
                ..of("ingress", body.id())
            },
            FactKind::Aspect {
                body,
                other,
                aspect,
            } => of_aspect("aspect", body.id(), aspect, other),
            FactKind::Station {
                body,
                turns_retrograde: true,
            } => Self {
                station: Some("retrograde"),
                ..of("station", body.id())
            },
            FactKind::Station { body, .. } => Self {
                station: Some("direct"),
                ..of("station", body.id())
            },
            FactKind::Lunation(phase) => Self {
                phase: Some(phase_id(phase)),
                ..of("lunation", moon)
            },
            FactKind::SolarEclipse => of_eclipse("solar"),
            FactKind::LunarEclipse => of_eclipse("lunar"),
            FactKind::MoonInSign => of("moon", moon),
            FactKind::MoonAspect { other, aspect } => of_aspect("moonAspect", moon, aspect, other),
            FactKind::VoidOfCourse => of("voidOfCourse", moon),
            FactKind::Transit {
                body,
                natal,
                aspect,
            } => of_aspect("transit", body.id(), aspect, natal),
            FactKind::Position { body } => of("position", body.id()),
        };
        Self {
            at: tt_text(fact.at),
            until: fact.until.map(tt_text),
            sign: fact.sign.id(),
            house: placed.house,
            section: placed.section().id(),
            weight: placed.weight,
            text,
            ..about
        }
    }
}

impl LuckyReply {
    fn of(lucky: Lucky, words: &ResponseTexts) -> Self {
        Self {
            number: lucky.number,
            colour: lucky.colour,
            colour_title: words.title(&format!("colour.{}", lucky.colour)),
            weekday: lucky.weekday,
            weekday_title: words.title(&format!("weekday.{}", lucky.weekday)),
            sign_ruler: lucky.sign_ruler.id(),
            moon_ruler: lucky.moon_ruler.id(),
        }
    }
}

/// A value that several responses share.
#[derive(Debug)]
pub(crate) struct Shared<T>(pub(super) Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Shared<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The horoscopes of all signs, by sign.
#[derive(Debug)]
pub(crate) struct BySign(pub(super) Vec<(Sign, HoroscopeAnswer)>);

impl Serialize for BySign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (sign, horoscope) in &self.0 {
            map.serialize_entry(sign.id(), horoscope)?;
        }
        map.end()
    }
}

impl JsonSchema for BySign {
    fn schema_name() -> Cow<'static, str> {
        "HoroscopesBySign".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = Map::new();
        for sign in Sign::ALL {
            let schema = generator.subschema_for::<HoroscopeAnswer>();
            properties.insert(sign.id().to_owned(), schema.to_value());
        }
        json_schema!({
            "type": "object",
            "description": "A horoscope for each sign.",
            "properties": properties,
            "required": Sign::IDS,
            "additionalProperties": false,
        })
    }
}
