//! The facts of results as tables.

use chart::{AspectKind, Glyph, PointGlyph, Sign};
use interpretation::titles::Titles;
use reports::{Block, Cell, Column, Table};
use serde_json::Value;

use super::reading::day;
use crate::word::{ReportWord, Word};

/// Rows of one table at most.
const MAX_ROWS: usize = 300;

/// Builds the tables of a report in a language.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    pub(super) titles: &'static Titles,
}

impl Tables {
    pub(super) fn word(self, word: ReportWord) -> String {
        word.written(self.titles).to_owned()
    }

    pub(super) fn title(self, id: &str) -> String {
        self.titles.title(id).unwrap_or(id).to_owned()
    }

    fn column(self, word: ReportWord, weight: f32) -> Column {
        Column {
            title: self.word(word),
            weight,
            right: false,
        }
    }

    fn point(self, id: &str) -> Cell {
        Cell {
            glyph: PointGlyph::from_id(id).map(Glyph::Point),
            text: self.title(id),
        }
    }

    fn aspect(self, id: &str) -> Cell {
        Cell {
            glyph: AspectKind::from_id(id).map(Glyph::Aspect),
            text: self.title(id),
        }
    }

    /// A place in a sign, or the signs that a point is in during a day.
    fn place(self, point: &Value) -> Cell {
        let sign = point["sign"].as_str().unwrap_or_default();
        let glyph = Sign::from_id(sign).map(Glyph::Sign);
        let Some(degrees) = point["degreesInSign"].as_f64() else {
            let text = self.title(sign);
            return Cell { glyph, text };
        };
        let retrograde = if point["retrograde"] == true {
            format!(", {}", Word::Retrograde.written(self.titles))
        } else {
            String::new()
        };
        let text = format!(
            "{} {}{retrograde}",
            degrees_minutes(degrees),
            self.title(sign)
        );
        Cell { glyph, text }
    }

    /// The points of a result, then its angles.
    pub(super) fn positions(self, result: &Value, points: &str) -> Option<Table> {
        let of = |field: &str| {
            let map = result[field].as_object();
            let rows = map.into_iter().flatten();
            rows.map(|(id, it)| (id.clone(), it)).collect::<Vec<_>>()
        };
        let mut entries = of(points);
        let is_first = points == "points";
        if is_first {
            entries.extend(of("angles"));
        }
        let has_houses = entries.iter().any(|(_, it)| it["houseNumber"].is_u64());
        let rows = entries.iter().take(MAX_ROWS).map(|(id, it)| {
            let mut row = vec![self.point(id), self.place(it)];
            if has_houses {
                row.push(number(&it["houseNumber"]));
            }
            row
        });
        let mut columns = vec![
            self.column(ReportWord::Point, 3.0),
            self.column(ReportWord::Position, 4.0),
        ];
        if has_houses {
            columns.push(Column {
                title: Word::House.written(self.titles).to_owned(),
                weight: 1.0,
                right: true,
            });
        }
        table(
            Word::Positions.written(self.titles),
            columns,
            rows.collect(),
        )
    }

    /// The lagna and the grahas of a Vedic chart.
    pub(super) fn grahas(self, result: &Value) -> Option<Table> {
        let grahas = result["grahas"].as_object()?;
        let lagna = std::iter::once(("ascendant", &result["lagna"]));
        let all = lagna.chain(grahas.iter().map(|(id, it)| (id.as_str(), it)));
        let rows = all.map(|(id, it)| {
            let nakshatra = &it["nakshatra"];
            let name = nakshatra["name"]
                .as_str()
                .or_else(|| nakshatra["id"].as_str());
            let pada = number(&nakshatra["pada"]).text;
            vec![
                self.graha(id),
                self.place(it),
                format!("{} {pada}", capitalized(name.unwrap_or_default())).into(),
                number(&it["houseNumber"]),
            ]
        });
        let columns = vec![
            self.column(ReportWord::Point, 2.4),
            self.column(ReportWord::Position, 3.8),
            self.column(ReportWord::Nakshatra, 2.8),
            Column {
                title: Word::House.written(self.titles).to_owned(),
                weight: 1.0,
                right: true,
            },
        ];
        table(
            Word::Positions.written(self.titles),
            columns,
            rows.collect(),
        )
    }

    fn graha(self, id: &str) -> Cell {
        match id {
            "rahu" | "ketu" => capitalized(id).into(),
            id => self.point(id),
        }
    }

    /// The dasha periods of the highest level.
    pub(super) fn dasha(self, result: &Value) -> Option<Table> {
        let periods = result["periods"].as_array()?;
        let rows = periods.iter().take(MAX_ROWS).map(|it| {
            let end = |field: &str| it[field].as_str().map_or("…", day);
            vec![
                self.graha(it["lord"].as_str().unwrap_or_default()),
                end("start").into(),
                end("end").into(),
            ]
        });
        let columns = vec![
            self.column(ReportWord::Lord, 2.0),
            self.column(ReportWord::Begins, 2.0),
            self.column(ReportWord::Ends, 2.0),
        ];
        table(&self.word(ReportWord::Dasha), columns, rows.collect())
    }

