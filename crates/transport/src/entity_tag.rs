//! Entity tags per content coding: a strong tag names exact bytes, so a compressed response has a
//! different one from the plain response (RFC 9110, section 8.8.3.3). The tag of an operation is
//! `"v"`; compressed it is `"v-gzip"`. Conditions accept both.

use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};

use crate::coding::Coding;

/// Adds the coding to the tag of a compressed response.
pub(crate) fn add_coding(headers: &mut HeaderMap, coding: Coding) {
    let tag = headers.get(ETAG).and_then(|it| it.to_str().ok());
    let tag = tag.and_then(|it| it.strip_suffix('"'));
    let tag = tag.map(|it| format!("{it}-{}\"", coding.name()));
    if let Some(tag) = tag.and_then(|it| HeaderValue::try_from(it).ok()) {
        headers.insert(ETAG, tag);
    }
}

/// Gives a 304 the tag that the client named: that of the response it has stored.
pub(crate) fn restore_coding(headers: &mut HeaderMap, named: &HeaderValue) {
    let tag = headers.get(ETAG).and_then(|it| it.to_str().ok());
    let plain = tag.and_then(|it| it.strip_suffix('"'));
    let (Some(plain), Ok(named)) = (plain, named.to_str()) else {
        return;
    };
    let named = named.split(',').map(str::trim);
    let codings = Coding::ALL.map(|it| format!("{plain}-{}\"", it.name()));
    let stored = named
        .map(|it| it.strip_prefix("W/").unwrap_or(it))
        .find(|it| codings.iter().any(|coded| coded == it));
    if let Some(tag) = stored.and_then(|it| HeaderValue::from_str(it).ok()) {
        headers.insert(ETAG, tag);
    }
}

/// Removes codings from the tags of a request's conditions, so that operations see their own tags.
pub(crate) fn remove_codings(headers: &mut HeaderMap) {
    for (name, value) in headers.iter_mut() {
        if name != IF_MATCH && name != IF_NONE_MATCH {
            continue;
        }
        let Ok(mut text) = value.to_str().map(str::to_owned) else {
            continue;
        };
        for coding in Coding::ALL {
            text = text.replace(&format!("-{}\"", coding.name()), "\"");
        }
        if let Ok(plain) = HeaderValue::try_from(text) {
            *value = plain;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_compressed_response_has_a_tag_of_its_own() {
        let mut found = headers(ETAG, "\"v1\"");
        add_coding(&mut found, Coding::Brotli);
        assert_eq!(found[ETAG], "\"v1-br\"");
    }

    #[test]
    fn conditions_accept_the_tag_of_every_coding() {
        let mut found = headers(IF_MATCH, "\"v1-gzip\", \"v2\", W/\"v3-zstd\"");
        remove_codings(&mut found);
        assert_eq!(found[IF_MATCH], "\"v1\", \"v2\", W/\"v3\"");
    }
}
