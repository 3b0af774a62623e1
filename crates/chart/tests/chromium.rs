//! Compares the PNG with a browser's rendering of the SVG. Runs where `cargo xtask test` finds a
//! Chromium.

#[path = "../examples/gallery/samples.rs"]
mod samples;

use std::{fs, io::Cursor, path::Path, process::Command};

use chart::{Scene, Size, Theme, Wheel};

/// The variable that names the program; `missing` when the test command found none, which it
/// reports.
const VARIABLE: &str = "ALMAGEST_TEST_CHROMIUM";

/// Two renderers of the same outlines differ slightly at all edges: the PNG has the exact coverage
/// of each pixel, the browser counts quarters of a row.
const MEAN_DIFFERENCE: f64 = 2.0;
/// A missing or displaced item is a large local difference: the mean difference within any square
/// of this side …
const TILE_PX: usize = 16;
/// … stays below this. `the_comparison_notices_one_missing_symbol` shows that the limit is not too
/// wide.
const TILE_DIFFERENCE: f64 = 28.0;

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test command names the browser in the environment"
)]
fn a_browser_shows_the_same_picture() {
    let chromium = std::env::var(VARIABLE)
        .unwrap_or_else(|_| panic!("{VARIABLE} is not set: run `cargo xtask test`"));
    if chromium == "missing" {
        println!("not run: no Chromium");
        return;
    }
    let folder = std::env::temp_dir().join(format!("almagest-chart-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    let scenes: Vec<(&str, Scene)> = samples::all()
        .iter()
        .map(|sample| {
            (
                sample.name,
                draw(&sample.wheel, sample.size_px, sample.theme),
            )
        })
        .collect();
    let shot = photograph(Path::new(&chromium), &folder, &scenes);
    fs::remove_dir_all(&folder).expect("the folder is removed");
    let mut top = 0;
    let mut report = Vec::new();
    for (name, scene) in &scenes {
        let own = decode(&scene.to_png().expect("a PNG"));
        report.push((name, compare(&own, &shot, top)));
        top += own.height;
    }
    for (name, (mean, tile)) in &report {
        println!("{name:16} mean difference {mean:.3} of 255, in the worst square {tile:.1}");
    }
    for (name, (mean, tile)) in report {
        assert!(mean <= MEAN_DIFFERENCE, "{name}: mean difference {mean:.3}");
        assert!(
            tile <= TILE_DIFFERENCE,
            "{name}: difference of a square {tile:.1}"
        );
    }
}

#[test]
fn the_comparison_notices_one_missing_symbol() {
    let size = (800, 800);
    let whole = samples::natal();
    let theme = chart::ThemeName::Light;
    let png = |wheel: &Wheel| decode(&draw(wheel, size, theme).to_png().expect("a PNG"));
    let mut wheel = whole.clone();
    wheel.aspects.clear();
    let complete = png(&wheel);
    assert_eq!(compare(&complete, &complete, 0), (0.0, 0.0));
    // The first and the last of the crowded symbols, and two isolated ones: each is a few hundred
    // of 640,000 pixels.
    for missing in [0, 1, 7, 14] {
        let mut wheel = wheel.clone();
        wheel.chart.points.remove(missing);
        let (_, tile) = compare(&complete, &png(&wheel), 0);
        let name = &whole.chart.points[missing].name;
        assert!(tile > TILE_DIFFERENCE, "without {name}: {tile:.1}");
    }
}

fn draw(wheel: &Wheel, (width, height): (u32, u32), theme: chart::ThemeName) -> Scene {
    let size = Size::new(width, height).expect("a valid size");
    wheel.draw(size, &Theme::named(theme)).expect("a scene")
}

struct Picture {
    width: usize,
    height: usize,
    channels: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn pixel(&self, x: usize, y: usize) -> &[u8] {
        let begin = (y * self.width + x) * self.channels;
        &self.bytes[begin..begin + 3]
    }
}

/// Renders all pictures below each other in one page: the browser starts once, and symbols with the
/// same id coexist.
fn photograph(chromium: &Path, folder: &Path, scenes: &[(&str, Scene)]) -> Picture {
    let (page, file) = (folder.join("all.html"), folder.join("all.png"));
    let head = "<!doctype html><meta charset=utf-8><style>*{margin:0}svg{display:block}</style>";
    let pictures: String = scenes.iter().map(|(_, scene)| scene.to_svg()).collect();
    fs::write(&page, format!("{head}{pictures}")).expect("the page is written");
    let width = scenes.iter().map(|(_, scene)| scene.size.width_px()).max();
    let height: u32 = scenes.iter().map(|(_, scene)| scene.size.height_px()).sum();
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
            "--force-color-profile=srgb",
            "--disable-lcd-text",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("--window-size={},{height}", width.unwrap_or(0)))
        .arg(format!("--screenshot={}", file.display()))
        .arg(page)
        .env("TMPDIR", folder)
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    decode(&fs::read(&file).expect("the browser has written a picture"))
}

fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    Picture {
        width: info.width as usize,
        height: info.height as usize,
        channels: info.color_type.samples(),
        bytes: pixels,
    }
}

/// Returns the mean difference of channels, over the whole picture and in its worst square.
fn compare(own: &Picture, shot: &Picture, top: usize) -> (f64, f64) {
    assert!(
        shot.height >= top + own.height,
        "the browser's picture is too short"
    );
    let mut worst = 0.0_f64;
    let mut sum = 0_u64;
    for tile_y in (0..own.height).step_by(TILE_PX) {
        for tile_x in (0..own.width).step_by(TILE_PX) {
            let (end_y, end_x) = (
                (tile_y + TILE_PX).min(own.height),
                (tile_x + TILE_PX).min(own.width),
            );
            let mut inside = 0_u64;
            for y in tile_y..end_y {
                for x in tile_x..end_x {
                    let pairs = own.pixel(x, y).iter().zip(shot.pixel(x, top + y));
                    inside += pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
                }
            }
            sum += inside;
            worst = worst.max(inside as f64 / (3 * TILE_PX * TILE_PX) as f64);
        }
    }
    (sum as f64 / (3 * own.width * own.height) as f64, worst)
}
