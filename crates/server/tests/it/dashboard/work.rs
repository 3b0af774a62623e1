//! The daily pages of organizations: usage, keys, texts.

use axum::body::Body;
use axum::http::Method;
use serde_json::json;

use super::{Stage, between};
use crate::harness::browser_request;

#[tokio::test]
async fn usage_is_shown_by_hour_month_and_status_with_what_goes_wrong_and_the_latest() {
    let stage = Stage::new().await;
    let (_, key) = stage.key(&json!({ "domains": ["example.com"] })).await;
    assert_eq!(stage.service.get("/api/key").await.status, 200);
    stage
        .service
        .clock
        .advance(std::time::Duration::from_secs(1));
    assert_eq!(stage.service.get("/api/calc/natal").await.status, 400);
    assert_eq!(stage.service.get_with("/api/key", &key).await.status, 403);
    stage.service.app.meter.flush().await;
    let app = &stage.service.app;
    app.refusals.write(&app.store).await;
    let csv = async |group: &str| {
        let path = format!("/usage.csv?group={group}");
        stage.page(&stage.owner, &path).await.text()
    };
    // The clock is at 2027-01-15T08:00:00Z.
    assert!(csv("hour").await.contains("\"2027-01-15T08\",2,2,1,1,0"));
    assert!(csv("month").await.contains("\"2027-01\",2,2,1,1,0"));
    let status = csv("status").await;
    assert!(
        status.contains("\"Successful (2xx and 3xx)\",1,,1,0,0"),
        "{status}"
    );
    assert!(
        status.contains("\"Client errors (4xx)\",1,,0,1,0"),
        "{status}"
    );
    let page = stage.page(&stage.owner, "/usage?group=hour").await.text();
    let errors = between(&page, "id=\"errors\"", "</section>");
    assert!(errors.contains("domain_not_allowed"), "{errors}");
    assert!(errors.contains("Add the domain to the key"), "{errors}");
    let rows = stage.page(&stage.owner, "/requests/rows").await.text();
    assert!(
        rows.contains("calc_natal") && rows.contains(">400<"),
        "{rows}"
    );
    let (first, second) = (rows.find("calc_natal"), rows.find("key_describe"));
    assert!(first < second, "newest first");
    assert!(!rows.contains(&key) && !rows.contains(&stage.service.key));
}

#[tokio::test]
async fn a_key_is_narrowed_to_modules_and_its_use_is_drawn() {
    let stage = Stage::new().await;
    let fields = [
        ("name", "Natal only"),
        ("mode", "live"),
        ("permissions", "calc:read"),
        ("moduleMode", "some"),
        ("modules", "natal"),
        ("domainMode", "any"),
        ("action", "create"),
    ];
    let owner = Some(&stage.owner);
    let made = stage.submit(owner, "/settings/api-keys", &fields).await;
    let text = made.text();
    let secret = between(&text, "id=\"secret\">", "</pre>").to_owned();
    let birth = "dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";
    let natal = format!("/api/calc/natal?{birth}");
    assert_eq!(stage.service.get_with(&natal, &secret).await.status, 200);
    let transit = "/api/calc/transit?birthDate=1990-06-15T14:30&birthLocation.latitude=52.37\
        &birthLocation.longitude=4.89&transitDateStart=2027-01-01&transitDateEnd=2027-01-02\
        &transitLocation.latitude=52.37&transitLocation.longitude=4.89";
    let refused = stage.service.get_with(transit, &secret).await;
    assert_eq!(refused.codes(), ["module_required"]);
    stage.service.app.meter.flush().await;
    let list = stage.page(&stage.owner, "/settings/api-keys").await.text();
    assert!(
        list.contains("aria-label=\"2 requests in the last 14 days\""),
        "{list}"
    );
}

#[tokio::test]
async fn patterns_are_tried_before_there_is_a_key() {
    let stage = Stage::new().await;
    let check = async |domains: &str, origin: &str| {
        let fields = [
            ("name", "Shop"),
            ("domainMode", "list"),
            ("domains", domains),
            ("tryOrigin", origin),
            ("action", "try"),
        ];
        let owner = Some(&stage.owner);
        let answer = stage.submit(owner, "/settings/api-keys", &fields).await;
        let text = answer.text();
        assert!(text.contains("value=\"Shop\""), "the input is kept");
        assert!(!text.contains("id=\"secret\""), "no key was created");
        (
            answer.status.as_u16(),
            between(&text, "id=\"try\"", "</fieldset>").to_owned(),
        )
    };
    let (status, said) = check("*.example.com", "https://app.example.com").await;
    assert_eq!(status, 200);
    assert!(said.contains("badge pass"), "{said}");
    let (_, said) = check("*.example.com", "https://example.com").await;
    assert!(
        said.contains("badge fail") && said.contains("does not match any"),
        "{said}"
    );
    let (_, said) = check("example.com", "example.com").await;
    assert!(
        said.contains("badge fail") && said.contains("scheme and host"),
        "{said}"
    );
    assert_eq!(check("*.com", "https://example.com").await.0, 422);
}

