//! From the results of a report's calculations to its chapters.

use base64ct::{Base64, Encoding as _};
use chart::Colour;
use http_api::{ApiError, ErrorCode, Problem, Source};
use interpretation::titles::Titles;
use reports::{Block, Branding, Chapter, Logo, PageSize, Report, ReportError};
use serde_json::{Value, json};

use super::input::{ReportInput, ReportPageSize, ReportSection, ReportSubject, ReportType};
use super::plan::ReportStep;
use super::reading::{reading, text_of, texts};
use super::tables::{Tables, headed};
use super::wheels::wheel;
use crate::failure::Problems;
use crate::word::{CardWord, ReportWord, Word};

/// The color of reports without one.
const DEFAULT_COLOUR: Colour = Colour::from_rgb(0x23_395b);
/// The date of documents without one.
const DEFAULT_DATE: (u16, u8, u8) = (2000, 1, 1);

/// Whose report it is, if the template does not say.
#[derive(Clone, Debug)]
pub struct ReportOwner {
    /// The name of the organization.
    pub name: String,
}

/// Checks what the schema of a report cannot: its sections, its logo, and required fields.
///
/// # Errors
///
/// Every problem with the input.
pub fn check(input: &ReportInput) -> Result<(), ApiError> {
    let found = |error: ApiError| error.problems().to_vec();
    let mut problems = Problems::default();
    problems.keep(times(input).map_err(found));
    problems.keep(sections(input).map_err(found));
    problems.keep(logo_file(input).map_err(found));
    problems.keep(document_date(input).map_err(found));
    problems.keep(input.steps().map_err(found));
    problems.finish()
}

/// Refuses a minute without an hour: the time would silently be unknown.
fn times(input: &ReportInput) -> Result<(), ApiError> {
    let partner = input.partner.as_ref().map(|it| &it.birth_date);
    let dates = [
        (Some(&input.subject.birth_date), "/subject/birthDate"),
        (partner, "/partner/birthDate"),
        (input.transit_date.as_ref(), "/transitDate"),
    ];
    for (date, pointer) in dates {
        if date.is_some_and(|it| it.hour.is_none() && it.minute.is_some()) {
            let detail = "A minute needs an hour. Send both, or neither if the time is unknown.";
            let problem = Problem::new(ErrorCode::FieldMissing, detail);
            return Err(problem
                .at(Source::Pointer(format!("{pointer}/hour")))
                .into());
        }
    }
    Ok(())
}

/// The report of the results of its calculations, in the order of the steps.
///
/// # Errors
///
/// A wheel cannot be drawn, or the logo cannot be read.
pub fn compose(
    input: &ReportInput,
    logo: Option<Logo>,
    (steps, results): (&[ReportStep], &[Value]),
    owner: &ReportOwner,
) -> Result<Report, ApiError> {
    let titles = Titles::of_or_english(input.language());
    let composer = Composer {
        input,
        steps,
        results,
        tables: Tables { titles },
    };
    let mut chapters = Vec::new();
    for section in sections(input)? {
        let is_table = section == ReportSection::Houses;
        for chapter in composer.section(section)? {
            let continues = chapter.continues || is_table;
            chapters.push(Chapter {
                continues,
                ..chapter
            });
        }
    }
    let template = &input.template;
    let colour = template.colour.as_deref().map(Colour::parse);
    let name = template.organization_name.as_ref();
    Ok(Report {
        title: composer.title(),
        subject: composer.subject(),
        lines: composer.lines(),
        language: titles.language().to_owned(),
        date: document_date(input)?,
        branding: Branding {
            name: name.unwrap_or(&owner.name).clone(),
            colour: colour.and_then(Result::ok).unwrap_or(DEFAULT_COLOUR),
            logo,
        },
        page_size: match template.page_size {
            None | Some(ReportPageSize::A4) => PageSize::A4,
            Some(ReportPageSize::Letter) => PageSize::Letter,
        },
        contents_title: composer.tables.word(ReportWord::Contents),
        chapters,
    })
}

