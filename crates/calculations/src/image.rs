//! Images of charts: their input, how much work they are, and how they are drawn.

use access::{KeyPermission, RolePermission};
use chart::Panel;
use http_api::caller::AnyInOrganization;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec, Work};
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::calculation::{CHART_ERRORS, Calculation};
use crate::chart_link::NOT_DRAWN;
use crate::dto::colour;
use crate::dto::language;
use crate::dto::options::CommonOptions;
use crate::failure::Problems;
use crate::wheel::WheelLabels;

/// The default side in pixels.
const SIDE_PX: u32 = 600;

/// Errors that images can return besides those that follow from access and input: those of charts,
/// and that there is no image.
const IMAGE_ERRORS: &[ErrorCode] = &{
    let mut errors = [ErrorCode::NotDrawable; CHART_ERRORS.len() + 1];
    let (charts, _) = errors.split_at_mut(CHART_ERRORS.len());
    charts.copy_from_slice(CHART_ERRORS);
    errors
};

/// A calculation that has a wheel.
pub trait Draw: Calculation {
    /// The spec of its image.
    const IMAGE: Spec<AnyInOrganization>;
    /// The input of the image: every field of the calculation, and possibly others.
    type Fields: DeserializeOwned + Serialize + JsonSchema + Send + Sync + 'static;

    /// Whether the wheel has two rings, with aspects between them.
    fn has_two_rings(fields: &Self::Fields) -> bool {
        let _ = fields;
        false
    }

    /// The options that all charts share.
    fn look(fields: &Self::Fields) -> &CommonOptions;

    /// How much work it is to compute what the wheel shows.
    fn chart_work(fields: &Self::Fields) -> Work {
        Self::look(fields).chart_work()
    }

    /// The wheel to draw.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    fn wheel(fields: &Self::Fields, sheet: &WheelLabels) -> Result<chart::Wheel, ApiError>;
}

/// The spec of an image: available by GET, charged as one unit, limited by the rate of images.
pub(crate) const fn image_spec(
    id: &'static str,
    path: &'static str,
    aliases: &'static [&'static str],
    capability: access::Capability,
    summary: &'static str,
) -> Spec<AnyInOrganization> {
    Spec {
        id,
        methods: Methods::Get,
        path,
        aliases,
        access: Rule::caller(KeyPermission::ChartRead, RolePermission::ChartUse)
            .gated_by(capability),
        cost_units: 1,
        limits: Limits::IMAGE,
        errors: IMAGE_ERRORS,
        group: "Chart images",
        summary,
        description: "Accepts the fields of the corresponding calculation as query parameters, \
            plus parameters that control appearance. `include`, `includeText` and \
            `includeReadableEntities` are not accepted because they do not affect the image. The \
            same request always returns the same bytes, and the ETag is strong.",
    }
}

/// The input of an image.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields, transform = without_words)]
pub struct ImageInput<I> {
    /// How the image looks.
    #[serde(flatten)]
    pub appearance: Appearance,
    /// The panels beside the wheel.
    #[serde(flatten)]
    pub panels: PanelChoices,
    /// Title, drawn above the chart and read by screen readers.
    #[schemars(length(max = 120))]
    pub title: Option<String>,
    #[serde(flatten)]
    pub(crate) input: I,
}

/// The panels beside the wheel.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PanelChoices {
    /// Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    /// Needs an image of at least 420 x 420 pixels.
    pub positions: Option<bool>,
    /// Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
    /// image of at least 420 x 420 pixels.
    pub cusps: Option<bool>,
    /// Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough.
    /// Needs an image of at least 420 x 420 pixels.
    pub aspect_grid: Option<bool>,
    /// Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    /// each element and modality. Needs an image of at least 420 x 420 pixels.
    pub balance: Option<bool>,
    /// Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    /// an image of at least 420 x 420 pixels.
    pub legend: Option<bool>,
}

impl PanelChoices {
    /// The requested panels, and the field that requests each.
    fn wanted(&self) -> impl Iterator<Item = (Panel, &'static str)> {
        let choices = [
            (self.positions, Panel::Positions, "/positions"),
            (self.cusps, Panel::Cusps, "/cusps"),
            (self.aspect_grid, Panel::AspectGrid, "/aspectGrid"),
            (self.balance, Panel::Balance, "/balance"),
            (self.legend, Panel::Legend, "/legend"),
        ];
        let wanted = choices.into_iter().filter(|it| it.0 == Some(true));
        wanted.map(|(_, panel, pointer)| (panel, pointer))
    }
}

