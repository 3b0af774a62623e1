//! From the facts of a period to a readable horoscope: which facts it has, in which order, and which
//! sentences open, connect and close them.
//!
//! Nothing is random. Texts rotate by the number of the period and by the place of a body, so the same
//! request gives the same sentences as long as the texts are the same.

use std::collections::HashSet;

use astrology::dignity::ruler;
use astrology::horoscope::{Fact, FactKind, PLANETS};
use astrology::sign::Sign;
use ephemeris::Body;
use interpretation::key::Key;

use super::fact::{HoroscopeFact, Section, house_from, variant_of};
use super::period::{Period, PeriodKind};
use super::sky::PeriodSky;
use crate::dto::words::{ResponseTexts, TextReply};

/// The least number of facts of a day. The places of planets fill up quiet days.
const MIN_FACTS: usize = 4;
/// How long a text is not repeated, in days.
const REPEAT_AFTER_DAYS: i64 = 14;
/// Variants of openings and links.
const SENTENCES: i64 = 6;
/// Variants of closings.
const CLOSINGS: i64 = 4;

/// How many facts a horoscope lists, and how many of them its summary tells.
const fn sizes(kind: PeriodKind) -> (usize, usize) {
    match kind {
        PeriodKind::Daily => (12, 3),
        PeriodKind::Weekly => (20, 4),
        PeriodKind::Monthly => (24, 5),
        PeriodKind::Yearly | PeriodKind::YearlyAscendant => (26, 6),
        PeriodKind::Personal => (44, 5),
    }
}

/// A paragraph and the URNs of its texts, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) from: Vec<String>,
}

impl Paragraph {
    /// Adds a text, unless it was left out because the organization's own texts are too long together.
    fn add(&mut self, text: Option<TextReply>) {
        let Some(text) = text.filter(|it| it.omitted.is_none()) else {
            return;
        };
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&text.body);
        self.from.push(text.urn);
    }
}

/// A section of a horoscope.
#[derive(Clone, Debug)]
pub(super) struct SectionText {
    pub(super) section: Section,
    pub(super) paragraph: Paragraph,
    /// From 0 to 100.
    pub(super) intensity: u32,
    /// The facts it follows from, by their index.
    pub(super) facts: Vec<usize>,
}

/// A horoscope of one sign.
#[derive(Clone, Debug)]
pub(super) struct Composed {
    /// The facts, by their beginning.
    pub(super) facts: Vec<(HoroscopeFact, Option<TextReply>)>,
    /// The title of the strongest fact.
    pub(super) title: Option<String>,
    pub(super) summary: Option<Paragraph>,
    pub(super) sections: Vec<SectionText>,
}

/// Composes the horoscope of a sign.
pub(super) fn compose(
    sign: Sign,
    period: &Period,
    sky: &PeriodSky,
    words: &ResponseTexts,
) -> Composed {
    let composer = Composer {
        place: house_from(Sign::Aries, sign).into(),
        period,
        sky,
        words,
    };
    let facts = match period.kind {
        PeriodKind::Daily => composer.of_day(sign),
        _ => composer.of_longer(sign),
    };
    composer.compose(facts, &|it| house_from(sign, it))
}

/// What composing a horoscope uses.
pub(super) struct Composer<'a> {
    /// Tells horoscopes of one period apart: the number of the sign.
    pub(super) place: i64,
    pub(super) period: &'a Period,
    pub(super) sky: &'a PeriodSky,
    pub(super) words: &'a ResponseTexts,
}

