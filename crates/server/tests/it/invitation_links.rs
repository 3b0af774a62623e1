//! Links of invitations that the inviter copies, and what a link invites to.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::accounts::{PASSWORD, post};
use crate::fixtures::Stage;
use crate::harness::{Answer, Person};

const EMAIL: &str = "grace@example.com";
const DESCRIBE: &str = "/api/manage/invitations/describe";

impl Stage {
    /// Invites someone and returns the invitation's id.
    async fn invited(&self, role: &str) -> String {
        let made = self.invite(&self.owner, EMAIL, role).await.json();
        made["data"]["id"].as_str().unwrap().to_owned()
    }

    async fn link(&self, by: &Person, invitation: &str) -> Answer {
        let path = self.path(&format!("invitations/{invitation}/link"));
        self.post(by, &path, &json!({})).await
    }
}

/// Returns the token of a link.
fn token(link: &Answer) -> Value {
    assert_eq!(link.status, StatusCode::CREATED, "{}", link.json());
    let link = link.json();
    let url = link["data"]["attributes"]["url"].as_str().unwrap();
    url.split_once("/invitation#token=").unwrap().1.into()
}

async fn join(stage: &Stage, token: &Value) -> Answer {
    let body = json!({ "token": token, "name": "Grace", "password": PASSWORD });
    post(&stage.service, "/api/manage/invitations/register", &body).await
}

#[tokio::test]
async fn a_copied_link_works_once_and_proves_no_address() {
    let stage = Stage::new().await;
    let invitation = stage.invited("member").await;
    let first = token(&stage.link(&stage.owner, &invitation).await);
    let second = token(&stage.link(&stage.owner, &invitation).await);
    assert_eq!(
        join(&stage, &first).await.codes(),
        ["link_invalid"],
        "it was replaced"
    );
    let joined = join(&stage, &second).await;
    assert_eq!(joined.status, StatusCode::CREATED, "{}", joined.json());
    assert_eq!(join(&stage, &second).await.codes(), ["link_invalid"]);
    let email = EMAIL.parse().unwrap();
    let found = stage.service.app.store.user_by_email(&email).await.unwrap();
    assert_eq!(found.unwrap().user.email_verified_at, None);
    assert!(
        stage
            .audited()
            .await
            .contains(&"invitation.link".to_owned())
    );
    let closed = stage.link(&stage.owner, &invitation).await;
    assert_eq!(closed.codes(), ["invitation_closed"]);
}

#[tokio::test]
async fn the_link_of_the_email_still_works_and_proves_the_address() {
    let stage = Stage::new().await;
    let invitation = stage.invited("member").await;
    let copied = token(&stage.link(&stage.owner, &invitation).await);
    let mailed = stage.mailed_token(EMAIL).await.into();
    assert_eq!(join(&stage, &mailed).await.status, StatusCode::CREATED);
    assert_eq!(join(&stage, &copied).await.codes(), ["link_invalid"]);
    let email = EMAIL.parse().unwrap();
    let found = stage.service.app.store.user_by_email(&email).await.unwrap();
    assert!(found.unwrap().user.email_verified_at.is_some());
}

#[tokio::test]
async fn sending_again_and_revoking_end_a_copied_link() {
    let stage = Stage::new().await;
    let invitation = stage.invited("member").await;
    let copied = token(&stage.link(&stage.owner, &invitation).await);
    stage
        .service
        .clock
        .advance(std::time::Duration::from_hours(1));
    let path = stage.path(&format!("invitations/{invitation}/resend"));
    let resent = stage.post(&stage.owner, &path, &json!({})).await;
    assert_eq!(resent.status, StatusCode::OK, "{}", resent.json());
    assert_eq!(join(&stage, &copied).await.codes(), ["link_invalid"]);
    let copied = token(&stage.link(&stage.owner, &invitation).await);
    let path = stage.path(&format!("invitations/{invitation}"));
    stage.delete(&stage.owner, &path).await;
    assert_eq!(join(&stage, &copied).await.codes(), ["link_invalid"]);
}

