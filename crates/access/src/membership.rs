//! Rules for changing memberships. One rule covers every path, because a second path with its own
//! rule is how a manager becomes an owner.
//!
//! A person may change only members of lower rank or, as owner, anyone. They may grant at most
//! their own role. An invitation is a grant and is checked again when it is accepted. Anyone may
//! leave or lower their own role. An organization always keeps an owner.
//!
//! Every function takes roles and, where an owner may be lost, the number of owners. Both must be
//! read in the transaction that writes the change, under a lock on the organization: if two owners
//! demote each other at once, the second is then no longer an owner.

use std::fmt;

use crate::permission::RolePermission;
use crate::role::Role;

/// The membership to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The actor's own membership.
    Oneself,
    /// The membership of another member, who has this role.
    Member(Role),
}

/// The reason why a change of membership is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembershipRefusal {
    /// The actor's role does not have the permission.
    PermissionMissing(RolePermission),
    /// The other member's rank is not below the actor's.
    RankTooHigh,
    /// The role to grant is above the actor's.
    GrantTooHigh,
    /// The inviter has a higher rank than the actor.
    InviterRankTooHigh,
    /// The organization would be left without an owner.
    LastOwner,
    /// The inviter is no longer a member.
    InviterGone,
    /// The invited person is already a member. An invitation must not change their role.
    AlreadyMember,
}

impl MembershipRefusal {
    /// Returns the machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PermissionMissing(_) => "permission_missing",
            Self::RankTooHigh | Self::InviterRankTooHigh => "rank_too_high",
            Self::GrantTooHigh => "grant_too_high",
            Self::LastOwner => "last_owner",
            Self::InviterGone => "inviter_gone",
            Self::AlreadyMember => "already_member",
        }
    }
}

impl fmt::Display for MembershipRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PermissionMissing(permission) => {
                write!(f, "Your role does not have the `{permission}` permission.")
            }
            Self::RankTooHigh => f.write_str("You can change only members with a lower role."),
            Self::GrantTooHigh => f.write_str("You cannot grant a role above your own."),
            Self::InviterRankTooHigh => f.write_str(
                "Someone with a higher role invited this address. Ask them to change the invitation.",
            ),
            Self::LastOwner => f.write_str(
                "An organization must have an owner. Make another member an owner first.",
            ),
            Self::InviterGone => f.write_str("The person who invited you is no longer a member."),
            Self::AlreadyMember => f.write_str("You are already a member of this organization."),
        }
    }
}

impl std::error::Error for MembershipRefusal {}

/// Checks whether `actor` may give `target` the role `new`.
///
/// # Errors
///
/// The first refusal, in this order: permission, rank of the target, rank of the new role, last
/// owner.
///
/// # Examples
///
/// ```
/// use access::{MembershipRefusal, Role, Target, membership::change_role};
///
/// let member = Target::Member(Role::Member);
/// assert_eq!(change_role(Role::Manager, member, Role::Manager, 1), Ok(()));
/// // A manager cannot make anyone an owner.
/// let refusal = Err(MembershipRefusal::GrantTooHigh);
/// assert_eq!(change_role(Role::Manager, member, Role::Owner, 1), refusal);
/// // The only owner cannot become a member.
/// let refusal = Err(MembershipRefusal::LastOwner);
/// assert_eq!(change_role(Role::Owner, Target::Oneself, Role::Member, 1), refusal);
/// ```
pub fn change_role(
    actor: Role,
    target: Target,
    new: Role,
    owners: u64,
) -> Result<(), MembershipRefusal> {
    let old = match target {
        Target::Oneself => actor,
        Target::Member(role) => {
            touch(actor, role, RolePermission::OrgUsersUpdate)?;
            role
        }
    };
    if new > actor {
        return Err(MembershipRefusal::GrantTooHigh);
    }
    if new == Role::Owner {
        return Ok(());
    }
    keep_owner(old, owners)
}

/// Checks whether `actor` may remove the membership of `target`.
///
/// # Errors
///
/// The first refusal, in this order: permission, rank of the target, last owner.
pub fn remove(actor: Role, target: Target, owners: u64) -> Result<(), MembershipRefusal> {
    match target {
        Target::Oneself => keep_owner(actor, owners),
        Target::Member(role) => {
            touch(actor, role, RolePermission::OrgUsersDelete)?;
            keep_owner(role, owners)
        }
    }
}

