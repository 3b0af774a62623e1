-- Modules an organization has besides those of its plan.
create table module_grant (
    org_id     text not null references organization (id),
    module     text not null,
    source     text not null,
    granted_at bigint not null,
    expires_at bigint,
    primary key (org_id, module, source)
);

-- Who asked, where it was a person and no key; and the rates of the organization it was admitted
-- under besides the ordinary ones. Hours name the key or the person in `key_id`.
alter table ledger add column user_id text;
alter table ledger add column rate_class text not null default 'ordinary';
