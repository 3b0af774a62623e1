//! `/api/chart2/vedic.{format}`: a Vedic chart in the style of northern, southern or eastern India.

use astrology::sign::degrees_in_sign;
use astrology::vedic::chart::VedicChart;
use astrology::vedic::graha::Graha;
use astrology::vedic::varga::{Varga, VargaVariants};
use bytes::Bytes;
use chart::{ChartText, IndianChart, IndianPoint, IndianStyle};
use http_api::caller::AnyInOrganization;
use http_api::modules::VEDIC_CHART_CALC;
use http_api::{ApiError, Spec, Work};
use interpretation::titles::Titles;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::birth::{self, VedicBirth};
use super::chart::VargaVariantsInput;
use crate::dto::id::Id;
use crate::dto::language;
use crate::dto::wording::DEFAULT_LANGUAGE;
use crate::dto::words::ResponseTexts;
use crate::image::{Appearance, ImageFormat, image_spec, rasterizing, refused};
use crate::wheel::WheelLabels;
use crate::{CalculationContext, Problems};

/// The spec of the image.
pub const IMAGE: Spec<AnyInOrganization> = Spec {
    description: "Draws a Vedic chart, or one of its divisional charts, in the style of northern, southern or eastern \
        India. Fields of the north are houses with the number of their sign; fields of the south and the east are \
        signs, and the lagna is marked. Accepts the birth and the zodiac of the Vedic chart.",
    ..image_spec(
        "chart_vedic_chart",
        "/api/chart2/vedic.{format}",
        &[],
        VEDIC_CHART_CALC,
        "Draw a Vedic chart",
    )
};

/// Fields of the image, in JSON.
pub const EXAMPLE: &str = r#"{"dateTime":"1990-06-15T14:30",
    "location":{"latitude":13.08,"longitude":80.27},"style":"south"}"#;

/// The style of the image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "IndianStyle")]
enum StyleName {
    /// Houses in a diamond, counterclockwise from the top.
    #[default]
    North,
    /// Signs clockwise in twelve squares, Pisces in the upper left corner.
    South,
    /// Signs counterclockwise in nine squares, Aries at the top.
    East,
}

/// The chart to draw.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct VedicImageFields {
    #[serde(flatten)]
    pub(super) birth: VedicBirth,
    /// Style of the chart. Defaults to `north`.
    style: Option<StyleName>,
    /// Divisional chart to draw. Defaults to D1.
    varga: Option<Id<Varga>>,
    /// How divisional charts divide a sign where authors differ.
    varga_variants: Option<VargaVariantsInput>,
    /// Language of names, as an ISO 639 code. Defaults to `en`.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
}

impl VedicImageFields {
    /// The image of a birth by default.
    pub(super) fn of(birth: VedicBirth, language: &str) -> Self {
        Self {
            birth,
            style: None,
            varga: None,
            varga_variants: None,
            language: (language != DEFAULT_LANGUAGE).then(|| language.to_owned()),
        }
    }

    fn language(&self) -> &str {
        self.language.as_deref().unwrap_or(DEFAULT_LANGUAGE)
    }
}

/// The input of the image.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct VedicImageInput {
    /// How the image looks.
    #[serde(flatten)]
    pub appearance: Appearance,
    /// Title, drawn above the chart and read by screen readers.
    #[schemars(length(max = 120))]
    title: Option<String>,
    #[serde(flatten)]
    fields: VedicImageFields,
}

/// How much work it is to draw the image.
pub fn work(input: &VedicImageInput) -> Work {
    let pixels = input.appearance.pixels();
    let drawing = match input.appearance.format {
        ImageFormat::Svg => Work::new(1_500, 20_000),
        ImageFormat::Png => Work::new(rasterizing(pixels), pixels * 6),
    };
    Work::new(1_000, 0) + drawing
}

/// Checks the options of the image, without computing anything.
///
/// # Errors
///
/// Problems that drawing the image would find.
pub fn check(input: &VedicImageInput) -> Result<(), ApiError> {
    input.appearance.look()?;
    language::require(input.fields.language())
}

/// Draws the image.
///
/// # Errors
///
/// Every problem with the input.
pub fn draw(input: &VedicImageInput) -> Result<Bytes, ApiError> {
    check(input)?;
    let (size, theme) = input.appearance.look()?;
    let scene = scene(input, size, &theme)?;
    Ok(match input.appearance.format {
        ImageFormat::Svg => scene.to_svg().into(),
        ImageFormat::Png => scene.to_png().map_err(|it| refused(&it))?.into(),
    })
}

/// The chart as a scene of this size, whatever the appearance of the image is.
pub(crate) fn scene(
    input: &VedicImageInput,
    size: chart::Size,
    theme: &chart::Theme,
) -> Result<chart::Scene, ApiError> {
    let chart = indian_chart(input)?;
    chart.draw(size, theme).map_err(|it| refused(&it))
}

