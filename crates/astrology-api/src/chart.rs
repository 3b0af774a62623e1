//! Images as operations of the API: `/api/chart2/…`. The crate `calculations` draws them.

mod card;
mod picture;
mod vedic;

use async_trait::async_trait;
use bytes::Bytes;
use calculations::image::{self, ImageFormat, ImageInput};
use calculations::{Draw, sky_pack};
use http_api::{ApiError, Spec, Stop, Work};
use serde_json::Value;

pub use card::{CardServices, DrawnCard};
pub use picture::PictureCache;
pub use vedic::VedicImage;

use auth::OrgCaller;
use operation::{Image, ImageTag, MediaType, Operation};
use platform::PlatformWith;

/// The image of a chart as an operation of the API.
#[derive(Debug)]
pub struct Drawn<D>(std::marker::PhantomData<D>);

#[async_trait]
impl<D: Draw> Operation for Drawn<D> {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = D::IMAGE.for_caller();
    type Context = PlatformWith<PictureCache>;
    type Input = ImageInput<D::Fields>;
    type Reply = Image;

    const COST_FORMULA: Option<&'static str> = Some(
        "1 unit for SVG and for PNG of up to 600 x 600 pixels with default options. Larger PNGs \
         cost more in proportion to the pixels. Panels beside the wheel, wide orbs and many points \
         also cost more.",
    );

    fn example() -> Option<Value> {
        let mut example: Value = serde_json::from_str(D::EXAMPLE).ok()?;
        example["format"] = "svg".into();
        Some(example)
    }

    fn preflight(input: &Self::Input) -> Result<(), ApiError> {
        image::check::<D>(input)
    }

    fn work(input: &Self::Input) -> Work {
        image::work::<D>(input)
    }

    async fn run(
        context: &PlatformWith<PictureCache>,
        caller: OrgCaller,
        input: Self::Input,
    ) -> Result<Image, ApiError> {
        let wanted = WantedImage {
            media_type: media_type(input.appearance.format),
            key: PictureCache::key(D::IMAGE.id, &input)?,
            work: Self::work(&input),
        };
        let draw = move || image::draw::<D>(&input);
        wanted.found_or_drawn(context, &caller, draw).await
    }
}

/// An image of a request.
struct WantedImage {
    media_type: MediaType,
    key: [u8; 32],
    work: Work,
}

impl WantedImage {
    /// The image that was drawn before, or a new one.
    async fn found_or_drawn(
        self,
        context: &PlatformWith<PictureCache>,
        caller: &OrgCaller,
        draw: impl FnOnce() -> Result<Bytes, ApiError> + Send + 'static,
    ) -> Result<Image, ApiError> {
        let tag = ImageTag::of(&[&self.key, &sky_pack::fingerprint().to_be_bytes()]);
        // Drawing it again to find out that it is the same would take a thread from others.
        let is_known = tag.is_listed(caller.client().if_none_match.as_deref());
        let image = |bytes: Option<Bytes>| Image {
            media_type: self.media_type,
            tag,
            bytes,
        };
        if is_known {
            return Ok(image(None));
        }
        let org = caller.org();
        if let Some(bytes) = context.service.get(org, &self.key) {
            return Ok(image(Some(bytes)));
        }
        let bytes = self.work.answer_bytes();
        let _memory = context.memory.reserve(Some(org), bytes)?;
        let lane = caller.lane(self.work, Stop::default());
        let bytes = context.pool.run(lane, draw).await??;
        context.service.insert(org, self.key, bytes.clone());
        Ok(image(Some(bytes)))
    }
}

const fn media_type(format: ImageFormat) -> MediaType {
    match format {
        ImageFormat::Svg => MediaType::Svg,
        ImageFormat::Png => MediaType::Png,
    }
}
