//! Callers: what `run` receives. The rule of the operation creates each from a principal. A caller
//! gives access to what that rule allows and nothing more.

use std::sync::Arc;

use access::{
    BrowserTokenClaims, Capability, Entitlements, KeyModules, KeyPermission, KeyPermissions,
    ModuleGrant, OrgId, PlanModules, Role, RolePermission, Timestamp, UserId, signed_url,
};
use store::{
    AuditEvent, KeyRecord, KeyWithGrants, LockedInstallation, LockedOrg, OpenTransaction,
    OrgRecord, OrgTerms, Tenant, UserRecord,
};

use crate::head::ClientInfo;
use crate::identified_call::IdentifiedCall;
use crate::key_checks::{check_rule, require_all};
use crate::org_membership::OrgMembership;
use crate::principal::{KeyPrincipal, PersonPrincipal, Principal};
use http_api::modules::CATALOGUE;
use http_api::{AccessPolicy, ApiError, ErrorCode, Problem, Stop, Work, caller};
use metering::{KeySource, LimitStatus};
use platform::{Lane, Platform};

/// A caller.
pub trait Caller: Sized + Send + Sync + sealed::Sealed {
    /// Creates the caller, if the rule allows.
    ///
    /// # Errors
    ///
    /// What is missing.
    fn authorize(
        platform: &Platform,
        call: IdentifiedCall,
        access: AccessPolicy,
    ) -> Result<Self, ApiError>;

    /// Sets the standing of the caller's limits after its request is counted.
    fn charged(&mut self, _: Option<&LimitStatus>) {}

    /// The queue for its long calculations. `None` for a caller that acts for no organization.
    fn org_lane(&self, _work: Work, _stop: Stop) -> Option<Lane> {
        None
    }
}

impl caller::Anonymous for Anyone {}
impl caller::KeyHolder for KeyCaller {}
impl caller::InOrganization for OrgCaller {}
impl caller::Member for MemberCaller {}
impl caller::SignedIn for PersonCaller {}
impl caller::Operator for OperatorCaller {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Anyone {}
    impl Sealed for super::KeyCaller {}
    impl Sealed for super::OrgCaller {}
    impl Sealed for super::MemberCaller {}
    impl Sealed for super::PersonCaller {}
    impl Sealed for super::OperatorCaller {}
}

/// An anonymous caller. Has access to no organization.
#[derive(Debug)]
pub struct Anyone {
    client: ClientInfo,
}

impl Anyone {
    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }
}

impl Caller for Anyone {
    fn authorize(
        _: &Platform,
        call: IdentifiedCall,
        access: AccessPolicy,
    ) -> Result<Self, ApiError> {
        assert_eq!(
            access,
            AccessPolicy::Public,
            "the rule's type fits its caller"
        );
        Ok(Self {
            client: call.client,
        })
    }
}

/// A caller with an API key, with any permissions.
#[derive(Clone, Debug)]
pub struct KeyCaller {
    principal: KeyPrincipal,
    client: ClientInfo,
    limits: Option<LimitStatus>,
}

impl KeyCaller {
    /// The right to act inside the organization.
    pub fn tenant(&self) -> Tenant {
        self.principal.key.key.tenant()
    }

    /// The key of the request.
    pub fn key(&self) -> &KeyRecord {
        &self.principal.key.key
    }

    /// The modules that its organization was granted in addition to its plan.
    pub fn grants(&self) -> &[ModuleGrant] {
        &self.principal.key.grants
    }

    /// What it may do: a browser token has fewer permissions than its key.
    pub const fn permissions(&self) -> KeyPermissions {
        self.principal.permissions
    }

    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }

    /// How the key was presented.
    pub const fn source(&self) -> KeySource {
        self.principal.source
    }

    /// The restrictions of the browser token. `None` for the key itself.
    pub fn token(&self) -> Option<&BrowserTokenClaims> {
        self.principal.token.as_deref()
    }

    /// The standing of its limits, including this request.
    ///
    /// # Panics
    ///
    /// Never in an operation, because its request was admitted.
    pub fn limits(&self) -> &LimitStatus {
        admitted(self.limits.as_ref())
    }
}

