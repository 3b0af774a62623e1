-- Whether members need a second factor.
alter table organization add column require_second_factor integer not null default 0;

-- Who made a key, what it was replaced by, and the modules it may use (null: all its
-- organization has).
alter table api_key add column created_by text;
alter table api_key add column superseded_by text;
alter table api_key add column modules text;
create index api_key_family on api_key (family);

-- When each key was last used, to the minute. Apart from the keys: noting it must neither wait for
-- a change of a key nor announce one.
create table api_key_use (
    key_id       text primary key,
    last_used_at integer not null
) strict;

-- Secrets of second factors are derived from the master secret, the person and the generation.
create table person (
    id                      text primary key,
    email                   text not null,
    email_unique            text not null unique,
    name                    text not null,
    password_hash           text,
    email_verified_at       integer,
    operator                integer not null,
    disabled_at             integer,
    created_at              integer not null,
    totp_made               integer not null default 0,
    totp_generation         integer,
    totp_pending_generation integer,
    totp_last_step          integer
) strict;

-- A code that was used is deleted.
create table recovery_code (
    user_id text not null references person (id),
    digest  blob not null,
    primary key (user_id, digest)
) strict;

-- Failed attempts to sign in, per account and per address. Accounts need not exist.
create table sign_in_failure (
    kind    text not null,
    subject text not null,
    count   integer not null,
    last_at integer not null,
    primary key (kind, subject)
) strict;
create index sign_in_failure_last on sign_in_failure (last_at);

create table membership (
    org_id   text not null references organization (id),
    user_id  text not null references person (id),
    role     text not null,
    since    integer not null,
    primary key (org_id, user_id)
) strict;
create index membership_user on membership (user_id, org_id);

create table invitation (
    id           text primary key,
    org_id       text not null references organization (id),
    email        text not null,
    email_unique text not null,
    role         text not null,
    invited_by   text not null references person (id),
    digest       blob not null unique,
    sent_at      integer not null,
    accepted_at  integer,
    accepted_by  text references person (id),
    revoked_at   integer,
    replaced_at  integer
) strict;
create index invitation_org on invitation (org_id, id);

create table session (
    id             text primary key,
    user_id        text not null references person (id),
    digest         blob not null unique,
    second_factor  integer not null,
    created_at     integer not null,
    last_seen_at   integer not null,
    revoked_at     integer,
    source_address text,
    user_agent     text
) strict;
create index session_person on session (user_id, id);
create index session_created on session (created_at);
create index session_seen on session (last_seen_at);
create index session_revoked on session (revoked_at);

-- Links that prove a person reads an e-mail address: the latest of each purpose.
create table one_time_token (
    user_id    text not null references person (id),
    purpose    text not null,
    digest     blob not null unique,
    created_at integer not null,
    expires_at integer not null,
    used_at    integer,
    primary key (user_id, purpose)
) strict;

-- E-mails to send. What is sent keeps no payload.
create table outbox (
    id              text primary key,
    recipient       text not null,
    kind            text not null,
    payload         text not null,
    created_at      integer not null,
    next_attempt_at integer not null,
    leased_until    integer,
    attempts        integer not null,
    sent_at         integer,
    given_up_at     integer,
    last_error      text
) strict;
create index outbox_due on outbox (next_attempt_at) where sent_at is null and given_up_at is null;

-- What was answered to a creation, so that repeating the request repeats the answer.
create table idempotency (
    scope       text not null,
    operation   text not null,
    key         text not null,
    fingerprint text not null,
    response    text,
    created_at  integer not null,
    primary key (scope, operation, key)
) strict;
create index idempotency_created on idempotency (created_at);

-- The audit log. Before and after are JSON, kept as text because their very bytes are sealed.
create table audit_entry (
    chain          text not null,
    sequence       integer not null,
    at             integer not null,
    actor          text not null,
    action         text not null,
    subject        text not null,
    before_json    text,
    after_json     text,
    source_address text,
    mac            blob not null,
    primary key (chain, sequence)
) strict;

-- Where each chain ends, apart from the entries: a chain cut short is still a chain.
create table audit_head (
    chain    text primary key,
    sequence integer not null,
    mac      blob not null
) strict;
