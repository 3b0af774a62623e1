//! What happens before the first request: database, master secret, first organization, set-up link.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use access::{
    DomainRule, KeyId, KeyMode, KeyPermissions, MasterSecret, MasterSecrets, OrgId, PlainKey,
    PlainToken, PlanId, Timestamp,
};
use serde_json::{Value, json};
use store::{
    AuditEvent, CountersAway, FirstOrganization, NewKey, NewOrg, OrgTerms, PageSize, SecretLock,
    Store, StoreError,
};

use crate::app::App;
use crate::data_dir::{self, DataDirError};
use crate::library;
use crate::operation::Api;
use calculations::dto::meta::EphemerisMeta;
use calculations::sky_pack::{self, SkyPackError};
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;

/// How long a set-up link works; the next start makes a new one.
const SETUP_LINK_LIVES: Duration = Duration::from_hours(24);

/// Why the service cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The database.
    Store(StoreError),
    /// The data folder.
    DataDir(DataDirError),
    /// Organizations have plans that are not configured.
    PlansMissing(Vec<String>),
    /// There is a master secret in the data folder and its database is gone.
    DatabaseMissing(std::path::PathBuf),
    /// The database has a master secret and its file is gone.
    SecretMissing(std::path::PathBuf),
    /// The database is on a server, and no file for its master secret is named.
    SecretNotNamed,
    /// The ephemeris inside the program is not what it was made with.
    ProgramDamaged(ephemeris::PackError),
    /// The operator's pack cannot be used.
    SkyPack(SkyPackError),
    /// The shared counters cannot be used as they are configured: without them each node would
    /// admit the whole of every rate.
    Counters(CountersAway),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::DataDir(error) => error.fmt(f),
            Self::PlansMissing(names) => write!(
                f,
                "organizations have plans that are not configured: {}; add [plans.…] tables for \
                 them or change those organizations with `almagest org set`",
                names.join(", ")
            ),
            Self::DatabaseMissing(path) => write!(
                f,
                "{}: there is a master secret here but its database is gone or empty; put the \
                 database back, or remove the secret to begin anew",
                path.display()
            ),
            Self::SecretMissing(path) => write!(
                f,
                "{}: the master secret this database belongs to is missing, and without it no key \
                 can be verified: put the file back, copy it here from the node that made it, or \
                 name it with master_key_file",
                path.display()
            ),
            Self::SecretNotNamed => write!(
                f,
                "with a PostgreSQL database the master secret is a file that all nodes share: name \
                 it with master_key_file; the first node makes it there"
            ),
            Self::SkyPack(error) => error.fmt(f),
            Self::Counters(error) => error.fmt(f),
            Self::ProgramDamaged(error) => write!(
                f,
                "the ephemeris inside this program: {error}; install the program anew"
            ),
        }
    }
}

impl std::error::Error for StartError {}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<SkyPackError> for StartError {
    fn from(error: SkyPackError) -> Self {
        Self::SkyPack(error)
    }
}

impl From<DataDirError> for StartError {
    fn from(error: DataDirError) -> Self {
        Self::DataDir(error)
    }
}

/// The service, ready to be given a socket, and what its operator must be told.
#[derive(Debug)]
pub struct Started {
    /// The service.
    pub app: Arc<App>,
    /// The first organization's key, on the very first start.
    pub first_key: Option<PlainKey>,
    /// The token of the link that creates the first owner; none once there is an account.
    pub setup_token: Option<PlainToken>,
}

/// Opens everything and puts the service together.
///
/// # Errors
///
/// When the database or the data folder cannot be used.
pub async fn start(config: Config, clock: Clock, api: &Api) -> Result<Started, StartError> {
    // Before the database is touched: nobody is charged for an answer that cannot be computed.
    ephemeris::Ephemeris::check_embedded().map_err(StartError::ProgramDamaged)?;
    if let Some(path) = &config.sky_pack {
        sky_pack::load(path)?;
        let EphemerisMeta { from, to, .. } = EphemerisMeta::embedded();
        tracing::info!(path = %path.display(), from, to, "sky pack added");
    }
    config.shared_counters().map_err(StartError::Counters)?;
    let store = Store::open_and_migrate(&config.location()).await?;
    let path = config.master_key_path();
    warn_of_readable(&path);
    // Nodes start together: from looking for the file until the database is bound to it, one of
    // them at a time.
    let mut lock = store.lock_secret().await?;
    let secrets = secrets_for(&config, &mut lock).await?;
    let secret = &secrets.current;
    let now = clock.now();
    let key = PlainKey::generate(KeyMode::Test, &OsRandom);
    let plan = config.plans.largest().id;
    let first = first_organization(&key, secret, plan, now);
    let installation = lock.start(secret, &first).await?;
    data_dir::keep_secret(&path)?;
    data_dir::settle_secrets(&path, &secrets, &OsRandom)?;
    let event = AuditEvent::of_installation("secret.seal", now);
    let sealed = store.seal_secrets(secret, &event).await?;
    if sealed > 0 {
        tracing::info!(sealed, "sealed passwords and secrets of an earlier version");
    }
    require_plans(&config, &store).await?;
    library::bring_up_to_date(&store, now).await?;
    let people = store.users_page(None, PageSize::DEFAULT).await?.total;
    let mut setup_token = None;
    if people == 0 {
        let token = PlainToken::generate(&OsRandom);
        let digest = token.digest(&secret.token_key());
        let end = now.plus(SETUP_LINK_LIVES);
        store.renew_setup_token(&digest, end).await?;
        setup_token = Some(token);
    }
    let app = App::new(config, clock, store, &secrets, api).await?;
    app.join().await?;
    Ok(Started {
        app,
        first_key: installation.first_start.then_some(key),
        setup_token,
    })
}

