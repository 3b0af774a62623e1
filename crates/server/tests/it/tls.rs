//! TLS terminated by the service itself.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use transport::{ConnectionLimits, Listener, Tls};

use crate::binary::refusal;
use crate::harness::{Service, config};

const PATIENT: ConnectionLimits = ConnectionLimits {
    header_timeout: Duration::from_mins(1),
    idle_timeout: Duration::from_mins(1),
    exchange_timeout: Duration::from_mins(1),
};

/// Writes a certificate for `localhost` to two files and returns the certificates to trust for it.
pub(crate) fn certificate(folder: &Path) -> RootCertStore {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("certificate.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    let mut trusted = RootCertStore::empty();
    trusted.add(made.cert.der().clone()).unwrap();
    trusted
}

/// Serves TLS until the sender is dropped.
async fn listen(service: &Service, tls: Tls) -> (SocketAddr, watch::Sender<bool>) {
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = socket.local_addr().unwrap();
    let (stop, stopping) = watch::channel(false);
    let listener = Listener::new(socket, PATIENT, 10, Arc::clone(&service.app.transport));
    let listener = listener.with_tls(Some(tls));
    tokio::spawn(listener.serve(service.router.clone(), stopping, Duration::ZERO));
    (address, stop)
}

async fn connect(
    address: SocketAddr,
    trusted: RootCertStore,
) -> std::io::Result<TlsStream<TcpStream>> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(trusted)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").unwrap();
    let connector = TlsConnector::from(Arc::new(config));
    connector.connect(name, stream).await
}

#[tokio::test]
async fn a_renewed_certificate_is_used_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let old = certificate(folder.path());
    let tls = Tls::read(&file("certificate.pem"), &file("key.pem")).unwrap();
    let service = Service::new(server::api::api()).await;
    let (address, _stop) = listen(&service, tls.clone()).await;
    assert!(!tls.reload().unwrap(), "nothing has changed");
    connect(address, old.clone()).await.unwrap();

    let new = certificate(folder.path());
    assert!(tls.reload().unwrap());
    connect(address, new.clone()).await.unwrap();
    connect(address, old).await.unwrap_err();

    std::fs::write(file("key.pem"), "half a ke").unwrap();
    let error = tls.reload().unwrap_err().to_string();
    assert!(error.contains("key.pem"), "{error}");
    connect(address, new).await.unwrap();
}

#[tokio::test]
async fn a_client_that_trusts_the_certificate_is_served_and_plain_http_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certificate(folder.path());
    let tls = Tls::read(
        &folder.path().join("certificate.pem"),
        &folder.path().join("key.pem"),
    );
    let service = Service::new(server::api::api()).await;
    let (address, _stop) = listen(&service, tls.unwrap()).await;

    let request = format!(
        "GET /api/key HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {}\r\nConnection: close\r\n\r\n",
        service.key
    );
    let mut stream = connect(address, trusted).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    let mut plain = TcpStream::connect(address).await.unwrap();
    plain.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    plain.read_to_end(&mut answer).await.ok();
    assert!(
        !answer.starts_with(b"HTTP/"),
        "no response to a key sent without TLS"
    );
}

#[test]
fn a_certificate_without_its_key_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    certificate(folder.path());
    let data = folder.path().join("data");
    let set = |name: &str, file: &str| format!("{name}={}", folder.path().join(file).display());
    let (chain, key) = (
        set("tls_certificate", "certificate.pem"),
        set("tls_key", "no.pem"),
    );
    let half = refusal(&data, &["serve", "--set", &chain]);
    assert!(half.contains("Set both"), "{half}");
    let missing = refusal(&data, &["serve", "--set", &chain, "--set", &key]);
    assert!(missing.contains("no.pem"), "{missing}");
    certificate(folder.path());
    std::fs::rename(folder.path().join("key.pem"), folder.path().join("no.pem")).unwrap();
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.path().join("certificate.pem"), other.cert.pem()).unwrap();
    let foreign = refusal(&data, &["serve", "--set", &chain, "--set", &key]);
    assert!(foreign.contains("certificate.pem"), "{foreign}");
}

#[tokio::test]
async fn a_browser_is_told_to_stay_with_https_where_https_is_served() {
    for (settings, expected) in [
        (vec![], ""),
        (vec![("public_url", "http://a.example")], ""),
        (
            vec![("public_url", "https://a.example")],
            "max-age=31536000",
        ),
        (vec![("tls_certificate", "/a.pem")], "max-age=31536000"),
    ] {
        let service = Service::with_config(server::api::api(), config(&settings)).await;
        for path in ["/healthz", "/sign-in", "/api/nowhere"] {
            let answer = service.get(path).await;
            let told = answer.header("strict-transport-security");
            assert_eq!(told, expected, "{settings:?} {path}");
        }
    }
}
