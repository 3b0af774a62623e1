//! Roles: named sets of role permissions with a rank.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::permission::{RolePermission, RolePermissions};

/// The role of a person in one organization. Ordered by rank: a member is less than an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Has every permission, including creating organizations and reading the audit log.
    Owner,
    /// Runs the organization: people, keys, billing, content.
    Manager,
    /// Uses the organization's calculations, charts and content.
    Member,
}

const MEMBER: &[RolePermission] = &[
    RolePermission::OrgRead,
    RolePermission::ContentRead,
    RolePermission::ContentCustomCopy,
    RolePermission::CalcUse,
    RolePermission::ChartUse,
    RolePermission::ModulesRead,
];

/// The permissions that only owners have.
const OWNER_ONLY: &[RolePermission] = &[RolePermission::OrgCreate, RolePermission::AdminAccess];

impl Role {
    /// All roles, highest rank first.
    pub const ALL: &'static [Self] = &[Self::Owner, Self::Manager, Self::Member];

    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Manager => "manager",
            Self::Member => "member",
        }
    }

    /// Returns the rank, from 0 for a member.
    pub const fn rank(self) -> u8 {
        match self {
            Self::Owner => 2,
            Self::Manager => 1,
            Self::Member => 0,
        }
    }

    /// Returns the permissions of the role.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{Role, RolePermission};
    ///
    /// assert!(Role::Owner.permissions().allows(RolePermission::AdminAccess));
    /// assert!(!Role::Manager.permissions().allows(RolePermission::AdminAccess));
    /// assert!(Role::Manager.permissions().allows(RolePermission::OrgUsersCreate));
    /// assert!(!Role::Member.permissions().allows(RolePermission::OrgUsersCreate));
    /// assert!(Role::Member < Role::Manager && Role::Manager < Role::Owner);
    /// ```
    pub fn permissions(self) -> RolePermissions {
        match self {
            Self::Owner => RolePermissions::ALL,
            Self::Manager => RolePermissions::ALL
                .iter()
                .filter(|it| !OWNER_ONLY.contains(it))
                .collect(),
            Self::Member => RolePermissions::of(MEMBER),
        }
    }
}

impl PartialOrd for Role {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Role {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRole {
    /// The name that was given.
    pub given: String,
}

impl fmt::Display for UnknownRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = &self.given;
        write!(f, "Unknown role `{given}`. Use owner, manager or member.")
    }
}

impl std::error::Error for UnknownRole {}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        let found = Self::ALL.iter().copied().find(|it| it.name() == text);
        found.ok_or_else(|| UnknownRole {
            given: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn names_round_trip_and_an_unknown_one_lists_the_known() {
        let mut known = Vec::new();
        for role in Role::ALL {
            assert_eq!(role.to_string().parse(), Ok(*role));
            known.push(role.name());
        }
        let error = "Owner".parse::<Role>().unwrap_err().to_string();
        for name in known {
            assert!(error.contains(name), "{error}");
        }
    }

    #[test]
    fn roles_are_listed_strongest_first() {
        assert!(Role::ALL.is_sorted_by(|a, b| a > b));
    }

    /// The table a reviewer reads when a role changes.
    #[test]
    fn role_table() {
        let mut table = String::new();
        for permission in RolePermission::ALL {
            write!(table, "{:<20}", permission.name()).unwrap();
            for role in Role::ALL {
                let allowed = role.permissions().allows(*permission);
                table += if allowed { " x" } else { " ." };
            }
            table += "\n";
        }
        println!("{:<20} owner manager member\n{table}", "");
        let expected = "\
            org:create           x . .\n\
            admin:access         x . .\n\
            org:update           x x .\n\
            org:users:read       x x .\n\
            org:users:create     x x .\n\
            org:users:update     x x .\n\
            org:users:delete     x x .\n\
            billing:read         x x .\n\
            billing:manage       x x .\n\
            content:create       x x .\n\
            content:update       x x .\n\
            content:delete       x x .\n\
            content:restore      x x .\n\
            org:read             x x x\n\
            content:read         x x x\n\
            content:custom-copy  x x x\n\
            calc:use             x x x\n\
            chart:use            x x x\n\
            modules:read         x x x\n";
        assert_eq!(table, expected);
    }
}
