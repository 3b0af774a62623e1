//! An organization as its owner manages it.

use std::time::Duration;

use serde_json::{Value, json};

use super::account::{Owner, mailed_token};
use super::recorder::{Caller, Recorder};
use crate::harness::{NOW, Person};

pub(super) async fn record(story: &mut Recorder, owner: &Owner) {
    let (owner, org) = (&owner.person, story.service.org_id.to_string());
    texts(story, owner, &org).await;
    keys(story, owner, &org).await;
    members(story, owner, &org).await;
    settings(story, owner, &org).await;
    usage(story, owner, &org).await;
    alerts(story, owner, &org).await;
    webhooks(story, owner, &org).await;
    chatbots(story, owner, &org).await;
    billing(story, owner, &org).await;
}

fn id(reply: &Value) -> Value {
    reply["data"]["id"].clone()
}

async fn texts(story: &mut Recorder, owner: &Person, org: &str) {
    let headers = [("X-Organization", org), ("If-Match", "*")];
    let me = Caller::PersonWith(owner, &headers[..1]);
    let over_any_version = Caller::PersonWith(owner, &headers);
    let text = json!({
        "title": "A quick, direct mind",
        "body": "You say what you think before you have finished thinking it.",
    });
    let urn = json!({ "urn": "urn:content:1:natal:planet-in-sign:mercury:aries:en" });
    let library = id(&story
        .call(Caller::Key, "content_get_by_urn", urn, None)
        .await);
    let copied = story.call(
        me,
        "content_copy",
        json!({ "id": library }),
        Some(json!({})),
    );
    let copied = id(&copied.await);
    let copy = || json!({ "id": copied });
    story
        .call(
            over_any_version,
            "content_update",
            copy(),
            Some(text.clone()),
        )
        .await;
    story
        .call(Caller::Key, "content_versions", copy(), None)
        .await;
    story
        .call(over_any_version, "content_restore", copy(), Some(json!({})))
        .await;
    let mut new = text;
    new["urn"] = "urn:content:1:natal:planet-in-sign:venus:aries:fr".into();
    let made = json!({ "id": id(&story.call(me, "content_create", json!({}), Some(new)).await) });
    story
        .call(over_any_version, "content_delete", made, None)
        .await;
}

async fn keys(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    let new = json!({
        "name": "website", "mode": "live", "permissions": ["calc:read", "chart:read"],
        "rates": ["60/1m"], "domains": ["example.org", "*.example.org"],
        "expiresAt": "2028-01-01T00:00:00Z",
    });
    let key = id(&story.call(me, "key_create", in_org(), Some(new)).await);
    let of_key = || json!({ "org": org, "key": key });
    story.call(me, "key_list", in_org(), None).await;
    story.call(me, "key_get", of_key(), None).await;
    let change = json!({ "rates": ["120/1m"] });
    story.call(me, "key_update", of_key(), Some(change)).await;
    let check = json!({
        "operation": "calc_natal", "origin": "https://www.example.org",
        "body": {
            "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 },
        },
    });
    story.call(me, "key_check", of_key(), Some(check)).await;
    let rules = json!({ "permissions": ["calc:read"], "domains": ["www.example.org"] });
    story.call(me, "key_preview", of_key(), Some(rules)).await;
    let token = json!({
        "permissions": ["calc:read"], "origins": ["www.example.org"], "expiresIn": 900,
    });
    story
        .call(me, "key_token_mint", of_key(), Some(token))
        .await;
    let embed = json!({
        "name": "Horoscope on the homepage", "url": "/api/chart2/horoscope.svg?sign=leo",
    });
    let embed = id(&story
        .call(me, "embed_url_create", of_key(), Some(embed))
        .await);
    story.call(me, "embed_url_list", of_key(), None).await;
    let of_embed = json!({ "org": org, "key": key, "embed_url": embed });
    story.call(me, "embed_url_revoke", of_embed, None).await;
    let domains = json!({ "domains": ["*.example.org"], "origin": "https://www.example.org" });
    story
        .call(me, "domain_check", in_org(), Some(domains))
        .await;
    let rotated = json!({ "graceSeconds": 3600 });
    story.call(me, "key_rotate", of_key(), Some(rotated)).await;
    story.call(me, "key_revoke", of_key(), None).await;
}

