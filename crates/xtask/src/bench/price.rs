//! `cargo xtask bench price`: whether one unit buys at most the promised processor time, for every
//! operation of the API document, and whether refusals are cheap.
//!
//! A random search: inputs that are accepted and cost more per unit than any before are mutated
//! further. It finds expensive requests, but does not prove that there are no more expensive ones.

mod encoding;
mod once;
mod operation;
mod person;
mod probe;
mod refused;
mod schema;
mod seed;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use self::encoding::{flatten, freshen};
use self::operation::{Caller, Operation};
use self::person::{EMAIL, OPERATED_ORG, OPERATED_USER, SecondFactor};
use self::probe::{Outcome, Probe};
use self::refused::{hostile_bodies, hostile_queries};
use self::schema::Schemas;
use self::seed::{AFTER_A_CHANGE, MODULE_PRICE, OPEN_KEY};
use super::SERVE_ARGUMENTS;
use crate::{
    cargo::{Profile, Workspace},
    dice::Dice,
    http::Request,
    machine,
    service::{Launch, Service, UNLIMITED},
};

/// The maximum processor time of one unit, in default natal requests.
const NATALS_PER_UNIT: f64 = 28.0;
/// The maximum processor time of a refusal.
const REFUSAL: Duration = Duration::from_millis(5);
/// Warm-up requests.
const WARM_UP: u32 = 400;
/// Requests for the mean of the default natal request.
const NATALS: u32 = 100;
/// The same next to each final measurement, because the speed of a shared machine changes within
/// seconds.
const NATALS_BESIDE: u32 = 20;
/// How often the most expensive inputs are measured again. The median counts.
const REPEATS: usize = 5;
/// How many of the most expensive inputs are measured again.
const FINALISTS: usize = 4;
/// A mutation is kept if it costs at least this share of the most expensive one, because a search
/// that only climbs gets stuck.
const KEEP: f64 = 0.9;
/// The search restarts from the smallest input after this many mutations without an improvement.
const TIMEOUT: u32 = 40;
/// How long, and how often for one operation, to wait for the rate of a person.
const RATE_WAIT: Duration = Duration::from_secs(2);
const RATE_WAITS: u32 = 10;
/// The printed length of an input.
const SHOWN: usize = 1_000;

/// The default request for comparisons.
const NATAL: &str =
    "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";

/// Operations that check or hash a password, which is slow on purpose.
const PASSWORDS: &[&str] = &[
    "account_setup",
    "session_create",
    "session_reauthenticate",
    "email_change",
    "password_change",
    "password_reset_confirm",
    "invitation_register",
    "second_factor_begin",
    "second_factor_disable",
    "recovery_codes_renew",
];

/// The parameters of `bench price`.
#[derive(Debug)]
pub(crate) struct Options {
    /// Only operations whose identifier contains one of these, separated by commas.
    pub(crate) only: Option<String>,
    /// Generated requests per operation.
    pub(crate) tries: u32,
    pub(crate) seed: u64,
    /// A program to measure instead of a new build.
    pub(crate) binary: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let binary = match &options.binary {
        Some(binary) => binary.clone(),
        None => workspace.build_service(Profile::Release)?,
    };
    let configuration = format!("{UNLIMITED}{MODULE_PRICE}");
    let launch = Launch {
        name: "bench-price",
        binary: &binary,
        arguments: SERVE_ARGUMENTS,
        environment: &[],
        core: None,
        configuration: &configuration,
    };
    let service = Service::start(workspace, &launch)?;
    let mut search = Search::new(&service, options)?;
    let document = search.document()?;
    let schemas = Schemas::new(&document);
    let mut operations = Operation::all(&document)?;
    let is_wanted = |id: &str| {
        let wanted = options.only.as_ref();
        wanted.is_none_or(|wanted| wanted.split(',').any(|it| id.contains(it)))
    };
    operations.retain(|it| is_wanted(it.id));
    // Batches consist of inputs that were expensive on their own, and deleted things and closed
    // organizations can no longer be used, so these come last. New texts fill the organization, so
    // copies come before them.
    operations.sort_by_key(|it| {
        let ends = it.method == "DELETE" || it.id == CLOSE;
        (ends, it.id == BATCH, it.id != COPY)
    });
    let mut rows = Vec::new();
    if is_wanted(AFTER_A_CHANGE) {
        rows.push(search.natal_after_a_change()?);
    }
    for operation in &operations {
        if machine::stopped() {
            bail!("stopped by a signal");
        }
        let row = search.operation(operation, &schemas)?;
        eprintln!("{}", row.brief());
        rows.push(row);
    }
    print(&rows)
}

