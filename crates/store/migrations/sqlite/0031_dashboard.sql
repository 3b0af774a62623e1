-- The language someone reads the interface in; null follows their browser.
alter table person add column language text;

-- How a key was used of late, without reading every other key's hours.
create index usage_hour_key on usage_hour (org_id, key_id, hour);
