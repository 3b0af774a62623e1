//! The audit log: sentences, filters, files, verification.

use serde_json::{Value, json};

use super::{Stage, between};

async fn rows(stage: &Stage, query: &str) -> String {
    let page = stage.page(&stage.owner, &format!("/audit?{query}")).await;
    assert_eq!(page.status, 200);
    let page = page.text();
    if page.contains("<tbody>") {
        between(&page, "<tbody>", "</tbody>").to_owned()
    } else {
        String::new()
    }
}

#[tokio::test]
async fn entries_are_sentences_with_links_and_filters_select_them() {
    let stage = Stage::new().await;
    let (key, _) = stage.key(&json!({ "name": "Shop" })).await;
    stage
        .invite(&stage.manager, "grace@example.com", "member")
        .await;
    let path = stage.path(&format!("members/{}", stage.member.id));
    stage
        .patch(&stage.owner, &path, &json!({ "role": "manager" }))
        .await;
    let all = rows(&stage, "").await;
    for expected in [
        format!("Ann created the API key <a href=\"/settings/api-keys/{key}\">Shop</a>"),
        "Ann invited <strong>grace@example.com</strong>".to_owned(),
        "Ann changed the role of Ann from Member to Manager".to_owned(),
    ] {
        assert!(all.contains(&expected), "{expected}: {all}");
    }
    let keys = rows(&stage, "group=key").await;
    assert!(keys.contains("Shop") && !keys.contains("grace@"), "{keys}");
    let by_manager = rows(&stage, &format!("actor={}", stage.manager.id)).await;
    assert!(
        by_manager.contains("grace@") && !by_manager.contains("Shop"),
        "{by_manager}"
    );
    assert!(rows(&stage, "range=day").await.contains("Shop"));
    stage
        .service
        .clock
        .advance(std::time::Duration::from_hours(48));
    let owner = stage.service.signed_in(stage.owner.id).await;
    let page = stage.page(&owner, "/audit?range=day").await.text();
    assert!(
        !page.contains("<tbody>") && page.contains("No entries match"),
        "{page}"
    );
}

#[tokio::test]
async fn a_file_has_the_entries_of_all_pages() {
    let stage = Stage::new().await;
    let (key, _) = stage.key(&json!({ "name": "Shop" })).await;
    let path = stage.path(&format!("keys/{key}"));
    for number in 0..120 {
        let changed = stage
            .patch(
                &stage.owner,
                &path,
                &json!({ "name": format!("Shop {number}") }),
            )
            .await;
        assert_eq!(changed.status, 200, "{}", changed.text());
    }
    let file = stage.page(&stage.owner, "/audit.json?group=key").await;
    let entries: Value = serde_json::from_str(&file.text()).unwrap();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 121);
    let numbers = entries.iter().map(|it| it["sequence"].as_u64().unwrap());
    let numbers: Vec<_> = numbers.collect();
    assert!(numbers.windows(2).all(|it| it[0] > it[1]), "{numbers:?}");
    let csv = stage
        .page(&stage.owner, "/audit.csv?group=key")
        .await
        .text();
    assert_eq!(csv.lines().count(), 122, "{csv}");
}

#[tokio::test]
async fn the_log_is_downloaded_and_verified() {
    let stage = Stage::new().await;
    stage.key(&json!({ "name": "=cmd()" })).await;
    stage
        .invite(&stage.owner, "grace@example.com", "member")
        .await;
    let csv = stage.page(&stage.owner, "/audit.csv?group=key").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let csv = csv.text();
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 2, "{csv}");
    assert!(lines[0].starts_with("sequence,at,actor,actor_name,action,"));
    assert!(lines[1].contains(",\"Ann\",\"key.create\","), "{csv}");
    let file = stage.page(&stage.owner, "/audit.json").await;
    assert!(file.header("content-disposition").contains("audit.json"));
    let entries: Value = serde_json::from_str(&file.text()).unwrap();
    let actions: Vec<_> = entries
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["action"].clone())
        .collect();
    assert!(actions.contains(&json!("invitation.create")), "{actions:?}");
    let page = stage.page(&stage.owner, "/audit?verify=yes").await.text();
    let verified = between(&page, "id=\"verification\"", "</section>");
    assert!(verified.contains("entries are intact"), "{verified}");
    stage
        .service
        .edit("update audit_entry set actor = 'usr_9' where action = 'key.create'")
        .await;
    let page = stage.page(&stage.owner, "/audit?verify=yes").await.text();
    let verified = between(&page, "id=\"verification\"", "</section>");
    assert!(verified.contains("The log is not intact"), "{verified}");
    for path in ["/audit.csv", "/audit.json"] {
        assert_eq!(stage.page(&stage.manager, path).await.status, 403, "{path}");
    }
}