const BATCH: &str = "calc_batch";
const COPY: &str = "content_copy";
const CLOSE: &str = "org_close";

/// An input: the query or the body, and whether the response can be compressed.
#[derive(Clone, Debug)]
struct Input {
    query: Value,
    body: Option<Value>,
    gzip: bool,
}

/// A request with its cost.
#[derive(Clone, Debug)]
struct Measured {
    input: String,
    status: u16,
    code: String,
    units: u64,
    took: Duration,
    bytes: u64,
    /// The default natal request at that time.
    natal: Duration,
}

impl Measured {
    /// Processor time per unit, in default natal requests.
    fn natals_per_unit(&self) -> f64 {
        self.per_unit().as_secs_f64() / self.natal.as_secs_f64()
    }

    /// Processor time per unit. Free requests count as one unit.
    fn per_unit(&self) -> Duration {
        self.took / u32::try_from(self.units.max(1)).unwrap_or(u32::MAX)
    }
}

/// The result of one operation.
struct Row {
    id: String,
    tried: u32,
    accepted: u32,
    dearest: Option<Measured>,
    refused: Option<Measured>,
}

struct Search<'a> {
    probe: Probe,
    dice: Dice,
    tries: u32,
    key: String,
    origin: String,
    cookie: String,
    operator_cookie: String,
    /// The owner's email address, which one operation changes.
    email: &'static str,
    factor: SecondFactor,
    remaining: Option<u64>,
    /// How often the current operation can still wait for a rate.
    waits: u32,
    /// The organization of the key. It has texts at the limit. Other operations of people act in the
    /// first organization, because some would end the key.
    texts_org: String,
    /// Processor time of the default natal request.
    natal: Duration,
    /// Identifiers for path parameters.
    known: BTreeMap<String, String>,
    /// Library texts that can be copied, each once.
    uncopied: Vec<String>,
    /// The most expensive inputs of calculations, by their name in a batch.
    dear: BTreeMap<&'a str, Value>,
}

impl<'a> Search<'a> {
    fn new(service: &Service, options: &Options) -> Result<Self> {
        let (org, key) =
            service.unlimited_org(&["calc:read", "content:read", "chart:read", "modules:read"])?;
        let mut search = Self {
            probe: Probe::new(service.address, service.process()),
            dice: Dice::new(options.seed),
            tries: options.tries,
            key,
            origin: format!("http://{}", service.address),
            cookie: String::new(),
            operator_cookie: String::new(),
            email: EMAIL,
            factor: SecondFactor::default(),
            remaining: None,
            waits: RATE_WAITS,
            texts_org: String::new(),
            natal: Duration::ZERO,
            known: BTreeMap::new(),
            uncopied: Vec::new(),
            dear: BTreeMap::new(),
        };
        search.sign_up_operator(&service.setup_token()?)?;
        search.sign_up_owner()?;
        service.add_owner(&service.first_org()?, EMAIL)?;
        search.find_resources()?;
        service.add_owner(&org, EMAIL)?;
        search.texts_org = org;
        search.fill_texts()?;
        search.uncopied = search.uncopied_texts()?;
        search.measure_natal(WARM_UP)?;
        search.measure_natal(NATALS)?;
        println!(
            "default natal request: {:.3} ms of processor time (mean of {NATALS})",
            milliseconds(search.natal)
        );
        Ok(search)
    }

    /// Finds what requests name.
    fn find_resources(&mut self) -> Result<()> {
        let orgs = self.get("/api/manage/me/organizations", Caller::Session)?;
        let org = orgs["data"][0]["id"].as_str().context("no organization")?;
        let org = org.to_owned();
        self.known.insert("{org}".to_owned(), org.clone());
        let texts = self.get("/api/content/search?q=moon", Caller::Key)?;
        for (place, pointer) in [("{id}", "/data/0/id"), ("{urn}", "/data/0/attributes/urn")] {
            let value = texts.pointer(pointer).and_then(Value::as_str);
            let value = value.context("no text was found")?;
            self.known.insert(place.to_owned(), value.to_owned());
        }
        self.add_resources(&format!("/api/manage/orgs/{org}"))
    }

