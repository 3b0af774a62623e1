-- Failed attempts to sign in that are not in the audit log yet, by the hour in which they happened: one row
-- per account, or per network address where there is no such account. A bounded number of rows.
create table sign_in_tally (
    hour    integer not null,
    subject text not null,
    address text not null,
    reason  text not null,
    count   integer not null,
    primary key (hour, subject, address, reason)
) strict;

-- Addresses for which a link to choose a new password was asked, whether they have an account or
-- not. A job looks them up, so that the answer to whoever asks takes equally long.
create table password_reset_request (
    email_unique text primary key,
    email        text not null,
    language     text not null,
    created_at   integer not null
) strict;
create index password_reset_request_created on password_reset_request (created_at);