/// The sections of a kind of report, in their usual order.
const fn sections_of(kind: ReportType) -> &'static [ReportSection] {
    use ReportSection::{Aspects, Chart, Days, Houses, Numbers, Periods, Positions, Reading};
    match kind {
        ReportType::Natal
        | ReportType::Composite
        | ReportType::SolarReturn
        | ReportType::LunarReturn
        | ReportType::Progressions
        | ReportType::YearAhead => &[Chart, Reading, Positions, Houses, Aspects],
        ReportType::Synastry | ReportType::Transit => &[Chart, Reading, Positions, Aspects],
        ReportType::Numerology => &[Numbers, Reading],
        ReportType::Chinese => &[Reading],
        ReportType::MoonCalendar => &[Days, Reading],
        ReportType::Vedic => &[Chart, Reading, Positions, Periods],
    }
}

/// The sections of a report: those of its template, or all.
fn sections(input: &ReportInput) -> Result<Vec<ReportSection>, ApiError> {
    let available = sections_of(input.report_type);
    let Some(wanted) = &input.template.sections else {
        return Ok(available.to_vec());
    };
    for (index, section) in wanted.iter().enumerate() {
        let why = if !available.contains(section) {
            "This kind of report does not have it."
        } else if wanted[..index].contains(section) {
            "It is already in the list."
        } else {
            continue;
        };
        let (given, all) = (json!(section), json!(available));
        let detail = format!(
            "The section {given} is not accepted. {why} `meta.accepted` lists the sections of this kind of report."
        );
        let problem = Problem::new(ErrorCode::FieldValue, detail).with_meta("accepted", all);
        let pointer = format!("/template/sections/{index}");
        return Err(problem.at(Source::Pointer(pointer)).into());
    }
    Ok(wanted.clone())
}

/// The logo of a report.
///
/// # Errors
///
/// `field_format` for a file that is not an image of a supported size.
pub fn decoded_logo(input: &ReportInput) -> Result<Option<Logo>, ApiError> {
    let file = logo_file(input)?;
    let logo = file.map(|it| Logo::from_png(&it)).transpose();
    logo.map_err(|error| refused_logo(format!("{error} Send a PNG file.")))
}

/// The file of the logo, which is an image of a supported size. Its pixels have not been read.
fn logo_file(input: &ReportInput) -> Result<Option<Vec<u8>>, ApiError> {
    let Some(text) = &input.template.logo else {
        return Ok(None);
    };
    let bytes = Base64::decode_vec(text).map_err(|_| {
        let detail = "The logo is not base64. Send the bytes of a PNG file in base64 with padding.";
        refused_logo(detail.to_owned())
    })?;
    Logo::check(&bytes).map_err(|error| match error {
        ReportError::LogoTooLarge { .. } => refused_logo(format!("{error} Send a smaller image.")),
        _ => refused_logo(format!("{error} Send a PNG file.")),
    })?;
    Ok(Some(bytes))
}

fn refused_logo(detail: String) -> ApiError {
    let problem = Problem::new(ErrorCode::FieldFormat, detail);
    problem
        .at(Source::Pointer("/template/logo".to_owned()))
        .into()
}

fn document_date(input: &ReportInput) -> Result<(u16, u8, u8), ApiError> {
    let Some(text) = &input.template.document_date else {
        return Ok(DEFAULT_DATE);
    };
    let date: Result<jiff::civil::Date, _> = text.parse();
    let parts = date.ok().and_then(|it| {
        let year = u16::try_from(it.year()).ok().filter(|it| *it >= 1)?;
        Some((year, it.month().cast_unsigned(), it.day().cast_unsigned()))
    });
    parts.ok_or_else(|| {
        let detail = format!("The date `{text}` does not exist.");
        let problem = Problem::new(ErrorCode::FieldFormat, detail);
        problem
            .at(Source::Pointer("/template/documentDate".to_owned()))
            .into()
    })
}

/// What the chapters are made from.
struct Composer<'a> {
    input: &'a ReportInput,
    steps: &'a [ReportStep],
    results: &'a [Value],
    tables: Tables,
}