    fn document(&mut self) -> Result<Value> {
        // Larger than the kept part of a response.
        let address = self.origin.trim_start_matches("http://").parse()?;
        let response = crate::http::fetch(address, &Request::get("/openapi.json"))?;
        Ok(serde_json::from_slice(&response.body)?)
    }

    fn get(&mut self, path: &str, caller: Caller) -> Result<Value> {
        let request = self.with_headers(Request::get(path), caller);
        Ok(self.probe.send(&request)?.json())
    }

    fn with_headers(&self, request: Request, caller: Caller) -> Request {
        let request = request
            .header("Origin", &self.origin)
            .header("Content-Type", "application/json");
        match caller {
            Caller::Key => request.header("X-Api-Key", &self.key),
            Caller::Session => request.header("Cookie", &self.cookie),
            Caller::Operator => request.header("Cookie", &self.operator_cookie),
            Caller::Anyone => request,
        }
    }

    fn measure_natal(&mut self, count: u32) -> Result<()> {
        let request = self.with_headers(Request::get(NATAL), Caller::Key);
        let mut sum = Duration::ZERO;
        for _ in 0..count {
            let outcome = self.probe.send(&request)?;
            if outcome.status != 200 {
                bail!("the natal request got status {}", outcome.status);
            }
            self.remaining = outcome.remaining;
            sum += outcome.took;
        }
        self.natal = sum / count;
        Ok(())
    }

    /// Searches one operation.
    fn operation(&mut self, operation: &Operation<'a>, schemas: &Schemas<'_>) -> Result<Row> {
        let mut found = Found::default();
        self.waits = RATE_WAITS;
        if operation.id == BATCH {
            self.batches(operation, &mut found)?;
        } else {
            let example = operation.example.iter().cloned();
            let mut own = self.own_inputs(operation.id)?;
            own.extend(self.inputs_that_work_once(operation.id)?);
            let seeds = seed::expensive(operation.id).into_iter().chain(own);
            for input in seeds.chain(example) {
                let measured = self.measure(operation, &input)?;
                found.add(measured, &input);
            }
            self.climb(operation, schemas, &mut found)?;
        }
        self.hostile(operation, schemas, &mut found)?;
        let dearest = self.confirm(operation, &found)?;
        if let (Some(name), Some((_, input))) = (operation.batch_name(), found.accepted.first())
            && let Some(body) = &input.body
        {
            self.dear.insert(name, body.clone());
        }
        Ok(Row {
            id: operation.id.to_owned(),
            tried: found.tried,
            accepted: found.accepted_count,
            dearest,
            refused: found.refused,
        })
    }

    fn smallest(&mut self, operation: &Operation<'a>, schemas: &Schemas<'_>) -> Input {
        Input {
            query: schemas.smallest(&operation.query, &mut self.dice),
            body: operation
                .body
                .map(|schema| schemas.smallest(schema, &mut self.dice)),
            gzip: false,
        }
    }

    fn climb(
        &mut self,
        operation: &Operation<'a>,
        schemas: &Schemas<'_>,
        found: &mut Found,
    ) -> Result<()> {
        let seed = found.accepted.first();
        let mut current = match seed {
            Some((measured, input)) => (measured.per_unit(), input.clone()),
            None => (Duration::ZERO, self.smallest(operation, schemas)),
        };
        let is_seeded = seed.is_some();
        let mut idle = 0;
        for number in 0..operation.tries(self.tries) {
            let mut input = current.1.clone();
            if number > 0 || is_seeded {
                self.change(operation, schemas, &mut input);
            }
            let measured = self.measure_refusal_again(operation, &input)?;
            let per_unit = measured.per_unit();
            let dearest = found
                .accepted
                .first()
                .map_or(Duration::ZERO, |it| it.0.per_unit());
            let is_accepted = found.add(measured, &input);
            if is_accepted && per_unit >= current.0.mul_f64(KEEP) {
                current = (per_unit, input);
            }
            idle = if is_accepted && per_unit > dearest {
                0
            } else {
                idle + 1
            };
            if idle > TIMEOUT || current.0.is_zero() {
                current = (Duration::ZERO, self.smallest(operation, schemas));
                idle = 0;
            }
        }
        Ok(())
    }

