//! Authenticated encryption of backups: XChaCha20-Poly1305 in the STREAM construction (Hoang,
//! Reyhanitabar, Rogaway, Vizár 2015, section 7) over chunks, under a key derived from the master
//! secret. Each chunk's nonce holds the chunk's number and whether it is the last, so that changed,
//! moved, repeated and truncated chunks are detected. The header is associated data of every chunk.
//!
//! This module reads and writes no files: it takes and returns chunks.

use std::fmt;

use aead_stream::{DecryptorBE32, EncryptorBE32};
use chacha20poly1305::XChaCha20Poly1305;
use zeroize::Zeroizing;

use crate::master::MasterSecret;
use crate::random::Random;

/// The magic bytes at the start of a backup. The number is the format version.
const MAGIC: &[u8] = b"almagest-backup 1\n";
const FINGERPRINT_LENGTH: usize = 32;
/// The length of the cipher's nonce without the chunk number and the last-chunk flag.
const NONCE_LENGTH: usize = 24 - 5;

/// The key that encrypts backups.
pub struct BackupKey(Zeroizing<[u8; 32]>);

impl BackupKey {
    pub(crate) fn from_bytes(bytes: Zeroizing<[u8; 32]>) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BackupKey(…)")
    }
}

/// The start of a backup: the format, the fingerprint of the master secret and the nonce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupHeader([u8; Self::LENGTH]);

impl BackupHeader {
    /// The length in bytes.
    pub const LENGTH: usize = MAGIC.len() + FINGERPRINT_LENGTH + 1 + NONCE_LENGTH;

    /// Creates the header of a new backup.
    pub fn new(secret: &MasterSecret, random: &dyn Random) -> Self {
        let mut nonce = [0; NONCE_LENGTH];
        random.fill(&mut nonce);
        let parts = [MAGIC, secret.fingerprint().as_bytes(), b"\n", &nonce].concat();
        let mut bytes = [0; Self::LENGTH];
        bytes.copy_from_slice(&parts);
        Self(bytes)
    }

    /// Reads the header from the start of a file. Returns `None` if the file is not an encrypted
    /// backup.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let header = Self(*bytes.first_chunk()?);
        let readable = bytes.starts_with(MAGIC) && header.fingerprint().is_some();
        readable.then_some(header)
    }

    /// Returns the fingerprint of the master secret that encrypted the backup.
    pub fn fingerprint(&self) -> Option<&str> {
        let text = self.0.get(MAGIC.len()..)?.get(..FINGERPRINT_LENGTH)?;
        std::str::from_utf8(text).ok()
    }

    /// Returns the bytes to write to the file.
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn nonce(&self) -> [u8; NONCE_LENGTH] {
        std::array::from_fn(|index| self.0[Self::LENGTH - NONCE_LENGTH + index])
    }
}

/// A chunk that differs from the one written at this place in this backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupDamaged;

impl fmt::Display for BackupDamaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the backup was changed, cut off or damaged since it was written")
    }
}

impl std::error::Error for BackupDamaged {}

/// The content length in bytes of every chunk but the last, which may be shorter.
pub const BACKUP_CHUNK: usize = 64 * 1024;
/// The number of bytes that encryption adds to each chunk.
pub const BACKUP_TAG: usize = 16;

/// Encrypts the chunks of one backup, in order.
///
/// # Examples
///
/// ```
/// # struct Sevens;
/// # impl access::Random for Sevens {
/// #     fn fill(&self, bytes: &mut [u8]) { bytes.fill(7); }
/// # }
/// use access::{BackupDamaged, BackupHeader, BackupOpener, BackupSealer, MasterSecret};
///
/// let secret = MasterSecret::from_bytes([1; 32]);
/// let (key, header) = (secret.backup_key(), BackupHeader::new(&secret, &Sevens));
/// let mut sealer = BackupSealer::new(&key, header.clone());
/// let (mut first, mut last) = (b"one".to_vec(), b"two".to_vec());
/// sealer.next(&mut first)?;
/// sealer.last(&mut last)?;
///
/// // A backup that ends after its first chunk is not complete.
/// let cut_off = BackupOpener::new(&key, header.clone()).last(&mut first.clone());
/// assert_eq!(cut_off, Err(BackupDamaged));
///
/// let mut opener = BackupOpener::new(&key, header);
/// opener.next(&mut first)?;
/// opener.last(&mut last)?;
/// assert_eq!((first.as_slice(), last.as_slice()), (&b"one"[..], &b"two"[..]));
/// # Ok::<(), BackupDamaged>(())
/// ```
pub struct BackupSealer {
    stream: EncryptorBE32<XChaCha20Poly1305>,
    header: BackupHeader,
}

impl fmt::Debug for BackupSealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BackupSealer(…)")
    }
}

impl BackupSealer {
    /// Creates a sealer for the new backup with this header.
    pub fn new(key: &BackupKey, header: BackupHeader) -> Self {
        let stream = EncryptorBE32::new((&*key.0).into(), &header.nonce().into());
        Self { stream, header }
    }

    /// Encrypts a chunk that is not the last.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than four thousand million chunks.
    pub fn next(&mut self, chunk: &mut Vec<u8>) -> Result<(), BackupDamaged> {
        let header = self.header.as_bytes();
        let done = self.stream.encrypt_next_in_place(header, chunk);
        done.map_err(|_| BackupDamaged)
    }

