//! Fairness of the queue: a claim is shared fairly between organizations, and limited per
//! organization and lane.

use std::collections::BTreeSet;

use access::{DeliveryId, MailId, Timestamp};
use store::{
    DeliveryRecord, InvitationMail, InvitationMails, MailRecord, NewMail, QueueClaim, QueueLimits,
    Store, Tenant, WebhookRecord,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, person, tenant};
use crate::webhook::{message, webhook};

/// Four messages per organization in flight, one per endpoint.
const LIMITS: QueueLimits = QueueLimits {
    per_org: 4,
    per_lane: 1,
};

struct Queue {
    store: Store,
    random: Sequence,
}

impl Queue {
    async fn new(database: &store::testing::TestDatabase) -> Self {
        Self {
            store: database.open().await,
            random: Sequence::from(1),
        }
    }

    /// Creates an organization with this many endpoints.
    async fn org(&self, endpoints: usize) -> (Tenant, Vec<WebhookRecord>) {
        let tenant = tenant(&self.store, &self.random).await;
        let mut hooks = Vec::new();
        for _ in 0..endpoints {
            hooks.push(webhook(&self.store, tenant, &self.random).await);
        }
        (tenant, hooks)
    }

    async fn messages(&self, tenant: Tenant, to: &WebhookRecord, count: usize) {
        for _ in 0..count {
            let id = DeliveryId::new(NOW, &self.random);
            message(&self.store, tenant, to, id).await;
        }
    }

    async fn claim(&self, now: Timestamp, most: u32) -> Vec<DeliveryRecord> {
        let claim = QueueClaim {
            now,
            until: now.plus(std::time::Duration::from_mins(2)),
            most,
            limits: LIMITS,
        };
        self.store.claim_deliveries(claim).await.unwrap()
    }

    async fn mails(&self, tenant: Option<Tenant>, count: usize) {
        for number in 0..count {
            let mail = NewMail {
                id: MailId::new(NOW, &self.random),
                recipient: format!("{number}@example.com").parse().unwrap(),
                kind: "alert".to_owned(),
                payload: String::new(),
                language: "en".to_owned(),
                created_at: NOW,
            };
            if let Some(tenant) = tenant {
                let mut open = locked(&self.store, tenant).await;
                open.add_mail(&mail).await.unwrap();
                open.commit().await.unwrap();
            } else {
                let mut open = self.store.begin().await.unwrap();
                open.add_mail(&mail).await.unwrap();
                open.commit().await.unwrap();
            }
        }
    }

    /// Claims e-mails, at most two per organization in flight.
    async fn claim_mails(&self, most: u32) -> Vec<MailRecord> {
        let claim = QueueClaim {
            now: NOW,
            until: at(120),
            most,
            limits: QueueLimits {
                per_org: 2,
                per_lane: 2,
            },
        };
        self.store.claim_mails(claim).await.unwrap()
    }
}

fn lanes(claimed: &[DeliveryRecord]) -> BTreeSet<String> {
    claimed.iter().map(|it| it.webhook.to_string()).collect()
}

