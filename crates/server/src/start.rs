//! Startup: database, master secret, first organization, setup link.

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
use crate::routes::Api;
use astrology_api::library;
use calculations::dto::meta::EphemerisMeta;
use calculations::sky_pack::{self, SkyPackError};
use calculator::output::ExitStatus;
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use metering::OpenLedger;
use platform::Storage;

/// How long a setup link is valid. The next start creates a new one.
const SETUP_LINK_LIVES: Duration = Duration::from_hours(24);

/// Why the service cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The database cannot be used.
    Store(StoreError),
    /// The data folder cannot be used.
    DataDir(DataDirError),
    /// Organizations have plans that are not configured.
    PlansMissing(Vec<String>),
    /// The data folder has a master secret, but its database is missing.
    DatabaseMissing(std::path::PathBuf),
    /// The file with the database's master secret is missing.
    SecretMissing(std::path::PathBuf),
    /// The database is PostgreSQL, and `master_key_file` is not set.
    SecretNotNamed,
    /// The embedded ephemeris is damaged.
    ProgramDamaged(ephemeris::PackError),
    /// The additional ephemeris pack cannot be used.
    SkyPack(SkyPackError),
    /// The counter store cannot be used as configured. Without it, each node would allow the full
    /// rate limits.
    Counters(CountersAway),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::DataDir(error) => error.fmt(f),
            Self::PlansMissing(names) => write!(
                f,
                "organizations use plans that are not configured: {}. Add [plans.…] tables for \
                 them, or change those organizations with `almagest org set`.",
                names.join(", ")
            ),
            Self::DatabaseMissing(path) => write!(
                f,
                "{}: this master secret exists, but its database is missing or empty. Put the \
                 database back, or remove the secret to start over.",
                path.display()
            ),
            Self::SecretMissing(path) => write!(
                f,
                "{}: the master secret of this database is missing. No key can be verified \
                 without it. Put the file back, copy it from the node that created it, or set \
                 master_key_file.",
                path.display()
            ),
            Self::SecretNotNamed => write!(
                f,
                "with a PostgreSQL database, all nodes share one master secret. Set master_key_file \
                 to its path. The first node creates the file."
            ),
            Self::SkyPack(error) => error.fmt(f),
            Self::Counters(error) => error.fmt(f),
            Self::ProgramDamaged(error) => write!(
                f,
                "the embedded ephemeris is damaged: {error}. Reinstall the program."
            ),
        }
    }
}

impl std::error::Error for StartError {}

impl StartError {
    /// The exit status, which tells a supervisor whether to try again.
    pub fn exit_status(&self) -> ExitStatus {
        match self {
            Self::Store(error) if error.is_away() => ExitStatus::Unavailable,
            Self::ProgramDamaged(_) => ExitStatus::Damaged,
            Self::Store(_)
            | Self::DataDir(_)
            | Self::PlansMissing(_)
            | Self::DatabaseMissing(_)
            | Self::SecretMissing(_)
            | Self::SecretNotNamed
            | Self::SkyPack(_)
            | Self::Counters(_) => ExitStatus::Configuration,
        }
    }
}

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

/// The service, ready to accept connections, and what to show the operator.
#[derive(Debug)]
pub struct Started {
    /// The service.
    pub app: Arc<App>,
    /// The first organization's key, on the first start only.
    pub first_key: Option<PlainKey>,
    /// The token of the setup link for the first owner, until an account exists.
    pub setup_token: Option<PlainToken>,
}

/// Opens the database and creates the service.
///
/// # Errors
///
/// If a part of the installation cannot be used.
pub async fn start(
    config: Config,
    clock: Clock,
    api: &Api,
    open_ledger: OpenLedger,
) -> Result<Started, StartError> {
    // Before the database is touched: nobody is charged for a response that cannot be computed.
    ephemeris::Ephemeris::check_embedded().map_err(StartError::ProgramDamaged)?;
    if let Some(path) = &config.sky_pack {
        sky_pack::load(path)?;
        let EphemerisMeta { from, to, .. } = EphemerisMeta::embedded();
        tracing::info!(path = %path.display(), from, to, "sky pack loaded");
    }
    let counters = config.shared_counters().map_err(StartError::Counters)?;
    if let Some(counters) = counters
        && let Err(error) = counters.ping().await
        && error.rejects_credentials()
    {
        return Err(StartError::Counters(error));
    }
    let location = config.location();
    let store = Store::open_and_migrate_with(&location, config.database_connections).await?;
    let path = config.master_key_path();
    warn_of_readable(&path);
    // Nodes may start together. Only one at a time may look for the file and bind the database
    // to it.
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
        tracing::info!(sealed, "sealed passwords and secrets of a previous version");
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
    let storage = Storage { store, open_ledger };
    let app = App::new(config, clock, storage, &secrets, api).await?;
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
            tracing::warn!(%path, "master secret readable by other users; run chmod 600");
        }
    }
}

/// The master secrets of this database: one, or two during a rotation. A new one is created only for
/// a database that has none, because a new secret would silently invalidate every key of an existing
/// database. An existing file is never replaced.
async fn secrets_for(config: &Config, lock: &mut SecretLock) -> Result<MasterSecrets, StartError> {
    let path = config.master_key_path();
    if lock.is_bound().await? {
        // Includes a secret that an interrupted start or rotation created and did not move to its
        // final path.
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
        // A secret that the operator provided may exist before its database. One that an earlier
        // start created in the data folder may not.
        if config.master_key_file.is_none() {
            return Err(StartError::DatabaseMissing(path));
        }
        return Ok(only(secret));
    }
    // A secret in the data folder of one node would keep all other nodes from starting.
    if config.database.0.is_some() && config.master_key_file.is_none() {
        return Err(StartError::SecretNotNamed);
    }
    Ok(only(data_dir::make_secret(&path, &OsRandom)?))
}

/// Without its plan, an organization would have no limits or no service. Either must be the
/// operator's decision.
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
