//! The audit log: appended in the same transaction as the change, read in pages, and verified.

use access::{
    AuditBreak, AuditEntry, AuditKey, AuditMac, ChainHead, ChainId, ChainVerifier, Timestamp,
};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::installation::is_bound;
use crate::ledger::{stored, units};
use crate::locked::{LockedInstallation, LockedOrg};
use crate::page::{Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

/// The number of chains read at once, and of entries whose MACs are computed again.
const PORTION: i64 = 500;

/// The number of entries read at once during verification. An entry can have tens of kilobytes.
const VERIFIED_PORTION: i64 = 100;

/// The bytes of JSON in entries that are hashed between two turns of other tasks: about half a
/// millisecond.
const HASHED_BYTES_PER_TURN: u64 = 256 * 1024;

/// An event before it has a place in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    /// When it happened.
    pub at: Timestamp,
    /// The actor: a user's id, `operator` or `system`.
    pub actor: String,
    /// The action, such as `key.create`.
    pub action: String,
    /// The subject's id.
    pub subject: String,
    /// The subject before the change, as JSON text.
    pub before: Option<String>,
    /// The subject after the change, as JSON text.
    pub after: Option<String>,
    /// The network address of the request, if it came over the network.
    pub source_address: Option<String>,
}

impl AuditEvent {
    /// Creates the event for an operator's command on the installation.
    pub fn of_installation(action: &str, at: Timestamp) -> Self {
        Self {
            at,
            actor: "operator".to_owned(),
            action: action.to_owned(),
            subject: "installation".to_owned(),
            before: None,
            after: None,
            source_address: None,
        }
    }
}

/// An entry and its MAC. An export of these can be verified anywhere with the audit key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedEntry {
    /// The entry.
    pub entry: AuditEntry,
    /// The entry's MAC.
    pub mac: AuditMac,
}

/// What to look for in a chain. An empty filter finds every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Only entries of this actor.
    pub actor: Option<String>,
    /// Only entries with this action, or with actions of this group: `key` finds `key.create`.
    pub action: Option<String>,
    /// Only entries about this subject.
    pub subject: Option<String>,
    /// Only entries from this instant on.
    pub from: Option<Timestamp>,
    /// Only entries before this instant.
    pub to: Option<Timestamp>,
}

/// A page of entries that a filter finds, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditMatches {
    /// The entries. Together they have at most 1 MiB of JSON, unless there is only one.
    pub entries: Vec<SealedEntry>,
    /// Where the next page starts; `None` if there are no further entries. A page may have a next
    /// one without being full: its search ended at its limit, or its entries are large.
    pub next: Option<u64>,
    /// The number of entries of the chain.
    pub total: u64,
}

/// How much of a chain is verified at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerificationLimit {
    /// Entries.
    pub entries: u64,
    /// Bytes of their JSON.
    pub bytes: u64,
}

impl VerificationLimit {
    /// The whole chain.
    const NONE: Self = Self {
        entries: u64::MAX,
        bytes: u64::MAX,
    };
}

/// The maximum number of entries that a page with a filter reads.
const MAX_READ: i64 = 5_000;

/// The bytes of JSON on a page of a search, beyond its first entry.
const MAX_PAGE_BYTES: i64 = 1024 * 1024;

/// The order in which a chain is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditOrder {
    /// For display.
    NewestFirst,
    /// For exports and verification.
    OldestFirst,
}

#[derive(FromRow)]
struct EntryRow {
    chain: String,
    sequence: i64,
    at: i64,
    actor: String,
    action: String,
    subject: String,
    before_json: Option<String>,
    after_json: Option<String>,
    source_address: Option<String>,
    mac: Vec<u8>,
}

impl EntryRow {
    fn decode(self) -> Result<SealedEntry, StoreError> {
        let corrupt =
            |column| StoreError::corrupt(column, &format!("{} {}", self.chain, self.sequence));
        Ok(SealedEntry {
            mac: decode_mac(&self.mac).ok_or_else(|| corrupt("audit_entry.mac"))?,
            entry: AuditEntry {
                sequence: u64::try_from(self.sequence)
                    .map_err(|_| corrupt("audit_entry.sequence"))?,
                at: Timestamp::from_micros(self.at),
                actor: self.actor,
                action: self.action,
                subject: self.subject,
                before: self.before_json,
                after: self.after_json,
                source_address: self.source_address,
            },
        })
    }
}

