//! The context of a calculation for a caller: the texts they may have, the signed URL of the image,
//! and warnings about what they may not have.

use std::sync::Arc;

use access::{KeyPermission, RolePermission};
use calculations::context::{input_warnings, words};
use calculations::dto::language;
use calculations::dto::meta::Warning;
use calculations::dto::wording::Wording;
use calculations::dto::words::ResponseTexts;
use calculations::{Calculation, CalculationContext, CalculationRequest, ChartLink};
use ephemeris::{Instant, Tt};
use http_api::ApiError;
use interpretation::overlay::TextOverlay;
use tokio::sync::OnceCell;

use crate::overlay::Overlays;
use auth::OrgCaller;
use platform::PlatformWith;

/// The organization's own texts, looked up at most once for a request: all items of a batch show the
/// same edition, and the request keeps no other in memory.
#[derive(Debug, Default)]
pub(crate) struct OwnTexts(OnceCell<Arc<TextOverlay>>);

impl OwnTexts {
    pub(crate) async fn of(
        &self,
        overlays: &Overlays,
        caller: &OrgCaller,
    ) -> Result<Arc<TextOverlay>, ApiError> {
        let read = || overlays.of(caller.tenant());
        let texts = self.0.get_or_try_init(read).await?;
        Ok(Arc::clone(texts))
    }
}

/// For a caller and an input.
pub(super) async fn prepare<C: Calculation>(
    services: &PlatformWith<Overlays>,
    caller: &OrgCaller,
    request: &CalculationRequest<C::Input>,
    texts: &OwnTexts,
) -> Result<CalculationContext, ApiError> {
    let input = &request.input;
    let mut warnings: Vec<_> = input_warnings::<C>(input).collect();
    let words = match C::wording(input) {
        None => ResponseTexts::NONE,
        Some(wording) => {
            let overlays = &services.service;
            warnings.extend(language_warning((overlays, caller), wording, texts).await?);
            let wanted = wording.texts || wording.reading;
            let allowed = wanted && texts_allowed::<C>(caller, &mut warnings);
            let overlay = if allowed {
                Some(texts.of(overlays, caller).await?)
            } else {
                None
            };
            words(wording, allowed, overlay)
        }
    };
    let now = Instant::from_unix_micros(services.clock.now().micros()).to_tt();
    let chart_url = match C::chart(input) {
        None => None,
        Some(link) => {
            let signed = address::<C>(services, caller, (input, now), &link);
            signed.map_err(|it| warnings.push(it)).ok()
        }
    };
    CalculationContext::new(words, chart_url, warnings, now).shaped_by::<C>(&request.shape)
}

/// The URL of the image, or why there is none.
fn address<C: Calculation>(
    services: &PlatformWith<Overlays>,
    caller: &OrgCaller,
    (input, now): (&C::Input, Instant<Tt>),
    link: &ChartLink,
) -> Result<String, Warning> {
    let left_out = |code, why: &str| {
        let detail = format!("The image URL is omitted. {why}");
        Warning::new(code, detail)
    };
    if let Some(why) = C::undrawable(input) {
        return Err(left_out("chart_not_drawable", why));
    }
    if !caller.holds(KeyPermission::ChartRead, RolePermission::ChartUse) {
        let why = "It requires a key with the `chart:read` permission.";
        return Err(left_out("chart_not_permitted", why));
    }
    if caller.key().is_none() {
        let why = "Image URLs are signed for an API key, and this request has none.";
        return Err(left_out("chart_without_key", why));
    }
    let assumed = C::assumed(input, now);
    let query = link.query(assumed);
    let pairs: Vec<_> = query
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let signed = caller.chart_url(services, link.path, &pairs);
    signed.ok_or_else(|| {
        let why = "The request has too many fields for a URL.";
        left_out("chart_address_too_long", why)
    })
}

/// A warning about the language. A language that neither the library nor the organization supports
/// is refused. If only the organization does, titles are in English.
pub(crate) async fn language_warning(
    (overlays, caller): (&Overlays, &OrgCaller),
    wording: Wording<'_>,
    texts: &OwnTexts,
) -> Result<Option<Warning>, ApiError> {
    let language = wording.language;
    let Err(unknown) = language::require(language) else {
        return Ok(None);
    };
    if !texts.of(overlays, caller).await?.speaks(language) {
        return Err(unknown);
    }
    Ok(wording.titles.then(|| {
        let detail = format!("There are no titles in `{language}`. Titles are in `en`.");
        Warning::new("language_unavailable", detail)
    }))
}

/// Whether the caller may have texts. If not, adds a warning.
fn texts_allowed<C: Calculation>(caller: &OrgCaller, warnings: &mut Vec<Warning>) -> bool {
    let Some(capability) = C::TEXTS else {
        let detail = "This calculation has no texts.";
        warnings.push(Warning::new("texts_unavailable", detail));
        return false;
    };
    if !caller.holds(KeyPermission::ContentRead, RolePermission::ContentRead) {
        let detail = "Texts are omitted. They require the `content:read` permission.";
        warnings.push(Warning::new("texts_not_permitted", detail));
        return false;
    }
    if !caller.may(capability) {
        let detail =
            format!("Texts are omitted. No module of the organization includes `{capability}`.");
        warnings.push(Warning::new("texts_module_required", detail));
        return false;
    }
    true
}
