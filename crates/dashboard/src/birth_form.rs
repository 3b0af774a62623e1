//! The birth form: when and where, with a place search, an unknown time and the choice of a clock
//! change. One component for every page that asks for a birth or another moment at a place:
//! `templates/birth-form.html` and `assets/birth-form.js`. It works without the script: the place is
//! then searched for when the form is submitted.

use axum::response::IntoResponse as _;
use serde_json::json;

use super::form::{Form, FormInput};
use super::page::{PageResult, json_response};
use super::page_context::PageContext;
use super::playground_form::Field;
use astrology_api::geocoding::search::{GeocodingSearch, PlaceReply};
use http_api::{ApiError, ErrorCode};
use i18n::msg;

/// Moments at a place. All fields are optional: a period has no place, and a place no moment.
#[derive(Debug)]
pub(super) struct BirthForm {
    pub(super) title: &'static str,
    /// The dates: one, or the start and end of a range.
    pub(super) dates: Vec<Field>,
    pub(super) place: Option<PlaceFields>,
    /// The calendar and the clock change.
    pub(super) choices: Vec<Field>,
    /// Other fields that belong to the person or period.
    pub(super) others: Vec<Field>,
}

impl BirthForm {
    /// Every field.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        let place = self.place.iter().flat_map(|it| &it.fields);
        let moments = self.dates.iter().chain(&self.choices);
        moments.chain(place).chain(&self.others)
    }

    /// Whether the fields that are usually closed must be seen: one has a problem, or one is filled in
    /// that neither the search nor the coordinates below it show.
    pub(super) fn is_open(&self, form: &Form) -> bool {
        let place = self.place.iter().flat_map(|it| &it.fields);
        let mut closed = place.chain(&self.choices);
        closed.any(|it| {
            let last = it.name.rsplit('.').next().unwrap_or(&it.name);
            let is_shown = matches!(last, "latitude" | "longitude" | "timezone" | "name");
            let is_hidden = !is_shown && form.given(&it.name).is_some();
            is_hidden || form.has_problem(&it.name)
        })
    }
}

/// The fields of a place.
#[derive(Debug)]
pub(super) struct PlaceFields {
    /// What the names of its fields begin with, such as `location.`.
    pub(super) prefix: String,
    /// Whether the operation requires a place.
    pub(super) required: bool,
    /// Latitude, longitude, time zone, height and name.
    pub(super) fields: Vec<Field>,
    /// The places that the submitted name may mean.
    pub(super) candidates: Vec<PlaceReply>,
}

impl PlaceFields {
    /// The name of the search field.
    pub(super) fn search_name(&self) -> String {
        format!("place.{}", self.prefix)
    }

    /// The name of the object in the API, without the dot at its end.
    pub(super) fn object(&self) -> &str {
        self.prefix.trim_end_matches('.')
    }

    /// The id of the search field.
    pub(super) fn id(&self) -> String {
        format!("place-{}", self.object().replace('.', "-"))
    }

    /// The value of one of its fields.
    pub(super) fn value<'a>(&self, form: &'a Form, name: &str) -> &'a str {
        form.value(&format!("{}{name}", self.prefix))
    }

    /// Whether the coordinates are known.
    pub(super) fn is_located(&self, form: &Form) -> bool {
        ["latitude", "longitude"]
            .iter()
            .all(|it| !self.value(form, it).trim().is_empty())
    }

    /// The name to search for: one that was entered without coordinates, or after them.
    fn unresolved(&self, form: &Form) -> Option<String> {
        let typed = form.given(&self.search_name())?.to_owned();
        let known = self.value(form, "name").trim();
        let is_other = !known.is_empty() && known != typed;
        (is_other || !self.is_located(form)).then_some(typed)
    }
}

/// Finds the coordinates of every place that was entered by name. Returns false if one is unknown or
/// ambiguous: the form then has its problem, and the place its candidates.
pub(super) async fn resolve_places<'a>(
    context: &PageContext,
    places: impl Iterator<Item = &'a mut PlaceFields>,
    mut form: Form,
) -> Result<(Form, bool), ApiError> {
    let mut all_found = true;
    for place in places {
        let Some(typed) = place.unresolved(&form) else {
            if place.required && !place.is_located(&form) {
                let detail = msg("Enter a place, or its coordinates.");
                form.add_problem(&place.search_name(), ErrorCode::FieldMissing, detail);
                all_found = false;
            }
            continue;
        };
        match find(context, &typed, 5).await {
            Ok(mut found) => {
                let mut exact = found.iter().filter(|it| it.matched == "exact");
                if let (Some(only), None) = (exact.next(), exact.next()) {
                    form = located(form, &place.prefix, only);
                    continue;
                }
                let detail = if found.is_empty() {
                    msg("No places found. Check the spelling, or enter the coordinates.")
                } else {
                    msg("Several places match. Choose one.")
                };
                form.add_problem(&place.search_name(), ErrorCode::FieldValue, detail);
                place.candidates.append(&mut found);
            }
            Err(error) => {
                let problem = &error.problems()[0];
                form.add_problem(&place.search_name(), problem.code, &problem.detail);
            }
        }
        all_found = false;
    }
    Ok((form, all_found))
}