impl Caller for KeyCaller {
    fn authorize(_: &Platform, call: IdentifiedCall, _: AccessPolicy) -> Result<Self, ApiError> {
        match call.principal {
            Principal::Key(principal) => Ok(Self {
                principal,
                client: call.client,
                limits: call.limits,
            }),
            _ => Err(ApiError::plain(ErrorCode::KeyMissing)),
        }
    }

    fn charged(&mut self, limits: Option<&LimitStatus>) {
        self.limits = limits.cloned();
    }
}

fn admitted(limits: Option<&LimitStatus>) -> &LimitStatus {
    limits.expect("an operation runs for callers that were admitted")
}

/// A caller that acts inside one organization: that of its key, or the one a member names.
#[derive(Clone, Debug)]
pub struct OrgCaller {
    actor: Actor,
    plan: PlanModules,
    now: Timestamp,
    client: ClientInfo,
    limits: Option<LimitStatus>,
}

#[derive(Clone, Debug)]
enum Actor {
    Key(KeyPrincipal),
    Member {
        user: UserId,
        membership: Arc<OrgMembership>,
    },
}

impl OrgCaller {
    /// The right to act inside the organization.
    pub fn tenant(&self) -> Tenant {
        match &self.actor {
            Actor::Key(key) => key.key.key.tenant(),
            Actor::Member { membership, .. } => membership.tenant(),
        }
    }

    /// The organization.
    pub fn org(&self) -> OrgId {
        self.tenant().org_id()
    }

    /// The queue for its long calculations.
    pub fn lane(&self, work: Work, stop: Stop) -> Lane {
        Lane {
            org: self.org(),
            key: self.key().map(|it| it.id),
            work,
            stop,
        }
    }

    /// The key of the request. `None` for a person.
    pub fn key(&self) -> Option<&KeyRecord> {
        self.known_key().map(|it| &it.key)
    }

    fn known_key(&self) -> Option<&KeyWithGrants> {
        match &self.actor {
            Actor::Key(key) => Some(&key.key),
            Actor::Member { .. } => None,
        }
    }

