//! Modules: which texts they grant, until when and for which key, and how to buy them.

use std::collections::BTreeSet;
use std::time::Duration;

use access::{Capability, KeyModules, ModuleGrant, PlanModules, Role};
use axum::http::{Method, StatusCode};
use config::ModulePrice;
use http_api::modules::{CATALOGUE, texts_of};
use serde_json::{Value, json};
use store::{AuditOrder, PageSize};

use crate::harness::{Answer, NOW, Person, Service, browser_request, config};

const TRANSITS: &str = "/api/content/transit/aspect";
const NATAL: &str = "/api/content/natal/aspect";

async fn service() -> Service {
    Service::new(server::api::api()).await
}

async fn grant(service: &Service, module: &str, lasts: Option<Duration>) {
    let mut locked = service.locked().await;
    let grant = ModuleGrant {
        module: module.to_owned(),
        source: "operator".to_owned(),
        granted_at: NOW,
        expires_at: lasts.map(|it| NOW.plus(it)),
    };
    locked.grant_module(&grant).await.unwrap();
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
}

async fn buy(service: &Service, person: &Person, module: &str, repeat: Option<&str>) -> Answer {
    let path = format!(
        "/api/manage/orgs/{}/modules/{module}/purchase",
        service.org_id
    );
    let mut request = browser_request(Method::POST, &path)
        .header("cookie", format!("almagest_local={}", person.token));
    if let Some(key) = repeat {
        request = request.header("idempotency-key", key);
    }
    service
        .send_with(request, Some(&json!({ "periods": 2 })))
        .await
}

async fn premium(service: &Service) -> Value {
    let answer = service.get("/api/modules/content-premium").await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.json()["data"]["attributes"].clone()
}

