-- Facts about the installation itself: which master secret it was made with, when.
create table installation (
    name  text primary key,
    value text not null
) strict;

-- One counter, raised by every change that a running server must notice (see change.rs).
create table revision (
    id    integer primary key check (id = 1),
    value integer not null
) strict;
insert into revision (id, value) values (1, 0);

create table organization (
    id         text primary key,
    name       text not null,
    plan       text not null,
    status     text not null,
    created_at integer not null,
    revision   integer not null
) strict;
create index organization_revision on organization (revision);

create table api_key (
    id             text primary key,
    org_id         text not null references organization (id),
    name           text not null,
    mode           text not null,
    digest         blob not null unique,
    pepper_version integer not null,
    display        text not null,
    permissions    text not null,
    enabled        integer not null,
    expires_at     integer,
    revoked_at     integer,
    created_at     integer not null,
    revision       integer not null
) strict;
create index api_key_org on api_key (org_id, id);
create index api_key_revision on api_key (revision);

-- The one-time link with which the first owner account is created.
create table setup_token (
    id         integer primary key check (id = 1),
    digest     blob not null,
    expires_at integer not null
) strict;
