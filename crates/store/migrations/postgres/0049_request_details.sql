-- How a request ended: its error code, empty for a success, and how long it took. Both are written with the
-- outcome. Rows counted before have neither. An empty column takes no room, and no row is rewritten.
alter table ledger
    add column error_code text,
    add column latency_us integer;