async fn members(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    let invite = |email: &str| json!({ "email": email, "role": "member" });
    let made = story.call(
        me,
        "invitation_create",
        in_org(),
        Some(invite("ben@example.com")),
    );
    let invitation = json!({ "org": org, "invitation": id(&made.await) });
    story.call(me, "invitation_list", in_org(), None).await;
    story
        .call(me, "invitation_resend", invitation.clone(), Some(json!({})))
        .await;
    let link = story
        .call(me, "invitation_link", invitation.clone(), Some(json!({})))
        .await;
    let link = link["data"]["attributes"]["url"].as_str().unwrap();
    let token = json!({ "token": link.split_once("#token=").unwrap().1 });
    story
        .call(
            Caller::Nobody,
            "invitation_describe",
            json!({}),
            Some(token),
        )
        .await;
    story.call(me, "invitation_revoke", invitation, None).await;

    let cleo = "cleo@example.com";
    story
        .call(me, "invitation_create", in_org(), Some(invite(cleo)))
        .await;
    let register = json!({
        "token": mailed_token(story, cleo).await, "name": "Cleo",
        "password": "several words that nobody guesses",
    });
    story
        .call(
            Caller::Nobody,
            "invitation_register",
            json!({}),
            Some(register),
        )
        .await;

    let dan = story.service.person().await;
    let email = format!("{}@example.com", dan.id);
    story
        .call(me, "invitation_create", in_org(), Some(invite(&email)))
        .await;
    let accept = json!({ "token": mailed_token(story, &email).await });
    story
        .call(
            Caller::Person(&dan),
            "invitation_accept",
            json!({}),
            Some(accept),
        )
        .await;

    story.call(me, "member_list", in_org(), None).await;
    let member = || json!({ "org": org, "user": dan.id.to_string() });
    story
        .call(
            me,
            "member_update",
            member(),
            Some(json!({ "role": "manager" })),
        )
        .await;
    story.call(me, "member_remove", member(), None).await;
}

async fn settings(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    story
        .call(
            me,
            "org_update",
            in_org(),
            Some(json!({ "name": "Observatory" })),
        )
        .await;
    story.call(me, "org_get", in_org(), None).await;
    let policy = json!({ "requireSecondFactor": true });
    story
        .call(me, "org_policy_update", in_org(), Some(policy))
        .await;
    let other = story
        .call(
            me,
            "org_create",
            json!({}),
            Some(json!({ "name": "Workshop" })),
        )
        .await;
    story
        .call(
            me,
            "org_close",
            json!({ "org": id(&other) }),
            Some(json!({})),
        )
        .await;
}

async fn usage(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    // A refused request, so that there is one to list.
    let wrong = story.service.get("/api/calc/natal?dateTime=1990").await;
    assert!(wrong.status.is_client_error());
    story.service.get_with("/api/key", "ak_live_nothing").await;
    story.service.app.meter.flush().await;
    story
        .service
        .app
        .refusals
        .write(&story.service.app.store)
        .await;
    let page = || json!({ "org": org, "page[size]": 2 });
    story
        .call(me, "usage_current", json!({ "org": org }), None)
        .await;
    let by_day = json!({
        "org": org, "groupBy": "day", "from": "2027-01-01T00:00:00Z", "to": "2027-02-01T00:00:00Z",
    });
    story.call(me, "usage_list", by_day, None).await;
    let of_keys = json!({ "org": org, "key": [story.service.key_id.to_string()] });
    story.call(me, "usage_of_keys", of_keys, None).await;
    for operation in ["ledger_list", "refusal_list", "audit_list"] {
        story.call(me, operation, page(), None).await;
    }
    let refused = json!({ "org": org, "outcome": "refused", "page[size]": 2 });
    let found = story.call(me, "request_list", refused, None).await;
    let request = found["data"][0]["id"].as_str().unwrap();
    let one = json!({ "org": org, "request": request });
    story.call(me, "request_get", one, None).await;
    for operation in ["ledger_latest", "refusal_top", "audit_verify"] {
        story.call(me, operation, json!({ "org": org }), None).await;
    }
}

async fn alerts(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    story.call(me, "alert_settings_get", in_org(), None).await;
    let change = json!({ "mailTo": "owners", "quotaPercents": [80, 100], "expiryDays": [14, 3] });
    story
        .call(me, "alert_settings_update", in_org(), Some(change))
        .await;
    let soon = story.service.clock.now().plus(Duration::from_hours(48));
    story
        .service
        .add_key_with(|key| key.expires_at = Some(soon))
        .await;
    assert!(story.service.watch().await > 0, "a key expires soon");
    let list = story
        .call(
            me,
            "alert_list",
            json!({ "org": org, "unread": true }),
            None,
        )
        .await;
    let alert = || json!({ "org": org, "alert": list["data"][0]["id"] });
    story.call(me, "alert_get", alert(), None).await;
    story
        .call(me, "alert_update", alert(), Some(json!({ "read": true })))
        .await;
    story
        .call(me, "alert_read_all", in_org(), Some(json!({})))
        .await;
}