/// How an image looks, whatever it shows.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Appearance {
    /// File format: `svg` or `png`.
    pub format: ImageFormat,
    /// Width in pixels. Defaults to `height`, or to 600.
    #[schemars(range(min = 100, max = 4000))]
    pub width: Option<u32>,
    /// Height in pixels. Defaults to the width.
    #[schemars(range(min = 100, max = 4000))]
    pub height: Option<u32>,
    /// Theme. Defaults to `classic`.
    pub theme: Option<ThemeChoice>,
    /// Custom colors, each as `#rrggbb`. A color with too little contrast is rejected.
    pub colours: Option<Colours>,
}

/// Removes fields that images do not use from the schema, so that they are refused.
pub(crate) fn without_words(schema: &mut Schema) {
    let properties = schema.get_mut("properties");
    if let Some(properties) = properties.and_then(serde_json::Value::as_object_mut) {
        properties.retain(|name, _| !NOT_DRAWN.contains(&name.as_str()));
    }
}

/// File format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ImageFormat")]
pub enum ImageFormat {
    /// Scalable Vector Graphics. Text stays text.
    Svg,
    /// Portable Network Graphics.
    Png,
}

/// Theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// Warm paper background.
    Classic,
    /// White background.
    Light,
    /// Dark background.
    Dark,
    /// Minimal decoration.
    Minimal,
    /// Black on white, with patterns instead of colors.
    Print,
}

/// Custom colors.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Colours {
    /// Background.
    #[schemars(extend("format" = colour::FORMAT))]
    pub background: Option<String>,
    /// Text and symbols.
    #[schemars(extend("format" = colour::FORMAT))]
    pub ink: Option<String>,
    /// Circles and ticks.
    #[schemars(extend("format" = colour::FORMAT))]
    pub line: Option<String>,
    /// Symbols of the signs.
    #[schemars(extend("format" = colour::FORMAT))]
    pub sign: Option<String>,
    /// Squares and oppositions.
    #[schemars(extend("format" = colour::FORMAT))]
    pub tension: Option<String>,
    /// Trines and sextiles.
    #[schemars(extend("format" = colour::FORMAT))]
    pub harmony: Option<String>,
}

/// Additional work of drawing a panel.
const PANEL_MILLINATALS: u64 = 5_000;

/// The most points of a wheel by default.
const DEFAULT_POINTS: u64 = 20;
/// Additional work of drawing one more point, its label and its lines.
const POINT_MILLINATALS: u64 = 2_500;
/// Additional work of drawing a line for nearly every pair of points.
const MANY_LINES_MILLINATALS: u64 = 8_000;

/// The work of painting and compressing a wheel, in thousandths of a natal request. Lines and
/// symbols take most of a small image, the area most of a large one (measured, the most expensive
/// wheel of each size: 640 x 640 pixels 20,000, 800 x 800 28,000, 1656 x 1656 76,000).
pub(crate) fn rasterizing(pixels: u64) -> u64 {
    let small = pixels * 48 / 1_000;
    let large = 12_000 + pixels * 20 / 1_000;
    small.min(large)
}

/// How much work it is to draw the image.
pub fn work<D: Draw>(input: &ImageInput<D::Fields>) -> Work {
    let options = D::look(&input.input);
    let pixels = input.appearance.pixels();
    let drawing = match input.appearance.format {
        ImageFormat::Svg => Work::new(1_500, 40_000),
        ImageFormat::Png => {
            let panels = input.panels.wanted().count() as u64;
            let lines = if options.finds_many_aspects() {
                MANY_LINES_MILLINATALS
            } else {
                0
            };
            let named = options.points.as_ref().map_or(0, Vec::len) as u64;
            let points = named.saturating_sub(DEFAULT_POINTS) * POINT_MILLINATALS;
            // Lines and symbols grow with the side of the image.
            let scale = (pixels.isqrt() / u64::from(SIDE_PX)).max(1);
            let beside = (panels * PANEL_MILLINATALS + lines + points) * scale;
            // Drawing 4000 x 4000 pixels takes 100 MB: four bytes each, an index into the palette,
            // and what the rasterizer and the encoder need.
            Work::new(rasterizing(pixels) + beside, pixels * 6)
        }
    };
    D::chart_work(&input.input) + drawing
}

/// Checks the options of the image, without computing anything.
///
/// # Errors
///
/// Problems that drawing the image would find.
pub fn check<D: Draw>(input: &ImageInput<D::Fields>) -> Result<(), ApiError> {
    input.appearance.look()?;
    require_room_for_panels(input)?;
    let options = D::look(&input.input);
    language::require(options.language())?;
    if let Some(why) = options.undrawable() {
        let problem = Problem::new(ErrorCode::NotDrawable, why);
        return Err(problem
            .at(Source::Pointer("/houseSystem".to_owned()))
            .into());
    }
    require_few_lines::<D>(&input.input)
}

