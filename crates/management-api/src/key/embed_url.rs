//! `/api/manage/orgs/{org}/keys/{key}/embed-urls`: image URLs for web pages, without a key in the
//! page. They work until they expire or are revoked, and each fetch is charged to the key.

use std::time::Duration;

use access::{
    EmbedUrlId, Entitlements, KeyId, KeyPermission, Name, PlanModules, RolePermission, Timestamp,
    signed_url,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{EmbedUrlRecord, KeyRecord, NewEmbedUrl};

use super::terms;
use crate::idempotency;
use auth::{MemberCaller, check_rule, require_all};
use http_api::clock::rfc3339;
use http_api::input::query::pairs;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{
    AccessPolicy, ApiError, Declaration, ErrorCode, Methods, Problem, Rule, Source, Spec, Stop,
    Work,
};
use operation::{Catalog, Collection, Created, Draft, NoContent, Operation, PageRequest, resource};
use platform::{Lane, Platform, PlatformWith};

/// The lifetime of an embed URL by default.
const DEFAULT_LIFETIME: Duration = Duration::from_hours(365 * 24);
/// The longest lifetime of an embed URL.
const MAX_LIFETIME: Duration = Duration::from_hours(5 * 366 * 24);
/// The most embed URLs of a key, including expired ones that have not been deleted yet.
const MAX_OF_KEY: u64 = 100;
/// The most embed URLs of an organization.
const MAX_OF_ORG: u64 = 1_000;

/// An embed URL.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EmbedUrl")]
pub struct EmbedUrlAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    keys: String,
    pub name: String,
    /// URL of the image, for the `src` attribute of an `<img>` element.
    #[schemars(extend("format" = "uri"))]
    pub url: String,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// ID of the user who created it. Null for an operator.
    pub created_by: Option<String>,
    /// Time at which it stops working.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
    /// Whether it has expired.
    pub expired: bool,
}

resource!(
    EmbedUrlAttributes,
    "embed-url",
    id,
    "{keys}/embed-urls/{id}",
    keys,
    id
);

impl EmbedUrlAttributes {
    fn of(platform: &Platform, caller: &MemberCaller, embed: &EmbedUrlRecord) -> Self {
        Self {
            id: embed.id.to_string(),
            keys: format!("/api/manage/orgs/{}/keys/{}", caller.org(), embed.key),
            name: embed.name.clone(),
            url: signed(platform, embed.id, (&embed.path, &embed.query)).unwrap_or_default(),
            created_at: rfc3339(embed.created_at),
            created_by: embed.created_by.map(|it| it.to_string()),
            expires_at: rfc3339(embed.expires_at),
            expired: embed.expires_at <= caller.now(),
        }
    }
}

/// The whole URL, or `None` if it is too long.
fn signed(platform: &Platform, id: EmbedUrlId, (path, query): (&str, &str)) -> Option<String> {
    let all = pairs(query).ok()?;
    let borrowed: Vec<_> = all
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let added = signed_url::sign_embed(path, &borrowed, id, &platform.keys.signed_url).ok()?;
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(&borrowed);
    text.extend_pairs(&added);
    let (base, query) = (platform.config.public_url(), text.finish());
    Some(format!("{base}{path}?{query}"))
}

#[derive(Debug)]
pub struct EmbedUrlList;

/// A page of the embed URLs of a key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmbedUrlListRequest")]
pub struct EmbedUrlListInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
    #[serde(default)]
    pub page: PageRequest,
}

#[async_trait]
impl Operation for EmbedUrlList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists the image URLs that were created for this key and have not been \
            revoked. If the key is rotated, they move to the new key.",
        ..crate::spec(
            "embed_url_list",
            Methods::Get,
            "/api/manage/orgs/{org}/keys/{key}/embed-urls",
            Rule::member(RolePermission::OrgUpdate),
            "List the embed URLs of a key",
        )
    };
    type Context = Platform;
    type Input = EmbedUrlListInput;
    type Reply = Collection<EmbedUrlAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: EmbedUrlListInput,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let key = inside.key(path_id(&input.key)?).await?;
        let key = key.ok_or_else(not_found)?;
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = inside.embed_urls_page(key.id, after, size).await?;
        let show = |it| EmbedUrlAttributes::of(platform, &caller, &it);
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct EmbedUrlCreate;

/// An embed URL to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "EmbedUrlCreateRequest")]
pub struct EmbedUrlCreateInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
    pub name: ParsedText<Name>,
    /// Path and query of an image, such as `/api/chart2/horoscope.svg?sign=leo`. The address of this
    /// service and the signature of another image URL are removed.
    #[schemars(length(min = 1, max = 8_192))]
    pub url: String,
    /// Time at which it stops working, at most five years from now. Defaults to one year from now.
    pub expires_at: Option<ParsedText<Timestamp>>,
}

