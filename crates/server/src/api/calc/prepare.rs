//! What a calculation has at hand for a caller: the words they may have, the signed address of the image, and the
//! warnings that follow from what they may not.

use access::{KeyPermission, RolePermission};
use calculations::context::{effect_warning, words};
use calculations::dto::language;
use calculations::dto::meta::Warning;
use calculations::dto::options::CommonOptions;
use calculations::dto::words::Words;
use calculations::{Calculation, CalculationContext, ChartLink};
use ephemeris::{Instant, Tt};
use http_api::ApiError;

use crate::app::App;
use auth::OrgCaller;

/// For a caller and an input.
pub(super) async fn prepare<C: Calculation>(
    app: &App,
    caller: &OrgCaller,
    input: &C::Input,
) -> Result<CalculationContext, ApiError> {
    let mut warnings = Vec::new();
    let words = match C::options(input) {
        None => Words::NONE,
        Some(options) => {
            warnings.extend(effect_warning::<C>(options));
            warnings.extend(language_warning(app, caller, options).await?);
            let allowed = options.wants_texts() && texts_allowed::<C>(caller, &mut warnings);
            let overlay = if allowed {
                Some(app.overlay(caller.tenant()).await?)
            } else {
                None
            };
            words(options, allowed, overlay)
        }
    };
    let now = Instant::from_unix_micros(app.clock.now().micros()).to_tt();
    let chart_url = match C::chart(input) {
        None => None,
        Some(link) => {
            let signed = address::<C>(app, caller, (input, now), &link);
            signed.map_err(|it| warnings.push(it)).ok()
        }
    };
    Ok(CalculationContext::new(words, chart_url, warnings, now))
}

/// The address of the image, or why there is none.
fn address<C: Calculation>(
    app: &App,
    caller: &OrgCaller,
    (input, now): (&C::Input, Instant<Tt>),
    link: &ChartLink<'_, C::Input>,
) -> Result<String, Warning> {
    let left_out = |code, why: &str| {
        let detail = format!("The image URL is omitted: {why}.");
        Warning::new(code, detail)
    };
    if let Some(why) = C::undrawable(input) {
        return Err(left_out("chart_not_drawable", why));
    }
    if !caller.holds(KeyPermission::ChartRead, RolePermission::ChartUse) {
        let why = "it needs a key with the permission `chart:read`";
        return Err(left_out("chart_not_permitted", why));
    }
    if caller.key().is_none() {
        let why = "it is signed for a key, and this request came without one";
        return Err(left_out("chart_without_key", why));
    }
    let assumed = C::assumed(input, now);
    let signed = link.query(assumed).and_then(|query| {
        let pairs: Vec<_> = query
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        caller.chart_url(app, link.path, &pairs)
    });
    signed.ok_or_else(|| {
        let why = "the request has too many fields for a URL";
        left_out("chart_address_too_long", why)
    })
}

/// What is to be said about the language. One that neither the library nor the organization writes
/// in is refused; where only the organization does, titles are in another.
async fn language_warning(
    app: &App,
    caller: &OrgCaller,
    options: &CommonOptions,
) -> Result<Option<Warning>, ApiError> {
    let language = options.language();
    let Err(unknown) = language::require(language) else {
        return Ok(None);
    };
    if !app.overlay(caller.tenant()).await?.speaks(language) {
        return Err(unknown);
    }
    Ok(options.wants_titles().then(|| {
        let detail = format!("there are no titles in `{language}`: they are in `en`");
        Warning::new("language_unavailable", detail)
    }))
}

/// Whether the caller may have texts; says why not.
fn texts_allowed<C: Calculation>(caller: &OrgCaller, warnings: &mut Vec<Warning>) -> bool {
    let Some(capability) = C::TEXTS else {
        let detail = "this calculation has no texts";
        warnings.push(Warning::new("texts_unavailable", detail));
        return false;
    };
    if !caller.holds(KeyPermission::ContentRead, RolePermission::ContentRead) {
        let detail = "texts are left out: they need the permission `content:read`";
        warnings.push(Warning::new("texts_not_permitted", detail));
        return false;
    }
    if !caller.may(capability) {
        let detail =
            format!("texts are left out: no module of the organization opens `{capability}`");
        warnings.push(Warning::new("texts_module_required", detail));
        return false;
    }
    true
}
