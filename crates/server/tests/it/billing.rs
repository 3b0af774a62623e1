//! Billing: from the first request of a month to its paid invoice, and the cost of a change of
//! plan.

use std::sync::Arc;
use std::time::Duration;

use access::RateClass;
use access::{KeyId, KeyMode, OrgId, Period, RequestId, Role};
use axum::http::{Method, StatusCode};
use config::{Config, ModulePrice};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};
use store::testing::TestDatabase;
use store::{LedgerEntry, Outcome};

use crate::harness::{Answer, NOW, Person, Service, config};

const DAY: Duration = Duration::from_hours(24);

/// Returns a configuration in which gold costs 1.00 per day of January and includes five units, and
/// premium costs 3.00 and includes plenty.
pub(crate) fn priced() -> Config {
    let mut config = config(&[
        ("invoice_issuer", "Star Ltd | Harbour 1 | NL 123"),
        ("payment_instructions", "Account NL00 0000"),
    ]);
    for (name, price, quota, overage, unit) in
        [("gold", 3_100, 5, 100, 7), ("premium", 9_300, 1_000, 0, 0)]
    {
        let mut plan = config.plans.get(&name.parse().unwrap()).unwrap().clone();
        plan.price.period_minor = price;
        plan.price.overage_unit_minor = unit;
        (plan.allowance.quota, plan.allowance.overage) = (quota, overage);
        config.plans.put(plan);
    }
    let premium = ModulePrice {
        period_minor: 1_900,
        ..ModulePrice::default()
    };
    config.module_prices.put("content-premium", premium);
    config
}

/// Creates a service whose organization is on gold since the middle of January 2027.
async fn on_gold(database: TestDatabase) -> Service {
    let service = Service::on(database, server::api::api(), priced()).await;
    service
        .set_terms(|terms| terms.plan = "gold".parse().unwrap())
        .await;
    service
}

/// Creates an owner who has just signed in.
async fn owner(service: &Service) -> Person {
    service.member(Role::Owner).await
}

fn path(service: &Service, rest: &str) -> String {
    format!("/api/manage/orgs/{}/billing{rest}", service.org_id)
}

async fn get(service: &Service, person: &Person, rest: &str) -> Answer {
    let path = path(service, rest);
    service.ask_as(person, Method::GET, &path, None).await
}

async fn attributes(service: &Service, person: &Person, rest: &str) -> Value {
    let answer = get(service, person, rest).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    answer.json()["data"]["attributes"].clone()
}

/// Returns the entry of one plan in the list of plans.
async fn plan(service: &Service, person: &Person, name: &str) -> Value {
    let list = get(service, person, "/plans").await.json();
    let plans = list["data"].as_array().unwrap();
    let found = plans.iter().find(|it| it["id"] == name);
    found.unwrap()["attributes"].clone()
}

async fn change(service: &Service, person: &Person, name: &str, net: i64) -> Answer {
    let body = json!({ "plan": name, "net": net });
    let path = path(service, "/plan");
    service
        .ask_as(person, Method::PATCH, &path, Some(&body))
        .await
}

/// Returns the kind, quantity and amount of each line with a cost.
fn charged(bill: &Value) -> Vec<(String, u64, i64)> {
    let lines = bill["lines"].as_array().unwrap();
    let charged = lines.iter().filter(|it| it["requests"] == 0);
    charged
        .map(|it| {
            let kind = it["kind"].as_str().unwrap().to_owned();
            (
                kind,
                it["quantity"].as_u64().unwrap(),
                it["amount"].as_i64().unwrap(),
            )
        })
        .collect()
}

fn line(kind: &str, quantity: u64, amount: i64) -> (String, u64, i64) {
    (kind.to_owned(), quantity, amount)
}

