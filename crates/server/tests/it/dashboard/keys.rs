//! The pages of API keys: restrictions.

use serde_json::json;

use super::{Stage, between};

#[tokio::test]
async fn a_restriction_that_was_entered_is_never_lost_to_the_choice_above_it() {
    let stage = Stage::new().await;
    let owner = Some(&stage.owner);
    for (legend, contradiction) in [
        ("Modules", [("moduleMode", "all"), ("modules", "natal")]),
        (
            "Allowed domains",
            [("domainMode", "any"), ("domains", "example.org")],
        ),
        (
            "Expiration",
            [("expiry", "never"), ("expiresAt", "2039-01-01")],
        ),
    ] {
        let mut fields = vec![
            ("name", "Shop"),
            ("mode", "live"),
            ("permissions", "calc:read"),
        ];
        if legend != "Allowed domains" {
            fields.push(("domainMode", "any"));
        }
        fields.extend(contradiction);
        let refused = stage.submit(owner, "/settings/api-keys", &fields).await;
        assert_eq!(refused.status, 422, "{legend}");
        let text = refused.text();
        let fieldset = between(&text, &format!("<legend>{legend}"), "</fieldset>");
        assert!(fieldset.contains("class=\"problem\""), "{fieldset}");
        assert!(
            fieldset.contains(contradiction[1].1),
            "the value is kept: {fieldset}"
        );
    }
    let (id, _) = stage.key(&json!({ "domains": ["example.org"] })).await;
    let fields = [
        ("name", "Shop"),
        ("permissions", "calc:read"),
        ("domainMode", "any"),
        ("domains", "example.org"),
    ];
    let path = format!("/settings/api-keys/{id}");
    assert_eq!(stage.submit(owner, &path, &fields).await.status, 422);
    let api = stage.path(&format!("keys/{id}"));
    let key = stage.get(&stage.owner, &api).await.json()["data"]["attributes"].clone();
    assert_eq!(key["domains"], json!(["example.org"]));
}
