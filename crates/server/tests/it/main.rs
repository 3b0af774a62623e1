//! The service as its users meet it: in process through the router, over sockets, and as the real
//! binary.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop right there"
)]

mod binary;
mod connections;
mod contract;
mod harness;
mod inputs;
mod key_ring;
mod replies;
mod sample;
mod verification;