/// Checks whether `actor` may add someone as `role`, by invitation or import.
///
/// # Errors
///
/// Returns an error if the actor's role does not have the permission or is below `role`.
pub fn invite(actor: Role, role: Role) -> Result<(), MembershipRefusal> {
    require(actor, RolePermission::OrgUsersCreate)?;
    if role > actor {
        return Err(MembershipRefusal::GrantTooHigh);
    }
    Ok(())
}

/// Checks whether `actor` may replace, resend or revoke an invitation to be `role`, given the role
/// that its inviter has *now*, if they are still a member. The inviter may have the same rank: an
/// invitation belongs to the organization, not to a member.
///
/// # Errors
///
/// Returns an error if the actor could not create the invitation, or if the inviter's rank is above
/// the actor's.
pub fn change_invitation(
    actor: Role,
    inviter: Option<Role>,
    role: Role,
) -> Result<(), MembershipRefusal> {
    invite(actor, role)?;
    if inviter.is_some_and(|it| it > actor) {
        return Err(MembershipRefusal::InviterRankTooHigh);
    }
    Ok(())
}

/// Checks whether an invitation to be `role` may still be accepted, given the roles that its
/// inviter and the invited person have *now*, if they are members.
///
/// # Errors
///
/// Returns an error if the inviter could no longer invite, or if the invited person is already a
/// member.
pub fn accept(
    inviter: Option<Role>,
    role: Role,
    invited: Option<Role>,
) -> Result<(), MembershipRefusal> {
    if invited.is_some() {
        return Err(MembershipRefusal::AlreadyMember);
    }
    invite(inviter.ok_or(MembershipRefusal::InviterGone)?, role)
}

fn touch(actor: Role, target: Role, permission: RolePermission) -> Result<(), MembershipRefusal> {
    require(actor, permission)?;
    if actor == Role::Owner || target < actor {
        Ok(())
    } else {
        Err(MembershipRefusal::RankTooHigh)
    }
}

fn require(actor: Role, permission: RolePermission) -> Result<(), MembershipRefusal> {
    if actor.permissions().allows(permission) {
        Ok(())
    } else {
        Err(MembershipRefusal::PermissionMissing(permission))
    }
}

