//! Places by name. A name that several places of about the same size share is refused with the candidates: a chart of
//! the wrong town looks as right as any other.

use http_api::{ApiError, ErrorCode, Problem, Source};
use places::gazetteer::{Gazetteer, GazetteerPlace, MatchKind, Search};
use serde_json::{Map, Value, json};

use crate::registry::place_field;

/// Another place of the same name makes it ambiguous if it has at least this fraction of the inhabitants of the
/// largest one.
const AMBIGUOUS_FRACTION: u64 = 4;
/// Places to compare, and candidates in an error.
const MAX_CANDIDATES: usize = 5;

/// Replaces the names of places in an input by locations, as far as its operation has places.
///
/// # Errors
///
/// A name is unknown or ambiguous, or a place is given twice.
pub(crate) fn resolve(
    input: &mut Map<String, Value>,
    locations: &[String],
) -> Result<(), ApiError> {
    for location in locations {
        let field = place_field(location);
        let Some(name) = input.shift_remove(&field) else {
            continue;
        };
        // The first unknown name ends the call: looking for similar names takes as long as a whole place search.
        let place = found(&name, &field, input.contains_key(location))?;
        input.insert(location.clone(), place);
    }
    Ok(())
}

fn found(name: &Value, field: &str, has_location: bool) -> Result<Value, ApiError> {
    let refuse =
        |code, detail: String| Problem::new(code, detail).at(Source::Pointer(format!("/{field}")));
    let Some(name) = name.as_str() else {
        let detail = "Must be text: the name of a place, such as \"Amsterdam, NL\".";
        return Err(refuse(ErrorCode::FieldType, detail.to_owned()).into());
    };
    if has_location {
        let detail = "Give the name of a place or its coordinates, not both.";
        return Err(refuse(ErrorCode::FieldsConflict, detail.to_owned()).into());
    }
    let search = Search {
        text: name,
        limit: MAX_CANDIDATES,
        country_code: None,
        near: None,
    };
    let found = Gazetteer::embedded().search(&search);
    let found = found.map_err(|error| refuse(ErrorCode::FieldLength, error.to_string()))?;
    let exact: Vec<_> = found
        .iter()
        .filter(|it| it.kind == MatchKind::Exact)
        .map(|it| it.place)
        .collect();
    let candidates = |places: &[GazetteerPlace]| -> Vec<Value> {
        places.iter().map(|it| location(*it)).collect()
    };
    let Some((largest, others)) = exact.split_first() else {
        let similar: Vec<_> = found.iter().map(|it| it.place).collect();
        let detail = "No place has exactly this name. Use one of the candidates, or coordinates.";
        let problem = refuse(ErrorCode::PlaceUnknown, detail.to_owned());
        return Err(problem.with_meta("candidates", candidates(&similar)).into());
    };
    let is_as_large = |it: &GazetteerPlace| {
        it.population().saturating_mul(AMBIGUOUS_FRACTION) >= largest.population()
    };
    if others.iter().any(is_as_large) {
        let detail = "Several places have this name. Add the state or country, or use the coordinates of a candidate.";
        let problem = refuse(ErrorCode::PlaceAmbiguous, detail.to_owned());
        return Err(problem.with_meta("candidates", candidates(&exact)).into());
    }
    Ok(location(*largest))
}

/// A place as a request has it.
fn location(place: GazetteerPlace) -> Value {
    let at = place.coordinates();
    let parts = [
        Some(place.name()),
        place.division(),
        Some(place.country_code()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    json!({
        "latitude": at.latitude_deg(),
        "longitude": at.longitude_deg(),
        "timezone": place.zone_name(),
        "name": parts.join(", "),
    })
}
