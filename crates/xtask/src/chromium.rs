//! A browser for tests of pages and images.

use std::path::{Path, PathBuf};

use crate::machine;

/// Debian's names of the browser, its driver, and the font of our images.
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
