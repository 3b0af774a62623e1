//! A browser for tests that look at pages and pictures.

use std::path::{Path, PathBuf};

use crate::machine;

/// What Debian calls the browser, what steers it, and the font that pictures of ours are set in.
pub(crate) const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Where Debian puts that font.
pub(crate) const FONTS: &str = "/usr/share/fonts/truetype/dejavu";

/// The browser, if the font is there too: without it every text would look different.
pub(crate) fn find() -> Option<PathBuf> {
    let font = Path::new(FONTS).join("DejaVuSans.ttf");
    machine::find_program("chromium").filter(|_| font.is_file())
}

/// What steers it through pages.
pub(crate) fn find_driver() -> Option<PathBuf> {
    machine::find_program("chromedriver").filter(|_| find().is_some())
}
