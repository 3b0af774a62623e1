//! The key cache: new keys work at once, and changed keys are noticed.

use std::sync::Arc;
use std::time::Duration;

use access::KeyPermission;
use axum::http::StatusCode;

use crate::harness::{NOW, Service};

#[tokio::test]
async fn a_new_key_works_on_the_next_request_even_if_it_was_tried_before() {
    let service = Service::new(server::api::api()).await;
    let unknown = "ak_test_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1";
    assert_eq!(
        service.get_with("/api/key", unknown).await.codes(),
        ["key_invalid"]
    );
    let key = service.add_key(&[KeyPermission::CalcRead]).await;
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_revoked_key_is_refused_after_the_next_refresh() {
    let service = Service::new(server::api::api()).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    assert!(
        service
            .inside()
            .revoke_key(service.key_id, NOW)
            .await
            .unwrap()
    );
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(service.get("/api/key").await.codes(), ["key_revoked"]);
}

/// Otherwise a look-up that read the row before a change, and stored it after the change was
/// announced, would keep the old row forever.
#[tokio::test]
async fn a_change_is_announced_again_for_a_while() {
    let service = Service::new(server::api::api()).await;
    service
        .inside()
        .revoke_key(service.key_id, NOW)
        .await
        .unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(service.get("/api/key").await.codes(), ["key_revoked"]);
    // The late look-up stores the current row again. The next refreshes still drop it, so that any
    // row stored there is read again.
    let seen = async || {
        service.app.key_cache.refresh().await.unwrap();
        service.app.key_cache.cached_keys()
    };
    assert_eq!(seen().await, 0, "announced again");
    service.get("/api/key").await;
    service.clock.advance(Duration::from_secs(14));
    assert_eq!(seen().await, 0, "still announced");
    service.get("/api/key").await;
    service.clock.advance(Duration::from_secs(2));
    let _last_announcement = seen().await;
    service.get("/api/key").await;
    assert_eq!(seen().await, 1, "no longer announced");
}

#[tokio::test]
async fn many_requests_with_one_new_key_are_all_answered() {
    let service = Arc::new(Service::new(server::api::api()).await);
    let key = service.add_key(&[KeyPermission::CalcRead]).await;
    let requests: Vec<_> = (0..200)
        .map(|_| {
            let (service, key) = (Arc::clone(&service), key.clone());
            tokio::spawn(async move { service.get_with("/api/key", &key).await.status })
        })
        .collect();
    for request in requests {
        assert_eq!(request.await.unwrap(), StatusCode::OK);
    }
}