    /// The person. `None` for a key.
    pub const fn user(&self) -> Option<UserId> {
        match &self.actor {
            Actor::Key(_) => None,
            Actor::Member { user, .. } => Some(*user),
        }
    }

    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }

    /// The standing of its limits, including this request.
    ///
    /// # Panics
    ///
    /// Never in an operation, because its request was admitted.
    pub fn limits(&self) -> &LimitStatus {
        admitted(self.limits.as_ref())
    }

    /// The time of the call.
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Everything that determines the modules of the caller.
    pub fn entitlements(&self) -> Entitlements<'_> {
        let (grants, key) = self.modules();
        let plan = &self.plan;
        Entitlements { plan, grants, key }
    }

    /// Opens a transaction that holds the organization's lock, for a person whose role has a
    /// permission. The role may have changed since the request arrived; the current one counts.
    ///
    /// # Errors
    ///
    /// If the caller is a key, is no longer a member, or lacks the permission.
    pub async fn lock(
        &self,
        platform: &Platform,
        permission: RolePermission,
    ) -> Result<(LockedOrg, UserId), ApiError> {
        let user = self.user();
        let user = user.ok_or_else(|| ApiError::plain(ErrorCode::PersonRequired))?;
        let (locked, role) = lock(platform, self.tenant(), Some(user)).await?;
        require_role(role, permission)?;
        Ok((locked, user))
    }

    /// The entry in the organization's audit log about an action of the caller.
    pub fn event(&self, action: &str, subject: &impl ToString) -> AuditEvent {
        audit_event(self.user(), &self.client, self.now, (action, subject))
    }

    /// What the organization has bought.
    pub fn terms(&self) -> &OrgTerms {
        match &self.actor {
            Actor::Key(key) => &key.key.key.terms,
            Actor::Member { membership, .. } => membership.terms(),
        }
    }

    /// The modules that it was granted in addition to its plan, and which of them the caller can
    /// use.
    pub fn modules(&self) -> (&[ModuleGrant], &KeyModules) {
        match &self.actor {
            Actor::Key(key) => (key.key.grants.as_slice(), &key.key.key.modules),
            Actor::Member { membership, .. } => (membership.grants(), &KeyModules::All),
        }
    }

    /// Whether the caller has a module with this capability. For optional parts, such as texts in a
    /// calculation.
    pub fn may(&self, capability: Capability) -> bool {
        self.require(capability).is_ok()
    }

    /// The same, with an error if the caller lacks it.
    ///
    /// # Errors
    ///
    /// `module_required`, with the first module that contains it.
    pub fn require(&self, capability: Capability) -> Result<(), ApiError> {
        let verdict = self.entitlements().may(capability, CATALOGUE, self.now);
        verdict.map_err(|module| module_required(capability, module.map(|it| it.id)))
    }

    /// Whether the caller has a permission, as a key or by their role.
    pub fn holds(&self, key: KeyPermission, role: RolePermission) -> bool {
        match &self.actor {
            Actor::Key(principal) => principal.permissions.allows(key),
            Actor::Member { membership, .. } => membership.role().permissions().allows(role),
        }
    }

    /// Whether the caller could call an operation with this rule. Used for each item of a batch.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn permitted(&self, access: AccessPolicy) -> Result<(), ApiError> {
        match (&self.actor, access) {
            (Actor::Key(principal), _) => {
                let entitlements = self.entitlements();
                let rule = check_rule(access, principal.permissions, &entitlements, self.now);
                require_all(rule)
            }
            (
                Actor::Member { membership, .. },
                AccessPolicy::Caller {
                    role, capability, ..
                },
            ) => {
                require_role(membership.role(), role)?;
                capability.map_or(Ok(()), |it| self.require(it))
            }
            (Actor::Member { .. }, AccessPolicy::Public) => Ok(()),
            (Actor::Member { .. }, _) => Err(ApiError::plain(ErrorCode::PersonRequired)),
        }
    }

    /// The signed URL of a chart image for an `<img>`, valid for a day, or as long as the browser
    /// token it is created for. `None` if the caller may not draw or has no key to bind it to, or
    /// if the query is too large to sign.
    pub fn chart_url(
        &self,
        platform: &Platform,
        path: &str,
        query: &[(&str, &str)],
    ) -> Option<String> {
        let Actor::Key(principal) = &self.actor else {
            return None;
        };
        if !principal.permissions.allows(KeyPermission::ChartRead) {
            return None;
        }
        let id = principal.key.key.id;
        let end = principal.token.as_ref().map(|it| it.expires_at);
        let life = (self.now, end);
        let signed =
            signed_url::sign_until(path, query, id, &platform.keys.signed_url, life).ok()?;
        let mut text = url::form_urlencoded::Serializer::new(String::new());
        text.extend_pairs(query);
        for (name, value) in &signed.parameters {
            text.append_pair(name, value);
        }
        let (base, query) = (platform.config.public_url(), text.finish());
        Some(format!("{base}{path}?{query}"))
    }
}

