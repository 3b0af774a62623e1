//! Chatbots and conversations: separate for each organization, counted exactly, deleted when they have ended.

use access::{ChatProfileId, ChatbotId, ConversationId, Day, DomainRule, Random, RequestId};
use store::{
    ChatExchange, ChatLimit, ChatOutcome, ChatProfileRecord, ChatSender, ChatbotLimits,
    ChatbotRecord, ChatbotSettings, ConversationRecord, NewExchange, PageSize, Store, Tenant,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, tenant};

const LIMITS: ChatbotLimits = ChatbotLimits {
    max_units: 20,
    max_message_characters: 500,
    max_history: 4,
    max_tool_rounds: 3,
    daily_messages: 3,
    daily_messages_per_user: 2,
    retention_days: 1,
};
const DAY_SECONDS: u64 = 24 * 60 * 60;

async fn added(store: &Store, tenant: Tenant, random: &dyn Random) -> ChatbotRecord {
    let new = ChatbotRecord {
        id: ChatbotId::new(NOW, random),
        org: tenant.org_id(),
        settings: ChatbotSettings {
            name: "Astra".parse().unwrap(),
            instructions: "Be brief.".to_owned(),
            domains: DomainRule::Unrestricted,
            limits: LIMITS,
        },
        created_at: NOW,
        created_by: None,
    };
    let mut open = locked(store, tenant).await;
    open.add_chatbot(&new).await.unwrap();
    open.commit().await.unwrap();
    new
}

fn sender(chatbot: &ChatbotRecord, end_user: &str) -> ChatSender {
    ChatSender {
        chatbot: chatbot.id,
        end_user: end_user.to_owned(),
        day: Day::of(NOW),
    }
}

fn exchange(conversation: &ConversationRecord, question: &str, random: &dyn Random) -> NewExchange {
    NewExchange {
        conversation: conversation.clone(),
        request: RequestId::new(NOW, random),
        exchange: ChatExchange {
            question: question.to_owned(),
            answer: format!("Answer to {question}"),
        },
        facts: "[]".to_owned(),
        at: NOW,
    }
}

const ANSWERED: ChatOutcome = ChatOutcome {
    failed: false,
    returned: 18,
};

async fn said(store: &Store, tenant: Tenant, chatbot: &ChatbotRecord, new: &NewExchange) {
    let inside = store.org(tenant);
    let of_day = (chatbot, Day::of(NOW));
    let finished = inside.finish_chat_message(of_day, ANSWERED, Some(new));
    finished.await.unwrap();
}

