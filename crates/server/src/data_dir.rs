//! The data folder: its permissions, its lock, and the master secret.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown,
};
use std::path::{Path, PathBuf};

use access::{MasterSecret, MasterSecrets, Random};

/// Why the data folder cannot be used.
#[derive(Debug)]
pub enum DataDirError {
    /// The folder or a file in it cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another server uses the folder.
    InUse(PathBuf),
    /// The file does not contain a master secret.
    NoSecret(PathBuf),
}

impl std::fmt::Display for DataDirError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::InUse(path) => write!(
                f,
                "{}: another `almagest serve` is using this folder. Stop it, or work with another \
                 database in another --data-dir, with a copy of master.key in it.",
                path.display()
            ),
            Self::NoSecret(path) => write!(
                f,
                "{}: not a master secret; expected 64 hexadecimal digits",
                path.display()
            ),
        }
    }
}

impl std::error::Error for DataDirError {}

/// Held by `serve` while it uses a folder. Commands do not need it. The system releases it when the
/// process ends, even after a crash.
#[derive(Debug)]
pub struct ServeLock(#[expect(dead_code, reason = "holds the lock while it lives")] File);

/// Creates the folder if it does not exist, accessible only to its owner.
///
/// # Errors
///
/// If it cannot be created.
pub fn prepare(folder: &Path) -> Result<(), DataDirError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    let made = builder.create(folder);
    made.map_err(|error| DataDirError::Io(folder.to_owned(), error))
}

/// Locks the folder for one server.
///
/// # Errors
///
/// If another server holds the lock.
pub fn lock(folder: &Path) -> Result<ServeLock, DataDirError> {
    let path = folder.join("serve.lock");
    let file = open_lock(&path).map_err(|error| DataDirError::Io(path.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(ServeLock(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(DataDirError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(DataDirError::Io(path, error)),
    }
}

/// Opens a file to lock it, and creates it if it does not exist.
///
/// # Errors
///
/// If it cannot be opened.
pub fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    let file = options.open(path)?;
    give_to_owner_of(&file, folder_of(path))?;
    Ok(file)
}

/// Gives a file that root has created to the owner of something else, usually its folder: a command
/// that root runs must not keep the service from its own files.
fn give_to_owner_of(file: &File, model: &Path) -> io::Result<()> {
    let (own, model) = (file.metadata()?, std::fs::metadata(model)?);
    if own.uid() == model.uid() || !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    fchown(file, Some(model.uid()), Some(model.gid()))
}

/// Writes a text for the operator to a file that only its owner can read. Replaces an earlier one.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_secret_file(path: &Path, text: &str) -> Result<(), DataDirError> {
    remove(path)?;
    let written = write_new(path, text.as_bytes());
    written.map_err(|error| DataDirError::Io(path.to_owned(), error))
}

/// Reads the master secret. `None` if the file does not exist.
///
/// # Errors
///
/// If the file cannot be read or does not contain a master secret.
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

/// Creates a master secret under a pending name and syncs it to disk, or reads an existing pending
/// one: an earlier start may have been interrupted, and another node may write to the same folder.
/// [`keep_secret`] moves it to its final path once a database is bound to it, so an interrupted
/// start does not look like a lost database.
///
/// # Errors
///
/// If the file cannot be written.
pub fn make_secret(path: &Path, random: &dyn Random) -> Result<MasterSecret, DataDirError> {
    let pending = pending(path);
    if let Some(made) = read_secret(&pending)? {
        return Ok(made);
    }
    let secret = MasterSecret::generate(random);
    let draft = write_draft(path, &pending, &secret, random)?;
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

/// Removes a pending secret that no database is bound to. The caller holds the database's lock, so
/// nobody is about to bind it.
///
/// # Errors
///
/// If the file cannot be removed.
pub fn forget_pending_secret(path: &Path) -> Result<(), DataDirError> {
    remove(&pending(path))
}

/// Reads the pending secret, which is not at its final path yet.
///
/// # Errors
///
/// If the file cannot be read or does not contain a master secret.
pub fn read_pending_secret(path: &Path) -> Result<Option<MasterSecret>, DataDirError> {
    read_secret(&pending(path))
}

/// Locks the secrets of this folder, which nodes may share, and waits while another command holds
/// the lock. The lock is held until the file is dropped.
///
/// # Errors
///
/// If the folder cannot be opened or locked.
pub fn lock_secrets(path: &Path) -> Result<File, DataDirError> {
    let folder = folder_of(path);
    let failed = |error| DataDirError::Io(folder.to_owned(), error);
    let file = File::open(folder).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

/// Moves the pending secret to its final path. Does nothing if a secret is already there, or if
/// another node has just moved it.
///
/// # Errors
///
/// If the file cannot be renamed.
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

/// Reads every secret: pending, current and previous. The database determines which are valid. A
/// secret that is moved at the same time is still found, because the files are read in the order in
/// which a secret moves through them.
///
/// # Errors
///
/// If a file cannot be read or does not contain a master secret.
pub fn read_secrets(path: &Path) -> Result<Vec<MasterSecret>, DataDirError> {
    let files = [pending(path), path.to_owned(), previous(path)];
    let read: Result<Vec<_>, _> = files.iter().map(|it| read_secret(it)).collect();
    Ok(read?.into_iter().flatten().collect())
}

/// Moves the secrets of a rotation to their final paths, once the database is bound to both. Does
/// nothing if they are already there. Both are on disk whenever it is interrupted.
///
/// # Errors
///
/// If a file cannot be written or renamed.
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
    let draft = write_draft(path, &previous, &before.secret, random)?;
    replace(&draft, &previous).map_err(|error| DataDirError::Io(previous, error))?;
    match replace(&pending, path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(DataDirError::Io(pending, error))
        }
        // Another node that starts at the same time may have been first.
        _ => Ok(()),
    }
}

/// Removes the previous secret, once nothing needs it.
///
/// # Errors
///
/// If the file cannot be removed.
pub fn forget_previous_secret(path: &Path) -> Result<(), DataDirError> {
    remove(&previous(path))
}

/// Removes a file, if it exists.
///
/// # Errors
///
/// If it cannot be removed.
pub fn remove(path: &Path) -> Result<(), DataDirError> {
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

/// The path of the previous secret.
pub fn previous(path: &Path) -> PathBuf {
    beside(path, ".previous")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Writes a secret to a file with a unique name beside `target`, and syncs it to disk. A later rename
/// makes it visible as a whole, so no reader sees a part of a secret. It has the owner and the mode of
/// the `current` secret, or else only the owner of its folder can read it.
fn write_draft(
    current: &Path,
    target: &Path,
    secret: &MasterSecret,
    random: &dyn Random,
) -> Result<PathBuf, DataDirError> {
    let mut name = [0; 8];
    random.fill(&mut name);
    let draft = beside(target, &format!(".{:016x}", u64::from_be_bytes(name)));
    let written = write_new(&draft, secret.to_file_text().as_bytes())
        .and_then(|()| take_over_access(&draft, current));
    written.map_err(|error| DataDirError::Io(draft.clone(), error))?;
    Ok(draft)
}

/// Gives a new file the owner, the group and the mode of the file that it replaces, if there is one.
/// Only root can give a file away. Others get no access that they did not have.
fn take_over_access(new: &Path, old: &Path) -> io::Result<()> {
    let Ok(model) = std::fs::metadata(old) else {
        return Ok(());
    };
    let file = OpenOptions::new().write(true).open(new)?;
    if rustix::process::geteuid().is_root() {
        fchown(&file, Some(model.uid()), Some(model.gid()))?;
        // At most: its owner reads and writes, its group reads.
        file.set_permissions(Permissions::from_mode(0o600 | (model.mode() & 0o040)))?;
    }
    file.sync_all()
}

/// Writes a new file, readable only by its owner, and syncs it to disk.
///
/// # Errors
///
/// If it exists or cannot be written.
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let mut file = options.open(path)?;
    give_to_owner_of(&file, folder_of(path))?;
    file.write_all(content)?;
    file.sync_all()
}

/// Renames a file without replacing another one, and syncs the folder.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => {}
        // Network file systems may not support this flag. A hard link does not replace either.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            std::fs::hard_link(from, to)?;
            std::fs::remove_file(from)?;
        }
        Err(error) => return Err(error.into()),
    }
    sync_folder(to)
}

