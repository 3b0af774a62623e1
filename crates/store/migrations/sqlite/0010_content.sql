-- Texts: those of the library (without an organization), custom copies of them and an organization's
-- own. A restored copy gives way to the text it was copied from.
create table content (
    number     integer primary key,
    id         text not null unique,
    org_id     text references organization (id),
    urn        text not null,
    horoscope  text not null,
    kind       text not null,
    subject    text not null,
    language   text not null,
    title      text not null,
    body       text not null,
    metadata   text not null,
    base_id    text,
    restored   integer not null default 0 check (restored in (0, 1)),
    version    integer not null,
    created_at integer not null,
    updated_at integer not null
) strict;

-- One text for each name: of the library, and of each organization.
create unique index content_of_org on content (org_id, urn) where org_id is not null;
create unique index content_of_library on content (urn) where org_id is null;

-- What a text was after each change.
create table content_version (
    content_id text not null references content (id) on delete cascade,
    version    integer not null,
    action     text not null,
    title      text not null,
    body       text not null,
    metadata   text not null,
    changed_at integer not null,
    changed_by text not null,
    primary key (content_id, version)
) strict;

-- The same words on both databases: whole words in lower case, accents kept.
create virtual table content_search using fts5(
    title, body, content = 'content', content_rowid = 'number',
    tokenize = "unicode61 remove_diacritics 0", prefix = '2 3'
);
create trigger content_is_added after insert on content begin
    insert into content_search (rowid, title, body) values (new.number, new.title, new.body);
end;
create trigger content_is_removed after delete on content begin
    insert into content_search (content_search, rowid, title, body)
    values ('delete', old.number, old.title, old.body);
end;
create trigger content_is_changed after update of title, body on content begin
    insert into content_search (content_search, rowid, title, body)
    values ('delete', old.number, old.title, old.body);
    insert into content_search (rowid, title, body) values (new.number, new.title, new.body);
end;

-- Which texts of the library are in the table.
create table content_library (
    id          integer primary key check (id = 1),
    fingerprint text not null
) strict;
insert into content_library (id, fingerprint) values (1, '');

-- The change counter at the last change to one of an organization's texts.
alter table organization add column content_revision integer not null default 0;
create index organization_content_revision on organization (content_revision);

-- What an organization has bought besides its plan.
create table billing_line (
    id           text primary key,
    org_id       text not null references organization (id),
    kind         text not null,
    subject      text not null,
    quantity     integer not null,
    amount_minor integer not null,
    currency     text not null,
    begins_at    integer not null,
    ends_at      integer,
    created_at   integer not null,
    created_by   text not null
) strict;
create index billing_line_of_org on billing_line (org_id, id);