#[tokio::test]
async fn a_text_is_copied_edited_compared_and_restored() {
    let mut stage = Stage::new().await;
    stage.service = stage.service.with_library().await;
    let list = "/content?kind=natal/planet-in-sign&subject=sun:gemini&language=en";
    let text = stage.page(&stage.owner, list).await.text();
    let system = between(&text, "href=\"/content/system.", "\"").to_owned();
    let system = format!("/content/system.{system}");
    let owner = Some(&stage.owner);
    let language = [("language", "en")];
    let copied = stage
        .submit(owner, &format!("{system}/copy"), &language)
        .await;
    assert_eq!(copied.status, 303, "{}", copied.text());
    let copy = copied
        .header("location")
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let again = stage
        .submit(owner, &format!("{system}/copy"), &language)
        .await;
    assert!(
        again.header("location").starts_with(&copy),
        "there is one copy"
    );
    let first = [
        ("title", "Sun in Gemini"),
        ("body", "Quick *hands*.\r\n\r\n<b>"),
        ("tag", "\"v1\""),
        ("action", "save"),
    ];
    let saved = stage.submit(owner, &copy, &first).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let shown = stage.page(&stage.owner, &copy).await.text();
    assert!(
        shown.contains("<ins>") && shown.contains("<del>"),
        "the texts differ"
    );
    assert!(!shown.contains("<b>"), "the input is escaped");
    // A person who read version 1 is told and keeps what they typed.
    let late = [first[0], ("body", "Late."), first[2], first[3]];
    let refused = stage.submit(owner, &copy, &late).await;
    assert_eq!(refused.status, 422);
    let text = refused.text();
    let both = between(&text, "id=\"meanwhile\"", "</section>");
    assert!(both.contains("Late.") && both.contains("hands"), "{both}");
    assert!(text.contains("name=\"tag\" value=\"&#34;v2&#34;\"") || text.contains("v2"));
    let preview = [first[0], first[1], ("action", "preview")];
    let preview = stage.submit(owner, &copy, &preview).await.text();
    assert!(preview.contains("<em>hands</em>") && preview.contains("&lt;b&gt;"));

    let member = stage.page(&stage.member, &copy).await.text();
    assert!(!member.contains("id=\"editor\""), "members cannot edit");
    let forced = stage.submit(Some(&stage.member), &copy, &first).await;
    assert_eq!(
        forced.status, 422,
        "not even by submitting the form directly"
    );

    let tag = [("tag", "\"v2\"")];
    let restored = stage.submit(owner, &format!("{copy}/restore"), &tag).await;
    assert_eq!(restored.status, 303, "{}", restored.text());
    let shown = stage.page(&stage.owner, &copy).await.text();
    assert!(
        shown.contains("library text instead of this copy"),
        "{shown}"
    );
    let deleted = [("tag", "\"v3\"")];
    let deleted = stage
        .submit(owner, &format!("{copy}/delete"), &deleted)
        .await;
    assert_eq!(deleted.status, 303, "{}", deleted.text());
    assert_eq!(stage.page(&stage.owner, &copy).await.status, 404);
}

#[tokio::test]
async fn looking_at_texts_is_free_and_a_request_of_a_session_is_not() {
    let mut stage = Stage::new().await;
    stage.service = stage.service.with_library().await;
    let list = "/content?kind=natal/planet-in-sign&subject=sun:gemini&language=en";
    let text = stage.page(&stage.owner, list).await.text();
    let system = between(&text, "href=\"/content/system.", "\"").to_owned();
    let path = format!("/content/system.{system}");
    for path in [path.as_str(), "/content?q=sun"] {
        assert_eq!(stage.page(&stage.owner, path).await.status, 200, "{path}");
    }
    assert_eq!(stage.service.ledger().await, []);
    let request = browser_request(Method::GET, "/api/content/search?q=sun")
        .header("cookie", format!("almagest_local={}", stage.owner.token))
        .header("x-organization", stage.service.org_id.to_string());
    let searched = stage
        .service
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert_eq!(searched.status, 200, "{}", searched.text());
    assert_eq!(stage.service.ledger().await.len(), 1);
}

#[tokio::test]
async fn the_texts_of_an_organization_are_listed_and_searched_alone() {
    let mut stage = Stage::new().await;
    stage.service = stage.service.with_library().await;
    let list = "/content?kind=natal/planet-in-sign&subject=sun:gemini&language=en";
    let text = stage.page(&stage.owner, list).await.text();
    let system = between(&text, "href=\"/content/system.", "\"").to_owned();
    let path = format!("/content/system.{system}/copy");
    let copied = stage
        .submit(Some(&stage.owner), &path, &[("language", "en")])
        .await;
    let copy = copied.header("location").split('?').next().unwrap();
    let ours = stage
        .page(&stage.owner, &format!("{list}&own=yes"))
        .await
        .text();
    assert!(
        ours.contains(copy) && !ours.contains("/content/system."),
        "{ours}"
    );
    let search = "/content?q=gemini&own=yes";
    let found = stage.page(&stage.owner, search).await.text();
    assert!(
        found.contains(copy) && !found.contains("/content/system."),
        "{found}"
    );
    let of_houses = "/content?kind=natal/planet-in-house&own=yes";
    let none = stage.page(&stage.owner, of_houses).await.text();
    assert!(none.contains("no texts of this type"), "{none}");
}

#[tokio::test]
async fn without_a_mail_server_the_operator_has_the_confirmation_link() {
    let stage = Stage::new().await;
    let asked = stage
        .submit(Some(&stage.member), "/settings/verify-email", &[])
        .await;
    assert_eq!(asked.status, 303, "{}", asked.text());
    let settings = stage.page(&stage.member, asked.header("location")).await;
    let text = settings.text();
    assert!(text.contains("No mail server is configured."), "{text}");
    assert!(text.contains("almagest outbox"), "{text}");
}