fn indian_chart(input: &VedicImageInput) -> Result<IndianChart, ApiError> {
    let fields = &input.fields;
    let mut problems = Problems::default();
    let moment = problems.keep(fields.birth.when().resolve_moment());
    problems.finish()?;
    let moment = moment.expect("unresolved input has been reported");
    let options = fields.birth.options()?;
    let context = CalculationContext::new(ResponseTexts::NONE, None, Vec::new(), moment.at.tt);
    let chart = birth::chart(&moment, &options, &context)?;
    let labels = WheelLabels::new(fields.language(), None);
    let varga = fields.varga.map_or(Varga::D1, |it| it.0);
    let variants: VargaVariants = fields.varga_variants.unwrap_or_default().into();
    let names = names(fields.language());
    let letters = letters(&names);
    let mut points = names.into_iter().zip(letters).zip(places(&chart));
    let mut point = || {
        let ((name, letters), (longitude_deg, retrograde)) = points.next()?;
        Some(IndianPoint {
            letters: ChartText::new(&letters),
            name: ChartText::new(&name),
            sign: variants.sign(varga, longitude_deg),
            degrees: (varga == Varga::D1).then(|| whole_degrees(longitude_deg)),
            retrograde,
        })
    };
    let lagna = point().expect("the lagna is the first point");
    let grahas = std::iter::from_fn(point).collect();
    let (place, written) = (fields.birth.when().location, fields.birth.when().date_time);
    let mut lines = labels.moment_captions(&moment, place, written);
    lines.push(ChartText::new(&conventions(&fields.birth, varga)));
    let title = input.title.as_deref();
    Ok(IndianChart {
        title: ChartText::new(title.unwrap_or(varga.name())),
        heading: title.map(ChartText::new),
        lines,
        style: match fields.style.unwrap_or_default() {
            StyleName::North => IndianStyle::North,
            StyleName::South => IndianStyle::South,
            StyleName::East => IndianStyle::East,
        },
        lagna,
        grahas,
        words: labels.words().clone(),
    })
}

/// The chart and its zodiac, such as `D9 Navamsha, lahiri`.
fn conventions(birth: &VedicBirth, varga: Varga) -> String {
    let zodiac = match (birth.ayanamsha(), birth.ayanamsha_at()) {
        (Some(named), _) => named.0.id().to_owned(),
        (None, custom) => {
            custom.map_or_else(String::new, |it| format!("{}° {}", it.value, it.epoch))
        }
    };
    format!("{} {}, {zodiac}", varga.id(), varga.name())
}

/// The lagna and the grahas: longitude, and whether it is retrograde. The nodes always are.
fn places(chart: &VedicChart) -> Vec<(f64, bool)> {
    let graha = |graha: Graha| {
        let point = chart.graha(graha);
        let is_node = matches!(graha, Graha::Rahu | Graha::Ketu);
        let retrograde = !is_node && point.retrograde() == Some(true);
        (point.longitude_deg, retrograde)
    };
    let lagna = (chart.lagna_deg(), false);
    std::iter::once(lagna)
        .chain(Graha::ALL.map(graha))
        .collect()
}

fn whole_degrees(longitude_deg: f64) -> u8 {
    let within = degrees_in_sign(longitude_deg);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 29"
    )]
    let whole = within as u8;
    whole
}

/// The names of the lagna and the grahas. Rahu and Ketu have one name in every language.
fn names(language: &str) -> Vec<String> {
    let titles = Titles::of_or_english(language);
    let named = |id: &'static str| match id {
        "rahu" => "Rahu",
        "ketu" => "Ketu",
        id => titles.title(id).unwrap_or(id),
    };
    let grahas = Graha::ALL.map(|it| named(it.id()).to_owned());
    std::iter::once(named("ascendant").to_owned())
        .chain(grahas)
        .collect()
}

/// The first letters of names: as few as tell them apart, and two at least.
fn letters(names: &[String]) -> Vec<String> {
    let first = |length: usize| -> Vec<String> {
        let of = |name: &String| name.chars().take(length).collect();
        names.iter().map(of).collect()
    };
    let is_clear = |all: &Vec<String>| {
        let mut seen = std::collections::BTreeSet::new();
        all.iter().all(|it| seen.insert(it))
    };
    (2..=4)
        .map(first)
        .find(is_clear)
        .unwrap_or_else(|| first(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_the_names_of_every_language_apart() {
        let check = |language: &str, expected: &[&str]| {
            assert_eq!(letters(&names(language)), expected, "{language}");
        };
        check(
            "en",
            &["As", "Su", "Mo", "Ma", "Me", "Ju", "Ve", "Sa", "Ra", "Ke"],
        );
        // Maan and Mars.
        check(
            "nl",
            &[
                "Asc", "Zon", "Maa", "Mar", "Mer", "Jup", "Ven", "Sat", "Rah", "Ket",
            ],
        );
    }
}
