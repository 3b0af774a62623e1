//! The store's suite: every test runs on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop right there"
)]

mod access_change;
mod alert;
mod attempt;
mod audit;
mod billing;
mod chat;
mod content;
mod copy;
mod corrupt;
mod counter;
mod durability;
mod embed_url;
mod idempotency;
mod installation;
mod invitation;
mod key_change;
mod ledger;
mod ledger_search;
mod locked;
mod membership;
mod node;
mod one_time;
mod org_change;
mod outbox;
mod queue;
mod refusal;
mod schema;
mod second_factor;
mod secret;
mod session;
mod sign_in;
mod statement;
mod usage;
mod user;
mod webhook;

/// Declares tests that run on both databases. The PostgreSQL half does nothing if no server was
/// started for it. `cargo xtask test` starts one and reports if it cannot.
macro_rules! on_both_databases {
    ($($(#[$doc:meta])* async fn $name:ident($database:ident: &TestDatabase) $body:block)+) => {
        mod on_sqlite {
            $($(#[$doc])* #[tokio::test]
            async fn $name() {
                super::$name(&store::testing::TestDatabase::sqlite()).await;
            })+
        }
        mod on_postgres {
            $($(#[$doc])* #[tokio::test]
            async fn $name() {
                match store::testing::TestDatabase::postgres().await {
                    Some(database) => super::$name(&database).await,
                    None => println!("not run: no PostgreSQL"),
                }
            })+
        }
        $(async fn $name($database: &store::testing::TestDatabase) $body)+
    };
}
pub(crate) use on_both_databases;

pub(crate) mod samples {
    //! Test data for the store.

    use std::cell::Cell;
    use std::time::Duration;

    use access::{
        AuditKey, KeyId, KeyMode, KeyPermissions, MasterSecret, OrgId, PlainKey, PlainToken,
        Random, Role, Timestamp, TokenDigest, UserId,
    };
    use store::{
        AuditEvent, LockedOrg, NewKey, NewOrg, NewUser, OrgTerms, PageSize, QueueClaim,
        QueueLimits, Store, Tenant,
    };

    pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    /// A source of different bytes on every call, the same in every run.
    pub(crate) struct Sequence(pub(crate) Cell<u64>);

    impl Sequence {
        pub(crate) fn from(start: u64) -> Self {
            Self(Cell::new(start << 32))
        }
    }

    impl Random for Sequence {
        fn fill(&self, bytes: &mut [u8]) {
            for chunk in bytes.chunks_mut(8) {
                self.0.set(self.0.get() + 1);
                let word = self.0.get().wrapping_mul(0x9E37_79B9_7F4A_7C15);
                chunk.copy_from_slice(&word.to_be_bytes()[..chunk.len()]);
            }
        }
    }

    /// Returns the instant this many seconds after [`NOW`].
    pub(crate) fn at(seconds: u64) -> Timestamp {
        NOW.plus(Duration::from_secs(seconds))
    }

    /// Returns a claim without effective limits.
    pub(crate) fn claim_until(now: Timestamp, until: Timestamp) -> QueueClaim {
        QueueClaim {
            now,
            until,
            most: 1_000,
            limits: QueueLimits {
                per_org: 1_000,
                per_lane: 1_000,
            },
        }
    }

    pub(crate) fn pages_of(size: u32) -> PageSize {
        PageSize::new(size).unwrap()
    }

    pub(crate) fn audit_key() -> AuditKey {
        secret().audit_key()
    }

    pub(crate) fn event(action: &str) -> AuditEvent {
        AuditEvent {
            at: NOW,
            actor: "operator".to_owned(),
            action: action.to_owned(),
            subject: "org_1".to_owned(),
            before: None,
            after: Some("{}".to_owned()),
            source_address: None,
        }
    }

    pub(crate) fn token(random: &dyn Random) -> TokenDigest {
        PlainToken::generate(random).digest(&secret().token_key())
    }

    pub(crate) fn user(random: &dyn Random, email: &str) -> NewUser {
        NewUser {
            id: UserId::new(NOW, random),
            email: email.parse().unwrap(),
            name: "Ann".parse().unwrap(),
            password: None,
            email_verified_at: None,
            operator: false,
            created_at: NOW,
        }
    }

    /// Adds a person.
    pub(crate) async fn person(store: &Store, random: &dyn Random, email: &str) -> UserId {
        let user = user(random, email);
        let mut transaction = store.begin().await.unwrap();
        assert!(transaction.add_user(&user).await.unwrap());
        transaction.commit().await.unwrap();
        user.id
    }

    /// Adds an organization.
    pub(crate) async fn tenant(store: &Store, random: &dyn Random) -> Tenant {
        let org = org(random, "org");
        store.add_org(&org).await.unwrap();
        Tenant::named_by_operator(org.id)
    }

    pub(crate) async fn locked(store: &Store, tenant: Tenant) -> LockedOrg {
        let locked = store.org(tenant).locked(&audit_key()).await.unwrap();
        locked.unwrap()
    }

    /// Adds a person who is a member.
    pub(crate) async fn member(
        store: &Store,
        tenant: Tenant,
        random: &dyn Random,
        role: Role,
    ) -> UserId {
        let email = format!("{}@example.com", UserId::new(NOW, random));
        let user = person(store, random, &email).await;
        let mut locked = locked(store, tenant).await;
        assert!(locked.add_member(user, role, NOW).await.unwrap());
        locked.commit().await.unwrap();
        user
    }

    pub(crate) fn secret() -> MasterSecret {
        MasterSecret::from_bytes([42; 32])
    }

    pub(crate) fn org(random: &dyn Random, name: &str) -> NewOrg {
        NewOrg {
            id: OrgId::new(NOW, random),
            name: name.parse().unwrap(),
            terms: OrgTerms::of_plan("deluxe".parse().unwrap()),
            created_at: NOW,
        }
    }

    /// Adds a key.
    pub(crate) async fn key_of(store: &Store, tenant: Tenant, random: &dyn Random) -> KeyId {
        let new = key(random, "key");
        store.org(tenant).add_key(&new).await.unwrap();
        new.id
    }

    pub(crate) fn key(random: &dyn Random, name: &str) -> NewKey {
        let plain = PlainKey::generate(KeyMode::Test, random);
        NewKey {
            id: KeyId::new(NOW, random),
            name: name.parse().unwrap(),
            mode: KeyMode::Test,
            digest: plain.digest(&secret().pepper()),
            display: plain.display(),
            permissions: KeyPermissions::ALL,
            rates: vec![],
            domains: access::DomainRule::Unrestricted,
            expires_at: None,
            created_at: NOW,
        }
    }
}
