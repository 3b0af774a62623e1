//! Authentication besides a plain key: sessions, browser tokens and signed URLs. Also covers
//! modules.

use std::time::Duration;

use access::{
    BrowserToken, BrowserTokenRequest, KeyMode, KeyModules, KeyPermission, KeyPermissions,
    ModuleGrant, ParentKey, PlainKey, PlanModules, Role, signed_url,
};
use auth::{CallContext, ClientInfo, Principal};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};

use crate::harness::{Answer, NOW, Person, Service, browser_request, config};
use crate::sample_api;

const CHART: &str =
    "/sample/chart?dateTime=2000-01-01T12:00&location.latitude=1&location.longitude=2";
const PICTURE: &str = "/sample/picture.svg";

async fn service() -> Service {
    Service::new(sample_api::api()).await
}

async fn get_in(service: &Service, person: &Person, org: &str, path: &str) -> Answer {
    let request = browser_request(Method::GET, path)
        .header("cookie", format!("almagest_local={}", person.token))
        .header("x-organization", org);
    service.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_member_uses_an_operation_in_the_organization_they_name_and_the_ledger_names_them() {
    let service = service().await;
    let member = service.member(Role::Member).await;
    let org = service.org_id.to_string();
    let answer = get_in(&service, &member, &org, CHART).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        answer.header("x-ratelimit-limit"),
        "600",
        "limited like keys"
    );
    service.app.meter.flush().await;
    let rows = service.inside().ledger(None, 10).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].key.clone(), rows[0].user.clone()),
        (None, Some(member.id.to_string()))
    );
    assert_eq!((rows[0].mode.as_str(), rows[0].status), ("live", Some(200)));
}

#[tokio::test]
async fn a_session_must_name_an_organization_it_belongs_to() {
    let service = service().await;
    let member = service.member(Role::Owner).await;
    let unnamed = service.ask_as(&member, Method::GET, CHART, None).await;
    assert_eq!(unnamed.codes(), ["organization_required"]);
    let foreign = service.another_org().await.to_string();
    let random = access::OrgId::new(NOW, &OsRandom).to_string();
    let mut bodies = Vec::new();
    for org in [foreign.as_str(), random.as_str(), "org_x", ""] {
        let answer = get_in(&service, &member, org, CHART).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{org}");
        let mut body = answer.json();
        body["errors"][0]["id"] = Value::Null;
        bodies.push(body);
    }
    assert!(bodies.windows(2).all(|it| it[0] == it[1]), "{bodies:?}");
    assert_eq!(service.ledger().await, [], "nothing is charged");
}

#[tokio::test]
async fn a_key_names_no_organization() {
    let service = service().await;
    let request = Request::get(CHART)
        .header("x-api-key", &service.key)
        .header("x-organization", service.org_id.to_string());
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.codes(), ["organization_unexpected"]);
    let paid = ("sample_chart".to_owned(), 1, Some(400));
    assert_eq!(service.ledger().await, [paid], "a valid key is charged");
}

/// Checks that do not depend on the input come first.
#[tokio::test]
async fn a_key_that_names_an_organization_is_first_told_what_is_wrong_with_itself() {
    let service = service().await;
    let unprivileged = service.add_key(&[]).await;
    let ask = async |key: &str| {
        let request = Request::get(CHART)
            .header("x-api-key", key)
            .header("x-organization", service.org_id.to_string());
        service.send(request.body(Body::empty()).unwrap()).await
    };
    let invented = PlainKey::generate(KeyMode::Live, &OsRandom);
    for (key, code) in [
        ("ak_live_wrong", "key_invalid"),
        (invented.reveal(), "key_invalid"),
        (unprivileged.as_str(), "permission_missing"),
    ] {
        assert_eq!(ask(key).await.codes(), [code], "{key}");
    }
    service.set_terms(|terms| terms.quota = Some(0)).await;
    let answer = ask(&unprivileged).await;
    assert_eq!(answer.codes(), ["quota_exhausted"]);
}

#[tokio::test]
async fn an_explicit_key_outweighs_a_cookie() {
    let service = service().await;
    let member = service.member(Role::Owner).await;
    let request = browser_request(Method::GET, CHART)
        .header("cookie", format!("almagest_local={}", member.token))
        .header("x-api-key", "ak_live_wrong");
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.codes(), ["key_invalid"]);
}

