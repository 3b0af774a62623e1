//! Statements: computed from the whole ledger, once for each period, separate for each tenant.

use std::sync::Arc;

use access::RateClass;
use access::{
    KeyId, KeyMode, OrgId, Period, Price, RequestId, StatementId, Tariff, Term, Timestamp,
};
use store::{
    LedgerEntry, NewStatement, Outcome, PageSize, Payment, StatementLine, StatementState, Store,
    Tenant,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, audit_key, locked, pages_of, tenant};

fn tariff(plan: &str) -> Tariff {
    Tariff {
        plan: plan.parse().unwrap(),
        quota: 100,
        price: Price {
            currency: "EUR".to_owned(),
            period_minor: 3_000,
            overage_unit_minor: 2,
        },
    }
}

fn term(at: Timestamp, plan: &str) -> Term {
    Term {
        at,
        tariff: Some(tariff(plan)),
    }
}

fn line(kind: &str, requests: u64, quantity: u64, amount_minor: i64) -> StatementLine {
    StatementLine {
        kind: kind.to_owned(),
        subject: "calc_natal".to_owned(),
        begins_at: NOW,
        ends_at: at(60),
        requests,
        quantity,
        unit_minor: 0,
        amount_minor,
    }
}

fn statement(random: &Sequence, lines: Vec<StatementLine>) -> NewStatement {
    NewStatement {
        id: StatementId::new(NOW, random),
        period: Period::of(NOW),
        issued_at: NOW,
        due_at: at(1_000),
        currency: "EUR".to_owned(),
        total_minor: lines.iter().map(|it| it.amount_minor).sum(),
        issuer: "Almagest Ltd\nHere 1".to_owned(),
        bill_to: "Ann".to_owned(),
        provider: "manual".to_owned(),
        lines,
    }
}

/// Counts requests of an organization: mode, operation, cost, and the status they end with.
struct Book<'a> {
    store: &'a Store,
    org: OrgId,
    random: Sequence,
}

impl Book<'_> {
    async fn count(&self, mode: KeyMode, cost: u32, at: Timestamp, status: u16) {
        let entry = Arc::new(LedgerEntry {
            request: RequestId::new(at, &self.random),
            org: self.org,
            // Each request has its own key that is in no table: keys may be deleted, but rows stay.
            key: Some(KeyId::new(at, &self.random)),
            family: None,
            user: None,
            class: RateClass::Ordinary,
            mode,
            operation: if cost > 5 { "calc_batch" } else { "calc_natal" },
            cost,
            at,
            cap: 1_000_000,
            test: None,
            status: None,
            error_code: None,
            latency_us: None,
            origin_host: String::new(),
        });
        self.store
            .commit_ledger(std::slice::from_ref(&entry), &[])
            .await
            .unwrap();
        let outcome = Outcome {
            entry,
            status,
            error_code: None,
            latency_us: None,
            returned: 0,
            again: false,
        };
        self.store.commit_ledger(&[], &[outcome]).await.unwrap();
    }
}

