//! Webhook endpoints and their messages: leased to one node, retried, separate for each
//! organization.

use access::{DeliveryId, Random, Timestamp, WebhookId};
use store::{DeliveryRecord, NewDelivery, NewWebhook, PageSize, Store, Tenant, WebhookRecord};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, claim_until, locked, pages_of, tenant};

pub(crate) async fn webhook(store: &Store, tenant: Tenant, random: &dyn Random) -> WebhookRecord {
    let new = NewWebhook {
        id: WebhookId::new(NOW, random),
        url: "https://example.com/hook".parse().unwrap(),
        created_at: NOW,
        created_by: None,
    };
    let mut open = locked(store, tenant).await;
    open.add_webhook(&new).await.unwrap();
    open.commit().await.unwrap();
    store.org(tenant).webhook(new.id).await.unwrap().unwrap()
}

pub(crate) async fn message(store: &Store, tenant: Tenant, to: &WebhookRecord, id: DeliveryId) {
    let new = NewDelivery {
        id,
        kind: "test",
        body: "{\"☉\":1}".to_owned(),
        created_at: NOW,
    };
    let mut open = locked(store, tenant).await;
    open.add_delivery(to, &new).await.unwrap();
    open.commit().await.unwrap();
}

async fn claim(store: &Store, now: Timestamp, until: Timestamp) -> Vec<DeliveryRecord> {
    let claim = claim_until(now, until);
    store.claim_deliveries(claim).await.unwrap()
}

on_both_databases! {
    async fn a_message_is_leased_taken_and_logged(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let hook = webhook(&store, mine, &random).await;
        let id = DeliveryId::new(NOW, &random);
        message(&store, mine, &hook, id).await;
        let leased = claim(&store, NOW, at(60)).await;
        assert_eq!((leased.len(), leased[0].id, leased[0].attempts), (1, id, 1));
        assert_eq!((leased[0].url.as_str(), leased[0].body.as_str()), (hook.url.as_str(), "{\"☉\":1}"));
        assert_eq!(claim(&store, at(59), at(90)).await, [], "another node has claimed it");
        assert!(store.delivery_taken(&leased[0], 204, at(1)).await.unwrap());
        assert!(!store.delivery_taken(&leased[0], 204, at(2)).await.unwrap());
        let log = store.org(mine).deliveries_page(hook.id, None, PageSize::MAX).await.unwrap();
        assert_eq!((log.items[0].status, log.items[0].delivered_at), (Some(204), Some(at(1))));
        assert_eq!(claim(&store, at(100), at(160)).await, []);
        assert_eq!(store.delete_old_deliveries(at(1), 10).await.unwrap(), 0);
        assert_eq!(store.delete_old_deliveries(at(2), 10).await.unwrap(), 1);
    }

    async fn what_is_not_taken_is_tried_again_until_it_is_given_up(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let hook = webhook(&store, mine, &random).await;
        message(&store, mine, &hook, DeliveryId::new(NOW, &random)).await;
        let first = claim(&store, NOW, at(60)).await.remove(0);
        assert!(store.delivery_failed(&first, (Some(500), "answered 500"), Some(at(5)), at(1)).await.unwrap());
        assert_eq!(claim(&store, at(4), at(60)).await, []);
        let second = claim(&store, at(5), at(60)).await.remove(0);
        assert_eq!((second.attempts, second.status), (2, Some(500)));
        assert!(!store.delivery_failed(&first, (None, "late"), None, at(6)).await.unwrap(), "another node has it now");
        assert!(store.delivery_failed(&second, (None, "no answer"), None, at(7)).await.unwrap());
        assert_eq!(claim(&store, at(1_000), at(2_000)).await, []);
        let log = store.org(mine).deliveries_page(hook.id, None, PageSize::MAX).await.unwrap();
        let given_up = &log.items[0];
        assert_eq!((given_up.status, given_up.given_up_at), (None, Some(at(7))));
        assert_eq!(given_up.last_error.as_deref(), Some("no answer"));
    }

    async fn a_lease_that_ran_out_is_another_nodes(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let hook = webhook(&store, mine, &random).await;
        message(&store, mine, &hook, DeliveryId::new(NOW, &random)).await;
        claim(&store, NOW, at(60)).await;
        let again = claim(&store, at(60), at(120)).await;
        assert_eq!(again[0].attempts, 2);
    }

    async fn another_organizations_endpoint_is_not_found(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let hook = webhook(&store, mine, &random).await;
        message(&store, mine, &hook, DeliveryId::new(NOW, &random)).await;
        assert_eq!(store.org(foreign).webhook(hook.id).await.unwrap(), None);
        assert_eq!(store.org(foreign).webhooks().await.unwrap(), []);
        let log = store.org(foreign).deliveries_page(hook.id, None, PageSize::MAX).await.unwrap();
        assert_eq!((log.items.len(), log.total), (0, 0));
        let mut open = locked(&store, foreign).await;
        assert!(!open.delete_webhook(hook.id).await.unwrap());
        assert_eq!(open.deliveries_since(hook.id, "test", at(0)).await.unwrap(), 0);
        open.commit().await.unwrap();
        assert_eq!(store.org(mine).webhooks().await.unwrap(), [hook]);
    }

    async fn an_endpoint_goes_with_its_messages(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let hook = webhook(&store, mine, &random).await;
        for _ in 0..3 {
            message(&store, mine, &hook, DeliveryId::new(NOW, &random)).await;
        }
        let page = store.org(mine).deliveries_page(hook.id, None, pages_of(2)).await.unwrap();
        assert_eq!((page.items.len(), page.total, page.next.is_some()), (2, 3, true));
        assert!(page.items[0].id > page.items[1].id, "newest first");
        let mut open = locked(&store, mine).await;
        let before = Timestamp::from_micros(NOW.micros() - 1);
        assert_eq!(open.deliveries_since(hook.id, "test", before).await.unwrap(), 3);
        assert_eq!(open.deliveries_since(hook.id, "test", NOW).await.unwrap(), 0);
        assert_eq!(open.webhooks().await.unwrap(), std::slice::from_ref(&hook));
        assert!(open.delete_webhook(hook.id).await.unwrap());
        open.commit().await.unwrap();
        assert_eq!(claim(&store, NOW, at(60)).await, []);
    }
}
