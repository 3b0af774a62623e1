//! The data folder: who may read it, who serves from it, and the master secret inside.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use access::{MasterSecret, MasterSecrets, Random};

/// Why the data folder cannot be used.
#[derive(Debug)]
pub enum DataDirError {
    /// The folder or a file in it cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another server works in the folder.
    InUse(PathBuf),
    /// The file is no master secret.
    NoSecret(PathBuf),
}

impl std::fmt::Display for DataDirError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::InUse(path) => write!(
                f,
                "{}: another `almagest serve` works in this folder",
                path.display()
            ),
            Self::NoSecret(path) => write!(
                f,
                "{}: not a master secret, which is 64 hexadecimal digits",
                path.display()
            ),
        }
    }
}

impl std::error::Error for DataDirError {}

/// Held by `serve` while it works in a folder; commands do not need it. The system releases it
/// when the process ends, however it ends.
#[derive(Debug)]
pub struct ServeLock(#[expect(dead_code, reason = "holds the lock while it lives")] File);

/// Makes the folder if it is missing, readable by its owner only.
///
/// # Errors
///
/// When it cannot be made.
pub fn prepare(folder: &Path) -> Result<(), DataDirError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    let made = builder.create(folder);
    made.map_err(|error| DataDirError::Io(folder.to_owned(), error))
}

/// Claims the folder for one server.
///
/// # Errors
///
/// When another server has it.
pub fn lock(folder: &Path) -> Result<ServeLock, DataDirError> {
    let path = folder.join("serve.lock");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    let file = options.open(&path);
    let file = file.map_err(|error| DataDirError::Io(path.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(ServeLock(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(DataDirError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(DataDirError::Io(path, error)),
    }
}

/// Reads the master secret; none when the file is missing.
///
/// # Errors
///
/// When the file cannot be read or holds something else.
pub fn read_secret(path: &Path) -> Result<Option<MasterSecret>, DataDirError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => zeroize::Zeroizing::new(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(DataDirError::Io(path.to_owned(), error)),
    };
    let secret = MasterSecret::from_file_text(&text);
    let secret = secret.map_err(|_| DataDirError::NoSecret(path.to_owned()))?;
    Ok(Some(secret))
}

/// Makes a master secret beside its final place, on disk before anything depends on it, or reads
/// the one that is there: an earlier start may have been interrupted, and another node may write to
/// the same folder. It takes its place with [`keep_secret`], once a database belongs to it: a start
/// that is interrupted in between leaves nothing that looks like a lost database.
///
/// # Errors
///
/// When the file cannot be written.
pub fn make_secret(path: &Path, random: &dyn Random) -> Result<MasterSecret, DataDirError> {
    let pending = pending(path);
    if let Some(made) = read_secret(&pending)? {
        return Ok(made);
    }
    let secret = MasterSecret::generate(random);
    let draft = write_draft(&pending, &secret, random)?;
    match rename_new(&draft, &pending) {
        Ok(()) => Ok(secret),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            remove(&draft)?;
            let made = read_secret(&pending)?;
            made.ok_or(DataDirError::Io(pending, error))
        }
        Err(error) => {
            remove(&draft)?;
            Err(DataDirError::Io(pending, error))
        }
    }
}

/// Removes a secret that was made and that no database belongs to. The caller holds the database's
/// lock: nobody is about to bind it.
///
/// # Errors
///
/// When the file cannot be removed.
pub fn forget_pending_secret(path: &Path) -> Result<(), DataDirError> {
    remove(&pending(path))
}

/// A secret that was made and has not taken its place yet.
///
/// # Errors
///
/// When there is a file that cannot be read or holds something else.
pub fn read_pending_secret(path: &Path) -> Result<Option<MasterSecret>, DataDirError> {
    read_secret(&pending(path))
}

/// Waits until no other command moves the secrets of this folder, which nodes may share. The lock is
/// held until the file is dropped.
///
/// # Errors
///
/// When the folder cannot be opened or locked.
pub fn lock_secrets(path: &Path) -> Result<File, DataDirError> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let failed = |error| DataDirError::Io(folder.to_owned(), error);
    let file = File::open(folder).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

/// Gives a made secret its place, where there is no other; does nothing when it has it already,
/// or when another node has just done so.
///
/// # Errors
///
/// When the file cannot be renamed.
pub fn keep_secret(path: &Path) -> Result<(), DataDirError> {
    let pending = pending(path);
    if path.exists() || !pending.exists() {
        return Ok(());
    }
    match rename_new(&pending, path) {
        Err(error) if !another_was_first(&error) => Err(DataDirError::Io(pending, error)),
        _ => Ok(()),
    }
}

/// Every secret there is: the one in its place, the one before it, one that was made and has not
/// taken its place. Which of them count the database says. A secret that moves from one place to
/// another meanwhile is found: places are read in the order in which a secret passes them.
///
/// # Errors
///
/// When there is a file that cannot be read or holds something else.
pub fn read_secrets(path: &Path) -> Result<Vec<MasterSecret>, DataDirError> {
    let files = [pending(path), path.to_owned(), previous(path)];
    let read: Result<Vec<_>, _> = files.iter().map(|it| read_secret(it)).collect();
    Ok(read?.into_iter().flatten().collect())
}

/// Gives the secrets of a rotation their places, once the database belongs to both; does nothing
/// when they have them. Whenever it is interrupted, both are on disk.
///
/// # Errors
///
/// When a file cannot be written or renamed.
pub fn settle_secrets(
    path: &Path,
    secrets: &MasterSecrets,
    random: &dyn Random,
) -> Result<(), DataDirError> {
    let made = read_pending_secret(path)?;
    let Some(before) = &secrets.previous else {
        return Ok(());
    };
    if made.is_none_or(|it| it.fingerprint() != secrets.current.fingerprint()) {
        return Ok(());
    }
    let (previous, pending) = (previous(path), pending(path));
    let draft = write_draft(&previous, &before.secret, random)?;
    replace(&draft, &previous).map_err(|error| DataDirError::Io(previous, error))?;
    match replace(&pending, path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(DataDirError::Io(pending, error))
        }
        // Another node that starts beside this one may have been first.
        _ => Ok(()),
    }
}

/// Removes the secret before the current one, once nothing needs it.
///
/// # Errors
///
/// When the file cannot be removed.
pub fn forget_previous_secret(path: &Path) -> Result<(), DataDirError> {
    remove(&previous(path))
}

fn remove(path: &Path) -> Result<(), DataDirError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(DataDirError::Io(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}

fn pending(path: &Path) -> PathBuf {
    beside(path, ".new")
}

/// Where the secret before the current one is.
pub fn previous(path: &Path) -> PathBuf {
    beside(path, ".previous")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Writes a secret that only its owner can read under a name that nobody else uses, and waits until
/// it is on disk. No reader ever sees a part of a secret under the name it gets next.
fn write_draft(
    path: &Path,
    secret: &MasterSecret,
    random: &dyn Random,
) -> Result<PathBuf, DataDirError> {
    let mut name = [0; 8];
    random.fill(&mut name);
    let draft = beside(path, &format!(".{:016x}", u64::from_be_bytes(name)));
    let written = write_new(&draft, secret.to_file_text().as_bytes());
    written.map_err(|error| DataDirError::Io(draft.clone(), error))?;
    Ok(draft)
}

/// Writes a file that only its owner can read and that does not exist yet, and waits until it is on
/// disk.
///
/// # Errors
///
/// When it exists or cannot be written.
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let mut file = options.open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Gives a file another name that no file has, and waits until that is on disk.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => {}
        // Network file systems know no such renaming, but a second name that refuses to replace.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            std::fs::hard_link(from, to)?;
            std::fs::remove_file(from)?;
        }
        Err(error) => return Err(error.into()),
    }
    sync_folder(to)
}

