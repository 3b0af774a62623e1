//! The backup file format: a header that identifies the master secret, and the database in encrypted
//! chunks. [`access::backup`] describes what the encryption protects against.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use access::{
    BACKUP_CHUNK, BACKUP_TAG, BackupDamaged, BackupHeader, BackupOpener, BackupSealer,
    MasterSecret, Random,
};

/// The header of a SQLite file. A backup of version 0.1 is a plain SQLite file.
const PLAIN: &[u8] = b"SQLite format 3\0";

/// Why a backup cannot be read.
#[derive(Debug)]
pub enum BackupError {
    /// A file cannot be read or written.
    Io(io::Error),
    /// Neither a backup of this version nor one of version 0.1.
    Unknown,
    /// It is not encrypted, so its origin is unknown.
    Unauthenticated,
    /// It was encrypted with another master secret.
    WrongMasterSecret {
        /// The fingerprint of that secret.
        needed: String,
    },
    /// It was changed or truncated.
    Damaged,
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Unknown => f.write_str("not a backup file"),
            Self::Unauthenticated => f.write_str(
                "this backup of version 0.1 is not encrypted: anyone could have changed it. If you \
                 trust its origin, restore it with --unauthenticated.",
            ),
            Self::WrongMasterSecret { needed } => write!(
                f,
                "this backup needs another master secret. Install the master.key with the \
                 fingerprint {needed} first."
            ),
            Self::Damaged => write!(f, "{BackupDamaged}; nothing was restored"),
        }
    }
}

impl std::error::Error for BackupError {}

impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<BackupDamaged> for BackupError {
    fn from(_: BackupDamaged) -> Self {
        Self::Damaged
    }
}

/// Encrypts the file `from` into `to`, and syncs it to disk.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn seal(
    from: &Path,
    to: &File,
    secret: &MasterSecret,
    random: &dyn Random,
) -> Result<(), BackupError> {
    let mut reader = BufReader::new(File::open(from)?);
    let mut writer = BufWriter::new(to);
    let header = BackupHeader::new(secret, random);
    writer.write_all(header.as_bytes())?;
    let mut sealer = BackupSealer::new(&secret.backup_key(), header);
    let mut chunk = read_chunk(&mut reader, BACKUP_CHUNK)?;
    loop {
        let next = read_chunk(&mut reader, BACKUP_CHUNK)?;
        if next.is_empty() {
            sealer.last(&mut chunk)?;
            writer.write_all(&chunk)?;
            writer.flush()?;
            return Ok(to.sync_all()?);
        }
        sealer.next(&mut chunk)?;
        writer.write_all(&chunk)?;
        chunk = next;
    }
}

/// Decrypts the backup `from` into the new file `to`, readable only by its owner. Each chunk is
/// authenticated before it is written. The file is complete only on success. With `unauthenticated`,
/// a backup of version 0.1 is copied.
///
/// # Errors
///
/// If the backup was changed, or needs another secret.
pub fn open(
    from: &Path,
    to: &Path,
    secrets: &[MasterSecret],
    unauthenticated: bool,
) -> Result<(), BackupError> {
    let mut reader = BufReader::new(File::open(from)?);
    let beginning = read_chunk(&mut reader, BackupHeader::LENGTH)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let Some(header) = BackupHeader::read(&beginning) else {
        if !beginning.starts_with(PLAIN) {
            return Err(BackupError::Unknown);
        }
        if !unauthenticated {
            return Err(BackupError::Unauthenticated);
        }
        let mut writer = options.open(to)?;
        writer.write_all(&beginning)?;
        io::copy(&mut reader, &mut writer)?;
        return Ok(());
    };
    let needed = header.fingerprint().unwrap_or_default();
    let secret = secrets.iter().find(|it| it.fingerprint() == needed);
    let secret = secret.ok_or_else(|| BackupError::WrongMasterSecret {
        needed: needed.to_owned(),
    })?;
    let mut opener = BackupOpener::new(&secret.backup_key(), header.clone());
    let mut writer = BufWriter::new(options.open(to)?);
    let length = BACKUP_CHUNK + BACKUP_TAG;
    let mut chunk = read_chunk(&mut reader, length)?;
    loop {
        let next = read_chunk(&mut reader, length)?;
        if next.is_empty() {
            opener.last(&mut chunk)?;
            writer.write_all(&chunk)?;
            return Ok(writer.flush()?);
        }
        opener.next(&mut chunk)?;
        writer.write_all(&chunk)?;
        chunk = next;
    }
}

/// Reads up to `length` bytes.
fn read_chunk(reader: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut chunk = Vec::with_capacity(length + BACKUP_TAG);
    reader.take(length as u64).read_to_end(&mut chunk)?;
    Ok(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_api::randomness::OsRandom;

    #[test]
    fn every_length_around_a_chunk_comes_back_and_no_shorter_file_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let secrets = [MasterSecret::generate(&OsRandom)];
        for length in [
            0,
            1,
            BACKUP_CHUNK - 1,
            BACKUP_CHUNK,
            BACKUP_CHUNK + 1,
            2 * BACKUP_CHUNK,
        ] {
            let content: Vec<u8> = (0..=250).cycle().take(length).collect();
            std::fs::write(path("content"), &content).unwrap();
            let file = File::create(path("backup")).unwrap();
            seal(&path("content"), &file, &secrets[0], &OsRandom).unwrap();
            open(&path("backup"), &path("opened"), &secrets, false).unwrap();
            assert_eq!(std::fs::read(path("opened")).unwrap(), content);
            std::fs::remove_file(path("opened")).unwrap();
            let sealed = std::fs::read(path("backup")).unwrap();
            let chunk = BACKUP_CHUNK + BACKUP_TAG;
            let borders = (0..=length / BACKUP_CHUNK).map(|it| BackupHeader::LENGTH + it * chunk);
            for end in borders.chain([sealed.len() - 1, BackupHeader::LENGTH - 1, 0]) {
                if end >= sealed.len() {
                    continue;
                }
                std::fs::write(path("cut"), &sealed[..end]).unwrap();
                let opened = open(&path("cut"), &path("opened"), &secrets, false);
                assert!(opened.is_err(), "{length} bytes cut at {end}");
                std::fs::remove_file(path("opened")).ok();
            }
        }
    }
}
