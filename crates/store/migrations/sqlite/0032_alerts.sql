-- What an organization wants to be told; no row means the defaults, null that a rule is off.
create table alert_settings (
    org_id           text primary key references organization (id),
    mail_to          text not null,
    quota_percents   text not null,
    spike_minimum    integer,
    spike_deviations integer,
    error_percent    integer,
    error_minimum    integer,
    denied_requests  integer,
    dormant_days     integer,
    expiry_days      text not null
) strict;

-- What it was told: the same news once. The subject's name is the one it had then; facts are JSON.
create table alert (
    id           text primary key,
    org_id       text not null references organization (id),
    rule         text not null,
    subject      text not null,
    period       text not null,
    threshold    integer not null,
    subject_name text not null,
    facts        text not null,
    fired_at     integer not null,
    read_at      integer,
    unique (org_id, rule, subject, period, threshold)
) strict;
create index alert_org on alert (org_id, id);
create index alert_unread on alert (org_id) where read_at is null;

-- Endpoints. Their secrets are derived from the master secret and the id.
create table webhook (
    id         text primary key,
    org_id     text not null references organization (id),
    url        text not null,
    created_at integer not null,
    created_by text
) strict;
create index webhook_org on webhook (org_id, id);

-- Messages to them, and what became of each.
create table webhook_delivery (
    id              text primary key,
    org_id          text not null references organization (id),
    webhook_id      text not null references webhook (id),
    url             text not null,
    kind            text not null,
    body            text not null,
    created_at      integer not null,
    next_attempt_at integer not null,
    leased_until    integer,
    attempts        integer not null,
    attempted_at    integer,
    status          integer,
    last_error      text,
    delivered_at    integer,
    given_up_at     integer
) strict;
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_due on webhook_delivery (next_attempt_at)
    where delivered_at is null and given_up_at is null;

-- How far a job has come that looks at one stretch of time after the other.
create table job_progress (
    job   text primary key,
    value integer not null
) strict;
