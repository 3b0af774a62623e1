-- The ledger by day, once for each thing it is added up by: a page over a quarter reads days, not the
-- hours of every key, operation and page. Kept in the same transactions as the hours. `label` names a
-- key or a person, an operation, or a page.
create table usage_day (
    org_id    text not null,
    dimension text not null,
    label     text not null,
    day       integer not null,
    requests  integer not null,
    units     integer not null,
    succeeded integer not null,
    refused   integer not null,
    failed    integer not null,
    primary key (org_id, dimension, label, day)
) without rowid;
insert into usage_day
select org_id, 'key', key_id, hour / 24, sum(requests), sum(units), sum(succeeded), sum(refused), sum(failed)
from usage_hour group by org_id, key_id, hour / 24;
insert into usage_day
select org_id, 'operation', operation, hour / 24, sum(requests), sum(units), sum(succeeded), sum(refused), sum(failed)
from usage_hour group by org_id, operation, hour / 24;
insert into usage_day
select org_id, 'origin', origin_host, hour / 24, sum(requests), sum(units), sum(succeeded), sum(refused), sum(failed)
from usage_hour group by org_id, origin_host, hour / 24;

-- Requests with rates of their own are few: their log is rebuilt without reading all the others.
create index ledger_class on ledger (org_id, rate_class, at) where rate_class <> 'ordinary';

-- What was refused long ago is deleted.
create index refusal_minute_old on refusal_minute (minute);
