//! Fills an installation's database with synthetic organizations, keys and a ledger, for `cargo
//! xtask bench growth`. A server may run at the same time. The same numbers give the same rows.
//!
//! `fill DATABASE MASTER_KEY_FILE ORGS KEYS ROWS`: one organization has a thousand keys, if there
//! are that many, and all rows of the ledger, spread evenly over the last 90 days and those keys.
//! The other keys are spread over all organizations. Prints JSON: that organization, a session of
//! its owner, and keys of different organizations.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program of its own, whose last day is today"
)]

use std::cell::Cell;
use std::error::Error;
use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use access::{
    KeyId, KeyMode, MasterSecret, OrgId, PlainKey, Random, Role, SessionId, SessionToken,
    Timestamp, UserId,
};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use store::{DatabaseLocation, NewSession, NewUser, Store, Tenant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The number of keys of the organization that has the ledger.
const KEYS_OF_ONE: usize = 1_000;
/// The maximum number of keys printed.
const MAX_PRINTED: usize = 20_000;
const ROWS_TOGETHER: usize = 500;
const DAYS: i64 = 90;
const DAY_MICROS: i64 = 86_400_000_000;
const PERMISSIONS: &str = "calc:read chart:read content:read modules:read";
const OPERATIONS: [&str; 12] = [
    "calc_natal",
    "calc_transit",
    "calc_synastry",
    "calc_composite",
    "calc_davison",
    "calc_solar_return",
    "calc_lunar_return",
    "calc_progressions",
    "calc_moon_calendar",
    "chart_natal",
    "chart_transit",
    "geocoding_search",
];

/// A source of different bytes on every call, the same in every run.
struct Sequence(Cell<u64>);

impl Random for Sequence {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            self.0.set(self.0.get() + 1);
            // The finalizer of SplitMix64 (Steele, Lea, Flood 2014) decorrelates consecutive
            // values.
            let mut word = self.0.get().wrapping_mul(0x9E37_79B9_7F4A_7C15);
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^= word >> 31;
            chunk.copy_from_slice(&word.to_be_bytes()[..chunk.len()]);
        }
    }
}

/// The raw database connection, for statements that the store does not need.
enum Raw {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Raw {
    async fn open(address: &str) -> Result<Self> {
        Ok(if address.starts_with("postgres") {
            Self::Postgres(PgPool::connect(address).await?)
        } else {
            Self::Sqlite(SqlitePool::connect(&format!("sqlite://{address}")).await?)
        })
    }

    async fn run(&self, sql: String) -> Result<()> {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(pool) => sqlx::raw_sql(sql).execute(pool).await.map(drop)?,
            Self::Postgres(pool) => sqlx::raw_sql(sql).execute(pool).await.map(drop)?,
        }
        Ok(())
    }

    /// Inserts rows given as SQL, many in one transaction.
    async fn insert(&self, into: &str, rows: &[String]) -> Result<()> {
        for part in rows.chunks(100 * ROWS_TOGETHER) {
            let portion = |it: &[String]| format!("insert into {into} values {};", it.join(","));
            let statements: Vec<_> = part.chunks(ROWS_TOGETHER).map(portion).collect();
            self.run(format!("begin; {} commit;", statements.concat()))
                .await?;
        }
        Ok(())
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a string takes any text");
            hex
        });
        match self {
            Self::Sqlite(_) => format!("x'{hex}'"),
            Self::Postgres(_) => format!("'\\x{hex}'::bytea"),
        }
    }
}

struct Fill {
    raw: Raw,
    store: Store,
    secret: MasterSecret,
    random: Sequence,
    now: Timestamp,
}

impl Fill {
    async fn organizations(&self, count: usize) -> Result<Vec<OrgId>> {
        let orgs: Vec<_> = (0..count)
            .map(|_| OrgId::new(self.now, &self.random))
            .collect();
        let at = self.now.micros();
        let row = |id: &OrgId| {
            format!("('{id}', 'Grown', 'deluxe', 'active', {at}, 0, '10000/1s', 1000000000000)")
        };
        let rows: Vec<_> = orgs.iter().map(row).collect();
        let into = "organization (id, name, plan, status, created_at, revision, rates, quota)";
        self.raw.insert(into, &rows).await?;
        Ok(orgs)
    }

