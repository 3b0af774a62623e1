//! The service as its users meet it: in process through the router, over sockets, and as the real
//! binary.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop right there"
)]

mod binary;
mod connections;
mod contract;
mod crash;
mod domains;
mod harness;
mod inputs;
mod key_ring;
mod limits;
mod metering;
mod replies;
mod sample;
mod verification;