impl Composer<'_> {
    /// The facts of a day. A fact is left out if another fact of the fourteen days before could have had
    /// the same text.
    fn of_day(&self, sign: Sign) -> Vec<HoroscopeFact> {
        let in_house = |fact: &Fact| HoroscopeFact::in_house(*fact, house_from(sign, fact.sign));
        let before: HashSet<String> = self
            .sky
            .before
            .iter()
            .filter_map(|it| Some(in_house(it).key?.urn_text("")))
            .collect();
        let mut seen = before;
        // Texts that quiet days before may have had.
        for earlier in 1..=REPEAT_AFTER_DAYS {
            let fillers = self.fillers(sign, self.period.number - earlier);
            seen.extend(fillers.filter_map(|it| Some(it.key?.urn_text(""))));
        }
        let mut facts: Vec<HoroscopeFact> = Vec::new();
        // A stay has three texts, for up to three days.
        for stay in self.sky.moon_stays.iter().filter(|it| it.day <= 3) {
            let house = house_from(sign, stay.fact.sign);
            facts.push(HoroscopeFact::with_variant(stay.fact, house, stay.day - 1));
        }
        for fact in &self.sky.facts {
            let fact = in_house(fact);
            if let Some(key) = &fact.key
                && seen.insert(key.urn_text(""))
            {
                facts.push(fact);
            }
        }
        for filler in self.fillers(sign, self.period.number) {
            let key = filler.key.as_ref().map(|it| it.urn_text(""));
            if facts.len() < MIN_FACTS && key.is_some_and(|it| seen.insert(it)) {
                facts.push(filler);
            }
        }
        facts
    }

    /// The places of planets that fill up a quiet day. Nine planets have four texts each. Fifteen of these
    /// texts take turns as the first choice, so none returns for fifteen days, and fifteen others as the
    /// second. The last six are the third choice on six of fifteen days.
    fn fillers(&self, sign: Sign, day: i64) -> impl Iterator<Item = HoroscopeFact> {
        const TURNS: i64 = 15;
        const TEXTS: i64 = 36;
        let turn = day.rem_euclid(TURNS);
        let choices = [turn, turn + TURNS, turn + 2 * TURNS];
        let choices = choices.into_iter().filter(|it| *it < TEXTS);
        let place = move |text: i64| {
            let body = PLANETS[usize::try_from(text % 9).unwrap_or_default()];
            self.position(body, text / 9, &|it| house_from(sign, it))
        };
        choices.filter_map(place)
    }

    /// The facts of a longer period. Each text occurs once.
    fn of_longer(&self, sign: Sign) -> Vec<HoroscopeFact> {
        let turn = match self.period.kind {
            // Readers of both horoscopes of a year do not read the same texts twice.
            PeriodKind::YearlyAscendant => 1,
            _ => 0,
        };
        let house = |it: Sign| house_from(sign, it);
        let mut seen = HashSet::new();
        let mut facts: Vec<HoroscopeFact> = Vec::new();
        for fact in &self.sky.facts {
            let variant = variant_of(fact) + turn;
            let fact = HoroscopeFact::with_variant(*fact, house(fact.sign), variant);
            if let Some(key) = &fact.key
                && seen.insert(key.urn_text(""))
            {
                facts.push(fact);
            }
        }
        if matches!(
            self.period.kind,
            PeriodKind::Yearly | PeriodKind::YearlyAscendant
        ) {
            for body in [Body::Saturn, Body::Uranus] {
                facts.extend(self.position(body, self.period.number + turn, &house));
            }
        }
        facts
    }

    /// The places of the significators at the beginning of a longer period. They describe the sections
    /// that no other fact describes.
    fn significators(&self, house: &impl Fn(Sign) -> u8) -> Vec<HoroscopeFact> {
        let turn = match self.period.kind {
            PeriodKind::Daily => return Vec::new(),
            PeriodKind::YearlyAscendant => 1,
            _ => 0,
        };
        let place = |section: Section| {
            let number = self.period.number + turn;
            self.position(section.significator(), number, house)
        };
        Section::ALL.into_iter().filter_map(place).collect()
    }

    /// A planet in the house in which it begins the period.
    fn position(
        &self,
        body: Body,
        variant: i64,
        house: &impl Fn(Sign) -> u8,
    ) -> Option<HoroscopeFact> {
        let sign = self.sky.sign_of(body)?;
        let fact = Fact {
            at: self.period.range.start,
            until: None,
            sign,
            kind: FactKind::Position { body },
        };
        Some(HoroscopeFact::with_variant(fact, house(sign), variant))
    }

    /// The horoscope of these facts.
    pub(super) fn compose(
        &self,
        facts: Vec<HoroscopeFact>,
        house: &impl Fn(Sign) -> u8,
    ) -> Composed {
        let (listed, summarized) = sizes(self.period.kind);
        let significators = self.significators(house);
        let keys: HashSet<String> = significators
            .iter()
            .filter_map(HoroscopeFact::urn)
            .collect();
        let mut facts = facts;
        facts.retain(|it| it.urn().is_none_or(|urn| !keys.contains(&urn)));
        let reserved = significators.len();
        let mut facts = strongest(facts, listed - reserved);
        // They begin with the period, before everything else.
        facts.splice(0..0, significators);
        let facts: Vec<(HoroscopeFact, Option<TextReply>)> = facts
            .into_iter()
            .map(|it| {
                let text = self.words.text(it.key.as_ref());
                (it, text)
            })
            .collect();
        let mut order: Vec<usize> = (0..facts.len()).collect();
        order.sort_by_key(|it| (std::cmp::Reverse(facts[*it].0.weight), *it));
        // An organization's text that is left out opens no sentence and gives no title.
        let shown = |it: usize| facts[it].1.as_ref().filter(|it| it.omitted.is_none());
        let with_text = || order.iter().copied().filter(|it| shown(*it).is_some());
        // The place of a significator is for the section that it stands for.
        let is_reserved = |it: usize| it < reserved;
        let strongest = with_text().find(|it| !is_reserved(*it));
        let strongest = strongest.or_else(|| with_text().next());
        let title = strongest.and_then(shown);
        let title = title.map(|it| it.title.to_string());
        // A transit that is exact three times is told once.
        let mut told = HashSet::new();
        let mut is_new = |it: usize| shown(it).is_some_and(|it| told.insert(it.urn.clone()));
        let of_summary = with_text().filter(|it| !is_reserved(*it) && is_new(*it));
        let mut chosen: Vec<usize> = of_summary.take(summarized).collect();
        chosen.sort_unstable();
        let summary = self.words.has_texts().then(|| {
            let strongest = strongest.map(|it| &facts[it].0);
            self.summary(&facts, &chosen, strongest)
        });
        let sections = Section::ALL.map(|section| {
            let of_section = |it: &&usize| facts[**it].0.section() == section;
            let mut own: Vec<usize> = order.iter().filter(of_section).copied().collect();
            let unused = own
                .iter()
                .copied()
                .find(|it| !is_reserved(*it) && is_new(*it));
            let of_significator = || {
                let body = section.significator();
                let is_place = |it: &usize| facts[*it].0.fact.kind == FactKind::Position { body };
                (0..reserved).find(is_place)
            };
            let fact = unused.or_else(of_significator);
            let paragraph = self.section(section, fact.map(|it| &facts[it]), house);
            let weight: u32 = own.iter().map(|it| facts[*it].0.weight).sum();
            own.sort_unstable();
            SectionText {
                section,
                paragraph,
                intensity: intensity(weight, self.period.kind),
                facts: own,
            }
        });
        Composed {
            facts,
            title,
            summary,
            sections: sections.into(),
        }
    }

    /// An opening, the strongest facts in the order of time with links between them, and a closing.
    fn summary(
        &self,
        facts: &[(HoroscopeFact, Option<TextReply>)],
        chosen: &[usize],
        strongest: Option<&HoroscopeFact>,
    ) -> Paragraph {
        let mut paragraph = Paragraph::default();
        let number = self.period.number;
        let opening = match (self.long_name(), strongest) {
            (Some(name), _) => Some(name),
            (None, strongest) => strongest.map(|it| it.tone().opening()),
        };
        if let Some(opening) = opening {
            paragraph.add(self.sentence("opening", opening, number + self.place, SENTENCES));
        }
        let mut before: Option<(&HoroscopeFact, usize)> = None;
        for (position, index) in chosen.iter().enumerate() {
            let (placed, text) = &facts[*index];
            let part = self.part(placed);
            let is_new_part = before.is_none_or(|(_, last)| last != part);
            let link = match (self.long_name(), before) {
                (Some(name), _) if is_new_part => Some(format!("{name}-{}", part + 1)),
                (_, Some((last, _))) => Some(last.tone().link_to(placed.tone()).to_owned()),
                _ => None,
            };
            if let Some(link) = link {
                let turn = 2 * number + i64::try_from(position).unwrap_or_default() - 1;
                paragraph.add(self.sentence("link", &link, turn, SENTENCES));
            }
            paragraph.add(text.clone());
            before = Some((placed, part));
        }
        if self.period.kind != PeriodKind::Personal {
            let closing = self.long_name().unwrap_or(self.sky.phase.id());
            paragraph.add(self.sentence("closing", closing, number, CLOSINGS));
        }
        paragraph
    }

    /// The text of a section: on a day what the Moon brings to it, and its strongest fact that the summary
    /// leaves out, or the place of its significator.
    fn section(
        &self,
        section: Section,
        fact: Option<&(HoroscopeFact, Option<TextReply>)>,
        house: &impl Fn(Sign) -> u8,
    ) -> Paragraph {
        let mut paragraph = Paragraph::default();
        if let Some(stay) = self.sky.stay_at_noon() {
            let (house, day) = (house(stay.fact.sign), stay.noon);
            let subject = format!("{}:house-{house}:{day}", section.id());
            let key = Key::new("horoscope", "moon", &subject);
            paragraph.add(self.words.text(key.as_ref()));
        }
        if let Some((_, text)) = fact {
            paragraph.add(text.clone());
        }
        paragraph
    }

    fn sentence(&self, kind: &str, subject: &str, turn: i64, variants: i64) -> Option<TextReply> {
        let subject = format!("{subject}:{}", turn.rem_euclid(variants) + 1);
        self.words
            .text(Key::new("horoscope", kind, &subject).as_ref())
    }

    /// The name of a longer period in openings, links and closings.
    fn long_name(&self) -> Option<&'static str> {
        match self.period.kind {
            // A personal range has any length.
            PeriodKind::Daily | PeriodKind::Personal => None,
            PeriodKind::Weekly => Some("week"),
            PeriodKind::Monthly => Some("month"),
            PeriodKind::Yearly | PeriodKind::YearlyAscendant => Some("year"),
        }
    }

    /// The part of the period in which a fact begins: thirds of a week or month, quarters of a year.
    fn part(&self, placed: &HoroscopeFact) -> usize {
        let parts = match self.long_name() {
            Some("year") => 4,
            _ => 3,
        };
        let range = &self.period.range;
        let share = placed.fact.at.minus(range.start) / range.end.minus(range.start);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share between 0 and 1"
        )]
        let part = (share.clamp(0.0, 0.999) * f64::from(parts)) as usize;
        part
    }
}

