//! `cargo xtask soak`: the tests and the fuzzer with high case counts.

use anyhow::Result;

use crate::{cargo::Workspace, fuzz, test};

/// Requests per operation that the fuzzer generates.
const FUZZ_EXAMPLES: u32 = 400;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let fuzz = fuzz::Round {
        max_examples: FUZZ_EXAMPLES,
        wide: true,
        ..fuzz::SHORT
    };
    test::run(
        workspace,
        &test::Round {
            arguments: Vec::new(),
            full: true,
            fuzz,
        },
    )
}
