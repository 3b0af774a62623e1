-- Image URLs for web pages. They work until they expire or are deleted.
create table embed_url (
    id         text primary key,
    org_id     text not null references organization (id),
    key_id     text not null references api_key (id),
    name       text not null,
    path       text not null,
    query      text not null,
    created_at integer not null,
    created_by text,
    expires_at integer not null
) strict;
create index embed_url_key on embed_url (org_id, key_id, id);
create index embed_url_end on embed_url (expires_at);