/// Gives a file the place of another, and waits until that is on disk.
fn replace(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder(to)
}

/// Waits until the names in a file's folder are on disk.
///
/// # Errors
///
/// When the folder cannot be opened or synchronized.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

/// Whether a renaming failed because another process has just done it.
fn another_was_first(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound
    )
}

/// Whether others than the owner may read the file.
pub fn is_readable_by_others(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|it| it.mode() & 0o077 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_api::randomness::OsRandom;

    #[test]
    fn one_server_per_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock(folder.path()).unwrap();
        let second = lock(folder.path());
        assert!(matches!(second, Err(DataDirError::InUse(_))));
        drop(first);
        lock(folder.path()).unwrap();
    }

    #[test]
    fn a_secret_is_made_once_and_only_its_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master.key");
        assert!(read_secret(&path).unwrap().is_none());
        let made = make_secret(&path, &OsRandom).unwrap();
        assert!(
            read_secret(&path).unwrap().is_none(),
            "not in its place yet"
        );
        assert!(read_pending_secret(&path).unwrap().is_some());
        keep_secret(&path).unwrap();
        assert!(!is_readable_by_others(&path));
        make_secret(&path, &OsRandom).unwrap();
        keep_secret(&path).unwrap();
        assert!(
            read_pending_secret(&path).unwrap().is_some(),
            "what has no place stays where it is"
        );
        let read = read_secret(&path).unwrap().unwrap();
        assert_eq!(read.fingerprint(), made.fingerprint(), "never overwritten");
        std::fs::write(&path, "secret").unwrap();
        assert!(matches!(read_secret(&path), Err(DataDirError::NoSecret(_))));
    }

    /// Two starts at the same moment, and one that was interrupted.
    #[test]
    fn a_secret_that_was_made_is_adopted_and_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master.key");
        let fingerprints: Vec<String> = std::thread::scope(|scope| {
            let make = || make_secret(&path, &OsRandom).unwrap().fingerprint();
            let making: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            making.into_iter().map(|it| it.join().unwrap()).collect()
        });
        let on_disk = read_pending_secret(&path).unwrap().unwrap().fingerprint();
        assert!(
            fingerprints.iter().all(|it| *it == on_disk),
            "{fingerprints:?}"
        );
        keep_secret(&path).unwrap();
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "no drafts are left: {names:?}");
        let kept = read_secret(&path).unwrap().unwrap();
        assert_eq!(kept.fingerprint(), on_disk);
    }
}