async fn webhooks(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    let new = json!({ "url": "https://hooks.example.org/almagest" });
    let webhook = id(&story.call(me, "webhook_create", in_org(), Some(new)).await);
    let of_webhook = || json!({ "org": org, "webhook": webhook });
    story.call(me, "webhook_list", in_org(), None).await;
    story.call(me, "webhook_get", of_webhook(), None).await;
    story
        .call(me, "webhook_test", of_webhook(), Some(json!({})))
        .await;
    story
        .call(me, "webhook_deliveries", of_webhook(), None)
        .await;
    story.call(me, "webhook_delete", of_webhook(), None).await;
}

async fn chatbots(story: &mut Recorder, owner: &Person, org: &str) {
    let headers = [("X-Organization", org)];
    let me = Caller::PersonWith(owner, &headers);
    let new = json!({
        "name": "Astra",
        "instructions": "You write for the readers of an almanac. Keep to three sentences.",
        "domains": null,
        "dailyMessagesPerUser": 20,
    });
    let chatbot = id(&story.call(me, "chatbot_create", json!({}), Some(new)).await);
    let of_chatbot = || json!({ "chatbot": chatbot });
    story.call(me, "chatbot_list", json!({}), None).await;
    story.call(me, "chatbot_get", of_chatbot(), None).await;
    let changes = json!({ "retentionDays": 7 });
    story
        .call(me, "chatbot_update", of_chatbot(), Some(changes))
        .await;
    let birth_data = json!({
        "date": "1990-06-15", "time": "14:30", "latitude": 52.37, "longitude": 4.89,
        "placeName": "Amsterdam", "timezone": "Europe/Amsterdam",
    });
    let person = json!({ "name": "Ann", "birthData": birth_data });
    let profile = story.call(me, "chat_profile_create", of_chatbot(), Some(person));
    let of_profile = json!({ "chatbot": chatbot, "profile": id(&profile.await) });
    story
        .call(me, "chat_profile_list", of_chatbot(), None)
        .await;
    let question =
        json!({ "message": "Where is my Sun?", "birthData": birth_data, "endUser": "reader-7" });
    for operation in ["chat_send", "chat_direct"] {
        let question = Some(question.clone());
        story
            .call(Caller::Key, operation, of_chatbot(), question)
            .await;
    }
    let question = Some(json!({ "message": "Where is my Sun?" }));
    story
        .call(
            Caller::Key,
            "chat_profile_send",
            of_profile.clone(),
            question,
        )
        .await;
    let month = json!({ "chatbot": chatbot, "days": 30 });
    story.call(me, "chatbot_usage_get", month, None).await;
    story
        .call(me, "chat_profile_delete", of_profile, None)
        .await;
    story.call(me, "chatbot_delete", of_chatbot(), None).await;
}

async fn billing(story: &mut Recorder, owner: &Person, org: &str) {
    let me = Caller::Person(owner);
    let in_org = || json!({ "org": org });
    let bill_to = json!({ "billTo": "Observatory\n1 Hill Road\n1000 AA Amsterdam" });
    story
        .call(me, "billing_update", in_org(), Some(bill_to))
        .await;
    let modules = story.call(me, "org_module_list", in_org(), None).await;
    assert_ne!(modules["data"], json!([]));
    let module = json!({ "org": org, "module": "content-premium" });
    let purchase = json!({ "periods": 2, "amount": 3_800 });
    story
        .call(me, "module_purchase", module, Some(purchase))
        .await;
    story.call(me, "billing_get", in_org(), None).await;
    let plans = story.call(me, "plan_list", in_org(), None).await;
    let plans = plans["data"].as_array().unwrap();
    let other = plans.iter().find(|it| it["id"] == "premium").unwrap();
    let net = other["attributes"]["change"]["net"].clone();
    let change = json!({ "plan": "premium", "net": net });
    story.call(me, "plan_update", in_org(), Some(change)).await;

    // The statement of the month comes after its end, when old sessions are over.
    story.service.clock.advance(Duration::from_hours(24 * 32));
    assert!(story.service.clock.now() > NOW);
    // What messages to chatbots return is written after their responses.
    story.service.app.meter.flush().await;
    assert!(story.service.app.bill_organizations().await.unwrap().issued > 0);
    let person = story.service.signed_in_with_second_factor(owner.id).await;
    let me = Caller::Person(&person);
    let list = story.call(me, "statement_list", in_org(), None).await;
    let statement = || json!({ "org": org, "statement": list["data"][0]["id"] });
    story.call(me, "statement_get", statement(), None).await;
    story.call(me, "statement_export", statement(), None).await;
    let mut invoice = statement();
    invoice["language"] = "en".into();
    story.call(me, "invoice_get", invoice, None).await;
}
