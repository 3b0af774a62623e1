-- Whether the hashes of passwords and the kept secrets of authenticators and webhooks are sealed. A new
-- database never holds others; in one of an earlier version the next start seals them.
insert into installation (name, value)
select 'secrets_sealed', case
    when exists (select 1 from installation where name = 'master_secret_fingerprint') then 'no'
    else 'yes'
end;
