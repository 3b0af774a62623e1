-- A second link of an invitation, which its inviter copies instead of waiting for the e-mail.
alter table invitation add column link_digest blob;
create unique index invitation_link on invitation (link_digest) where link_digest is not null;