/// Draws the image.
///
/// # Errors
///
/// Every problem with the input.
pub fn draw<D: Draw>(input: &ImageInput<D::Fields>) -> Result<bytes::Bytes, ApiError> {
    check::<D>(input)?;
    let (size, theme) = input.appearance.look()?;
    let options = D::look(&input.input);
    let sheet = WheelLabels::new(options.language(), input.title.as_deref());
    let mut wheel = D::wheel(&input.input, &sheet)?;
    wheel.panels = input.panels.wanted().map(|it| it.0).collect();
    let scene = wheel.draw(size, &theme).map_err(|it| refused(&it))?;
    Ok(match input.appearance.format {
        ImageFormat::Svg => scene.to_svg().into(),
        ImageFormat::Png => scene.to_png().map_err(|it| refused(&it))?.into(),
    })
}

/// Refuses panels that a small image has no room for.
fn require_room_for_panels<F>(input: &ImageInput<F>) -> Result<(), ApiError> {
    let (width, height) = input.appearance.sides();
    if width.min(height) >= chart::MIN_PANEL_SIDE_PX {
        return Ok(());
    }
    let mut problems = Problems::default();
    for (_, pointer) in input.panels.wanted() {
        let detail = format!(
            "A panel needs an image of at least {0} x {0} pixels, got {width} x {height}. Set a larger `width` and \
             `height`, or leave out the panel.",
            chart::MIN_PANEL_SIDE_PX
        );
        let problem = Problem::new(ErrorCode::NotDrawable, detail)
            .with_meta("minimum", chart::MIN_PANEL_SIDE_PX);
        problems
            .0
            .push(problem.at(Source::Pointer(pointer.to_owned())));
    }
    problems.finish()
}

/// The most pairs of points of a wheel. With the five major aspects and their default orbs, about a
/// third of all pairs have an aspect.
const MAX_PAIRS: usize = 2 * chart::MAX_ASPECTS;
/// The same if wide orbs can make an aspect of every pair, and two of some.
const MAX_WIDE_PAIRS: usize = chart::MAX_ASPECTS / 2;

/// Refuses a wheel with too many aspects before they are computed.
fn require_few_lines<D: Draw>(fields: &D::Fields) -> Result<(), ApiError> {
    let options = D::look(fields);
    let has_two_rings = D::has_two_rings(fields);
    let pairs = |points: usize| {
        if has_two_rings {
            points * points
        } else {
            points * points.saturating_sub(1) / 2
        }
    };
    let points = options.points.as_ref().map_or(0, Vec::len);
    let (max_pairs, condition) = if options.finds_many_aspects() {
        (
            MAX_WIDE_PAIRS,
            "With `orbs` or more than five `aspects`, an",
        )
    } else {
        (MAX_PAIRS, "An")
    };
    if pairs(points) <= max_pairs {
        return Ok(());
    }
    let most = (1..points).rev().find(|it| pairs(*it) <= max_pairs);
    let most = most.unwrap_or(0);
    let detail =
        format!("{condition} image of this chart can have at most {most} points, got {points}.");
    let problem = Problem::new(ErrorCode::NotDrawable, detail).with_meta("maximum", most);
    Err(problem.at(Source::Pointer("/points".to_owned())).into())
}

impl Appearance {
    /// Width and height in pixels.
    fn sides(&self) -> (u32, u32) {
        let width = self.width.or(self.height).unwrap_or(SIDE_PX);
        (width, self.height.unwrap_or(width))
    }

    pub(crate) fn pixels(&self) -> u64 {
        let (width, height) = self.sides();
        u64::from(width) * u64::from(height)
    }

