//! Webhooks as a way to the service's internal network (server-side request forgery) and to other
//! organizations.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use axum::http::StatusCode;
use notifications::webhook::{Resolver, WebhookClient, WebhookDispatcher};
use serde_json::{Value, json};

use crate::fixtures::Stage;
use crate::receiver::WebhookReceiver;

impl Stage {
    /// Adds an endpoint of the first organization.
    async fn hook(&self, url: &str) -> crate::harness::Answer {
        let body = json!({ "url": url });
        self.post(&self.owner, &self.path("webhooks"), &body).await
    }

    /// Adds an endpoint of the other organization and returns its id.
    async fn foreign_hook(&self) -> String {
        let body = json!({ "url": "https://example.com/" });
        let made = self
            .post(&self.stranger, &self.foreign("webhooks"), &body)
            .await;
        made.json()["data"]["id"].as_str().unwrap().to_owned()
    }

    /// Sends a test to a name that resolves to this address and returns its log entry.
    async fn send_to_name(&self, address: &str, port: u16) -> Value {
        let made = self
            .hook(&format!("http://hook.example:{port}/"))
            .await
            .json();
        let id = made["data"]["id"].as_str().unwrap().to_owned();
        let path = self.path(&format!("webhooks/{id}"));
        let sent = self
            .post(&self.owner, &format!("{path}/test"), &json!({}))
            .await;
        assert_eq!(sent.status, StatusCode::CREATED);
        let address: IpAddr = address.parse().unwrap();
        let table = HashMap::from([("hook.example".to_owned(), vec![address])]);
        let app = &self.service.app;
        let dispatcher = WebhookDispatcher::new(&app.config, Resolver::Table(table));
        assert_eq!(dispatcher.deliver(app).await, 0);
        let log = self
            .get(&self.owner, &format!("{path}/deliveries"))
            .await
            .json();
        log["data"][0]["attributes"].clone()
    }

    async fn name_is_refused(&self, address: &str) {
        let receiver = WebhookReceiver::start(&["200 OK"]);
        let log = self.send_to_name(address, receiver.port).await;
        assert_eq!(log["error"], "the host has no public IP address");
        assert_eq!(log["status"], Value::Null);
        assert!(receiver.arrived.try_recv().is_err(), "nothing was sent");
        assert!(
            !log["error"].as_str().unwrap().contains(address),
            "the log does not reveal the address"
        );
    }

    async fn address_is_refused(&self, url: &str) {
        let refused = self.hook(url).await;
        assert_eq!(refused.codes(), ["value_refused"], "{url}");
        assert_eq!(refused.json()["errors"][0]["source"]["pointer"], "/url");
    }
}

