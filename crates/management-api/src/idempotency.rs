//! `Idempotency-Key`: a creation that is sent twice happens once.

use std::fmt::Debug;

use store::{Claim, IdempotencyKey, OpenTransaction};

use auth::ClientInfo;
use http_api::text::hex;
use http_api::{ApiError, ErrorCode, Problem, Source};
use platform::Platform;

/// The key that identifies a repeated creation. None if the client did not send one.
///
/// # Errors
///
/// The header is not 1 to 64 letters, digits and `-_.:`.
pub(crate) fn key_of(
    platform: &Platform,
    client: &ClientInfo,
    scope: &impl ToString,
    operation: &str,
    input: &impl Debug,
) -> Result<Option<IdempotencyKey>, ApiError> {
    let Some(key) = client.idempotency_key.clone() else {
        return Ok(None);
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    if !(1..=64).contains(&key.len()) || !key.bytes().all(plain) {
        let detail = "An idempotency key must be 1 to 64 characters long, with only letters, digits, `-`, \
        `_`, `.` and `:`.";
        let problem = Problem::new(ErrorCode::FieldFormat, detail);
        return Err(problem.at(Source::Header("Idempotency-Key")).into());
    }
    // Based on the parsed input: the same request in another notation is the same request.
    let asked = format!("{input:?}");
    let mut digests = platform.keys.token_digests(&asked);
    let mut next = || digests.next().map(|it| hex(it.as_bytes()));
    Ok(Some(IdempotencyKey {
        scope: scope.to_string(),
        operation: operation.to_owned(),
        key,
        fingerprint: next().unwrap_or_default(),
        earlier_fingerprint: next(),
    }))
}

/// Claims the creation for this transaction, or returns what was created the first time.
pub(crate) async fn claim(
    platform: &Platform,
    transaction: &mut OpenTransaction,
    key: Option<&IdempotencyKey>,
) -> Result<Option<String>, ApiError> {
    let Some(key) = key else { return Ok(None) };
    match transaction.claim(key, platform.clock.now()).await? {
        Claim::New => Ok(None),
        Claim::Repeated(made) => Ok(Some(made)),
        Claim::Conflict => Err(ApiError::plain(ErrorCode::IdempotencyConflict)),
    }
}

/// Remembers what was created.
pub(crate) async fn remember(
    transaction: &mut OpenTransaction,
    key: Option<&IdempotencyKey>,
    made: &impl ToString,
) -> Result<(), ApiError> {
    if let Some(key) = key {
        transaction.remember_answer(key, &made.to_string()).await?;
    }
    Ok(())
}
