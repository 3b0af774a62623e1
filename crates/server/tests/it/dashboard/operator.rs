//! The operator's pages, for operators only.

use super::Stage;
use super::billing::statement;

const PAGES: [&str; 7] = [
    "/operator",
    "/operator/organizations",
    "/operator/plans",
    "/operator/invoices",
    "/operator/outbox",
    "/operator/accounts",
    "/operator/audit",
];

#[tokio::test]
async fn only_an_operator_opens_the_operators_pages_and_sees_the_way_there() {
    let stage = Stage::new().await;
    let one = format!("/operator/organizations/{}", stage.service.org_id);
    for path in PAGES.iter().copied().chain([one.as_str()]) {
        assert_eq!(
            stage.page(&stage.operator, path).await.status,
            200,
            "{path}"
        );
        for person in [&stage.owner, &stage.manager, &stage.member, &stage.stranger] {
            assert_eq!(stage.page(person, path).await.status, 403, "{path}");
        }
    }
    let link = "href=\"/operator\"";
    assert!(
        stage
            .page(&stage.operator, "/settings")
            .await
            .text()
            .contains(link)
    );
    assert!(
        !stage
            .page(&stage.owner, "/settings")
            .await
            .text()
            .contains(link)
    );
}

#[tokio::test]
async fn nobody_else_sends_the_operators_forms() {
    let stage = Stage::new().await;
    let org = stage.service.org_id;
    let id = statement(&stage).await;
    for (path, fields) in [
        (
            "/operator/organizations".to_owned(),
            vec![("name", "New"), ("plan", "gold")],
        ),
        (
            format!("/operator/organizations/{org}"),
            vec![("plan", "gold")],
        ),
        (
            format!("/operator/organizations/{org}"),
            vec![("status", "suspended")],
        ),
        (
            format!("/operator/organizations/{org}/modules"),
            vec![("module", "content-premium")],
        ),
        (
            format!("/operator/organizations/{org}/modules/natal/revoke"),
            vec![],
        ),
        (
            format!("/operator/organizations/{org}/members"),
            vec![("email", "a@example.com"), ("role", "owner")],
        ),
        (
            format!("/operator/organizations/{org}/statements/{id}/payment"),
            vec![("note", "x")],
        ),
    ] {
        let answer = stage.submit(Some(&stage.owner), &path, &fields).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    let statement = stage.service.inside().statement(id).await.unwrap().unwrap();
    assert_eq!(statement.state, store::StatementState::Due);
}

#[tokio::test]
async fn an_organization_is_made_changed_suspended_and_given_modules() {
    let stage = Stage::new().await;
    let by = Some(&stage.operator);
    let made = stage
        .submit(
            by,
            "/operator/organizations",
            &[("name", "New"), ("plan", "gold")],
        )
        .await;
    assert_eq!(made.status, 303, "{}", made.text());
    let path = made
        .header("location")
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let terms = [
        ("plan", "premium"),
        ("quota", "77"),
        ("overage", ""),
        ("testAllowance", ""),
        ("rates", "5/1s\r\n60/1m"),
    ];
    assert_eq!(stage.submit(by, &path, &terms).await.status, 303);
    let page = stage.page(&stage.operator, &path).await.text();
    assert!(
        page.contains("value=\"77\"") && page.contains("5/1s"),
        "{page}"
    );
    let wrong = stage
        .submit(by, &path, &[("plan", "premium"), ("quota", "many")])
        .await;
    assert_eq!(wrong.status, 422);
    assert!(
        wrong.text().contains("class=\"problem\""),
        "the error is next to its field"
    );
    assert_eq!(
        stage
            .submit(by, &path, &[("status", "suspended")])
            .await
            .status,
        303
    );
    assert!(
        stage
            .page(&stage.operator, &path)
            .await
            .text()
            .contains("badge suspended")
    );
    let grant = [("module", "content-premium"), ("expires", "2027-12-31")];
    assert_eq!(
        stage
            .submit(by, &format!("{path}/modules"), &grant)
            .await
            .status,
        303
    );
    assert!(
        stage
            .page(&stage.operator, &path)
            .await
            .text()
            .contains("2027-12-31")
    );
    let revoke = format!("{path}/modules/content-premium/revoke");
    assert_eq!(stage.submit(by, &revoke, &[]).await.status, 303);
}

#[tokio::test]
async fn a_payment_is_noted_once() {
    let stage = Stage::new().await;
    let id = statement(&stage).await;
    let page = stage
        .page(&stage.operator, "/operator/invoices")
        .await
        .text();
    assert!(page.contains("000001") && !page.contains("<b>Ann"));
    let org = stage.service.org_id;
    let path = format!("/operator/organizations/{org}/statements/{id}/payment");
    let by = Some(&stage.operator);
    assert_eq!(stage.submit(by, &path, &[("note", "")]).await.status, 422);
    assert_eq!(
        stage
            .submit(by, &path, &[("note", "transfer 17")])
            .await
            .status,
        303
    );
    assert_eq!(
        stage
            .submit(by, &path, &[("note", "transfer 17")])
            .await
            .status,
        422
    );
    let found = stage.service.inside().statement(id).await.unwrap().unwrap();
    assert_eq!(found.paid_note.as_deref(), Some("transfer 17"));
    assert_eq!(found.paid_by, Some(stage.operator.id.to_string()));
    let page = stage
        .page(&stage.owner, &format!("/billing/statements/{id}"))
        .await
        .text();
    assert!(page.contains("Paid on 2027-01-15"), "{page}");
    assert!(stage.audited().await.contains(&"statement.pay".to_owned()));
}
