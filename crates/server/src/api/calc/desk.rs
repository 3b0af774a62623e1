//! What a calculation has at hand besides its input: the words the caller may have, the address of
//! the image, and the warnings that follow from what they may not.

use std::sync::Arc;

use access::{KeyPermission, RolePermission, Timestamp};
use ephemeris::{Calendar, CivilDateTime, Instant, Tt};
use interpretation::overlay::Overlay;

use super::Calculate;
use crate::app::App;
use crate::error::ApiError;
use crate::guard::OrgCaller;
use crate::wire::instant::utc_instant;
use crate::wire::meta::Warning;
use crate::wire::options::CommonOptions;
use crate::wire::words::Words;

/// What a calculation has at hand.
#[derive(Debug)]
pub(crate) struct Desk {
    words: Words,
    chart_url: Option<String>,
    warnings: Vec<Warning>,
    now: Instant<Tt>,
}

impl Desk {
    /// For a program that is its own customer: the command line. No images, all texts.
    pub(crate) fn of_operator<C: Calculate>(input: &C::Input, now: Timestamp) -> Self {
        let options = C::options(input);
        let words = options.map_or(Words::NONE, |it| words(it, true, None));
        Self {
            words,
            chart_url: None,
            warnings: options.and_then(effect_warning::<C>).into_iter().collect(),
            now: utc_instant(now.micros()).to_tt(),
        }
    }

    /// For a caller and an input.
    pub(crate) async fn prepare<C: Calculate>(
        app: &App,
        caller: &OrgCaller,
        input: &C::Input,
    ) -> Result<Self, ApiError> {
        let mut warnings = Vec::new();
        let words = match C::options(input) {
            None => Words::NONE,
            Some(options) => {
                warnings.extend(effect_warning::<C>(options));
                let allowed = options.wants_texts() && texts_allowed::<C>(caller, &mut warnings);
                let overlay = if allowed {
                    Some(app.overlay(caller.tenant()).await?)
                } else {
                    None
                };
                words(options, allowed, overlay)
            }
        };
        let chart_url = match C::chart(input) {
            None => None,
            Some(link) => {
                let url = link.signed(app, caller);
                if url.is_none() {
                    let detail = "the address of the image is left out: it needs a key with the \
                                  permission `chart:read`";
                    warnings.push(Warning::new("chart_not_permitted", detail));
                }
                url
            }
        };
        Ok(Self {
            words,
            chart_url,
            warnings,
            now: utc_instant(app.clock.now().micros()).to_tt(),
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

    /// The moment of the request, for what may be left out and then means now.
    pub(crate) fn now(&self) -> Instant<Tt> {
        self.now
    }

    /// The year of the request, in universal time.
    pub(crate) fn year(&self) -> i32 {
        CivilDateTime::from_instant(self.now.to_utc(), Calendar::Gregorian).year
    }

    /// What the caller should know.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.warnings.iter().cloned()
    }
}

/// Nothing that was asked for is left out in silence.
fn effect_warning<C: Calculate>(options: &CommonOptions) -> Option<Warning> {
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
fn texts_allowed<C: Calculate>(caller: &OrgCaller, warnings: &mut Vec<Warning>) -> bool {
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