impl Caller for OrgCaller {
    fn authorize(
        platform: &Platform,
        call: IdentifiedCall,
        access: AccessPolicy,
    ) -> Result<Self, ApiError> {
        let missing = || ApiError::plain(ErrorCode::SessionMissing);
        let terms = |actor: &Actor| match actor {
            Actor::Key(key) => key.key.key.terms.plan,
            Actor::Member { membership, .. } => membership.terms().plan,
        };
        let actor = match (call.principal, call.membership) {
            (Principal::Key(key), _) => Actor::Key(key),
            (Principal::Person(person), Some(membership)) => Actor::Member {
                user: person.user().id,
                membership,
            },
            _ => return Err(missing()),
        };
        let plan = platform.config.plans.get(&terms(&actor));
        let caller = Self {
            plan: plan.map_or(PlanModules::Only(vec![]), |it| it.modules.clone()),
            actor,
            now: platform.clock.now(),
            client: call.client,
            limits: call.limits,
        };
        caller.permitted(access)?;
        Ok(caller)
    }

    fn charged(&mut self, limits: Option<&LimitStatus>) {
        self.limits = limits.cloned();
    }

    fn org_lane(&self, work: Work, stop: Stop) -> Option<Lane> {
        Some(self.lane(work, stop))
    }
}

/// The entry in an audit log about an action on a subject.
fn audit_event(
    user: Option<UserId>,
    client: &ClientInfo,
    at: Timestamp,
    (action, subject): (&str, &impl ToString),
) -> AuditEvent {
    AuditEvent {
        at,
        actor: actor(user),
        action: action.to_owned(),
        subject: subject.to_string(),
        before: None,
        after: None,
        source_address: client.source_address(),
    }
}

/// The organization's lock, and the role of a person under it. The operator counts as an owner.
async fn lock(
    platform: &Platform,
    tenant: Tenant,
    user: Option<UserId>,
) -> Result<(LockedOrg, Role), ApiError> {
    let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
    let inside = platform.store.org(tenant);
    let locked = inside.locked(&platform.keys.audit).await?;
    let mut locked = locked.ok_or_else(not_found)?;
    let role = match user {
        None => Role::Owner,
        Some(user) => locked.role_of(user).await?.ok_or_else(not_found)?,
    };
    Ok((locked, role))
}

fn require_role(role: Role, permission: RolePermission) -> Result<(), ApiError> {
    if role.permissions().allows(permission) {
        return Ok(());
    }
    let detail = format!("Your role `{role}` does not have the `{permission}` permission.");
    let problem = Problem::new(ErrorCode::PermissionMissing, detail);
    Err(problem
        .with_meta("requiredPermission", permission.name())
        .into())
}

pub(crate) fn module_required(capability: Capability, module: Option<&str>) -> ApiError {
    let detail = match module {
        Some(module) => format!(
            "This operation requires the `{module}` module. Add it to the key, or to your organization \
             on the Modules page."
        ),
        None => format!("No module contains `{capability}`."),
    };
    let problem = Problem::new(ErrorCode::ModuleRequired, detail)
        .with_meta("requiredCapability", capability.name());
    match module {
        Some(module) => problem.with_meta("requiredModule", module).into(),
        None => problem.into(),
    }
}

/// The actor for the audit log.
fn actor(user: Option<UserId>) -> String {
    user.map_or_else(|| "operator".to_owned(), |it| it.to_string())
}

/// A member of the organization in the path, or the operator there.
#[derive(Clone, Debug)]
pub struct MemberCaller {
    person: Option<PersonPrincipal>,
    membership: Arc<OrgMembership>,
    permission: RolePermission,
    client: ClientInfo,
    now: Timestamp,
}

impl MemberCaller {
    /// The right to act inside the organization.
    pub fn tenant(&self) -> Tenant {
        self.membership.tenant()
    }

    /// The organization.
    pub fn org(&self) -> OrgId {
        self.membership.org()
    }

    /// The organization and the caller's role in it.
    pub fn membership(&self) -> &OrgMembership {
        &self.membership
    }

    /// The role when the request arrived. [`MemberCaller::lock`] returns the current one.
    pub fn role(&self) -> Role {
        self.membership.role()
    }

    /// The person. `None` for the operator at the command line.
    pub fn user(&self) -> Option<UserId> {
        self.person.as_ref().map(|it| it.user().id)
    }