#[tokio::test]
async fn only_who_may_change_an_invitation_copies_its_link() {
    let stage = Stage::new().await;
    let invitation = stage.invited("owner").await;
    let refused = stage.link(&stage.manager, &invitation).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.json());
    let refused = stage.link(&stage.member, &invitation).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
    let path = stage.foreign(&format!("invitations/{invitation}/link"));
    let foreign = stage.post(&stage.stranger, &path, &json!({})).await;
    assert_eq!(foreign.codes(), ["resource_not_found"]);
    stage
        .service
        .clock
        .advance(std::time::Duration::from_hours(24 * 8));
    let owner = stage.service.signed_in(stage.owner.id).await;
    let expired = stage.link(&owner, &invitation).await;
    assert_eq!(expired.codes(), ["invitation_closed"]);
}

#[tokio::test]
async fn a_link_says_what_it_invites_to_before_it_is_accepted() {
    let stage = Stage::new().await;
    let invitation = stage.invited("manager").await;
    let link = token(&stage.link(&stage.owner, &invitation).await);
    let described = post(&stage.service, DESCRIBE, &json!({ "token": link })).await;
    assert_eq!(described.status, StatusCode::OK, "{}", described.json());
    let described = described.json()["data"]["attributes"].clone();
    assert_eq!(described["organization"], "First");
    assert_eq!(described["invitedBy"], "Ann");
    assert_eq!(
        (&described["role"], &described["email"]),
        (&json!("manager"), &json!(EMAIL))
    );
    let unknown = post(&stage.service, DESCRIBE, &json!({ "token": "x" })).await;
    assert_eq!(unknown.codes(), ["link_invalid"]);
    assert_eq!(
        join(&stage, &link).await.status,
        StatusCode::CREATED,
        "it still works"
    );
    let used = post(&stage.service, DESCRIBE, &json!({ "token": link })).await;
    assert_eq!(used.codes(), ["link_invalid"]);
}

#[tokio::test]
async fn the_pages_show_the_link_once_and_what_it_invites_to() {
    let stage = Stage::new().await;
    let invite = [("email", EMAIL), ("role", "member")];
    let shown = stage
        .submit(Some(&stage.manager), "/members", &invite)
        .await;
    assert_eq!(shown.status, StatusCode::OK, "{}", shown.text());
    let text = shown.text();
    assert!(text.contains("No mail server is configured"), "{text}");
    let link = crate::dashboard::between(&text, "id=\"link\">", "</pre>");
    let token = link.split_once("#token=").unwrap().1;
    let members = stage.page(&stage.manager, "/members").await.text();
    assert!(members.contains("Copy link") && !members.contains(token));
    let details = stage
        .submit(None, "/invitation/details", &[("token", token)])
        .await;
    assert_eq!(details.status, StatusCode::OK);
    let details = details.text();
    for expected in [
        "<strong>Ann</strong>",
        "<strong>First</strong>",
        EMAIL,
        "Member",
    ] {
        assert!(details.contains(expected), "{expected}: {details}");
    }
    let wrong = stage
        .submit(None, "/invitation/details", &[("token", "x")])
        .await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_members_page_shows_only_what_a_role_may_do() {
    let stage = Stage::new().await;
    let rows = async |person: &Person| {
        let page = stage
            .service
            .ask_as(person, Method::GET, "/members", None)
            .await
            .text();
        let body = crate::dashboard::between(&page, "<tbody>", "</tbody>").to_owned();
        let form = |who: &Person, what: &str| body.contains(&format!("/members/{}/{what}", who.id));
        let people = [&stage.owner, &stage.manager, &stage.member];
        (
            people.map(|it| form(it, "role")),
            people.map(|it| form(it, "remove")),
            page,
        )
    };
    let (roles, removals, page) = rows(&stage.owner).await;
    assert_eq!(
        (roles, removals),
        ([false, true, true], [false, true, true]),
        "the only owner stays"
    );
    assert!(page.contains("name=\"role\" value=\"owner\""));
    let (roles, removals, page) = rows(&stage.manager).await;
    assert_eq!(
        (roles, removals),
        ([false, true, true], [false, true, true])
    );
    assert!(
        !page.contains("name=\"role\" value=\"owner\""),
        "nobody grants more than they have"
    );
    let to_an_owner = stage.invited("owner").await;
    let change = format!("/invitations/{to_an_owner}/revoke");
    let (_, _, page) = rows(&stage.owner).await;
    assert!(page.contains(&change), "{page}");
    let (_, _, page) = rows(&stage.manager).await;
    assert!(page.contains(EMAIL) && !page.contains(&change), "{page}");
}
