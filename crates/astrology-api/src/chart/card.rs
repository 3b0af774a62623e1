//! Cards as operations of the API: images with titles and texts in the reader's language, the
//! organization's own before the library's.

use std::marker::PhantomData;
use std::sync::Arc;

use access::{Capability, KeyPermission, RolePermission};
use async_trait::async_trait;
use bytes::Bytes;
use calculations::card::{self, CardInput};
use calculations::context::words;
use calculations::{CalculationContext, DrawCard, sky_pack};
use ephemeris::Instant;
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Stop, Work};
use serde_json::Value;

use super::{PictureCache, media_type};
use crate::calc::prepare::{OwnTexts, language_warning};
use crate::overlay::Overlays;
use auth::OrgCaller;
use operation::{Image, ImageTag, Operation};
use platform::PlatformWith;

/// What cards use besides the platform.
#[derive(Debug)]
pub struct CardServices {
    /// The texts of organizations.
    pub overlays: Arc<Overlays>,
    /// The images that were drawn recently.
    pub pictures: Arc<PictureCache>,
}

/// A card as an operation of the API.
#[derive(Debug)]
pub struct DrawnCard<D>(PhantomData<D>);

#[async_trait]
impl<D: DrawCard> Operation for DrawnCard<D> {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = D::IMAGE.for_caller();
    type Context = PlatformWith<CardServices>;
    type Input = CardInput<D::Fields>;
    type Reply = Image;

    const COST_FORMULA: Option<&'static str> = Some(
        "1 unit for SVG and for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion \
         to the pixels, and images of a yearly horoscope cost 1 unit more.",
    );

    fn example() -> Option<Value> {
        let mut example: Value = serde_json::from_str(D::EXAMPLE).ok()?;
        example["format"] = "svg".into();
        Some(example)
    }

    fn requires(input: &Self::Input) -> Option<Capability> {
        D::required(input.fields())
    }

    fn preflight(input: &Self::Input) -> Result<(), ApiError> {
        D::check(input.fields())
    }

    fn work(input: &Self::Input) -> Work {
        card::work::<D>(input)
    }

    async fn run(
        services: &PlatformWith<CardServices>,
        caller: OrgCaller,
        input: Self::Input,
    ) -> Result<Image, ApiError> {
        if let Some(capability) = Self::requires(&input) {
            caller.require(capability)?;
        }
        let now = Instant::from_unix_micros(services.clock.now().micros()).to_tt();
        let input = card::dated::<D>(input, now)?;
        let context = context::<D>(services, &caller, &input, now).await?;
        let media_type = media_type(input.appearance.format);
        let texts = (
            context.words().has_texts(),
            context.words().revision(D::HOROSCOPE),
        );
        let key = PictureCache::key(D::IMAGE.id, &(&input, texts))?;
        let tag = ImageTag::of(&[&key, &sky_pack::fingerprint().to_be_bytes()]);
        // Drawing it again to find out that it is the same would take a thread from others.
        let is_known = tag.is_listed(caller.client().if_none_match.as_deref());
        let image = |bytes: Option<Bytes>| Image {
            media_type,
            tag,
            bytes,
        };
        if is_known {
            return Ok(image(None));
        }
        let (org, pictures) = (caller.org(), &services.service.pictures);
        if let Some(bytes) = pictures.get(org, &key) {
            return Ok(image(Some(bytes)));
        }
        let work = Self::work(&input);
        let _memory = services.memory.reserve(Some(org), work.answer_bytes())?;
        let lane = caller.lane(work, context.stop());
        let drawing = move || card::draw::<D>(&input, &context);
        let bytes = services.pool.run(lane, drawing).await??;
        pictures.insert(org, key, bytes.clone());
        Ok(image(Some(bytes)))
    }
}

/// Titles, and the texts that the caller may have.
async fn context<D: DrawCard>(
    services: &PlatformWith<CardServices>,
    caller: &OrgCaller,
    input: &CardInput<D::Fields>,
    now: Instant<ephemeris::Tt>,
) -> Result<CalculationContext, ApiError> {
    let may = may_read::<D>(caller);
    let texts = match (input.text, may) {
        (Some(true), Err(refused)) => return Err(refused),
        (wanted, may) => wanted.unwrap_or(true) && may.is_ok(),
    };
    let own = OwnTexts::default();
    let overlays = &services.service.overlays;
    let wording = input.wording::<D>(texts);
    // An image has no room for a warning. The description of `text` says what happens.
    let _warning = language_warning((overlays, caller), wording, &own).await?;
    let overlay = if texts {
        Some(own.of(overlays, caller).await?)
    } else {
        None
    };
    let words = words(wording, texts, overlay);
    let context = CalculationContext::new(words, None, Vec::new(), now);
    Ok(context.stopped_by(Stop::default()))
}

/// Whether the caller may have texts.
fn may_read<D: DrawCard>(caller: &OrgCaller) -> Result<(), ApiError> {
    if !caller.holds(KeyPermission::ContentRead, RolePermission::ContentRead) {
        let detail = "`text` requires the `content:read` permission.";
        let problem = Problem::new(ErrorCode::PermissionMissing, detail);
        return Err(problem.at(Source::Pointer("/text".to_owned())).into());
    }
    caller.require(D::TEXTS)
}
