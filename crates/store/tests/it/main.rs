//! The store's suite: every test runs on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop right there"
)]

mod access_change;
mod installation;
mod ledger;
mod schema;

/// Declares tests that run on both databases. The PostgreSQL half does nothing where no server was
/// started for it; `cargo xtask test` starts one and says so when it cannot.
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
    //! What the tests put into the store.

    use std::cell::Cell;

    use access::{
        KeyId, KeyMode, KeyPermissions, MasterSecret, OrgId, PlainKey, Random, Timestamp,
    };
    use store::{NewKey, NewOrg, OrgTerms};

    pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    /// Different bytes at every call, the same in every run.
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
