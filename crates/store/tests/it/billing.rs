//! Billing lines and what they are for: both are written or neither, and they belong to one tenant.

use access::{BillingLineId, ModuleGrant};
use store::{NewBillingLine, PageSize};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, pages_of, tenant};

fn line(random: &Sequence, subject: &str, seconds: u64) -> NewBillingLine {
    NewBillingLine {
        id: BillingLineId::new(at(seconds), random),
        kind: "module".to_owned(),
        subject: subject.to_owned(),
        quantity: 2,
        amount_minor: 1_800,
        currency: "EUR".to_owned(),
        begins_at: NOW,
        ends_at: Some(at(60)),
        created_at: NOW,
        created_by: "usr_1".to_owned(),
    }
}

on_both_databases! {
    async fn a_line_comes_back_as_it_was_written_and_only_to_its_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let mut locked = locked(&store, mine).await;
        let (first, second) = (line(&random, "natal", 0), line(&random, "charts", 1));
        locked.add_billing_line(&first).await.unwrap();
        locked.add_billing_line(&second).await.unwrap();
        locked.commit().await.unwrap();
        let page = store.org(mine).billing_lines(None, pages_of(1)).await.unwrap();
        let found = &page.items[0];
        assert_eq!((found.id, found.subject.as_str()), (first.id, "natal"));
        assert_eq!((found.quantity, found.amount_minor, found.currency.as_str()), (2, 1_800, "EUR"));
        assert_eq!((found.begins_at, found.ends_at, found.created_at), (NOW, Some(at(60)), NOW));
        assert_eq!((page.total, page.next), (2, Some(first.id)));
        let rest = store.org(mine).billing_lines(page.next, PageSize::MAX).await.unwrap();
        assert_eq!(rest.items[0].id, second.id);
        let foreign = store.org(theirs).billing_lines(None, PageSize::MAX).await.unwrap();
        assert_eq!(foreign.items, []);
    }

    async fn a_grant_and_its_line_are_kept_together_or_not_at_all(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let grant = ModuleGrant {
            module: "natal".to_owned(),
            source: "purchase".to_owned(),
            granted_at: NOW,
            expires_at: Some(at(60)),
        };
        let mut dropped = locked(&store, mine).await;
        dropped.grant_module(&grant).await.unwrap();
        dropped.add_billing_line(&line(&random, "natal", 0)).await.unwrap();
        drop(dropped);
        assert_eq!(store.org(mine).module_grants().await.unwrap(), []);
        let lines = store.org(mine).billing_lines(None, PageSize::MAX).await.unwrap();
        assert_eq!(lines.total, 0);
    }
}
