-- The words of a text for the search, and its language, kind of horoscope and subject as words. Each
-- begins with a tag of the text's owner, so that a search reads only the words of the library and of
-- its own organization. The program fills them in.
drop trigger content_is_added;
drop trigger content_is_removed;
drop trigger content_is_changed;
drop table content_search;
alter table content add column title_words text not null default '';
alter table content add column body_words text not null default '';
alter table content add column filter_words text not null default '';
create virtual table content_search using fts5(
    title_words, body_words, filter_words, content = 'content', content_rowid = 'number',
    tokenize = 'ascii', prefix = '3 4 10 11'
);
create trigger content_is_added after insert on content begin
    insert into content_search (rowid, title_words, body_words, filter_words)
    values (new.number, new.title_words, new.body_words, new.filter_words);
end;
create trigger content_is_removed after delete on content begin
    insert into content_search (content_search, rowid, title_words, body_words, filter_words)
    values ('delete', old.number, old.title_words, old.body_words, old.filter_words);
end;
create trigger content_is_changed after update of title_words, body_words, filter_words on content begin
    insert into content_search (content_search, rowid, title_words, body_words, filter_words)
    values ('delete', old.number, old.title_words, old.body_words, old.filter_words);
    insert into content_search (rowid, title_words, body_words, filter_words)
    values (new.number, new.title_words, new.body_words, new.filter_words);
end;
insert into content_search (content_search) values ('rebuild');
update content_library set fingerprint = '';

-- The change counter when the text was last written, to read only what has changed.
alter table content add column revision integer not null default 0;
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
alter table organization add column content_history_bytes integer not null default 0;
update organization set content_history_bytes = coalesce((
    select sum(512 + octet_length(title) + octet_length(body) + octet_length(metadata))
    from content_version where org_id = organization.id), 0);
