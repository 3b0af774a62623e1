//! `cargo xtask data sky`: the coefficient pack `data/sky.pack`, fitted to JPL's ephemerides.
//!
//! DE440 provides the Sun, the Moon and the planets, JPL's DE441 kernel of asteroids the five large
//! ones, a kernel made from JPL Horizons the other small bodies, and the IAU 2000A series the
//! nutation.

mod fit;
mod kernel;
mod pack;
mod spk;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use ephemeris::{
    Body, Ephemeris, Instant, J2000_JULIAN_DATE, SECONDS_PER_DAY, Tdb, Tt,
    pack::{CLOCK_UNIT_SECONDS, Quantity},
};

use crate::{cargo::Workspace, check::sha256_hex};
use fit::{Fit, Recipe, Source};
use spk::Spk;

/// Where the pack is.
pub(crate) const PACK: &str = "data/sky.pack";

/// The maximum size of the pack.
const MAX_BYTES: usize = 13_000_000;

/// One milliarcsecond in radians.
const MAS: f64 = std::f64::consts::PI / 180.0 / 3.6e6;

const AU_KM: f64 = 149_597_870.7;

/// The kernel of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kernel {
    De440,
    Asteroids,
    Horizons,
}

/// How a body is fitted.
struct Plan {
    body: Body,
    kernel: Kernel,
    /// Target length of a record in days. The span is divided evenly into records of about this
    /// length.
    days: f64,
    degree: usize,
    /// The unit of the lowest coefficients, as seen from the Earth when the body is closest.
    unit_mas: f64,
    nearest_au: f64,
}

const fn plan(body: Body, kernel: Kernel, polynomial: (f64, usize), seen: (f64, f64)) -> Plan {
    Plan {
        body,
        kernel,
        days: polynomial.0,
        degree: polynomial.1,
        unit_mas: seen.0,
        nearest_au: seen.1,
    }
}

/// Chosen by trial: the printed errors stay below 0.1 mas (small bodies 0.3), the size stays below
/// the limit, and degrees are low for frequently used bodies.
const PLANS: &[Plan] = &[
    plan(Body::Sun, Kernel::De440, (64.0, 10), (0.04, 0.98)),
    plan(Body::Moon, Kernel::De440, (16.0, 22), (0.052, 0.0024)),
    plan(Body::Mercury, Kernel::De440, (16.0, 13), (0.045, 0.55)),
    plan(Body::Venus, Kernel::De440, (32.0, 10), (0.03, 0.27)),
    plan(Body::Earth, Kernel::De440, (32.0, 12), (0.03, 0.27)),
    plan(Body::Mars, Kernel::De440, (64.0, 11), (0.04, 0.37)),
    plan(Body::Jupiter, Kernel::De440, (128.0, 7), (0.045, 3.95)),
    plan(Body::Saturn, Kernel::De440, (292.0, 8), (0.045, 8.0)),
    plan(Body::Uranus, Kernel::De440, (344.0, 6), (0.045, 17.3)),
    plan(Body::Neptune, Kernel::De440, (344.0, 5), (0.045, 28.8)),
    plan(Body::Pluto, Kernel::De440, (344.0, 5), (0.045, 28.8)),
    plan(Body::Ceres, Kernel::Asteroids, (128.0, 10), (0.15, 1.6)),
    plan(Body::Pallas, Kernel::Asteroids, (128.0, 12), (0.15, 1.2)),
    plan(Body::Juno, Kernel::Asteroids, (128.0, 12), (0.15, 1.0)),
    plan(Body::Vesta, Kernel::Asteroids, (128.0, 12), (0.15, 1.1)),
    plan(Body::Hygiea, Kernel::Asteroids, (128.0, 10), (0.15, 1.8)),
    plan(Body::Eros, Kernel::Horizons, (64.0, 15), (0.15, 0.15)),
    plan(Body::Chiron, Kernel::Horizons, (292.0, 9), (0.15, 7.4)),
    plan(Body::Pholus, Kernel::Horizons, (292.0, 9), (0.15, 7.7)),
    plan(Body::Nessus, Kernel::Horizons, (292.0, 9), (0.15, 10.8)),
    plan(Body::Chariklo, Kernel::Horizons, (292.0, 9), (0.15, 12.0)),
    plan(Body::Varuna, Kernel::Horizons, (400.0, 6), (0.15, 39.0)),
    plan(Body::Ixion, Kernel::Horizons, (400.0, 6), (0.15, 29.0)),
    plan(Body::Quaoar, Kernel::Horizons, (400.0, 6), (0.15, 40.0)),
    plan(Body::Sedna, Kernel::Horizons, (400.0, 6), (0.15, 75.0)),
    plan(Body::Orcus, Kernel::Horizons, (400.0, 6), (0.15, 29.0)),
    plan(Body::Haumea, Kernel::Horizons, (400.0, 6), (0.15, 33.0)),
    plan(Body::Eris, Kernel::Horizons, (400.0, 6), (0.15, 37.0)),
    plan(Body::Makemake, Kernel::Horizons, (400.0, 6), (0.15, 37.0)),
];

