-- The words of a text for the search, and its language, kind of horoscope and subject as words. Each
-- begins with a tag of the text's owner, so that a search reads only the words of the library and of
-- its own organization. The program fills them in.
drop index content_search;
alter table content drop column search;
alter table content add column title_words text not null default '';
alter table content add column body_words text not null default '';
alter table content add column filter_words text not null default '';
alter table content add column search tsvector not null generated always as (
    case when title_words = '' then ''::tsvector
    else (replace(title_words, ' ', ':1A ') || ':1A')::tsvector end
    || case when body_words = '' then ''::tsvector
    else (replace(body_words, ' ', ':1D ') || ':1D')::tsvector end
    || case when filter_words = '' then ''::tsvector
    else (replace(filter_words, ' ', ':1B ') || ':1B')::tsvector end
) stored;
-- Without a list of pending entries, which every search would read whole.
create index content_search on content using gin (search) with (fastupdate = off);
update content_library set fingerprint = '';

-- The change counter when the text was last written, to read only what has changed.
alter table content add column revision bigint not null default 0;
create index content_overlay on content (org_id, revision, urn, id)
    where org_id is not null and not restored;
-- Lists by kind, with all that they filter by, and the library texts that an organization's own
-- replace.
create index content_by_kind
    on content (org_id, horoscope, kind, urn, restored, language, subject);
create index content_shown on content (org_id, urn) where not restored;

-- The bytes of an organization's versions, which have a limit.
alter table content_version add column org_id text not null default '';
update content_version set org_id =
    coalesce((select org_id from content where id = content_id), '');
create index content_version_of_org on content_version (org_id, changed_at, content_id, version);
alter table organization add column content_history_bytes bigint not null default 0;
update organization set content_history_bytes = coalesce((
    select sum(512 + octet_length(title) + octet_length(body) + octet_length(metadata))
    from content_version where org_id = organization.id), 0);
