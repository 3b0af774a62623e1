-- One queue mechanism for e-mails and webhooks. A message is claimed in its organization's turn: claimed_at says when
-- that was last. E-mails that no organization sends, such as links for a new password, have an empty org_id.
alter table outbox add column org_id text not null default '';
alter table outbox add column claimed_at integer;
drop index outbox_due;
create index outbox_lane on outbox (org_id, next_attempt_at, id) where sent_at is null and given_up_at is null;
create index outbox_leased on outbox (org_id, leased_until)
    where sent_at is null and given_up_at is null and leased_until is not null;
create index outbox_claimed on outbox (org_id, claimed_at);

alter table webhook_delivery add column claimed_at integer;
drop index webhook_delivery_due;
create index webhook_delivery_lane on webhook_delivery (webhook_id, next_attempt_at, id)
    where delivered_at is null and given_up_at is null;
create index webhook_delivery_leased on webhook_delivery (org_id, leased_until)
    where delivered_at is null and given_up_at is null and leased_until is not null;
create index webhook_delivery_claimed on webhook_delivery (org_id, claimed_at);

-- Every e-mail with an invitation, kept for as long as it counts against a limit. The domain is empty where
-- no limit of the recipient's domain applies.
create table invitation_mail (
    id      text primary key,
    sender  text not null references person (id),
    domain  text not null,
    sent_at integer not null
) strict;
create index invitation_mail_sender on invitation_mail (sender, sent_at);
create index invitation_mail_domain on invitation_mail (domain, sent_at);
create index invitation_mail_sent on invitation_mail (sent_at);
