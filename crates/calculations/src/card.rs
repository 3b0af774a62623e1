//! Cards: images of results that no wheel shows, such as horoscopes and numbers. Their input, how much
//! work they are, and how they are drawn.

use access::Capability;
use bytes::Bytes;
use chart::Card;
use ephemeris::{Instant, Tt};
use http_api::caller::AnyInOrganization;
use http_api::{ApiError, ErrorCode, Spec, Work};
use interpretation::overlay::TextLength;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::context::CalculationContext;
use crate::dto::wording::Wording;
use crate::image::{Appearance, ImageFormat, image_spec, rasterizing, refused, without_words};

/// A result that a card shows.
pub trait DrawCard: Send + Sync + 'static {
    /// The spec of the image.
    const IMAGE: Spec<AnyInOrganization>;
    /// An example of its fields, in JSON.
    const EXAMPLE: &'static str;
    /// The capability that opens its texts.
    const TEXTS: Capability;
    /// The kind of horoscope in the URNs of its texts.
    const HOROSCOPE: &'static str;
    /// The fields of the result.
    type Fields: Clone + DeserializeOwned + Serialize + JsonSchema + Send + Sync + 'static;

    /// The language of titles and texts.
    fn language(fields: &Self::Fields) -> &str;

    /// The capability that these fields need besides that of the operation.
    fn required(fields: &Self::Fields) -> Option<Capability> {
        let _ = fields;
        None
    }

    /// The fields with today's date where one was left out. Images are cached by their fields.
    ///
    /// # Errors
    ///
    /// The time zone of today's date does not exist.
    fn dated(fields: Self::Fields, now: Instant<Tt>) -> Result<Self::Fields, ApiError>;

    /// Checks the fields beyond their schema, as far as that takes no work.
    ///
    /// # Errors
    ///
    /// Problems that drawing the card would find.
    fn check(fields: &Self::Fields) -> Result<(), ApiError> {
        let _ = fields;
        Ok(())
    }

    /// How much work it is to compute what the card shows.
    fn result_work(fields: &Self::Fields) -> Work;

    /// The card to draw.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    fn card(fields: &Self::Fields, context: &CalculationContext) -> Result<Card, ApiError>;
}

/// Errors that cards can return besides those that follow from access and input.
pub(crate) const CARD_ERRORS: &[ErrorCode] = &[
    ErrorCode::NotDrawable,
    ErrorCode::LanguageUnknown,
    ErrorCode::PermissionMissing,
    ErrorCode::ModuleRequired,
    ErrorCode::OutsideEphemeris,
    ErrorCode::TimezoneUnknown,
    ErrorCode::DateNotInCalendar,
    ErrorCode::BirthTimeAmbiguous,
    ErrorCode::BirthTimeSkipped,
    ErrorCode::BirthDateSkipped,
    ErrorCode::BirthTimeRequired,
    ErrorCode::FieldsConflict,
    ErrorCode::NameUnreadable,
];

/// The spec of a card: that of an image with another description.
pub(crate) const fn card_spec(
    id: &'static str,
    path: &'static str,
    capability: Capability,
    summary: &'static str,
    description: &'static str,
) -> Spec<AnyInOrganization> {
    Spec {
        errors: CARD_ERRORS,
        description,
        ..image_spec(id, path, &[], capability, summary)
    }
}

/// The input of a card.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields, transform = without_words)]
pub struct CardInput<I> {
    /// How the image looks.
    #[serde(flatten)]
    pub appearance: Appearance,
    /// Whether to draw the interpretation, in English if it does not exist in the requested language. If omitted, it is drawn if the key can read texts. If `true`,
    /// the request is rejected if the key cannot read texts.
    pub text: Option<bool>,
    #[serde(flatten)]
    fields: I,
}

impl<I> CardInput<I> {
    /// The fields of the result.
    pub const fn fields(&self) -> &I {
        &self.fields
    }

    /// What the card says about words, with texts if `texts`.
    pub fn wording<D: DrawCard<Fields = I>>(&self, texts: bool) -> Wording<'_> {
        Wording {
            language: D::language(&self.fields),
            titles: true,
            texts,
            reading: false,
            length: TextLength::Standard,
        }
    }
}

/// How much work it is to draw the card.
pub fn work<D: DrawCard>(input: &CardInput<D::Fields>) -> Work {
    let pixels = input.appearance.pixels();
    let drawing = match input.appearance.format {
        ImageFormat::Svg => Work::new(1_500, 40_000),
        ImageFormat::Png => Work::new(rasterizing_card(pixels), pixels * 6),
    };
    D::result_work(&input.fields) + drawing
}

/// The work of painting and compressing a card, in thousandths of a natal request. It is mostly letters,
/// which take less than a wheel (measured: 600 x 600 pixels 14,000 to 17,000, which leaves room for the
/// horoscope in a unit).
fn rasterizing_card(pixels: u64) -> u64 {
    let small = pixels * 32 / 1_000;
    small.min(rasterizing(pixels))
}

/// The same input with today's date where one was left out.
///
/// # Errors
///
/// The time zone of today's date does not exist.
pub fn dated<D: DrawCard>(
    input: CardInput<D::Fields>,
    now: Instant<Tt>,
) -> Result<CardInput<D::Fields>, ApiError> {
    let fields = D::dated(input.fields, now)?;
    Ok(CardInput { fields, ..input })
}

/// Draws the card.
///
/// # Errors
///
/// Every problem with the input.
pub fn draw<D: DrawCard>(
    input: &CardInput<D::Fields>,
    context: &CalculationContext,
) -> Result<Bytes, ApiError> {
    let (size, theme) = input.appearance.look()?;
    let card = D::card(&input.fields, context)?;
    let scene = card.draw(size, &theme).map_err(|it| refused(&it))?;
    Ok(match input.appearance.format {
        ImageFormat::Svg => scene.to_svg().into(),
        ImageFormat::Png => scene.to_png().map_err(|it| refused(&it))?.into(),
    })
}