fn warn_of_readable(path: &Path) {
    for file in [path.to_owned(), data_dir::previous(path)] {
        if data_dir::is_readable_by_others(&file) {
            let path = file.display();
            tracing::warn!(%path, "the master secret is readable by others: chmod 600");
        }
    }
}

/// The master secrets of this database: one, or two while it is rotated. A new one is made only for
/// a database that has none: a fresh secret beside an old database would lock every key out without
/// a word. A file that is there is never replaced.
async fn secrets_for(config: &Config, lock: &mut SecretLock) -> Result<MasterSecrets, StartError> {
    let path = config.master_key_path();
    if lock.is_bound().await? {
        // One that was made and has not its place yet is among them: a start or a rotation may have
        // been interrupted.
        let found = data_dir::read_secrets(&path)?;
        if found.is_empty() {
            return Err(StartError::SecretMissing(path));
        }
        return Ok(lock.choose_secrets(found).await?);
    }
    let only = |current| MasterSecrets {
        current,
        previous: None,
    };
    if let Some(secret) = data_dir::read_secret(&path)? {
        // A secret that was provided on purpose may come before its database; one that an earlier
        // start left in the folder may not.
        if config.master_key_file.is_none() {
            return Err(StartError::DatabaseMissing(path));
        }
        return Ok(only(secret));
    }
    // A secret in the folder of one node would keep every other from starting.
    if config.database.0.is_some() && config.master_key_file.is_none() {
        return Err(StartError::SecretNotNamed);
    }
    Ok(only(data_dir::make_secret(&path, &OsRandom)?))
}

/// A plan that is gone from the configuration would leave its organizations without limits or
/// without service; either must be the operator's decision.
async fn require_plans(config: &Config, store: &Store) -> Result<(), StartError> {
    let used = store.plans_in_use().await?;
    let missing: Vec<_> = used
        .into_iter()
        .filter(|it| config.plans.get(it).is_none())
        .map(|it| it.name().to_owned())
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(StartError::PlansMissing(missing))
    }
}

fn first_organization(
    key: &PlainKey,
    secret: &MasterSecret,
    plan: PlanId,
    now: Timestamp,
) -> FirstOrganization {
    let name = |text: &str| text.parse().expect("the name follows the rules");
    let (org, key_id) = (OrgId::new(now, &OsRandom), KeyId::new(now, &OsRandom));
    let event = |action: &str, subject: String, after: Value| AuditEvent {
        at: now,
        actor: "system".to_owned(),
        action: action.to_owned(),
        subject,
        before: None,
        after: Some(after.to_string()),
        source_address: None,
    };
    let (org_name, key_name) = ("First organization", "First key");
    FirstOrganization {
        audit: vec![
            event(
                "org.create",
                org.to_string(),
                json!({ "name": org_name, "plan": plan.name() }),
            ),
            event(
                "key.create",
                key_id.to_string(),
                json!({ "name": key_name, "display": key.display().to_string(), "mode": "test" }),
            ),
        ],
        org: NewOrg {
            id: org,
            name: name(org_name),
            terms: OrgTerms::of_plan(plan),
            created_at: now,
        },
        key: NewKey {
            id: key_id,
            name: name(key_name),
            mode: KeyMode::Test,
            digest: key.digest(&secret.pepper()),
            display: key.display(),
            permissions: KeyPermissions::ALL,
            rates: Vec::new(),
            domains: DomainRule::Unrestricted,
            expires_at: None,
            created_at: now,
        },
    }
}
