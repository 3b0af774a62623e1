//! The rules of the shared counters. The service's tests cover how nodes use them.

use std::time::Duration;

use access::{OrgId, Rate, Timestamp};
use store::{Counters, Counting, LogOwner, RatedLog, Taken};

use crate::samples::{NOW, Sequence};

/// Returns counters on the server that `cargo xtask test` starts, or `None` without it.
fn counters() -> Option<Counters> {
    let address = store::testing::given("ALMAGEST_TEST_REDIS")?;
    Some(Counters::new(&address, Duration::from_secs(30)).unwrap())
}

fn counting(org: OrgId, seconds: i64) -> Counting<'static> {
    let now = Timestamp::from_micros(NOW.micros() + seconds * 1_000_000);
    Counting {
        org,
        node: "a",
        generation: 1,
        now: Some(now),
    }
}

async fn is_admitted(counters: &Counters, counting: Counting<'_>, rate: Rate) -> bool {
    let rates = [rate];
    let log = RatedLog {
        owner: LogOwner::Org,
        rates: &rates,
    };
    match counters.take(counting, &[log]).await.unwrap() {
        Taken::Looked { slot, .. } => slot.is_some(),
        Taken::Unfilled(_) => unreachable!("the log was filled"),
    }
}

/// Returns an organization for one test, on a server that lives for one run.
fn org(number: u64) -> OrgId {
    OrgId::new(NOW, &Sequence::from(0xc0 + number))
}

#[tokio::test]
async fn a_clock_set_back_opens_nothing_for_any_node() {
    let Some(counters) = counters() else {
        println!("not run: no Redis");
        return;
    };
    let (org, rate) = (org(1), "1/10s".parse().unwrap());
    let fill = counters.fill(counting(org, 0), LogOwner::Org, Duration::from_secs(10), []);
    fill.await.unwrap();
    assert!(is_admitted(&counters, counting(org, 100), rate).await);
    assert!(!is_admitted(&counters, counting(org, 0), rate).await);
    assert!(!is_admitted(&counters, counting(org, 109), rate).await);
    assert!(is_admitted(&counters, counting(org, 110), rate).await);
}

/// A node whose clock was wrong while it counted alone must not close a window for long.
#[tokio::test]
async fn an_instant_in_the_future_counts_from_now_on() {
    let Some(counters) = counters() else {
        println!("not run: no Redis");
        return;
    };
    let (org, rate) = (org(2), "1/10s".parse().unwrap());
    let ahead = Timestamp::from_micros(NOW.micros() + 3_600_000_000);
    let window = Duration::from_secs(10);
    let fill = counters.fill(counting(org, 0), LogOwner::Org, window, [ahead]);
    fill.await.unwrap();
    assert!(!is_admitted(&counters, counting(org, 9), rate).await);
    assert!(is_admitted(&counters, counting(org, 10), rate).await);
}

#[tokio::test]
async fn what_is_filled_in_twice_counts_once() {
    let Some(counters) = counters() else {
        println!("not run: no Redis");
        return;
    };
    let (org, rate) = (org(3), "2/10s".parse().unwrap());
    let window = Duration::from_secs(10);
    for _ in 0..3 {
        let fill = counters.fill(counting(org, 1), LogOwner::Org, window, [NOW]);
        fill.await.unwrap();
    }
    assert!(is_admitted(&counters, counting(org, 1), rate).await);
    assert!(!is_admitted(&counters, counting(org, 1), rate).await);
}