on_both_databases! {
    async fn an_endpoint_gets_one_message_at_a_time(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (org, hooks) = queue.org(1).await;
        queue.messages(org, &hooks[0], 3).await;
        let first = queue.claim(NOW, 64).await;
        assert_eq!(first.len(), 1);
        assert_eq!(queue.claim(NOW, 64).await, []);
        assert!(queue.store.delivery_taken(&first[0], 200, at(1)).await.unwrap());
        let second = queue.claim(at(1), 64).await;
        assert_eq!(second.len(), 1);
        assert!(second[0].id > first[0].id, "oldest first");
    }

    async fn an_organization_has_a_few_messages_under_way_at_once(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (org, hooks) = queue.org(6).await;
        for hook in &hooks {
            queue.messages(org, hook, 2).await;
        }
        let claimed = queue.claim(NOW, 64).await;
        assert_eq!((claimed.len(), lanes(&claimed).len()), (4, 4));
        assert_eq!(queue.claim(NOW, 64).await, []);
        assert!(queue.store.delivery_failed(&claimed[0], (None, "no"), None, at(1)).await.unwrap());
        assert_eq!(queue.claim(at(1), 64).await.len(), 1);
    }

    async fn a_backlog_does_not_delay_another_organization(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (large, hooks) = queue.org(5).await;
        for hook in &hooks {
            queue.messages(large, hook, 30).await;
        }
        let (small, hook) = queue.org(1).await;
        queue.messages(small, &hook[0], 1).await;
        // Two places: each organization gets one, although 150 messages have waited longer.
        let claimed = queue.claim(NOW, 2).await;
        assert_eq!(claimed.len(), 2);
        assert!(lanes(&claimed).contains(&hook[0].id.to_string()));
    }

    /// With one place on the node, organizations with a backlog and one with a single message take
    /// turns: the place goes to the organization that has waited longest for a turn, not to the
    /// oldest message.
    async fn organizations_take_turns(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (mut hooks, mut served) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let (org, hook) = queue.org(1).await;
            queue.messages(org, &hook[0], 3).await;
            hooks.push(hook[0].id);
        }
        for second in 1..=9 {
            let claimed = queue.claim(at(second), 1).await;
            served.push(claimed[0].webhook);
            assert!(queue.store.delivery_taken(&claimed[0], 200, at(second)).await.unwrap());
        }
        for round in served.chunks(3) {
            assert_eq!(round, hooks, "one of each in every round");
        }
    }

    async fn a_crashed_nodes_messages_count_until_their_lease_ends(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (org, hooks) = queue.org(1).await;
        queue.messages(org, &hooks[0], 2).await;
        let lost = queue.claim(NOW, 64).await;
        assert_eq!(queue.claim(at(119), 64).await, []);
        let again = queue.claim(at(120), 64).await;
        assert_eq!((again[0].id, again[0].attempts), (lost[0].id, 2));
    }

    async fn nodes_that_claim_at_once_stay_within_the_limits_together(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let (org, hooks) = queue.org(6).await;
        for hook in &hooks {
            queue.messages(org, hook, 5).await;
        }
        let claims = (0..8).map(|_| queue.claim(NOW, 64));
        let claimed: Vec<_> = futures_util::future::join_all(claims).await.concat();
        assert_eq!((claimed.len(), lanes(&claimed).len()), (4, 4));
    }

    async fn mail_of_an_organization_does_not_delay_links_for_a_new_password(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let org = tenant(&queue.store, &queue.random).await;
        queue.mails(Some(org), 50).await;
        queue.mails(None, 1).await;
        let claimed = queue.claim_mails(8).await;
        assert_eq!(claimed.len(), 2, "one of each");
        assert_eq!(queue.claim_mails(8).await.len(), 1, "the organization's second e-mail");
        assert_eq!(queue.claim_mails(8).await, []);
        // The organization's e-mails were written first.
        let of_org = claimed.iter().map(|it| it.id).min().unwrap();
        assert!(queue.store.mail_sent(of_org, at(1)).await.unwrap());
        assert_eq!(queue.claim_mails(8).await.len(), 1);
    }

    async fn invitations_are_counted_per_sender_and_per_domain(database: &TestDatabase) {
        let queue = Queue::new(database).await;
        let ann = person(&queue.store, &queue.random, "ann@example.org").await;
        let bob = person(&queue.store, &queue.random, "bob@example.org").await;
        let mut open = queue.store.begin().await.unwrap();
        let sent = [(ann, Some("example.com"), 1), (ann, None, 2), (bob, Some("example.com"), 3)];
        for (sender, domain, second) in sent {
            let mail = InvitationMail {
                id: MailId::new(NOW, &queue.random),
                sender,
                domain: domain.map(str::to_owned),
                sent_at: at(second),
            };
            open.add_invitation_mail(&mail).await.unwrap();
        }
        let (from, to) = (InvitationMails::From(ann), InvitationMails::To("example.com".to_owned()));
        for mails in [&from, &to] {
            open.lock_invitation_mails(mails).await.unwrap();
        }
        let check = async |open: &mut store::OpenTransaction, mails: &InvitationMails, later: u32, after: u64, expected: Option<u64>| {
            let found = open.invitation_mail_sent_at(mails, later, at(after)).await.unwrap();
            assert_eq!(found, expected.map(at), "{mails:?} {later} {after}");
        };
        check(&mut open, &from, 0, 0, Some(2)).await;
        check(&mut open, &from, 1, 0, Some(1)).await;
        check(&mut open, &from, 1, 1, None).await;
        check(&mut open, &from, 2, 0, None).await;
        check(&mut open, &to, 0, 0, Some(3)).await;
        check(&mut open, &to, 1, 0, Some(1)).await;
        open.commit().await.unwrap();
        assert_eq!(queue.store.delete_old_invitation_mails(at(3), 10).await.unwrap(), 2);
        assert_eq!(queue.store.delete_old_invitation_mails(at(3), 10).await.unwrap(), 0);
    }
}
