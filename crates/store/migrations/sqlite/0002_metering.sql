-- An organization's own terms; empty means what its plan says.
alter table organization add column rates text;
alter table organization add column quota integer;
alter table organization add column overage integer;
alter table organization add column test_allowance integer;

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
    used   integer not null,
    cap    integer not null,
    primary key (org_id, period, mode)
) strict, without rowid;

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
    cost        integer not null,
    at          integer not null,
    status      integer,
    origin_host text not null
) strict, without rowid;
create index ledger_org on ledger (org_id, at);
create index ledger_family on ledger (family, at);

-- The ledger by hour, kept in the same transactions.
create table usage_hour (
    org_id      text not null,
    hour        integer not null,
    key_id      text not null,
    operation   text not null,
    origin_host text not null,
    requests    integer not null,
    units       integer not null,
    succeeded   integer not null,
    refused     integer not null,
    failed      integer not null,
    primary key (org_id, hour, key_id, operation, origin_host)
) strict, without rowid;

-- Requests that were refused before they could be counted: per key, reason, page and minute.
create table refusal_minute (
    org_id      text not null,
    minute      integer not null,
    key_id      text not null,
    reason      text not null,
    origin_host text not null,
    requests    integer not null,
    primary key (org_id, minute, key_id, reason, origin_host)
) strict, without rowid;
