-- The ledger in less than half of the room: ids as their sixteen bytes, no month (the instant tells it), and
-- rows in the order they come. The indexes hold a row's number instead of the request's name; a row is
-- found by its organization, instant and id. An empty class means the ordinary rates.
alter table ledger rename to ledger_of_text;
drop index ledger_org;
drop index ledger_family;
drop index ledger_class;
create table ledger (
    number      integer primary key,
    id          blob not null,
    org_id      blob not null,
    key_id      blob,
    family      blob,
    user_id     blob,
    operation   text not null,
    mode        text not null,
    rate_class  text,
    cost        integer not null,
    at          integer not null,
    status      integer,
    origin_host text not null
) strict;
insert into ledger (id, org_id, key_id, family, user_id, operation, mode, rate_class, cost, at, status, origin_host)
select unhex(substr(id, 5)), unhex(substr(org_id, 5)), unhex(substr(key_id, 5)), unhex(substr(family, 5)),
    unhex(substr(user_id, 5)), operation, mode, nullif(rate_class, 'ordinary'), cost, at, status, origin_host
from ledger_of_text order by id;
drop table ledger_of_text;
create index ledger_org on ledger (org_id, at);
create index ledger_family on ledger (family, at);
create index ledger_class on ledger (org_id, rate_class, at) where rate_class is not null;
