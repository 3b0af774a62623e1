//! The wheel of a report: the same as that of the calculation's image.

use chart::{Scene, Size, Theme, ThemeName};
use http_api::{ApiError, ErrorCode};
use serde_json::{Map, Value};

use super::plan::ReportStep;
use crate::composite::CompositeCalc;
use crate::image::{Draw, refused};
use crate::natal::Natal;
use crate::progressions::Progressions;
use crate::returns::{LunarReturn, SolarReturn};
use crate::synastry::SynastryCalc;
use crate::transit::TransitCalc;
use crate::vedic::picture::{self, VedicImageInput};
use crate::wheel::WheelLabels;

/// The side of the drawing in pixels. On paper it is as wide as the text.
const SIDE_PX: u32 = 720;

/// The wheel of a calculation, if it has one for this body.
pub(super) fn wheel(step: &ReportStep) -> Result<Option<Scene>, ApiError> {
    let body = &step.body;
    match step.operation {
        "natal" => drawn::<Natal>(body),
        "synastry" => drawn::<SynastryCalc>(body),
        "composite" => drawn::<CompositeCalc>(body),
        "transit" => drawn::<TransitCalc>(body),
        "solar-return" => drawn::<SolarReturn>(body),
        "lunar-return" => drawn::<LunarReturn>(body),
        "progressions" => drawn::<Progressions>(body),
        "vedic/chart" => {
            let mut body = body.clone();
            body.insert("format".to_owned(), "svg".into());
            let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
            let input: VedicImageInput =
                serde_json::from_value(Value::Object(body)).map_err(unreadable)?;
            let size = Size::new(SIDE_PX, SIDE_PX).map_err(|it| refused(&it))?;
            let theme = Theme::named(ThemeName::Light);
            picture::scene(&input, size, &theme).map(Some)
        }
        _ => Ok(None),
    }
}

fn drawn<D: Draw>(body: &Map<String, Value>) -> Result<Option<Scene>, ApiError> {
    let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
    let fields: D::Fields =
        serde_json::from_value(Value::Object(body.clone())).map_err(unreadable)?;
    let options = D::look(&fields);
    if options.undrawable().is_some() {
        return Ok(None);
    }
    let labels = WheelLabels::new(options.language(), None);
    let wheel = D::wheel(&fields, &labels)?;
    let size = Size::new(SIDE_PX, SIDE_PX).map_err(|it| refused(&it))?;
    let scene = wheel.draw(size, &Theme::named(ThemeName::Light));
    scene.map(Some).map_err(|it| refused(&it))
}
