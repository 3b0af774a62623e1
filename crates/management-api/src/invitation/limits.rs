//! How many invitations may be sent: per sender, and per domain of the recipients.

use access::invitation::{MAX_PER_DOMAIN, MAX_PER_SENDER, SendingLimit, limited_domain};
use access::{Timestamp, TryAgain, UserId};
use store::{InvitationMail, InvitationMails, LockedOrg, NewMail, OpenTransaction};

use http_api::{ApiError, ErrorCode, Problem};

/// Counts an invitation e-mail in the transaction that writes it: an e-mail that is refused or not
/// written does not count.
pub(super) async fn count(
    locked: &mut LockedOrg,
    mail: &NewMail,
    sender: UserId,
) -> Result<(), ApiError> {
    let open = locked.open();
    let person = open.user(sender).await?;
    let person = person.ok_or_else(|| ApiError::plain(ErrorCode::SessionEnded))?;
    let own = person.email_verified_at.map(|_| &person.email);
    let domain = limited_domain(&mail.recipient, own).map(str::to_owned);
    let now = mail.created_at;
    // Always the sender before the domain, so that two senders never deadlock.
    let from = InvitationMails::From(sender);
    let limits = MAX_PER_SENDER.as_slice();
    admit(open, &from, limits, now, "sender").await?;
    if let Some(domain) = &domain {
        let to = InvitationMails::To(domain.clone());
        admit(open, &to, &[MAX_PER_DOMAIN], now, "domain").await?;
    }
    let counted = InvitationMail {
        id: mail.id,
        sender,
        domain,
        sent_at: now,
    };
    open.add_invitation_mail(&counted).await?;
    Ok(())
}

/// Refuses another e-mail if a limit is reached, until the last full window has room.
async fn admit(
    open: &mut OpenTransaction,
    mails: &InvitationMails,
    limits: &[SendingLimit],
    now: Timestamp,
    name: &str,
) -> Result<(), ApiError> {
    open.lock_invitation_mails(mails).await?;
    let mut free_at: Option<Timestamp> = None;
    for limit in limits {
        let later = limit.most.saturating_sub(1);
        let window = i64::try_from(limit.window.as_micros()).unwrap_or(i64::MAX);
        let after = Timestamp::from_micros(now.micros().saturating_sub(window));
        let first = open.invitation_mail_sent_at(mails, later, after).await?;
        free_at = free_at.max(first.map(|it| it.plus(limit.window)));
    }
    let Some(at) = free_at else { return Ok(()) };
    let code = ErrorCode::InvitationsLimited;
    let problem = Problem::new(code, code.explanation()).with_meta("limit", name);
    Err(ApiError::from(problem).retry_after(TryAgain { at }.seconds(now).max(1)))
}
