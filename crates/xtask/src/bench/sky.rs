//! `cargo xtask bench sky`: time per position and per natal set, ours and a peer's, in one run on
//! the same random instants from 1900 to 2100; the events of a century; resident memory.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{cargo::Workspace, child, python::Environment};

/// The peer, a black box, and the package with its coefficient files.
pub(crate) const PEER_PACKAGES: &[&str] = &["pyswisseph==2.10.3.2", "immanuel==1.6.0"];

const PEER: &str = "crates/xtask/oracle/peer.py";

/// Ours and the peer take turns this often. The best value of each counts.
const ROUNDS: usize = 5;

/// The targets of a full natal set: microseconds on one core, and the ratio to the peer's time.
const MAX_US: f64 = 6.0;
const MIN_TIMES: f64 = 15.0;

/// The target of the events of a century, in milliseconds on one core.
const MAX_CENTURY_MS: f64 = 100.0;

const FIRST_JD: f64 = 2_415_020.5;
const LAST_JD: f64 = 2_488_069.5;

/// Measures.
pub(crate) fn run(workspace: &Workspace, instants: usize, seed: u64) -> Result<()> {
    let folder = workspace.kept("bench-sky")?;
    let dates = folder.join("julian-dates");
    fs::write(&dates, julian_dates(instants, seed))?;
    let engines = [
        build(workspace, "ephemeris", "bench")?,
        build(workspace, "astrology", "natal_set")?,
    ];
    let century = build(workspace, "ephemeris", "century_of_events")?;
    let peer = Peer::prepare(workspace);
    if let Err(error) = &peer {
        println!("no peer for comparison: {error:#}");
    }
    let (mut ours, mut theirs) = (Figures::default(), Figures::default());
    let mut events = Figures::default();
    for _ in 0..ROUNDS {
        for engine in &engines {
            ours.better(read(&mut Command::new(engine), &dates)?);
        }
        events.better(figures(&mut Command::new(&century))?);
        if let Ok(peer) = &peer {
            theirs.better(read(&mut peer.command(workspace, PEER), &dates)?);
        }
    }
    print_table(&ours, &theirs, instants);
    judge(&ours, &theirs);
    let of = |name: &str| events.nanoseconds.get(name).copied().unwrap_or(f64::NAN);
    println!(
        "events of a century ({} ingresses, {} stations, {} phases): {:.1} ms, at most {MAX_CENTURY_MS}",
        of("ingresses"),
        of("stations"),
        of("phases"),
        of("century") / 1e6
    );
    // Prints its value beside the target.
    child::run(&mut Command::new(build(
        workspace,
        "ephemeris",
        "resident",
    )?))
}

/// The full set, including Placidus, and its target.
fn judge(ours: &Figures, theirs: &Figures) {
    let full = |figures: &Figures| figures.nanoseconds.get("fullSet").copied();
    let Some(own) = full(ours) else {
        return;
    };
    print!("full set: {:.2} us, at most {MAX_US}", own / 1e3);
    match full(theirs) {
        Some(peer) => println!(
            "; the peer takes {:.1} times as long, at least {MIN_TIMES}",
            peer / own
        ),
        None => println!(),
    }
}

/// Builds an example of a package.
fn build(workspace: &Workspace, package: &str, example: &str) -> Result<PathBuf> {
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--quiet", "--release", "--package", package]);
    child::run(cargo.args(["--example", example]))?;
    Ok(workspace.built(&format!("release/examples/{example}")))
}

pub(super) struct Peer {
    environment: Environment,
    files: PathBuf,
}

impl Peer {
    pub(super) fn prepare(workspace: &Workspace) -> Result<Self> {
        let environment = Environment::prepare(workspace, "peer", PEER_PACKAGES)?;
        let mut find = environment.python();
        find.args([
            "-c",
            "import importlib.metadata as m; print(next(f.locate().parent for f in m.files('immanuel') if f.name == 'sepl_18.se1'))",
        ]);
        let folder = String::from_utf8(child::capture(&mut find)?)?;
        Ok(Self {
            environment,
            files: PathBuf::from(folder.trim()),
        })
    }

