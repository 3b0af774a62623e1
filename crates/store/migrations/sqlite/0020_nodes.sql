-- Which nodes serve, by the database's own clock.
create table node (
    id      text primary key,
    seen_at integer not null
) strict;

-- What only one node does at a time, who does it, and until when without another word from it.
create table lease (
    name       text primary key,
    holder     text not null,
    expires_at integer not null
) strict;
