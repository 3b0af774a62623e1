//! Turns the libraries' errors into API errors. One response reports all problems of a request.

use std::ops::Range;

use astrology::chart::ChartError;
use astrology::house::HouseError;
use astrology::point::{Point, PointClass};
use ephemeris::{Body, Instant, SkyError, Tdb, Tt};

use crate::dto::instant::date_text;
use http_api::{ApiError, ErrorCode, Problem, Source};

/// The problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems(pub Vec<Problem>);

impl Problems {
    /// Returns the value, or keeps the problems.
    pub(crate) fn keep<T>(&mut self, result: Result<T, Vec<Problem>>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problems) => {
                self.0.extend(problems);
                None
            }
        }
    }

    /// An error if there is any problem.
    ///
    /// # Errors
    ///
    /// All of them.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ApiError::all(self.0))
        }
    }
}

/// A chart that cannot be calculated. `field` is the field of its time.
pub(crate) fn chart_problem(error: ChartError, field: &str) -> ApiError {
    match error {
        ChartError::Sky(error) => sky_problem(error, field),
        ChartError::House(error) => house_problem(error, "houseSystem"),
        ChartError::Fallback(error) => house_problem(error, "polarFallback"),
        ChartError::NotFromHere { point } => {
            let detail = format!(
                "`{}` is not available in this type of chart. Remove it from `points`.",
                point.id()
            );
            let problem = Problem::new(ErrorCode::PointUndefined, detail);
            problem.at(Source::Pointer("/points".to_owned())).into()
        }
    }
}

/// What to do about a `polarFallback` that has no houses either.
const USE_WHOLE: &str =
    "Set `polarFallback` to a system that is defined at every latitude, such as `whole`.";

fn house_problem(error: HouseError, field: &str) -> ApiError {
    let detail = match (field, &error) {
        ("houseSystem", HouseError::Undefined { .. }) => format!(
            "{error} Choose another `houseSystem`, or set `polarFallback` to the system to use there."
        ),
        ("houseSystem", HouseError::Sectors) => format!("{error} Choose another `houseSystem`."),
        (
            _,
            HouseError::Undefined {
                system,
                latitude_deg,
                ..
            },
        ) => format!(
            "The `{system}` house system is also undefined at latitude {latitude_deg}. {USE_WHOLE}"
        ),
        (_, HouseError::Sectors) => format!("{error} {USE_WHOLE}"),
    };
    let mut problem = Problem::new(ErrorCode::HouseSystemUndefined, detail);
    if let HouseError::Undefined {
        system,
        latitude_deg,
        limit_deg,
    } = error
    {
        problem = problem
            .with_meta("houseSystem", system.id())
            .with_meta("latitude", latitude_deg)
            .with_meta("latitudeLimit", limit_deg);
    }
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

/// A range that the ephemeris does not cover. `start` and `end` are its fields.
pub(crate) fn range_problem(
    error: SkyError,
    range: &Range<Instant<Tt>>,
    (start, end): (&str, &str),
) -> ApiError {
    // A search may reach beyond the range. It does so at the end that is too far out.
    let is_late = matches!(error, SkyError::OutsideSpan { at, last, .. }
        if at > last && range.start <= last.to_tt());
    sky_problem(error, if is_late { end } else { start })
}

/// Whether the error is about a minor body's limited span, which is no problem unless the request
/// named the body.
pub(crate) fn is_of_minor(error: &SkyError) -> bool {
    matches!(error, SkyError::OutsideSpan { body, .. }
        if Point::Body(*body).class() == PointClass::Minor)
}

/// A time that the ephemeris does not cover.
pub(crate) fn sky_problem(error: SkyError, field: &str) -> ApiError {
    if error == SkyError::Stopped {
        return ApiError::plain(ErrorCode::RequestTimeout).retry_after(1);
    }
    if let SkyError::NoSuchPlace { body } = error {
        // `points` are checked before the ephemeris is asked. The only other field that names a
        // body is `point`.
        let detail = format!(
            "`{}` is not available in this type of chart. Choose another point.",
            body.id()
        );
        let problem = Problem::new(ErrorCode::PointUndefined, detail);
        return problem.at(Source::Pointer("/point".to_owned())).into();
    }
    let problem = match error {
        SkyError::OutsideSpan {
            body, first, last, ..
        } => {
            let day = |at: Instant<Tdb>| date_text(at.to_tt());
            let (id, from, to) = (body.id(), day(first), day(last));
            // Nothing is available longer than these: every chart needs the Earth, and leaving the
            // others out does not help.
            let detail = match body {
                Body::Earth | Body::Sun | Body::Moon => {
                    format!(
                        "The date is outside the range of the ephemeris. Use a date from {from} to {to}."
                    )
                }
                _ => format!(
                    "`{id}` is available from {from} to {to}. Leave it out of `points` if other \
                     points cover the date."
                ),
            };
            let problem = Problem::new(ErrorCode::OutsideEphemeris, detail);
            let problem = problem.with_meta("body", id);
            problem.with_meta("from", from).with_meta("to", to)
        }
        _ => Problem::new(ErrorCode::OutsideEphemeris, error.to_string()),
    };
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

#[cfg(test)]
mod tests {
    use astrology::house::HouseSystem;

    use super::*;

    #[test]
    fn an_undefined_fallback_is_told_to_choose_another_fallback() {
        let undefined = HouseError::Undefined {
            system: HouseSystem::Koch,
            latitude_deg: 80.0,
            limit_deg: 66.5,
        };
        let error = chart_problem(ChartError::Fallback(undefined), "dateTime");
        assert_eq!(
            error.problems()[0].detail,
            "The `koch` house system is also undefined at latitude 80. Set `polarFallback` to a \
             system that is defined at every latitude, such as `whole`."
        );
        let error = chart_problem(ChartError::House(undefined), "dateTime");
        let detail = &error.problems()[0].detail;
        assert!(detail.contains("or set `polarFallback`"), "{detail}");
    }
}
