-- How far the clock of a node is ahead of the database's, in microseconds.
alter table node add column clock_ahead_us integer;
