//! "Did you mean": the known name nearest to one that is not known.

/// Longer texts are compared with nothing: no known name is that long, and comparing takes time in
/// proportion to the length.
const MAX_COMPARED_CHARS: usize = 32;
/// Names whose lengths differ by more are not similar.
const MAX_LENGTH_DIFFERENCE: usize = 6;
/// A name has at most this many letters for each of its abbreviation.
const MAX_ABBREVIATED: usize = 4;
/// Two letters occur in too many names.
const MIN_ABBREVIATION_CHARS: usize = 3;

/// The known name nearest to `given`, if any is near enough to be a typing error, or the only one of
/// which it is an abbreviation.
pub fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> Option<&'a str> {
    let known = known.into_iter();
    misspelled(given, known.clone()).or_else(|| abbreviated(given, known))
}

/// `lat` and `lng` are abbreviations of `latitude` and `longitude`.
fn abbreviated<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = given.chars().take(MAX_COMPARED_CHARS + 1).count();
    if !(MIN_ABBREVIATION_CHARS..=MAX_COMPARED_CHARS).contains(&length) {
        return None;
    }
    let folded = given.to_lowercase();
    let mut names = known.filter(|name| is_abbreviation(&folded, &name.to_lowercase()));
    let first = names.next()?;
    names.all(|it| it == first).then_some(first)
}

/// Whether the letters occur in the name in their order, beginning with its first.
fn is_abbreviation(letters: &str, name: &str) -> bool {
    let mut rest = name.chars();
    let begins = letters.chars().next() == name.chars().next();
    // `nope` is no abbreviation of `numerology/profile`.
    let is_long = letters.chars().count() * MAX_ABBREVIATED >= name.chars().count();
    begins && is_long && letters.chars().all(|letter| rest.any(|it| it == letter))
}

fn misspelled<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if given.chars().nth(MAX_COMPARED_CHARS).is_some() {
        return None;
    }
    // A third of the letters may differ: `latitud`, `lattitude` find `latitude`; `x` finds nothing.
    let length = given.chars().count();
    let allowed = (length / 3).max(1);
    let folded = given.to_lowercase();
    known
        // The distance is at least the difference of the lengths, which is quickly told.
        .filter(|name| name.chars().count().abs_diff(length) <= allowed)
        .map(|name| (strsim::osa_distance(&folded, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The known names nearest to `given`, at most this many, the nearest first. For lists that are too
/// long to be shown. Names of a very different length are not compared.
pub fn nearest_few<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    if given.chars().nth(MAX_COMPARED_CHARS).is_some() {
        return Vec::new();
    }
    let length = given.chars().count();
    let folded = given.to_lowercase();
    let distance = |name: &str| strsim::osa_distance(&folded, &name.to_lowercase());
    let is_similar = |name: &&str| name.chars().count().abs_diff(length) <= MAX_LENGTH_DIFFERENCE;
    let known = known.into_iter().filter(is_similar);
    let mut names: Vec<_> = known.map(|it| (distance(it), it)).collect();
    names.sort_by_key(|(distance, _)| *distance);
    names.into_iter().take(count).map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_their_word_and_other_words_find_nothing() {
        let known = ["latitude", "longitude", "timezone"];
        assert_eq!(nearest("lattitude", known), Some("latitude"));
        assert_eq!(nearest("Longitude", known), Some("longitude"));
        assert_eq!(nearest("timezoen", known), Some("timezone"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("x", ["y"]), None, "one letter is no hint");
    }

    #[test]
    fn abbreviations_find_their_word_if_there_is_only_one() {
        let known = ["latitude", "longitude", "elevation"];
        assert_eq!(nearest("lat", known), Some("latitude"));
        assert_eq!(nearest("lng", known), Some("longitude"));
        assert_eq!(nearest("Long", known), Some("longitude"));
        assert_eq!(nearest("el", known), None, "two letters are no hint");
        assert_eq!(nearest("tud", known), None, "it begins with another letter");
        assert_eq!(nearest("nope", ["numerology/profile"]), None, "too far");
        let both = ["startDate", "startTime"];
        assert_eq!(nearest("start", both), None, "it could be either");
    }

    #[test]
    fn the_nearest_few_are_in_the_order_of_their_distance() {
        let known = ["moon", "sun", "saturn", "sum", "ascendant"];
        assert_eq!(nearest_few("sux", known, 3), ["sun", "sum", "moon"]);
        assert_eq!(nearest_few(&"s".repeat(65), known, 3), [""; 0]);
    }

    /// A text of 64 characters is compared, one of 65 is not, whatever it resembles.
    #[test]
    fn a_long_text_is_compared_with_nothing() {
        let known = "n".repeat(MAX_COMPARED_CHARS - 1);
        let longest = "n".repeat(MAX_COMPARED_CHARS);
        assert_eq!(nearest(&longest, [known.as_str()]), Some(known.as_str()));
        let longer = "n".repeat(MAX_COMPARED_CHARS + 1);
        assert_eq!(nearest(&longer, [longest.as_str()]), None);
        let letters_of_two_bytes = "é".repeat(MAX_COMPARED_CHARS);
        let near = nearest(&letters_of_two_bytes, [letters_of_two_bytes.as_str()]);
        assert_eq!(near, Some(letters_of_two_bytes.as_str()));
    }
}