/// The facts with the greatest weights, in the order of time.
fn strongest(mut facts: Vec<HoroscopeFact>, count: usize) -> Vec<HoroscopeFact> {
    // A stable sort keeps the order of time among facts of equal weight.
    facts.sort_by_key(|it| std::cmp::Reverse(it.weight));
    facts.truncate(count);
    facts.sort_by(|a, b| a.fact.at.minus(b.fact.at).total_cmp(&0.0));
    facts
}

/// The weight that gives an intensity of 63. Longer periods have more facts.
const fn usual_weight(kind: PeriodKind) -> u32 {
    match kind {
        PeriodKind::Daily => 120,
        PeriodKind::Weekly => 200,
        PeriodKind::Monthly => 320,
        PeriodKind::Yearly | PeriodKind::YearlyAscendant => 480,
        PeriodKind::Personal => 800,
    }
}

/// The share of the weights, which approaches 100 as they grow.
fn intensity(weight: u32, kind: PeriodKind) -> u32 {
    let share = 1.0 - (-f64::from(weight) / f64::from(usual_weight(kind))).exp();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 100"
    )]
    let intensity = (share * 100.0).round() as u32;
    intensity
}

/// A lucky number, color and weekday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lucky {
    pub(super) number: u32,
    pub(super) colour: &'static str,
    pub(super) weekday: &'static str,
    /// The ruler of the sign, which gives the weekday.
    pub(super) sign_ruler: Body,
    /// The ruler of the Moon's sign, which gives the color.
    pub(super) moon_ruler: Body,
}

