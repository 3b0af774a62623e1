//! Permissions of keys as requests write them.

use access::KeyPermission;
use schemars::JsonSchema;
use serde::Deserialize;

/// A permission of a key.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(rename = "KeyPermission")]
pub enum PermissionText {
    #[serde(rename = "calc:read")]
    Calc,
    #[serde(rename = "content:read")]
    Content,
    #[serde(rename = "chart:read")]
    Chart,
    #[serde(rename = "modules:read")]
    Modules,
}

impl From<PermissionText> for KeyPermission {
    fn from(text: PermissionText) -> Self {
        match text {
            PermissionText::Calc => Self::CalcRead,
            PermissionText::Content => Self::ContentRead,
            PermissionText::Chart => Self::ChartRead,
            PermissionText::Modules => Self::ModulesRead,
        }
    }
}

impl From<KeyPermission> for PermissionText {
    fn from(permission: KeyPermission) -> Self {
        match permission {
            KeyPermission::CalcRead => Self::Calc,
            KeyPermission::ContentRead => Self::Content,
            KeyPermission::ChartRead => Self::Chart,
            KeyPermission::ModulesRead => Self::Modules,
        }
    }
}
