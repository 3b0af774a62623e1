//! `almagest sky events --kind …`: finds events in the sky.

mod found;
mod moment;

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use ephemeris::event::Range;
use ephemeris::event::ingress::ingresses;
use ephemeris::event::lunation::lunations;
use ephemeris::event::rise_set::{Stays, rise_set};
use ephemeris::event::season::seasons;
use ephemeris::event::station::stations;
use ephemeris::{Body, Ephemeris, SkyError};
use serde_json::Value;

use super::places::{BodyId, ObserverText, refusal};
use crate::output::{Failure, Output, table, warn};
use found::Event;
use moment::Moment;

#[derive(Debug, Args)]
pub(super) struct EventsCommand {
    /// Kind of event.
    #[arg(long, value_enum)]
    kind: Kind,
    /// Start of the range: a date, or a date and time, in UTC (Gregorian calendar).
    #[arg(long, value_name = "DATE[THH:MM[:SS]]", allow_hyphen_values = true)]
    from: Moment,
    /// End of the range (exclusive).
    #[arg(long, value_name = "DATE[THH:MM[:SS]]", allow_hyphen_values = true)]
    to: Moment,
    /// Bodies, separated by commas [default: all that have such events; Sun and Moon for rise-set].
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    body: Vec<BodyId>,
    /// Latitude and longitude in degrees, north and east positive. Required for rise-set. With eclipses, adds
    /// local circumstances.
    #[arg(long, value_name = "LAT,LON[,HEIGHT]", allow_hyphen_values = true)]
    place: Option<ObserverText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Equinoxes and solstices.
    Season,
    /// Principal phases of the Moon.
    Phase,
    /// Stations: bodies turn retrograde or direct.
    Station,
    /// Ingresses: bodies enter signs.
    Ingress,
    /// Solar and lunar eclipses.
    Eclipse,
    /// Rise, set and meridian transit of bodies at a place.
    RiseSet,
}

/// The bodies without stations, first in the order of planets.
const LIGHTS: &[Body] = &[Body::Sun, Body::Moon];

pub(super) fn run(command: &EventsCommand, output: Output) -> Result<ExitCode, Failure> {
    let range = command.from.at..command.to.at;
    if range.end <= range.start {
        return Err(Failure::new("--to must be after --from"));
    }
    let mut events = command.events(&range)?;
    events.sort_by(|a, b| a.at.minus(b.at).total_cmp(&0.0));
    let documents: Vec<Value> = events.iter().map(Event::json).collect();
    let rows: Vec<_> = events.iter().map(Event::row).collect();
    let headings = ["time (UTC)", "event", "body", ""];
    output.show(&table(&headings, &rows), &Value::Array(documents))
}

impl EventsCommand {
    fn events(&self, range: &Range) -> Result<Vec<Event>, Failure> {
        let ephemeris = Ephemeris::embedded();
        // True lunar points only on request.
        let moving = [&Body::PLANETS[..], &[Body::Chiron]].concat();
        match self.kind {
            Kind::Season => {
                self.only(&[Body::Sun])?;
                let found = seasons(ephemeris, range.clone()).map_err(refusal)?;
                Ok(found.iter().map(Event::season).collect())
            }
            Kind::Phase => {
                self.only(&[Body::Moon])?;
                let found = lunations(ephemeris, range.clone()).map_err(refusal)?;
                let events: Result<Vec<_>, _> = found.iter().map(Event::phase).collect();
                events.map_err(refusal)
            }
            Kind::Station => self.of_each(&moving[LIGHTS.len()..], |body| {
                let found = stations(ephemeris, body, range.clone())?;
                Ok(found.iter().map(Event::station).collect())
            }),
            Kind::Ingress => self.of_each(&moving, |body| {
                let found = ingresses(ephemeris, body, range.clone())?;
                Ok(found.iter().map(Event::ingress).collect())
            }),
            Kind::Eclipse => {
                self.only(LIGHTS)?;
                let place = self.place.map(|it| it.0);
                self.of_each(LIGHTS, |body| Event::eclipses(body, range, place.as_ref()))
            }
            Kind::RiseSet => {
                let Some(ObserverText(observer)) = self.place else {
                    return Err(Failure::new("--kind rise-set needs --place"));
                };
                self.of_each(LIGHTS, |body| {
                    let found = rise_set(ephemeris, body, &observer, range.clone())?;
                    let mut events: Vec<_> = found
                        .events
                        .iter()
                        .filter_map(|it| Event::horizon(body, it))
                        .collect();
                    if found.stays != Stays::CrossesTheHorizon {
                        events.push(Event::stays(body, found.stays, range));
                    }
                    Ok(events)
                })
            }
        }
    }

    /// The events of the requested bodies, or of the default ones.
    fn of_each(
        &self,
        usual: &[Body],
        mut find: impl FnMut(Body) -> Result<Vec<Event>, SkyError>,
    ) -> Result<Vec<Event>, Failure> {
        let asked: Vec<Body> = self.body.iter().map(|it| it.0).collect();
        let bodies = if asked.is_empty() { usual } else { &asked };
        let mut events = Vec::new();
        for body in bodies {
            match find(*body) {
                Ok(found) => events.extend(found),
                // Its orbit is known for a shorter time than those of the planets.
                Err(error @ SkyError::OutsideSpan { body, .. })
                    if asked.is_empty() && !Body::PLANETS.contains(&body) =>
                {
                    warn(&format!("{} is left out: {error}.", body.id()));
                }
                Err(error) => return Err(refusal(error)),
            }
        }
        Ok(events)
    }

    /// Fails for bodies without such events.
    fn only(&self, bodies: &[Body]) -> Result<(), Failure> {
        match self.body.iter().find(|it| !bodies.contains(&it.0)) {
            None => Ok(()),
            Some(BodyId(body)) => Err(Failure::new(format!(
                "{} has no events of this kind",
                body.id()
            ))),
        }
    }
}