    fn change(&mut self, operation: &Operation<'a>, schemas: &Schemas<'_>, input: &mut Input) {
        let dice = &mut self.dice;
        match dice.below(8) {
            0 => input.gzip = !input.gzip,
            _ => match (operation.body, &input.body) {
                (Some(schema), Some(body)) => {
                    input.body = Some(schemas.changed(schema, body, dice));
                }
                _ => input.query = schemas.changed(&operation.query, &input.query, dice),
            },
        }
    }

    /// As many copies as the limit allows of every expensive input, and a mixture.
    fn batches(&mut self, operation: &Operation<'a>, found: &mut Found) -> Result<()> {
        let dear: Vec<Value> = self
            .dear
            .iter()
            .map(|(name, body)| json!({ "operation": name, "body": body }))
            .collect();
        let copies = |item: &Value| [10, 1_000].map(|count| vec![item.clone(); count]);
        let mut batches: Vec<Vec<Value>> = dear.iter().flat_map(copies).collect();
        batches.push(dear);
        for requests in batches {
            let input = Input {
                query: json!({}),
                body: Some(json!({ "requests": requests })),
                gzip: self.dice.below(2) == 0,
            };
            let measured = self.measure_refusal_again(operation, &input)?;
            found.add(measured, &input);
        }
        Ok(())
    }

    /// Refusals are few and short, so a single measurement may be noise, such as freeing the memory
    /// of the request before.
    fn measure_refusal_again(
        &mut self,
        operation: &Operation<'a>,
        input: &Input,
    ) -> Result<Measured> {
        let mut measured = self.measure(operation, input)?;
        for _ in 1..REPEATS {
            if measured.status < 400 || measured.took <= REFUSAL / 2 {
                break;
            }
            let again = self.measure(operation, input)?;
            measured.took = measured.took.min(again.took);
        }
        Ok(measured)
    }

    /// Requests that should be refused, as expensive as possible.
    fn hostile(
        &mut self,
        operation: &Operation<'a>,
        schemas: &Schemas<'_>,
        found: &mut Found,
    ) -> Result<()> {
        let accepted = found.accepted.first().map(|(_, input)| input.clone());
        let base = accepted.unwrap_or_else(|| self.smallest(operation, schemas));
        let mut again = Vec::new();
        for (what, request) in self.hostile_requests(operation, &base) {
            let caller = operation.caller;
            let request = self.with_headers(request, caller);
            found.tried += 1;
            for _ in 0..REPEATS {
                let outcome = self.probe.send(&request)?;
                again.push(self.outcome(&outcome, &what));
            }
            again.sort_by_key(|it| it.took);
            let middle = again.swap_remove(REPEATS / 2);
            again.clear();
            if middle.status >= 400 {
                found.refuse(middle);
            }
        }
        Ok(())
    }

    fn hostile_requests(
        &mut self,
        operation: &Operation<'a>,
        base: &Input,
    ) -> Vec<(String, Request)> {
        let plain = self.request(operation, base);
        let mut all = Vec::new();
        for (what, query) in hostile_queries() {
            let separator = if plain.path.contains('?') { '&' } else { '?' };
            let path = format!("{}{separator}{query}", plain.path);
            all.push((
                what.to_owned(),
                Request {
                    path,
                    ..plain.clone()
                },
            ));
        }
        let Some(Value::Object(body)) = &base.body else {
            return all;
        };
        for (what, body) in hostile_bodies(body) {
            all.push((
                what,
                Request {
                    body,
                    ..plain.clone()
                },
            ));
        }
        all
    }

    fn measure(&mut self, operation: &Operation<'a>, input: &Input) -> Result<Measured> {
        let request = self.request(operation, input);
        let shown = match &input.body {
            Some(body) => body.to_string(),
            None => request.path.clone(),
        };
        let request = self.with_headers(request, operation.caller);
        let mut outcome = self.probe.send(&request)?;
        // People have rates that the bench cannot raise.
        while matches!(operation.caller, Caller::Session | Caller::Operator)
            && self.waits > 0
            && outcome.json()["errors"][0]["code"] == "rate_limited"
        {
            self.waits -= 1;
            thread::sleep(RATE_WAIT);
            outcome = self.probe.send(&request)?;
        }
        if outcome.status == 401 && operation.caller == Caller::Session {
            self.sign_in()?;
        }
        if operation.caller == Caller::Operator
            && outcome.json()["errors"][0]["code"] == "reauthentication_required"
        {
            self.prove()?;
            outcome = self.probe.send(&request)?;
        }
        let compressed = if input.gzip { "gzip " } else { "" };
        Ok(self.outcome(&outcome, &format!("{compressed}{shown}")))
    }

