//! `/api/chart2/numerology.{format}`: the numbers of one person as an image.

use access::Capability;
use chart::{Card, CardFact, Emblem};
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::modules::{NUMEROLOGY_CHARTS, NUMEROLOGY_TEXTS};
use http_api::{ApiError, Spec, Work};

use super::profile::{ProfileInput, WORK};
use super::{NumberReply, NumerologyProfile, date_text, today};
use crate::word::CardWord;
use crate::{Calculation, CalculationContext, DrawCard, card_spec};

#[derive(Debug)]
pub(crate) struct NumerologyCard;

impl DrawCard for NumerologyCard {
    const IMAGE: Spec<AnyInOrganization> = card_spec(
        "chart_numerology_profile",
        "/api/chart2/numerology.{format}",
        NUMEROLOGY_CHARTS,
        "Draw a numerology profile",
        "Draws a person's core numbers as a card, with the interpretation of the life path number. \
         Accepts the same fields as `/api/numerology/profile`. Without `forDate`, the card shows the \
         current personal year.",
    );
    const EXAMPLE: &'static str = NumerologyProfile::EXAMPLE;
    const TEXTS: Capability = NUMEROLOGY_TEXTS;
    const HOROSCOPE: &'static str = "numerology";
    type Fields = ProfileInput;

    fn language(fields: &ProfileInput) -> &str {
        fields.wording.wording(false).language
    }

    fn dated(mut fields: ProfileInput, now: Instant<Tt>) -> Result<ProfileInput, ApiError> {
        let today = || date_text(today(now));
        fields.for_date.get_or_insert_with(today);
        Ok(fields)
    }

    fn check(fields: &ProfileInput) -> Result<(), ApiError> {
        fields.read().map(drop)
    }

    fn result_work(_: &ProfileInput) -> Work {
        WORK
    }

    fn card(fields: &ProfileInput, context: &CalculationContext) -> Result<Card, ApiError> {
        let profile = NumerologyProfile::compute(fields, context)?;
        let words = context.words();
        let word = |it: CardWord| words.title(it.id()).unwrap_or_default();
        let numbers = [
            (CardWord::Expression, Some(&profile.expression_number)),
            (CardWord::SoulUrge, profile.soul_urge_number.as_ref()),
            (CardWord::Personality, profile.personality_number.as_ref()),
            (CardWord::Birthday, Some(&profile.birthday_number)),
            (CardWord::Maturity, Some(&profile.maturity_number)),
            (CardWord::PersonalYear, Some(&profile.personal_year)),
        ];
        let fact = |(name, number): (CardWord, Option<&NumberReply>)| {
            let value = number?.value.to_string();
            Some(CardFact {
                name: word(name).into(),
                value: value.into(),
            })
        };
        let life_path = &profile.life_path_number;
        let (heading, text) = match &life_path.text {
            Some(text) => (text.title.to_string(), text.body.to_string()),
            None => Default::default(),
        };
        let overline = format!("{}: {}", word(CardWord::LifePath), life_path.value);
        Ok(Card {
            emblem: Emblem::Number(life_path.value.to_string().into()),
            overline: overline.into(),
            title: fields.full_name.as_str().into(),
            facts: numbers.into_iter().filter_map(fact).collect(),
            bars: Vec::new(),
            heading: heading.into(),
            text,
            language: words.title_language().to_owned(),
        })
    }
}
