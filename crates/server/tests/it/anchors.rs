//! Anchors: heads of the audit chains that are recorded elsewhere, and what they reveal.

use std::net::UdpSocket;

use serde_json::Value;
use server::anchor::{Anchor, Finding};
use store::testing::execute;

use crate::harness::{Service, config};
use crate::receiver::WebhookReceiver;

/// Resets the installation's chain to its first entry, including the head.
const SET_BACK: &str = "delete from audit_entry where chain = 'installation' and sequence > 1; \
    update audit_head set sequence = 1, mac = (select mac from audit_entry \
    where chain = 'installation' and sequence = 1) where chain = 'installation'";

async fn write(service: &Service, action: &str) {
    let app = &service.app;
    let mut locked = app
        .store
        .installation_locked(&app.keys.audit)
        .await
        .unwrap();
    let event = store::AuditEvent::of_installation(action, service.clock.now());
    locked.audit(&event).await.unwrap();
    locked.commit().await.unwrap();
}

/// Returns the result of a comparison with the installation's anchor, and whether its chain is
/// valid.
async fn judge(service: &Service, anchors: &[Anchor]) -> (Finding, bool) {
    let (store, key) = (&service.app.store, &service.app.keys.audit);
    let mut own = anchors.iter();
    let own = own.find(|it| it.chain == access::ChainId::Installation);
    let verdicts = store.verify_audit(key).await.unwrap();
    let mut verdicts = verdicts.iter();
    let verdict = verdicts.find(|(chain, _)| *chain == access::ChainId::Installation);
    let sound = verdict.unwrap().1.is_ok();
    (own.unwrap().compare(store, key).await.unwrap(), sound)
}

#[tokio::test]
async fn a_chain_that_was_set_back_is_sound_and_its_anchor_shows_it() {
    let service = Service::new(server::api::api()).await;
    for action in ["one", "two", "three"] {
        write(&service, action).await;
    }
    let anchors = Anchor::take(&service.app.store, &service.app.keys.audit)
        .await
        .unwrap();
    assert_eq!(judge(&service, &anchors).await, (Finding::Holds, true));
    write(&service, "four").await;
    assert_eq!(
        judge(&service, &anchors).await,
        (Finding::Holds, true),
        "the chain may grow"
    );
    execute(service.location(), SET_BACK).await;
    assert_eq!(judge(&service, &anchors).await, (Finding::Missing, true));
    for action in ["two, and not what it was", "three", "four", "five"] {
        write(&service, action).await;
    }
    assert_eq!(judge(&service, &anchors).await, (Finding::Differs, true));
}

#[tokio::test]
async fn an_anchor_from_before_a_rotation_says_nothing_and_says_so() {
    let service = Service::new(server::api::api()).await;
    write(&service, "one").await;
    let anchors = Anchor::take(&service.app.store, &service.app.keys.audit)
        .await
        .unwrap();
    let service = service.rotated(server::api::api()).await;
    assert_eq!(judge(&service, &anchors).await, (Finding::SealedAnew, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_are_sent_to_a_webhook_and_can_be_compared_with() {
    let receiver = WebhookReceiver::start(&["200 OK"]);
    let address = format!("http://127.0.0.1:{}/heads?token=secret", receiver.port);
    let config = config(&[("audit_anchor", address.as_str())]);
    assert!(!format!("{:?} {config:?}", config.shown()).contains("token"));
    let service = Service::with_config(server::api::api(), config).await;
    write(&service, "one").await;
    let sent = server::anchor::send_anchors(&service.app).await.unwrap();
    let arrived = receiver.arrived.recv().unwrap();
    let body: Value = serde_json::from_str(&arrived.body).unwrap();
    assert_eq!(body["type"], "audit.heads");
    let heads = body["heads"].as_array().unwrap();
    assert_eq!(heads.len(), sent);
    let anchors: Vec<_> = heads
        .iter()
        .map(|it| Anchor::read(&it.to_string()).unwrap())
        .collect();
    assert_eq!(judge(&service, &anchors).await, (Finding::Holds, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_are_sent_to_a_syslog_server() {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = format!("syslog://127.0.0.1:{}", socket.local_addr().unwrap().port());
    let config = config(&[("audit_anchor", address.as_str())]);
    let service = Service::with_config(server::api::api(), config).await;
    let sent = server::anchor::send_anchors(&service.app).await.unwrap();
    for _ in 0..sent {
        let mut bytes = [0; 2048];
        let length = socket.recv(&mut bytes).unwrap();
        let message = std::str::from_utf8(&bytes[..length]).unwrap();
        let (head, document) = message.split_once(" - audit-head - ").unwrap();
        assert!(head.starts_with("<109>1 "), "{head}");
        Anchor::read(document).unwrap();
    }
    assert!(sent > 0);
}
