//! An organization at its limits: as many texts of its own as it can have, and those that a chart
//! shows as long as a response can have them. Reading them is part of what a request costs.

use anyhow::{Context, Result, bail};
use ephemeris::Body;
use serde_json::{Value, json};

use super::operation::Caller;
use super::person::{OPERATED_EMAIL, OPERATED_ORG};
use super::{Input, NATAL, REPEATS, Row, Search, by_natals_per_unit};
use crate::http::Request;
use crate::machine;

/// The characters of a text that a natal chart shows: with twenty of them, a response is just short
/// enough not to be refused.
const LONG: usize = 10_000;
/// The number of texts: nearly the maximum, so that others can be added.
const MAX_TEXTS: usize = 49_900;
/// The number of texts of a kind, likewise.
const MAX_TEXTS_OF_KIND: usize = 9_950;
/// The characters of a text of a horoscope, which has no room for all its texts at this length.
const OF_HOROSCOPE: usize = 1_000;
/// The characters of all other texts. Together they have nearly as many bytes as are allowed.
const SHORT: usize = 50;

/// A module that organizations can buy.
const SOLD_MODULE: &str = "content-premium";
/// Its price, for the configuration.
pub(super) const MODULE_PRICE: &str = "[modules.content-premium]\nprice = 1000\n";

/// The place in paths of a key that the search never changes, for browser tokens and embed URLs.
pub(super) const OPEN_KEY: &str = "{open key}";

/// The name of the row for a chart after a change to a text.
pub(super) const AFTER_A_CHANGE: &str = "calc_natal (after a text changed)";

impl Search<'_> {
    /// Fills the organization with texts.
    pub(super) fn fill_texts(&mut self) -> Result<()> {
        let mut count = 0;
        let subject = |text: &Value| {
            let subject = text.pointer("/attributes/metadata/subject");
            let subject = subject.and_then(Value::as_str).unwrap_or_default();
            subject.to_owned()
        };
        // The kinds, with their subjects and the number of texts that they have.
        let mut kinds = Vec::new();
        for kind in ["planet-in-sign", "planet-in-house"] {
            let mut subjects = Vec::new();
            for text in self.library_texts("natal", kind)? {
                subjects.push(subject(&text));
                self.lengthen(text["id"].as_str().unwrap_or_default(), LONG)?;
                count += 1;
            }
            let used = subjects.len();
            kinds.push((format!("natal:{kind}"), subjects, used));
        }
        for (horoscope, kind) in [
            ("natal", "aspect"),
            ("synastry", "aspect"),
            ("transit", "aspect"),
            ("horoscope", "aspect"),
            ("horoscope", "moon-aspect"),
            ("horoscope", "station"),
        ] {
            let texts = self.library_texts(horoscope, kind)?;
            let subjects = texts.iter().map(subject).collect();
            kinds.push((format!("{horoscope}:{kind}"), subjects, 0));
        }
        for kind in ["moon", "position"] {
            for text in self.library_texts("horoscope", kind)? {
                let id = text["id"].as_str().unwrap_or_default();
                self.lengthen(id, OF_HOROSCOPE)?;
                count += 1;
            }
        }
        for language in languages() {
            for (kind, subjects, used) in &mut kinds {
                for subject in subjects.iter() {
                    if *used == MAX_TEXTS_OF_KIND {
                        break;
                    }
                    let urn = format!("urn:content:1:{kind}:{subject}:{language}");
                    let text = json!({ "urn": urn, "title": subject, "body": prose(SHORT) });
                    let status = self.write("POST", "/api/content", &text)?;
                    if status != 201 {
                        bail!("text {count} was refused: status {status}");
                    }
                    *used += 1;
                    count += 1;
                    if count == MAX_TEXTS {
                        println!("an organization with {count} texts of its own");
                        return Ok(());
                    }
                }
            }
        }
        bail!("there are only {count} names for texts")
    }

    /// A natal chart with texts, each time after a change to one text: the service then reads what
    /// changed, and must not read all texts again.
    pub(super) fn natal_after_a_change(&mut self) -> Result<Row> {
        let text = self.known.get("{id}").cloned().unwrap_or_default();
        let path = format!("{NATAL}&includeText=true&points=sun");
        let request = self.with_headers(Request::get(&path), Caller::Key);
        let mut all = Vec::new();
        for count in 0..REPEATS {
            let body = json!({ "body": prose(SHORT + count) });
            let status = self.write("PATCH", &format!("/api/content/{text}"), &body)?;
            if status != 200 {
                bail!("the text was not changed: status {status}");
            }
            let outcome = self.probe.send(&request)?;
            if outcome.status != 200 {
                bail!("the chart got status {}", outcome.status);
            }
            all.push(self.outcome(&outcome, &path));
        }
        all.sort_by(by_natals_per_unit);
        Ok(Row {
            id: AFTER_A_CHANGE.to_owned(),
            tried: u32::try_from(all.len()).unwrap_or(u32::MAX),
            accepted: u32::try_from(all.len()).unwrap_or(u32::MAX),
            dearest: Some(all.swap_remove(REPEATS / 2)),
            refused: None,
        })
    }

    /// The ids of library texts that the organization has not copied.
    pub(super) fn uncopied_texts(&mut self) -> Result<Vec<String>> {
        let texts = self.library_texts("natal", "aspect")?;
        let ids = texts.iter().filter_map(|text| text["id"].as_str());
        Ok(ids.map(str::to_owned).collect())
    }

    /// The library's texts of a kind in English.
    fn library_texts(&mut self, horoscope: &str, kind: &str) -> Result<Vec<Value>> {
        let mut texts = Vec::new();
        let list = format!("/api/content/{horoscope}/{kind}?filter[language]=en&page[size]=100");
        let mut path = list.clone();
        loop {
            let page = self.get(&path, Caller::Key)?;
            let items = page["data"].as_array().cloned().unwrap_or_default();
            let Some(last) = items.last() else {
                return Ok(texts);
            };
            let urn = last["attributes"]["urn"].as_str().unwrap_or_default();
            path = format!("{list}&page[after]={urn}");
            texts.extend(items);
        }
    }

    /// Replaces a text of the library by a long one.
    fn lengthen(&mut self, id: &str, characters: usize) -> Result<()> {
        let copied = self.send(
            "POST",
            &format!("/api/content/{id}/create-custom-copy"),
            &json!({}),
        )?;
        let copy = copied["data"]["id"].as_str().unwrap_or_default().to_owned();
        self.known.insert("{id}".to_owned(), copy.clone());
        let status = self.write(
            "PATCH",
            &format!("/api/content/{copy}"),
            &json!({ "body": prose(characters) }),
        )?;
        if status != 200 {
            bail!("the copy of {id} was not changed: status {status}");
        }
        Ok(())
    }

    fn send(&mut self, method: &'static str, path: &str, body: &Value) -> Result<Value> {
        let request = self.writing(method, path, body);
        Ok(self.probe.send(&request)?.json())
    }

    fn write(&mut self, method: &'static str, path: &str, body: &Value) -> Result<u16> {
        let request = self.writing(method, path, body);
        Ok(self.probe.send(&request)?.status)
    }

    fn writing(&self, method: &'static str, path: &str, body: &Value) -> Request {
        let request = Request {
            method,
            body: body.to_string().into_bytes(),
            ..Request::get(path)
        };
        self.with_headers(self.in_org(request), Caller::Session)
    }
}