    /// Adds keys: the first thousand to the first organization, the others to all in turn.
    async fn keys(&self, orgs: &[OrgId], count: usize) -> Result<(Vec<KeyId>, Vec<String>)> {
        let (pepper, at) = (self.secret.pepper(), self.now.micros());
        let (mut of_one, mut printed, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..count {
            let plain = PlainKey::generate(KeyMode::Live, &self.random);
            let id = KeyId::new(self.now, &self.random);
            let org = if number < KEYS_OF_ONE {
                of_one.push(id);
                orgs[0]
            } else {
                orgs[number % orgs.len()]
            };
            if number % count.div_ceil(MAX_PRINTED) == 0 {
                printed.push(plain.reveal().to_owned());
            }
            let digest = self.raw.bytes(plain.digest(&pepper).as_bytes());
            let display = plain.display();
            let display = display.as_stored();
            rows.push(format!(
                "('{id}', '{org}', 'grown {number}', 'live', {digest}, 1, '{display}', \
                 '{PERMISSIONS}', true, {at}, 0, '{id}')"
            ));
            if rows.len() == 100 * ROWS_TOGETHER || number + 1 == count {
                let into = "api_key (id, org_id, name, mode, digest, pepper_version, display, \
                    permissions, enabled, created_at, revision, family)";
                self.raw.insert(into, &rows).await?;
                rows.clear();
            }
        }
        Ok((of_one, printed))
    }

    /// Adds a signed-in owner of organizations.
    async fn owner(&self, of: &[OrgId]) -> Result<String> {
        let user = NewUser {
            id: UserId::new(self.now, &self.random),
            email: "owner@growth.example.com".parse()?,
            name: "Owner".parse()?,
            password: None,
            email_verified_at: Some(self.now),
            operator: false,
            created_at: self.now,
        };
        let token = SessionToken::generate(&self.random);
        let session = NewSession {
            id: SessionId::new(self.now, &self.random),
            user: user.id,
            digest: token.digest(&self.secret.session_key()),
            second_factor: false,
            created_at: self.now,
            source_address: None,
            user_agent: None,
        };
        let mut transaction = self.store.begin().await?;
        transaction.add_user(&user).await?;
        transaction.add_session(&session).await?;
        transaction.commit().await?;
        for org in of {
            let inside = self.store.org(Tenant::named_by_operator(*org));
            let locked = inside.locked(&self.secret.audit_key()).await?;
            let mut locked = locked.ok_or("the organization is gone")?;
            locked.add_member(user.id, Role::Owner, self.now).await?;
            locked.commit().await?;
        }
        Ok(token.reveal().to_owned())
    }

    /// Adds the ledger of one organization. Each of its keys belongs to one customer: mostly one
    /// operation, from one page.
    async fn ledger(&self, org: OrgId, keys: &[KeyId], rows: i64) -> Result<()> {
        let number = |(number, id): (usize, &KeyId)| {
            let operation = OPERATIONS[number % OPERATIONS.len()];
            format!(
                "({number}, '{id}', {}, '{operation}', 'page{}.example.com')",
                self.raw.bytes(id.bytes()),
                number % 20
            )
        };
        let numbers: Vec<_> = keys.iter().enumerate().map(number).collect();
        let raw = &self.raw;
        let kind = match raw {
            Raw::Sqlite(_) => "blob",
            Raw::Postgres(_) => "bytea",
        };
        raw.run(format!(
            "create table fill_key (number bigint primary key, id text, bytes {kind} unique, \
             operation text, host text)"
        ))
        .await?;
        raw.insert("fill_key", &numbers).await?;
        let first = self.now.micros().div_euclid(DAY_MICROS) * DAY_MICROS - (DAYS - 1) * DAY_MICROS;
        let step = (self.now.micros() - first) / rows.max(1);
        for begin in (0..rows).step_by(usize::try_from(PART)?) {
            let end = (begin + PART).min(rows);
            raw.run(self.rows_of_ledger(org, keys.len(), (begin..end, first, step)))
                .await?;
            let instants = first + begin * step..first + end * step;
            raw.run(self.sums_of_part(org, instants)).await?;
            if let Raw::Sqlite(_) = raw {
                // Otherwise the log of a hundred million rows becomes larger than the file.
                raw.run("pragma wal_checkpoint(truncate)".to_owned())
                    .await?;
            }
        }
        self.days(org).await?;
        raw.run("drop table fill_key".to_owned()).await
    }

    fn rows_of_ledger(
        &self,
        org: OrgId,
        keys: usize,
        (numbers, first, step): (std::ops::Range<i64>, i64, i64),
    ) -> String {
        let (begin, end, org) = (numbers.start, numbers.end, self.raw.bytes(org.bytes()));
        let (series, hex, unhex) = match self.raw {
            Raw::Sqlite(_) => (
                format!(
                    "with recursive series(i) as (select {begin} union all \
                     select i + 1 from series where i + 1 < {end})"
                ),
                "printf('%012x', at / 1000) as hex, printf('%012x', i) as tail",
                "unhex(hex || '70008000' || tail)",
            ),
            Raw::Postgres(_) => (
                format!("with series(i) as (select * from generate_series({begin}, {end} - 1))"),
                "lpad(to_hex(at / 1000), 12, '0') as hex, lpad(to_hex(i), 12, '0') as tail",
                "decode(hex || '70008000' || tail, 'hex')",
            ),
        };
        format!(
            "insert into ledger (id, org_id, key_id, family, operation, mode, cost, at, status, \
             origin_host) \
             {series}, timed as (select i, {first} + cast(i as bigint) * {step} as at from series), \
             named as (select i, at, {hex} from timed) \
             select {unhex}, {org}, k.bytes, k.bytes, k.operation, 'live', 1, at, 200, k.host \
             from named join fill_key k on k.number = (cast(i as bigint) * 7919) % {keys}"
        )
    }

    /// Returns the statement that adds the totals of one part of the ledger, by month and hour.
    fn sums_of_part(&self, org: OrgId, instants: std::ops::Range<i64>) -> String {
        let bytes = self.raw.bytes(org.bytes());
        let (begin, end) = (instants.start, instants.end);
        let of = format!(
            "from ledger l join fill_key k on k.bytes = l.key_id \
             where l.org_id = {bytes} and l.at >= {begin} and l.at < {end}"
        );
        let period = match self.raw {
            Raw::Sqlite(_) => "strftime('%Y-%m', at / 1000000, 'unixepoch')",
            Raw::Postgres(_) => "to_char(to_timestamp(at / 1000000) at time zone 'UTC', 'YYYY-MM')",
        };
        format!(
            "insert into usage_period (org_id, period, mode, used, cap) \
             select '{org}', {period}, mode, sum(cost), 1000000000000 {of} group by 2, mode \
             on conflict (org_id, period, mode) do update set \
             used = usage_period.used + excluded.used; \
             insert into usage_hour (org_id, hour, key_id, operation, origin_host, requests, \
             units, succeeded, refused, failed) \
             select '{org}', at / 3600000000, k.id, l.operation, origin_host, \
             count(*), sum(cost), count(*), 0, 0 {of} \
             group by at / 3600000000, k.id, l.operation, origin_host \
             on conflict (org_id, hour, key_id, operation, origin_host) do update set \
             requests = usage_hour.requests + excluded.requests, \
             units = usage_hour.units + excluded.units, \
             succeeded = usage_hour.succeeded + excluded.succeeded"
        )
    }

    /// Adds the totals of the hours, by day.
    async fn days(&self, org: OrgId) -> Result<()> {
        let sums = "sum(requests), sum(units), sum(succeeded), sum(refused), sum(failed)";
        for (dimension, column) in [
            ("key", "key_id"),
            ("operation", "operation"),
            ("origin", "origin_host"),
        ] {
            self.raw
                .run(format!(
                    "insert into usage_day (org_id, dimension, label, day, requests, units, \
                     succeeded, refused, failed) \
                     select org_id, '{dimension}', {column}, hour / 24, {sums} from usage_hour \
                     where org_id = '{org}' group by org_id, {column}, hour / 24"
                ))
                .await?;
        }
        // As after 90 days: PostgreSQL has analyzed its tables, and no writes are pending.
        match self.raw {
            Raw::Sqlite(_) => {
                self.raw
                    .run("pragma wal_checkpoint(truncate)".to_owned())
                    .await
            }
            Raw::Postgres(_) => {
                self.raw.run("vacuum analyze".to_owned()).await?;
                self.raw.run("checkpoint".to_owned()).await
            }
        }
    }
}

/// The number of rows per statement.
const PART: i64 = 500_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, database, secret, orgs, keys, rows] = arguments.as_slice() else {
        return Err("fill DATABASE MASTER_KEY_FILE ORGS KEYS ROWS".into());
    };
    let location = if database.starts_with("postgres") {
        DatabaseLocation::Postgres(database.clone())
    } else {
        DatabaseLocation::SqliteFile(database.into())
    };
    let secret = MasterSecret::from_file_text(&std::fs::read_to_string(secret)?);
    let micros = SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros();
    let fill = Fill {
        raw: Raw::open(database).await?,
        store: Store::open_existing(&location).await?,
        secret: secret.map_err(|_| "this is no master secret")?,
        random: Sequence(Cell::new(0)),
        now: Timestamp::from_micros(i64::try_from(micros)?),
    };
    let orgs = fill.organizations(orgs.parse()?).await?;
    let (of_one, printed) = fill.keys(&orgs, keys.parse()?).await?;
    let mut owned = vec![orgs[0], orgs[orgs.len() - 1]];
    owned.dedup();
    let cookie = fill.owner(&owned).await?;
    let rows: i64 = rows.parse()?;
    if rows > 0 {
        fill.ledger(orgs[0], &of_one, rows).await?;
    }
    let other = orgs[orgs.len() - 1];
    let quoted: Vec<_> = printed.iter().map(|it| format!("\"{it}\"")).collect();
    println!(
        "{{\"org\":\"{}\",\"other\":\"{other}\",\"session\":\"{cookie}\",\"keys\":[{}]}}",
        orgs[0],
        quoted.join(",")
    );
    Ok(())
}
