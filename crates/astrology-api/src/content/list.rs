//! `GET /api/content/{horoscopeType}/{contentType}`: the texts of a type.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use interpretation::kind::Kind;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ContentFilter, ContentOwner, PageSize};

use super::{ContentAttributes, GROUP, not_found, require_texts};
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{Collection, Operation, PageRequest};
use platform::Platform;

#[derive(Debug)]
pub struct ContentList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ContentListInput {
    /// Type of horoscope, such as `natal`.
    #[schemars(length(min = 1, max = 40))]
    horoscope_type: String,
    /// Type of content, such as `planet-in-sign`.
    #[schemars(length(min = 1, max = 40))]
    content_type: String,
    #[serde(default)]
    page: PageRequest,
    #[serde(default)]
    filter: Filter,
}

/// `filter[language]`, `filter[subject]` and `filter[ownerType]` of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ContentFilter")]
pub struct Filter {
    /// Only texts in this language, such as `en`.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
    /// Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`.
    #[schemars(length(min = 1, max = 80))]
    subject: Option<String>,
    /// Only texts of your organization, or only library texts of which it has no copy.
    #[serde(rename = "ownerType")]
    owner_type: Option<OwnerType>,
}

/// Who a text belongs to.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ContentOwnerType")]
pub(super) enum OwnerType {
    /// The organization.
    Organization,
    /// The service's library.
    System,
}

impl From<OwnerType> for ContentOwner {
    fn from(owner: OwnerType) -> Self {
        match owner {
            OwnerType::Organization => Self::Organization,
            OwnerType::System => Self::Library,
        }
    }
}

#[async_trait]
impl Operation for ContentList {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_list",
        methods: Methods::Get,
        path: "/api/content/{horoscopeType}/{contentType}",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "List texts by type",
        description: "Returns the texts that your organization uses, ordered by URN: its own texts \
            and custom copies, and library texts for the rest. A page has fewer texts than \
            requested if their total size would exceed 128 KiB.",
    };
    type Context = Platform;
    type Input = ContentListInput;
    type Reply = Collection<ContentAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentListInput,
    ) -> Result<Self::Reply, ApiError> {
        let kind = Kind::find(&input.horoscope_type, &input.content_type);
        let kind = kind.ok_or_else(not_found)?;
        require_texts(&caller, kind.horoscope)?;
        let filter = ContentFilter {
            horoscope: kind.horoscope.to_owned(),
            kind: kind.content.to_owned(),
            language: input.filter.language,
            subject: input.filter.subject,
            owner: input.filter.owner_type.map(Into::into),
        };
        let size = PageSize::new(input.page.size).unwrap_or(PageSize::DEFAULT);
        let inside = platform.store.org(caller.tenant());
        let after = input.page.after.as_deref();
        if after.is_some_and(|it| !kind.names(it)) {
            return Err(PageRequest::no_cursor());
        }
        let page = inside.contents_page(&filter, after, size).await?;
        Ok(Collection {
            items: ContentAttributes::all(page.items)?,
            next: page.next,
            total: page.total,
        })
    }
}
