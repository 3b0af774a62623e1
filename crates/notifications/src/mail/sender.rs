//! Sends due emails and retries for a day.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use store::{MailRecord, QueueClaim, QueueLimits, StoreError};
use tokio::time::timeout;

use super::message::Message;
use crate::queue::{self, Channel, Concurrency, MAX_DELIVERY_TIME};
use config::SmtpAddress;
use platform::{Job, Platform};

/// Emails in delivery at once on a node.
const MAX_AT_ONCE: usize = 8;
/// Emails of one organization in delivery at once. Those without an organization, such as password
/// resets, count as one organization.
const MAX_AT_ONCE_PER_ORG: u32 = 2;
/// The timeout for one SMTP command.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The delays before further attempts. After the last attempt the email fails.
const WAITS: [Duration; 6] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(8),
    Duration::from_hours(14),
];

/// Sends emails through the configured mail server.
pub struct SmtpSender {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl std::fmt::Debug for SmtpSender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postman").finish_non_exhaustive()
    }
}

impl SmtpSender {
    /// A sender for this server. None if an address is invalid, which the configuration already
    /// excludes.
    pub fn new(server: &SmtpAddress, from: &str) -> Option<Self> {
        let address = server.0.as_ref()?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(address).ok()?;
        Some(Self {
            transport: transport.timeout(Some(TIMEOUT)).build(),
            from: from.parse().ok()?,
        })
    }

    /// Sends the due emails. Returns the number sent.
    pub async fn deliver(&self, platform: &Platform) -> usize {
        queue::deliver_due(self, platform).await
    }

    /// Delivers forever.
    pub async fn keep_delivering(self, platform: &Platform) {
        queue::keep_delivering(&self, platform).await;
    }

    async fn send(&self, platform: &Platform, mail: &MailRecord) -> Result<(), String> {
        let message = Message::of(mail, &platform.keys, &platform.config.public_url());
        let message = message.ok_or_else(|| format!("unknown email kind `{}`", mail.kind))?;
        let recipient: Mailbox = message
            .recipient
            .parse()
            .map_err(|_| "invalid recipient address")?;
        let built = lettre::Message::builder()
            .from(self.from.clone())
            .to(recipient)
            .subject(message.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(message.text);
        let built = built.map_err(|error| error.to_string())?;
        // The transport's own timeout applies to each SMTP command.
        let sent = timeout(MAX_DELIVERY_TIME, self.transport.send(built)).await;
        let sent = sent.map_err(|_| "the mail server timed out")?;
        sent.map(drop).map_err(|error| error.to_string())
    }

    async fn fail(&self, platform: &Platform, mail: &MailRecord, what: &str) {
        let now = platform.clock.now();
        let done = usize::try_from(mail.attempts).unwrap_or(usize::MAX);
        let wait = WAITS.get(done.saturating_sub(1));
        let id = mail.id;
        if wait.is_some() {
            tracing::warn!(%id, what, "cannot send email, will retry");
        } else {
            tracing::error!(%id, what, "cannot send email, no further attempts");
        }
        let next = wait.map(|it| now.plus(*it));
        note(platform.store.mail_failed(mail, what, next, now).await);
    }
}

impl Channel for SmtpSender {
    type Message = MailRecord;
    const JOB: Job = Job::Mail;
    const CONCURRENCY: Concurrency = Concurrency {
        on_node: MAX_AT_ONCE,
        limits: QueueLimits {
            per_org: MAX_AT_ONCE_PER_ORG,
            per_lane: MAX_AT_ONCE_PER_ORG,
        },
    };

    async fn claim(platform: &Platform, claim: QueueClaim) -> Result<Vec<MailRecord>, StoreError> {
        platform.store.claim_mails(claim).await
    }

    async fn attempt(&self, platform: &Platform, mail: MailRecord) -> bool {
        let sent = self.send(platform, &mail).await;
        match &sent {
            Ok(()) => note(
                platform
                    .store
                    .mail_sent(mail.id, platform.clock.now())
                    .await,
            ),
            Err(what) => self.fail(platform, &mail, what).await,
        }
        sent.is_ok()
    }
}

/// Logs when a result cannot be stored. The email is then claimed again after its lease.
fn note(result: Result<bool, StoreError>) {
    if let Err(error) = result {
        tracing::warn!(%error, "cannot store the result of an email delivery");
    }
}
