//! `GET /api/key`: the calling key describes itself.

use std::borrow::Cow;

use access::KeyPermission;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::clock::rfc3339;
use crate::error::ApiError;
use crate::guard::{OrgCaller, Rule};
use crate::operation::{Limits, Methods, NoInput, Operation, Resource, ResourceKind, Spec};

#[derive(Debug)]
pub(crate) struct KeyDescribe;

/// A key, as it may know itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Key")]
pub(crate) struct KeyAttributes {
    #[serde(skip)]
    id: String,
    /// The name its owner chose.
    name: String,
    /// The first 12 and last 4 characters of the key.
    display: String,
    /// `live` keys are billed, `test` keys are not.
    mode: &'static str,
    /// What the key may do.
    permissions: Vec<&'static str>,
    /// The organization every request with this key acts in.
    organization: OrganizationReference,
    /// When the key stops working; null when it does not.
    expires_at: Option<String>,
    /// When the key was made.
    created_at: String,
}

/// An organization by id and name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OrganizationReference {
    id: String,
    name: String,
}

impl ResourceKind for KeyAttributes {
    const TYPE: &'static str = "key";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        Cow::Borrowed(KeyDescribe::SPEC.path)
    }
}

impl Operation for KeyDescribe {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "key_describe",
        methods: Methods::Get,
        path: "/api/key",
        aliases: &[],
        access: Rule::ANY_KEY,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Key",
        summary: "What the calling key is and may do",
        description: "Any valid key may ask, whatever its permissions. Use it to check a key \
            before relying on it.",
    };
    type Input = NoInput;
    type Reply = Resource<KeyAttributes>;

    async fn run(_: &App, caller: OrgCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        let key = caller.key();
        let permissions = key.standing.permissions.iter();
        Ok(Resource(KeyAttributes {
            id: key.id.to_string(),
            name: key.name.clone(),
            display: key.display.to_string(),
            mode: key.mode.name(),
            permissions: permissions.map(KeyPermission::name).collect(),
            organization: OrganizationReference {
                id: key.org_id.to_string(),
                name: key.org_name.clone(),
            },
            expires_at: key.standing.expires_at.map(rfc3339),
            created_at: rfc3339(key.created_at),
        }))
    }
}
