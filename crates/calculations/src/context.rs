//! What a calculation has at hand besides its input: the words the caller may have, the address of
//! the image, and the warnings that follow from what they may not.

use std::sync::Arc;

use access::Timestamp;
use ephemeris::{Ephemeris, Instant, Tt};
use interpretation::overlay::Overlay;

use crate::calculation::Calculation;
use crate::dto::language;
use crate::dto::meta::Warning;
use crate::dto::options::CommonOptions;
use crate::dto::words::Words;
use http_api::{ApiError, Stop};

/// What a calculation has at hand.
#[derive(Debug)]
pub struct CalculationContext {
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
    pub fn of_operator<C: Calculation>(input: &C::Input, now: Timestamp) -> Result<Self, ApiError> {
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

    /// For a caller: with the words they may have, the address of the image, and what they should know.
    pub fn new(
        words: Words,
        chart_url: Option<String>,
        warnings: Vec<Warning>,
        now: Instant<Tt>,
    ) -> Self {
        Self {
            words,
            chart_url,
            warnings,
            now,
            stop: Stop::default(),
        }
    }

    /// Titles and texts.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The address of the image.
    pub fn chart_url(&self) -> Option<String> {
        self.chart_url.clone()
    }

    /// The same, ended by another flag: that of the batch it is part of.
    #[must_use]
    pub fn stopped_by(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// What ends the calculation when nobody waits for it any more.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The sky, for as long as somebody waits for the answer.
    pub fn ephemeris(&self) -> Ephemeris<'static> {
        Ephemeris::embedded().stopped_by(self.stop.flag())
    }

    /// The moment of the request, for what may be left out and then means now.
    pub fn now(&self) -> Instant<Tt> {
        self.now
    }

    /// What the caller should know.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.warnings.iter().cloned()
    }
}

/// Nothing that was asked for is left out in silence.
pub fn effect_warning<C: Calculation>(options: &CommonOptions) -> Option<Warning> {
    let idle = options.without_effect(C::EFFECTS);
    (!idle.is_empty()).then(|| {
        let detail = format!("without effect on this calculation: {}", idle.join(", "));
        Warning::new("option_without_effect", detail)
    })
}

/// The words that the options ask for, texts only where they may be shown.
pub fn words(options: &CommonOptions, texts: bool, overlay: Option<Arc<Overlay>>) -> Words {
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