/// A match of a search, and the bytes of its JSON.
#[derive(FromRow)]
struct MatchRow {
    sequence: i64,
    bytes: i64,
}

#[derive(FromRow)]
struct HeadRow {
    sequence: i64,
    mac: Vec<u8>,
}

impl HeadRow {
    fn decode(&self, chain: &str) -> Result<ChainHead, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, chain);
        Ok(ChainHead {
            sequence: u64::try_from(self.sequence).map_err(|_| corrupt("audit_head.sequence"))?,
            mac: decode_mac(&self.mac).ok_or_else(|| corrupt("audit_head.mac"))?,
        })
    }
}

fn decode_mac(bytes: &[u8]) -> Option<AuditMac> {
    bytes.try_into().ok().map(AuditMac::from_bytes)
}

/// Parses the name of a chain in the rows.
pub(crate) fn decode_chain(name: &str) -> Result<ChainId, StoreError> {
    if name == ChainId::Installation.to_string() {
        return Ok(ChainId::Installation);
    }
    let org = name.parse().map(ChainId::Organization);
    org.map_err(|_| StoreError::corrupt("audit_entry.chain", name))
}

impl LockedOrg {
    /// Appends to the organization's chain and returns the entry's number.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit(&mut self, event: &AuditEvent) -> Result<u64, StoreError> {
        let chain = ChainId::Organization(self.id);
        append(&mut self.transaction.0, chain, event, &self.audit_key).await
    }
}

impl LockedOrg {
    /// Appends to the installation's chain, for events that also concern an account. Its lock is
    /// always taken after the organization's.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit_installation(&mut self, event: &AuditEvent) -> Result<u64, StoreError> {
        let chain = ChainId::Installation;
        append(&mut self.transaction.0, chain, event, &self.audit_key).await
    }
}

impl LockedInstallation {
    /// Appends to the installation's chain and returns the entry's number.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit(&mut self, event: &AuditEvent) -> Result<u64, StoreError> {
        let chain = ChainId::Installation;
        append(&mut self.transaction.0, chain, event, &self.audit_key).await
    }
}

impl OrgStore<'_> {
    /// Returns a page of the organization's chain, past the entry with the number `after` in that
    /// order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit_page(
        &self,
        order: AuditOrder,
        after: Option<u64>,
        size: PageSize,
    ) -> Result<Page<SealedEntry, u64>, StoreError> {
        page(Readers::Org(self), &self.org_id, order, after, size).await
    }
}

impl OrgStore<'_> {
    /// Returns a page of the entries that a filter finds, newest first, before the entry with the
    /// number `after`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit_search(
        &self,
        filter: &AuditFilter,
        after: Option<u64>,
        size: PageSize,
    ) -> Result<AuditMatches, StoreError> {
        search(Readers::Org(self), &self.org_id, filter, after, size).await
    }

    /// Verifies the organization's chain from its start to its head, as long as it is within the
    /// limit. Returns how many entries it has, or where it is broken; `None` if it is longer.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn verify_audit(
        &self,
        key: &AuditKey,
        limit: VerificationLimit,
    ) -> Result<Option<Result<u64, AuditBreak>>, StoreError> {
        const SQL: &str = "select sequence from audit_head where chain = $1";
        let length: Option<i64> = on_org_readers!(self, pool =>
            sqlx::query_scalar(SQL).bind(&self.org_id).fetch_optional(pool))?;
        if length.is_some_and(|it| units(it) > limit.entries) {
            return Ok(None);
        }
        // Held until the chain is read, so that an organization verifies few chains at once.
        let permit = self.store.reads.take(self.org).await?;
        let mut snapshot = self.store.backend.begin_snapshot().await?;
        let chain = ChainId::Organization(self.org);
        let verdict = verify_within(&mut snapshot, chain, key, limit).await;
        drop(permit);
        verdict
    }
}

