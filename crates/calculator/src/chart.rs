//! `almagest chart natal … -o chart.svg`: draws a wheel as an image.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use crate::engine::{Engine, EngineArguments};
use crate::natal::{ChartOptions, MomentArguments, location};
use crate::output::{Failure, Output};

/// The wheel to draw.
#[derive(Debug, Subcommand)]
pub enum ChartCommand {
    /// Draw a natal chart.
    Natal(NatalArguments),
    /// Draw a natal chart with transits.
    Transit(TransitArguments),
    /// Draw a synastry chart of two births.
    Synastry(SynastryArguments),
    /// Draw a composite chart of two births.
    Composite(CompositeArguments),
    /// Draw a Davison chart of two births.
    Davison(DavisonArguments),
    /// Draw a solar return chart.
    SolarReturn(SolarReturnArguments),
    /// Draw a lunar return chart.
    LunarReturn(LunarReturnArguments),
    /// Draw a progressed chart around the natal chart.
    Progressions(ProgressionsArguments),
}

/// What every wheel has.
#[derive(Debug, Args)]
struct WheelArguments {
    #[command(flatten)]
    image: ImageArguments,
    #[command(flatten)]
    options: ChartOptions,
    #[command(flatten)]
    engine: EngineArguments,
}

/// How the image looks.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
struct ImageArguments {
    /// File to write. Its extension, svg or png, selects the format.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Width in pixels.
    #[arg(long, default_value_t = 800)]
    width: u32,
    /// Height in pixels [default: the width].
    #[arg(long)]
    height: Option<u32>,
    /// Theme: classic, light, dark, minimal or print.
    #[arg(long, default_value = "classic")]
    theme: String,
    /// Title above the chart.
    #[arg(long)]
    title: Option<String>,
    /// Draw a table of positions beside the wheel.
    #[arg(long)]
    positions: bool,
    /// Draw a table of house cusps beside the wheel.
    #[arg(long)]
    cusps: bool,
    /// Draw a grid of aspects beside the wheel.
    #[arg(long)]
    aspect_grid: bool,
    /// Draw the balance of elements and modalities beside the wheel.
    #[arg(long)]
    balance: bool,
    /// Draw a legend of the aspects beside the wheel.
    #[arg(long)]
    legend: bool,
}

