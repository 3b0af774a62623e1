//! The tenant handle: the only way to what belongs to an organization.

use access::OrgId;

use crate::store::Store;

/// Proof that someone may act inside an organization. It comes from a verified key
/// ([`KeyRecord::tenant`](crate::KeyRecord::tenant)), a membership
/// ([`MembershipRecord::tenant`](crate::MembershipRecord::tenant)), the link of an invitation
/// ([`InvitationRecord::tenant`](crate::InvitationRecord::tenant)), or is spoken by the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenant(OrgId);

impl Tenant {
    /// The organization an operator names on the command line, or a job works through. Never call
    /// this with an id from a request: that would let a caller choose its organization.
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

    /// The organization.
    pub const fn org_id(self) -> OrgId {
        self.0
    }
}

/// An organization's own corner of the store. Nothing reachable from here belongs to another, and
/// another's thing is simply not found.
#[derive(Clone, Debug)]
pub struct OrgStore<'a> {
    pub(crate) store: &'a Store,
    pub(crate) org: OrgId,
    /// The organization's id as it stands in the rows.
    pub(crate) org_id: String,
}

impl Store {
    /// Enters one organization.
    pub fn org(&self, tenant: Tenant) -> OrgStore<'_> {
        OrgStore {
            store: self,
            org: tenant.0,
            org_id: tenant.0.to_string(),
        }
    }
}