/// Nutation: days and degree of a record, unit in milliarcseconds.
const NUTATION: (f64, usize, f64) = (16.0, 14, 0.038);

/// Builds the pack.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let [de440, asteroids, horizons] = kernel_files(workspace)?.map(|path| {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Spk::open(&bytes)
    });
    let sky = Kernels {
        de440: &de440?,
        asteroids: &asteroids?,
        horizons: &horizons?,
    };
    println!(
        "{:10} {:>9} {:>6} {:>8} {:>9} {:>10}",
        "series", "days", "degree", "records", "bytes", "error mas"
    );
    let mut fits = Vec::new();
    for plan in PLANS {
        fits.push((Quantity::Body(plan.body), sky.fit(plan)?));
    }
    fits.push((Quantity::Nutation, sky.fit_nutation()?));
    let bytes = pack::assemble(&fits)?;
    Ephemeris::open(&bytes).context("cannot read the new pack")?;
    println!("{} bytes, SHA-256 {}", bytes.len(), sha256_hex(&bytes));
    if bytes.len() > MAX_BYTES {
        bail!("the pack is larger than {MAX_BYTES} bytes");
    }
    fs::write(workspace.root.join(PACK), &bytes)?;
    Ok(())
}

/// The kernels as files: DE440, asteroids, other small bodies.
pub(crate) fn kernel_files(workspace: &Workspace) -> Result<[PathBuf; 3]> {
    Ok([
        kernel::DE440.file(workspace)?,
        kernel::ASTEROIDS.file(workspace)?,
        kernel::HORIZONS.file(workspace)?,
    ])
}

struct Kernels<'a> {
    de440: &'a Spk,
    asteroids: &'a Spk,
    horizons: &'a Spk,
}

impl Kernels<'_> {
    fn fit(&self, plan: &Plan) -> Result<Fit> {
        let code = Quantity::Body(plan.body)
            .code()
            .context("this body has no series")?;
        let kernel = match plan.kernel {
            Kernel::De440 => self.de440,
            Kernel::Asteroids => self.asteroids,
            Kernel::Horizons => self.horizons,
        };
        let (all_first, all_last) = self.de440.span_days(10, 0)?;
        let (first, last) = match plan.kernel {
            Kernel::Horizons => kernel.span_days(code, 10)?,
            _ => (all_first, all_last),
        };
        let place = |day: f64, fraction: f64| -> Result<[f64; 3]> {
            let au = match (plan.kernel, plan.body) {
                (Kernel::De440, Body::Moon) => minus(
                    kernel.position(301, 3, day, fraction)?,
                    kernel.position(399, 3, day, fraction)?,
                ),
                (Kernel::De440, _) => kernel.position(code, 0, day, fraction)?,
                _ => plus(
                    kernel.position(code, 10, day, fraction)?,
                    self.de440.position(10, 0, day, fraction)?,
                ),
            };
            Ok(ecliptic(au.map(|km| km / AU_KM)))
        };
        let recipe = Recipe {
            first,
            last,
            days: plan.days,
            degree: plan.degree,
            quantum: plan.unit_mas * MAS * plan.nearest_au,
        };
        let fit = recipe.fit(&place)?;
        report(plan.body.id(), &fit, fit.max_error / plan.nearest_au);
        Ok(fit)
    }

    fn fit_nutation(&self) -> Result<Fit> {
        let (first, last) = self.de440.span_days(10, 0)?;
        let place: &Source = &|day, fraction| {
            let (psi, epsilon) = sofars::pnp::nut06a(J2000_JULIAN_DATE + day, fraction);
            let tt = Instant::<Tt>::from_julian_date_parts(J2000_JULIAN_DATE + day, fraction);
            let tdb: Instant<Tdb> = tt.to_tdb();
            let ((tt_day, tt_rest), (tdb_day, tdb_rest)) = (tt.parts(), tdb.parts());
            let later_days = (tdb_day - tt_day) + (tdb_rest - tt_rest);
            let clock = later_days * SECONDS_PER_DAY / CLOCK_UNIT_SECONDS;
            Ok([psi, epsilon, clock])
        };
        let (days, degree, unit_mas) = NUTATION;
        let recipe = Recipe {
            first,
            last,
            days,
            degree,
            quantum: unit_mas * MAS,
        };
        let fit = recipe.fit(place)?;
        report("nutation", &fit, fit.max_error);
        Ok(fit)
    }
}

fn report(name: &str, fit: &Fit, error: f64) {
    println!(
        "{name:10} {:>9.3} {:>6} {:>8} {:>9} {:>10.4}",
        fit.record_days,
        fit.degree,
        fit.records.len(),
        fit.records.len() * fit.record_bytes(),
        error / MAS
    );
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// From the ICRS to the axes of a pack.
fn ecliptic([x, y, z]: [f64; 3]) -> [f64; 3] {
    let obliquity = (ephemeris::pack::AXES_OBLIQUITY_ARCSEC / 3600.0).to_radians();
    let (sin, cos) = obliquity.sin_cos();
    [x, cos * y + sin * z, cos * z - sin * y]
}
