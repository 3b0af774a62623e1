//! Colors in requests.

/// The format's name in schemas.
pub const FORMAT: &str = "colour";

/// The same as a regular expression.
pub const PATTERN: &str = "^#[0-9a-fA-F]{6}$";

/// Whether a text is a color.
///
/// # Errors
///
/// A sentence saying what is expected.
pub fn check(text: &str) -> Result<(), String> {
    chart::Colour::parse(text)
        .map(drop)
        .map_err(|error| error.to_string())
}