#[tokio::test]
async fn texts_need_the_module_of_their_kind_and_the_answer_names_it() {
    let service = service().await;
    assert_eq!(
        service.get(NATAL).await.status,
        StatusCode::OK,
        "every default plan has the basic texts"
    );
    let refused = service.get(TRANSITS).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let error = refused.json()["errors"][0].clone();
    assert_eq!(
        (&error["code"], &error["title"]),
        (&json!("module_required"), &json!("Module Required"))
    );
    assert_eq!(error["meta"]["requiredModule"], "content-premium");
    grant(&service, "content-premium", None).await;
    assert_eq!(service.get(TRANSITS).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_expired_grant_is_403_at_the_second_it_expires() {
    let service = service().await;
    let hour = Duration::from_hours(1);
    grant(&service, "content-premium", Some(hour)).await;
    service.clock.advance(Duration::from_secs(3_599));
    assert_eq!(service.get(TRANSITS).await.status, StatusCode::OK);
    assert_eq!(premium(&service).await["enabled"], true);
    service.clock.advance(Duration::from_secs(1));
    assert_eq!(service.get(TRANSITS).await.codes(), ["module_required"]);
    let over = premium(&service).await;
    assert_eq!(
        (&over["enabled"], &over["source"]),
        (&json!(false), &json!("operator"))
    );
    assert_eq!(over["expiresAt"], http_api::clock::rfc3339(NOW.plus(hour)));
}

/// Adds a key of the organization that may use one of its modules.
async fn narrowed_to_natal(service: &Service) -> String {
    let narrow = service.add_key_with(|_| ()).await;
    let keys = service.inside().keys().await.unwrap();
    let id = keys.iter().find(|it| it.id != service.key_id).unwrap().id;
    let mut locked = service.locked().await;
    let edit = store::KeyEdit {
        modules: Some(KeyModules::Only(vec!["natal".to_owned()])),
        ..Default::default()
    };
    assert!(locked.edit_key(id, &edit).await.unwrap());
    locked.commit().await.unwrap();
    service.app.key_cache.refresh().await.unwrap();
    narrow
}

#[tokio::test]
async fn a_key_that_was_narrowed_has_fewer_modules_than_its_organization() {
    let service = service().await;
    let narrow = narrowed_to_natal(&service).await;
    assert_eq!(
        service.get_with(NATAL, &narrow).await.codes(),
        ["module_required"]
    );
    let search = "/api/content/search?q=sun";
    assert_eq!(
        service.get_with(search, &narrow).await.codes(),
        ["module_required"]
    );
    assert_eq!(
        service.get(NATAL).await.status,
        StatusCode::OK,
        "other keys are not restricted"
    );
    let listed = service
        .get_with("/api/modules?page[size]=100", &narrow)
        .await
        .json();
    let enabled: Vec<_> = listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["attributes"]["enabled"] == true)
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(enabled, ["natal"]);
}

#[tokio::test]
async fn a_plan_that_includes_a_module_opens_it() {
    let mut config = config(&[]);
    let mut plan = config.plans.largest().clone();
    plan.modules = PlanModules::Only(vec!["content-premium".to_owned()]);
    config.plans.put(plan);
    let service = Service::with_config(server::api::api(), config).await;
    assert_eq!(service.get(TRANSITS).await.status, StatusCode::OK);
    let found = premium(&service).await;
    assert_eq!(
        (&found["enabled"], &found["source"], &found["expiresAt"]),
        (&json!(true), &json!("plan"), &Value::Null)
    );
    let owner = service.member(Role::Owner).await;
    let bought = buy(&service, &owner, "content-premium", None).await;
    assert_eq!(
        (bought.status, bought.codes()),
        (StatusCode::CONFLICT, vec!["module_held".to_owned()])
    );
}

#[tokio::test]
async fn one_module_tells_what_it_opens_and_how_much_it_was_used() {
    let service = service().await;
    let basic = async || {
        service.get("/api/modules/content-basic").await.json()["data"]["attributes"].clone()
    };
    let before = basic().await;
    assert!(
        before["capabilities"]
            .as_array()
            .unwrap()
            .contains(&json!("natal:texts"))
    );
    assert!(
        before["operations"]
            .as_array()
            .unwrap()
            .contains(&json!("content_list"))
    );
    assert_eq!(
        (&before["use"]["requests"], &before["category"]),
        (&json!(0), &json!("content"))
    );
    for _ in 0..3 {
        service.get(NATAL).await;
    }
    service.app.meter.flush().await;
    let after = basic().await;
    assert_eq!(
        (&after["use"]["requests"], &after["use"]["units"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(
        service.get("/api/modules/toast").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_purchase_opens_the_module_at_once_and_writes_one_line_of_the_bill() {
    let mut config = config(&[]);
    let price = ModulePrice {
        period_minor: 1_900,
        days: 10,
        ..ModulePrice::default()
    };
    config.module_prices.put("content-premium", price);
    let service = Service::with_config(server::api::api(), config).await;
    let manager = service.member(Role::Manager).await;
    assert_eq!(service.get(TRANSITS).await.codes(), ["module_required"]);

    let bought = buy(&service, &manager, "content-premium", Some("order-1")).await;
    assert_eq!(bought.status, StatusCode::CREATED);
    let line = bought.json()["meta"]["billingLine"].clone();
    assert_eq!(
        (&line["amount"], &line["currency"], &line["periods"]),
        (&json!(3_800), &json!("EUR"), &json!(2))
    );
    let days = |days: u64| NOW.plus(Duration::from_hours(24 * days));
    let attributes = bought.json()["data"]["attributes"].clone();
    assert_eq!(
        (&attributes["enabled"], &attributes["source"]),
        (&json!(true), &json!("purchase"))
    );
    assert_eq!(attributes["expiresAt"], http_api::clock::rfc3339(days(20)));
    assert_eq!(service.get(TRANSITS).await.status, StatusCode::OK);

    let repeated = buy(&service, &manager, "content-premium", Some("order-1")).await;
    assert_eq!(repeated.json()["meta"]["repeated"], true);
    let lines = service
        .inside()
        .billing_lines(None, PageSize::MAX)
        .await
        .unwrap();
    assert_eq!(
        (lines.total, lines.items[0].amount_minor),
        (1, 3_800),
        "not bought twice"
    );

    let more = buy(&service, &manager, "content-premium", Some("order-2")).await;
    assert_eq!(
        more.json()["data"]["attributes"]["expiresAt"],
        http_api::clock::rfc3339(days(40))
    );
    let lines = service
        .inside()
        .billing_lines(None, PageSize::MAX)
        .await
        .unwrap();
    let mut spans: Vec<_> = lines
        .items
        .iter()
        .map(|it| (it.begins_at, it.ends_at))
        .collect();
    spans.sort_unstable();
    assert_eq!(
        spans,
        [(NOW, Some(days(20))), (days(20), Some(days(40)))],
        "consecutive periods"
    );
    let audit = service
        .inside()
        .audit_page(AuditOrder::OldestFirst, None, PageSize::MAX)
        .await
        .unwrap();
    let actions: Vec<_> = audit
        .items
        .iter()
        .map(|it| it.entry.action.as_str())
        .collect();
    assert_eq!(actions, ["module.purchase", "module.purchase"]);

    service.clock.advance(Duration::from_hours(24 * 40));
    assert_eq!(service.get(TRANSITS).await.codes(), ["module_required"]);
}

#[tokio::test]
async fn two_purchases_at_once_are_both_paid_for_and_both_count() {
    let service = service().await;
    let owner = service.member(Role::Owner).await;
    let (one, two) = tokio::join!(
        buy(&service, &owner, "content-premium", None),
        buy(&service, &owner, "content-premium", None),
    );
    assert_eq!(
        (one.status, two.status),
        (StatusCode::CREATED, StatusCode::CREATED)
    );
    let lines = service
        .inside()
        .billing_lines(None, PageSize::MAX)
        .await
        .unwrap();
    let ends: Vec<_> = lines.items.iter().filter_map(|it| it.ends_at).collect();
    let days = |days: u64| NOW.plus(Duration::from_hours(24 * days));
    assert_eq!(ends.iter().max(), Some(&days(120)));
    assert_eq!(ends.iter().min(), Some(&days(60)));
}

#[tokio::test]
async fn only_owners_and_managers_buy_and_never_a_key() {
    let mut config = config(&[]);
    let unsold = ModulePrice {
        for_sale: false,
        ..ModulePrice::default()
    };
    config.module_prices.put("charts", unsold);
    let service = Service::with_config(server::api::api(), config).await;
    let member = service.member(Role::Member).await;
    assert_eq!(
        buy(&service, &member, "content-premium", None)
            .await
            .codes(),
        ["permission_missing"]
    );
    let stranger = service.person().await;
    assert_eq!(
        buy(&service, &stranger, "content-premium", None)
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    let path = format!(
        "/api/manage/orgs/{}/modules/content-premium/purchase",
        service.org_id
    );
    assert_eq!(service.post(&path, "{}").await.codes(), ["person_required"]);
    let owner = service.member(Role::Owner).await;
    assert_eq!(
        buy(&service, &owner, "toast", None).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        buy(&service, &owner, "charts", None).await.status,
        StatusCode::NOT_FOUND,
        "not for sale"
    );
    assert_eq!(
        service
            .inside()
            .billing_lines(None, PageSize::MAX)
            .await
            .unwrap()
            .total,
        0
    );
}

#[tokio::test]
async fn a_key_lists_the_modules_it_can_use() {
    let service = service().await;
    let modules = async |key: &str| -> Vec<String> {
        let answer = service.get_with("/api/key", key).await;
        let list = answer.json()["data"]["attributes"]["modules"].clone();
        serde_json::from_value(list).unwrap()
    };
    let before = modules(&service.key).await;
    assert!(before.contains(&"natal".to_owned()), "{before:?}");
    assert!(
        !before.contains(&"content-premium".to_owned()),
        "{before:?}"
    );
    grant(&service, "content-premium", Some(Duration::from_hours(1))).await;
    assert!(
        modules(&service.key)
            .await
            .contains(&"content-premium".to_owned())
    );
    service.clock.advance(Duration::from_hours(1));
    assert_eq!(modules(&service.key).await, before, "the grant has expired");

    let narrow = narrowed_to_natal(&service).await;
    assert_eq!(modules(&narrow).await, ["natal"]);
}

#[tokio::test]
async fn a_key_may_name_a_module_that_its_organization_does_not_have_yet() {
    let service = service().await;
    let owner = service.member(Role::Owner).await;
    let path = format!("/api/manage/orgs/{}/keys", service.org_id);
    let wanted = |module: &str| {
        json!({
            "name": "k", "mode": "live", "permissions": ["content:read"], "modules": [module],
        })
    };
    let create = async |module: &str| {
        let body = wanted(module);
        service
            .ask_as(&owner, Method::POST, &path, Some(&body))
            .await
    };
    let unknown = create("toast").await;
    assert_eq!(unknown.codes(), ["value_refused"]);
    let made = create("content-premium").await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let key = made.json()["data"]["attributes"]["key"].clone();
    let key = key.as_str().unwrap();
    let ask = async |path: &str| service.get_with(path, key).await;
    assert_eq!(ask(TRANSITS).await.codes(), ["module_required"]);
    grant(&service, "content-premium", Some(Duration::from_hours(1))).await;
    assert_eq!(ask(TRANSITS).await.status, StatusCode::OK);
    service.clock.advance(Duration::from_hours(1));
    assert_eq!(ask(TRANSITS).await.codes(), ["module_required"]);
}

#[test]
fn a_module_opens_the_texts_of_every_kind_of_horoscope() {
    for kind in interpretation::kind::KINDS {
        let horoscope = kind.horoscope;
        let found = texts_of(horoscope).map(Capability::name);
        assert_eq!(found, Some(format!("{horoscope}:texts").as_str()));
    }
    assert_eq!(texts_of("calc"), None);
}

#[test]
fn a_capability_of_texts_is_sold_only_where_there_are_texts() {
    let all = CATALOGUE.modules().iter().flat_map(|it| it.capabilities);
    for horoscope in all.filter_map(|it| it.name().strip_suffix(":texts")) {
        let mut kinds = interpretation::kind::KINDS.iter();
        assert!(kinds.any(|it| it.horoscope == horoscope), "{horoscope}");
    }
}

#[test]
fn modules_open_every_calculation_and_nothing_that_does_not_exist() {
    let modules = CATALOGUE.modules().iter();
    let sold: BTreeSet<_> = modules
        .flat_map(|it| it.capabilities)
        .map(|it| it.name())
        .collect();
    let (calculations, cards) = (server::api::calculations(), server::api::cards());
    let of_cards = cards.iter().flat_map(|it| &it.capabilities);
    let api = server::api::api();
    let of_operations = api.operations().declarations();
    let of_operations: Vec<_> = of_operations
        .filter_map(|it| it.access.capability())
        .collect();
    let declared: BTreeSet<_> = calculations
        .iter()
        .flat_map(|it| &it.capabilities)
        .chain(of_cards)
        .chain(&of_operations)
        .map(|it| it.name())
        .collect();
    assert_eq!(sold, declared);
}
