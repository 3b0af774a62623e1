-- How a request ended: its error code, empty for a success, and how long it took. Both are written with the
-- outcome. Rows counted before have neither.
alter table ledger add column error_code text;
alter table ledger add column latency_us integer;