async fn ask(service: &Service, key: &str, times: usize) {
    for _ in 0..times {
        let answer = service.get_with("/api/key", key).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
}

/// Adds a counted request that the service failed.
async fn fail_one(service: &Service, org: OrgId) {
    let now = service.clock.now();
    let entry = Arc::new(LedgerEntry {
        request: RequestId::new(now, &OsRandom),
        org,
        key: Some(KeyId::new(now, &OsRandom)),
        family: None,
        user: None,
        class: RateClass::Ordinary,
        mode: KeyMode::Live,
        operation: "calc_natal",
        cost: 9,
        at: now,
        cap: 1_000_000,
        test: None,
        status: None,
        error_code: None,
        latency_us: None,
        origin_host: String::new(),
    });
    let store = &service.app.store;
    store
        .commit_ledger(std::slice::from_ref(&entry), &[])
        .await
        .unwrap();
    let outcome = Outcome {
        entry,
        status: 503,
        error_code: None,
        latency_us: None,
        returned: 0,
        again: false,
    };
    store.commit_ledger(&[], &[outcome]).await.unwrap();
}

/// Moves the clock to this long after the first of February.
fn to_february(service: &Service, and: Duration) {
    let end = Period::of(NOW).end();
    service.clock.advance(end.since(service.clock.now()) + and);
}

async fn a_month_adds_up(database: TestDatabase) {
    let service = on_gold(database).await;
    let ada = owner(&service).await;
    assert_eq!(service.app.bill_organizations().await.unwrap().opened, 1);
    // Five units are included. A request that is refused for its content also costs one.
    let first = service.add_key_with(|_| ()).await;
    ask(&service, &first, 7).await;
    let refused = service.get_with("/api/modules/toast", &first).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    ask(&service, &service.key, 3).await;
    service.app.meter.flush().await;
    let keys = service.inside().keys().await.unwrap();
    let live = keys.iter().find(|it| it.id != service.key_id).unwrap().id;
    let revoke = format!("/api/manage/orgs/{}/keys/{live}", service.org_id);
    let revoked = service.ask_as(&ada, Method::DELETE, &revoke, None).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);

    // The fifteenth is the first day, so seventeen of 31 days are charged. Three units are beyond
    // the five.
    let so_far = attributes(&service, &ada, "").await;
    let expected = [line("plan", 17, 1_700), line("overage", 3, 21)];
    assert_eq!(
        (charged(&so_far), &so_far["total"]),
        (expected.to_vec(), &json!(1_721))
    );

    // On the twentieth, twelve days are left: 12.00 are credited, 36.00 are charged.
    service.clock.advance(5 * DAY);
    let ada = owner(&service).await;
    let offer = plan(&service, &ada, "premium").await["change"].clone();
    assert_eq!(
        (&offer["allowed"], &offer["net"]),
        (&json!(true), &json!(2_400))
    );
    let changed = change(&service, &ada, "premium", 2_400).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    let second = service.add_key_with(|_| ()).await;
    ask(&service, &second, 4).await;
    fail_one(&service, service.org_id).await;

    to_february(&service, Duration::from_secs(3_599));
    let early = service.app.bill_organizations().await.unwrap();
    assert_eq!(
        (early.opened, early.issued),
        (1, 0),
        "the last requests may still be in progress"
    );
    service.clock.advance(Duration::from_secs(1));
    let api = server::api::api();
    let (other, _) = service.node(&api, priced()).await;
    let (mine, theirs) = tokio::join!(service.app.bill_organizations(), other.bill_organizations());
    assert_eq!(
        mine.unwrap().issued + theirs.unwrap().issued,
        1,
        "two nodes create one statement"
    );
    assert_eq!(service.app.bill_organizations().await.unwrap().issued, 0);

    let ada = owner(&service).await;
    let list = get(&service, &ada, "/statements").await.json();
    assert_eq!(list["meta"]["total"], 1);
    let id = list["data"][0]["id"].as_str().unwrap().to_owned();
    let statement = attributes(&service, &ada, &format!("/statements/{id}")).await;
    let expected = [
        line("plan", 17, 1_700),
        line("plan-credit", 12, -1_200),
        line("plan", 12, 3_600),
        line("overage", 3, 21),
    ];
    assert_eq!(charged(&statement), expected);
    assert_eq!(statement["total"], 4_121);
    assert_eq!(
        (&statement["state"], &statement["number"]),
        (&json!("due"), &json!("000001"))
    );
    assert_eq!(statement["issuer"], "Star Ltd\nHarbour 1\nNL 123");

    adds_up_to_the_ledger(&service, &statement).await;
    exports_add_up(&service, &ada, &id).await;
}