impl Search<'_> {
    /// Adds what some operations need to exist: an invitation, a key that expires soon, about which
    /// there will be an alert, a key without restrictions, and a request.
    pub(super) fn add_resources(&mut self, org: &str) -> Result<()> {
        let invitation = json!({ "email": "invited@example.org", "role": "member" });
        self.post(Caller::Session, &format!("{org}/invitations"), &invitation)?;
        let key = json!({ "name": "short", "mode": "live", "permissions": ["calc:read"],
            "expiresAt": machine::in_days(2) });
        self.post(Caller::Session, &format!("{org}/keys"), &key)?;
        let open = json!({ "name": "open", "mode": "live",
            "permissions": ["calc:read", "content:read", "chart:read", "modules:read"] });
        let open = self.post(Caller::Session, &format!("{org}/keys"), &open)?;
        let id = open.pointer("/data/id").and_then(Value::as_str);
        let id = id.context("the key has no id")?.to_owned();
        self.known.insert(OPEN_KEY.to_owned(), id);
        // A request, which the ledger of the organization then has.
        let key = open.pointer("/data/attributes/key").and_then(Value::as_str);
        let key = key.context("the key was not shown")?;
        let natal = self
            .probe
            .send(&Request::get(NATAL).header("X-Api-Key", key))?;
        if natal.status != 200 {
            bail!("the natal request got status {}", natal.status);
        }
        Ok(())
    }

    /// Inputs that name what exists only in this installation.
    pub(super) fn own_inputs(&mut self, operation: &str) -> Result<Vec<Input>> {
        let org = self.known.get("{org}").cloned().unwrap_or_default();
        let org = format!("/api/manage/orgs/{org}");
        let input = |query: Value, body: Option<Value>| Input {
            query,
            body,
            gzip: false,
        };
        Ok(match operation {
            "usage_of_keys" => {
                let keys = self.get(&format!("{org}/keys?page[size]=100"), Caller::Session)?;
                let keys = keys["data"].as_array().cloned().unwrap_or_default();
                let ids: Vec<Value> = keys.iter().map(|it| it["id"].clone()).collect();
                vec![input(json!({ "key": ids }), None)]
            }
            "plan_update" => {
                let plans = self.get(&format!("{org}/billing/plans"), Caller::Session)?;
                let plans = plans["data"].as_array().cloned().unwrap_or_default();
                let change = |it: &Value| {
                    let net = it.pointer("/attributes/change/net")?.as_i64()?;
                    Some(input(
                        json!({}),
                        Some(json!({ "plan": it["id"], "net": net })),
                    ))
                };
                plans.iter().filter_map(change).collect()
            }
            "module_purchase" => vec![input(
                json!({ "module": SOLD_MODULE }),
                Some(json!({ "periods": 1 })),
            )],
            "installation_member_add" => {
                let body = json!({ "email": OPERATED_EMAIL, "role": "member" });
                vec![input(json!({}), Some(body))]
            }
            "installation_module_revoke" => {
                let org = self.known.get(OPERATED_ORG).cloned().unwrap_or_default();
                let path = format!("/api/manage/installation/orgs/{org}/modules");
                let module = json!({ "module": SOLD_MODULE });
                self.prove()?;
                self.post(Caller::Operator, &path, &module)?;
                vec![input(module, None)]
            }
            _ => Vec::new(),
        })
    }

    /// Names the organization, and accepts any version of a text.
    pub(super) fn in_org(&self, request: Request) -> Request {
        request
            .header("If-Match", "*")
            .header("X-Organization", &self.texts_org)
    }
}

