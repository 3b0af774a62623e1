-- Whether someone hid the checklist of the first steps.
alter table person add column checklist_hidden boolean not null default false;
