//! Alerts are stored once, read, and belong to their organization. The input of the rules comes
//! from the hourly ledger.

use std::sync::Arc;

use access::RateClass;
use access::{
    AlertId, AlertRule, AlertSettings, KeyId, KeyMode, MailTo, OrgId, Random, RequestId, Role,
    Timestamp,
};
use store::testing::execute;
use store::{LedgerEntry, NewAlert, PageSize, Store, StoreError};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, key, locked, member, pages_of, tenant};

fn alert(random: &dyn Random, threshold: u64) -> NewAlert {
    NewAlert {
        id: AlertId::new(NOW, random),
        rule: AlertRule::Quota,
        subject: "live".to_owned(),
        period: "2027-01".to_owned(),
        threshold,
        subject_name: "live".to_owned(),
        facts: "{}".to_owned(),
        fired_at: NOW,
    }
}

/// Returns a counted request with an outcome.
fn entry(org: OrgId, key: KeyId, when: Timestamp, status: u16) -> Arc<LedgerEntry> {
    Arc::new(LedgerEntry {
        request: RequestId::new(
            NOW,
            &Sequence::from(when.micros().unsigned_abs() + u64::from(status)),
        ),
        org,
        key: Some(key),
        family: Some(key),
        user: None,
        class: RateClass::Ordinary,
        mode: KeyMode::Live,
        operation: "calc_natal",
        cost: 1,
        at: when,
        cap: 1_000,
        test: None,
        status: Some(status),
        error_code: None,
        latency_us: None,
        origin_host: String::new(),
    })
}

fn hour_of(at: Timestamp) -> i64 {
    at.micros().div_euclid(3_600_000_000)
}

async fn count(store: &Store, entries: &[Arc<LedgerEntry>]) {
    for entry in entries {
        store
            .commit_ledger(std::slice::from_ref(entry), &[])
            .await
            .unwrap();
    }
}