    /// Encrypts the last chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if the chunk is longer than the cipher permits.
    pub fn last(self, chunk: &mut Vec<u8>) -> Result<(), BackupDamaged> {
        let header = self.header.as_bytes();
        let done = self.stream.encrypt_last_in_place(header, chunk);
        done.map_err(|_| BackupDamaged)
    }
}

/// Decrypts the chunks of one backup, in order.
pub struct BackupOpener {
    stream: DecryptorBE32<XChaCha20Poly1305>,
    header: BackupHeader,
}

impl fmt::Debug for BackupOpener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BackupOpener(…)")
    }
}

impl BackupOpener {
    /// Creates an opener for the backup with this header.
    pub fn new(key: &BackupKey, header: BackupHeader) -> Self {
        let stream = DecryptorBE32::new((&*key.0).into(), &header.nonce().into());
        Self { stream, header }
    }

    /// Decrypts a chunk that is not the last.
    ///
    /// # Errors
    ///
    /// Returns an error if the chunk is not the one that was written there.
    pub fn next(&mut self, chunk: &mut Vec<u8>) -> Result<(), BackupDamaged> {
        let header = self.header.as_bytes();
        let done = self.stream.decrypt_next_in_place(header, chunk);
        done.map_err(|_| BackupDamaged)
    }

    /// Decrypts the last chunk. Only its success shows that the backup is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the chunk is not the one that was written there.
    pub fn last(self, chunk: &mut Vec<u8>) -> Result<(), BackupDamaged> {
        let header = self.header.as_bytes();
        let done = self.stream.decrypt_last_in_place(header, chunk);
        done.map_err(|_| BackupDamaged)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    const CHUNKS: [&[u8]; 3] = [b"first chunk", b"other chunk", b"end"];

    fn secret(byte: u8) -> MasterSecret {
        MasterSecret::from_bytes([byte; 32])
    }

    /// Returns a header and the chunks that follow it.
    fn sealed(nonce: u8) -> (BackupHeader, Vec<Vec<u8>>) {
        let header = BackupHeader::new(&secret(1), &Counting(Cell::new(nonce)));
        let mut sealer = BackupSealer::new(&secret(1).backup_key(), header.clone());
        let mut chunks = CHUNKS.map(<[u8]>::to_vec);
        sealer.next(&mut chunks[0]).unwrap();
        sealer.next(&mut chunks[1]).unwrap();
        sealer.last(&mut chunks[2]).unwrap();
        (header, chunks.to_vec())
    }

    fn open(
        secret: &MasterSecret,
        header: &BackupHeader,
        chunks: &[Vec<u8>],
    ) -> Result<Vec<Vec<u8>>, BackupDamaged> {
        let mut chunks = chunks.to_vec();
        let mut opener = BackupOpener::new(&secret.backup_key(), header.clone());
        let (last, others) = chunks.split_last_mut().ok_or(BackupDamaged)?;
        for chunk in others {
            opener.next(chunk)?;
        }
        opener.last(last)?;
        Ok(chunks)
    }

    #[test]
    fn a_backup_opens_with_the_secret_its_header_names() {
        let (header, chunks) = sealed(0);
        let read = BackupHeader::read(header.as_bytes()).unwrap();
        assert_eq!(read.fingerprint(), Some(secret(1).fingerprint().as_str()));
        assert_eq!(open(&secret(1), &read, &chunks).unwrap(), CHUNKS);
        assert_eq!(open(&secret(2), &read, &chunks), Err(BackupDamaged));
        assert_eq!(BackupHeader::read(b"SQLite format 3\0"), None);
    }

    #[test]
    fn every_change_of_a_byte_is_noticed() {
        let (header, chunks) = sealed(0);
        for chunk in 0..chunks.len() {
            for index in 0..chunks[chunk].len() {
                let mut changed = chunks.clone();
                changed[chunk][index] ^= 1;
                let opened = open(&secret(1), &header, &changed);
                assert_eq!(opened, Err(BackupDamaged), "byte {index} of chunk {chunk}");
            }
        }
        for index in 0..BackupHeader::LENGTH {
            let mut bytes = header.as_bytes().to_vec();
            bytes[index] ^= 1;
            let opened = BackupHeader::read(&bytes).map(|it| open(&secret(1), &it, &chunks));
            assert!(matches!(opened, None | Some(Err(_))), "byte {index}");
        }
    }

    #[test]
    fn chunks_that_are_moved_repeated_missing_or_of_another_backup_are_noticed() {
        let (header, chunks) = sealed(0);
        let (_, other) = sealed(1);
        let of = |indices: &[usize]| -> Vec<Vec<u8>> {
            indices.iter().map(|it| chunks[*it].clone()).collect()
        };
        for indices in [
            &[][..],
            &[0],
            &[0, 1],
            &[1, 0, 2],
            &[1, 2],
            &[0, 2],
            &[0, 0, 1, 2],
            &[0, 1, 1],
            &[0, 1, 2, 2],
            &[2, 1, 0],
        ] {
            let opened = open(&secret(1), &header, &of(indices));
            assert_eq!(opened, Err(BackupDamaged), "{indices:?}");
        }
        let mixed = vec![chunks[0].clone(), other[1].clone(), chunks[2].clone()];
        assert_eq!(open(&secret(1), &header, &mixed), Err(BackupDamaged));
    }
}
