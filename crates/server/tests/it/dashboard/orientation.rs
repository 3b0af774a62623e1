//! Finding one's way: search, the setup checklist, modules, pages that cannot be shown.

use axum::http::Request;

use super::{Stage, between};

#[tokio::test]
async fn a_browser_that_lost_its_way_gets_a_page_and_a_program_an_error() {
    let stage = Stage::new().await;
    let ask = async |path: &str, accept: &str, language: &str| {
        let request = Request::get(path)
            .header("accept", accept)
            .header("accept-language", language);
        stage.service.send_with(request, None).await
    };
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (language, title) in [
        ("en", "This page does not exist"),
        ("nl-BE", "Deze pagina bestaat niet"),
    ] {
        let page = ask("/overveiw", browser, language).await;
        assert_eq!(page.status, 404);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        let text = page.text();
        assert!(text.contains(&format!("<h1>{title}</h1>")), "{text}");
        assert!(text.contains("href=\"/overview\""), "a link back");
    }
    for (path, accept) in [("/overveiw", "*/*"), ("/api/calc/natel", browser)] {
        let error = ask(path, accept, "en").await;
        assert_eq!(error.codes(), ["path_unknown"], "{path} {accept}");
    }
}

#[tokio::test]
async fn a_page_that_a_role_may_not_open_says_so_in_the_language_of_the_reader() {
    let stage = Stage::new().await;
    let text = stage.page(&stage.member, "/settings/api-keys").await.text();
    assert!(
        text.contains("<h1>You don&#39;t have access to this page</h1>"),
        "{text}"
    );
    assert!(text.contains("/docs/errors#permission_missing"));
    let dutch = [("language", "nl")];
    stage
        .submit(Some(&stage.member), "/settings/display", &dutch)
        .await;
    let text = stage.page(&stage.member, "/settings/api-keys").await.text();
    assert!(
        text.contains("Je hebt geen toegang tot deze pagina"),
        "{text}"
    );
}

#[tokio::test]
async fn a_search_finds_what_its_reader_may_see_and_nothing_else() {
    let stage = Stage::new().await;
    let (id, _) = stage.key(&serde_json::json!({ "name": "Shop <b>" })).await;
    let owner = stage.page(&stage.owner, "/search?q=shop").await.text();
    assert!(
        owner.contains(&format!("/settings/api-keys/{id}")),
        "{owner}"
    );
    assert!(!owner.contains("Shop <b>"), "names are escaped");
    let member = stage.page(&stage.member, "/search?q=shop").await.text();
    assert!(!member.contains(&id), "members cannot list keys");
    let find = async |person, words: &str| {
        let path = format!("/search/results?q={words}");
        stage.page(person, &path).await.text()
    };
    assert!(
        find(&stage.owner, "bill")
            .await
            .contains("href=\"/billing\"")
    );
    assert!(
        !find(&stage.member, "bill")
            .await
            .contains("href=\"/billing\"")
    );
    let natal = find(&stage.member, "natal").await;
    assert!(
        natal.contains("/playground?operation=calc_natal"),
        "{natal}"
    );
    assert!(natal.contains("href=\"/content?q=natal\""), "{natal}");
    let nothing = find(&stage.owner, "%C3%BCq").await;
    assert!(!nothing.contains("/settings/api-keys/key_"), "{nothing}");
    // Looking for something is free.
    assert!(stage.service.ledger().await.is_empty());
}

#[tokio::test]
async fn the_setup_checklist_shows_progress_until_it_is_hidden() {
    let stage = Stage::new().await;
    let overview = async || stage.page(&stage.owner, "/overview").await.text();
    let list = overview().await;
    let done = list.matches("<li class=\"done\">").count();
    let progress = between(&list, "id=\"checklist\"", "</section>");
    let expected = format!("max=\"5\" value=\"{done}\"");
    assert!(progress.contains(&expected), "{progress}");
    let set = async |show: &str| {
        let fields = [("show", show)];
        let answer = stage
            .submit(Some(&stage.owner), "/overview/checklist", &fields)
            .await;
        assert_eq!(answer.status, 303, "{}", answer.text());
    };
    set("no").await;
    let hidden = overview().await;
    assert!(!hidden.contains("id=\"checklist\""));
    let other = stage.page(&stage.manager, "/overview").await.text();
    assert!(
        other.contains("id=\"checklist\""),
        "each person has their own"
    );
    set("yes").await;
    assert!(overview().await.contains("id=\"checklist\""));
    let members = stage.page(&stage.member, "/overview").await.text();
    assert!(
        !members.contains("id=\"checklist\""),
        "members set nothing up"
    );
}

#[tokio::test]
async fn a_module_says_what_buying_it_changes() {
    let stage = Stage::new().await;
    let page = stage.page(&stage.owner, "/modules").await.text();
    let card = |id: &str| between(&page, &format!("id=\"module-{id}\""), "</article>").to_owned();
    let natal = card("natal");
    assert!(
        natal.contains("/playground?operation=calc_natal"),
        "{natal}"
    );
    let premium = card("content-premium");
    assert!(premium.contains("Transit: aspect"), "{premium}");
    assert!(premium.contains("Natal: planet in sign"), "{premium}");
    // Basic interpretations, which are active, include those of natal charts.
    let new = between(&premium, "Transit: aspect", "</li>");
    assert!(new.contains(">not included yet<"), "{premium}");
    let old = between(&premium, "Natal: planet in sign", "</li>");
    assert!(!old.contains(">not included yet<"), "{premium}");
    assert!(premium.contains("excl. VAT"), "{premium}");
}
