//! Who may change whose membership. One rule for every path, because a second path with a rule of
//! its own is how a manager becomes an owner.
//!
//! You may touch only members of lower rank or, as owner, anyone. You may grant at most your own
//! role, and an invitation is a grant, checked again when it is accepted. Anyone may leave or lower
//! themselves. An organization always keeps an owner.
//!
//! Every function takes roles and, where an owner may be lost, the number of owners. Both must be
//! read in the transaction that writes the change, under a lock on the organization: of two owners
//! who demote each other at once the second is then no owner any more.

use std::fmt;

use crate::permission::RolePermission;
use crate::role::Role;

/// Whose membership is to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One's own.
    Oneself,
    /// That of another member, who has this role.
    Member(Role),
}

/// Why a change of membership is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembershipRefusal {
    /// The acting person's role lacks the permission.
    PermissionMissing(RolePermission),
    /// The other member's rank is not below one's own.
    RankTooHigh,
    /// The role to be granted is above one's own.
    GrantTooHigh,
    /// The invitation was made by someone of higher rank.
    InviterRankTooHigh,
    /// The organization would be left without an owner.
    LastOwner,
    /// Whoever invited is no longer a member.
    InviterGone,
    /// The invited person is a member already: an invitation must not change their role.
    AlreadyMember,
}

impl MembershipRefusal {
    /// The name for machines.
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
            Self::PermissionMissing(permission) => write!(f, "your role lacks {permission}"),
            Self::RankTooHigh => f.write_str("you may change only members of lower rank"),
            Self::GrantTooHigh => f.write_str("you may grant at most your own role"),
            Self::InviterRankTooHigh => f.write_str(
                "someone of higher rank invited this address: ask them to change the invitation",
            ),
            Self::LastOwner => f.write_str(
                "an organization always keeps an owner: make someone else an owner first",
            ),
            Self::InviterGone => f.write_str("whoever invited you is no longer a member"),
            Self::AlreadyMember => f.write_str("you are a member of this organization already"),
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

/// Whether `actor` may end the membership of `target`.
///
/// # Errors
///
/// The first refusal: permission, rank of the target, last owner.
pub fn remove(actor: Role, target: Target, owners: u64) -> Result<(), MembershipRefusal> {
    match target {
        Target::Oneself => keep_owner(actor, owners),
        Target::Member(role) => {
            touch(actor, role, RolePermission::OrgUsersDelete)?;
            keep_owner(role, owners)
        }
    }
}

/// Whether `actor` may bring someone new in as `role`: invite or import.
///
/// # Errors
///
/// When the actor's role lacks the permission or is below `role`.
pub fn invite(actor: Role, role: Role) -> Result<(), MembershipRefusal> {
    require(actor, RolePermission::OrgUsersCreate)?;
    if role > actor {
        return Err(MembershipRefusal::GrantTooHigh);
    }
    Ok(())
}

/// Whether `actor` may replace, resend or revoke an invitation to be `role`, given the role its inviter
/// has *now*, if they are still a member. The inviter may be of equal rank: an invitation is the
/// organization's, not a member's own.
///
/// # Errors
///
/// When the actor could not make the invitation, or the inviter's rank is above the actor's.
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

/// Whether an invitation to be `role` may still be accepted, given the role its inviter has *now*
/// and the role the invited person has now, if they are members.
///
/// # Errors
///
/// When the inviter could not invite any more, or there is nobody to bring in.
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

/// `role` is about to be given up by whoever has it.
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

    /// Columns: give the role owner, manager, member; remove. With two owners, so that the last
    /// owner is a matter of the next test.
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
        // Derived from the text: owners touch anyone; a manager only members, and raises them to
        // manager at most; a member nobody; each may lower themselves or leave, none raise themselves.
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

    /// With one owner left, exactly the changes that take the owner's role away become refusals.
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
        // An owner lowering (two ways) or removing themselves or another owner.
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
        // Derived from the text: an owner changes any; a manager none that grants more than manager
        // and none that an owner made; a member none.
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
