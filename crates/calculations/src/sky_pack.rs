//! The operator's ephemeris pack: more than the program carries, such as a longer span. It is added
//! to the program's own ephemeris at startup and used where that one has no data.

use std::fmt;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use ephemeris::{Ephemeris, ExtendError};

/// Identifies the pack that has been added. 0 if there is none.
static FINGERPRINT: AtomicU64 = AtomicU64::new(0);

/// Why a pack cannot be used.
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
            Reason::Unreadable(error) => write!(f, "cannot read the sky pack {path}: {error}"),
            Reason::Refused(ExtendError::Pack { error, .. }) => {
                write!(
                    f,
                    "the sky pack {path} is damaged or not a sky pack: {error}"
                )
            }
            Reason::Refused(ExtendError::InUse) => write!(
                f,
                "the sky pack {path} was loaded too late: positions have already been calculated"
            ),
        }
    }
}

impl std::error::Error for SkyPackError {}

/// Adds the pack in a file to the program's ephemeris, for the rest of the process.
///
/// # Errors
///
/// The file cannot be read or is not a complete pack, or positions were calculated before.
pub fn load(path: &Path) -> Result<(), SkyPackError> {
    let refused = |reason| SkyPackError {
        path: path.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| refused(Reason::Unreadable(error)))?;
    // Checked before it is kept, so that a refused pack is not held for the rest of the process.
    if let Err(error) = Ephemeris::open(&bytes) {
        return Err(refused(Reason::Refused(ExtendError::Pack {
            index: 0,
            error,
        })));
    }
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    let fingerprint = hasher.finish().max(1);
    Ephemeris::extend_embedded(&[bytes.leak()]).map_err(|error| refused(Reason::Refused(error)))?;
    FINGERPRINT.store(fingerprint, Ordering::Release);
    Ok(())
}

/// Identifies the additional pack, on which results depend. 0 if there is none.
pub fn fingerprint() -> u64 {
    FINGERPRINT.load(Ordering::Acquire)
}

/// Whether this process has an additional pack.
pub fn is_loaded() -> bool {
    fingerprint() != 0
}