impl Lucky {
    /// From the name of the period, the sign and the Moon's sign. The number is the digit that remains
    /// when the digits of the period's name and the Moon's house are added.
    pub(super) fn of(name: &str, sign: Sign, moon: Sign) -> Self {
        let digits: u32 = name.chars().filter_map(|it| it.to_digit(10)).sum();
        let sum = digits + u32::from(house_from(sign, moon));
        let (sign_ruler, moon_ruler) = (ruler(sign), ruler(moon));
        Self {
            number: (sum - 1) % 9 + 1,
            colour: colour(moon_ruler),
            weekday: weekday(sign_ruler),
            sign_ruler,
            moon_ruler,
        }
    }
}

/// A planet's color, one of those that Lilly gives it (Christian Astrology, 1647, pp. 57 to 83).
const fn colour(body: Body) -> &'static str {
    match body {
        Body::Sun => "gold",
        Body::Moon => "white",
        Body::Mercury => "grey",
        Body::Venus => "green",
        Body::Mars => "red",
        Body::Jupiter => "blue",
        _ => "black",
    }
}

/// A planet's day of the week.
const fn weekday(body: Body) -> &'static str {
    match body {
        Body::Sun => "sunday",
        Body::Moon => "monday",
        Body::Mars => "tuesday",
        Body::Mercury => "wednesday",
        Body::Jupiter => "thursday",
        Body::Venus => "friday",
        _ => "saturday",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_intensity_grows_with_the_weight_and_stays_below_a_hundred() {
        let of_day = |weight| intensity(weight, PeriodKind::Daily);
        assert_eq!(of_day(0), 0);
        assert_eq!(of_day(120), 63);
        assert_eq!(of_day(10_000), 100);
        assert_eq!(intensity(480, PeriodKind::Yearly), 63);
    }

    #[test]
    fn what_is_lucky_follows_from_rulers_and_digits() {
        // 2+0+2+6+1+1+1+8 = 21, and Scorpio is the fourth house of Leo: 25, 2 + 5 = 7.
        let lucky = Lucky::of("2026-11-18", Sign::Leo, Sign::Scorpio);
        assert_eq!(
            (lucky.number, lucky.colour, lucky.weekday),
            (7, "red", "sunday")
        );
    }
}