impl Composer<'_> {
    fn title(&self) -> String {
        let given = self.input.template.title.clone();
        given.unwrap_or_else(|| self.tables.word(word_of(self.input.report_type)))
    }

    fn subject(&self) -> String {
        match &self.input.partner {
            Some(partner) if self.is_pair() => {
                format!("{} & {}", self.input.subject.name, partner.name)
            }
            _ => self.input.subject.name.clone(),
        }
    }

    fn is_pair(&self) -> bool {
        let kind = self.input.report_type;
        matches!(kind, ReportType::Synastry | ReportType::Composite)
    }

    /// The births, and the date that the report is about.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![line(&self.input.subject)];
        if self.is_pair() {
            lines.extend(self.input.partner.as_ref().map(line));
        }
        let date = self.input.transit_date.as_ref();
        let date = date.filter(|_| !self.is_pair() && self.input.report_type != ReportType::Natal);
        lines
            .extend(date.map(|it| format!("{}: {}", self.tables.word(ReportWord::Date), it.day())));
        lines
    }

    fn section(&self, section: ReportSection) -> Result<Vec<Chapter>, ApiError> {
        let word = |it: Word| it.written(self.tables.titles).to_owned();
        Ok(match section {
            ReportSection::Chart => self.charts()?,
            ReportSection::Reading => self.readings(),
            ReportSection::Positions => {
                self.chapter(word(Word::Positions), |it| self.positions(it))
            }
            ReportSection::Houses => self.chapter(word(Word::Houses), |it| {
                self.tables
                    .houses(it)
                    .map(Block::Table)
                    .into_iter()
                    .collect()
            }),
            ReportSection::Aspects => self.chapter(word(Word::Aspects), |it| self.aspects(it)),
            ReportSection::Numbers => {
                let title = self.tables.word(ReportWord::Numerology);
                self.chapter(title, |it| self.numbers(it))
            }
            ReportSection::Periods => {
                let title = self.tables.word(ReportWord::Dasha);
                self.chapter(title, |it| {
                    self.tables
                        .dasha(it)
                        .map(Block::Table)
                        .into_iter()
                        .collect()
                })
            }
            ReportSection::Days => {
                let title = self.tables.word(ReportWord::MoonCalendar);
                self.chapter(title, |it| {
                    self.tables.days(it).map(Block::Table).into_iter().collect()
                })
            }
        })
    }

    /// A chapter with the blocks of every result. None if there are none.
    fn chapter(&self, title: String, blocks: impl Fn(&Value) -> Vec<Block>) -> Vec<Chapter> {
        let blocks: Vec<_> = self.results.iter().flat_map(blocks).collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        vec![Chapter {
            title,
            blocks,
            ..Chapter::default()
        }]
    }

    /// The wheels, each on a page.
    fn charts(&self) -> Result<Vec<Chapter>, ApiError> {
        let mut chapters = Vec::new();
        for (step, result) in self.steps.iter().zip(self.results) {
            let Some(scene) = wheel(step)? else { continue };
            let title = chart_word(step.operation).written(self.tables.titles);
            let mut blocks = vec![Block::Figure(Box::new(scene))];
            blocks.extend(about(result).map(Block::Note));
            chapters.push(Chapter {
                title: title.to_owned(),
                blocks,
                ..Chapter::default()
            });
        }
        Ok(chapters)
    }

    fn readings(&self) -> Vec<Chapter> {
        let of_result = |result: &Value| {
            let composed = reading(result);
            if composed.is_empty() {
                texts(result, self.tables.titles).into_iter().collect()
            } else {
                composed
            }
        };
        let mut chapters: Vec<_> = self.results.iter().flat_map(of_result).collect();
        match self.input.report_type {
            ReportType::Chinese => self.chinese(chapters),
            ReportType::Vedic => {
                for chapter in chapters.iter_mut().skip(1) {
                    chapter.title = self.tables.word(ReportWord::Dasha);
                }
                chapters
            }
            _ => chapters,
        }
    }

    /// The sign and the forecast of the year, under their own titles.
    fn chinese(&self, chapters: Vec<Chapter>) -> Vec<Chapter> {
        let titles = self.tables.titles;
        let card = |it: CardWord| titles.title(it.id()).unwrap_or_default().to_owned();
        let named = [card(CardWord::ChineseSign), card(CardWord::ChineseYear)];
        let signs = self.results.iter().map(|it| {
            let own = it.get("signTitle").map_or(&it["year"], |_| it);
            let parts = ["elementTitle", "signTitle"].map(|field| text_of(own, field));
            parts.join(" ").trim().to_owned()
        });
        let renamed = chapters.into_iter().zip(named).zip(signs);
        let chapters = renamed.map(|((mut chapter, title), sign)| {
            chapter.title = match sign.as_str() {
                "" => title,
                sign => format!("{title}: {sign}"),
            };
            chapter
        });
        chapters.collect()
    }

    fn positions(&self, result: &Value) -> Vec<Block> {
        let own = match result.get("grahas") {
            Some(_) => self.tables.grahas(result),
            None => self.tables.positions(result, "points"),
        };
        let mut blocks: Vec<_> = own.map(Block::Table).into_iter().collect();
        let partner = self.input.partner.as_ref();
        let natal = Word::Natal.written(self.tables.titles).to_owned();
        let others = [
            ("points1", self.input.subject.name.clone()),
            (
                "points2",
                partner.map(|it| it.name.clone()).unwrap_or_default(),
            ),
            ("natalPoints", natal),
        ];
        for (field, title) in others {
            blocks.extend(headed(title, self.tables.positions(result, field)));
        }
        blocks
    }

    fn aspects(&self, result: &Value) -> Vec<Block> {
        let own = self.tables.aspects(result, "aspects");
        let mut blocks: Vec<_> = own.map(Block::Table).into_iter().collect();
        let natal = Word::Natal.written(self.tables.titles).to_owned();
        let to_natal = self.tables.aspects(result, "aspectsToNatal");
        blocks.extend(headed(natal, to_natal));
        blocks
    }

    fn numbers(&self, result: &Value) -> Vec<Block> {
        let titles = self.tables.titles;
        let card = |it: CardWord| titles.title(it.id()).unwrap_or_default().to_owned();
        let word = |it: ReportWord| it.written(titles).to_owned();
        let numbers = [
            (card(CardWord::LifePath), "lifePathNumber"),
            (card(CardWord::Expression), "expressionNumber"),
            (card(CardWord::SoulUrge), "soulUrgeNumber"),
            (card(CardWord::Personality), "personalityNumber"),
            (card(CardWord::Birthday), "birthdayNumber"),
            (card(CardWord::Maturity), "maturityNumber"),
            (card(CardWord::PersonalYear), "personalYear"),
            (word(ReportWord::PersonalMonth), "personalMonth"),
            (word(ReportWord::PersonalDay), "personalDay"),
        ];
        let core = self.tables.numbers(result, &numbers);
        let mut blocks: Vec<_> = core.map(Block::Table).into_iter().collect();
        for (title, field) in [
            (word(ReportWord::Pinnacles), "pinnacles"),
            (word(ReportWord::PeriodCycles), "periodCycles"),
            (word(ReportWord::Challenges), "challenges"),
        ] {
            blocks.extend(headed(title, self.tables.stages(result, field)));
        }
        blocks
    }
}

