-- Whether members need a second factor.
alter table organization add column require_second_factor boolean not null default false;

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
    last_used_at bigint not null
);

-- Secrets of second factors are derived from the master secret, the person and the generation.
create table person (
    id                      text primary key,
    email                   text not null,
    email_unique            text not null unique,
    name                    text not null,
    password_hash           text,
    email_verified_at       bigint,
    operator                boolean not null,
    disabled_at             bigint,
    created_at              bigint not null,
    totp_made               bigint not null default 0,
    totp_generation         bigint,
    totp_pending_generation bigint,
    totp_last_step          bigint
);

-- A code that was used is deleted.
create table recovery_code (
    user_id text not null references person (id),
    digest  bytea not null,
    primary key (user_id, digest)
);

-- Failed attempts to sign in, per account and per address. Accounts need not exist.
create table sign_in_failure (
    kind    text not null,
    subject text not null,
    count   bigint not null,
    last_at bigint not null,
    primary key (kind, subject)
);
create index sign_in_failure_last on sign_in_failure (last_at);

create table membership (
    org_id   text not null references organization (id),
    user_id  text not null references person (id),
    role     text not null,
    since    bigint not null,
    primary key (org_id, user_id)
);
create index membership_user on membership (user_id, org_id);

create table invitation (
    id           text primary key,
    org_id       text not null references organization (id),
    email        text not null,
    email_unique text not null,
    role         text not null,
    invited_by   text not null references person (id),
    digest       bytea not null unique,
    sent_at      bigint not null,
    accepted_at  bigint,
    accepted_by  text references person (id),
    revoked_at   bigint,
    replaced_at  bigint
);
create index invitation_org on invitation (org_id, id);

create table session (
    id             text primary key,
    user_id        text not null references person (id),
    digest         bytea not null unique,
    second_factor  boolean not null,
    created_at     bigint not null,
    last_seen_at   bigint not null,
    revoked_at     bigint,
    source_address text,
    user_agent     text
);
create index session_person on session (user_id, id);
create index session_created on session (created_at);
create index session_seen on session (last_seen_at);
create index session_revoked on session (revoked_at);

-- Links that prove a person reads an e-mail address: the latest of each purpose.
create table one_time_token (
    user_id    text not null references person (id),
    purpose    text not null,
    digest     bytea not null unique,
    created_at bigint not null,
    expires_at bigint not null,
    used_at    bigint,
    primary key (user_id, purpose)
);

-- E-mails to send. What is sent keeps no payload.
create table outbox (
    id              text primary key,
    recipient       text not null,
    kind            text not null,
    payload         text not null,
    created_at      bigint not null,
    next_attempt_at bigint not null,
    leased_until    bigint,
    attempts        bigint not null,
    sent_at         bigint,
    given_up_at     bigint,
    last_error      text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and given_up_at is null;

-- What was answered to a creation, so that repeating the request repeats the answer.
create table idempotency (
    scope       text not null,
    operation   text not null,
    key         text not null,
    fingerprint text not null,
    response    text,
    created_at  bigint not null,
    primary key (scope, operation, key)
);
create index idempotency_created on idempotency (created_at);

-- The audit log. Before and after are JSON, kept as text because their very bytes are sealed.
create table audit_entry (
    chain          text not null,
    sequence       bigint not null,
    at             bigint not null,
    actor          text not null,
    action         text not null,
    subject        text not null,
    before_json    text,
    after_json     text,
    source_address text,
    mac            bytea not null,
    primary key (chain, sequence)
);

-- Where each chain ends, apart from the entries: a chain cut short is still a chain.
create table audit_head (
    chain    text primary key,
    sequence bigint not null,
    mac      bytea not null
);
