-- The names of an organization's deleted texts, so that a server can remove them from its memory without
-- reading the names of all others. Only the newest are kept.
create table content_removal (
    org_id   text not null references organization (id),
    revision bigint not null,
    urn      text not null,
    primary key (org_id, revision)
);

-- The texts written since a revision, including those that were restored.
drop index content_overlay;
create index content_changed on content (org_id, revision) where org_id is not null;
