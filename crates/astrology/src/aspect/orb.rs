//! Orbs: the largest deviation from exact at which an aspect counts, by kind and class of point.

use super::AspectKind;
use crate::point::PointClass;

/// Orbs by kind and, optionally, by class of point.
///
/// Where classes have their own orbs, the orb of a pair is the mean of both: each point contributes
/// half of its own (the moieties of W. Lilly, Christian Astrology, 1647, p. 107).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbs {
    by_class: [[f64; 15]; 9],
}

impl Orbs {
    /// Returns the orbs of a natal chart: conjunction and opposition 8, trine and square 7, sextile
    /// 5, others 2, parallels 1.
    pub fn natal() -> Self {
        let mut orbs = Self::uniform(2.0);
        for (kind, degrees) in [
            (AspectKind::Conjunction, 8.0),
            (AspectKind::Opposition, 8.0),
            (AspectKind::Trine, 7.0),
            (AspectKind::Square, 7.0),
            (AspectKind::Sextile, 5.0),
            (AspectKind::Parallel, 1.0),
            (AspectKind::Contraparallel, 1.0),
        ] {
            orbs = orbs.with_kind(kind, degrees);
        }
        orbs
    }

    /// Returns the orb of transits and progressions: 1 degree.
    pub fn forecast() -> Self {
        Self::uniform(1.0)
    }

    /// Returns one orb for every kind and class.
    pub fn uniform(degrees: f64) -> Self {
        Self {
            by_class: [[degrees; 15]; 9],
        }
    }

    /// Returns these orbs with a different one for a kind, in every class.
    #[must_use]
    pub fn with_kind(mut self, kind: AspectKind, degrees: f64) -> Self {
        for class in &mut self.by_class {
            class[kind as usize] = degrees;
        }
        self
    }

    /// Returns these orbs with a different one for a class of points, for every kind.
    #[must_use]
    pub fn with_class(mut self, class: PointClass, degrees: f64) -> Self {
        self.by_class[class as usize] = [degrees; 15];
        self
    }

    /// Returns these orbs with a different one for a kind and a class.
    #[must_use]
    pub fn with(mut self, kind: AspectKind, class: PointClass, degrees: f64) -> Self {
        self.by_class[class as usize][kind as usize] = degrees;
        self
    }

    /// Returns the largest orb of a kind over all classes, in degrees.
    pub(super) fn widest_deg(&self, kind: AspectKind) -> f64 {
        self.by_class
            .iter()
            .fold(0.0, |widest, class| f64::max(widest, class[kind as usize]))
    }

    /// Returns the largest orb of a pair, in degrees: the mean of the orbs of its two classes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::aspect::{AspectKind, Orbs};
    /// use astrology::point::PointClass;
    ///
    /// let orbs = Orbs::uniform(4.0).with_class(PointClass::Luminary, 10.0);
    /// let allowed = |a, b| orbs.allowed_deg(AspectKind::Square, a, b);
    /// assert_eq!(allowed(PointClass::Luminary, PointClass::Luminary), 10.0);
    /// assert_eq!(allowed(PointClass::Luminary, PointClass::Outer), 7.0);
    /// ```
    pub fn allowed_deg(&self, kind: AspectKind, a: PointClass, b: PointClass) -> f64 {
        self.allowed_at(kind as usize, a as usize, b as usize)
    }

    /// Like [`Orbs::allowed_deg`], by the indices of kind and classes.
    #[inline]
    pub(super) fn allowed_at(&self, kind: usize, a: usize, b: usize) -> f64 {
        (self.by_class[a][kind] + self.by_class[b][kind]) * 0.5
    }
}
