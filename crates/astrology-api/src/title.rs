//! English titles of identifiers, for people who read a response without its titles.

use ephemeris::Star;
use interpretation::titles::Titles;

/// The English title of a point, sign, house, aspect or phase. A star has its IAU name. None for
/// other identifiers.
///
/// # Examples
///
/// ```
/// use astrology_api::title::english_title;
///
/// assert_eq!(english_title("imumCoeli"), Some("Imum Coeli"));
/// assert_eq!(english_title("barnards-star"), Some("Barnard's Star"));
/// assert_eq!(english_title("placidus"), None);
/// ```
pub fn english_title(id: &str) -> Option<&'static str> {
    let title = Titles::of_or_english("en").title(id);
    title.or_else(|| Star::find(id).map(|it| it.name))
}