impl Store {
    /// Returns a page of the entries of the installation's chain that a filter finds. For operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn installation_audit_search(
        &self,
        filter: &AuditFilter,
        after: Option<u64>,
        size: PageSize,
    ) -> Result<AuditMatches, StoreError> {
        let chain = ChainId::Installation.to_string();
        search(Readers::Installation(self), &chain, filter, after, size).await
    }

    /// Returns a page of the installation's chain, past the entry with the number `after`. For
    /// operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn installation_audit_page(
        &self,
        order: AuditOrder,
        after: Option<u64>,
        size: PageSize,
    ) -> Result<Page<SealedEntry, u64>, StoreError> {
        let chain = ChainId::Installation.to_string();
        page(Readers::Installation(self), &chain, order, after, size).await
    }

    /// Returns the head of every chain, to be recorded elsewhere. For operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit_heads(&self) -> Result<Vec<(ChainId, ChainHead)>, StoreError> {
        const SQL: &str = "select chain, sequence, mac from audit_head \
            where chain > $1 order by chain limit $2";
        let mut heads = Vec::new();
        let mut last = String::new();
        loop {
            let rows: Vec<(String, i64, Vec<u8>)> = on_readers!(&self.backend, pool =>
                sqlx::query_as(SQL).bind(&last).bind(PORTION).fetch_all(pool))?;
            let Some((end, ..)) = rows.last() else {
                return Ok(heads);
            };
            last.clone_from(end);
            for (name, sequence, mac) in rows {
                let head = HeadRow { sequence, mac }.decode(&name)?;
                heads.push((decode_chain(&name)?, head));
            }
        }
    }

    /// Returns the MAC of one entry of a chain, or `None` if the entry does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn audit_mac(
        &self,
        chain: ChainId,
        sequence: u64,
    ) -> Result<Option<AuditMac>, StoreError> {
        const SQL: &str = "select mac from audit_entry where chain = $1 and sequence = $2";
        let name = chain.to_string();
        let mac: Option<Vec<u8>> = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(&name)
            .bind(stored(sequence))
            .fetch_optional(pool))?;
        let decode = |it: Vec<u8>| {
            let mac = decode_mac(&it);
            mac.ok_or_else(|| StoreError::corrupt("audit_entry.mac", &format!("{name} {sequence}")))
        };
        mac.map(decode).transpose()
    }

    /// Verifies every chain from its start to its head. Returns how many entries it has, or where
    /// it is broken. Each chain is read in one snapshot, so a running server may continue.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the name of a chain is invalid.
    #[boxed]
    pub async fn verify_audit(
        &self,
        key: &AuditKey,
    ) -> Result<Vec<(ChainId, Result<u64, AuditBreak>)>, StoreError> {
        // Includes organizations without a chain, to show that the chain is missing.
        const SQL: &str = "select chain from (select chain from audit_head \
            union select id from organization union select 'installation') as chains where chain > $1 order by chain limit $2";
        let mut verdicts = Vec::new();
        let mut last = String::new();
        loop {
            let names: Vec<String> = on_readers!(&self.backend, pool =>
                sqlx::query_scalar(SQL).bind(&last).bind(PORTION).fetch_all(pool))?;
            let Some(end) = names.last() else {
                return Ok(verdicts);
            };
            last.clone_from(end);
            for name in names {
                let chain = decode_chain(&name)?;
                let mut snapshot = self.backend.begin_snapshot().await?;
                let verdict = verify(&mut snapshot, chain, key).await?;
                verdicts.push((chain, verdict));
            }
        }
    }
}

/// Locks a chain and returns its head. The head's row is created with the chain.
pub(crate) async fn lock_chain(
    transaction: &mut Transaction,
    chain: ChainId,
    key: &AuditKey,
) -> Result<ChainHead, StoreError> {
    // Updating a value to itself locks the row in PostgreSQL.
    const SQL: &str = "insert into audit_head (chain, sequence, mac) values ($1, 0, $2) \
        on conflict (chain) do update set sequence = audit_head.sequence returning sequence, mac";
    let genesis = ChainHead::genesis(chain, key);
    let name = chain.to_string();
    let row: HeadRow = on_transaction!(transaction, connection => sqlx::query_as(SQL)
        .bind(&name)
        .bind(genesis.mac.as_bytes().as_slice())
        .fetch_one(connection))?;
    row.decode(&name)
}