/// A birth.
#[derive(Debug, Args)]
pub struct NatalArguments {
    #[command(flatten)]
    birth: MomentArguments,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// A birth and transits.
#[derive(Debug, Args)]
pub struct TransitArguments {
    #[command(flatten)]
    birth: MomentArguments,
    /// Local date and time of the transits.
    #[arg(long)]
    transit_date: String,
    /// City of the transits [default: the birthplace].
    #[arg(long)]
    transit_place: Option<String>,
    /// Draw the houses of the transits in a second ring.
    #[arg(long)]
    outer_houses: bool,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// Two births.
#[derive(Debug, Args)]
struct PairArguments {
    #[command(flatten)]
    first: MomentArguments,
    /// Name of the first person.
    #[arg(long)]
    name: Option<String>,
    /// Local date and time of the second birth.
    #[arg(long)]
    date2: String,
    /// City of the second birth. Or use --lat2 and --lon2.
    #[arg(long, conflicts_with_all = ["lat2", "lon2"])]
    place2: Option<String>,
    /// Degrees north of the equator, of the second birth.
    #[arg(long, allow_negative_numbers = true, requires = "lon2")]
    lat2: Option<f64>,
    /// Degrees east of Greenwich, of the second birth.
    #[arg(long, allow_negative_numbers = true, requires = "lat2")]
    lon2: Option<f64>,
    /// Time zone of the second birth [default: the zone at the place].
    #[arg(long)]
    zone2: Option<String>,
    /// Calendar of the second date: gregorian or julian.
    #[arg(long)]
    calendar2: Option<String>,
    /// Which reading to use if the second local time occurred twice or never: earlier or later.
    #[arg(long)]
    clock_change2: Option<String>,
    /// Name of the second person.
    #[arg(long)]
    name2: Option<String>,
}

/// A synastry.
#[derive(Debug, Args)]
pub struct SynastryArguments {
    #[command(flatten)]
    pair: PairArguments,
    /// Draw the houses of the second birth in a second ring.
    #[arg(long)]
    outer_houses: bool,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// A composite.
#[derive(Debug, Args)]
pub struct CompositeArguments {
    #[command(flatten)]
    pair: PairArguments,
    /// How the houses are calculated: derived or midpoints [default: derived].
    #[arg(long)]
    composite_houses: Option<String>,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// A Davison chart.
#[derive(Debug, Args)]
pub struct DavisonArguments {
    #[command(flatten)]
    pair: PairArguments,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// What the returns share.
#[derive(Debug, Args)]
struct ReturnArguments {
    #[command(flatten)]
    birth: MomentArguments,
    /// City of the return [default: the birthplace].
    #[arg(long)]
    return_place: Option<String>,
    /// Draw the return around the natal chart.
    #[arg(long)]
    around_natal: bool,
    /// Draw the houses of the return in a second ring.
    #[arg(long, requires = "around_natal")]
    outer_houses: bool,
    #[command(flatten)]
    wheel: WheelArguments,
}

/// A solar return.
#[derive(Debug, Args)]
pub struct SolarReturnArguments {
    /// Year of the return.
    #[arg(long)]
    year: i32,
    #[command(flatten)]
    shared: ReturnArguments,
}

/// A lunar return.
#[derive(Debug, Args)]
pub struct LunarReturnArguments {
    /// Date from which to search for the return.
    #[arg(long)]
    from: String,
    #[command(flatten)]
    shared: ReturnArguments,
}

/// Progressions.
#[derive(Debug, Args)]
pub struct ProgressionsArguments {
    #[command(flatten)]
    birth: MomentArguments,
    /// Date of the progressed chart.
    #[arg(long)]
    target_date: String,
    /// Method: secondary, tertiary, minor or solar-arc [default: secondary].
    #[arg(long)]
    method: Option<String>,
    #[command(flatten)]
    wheel: WheelArguments,
}

impl ChartCommand {
    fn wheel(&self) -> &WheelArguments {
        match self {
            Self::Natal(it) => &it.wheel,
            Self::Transit(it) => &it.wheel,
            Self::Synastry(it) => &it.wheel,
            Self::Composite(it) => &it.wheel,
            Self::Davison(it) => &it.wheel,
            Self::SolarReturn(it) => &it.shared.wheel,
            Self::LunarReturn(it) => &it.shared.wheel,
            Self::Progressions(it) => &it.wheel,
        }
    }

    pub(crate) fn engine(&self) -> &EngineArguments {
        &self.wheel().engine
    }