    /// The cusps of houses.
    pub(super) fn houses(self, result: &Value) -> Option<Table> {
        let cusps = result["houses"]["cusps"].as_array()?;
        let rows = cusps.iter().map(|it| {
            let house = it["houseNumber"].as_u64().unwrap_or_default();
            vec![self.title(&format!("house-{house}")).into(), self.place(it)]
        });
        let columns = vec![
            Column {
                title: Word::House.written(self.titles).to_owned(),
                weight: 3.0,
                right: false,
            },
            self.column(ReportWord::Cusp, 5.0),
        ];
        table(Word::Houses.written(self.titles), columns, rows.collect())
    }

    /// Aspects with their orbs.
    pub(super) fn aspects(self, result: &Value, field: &str) -> Option<Table> {
        let all = result[field].as_array()?;
        // Those of a transit have periods.
        if all.iter().any(|it| it.get("transitPoint").is_some()) {
            return self.transits(all);
        }
        let rows = all.iter().take(MAX_ROWS).map(|it| {
            let id = |field: &str| it[field].as_str().unwrap_or_default();
            let orb = it["orb"].as_f64().map(|it| degrees_minutes(it.abs()));
            vec![
                self.point(id("pointA")),
                self.aspect(id("aspect")),
                self.point(id("pointB")),
                orb.unwrap_or_default().into(),
            ]
        });
        let mut orb = self.column(ReportWord::Orb, 1.2);
        orb.right = true;
        let columns = vec![
            self.column(ReportWord::Point, 3.0),
            self.column(ReportWord::Aspect, 3.0),
            self.column(ReportWord::Point, 3.0),
            orb,
        ];
        table(Word::Aspects.written(self.titles), columns, rows.collect())
    }

    fn transits(self, all: &[Value]) -> Option<Table> {
        // The Moon makes most of the aspects, each for a few hours.
        let slow = all.iter().filter(|it| it["transitPoint"] != "moon");
        let rows = slow.take(MAX_ROWS).map(|it| {
            let id = |field: &str| it[field].as_str().unwrap_or_default();
            let exact = it["exact"].as_array().into_iter().flatten();
            let exact: Vec<_> = exact
                .filter_map(|it| it.as_str().or_else(|| it["dateTime"].as_str()))
                .map(day)
                .collect();
            let end = |field: &str| it[field].as_str().map_or("…", day);
            vec![
                self.point(id("transitPoint")),
                self.aspect(id("aspect")),
                self.point(id("natalPoint")),
                end("enter").into(),
                exact.join(", ").into(),
                end("leave").into(),
            ]
        });
        let columns = vec![
            self.column(ReportWord::TransitPoint, 2.4),
            self.column(ReportWord::Aspect, 2.6),
            self.column(ReportWord::NatalPoint, 2.8),
            self.column(ReportWord::Begins, 1.9),
            self.column(ReportWord::Exact, 1.9),
            self.column(ReportWord::Ends, 1.9),
        ];
        table(Word::Transits.written(self.titles), columns, rows.collect())
    }

    /// The days of a Moon calendar.
    pub(super) fn days(self, result: &Value) -> Option<Table> {
        let days = result["days"].as_array()?;
        let rows = days.iter().take(MAX_ROWS).map(|it| {
            let moon = &it["moon"];
            let phase = moon["phase"]["name"].as_str().unwrap_or_default();
            let lit = moon["phase"]["illumination"].as_f64();
            let signs = it["signs"].as_array().into_iter().flatten();
            let signs: Vec<_> = signs
                .filter_map(|it| it["sign"].as_str())
                .map(|it| self.title(it))
                .collect();
            let sign = moon["sign"].as_str().and_then(Sign::from_id);
            vec![
                it["date"].as_str().unwrap_or_default().into(),
                Cell {
                    glyph: sign.map(Glyph::Sign),
                    text: signs.join(", "),
                },
                self.title(phase).into(),
                lit.map(|it| format!("{:.0} %", it * 100.0))
                    .unwrap_or_default()
                    .into(),
                void(&it["voidOfCourse"]).into(),
            ]
        });
        let mut lit = self.column(ReportWord::Lit, 1.5);
        lit.right = true;
        let columns = vec![
            self.column(ReportWord::Date, 1.8),
            self.column(ReportWord::MoonSign, 3.0),
            self.column(ReportWord::Phase, 2.6),
            lit,
            self.column(ReportWord::Void, 3.2),
        ];
        table(
            &self.word(ReportWord::MoonCalendar),
            columns,
            rows.collect(),
        )
    }