    fn outcome(&mut self, outcome: &Outcome, input: &str) -> Measured {
        let spent = self.remaining.zip(outcome.remaining);
        let units = spent.map_or(0, |(before, after)| before.saturating_sub(after));
        self.remaining = outcome.remaining.or(self.remaining);
        let code = outcome.json()["errors"][0]["code"]
            .as_str()
            .map(str::to_owned);
        Measured {
            input: cut(input),
            status: outcome.status,
            code: code.unwrap_or_default(),
            units,
            took: outcome.took,
            natal: self.natal,
            bytes: outcome.bytes,
        }
    }

    fn request(&mut self, operation: &Operation<'a>, input: &Input) -> Request {
        let mut path = operation.path.to_owned();
        let mut query = input.query.clone();
        for name in &operation.path_names {
            let place = format!("{{{name}}}");
            let chosen = query.as_object_mut().and_then(|it| it.remove(*name));
            let value = match chosen {
                Some(mut chosen) => {
                    freshen(name, &mut chosen, &mut self.dice);
                    chosen.as_str().map_or(chosen.to_string(), str::to_owned)
                }
                None => self.identifier(&path, &place),
            };
            path = path.replace(&place, &value);
        }
        freshen("", &mut query, &mut self.dice);
        let pairs = flatten(&query);
        if !pairs.is_empty() {
            path = format!("{path}?{}", pairs.join("&"));
        }
        let body = input.body.clone().map(|mut body| {
            freshen("", &mut body, &mut self.dice);
            body.to_string().into_bytes()
        });
        let request = Request {
            method: operation.method,
            body: body.unwrap_or_default(),
            ..Request::get(&path)
        };
        let request = if input.gzip {
            request.header("Accept-Encoding", "gzip")
        } else {
            request
        };
        if operation.caller == Caller::Session && path.starts_with("/api/content") {
            return self.in_org(request);
        }
        request
    }

    /// An existing resource: the first item of the list at the path up to the name.
    fn identifier(&mut self, path: &str, place: &str) -> String {
        if place == "{contentType}" {
            return "planet-in-sign".to_owned();
        }
        if path.ends_with("/create-custom-copy")
            && let Some(id) = self.uncopied.pop()
        {
            return id;
        }
        let is_operated = path.starts_with("/api/manage/installation/");
        let place = match place {
            "{user}" if is_operated => OPERATED_USER,
            "{org}" if is_operated => OPERATED_ORG,
            place => place,
        };
        let place = match place {
            "{key}" if path.ends_with("/tokens") || path.contains("/embed-urls") => OPEN_KEY,
            place => place,
        };
        if let Some(known) = self.known.get(place) {
            return known.clone();
        }
        let is_the_same_everywhere = matches!(place, "{org}" | "{id}" | "{urn}");
        let known_as = if is_the_same_everywhere { place } else { path };
        if let Some(known) = self.known.get(known_as) {
            return known.clone();
        }
        let list = path.split(place).next().unwrap_or_default();
        let list = list.trim_end_matches('/').to_owned();
        let caller = if is_operated {
            Caller::Operator
        } else {
            Caller::Session
        };
        let listed = self.get(&list, caller).unwrap_or_default();
        let first = listed["data"][0]["id"].as_str();
        let id = first.unwrap_or("natal").to_owned();
        self.known.insert(known_as.to_owned(), id.clone());
        id
    }

    /// Measures the most expensive inputs again, because a single measurement may be noise.
    fn confirm(&mut self, operation: &Operation<'a>, found: &Found) -> Result<Option<Measured>> {
        let mut confirmed: Vec<Measured> = Vec::new();
        for (_, input) in found.accepted.iter().take(FINALISTS) {
            let mut again = Vec::new();
            for _ in 0..REPEATS {
                self.measure_natal(NATALS_BESIDE)?;
                let measured = self.measure(operation, input)?;
                if measured.status < 300 {
                    again.push(measured);
                }
            }
            again.sort_by(by_natals_per_unit);
            let middle = again.len() / 2;
            confirmed.extend(again.into_iter().nth(middle));
        }
        // Operations that only work once were measured once.
        let once = found.accepted.first().map(|it| it.0.clone());
        Ok(confirmed.into_iter().max_by(by_natals_per_unit).or(once))
    }
}

