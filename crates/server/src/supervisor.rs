//! What the service tells its supervisor (`sd_notify(3)`): that it serves, that it stops, and that it is
//! still alive. And whether its standard output ends up in a journal, which others than the operator
//! may read. Without a supervisor, nothing happens.

use std::io;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;

use config::SupervisorEnvironment;

/// The supervisor of this process.
#[derive(Clone, Debug)]
pub struct Supervisor {
    environment: Arc<SupervisorEnvironment>,
    notifications: Option<Arc<Notifications>>,
}

#[derive(Debug)]
struct Notifications {
    socket: UnixDatagram,
    address: SocketAddr,
}

/// The state of the service.
#[derive(Clone, Copy, Debug)]
pub enum State<'a> {
    /// It accepts requests.
    Ready {
        /// What an operator sees in `systemctl status`.
        status: &'a str,
    },
    /// It goes on with changed files.
    Reloaded,
    /// It is about to end.
    Stopping,
    /// It is not stuck.
    Alive,
}

impl State<'_> {
    fn message(self) -> String {
        match self {
            Self::Ready { status } => format!("READY=1\nSTATUS={status}\n"),
            Self::Reloaded => "READY=1\n".to_owned(),
            Self::Stopping => "STOPPING=1\nSTATUS=finishing requests in progress\n".to_owned(),
            Self::Alive => "WATCHDOG=1\n".to_owned(),
        }
    }
}

impl Supervisor {
    /// The supervisor that the environment names, if it names one.
    ///
    /// # Errors
    ///
    /// If it names a socket that cannot be used.
    pub fn of(environment: SupervisorEnvironment) -> io::Result<Self> {
        let notifications = match &environment.notify_socket {
            None => None,
            Some(name) => {
                let address = match name.as_bytes() {
                    // Linux: a name that is not in the file system.
                    [b'@', name @ ..] => SocketAddr::from_abstract_name(name)?,
                    _ => SocketAddr::from_pathname(name)?,
                };
                let socket = UnixDatagram::unbound()?;
                // A supervisor that does not read must not stop the service.
                socket.set_nonblocking(true)?;
                Some(Arc::new(Notifications { socket, address }))
            }
        };
        Ok(Self {
            environment: Arc::new(environment),
            notifications,
        })
    }

    /// Tells the supervisor. A supervisor that has gone, or does not read, is no reason to stop.
    pub fn tell(&self, state: State<'_>) {
        if let Some(Notifications { socket, address }) = self.notifications.as_deref()
            && let Err(error) = socket.send_to_addr(state.message().as_bytes(), address)
        {
            tracing::warn!(%error, ?state, "cannot notify the supervisor");
        }
    }

    /// Tells the supervisor twice in each of its intervals that the service is not stuck. Runs on the
    /// threads that serve, so it stops when they are stuck.
    pub async fn keep_alive(self) {
        let Some(interval) = self.environment.watchdog else {
            return;
        };
        let mut ticks = tokio::time::interval(interval / 2);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.tell(State::Alive);
        }
    }

    /// Whether standard output leads to the journal.
    pub fn reads_stdout_into_journal(&self) -> bool {
        let stdout = rustix::fs::fstat(io::stdout());
        stdout.is_ok_and(|it| self.environment.journal_stream == Some((it.st_dev, it.st_ino)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_to(address: &SocketAddr, name: std::ffi::OsString) -> Vec<String> {
        let receiver = UnixDatagram::bind_addr(address).unwrap();
        let supervisor = Supervisor::of(SupervisorEnvironment {
            notify_socket: Some(name),
            ..SupervisorEnvironment::default()
        });
        let supervisor = supervisor.unwrap();
        let states = [
            State::Ready { status: "serving" },
            State::Alive,
            State::Stopping,
        ];
        let one = |state| {
            supervisor.tell(state);
            let mut message = [0; 256];
            let length = receiver.recv(&mut message).unwrap();
            String::from_utf8(message[..length].to_vec()).unwrap()
        };
        states.into_iter().map(one).collect()
    }

    /// The messages are those of `sd_notify(3)`.
    #[test]
    fn a_supervisor_is_told_by_path_and_by_abstract_name() {
        let expected = [
            "READY=1\nSTATUS=serving\n",
            "WATCHDOG=1\n",
            "STOPPING=1\nSTATUS=finishing requests in progress\n",
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let by_path = SocketAddr::from_pathname(&path).unwrap();
        assert_eq!(told_to(&by_path, path.into_os_string()), expected);
        let name = format!("almagest-test-{}", folder.path().display());
        let abstract_name = SocketAddr::from_abstract_name(&name).unwrap();
        assert_eq!(told_to(&abstract_name, format!("@{name}").into()), expected);
    }

    #[test]
    fn without_a_supervisor_nothing_is_told() {
        let nobody = Supervisor::of(SupervisorEnvironment::default()).unwrap();
        nobody.tell(State::Stopping);
        assert!(!nobody.reads_stdout_into_journal());
    }

    #[test]
    fn a_supervisor_that_has_gone_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let gone = Supervisor::of(SupervisorEnvironment {
            notify_socket: Some(folder.path().join("gone").into_os_string()),
            ..SupervisorEnvironment::default()
        });
        gone.unwrap().tell(State::Alive);
    }
}
