-- What an organization wants to be told; no row means the defaults, null that a rule is off.
create table alert_settings (
    org_id           text primary key references organization (id),
    mail_to          text not null,
    quota_percents   text not null,
    spike_minimum    bigint,
    spike_deviations bigint,
    error_percent    bigint,
    error_minimum    bigint,
    denied_requests  bigint,
    dormant_days     bigint,
    expiry_days      text not null
);

-- What it was told: the same news once. The subject's name is the one it had then; facts are JSON.
create table alert (
    id           text primary key,
    org_id       text not null references organization (id),
    rule         text not null,
    subject      text not null,
    period       text not null,
    threshold    bigint not null,
    subject_name text not null,
    facts        text not null,
    fired_at     bigint not null,
    read_at      bigint,
    unique (org_id, rule, subject, period, threshold)
);
create index alert_org on alert (org_id, id);
create index alert_unread on alert (org_id) where read_at is null;

-- Endpoints. Their secrets are derived from the master secret and the id.
create table webhook (
    id         text primary key,
    org_id     text not null references organization (id),
    url        text not null,
    created_at bigint not null,
    created_by text
);
create index webhook_org on webhook (org_id, id);

-- Messages to them, and what became of each.
create table webhook_delivery (
    id              text primary key,
    org_id          text not null references organization (id),
    webhook_id      text not null references webhook (id),
    url             text not null,
    kind            text not null,
    body            text not null,
    created_at      bigint not null,
    next_attempt_at bigint not null,
    leased_until    bigint,
    attempts        bigint not null,
    attempted_at    bigint,
    status          bigint,
    last_error      text,
    delivered_at    bigint,
    given_up_at     bigint
);
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_due on webhook_delivery (next_attempt_at)
    where delivered_at is null and given_up_at is null;

-- How far a job has come that looks at one stretch of time after the other.
create table job_progress (
    job   text primary key,
    value bigint not null
);
