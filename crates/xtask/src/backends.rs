//! The servers that the store's tests need: found, installed if possible, started; or the reason why not.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{
    debian, postgres, postgres::Postgres, redis, redis::Redis, scratch::Scratch, steps::Steps,
};

/// What could be started. The servers come before their folder, so that they are stopped before it is removed.
#[derive(Debug)]
pub(crate) struct Backends {
    postgres: Result<Postgres>,
    redis: Result<Redis>,
    _scratch: Scratch,
}

impl Backends {
    pub(crate) fn start() -> Result<Self> {
        let installed = install_missing();
        // A failed installation explains a missing program better than its absence does.
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
        Ok(Self {
            postgres,
            redis,
            _scratch: scratch,
        })
    }

    /// Tells the tests where the servers are. A test without its address skips itself.
    pub(crate) fn give_to(&self, command: &mut Command) {
        if let Ok(postgres) = &self.postgres {
            command.env("ALMAGEST_TEST_POSTGRES", postgres.url());
        }
        if let Ok(redis) = &self.redis {
            command.env("ALMAGEST_TEST_REDIS", redis.url());
        }
    }

    /// Says what runs, and notes what cannot.
    pub(crate) fn report(&self, steps: &mut Steps) {
        match &self.postgres {
            Ok(postgres) => println!("PostgreSQL: {}", postgres.url()),
            Err(error) => steps.not_run(
                "the PostgreSQL half of the store suite",
                &format!("{error:#}"),
            ),
        }
        match &self.redis {
            Ok(redis) => println!("Redis: {}", redis.url()),
            Err(error) => steps.not_run(
                "the tests of counters shared through Redis",
                &format!("{error:#}"),
            ),
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
    if packages.is_empty() {
        return Ok(());
    }
    debian::install(&packages)
}