    /// Numbers with their calculation.
    pub(super) fn numbers(self, result: &Value, numbers: &[(String, &str)]) -> Option<Table> {
        let rows = numbers.iter().filter_map(|(title, field)| {
            let found = result.get(*field).filter(|it| it.is_object())?;
            Some(vec![
                title.as_str().into(),
                number(&found["value"]),
                found["calculation"].as_str().unwrap_or_default().into(),
            ])
        });
        let mut value = self.column(ReportWord::Number, 1.0);
        value.right = true;
        let columns = vec![
            self.column(ReportWord::Position, 2.2),
            value,
            self.column(ReportWord::Calculation, 6.0),
        ];
        let mut columns = columns;
        columns[0].title = String::new();
        table(&self.word(ReportWord::Numerology), columns, rows.collect())
    }

    /// Numbers that hold for some years.
    pub(super) fn stages(self, result: &Value, field: &str) -> Option<Table> {
        let stages = result[field].as_array()?;
        let rows = stages.iter().map(|it| {
            let from = number(&it["fromAge"]).text;
            let to = number(&it["toAge"]).text;
            vec![
                format!("{from} – {to}")
                    .trim_end_matches("– ")
                    .trim_end()
                    .into(),
                number(&it["value"]),
                it["calculation"].as_str().unwrap_or_default().into(),
            ]
        });
        let mut value = self.column(ReportWord::Number, 1.0);
        value.right = true;
        let columns = vec![
            self.column(ReportWord::Age, 2.2),
            value,
            self.column(ReportWord::Calculation, 6.0),
        ];
        table(&self.word(ReportWord::Numerology), columns, rows.collect())
    }
}

/// A table under a heading.
pub(super) fn headed(title: String, table: Option<Table>) -> Vec<Block> {
    match table {
        None => Vec::new(),
        Some(table) => vec![Block::Heading(title), Block::Table(table)],
    }
}

fn table(summary: &str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Option<Table> {
    (!rows.is_empty()).then(|| Table {
        summary: summary.to_owned(),
        columns,
        rows,
    })
}

fn number(value: &Value) -> Cell {
    let text = value.as_u64().map(|it| it.to_string());
    text.unwrap_or_default().into()
}

/// When the Moon is void of course on a day.
fn void(value: &Value) -> String {
    let periods = value["periods"].as_array().into_iter().flatten();
    let periods = periods.map(|it| {
        let time = |field: &str| {
            let text = it[field].as_str().unwrap_or_default();
            let time = text.split_once('T').map_or("", |it| it.1);
            time.get(..5).unwrap_or_default().to_owned()
        };
        format!("{}–{}", time("start"), time("end"))
    });
    let periods: Vec<_> = periods.collect();
    if periods.is_empty() {
        return String::new();
    }
    format!("{} UTC", periods.join(", "))
}

/// An id as a name: `purva-phalguni` is Purva Phalguni.
fn capitalized(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Degrees and minutes, truncated, as charts show them.
fn degrees_minutes(degrees: f64) -> String {
    let minutes = (degrees * 60.0 + 1e-9).floor();
    let (whole, rest) = ((minutes / 60.0).floor(), minutes % 60.0);
    format!("{whole:.0}°{rest:02.0}′")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLES: fn() -> Tables = || Tables {
        titles: Titles::of_or_english("en"),
    };

    #[test]
    fn minutes_are_truncated_and_never_sixty() {
        for (degrees, expected) in [
            (0.0, "0°00′"),
            (24.149_453, "24°08′"),
            (29.999_99, "29°59′"),
            (5.5, "5°30′"),
        ] {
            assert_eq!(degrees_minutes(degrees), expected);
        }
    }

    #[test]
    fn positions_have_symbols_signs_and_houses() {
        let result = json!({ "points": { "saturn": {
            "sign": "capricorn", "degreesInSign": 24.03, "houseNumber": 4, "retrograde": true,
        } } });
        let table = TABLES().positions(&result, "points").unwrap();
        let row = &table.rows[0];
        assert_eq!(row[0].text, "Saturn");
        assert_eq!(
            row[0].glyph,
            PointGlyph::from_id("saturn").map(Glyph::Point)
        );
        assert_eq!(row[1].text, "24°01′ Capricorn, retrograde");
        assert_eq!(row[1].glyph, Some(Glyph::Sign(Sign::Capricorn)));
        assert_eq!(row[2].text, "4");
        assert_eq!(TABLES().positions(&json!({}), "points"), None);
    }

    #[test]
    fn transits_of_the_moon_are_left_out() {
        let transit = |point: &str| {
            json!({ "transitPoint": point, "natalPoint": "sun", "aspect": "trine", "enter": null,
                "exact": ["2026-01-05T01:00:00Z"], "leave": "2026-01-09T03:00:00Z" })
        };
        let result = json!({ "aspects": [transit("moon"), transit("saturn")] });
        let table = TABLES().aspects(&result, "aspects").unwrap();
        assert_eq!(table.rows.len(), 1);
        let texts: Vec<_> = table.rows[0].iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Saturn", "Trine", "Sun", "…", "2026-01-05", "2026-01-09"]
        );
    }
}