pub(crate) async fn append(
    transaction: &mut Transaction,
    chain: ChainId,
    event: &AuditEvent,
    key: &AuditKey,
) -> Result<u64, StoreError> {
    const ENTRY: &str = "insert into audit_entry (chain, sequence, at, actor, action, subject, \
        before_json, after_json, source_address, mac) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    const HEAD: &str = "update audit_head set sequence = $2, mac = $3 where chain = $1";
    let head = lock_chain(transaction, chain, key).await?;
    let event = event.clone();
    let entry = AuditEntry {
        sequence: head.next_sequence(),
        at: event.at,
        actor: event.actor,
        action: event.action,
        subject: event.subject,
        before: event.before,
        after: event.after,
        source_address: event.source_address,
    };
    let name = chain.to_string();
    // Only a head at the end of the range has no next number.
    let head = head
        .append(&entry, key)
        .map_err(|_| StoreError::corrupt("audit_head.sequence", &name))?;
    execute!(
        &mut *transaction,
        sqlx::query(ENTRY)
            .bind(&name)
            .bind(stored(entry.sequence))
            .bind(entry.at.micros())
            .bind(&entry.actor)
            .bind(&entry.action)
            .bind(&entry.subject)
            .bind(&entry.before)
            .bind(&entry.after)
            .bind(&entry.source_address)
            .bind(head.mac.as_bytes().as_slice())
    )?;
    execute!(
        transaction,
        sqlx::query(HEAD)
            .bind(&name)
            .bind(stored(head.sequence))
            .bind(head.mac.as_bytes().as_slice())
    )?;
    Ok(entry.sequence)
}

const COLUMNS: &str = "chain, sequence, at, actor, action, subject, before_json, after_json, \
    source_address, mac";

/// Whose share of the connections reads a chain.
#[derive(Clone, Copy)]
enum Readers<'a> {
    Org(&'a OrgStore<'a>),
    Installation(&'a Store),
}

/// Runs one query text on the read pool, within the share of its readers.
macro_rules! on_chain_readers {
    ($readers:expr, $connection:ident => $query:expr) => {
        match $readers {
            Readers::Org(inside) => on_org_readers!(inside, $connection => $query),
            Readers::Installation(store) => on_readers!(&store.backend, $connection => $query),
        }
    };
}

async fn page(
    readers: Readers<'_>,
    chain: &str,
    order: AuditOrder,
    after: Option<u64>,
    size: PageSize,
) -> Result<Page<SealedEntry, u64>, StoreError> {
    // Numbers have no gaps, so the maximum is the count, and it is found without counting.
    const TOTAL: &str = "select coalesce(max(sequence), 0) from audit_entry where chain = $1";
    let (condition, start) = match order {
        AuditOrder::OldestFirst => ("sequence > $2 order by sequence", 0),
        AuditOrder::NewestFirst => ("sequence < $2 order by sequence desc", i64::MAX),
    };
    let sql =
        format!("select {COLUMNS} from audit_entry where chain = $1 and {condition} limit $3");
    let rows: Vec<EntryRow> = on_chain_readers!(readers, pool =>
        sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str()))
            .bind(chain)
            .bind(after.map_or(start, stored))
            .bind(size.probe())
            .fetch_all(pool))?;
    let total: i64 = on_chain_readers!(readers, pool =>
        sqlx::query_scalar(TOTAL).bind(chain).fetch_one(pool))?;
    let entries: Result<Vec<_>, _> = rows.into_iter().map(EntryRow::decode).collect();
    Ok(Page::cut(entries?, size, units(total), |it| {
        it.entry.sequence
    }))
}

/// The bytes of the JSON of an entry, which both databases know without reading it.
const MATCH_COLUMNS: &str = "sequence, cast(coalesce(octet_length(before_json), 0) \
    + coalesce(octet_length(after_json), 0) as bigint) as bytes";

