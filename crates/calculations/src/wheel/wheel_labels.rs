//! Turns computed charts into the contents of a wheel: marks, names, captions, lines.

use astrology::aspect::{Aspect, AspectKind};
use astrology::chart::{Certainty, Chart, ChartFrame, ChartPoint, DayAspect};
use astrology::house::{Angles, Houses};
use astrology::point::Point;
use astrology::sign::Sign;
use chart::{ChartText, ChartWords, Mark, PointGlyph, Ring, Wheel, WheelPoint};
use ephemeris::{Instant, Tt};
use interpretation::titles::Titles;

use super::caption_date;
use crate::dto::instant::{ResolvedMoment, tt_text};
use crate::dto::location::Location;
use crate::nativity::Nativity;
use crate::word::Word;

/// The language and the title of a wheel.
#[derive(Debug)]
pub struct WheelLabels {
    titles: &'static Titles,
    words: ChartWords,
    title: Option<String>,
}

impl WheelLabels {
    /// In a language, or in English if the language has no titles.
    pub fn new(language: &str, title: Option<&str>) -> Self {
        let titles = Titles::of_or_english(language);
        let word = |word: Word| word.written(titles).to_owned();
        let named = |id: &str| titles.title(id).unwrap_or(id).to_owned();
        let mut aspects = ChartWords::english().aspects;
        for (word, kind) in aspects.iter_mut().zip(AspectKind::ALL) {
            *word = named(kind.id());
            // In mid-sentence, where German nouns keep their capital.
            if titles.language() != "de" {
                *word = word.to_lowercase();
            }
        }
        let words = ChartWords {
            language: titles.language().to_owned(),
            signs: Sign::ALL.map(|it| named(it.id())),
            aspects,
            ascendant: named("ascendant"),
            midheaven: named("midheaven"),
            house: word(Word::House),
            retrograde: word(Word::Retrograde),
            positions: word(Word::Positions),
            aspects_heading: word(Word::Aspects),
            balance: word(Word::Balance),
            elements: [Word::Fire, Word::Earth, Word::Air, Word::Water].map(word),
            modes: [Word::Cardinal, Word::Fixed, Word::Mutable].map(word),
            no_houses: word(Word::NoHouses),
        };
        Self {
            titles,
            words,
            title: title.map(str::to_owned),
        }
    }

    /// The words of a chart.
    pub const fn words(&self) -> &ChartWords {
        &self.words
    }

    /// A word on a wheel, in the requested language.
    pub fn word(&self, word: Word) -> &'static str {
        word.written(self.titles)
    }

    /// Zodiac and house system, for a corner.
    pub fn notes(&self, chart: &Chart) -> Vec<ChartText> {
        self.notes_of(&chart.frame, chart.houses.as_ref())
    }

    /// The same for a birth whose time may be unknown.
    pub fn notes_of_birth(&self, birth: &Nativity) -> Vec<ChartText> {
        self.notes_of(birth.places().frame(), birth.houses())
    }

    pub fn notes_of(&self, frame: &ChartFrame, houses: Option<&Houses>) -> Vec<ChartText> {
        let houses = houses.map(|houses| {
            let houses = format!("{}: {}", self.word(Word::Houses), houses.system);
            ChartText::new(&houses)
        });
        let zodiac = self.word(match frame.ayanamsha_deg {
            Some(_) => Word::Sidereal,
            None => Word::Tropical,
        });
        houses.into_iter().chain([ChartText::new(zodiac)]).collect()
    }

    /// Time and place of a birth, one line each. If the time is unknown, a line that says so.
    pub fn captions(&self, birth: &Nativity, location: &Location, written: &str) -> Vec<ChartText> {
        match birth {
            Nativity::Moment(it) => self.moment_captions(&it.0, location, written),
            Nativity::Day(_) => vec![
                self.date_time(written),
                ChartText::new(&place(location)),
                ChartText::new(self.word(Word::TimeUnknown)),
            ],
        }
    }

    /// Time and place of a known moment, one line each.
    pub fn moment_captions(
        &self,
        moment: &ResolvedMoment,
        location: &Location,
        written: &str,
    ) -> Vec<ChartText> {
        let clock = caption_date::date_time(self.titles, written);
        let offset = caption_date::offset(&moment.meta.offset);
        vec![
            ChartText::new(&format!("{clock} ({offset})")),
            ChartText::new(&place(location)),
        ]
    }

    /// A date and time of a request, in the language of the image.
    pub fn date_time(&self, written: &str) -> ChartText {
        ChartText::new(&caption_date::date_time(self.titles, written))
    }

    /// An instant that the chart found, to the second.
    pub fn instant(&self, at: Instant<Tt>) -> ChartText {
        let clock = caption_date::date_time(self.titles, &tt_text(at));
        ChartText::new(&format!("{clock} UTC"))
    }

    /// A ring of points under a heading.
    pub fn ring(&self, heading: &str, lines: Vec<ChartText>, points: &[ChartPoint]) -> Ring {
        Ring {
            heading: ChartText::new(heading),
            lines,
            points: points.iter().map(|it| self.point(it)).collect(),
        }
    }

    fn point(&self, point: &ChartPoint) -> WheelPoint {
        let id = point.point.id();
        let name = self.titles.title(id).unwrap_or(id);
        let mark = PointGlyph::from_id(id).map_or_else(
            || Mark::Letters(ChartText::new(name.rsplit(' ').next().unwrap_or(name))),
            Mark::Glyph,
        );
        WheelPoint {
            mark,
            name: ChartText::new(name),
            longitude_deg: point.longitude_deg,
            retrograde: point.retrograde().unwrap_or(false),
            house: point.house,
        }
    }

    /// A wheel of one chart, or of one around another.
    pub fn wheel(&self, kind: &str, chart: Ring, around: Option<Ring>) -> Wheel {
        let title = self.title.clone().unwrap_or_else(|| kind.to_owned());
        Wheel {
            title: ChartText::new(&title),
            heading: self.title.as_deref().map(ChartText::new),
            chart,
            around,
            houses: None,
            outer_houses: None,
            aspects: Vec::new(),
            notes: Vec::new(),
            panels: chart::Panels::default(),
            words: self.words.clone(),
        }
    }
}

