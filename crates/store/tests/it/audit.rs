//! The audit log: chained, paged, and tamper-evident.

use access::{AuditBreak, ChainId};
use store::testing::{HeldReads, TestDatabase};
use store::{AuditEvent, AuditFilter, AuditOrder, PageSize, Store, Tenant, VerificationLimit};

use crate::on_both_databases;
use crate::samples::{Sequence, at, audit_key, event, locked, pages_of, tenant};

async fn append(store: &Store, tenant: Tenant, actions: &[&str]) {
    for action in actions {
        let mut locked = locked(store, tenant).await;
        locked.audit(&event(action)).await.unwrap();
        locked.commit().await.unwrap();
    }
}

/// Returns the verification result of one organization's chain.
async fn verdict(store: &Store, tenant: Tenant) -> Result<u64, AuditBreak> {
    let verdicts = store.verify_audit(&audit_key()).await.unwrap();
    let chain = ChainId::Organization(tenant.org_id());
    let found = verdicts.into_iter().find(|(it, _)| *it == chain);
    found.unwrap().1
}

/// Edits the database without the key, like an attacker who can write to it.
async fn tamper(database: &TestDatabase, sql: &'static str) {
    store::testing::execute(&database.location, sql).await;
}

on_both_databases! {
    async fn an_entry_comes_back_as_it_was_written(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        let event = AuditEvent {
            at: at(1),
            actor: "usr_1".to_owned(),
            action: "key.update".to_owned(),
            subject: "key_1".to_owned(),
            before: Some("{\"name\": \"☉\"}".to_owned()),
            after: None,
            source_address: Some("192.0.2.1".to_owned()),
        };
        let mut open = locked(&store, tenant).await;
        assert_eq!(open.audit(&event).await.unwrap(), 1);
        assert_eq!(open.audit(&event).await.unwrap(), 2);
        open.commit().await.unwrap();
        let page = store.org(tenant).audit_page(AuditOrder::OldestFirst, None, PageSize::MAX).await.unwrap();
        assert_eq!(page.items.len(), 2);
        let entry = &page.items[1].entry;
        assert_eq!((entry.sequence, entry.at), (2, event.at));
        assert_eq!((&entry.actor, &entry.action, &entry.subject), (&event.actor, &event.action, &event.subject));
        assert_eq!((&entry.before, &entry.after), (&event.before, &event.after));
        assert_eq!(entry.source_address, event.source_address);
        assert_eq!(verdict(&store, tenant).await, Ok(2));
    }

    async fn a_chain_is_paged_both_ways(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        append(&store, mine, &["one", "two", "three"]).await;
        append(&store, theirs, &["theirs"]).await;
        let inside = store.org(mine);
        for (order, expected) in [
            (AuditOrder::OldestFirst, [1, 2, 3]),
            (AuditOrder::NewestFirst, [3, 2, 1]),
        ] {
            let first = inside.audit_page(order, None, pages_of(2)).await.unwrap();
            assert_eq!((first.total, first.next), (3, Some(2)));
            let second = inside.audit_page(order, first.next, pages_of(2)).await.unwrap();
            assert_eq!(second.next, None);
            let numbers: Vec<_> =
                first.items.iter().chain(&second.items).map(|it| it.entry.sequence).collect();
            assert_eq!(numbers, expected);
        }
    }

    async fn a_search_finds_entries_by_actor_action_subject_and_time(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let entries = [
            ("usr_1", "key.create", "key_1"),
            ("usr_2", "key.update", "key_1"),
            ("usr_1", "keyring.update", "key_2"),
            ("usr_2", "key.create", "key_2"),
        ];
        for (second, (actor, action, subject)) in (1..).zip(entries) {
            let mut open = locked(&store, mine).await;
            let event = AuditEvent {
                at: at(second),
                actor: actor.to_owned(),
                subject: subject.to_owned(),
                ..event(action)
            };
            open.audit(&event).await.unwrap();
            open.commit().await.unwrap();
        }
        append(&store, theirs, &["key.create"]).await;
        let inside = store.org(mine);
        let check = async |filter: AuditFilter, expected: &[u64]| {
            let found = inside.audit_search(&filter, None, PageSize::MAX).await.unwrap();
            let numbers: Vec<_> = found.entries.iter().map(|it| it.entry.sequence).collect();
            assert_eq!((numbers.as_slice(), found.next, found.total), (expected, None, 4), "{filter:?}");
        };
        let all = AuditFilter::default;
        let text = |it: &str| Some(it.to_owned());
        check(all(), &[4, 3, 2, 1]).await;
        check(AuditFilter { actor: text("usr_2"), ..all() }, &[4, 2]).await;
        check(AuditFilter { action: text("key.create"), ..all() }, &[4, 1]).await;
        check(AuditFilter { action: text("key"), ..all() }, &[4, 2, 1]).await;
        check(AuditFilter { subject: text("key_1"), ..all() }, &[2, 1]).await;
        check(AuditFilter { from: Some(at(2)), to: Some(at(4)), ..all() }, &[3, 2]).await;
        let by_first = AuditFilter { actor: text("usr_1"), ..all() };
        let first = inside.audit_search(&by_first, None, pages_of(1)).await.unwrap();
        assert_eq!((first.entries[0].entry.sequence, first.next), (3, Some(3)));
        let second = inside.audit_search(&by_first, first.next, pages_of(1)).await.unwrap();
        assert_eq!((second.entries[0].entry.sequence, second.next), (1, None));
    }

    async fn a_search_waits_for_a_permit_of_its_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        append(&store, mine, &["one"]).await;
        let filter = AuditFilter { actor: Some("nobody".to_owned()), ..AuditFilter::default() };
        let search = async |tenant| {
            let inside = store.org(tenant);
            inside.audit_search(&filter, None, PageSize::MAX).await.unwrap();
            inside.audit_page(AuditOrder::NewestFirst, None, PageSize::MAX).await.unwrap()
        };
        let held = HeldReads::of(&store, mine);
        tokio::select! {
            biased;
            _ = search(mine) => unreachable!("it took a connection beyond the organization's share"),
            () = async { for _ in 0..20 { search(theirs).await; } } => {}
        }
        drop(held);
        assert_eq!(search(mine).await.total, 1);
    }

    async fn a_page_of_large_entries_ends_at_its_bytes_and_can_go_on(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        // Half a mebibyte each, then a small one and one that is larger than a page.
        let json = |bytes: usize| Some(format!("\"{}\"", "x".repeat(bytes - 2)));
        for bytes in [1 << 19, 1 << 19, 1 << 19, 10, 2 << 20] {
            let mut open = locked(&store, tenant).await;
            let event = AuditEvent { before: json(bytes), after: None, ..event("key.update") };
            open.audit(&event).await.unwrap();
            open.commit().await.unwrap();
        }
        let inside = store.org(tenant);
        for filter in [
            AuditFilter::default(),
            AuditFilter { action: Some("key".to_owned()), ..AuditFilter::default() },
        ] {
            let (mut pages, mut after) = (Vec::new(), None);
            loop {
                let found = inside.audit_search(&filter, after, PageSize::MAX).await.unwrap();
                let numbers = found.entries.iter().map(|it| it.entry.sequence);
                pages.push(numbers.collect::<Vec<_>>());
                after = found.next;
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(pages, [vec![5], vec![4, 3], vec![2, 1]], "{filter:?}");
        }
    }

    async fn an_organization_verifies_its_own_chain_up_to_a_length(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        append(&store, mine, &["one", "two", "three"]).await;
        append(&store, theirs, &["theirs"]).await;
        let inside = store.org(mine);
        let verify = async |entries| {
            let limit = VerificationLimit { entries, bytes: u64::MAX };
            inside.verify_audit(&audit_key(), limit).await.unwrap()
        };
        assert_eq!(verify(3).await, Some(Ok(3)));
        assert_eq!(verify(2).await, None, "it is longer");
        tamper(database, "update audit_entry set actor = 'usr_9' where action = 'theirs'").await;
        assert_eq!(verify(3).await, Some(Ok(3)), "another chain");
        tamper(database, "update audit_entry set actor = 'usr_9' where action = 'two'").await;
        assert_eq!(verify(3).await, Some(Err(AuditBreak::Changed { sequence: 2 })));
    }

    async fn an_organization_verifies_its_own_chain_up_to_its_bytes(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        for _ in 0..3 {
            let mut open = locked(&store, tenant).await;
            let json = Some("{}".to_owned());
            let event = AuditEvent { before: json.clone(), after: json, ..event("key.update") };
            open.audit(&event).await.unwrap();
            open.commit().await.unwrap();
        }
        let inside = store.org(tenant);
        for (bytes, verdict) in [(12, Some(Ok(3))), (11, None)] {
            let limit = VerificationLimit { entries: 3, bytes };
            let found = inside.verify_audit(&audit_key(), limit).await.unwrap();
            assert_eq!(found, verdict, "{bytes}");
        }
    }

    async fn the_installation_has_a_chain_of_its_own(database: &TestDatabase) {
        let store = database.open().await;
        let mut open = store.installation_locked(&audit_key()).await.unwrap();
        assert_eq!(open.audit(&event("user.create")).await.unwrap(), 1);
        open.commit().await.unwrap();
        let mut dropped = store.installation_locked(&audit_key()).await.unwrap();
        assert_eq!(dropped.audit(&event("user.disable")).await.unwrap(), 2);
        drop(dropped);
        let page = store.installation_audit_page(AuditOrder::NewestFirst, None, PageSize::MAX).await.unwrap();
        assert_eq!((page.items.len(), page.total), (1, 1));
        let verdicts = store.verify_audit(&audit_key()).await.unwrap();
        assert_eq!(verdicts, [(ChainId::Installation, Ok(1))]);
        let other = access::MasterSecret::from_bytes([7; 32]).audit_key();
        let verdicts = store.verify_audit(&other).await.unwrap();
        assert_eq!(verdicts, [(ChainId::Installation, Err(AuditBreak::Changed { sequence: 1 }))]);
    }

    async fn entries_written_at_once_have_one_order(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        let tasks: Vec<_> = (0..20)
            .map(|turn| {
                let store = store.clone();
                tokio::spawn(async move {
                    if turn % 2 == 0 {
                        append(&store, tenant, &["at once"]).await;
                    } else {
                        let mut open = store.installation_locked(&audit_key()).await.unwrap();
                        open.audit(&event("at once")).await.unwrap();
                        open.commit().await.unwrap();
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let mut verdicts: Vec<_> =
            store.verify_audit(&audit_key()).await.unwrap().into_iter().map(|it| it.1).collect();
        assert_eq!(verdicts.pop(), Some(Ok(10)));
        assert_eq!(verdicts.pop(), Some(Ok(10)));
        assert_eq!(verdicts.pop(), None);
    }

    async fn a_chain_longer_than_a_portion_is_followed_to_its_end(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        let mut open = locked(&store, tenant).await;
        for _ in 0..1_001 {
            open.audit(&event("again")).await.unwrap();
        }
        open.commit().await.unwrap();
        assert_eq!(verdict(&store, tenant).await, Ok(1_001));
        tamper(database, "update audit_entry set at = at + 1 where sequence = 1001").await;
        assert_eq!(verdict(&store, tenant).await, Err(AuditBreak::Changed { sequence: 1_001 }));
    }

    async fn a_chain_that_is_gone_as_a_whole_is_found_out(database: &TestDatabase) {
        let store = database.open().await;
        let tenant = tenant(&store, &Sequence::from(1)).await;
        append(&store, tenant, &["org.create", "two"]).await;
        assert_eq!(verdict(&store, tenant).await, Ok(2));
        tamper(database, "delete from audit_entry").await;
        tamper(database, "delete from audit_head").await;
        assert_eq!(verdict(&store, tenant).await, Err(AuditBreak::Missing));
    }

    async fn an_edited_log_is_found_out(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        // Each works on a new chain that was valid before.
        for (sql, expected) in [
            ("update audit_entry set actor = 'x' where sequence = 2", AuditBreak::Changed { sequence: 2 }),
            ("update audit_entry set mac = substr(mac, 1, 4) where sequence = 1", AuditBreak::Changed { sequence: 1 }),
            ("delete from audit_entry where sequence = 1", AuditBreak::Sequence { expected: 1, found: 2 }),
            ("delete from audit_entry where sequence = 3", AuditBreak::Head { last: 2, head: 3 }),
            ("update audit_head set sequence = 2", AuditBreak::Head { last: 3, head: 2 }),
            ("update audit_head set mac = substr(mac, 1, 4)", AuditBreak::Changed { sequence: 3 }),
            ("delete from audit_head", AuditBreak::Head { last: 3, head: 0 }),
            ("update audit_entry set sequence = -1 where sequence = 1", AuditBreak::Changed { sequence: 1 }),
        ] {
            let tenant = tenant(&store, &random).await;
            append(&store, tenant, &["one", "two", "three"]).await;
            assert_eq!(verdict(&store, tenant).await, Ok(3));
            tamper(database, sql).await;
            assert_eq!(verdict(&store, tenant).await, Err(expected), "{sql}");
        }
    }
}