#[async_trait]
impl Operation for EmbedUrlCreate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::KeyEnded,
            ErrorCode::ValueRefused,
            ErrorCode::EmbedUrlLimitReached,
            ErrorCode::PermissionMissing,
            ErrorCode::ModuleRequired,
            ErrorCode::IdempotencyConflict,
        ],
        description: "Creates an image URL that a web page can show without a key. Each fetch is \
            charged to the key and follows its domain rule, rate limits and modules. The URL works \
            until it expires, is revoked, or its key is revoked, disabled or expired. It also stops \
            working when the previous master secret is no longer accepted after a rotation. Without \
            a date in `url`, images of horoscopes show the current period.",
        ..crate::spec(
            "embed_url_create",
            Methods::Post,
            "/api/manage/orgs/{org}/keys/{key}/embed-urls",
            Rule::member(RolePermission::OrgUpdate),
            "Create an embed URL for a key",
        )
    };
    type Context = PlatformWith<Catalog>;
    type Input = EmbedUrlCreateInput;
    type Reply = Created<EmbedUrlAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: MemberCaller,
        input: EmbedUrlCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let (operation, client, now) = (Self::SPEC.id, caller.client(), caller.now());
        let repeated = idempotency::key_of(context, client, &caller.org(), operation, &input)?;
        let id: KeyId = path_id(&input.key)?;
        let key = context.store.org(caller.tenant()).key(id).await?;
        let key = key.ok_or_else(not_found)?;
        let image = RequestedImage::read(context, &input.url)?;
        let access = image.access(context, &caller).await?;
        require_allowed(context, &caller, (&key, access)).await?;
        let expires_at = expiration(input.expires_at, now)?;
        let (mut locked, _) = caller.lock(context).await?;
        if let Some(made) = idempotency::claim(context, locked.open(), repeated.as_ref()).await? {
            let found = locked.embed_url(path_id(&made)?).await?;
            let found = found.ok_or_else(not_found)?;
            return Ok(Created {
                resource: EmbedUrlAttributes::of(context, &caller, &found),
                meta: None,
            });
        }
        let key = locked.key(id).await?.ok_or_else(not_found)?;
        if key.standing.revoked || key.standing.expires_at.is_some_and(|it| it <= now) {
            return Err(ApiError::plain(ErrorCode::KeyEnded));
        }
        let (of_key, of_org) = locked.embed_urls(id).await?;
        for (count, limit) in [(of_key, MAX_OF_KEY), (of_org, MAX_OF_ORG)] {
            if count >= limit {
                let code = ErrorCode::EmbedUrlLimitReached;
                let problem = Problem::new(code, code.explanation());
                return Err(problem.with_meta("limit", limit).into());
            }
        }
        let new = NewEmbedUrl {
            id: EmbedUrlId::new(now, &OsRandom),
            key: id,
            name: input.name.0,
            path: image.path,
            query: image.query,
            created_at: now,
            created_by: caller.user(),
            expires_at,
        };
        if signed(context, new.id, (&new.path, &new.query)).is_none() {
            return Err(refused("The URL is too long."));
        }
        locked.add_embed_url(&new).await?;
        let made = locked.embed_url(new.id).await?.ok_or_else(not_found)?;
        let mut event = caller.event("embed-url.create", &new.id);
        event.after = Some(audited(&made).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &new.id).await?;
        locked.commit().await?;
        Ok(Created {
            resource: EmbedUrlAttributes::of(context, &caller, &made),
            meta: None,
        })
    }
}

#[derive(Debug)]
pub struct EmbedUrlRevoke;

/// An embed URL of a key, both named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmbedUrlReference")]
pub struct EmbedUrlReference {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: String,
    /// ID of the embed URL.
    #[schemars(length(max = 100))]
    pub embed_url: String,
}

#[async_trait]
impl Operation for EmbedUrlRevoke {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Pages that contain the URL no longer show the image. Browsers may show a \
            cached copy for a while. This cannot be undone.",
        ..crate::spec(
            "embed_url_revoke",
            Methods::Delete,
            "/api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url}",
            Rule::member(RolePermission::OrgUpdate),
            "Revoke an embed URL",
        )
    };
    type Context = Platform;
    type Input = EmbedUrlReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: EmbedUrlReference,
    ) -> Result<NoContent, ApiError> {
        let (key, id) = (path_id(&input.key)?, path_id(&input.embed_url)?);
        let (mut locked, _) = caller.lock(platform).await?;
        let found = locked.embed_url(id).await?.ok_or_else(not_found)?;
        if !locked.delete_embed_url(key, id).await? {
            return Err(not_found());
        }
        let mut event = caller.event("embed-url.revoke", &id);
        event.before = Some(audited(&found).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}

fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::ResourceNotFound)
}

