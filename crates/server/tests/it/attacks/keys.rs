//! Key handling.

use std::time::Duration;

use access::{DomainRule, KeyId, KeyMode, KeyModules, KeyPermissions, PlainKey};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::json;

use crate::harness::NOW;

attacks! {
    async fn a_key_of_the_wrong_alphabet_is_refused_before_any_look_up(stage: &Stage) {
        stage.service.app.store.close().await;
        for key in ["", "ak_live_", "ak_live_../../etc/passwd", "ak_live_' or 1=1 --", "x"] {
            let answer = stage.service.get_with("/api/key", key).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{key}");
        }
    }
    async fn a_key_with_one_changed_character_is_refused_by_its_checksum_alone(stage: &Stage) {
        let mut key = stage.service.key.clone();
        let changed = if key.as_bytes()[20] == b'A' { "B" } else { "A" };
        key.replace_range(20..21, changed);
        stage.service.app.store.close().await;
        assert_eq!(stage.service.get_with("/api/key", &key).await.codes(), ["key_invalid"]);
    }
    async fn the_other_prefix_does_not_turn_a_test_key_into_a_live_one(stage: &Stage) {
        let live = stage.service.key.replace("ak_test_", "ak_live_");
        assert_eq!(stage.service.get_with("/api/key", &live).await.codes(), ["key_invalid"]);
    }
    async fn the_letter_case_of_a_key_matters(stage: &Stage) {
        let upper = stage.service.key.to_uppercase();
        assert_eq!(stage.service.get_with("/api/key", &upper).await.codes(), ["key_invalid"]);
    }
    async fn white_space_around_a_key_is_not_ignored_inside_the_header(stage: &Stage) {
        let padded = format!("{} x", stage.service.key);
        assert_eq!(stage.service.get_with("/api/key", &padded).await.codes(), ["key_invalid"]);
    }
    async fn a_key_in_a_cookie_is_no_key(stage: &Stage) {
        let cookie = format!("X-Api-Key={}", stage.service.key);
        let request = Request::get("/api/key").header("cookie", cookie);
        let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.codes(), ["key_missing"]);
    }
    async fn a_revoked_key_cannot_be_switched_on_again(stage: &Stage) {
        let (id, secret) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}"));
        stage.delete(&stage.owner, &path).await;
        let answer = stage.patch(&stage.owner, &path, &json!({ "enabled": true })).await;
        assert_eq!(answer.codes(), ["key_ended"]);
        assert_eq!(stage.service.get_with("/api/key", &secret).await.codes(), ["key_revoked"]);
    }
    async fn a_revoked_key_cannot_be_rotated_back_to_life(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        stage.delete(&stage.owner, &stage.path(&format!("keys/{id}"))).await;
        let path = stage.path(&format!("keys/{id}/rotate"));
        let answer = stage.post(&stage.owner, &path, &json!({ "graceSeconds": 60 })).await;
        assert_eq!(answer.codes(), ["key_ended"]);
    }
    async fn revoking_the_new_key_of_a_family_ends_the_old_one_in_grace(stage: &Stage) {
        let (id, old) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}/rotate"));
        let rotated = stage.post(&stage.owner, &path, &json!({ "graceSeconds": 600 })).await.json();
        let new = rotated["data"]["id"].as_str().unwrap();
        stage.delete(&stage.owner, &stage.path(&format!("keys/{new}"))).await;
        assert_eq!(stage.service.get_with("/api/key", &old).await.codes(), ["key_revoked"]);
    }
    async fn a_rotated_keys_grace_cannot_be_extended_by_editing_it(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}"));
        let body = json!({ "graceSeconds": 60 });
        stage.post(&stage.owner, &format!("{path}/rotate"), &body).await;
        let body = json!({ "expiresAt": null });
        assert_eq!(stage.patch(&stage.owner, &path, &body).await.codes(), ["key_superseded"]);
    }
    async fn a_grace_beyond_thirty_days_is_refused(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}/rotate"));
        let body = json!({ "graceSeconds": 2_592_001 });
        assert_eq!(stage.post(&stage.owner, &path, &body).await.codes(), ["field_range"]);
    }
    async fn removing_the_last_domain_does_not_open_a_key(stage: &Stage) {
        let (id, secret) = stage.key(&json!({ "domains": ["example.com"] })).await;
        let path = stage.path(&format!("keys/{id}"));
        let answer = stage.patch(&stage.owner, &path, &json!({ "domains": [] })).await;
        assert_eq!(answer.codes(), ["value_refused"]);
        let still = stage.service.get_with("/api/key", &secret).await;
        assert_eq!(still.codes(), ["domain_not_allowed"]);
    }
    async fn a_wildcard_over_a_public_suffix_is_refused_on_save(stage: &Stage) {
        for pattern in ["*.com", "*.co.uk", "*.github.io", "https://example.com", "*", "a.*.b"] {
            let body = json!({ "name": "k", "mode": "live", "permissions": [], "domains": [pattern] });
            let answer = stage.post(&stage.owner, &stage.path("keys"), &body).await;
            let refused = pattern != "*";
            assert_eq!(answer.status == StatusCode::BAD_REQUEST, refused, "{pattern}");
        }
    }
    async fn an_edit_of_one_attribute_does_not_write_the_others_back(stage: &Stage) {
        let (id, secret) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}"));
        stage.patch(&stage.owner, &path, &json!({ "enabled": false })).await;
        stage.patch(&stage.manager, &path, &json!({ "name": "renamed" })).await;
        assert_eq!(stage.service.get_with("/api/key", &secret).await.codes(), ["key_disabled"]);
    }
    async fn using_a_key_does_not_undo_a_concurrent_disable(stage: &Stage) {
        let (id, secret) = stage.key(&json!({})).await;
        stage.service.get_with("/api/key", &secret).await;
        let path = stage.path(&format!("keys/{id}"));
        stage.patch(&stage.owner, &path, &json!({ "enabled": false })).await;
        stage.service.app.uses.write(&stage.service.app.store).await;
        stage.service.app.meter.flush().await;
        let shown = stage.get(&stage.owner, &path).await.json();
        assert_eq!(shown["data"]["attributes"]["enabled"], false);
        assert!(shown["data"]["attributes"]["lastUsedAt"].is_string());
    }
    async fn a_key_never_reaches_management_and_pays_for_trying(stage: &Stage) {
        let path = stage.path("keys");
        let answer = stage.service.get(&path).await;
        assert_eq!(answer.codes(), ["person_required"]);
        let rows = stage.service.ledger().await;
        assert_eq!(rows, [("key_list".to_owned(), 1, Some(403))]);
    }
    async fn a_browser_token_does_not_mint_another(stage: &Stage) {
        let body = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
        let minted = stage.service.post("/api/key/tokens", &body.to_string()).await;
        let token = minted.json()["data"]["attributes"]["token"].as_str().unwrap().to_owned();
        let request = Request::post("/api/key/tokens")
            .header("authorization", format!("Bearer {token}"))
            .header("origin", "https://example.com")
            .header("content-type", "application/json");
        let answer = stage.service.send(request.body(Body::from(body.to_string())).unwrap()).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
    }
    async fn a_browser_token_is_never_wider_than_its_key(stage: &Stage) {
        let (_, secret) = stage.key(&json!({ "domains": ["example.com"] })).await;
        let mint = async |body: serde_json::Value| {
            let request = Request::post("/api/key/tokens")
                .header("x-api-key", &secret)
                .header("origin", "https://example.com")
                .header("content-type", "application/json");
            stage.service.send(request.body(Body::from(body.to_string())).unwrap()).await
        };
        let base = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
        for (field, value) in [
            ("permissions", json!(["chart:read"])),
            ("origins", json!(["evil.example"])),
            ("origins", json!(["*"])),
        ] {
            let mut body = base.clone();
            body[field] = value;
            assert_eq!(mint(body).await.codes(), ["value_refused"], "{field}");
        }
        let mut long = base.clone();
        long["expiresIn"] = json!(3601);
        assert_eq!(mint(long).await.codes(), ["field_range"]);
        assert_eq!(mint(base).await.status, StatusCode::CREATED);
    }
    async fn an_unknown_key_with_a_right_checksum_is_refused_and_not_remembered(stage: &Stage) {
        let unknown = PlainKey::generate(KeyMode::Live, &OsRandom);
        for _ in 0..2 {
            let answer = stage.service.get_with("/api/key", unknown.reveal()).await;
            assert_eq!(answer.codes(), ["key_invalid"]);
        }
        assert_eq!(stage.service.app.key_cache.cached_keys(), 0);
    }
    async fn a_key_made_to_end_in_the_past_is_refused(stage: &Stage) {
        let body = json!({ "name": "k", "mode": "live", "permissions": [], "expiresAt": "2001-01-01T00:00:00Z" });
        assert_eq!(stage.post(&stage.owner, &stage.path("keys"), &body).await.codes(), ["value_refused"]);
    }
    async fn an_expired_key_cannot_be_rotated(stage: &Stage) {
        let (id, _) = stage.key(&json!({ "expiresAt": "2027-01-15T09:00:00Z" })).await;
        stage.service.clock.advance(Duration::from_hours(1));
        let path = stage.path(&format!("keys/{id}/rotate"));
        let answer = stage.post(&stage.owner, &path, &json!({ "graceSeconds": 0 })).await;
        assert_eq!(answer.codes(), ["key_ended"]);
    }
    async fn an_organization_has_at_most_a_thousand_active_keys(stage: &Stage) {
        let (expired, _) = stage.key(&json!({ "expiresAt": "2027-01-15T09:00:00Z" })).await;
        stage.service.clock.advance(Duration::from_hours(1));
        // The first organization already has one that works, and creates the last one below.
        let mut locked = stage.service.locked().await;
        for _ in 1..999 {
            let plain = PlainKey::generate(KeyMode::Live, &OsRandom);
            let key = store::NewKey {
                id: KeyId::new(NOW, &OsRandom),
                name: "key".parse().unwrap(),
                mode: KeyMode::Live,
                digest: plain.digest(&stage.service.app.keys.pepper),
                display: plain.display(),
                permissions: KeyPermissions::ALL,
                rates: vec![],
                domains: DomainRule::Unrestricted,
                expires_at: None,
                created_at: NOW,
            };
            locked.add_key(&key, &KeyModules::All, None).await.unwrap();
        }
        locked.commit().await.unwrap();
        let (id, _) = stage.key(&json!({})).await;
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        let create = async || stage.post(&stage.owner, &stage.path("keys"), &body).await;
        let refused = create().await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.codes(), ["key_limit_reached"]);
        let path = stage.path(&format!("keys/{expired}"));
        let later = json!({ "expiresAt": null });
        let extended = stage.patch(&stage.owner, &path, &later).await;
        assert_eq!(extended.codes(), ["key_limit_reached"], "the key would be active again");
        let rotate = stage.path(&format!("keys/{id}/rotate"));
        let kept = stage.post(&stage.owner, &rotate, &json!({ "graceSeconds": 60 })).await;
        assert_eq!(kept.codes(), ["key_limit_reached"], "two secrets of a key count as two keys");
        let replaced = stage.post(&stage.owner, &rotate, &json!({ "graceSeconds": 0 })).await;
        assert_eq!(replaced.status, StatusCode::CREATED, "{:?}", replaced.codes());
        assert_eq!(create().await.codes(), ["key_limit_reached"]);
        let foreign = stage.post(&stage.stranger, &stage.foreign("keys"), &body).await;
        assert_eq!(foreign.status, StatusCode::CREATED, "other organizations are not affected");
        stage.delete(&stage.owner, &stage.path(&format!("keys/{id}"))).await;
        assert_eq!(create().await.status, StatusCode::CREATED);
    }
}
