//! The alert pages in a browser without scripts.

use axum::body::Body;
use axum::http::Method;
use notifications::webhook::{Resolver, WebhookDispatcher};
use serde_json::json;

use crate::dashboard::between;
use crate::fixtures::Stage;
use crate::harness::{Service, browser_request, config};
use crate::receiver::WebhookReceiver;

impl Stage {
    /// Creates one alert: the whole test allowance is used.
    async fn with_an_alert() -> Self {
        let stage = Self::new().await;
        let service = &stage.service;
        service.set_terms(|it| it.test_allowance = Some(1)).await;
        service.get("/api/key").await;
        assert_eq!(service.watch().await, 1);
        stage
    }
}

#[tokio::test]
async fn the_inbox_tells_of_an_alert_until_it_is_read() {
    let stage = Stage::with_an_alert().await;
    let overview = stage.page(&stage.owner, "/overview").await.text();
    let sidebar = between(&overview, "<nav aria-label=\"Main\">", "</nav>");
    assert!(sidebar.contains("1 unread"), "{sidebar}");
    let member = stage.page(&stage.member, "/overview").await.text();
    assert!(!member.contains("unread"), "members see no alerts");

    let inbox = stage.page(&stage.manager, "/alerts").await.text();
    let alert = between(&inbox, "<ul class=\"inbox\">", "</ul>").to_owned();
    assert!(alert.contains("100% of the test allowance used"), "{alert}");
    assert!(alert.contains("1 of 1 units"), "{alert}");
    assert!(alert.contains("href=\"/usage\""), "{alert}");
    let id = between(&alert, "action=\"/alerts/", "/read\"").to_owned();
    let read = stage
        .submit(
            Some(&stage.manager),
            &format!("/alerts/{id}/read"),
            &[("list", "unread")],
        )
        .await;
    assert_eq!(
        (read.status.as_u16(), read.header("location")),
        (303, "/alerts?unread")
    );
    let unread = stage.page(&stage.owner, "/alerts?unread").await.text();
    assert!(unread.contains("No unread alerts.") && !unread.contains("1 unread"));
    let again = format!("/alerts/{id}/unread");
    assert_eq!(
        stage.submit(Some(&stage.owner), &again, &[]).await.status,
        303
    );
    assert!(
        stage
            .page(&stage.owner, "/alerts")
            .await
            .text()
            .contains("1 unread")
    );
    let all = stage
        .submit(Some(&stage.owner), "/alerts/read-all", &[])
        .await;
    assert_eq!(all.status, 303);
    assert!(
        !stage
            .page(&stage.owner, "/alerts")
            .await
            .text()
            .contains("1 unread")
    );
    let foreign = stage
        .submit(Some(&stage.stranger), &format!("/alerts/{id}/read"), &[])
        .await;
    assert_eq!(foreign.status, 404);
}

#[tokio::test]
async fn an_alert_is_told_in_the_viewers_language() {
    let stage = Stage::with_an_alert().await;
    let request = browser_request(Method::GET, "/alerts")
        .header("cookie", format!("almagest_local={}", stage.owner.token))
        .header("accept-language", "nl");
    let inbox = stage
        .service
        .send(request.body(Body::empty()).unwrap())
        .await
        .text();
    assert!(
        inbox.contains("100% van het testtegoed verbruikt"),
        "{inbox}"
    );
    assert!(inbox.contains("1 van 1 eenheden"), "{inbox}");
    assert!(!inbox.contains('⟦'), "{}", between(&inbox, "⟦", "⟧"));
}