    /// The person as stored. `None` for the operator at the command line.
    pub fn account(&self) -> Option<&UserRecord> {
        self.person.as_ref().map(PersonPrincipal::user)
    }

    /// Whether they used their second factor. The operator needs none.
    pub fn second_factor(&self) -> bool {
        let given = PersonPrincipal::second_factor;
        self.person.as_ref().is_none_or(given)
    }

    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }

    /// The time of the call.
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Opens a transaction that holds the organization's lock, and returns the caller's role in it.
    /// The role may have changed since the request arrived; the current one counts.
    ///
    /// # Errors
    ///
    /// If the caller is no longer a member or lacks the operation's permission.
    pub async fn lock(&self, platform: &Platform) -> Result<(LockedOrg, Role), ApiError> {
        let (locked, role) = lock(platform, self.tenant(), self.user()).await?;
        require_role(role, self.permission)?;
        Ok((locked, role))
    }

    /// The entry in the organization's audit log about an action of the caller.
    pub fn event(&self, action: &str, subject: &impl ToString) -> AuditEvent {
        audit_event(self.user(), &self.client, self.now, (action, subject))
    }
}

impl Caller for MemberCaller {
    fn authorize(
        platform: &Platform,
        call: IdentifiedCall,
        access: AccessPolicy,
    ) -> Result<Self, ApiError> {
        let AccessPolicy::Member { role } = access else {
            unreachable!("the rule's type fits its caller");
        };
        let person = person_of(call.principal)?;
        let missing = || ApiError::plain(ErrorCode::ResourceNotFound);
        let membership = call.membership.ok_or_else(missing)?;
        require_role(membership.role(), role)?;
        Ok(Self {
            person,
            membership,
            permission: role,
            client: call.client,
            now: platform.clock.now(),
        })
    }
}

/// The person behind a principal. `None` for the operator. An error for a key.
fn person_of(principal: Principal) -> Result<Option<PersonPrincipal>, ApiError> {
    match principal {
        Principal::Person(person) => Ok(Some(person)),
        Principal::Operator => Ok(None),
        Principal::Key(_) => Err(ApiError::plain(ErrorCode::PersonRequired)),
        Principal::Anyone => Err(ApiError::plain(ErrorCode::SessionMissing)),
    }
}

/// A signed-in person, outside any organization.
#[derive(Clone, Debug)]
pub struct PersonCaller {
    person: PersonPrincipal,
    client: ClientInfo,
    now: Timestamp,
}

impl PersonCaller {
    /// The person and their session.
    pub const fn person(&self) -> &PersonPrincipal {
        &self.person
    }

    /// The person's id.
    pub fn user(&self) -> UserId {
        self.person.user().id
    }

    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }

    /// The time of the call.
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// The entry in an audit log about an action of the caller.
    pub fn event(&self, action: &str, subject: &impl ToString) -> AuditEvent {
        audit_event(Some(self.user()), &self.client, self.now, (action, subject))
    }
}

impl Caller for PersonCaller {
    fn authorize(
        platform: &Platform,
        call: IdentifiedCall,
        _: AccessPolicy,
    ) -> Result<Self, ApiError> {
        let person = person_of(call.principal)?;
        Ok(Self {
            person: person.ok_or_else(|| ApiError::plain(ErrorCode::SessionMissing))?,
            client: call.client,
            now: platform.clock.now(),
        })
    }
}

/// An operator of the installation.
#[derive(Clone, Debug)]
pub struct OperatorCaller {
    person: Option<PersonPrincipal>,
    client: ClientInfo,
    now: Timestamp,
}

impl OperatorCaller {
    /// The person. `None` at the command line.
    pub fn user(&self) -> Option<UserId> {
        self.person.as_ref().map(|it| it.user().id)
    }

    /// The time of the call.
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Where the call comes from.
    pub const fn client(&self) -> &ClientInfo {
        &self.client
    }

