-- What was used of the allowances for test keys that organizations of one owner share, and of every daily
-- one. `holder` is the person, or the organization that has an allowance of its own; `span` is a month
-- (2026-11) or a day (2026-11-17), UTC. Kept in the same transactions as the ledger.
create table test_usage (
    holder text not null,
    span   text not null,
    used   bigint not null,
    primary key (holder, span)
);
-- What nobody asks for any more is deleted.
create index test_usage_span on test_usage (span);

-- Who created an organization; empty for those of an operator and those made before this was kept.
alter table organization add column created_by text;
create index organization_creator on organization (created_by, created_at) where created_by is not null;

-- Whoever belongs to an organization since its first moment has created it.
update organization set created_by = (
    select m.user_id from membership m
    where m.org_id = organization.id and m.role = 'owner' and m.since = organization.created_at
    order by m.user_id limit 1);

-- The first organization of the installation has an allowance of its own.
insert into installation (name, value)
select 'first_organization', id from organization order by created_at, id limit 1;
