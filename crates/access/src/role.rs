//! Roles: a name for a set of role permissions, nothing more.

use crate::permission::{RolePermission, RolePermissions};

/// What a person is in one organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Everything, including creating organizations and reading the audit log.
    Owner,
    /// Runs the organization: people, keys, billing, content.
    Manager,
    /// Uses what the organization has.
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

/// What only owners have.
const OWNER_ONLY: &[RolePermission] = &[RolePermission::OrgCreate, RolePermission::AdminAccess];

impl Role {
    /// Every role, strongest first.
    pub const ALL: &'static [Self] = &[Self::Owner, Self::Manager, Self::Member];

    /// The name on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Manager => "manager",
            Self::Member => "member",
        }
    }

    /// What the role allows.
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

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