    /// Fails if the operator has not confirmed their identity within the last minutes. Called
    /// before anything that grants or removes access. The command line needs no confirmation.
    ///
    /// # Errors
    ///
    /// `reauthentication_required`.
    pub fn require_recent_proof(&self) -> Result<(), ApiError> {
        let proved = PersonPrincipal::recently_proved;
        if self.person.as_ref().is_none_or(proved) {
            return Ok(());
        }
        Err(ApiError::plain(ErrorCode::ReauthenticationRequired))
    }

    /// The right to act inside any organization that the operator names.
    pub fn tenant(&self, org: OrgId) -> Tenant {
        Tenant::named_by_operator(org)
    }

    /// An organization that the operator names.
    ///
    /// # Errors
    ///
    /// `resource_not_found`.
    pub async fn org(&self, platform: &Platform, id: OrgId) -> Result<OrgRecord, ApiError> {
        let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
        platform.store.org_by_id(id).await?.ok_or_else(not_found)
    }

    /// Opens a transaction that holds an organization's lock.
    ///
    /// # Errors
    ///
    /// If there is no such organization, or the caller is no longer an operator.
    pub async fn lock(&self, platform: &Platform, org: OrgId) -> Result<LockedOrg, ApiError> {
        let (mut locked, _) = lock(platform, self.tenant(org), None).await?;
        self.still_runs_it(locked.open()).await?;
        Ok(locked)
    }

    /// Opens a transaction that holds the installation's lock.
    ///
    /// # Errors
    ///
    /// If the caller is no longer an operator.
    pub async fn lock_installation(
        &self,
        platform: &Platform,
    ) -> Result<LockedInstallation, ApiError> {
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        self.still_runs_it(locked.open()).await?;
        Ok(locked)
    }

    /// The same with the locks of every organization that a person owns.
    ///
    /// # Errors
    ///
    /// `operator_required`, or 503 if the database is unreachable.
    pub async fn lock_installation_with_orgs_of(
        &self,
        platform: &Platform,
        owner: UserId,
    ) -> Result<LockedInstallation, ApiError> {
        let key = &platform.keys.audit;
        let locked = platform.store.installation_locked_with_orgs_of(owner, key);
        let mut locked = locked.await?;
        self.still_runs_it(locked.open()).await?;
        Ok(locked)
    }

    /// Whether the caller is still an operator inside a transaction. This may have changed since
    /// the request arrived.
    ///
    /// # Errors
    ///
    /// `operator_required`.
    pub async fn still_runs_it(&self, transaction: &mut OpenTransaction) -> Result<(), ApiError> {
        let Some(id) = self.user() else { return Ok(()) };
        let user = transaction.user(id).await?;
        match user.filter(|it| it.operator && it.disabled_at.is_none()) {
            Some(user) if user.totp.generation.is_some() => Ok(()),
            Some(_) => Err(ApiError::plain(ErrorCode::SecondFactorRequired)),
            None => Err(ApiError::plain(ErrorCode::OperatorRequired)),
        }
    }

    /// The entry in an audit log about an action of the operator.
    pub fn event(&self, action: &str, subject: &impl ToString) -> AuditEvent {
        audit_event(self.user(), &self.client, self.now, (action, subject))
    }
}

impl Caller for OperatorCaller {
    fn authorize(
        platform: &Platform,
        call: IdentifiedCall,
        _: AccessPolicy,
    ) -> Result<Self, ApiError> {
        let person = person_of(call.principal)?;
        if person.as_ref().is_some_and(|it| !it.user().operator) {
            return Err(ApiError::plain(ErrorCode::OperatorRequired));
        }
        // Operations on their own account are not operator operations, so that they can set up a
        // second factor.
        if person.as_ref().is_some_and(|it| !it.second_factor()) {
            return Err(ApiError::plain(ErrorCode::SecondFactorRequired));
        }
        Ok(Self {
            person,
            client: call.client,
            now: platform.clock.now(),
        })
    }
}
