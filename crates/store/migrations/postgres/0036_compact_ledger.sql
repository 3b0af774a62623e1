-- The ledger in less than half of the room: ids as their sixteen bytes, and no month (the instant tells it). An
-- empty class means the ordinary rates.
drop index ledger_org;
drop index ledger_family;
drop index ledger_class;
alter table ledger
    drop column period,
    alter column rate_class drop default,
    alter column rate_class drop not null;
alter table ledger
    alter column id type bytea using decode(substr(id, 5), 'hex'),
    alter column org_id type bytea using decode(substr(org_id, 5), 'hex'),
    alter column key_id type bytea using decode(substr(key_id, 5), 'hex'),
    alter column family type bytea using decode(substr(family, 5), 'hex'),
    alter column user_id type bytea using decode(substr(user_id, 5), 'hex'),
    alter column rate_class type text using nullif(rate_class, 'ordinary');
create index ledger_org on ledger (org_id, at);
create index ledger_family on ledger (family, at);
create index ledger_class on ledger (org_id, rate_class, at) where rate_class is not null;
