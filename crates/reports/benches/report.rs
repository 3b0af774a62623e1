//! `cargo xtask bench report`: measures writing time and size of reports.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured, and stops at what it cannot measure"
)]

#[path = "../tests/samples/report.rs"]
mod samples;

use std::time::Instant;

use reports::ReportError;

const ROUNDS: usize = 15;

#[expect(
    clippy::disallowed_methods,
    reason = "a bench measures the time that passes"
)]
fn main() -> Result<(), ReportError> {
    println!("median and best of {ROUNDS} rounds on one core");
    println!("{:>8} {:>8} {:>8} {:>8}", "chapters", "ms", "best", "kB");
    for chapters in [1, 3, 7, 15] {
        let report = samples::report(chapters);
        let mut times_ms = Vec::new();
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            bytes = std::hint::black_box(report.to_pdf(&|| false)?).len();
            times_ms.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        times_ms.sort_by(f64::total_cmp);
        let (median, best) = (times_ms[ROUNDS / 2], times_ms[0]);
        println!(
            "{chapters:>8} {median:>8.1} {best:>8.1} {:>8}",
            bytes / 1000
        );
    }
    Ok(())
}