/// The time zone of a chart, and the time of a return.
fn about(result: &Value) -> Option<String> {
    let meta = &result["meta"];
    let mut parts = Vec::new();
    if let (Some(zone), Some(offset)) = (meta["timezone"].as_str(), meta["offset"].as_str()) {
        parts.push(format!("{zone} (UTC{offset})"));
    }
    if let Some(at) = result["returnDate"].as_str() {
        let minute = at.get(..16).unwrap_or(at);
        parts.push(format!("{} UTC", minute.replace('T', " ")));
    }
    (!parts.is_empty()).then(|| parts.join("  ·  "))
}

/// A birth on the cover.
fn line(subject: &ReportSubject) -> String {
    let place = subject.birth_place.name.as_deref();
    let place = place.filter(|it| !it.is_empty());
    let date = subject.birth_date.shown();
    place.map_or(date.clone(), |it| format!("{date}  ·  {it}"))
}

const fn word_of(kind: ReportType) -> ReportWord {
    match kind {
        ReportType::Natal => ReportWord::Natal,
        ReportType::Synastry => ReportWord::Synastry,
        ReportType::Composite => ReportWord::Composite,
        ReportType::Transit => ReportWord::Transit,
        ReportType::SolarReturn => ReportWord::SolarReturn,
        ReportType::LunarReturn => ReportWord::LunarReturn,
        ReportType::Progressions => ReportWord::Progressions,
        ReportType::Numerology => ReportWord::Numerology,
        ReportType::Chinese => ReportWord::Chinese,
        ReportType::YearAhead => ReportWord::YearAhead,
        ReportType::MoonCalendar => ReportWord::MoonCalendar,
        ReportType::Vedic => ReportWord::Vedic,
    }
}

/// The title of a calculation's wheel.
fn chart_word(operation: &str) -> Word {
    match operation {
        "synastry" => Word::Synastry,
        "composite" => Word::Composite,
        "transit" => Word::Transits,
        "solar-return" => Word::SolarReturn,
        "lunar-return" => Word::LunarReturn,
        "progressions" => Word::Progressions,
        _ => Word::Natal,
    }
}
