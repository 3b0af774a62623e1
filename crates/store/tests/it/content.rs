//! Texts: an organization sees one text for each name and nothing of another organization. The
//! database searches them. Every change is stored and announced.

use access::{ContentId, UserId};
use store::{
    ContentAction, ContentEdit, ContentFilter, ContentOwner, LibraryText, NewContent, OrgStore,
    OverlayChange, PageSize, SearchQuery, Store, Tenant, TextForms, search_words,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, pages_of, tenant};

fn text(subject: &'static str, language: &'static str, body: &'static str) -> LibraryText<'static> {
    LibraryText {
        id: format!(
            "system.natal.planet-in-sign.{}.{language}",
            subject.replace(':', ".")
        ),
        urn: format!("urn:content:1:natal:planet-in-sign:{subject}:{language}"),
        horoscope: "natal",
        kind: "planet-in-sign",
        subject,
        language,
        title: subject,
        body,
        teaser: "",
        long: "",
    }
}

async fn with_library(store: &Store) {
    let texts = [
        text(
            "sun:gemini",
            "en",
            "You gather questions the way others gather stones.",
        ),
        text("sun:gemini", "nl", "Je verzamelt vragen, één voor één."),
        text(
            "sunrise:gemini",
            "en",
            "Another subject that begins with the same letters.",
        ),
        text(
            "moon:leo",
            "en",
            "A warm stage and an honest audience; your self-worth grows there.",
        ),
    ];
    assert!(store.sync_library("first", &texts, NOW).await.unwrap());
}

fn edit(random: &Sequence, action: ContentAction, body: &str) -> ContentEdit {
    ContentEdit {
        action,
        title: "Our title".to_owned(),
        body: body.to_owned(),
        forms: TextForms::default(),
        metadata: "{}".to_owned(),
        at: at(1),
        by: UserId::new(NOW, random),
    }
}

fn copy(random: &Sequence, base: &LibraryText<'_>, body: &str) -> NewContent {
    NewContent {
        id: ContentId::new(NOW, random),
        urn: base.urn.clone(),
        horoscope: base.horoscope.to_owned(),
        kind: base.kind.to_owned(),
        subject: base.subject.to_owned(),
        language: base.language.to_owned(),
        base_id: Some(base.id.clone()),
        edit: edit(random, ContentAction::Copy, body),
    }
}

async fn add(store: &Store, tenant: Tenant, content: &NewContent) {
    let mut locked = locked(store, tenant).await;
    locked.add_content(content).await.unwrap();
    locked.commit().await.unwrap();
}

fn filter() -> ContentFilter {
    ContentFilter {
        horoscope: "natal".to_owned(),
        kind: "planet-in-sign".to_owned(),
        ..ContentFilter::default()
    }
}

async fn bodies(org: &OrgStore<'_>, filter: &ContentFilter) -> Vec<String> {
    let page = org
        .contents_page(filter, None, PageSize::MAX)
        .await
        .unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.into_iter().map(|it| it.body).collect()
}

/// The bodies of all texts that override the library's.
async fn overlay(org: &OrgStore<'_>) -> Vec<String> {
    let all = org.overlay_changes(None).await.unwrap();
    let bodies = all.changes.into_iter().filter_map(|it| match it {
        OverlayChange::Written(row) => Some(row.body),
        OverlayChange::Removed(_) => None,
    });
    bodies.collect()
}

fn query_for(text: &str) -> SearchQuery {
    SearchQuery {
        words: search_words(text),
        horoscopes: vec!["natal".to_owned(), "moon".to_owned()],
        language: None,
        subject: None,
        owner: None,
        skip: 0,
        size: PageSize::MAX,
        max_hits: 1_000,
    }
}

async fn found(org: &OrgStore<'_>, text: &str) -> Vec<String> {
    let hits = org.search_content(&query_for(text)).await.unwrap();
    assert_eq!(hits.total, hits.items.len() as u64);
    hits.items.into_iter().map(|it| it.id).collect()
}

on_both_databases! {
    async fn the_library_is_brought_up_to_date_and_only_what_differs_is_written(database: &TestDatabase) {
        let store = database.open().await;
        let inside = tenant(&store, &Sequence::from(1)).await;
        with_library(&store).await;
        assert!(!store.sync_library("first", &[], NOW).await.unwrap(), "the fingerprint is unchanged");
        let texts = [
            text("sun:gemini", "en", "You gather questions the way others gather stones."),
            text("moon:leo", "en", "Written anew."),
            text("mars:aries", "en", "New."),
        ];
        assert!(store.sync_library("second", &texts, at(5)).await.unwrap());
        let org = store.org(inside);
        let kept = org.content(&texts[0].id).await.unwrap().unwrap();
        assert_eq!((kept.version, kept.created_at, kept.updated_at), (1, NOW, NOW));
        let changed = org.content(&texts[1].id).await.unwrap().unwrap();
        assert_eq!((changed.version, changed.created_at, changed.updated_at), (2, NOW, at(5)));
        assert_eq!(changed.body, "Written anew.");
        assert_eq!(found(&org, "stage").await, [] as [String; 0], "the old words are gone");
        assert_eq!(found(&org, "anew").await, [texts[1].id.clone()]);
        assert_eq!(bodies(&org, &filter()).await.len(), 3);
    }

    async fn nodes_that_start_at_once_bring_the_library_once(database: &TestDatabase) {
        let store = database.open().await;
        let tasks: Vec<_> = (0..4)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    let texts = [text("sun:gemini", "en", "One.")];
                    store.sync_library("one", &texts, NOW).await.unwrap()
                })
            })
            .collect();
        let mut done = 0;
        for task in tasks {
            done += u32::from(task.await.unwrap());
        }
        assert_eq!(done, 1);
    }

    async fn a_copy_stands_in_for_the_librarys_text_in_its_organization_only(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        with_library(&store).await;
        let base = text("sun:gemini", "en", "");
        let new = copy(&random, &base, "Ours alone.");
        add(&store, mine, &new).await;
        let (inside, outside) = (store.org(mine), store.org(theirs));
        let seen = inside.content_by_urn(&base.urn).await.unwrap().unwrap();
        assert_eq!((seen.id, seen.owner), (new.id.to_string(), Some(mine.org_id())));
        assert_eq!((seen.base_id, seen.version, seen.body.as_str()), (Some(base.id.clone()), 1, "Ours alone."));
        let foreign = outside.content_by_urn(&base.urn).await.unwrap().unwrap();
        assert_eq!((foreign.id, foreign.owner), (base.id.clone(), None));
        assert_eq!(outside.content(&new.id.to_string()).await.unwrap(), None);
        assert!(bodies(&inside, &filter()).await.contains(&"Ours alone.".to_owned()));
        assert!(!bodies(&outside, &filter()).await.contains(&"Ours alone.".to_owned()));
        assert_eq!(bodies(&inside, &filter()).await.len(), 4, "one for each name");
        let of = |owner| ContentFilter { owner: Some(owner), ..filter() };
        assert_eq!(bodies(&inside, &of(ContentOwner::Organization)).await, ["Ours alone."]);
        assert_eq!(bodies(&inside, &of(ContentOwner::Library)).await.len(), 3, "without the one that is replaced");
        assert_eq!(bodies(&outside, &of(ContentOwner::Organization)).await, [] as [String; 0]);
        assert_eq!(found(&inside, "alone").await, [new.id.to_string()]);
        for (owner, expected) in [(ContentOwner::Organization, 1), (ContentOwner::Library, 0)] {
            let query = SearchQuery { owner: Some(owner), ..query_for("alone") };
            assert_eq!(inside.search_content(&query).await.unwrap().total, expected, "{owner:?}");
        }
        assert_eq!(found(&outside, "alone").await, [] as [String; 0]);
        assert_eq!(found(&inside, "stones").await, [] as [String; 0], "an overridden text is not found");
        let library = inside.content(&base.id).await.unwrap().unwrap();
        assert_eq!(library.owner, None, "the library's text is still available by its own id");
        assert!(overlay(&inside).await.iter().any(|it| it == "Ours alone."));
        assert_eq!(overlay(&outside).await, [] as [String; 0]);
    }

    async fn a_name_is_taken_once_in_each_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let base = text("sun:gemini", "en", "");
        let new = copy(&random, &base, "🌙");
        add(&store, mine, &new).await;
        add(&store, theirs, &copy(&random, &base, "b")).await;
        let mut again = locked(&store, mine).await;
        let size = again.content_size().await.unwrap();
        // The body is one character of four bytes.
        let bytes = u64::try_from(new.edit.title.len() + 4).unwrap();
        assert_eq!((size.texts, size.bytes), (1, bytes));
        assert!(again.add_content(&copy(&random, &base, "c")).await.is_err());
    }

    async fn the_size_of_an_organizations_texts_follows_every_change(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let [gemini, leo] = ["sun:gemini", "sun:leo"].map(|it| copy(&random, &text(it, "en", ""), "1234"));
        add(&store, mine, &gemini).await;
        add(&store, mine, &leo).await;
        add(&store, theirs, &copy(&random, &text("sun:leo", "en", ""), "12345678")).await;
        let mut locked = locked(&store, mine).await;
        let longer = edit(&random, ContentAction::Update, "123456789");
        locked.edit_content(&gemini.id.to_string(), &longer).await.unwrap().unwrap();
        let size = locked.content_size().await.unwrap();
        let titles = longer.title.len() + leo.edit.title.len();
        assert_eq!((size.texts, size.bytes), (2, u64::try_from(titles + 9 + 4).unwrap()));
        assert!(locked.edit_content("none", &longer).await.unwrap().is_none());
        assert!(locked.remove_content("none").await.unwrap().is_none());
        assert_eq!(locked.content_size().await.unwrap(), size);
        locked.remove_content(&gemini.id.to_string()).await.unwrap().unwrap();
        locked.remove_content(&leo.id.to_string()).await.unwrap().unwrap();
        let size = locked.content_size().await.unwrap();
        assert_eq!((size.texts, size.bytes), (0, 0));
    }

    async fn the_forms_of_a_text_are_stored_counted_and_kept_in_its_history(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let library = LibraryText { teaser: "Short.", long: "A long form.", ..text("sun:gemini", "en", "Body.") };
        assert!(store.sync_library("first", std::slice::from_ref(&library), NOW).await.unwrap());
        let org = store.org(mine);
        let seen = org.content_by_urn(&library.urn).await.unwrap().unwrap();
        let of_library = TextForms { teaser: "Short.".to_owned(), long: "A long form.".to_owned() };
        assert_eq!(seen.forms, of_library);
        let shorter = LibraryText { long: "", ..library.clone() };
        assert!(store.sync_library("second", &[shorter], NOW).await.unwrap());
        let seen = org.content_by_urn(&library.urn).await.unwrap().unwrap();
        assert_eq!((seen.forms.long.as_str(), seen.version), ("", 2));

        let mut own = copy(&random, &library, "Ours.");
        own.edit.forms = of_library.clone();
        add(&store, mine, &own).await;
        let changes = org.overlay_changes(None).await.unwrap().changes;
        let OverlayChange::Written(row) = &changes[0] else { unreachable!("{changes:?}") };
        assert_eq!(row.forms, of_library);
        let mut locked = locked(&store, mine).await;
        let bytes = "Our title".len() + "Ours.".len() + "Short.".len() + "A long form.".len();
        assert_eq!(locked.content_size().await.unwrap().bytes, u64::try_from(bytes).unwrap());
        let without = edit(&random, ContentAction::Update, "Ours.");
        locked.edit_content(&own.id.to_string(), &without).await.unwrap().unwrap();
        locked.commit().await.unwrap();
        let versions = org.content_versions(&own.id.to_string(), None, PageSize::MAX).await.unwrap();
        let forms: Vec<_> = versions.items.iter().map(|it| it.forms.clone()).collect();
        assert_eq!(forms, [TextForms::default(), of_library]);
        let seen = org.content_by_urn(&library.urn).await.unwrap().unwrap();
        assert_eq!(seen.forms, TextForms::default());
    }

    async fn a_restored_copy_gives_way_and_its_history_stays(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        with_library(&store).await;
        let base = text("sun:gemini", "en", "");
        let new = copy(&random, &base, "First.");
        add(&store, mine, &new).await;
        let id = new.id.to_string();
        let write = async |action, body: &str| {
            let mut locked = locked(&store, mine).await;
            let edit = edit(&random, action, body);
            assert!(locked.edit_content(&id, &edit).await.unwrap().is_some());
            locked.commit().await.unwrap();
        };
        write(ContentAction::Update, "Second.").await;
        write(ContentAction::Restore, "The library's.").await;
        let org = store.org(mine);
        let seen = org.content_by_urn(&base.urn).await.unwrap().unwrap();
        assert_eq!(seen.owner, None);
        let copy = org.content(&id).await.unwrap().unwrap();
        assert_eq!((copy.restored, copy.version), (true, 3));
        assert_eq!(overlay(&org).await, [] as [String; 0]);
        let versions = org.content_versions(&id, None, pages_of(2)).await.unwrap();
        let told: Vec<_> = versions.items.iter().map(|it| (it.version, it.action, it.body.as_str())).collect();
        assert_eq!(told, [(3, ContentAction::Restore, "The library's."), (2, ContentAction::Update, "Second.")]);
        assert_eq!((versions.total, versions.next), (3, Some(2)));
        let rest = org.content_versions(&id, versions.next, PageSize::MAX).await.unwrap();
        assert_eq!((rest.items[0].action, rest.items[0].body.as_str()), (ContentAction::Copy, "First."));
        write(ContentAction::Update, "Third.").await;
        let seen = org.content_by_urn(&base.urn).await.unwrap().unwrap();
        assert_eq!((seen.id, seen.body.as_str(), seen.restored), (id.clone(), "Third.", false));
    }

    async fn another_organizations_text_cannot_be_changed_or_read_back(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        with_library(&store).await;
        let base = text("sun:gemini", "en", "");
        let new = copy(&random, &base, "Theirs.");
        add(&store, theirs, &new).await;
        let id = new.id.to_string();
        let mut locked = locked(&store, mine).await;
        assert_eq!(locked.content(&id).await.unwrap(), None);
        assert_eq!(locked.content(&base.id).await.unwrap(), None, "the library's text belongs to no organization");
        let edit = edit(&random, ContentAction::Update, "x");
        assert_eq!(locked.edit_content(&id, &edit).await.unwrap(), None);
        assert_eq!(locked.edit_content(&base.id, &edit).await.unwrap(), None);
        assert_eq!(locked.remove_content(&id).await.unwrap(), None);
        assert_eq!(locked.remove_content(&base.id).await.unwrap(), None);
        locked.commit().await.unwrap();
        let versions = store.org(mine).content_versions(&id, None, PageSize::MAX).await.unwrap();
        assert_eq!((versions.items.len(), versions.total), (0, 0));
        let untouched = store.org(theirs).content(&id).await.unwrap().unwrap();
        assert_eq!(untouched.body, "Theirs.");
    }

    async fn a_removed_text_takes_its_history_along_and_frees_its_name(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let base = text("sun:gemini", "en", "");
        let new = copy(&random, &base, "Gone soon.");
        add(&store, mine, &new).await;
        let mut removing = locked(&store, mine).await;
        assert!(removing.remove_content(&new.id.to_string()).await.unwrap().is_some());
        removing.commit().await.unwrap();
        let org = store.org(mine);
        assert_eq!(org.content(&new.id.to_string()).await.unwrap(), None);
        assert_eq!(found(&org, "gone").await, [] as [String; 0]);
        let versions = org.content_versions(&new.id.to_string(), None, PageSize::MAX).await.unwrap();
        assert_eq!(versions.total, 0);
        add(&store, mine, &copy(&random, &base, "Again.")).await;
    }

    async fn every_change_to_a_text_is_announced_with_its_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let seen = store.revision().await.unwrap();
        assert_eq!(store.content_changes_since(seen).await.unwrap(), []);
        let new = copy(&random, &text("sun:gemini", "en", ""), "a");
        add(&store, mine, &new).await;
        let changes = store.content_changes_since(seen).await.unwrap();
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].0, mine.org_id());
        let revision = store.org(mine).overlay_changes(None).await.unwrap().revision;
        assert_eq!(revision, changes[0].1);
        assert!(store.changes_since(seen).await.unwrap().is_empty(), "no key has changed");
        let mut locked = locked(&store, mine).await;
        let removed = locked.remove_content(&new.id.to_string()).await.unwrap().unwrap();
        locked.commit().await.unwrap();
        assert_eq!(store.content_changes_since(revision).await.unwrap(), [(mine.org_id(), removed)]);
    }

    async fn lists_are_filtered_and_paged_by_name(database: &TestDatabase) {
        let store = database.open().await;
        let mine = tenant(&store, &Sequence::from(1)).await;
        with_library(&store).await;
        let org = store.org(mine);
        let count = async |change: fn(&mut ContentFilter)| {
            let mut filter = filter();
            change(&mut filter);
            bodies(&org, &filter).await.len()
        };
        assert_eq!(count(|_| ()).await, 4);
        assert_eq!(count(|it| it.language = Some("nl".to_owned())).await, 1);
        assert_eq!(count(|it| it.subject = Some("sun:gemini".to_owned())).await, 2);
        assert_eq!(count(|it| it.subject = Some("sun".to_owned())).await, 2, "not sunrise");
        assert_eq!(count(|it| it.subject = Some("su".to_owned())).await, 0);
        assert_eq!(count(|it| it.subject = Some("%".to_owned())).await, 0);
        assert_eq!(count(|it| "aspect".clone_into(&mut it.kind)).await, 0);
        let mut names = Vec::new();
        let mut after = None;
        loop {
            let page = org.contents_page(&filter(), after.as_deref(), pages_of(3)).await.unwrap();
            assert_eq!(page.total, 4);
            names.extend(page.items.into_iter().map(|it| it.urn));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(names.len(), 4);
        assert!(names.is_sorted(), "{names:?}");
    }

    async fn words_are_found_alike_on_both_databases(database: &TestDatabase) {
        let store = database.open().await;
        let mine = tenant(&store, &Sequence::from(1)).await;
        with_library(&store).await;
        let org = store.org(mine);
        let check = async |text: &str, expected: &[&str]| {
            let mut ids = found(&org, text).await;
            ids.sort_unstable();
            let prefix = "system.natal.planet-in-sign.";
            let ids: Vec<_> = ids.iter().map(|it| it.strip_prefix(prefix).unwrap()).collect();
            assert_eq!(ids, expected, "{text}");
        };
        check("QUESTIONS", &["sun.gemini.en"]).await;
        check("quest", &["sun.gemini.en"]).await;
        check("questions stones", &["sun.gemini.en"]).await;
        check("questions stage", &[]).await;
        check("één", &["sun.gemini.nl"]).await;
        check("een", &[]).await;
        check("self-worth", &["moon.leo.en"]).await;
        check("gemini", &["sun.gemini.en", "sun.gemini.nl", "sunrise.gemini.en"]).await;
        check("moon: LEO!", &["moon.leo.en"]).await;
        check("\" OR ''; --", &[]).await;
        check("☉ *", &[]).await;
    }

    async fn a_search_is_limited_to_kinds_language_and_size(database: &TestDatabase) {
        let store = database.open().await;
        let mine = tenant(&store, &Sequence::from(1)).await;
        with_library(&store).await;
        let org = store.org(mine);
        let query = SearchQuery {
            words: search_words("gemini"),
            horoscopes: vec!["natal".to_owned()],
            language: Some("en".to_owned()),
            subject: None,
            owner: None,
            skip: 0,
            size: pages_of(1),
            max_hits: 1_000,
        };
        let first = org.search_content(&query).await.unwrap();
        assert_eq!((first.items.len(), first.total), (1, 2));
        let second = org.search_content(&SearchQuery { skip: 1, ..query.clone() }).await.unwrap();
        assert_eq!((second.items.len(), second.total), (1, 2));
        assert_ne!(first.items[0].id, second.items[0].id);
        for (subject, total) in [("sun", 1), ("sun:gemini", 1), ("su", 0), ("gemini", 0)] {
            let about = SearchQuery { subject: Some(subject.to_owned()), ..query.clone() };
            assert_eq!(org.search_content(&about).await.unwrap().total, total, "{subject}");
        }
        for horoscopes in [vec![], vec!["transit".to_owned()]] {
            let none = SearchQuery { horoscopes, ..query.clone() };
            assert_eq!(org.search_content(&none).await.unwrap().total, 0);
        }
    }

    async fn a_page_of_long_texts_is_shorter_and_the_next_one_goes_on(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let org = store.org(mine);
        let subjects = ["sun:aries", "sun:leo", "sun:libra", "sun:taurus", "sun:virgo"];
        for subject in subjects {
            let long = format!("word {}", "x".repeat(50_000));
            add(&store, mine, &copy(&random, &text(subject, "en", ""), &long)).await;
        }
        let first = org.contents_page(&filter(), None, PageSize::MAX).await.unwrap();
        assert_eq!((first.items.len(), first.total), (2, 5), "128 KiB have room for two");
        let second = org.contents_page(&filter(), first.next.as_deref(), PageSize::MAX).await.unwrap();
        let third = org.contents_page(&filter(), second.next.as_deref(), PageSize::MAX).await.unwrap();
        assert_eq!((second.items.len(), third.items.len(), third.next), (2, 1, None));
        let query = SearchQuery {
            words: search_words("word"),
            horoscopes: vec!["natal".to_owned()],
            language: None,
            subject: None,
            owner: None,
            skip: 3,
            size: PageSize::MAX,
            max_hits: 1_000,
        };
        let hits = org.search_content(&query).await.unwrap();
        assert_eq!((hits.items.len(), hits.total), (2, 5));
    }

    async fn the_history_of_all_texts_has_a_limit_and_no_text_loses_its_current_version(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let kept = copy(&random, &text("moon:leo", "en", ""), "Kept.");
        add(&store, mine, &kept).await;
        let edited = copy(&random, &text("sun:leo", "en", ""), "First.");
        add(&store, mine, &edited).await;
        let id = edited.id.to_string();
        // 64 MiB have room for 15 versions of 4 MiB, and not for 20.
        for _ in 0..20 {
            let mut locked = locked(&store, mine).await;
            let edit = edit(&random, ContentAction::Update, &"x".repeat(4 * 1024 * 1024));
            locked.edit_content(&id, &edit).await.unwrap().unwrap();
            locked.commit().await.unwrap();
        }
        let org = store.org(mine);
        let versions = org.content_versions(&id, None, pages_of(1)).await.unwrap();
        assert_eq!((versions.items[0].version, versions.total), (21, 15));
        let versions = org.content_versions(&kept.id.to_string(), None, PageSize::MAX).await.unwrap();
        assert_eq!(versions.items[0].body, "Kept.");
        // What a deleted text frees can be used again.
        let mut removing = locked(&store, mine).await;
        removing.remove_content(&id).await.unwrap().unwrap();
        removing.commit().await.unwrap();
        for body in ["Second.", "Third."] {
            let mut locked = locked(&store, mine).await;
            let edit = edit(&random, ContentAction::Update, body);
            locked.edit_content(&kept.id.to_string(), &edit).await.unwrap().unwrap();
            locked.commit().await.unwrap();
        }
        let versions = org.content_versions(&kept.id.to_string(), None, PageSize::MAX).await.unwrap();
        assert_eq!(versions.total, 3);
    }

    async fn the_changes_since_a_revision_are_listed_in_their_order(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let [kept, edited, restored, deleted] = ["sun:leo", "moon:leo", "mars:leo", "venus:leo"]
            .map(|it| copy(&random, &text(it, "en", ""), "First."));
        for new in [&kept, &edited, &restored, &deleted] {
            add(&store, mine, new).await;
        }
        let org = store.org(mine);
        let before = org.overlay_changes(None).await.unwrap();
        assert_eq!((before.all, before.changes.len()), (true, 4));
        let none = org.overlay_changes(Some(before.revision)).await.unwrap();
        assert_eq!((none.all, none.revision, none.changes), (false, before.revision, vec![]));

        let mut locked = locked(&store, mine).await;
        locked.remove_content(&deleted.id.to_string()).await.unwrap().unwrap();
        let change = edit(&random, ContentAction::Update, "Second.");
        locked.edit_content(&edited.id.to_string(), &change).await.unwrap().unwrap();
        let change = edit(&random, ContentAction::Restore, "The library's.");
        locked.edit_content(&restored.id.to_string(), &change).await.unwrap().unwrap();
        let again = copy(&random, &text("venus:leo", "en", ""), "Again.");
        let newest = locked.add_content(&again).await.unwrap();
        locked.commit().await.unwrap();

        let after = org.overlay_changes(Some(before.revision)).await.unwrap();
        assert_eq!((after.all, after.revision), (false, newest));
        let told = after.changes.iter().map(|it| match it {
            OverlayChange::Written(row) => (row.urn.clone(), Some(row.body.as_str())),
            OverlayChange::Removed(urn) => (urn.clone(), None),
        });
        let told: Vec<_> = told.collect();
        let expected = [
            (deleted.urn.clone(), None),
            (edited.urn.clone(), Some("Second.")),
            (restored.urn.clone(), None),
            (again.urn.clone(), Some("Again.")),
        ];
        assert_eq!(told, expected);
        let other = store.org(theirs).overlay_changes(Some(before.revision)).await.unwrap();
        assert_eq!(other.changes, []);
    }

    async fn all_texts_are_listed_after_more_deletions_than_are_remembered(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        add(&store, mine, &copy(&random, &text("sun:leo", "en", ""), "Kept.")).await;
        let org = store.org(mine);
        let before = org.overlay_changes(None).await.unwrap().revision;
        let mut locked = locked(&store, mine).await;
        let mut revisions = Vec::new();
        for _ in 0..1_001 {
            let new = copy(&random, &text("moon:leo", "en", ""), "Short-lived.");
            locked.add_content(&new).await.unwrap();
            revisions.push(locked.remove_content(&new.id.to_string()).await.unwrap().unwrap());
        }
        locked.commit().await.unwrap();
        let changes = org.overlay_changes(Some(before)).await.unwrap();
        assert_eq!((changes.all, changes.changes.len()), (true, 1));
        // 1,000 are kept, and a list of as many may be incomplete.
        let some = org.overlay_changes(Some(revisions[1])).await.unwrap();
        assert_eq!((some.all, some.changes.len()), (false, 999));
    }

    async fn texts_of_an_earlier_version_are_found_after_the_library_is_synchronized(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        add(&store, mine, &copy(&random, &text("sun:leo", "en", ""), "Radiant.")).await;
        let mut restored = copy(&random, &text("moon:leo", "en", ""), "Silvery.");
        restored.edit.action = ContentAction::Restore;
        add(&store, mine, &restored).await;
        // As the migration leaves them.
        let sql = "update content set title_words = '', body_words = '', filter_words = ''";
        store::testing::execute(&database.location, sql).await;
        let org = store.org(mine);
        assert_eq!(found(&org, "radiant").await, [] as [String; 0]);
        with_library(&store).await;
        assert_eq!(found(&org, "radiant").await.len(), 1);
        assert_eq!(found(&org, "silvery").await, [] as [String; 0], "it is restored");
        let mut locked = locked(&store, mine).await;
        let edited = edit(&random, ContentAction::Update, "Silvery again.");
        locked.edit_content(&restored.id.to_string(), &edited).await.unwrap().unwrap();
        locked.commit().await.unwrap();
        assert_eq!(found(&org, "silvery").await.len(), 1);
    }
}