#[tokio::test]
async fn what_is_told_is_chosen_in_a_form() {
    let stage = Stage::new().await;
    let page = stage.page(&stage.owner, "/alerts/settings").await.text();
    assert!(page.contains("value=\"50, 80, 100\""), "{page}");
    let fields = [
        ("mailTo", "owners"),
        ("quotaPercents", "90; 100 %"),
        ("on", "spike"),
        ("deviations", "7"),
        ("spikeMinimum", "1000"),
        ("on", "dormantDays"),
        ("dormantDays", "60"),
        ("percent", "25"),
        ("errorMinimum", "50"),
        ("deniedDomains", "100"),
        ("expiryDays", ""),
    ];
    let owner = Some(&stage.owner);
    let saved = stage.submit(owner, "/alerts/settings", &fields).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let kept = stage
        .get(&stage.owner, &stage.path("alert-settings"))
        .await
        .json();
    let expected = json!({
        "mailTo": "owners", "quotaPercents": [90, 100],
        "spike": { "minimumRequests": 1000, "deviations": 7 }, "errorShare": null,
        "deniedDomains": null, "dormantDays": 60, "expiryDays": [],
    });
    assert_eq!(kept["data"]["attributes"], expected);
    let wrong = [
        ("mailTo", "owners"),
        ("quotaPercents", "half"),
        ("on", "spike"),
        ("deviations", "0"),
        ("spikeMinimum", "5"),
    ];
    let refused = stage.submit(owner, "/alerts/settings", &wrong).await;
    assert_eq!(refused.status, 422);
    let text = refused.text();
    let quota = between(&text, "id=\"quotaPercents\"", "</section>");
    assert!(
        quota.contains("class=\"problem\"") && quota.contains("value=\"half\""),
        "{quota}"
    );
    let spike = between(&text, "id=\"spikeMinimum\"", "</fieldset>");
    assert!(spike.contains("class=\"problem\""), "{spike}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_added_tested_looked_at_and_deleted() {
    let settings = config(&[("webhook_networks", "127.0.0.0/8")]);
    let service = Service::with_config(server::api::api(), settings).await;
    let stage = Stage::of(service).await;
    let owner = Some(&stage.owner);
    let receiver = WebhookReceiver::start(&["500 Oops", "200 OK"]);
    let page = stage.page(&stage.owner, "/alerts/webhooks").await.text();
    let once = between(&page, "name=\"once\" value=\"", "\"").to_owned();
    let refused = [("once", once.as_str()), ("url", "http://10.0.0.1/")];
    let refused = stage.submit(owner, "/alerts/webhooks", &refused).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("class=\"problem\""));
    let url = receiver.url();
    let fields = [("once", once.as_str()), ("url", url.as_str())];
    let made = stage
        .submit(owner, "/alerts/webhooks", &fields)
        .await
        .text();
    let secret = between(&made, "id=\"secret\">", "</pre>").to_owned();
    let id = between(&made, "/alerts/webhooks/whk_", "/test").to_owned();
    let again = stage
        .submit(owner, "/alerts/webhooks", &fields)
        .await
        .text();
    assert!(!again.contains(&secret) && again.contains("has already been shown"));
    let path = format!("/alerts/webhooks/whk_{id}");
    let sent = stage.submit(owner, &format!("{path}/test"), &[]).await;
    assert_eq!(
        sent.header("location"),
        format!("{path}?done=webhook_tested")
    );
    let app = &stage.service.app;
    let dispatcher = WebhookDispatcher::new(&app.config, Resolver::System);
    assert_eq!(dispatcher.deliver(app).await, 0);
    let log = stage.page(&stage.owner, &path).await.text();
    assert!(
        log.contains("the endpoint returned 500") && log.contains("pending"),
        "{log}"
    );
    stage
        .service
        .clock
        .advance(std::time::Duration::from_secs(5));
    assert_eq!(dispatcher.deliver(app).await, 1);
    let log = stage.page(&stage.owner, &path).await.text();
    assert!(log.contains("delivered") && !log.contains(&secret));
    assert!(
        receiver
            .arrived
            .try_iter()
            .all(|it| it.is_signed_with(&secret))
    );
    let stranger = Some(&stage.stranger);
    assert_eq!(stage.page(&stage.stranger, &path).await.status, 404);
    for action in ["test", "delete"] {
        let answer = stage
            .submit(stranger, &format!("{path}/{action}"), &[])
            .await;
        assert_eq!(answer.status, 404, "{action}");
    }
    let gone = stage.submit(owner, &format!("{path}/delete"), &[]).await;
    assert_eq!(gone.status, 303);
    assert_eq!(stage.page(&stage.owner, &path).await.status, 404);
    let expected = ["webhook.delete", "webhook.test", "webhook.create"];
    assert_eq!(stage.audited().await, expected);
}