on_both_databases! {
    async fn the_same_news_is_kept_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (one, other) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let mut open = locked(&store, one).await;
        assert!(open.add_alert(&alert(&random, 50)).await.unwrap());
        assert!(!open.add_alert(&alert(&random, 50)).await.unwrap(), "already stored");
        assert!(open.add_alert(&alert(&random, 80)).await.unwrap(), "another threshold");
        let next_month = NewAlert { period: "2027-02".to_owned(), ..alert(&random, 50) };
        assert!(open.add_alert(&next_month).await.unwrap(), "another period");
        let test = NewAlert { subject: "test".to_owned(), ..alert(&random, 50) };
        assert!(open.add_alert(&test).await.unwrap(), "another subject");
        open.commit().await.unwrap();
        let mut open = locked(&store, other).await;
        assert!(open.add_alert(&alert(&random, 50)).await.unwrap(), "another organization");
        open.commit().await.unwrap();
        assert!(store.org(one).was_told(AlertRule::Quota, "live", "2027-01", 80).await.unwrap());
        assert!(!store.org(other).was_told(AlertRule::Quota, "live", "2027-01", 80).await.unwrap());
    }

    async fn alerts_are_listed_newest_first_and_read_by_their_organization_alone(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let alerts: Vec<_> = (0..3_u32)
            .map(|it| NewAlert {
                id: AlertId::new(at(u64::from(it)), &random),
                ..alert(&random, u64::from(it))
            })
            .collect();
        let mut open = locked(&store, mine).await;
        for alert in &alerts {
            assert!(open.add_alert(alert).await.unwrap());
        }
        assert!(open.mark_alert(alerts[1].id, Some(at(5))).await.unwrap());
        open.commit().await.unwrap();
        let first = store.org(mine).alerts_page(false, None, pages_of(2)).await.unwrap();
        let ids: Vec<_> = first.items.iter().map(|it| it.id).collect();
        assert_eq!((ids, first.total), (vec![alerts[2].id, alerts[1].id], 3));
        assert_eq!(first.items[1].read_at, Some(at(5)));
        let rest = store.org(mine).alerts_page(false, first.next, pages_of(2)).await.unwrap();
        assert_eq!((rest.items[0].id, rest.next), (alerts[0].id, None));
        let unread = store.org(mine).alerts_page(true, None, PageSize::MAX).await.unwrap();
        assert_eq!((unread.items.len(), unread.total), (2, 2));

        let mut open = locked(&store, foreign).await;
        assert!(!open.mark_alert(alerts[0].id, Some(at(6))).await.unwrap());
        assert_eq!(open.mark_all_alerts(at(6)).await.unwrap(), 0);
        open.commit().await.unwrap();
        assert_eq!(store.org(foreign).alert(alerts[0].id).await.unwrap(), None);
        let mut open = locked(&store, mine).await;
        assert_eq!(open.mark_all_alerts(at(6)).await.unwrap(), 2);
        assert!(open.mark_alert(alerts[0].id, None).await.unwrap());
        open.commit().await.unwrap();
        let unread = store.org(mine).alerts_page(true, None, PageSize::MAX).await.unwrap();
        assert_eq!(unread.items[0].id, alerts[0].id);
        assert_eq!(store.delete_old_alerts(NOW, 10).await.unwrap(), 0);
        assert_eq!(store.delete_old_alerts(at(1), 10).await.unwrap(), 3);
    }

    async fn settings_are_the_defaults_until_they_are_changed(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        assert_eq!(store.org(mine).alert_settings().await.unwrap(), AlertSettings::default());
        let off = AlertSettings {
            mail_to: MailTo::Nobody,
            quota_percents: vec![],
            spike: None,
            error_share: None,
            denied_domains: None,
            dormant_days: None,
            expiry_days: vec![1, 7],
        };
        for settings in [off, AlertSettings::default()] {
            let mut open = locked(&store, mine).await;
            open.set_alert_settings(&settings).await.unwrap();
            assert_eq!(open.alert_settings().await.unwrap(), settings);
            open.commit().await.unwrap();
            assert_eq!(store.org(mine).alert_settings().await.unwrap(), settings);
        }
        assert_eq!(store.org(foreign).alert_settings().await.unwrap(), AlertSettings::default());
        execute(&database.location, "update alert_settings set spike_minimum = null").await;
        let half = store.org(mine).alert_settings().await;
        assert!(matches!(half, Err(StoreError::Corrupt { column: "alert_settings", .. })));
    }

    async fn mail_goes_to_the_people_of_these_roles_who_are_not_disabled(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant_of = tenant(&store, &random).await;
        let owner = member(&store, tenant_of, &random, Role::Owner).await;
        let manager = member(&store, tenant_of, &random, Role::Manager).await;
        member(&store, tenant_of, &random, Role::Member).await;
        let gone = member(&store, tenant_of, &random, Role::Owner).await;
        let mut people = store.begin().await.unwrap();
        people.set_user_language(manager, Some("nl")).await.unwrap();
        people.set_user_disabled(gone, Some(NOW)).await.unwrap();
        people.commit().await.unwrap();
        let mut open = locked(&store, tenant_of).await;
        let found = open.readers_in(&[Role::Owner, Role::Manager]).await.unwrap();
        let mut expected = Vec::new();
        for (user, language) in [(owner, None), (manager, Some("nl".to_owned()))] {
            let address = open.open().user(user).await.unwrap().unwrap().email;
            expected.push(store::Reader { address, language });
        }
        let sorted = |mut all: Vec<store::Reader>| {
            all.sort_by_key(|it| it.address.to_string());
            all
        };
        assert_eq!(sorted(found), sorted(expected));
        assert_eq!(open.readers_in(&[]).await.unwrap(), []);
    }

    async fn hours_of_keys_are_added_up_over_operations_and_stay_inside(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let (one, other) = (key(&random, "one").id, key(&random, "other").id);
        let (org, stranger) = (mine.org_id(), foreign.org_id());
        let hour = 3_600;
        count(&store, &[
            entry(org, one, at(0), 200),
            entry(org, one, at(1), 404),
            entry(org, one, at(2), 500),
            entry(org, one, at(hour), 200),
            entry(org, other, at(3 * hour), 200),
            entry(stranger, one, at(2 * hour), 200),
        ]).await;
        let inside = store.org(mine);
        let first = inside.key_hours(hour_of(NOW)).await.unwrap();
        assert_eq!(first.len(), 1);
        assert_eq!((first[0].key, first[0].requests), (one, 3));
        assert_eq!((first[0].refused, first[0].failed), (1, 1));
        let hours = [hour_of(at(hour)), hour_of(at(2 * hour)), hour_of(NOW)];
        assert_eq!(inside.requests_in(one, &hours).await.unwrap(), [1, 0, 3]);
        let last = inside.last_hour_before(one, hour_of(at(9 * hour))).await.unwrap();
        assert_eq!(last, Some(hour_of(at(hour))));
        assert_eq!(inside.last_hour_before(one, hour_of(NOW)).await.unwrap(), None);
    }

    async fn keys_that_end_soon_are_found_unless_they_are_over_already(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        for (name, end) in [("late", Some(at(101))), ("soon", Some(at(50))), ("over", Some(NOW)), ("never", None)] {
            let mut new = key(&random, name);
            new.expires_at = end;
            store.org(mine).add_key(&new).await.unwrap();
        }
        let mut revoked = key(&random, "revoked");
        revoked.expires_at = Some(at(50));
        store.org(mine).add_key(&revoked).await.unwrap();
        let mut open = locked(&store, mine).await;
        open.revoke_key(revoked.id, NOW).await.unwrap();
        open.commit().await.unwrap();
        let found = store.org(mine).ending_keys(NOW, at(100)).await.unwrap();
        let names: Vec<_> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["soon"]);
    }

    async fn a_job_remembers_how_far_it_has_come(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(store.job_progress("alerts").await.unwrap(), None);
        for value in [5, 4] {
            store.set_job_progress("alerts", value).await.unwrap();
            assert_eq!(store.job_progress("alerts").await.unwrap(), Some(value));
        }
        assert_eq!(store.job_progress("other").await.unwrap(), None);
    }
}