/// Searches as the signed-in user, in the language of the page. Counts as a request.
async fn find(context: &PageContext, typed: &str, limit: u64) -> Result<Vec<PlaceReply>, ApiError> {
    let input = FormInput::default()
        .set("q", typed)
        .set("limit", limit)
        .set("lang", context.language.tag());
    context
        .submit::<GeocodingSearch>(input)
        .await
        .map(|it| it.0)
}

/// `GET /playground/places?q=…`: suggestions while a place is typed, as JSON for the script.
pub(super) async fn suggest(context: PageContext) -> PageResult {
    let typed = context.parameter("q").unwrap_or_default().trim().to_owned();
    let found = match find(&context, &typed, 6).await {
        Ok(found) => found,
        Err(error) if error.status().is_client_error() => {
            return Ok(error.status().into_response());
        }
        Err(error) => return Err(error.into()),
    };
    let places = found.iter().map(|place| {
        json!({
            "name": place.display_name,
            "latitude": place.latitude,
            "longitude": place.longitude,
            "timezone": place.timezone,
        })
    });
    Ok(json_response(&places.collect()))
}

/// A form with the coordinates, time zone and name of a place.
fn located(form: Form, prefix: &str, place: &PlaceReply) -> Form {
    let field = |name: &str| format!("{prefix}{name}");
    form.with(&field("latitude"), &place.latitude.to_string())
        .with(&field("longitude"), &place.longitude.to_string())
        .with(&field("timezone"), place.timezone)
        .with(&field("name"), &place.display_name)
        .with(&format!("place.{prefix}"), &place.display_name)
}

/// Fills the fields of the candidate that was chosen.
pub(super) fn taken(form: Form) -> Form {
    let choice = form.value("take").to_owned();
    let parts: Vec<&str> = choice.splitn(5, '|').collect();
    let [prefix, latitude, longitude, zone, name] = parts[..] else {
        return form;
    };
    let field = |name: &str| format!("{prefix}{name}");
    form.with(&field("latitude"), latitude)
        .with(&field("longitude"), longitude)
        .with(&field("timezone"), zone)
        .with(&field("name"), name)
        .with(&format!("place.{prefix}"), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned((name, value): (&str, &str)) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn a_place_fills_its_own_fields() {
        let take = "transit.location.|52.37|4.89|Europe/Amsterdam|Amsterdam, NL";
        let form = taken(Form::of([owned(("take", take))]));
        assert_eq!(form.value("transit.location.latitude"), "52.37");
        assert_eq!(form.value("transit.location.timezone"), "Europe/Amsterdam");
        assert_eq!(form.value("transit.location.name"), "Amsterdam, NL");
        assert_eq!(form.value("location.latitude"), "");
    }

    #[test]
    fn a_place_is_searched_for_until_its_coordinates_belong_to_its_name() {
        let place = PlaceFields {
            prefix: "location.".to_owned(),
            required: true,
            fields: Vec::new(),
            candidates: Vec::new(),
        };
        let check = |fields: &[(&str, &str)], expected: Option<&str>| {
            let form = Form::of(fields.iter().copied().map(owned));
            assert_eq!(place.unresolved(&form).as_deref(), expected, "{fields:?}");
        };
        let typed = ("place.location.", "Paris");
        let there = [
            ("location.latitude", "48.85"),
            ("location.longitude", "2.35"),
        ];
        check(&[typed], Some("Paris"));
        check(&[typed, there[0]], Some("Paris"));
        check(
            &[typed, there[0], there[1], ("location.name", "Paris")],
            None,
        );
        check(
            &[typed, there[0], there[1], ("location.name", "Lyon")],
            Some("Paris"),
        );
        // Coordinates that someone entered are not replaced by those of a city.
        check(&[typed, there[0], there[1]], None);
        check(&there, None);
    }
}
