//! TLS: certificates from files, and encrypted streams of clients.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fmt, io};

use objet_runtime::check_signals;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring as provider};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, OtherError, RootCertStore,
    ServerConfig, SignatureScheme,
};

use crate::deadline::{self, TICK};
use crate::stream::Stream;

/// TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file has no certificate or key in PEM form.
    #[error("cannot read {what} from {}: {source}", path.display())]
    Pem {
        /// The expected content.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the parser.
        source: rustls::pki_types::pem::Error,
    },
    /// A file has no certificate.
    #[error("{} has no certificate", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A fingerprint is not that of SHA-256.
    #[error("the fingerprint {text:?} is not SHA-256: it must have 64 hexadecimal digits")]
    Fingerprint {
        /// The text.
        text: String,
    },
    /// The server's certificate is not the one with the trusted fingerprint.
    #[error("the certificate of the server has the fingerprint {found}, which is not the trusted one")]
    OtherFingerprint {
        /// The fingerprint of the certificate.
        found: String,
    },
    /// The name of the server cannot be checked.
    #[error("{host:?} is neither a host name nor an address")]
    Host {
        /// The name.
        host: String,
    },
    /// The certificate or the key is invalid, or the other side is not trusted.
    #[error("TLS: {0}")]
    Tls(#[from] rustls::Error),
    /// The connection failed.
    #[error("TLS: {0}")]
    Io(#[from] io::Error),
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let pem = |source| TlsError::Pem { what: "a certificate", path: path.into(), source };
    let found: Vec<_> =
        CertificateDer::pem_file_iter(path).map_err(pem)?.collect::<Result<_, _>>().map_err(pem)?;
    if found.is_empty() { Err(TlsError::Empty { path: path.into() }) } else { Ok(found) }
}

/// Reads the configuration of a server from a file of certificates and a file with the key, both in
/// PEM form.
///
/// # Errors
/// If a file cannot be read, or if the key is not that of the first certificate.
pub fn server_config(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let chain = certificates(certificate)?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|source| TlsError::Pem {
        what: "a private key",
        path: key.into(),
        source,
    })?;
    let config = ServerConfig::builder_with_provider(provider::default_provider().into());
    let config = config.with_safe_default_protocol_versions()?.with_no_client_auth();
    Ok(Arc::new(config.with_single_cert(chain, private)?))
}

/// Returns the SHA-256 fingerprint of the first certificate of a PEM file, in hexadecimal digits.
///
/// # Errors
/// If the file has no certificate.
pub fn fingerprint(certificate: &Path) -> Result<String, TlsError> {
    Ok(hexadecimal_digest(&certificates(certificate)?[0]))
}

fn hexadecimal_digest(certificate: &CertificateDer<'_>) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, certificate);
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The trust of a client in servers.
#[derive(Clone)]
pub struct ClientTls {
    config: Arc<ClientConfig>,
}

impl fmt::Debug for ClientTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientTls").finish_non_exhaustive()
    }
}

impl ClientTls {
    /// Trusts servers whose certificate is signed by one of the root certificates of a PEM file.
    ///
    /// # Errors
    /// If the file has no certificate.
    pub fn with_roots(file: &Path) -> Result<Self, TlsError> {
        let mut roots = RootCertStore::empty();
        for root in certificates(file)? {
            roots.add(root)?;
        }
        let config = ClientConfig::builder_with_provider(provider::default_provider().into());
        let config = config.with_safe_default_protocol_versions()?.with_root_certificates(roots);
        Ok(Self { config: Arc::new(config.with_no_client_auth()) })
    }

