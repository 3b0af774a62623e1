//! What a calculation has at hand besides its input: the words the caller may have, the address of
//! the image, and the warnings that follow from what they may not.

use std::sync::Arc;

use access::{KeyPermission, RolePermission, Timestamp};
use ephemeris::{Ephemeris, Instant, Tt};
use interpretation::overlay::Overlay;

use super::{Calculation, ChartLink};
use crate::app::App;
use crate::dto::language;
use crate::dto::meta::Warning;
use crate::dto::options::CommonOptions;
use crate::dto::words::Words;
use crate::guard::OrgCaller;
use http_api::{ApiError, Stop};

/// What a calculation has at hand.
#[derive(Debug)]
pub(crate) struct CalculationContext {
    words: Words,
    chart_url: Option<String>,
    warnings: Vec<Warning>,
    now: Instant<Tt>,
    stop: Stop,
}

impl CalculationContext {
    /// For a program that is its own customer: the command line. No images, all texts.
    ///
    /// # Errors
    ///
    /// There are no words in the language asked for.
    pub(crate) fn of_operator<C: Calculation>(
        input: &C::Input,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        let options = C::options(input);
        if let Some(options) = options {
            language::require(options.language())?;
        }
        let words = options.map_or(Words::NONE, |it| words(it, true, None));
        Ok(Self {
            words,
            chart_url: None,
            warnings: options.and_then(effect_warning::<C>).into_iter().collect(),
            now: Instant::from_unix_micros(now.micros()).to_tt(),
            stop: Stop::default(),
        })
    }

    /// For a caller and an input.
    pub(crate) async fn prepare<C: Calculation>(
        app: &App,
        caller: &OrgCaller,
        input: &C::Input,
    ) -> Result<Self, ApiError> {
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
        Ok(Self {
            words,
            chart_url,
            warnings,
            now,
            stop: Stop::default(),
        })
    }

    /// Titles and texts.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// The address of the image.
    pub(crate) fn chart_url(&self) -> Option<String> {
        self.chart_url.clone()
    }

    /// The same, ended by another flag: that of the batch it is part of.
    pub(crate) fn stopped_by(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// What ends the calculation when nobody waits for it any more.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The sky, for as long as somebody waits for the answer.
    pub(crate) fn ephemeris(&self) -> Ephemeris<'static> {
        Ephemeris::embedded().stopped_by(self.stop.flag())
    }

    /// The moment of the request, for what may be left out and then means now.
    pub(crate) fn now(&self) -> Instant<Tt> {
        self.now
    }

    /// What the caller should know.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.warnings.iter().cloned()
    }
}

/// The address of the image, or why there is none.
fn address<C: Calculation>(
    app: &App,
    caller: &OrgCaller,
    (input, now): (&C::Input, Instant<Tt>),
    link: &ChartLink<'_, C::Input>,
) -> Result<String, Warning> {
    let left_out = |code, why: &str| {
        let detail = format!("the address of the image is left out: {why}");
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
    link.signed(app, caller, assumed).ok_or_else(|| {
        let why = "the request has too many fields to stand in an address";
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

/// Nothing that was asked for is left out in silence.
fn effect_warning<C: Calculation>(options: &CommonOptions) -> Option<Warning> {
    let idle = options.without_effect(C::EFFECTS);
    (!idle.is_empty()).then(|| {
        let detail = format!("without effect on this calculation: {}", idle.join(", "));
        Warning::new("option_without_effect", detail)
    })
}

fn words(options: &CommonOptions, texts: bool, overlay: Option<Arc<Overlay>>) -> Words {
    let language = options.language();
    let mut words = Words::NONE;
    if options.wants_titles() {
        words = words.with_titles(language);
    }
    if texts && options.wants_texts() {
        words = words.with_texts(language, overlay);
    }
    words
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
