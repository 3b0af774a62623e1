//! The library of texts in the service: the ids of its texts in the API, and how it gets into the
//! database.

use access::Timestamp;
use interpretation::key::{Key, Urn};
use interpretation::library::Library;
use store::{LibraryText, Store, StoreError};

/// The prefix of the ids of library texts.
const PREFIX: &str = "system.";

/// The id of a library text. It consists of the parts of its URN, so it never changes.
pub fn system_id(urn: &Urn) -> String {
    let kind = urn.key.kind();
    let (horoscope, content, language) = (kind.horoscope, kind.content, &urn.language);
    let subject = urn.key.subject().replace(':', ".");
    format!("{PREFIX}{horoscope}.{content}.{subject}.{language}")
}

/// Copies the embedded library into the database, for lists and searches.
///
/// # Errors
///
/// If the database is unreachable.
pub async fn bring_up_to_date(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let library = Library::embedded();
    let texts = library.texts().iter().filter_map(|text| {
        let (horoscope, kind) = (text.kind.horoscope, text.kind.content);
        let urn = Key::new(horoscope, kind, text.subject)?.urn(text.language);
        Some(LibraryText {
            id: system_id(&urn),
            urn: urn.to_string(),
            horoscope,
            kind,
            subject: text.subject,
            language: text.language,
            title: text.title,
            body: text.body,
            teaser: text.teaser,
            long: text.long,
        })
    });
    let texts: Vec<_> = texts.collect();
    if store
        .sync_library(&library.fingerprint(), &texts, now)
        .await?
    {
        tracing::info!(texts = texts.len(), "text library updated");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_text_follows_from_its_name_and_fits_a_path() {
        let urn: Urn = "urn:content:1:natal:planet-in-sign:sun:gemini:en"
            .parse()
            .unwrap();
        assert_eq!(system_id(&urn), "system.natal.planet-in-sign.sun.gemini.en");
        for kind in interpretation::kind::KINDS {
            for subject in kind.subjects() {
                let key = Key::new(kind.horoscope, kind.content, &subject).unwrap();
                let plain = |it: u8| it.is_ascii_alphanumeric() || b".-".contains(&it);
                let id = system_id(&key.urn("en"));
                assert!(id.bytes().all(plain), "{id}");
            }
        }
    }
}
