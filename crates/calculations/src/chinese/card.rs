//! `/api/chart2/chinese.{format}`: the Chinese sign of a birth as an image.

use access::Capability;
use astrology::chinese::cycle::Polarity;
use chart::{Card, CardFact, Emblem};
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::{CHINESE_CHARTS, CHINESE_TEXTS};
use http_api::{ApiError, Spec, Work};

use super::birth_year::BirthYearInput;
use super::horoscope::YEAR_WORK;
use super::{animal_title, day_number, element_title, text, year_pillar};
use crate::word::CardWord;
use crate::{CalculationContext, DrawCard, card_spec};

#[derive(Debug)]
pub(crate) struct ChineseCard;

impl DrawCard for ChineseCard {
    const IMAGE: Spec<AnyInOrganization> = card_spec(
        "chart_chinese_horoscope",
        "/api/chart2/chinese.{format}",
        CHINESE_CHARTS,
        "Draw a Chinese zodiac card",
        "Draws the Chinese sign of a birth as a card, with its element and polarity and the \
         interpretation of the sign. Accepts the fields of the Chinese horoscope.",
    );
    const EXAMPLE: &'static str = r#"{"birthDate":"1990-01-15"}"#;
    const TEXTS: Capability = CHINESE_TEXTS;
    const HOROSCOPE: &'static str = "chinese";
    type Fields = BirthYearInput;

    fn language(fields: &BirthYearInput) -> &str {
        fields.wording().language
    }

    fn dated(fields: BirthYearInput, _: Instant<Tt>) -> Result<BirthYearInput, ApiError> {
        Ok(fields)
    }

    fn check(fields: &BirthYearInput) -> Result<(), ApiError> {
        day_number(&fields.birth_date, "birthDate").map(drop)
    }

    fn result_work(_: &BirthYearInput) -> Work {
        YEAR_WORK
    }

    fn card(fields: &BirthYearInput, context: &CalculationContext) -> Result<Card, ApiError> {
        let (year, _) = fields.year(context)?;
        let pillar = year_pillar(year);
        let (stem, branch) = (pillar.stem(), pillar.branch());
        let words = context.words();
        let title = |id: &str| words.title(id).unwrap_or_default();
        let word = |it: CardWord| title(it.id());
        let polarity = format!("chinese.{}", Polarity::id(stem.polarity()));
        let facts = [
            (
                CardWord::Element,
                title(&element_title(stem.element())).to_owned(),
            ),
            (CardWord::Polarity, title(&polarity).to_owned()),
            (CardWord::ChineseYear, year.to_string()),
            (
                CardWord::StemAndBranch,
                format!("{} {}", stem.id(), branch.id()),
            ),
        ];
        let fact = |(name, value): (CardWord, String)| CardFact {
            name: word(name).into(),
            value: value.into(),
        };
        let interpretation = text(words, "sign", branch.animal());
        let (heading, body) = match interpretation {
            Some(text) => (text.title.to_string(), text.body.to_string()),
            None => Default::default(),
        };
        Ok(Card {
            emblem: Emblem::OfTwelve(u8::try_from(branch.index()).unwrap_or_default()),
            overline: format!("{}, {}", word(CardWord::ChineseSign), fields.birth_date).into(),
            title: title(&animal_title(branch)).into(),
            facts: facts.into_iter().map(fact).collect(),
            bars: Vec::new(),
            heading: heading.into(),
            text: body,
            language: words.title_language().to_owned(),
        })
    }
}
