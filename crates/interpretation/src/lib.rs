//! Picks and assembles texts for a chart from a validated library of content.
//!
//! A text has a [`key::Key`]: a kind ([`kind`]) and one of its subjects. Its name is a
//! [`key::Urn`]. Texts are Markdown files below `content/<language>/` and are read into a
//! [`library::Library`]. An [`overlay::TextOverlay`] can override its texts. [`reading::select`] orders
//! the texts of a chart by importance. [`titles::Titles`] are the short names of points, signs and
//! the rest.
//!
//! ```
//! use interpretation::{key::Key, library::Library, overlay::TextCatalog};
//!
//! let texts = TextCatalog::new(Library::embedded(), None);
//! let key = Key::new("natal", "planet-in-sign", "sun:gemini").expect("a subject of that kind");
//! let passage = texts.passage(&key, "en").expect("English is complete");
//! assert_eq!(passage.urn, "urn:content:1:natal:planet-in-sign:sun:gemini:en");
//! assert!(!passage.body.is_empty());
//! ```
//!
//! This crate makes no astrological decisions: positions, houses and aspects are inputs.

pub mod composition;
pub mod key;
pub mod kind;
pub mod library;
pub mod overlay;
pub mod reading;
pub mod titles;
pub mod vocabulary;
