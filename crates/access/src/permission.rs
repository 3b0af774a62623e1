//! The two permission vocabularies: 4 permissions of a key and 19 permissions of a person in a
//! role.
//!
//! They are separate types on purpose: an API key can never hold a role permission, so a mistake in
//! a table cannot give a key access to member, billing or key management.

use std::fmt;
use std::str::FromStr;

/// A name that is not a permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPermission {
    /// The name that was given.
    pub given: String,
    /// The names of all permissions.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownPermission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known.join(", ");
        write!(
            f,
            "Unknown permission `{}`. Available permissions: {known}.",
            self.given
        )
    }
}

impl std::error::Error for UnknownPermission {}

/// Declares a permission enum, its names and its set type from one list.
macro_rules! permissions {
    (
        $(#[$doc:meta])* $name:ident, $(#[$set_doc:meta])* $set:ident;
        $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All permissions, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Their names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// Returns the name used on the wire, in the database and in the docs.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownPermission;

            fn from_str(text: &str) -> Result<Self, UnknownPermission> {
                Self::ALL.iter().copied().find(|it| it.name() == text).ok_or_else(|| {
                    UnknownPermission { given: text.to_owned(), known: Self::NAMES }
                })
            }
        }

        // A set is one machine word. A 33rd permission must fail to compile, not wrap around.
        const _: () = assert!($name::ALL.len() <= 32);

        $(#[$set_doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq)]
        pub struct $set(u32);

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);
            /// The set of all permissions.
            pub const ALL: Self = Self::of($name::ALL);

            /// Creates the set of exactly the given permissions.
            pub const fn of(permissions: &[$name]) -> Self {
                let mut bits = 0;
                let mut index = 0;
                while index < permissions.len() {
                    bits |= 1 << permissions[index] as u32;
                    index += 1;
                }
                Self(bits)
            }

            /// Returns `true` if `permission` is in the set.
            pub const fn allows(self, permission: $name) -> bool {
                self.0 & (1 << permission as u32) != 0
            }

            /// Returns `true` if the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the permissions in the set, in declaration order.
            pub fn iter(self) -> impl Iterator<Item = $name> {
                $name::ALL.iter().copied().filter(move |it| self.allows(*it))
            }
        }

        impl FromIterator<$name> for $set {
            fn from_iter<I: IntoIterator<Item = $name>>(permissions: I) -> Self {
                permissions.into_iter().fold(Self::EMPTY, |set, it| Self(set.0 | Self::of(&[it]).0))
            }
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter().map($name::name)).finish()
            }
        }
    };
}

permissions! {
    /// A permission of an API key. Keys only read.
    KeyPermission,
    /// A set of key permissions.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{KeyPermission, KeyPermissions};
    ///
    /// let names = ["calc:read", "chart:read"];
    /// let set = names.iter().map(|name| name.parse()).collect::<Result<KeyPermissions, _>>()?;
    /// assert!(set.allows(KeyPermission::ChartRead));
    /// assert!(!set.allows(KeyPermission::ContentRead));
    /// assert!(KeyPermissions::EMPTY.is_empty());
    /// # Ok::<(), access::permission::UnknownPermission>(())
    /// ```
    KeyPermissions;

    /// Calculations and place search.
    CalcRead = "calc:read",
    /// Interpretation content and `text` fields.
    ContentRead = "content:read",
    /// Chart images.
    ChartRead = "chart:read",
    /// The organization's modules.
    ModulesRead = "modules:read",
}

permissions! {
    /// A permission that a person has in an organization through their role.
    RolePermission,
    /// A set of role permissions.
    RolePermissions;

    /// Create another organization.
    OrgCreate = "org:create",
    /// See the audit log, close the organization, set its second-factor policy.
    AdminAccess = "admin:access",
    /// Change the organization: keys, alerts, webhooks, its name.
    OrgUpdate = "org:update",
    /// See who is a member.
    OrgUsersRead = "org:users:read",
    /// Invite people.
    OrgUsersCreate = "org:users:create",
    /// Change roles.
    OrgUsersUpdate = "org:users:update",
    /// Remove people.
    OrgUsersDelete = "org:users:delete",
    /// See usage, ledger and statements.
    BillingRead = "billing:read",
    /// Change the plan, buy modules.
    BillingManage = "billing:manage",
    /// Write new content.
    ContentCreate = "content:create",
    /// Edit the organization's content.
    ContentUpdate = "content:update",
    /// Delete the organization's content.
    ContentDelete = "content:delete",
    /// Return a custom copy to the system's text.
    ContentRestore = "content:restore",
    /// See the organization.
    OrgRead = "org:read",
    /// Read content.
    ContentRead = "content:read",
    /// Make a custom copy of a system text.
    ContentCustomCopy = "content:custom-copy",
    /// Use calculations.
    CalcUse = "calc:use",
    /// Use chart images.
    ChartUse = "chart:use",
    /// See the organization's modules.
    ModulesRead = "modules:read",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_four_key_and_nineteen_role_permissions() {
        assert_eq!(KeyPermission::ALL.len(), 4);
        assert_eq!(RolePermission::ALL.len(), 19);
    }

    #[test]
    fn names_round_trip() {
        for permission in KeyPermission::ALL {
            assert_eq!(permission.name().parse(), Ok(*permission));
        }
        for permission in RolePermission::ALL {
            assert_eq!(permission.name().parse(), Ok(*permission));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "calc:write".parse::<KeyPermission>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "Unknown permission `calc:write`. Available permissions: calc:read, content:read, chart:read, modules:read."
        );
    }

    #[test]
    fn a_set_holds_what_was_put_in_and_nothing_else() {
        let set: KeyPermissions = [KeyPermission::ChartRead, KeyPermission::CalcRead]
            .into_iter()
            .collect();
        let names: Vec<_> = set.iter().map(KeyPermission::name).collect();
        assert_eq!(names, ["calc:read", "chart:read"]);
        assert!(!set.allows(KeyPermission::ContentRead));
    }
}