/// Checks that the requests and units of the lines are those of the month's rows, each counted
/// once.
async fn adds_up_to_the_ledger(service: &Service, statement: &Value) {
    service.app.meter.flush().await;
    let january = Period::of(NOW);
    let rows = service.inside().ledger(None, 10_000).await.unwrap();
    let rows: Vec<_> = rows
        .iter()
        .filter(|it| Period::of(it.at) == january)
        .collect();
    assert_eq!(rows.len(), 7 + 1 + 3 + 4 + 1);
    let lines = statement["lines"].as_array().unwrap();
    let counted: Vec<_> = lines.iter().filter(|it| it["requests"] != 0).collect();
    let sum =
        |of: &[&Value], name: &str| of.iter().map(|it| it[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum(&counted, "requests"), rows.len() as u64);
    let cost: u64 = rows.iter().map(|it| it.cost).sum();
    assert_eq!(sum(&counted, "quantity"), cost);
    assert_eq!(
        (&statement["requests"], &statement["units"]),
        (&json!(16), &json!(cost))
    );
    let of_kind = |kind: &str| -> Vec<&Value> {
        counted
            .iter()
            .copied()
            .filter(|it| it["kind"] == kind)
            .collect()
    };
    assert_eq!(sum(&of_kind("usage-test"), "requests"), 3);
    let returned = of_kind("usage-returned");
    assert_eq!(
        (sum(&returned, "requests"), sum(&returned, "quantity")),
        (1, 0)
    );
    let amounts = lines.iter().map(|it| it["amount"].as_i64().unwrap());
    assert_eq!(amounts.sum::<i64>(), statement["total"].as_i64().unwrap());
}

async fn exports_add_up(service: &Service, ada: &Person, id: &str) {
    let csv = get(service, ada, &format!("/statements/{id}/lines.csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        csv.header("content-disposition"),
        "attachment; filename=\"statement-000001.csv\""
    );
    let text = String::from_utf8(csv.bytes).unwrap();
    let mut rows = text.lines();
    let head: Vec<_> = rows.next().unwrap().split(',').collect();
    let amount = head.iter().position(|it| *it == "amount").unwrap();
    let cents = rows.map(|row| {
        let cell = row.split(',').nth(amount).unwrap();
        cell.replace('.', "").parse::<i64>().unwrap()
    });
    assert_eq!(cents.sum::<i64>(), 4_121);
    for language in ["en", "nl"] {
        let rest = format!("/statements/{id}/invoice.pdf?language={language}");
        let pdf = get(service, ada, &rest).await;
        assert_eq!(
            (pdf.status, pdf.header("content-type")),
            (StatusCode::OK, "application/pdf")
        );
        assert!(pdf.bytes.starts_with(b"%PDF-1."));
    }
}

#[tokio::test]
async fn a_month_adds_up_to_the_last_request_on_sqlite() {
    a_month_adds_up(TestDatabase::sqlite()).await;
}

#[tokio::test]
async fn a_month_adds_up_to_the_last_request_on_postgres() {
    match TestDatabase::postgres().await {
        Some(database) => a_month_adds_up(database).await,
        None => println!("not run: no PostgreSQL"),
    }
}

#[tokio::test]
async fn the_current_plan_is_told_as_such_even_if_it_is_not_for_sale() {
    let service = on_gold(TestDatabase::sqlite()).await;
    service
        .set_terms(|terms| terms.plan = "deluxe".parse().unwrap())
        .await;
    let ada = owner(&service).await;
    let refused = change(&service, &ada, "deluxe", 0).await;
    assert_eq!(refused.codes(), ["plan_held"]);
}

#[tokio::test]
async fn a_change_is_done_at_the_price_that_was_seen_or_not_at_all() {
    let service = on_gold(TestDatabase::sqlite()).await;
    let ada = owner(&service).await;
    let wrong = change(&service, &ada, "premium", 1).await;
    assert_eq!(
        (wrong.status, wrong.codes()),
        (StatusCode::CONFLICT, vec!["price_changed".to_owned()])
    );
    assert_eq!(
        wrong.json()["errors"][0]["meta"]["net"],
        3_400,
        "17 days at two euros more"
    );
    assert_eq!(
        change(&service, &ada, "gold", 0).await.codes(),
        ["plan_held"]
    );
    // Only the operator assigns a plan without a price, unless it is the smallest.
    assert_eq!(
        change(&service, &ada, "deluxe", 0).await.codes(),
        ["value_refused"]
    );
    assert_eq!(
        change(&service, &ada, "nonsense", 0).await.codes(),
        ["value_refused"]
    );
    let present = attributes(&service, &ada, "").await;
    assert_eq!(
        (&present["plan"], &present["total"]),
        (&json!("gold"), &json!(1_700))
    );
    assert_eq!(
        change(&service, &ada, "premium", 3_400).await.status,
        StatusCode::OK
    );
    // Back on the same day: nothing is owed but the plan itself.
    assert_eq!(
        change(&service, &ada, "gold", -3_400).await.status,
        StatusCode::OK
    );
    assert_eq!(attributes(&service, &ada, "").await["total"], 1_700);
}

#[tokio::test]
async fn units_of_a_large_plan_are_not_had_for_the_price_of_a_small_one() {
    let service = on_gold(TestDatabase::sqlite()).await;
    let ada = owner(&service).await;
    change(&service, &ada, "premium", 3_400).await;
    let key = service.add_key_with(|_| ()).await;
    ask(&service, &key, 6).await;
    let back = change(&service, &ada, "gold", -3_400).await;
    assert_eq!(back.codes(), ["plan_too_small"]);
    let offer = plan(&service, &ada, "gold").await["change"].clone();
    assert_eq!(offer["allowed"], false);
    assert!(
        offer["refusal"].as_str().unwrap().contains("6 units"),
        "{offer}"
    );
    // In the next month, nothing was used yet.
    to_february(&service, DAY);
    let ada = owner(&service).await;
    service.app.bill_organizations().await.unwrap();
    // The second of February: 27 of 28 days at two times 31.00 less, 3100 × 27 ÷ 28 = 2989.29 and
    // 9300 × 27 ÷ 28 = 8967.86.
    let offer = plan(&service, &ada, "gold").await["change"].clone();
    assert_eq!(offer["net"], 2_989 - 8_968);
    assert_eq!(
        change(&service, &ada, "gold", 2_989 - 8_968).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn terms_the_operator_arranged_are_the_operators_to_change() {
    let service = on_gold(TestDatabase::sqlite()).await;
    service
        .set_terms(|it| (it.plan, it.quota) = ("gold".parse().unwrap(), Some(77)))
        .await;
    let ada = owner(&service).await;
    assert_eq!(
        change(&service, &ada, "premium", 3_400).await.codes(),
        ["terms_arranged"]
    );
    let bill = attributes(&service, &ada, "").await;
    assert_eq!(
        (&bill["quota"], &bill["ownTerms"]),
        (&json!(77), &json!(true))
    );
}

#[tokio::test]
async fn a_price_that_rises_counts_from_the_next_period_on() {
    let service = on_gold(TestDatabase::sqlite()).await;
    service.app.bill_organizations().await.unwrap();
    let mut dearer = priced();
    let mut gold = dearer.plans.get(&"gold".parse().unwrap()).unwrap().clone();
    gold.price.period_minor = 31_000;
    dearer.plans.put(gold);
    let api = server::api::api();
    let (app, _) = service.node(&api, dearer).await;
    to_february(&service, DAY);
    app.bill_organizations().await.unwrap();
    let ada = owner(&service).await;
    let statements = get(&service, &ada, "/statements").await.json();
    assert_eq!(statements["data"][0]["attributes"]["total"], 1_700);
    assert_eq!(attributes(&service, &ada, "").await["total"], 31_000);
}

#[tokio::test]
async fn a_closed_organization_gets_its_unused_days_back_and_no_more_bills() {
    let service = on_gold(TestDatabase::sqlite()).await;
    service.app.bill_organizations().await.unwrap();
    service.clock.advance(10 * DAY);
    let ada = owner(&service).await;
    let close = format!("/api/manage/orgs/{}/close", service.org_id);
    let closed = service
        .ask_as(&ada, Method::POST, &close, Some(&json!({})))
        .await;
    assert_eq!(closed.status, StatusCode::NO_CONTENT);
    to_february(&service, 40 * DAY);
    service.app.bill_organizations().await.unwrap();
    let statements = service
        .inside()
        .statements(None, store::PageSize::MAX)
        .await
        .unwrap();
    // From the fifteenth to the twenty-fourth: ten days.
    let totals: Vec<_> = statements.items.iter().map(|it| it.total_minor).collect();
    assert_eq!(totals, [1_000]);
}

#[tokio::test]
async fn a_module_stands_on_the_bill_of_the_month_it_was_bought_in() {
    let service = on_gold(TestDatabase::sqlite()).await;
    let ada = owner(&service).await;
    let buy = format!(
        "/api/manage/orgs/{}/modules/content-premium/purchase",
        service.org_id
    );
    let post = async |amount: u64| {
        let body = json!({ "periods": 2, "amount": amount });
        service.ask_as(&ada, Method::POST, &buy, Some(&body)).await
    };
    let wrong = post(1).await;
    assert_eq!(
        (wrong.status, wrong.codes()),
        (StatusCode::CONFLICT, vec!["price_changed".to_owned()])
    );
    assert_eq!(post(3_800).await.status, StatusCode::CREATED);
    let bill = attributes(&service, &ada, "").await;
    assert_eq!(
        charged(&bill),
        [line("plan", 17, 1_700), line("module", 2, 3_800)]
    );
    assert_eq!(bill["total"], 5_500);
}

#[tokio::test]
async fn the_audit_log_tells_who_changed_the_plan_and_what_was_billed() {
    let service = on_gold(TestDatabase::sqlite()).await;
    let ada = owner(&service).await;
    service.app.bill_organizations().await.unwrap();
    change(&service, &ada, "premium", 3_400).await;
    let body = json!({ "billTo": "Ada\nStreet 1" });
    let path = path(&service, "");
    let updated = service
        .ask_as(&ada, Method::PATCH, &path, Some(&body))
        .await;
    assert_eq!(
        updated.json()["data"]["attributes"]["billTo"],
        "Ada\nStreet 1"
    );
    to_february(&service, DAY);
    service.app.bill_organizations().await.unwrap();
    let page = service
        .inside()
        .audit_page(store::AuditOrder::OldestFirst, None, store::PageSize::MAX)
        .await
        .unwrap();
    let told: Vec<_> = page
        .items
        .iter()
        .map(|it| (it.entry.action.as_str(), it.entry.actor.clone()))
        .collect();
    let (ada, system) = (ada.id.to_string(), "system".to_owned());
    let expected = [
        ("plan.update", ada.clone()),
        ("billing.update", ada),
        ("statement.issue", system.clone()),
        ("statement.request", system),
    ];
    assert_eq!(told, expected);
    let statements = service
        .inside()
        .statements(None, store::PageSize::MAX)
        .await
        .unwrap();
    assert_eq!(statements.items[0].bill_to, "Ada\nStreet 1");
    assert_eq!(statements.items[0].payment_reference, "000001");
}