on_both_databases! {
    async fn a_chatbot_belongs_to_one_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, other) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let chatbot = added(&store, mine, &random).await;
        assert_eq!(store.org(mine).chatbot(chatbot.id).await.unwrap(), Some(chatbot.clone()));
        assert_eq!(store.org(other).chatbot(chatbot.id).await.unwrap(), None);
        let mut foreign = locked(&store, other).await;
        assert_eq!(foreign.chatbot(chatbot.id).await.unwrap(), None);
        assert!(!foreign.delete_chatbot(chatbot.id, NOW).await.unwrap());
        foreign.commit().await.unwrap();

        let profile = ChatProfileRecord {
            id: ChatProfileId::new(NOW, &random),
            chatbot: chatbot.id,
            name: "Ann".parse().unwrap(),
            birth_data: "{}".to_owned(),
            created_at: NOW,
            created_by: None,
        };
        let mut own = locked(&store, mine).await;
        own.add_chat_profile(&profile).await.unwrap();
        let mut settings = chatbot.settings.clone();
        settings.limits.max_units = 30;
        own.set_chatbot(chatbot.id, &settings).await.unwrap();
        assert_eq!(own.count_chat_profiles(chatbot.id).await.unwrap(), 1);
        own.commit().await.unwrap();
        let inside = store.org(mine);
        assert_eq!(inside.chatbot(chatbot.id).await.unwrap().unwrap().settings, settings);
        let page = inside.chat_profiles_page(chatbot.id, None, PageSize::MAX).await.unwrap();
        assert_eq!(page.items, std::slice::from_ref(&profile));
        let foreign = store.org(other).chat_profile(chatbot.id, profile.id).await;
        assert_eq!(foreign.unwrap(), None);
    }

    async fn daily_limits_are_exact(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let chatbot = added(&store, mine, &random).await;
        let inside = store.org(mine);
        for (user, expected) in [
            ("a", None),
            ("a", None),
            ("a", Some(ChatLimit::EndUser)),
            ("b", None),
            ("c", Some(ChatLimit::Chatbot)),
        ] {
            let sender = sender(&chatbot, user);
            assert_eq!(inside.reached_chat_limit(&sender, LIMITS).await.unwrap(), expected);
            assert_eq!(inside.count_chat_message(&sender, LIMITS).await.unwrap(), expected);
        }
        let failed = ChatOutcome { failed: true, returned: 20 };
        inside.finish_chat_message((&chatbot, Day::of(NOW)), failed, None).await.unwrap();
        inside.finish_chat_message((&chatbot, Day::of(NOW)), ANSWERED, None).await.unwrap();
        let days = inside.chat_days(chatbot.id, Day::of(NOW)).await.unwrap();
        // Three messages of 20 units, of which 38 were returned. The third has not ended.
        let counted: Vec<_> = days.iter().map(|it| (it.messages, it.failed, it.units)).collect();
        assert_eq!(counted, [(3, 1, 22)]);
    }

    async fn a_conversation_ends_after_its_retention(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, other) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let chatbot = added(&store, mine, &random).await;
        let conversation = ConversationRecord {
            id: ConversationId::new(NOW, &random),
            end_user: Some("digest".to_owned()),
        };
        for question in ["one", "two", "three"] {
            said(&store, mine, &chatbot, &exchange(&conversation, question, &random)).await;
        }
        let inside = store.org(mine);
        let last = inside.last_exchanges(conversation.id, 2).await.unwrap();
        let questions: Vec<_> = last.iter().map(|it| it.question.as_str()).collect();
        assert_eq!(questions, ["two", "three"]);
        assert_eq!(store.org(other).last_exchanges(conversation.id, 2).await.unwrap(), []);
        let found = async |seconds| {
            inside.conversation(chatbot.id, conversation.id, at(seconds)).await.unwrap()
        };
        assert_eq!(found(DAY_SECONDS - 1).await, Some(conversation.clone()));
        assert_eq!(found(DAY_SECONDS).await, None);
        assert_eq!(store.delete_old_conversations(at(DAY_SECONDS - 1), 10).await.unwrap(), 0);
        assert_eq!(store.delete_old_conversations(at(DAY_SECONDS), 10).await.unwrap(), 1);
        assert_eq!(inside.last_exchanges(conversation.id, 2).await.unwrap(), []);
    }

    async fn a_deleted_chatbot_takes_everything_with_it(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let chatbot = added(&store, mine, &random).await;
        let conversation = ConversationRecord { id: ConversationId::new(NOW, &random), end_user: None };
        let inside = store.org(mine);
        inside.count_chat_message(&sender(&chatbot, "a"), LIMITS).await.unwrap();
        said(&store, mine, &chatbot, &exchange(&conversation, "one", &random)).await;
        let mut own = locked(&store, mine).await;
        assert!(own.delete_chatbot(chatbot.id, NOW).await.unwrap());
        assert!(!own.delete_chatbot(chatbot.id, NOW).await.unwrap());
        own.commit().await.unwrap();
        assert_eq!(inside.chatbot(chatbot.id).await.unwrap(), None);
        assert_eq!(store.delete_chats_of_deleted_chatbots(10).await.unwrap(), 0);
        assert_eq!(store.delete_old_conversations(NOW, 10).await.unwrap(), 1);
        // An answer that was under way is not kept.
        said(&store, mine, &chatbot, &exchange(&conversation, "late", &random)).await;
        assert_eq!(store.delete_old_conversations(NOW, 10).await.unwrap(), 0);
        assert_eq!(store.delete_chats_of_deleted_chatbots(10).await.unwrap(), 1);
        assert_eq!(inside.chat_days(chatbot.id, Day::of(NOW)).await.unwrap(), []);
    }
}