/// Replaces a file with another one, and syncs the folder.
fn replace(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder(to)
}

/// Syncs the folder of a file to disk.
///
/// # Errors
///
/// If the folder cannot be opened or synchronized.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether a rename failed because another process has just done it.
fn another_was_first(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound
    )
}

/// Whether users can access the file who should not. A file that root owns may be readable by a group:
/// that is how root shares a secret with a service, and how systemd passes credentials.
pub fn is_readable_by_others(path: &Path) -> bool {
    let is_open = |it: std::fs::Metadata| {
        let expected = if it.uid() == 0 && it.is_file() {
            0o040
        } else {
            0
        };
        it.mode() & 0o077 & !expected != 0
    };
    std::fs::metadata(path).is_ok_and(is_open)
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

    /// The owner and the group of a file, and its mode.
    fn owner_and_mode(path: &Path) -> (u32, u32, u32) {
        let found = std::fs::metadata(path).unwrap();
        (found.uid(), found.gid(), found.mode() & 0o777)
    }

    /// As an administrator who runs `secret rotate` beside a packaged service.
    #[test]
    fn what_root_writes_belongs_to_the_service() {
        const SERVICE: u32 = 12_345;
        if !rustix::process::geteuid().is_root() {
            println!("not run: needs root");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::chown(folder.path(), Some(SERVICE), Some(SERVICE)).unwrap();
        let path = folder.path().join("master.key");
        let first = make_secret(&path, &OsRandom).unwrap();
        keep_secret(&path).unwrap();
        drop(lock(folder.path()).unwrap());
        for file in [path.clone(), folder.path().join("serve.lock")] {
            assert_eq!(
                owner_and_mode(&file),
                (SERVICE, SERVICE, 0o600),
                "{}",
                file.display()
            );
        }
        // A secret that root owns and shares with the group of the service.
        std::os::unix::fs::chown(&path, Some(0), Some(SERVICE)).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        assert!(!is_readable_by_others(&path));
        let second = make_secret(&path, &OsRandom).unwrap();
        let both = MasterSecrets {
            current: second,
            previous: Some(access::PreviousSecret {
                secret: first,
                replaced_at: access::Timestamp::from_micros(0),
            }),
        };
        settle_secrets(&path, &both, &OsRandom).unwrap();
        for file in [path.clone(), previous(&path)] {
            assert_eq!(
                owner_and_mode(&file),
                (0, SERVICE, 0o640),
                "{}",
                file.display()
            );
        }
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert!(is_readable_by_others(&path), "everyone is not the service");
    }
}
