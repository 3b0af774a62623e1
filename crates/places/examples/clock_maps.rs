//! Draws maps of the clocks of Europe in 1900, 1914, 1930 and 1942 as SVG, from what the crate
//! resolves at noon of 15 January in every half degree of land.
//!
//! `cargo run --release -p places --example clock_maps -- docs/gallery`

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use places::{
    BirthClock, CivilDate, ClockChange, ClockTime, Confidence, Coordinates, OffsetSource, Zone,
    resolve,
};

const STEP_DEG: f64 = 0.5;
const NORTH_DEG: f64 = 70.0;
const WEST_DEG: f64 = -10.0;
const ROWS: u32 = 70;
const COLUMNS: u32 = 110;
/// Width and height of a cell: a degree of longitude is about 0.6 of one of latitude.
const CELL: (u32, u32) = (6, 10);

/// What a cell shows: nothing at sea, the fill of a clock, and whether it is doubtful.
#[derive(Clone, Copy, PartialEq)]
struct Cell {
    fill: &'static str,
    is_doubtful: bool,
}

/// Names and colors of the clocks, by the offset in minutes up to which they count.
const CLOCKS: &[(f64, &str, &str)] = &[
    (10.0, "#6a9fd8", "Greenwich or Paris (0 to 0:10)"),
    (22.0, "#9cc3e6", "0:10 to 0:22"),
    (59.0, "#e8c76a", "Rome, Bern and others (to 0:59)"),
    (61.0, "#d98b4a", "Central European Time (1:00)"),
    (
        119.0,
        "#b58ac2",
        "Bucharest, Warsaw, Helsinki and others (to 1:59)",
    ),
    (121.0, "#7fb77e", "2:00"),
    (f64::INFINITY, "#4f8f8b", "later than 2:00"),
];
const LOCAL_MEAN: (&str, &str) = ("#d9d4c7", "local mean time of each town");

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("name the folder for the maps"))?;
    for year in [1900, 1914, 1930, 1942] {
        fs::write(folder.join(format!("clocks-{year}.svg")), map(year))?;
    }
    Ok(())
}

fn map(year: i32) -> String {
    let (width, height) = (COLUMNS * CELL.0, ROWS * CELL.1);
    let legend = 20 * (u32::try_from(CLOCKS.len()).unwrap_or(0) + 3);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Clocks of Europe on 15 January {year}</title>\n\
         <rect width=\"{width}\" height=\"{}\" fill=\"#fff\"/>\n",
        height + legend,
        height + legend
    );
    for row in 0..ROWS {
        let mut column = 0;
        while column < COLUMNS {
            let cell = cell(year, row, column);
            let first = column;
            while column < COLUMNS && self::cell(year, row, column) == cell {
                column += 1;
            }
            if let Some(cell) = cell {
                let opacity = if cell.is_doubtful {
                    " opacity=\".55\""
                } else {
                    ""
                };
                let _ = writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{opacity}/>",
                    first * CELL.0,
                    row * CELL.1,
                    (column - first) * CELL.0,
                    CELL.1,
                    cell.fill
                );
            }
        }
    }
    let lines = CLOCKS.iter().map(|it| (it.1, it.2)).chain([LOCAL_MEAN]);
    for (index, (fill, name)) in lines.enumerate() {
        let y = height + 10 + 20 * u32::try_from(index).unwrap_or(0);
        let _ = writeln!(
            svg,
            "<rect x=\"10\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{fill}\"/>\
             <text x=\"30\" y=\"{}\">{name}</text>",
            y + 11
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"10\" y=\"{}\">Noon of 15 January {year}. Pale: low confidence.</text>\n</svg>",
        height + legend - 12
    );
    svg
}

fn cell(year: i32, row: u32, column: u32) -> Option<Cell> {
    let north = NORTH_DEG - STEP_DEG * (f64::from(row) + 0.5);
    let east = WEST_DEG + STEP_DEG * (f64::from(column) + 0.5);
    let place = Coordinates::new(north, east).ok()?;
    let zone = Zone::at(place);
    if zone.name().starts_with("Etc/") {
        return None;
    }
    let date = CivilDate::new(year, 1, 15, None).ok()?;
    let noon = ClockTime::new(12, 0, 0).ok()?;
    let moment = resolve(date, noon, BirthClock::Place(zone), place).ok()?;
    let moment = moment.choose(ClockChange::Earlier);
    let minutes = moment.offset.seconds() / 60.0;
    let fill = match moment.source {
        OffsetSource::LocalMeanOfZone => LOCAL_MEAN.0,
        _ => CLOCKS.iter().find(|it| minutes < it.0)?.1,
    };
    Some(Cell {
        fill,
        is_doubtful: moment.confidence() == Confidence::Low,
    })
}
