-- An e-mail address that waits for its confirmation, how the dashboard looks to a person, and where each
-- session was used last.
alter table person add column new_email text;
alter table person add column theme text;
alter table person add column time_zone text;
alter table session add column seen_address text;
