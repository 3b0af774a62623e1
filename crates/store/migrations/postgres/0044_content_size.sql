-- How many texts of its own an organization has, and the bytes of their titles and bodies. Both have a
-- limit, which is checked with every new text: adding up thousands of texts would cost too much.
alter table organization add column content_texts bigint not null default 0;
alter table organization add column content_bytes bigint not null default 0;
update organization set
    content_texts = (select count(*) from content where org_id = organization.id),
    content_bytes = coalesce((
        select sum(octet_length(title) + octet_length(body))
        from content where org_id = organization.id), 0);