attacks! {
    async fn a_webhook_to_the_loopback_address_is_refused(stage: &Stage) {
        stage.address_is_refused("http://127.0.0.1:8080/").await;
    }
    async fn a_webhook_to_localhost_by_name_is_refused(stage: &Stage) {
        stage.address_is_refused("http://localhost/").await;
        stage.address_is_refused("http://a.localhost./").await;
    }
    async fn a_webhook_to_an_address_in_another_spelling_is_refused(stage: &Stage) {
        for host in ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0"] {
            stage.address_is_refused(&format!("http://{host}/")).await;
        }
    }
    async fn a_webhook_to_the_ipv6_loopback_is_refused(stage: &Stage) {
        stage.address_is_refused("http://[::1]/").await;
    }
    async fn a_webhook_to_an_ipv4_address_inside_ipv6_is_refused(stage: &Stage) {
        stage.address_is_refused("http://[::ffff:127.0.0.1]/").await;
        stage.address_is_refused("http://[64:ff9b::7f00:1]/").await;
        stage.address_is_refused("http://[2002:7f00:1::]/").await;
    }
    async fn a_webhook_to_a_private_network_is_refused(stage: &Stage) {
        for host in ["10.0.0.1", "172.16.0.1", "192.168.1.1", "[fd00::1]"] {
            stage.address_is_refused(&format!("http://{host}/")).await;
        }
    }
    async fn a_webhook_to_a_link_local_address_is_refused(stage: &Stage) {
        stage.address_is_refused("http://169.254.1.1/").await;
        stage.address_is_refused("http://[fe80::1]/").await;
    }
    async fn a_webhook_to_a_clouds_metadata_service_is_refused(stage: &Stage) {
        for host in ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200"] {
            stage.address_is_refused(&format!("http://{host}/latest/meta-data/")).await;
        }
    }
    async fn a_webhook_of_another_scheme_is_refused(stage: &Stage) {
        for url in ["file:///etc/passwd", "gopher://example.com/", "ftp://example.com/", "javascript:alert(1)"] {
            assert_eq!(stage.hook(url).await.codes(), ["field_format"], "{url}");
        }
    }
    async fn a_webhook_with_a_user_in_its_address_is_refused(stage: &Stage) {
        assert_eq!(stage.hook("https://example.com@10.0.0.1/").await.codes(), ["field_format"]);
    }
    async fn a_name_that_leads_to_the_loopback_is_not_followed(stage: &Stage) {
        stage.name_is_refused("127.0.0.1").await;
    }
    async fn a_name_that_leads_to_the_ipv6_loopback_is_not_followed(stage: &Stage) {
        stage.name_is_refused("::1").await;
    }
    async fn a_name_that_leads_to_a_mapped_loopback_is_not_followed(stage: &Stage) {
        stage.name_is_refused("::ffff:127.0.0.1").await;
    }
    async fn a_name_that_leads_to_a_private_network_is_not_followed(stage: &Stage) {
        stage.name_is_refused("10.1.2.3").await;
    }
    async fn a_name_that_leads_to_a_metadata_service_is_not_followed(stage: &Stage) {
        stage.name_is_refused("169.254.169.254").await;
    }
    async fn a_name_that_leads_nowhere_says_no_more_than_one_that_leads_inside(stage: &Stage) {
        let inside = stage.send_to_name("10.1.2.3", 80).await;
        let made = stage.hook("http://nowhere.example/").await.json();
        let path = stage.path(&format!("webhooks/{}", made["data"]["id"].as_str().unwrap()));
        stage.post(&stage.owner, &format!("{path}/test"), &json!({})).await;
        let app = &stage.service.app;
        let dispatcher = WebhookDispatcher::new(&app.config, Resolver::Table(HashMap::new()));
        assert_eq!(dispatcher.deliver(app).await, 0);
        let log = stage.get(&stage.owner, &format!("{path}/deliveries")).await.json();
        assert_eq!(log["data"][0]["attributes"]["error"], inside["error"]);
    }
    async fn a_redirect_is_not_followed(stage: &Stage) {
        let inside = WebhookReceiver::start(&["200 OK"]);
        let location = format!("302 Found\r\nlocation: {}", inside.url());
        let outside = WebhookReceiver::start(&[Box::leak(location.into_boxed_str())]);
        let client = WebhookClient::new(vec!["127.0.0.0/8".parse().unwrap()], Resolver::System);
        let url = outside.url().parse().unwrap();
        assert_eq!(client.post(&url, &[], "{}").await, Ok(302));
        assert!(inside.arrived.try_recv().is_err());
        assert_eq!(stage.audited().await, Vec::<String>::new());
    }
    async fn of_several_addresses_only_those_outside_are_tried(stage: &Stage) {
        let receiver = WebhookReceiver::start(&["200 OK"]);
        let inside: IpAddr = "127.0.0.2".parse().unwrap();
        let allowed: IpAddr = "127.0.0.1".parse().unwrap();
        let table = HashMap::from([("hook.example".to_owned(), vec![inside, allowed])]);
        let client = WebhookClient::new(vec!["127.0.0.1/32".parse().unwrap()], Resolver::Table(table));
        let url = format!("http://hook.example:{}/", receiver.port).parse().unwrap();
        assert_eq!(client.post(&url, &[], "{}").await, Ok(200));
        let arrived = receiver.arrived.recv().unwrap();
        assert_eq!(arrived.headers["host"], format!("hook.example:{}", receiver.port));
        assert_eq!(stage.audited().await, Vec::<String>::new());
    }
    async fn an_endless_head_of_an_answer_is_not_read(stage: &Stage) {
        let long = format!("200 OK\r\nx: {}", "a".repeat(64 * 1024));
        let receiver = WebhookReceiver::start(&[Box::leak(long.into_boxed_str())]);
        let client = WebhookClient::new(vec!["127.0.0.0/8".parse().unwrap()], Resolver::System);
        let url = receiver.url().parse().unwrap();
        let answer = client.post(&url, &[], "{}").await;
        assert_eq!(answer, Err(notifications::webhook::Undelivered::NoAnswer));
        assert_eq!(stage.audited().await, Vec::<String>::new());
    }
    async fn a_strangers_webhook_cannot_be_read_tested_or_deleted(stage: &Stage) {
        let foreign = stage.foreign_hook().await;
        let path = stage.path(&format!("webhooks/{foreign}"));
        let not_found = ["resource_not_found"];
        assert_eq!(stage.get(&stage.owner, &path).await.codes(), not_found);
        assert_eq!(stage.get(&stage.owner, &format!("{path}/deliveries")).await.codes(), not_found);
        assert_eq!(stage.post(&stage.owner, &format!("{path}/test"), &json!({})).await.codes(), not_found);
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), not_found);
        let mine = stage.get(&stage.owner, &stage.path("webhooks")).await.json();
        assert_eq!(mine["data"], json!([]));
    }
    async fn a_strangers_alert_cannot_be_read_or_marked(stage: &Stage) {
        let terms = store::OrgTerms {
            quota: Some(1),
            ..store::OrgTerms::of_plan("deluxe".parse().unwrap())
        };
        let app = &stage.service.app;
        app.store.set_org_terms(stage.foreign_org, &terms).await.unwrap();
        let body = json!({ "name": "k", "mode": "live", "permissions": ["calc:read"] });
        let made = stage.post(&stage.stranger, &stage.foreign("keys"), &body).await.json();
        let key = made["data"]["attributes"]["key"].as_str().unwrap();
        assert_eq!(stage.service.get_with("/api/key", key).await.status, StatusCode::OK);
        app.meter.flush().await;
        assert_eq!(notifications::AlertWatcher::new(app).round().await.unwrap(), 1);
        let theirs = stage.get(&stage.stranger, &stage.foreign("alerts")).await.json();
        let id = theirs["data"][0]["id"].as_str().unwrap();
        let path = stage.path(&format!("alerts/{id}"));
        let not_found = ["resource_not_found"];
        assert_eq!(stage.get(&stage.owner, &path).await.codes(), not_found);
        assert_eq!(stage.patch(&stage.owner, &path, &json!({ "read": true })).await.codes(), not_found);
        stage.post(&stage.owner, &stage.path("alerts/read-all"), &json!({})).await;
        let theirs = stage.get(&stage.stranger, &stage.foreign("alerts?unread=true")).await.json();
        assert_eq!(theirs["data"][0]["id"], id);
    }
    async fn a_webhooks_secret_is_shown_once_and_stands_in_no_log(stage: &Stage) {
        let made = stage.hook("https://example.com/").await.json();
        let secret = made["data"]["attributes"]["secret"].as_str().unwrap().to_owned();
        assert!(secret.starts_with("whsec_"));
        stage.service.clock.advance(Duration::from_secs(1));
        for rest in ["webhooks", "audit"] {
            let shown = stage.get(&stage.owner, &stage.path(rest)).await;
            let text = String::from_utf8(shown.bytes).unwrap();
            assert!(text.contains("example.com") && !text.contains(&secret), "{rest}");
        }
    }
}
