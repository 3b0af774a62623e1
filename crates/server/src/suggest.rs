//! "Did you mean": the known name nearest to one that is not known.

/// The known name nearest to `given`, if any is near enough to be a typing error.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // A third of the letters may differ: `latitud`, `lattitude` find `latitude`; `x` finds nothing.
    let allowed = (given.chars().count() / 3).max(1);
    let folded = given.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&folded, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
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
}
