//! TLS termination by the service, without a proxy.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// Accepts TLS connections with a certificate.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

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

impl Tls {
    /// Reads the certificate chain and the key, all as PEM.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or the key does not match the certificate.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let wrong = |path: &Path, cause: String| TlsError {
            path: path.to_owned(),
            cause,
        };
        let chain = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|it| wrong(certificate, it.to_string()))?;
        if chain.is_empty() {
            return Err(wrong(
                certificate,
                "the file contains no certificate".to_owned(),
            ));
        }
        let secret = PrivateKeyDer::from_pem_file(key).map_err(|it| wrong(key, it.to_string()))?;
        // TLS 1.2 and 1.3, with the library's default ciphers.
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|it| it.with_no_client_auth().with_single_cert(chain, secret));
        let mut config = config.map_err(|it| wrong(certificate, it.to_string()))?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.0.accept(stream).await
    }
}
