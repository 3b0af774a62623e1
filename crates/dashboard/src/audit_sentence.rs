//! Entries of the audit log as sentences.

use serde_json::Value;

use super::markup::Markup;
use super::message::{Message, Translate as _};
use super::requests::Names;
use i18n::{Language, msg};
use management_api::audit::AuditAttributes;

/// The sentences, by action. `{person}` is the actor, `{subject}` the name of what was changed, `{id}`
/// its id.
const SENTENCES: [(&str, &str); 45] = [
    ("org.create", msg("{person} created the organization")),
    (
        "org.update",
        msg("{person} renamed the organization to **{new}**"),
    ),
    (
        "org.policy",
        msg("{person} changed the policy for two-factor authentication"),
    ),
    ("org.close", msg("{person} closed the organization")),
    (
        "org.set",
        msg("{person} changed the terms of the organization"),
    ),
    (
        "key.create",
        msg("{person} created the API key [{subject}](/settings/api-keys/{id})"),
    ),
    (
        "key.update",
        msg("{person} changed the API key [{subject}](/settings/api-keys/{id})"),
    ),
    (
        "key.rotate",
        msg("{person} rotated the API key [{subject}](/settings/api-keys/{id})"),
    ),
    (
        "key.revoke",
        msg("{person} revoked the API key [{subject}](/settings/api-keys/{id})"),
    ),
    (
        "token.create",
        msg(
            "{person} created a browser token for the API key [{subject}](/settings/api-keys/{id})",
        ),
    ),
    ("embed-url.create", msg("{person} created an embed URL")),
    ("embed-url.revoke", msg("{person} revoked an embed URL")),
    (
        "member.add",
        msg("{person} added {subject} as a [member](/members)"),
    ),
    (
        "member.update",
        msg("{person} changed the role of {subject} from {old} to {new}"),
    ),
    (
        "member.remove",
        msg("{person} removed {subject} from the organization"),
    ),
    ("member.leave", msg("{person} left the organization")),
    ("invitation.create", msg("{person} invited **{subject}**")),
    ("invitation.link", msg("{person} copied an invitation link")),
    ("invitation.resend", msg("{person} resent an invitation")),
    ("invitation.revoke", msg("{person} revoked an invitation")),
    ("invitation.accept", msg("{person} accepted an invitation")),
    (
        "alert_settings.update",
        msg("{person} changed the [alert settings](/alerts/settings)"),
    ),
    ("alert.fired", msg("An [alert](/alerts) was created")),
    (
        "billing.update",
        msg("{person} changed the [billing address](/billing)"),
    ),
    (
        "plan.update",
        msg("{person} changed the [plan](/billing/plans)"),
    ),
    (
        "statement.issue",
        msg("A [statement](/billing) was created"),
    ),
    (
        "statement.pay",
        msg("{person} recorded a payment for a [statement](/billing)"),
    ),
    (
        "module.grant",
        msg("{person} granted the [{subject}](/modules) module"),
    ),
    (
        "module.purchase",
        msg("{person} purchased the [{subject}](/modules) module"),
    ),
    (
        "module.revoke",
        msg("{person} revoked the [{subject}](/modules) module"),
    ),
    (
        "webhook.create",
        msg("{person} created a [webhook](/alerts/webhooks) for **{subject}**"),
    ),
    (
        "webhook.delete",
        msg("{person} deleted the [webhook](/alerts/webhooks) for **{subject}**"),
    ),
    (
        "webhook.test",
        msg("{person} sent a test message to a [webhook](/alerts/webhooks)"),
    ),
    (
        "chatbot.create",
        msg("{person} created the chatbot **{subject}**"),
    ),
    (
        "chatbot.update",
        msg("{person} changed the chatbot **{subject}**"),
    ),
    (
        "chatbot.delete",
        msg("{person} deleted the chatbot **{subject}**"),
    ),
    (
        "chat_profile.create",
        msg("{person} created the profile {subject} of a chatbot"),
    ),
    (
        "chat_profile.delete",
        msg("{person} deleted the profile {subject} of a chatbot"),
    ),
    (
        "content.copy",
        msg("{person} created a custom copy of the text {subject}"),
    ),
    ("content.create", msg("{person} created the text {subject}")),
    ("content.update", msg("{person} changed the text {subject}")),
    (
        "content.metadata",
        msg("{person} changed the text {subject}"),
    ),
    ("content.delete", msg("{person} deleted the text {subject}")),
    (
        "content.restore",
        msg("{person} restored the library text {subject}"),
    ),
    ("account.setup", msg("{person} set up the installation")),
];

/// What happened, as a sentence. An action without one is named as it is in the log.
pub(super) fn sentence(entry: &AuditAttributes, names: &Names, language: Language) -> Markup {
    let action = match entry.action.as_str() {
        "member.remove" if entry.actor == entry.subject => "member.leave",
        action => action,
    };
    let found = SENTENCES.iter().find(|(name, _)| *name == action);
    let actor = names.name(&entry.actor, language);
    let mut markup = Markup::default();
    let Some((_, english)) = found else {
        markup.raw(&actor.to_string());
        markup.raw(": <code>");
        markup.text(&entry.action);
        markup.raw("</code> <code>");
        markup.text(&entry.subject);
        markup.raw("</code>");
        return markup;
    };
    let message: Message = language
        .t(english)
        .with("person", &actor)
        .with("subject", subject(entry, names, language))
        .with("id", &entry.subject)
        .with("old", change(&entry.before, language))
        .with("new", change(&entry.after, language));
    markup.raw(&message.to_string());
    markup
}

/// What the entry calls its subject, or the name of the key or person.
fn subject(entry: &AuditAttributes, names: &Names, language: Language) -> Markup {
    let mut markup = Markup::default();
    for value in [&entry.after, &entry.before] {
        for name in ["name", "email", "url", "module", "urn", "title"] {
            if let Some(text) = value.get(name).and_then(Value::as_str) {
                markup.text(text);
                return markup;
            }
        }
    }
    if entry.subject.starts_with("key_") || entry.subject.starts_with("usr_") {
        return names.name(&entry.subject, language);
    }
    markup.text(&entry.subject);
    markup
}

/// The role, status or name that an entry notes.
fn change(value: &Value, language: Language) -> Markup {
    let mut markup = Markup::default();
    let role = value.get("role").and_then(Value::as_str);
    let role = role.map(|role| match role {
        "owner" => language.word(msg("Owner")),
        "manager" => language.word(msg("Manager")),
        _ => language.word(msg("Member")),
    });
    let other = ["name", "status"]
        .iter()
        .find_map(|it| value.get(it)?.as_str());
    markup.text(role.or(other).unwrap_or_default());
    markup
}
