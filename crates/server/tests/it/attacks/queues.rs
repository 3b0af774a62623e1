//! Endpoints that never respond, and backlogs: they delay only their own organization.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use access::{OrgId, Role};
use axum::http::{Method, StatusCode};
use notifications::mail::SmtpSender;
use notifications::webhook::{Resolver, WebhookDispatcher};
use serde_json::{Value, json};
use server::app::App;
use store::PageSize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::harness::{Person, Service, browser_request, config};
use crate::receiver::WebhookReceiver;

/// The endpoints are on this machine, which an operator must allow.
const LOCAL: (&str, &str) = ("webhook_networks", "127.0.0.0/8");
/// Longer than any test, so that unanswered messages stay in flight.
const NEVER: Duration = Duration::from_hours(24);

/// An endpoint that accepts connections, keeps them open and never responds.
struct SilentEndpoint {
    url: String,
    accepted: UnboundedReceiver<TcpStream>,
}

impl SilentEndpoint {
    async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, accepted) = unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                sender.send(stream).ok();
            }
        });
        let url = format!("http://127.0.0.1:{port}/");
        Self { url, accepted }
    }
}

struct Hooks {
    service: Service,
}

impl Hooks {
    async fn new() -> Self {
        let service = Service::with_config(server::api::api(), config(&[LOCAL])).await;
        Self { service }
    }

    fn dispatcher(&self) -> WebhookDispatcher {
        WebhookDispatcher::new(&self.service.app.config, Resolver::System).within(NEVER)
    }

    /// Creates another organization and its owner.
    async fn org(&self) -> (OrgId, Person) {
        let org = self.service.another_org().await;
        (org, self.service.member_of(org, Role::Owner).await)
    }

    async fn ask(
        &self,
        (org, owner): &(OrgId, Person),
        method: Method,
        rest: &str,
        body: Option<Value>,
    ) -> Value {
        let path = format!("/api/manage/orgs/{org}/webhooks{rest}");
        let answer = self
            .service
            .ask_as(owner, method, &path, body.as_ref())
            .await;
        assert!(answer.status.is_success(), "{rest}: {:?}", answer.codes());
        answer.json()
    }

    /// Creates an endpoint with this many queued messages and returns its id.
    async fn hook(&self, org: &(OrgId, Person), url: &str, messages: usize) -> String {
        let made = self
            .ask(org, Method::POST, "", Some(json!({ "url": url })))
            .await;
        let id = made["data"]["id"].as_str().unwrap().to_owned();
        for _ in 0..messages {
            let rest = format!("/{id}/test");
            self.ask(org, Method::POST, &rest, Some(json!({}))).await;
        }
        id
    }

    /// Returns the number of started attempts to deliver messages to an endpoint.
    async fn attempts(&self, org: &(OrgId, Person), id: &str) -> u64 {
        let rest = format!("/{id}/deliveries?page[size]=100");
        let log = self.ask(org, Method::GET, &rest, None).await;
        let attempts = log["data"].as_array().unwrap().iter();
        attempts
            .map(|it| it["attributes"]["attempts"].as_u64().unwrap())
            .sum()
    }
}

