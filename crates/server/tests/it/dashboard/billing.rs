//! The billing pages: plans, invoices, modules.

use access::{Period, StatementId};
use http_api::randomness::OsRandom;
use store::{NewStatement, StatementLine, Tenant};

use super::Stage;
use crate::harness::NOW;

/// Adds a statement of the first organization that is due.
pub(super) async fn statement(stage: &Stage) -> StatementId {
    let app = &stage.service.app;
    let inside = app
        .store
        .org(Tenant::named_by_operator(stage.service.org_id));
    let mut locked = inside.locked(&app.keys.audit).await.unwrap().unwrap();
    let line = |kind: &str, subject: &str, requests, quantity, amount_minor| StatementLine {
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        begins_at: NOW,
        ends_at: Period::of(NOW).end(),
        requests,
        quantity,
        unit_minor: 3_100,
        amount_minor,
    };
    let statement = NewStatement {
        id: StatementId::new(NOW, &OsRandom),
        period: Period::of(NOW),
        issued_at: NOW,
        due_at: NOW,
        currency: "EUR".to_owned(),
        total_minor: 123_456,
        issuer: "Star Ltd\nHarbour 1".to_owned(),
        bill_to: "<b>Ann & Co</b>\nStreet 1".to_owned(),
        provider: "manual".to_owned(),
        lines: vec![
            line("plan", "gold", 0, 17, 123_456),
            line("usage", "calc_natal", 16, 23, 0),
        ],
    };
    locked.add_statement(&statement).await.unwrap();
    locked.commit().await.unwrap();
    statement.id
}

#[tokio::test]
async fn an_invoice_is_read_printed_and_downloaded_by_those_who_may() {
    let stage = Stage::new().await;
    let id = statement(&stage).await;
    let path = format!("/billing/statements/{id}");
    let page = stage.page(&stage.manager, &path).await;
    assert_eq!(page.status, 200);
    let text = page.text();
    for shown in [
        "Invoice 000001",
        "1,234.56",
        "&#60;b&#62;Ann",
        "calc_natal",
        "Star Ltd",
    ] {
        assert!(text.contains(shown), "{shown}");
    }
    assert!(!text.contains("<b>Ann"), "an address is escaped");
    let pdf = stage
        .page(&stage.owner, &format!("{path}/invoice.pdf"))
        .await;
    assert_eq!(pdf.header("content-type"), "application/pdf");
    assert_eq!(
        pdf.header("content-disposition"),
        "attachment; filename=\"invoice-000001.pdf\""
    );
    let csv = stage.page(&stage.owner, &format!("{path}/lines.csv")).await;
    assert!(csv.text().contains("1234.56,EUR"));
    for rest in ["", "/invoice.pdf", "/lines.csv"] {
        let path = format!("{path}{rest}");
        assert_eq!(stage.page(&stage.member, &path).await.status, 403, "{rest}");
        assert_eq!(
            stage.page(&stage.stranger, &path).await.status,
            404,
            "{rest}"
        );
    }
}

#[tokio::test]
async fn a_plan_is_changed_at_the_price_the_page_showed() {
    let stage = Stage::new().await;
    let page = stage.page(&stage.owner, "/billing/plans").await.text();
    assert!(page.contains("id=\"plan-free\"") && page.contains("id=\"plan-deluxe\""));
    assert!(
        !page.contains("id=\"plan-gold\""),
        "without a price it is not for sale"
    );
    let wrong = stage
        .submit(
            Some(&stage.owner),
            "/billing/plan",
            &[("plan", "free"), ("net", "7")],
        )
        .await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("role=\"alert\""));
    let right = [("plan", "free"), ("net", "0")];
    let refused = stage
        .submit(Some(&stage.member), "/billing/plan", &right)
        .await;
    assert_eq!(refused.status, 403);
    let changed = stage
        .submit(Some(&stage.owner), "/billing/plan", &right)
        .await;
    assert_eq!(
        (changed.status.as_u16(), changed.header("location")),
        (303, "/billing?done=plan")
    );
    let page = stage.page(&stage.owner, "/billing").await.text();
    assert!(page.contains("free plan"), "the change is on the bill");
    assert!(stage.audited().await.contains(&"plan.update".to_owned()));
}

#[tokio::test]
async fn the_address_on_invoices_is_what_was_typed() {
    let stage = Stage::new().await;
    let typed = [("billTo", "  Ann \r\n\r\n Street 1 ")];
    let saved = stage
        .submit(Some(&stage.manager), "/billing/address", &typed)
        .await;
    assert_eq!(saved.status, 303);
    let inside = stage.service.inside();
    assert_eq!(
        inside.bill_to().await.unwrap().as_deref(),
        Some("Ann\nStreet 1")
    );
    let empty = stage
        .submit(Some(&stage.manager), "/billing/address", &[("billTo", " ")])
        .await;
    assert_eq!(empty.status, 422);
}

#[tokio::test]
async fn a_module_is_bought_once_however_often_the_form_is_sent() {
    let stage = Stage::new().await;
    let page = stage.page(&stage.owner, "/modules").await.text();
    assert!(page.contains("content-premium"));
    let once = super::between(&page, "name=\"once\" value=\"", "\"").to_owned();
    let buy = [("offer", "3:0"), ("once", once.as_str())];
    let path = "/modules/content-premium/buy";
    // A member sees the page, with the reason why nothing was bought.
    let refused = stage.submit(Some(&stage.member), path, &buy).await;
    assert_eq!(refused.status, 422);
    for _ in 0..2 {
        let bought = stage.submit(Some(&stage.owner), path, &buy).await;
        assert_eq!(bought.status, 303, "{}", bought.text());
    }
    let lines = stage
        .service
        .inside()
        .billing_lines(None, store::PageSize::MAX)
        .await;
    assert_eq!(lines.unwrap().total, 1);
    let dearer = [("offer", "3:5"), ("once", "other")];
    let refused = stage.submit(Some(&stage.owner), path, &dearer).await;
    assert_eq!(refused.status, 422);
    let page = stage.page(&stage.member, "/modules").await.text();
    assert!(page.contains("Owners and managers only"));
}
