//! The servers and programs that tests need: finds, installs and starts them, or says why not.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    chromium, debian, interpreters, postgres, postgres::Postgres, redis, redis::Redis,
    scratch::Scratch, steps::Steps,
};

/// Passed instead of an address if a server or program is missing.
pub(crate) const MISSING: &str = "missing";

/// What could be started. The servers come before their folder, so that they stop before it is
/// removed.
#[derive(Debug)]
pub(crate) struct Backends {
    postgres: Result<Postgres>,
    redis: Result<Redis>,
    chromium: Result<PathBuf>,
    chromedriver: Result<PathBuf>,
    /// The search path with the programs of the guides.
    interpreters: Result<String>,
    _scratch: Scratch,
}

impl Backends {
    pub(crate) fn start() -> Result<Self> {
        let installed = install_missing();
        // A failed installation explains a missing program best.
        let why = |name: &str| match &installed {
            Ok(()) => format!("{name} is not installed"),
            Err(error) => format!("{name} is missing, and {error:#}"),
        };
        let scratch = Scratch::new()?;
        let postgres = postgres::find()
            .with_context(|| why("PostgreSQL"))
            .and_then(|programs| Postgres::start(&programs, &scratch));
        let redis = redis::find()
            .with_context(|| why("Redis"))
            .and_then(|program| Redis::start(&program, &scratch));
        let chromium = chromium::find().with_context(|| why("Chromium"));
        let chromedriver = chromium::find_driver().with_context(|| why("ChromeDriver"));
        let interpreters = interpreters::search_path()
            .with_context(|| why(&interpreters::missing_packages().join(", ")));
        Ok(Self {
            postgres,
            redis,
            chromium,
            chromedriver,
            interpreters,
            _scratch: scratch,
        })
    }

    /// Passes the addresses of the servers to the tests. A test whose server is missing skips
    /// itself. Without the variable it fails.
    pub(crate) fn give_to(&self, command: &mut Command) {
        let missing = || MISSING.to_owned();
        let program = |found: &Result<PathBuf>| {
            let found = found.as_ref().ok();
            found.map_or_else(missing, |it| it.display().to_string())
        };
        let postgres = self
            .postgres
            .as_ref()
            .map_or_else(|_| missing(), Postgres::url);
        let redis = self.redis.as_ref().map_or_else(|_| missing(), Redis::url);
        let interpreters = self.interpreters.as_ref();
        command
            .env(
                "ALMAGEST_TEST_GUIDES",
                interpreters.map_or(MISSING, |it| it),
            )
            .env("ALMAGEST_TEST_POSTGRES", postgres)
            .env("ALMAGEST_TEST_REDIS", redis)
            .env("ALMAGEST_TEST_CHROMIUM", program(&self.chromium))
            .env("ALMAGEST_TEST_CHROMEDRIVER", program(&self.chromedriver));
    }

    /// The addresses of both, or why one is missing.
    pub(crate) fn addresses(&self) -> Result<(String, String)> {
        let missing = |error: &anyhow::Error| anyhow::anyhow!("{error:#}");
        let postgres = self.postgres.as_ref().map_err(missing)?;
        let redis = self.redis.as_ref().map_err(missing)?;
        Ok((postgres.url(), redis.url()))
    }

    /// Reports what runs and what cannot.
    pub(crate) fn report(&self, steps: &mut Steps) {
        match &self.postgres {
            Ok(postgres) => println!("PostgreSQL: {}", postgres.url()),
            Err(error) => steps.not_run("store tests on PostgreSQL", &format!("{error:#}")),
        }
        match &self.redis {
            Ok(redis) => println!("Redis: {}", redis.url()),
            Err(error) => steps.not_run(
                "tests with a shared counter store (Redis)",
                &format!("{error:#}"),
            ),
        }
        match &self.chromium {
            Ok(chromium) => println!("Chromium: {}", chromium.display()),
            Err(error) => {
                steps.not_run("comparison of images with a browser", &format!("{error:#}"));
            }
        }
        match &self.chromedriver {
            Ok(chromedriver) => println!("ChromeDriver: {}", chromedriver.display()),
            Err(error) => {
                steps.not_run("dashboard tests in a real browser", &format!("{error:#}"));
            }
        }
        if let Err(error) = &self.interpreters {
            steps.not_run(
                "commands of README.md and the guides",
                &format!("{error:#}"),
            );
        }
    }
}

fn install_missing() -> Result<()> {
    let mut packages = Vec::new();
    if postgres::find().is_none() {
        packages.push("postgresql");
    }
    if redis::find().is_none() {
        packages.push("redis-server");
    }
    // Current zones are compared with the machine's own.
    let zones = Path::new("/usr/share/zoneinfo");
    if !zones.is_dir() {
        packages.push("tzdata");
    }
    // Since Debian 13, the old names are a separate package.
    if zones.is_dir() && !zones.join("US/Eastern").exists() {
        packages.push("tzdata-legacy");
    }
    if chromium::find_driver().is_none() {
        packages.extend(chromium::PACKAGES);
    }
    packages.extend(interpreters::missing_packages());
    if packages.is_empty() {
        return Ok(());
    }
    debian::install(&packages)
}
