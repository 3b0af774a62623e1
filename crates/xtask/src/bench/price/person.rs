//! The people of the search: an operator with a second factor, and an owner without one, who can
//! sign in again at once when an operation ends the session.

use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha1::Sha1;

use super::Search;
use super::operation::Caller;
use crate::http::Request;
use crate::machine;

pub(super) const PASSWORD: &str = "a long password of the bench";
pub(super) const EMAIL: &str = "bench@example.org";
/// The account that operators add to organizations.
pub(super) const OPERATED_EMAIL: &str = "other@example.org";
const OPERATOR_EMAIL: &str = "operator@example.org";
/// The places in paths of what only operators change. The owner's own would end the search.
pub(super) const OPERATED_USER: &str = "{operated user}";
pub(super) const OPERATED_ORG: &str = "{operated org}";
/// Each code works for this long, once.
const STEP_SECONDS: u64 = 30;

/// What a second factor needs to make its codes.
#[derive(Debug, Default)]
pub(super) struct SecondFactor {
    secret: Vec<u8>,
    /// The step of the last code.
    used: u64,
}

impl SecondFactor {
    /// An unused code. Waits for the next step if necessary.
    fn code(&mut self) -> Result<String> {
        while machine::unix_seconds() / STEP_SECONDS <= self.used {
            thread::sleep(Duration::from_secs(1));
        }
        self.used = machine::unix_seconds() / STEP_SECONDS;
        code(&self.secret, self.used)
    }
}

/// The code of a step (RFC 6238 with RFC 4226, section 5.3).
fn code(secret: &[u8], step: u64) -> Result<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).context("no secret")?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 0x0f);
    let word = digest.get(offset..offset + 4).context("a short digest")?;
    let number = word
        .iter()
        .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    Ok(format!("{:06}", (number & 0x7fff_ffff) % 1_000_000))
}

impl Search<'_> {
    /// Creates the first account, which operates the installation.
    pub(super) fn sign_up_operator(&mut self, token: &str) -> Result<()> {
        let body = json!({
            "token": token, "email": OPERATOR_EMAIL, "name": "Operator", "password": PASSWORD,
        });
        self.operator_cookie = self.begin_session("/api/manage/setup", &body)?;
        let password = json!({ "password": PASSWORD });
        let path = "/api/manage/me/second-factor";
        let begun = self.post(Caller::Operator, path, &password)?;
        let secret = begun
            .pointer("/data/attributes/secret")
            .and_then(Value::as_str);
        let secret = secret.context("no second factor")?.as_bytes();
        self.factor.secret = BASE32_NOPAD
            .decode(secret)
            .ok()
            .context("the secret is not Base32")?;
        let code = json!({ "code": self.factor.code()? });
        self.post(Caller::Operator, &format!("{path}/confirm"), &code)?;
        Ok(())
    }

    /// Creates the account of an owner, and what else an operator can change.
    pub(super) fn sign_up_owner(&mut self) -> Result<()> {
        let user = json!({ "email": EMAIL, "name": "Bench" });
        let user = self.post(Caller::Operator, "/api/manage/installation/users", &user)?;
        let link = user
            .pointer("/data/attributes/link")
            .and_then(Value::as_str);
        let token = link.and_then(|it| it.split_once("#token="));
        let (_, token) = token.context("no link for a password")?;
        let reset = json!({ "token": token, "password": PASSWORD });
        self.post(
            Caller::Anyone,
            "/api/manage/password-resets/confirm",
            &reset,
        )?;
        self.sign_in()?;
        for (path, body, place) in [
            (
                "/api/manage/installation/users",
                json!({ "email": OPERATED_EMAIL, "name": "Other" }),
                OPERATED_USER,
            ),
            (
                "/api/manage/installation/orgs",
                json!({ "name": "Other", "plan": "free" }),
                OPERATED_ORG,
            ),
        ] {
            let made = self.post(Caller::Operator, path, &body)?;
            let id = made.pointer("/data/id").and_then(Value::as_str);
            self.known
                .insert(place.to_owned(), id.context("no id")?.to_owned());
        }
        Ok(())
    }

    /// Signs the owner in again, because some operations end the session.
    pub(super) fn sign_in(&mut self) -> Result<()> {
        let body = json!({ "email": self.email, "password": PASSWORD });
        self.cookie = self.begin_session("/api/manage/session", &body)?;
        Ok(())
    }

    /// Gives the proof that some operations of operators want.
    pub(super) fn prove(&mut self) -> Result<()> {
        let body = json!({ "password": PASSWORD, "code": self.factor.code()? });
        self.post(
            Caller::Operator,
            "/api/manage/session/reauthenticate",
            &body,
        )?;
        Ok(())
    }

    /// The cookies of a new session.
    fn begin_session(&mut self, path: &str, body: &Value) -> Result<String> {
        let request = Request {
            method: "POST",
            body: body.to_string().into_bytes(),
            ..Request::get(path)
        };
        let outcome = self
            .probe
            .send(&self.with_headers(request, Caller::Anyone))?;
        if outcome.cookies.is_empty() {
            bail!("{path} began no session: status {}", outcome.status);
        }
        Ok(outcome.cookies.join("; "))
    }

    /// Sends what must succeed.
    pub(super) fn post(&mut self, caller: Caller, path: &str, body: &Value) -> Result<Value> {
        let request = Request {
            method: "POST",
            body: body.to_string().into_bytes(),
            ..Request::get(path)
        };
        let request = self.with_headers(request, caller);
        let outcome = self.probe.send(&request)?;
        if outcome.status >= 300 {
            bail!("POST {path} got status {}", outcome.status);
        }
        Ok(outcome.json())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, shortened to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = b"12345678901234567890";
        for (seconds, expected) in [(59, "287082"), (1_111_111_109, "081804")] {
            assert_eq!(code(secret, seconds / STEP_SECONDS).unwrap(), expected);
        }
    }
}
