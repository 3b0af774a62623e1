//! From a change of plan to a paid invoice.

use std::time::Duration;

use access::{Period, StatementId, Timestamp};
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use store::{DatabaseLocation, NewStatement, StatementLine, Store, Tenant};

use super::{Journey, fill, find, follow, leave, press, text};

/// Two plans whose price needs no rounding: in months of 30 or 31 days, a day costs whole cents.
pub(crate) const PLANS: &str = "
invoice_issuer = \"Star Ltd|Harbour 1\"
payment_instructions = \"Account NL00 0000\"
[plans.deluxe]
price = 93000
[plans.premium]
price = 186000
quota = 900000
";

/// Adds an invoice for the previous month, as the job would create it.
pub(crate) async fn bill_last_month(journey: &Journey) {
    let data = journey.folder.path().join("data");
    let location = DatabaseLocation::SqliteFile(data.join("almagest.sqlite3"));
    let store = Store::open_existing(&location).await.unwrap();
    let secret = server::data_dir::read_secret(&data.join("master.key"));
    let secret = secret.unwrap().unwrap();
    let org = store.orgs().await.unwrap().remove(0);
    let now = Clock::System.now();
    let before = Timestamp::from_micros(Period::of(now).start().micros() - 1);
    let period = Period::of(before);
    let line = |kind: &str, subject: &str, requests, quantity, unit_minor| StatementLine {
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        begins_at: period.start(),
        ends_at: period.end(),
        requests,
        quantity,
        unit_minor,
        // The price of a plan is that of the whole month.
        amount_minor: i64::try_from(match kind {
            "plan" => unit_minor,
            _ => unit_minor * quantity,
        })
        .unwrap(),
    };
    let statement = NewStatement {
        id: StatementId::new(before, &OsRandom),
        period,
        issued_at: now,
        due_at: now.plus(Duration::from_hours(24 * 14)),
        currency: "EUR".to_owned(),
        total_minor: 93_021,
        issuer: "Star Ltd".to_owned(),
        bill_to: "Ada's friends".to_owned(),
        provider: "manual".to_owned(),
        lines: vec![
            line("plan", "deluxe", 0, 31, 93_000),
            line("overage", "deluxe", 0, 3, 7),
            line("usage", "calc_natal", 16, 23, 0),
        ],
    };
    let inside = store.org(Tenant::named_by_operator(org.id));
    let mut locked = inside.locked(&secret.audit_key()).await.unwrap().unwrap();
    locked.add_statement(&statement).await.unwrap();
    locked.commit().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn an_owner_changes_the_plan_reads_the_invoice_and_the_operator_notes_the_payment() {
    let Some(journey) = Journey::begin_with(PLANS) else {
        return;
    };
    // The first account owns the first organization and runs the installation.
    let browser = journey.owner().await;
    journey.set_second_factor(true).await;
    journey.open(&browser, "/billing").await;
    follow(&browser, "a[href='/billing/plans']").await;
    press(&browser, "#plan-premium summary").await;
    let offer = text(&browser, "#plan-premium").await;
    assert!(offer.contains("deluxe plan, unused days"), "{offer}");
    follow(&browser, "#plan-premium form button").await;
    journey.arrive(&browser, "/billing?done=plan").await;
    let page = text(&browser, "main").await;
    for line in [
        "deluxe plan",
        "deluxe plan, unused days",
        "premium plan",
        "Total",
    ] {
        assert!(page.contains(line), "{line} in {page}");
    }

    bill_last_month(&journey).await;
    journey.open(&browser, "/billing").await;
    follow(&browser, "a[href^='/billing/statements/stm_']").await;
    let invoice = text(&browser, ".invoice").await;
    for line in [
        "Invoice 000001",
        "Ada's friends",
        "930.21",
        "calc_natal",
        "Account NL00 0000",
    ] {
        assert!(invoice.contains(line), "{line} in {invoice}");
    }
    let link = find(&browser, "a[href$='/invoice.pdf']").await;
    let path = link.attr("href").await.unwrap().unwrap();
    let fetched = browser
        .execute_async(
            "const [path, done] = arguments; fetch(path).then(async (it) => { \
             const bytes = new Uint8Array(await it.arrayBuffer()); \
             done([it.headers.get('content-type'), new TextDecoder().decode(bytes.slice(0, 5)), bytes.length]); })",
            vec![path.into()],
        )
        .await
        .unwrap();
    assert_eq!(
        (&fetched[0], &fetched[1]),
        (&"application/pdf".into(), &"%PDF-".into())
    );
    assert!(
        fetched[2].as_u64().unwrap() > 10_000,
        "the fonts are embedded"
    );

    journey.open(&browser, "/operator/invoices").await;
    fill(&browser, "note", "transfer 17").await;
    follow(&browser, "form[action$='/payment'] button").await;
    assert!(text(&browser, ".notice.good").await.contains("recorded"));
    journey.open(&browser, "/billing").await;
    assert!(text(&browser, "main").await.contains("paid"));
    leave([browser]).await;
}
