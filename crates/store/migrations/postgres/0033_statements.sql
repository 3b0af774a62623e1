-- What each organization is billed by, from an instant on: written when a period is opened and with
-- every change in it, with the prices of that moment and the live units counted in the period until
-- then. No plan: the organization was closed.
create table billing_term (
    org_id             text not null references organization (id),
    number             bigint not null,
    period             text not null,
    at                 bigint not null,
    plan               text,
    quota              bigint not null,
    currency           text not null,
    period_minor       bigint not null,
    overage_unit_minor bigint not null,
    used_before        bigint not null,
    primary key (org_id, number)
);
create index billing_term_period on billing_term (period, org_id);

-- Whom invoices are addressed to, as their owners wrote it.
create table billing_account (
    org_id  text primary key references organization (id),
    bill_to text not null
);

-- What was billed for a period. Everything an invoice shows is kept with it, so that it never
-- changes; numbers have no gaps.
create table statement (
    id                text primary key,
    org_id            text not null references organization (id),
    period            text not null,
    number            bigint not null unique,
    issued_at         bigint not null,
    due_at            bigint not null,
    currency          text not null,
    total_minor       bigint not null,
    requests          bigint not null,
    units             bigint not null,
    issuer            text not null,
    bill_to           text not null,
    state             text not null,
    provider          text not null,
    payment_reference text not null,
    payment_url       text,
    paid_at           bigint,
    paid_by           text,
    paid_note         text,
    unique (org_id, period)
);
create index statement_state on statement (state, id);

create table statement_line (
    statement_id text not null references statement (id),
    position     bigint not null,
    kind         text not null,
    subject      text not null,
    begins_at    bigint not null,
    ends_at      bigint not null,
    requests     bigint not null,
    quantity     bigint not null,
    unit_minor   bigint not null,
    amount_minor bigint not null,
    primary key (statement_id, position)
);

-- How each job ended the last time, and when it last ended well.
create table job_run (
    name         text primary key,
    node         text not null,
    ended_at     bigint not null,
    succeeded_at bigint,
    error        text
);