#[tokio::test]
async fn an_ended_session_is_over_on_the_next_request() {
    let service = service().await;
    let member = service.member(Role::Member).await;
    let org = service.org_id.to_string();
    assert_eq!(
        get_in(&service, &member, &org, CHART).await.status,
        StatusCode::OK
    );
    let mut transaction = service.app.store.begin().await.unwrap();
    transaction
        .revoke_session(member.id, member.session, NOW)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    let answer = get_in(&service, &member, &org, CHART).await;
    assert_eq!(answer.codes(), ["session_ended"]);
}

#[tokio::test]
async fn an_organization_without_the_module_is_403_and_told_which() {
    let service = service().await;
    service
        .set_terms(|terms| terms.plan = "deluxe".parse().unwrap())
        .await;
    let narrow = service.add_key_with(|_| ()).await;
    let keys = service.inside().keys().await.unwrap();
    // Both were created at the same instant, so their ids have no order.
    let id = keys.iter().find(|it| it.id != service.key_id).unwrap().id;
    let set = async |modules: KeyModules| {
        let mut locked = service.locked().await;
        let edit = store::KeyEdit {
            modules: Some(modules),
            ..Default::default()
        };
        assert!(locked.edit_key(id, &edit).await.unwrap());
        locked.commit().await.unwrap();
        service.app.key_cache.refresh().await.unwrap();
    };
    set(KeyModules::Only(vec!["charts".to_owned()])).await;
    let answer = service.get_with(CHART, &narrow).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    let error = answer.json()["errors"][0].clone();
    assert_eq!(error["code"], "module_required");
    assert_eq!(error["title"], "Module Required");
    assert_eq!(error["meta"]["requiredModule"], "natal");
    set(KeyModules::Only(vec!["natal".to_owned()])).await;
    assert_eq!(
        service.get_with(CHART, &narrow).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_granted_module_opens_until_its_end() {
    let mut config = config(&[]);
    let mut plan = config.plans.largest().clone();
    plan.modules = PlanModules::Only(vec![]);
    config.plans.put(plan);
    let service = Service::with_config(sample_api::api(), config).await;
    assert_eq!(service.get(CHART).await.codes(), ["module_required"]);
    let mut locked = service.locked().await;
    let grant = ModuleGrant {
        module: "natal".to_owned(),
        source: "operator".to_owned(),
        granted_at: NOW,
        expires_at: Some(NOW.plus(Duration::from_hours(1))),
    };
    locked.grant_module(&grant).await.unwrap();
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(service.get(CHART).await.status, StatusCode::OK);
    service.clock.advance(Duration::from_hours(1));
    assert_eq!(service.get(CHART).await.codes(), ["module_required"]);
}

fn token(service: &Service, permissions: &[KeyPermission]) -> String {
    let parent = ParentKey {
        id: service.key_id,
        permissions: KeyPermissions::ALL,
        domains: &access::DomainRule::Unrestricted,
        expires_at: None,
    };
    let request = BrowserTokenRequest {
        permissions: KeyPermissions::of(permissions),
        origins: vec!["app.example.com".parse().unwrap()],
        lifetime: Duration::from_mins(10),
    };
    let minted = BrowserToken::mint(request, parent, &service.app.keys.browser_token, NOW);
    minted.unwrap().0.reveal().to_owned()
}

async fn with_token(service: &Service, token: &str, origin: Option<&str>, path: &str) -> Answer {
    let mut request = Request::get(path).header("authorization", format!("Bearer {token}"));
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    service.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_browser_token_is_narrower_than_its_key_and_dies_with_it() {
    let service = service().await;
    let token = token(&service, &[KeyPermission::CalcRead]);
    let page = Some("https://app.example.com");
    assert_eq!(
        with_token(&service, &token, page, CHART).await.status,
        StatusCode::OK
    );
    let picture = format!("{PICTURE}?width=100");
    let refused = with_token(&service, &token, page, &picture).await;
    assert_eq!(
        refused.codes(),
        ["permission_missing"],
        "the token does not have the permission"
    );
    let elsewhere = with_token(&service, &token, Some("https://evil.example"), CHART).await;
    assert_eq!(elsewhere.codes(), ["domain_not_allowed"]);
    assert_eq!(
        with_token(&service, &token, None, CHART).await.codes(),
        ["domain_not_allowed"]
    );
    let as_key = Request::get(CHART).header("x-api-key", &token);
    let as_key = service.send(as_key.body(Body::empty()).unwrap()).await;
    assert_eq!(as_key.codes(), ["key_invalid"], "only as a bearer token");
    let mut forged = token.clone();
    forged.replace_range(5..6, if &token[5..6] == "A" { "B" } else { "A" });
    assert_eq!(
        with_token(&service, &forged, page, CHART).await.codes(),
        ["key_invalid"]
    );
    service
        .inside()
        .revoke_key(service.key_id, NOW)
        .await
        .unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(
        with_token(&service, &token, page, CHART).await.codes(),
        ["key_revoked"]
    );
}

#[tokio::test]
async fn a_browser_token_ends_at_its_instant() {
    let service = service().await;
    let token = token(&service, &[KeyPermission::CalcRead]);
    service.clock.advance(Duration::from_mins(10));
    let answer = with_token(&service, &token, Some("https://app.example.com"), CHART).await;
    assert_eq!(answer.codes(), ["token_expired"]);
}

fn signed(service: &Service, query: &[(&str, &str)]) -> String {
    let key = &service.app.keys.signed_url;
    let signed = signed_url::sign(PICTURE, query, service.key_id, key, NOW).unwrap();
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(query);
    for (name, value) in &signed.parameters {
        text.append_pair(name, value);
    }
    format!("{PICTURE}?{}", text.finish())
}

async fn fetch(service: &Service, url: &str) -> Answer {
    service
        .send(Request::get(url).body(Body::empty()).unwrap())
        .await
}

#[tokio::test]
async fn a_signed_address_shows_the_image_counts_and_cannot_be_changed() {
    let service = service().await;
    let url = signed(&service, &[("width", "300")]);
    let answer = fetch(&service, &url).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.bytes, b"<svg width='300'/>");
    assert_eq!(service.ledger().await.len(), 1, "each fetch is counted");
    for changed in [
        url.replace("width=300", "width=301"),
        url.replace("picture.svg", "picture.png"),
        format!("{url}&width=301"),
        url.replace("expires=1", "expires=2"),
    ] {
        let answer = fetch(&service, &changed).await;
        assert_eq!(answer.codes(), ["url_signature_invalid"], "{changed}");
    }
    service.clock.advance(Duration::from_hours(24));
    assert_eq!(fetch(&service, &url).await.codes(), ["url_expired"]);
}

#[tokio::test]
async fn a_signed_address_opens_nothing_but_images() {
    let service = service().await;
    let url = signed(&service, &[("width", "300")]);
    let query = url.split_once('?').unwrap().1;
    let answer = fetch(&service, &format!("{CHART}&{query}")).await;
    assert_eq!(answer.codes(), ["key_missing"]);
}

#[tokio::test]
async fn a_signed_address_needs_the_keys_permission_at_each_fetch() {
    let service = service().await;
    let url = signed(&service, &[("width", "300")]);
    assert_eq!(fetch(&service, &url).await.status, StatusCode::OK);
    let mut locked = service.locked().await;
    let edit = store::KeyEdit {
        permissions: Some(KeyPermissions::of(&[KeyPermission::CalcRead])),
        ..Default::default()
    };
    locked.edit_key(service.key_id, &edit).await.unwrap();
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(fetch(&service, &url).await.codes(), ["permission_missing"]);
}

#[tokio::test]
async fn images_have_a_rate_of_their_own() {
    let service = service().await;
    service
        .set_terms(|terms| terms.plan = "free".parse().unwrap())
        .await;
    for _ in 0..11 {
        service.clock.advance(Duration::from_mins(1));
        for _ in 0..9 {
            let answer = service.get(&format!("{PICTURE}?width=100")).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
    }
    let answer = service.get(&format!("{PICTURE}?width=100")).await;
    assert_eq!(answer.status, StatusCode::OK, "the hundredth request");
    service.clock.advance(Duration::from_mins(1));
    let refused = service.get(&format!("{PICTURE}?width=100")).await;
    assert_eq!(refused.codes(), ["rate_limited"]);
    assert!(refused.header("ratelimit").starts_with("\"images\";r=0"));
    assert_eq!(
        service.get(CHART).await.status,
        StatusCode::OK,
        "calculations still work"
    );
}

#[tokio::test]
async fn a_call_without_http_takes_the_same_steps() {
    let service = service().await;
    let id = || access::RequestId::new(NOW, &OsRandom);
    let acting = CallContext {
        principal: Principal::Anyone,
        org: Some(service.org_id.to_string()),
        client: ClientInfo::default(),
        request: id(),
        is_page_load: false,
    };
    let input = || {
        let tree = json!({ "dateTime": "x", "location": { "latitude": 1, "longitude": 2 } });
        serde_json::from_value(tree).unwrap()
    };
    let refused = service.app.call::<sample_api::Chart>(acting, input()).await;
    assert_eq!(
        refused.unwrap_err().problems()[0].code.name(),
        "session_missing"
    );
    let operator = CallContext::operator(Some(service.org_id), id());
    let refused = service
        .app
        .call::<sample_api::Chart>(operator, input())
        .await;
    let refused = refused.unwrap_err();
    assert_eq!(
        refused.problems()[0].code.name(),
        "session_missing",
        "operators are not charged"
    );
}

#[tokio::test]
async fn what_a_browser_token_is_given_ends_with_it() {
    let service = Service::new(server::api::api()).await;
    let token = token(
        &service,
        &[KeyPermission::CalcRead, KeyPermission::ChartRead],
    );
    let page = Some("https://app.example.com");
    let described = with_token(&service, &token, page, "/api/key").await.json();
    let attributes = &described["data"]["attributes"];
    assert_eq!(attributes["domains"], json!(["app.example.com"]));
    assert_eq!(attributes["expiresAt"], "2027-01-15T08:10:00Z");
    let natal = "/api/calc/natal?dateTime=1990-06-15T14:30\
        &location.latitude=52.37&location.longitude=4.89";
    let picture = |answer: &Answer| {
        let url = answer.json()["data"]["chart"]["url"].clone();
        let url = url.as_str().unwrap().to_owned();
        url[url.find("/api/chart").unwrap()..].to_owned()
    };
    let of_token = picture(&with_token(&service, &token, page, natal).await);
    let of_key = picture(&service.get(natal).await);
    service.clock.advance(Duration::from_secs(599));
    assert_eq!(fetch(&service, &of_token).await.status, StatusCode::OK);
    service.clock.advance(Duration::from_secs(1));
    assert_eq!(fetch(&service, &of_token).await.codes(), ["url_expired"]);
    assert_eq!(
        fetch(&service, &of_key).await.status,
        StatusCode::OK,
        "the key's own URL lasts a day"
    );
}

#[tokio::test]
async fn a_signed_address_is_bound_to_its_key_and_its_domains() {
    let service = service().await;
    let pattern = "example.com".parse().unwrap();
    let list = access::DomainList::new([pattern]).unwrap();
    let edit = store::KeyEdit {
        domains: Some(access::DomainRule::List(list)),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    let url = signed(&service, &[("width", "300")]);
    assert_eq!(fetch(&service, &url).await.status, StatusCode::OK);
    let head = async |page: &str| {
        let head = Request::head(&url).header("referer", page);
        service.send(head.body(Body::empty()).unwrap()).await.status
    };
    assert_eq!(head("https://example.com/page").await, StatusCode::OK);
    let elsewhere = head("https://elsewhere.example/page").await;
    assert_eq!(elsewhere, StatusCode::FORBIDDEN);
    assert_eq!(service.ledger().await.len(), 2, "HEAD counts like GET");
    let change = async |edit: store::KeyEdit| {
        service.edit_key(service.key_id, &edit).await;
        fetch(&service, &url).await
    };
    let without = store::KeyEdit {
        modules: Some(KeyModules::Only(vec!["natal".to_owned()])),
        ..Default::default()
    };
    assert_eq!(change(without).await.codes(), ["module_required"]);
    let disabled = store::KeyEdit {
        modules: Some(KeyModules::All),
        enabled: Some(false),
        ..Default::default()
    };
    assert_eq!(change(disabled).await.codes(), ["key_disabled"]);
    let expired = store::KeyEdit {
        enabled: Some(true),
        expires_at: Some(Some(NOW)),
        ..Default::default()
    };
    assert_eq!(change(expired).await.codes(), ["key_expired"]);
}

#[tokio::test]
async fn a_signed_address_ends_with_the_grace_of_a_rotated_key() {
    let service = service().await;
    let url = signed(&service, &[("width", "300")]);
    let plain = PlainKey::generate(KeyMode::Test, &OsRandom);
    let successor = store::KeySuccessor {
        id: access::KeyId::new(NOW, &OsRandom),
        digest: plain.digest(&service.app.keys.pepper),
        display: plain.display(),
        created_by: None,
        created_at: NOW,
        grace: Duration::from_mins(1),
    };
    let mut locked = service.locked().await;
    locked.rotate_key(service.key_id, &successor).await.unwrap();
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    assert_eq!(fetch(&service, &url).await.status, StatusCode::OK);
    service.clock.advance(Duration::from_mins(1));
    assert_eq!(fetch(&service, &url).await.codes(), ["key_expired"]);
}
