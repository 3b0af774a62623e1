//! A temporary folder that is removed with its value.

use std::{
    fs,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use anyhow::{Context, Result};

/// A folder of this process, removed on drop.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "almagest-{}-{}",
            process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = parent().join(name);
        // Others can traverse it (PostgreSQL runs as another user) but not list it.
        fs::DirBuilder::new()
            .mode(0o711)
            .create(&path)
            .with_context(|| format!("cannot create the temporary folder {}", path.display()))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A subfolder that only its owner can enter.
    pub(crate) fn private(&self, name: &str) -> Result<PathBuf> {
        let path = self.0.join(name);
        fs::DirBuilder::new().mode(0o700).create(&path)?;
        Ok(path)
    }
}

/// Not the target folder: PostgreSQL's user often cannot access it, and the path of a socket has at
/// most 107 bytes.
fn parent() -> PathBuf {
    let usual = std::env::temp_dir();
    if usual.as_os_str().len() <= 60 {
        usual
    } else {
        PathBuf::from("/tmp")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_goes_with_its_value() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.private("inside").unwrap();
        fs::write(path.join("file"), "text").unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}
