-- When the person of a session last proved who they are, after signing in; null: only then.
alter table session add column proved_at integer;
