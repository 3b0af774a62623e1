//! TLS termination by the service, without a proxy.

mod expiry;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;
use zeroize::Zeroizing;

/// Accepts TLS connections with a certificate that can be replaced while the service runs.
#[derive(Clone)]
pub struct Tls(Arc<Source>);

struct Source {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Loaded>,
}

struct Loaded {
    files: Files,
    acceptor: TlsAcceptor,
    expires_at_s: Option<i64>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls(…)")
    }
}

/// Why a certificate or its key cannot be used.
#[derive(Debug)]
pub struct TlsError {
    path: PathBuf,
    cause: String,
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.cause)
    }
}

impl std::error::Error for TlsError {}

/// The contents of both files.
#[derive(PartialEq, Eq)]
struct Files {
    certificate: Vec<u8>,
    key: Zeroizing<Vec<u8>>,
}

impl Files {
    fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let read = |path: &Path| std::fs::read(path).map_err(|it| wrong(path, it));
        Ok(Self {
            certificate: read(certificate)?,
            key: read(key)?.into(),
        })
    }
}

fn wrong(path: &Path, cause: impl fmt::Display) -> TlsError {
    TlsError {
        path: path.to_owned(),
        cause: cause.to_string(),
    }
}

impl Tls {
    /// Reads the certificate chain and the key, all as PEM.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or the key does not match the certificate.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let files = Files::read(certificate, key)?;
        let loaded = load(files, certificate, key)?;
        Ok(Self(Arc::new(Source {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: RwLock::new(loaded),
        })))
    }

    /// Reads the files again and uses them for new connections. Returns whether they have changed.
    ///
    /// # Errors
    ///
    /// As for [`Tls::read`]. The certificate in use stays.
    pub fn reload(&self) -> Result<bool, TlsError> {
        let Source {
            certificate,
            key,
            current,
        } = &*self.0;
        let files = Files::read(certificate, key)?;
        if current.read().unwrap_or_else(PoisonError::into_inner).files == files {
            return Ok(false);
        }
        let loaded = load(files, certificate, key)?;
        *current.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(true)
    }

    /// When the certificate in use expires, in Unix seconds; `None` if it does not say so in a form
    /// that is known.
    pub fn expires_at_s(&self) -> Option<i64> {
        let current = self.0.current.read();
        current.unwrap_or_else(PoisonError::into_inner).expires_at_s
    }

    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let current = self.0.current.read();
        let acceptor = current
            .unwrap_or_else(PoisonError::into_inner)
            .acceptor
            .clone();
        acceptor.accept(stream).await
    }
}

fn load(files: Files, certificate: &Path, key: &Path) -> Result<Loaded, TlsError> {
    let chain = CertificateDer::pem_slice_iter(&files.certificate)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|it| wrong(certificate, it))?;
    if chain.is_empty() {
        return Err(wrong(certificate, "the file contains no certificate"));
    }
    let expires_at_s = expiry::of_certificate(&chain[0]);
    let secret = PrivateKeyDer::from_pem_slice(&files.key).map_err(|it| wrong(key, it))?;
    // TLS 1.2 and 1.3, with the library's default ciphers.
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|it| it.with_no_client_auth().with_single_cert(chain, secret));
    let mut config = config.map_err(|it| wrong(certificate, it))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Loaded {
        files,
        acceptor: TlsAcceptor::from(Arc::new(config)),
        expires_at_s,
    })
}