/// Waits for what a receiver gets, without blocking the delivery.
async fn head(receiver: WebhookReceiver) -> crate::receiver::Arrived {
    let waiting = tokio::task::spawn_blocking(move || receiver.arrived.recv().unwrap());
    waiting.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn endpoints_that_never_answer_delay_no_other_organization() {
    let hooks = Hooks::new().await;
    let silent = SilentEndpoint::start().await;
    let slow = hooks.org().await;
    for _ in 0..5 {
        hooks.hook(&slow, &silent.url, 10).await;
    }
    // Fifty messages were created before this one.
    let receiver = WebhookReceiver::start(&["200 OK"]);
    let other = hooks.org().await;
    let id = hooks.hook(&other, &receiver.url(), 1).await;
    let dispatcher = hooks.dispatcher();
    tokio::select! {
        _ = dispatcher.deliver(&hooks.service.app) => panic!("unanswered messages stay in flight"),
        arrived = head(receiver) => assert!(arrived.body.contains(&id)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organization_has_four_webhooks_under_way_and_an_endpoint_one() {
    let hooks = Hooks::new().await;
    let mut silent = SilentEndpoint::start().await;
    let org = hooks.org().await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(hooks.hook(&org, &silent.url, 3).await);
    }
    let dispatcher = hooks.dispatcher();
    let mut open = Vec::new();
    // Everything that can be claimed is claimed before the first connection is made.
    tokio::select! {
        _ = dispatcher.deliver(&hooks.service.app) => panic!("unanswered messages stay in flight"),
        () = async { for _ in 0..4 { open.push(silent.accepted.recv().await.unwrap()); } } => {}
    }
    let mut attempts = Vec::new();
    for id in &ids {
        attempts.push(hooks.attempts(&org, id).await);
    }
    attempts.sort_unstable();
    assert_eq!(attempts, [0, 1, 1, 1, 1]);
    assert_eq!(open.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_becomes_free_is_filled_while_others_are_still_under_way() {
    let hooks = Hooks::new().await;
    let silent = SilentEndpoint::start().await;
    let receiver = WebhookReceiver::start(&["200 OK"]);
    let org = hooks.org().await;
    for _ in 0..3 {
        hooks.hook(&org, &silent.url, 2).await;
    }
    // One slot is left for the fourth endpoint, whose messages are delivered one after the other.
    hooks.hook(&org, &receiver.url(), 3).await;
    let dispatcher = hooks.dispatcher();
    let three = tokio::task::spawn_blocking(move || {
        let ids = (0..3).map(|_| receiver.arrived.recv().unwrap().headers["webhook-id"].clone());
        ids.collect::<std::collections::BTreeSet<_>>()
    });
    tokio::select! {
        _ = dispatcher.deliver(&hooks.service.app) => panic!("unanswered messages stay in flight"),
        ids = three => assert_eq!(ids.unwrap().len(), 3),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_deliver_at_once_send_each_message_once() {
    let hooks = Hooks::new().await;
    let receivers = [(); 4].map(|()| WebhookReceiver::start(&["200 OK"]));
    let org = hooks.org().await;
    for receiver in &receivers {
        hooks.hook(&org, &receiver.url(), 5).await;
    }
    let (other, _router) = hooks.service.another_node(server::api::api()).await;
    let couriers = [hooks.dispatcher(), hooks.dispatcher()];
    let deliver =
        async |dispatcher: &WebhookDispatcher, app: &Arc<App>| dispatcher.deliver(app).await;
    let (one, two) = tokio::join!(
        deliver(&couriers[0], &hooks.service.app),
        deliver(&couriers[1], &other)
    );
    let mut arrived = BTreeMap::new();
    for receiver in &receivers {
        for message in receiver.arrived.try_iter() {
            *arrived
                .entry(message.headers["webhook-id"].clone())
                .or_insert(0) += 1;
        }
    }
    assert!(arrived.values().all(|it| *it == 1), "{arrived:?}");
    assert_eq!((one + two, arrived.len()), (20, 20));
}

/// The mail server accepts connections and never greets, so everything that is started stays in
/// flight.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_for_a_new_password_does_not_wait_for_an_organizations_invitations() {
    let mut silent = SilentEndpoint::start().await;
    let address = silent.url.replace("http:", "smtp:");
    let settings = config(&[("smtp", address.trim_end_matches('/'))]);
    let service = Service::with_config(server::api::api(), settings).await;
    let owner = service.member(Role::Owner).await;
    let path = format!("/api/manage/orgs/{}/invitations", service.org_id);
    for number in 0..10 {
        let body = json!({ "email": format!("{number}@example.com"), "role": "member" });
        let made = service
            .ask_as(&owner, Method::POST, &path, Some(&body))
            .await;
        assert_eq!(made.status, StatusCode::CREATED);
    }
    let email = format!("{}@example.com", owner.id);
    let body = json!({ "email": email });
    let request = browser_request(Method::POST, "/api/manage/password-resets");
    let asked = service.send_with(request, Some(&body)).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    let app = &service.app;
    management_api::send_reset_links(app).await.unwrap();
    let sender = SmtpSender::new(&app.config.smtp, &app.config.mail_from.0).unwrap();
    let mut open = Vec::new();
    tokio::select! {
        _ = sender.deliver(app) => panic!("unanswered messages stay in flight"),
        () = async { for _ in 0..3 { open.push(silent.accepted.recv().await.unwrap()); } } => {}
    }
    let page = app.store.mails_page(None, PageSize::MAX).await.unwrap();
    let under_way = page.items.iter().filter(|it| it.leased_until.is_some());
    let to: Vec<_> = under_way.map(|it| it.recipient.as_str()).collect();
    // Two of the organization's, oldest first, and the link, which was requested last.
    assert_eq!(to, ["0@example.com", "1@example.com", &email]);
    assert_eq!((page.total, open.len()), (11, 3));
}
