//! Picks and assembles texts for a chart from a validated library of content.
//!
//! A text is about a [`key::Key`]: a kind ([`kind`]) and a subject that kind has. Its name is a
//! [`key::Urn`]. Texts live in Markdown files below `content/<language>/` and are read into a
//! [`library::Library`]; an [`overlay::Overlay`] can stand in front of it. [`reading::select`]
//! orders the texts of a chart by what matters most. [`titles::Titles`] are the short names of
//! points, signs and the rest.
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
//! No astrology is decided here: positions, houses and aspects come in as facts.

pub mod key;
pub mod kind;
pub mod library;
pub mod overlay;
pub mod reading;
pub mod titles;
pub mod vocabulary;