on_both_databases! {
    async fn what_a_period_counted_is_the_ledger_to_the_last_request(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let period = Period::of(NOW);
        let last = Timestamp::from_micros(period.end().micros() - 1);
        let book = Book { store: &store, org: mine.org_id(), random: Sequence::from(4) };
        book.count(KeyMode::Live, 1, period.start(), 200).await;
        book.count(KeyMode::Live, 1, NOW, 404).await;
        book.count(KeyMode::Live, 10, NOW, 200).await;
        book.count(KeyMode::Live, 2, NOW, 503).await;
        book.count(KeyMode::Test, 3, NOW, 200).await;
        book.count(KeyMode::Live, 1, last, 200).await;
        // The months before and after, and another organization.
        book.count(KeyMode::Live, 1, period.end(), 200).await;
        let before = Timestamp::from_micros(period.start().micros() - 1);
        book.count(KeyMode::Live, 1, before, 200).await;
        let other = Book { store: &store, org: theirs.org_id(), random: Sequence::from(5) };
        other.count(KeyMode::Live, 7, NOW, 200).await;

        let found = store.org(mine).counted_use(period).await.unwrap();
        let shown: Vec<_> = found
            .iter()
            .map(|it| (it.mode.as_str(), it.operation.as_str(), it.returned, it.requests, it.units))
            .collect();
        let expected = [
            ("live", "calc_batch", false, 1, 10),
            ("live", "calc_natal", false, 3, 3),
            ("live", "calc_natal", true, 1, 0),
            ("test", "calc_natal", false, 1, 3),
        ];
        assert_eq!(shown, expected);
        let rows = store.org(mine).ledger(None, 100).await.unwrap();
        let in_period = |it: &&store::LedgerRow| Period::of(it.at) == period;
        let rows: Vec<_> = rows.iter().filter(in_period).collect();
        assert_eq!(found.iter().map(|it| it.requests).sum::<u64>(), rows.len() as u64);
        let cost: u64 = rows.iter().map(|it| it.cost).sum();
        assert_eq!(found.iter().map(|it| it.units).sum::<u64>(), cost);
        let live = store.org(mine).live_units(period.start(), period.end()).await.unwrap();
        assert_eq!(live, store.used(mine.org_id(), period, KeyMode::Live).await.unwrap());
        assert_eq!(store.org(mine).live_units(NOW, last).await.unwrap(), 11, "from inclusive, to exclusive");
    }

    async fn terms_come_back_in_order_and_tell_which_periods_are_open(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let (mine, closed) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let mut lock = locked(&store, closed).await;
        lock.set_status(store::OrgStatus::Closed).await.unwrap();
        lock.commit().await.unwrap();
        let period = Period::of(NOW);
        assert_eq!(store.orgs_to_open(period, 10).await.unwrap(), [mine.org_id()]);
        // Two terms at the same instant keep their order.
        let ended = Term { at: at(5), tariff: None };
        let terms = [term(NOW, "gold"), term(at(5), "premium"), ended.clone()];
        let mut lock = locked(&store, mine).await;
        assert_eq!(lock.latest_billing_term().await.unwrap(), None);
        for it in &terms {
            lock.add_billing_term(it).await.unwrap();
        }
        assert_eq!(lock.latest_billing_term().await.unwrap(), Some(ended));
        lock.commit().await.unwrap();
        assert_eq!(store.org(mine).billing_terms(period).await.unwrap(), terms);
        assert_eq!(store.org(closed).billing_terms(period).await.unwrap(), []);
        assert_eq!(store.orgs_to_open(period, 10).await.unwrap(), []);
        assert_eq!(store.orgs_to_open(period.next(), 10).await.unwrap(), [mine.org_id()]);
        assert_eq!(store.periods_to_bill(period, 10).await.unwrap(), []);
        let due = store.periods_to_bill(period.next(), 10).await.unwrap();
        assert_eq!(due, [(mine.org_id(), period)]);
    }

    async fn a_period_has_one_statement_and_numbers_have_no_gaps(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let mut lock = locked(&store, mine).await;
        lock.add_billing_term(&term(NOW, "gold")).await.unwrap();
        let lines = vec![line("plan", 0, 30, 3_000), line("usage", 4, 17, 0), line("plan-credit", 0, 3, -300)];
        let first = statement(&random, lines.clone());
        assert_eq!(lock.add_statement(&first).await.unwrap(), Some(1));
        lock.commit().await.unwrap();
        let mut lock = locked(&store, mine).await;
        let again = statement(&random, lines.clone());
        assert_eq!(lock.add_statement(&again).await.unwrap(), None);
        drop(lock);
        // A statement that is rolled back leaves its number to the next.
        let mut dropped = locked(&store, theirs).await;
        let free = statement(&random, vec![line("plan", 0, 30, 0)]);
        assert_eq!(dropped.add_statement(&free).await.unwrap(), Some(2));
        drop(dropped);
        let mut lock = locked(&store, theirs).await;
        assert_eq!(lock.add_statement(&free).await.unwrap(), Some(2));
        lock.commit().await.unwrap();

        let found = store.org(mine).statement(first.id).await.unwrap().unwrap();
        assert_eq!((found.requests, found.units, found.total_minor), (4, 17, 2_700));
        assert_eq!((found.number, found.state, found.due_at), (1, StatementState::Due, at(1_000)));
        assert_eq!(found.issuer, "Almagest Ltd\nHere 1");
        assert_eq!(store.org(mine).statement_lines(first.id).await.unwrap(), lines);
        assert_eq!(store.org(theirs).statement(first.id).await.unwrap(), None);
        assert_eq!(store.org(theirs).statement_lines(first.id).await.unwrap(), []);
        let nothing = store.org(theirs).statement(free.id).await.unwrap().unwrap();
        assert_eq!(nothing.state, StatementState::NothingDue);
        assert_eq!(store.periods_to_bill(Period::of(NOW).next(), 10).await.unwrap(), []);
    }

    async fn a_statement_is_paid_once_and_by_its_own_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let mut lock = locked(&store, mine).await;
        let due = statement(&random, vec![line("plan", 0, 30, 3_000)]);
        lock.add_statement(&due).await.unwrap();
        lock.commit().await.unwrap();
        let asked = store.statements_to_request(10).await.unwrap();
        assert_eq!(asked.len(), 1);
        let payment = Payment { at: at(7), by: "operator".to_owned(), note: "transfer 8".to_owned() };
        let mut foreign = locked(&store, theirs).await;
        foreign.note_payment_request(due.id, "x", None).await.unwrap();
        assert!(!foreign.settle_statement(due.id, &payment).await.unwrap());
        foreign.commit().await.unwrap();
        let mut lock = locked(&store, mine).await;
        lock.note_payment_request(due.id, "A-1", Some("https://pay.example/1")).await.unwrap();
        assert!(lock.settle_statement(due.id, &payment).await.unwrap());
        assert!(!lock.settle_statement(due.id, &payment).await.unwrap(), "it is no longer due");
        lock.commit().await.unwrap();
        let found = store.org(mine).statement(due.id).await.unwrap().unwrap();
        assert_eq!((found.state, found.paid_at), (StatementState::Paid, Some(at(7))));
        assert_eq!(found.payment_reference, "A-1");
        assert_eq!(found.paid_note.as_deref(), Some("transfer 8"));
        assert_eq!(store.statements_to_request(10).await.unwrap(), []);
        let page = |state| store.statements_page(state, None, PageSize::MAX);
        assert_eq!(page(Some(StatementState::Due)).await.unwrap().total, 0);
        assert_eq!(page(Some(StatementState::Paid)).await.unwrap().items[0].id, due.id);
        assert_eq!(page(None).await.unwrap().total, 1);
    }

    async fn statements_are_listed_newest_first(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let mine = tenant(&store, &random).await;
        let mut ids = Vec::new();
        for month in ["2027-01", "2027-02", "2027-03"] {
            let mut one = statement(&random, vec![]);
            one.period = month.parse().unwrap();
            one.id = StatementId::new(one.period.end(), &random);
            let lock = store.org(mine).locked(&audit_key()).await.unwrap();
            let mut lock = lock.unwrap();
            lock.add_statement(&one).await.unwrap();
            lock.commit().await.unwrap();
            ids.insert(0, one.id);
        }
        let first = store.org(mine).statements(None, pages_of(2)).await.unwrap();
        let found: Vec<_> = first.items.iter().map(|it| it.id).collect();
        assert_eq!((found.as_slice(), first.total), (&ids[..2], 3));
        let rest = store.org(mine).statements(first.next, pages_of(2)).await.unwrap();
        assert_eq!((rest.items[0].id, rest.next), (ids[2], None));
    }

    async fn whom_invoices_go_to_is_each_organizations_own(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        for text in ["Ann", "Ann\nStreet 1"] {
            let mut lock = locked(&store, mine).await;
            lock.set_bill_to(text).await.unwrap();
            lock.commit().await.unwrap();
        }
        let bill_to = async |tenant: Tenant| store.org(tenant).bill_to().await.unwrap();
        assert_eq!(bill_to(mine).await.as_deref(), Some("Ann\nStreet 1"));
        assert_eq!(bill_to(theirs).await, None);
    }

    async fn a_job_tells_how_it_ended_and_when_it_last_ended_well(database: &TestDatabase) {
        let store = database.open().await;
        store.record_job_run("billing", "node-1", at(1), None).await.unwrap();
        store.record_job_run("billing", "node-2", at(2), Some("no database")).await.unwrap();
        let lasts = std::time::Duration::from_mins(1);
        assert!(store.hold_lease("mail", "node-1", lasts).await.unwrap());
        let runs = store.job_runs().await.unwrap();
        assert_eq!(runs.len(), 2);
        let billing = &runs[0];
        assert_eq!((billing.name.as_str(), billing.node.as_deref()), ("billing", Some("node-2")));
        assert_eq!((billing.ended_at, billing.succeeded_at), (Some(at(2)), Some(at(1))));
        assert_eq!((billing.error.as_deref(), &billing.holder), (Some("no database"), &None));
        assert_eq!((runs[1].name.as_str(), runs[1].holder.as_deref()), ("mail", Some("node-1")));
        assert_eq!(runs[1].ended_at, None);
    }
}