    pub(super) fn command(&self, workspace: &Workspace, script: &str) -> Command {
        let mut command = self.environment.python();
        command
            .current_dir(&workspace.root)
            .arg(script)
            .arg(&self.files);
        command
    }
}

/// Nanoseconds by name, and what mode a peer ran in.
#[derive(Debug, Default)]
pub(super) struct Figures {
    pub(super) nanoseconds: BTreeMap<String, f64>,
    mode: Option<String>,
}

impl Figures {
    fn parse(text: &str) -> Result<Self> {
        let mut figures = Self::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("mode", mode)) => figures.mode = Some(mode.to_owned()),
                Some((name, value)) => {
                    let value = value
                        .parse()
                        .with_context(|| format!("no figure: {line}"))?;
                    figures.nanoseconds.insert(name.to_owned(), value);
                }
                None => bail!("no figure: {line}"),
            }
        }
        Ok(figures)
    }

    pub(super) fn better(&mut self, other: Self) {
        self.mode = other.mode.or(self.mode.take());
        for (name, value) in other.nanoseconds {
            let best = self.nanoseconds.entry(name).or_insert(value);
            *best = best.min(value);
        }
    }
}

pub(super) fn read(command: &mut Command, dates: &Path) -> Result<Figures> {
    figures(command.stdin(File::open(dates)?))
}

/// The output of a measurement program.
pub(super) fn figures(command: &mut Command) -> Result<Figures> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start a benchmark")?;
    if !output.status.success() {
        bail!("a benchmark failed ({})", output.status);
    }
    Figures::parse(&String::from_utf8(output.stdout)?)
}

fn print_table(ours: &Figures, theirs: &Figures, instants: usize) {
    let mode = theirs.mode.as_deref();
    let peer = mode.map_or("none".to_owned(), |mode| {
        format!("{} ({mode})", PEER_PACKAGES[0])
    });
    println!("{instants} random instants, 1900 to 2100, none used twice in a row; peer: {peer}");
    println!(
        "{:12} {:>10} {:>10} {:>8}",
        "body", "ours ns", "peer ns", "times"
    );
    // A single body includes the shared part of its instant (`sky`), as the peer's value does.
    for (name, value) in &ours.nanoseconds {
        match theirs.nanoseconds.get(name) {
            Some(peer) => println!("{name:12} {value:>10.0} {peer:>10.0} {:>8.1}", peer / value),
            None => println!("{name:12} {value:>10.0} {:>10} {:>8}", "", ""),
        }
    }
}

/// One Julian Date per line, spread evenly by a linear congruential generator (Knuth's MMIX).
pub(super) fn julian_dates(count: usize, seed: u64) -> String {
    let mut state = seed;
    let mut text = String::new();
    for _ in 0..count {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let part = (state >> 11) as f64 / (1_u64 << 53) as f64;
        let date = FIRST_JD + part * (LAST_JD - FIRST_JD);
        text.push_str(&date.to_string());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_inside_and_the_same_for_the_same_seed() {
        let text = julian_dates(100, 7);
        assert_eq!(text, julian_dates(100, 7));
        assert_ne!(text, julian_dates(100, 8));
        for line in text.lines() {
            let date: f64 = line.parse().unwrap();
            assert!((FIRST_JD..LAST_JD).contains(&date), "{date}");
        }
    }

    #[test]
    fn the_best_figure_of_each_name_stays() {
        let mut figures = Figures::parse("mode files\nsun 5.0\nset 9\n").unwrap();
        figures.better(Figures::parse("sun 4.5\nset 12").unwrap());
        assert_eq!(figures.mode.as_deref(), Some("files"));
        let values: Vec<f64> = figures.nanoseconds.into_values().collect();
        assert_eq!(values, [9.0, 4.5]);
    }
}
