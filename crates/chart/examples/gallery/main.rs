//! Writes the gallery: `cargo run --example gallery -- <folder>`, or `cargo xtask gallery` for the
//! committed one.

mod samples;
mod sheet;

use std::{error::Error, fs, path::Path};

use chart::{Size, Theme};

/// Pictures that are also committed as PNG: one for the README, and those where pixels matter most.
const AS_PNG: &[&str] = &["natal-classic", "natal-small", "stellium"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("name a folder")?);
    // A second argument renders every picture as a PNG scaled by that factor: for close inspection,
    // not for committing.
    let close: Option<f64> = arguments.get(1).map(|text| text.parse()).transpose()?;
    let scale = close.unwrap_or(1.0);
    fs::create_dir_all(folder)?;
    for sample in samples::all() {
        let (width, height) = sample.size_px;
        let size = Size::new(scaled(width, scale), scaled(height, scale))?;
        let scene = sample.wheel.draw(size, &Theme::named(sample.theme))?;
        fs::write(folder.join(format!("{}.svg", sample.name)), scene.to_svg())?;
        if close.is_some() || AS_PNG.contains(&sample.name) {
            fs::write(folder.join(format!("{}.png", sample.name)), scene.to_png()?)?;
        }
    }
    let sheet = sheet::scene()?;
    fs::write(folder.join("glyphs.svg"), sheet.to_svg())?;
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size that is too large is refused by the type"
)]
fn scaled(pixels: u32, scale: f64) -> u32 {
    (f64::from(pixels) * scale).round() as u32
}
