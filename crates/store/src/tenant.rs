//! The tenant handle: the only way to access data of an organization.

use access::OrgId;

use crate::store::Store;

/// Proof of the right to act inside an organization. It comes from a verified key
/// ([`KeyRecord::tenant`](crate::KeyRecord::tenant)), a membership
/// ([`MembershipRecord::tenant`](crate::MembershipRecord::tenant)), the link of an invitation
/// ([`InvitationRecord::tenant`](crate::InvitationRecord::tenant)), or an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenant(OrgId);

impl Tenant {
    /// Creates the tenant for an organization that an operator names on the command line, or that a
    /// job processes. Never call this with an id from a request: that would let a caller choose its
    /// organization.
    pub const fn named_by_operator(org: OrgId) -> Self {
        Self(org)
    }

    pub(crate) const fn of_key(org: OrgId) -> Self {
        Self(org)
    }

    pub(crate) const fn of_member(org: OrgId) -> Self {
        Self(org)
    }

    pub(crate) const fn of_invitation(org: OrgId) -> Self {
        Self(org)
    }

    /// Returns the organization's id.
    pub const fn org_id(self) -> OrgId {
        self.0
    }
}

/// The store limited to one organization. Nothing reachable from here belongs to another
/// organization, and data of others is not found.
#[derive(Clone, Debug)]
pub struct OrgStore<'a> {
    pub(crate) store: &'a Store,
    pub(crate) org: OrgId,
    /// The organization's id as stored in the rows.
    pub(crate) org_id: String,
}

impl Store {
    /// Returns the store of one organization.
    pub fn org(&self, tenant: Tenant) -> OrgStore<'_> {
        OrgStore {
            store: self,
            org: tenant.0,
            org_id: tenant.0.to_string(),
        }
    }
}
