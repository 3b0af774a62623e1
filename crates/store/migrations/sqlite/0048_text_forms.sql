-- The short and the long form of a text. Empty where it has none.
alter table content add column teaser text not null default '';
alter table content add column long_body text not null default '';
alter table content_version add column teaser text not null default '';
alter table content_version add column long_body text not null default '';
