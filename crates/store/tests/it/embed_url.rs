//! Embed URLs: separate for each organization and key, moved by a rotation, deleted when they have ended.

use std::time::Duration;

use access::{EmbedUrlId, KeyId, Random, Timestamp};
use store::{EmbedUrlRecord, KeySuccessor, NewEmbedUrl, PageSize, Store, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, key_of, locked, tenant};

async fn added(store: &Store, tenant: Tenant, key: KeyId, random: &dyn Random) -> EmbedUrlId {
    let new = NewEmbedUrl {
        id: EmbedUrlId::new(NOW, random),
        key,
        name: "Homepage".parse().unwrap(),
        path: "/api/chart2/horoscope.svg".to_owned(),
        query: "sign=leo".to_owned(),
        created_at: NOW,
        created_by: None,
        expires_at: at(1_000),
    };
    let mut open = locked(store, tenant).await;
    open.add_embed_url(&new).await.unwrap();
    open.commit().await.unwrap();
    new.id
}

async fn of_key(store: &Store, tenant: Tenant, key: KeyId) -> Vec<EmbedUrlRecord> {
    let page = store
        .org(tenant)
        .embed_urls_page(key, None, PageSize::MAX)
        .await;
    page.unwrap().items
}

on_both_databases! {
    async fn an_embed_url_belongs_to_one_key_of_one_organization(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, other) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let key = key_of(&store, mine, &random).await;
        let second = key_of(&store, mine, &random).await;
        let id = added(&store, mine, key, &random).await;
        let found = of_key(&store, mine, key).await;
        assert_eq!(found.len(), 1);
        assert_eq!(store.embed_url(id).await.unwrap(), found.first().cloned());
        assert_eq!(of_key(&store, mine, second).await, []);
        assert_eq!(of_key(&store, other, key).await, []);
        let mut foreign = locked(&store, other).await;
        assert_eq!(foreign.embed_url(id).await.unwrap(), None);
        assert!(!foreign.delete_embed_url(key, id).await.unwrap());
        foreign.commit().await.unwrap();
        let mut own = locked(&store, mine).await;
        assert_eq!(own.embed_urls(key).await.unwrap(), (1, 1));
        assert_eq!(own.embed_urls(second).await.unwrap(), (0, 1));
        assert!(!own.delete_embed_url(second, id).await.unwrap());
        assert!(own.delete_embed_url(key, id).await.unwrap());
        own.commit().await.unwrap();
        assert_eq!(store.embed_url(id).await.unwrap(), None);
    }

    async fn a_rotation_moves_embed_urls_to_the_new_key(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let key = key_of(&store, mine, &random).await;
        let id = added(&store, mine, key, &random).await;
        let plain = access::PlainKey::generate(access::KeyMode::Live, &random);
        let successor = KeySuccessor {
            id: KeyId::new(NOW, &random),
            digest: access::KeyDigest::from_bytes([9; 32]),
            display: plain.display(),
            created_by: None,
            created_at: NOW,
            grace: Duration::ZERO,
        };
        let mut open = locked(&store, mine).await;
        open.rotate_key(key, &successor).await.unwrap();
        open.commit().await.unwrap();
        assert_eq!(of_key(&store, mine, key).await, []);
        assert_eq!(store.embed_url(id).await.unwrap().unwrap().key, successor.id);
    }

    async fn revoking_a_key_deletes_its_embed_urls(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let (key, other) = (key_of(&store, mine, &random).await, key_of(&store, mine, &random).await);
        let id = added(&store, mine, key, &random).await;
        let kept = added(&store, mine, other, &random).await;
        let mut open = locked(&store, mine).await;
        open.revoke_key(key, NOW).await.unwrap();
        open.commit().await.unwrap();
        assert_eq!(store.embed_url(id).await.unwrap(), None);
        assert!(store.embed_url(kept).await.unwrap().is_some());
    }

    async fn expired_embed_urls_are_deleted_in_pieces(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let key = key_of(&store, mine, &random).await;
        for _ in 0..3 {
            added(&store, mine, key, &random).await;
        }
        let delete = async |before: Timestamp| store.delete_old_embed_urls(before, 2).await.unwrap();
        assert_eq!(delete(at(1_000)).await, 0);
        assert_eq!(delete(at(1_001)).await, 2);
        assert_eq!(delete(at(1_001)).await, 1);
        assert_eq!(of_key(&store, mine, key).await, []);
    }
}