/// The best inputs so far of one operation.
#[derive(Default)]
struct Found {
    tried: u32,
    accepted_count: u32,
    /// Most expensive first.
    accepted: Vec<(Measured, Input)>,
    refused: Option<Measured>,
}

impl Found {
    /// Whether it was accepted.
    fn add(&mut self, measured: Measured, input: &Input) -> bool {
        self.tried += 1;
        if measured.status >= 400 {
            self.refuse(measured);
            return false;
        }
        self.accepted_count += 1;
        self.accepted.push((measured, input.clone()));
        self.accepted
            .sort_by_key(|(it, _)| std::cmp::Reverse(it.per_unit()));
        self.accepted.truncate(FINALISTS);
        true
    }

    fn refuse(&mut self, measured: Measured) {
        if self
            .refused
            .as_ref()
            .is_none_or(|it| it.took < measured.took)
        {
            self.refused = Some(measured);
        }
    }
}

impl Row {
    fn brief(&self) -> String {
        format!(
            "{}: {} of {} accepted, at most {:.1} natal requests per unit",
            self.id,
            self.accepted,
            self.tried,
            self.dearest.as_ref().map_or(0.0, Measured::natals_per_unit)
        )
    }
}

fn print(rows: &[Row]) -> Result<()> {
    println!(
        "\n| operation | accepted of tried | units | natal requests per unit | ms | bytes per unit | most expensive input |\n|---|---|---|---|---|---|---|"
    );
    let mut failures = Vec::new();
    for row in rows {
        let Some(dearest) = &row.dearest else {
            println!("| {} | 0 of {} | | | | | |", row.id, row.tried);
            continue;
        };
        let natals = dearest.natals_per_unit();
        println!(
            "| {} | {} of {} | {} | {natals:.1} | {:.2} | {} | `{}` |",
            row.id,
            row.accepted,
            row.tried,
            dearest.units,
            milliseconds(dearest.took),
            dearest.bytes / dearest.units.max(1),
            dearest.input
        );
        if natals > NATALS_PER_UNIT && !PASSWORDS.contains(&row.id.as_str()) {
            failures.push(format!("{}: {natals:.1} natal requests per unit", row.id));
        }
    }
    println!(
        "\n| operation | status | code | ms | most expensive refused input |\n|---|---|---|---|---|"
    );
    for row in rows {
        let Some(refused) = &row.refused else {
            continue;
        };
        let took = milliseconds(refused.took);
        println!(
            "| {} | {} | {} | {took:.2} | `{}` |",
            row.id, refused.status, refused.code, refused.input
        );
        if refused.took > REFUSAL && !PASSWORDS.contains(&row.id.as_str()) {
            failures.push(format!("{}: refusing took {took:.2} ms", row.id));
        }
    }
    if failures.is_empty() {
        println!(
            "\nnone above {NATALS_PER_UNIT} natal requests per unit, no refusal above {} ms",
            milliseconds(REFUSAL)
        );
        return Ok(());
    }
    bail!("over the limit:\n{}", failures.join("\n"))
}

fn by_natals_per_unit(a: &Measured, b: &Measured) -> Ordering {
    a.natals_per_unit().total_cmp(&b.natals_per_unit())
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// A form that fits into a table cell.
fn cut(text: &str) -> String {
    let clean: String = text.chars().take(SHOWN).collect();
    clean.replace(['|', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_request_without_units_is_its_whole_time() {
        let measured = Measured {
            input: String::new(),
            status: 200,
            code: String::new(),
            units: 0,
            took: Duration::from_millis(10),
            natal: Duration::from_millis(1),
            bytes: 0,
        };
        assert_eq!(measured.per_unit(), Duration::from_millis(10));
        let of_five = Measured {
            units: 5,
            ..measured
        };
        assert_eq!(of_five.per_unit(), Duration::from_millis(2));
    }
}