/// A place by its name and coordinates.
pub(super) fn place(location: &Location) -> String {
    let part = |degrees: f64, positive: char, negative: char| {
        let side = if degrees < 0.0 { negative } else { positive };
        let minutes = (degrees.abs() * 60.0).round();
        let (whole, rest) = ((minutes / 60.0).floor(), minutes % 60.0);
        format!("{whole:.0}°{rest:02.0}′{side}")
    };
    let latitude = part(location.latitude, 'N', 'S');
    let longitude = part(location.longitude, 'E', 'W');
    match location.name.as_deref().filter(|it| !it.is_empty()) {
        Some(name) => format!("{name}, {latitude} {longitude}"),
        None => format!("{latitude} {longitude}"),
    }
}

/// The houses of a chart, for a wheel.
pub(super) fn houses(
    houses: Option<&Houses>,
    angles: Option<&Angles>,
) -> Option<chart::WheelHouses> {
    let (houses, angles) = (houses?, angles?);
    Some(chart::WheelHouses {
        cusps_deg: houses.cusps_deg,
        ascendant_deg: angles.ascendant_deg,
        midheaven_deg: angles.midheaven_deg,
    })
}

/// The houses of a birth with a known time, for a wheel.
pub(super) fn houses_of_birth(birth: &Nativity) -> Option<chart::WheelHouses> {
    let chart = birth.chart()?;
    houses(chart.houses.as_ref(), chart.angles.as_ref())
}

/// The lines of aspects that are certain. Possible aspects are not drawn.
pub(super) fn certain_lines(
    aspects: &[DayAspect],
    from: &[ChartPoint],
    to: &[ChartPoint],
) -> Vec<chart::AspectLine> {
    let certain = aspects
        .iter()
        .filter(|it| it.certainty == Certainty::Certain);
    let line = |aspect: &DayAspect| {
        // Parallels are not angles on the wheel.
        aspect.kind.angle_deg()?;
        Some(chart::AspectLine {
            from: index_of(from, aspect.point_a)?,
            to: index_of(to, aspect.point_b)?,
            kind: aspect.kind,
            orb_deg: aspect.orb_deg.1,
            strength: aspect.least_exactness().clamp(0.0, 1.0),
        })
    };
    certain.filter_map(line).collect()
}

fn index_of(points: &[ChartPoint], point: Point) -> Option<usize> {
    points.iter().position(|it| it.point == point)
}

/// The lines of aspects. `from` are the points of the chart, `to` those around it, or the same.
pub(super) fn lines(
    aspects: &[Aspect],
    from: &[ChartPoint],
    to: &[ChartPoint],
) -> Vec<chart::AspectLine> {
    let line = |aspect: &Aspect| {
        // Parallels are not angles on the wheel.
        aspect.kind.angle_deg()?;
        Some(chart::AspectLine {
            from: index_of(from, aspect.point_a)?,
            to: index_of(to, aspect.point_b)?,
            kind: aspect.kind,
            orb_deg: aspect.orb_deg,
            strength: aspect.exactness().clamp(0.0, 1.0),
        })
    };
    aspects.iter().filter_map(line).collect()
}