/// Checks that an owner remains after a member gives up `role`.
fn keep_owner(role: Role, owners: u64) -> Result<(), MembershipRefusal> {
    if role == Role::Owner && owners <= 1 {
        Err(MembershipRefusal::LastOwner)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn cell(result: Result<(), MembershipRefusal>) -> &'static str {
        result.map_or_else(MembershipRefusal::name, |()| "yes")
    }

    fn targets() -> impl Iterator<Item = Target> {
        let members = Role::ALL.iter().map(|role| Target::Member(*role));
        std::iter::once(Target::Oneself).chain(members)
    }

    fn label(target: Target) -> &'static str {
        match target {
            Target::Oneself => "self",
            Target::Member(role) => role.name(),
        }
    }

    /// Columns: grant the role owner, manager, member; remove. There are two owners, because the
    /// next test covers the last owner.
    #[test]
    fn touching_table() {
        let mut table = String::new();
        for actor in Role::ALL {
            for target in targets() {
                let [owner, manager, member] = [Role::Owner, Role::Manager, Role::Member]
                    .map(|new| cell(change_role(*actor, target, new, 2)));
                let remove = cell(remove(*actor, target, 2));
                let (actor, target) = (actor.name(), label(target));
                writeln!(
                    table,
                    "{actor} {target}: {owner} {manager} {member} {remove}"
                )
                .unwrap();
            }
        }
        println!("actor target: owner manager member remove\n{table}");
        // Derived from the rules: an owner changes anyone; a manager changes only members and
        // promotes them to manager at most; a member changes nobody. Each may lower their own role
        // or leave, and none may raise it.
        let expected = "\
            owner self: yes yes yes yes\n\
            owner owner: yes yes yes yes\n\
            owner manager: yes yes yes yes\n\
            owner member: yes yes yes yes\n\
            manager self: grant_too_high yes yes yes\n\
            manager owner: rank_too_high rank_too_high rank_too_high rank_too_high\n\
            manager manager: rank_too_high rank_too_high rank_too_high rank_too_high\n\
            manager member: grant_too_high yes yes yes\n\
            member self: grant_too_high grant_too_high yes yes\n\
            member owner: permission_missing permission_missing permission_missing permission_missing\n\
            member manager: permission_missing permission_missing permission_missing permission_missing\n\
            member member: permission_missing permission_missing permission_missing permission_missing\n";
        assert_eq!(table, expected);
    }

    /// With one owner left, exactly the changes that remove the owner's role are refused.
    #[test]
    fn an_organization_always_keeps_an_owner() {
        let check = |with_two: Result<(), MembershipRefusal>, with_one, loses_owner: bool| {
            let expected = if with_two.is_ok() && loses_owner {
                Err(MembershipRefusal::LastOwner)
            } else {
                with_two
            };
            assert_eq!(with_one, expected);
            u32::from(with_one == Err(MembershipRefusal::LastOwner))
        };
        let mut refused = 0;
        for actor in Role::ALL.iter().copied() {
            for target in targets() {
                let old = match target {
                    Target::Oneself => actor,
                    Target::Member(role) => role,
                };
                let is_owner = old == Role::Owner;
                for new in Role::ALL.iter().copied() {
                    let [two, one] = [2, 1].map(|owners| change_role(actor, target, new, owners));
                    refused += check(two, one, is_owner && new != Role::Owner);
                }
                let [two, one] = [2, 1].map(|owners| remove(actor, target, owners));
                refused += check(two, one, is_owner);
            }
        }
        // An owner lowers (two ways) or removes themselves or another owner.
        assert_eq!(refused, 6);
        let impossible = change_role(Role::Owner, Target::Oneself, Role::Member, 0);
        assert_eq!(impossible, Err(MembershipRefusal::LastOwner));
    }

    #[test]
    fn inviting_table() {
        let mut table = String::new();
        for actor in Role::ALL {
            let [owner, manager, member] =
                [Role::Owner, Role::Manager, Role::Member].map(|role| cell(invite(*actor, role)));
            writeln!(table, "{actor}: {owner} {manager} {member}").unwrap();
        }
        println!("inviter: owner manager member\n{table}");
        let expected = "\
            owner: yes yes yes\n\
            manager: grant_too_high yes yes\n\
            member: permission_missing permission_missing permission_missing\n";
        assert_eq!(table, expected);
    }

    /// Columns: an invitation to be owner, manager, member.
    #[test]
    fn changing_an_invitation_table() {
        let mut table = String::new();
        let inviters = Role::ALL.iter().copied().map(Some).chain([None]);
        for actor in Role::ALL {
            for inviter in inviters.clone() {
                let [owner, manager, member] = [Role::Owner, Role::Manager, Role::Member]
                    .map(|role| cell(change_invitation(*actor, inviter, role)));
                let inviter = inviter.map_or("gone", Role::name);
                writeln!(table, "{actor} {inviter}: {owner} {manager} {member}").unwrap();
            }
        }
        println!("actor inviter: owner manager member\n{table}");
        // Derived from the rules: an owner changes any invitation; a manager changes none that
        // grants more than manager and none that an owner made; a member changes none.
        let expected = "\
            owner owner: yes yes yes\n\
            owner manager: yes yes yes\n\
            owner member: yes yes yes\n\
            owner gone: yes yes yes\n\
            manager owner: grant_too_high rank_too_high rank_too_high\n\
            manager manager: grant_too_high yes yes\n\
            manager member: grant_too_high yes yes\n\
            manager gone: grant_too_high yes yes\n\
            member owner: permission_missing permission_missing permission_missing\n\
            member manager: permission_missing permission_missing permission_missing\n\
            member member: permission_missing permission_missing permission_missing\n\
            member gone: permission_missing permission_missing permission_missing\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn an_invitation_is_worth_what_its_inviter_is_at_acceptance() {
        for role in Role::ALL.iter().copied() {
            for inviter in Role::ALL.iter().copied() {
                assert_eq!(accept(Some(inviter), role, None), invite(inviter, role));
            }
            assert_eq!(
                accept(None, role, None),
                Err(MembershipRefusal::InviterGone)
            );
            for member in Role::ALL.iter().copied() {
                let again = accept(Some(Role::Owner), role, Some(member));
                assert_eq!(again, Err(MembershipRefusal::AlreadyMember));
            }
        }
    }
}
