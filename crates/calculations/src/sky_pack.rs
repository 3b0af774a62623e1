//! A pack of the operator's: more of the sky than the program carries, such as a longer span. It is added
//! to the program's own when the process starts, and asked where that one knows nothing.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use ephemeris::{Ephemeris, ExtendError};

/// Whether a pack has been added.
static LOADED: AtomicBool = AtomicBool::new(false);

/// Why a pack is not used.
#[derive(Debug)]
pub struct SkyPackError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Unreadable(std::io::Error),
    Refused(ExtendError),
}

impl fmt::Display for SkyPackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Unreadable(error) => write!(f, "the sky pack {path}: {error}"),
            Reason::Refused(ExtendError::Pack { error, .. }) => {
                write!(f, "the sky pack {path} is damaged or no pack: {error}")
            }
            Reason::Refused(ExtendError::InUse) => write!(
                f,
                "the sky pack {path} comes too late: positions have been computed already"
            ),
        }
    }
}

impl std::error::Error for SkyPackError {}

/// Adds the pack of a file to the program's ephemeris, for the rest of the process.
///
/// # Errors
///
/// The file cannot be read or is no whole pack, or somebody has asked for positions before.
pub fn load(path: &Path) -> Result<(), SkyPackError> {
    let refused = |reason| SkyPackError {
        path: path.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| refused(Reason::Unreadable(error)))?;
    // Checked before it is kept: what was refused is not held for the rest of the process.
    if let Err(error) = Ephemeris::open(&bytes) {
        return Err(refused(Reason::Refused(ExtendError::Pack {
            index: 0,
            error,
        })));
    }
    Ephemeris::extend_embedded(&[bytes.leak()]).map_err(|error| refused(Reason::Refused(error)))?;
    LOADED.store(true, Ordering::Release);
    Ok(())
}

/// Whether this process has a pack besides the program's own.
pub fn is_loaded() -> bool {
    LOADED.load(Ordering::Acquire)
}
