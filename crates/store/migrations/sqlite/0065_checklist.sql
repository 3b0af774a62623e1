-- Whether someone hid the checklist of the first steps.
alter table person add column checklist_hidden integer not null default 0;
