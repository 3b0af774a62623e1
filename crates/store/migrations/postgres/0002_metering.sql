-- An organization's own terms; empty means what its plan says.
alter table organization add column rates text;
alter table organization add column quota bigint;
alter table organization add column overage bigint;
alter table organization add column test_allowance bigint;

-- A key's own rates, where it may be used from, and the family that shares its limits.
alter table api_key add column rates text not null default '';
alter table api_key add column domains text;
alter table api_key add column family text not null default '';
update api_key set family = id;

-- What each organization has used of its allowance, live and test apart.
create table usage_period (
    org_id text not null references organization (id),
    period text not null,
    mode   text not null,
    used   bigint not null,
    cap    bigint not null,
    primary key (org_id, period, mode)
);

-- One row for each counted request, written before its work begins. An empty status means that
-- the request was charged and its outcome has not been noted (yet, or because of a crash).
create table ledger (
    id          text primary key,
    org_id      text not null,
    key_id      text,
    family      text,
    operation   text not null,
    mode        text not null,
    period      text not null,
    cost        bigint not null,
    at          bigint not null,
    status      bigint,
    origin_host text not null
);
create index ledger_org on ledger (org_id, at);
create index ledger_family on ledger (family, at);

-- The ledger by hour, kept in the same transactions.
create table usage_hour (
    org_id      text not null,
    hour        bigint not null,
    key_id      text not null,
    operation   text not null,
    origin_host text not null,
    requests    bigint not null,
    units       bigint not null,
    succeeded   bigint not null,
    refused     bigint not null,
    failed      bigint not null,
    primary key (org_id, hour, key_id, operation, origin_host)
);

-- Requests that were refused before they could be counted: per key, reason, page and minute.
create table refusal_minute (
    org_id      text not null,
    minute      bigint not null,
    key_id      text not null,
    reason      text not null,
    origin_host text not null,
    requests    bigint not null,
    primary key (org_id, minute, key_id, reason, origin_host)
);
