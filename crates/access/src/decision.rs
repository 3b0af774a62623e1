//! The decision whether a known key may be used. A refusal is a value, not an error.
//!
//! The order is part of the contract: a request can fail in several ways at once and must always
//! get the same answer. The order is the organization, then the key itself, then the permission.

use crate::permission::{KeyPermission, KeyPermissions};
use crate::timestamp::Timestamp;

/// The reason why a known key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The organization is suspended.
    OrganizationSuspended,
    /// The key was revoked permanently.
    KeyRevoked,
    /// The key is disabled and can be enabled again.
    KeyDisabled,
    /// The key has expired.
    KeyExpired,
    /// The key does not have the permission.
    PermissionMissing(KeyPermission),
}

/// The state that the decision depends on, besides the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyState {
    /// Whether the key's organization is active.
    pub organization_active: bool,
    /// Whether the key was revoked.
    pub revoked: bool,
    /// Whether the key is enabled.
    pub enabled: bool,
    /// The first instant at which the key no longer works.
    pub expires_at: Option<Timestamp>,
    /// The key's permissions.
    pub permissions: KeyPermissions,
}

impl KeyState {
    /// Checks whether the key works at `now`, whatever it is used for.
    ///
    /// # Errors
    ///
    /// The first refusal in the fixed order: organization, revoked, disabled, expired.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{KeyPermissions, KeyState, Refusal, Timestamp};
    ///
    /// let end = Timestamp::from_micros(1_000_000);
    /// let key = KeyState {
    ///     organization_active: true,
    ///     revoked: false,
    ///     enabled: true,
    ///     expires_at: Some(end),
    ///     permissions: KeyPermissions::ALL,
    /// };
    /// assert_eq!(key.usable(Timestamp::from_micros(999_999)), Ok(()));
    /// // `expires_at` is the first instant at which the key no longer works.
    /// assert_eq!(key.usable(end), Err(Refusal::KeyExpired));
    ///
    /// let revoked = KeyState { revoked: true, ..key };
    /// assert_eq!(revoked.usable(end), Err(Refusal::KeyRevoked));
    /// ```
    pub fn usable(&self, now: Timestamp) -> Result<(), Refusal> {
        self.organization_usable()?;
        self.key_usable(now)
    }

    /// Checks only the key's organization.
    ///
    /// # Errors
    ///
    /// [`Refusal::OrganizationSuspended`].
    pub const fn organization_usable(&self) -> Result<(), Refusal> {
        if self.organization_active {
            Ok(())
        } else {
            Err(Refusal::OrganizationSuspended)
        }
    }

    /// Checks only the key itself.
    ///
    /// # Errors
    ///
    /// The first refusal in the fixed order: revoked, disabled, expired.
    pub fn key_usable(&self, now: Timestamp) -> Result<(), Refusal> {
        if self.revoked {
            return Err(Refusal::KeyRevoked);
        }
        if !self.enabled {
            return Err(Refusal::KeyDisabled);
        }
        if self.expires_at.is_some_and(|end| now >= end) {
            return Err(Refusal::KeyExpired);
        }
        Ok(())
    }

    /// Checks whether the key has `permission`.
    ///
    /// # Errors
    ///
    /// [`Refusal::PermissionMissing`] if it does not.
    pub fn holds(&self, permission: KeyPermission) -> Result<(), Refusal> {
        if self.permissions.allows(permission) {
            Ok(())
        } else {
            Err(Refusal::PermissionMissing(permission))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: KeyState = KeyState {
        organization_active: true,
        revoked: false,
        enabled: true,
        expires_at: None,
        permissions: KeyPermissions::of(&[KeyPermission::CalcRead]),
    };
    const NOW: Timestamp = Timestamp::from_micros(1_000);

    fn check(standing: KeyState, expected: Result<(), Refusal>) {
        assert_eq!(standing.usable(NOW), expected, "{standing:?}");
    }

    #[test]
    fn each_pair_of_failures_has_one_answer() {
        let expires_at = Some(NOW);
        check(GOOD, Ok(()));
        let expired = KeyState { expires_at, ..GOOD };
        check(expired, Err(Refusal::KeyExpired));
        let disabled = KeyState {
            enabled: false,
            ..expired
        };
        check(disabled, Err(Refusal::KeyDisabled));
        let revoked = KeyState {
            revoked: true,
            ..disabled
        };
        check(revoked, Err(Refusal::KeyRevoked));
        let suspended = KeyState {
            organization_active: false,
            ..revoked
        };
        check(suspended, Err(Refusal::OrganizationSuspended));
    }

    #[test]
    fn a_key_works_until_the_instant_before_it_expires() {
        let at = |micros| KeyState {
            expires_at: Some(Timestamp::from_micros(micros)),
            ..GOOD
        };
        check(at(1_001), Ok(()));
        check(at(1_000), Err(Refusal::KeyExpired));
    }

    #[test]
    fn a_permission_is_held_or_named() {
        assert_eq!(GOOD.holds(KeyPermission::CalcRead), Ok(()));
        assert_eq!(
            GOOD.holds(KeyPermission::ChartRead),
            Err(Refusal::PermissionMissing(KeyPermission::ChartRead))
        );
    }
}