    /// Trusts the server whose certificate has a SHA-256 fingerprint, under any name. The
    /// fingerprint has 64 hexadecimal digits, which may be separated by colons.
    ///
    /// # Errors
    /// If the text is not such a fingerprint.
    pub fn with_fingerprint(text: &str) -> Result<Self, TlsError> {
        let pinned = text.replace(':', "").to_ascii_lowercase();
        if pinned.len() != 64 || !pinned.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(TlsError::Fingerprint { text: text.into() });
        }
        let provider = Arc::new(provider::default_provider());
        let verifier = Arc::new(Pinned { pinned, provider: provider.clone() });
        let config = ClientConfig::builder_with_provider(provider);
        let config = config.with_safe_default_protocol_versions()?.dangerous();
        Ok(Self { config: Arc::new(config.with_custom_certificate_verifier(verifier).with_no_client_auth()) })
    }

    /// Encrypts a connection. The handshake takes place now, so an untrusted server is an error.
    ///
    /// # Errors
    /// If the server is not trusted, if the connection fails, or if the handshake takes longer than
    /// `timeout`.
    pub fn connect(&self, stream: TcpStream, host: &str, timeout: Duration) -> Result<TlsStream, TlsError> {
        let until = deadline::after(timeout);
        let name = ServerName::try_from(host.to_owned()).map_err(|_| TlsError::Host { host: host.into() })?;
        let connection = ClientConnection::new(self.config.clone(), name)?;
        let mut stream = TlsStream { connection, stream };
        while stream.connection.is_handshaking() || stream.connection.wants_write() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let late = "the server does not finish the handshake in time";
                return Err(io::Error::new(ErrorKind::TimedOut, late).into());
            }
            stream.set_timeout(Some(left.min(TICK)))?;
            let progress = if stream.connection.wants_write() { stream.send() } else { stream.receive() };
            match progress {
                Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
                Err(error) if is_temporary(&error) => check_signals().map_err(io::Error::other)?,
                Err(error) => return Err(stream.refusal(error)),
                Ok(_) => {}
            }
        }
        stream.set_timeout(None)?;
        Ok(stream)
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// The maximum number of times that a call reads the socket. A whole record takes fewer, unless the
/// server sends it slowly.
const READS: usize = 8;

/// An encrypted connection of a client.
///
/// A call uses the socket a few times at most. If the call must go on, it returns an error of the
/// kind [`Interrupted`](io::ErrorKind::Interrupted). So a server that sends the bytes of a record
/// slowly cannot keep the caller from its deadline.
#[derive(Debug)]
pub struct TlsStream {
    connection: ClientConnection,
    stream: TcpStream,
}

impl TlsStream {
    /// Returns the error for a handshake that failed.
    fn refusal(&self, error: io::Error) -> TlsError {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
        match inner {
            Some(rustls::Error::InvalidCertificate(CertificateError::Other(other))) => {
                match other.0.downcast_ref::<Unpinned>() {
                    Some(Unpinned(found)) => TlsError::OtherFingerprint { found: found.clone() },
                    None => error.into(),
                }
            }
            _ => error.into(),
        }
    }

    /// Reads the socket once, and decrypts the records that are complete.
    fn receive(&mut self) -> io::Result<usize> {
        let received = self.connection.read_tls(&mut self.stream)?;
        if let Err(error) = self.connection.process_new_packets() {
            // The server gets the reason if it still reads.
            let _ = self.send();
            return Err(io::Error::new(ErrorKind::InvalidData, error));
        }
        Ok(received)
    }

    /// Writes encrypted bytes to the socket once.
    fn send(&mut self) -> io::Result<usize> {
        self.connection.write_tls(&mut self.stream)
    }
}

impl io::Read for TlsStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for _ in 0..READS {
            match self.connection.reader().read(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.receive()?,
                // A server process that crashes closes the connection without a farewell.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                result => return result,
            };
        }
        Err(ErrorKind::Interrupted.into())
    }
}

impl io::Write for TlsStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.connection.wants_write() {
            self.flush()?;
        }
        let written = self.connection.writer().write(bytes)?;
        // The bytes are accepted, so a failure belongs to the next call.
        let _ = self.send();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.connection.wants_write() {
            self.send()?;
        }
        if self.connection.wants_write() { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
    }
}

impl Stream for TlsStream {
    fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        self.stream.set_timeout(timeout)
    }
}

/// The fingerprint of a certificate that is not the trusted one.
#[derive(Debug, thiserror::Error)]
#[error("another certificate")]
struct Unpinned(String);

/// Accepts one certificate.
#[derive(Debug)]
struct Pinned {
    /// The fingerprint in lowercase digits.
    pinned: String,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let found = hexadecimal_digest(certificate);
        if found == self.pinned {
            return Ok(ServerCertVerified::assertion());
        }
        Err(CertificateError::Other(OtherError(Arc::new(Unpinned(found)))).into())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