/// The matches of a search among the [`MAX_READ`] entries `$3` of a chain `$1` before `$2`. Their
/// JSON is not read until the entry matches: it is most of an entry.
const MATCHES: &str = "from audit_entry where chain = $1 and sequence in (\
    select sequence from (select sequence, at, actor, action, subject from audit_entry \
    where chain = $1 and sequence < $2 order by sequence desc limit $3) as scanned \
    where ($4 is null or actor = $4) and ($5 is null or subject = $5) \
    and ($6 is null or action = $6 or action like $7) and at >= $8 and at < $9 \
    order by sequence desc limit $10) order by sequence desc";

async fn search(
    readers: Readers<'_>,
    chain: &str,
    filter: &AuditFilter,
    after: Option<u64>,
    size: PageSize,
) -> Result<AuditMatches, StoreError> {
    const TOTAL: &str = "select coalesce(max(sequence), 0) from audit_entry where chain = $1";
    let before = after.map_or(i64::MAX, stored);
    // An underscore stands for any character, which no two names of actions differ by.
    let group = filter.action.as_ref().map(|it| format!("{it}.%"));
    macro_rules! read_matches {
        ($columns:expr, $before:expr, $most:expr) => {{
            let sql = format!("select {} {MATCHES}", $columns);
            on_chain_readers!(readers, pool =>
                sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str()))
                    .bind(chain)
                    .bind($before)
                    .bind(MAX_READ)
                    .bind(filter.actor.as_deref())
                    .bind(filter.subject.as_deref())
                    .bind(filter.action.as_deref())
                    .bind(group.as_deref())
                    .bind(filter.from.map_or(i64::MIN, Timestamp::micros))
                    .bind(filter.to.map_or(i64::MAX, Timestamp::micros))
                    .bind($most)
                    .fetch_all(pool))
        }};
    }
    let found: Vec<MatchRow> = read_matches!(MATCH_COLUMNS, before, size.probe())?;
    let total: i64 = on_chain_readers!(readers, pool =>
        sqlx::query_scalar(TOTAL).bind(chain).fetch_one(pool))?;
    let shown = fitting(&found, size);
    let rows: Vec<EntryRow> = match found.first() {
        // From the first match on, because newer entries may have been written since.
        Some(first) => read_matches!(COLUMNS, first.sequence + 1, stored(shown as u64))?,
        None => Vec::new(),
    };
    let entries: Result<Vec<_>, _> = rows.into_iter().map(EntryRow::decode).collect();
    let next = if found.len() > shown {
        found[..shown].last().map(|it| units(it.sequence))
    } else {
        // Numbers have no gaps: the search ended before this one, unless it reached the first.
        let end = before.min(total.saturating_add(1)).saturating_sub(MAX_READ);
        (end > 1).then(|| units(end))
    };
    Ok(AuditMatches {
        entries: entries?,
        next,
        total: units(total),
    })
}

/// How many matches fit on a page: at least one, if there is one.
fn fitting(found: &[MatchRow], size: PageSize) -> usize {
    let (mut count, mut bytes) = (0, 0_i64);
    for row in found.iter().take(size.get() as usize) {
        bytes = bytes.saturating_add(row.bytes);
        if count > 0 && bytes > MAX_PAGE_BYTES {
            break;
        }
        count += 1;
    }
    count
}

