//! Access to the machine: the time, the environment, the user, the programs, and whether we were
//! asked to stop. Only this module of the crate uses the banned globals.

use std::{
    ffi::OsString,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Turns termination signals into a flag, so that servers are stopped and folders removed on exit.
pub(crate) fn watch_signals() -> Result<()> {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&STOPPED))
            .context("cannot watch signals")?;
    }
    Ok(())
}

/// Whether a signal asked us to stop.
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the only clock of xtask: it measures what really passes"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The seconds since 1970.
pub(crate) fn unix_seconds() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Realtime);
    u64::try_from(now.tv_sec).unwrap_or_default()
}

/// Midnight after this many days, as RFC 3339.
pub(crate) fn in_days(days: u64) -> String {
    let day = unix_seconds() / 86_400 + days;
    let day = calendar::UNIX_EPOCH_DAY_NUMBER + i64::try_from(day).unwrap_or_default();
    let (year, month, day) = calendar::Calendar::Gregorian.date(day);
    format!("{year:04}-{month:02}-{day:02}T00:00:00Z")
}

/// The processor time of this thread.
pub(crate) fn processor_time() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(spent).unwrap_or_default()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the only place where xtask reads the environment"
)]
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the environment again: its names"
)]
pub(crate) fn variable_names() -> Vec<OsString> {
    std::env::vars_os().map(|(name, _)| name).collect()
}

/// Whether this is a CI run, where a step that cannot run is a failure.
pub(crate) fn in_ci() -> bool {
    variable("CI").is_some_and(|value| value == "true")
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The first program of this name on the PATH.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = variable("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}

/// The unit in which Linux reports processor time to programs.
const TICKS_PER_SECOND: f64 = 100.0;

/// Processor time that a process has used.
pub(crate) fn cpu_s_of(process: &str) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The second field is the name, which may contain anything but ends with the last bracket.
    let (_, fields) = stat
        .rsplit_once(") ")
        .context("the process has no processor times")?;
    let ticks: Vec<f64> = fields
        .split(' ')
        .map(|it| it.parse().unwrap_or_default())
        .collect();
    let both = ticks.get(11).zip(ticks.get(12));
    let (user, system) = both.context("the process has no processor times")?;
    Ok((user + system) / TICKS_PER_SECOND)
}

/// Processor time that everything on this machine has used.
pub(crate) fn cpu_s_of_all() -> Result<f64> {
    let stat = std::fs::read_to_string("/proc/stat")?;
    let line = stat.lines().next().unwrap_or_default();
    let ticks: Vec<f64> = line
        .split_whitespace()
        .skip(1)
        .map(|it| it.parse().unwrap_or_default())
        .collect();
    // user nice system idle iowait irq softirq: all but the fourth and fifth.
    let busy = ticks.iter().enumerate().take(7);
    let busy = busy.filter(|(index, _)| *index != 3 && *index != 4);
    Ok(busy.map(|(_, it)| it).sum::<f64>() / TICKS_PER_SECOND)
}

/// Raises the number of files that this process may have open to `count`, if it is lower.
pub(crate) fn allow_open_files(count: u64) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    // `None` means no limit.
    if limit.current.is_none_or(|it| it >= count) {
        return Ok(());
    }
    let raised = Rlimit {
        current: Some(count),
        ..limit
    };
    setrlimit(Resource::Nofile, raised).with_context(|| {
        format!("{count} open files are not allowed. Raise the limit (ulimit -n).")
    })
}

/// A free address of this machine. If another process takes it before it is used, the start fails.
pub(crate) fn free_address() -> Result<SocketAddr> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr()?)
}

/// Calls `probe` until it returns a value. `None` after a timeout.
pub(crate) fn poll<T>(
    limit: Duration,
    mut probe: impl FnMut() -> Result<Option<T>>,
) -> Result<Option<T>> {
    let begin = now();
    loop {
        if let Some(answer) = probe()? {
            return Ok(Some(answer));
        }
        if stopped() {
            bail!("stopped by a signal");
        }
        if begin.elapsed() > limit {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
