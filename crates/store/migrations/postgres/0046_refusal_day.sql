-- Refused requests by day: the most frequent ones of a month are found without reading its minutes.
-- `key_id` is `other` for the keys beyond the first of a day.
create table refusal_day (
    org_id      text not null,
    day         bigint not null,
    key_id      text not null,
    reason      text not null,
    last_minute bigint not null,
    requests    bigint not null,
    primary key (org_id, day, key_id, reason)
);
create index refusal_day_old on refusal_day (day);

-- Only the newest minutes are added up, because there may be millions and the service waits for this.
-- All others are deleted when they are old enough.
insert into refusal_day (org_id, day, key_id, reason, last_minute, requests)
select org_id, minute / 1440, key_id, reason, max(minute), cast(sum(requests) as bigint)
from (select org_id, minute, key_id, reason, requests from refusal_minute order by minute desc limit 50000) as newest
group by org_id, minute / 1440, key_id, reason;