/// Inputs that are expensive because of these texts, which a random search finds only by chance.
pub(super) fn expensive(operation: &str) -> Vec<Input> {
    let queries = match operation {
        // A word of every own text, one of every heading, and one that the library has often.
        "content_search" => ["the", "su", "you"]
            .map(|word| json!({ "q": word, "page[size]": 100 }))
            .to_vec(),
        "content_list" => vec![
            json!({ "horoscopeType": "natal", "page[size]": 100 }),
            json!({ "horoscopeType": "natal", "page[size]": 100, "filter[subject]": "none" }),
        ],
        // Twenty long texts: nearly as many bytes as a response can have.
        "calc_natal_query" => vec![json!({
            "dateTime": "1990-06-15T14:30",
            "location.latitude": 52.37,
            "location.longitude": 4.89,
            "includeText": true,
            "points": Body::PLANETS.map(Body::id),
        })],
        // The texts that were made long last are of this type.
        "content_get_by_kind" => {
            vec![json!({ "horoscopeType": "horoscope", "contentType": "position" })]
        }
        // As many aspects as one unit buys, in a response that compresses slowly.
        "calc_natal" => {
            let points = Body::ALL.iter().map(|it| it.id());
            let body = |count: usize| {
                json!({
                    "dateTime": "1990-06-15",
                    "location": { "latitude": 52.37, "longitude": 4.89 },
                    "points": points.clone().take(count).collect::<Vec<_>>(),
                    "orbs": { "conjunction": 30, "sextile": 30, "square": 30, "trine": 30, "opposition": 30 },
                    "include": ["midpoints", "antiscia", "stars", "dignities"],
                    "includeText": true,
                    "includeReadableEntities": true,
                })
            };
            let inputs = (24..=34).map(|count| Input {
                query: json!({}),
                body: Some(body(count)),
                gzip: true,
            });
            return inputs.collect();
        }
        "content_create" => {
            let text = json!({
                "urn": "urn:content:1:natal:planet-in-sign:sun:aries:xx",
                "title": "Long",
                "body": prose(LONG / 2),
            });
            return vec![Input {
                query: json!({}),
                body: Some(text),
                gzip: false,
            }];
        }
        _ => Vec::new(),
    };
    let inputs = queries.into_iter().flat_map(|query| {
        [false, true].map(|gzip| Input {
            query: query.clone(),
            body: None,
            gzip,
        })
    });
    inputs.collect()
}

/// Names of languages that the library does not have.
fn languages() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').map(String::from);
    letters().flat_map(move |first| letters().map(move |second| format!("q{first}{second}")))
}

/// Words that compress about as well as prose.
fn prose(length: usize) -> String {
    let words = (0_u64..).map(|number| {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44;
        format!("the w{mixed:x} ")
    });
    let text: String = words.take(length / 5).collect();
    text.chars().take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_has_the_wanted_length() {
        assert_eq!(prose(SHORT).len(), SHORT);
        assert_eq!(prose(LONG).len(), LONG);
    }
}