    /// The name of the calculation, and its fields.
    fn request(&self) -> Result<(&'static str, Map<String, Value>), Failure> {
        let mut fields = Map::new();
        let mut set = |name: &str, value: Value| {
            if !value.is_null() {
                fields.insert(name.to_owned(), value);
            }
        };
        let name = match self {
            Self::Natal(it) => {
                it.birth.insert(["dateTime", "location"], &mut fields)?;
                "natal"
            }
            Self::Transit(it) => {
                set("transitDateStart", it.transit_date.as_str().into());
                set("outerHouses", chosen(it.outer_houses));
                let place = match it.transit_place.as_deref() {
                    Some(name) => location((Some(name), None, None), None)?,
                    None => it.birth.location()?,
                };
                set("transitLocation", place);
                it.birth
                    .insert(["birthDate", "birthLocation"], &mut fields)?;
                "transit"
            }
            Self::Synastry(it) => {
                set("outerHouses", chosen(it.outer_houses));
                it.pair.insert(&mut fields)?;
                "synastry"
            }
            Self::Composite(it) => {
                set("compositeHouses", json!(it.composite_houses));
                it.pair.insert(&mut fields)?;
                "composite"
            }
            Self::Davison(it) => {
                it.pair.insert(&mut fields)?;
                "davison"
            }
            Self::SolarReturn(it) => {
                set("returnYear", it.year.into());
                it.shared.insert(&mut fields)?;
                "solar-return"
            }
            Self::LunarReturn(it) => {
                set("returnDate", it.from.as_str().into());
                it.shared.insert(&mut fields)?;
                "lunar-return"
            }
            Self::Progressions(it) => {
                set("targetDate", it.target_date.as_str().into());
                set("method", json!(it.method));
                it.birth
                    .insert(["birthDateTime", "birthLocation"], &mut fields)?;
                "progressions"
            }
        };
        self.wheel().options.insert(&mut fields);
        Ok((name, fields))
    }
}

/// A choice that was made, or nothing.
fn chosen(is_chosen: bool) -> Value {
    if is_chosen { true.into() } else { Value::Null }
}

impl PairArguments {
    fn insert(&self, fields: &mut Map<String, Value>) -> Result<(), Failure> {
        let second = MomentArguments {
            date: self.date2.clone(),
            place: self.place2.clone(),
            lat: self.lat2,
            lon: self.lon2,
            zone: self.zone2.clone(),
            calendar: self.calendar2.clone(),
            clock_change: self.clock_change2.clone(),
        };
        let persons = [
            ("person1", &self.first, &self.name),
            ("person2", &second, &self.name2),
        ];
        for (field, moment, name) in persons {
            let mut person = Map::new();
            moment.insert(["dateTime", "location"], &mut person)?;
            if let Some(name) = name {
                person.insert("name".to_owned(), name.as_str().into());
            }
            fields.insert(field.to_owned(), person.into());
        }
        Ok(())
    }
}

impl ReturnArguments {
    fn insert(&self, fields: &mut Map<String, Value>) -> Result<(), Failure> {
        let place = match self.return_place.as_deref() {
            Some(name) => location((Some(name), None, None), None)?,
            None => self.birth.location()?,
        };
        fields.insert("location".to_owned(), place);
        if self.around_natal {
            fields.insert("aroundNatal".to_owned(), true.into());
        }
        if self.outer_houses {
            fields.insert("outerHouses".to_owned(), true.into());
        }
        self.birth
            .insert(["birthDateTime", "birthLocation"], fields)
    }
}

impl ImageArguments {
    /// Adds how the image looks.
    fn insert(&self, fields: &mut Map<String, Value>) -> Result<(), Failure> {
        let ending = self.out.extension().and_then(|it| it.to_str());
        let Some(format @ ("svg" | "png")) = ending else {
            return Err(Failure::new("The extension of --out must be .svg or .png."));
        };
        let values = [
            ("format", format.into()),
            ("width", self.width.into()),
            ("height", json!(self.height)),
            ("theme", self.theme.as_str().into()),
            ("title", json!(self.title)),
            ("positions", chosen(self.positions)),
            ("cusps", chosen(self.cusps)),
            ("aspectGrid", chosen(self.aspect_grid)),
            ("balance", chosen(self.balance)),
            ("legend", chosen(self.legend)),
        ];
        for (name, value) in values {
            if !value.is_null() {
                fields.insert(name.to_owned(), value);
            }
        }
        Ok(())
    }
}

pub(crate) fn run(
    command: &ChartCommand,
    engine: &Engine,
    output: Output,
) -> Result<ExitCode, Failure> {
    let (name, mut fields) = command.request()?;
    let image = &command.wheel().image;
    image.insert(&mut fields)?;
    let bytes = engine.wheel(name, fields)?;
    let path = image.out.display();
    fs::write(&image.out, &bytes).map_err(|it| Failure::new(format!("{path}: {it}")))?;
    let text = format!("{path}: {} bytes\n", bytes.len());
    output.show(
        &text,
        &json!({ "file": path.to_string(), "bytes": bytes.len() }),
    )
}
