-- Which version of the master secret a code was digested with.
alter table recovery_code add column secret_version bigint not null default 1;

-- Secrets that others hold and that an earlier master secret yielded, hidden by the current one:
-- those of authenticators and of webhooks.
create table sealed_secret (
    kind       text not null,
    subject    text not null,
    generation bigint not null,
    bytes      bytea not null,
    primary key (kind, subject)
);
