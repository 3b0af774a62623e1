-- Texts: those of the library (without an organization), custom copies of them and an organization's
-- own. A restored copy gives way to the text it was copied from. Names sort by their bytes, as in
-- SQLite. The same words are found on both databases: whole words in lower case, accents kept.
create table content (
    number     bigint generated always as identity primary key,
    id         text not null unique,
    org_id     text references organization (id),
    urn        text collate "C" not null,
    horoscope  text not null,
    kind       text not null,
    subject    text not null,
    language   text not null,
    title      text not null,
    body       text not null,
    metadata   text not null,
    base_id    text,
    restored   boolean not null default false,
    version    bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    search     tsvector not null generated always as (
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'D')
    ) stored
);

-- One text for each name: of the library, and of each organization.
create unique index content_of_org on content (org_id, urn) where org_id is not null;
create unique index content_of_library on content (urn) where org_id is null;
create index content_search on content using gin (search);

-- What a text was after each change.
create table content_version (
    content_id text not null references content (id) on delete cascade,
    version    bigint not null,
    action     text not null,
    title      text not null,
    body       text not null,
    metadata   text not null,
    changed_at bigint not null,
    changed_by text not null,
    primary key (content_id, version)
);

-- Which texts of the library are in the table.
create table content_library (
    id          bigint primary key check (id = 1),
    fingerprint text not null
);
insert into content_library (id, fingerprint) values (1, '');

-- The change counter at the last change to one of an organization's texts.
alter table organization add column content_revision bigint not null default 0;
create index organization_content_revision on organization (content_revision);

-- What an organization has bought besides its plan.
create table billing_line (
    id           text primary key,
    org_id       text not null references organization (id),
    kind         text not null,
    subject      text not null,
    quantity     bigint not null,
    amount_minor bigint not null,
    currency     text not null,
    begins_at    bigint not null,
    ends_at      bigint,
    created_at   bigint not null,
    created_by   text not null
);
create index billing_line_of_org on billing_line (org_id, id);
