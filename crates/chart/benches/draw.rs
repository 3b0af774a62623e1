//! `cargo xtask bench chart`: measures drawing time and file size of every wheel of the gallery.
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

#[path = "../examples/gallery/samples.rs"]
mod samples;

use std::time::Instant;

use chart::{DrawError, Size, Theme};

const ROUNDS: usize = 25;

fn main() -> Result<(), DrawError> {
    println!(
        "median and best of {ROUNDS} rounds on one core; SVG and PNG include drawing the scene"
    );
    println!(
        "{:16} {:>10} {:>8} {:>7} {:>8} {:>7} {:>8} {:>8}",
        "wheel", "pixels", "SVG ms", "best", "PNG ms", "best", "SVG kB", "PNG kB"
    );
    for sample in samples::all() {
        let theme = Theme::named(sample.theme);
        let (width, height) = sample.size_px;
        for factor in [1, 3] {
            let Ok(size) = Size::new(width * factor, height * factor) else {
                continue;
            };
            let draw = || sample.wheel.draw(size, &theme);
            let svg = || draw().map(|scene| scene.to_svg().len());
            let png = || draw().and_then(|scene| Ok(scene.to_png()?.len()));
            let ([svg_ms, svg_best], [png_ms, png_best]) = (measure_ms(svg)?, measure_ms(png)?);
            let pixels = format!("{}x{}", size.width_px(), size.height_px());
            println!(
                "{:16} {pixels:>10} {svg_ms:>8.3} {svg_best:>7.3} {png_ms:>8.2} {png_best:>7.2} {:>8.1} {:>8.1}",
                sample.name,
                svg()? as f64 / 1000.0,
                png()? as f64 / 1000.0
            );
        }
    }
    Ok(())
}

/// Returns the median and the best time in milliseconds. The best is the time on an undisturbed
/// machine.
#[expect(
    clippy::disallowed_methods,
    reason = "a bench measures the time that passes"
)]
fn measure_ms(work: impl Fn() -> Result<usize, DrawError>) -> Result<[f64; 2], DrawError> {
    let mut times_ms = Vec::new();
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        std::hint::black_box(work()?);
        times_ms.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times_ms.sort_by(f64::total_cmp);
    Ok([times_ms[ROUNDS / 2], times_ms[0]])
}
