//! What a calculation can use besides its input: the texts the caller may have, the URL of the
//! image, and warnings about what the caller may not have.

use std::sync::Arc;

use access::Timestamp;
use ephemeris::{Ephemeris, Instant, Tt};
use interpretation::overlay::TextOverlay;

use crate::calculation::Calculation;
use crate::dto::language;
use crate::dto::meta::Warning;
use crate::dto::options::CommonOptions;
use crate::dto::requested_point::renamed;
use crate::dto::wording::Wording;
use crate::dto::words::ResponseTexts;
use crate::shape::{CalculationRequest, ResponseShape, Shape};
use http_api::{ApiError, Stop};

/// What a calculation can use besides its input.
#[derive(Debug)]
pub struct CalculationContext {
    words: ResponseTexts,
    chart_url: Option<String>,
    warnings: Vec<Warning>,
    /// The kind of horoscope that the texts are about.
    text_kind: Option<&'static str>,
    now: Instant<Tt>,
    stop: Stop,
    shape: Shape,
}

impl CalculationContext {
    /// For the command line, where the operator is the caller: no images, all texts.
    ///
    /// # Errors
    ///
    /// There are no titles in the requested language, or the response does not have a requested
    /// field.
    pub fn of_operator<C: Calculation>(
        request: &CalculationRequest<C::Input>,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        let input = &request.input;
        let wording = C::wording(input);
        if let Some(wording) = wording {
            language::require(wording.language)?;
        }
        let words = wording.map_or(ResponseTexts::NONE, |it| words(it, true, None));
        Ok(Self {
            chart_url: None,
            warnings: input_warnings::<C>(input).collect(),
            text_kind: text_kind::<C>(),
            words,
            now: Instant::from_unix_micros(now.micros()).to_tt(),
            stop: Stop::default(),
            shape: Shape::of::<C>(&request.shape)?,
        })
    }

    /// For a caller: with the texts they may have, the URL of the image, and warnings.
    pub fn new(
        words: ResponseTexts,
        chart_url: Option<String>,
        warnings: Vec<Warning>,
        now: Instant<Tt>,
    ) -> Self {
        Self {
            words,
            chart_url,
            warnings,
            text_kind: None,
            now,
            stop: Stop::default(),
            shape: Shape::default(),
        }
    }

    /// The same, for this calculation and a response of this shape.
    ///
    /// # Errors
    ///
    /// The response of the calculation does not have a requested field.
    pub fn shaped_by<C: Calculation>(self, shape: &ResponseShape) -> Result<Self, ApiError> {
        let shape = Shape::of::<C>(shape)?;
        Ok(Self {
            shape,
            text_kind: text_kind::<C>(),
            ..self
        })
    }

    /// The shape of the response.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Titles and texts.
    pub fn words(&self) -> &ResponseTexts {
        &self.words
    }

    /// The URL of the image.
    pub fn chart_url(&self) -> Option<String> {
        self.chart_url.clone()
    }

    /// The same, stopped by another flag: that of the batch it is part of.
    #[must_use]
    pub fn stopped_by(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// The flag that stops the calculation when nobody waits for it any more.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The ephemeris, which fails once the calculation is stopped.
    pub fn ephemeris(&self) -> Ephemeris<'static> {
        Ephemeris::embedded().stopped_by(self.stop.flag())
    }

    /// The time of the request, for fields that default to it.
    pub fn now(&self) -> Instant<Tt> {
        self.now
    }

    /// Warnings for the caller. One of them counts the texts in another language, so a calculation takes its texts
    /// first.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        let of_texts = self
            .text_kind
            .and_then(|it| self.words.fallback_warning(it));
        let of_length = self.words.length_warning();
        let of_texts = of_texts.into_iter().chain(of_length);
        self.warnings.iter().cloned().chain(of_texts)
    }
}

/// Warnings about the input of a calculation.
pub fn input_warnings<C: Calculation>(input: &C::Input) -> impl Iterator<Item = Warning> {
    let without_effect = C::options(input).and_then(effect_warning::<C>);
    let renamed = renamed(C::requested_points(input));
    without_effect.into_iter().chain(renamed)
}

/// The kind of horoscope that the texts of a calculation are about.
fn text_kind<C: Calculation>() -> Option<&'static str> {
    C::TEXTS?.name().strip_suffix(":texts")
}

/// A warning about options that this calculation does not use: no option is ignored silently.
fn effect_warning<C: Calculation>(options: &CommonOptions) -> Option<Warning> {
    let idle = options.without_effect(C::EFFECTS);
    (!idle.is_empty()).then(|| {
        let detail = format!(
            "These options have no effect on this calculation: {}.",
            idle.join(", ")
        );
        Warning::new("option_without_effect", detail)
    })
}

/// The titles and texts that a request asks for. Texts only if the caller may have them.
pub fn words(
    wording: Wording<'_>,
    texts: bool,
    overlay: Option<Arc<TextOverlay>>,
) -> ResponseTexts {
    let mut words = ResponseTexts::NONE;
    if wording.titles {
        words = words.with_titles(wording.language);
    }
    if texts && (wording.texts || wording.reading) {
        words = words.with_texts(wording.language, overlay);
        words = words.with_length(wording.length);
    }
    if !wording.texts {
        words = words.for_reading_only();
    }
    words
}
