//! A customer that sends requests at a fixed rate, whatever else happens.

use std::{
    mem,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::connection::{Answer, Connection};
use crate::{bench::load::birth, http::Request, load::Measured, machine};

/// The attacks come from 127.0.0.1.
pub(super) const CUSTOMER_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Each has a connection. As many requests can be in progress before the next one has to wait.
const WORKERS: usize = 64;

/// Requests per connection before it is replaced, because a customer also needs new connections.
const REQUESTS_PER_CONNECTION: u32 = 50;

/// A slower response is an error.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The customer's requests. Each has a different birth.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Health,
    Natal,
    /// A natal chart of 300 by 300 pixels as SVG.
    SmallPicture,
}

impl Task {
    fn request(self, number: usize) -> Request {
        let birth = birth(number);
        match self {
            Self::Health => Request::get("/healthz"),
            Self::Natal => Request::get(&format!("/api/calc/natal?{birth}")),
            Self::SmallPicture => Request::get(&format!(
                "/api/chart2/natal.svg?{birth}&width=300&height=300"
            )),
        }
    }
}

/// The target, kind and rate of the customer's requests.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) address: SocketAddr,
    pub(super) key: String,
    pub(super) task: Task,
    pub(super) requests_per_second: u32,
}

/// A running customer. Dropping it stops its threads.
pub(super) struct Customer {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// The customer's measurements during some time.
#[derive(Debug, Default)]
pub(super) struct Observed {
    /// Latencies, measured from the scheduled time of a request.
    pub(super) answers: Measured,
    /// How late a free worker woke up to send: delays of this program, not of the service. Waiting
    /// for a worker does not count, because workers are busy only while responses are missing.
    pub(super) woken_late: Measured,
}

impl Observed {
    /// Adds later measurements.
    pub(super) fn followed_by(&mut self, other: Self) {
        self.answers.followed_by(other.answers);
        self.woken_late.followed_by(other.woken_late);
    }
}

impl Customer {
    pub(super) fn start(plan: Plan) -> Self {
        let shared = Arc::new(Shared {
            plan,
            begin: machine::now(),
            next: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
            observed: Mutex::default(),
        });
        let workers = (0..WORKERS)
            .map(|_| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || shared.work())
            })
            .collect();
        Self { shared, workers }
    }

    /// The measurements since the last call. A response counts when it arrives.
    pub(super) fn take(&self) -> Observed {
        mem::take(&mut self.shared.observed())
    }
}

impl Drop for Customer {
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        for worker in self.workers.drain(..) {
            // A worker that panicked has already printed why.
            worker.join().ok();
        }
    }
}

struct Shared {
    plan: Plan,
    begin: Instant,
    /// The number of the next request, which determines when it is sent.
    next: AtomicUsize,
    is_stopped: AtomicBool,
    observed: Mutex<Observed>,
}

impl Shared {
    fn observed(&self) -> MutexGuard<'_, Observed> {
        self.observed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut connection = None;
        let mut sent = 0;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let message = self.message(number);
            let due = due(self.begin, self.plan.requests_per_second, number);
            let free_since = machine::now();
            thread::sleep(due.saturating_duration_since(free_since));
            if self.is_stopped.load(Ordering::Relaxed) || machine::stopped() {
                return;
            }
            let late = machine::now().saturating_duration_since(due.max(free_since));
            let answer = self.send(&mut connection, &message, due + ANSWER_TIMEOUT);
            let latency = machine::now().saturating_duration_since(due);
            sent += 1;
            if sent % REQUESTS_PER_CONNECTION == 0 {
                connection = None;
            }
            let mut observed = self.observed();
            observed.woken_late.record(200, late);
            match answer {
                Some(answer) => observed.answers.record(answer.status, latency),
                None => observed.answers.broken += 1,
            }
        }
    }

    fn message(&self, number: usize) -> Vec<u8> {
        let request = self.plan.task.request(number);
        let request = match self.plan.task {
            Task::Health => request,
            Task::Natal | Task::SmallPicture => request.header("X-Api-Key", &self.plan.key),
        };
        request.encode(self.plan.address)
    }

    /// `None` if there is no complete response in time. A request is never sent twice.
    fn send(
        &self,
        connection: &mut Option<Connection>,
        message: &[u8],
        deadline: Instant,
    ) -> Option<Answer> {
        let open = match connection.take() {
            Some(open) => Ok(open),
            None => Connection::open(CUSTOMER_ADDRESS, self.plan.address),
        };
        let mut open = open.ok()?;
        let answer = open.send(message, deadline).ok()?;
        *connection = answer.keep_alive.then_some(open);
        Some(answer)
    }
}

/// The scheduled time of a request.
fn due(begin: Instant, requests_per_second: u32, number: usize) -> Instant {
    begin + Duration::from_secs_f64(number as f64 / f64::from(requests_per_second))
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn requests_are_spread_evenly() {
        let begin = machine::now();
        for (number, expected_ms) in [(0, 0), (1, 5), (200, 1_000), (120_000, 600_000)] {
            let offset = due(begin, 200, number).saturating_duration_since(begin);
            assert_eq!(offset.as_millis(), expected_ms, "{number}");
        }
    }

    /// A server that takes 50 ms for every response.
    fn serve(listener: &TcpListener) {
        while let Ok((mut stream, peer)) = listener.accept() {
            assert_eq!(peer.ip(), CUSTOMER_ADDRESS);
            thread::spawn(move || {
                let mut request = [0; 1024];
                while matches!(stream.read(&mut request), Ok(count) if count > 0) {
                    thread::sleep(Duration::from_millis(50));
                    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
                    stream.write_all(answer).unwrap();
                }
            });
        }
    }

    #[test]
    fn slow_answers_do_not_slow_the_customer_down() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(&listener));
        let customer = Customer::start(Plan {
            address,
            key: String::new(),
            task: Task::Health,
            requests_per_second: 200,
        });
        let answered = machine::poll(Duration::from_secs(10), || {
            let count = customer.shared.observed().answers.requests();
            Ok((count >= 40).then_some(count))
        });
        assert!(answered.unwrap().is_some());
        let sent_in = customer.shared.begin.elapsed();
        let observed = customer.take();
        assert_eq!(observed.answers.failures(), 0);
        let [fastest] = observed.answers.percentiles_ms([0.0]);
        assert!(fastest >= 50.0, "{fastest}");
        // One after the other they would take two seconds.
        assert!(sent_in < Duration::from_millis(1_500), "{sent_in:?}");
        assert_eq!(customer.take().answers.requests(), 0);
    }
}
