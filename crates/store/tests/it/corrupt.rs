//! A row that does not decode is reported as corrupt, with its column. No default replaces it.

use access::{
    InvitationId, MailId, RecoveryCode, Role, SessionId, SessionToken, TokenDigest, UserId,
};
use store::testing::{TestDatabase, execute};
use store::{NewInvitation, NewMail, NewSession, PageSize, Store, StoreError, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, key, locked, member, secret, tenant, token};

/// One row of every type.
struct World {
    store: Store,
    tenant: Tenant,
    user: UserId,
    invitation: TokenDigest,
    session: NewSession,
}

impl World {
    async fn new(database: &TestDatabase) -> Self {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let user = member(&store, tenant, &random, Role::Owner).await;
        store
            .org(tenant)
            .add_key(&key(&random, "key"))
            .await
            .unwrap();
        let invitation = token(&random);
        let session = NewSession {
            id: SessionId::new(NOW, &random),
            user,
            digest: SessionToken::generate(&random).digest(&secret().session_key()),
            second_factor: false,
            created_at: NOW,
            source_address: None,
            user_agent: None,
        };
        let mail = NewMail {
            id: MailId::new(NOW, &random),
            recipient: "ann@example.com".parse().unwrap(),
            kind: "invitation".to_owned(),
            payload: String::new(),
            language: "en".to_owned(),
            created_at: NOW,
        };
        let codes =
            RecoveryCode::generate(&random).map(|it| it.digest(user, &secret().recovery_key()));
        let mut open = locked(&store, tenant).await;
        let invited = NewInvitation {
            id: InvitationId::new(NOW, &random),
            email: "bob@example.com".parse().unwrap(),
            role: Role::Member,
            invited_by: user,
            digest: invitation,
            sent_at: NOW,
        };
        open.add_invitation(&invited).await.unwrap();
        open.open().add_session(&session).await.unwrap();
        open.open().add_mail(&mail).await.unwrap();
        open.open()
            .replace_recovery_codes(user, &codes)
            .await
            .unwrap();
        open.commit().await.unwrap();
        Self {
            store,
            tenant,
            user,
            invitation,
            session,
        }
    }

    /// Reads everything in this order and returns the first error.
    async fn read(&self) -> Result<(), StoreError> {
        let Self {
            store,
            tenant,
            user,
            ..
        } = self;
        let inside = store.org(*tenant);
        store.org_by_id(tenant.org_id()).await?;
        inside.role_of(*user).await?;
        inside.members_page(None, PageSize::MAX).await?;
        store.memberships_page(*user, None, PageSize::MAX).await?;
        inside.keys_page(None, PageSize::MAX).await?;
        inside.invitations_page(None, PageSize::MAX).await?;
        store.invitation_by_digest(&self.invitation).await?;
        store.session_by_digest(&self.session.digest).await?;
        store
            .sessions_page(*user, at(1), None, PageSize::MAX)
            .await?;
        store.mails_page(None, PageSize::MAX).await?;
        store.recovery_codes(*user).await?;
        Ok(())
    }
}

on_both_databases! {
    async fn every_column_that_does_not_decode_is_named(database: &TestDatabase) {
        let world = World::new(database).await;
        world.read().await.unwrap();
        // From the last one read to the first, because the others stay broken.
        for (sql, expected) in [
            ("update recovery_code set digest = substr(digest, 1, 4)", "recovery_code.digest"),
            ("update outbox set recipient = 'nobody'", "outbox.recipient"),
            ("update outbox set attempts = -1, recipient = 'a@example.com'", "outbox.attempts"),
            ("update session set id = 'ses_1'", "session.id"),
            ("update invitation set role = 'king'", "invitation.role"),
            ("update invitation set email = 'nobody'", "invitation.email"),
            ("update api_key set created_by = 'nobody'", "api_key.created_by"),
            ("update membership set role = 'king'", "membership.role"),
            ("update organization set status = 'gone'", "organization.status"),
        ] {
            execute(&database.location, sql).await;
            match world.read().await.unwrap_err() {
                StoreError::Corrupt { column, .. } => assert_eq!(column, expected, "{sql}"),
                other => unreachable!("{sql}: {other}"),
            }
        }
        let locked = world.store.org(world.tenant).locked(&secret().audit_key()).await;
        assert!(matches!(locked, Err(StoreError::Corrupt { .. })));
    }
}