    /// # Errors
    ///
    /// Every problem with the size or the colors.
    pub(crate) fn look(&self) -> Result<(chart::Size, chart::Theme), ApiError> {
        let (width, height) = self.sides();
        let size = chart::Size::new(width, height).map_err(|it| refused(&it))?;
        let name = match self.theme {
            None | Some(ThemeChoice::Classic) => chart::ThemeName::Classic,
            Some(ThemeChoice::Light) => chart::ThemeName::Light,
            Some(ThemeChoice::Dark) => chart::ThemeName::Dark,
            Some(ThemeChoice::Minimal) => chart::ThemeName::Minimal,
            Some(ThemeChoice::Print) => chart::ThemeName::Print,
        };
        let theme = chart::Theme::named(name);
        let Some(colours) = &self.colours else {
            return Ok((size, theme));
        };
        let mut problems = Problems::default();
        let mut read = |text: &Option<String>, field: &str| {
            let parsed = text.as_deref().map(chart::Colour::parse).transpose();
            let misspelt = |error: chart::DrawError| {
                let problem = Problem::new(ErrorCode::FieldFormat, error.to_string());
                vec![problem.at(Source::Pointer(format!("/colours/{field}")))]
            };
            problems.keep(parsed.map_err(misspelt)).flatten()
        };
        let custom = chart::CustomColours {
            background: read(&colours.background, "background"),
            ink: read(&colours.ink, "ink"),
            line: read(&colours.line, "line"),
            sign: read(&colours.sign, "sign"),
            tension: read(&colours.tension, "tension"),
            harmony: read(&colours.harmony, "harmony"),
        };
        problems.finish()?;
        let theme = theme.with(&custom).map_err(|it| refused(&it))?;
        Ok((size, theme))
    }
}

/// A refused drawing as an API error.
pub(crate) fn refused(error: &chart::DrawError) -> ApiError {
    let field = match error {
        chart::DrawError::SizeOutOfRange { .. } | chart::DrawError::NoRoomForPanels => "/width",
        chart::DrawError::ContrastTooLow { .. } => "/colours",
        _ => "/points",
    };
    let problem = Problem::new(ErrorCode::NotDrawable, error.to_string());
    problem.at(Source::Pointer(field.to_owned())).into()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::natal::Natal;
    use crate::synastry::SynastryCalc;

    fn units<D: Draw>(points: usize) -> u32 {
        let mut input: Value = serde_json::from_str(D::EXAMPLE).unwrap();
        input["format"] = "png".into();
        input["points"] = json!(vec!["sun"; points]);
        let input: ImageInput<D::Fields> = serde_json::from_value(input).unwrap();
        work::<D>(&input).units()
    }

    fn refusal<D: Draw>(points: usize, orbs: Option<Value>) -> Option<ErrorCode> {
        let mut input: Value = serde_json::from_str(D::EXAMPLE).unwrap();
        input["format"] = "svg".into();
        input["points"] = json!(vec!["sun"; points]);
        input["orbs"] = orbs.into();
        let input: ImageInput<D::Fields> = serde_json::from_value(input).unwrap();
        let refused = require_few_lines::<D>(&input.input).err()?;
        Some(refused.problems()[0].code)
    }

    /// 32 points have 496 pairs and 33 have 528; two rings of 22 points have 484 and of 23 have 529,
    /// of 44 points 1,936 and of 45 points 2,025.
    #[test]
    fn a_wheel_that_could_have_too_many_lines_is_refused_before_they_are_computed() {
        let wide = || Some(json!({ "trine": 9 }));
        let refused = Some(ErrorCode::NotDrawable);
        assert_eq!(refusal::<Natal>(32, wide()), None);
        assert_eq!(refusal::<Natal>(33, wide()), refused);
        assert_eq!(refusal::<Natal>(60, None), None);
        assert_eq!(refusal::<SynastryCalc>(22, wide()), None);
        assert_eq!(refusal::<SynastryCalc>(23, wide()), refused);
        assert_eq!(refusal::<SynastryCalc>(44, None), None);
        assert_eq!(refusal::<SynastryCalc>(45, None), refused);
    }

    /// Two births without a time took 30 natal requests to compare with 45 points each, and 54 with
    /// 50. A unit buys at most 28.
    #[test]
    fn births_without_a_time_are_part_of_the_price_of_an_image() {
        let input = |time: &str| {
            let mut input: Value = serde_json::from_str(SynastryCalc::EXAMPLE).unwrap();
            input["format"] = "svg".into();
            input["points"] = json!(vec!["sun"; 44]);
            for date in ["dateTime1", "dateTime2"] {
                input[date] = format!("1990-06-15{time}").into();
            }
            serde_json::from_value::<ImageInput<<SynastryCalc as Draw>::Fields>>(input).unwrap()
        };
        assert_eq!(work::<SynastryCalc>(&input("T14:30")).units(), 1);
        assert!(work::<SynastryCalc>(&input("")).units() >= 2);
    }

    #[test]
    fn a_picture_of_many_points_costs_what_drawing_them_takes() {
        assert_eq!(units::<Natal>(12), 1);
        // Processor time of the running service, in natal requests: a unit buys at most 28.
        for (units, measured) in [(units::<Natal>(60), 120), (units::<SynastryCalc>(54), 156)] {
            assert!(units * 28 >= measured, "{units} units for {measured}");
        }
    }
}
