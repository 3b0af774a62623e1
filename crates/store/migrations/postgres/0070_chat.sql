-- Chatbots of organizations, the people they talk about, and what was said. A deleted chatbot keeps its row until its
-- conversations are deleted, which takes several transactions.
create table chatbot (
    id                      text primary key,
    org_id                  text not null references organization (id),
    name                    text not null,
    instructions            text not null,
    domains                 text,
    max_units               bigint not null,
    max_message_characters  bigint not null,
    max_history             bigint not null,
    max_tool_rounds         bigint not null,
    daily_messages          bigint not null,
    daily_messages_per_user bigint not null,
    retention_days          bigint not null,
    created_at              bigint not null,
    created_by              text,
    deleted_at              bigint
);
create index chatbot_org on chatbot (org_id, id);
create index chatbot_deleted on chatbot (deleted_at) where deleted_at is not null;

create table chat_profile (
    id         text primary key,
    org_id     text not null references organization (id),
    chatbot_id text not null references chatbot (id),
    name       text not null,
    birth_data text not null,
    created_at bigint not null,
    created_by text
);
create index chat_profile_chatbot on chat_profile (chatbot_id, id);

create table chat_conversation (
    id         text primary key,
    org_id     text not null references organization (id),
    chatbot_id text not null references chatbot (id),
    end_user   text,
    expires_at bigint not null,
    updated_at bigint not null
);
create index chat_conversation_chatbot on chat_conversation (chatbot_id, id);
create index chat_conversation_end on chat_conversation (expires_at);

create table chat_message (
    request_id      text primary key,
    org_id          text not null references organization (id),
    conversation_id text not null references chat_conversation (id) on delete cascade,
    question        text not null,
    answer          text not null,
    facts           text not null,
    at              bigint not null
);
create index chat_message_conversation on chat_message (conversation_id, request_id);

-- Messages and units of a chatbot per day (UTC): its limit and its usage.
create table chat_day (
    chatbot_id text not null references chatbot (id),
    day        text not null,
    org_id     text not null references organization (id),
    messages   bigint not null,
    failed     bigint not null,
    units      bigint not null,
    primary key (chatbot_id, day)
);
create index chat_day_day on chat_day (day);

-- Messages of an end user per day. The user is a digest.
create table chat_user_day (
    chatbot_id text not null references chatbot (id),
    end_user   text not null,
    day        text not null,
    messages   bigint not null,
    primary key (chatbot_id, end_user, day)
);
create index chat_user_day_day on chat_user_day (day);
