//! The installation as its operator sees it.

use serde_json::{Value, json};

use super::account::Owner;
use super::recorder::{Caller, Recorder};

pub(super) async fn record(story: &mut Recorder, owner: &Owner) {
    let operator = story
        .service
        .signed_in_with_second_factor(owner.person.id)
        .await;
    let me = Caller::Person(&operator);
    let none = || json!({});
    let page = || json!({ "page[size]": 2 });
    let new = json!({ "name": "Planetarium", "plan": "gold", "testAllowance": 50_000 });
    let org = story
        .call(me, "installation_org_create", none(), Some(new))
        .await;
    let org = org["data"]["id"].clone();
    let in_org = || json!({ "org": org });
    story.call(me, "installation_org_list", page(), None).await;
    story.call(me, "installation_org_get", in_org(), None).await;
    let terms = json!({ "quota": 500_000, "rates": ["20/1s"] });
    story
        .call(me, "installation_org_update", in_org(), Some(terms))
        .await;

    let new = json!({ "email": "eve@example.com", "name": "Eve" });
    let user = story
        .call(me, "installation_user_create", none(), Some(new))
        .await;
    let user = || json!({ "user": user["data"]["id"] });
    story.call(me, "installation_user_list", page(), None).await;
    story.call(me, "installation_user_get", user(), None).await;
    let reset = json!({ "secondFactor": false });
    story
        .call(me, "installation_user_reset", user(), Some(reset))
        .await;
    let member = json!({ "email": "cleo@example.com", "role": "owner" });
    story
        .call(me, "installation_member_add", in_org(), Some(member))
        .await;
    story
        .call(me, "installation_member_list", in_org(), None)
        .await;
    let disabled = json!({ "disabled": true });
    story
        .call(me, "installation_user_update", user(), Some(disabled))
        .await;

    let module = json!({ "module": "content-premium", "expiresAt": "2028-01-01T00:00:00Z" });
    story
        .call(me, "installation_module_grant", in_org(), Some(module))
        .await;
    story
        .call(me, "installation_module_list", in_org(), None)
        .await;
    let module = json!({ "org": org, "module": "content-premium" });
    story
        .call(me, "installation_module_revoke", module, None)
        .await;

    let statements = story
        .call(me, "installation_statement_list", page(), None)
        .await;
    let mut statements = statements["data"].as_array().unwrap().iter();
    let is_due = |it: &&Value| it["attributes"]["state"] == "due";
    let statement = statements.find(is_due).unwrap();
    let org = &statement["attributes"]["organization"];
    let paid = json!({ "org": org, "statement": statement["id"] });
    let payment = json!({ "note": "bank transfer", "paidAt": "2027-02-10T00:00:00Z" });
    story
        .call(me, "installation_statement_pay", paid, Some(payment))
        .await;
    for id in ["installation_outbox_list", "installation_audit_list"] {
        story.call(me, id, page(), None).await;
    }
    for id in [
        "installation_plan_list",
        "installation_health_get",
        "installation_job_list",
    ] {
        story.call(me, id, none(), None).await;
    }
}
