//! `GET /api/chart2/vedic.{format}`: a Vedic chart in an Indian style.

use async_trait::async_trait;
use calculations::vedic::picture::{self, VedicImageInput};
use http_api::{ApiError, Spec, Work};
use serde_json::Value;

use super::{PictureCache, WantedImage, media_type};
use auth::OrgCaller;
use operation::{Image, Operation};
use platform::PlatformWith;

/// The image of a Vedic chart.
#[derive(Debug)]
pub struct VedicImage;

#[async_trait]
impl Operation for VedicImage {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = picture::IMAGE.for_caller();
    type Context = PlatformWith<PictureCache>;
    type Input = VedicImageInput;
    type Reply = Image;

    const COST_FORMULA: Option<&'static str> = Some(
        "1 unit for SVG and for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels.",
    );

    fn example() -> Option<Value> {
        let mut example: Value = serde_json::from_str(picture::EXAMPLE).ok()?;
        example["format"] = "svg".into();
        Some(example)
    }

    fn preflight(input: &Self::Input) -> Result<(), ApiError> {
        picture::check(input)
    }

    fn work(input: &Self::Input) -> Work {
        picture::work(input)
    }

    async fn run(
        context: &PlatformWith<PictureCache>,
        caller: OrgCaller,
        input: Self::Input,
    ) -> Result<Image, ApiError> {
        let wanted = WantedImage {
            media_type: media_type(input.appearance.format),
            key: PictureCache::key(Self::SPEC.id, &input)?,
            work: Self::work(&input),
        };
        let draw = move || picture::draw(&input);
        wanted.found_or_drawn(context, &caller, draw).await
    }
}
