-- The language an e-mail is written in: its words are made when it is sent.
alter table outbox add column language text not null default 'en';
