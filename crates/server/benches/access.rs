//! What a full verification costs in this process: from the headers of a request to the quota
//! decision, without the durable commit. Run by `cargo xtask bench access`.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench measures time, prints, and stops when it cannot go on"
)]

use std::sync::Arc;
use std::time::Instant;

use access::{
    DomainList, DomainRule, KeyId, KeyMode, KeyModules, KeyPermissions, KeyState, MasterSecret,
    OrgId, PlainKey, Random as _,
};
use axum::http::Request;
use axum::http::request::Parts;
use config::{Config, Origin, Sources};
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use server::app::App;
use store::testing::TestDatabase;
use store::{KeyRecord, KeyWithGrants, OrgTerms};

/// Organizations the keys are spread over.
const ORGS: usize = 10_000;
/// Verifications that are measured, in rounds short enough for a median to mean something.
const ROUNDS: usize = 1_000;
const PER_ROUND: usize = 100;
/// Keys with fifty patterns, besides.
const RESTRICTED: usize = 100_000;

fn config(keys: usize) -> Config {
    let mut sources = Sources::default();
    // Room for all: what is measured is a key in memory.
    let most = (2 * (keys + RESTRICTED)).to_string();
    let value = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    sources.add(Origin::CommandLine, [value("cached_keys", &most)]);
    Config::from_sources(&sources).unwrap()
}

/// Resident memory of this process, in bytes.
fn resident() -> usize {
    const PAGE: usize = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|it| it.parse().ok());
    pages.unwrap_or(0) * PAGE
}

fn fifty_patterns() -> DomainRule {
    let pattern = |number: usize| format!("*.shop{number}.example.com").parse().unwrap();
    DomainRule::List(DomainList::new((0..50).map(pattern)).unwrap())
}

struct Bench {
    app: Arc<App>,
    secret: MasterSecret,
    orgs: Vec<OrgId>,
    _database: TestDatabase,
}

impl Bench {
    async fn new(keys: usize) -> Self {
        let database = TestDatabase::sqlite();
        let store = database.open().await;
        let secret = MasterSecret::from_bytes([7; 32]);
        let now = Clock::System.now();
        let orgs = (0..ORGS).map(|_| OrgId::new(now, &OsRandom)).collect();
        let api = server::api::api();
        let app = App::new(config(keys), Clock::System, store, &secret, &api).await;
        Self {
            app: app.unwrap(),
            secret,
            orgs,
            _database: database,
        }
    }

    /// A key of some organization, in memory as if it had been looked up.
    fn key(&self, number: usize, domains: &DomainRule) -> String {
        let plain = PlainKey::generate(KeyMode::Live, &OsRandom);
        let now = Clock::System.now();
        let id = KeyId::new(now, &OsRandom);
        let digest = plain.digest(&self.secret.pepper());
        let key = KeyRecord {
            id,
            org_id: self.orgs[number % ORGS],
            org_name: "Bench".to_owned(),
            name: "bench".to_owned(),
            mode: KeyMode::Live,
            display: plain.display(),
            standing: KeyState {
                organization_active: true,
                revoked: false,
                enabled: true,
                expires_at: None,
                permissions: KeyPermissions::ALL,
            },
            family: id,
            rates: vec![],
            domains: domains.clone(),
            modules: KeyModules::All,
            terms: OrgTerms::of_plan("deluxe".parse().unwrap()),
            test_holder: None,
            created_at: now,
            created_by: None,
            last_used_at: None,
            superseded: false,
        };
        let grants = vec![];
        let known = KeyWithGrants {
            key,
            digest,
            grants,
        };
        self.app.key_cache.keep(known);
        plain.reveal().to_owned()
    }

    /// Median nanoseconds of a verification over random keys. A request is made just before it is verified: it comes
    /// from the network, and is in the processor's cache as no key is.
    async fn measure(&self, keys: &[String], origin: Option<&str>) -> f64 {
        // Every key has been seen once, as one in memory has.
        for key in keys {
            self.app.verify(&request(key, origin)).await.unwrap();
        }
        let mut rounds = Vec::with_capacity(ROUNDS);
        let mut bytes = [0_u8; 8 * PER_ROUND];
        for _ in 0..ROUNDS {
            OsRandom.fill(&mut bytes);
            let picked: Vec<_> = bytes
                .chunks_exact(8)
                .map(|it| u64::from_le_bytes(it.try_into().unwrap()))
                .map(|it| &keys[usize::try_from(it).unwrap_or(0) % keys.len()])
                .map(|key| request(key, origin))
                .collect();
            let started = Instant::now();
            for parts in &picked {
                std::hint::black_box(self.app.verify(parts).await.unwrap());
            }
            let nanos = started.elapsed().as_nanos();
            rounds.push(u32::try_from(nanos).unwrap_or(u32::MAX));
        }
        rounds.sort_unstable();
        f64::from(rounds[ROUNDS / 2]) / f64::from(u32::try_from(PER_ROUND).unwrap_or(1))
    }
}

fn request(key: &str, origin: Option<&str>) -> Parts {
    let mut request = Request::get("/api/key").header("x-api-key", key);
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    request.body(()).unwrap().into_parts().0
}

async fn run(keys: usize) {
    let bench = Bench::new(keys).await;
    let before = resident();
    let mut plain = Vec::with_capacity(keys);
    for number in 0..keys {
        plain.push(bench.key(number, &DomainRule::Unrestricted));
    }
    let grown = resident().saturating_sub(before);
    let per_key = grown.saturating_sub(plain.iter().map(String::len).sum()) / keys;
    let unrestricted = bench.measure(&plain, None).await;
    let rule = fifty_patterns();
    let mut narrowed = Vec::new();
    for number in 0..keys.min(RESTRICTED) {
        narrowed.push(bench.key(number, &rule));
    }
    let origin = Some("https://www.shop42.example.com");
    let restricted = bench.measure(&narrowed, origin).await;
    println!("{keys:>9} {unrestricted:>12.0} {restricted:>12.0} {per_key:>10}");
}

fn main() {
    // Each size in a process of its own: memory that was freed would hide what the next one takes.
    let asked = std::env::args().nth(1).and_then(|it| it.parse().ok());
    if let Some(keys) = asked {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all();
        runtime.build().unwrap().block_on(run(keys));
        return;
    }
    println!("median of {ROUNDS} rounds of {PER_ROUND} verifications, {ORGS} organizations");
    println!(
        "{:>9} {:>12} {:>12} {:>10}",
        "keys", "plain ns", "50 patterns", "bytes/key"
    );
    for keys in ["100000", "1000000"] {
        let mut one = std::process::Command::new(std::env::current_exe().unwrap());
        assert!(one.arg(keys).status().unwrap().success());
    }
}
