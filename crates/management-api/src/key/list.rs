//! `GET /api/manage/orgs/{org}/keys`, and a single key.

use access::RolePermission;
use async_trait::async_trait;

use super::{KeyReference, ManagedKey};
use auth::MemberCaller;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Collection, Operation, PageInput, Resource};
use platform::Platform;

#[derive(Debug)]
pub struct KeyList;

#[async_trait]
impl Operation for KeyList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists all keys, including revoked ones, with their settings. Secrets are \
            shown only when a key is created or rotated.",
        ..crate::spec(
            "key_list",
            Methods::Get,
            "/api/manage/orgs/{org}/keys",
            Rule::member(RolePermission::OrgUpdate),
            "List API keys",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<ManagedKey>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let page = inside.keys_page(after, size).await?;
        let show = |it| ManagedKey::of(&it, None, caller.now());
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct KeyGet;

#[async_trait]
impl Operation for KeyGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns the settings of a key. The secret is shown only when a key is \
            created or rotated.",
        ..crate::spec(
            "key_get",
            Methods::Get,
            "/api/manage/orgs/{org}/keys/{key}",
            Rule::member(RolePermission::OrgUpdate),
            "Get an API key",
        )
    };
    type Context = Platform;
    type Input = KeyReference;
    type Reply = Resource<ManagedKey>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: KeyReference,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let key = inside.key(path_id(&input.key)?).await?;
        let key = key.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        Ok(Resource(ManagedKey::of(&key, None, caller.now())))
    }
}
