//! Shared counters over TLS: trusted authorities and refusals.

use std::time::Duration;

use store::Counters;

use crate::binary::{refusal, run};
use crate::redis::PrivateRedis;

const TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn counters_over_tls_answer_only_where_their_certificate_is_trusted() {
    let Some((redis, authority)) = PrivateRedis::with_tls() else {
        println!("not run: no Redis");
        return;
    };
    let port = redis.tls_port();
    let address = format!("rediss://localhost:{port}");
    let trusting = |address: &str, authority: &str| {
        Counters::trusting(address, authority.as_bytes(), TIMEOUT).unwrap()
    };
    trusting(&address, &authority).ping().await.unwrap();

    let unknown = Counters::new(&address, TIMEOUT).unwrap();
    let unknown = unknown.ping().await.unwrap_err().to_string();
    assert!(unknown.contains("UnknownIssuer"), "{unknown}");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let other = trusting(&address, &other.cert.pem()).ping().await;
    assert!(other.is_err(), "an untrusted authority");
    let named = format!("rediss://127.0.0.1:{port}");
    let named = trusting(&named, &authority).ping().await.unwrap_err();
    assert!(named.to_string().contains("not valid for name"), "{named}");
    let plain = format!("redis://localhost:{port}");
    let plain = Counters::new(&plain, TIMEOUT).unwrap().ping().await;
    assert!(plain.is_err(), "there is no response without TLS");
}

#[test]
fn an_operator_names_the_authority_of_the_counters() {
    let Some((redis, authority)) = PrivateRedis::with_tls() else {
        println!("not run: no Redis");
        return;
    };
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let file = scratch.path().join("authority.pem");
    std::fs::write(&file, authority).unwrap();
    let counters = format!("counters=rediss://localhost:{}", redis.tls_port());
    let authority = format!("counters_ca={}", file.display());
    let settings = ["--set", &counters, "--set", "counters_timeout=30s"];
    let doctor = |more: &[&str]| {
        let output = run(&folder, &[&["doctor"], &settings[..], more].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let found = doctor(&["--set", &authority]);
    assert!(found.contains("reachable"), "{found}");
    let found = doctor(&[]);
    assert!(found.contains("UnknownIssuer"), "{found}");
}

/// Otherwise the node would count alone and allow the full rate limits.
#[test]
fn a_node_does_not_start_without_the_authority_it_is_to_trust() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let empty = scratch.path().join("empty.pem");
    std::fs::write(&empty, "").unwrap();
    let counters = "counters=rediss://localhost:1";
    for file in [&empty, &scratch.path().join("missing.pem")] {
        let authority = format!("counters_ca={}", file.display());
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let settings = ["--set", counters, "--set", &authority];
        let refused = refusal(&folder, &[&serve[..], &settings].concat());
        assert!(refused.contains("counters_ca"), "{refused}");
    }
}
