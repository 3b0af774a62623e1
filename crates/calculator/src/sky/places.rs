//! `almagest sky --jd … --body …`: positions of bodies.

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use ephemeris::{
    Body, Center, Correction, Ephemeris, Instant, Observer, Place, ReferenceFrame, Sky, SkyError,
    Tdb, Tt, Ut1, Utc, View,
};
use serde_json::{Value, json};

use crate::output::{Failure, Output, table};

#[derive(Debug, Args)]
pub(super) struct PlacesCommand {
    /// Julian Dates, separated by commas.
    #[arg(
        long,
        value_name = "JD,…",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    jd: Vec<f64>,
    /// File with one Julian Date per line, or - for standard input.
    #[arg(long, value_name = "FILE")]
    jd_file: Option<PathBuf>,
    /// Time scale of the Julian Dates.
    #[arg(long, value_enum)]
    scale: Option<ScaleName>,
    /// Bodies, separated by commas: sun, moon, mars, meanNode, chiron, …
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    body: Vec<BodyId>,
    /// Origin of the positions [default: geocentric, or topocentric with --place].
    #[arg(long, value_enum)]
    center: Option<CenterName>,
    /// Latitude and longitude in degrees (north and east positive) and height in meters.
    #[arg(long, value_name = "LAT,LON[,HEIGHT]", allow_hyphen_values = true)]
    place: Option<ObserverText>,
    /// Reference frame.
    #[arg(long, value_enum, default_value = "ecliptic-date")]
    frame: FrameName,
    /// Light-time and aberration corrections.
    #[arg(long, value_enum, default_value = "apparent")]
    correction: CorrectionName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScaleName {
    Tdb,
    Tt,
    Ut1,
    Utc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CenterName {
    Geocentric,
    Topocentric,
    Heliocentric,
    Barycentric,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FrameName {
    EclipticDate,
    EclipticJ2000,
    EquatorialDate,
    Icrs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CorrectionName {
    Apparent,
    Astrometric,
    Geometric,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BodyId(pub(super) Body);

impl FromStr for BodyId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Body::from_id(text).map(Self).ok_or_else(|| {
            let known: Vec<_> = Body::ALL.iter().map(|body| body.id()).collect();
            format!("expected one of {}", known.join(", "))
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ObserverText(pub(super) Observer);

impl FromStr for ObserverText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|it| it.trim().parse()).collect();
        let (latitude_deg, longitude_deg, height_m) = match numbers.as_deref() {
            Ok([latitude, longitude]) => (*latitude, *longitude, 0.0),
            Ok([latitude, longitude, height]) => (*latitude, *longitude, *height),
            _ => return Err("expected latitude,longitude or latitude,longitude,height".to_owned()),
        };
        if !(-90.0..=90.0).contains(&latitude_deg) {
            return Err(format!(
                "latitude {latitude_deg} is out of range (-90 to 90)"
            ));
        }
        if !(-360.0..=360.0).contains(&longitude_deg) {
            return Err(format!(
                "longitude {longitude_deg} is out of range (-360 to 360)"
            ));
        }
        if !(-12_000.0..=100_000.0).contains(&height_m) {
            return Err(format!(
                "height {height_m} is out of range (-12000 to 100000 m)"
            ));
        }
        Ok(Self(Observer {
            latitude_deg,
            longitude_deg,
            height_m,
        }))
    }
}

impl ScaleName {
    fn name(self) -> &'static str {
        match self {
            Self::Tdb => "tdb",
            Self::Tt => "tt",
            Self::Ut1 => "ut1",
            Self::Utc => "utc",
        }
    }

    fn to_tt(self, julian_date: f64) -> Instant<Tt> {
        match self {
            Self::Tdb => Instant::<Tdb>::from_julian_date(julian_date).to_tt(),
            Self::Tt => Instant::from_julian_date(julian_date),
            Self::Ut1 => Instant::<Ut1>::from_julian_date(julian_date).to_tt(),
            Self::Utc => Instant::<Utc>::from_julian_date(julian_date).to_tt(),
        }
    }
}

pub(super) fn run(command: &PlacesCommand, output: Output) -> Result<ExitCode, Failure> {
    let (Some(scale), false) = (command.scale, command.body.is_empty()) else {
        let sentence = "sky needs --jd (or --jd-file), --scale and --body";
        return Err(Failure::new(sentence));
    };
    let view = command.view()?;
    let julian_dates = command.julian_dates()?;
    let mut documents = Vec::with_capacity(julian_dates.len() * command.body.len());
    let mut rows = Vec::new();
    for julian_date in julian_dates {
        let sky = Ephemeris::embedded()
            .sky(scale.to_tt(julian_date))
            .map_err(refusal)?;
        for BodyId(body) in &command.body {
            let seen = Seen::new(&sky, *body, &view).map_err(refusal)?;
            if output.json {
                documents.push(seen.json(*body, julian_date, scale));
            } else {
                rows.push(seen.row(*body, julian_date));
            }
        }
    }
    let names = view.frame.angle_names();
    let headings = [
        "body",
        "JD",
        names[0],
        names[1],
        "distance au",
        "lon °/d",
        "lat °/d",
        "au/d",
    ];
    output.show(&table(&headings, &rows), &Value::Array(documents))
}

pub(super) fn refusal(error: SkyError) -> Failure {
    Failure::new(error.to_string())
}

impl PlacesCommand {
    fn view(&self) -> Result<View, Failure> {
        let center = match (self.center, self.place) {
            (None | Some(CenterName::Geocentric), None) => Center::Geocentric,
            (None | Some(CenterName::Topocentric), Some(place)) => Center::Topocentric(place.0),
            (Some(CenterName::Heliocentric), None) => Center::Heliocentric,
            (Some(CenterName::Barycentric), None) => Center::Barycentric,
            (Some(CenterName::Topocentric), None) => {
                return Err(Failure::new("--center topocentric needs --place"));
            }
            (Some(_), Some(_)) => {
                return Err(Failure::new("--place is for --center topocentric"));
            }
        };
        Ok(View {
            center,
            frame: match self.frame {
                FrameName::EclipticDate => ReferenceFrame::EclipticOfDate,
                FrameName::EclipticJ2000 => ReferenceFrame::EclipticJ2000,
                FrameName::EquatorialDate => ReferenceFrame::EquatorialOfDate,
                FrameName::Icrs => ReferenceFrame::Icrs,
            },
            correction: match self.correction {
                CorrectionName::Apparent => Correction::Apparent,
                CorrectionName::Astrometric => Correction::Astrometric,
                CorrectionName::Geometric => Correction::Geometric,
            },
        })
    }

    fn julian_dates(&self) -> Result<Vec<f64>, Failure> {
        let mut dates = self.jd.clone();
        if let Some(path) = &self.jd_file {
            let text = if path.as_os_str() == "-" {
                let mut text = String::new();
                io::stdin().read_to_string(&mut text)?;
                text
            } else {
                std::fs::read_to_string(path)
                    .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?
            };
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                let date = line.trim().parse();
                dates.push(date.map_err(|_| {
                    Failure::new(format!("--jd-file: `{line}` is not a Julian Date"))
                })?);
            }
        }
        if dates.is_empty() {
            return Err(Failure::new("sky needs --jd or --jd-file"));
        }
        if let Some(date) = dates.iter().find(|date| !date.is_finite()) {
            return Err(Failure::new(format!("{date} is not a Julian Date")));
        }
        Ok(dates)
    }
}

trait AngleNames {
    /// The names of a frame's two angles.
    fn angle_names(self) -> [&'static str; 2];
}

impl AngleNames for ReferenceFrame {
    fn angle_names(self) -> [&'static str; 2] {
        match self {
            Self::EclipticOfDate | Self::EclipticJ2000 => ["longitude", "latitude"],
            Self::EquatorialOfDate | Self::Icrs => ["right asc.", "declination"],
        }
    }
}

/// A position in the requested frame, and in the equatorial frame that belongs to it.
struct Seen {
    place: Place,
    equatorial: Place,
}

impl Seen {
    fn new(sky: &Sky, body: Body, view: &View) -> Result<Self, SkyError> {
        let equator = match view.frame {
            ReferenceFrame::EclipticOfDate | ReferenceFrame::EquatorialOfDate => {
                ReferenceFrame::EquatorialOfDate
            }
            ReferenceFrame::EclipticJ2000 | ReferenceFrame::Icrs => ReferenceFrame::Icrs,
        };
        let equator = View {
            frame: equator,
            ..*view
        };
        Ok(Self {
            place: sky.place_with(body, view)?,
            equatorial: sky.place_with(body, &equator)?,
        })
    }

    fn json(&self, body: Body, julian_date: f64, scale: ScaleName) -> Value {
        json!({
            "body": body.id(),
            "jd": julian_date,
            "scale": scale.name(),
            "longitude": self.place.longitude_deg,
            "latitude": self.place.latitude_deg,
            "distance": self.place.distance_au,
            "speedLongitude": self.place.longitude_speed_deg,
            "speedLatitude": self.place.latitude_speed_deg,
            "speedDistance": self.place.distance_speed_au,
            "rightAscension": self.equatorial.longitude_deg,
            "declination": self.equatorial.latitude_deg,
        })
    }

    fn row(&self, body: Body, julian_date: f64) -> Vec<String> {
        vec![
            body.id().to_owned(),
            julian_date.to_string(),
            format!("{:12.7}", self.place.longitude_deg),
            format!("{:+11.7}", self.place.latitude_deg),
            format!("{:.9}", self.place.distance_au),
            format!("{:+.7}", self.place.longitude_speed_deg),
            format!("{:+.7}", self.place.latitude_speed_deg),
            format!("{:+.9}", self.place.distance_speed_au),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_two_or_three_numbers_and_may_begin_with_a_minus() {
        let check = |text: &str, expected: Option<(f64, f64, f64)>| {
            let found = text.parse::<ObserverText>().ok().map(|it| it.0);
            let found = found.map(|it| (it.latitude_deg, it.longitude_deg, it.height_m));
            assert_eq!(found, expected, "{text}");
        };
        check("-33.86,151.21,58", Some((-33.86, 151.21, 58.0)));
        check("48.85, 2.35", Some((48.85, 2.35, 0.0)));
        check("91,0", None);
        check("10", None);
        check("a,b", None);
        check("1,2,3,4", None);
    }

    #[test]
    fn an_unknown_body_names_the_known_ones() {
        let message = "lilith".parse::<BodyId>().unwrap_err();
        assert!(message.contains("meanApogee"), "{message}");
    }
}