/// Recomputes the MACs of a valid chain with another key. Returns `false` for a broken chain, which
/// it leaves unchanged.
pub(crate) async fn reseal(
    transaction: &mut Transaction,
    chain: ChainId,
    (old, new): (&AuditKey, &AuditKey),
) -> Result<bool, StoreError> {
    const ENTRY: &str = "update audit_entry set mac = $3 where chain = $1 and sequence = $2";
    const HEAD: &str = "update audit_head set mac = $2 where chain = $1";
    lock_chain(transaction, chain, old).await?;
    if verify(transaction, chain, old).await?.is_err() {
        return Ok(false);
    }
    let name = chain.to_string();
    let sql = format!(
        "select {COLUMNS} from audit_entry where chain = $1 and sequence > $2 order by sequence limit $3"
    );
    let mut head = ChainHead::genesis(chain, new);
    loop {
        let rows: Vec<EntryRow> = on_transaction!(&mut *transaction, connection =>
            sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str()))
                .bind(&name)
                .bind(stored(head.sequence))
                .bind(PORTION)
                .fetch_all(connection))?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            let entry = row.decode()?.entry;
            head = head
                .append(&entry, new)
                .map_err(|_| StoreError::corrupt("audit_entry.sequence", &name))?;
            execute!(
                &mut *transaction,
                sqlx::query(ENTRY)
                    .bind(&name)
                    .bind(stored(head.sequence))
                    .bind(head.mac.as_bytes().as_slice())
            )?;
        }
    }
    execute!(
        transaction,
        sqlx::query(HEAD)
            .bind(&name)
            .bind(head.mac.as_bytes().as_slice())
    )?;
    Ok(true)
}

/// Verifies a chain, whatever its length.
async fn verify(
    snapshot: &mut Transaction,
    chain: ChainId,
    key: &AuditKey,
) -> Result<Result<u64, AuditBreak>, StoreError> {
    let verdict = verify_within(snapshot, chain, key, VerificationLimit::NONE).await?;
    Ok(verdict.expect("no chain has 2^64 bytes"))
}

/// Verifies a chain; `None` if it is longer than the limit. A row that does not decode was edited,
/// which is a result here, not an error.
async fn verify_within(
    snapshot: &mut Transaction,
    chain: ChainId,
    key: &AuditKey,
    limit: VerificationLimit,
) -> Result<Option<Result<u64, AuditBreak>>, StoreError> {
    const HEAD: &str = "select sequence, mac from audit_head where chain = $1";
    let name = chain.to_string();
    let head: Option<HeadRow> = on_transaction!(&mut *snapshot, connection =>
        sqlx::query_as(HEAD).bind(&name).fetch_optional(connection))?;
    let sql = format!(
        "select {COLUMNS} from audit_entry where chain = $1 and sequence > $2 order by sequence limit $3"
    );
    let mut verifier = ChainVerifier::new(chain, key);
    let (mut last, mut count) = (i64::MIN, 0);
    let (mut bytes, mut bytes_of_turn) = (0_u64, 0_u64);
    loop {
        let rows: Vec<EntryRow> = on_transaction!(&mut *snapshot, connection =>
            sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str()))
                .bind(&name)
                .bind(last)
                .bind(VERIFIED_PORTION)
                .fetch_all(connection))?;
        let Some(end) = rows.last() else { break };
        last = end.sequence;
        for row in rows {
            let sequence = count + 1;
            let json = [&row.before_json, &row.after_json].into_iter().flatten();
            let row_bytes: u64 = json.map(|it| it.len() as u64).sum();
            bytes = bytes.saturating_add(row_bytes);
            if bytes > limit.bytes || sequence > limit.entries {
                return Ok(None);
            }
            let Ok(sealed) = row.decode() else {
                return Ok(Some(Err(AuditBreak::Changed { sequence })));
            };
            if let Err(broken) = verifier.take(&sealed.entry, sealed.mac) {
                return Ok(Some(Err(broken)));
            }
            count = sequence;
            bytes_of_turn += row_bytes;
            if bytes_of_turn > HASHED_BYTES_PER_TURN {
                bytes_of_turn = 0;
                tokio::task::yield_now().await;
            }
        }
    }
    let begun = match chain {
        // Since its creation.
        ChainId::Organization(_) => true,
        // Since its first start, even without an entry.
        ChainId::Installation => is_bound(snapshot).await?,
    };
    let head = match head.map(|it| it.decode(&name)) {
        None if count == 0 && begun => return Ok(Some(Err(AuditBreak::Missing))),
        None => ChainHead::genesis(chain, key),
        Some(Ok(head)) => head,
        Some(Err(_)) => return Ok(Some(Err(AuditBreak::Changed { sequence: count }))),
    };
    Ok(Some(verifier.finish(head).map(|head| head.sequence)))
}