fn refused(detail: &str) -> ApiError {
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    problem.at(Source::Pointer("/url".to_owned())).into()
}

fn audited(embed: &EmbedUrlRecord) -> serde_json::Value {
    json!({
        "key": embed.key.to_string(),
        "name": embed.name,
        // Without the query, which may be a birth.
        "path": embed.path,
        "expiresAt": rfc3339(embed.expires_at),
    })
}

/// A year from now unless the request says otherwise.
fn expiration(given: Option<ParsedText<Timestamp>>, now: Timestamp) -> Result<Timestamp, ApiError> {
    let end = terms::expiration(given, now)?.unwrap_or(now.plus(DEFAULT_LIFETIME));
    if end > now.plus(MAX_LIFETIME) {
        let detail =
            "An embed URL can be valid for at most five years. Choose an earlier expiration date.";
        let problem = Problem::new(ErrorCode::ValueRefused, detail);
        return Err(problem.at(Source::Pointer("/expiresAt".to_owned())).into());
    }
    Ok(end)
}

/// The image that a URL requests.
struct RequestedImage {
    operation: Declaration,
    path: String,
    /// The query without a signature.
    query: String,
    /// The query with the format, which is part of the path.
    input: String,
}

impl RequestedImage {
    fn read(context: &PlatformWith<Catalog>, url: &str) -> Result<Self, ApiError> {
        let url = url.trim();
        let local = url
            .strip_prefix(&context.config.public_url())
            .unwrap_or(url);
        let (path, query) = local.split_once('?').unwrap_or((local, ""));
        let query = query.split('#').next().unwrap_or_default();
        let mut given = pairs(query)?;
        given.retain(|(name, _)| !signed_url::PARAMETERS.contains(&name.as_str()));
        let encode = |pairs: &[(String, String)]| {
            let mut text = url::form_urlencoded::Serializer::new(String::new());
            text.extend_pairs(pairs).finish()
        };
        let query = encode(&given);
        let draws = |it: &&Declaration| {
            let access = it.access;
            matches!(
                access,
                AccessPolicy::Caller {
                    key: Some(KeyPermission::ChartRead),
                    ..
                }
            )
        };
        for operation in context.service.declarations.iter().filter(draws) {
            for format in ["svg", "png"] {
                let mut paths = operation.paths();
                if paths.any(|it| it.replace("{format}", format) == path) {
                    given.insert(0, ("format".to_owned(), format.to_owned()));
                    return Ok(Self {
                        operation: *operation,
                        path: path.to_owned(),
                        query,
                        input: encode(&given),
                    });
                }
            }
        }
        Err(refused(
            "This is not the URL of an image. Expected a path such as `/api/chart2/natal.svg`.",
        ))
    }

    /// Checks the query as a request would, and returns what its input needs.
    async fn access(
        &self,
        context: &PlatformWith<Catalog>,
        caller: &MemberCaller,
    ) -> Result<AccessPolicy, ApiError> {
        let price = context.service.prices.get(self.operation.id).copied();
        let Some(price) = price else {
            return Err(ApiError::plain(ErrorCode::InternalError));
        };
        let lane = Lane {
            org: caller.org(),
            key: None,
            work: Work::REQUEST,
            stop: Stop::default(),
        };
        let input = self.input.clone();
        let pricing = move || price(Draft::Query(input));
        let quote = context.pool.run(lane, pricing).await?;
        let in_url = |_| Source::Pointer("/url".to_owned());
        let quote = quote.map_err(|error| error.map_sources(in_url))?;
        Ok(self.operation.access.requiring(quote.requires))
    }
}

/// Refuses a URL that the key could not fetch.
async fn require_allowed(
    context: &PlatformWith<Catalog>,
    caller: &MemberCaller,
    (key, access): (&KeyRecord, AccessPolicy),
) -> Result<(), ApiError> {
    let grants = context.store.org(caller.tenant()).module_grants().await?;
    let none = PlanModules::Only(vec![]);
    let plan = context.config.plans.get(&key.terms.plan);
    let entitlements = Entitlements {
        plan: plan.map_or(&none, |it| &it.modules),
        grants: &grants,
        key: &key.modules,
    };
    let permissions = key.standing.permissions;
    let now = caller.now();
    require_all(check_rule(access, permissions, &entitlements, now))
}
