//! TLS with the operator's certificate.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};

/// The name of HTTP/2 in ALPN.
pub(crate) const HTTP_2: &[u8] = b"h2";

/// A certificate and its key.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TlsOptions {
    /// The TLS certificate, followed by its intermediate certificates, in PEM; without one, the
    /// server speaks plain HTTP
    #[arg(long, env = "CHIVALRY_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate, in PEM
    #[arg(long, env = "CHIVALRY_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

/// An error in the TLS configuration.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read, or is not PEM.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: pem::Error,
    },
    /// The key does not match the certificate, or its type is not supported.
    #[error("the certificate and its key: {0}")]
    Pair(#[from] tokio_rustls::rustls::Error),
}

impl TlsOptions {
    /// True if a certificate is configured.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.tls_cert.is_some()
    }

    /// Returns the TLS acceptor; `None` without a certificate.
    ///
    /// # Errors
    /// When a file cannot be read, or the two do not belong together.
    pub(crate) fn acceptor(&self) -> Result<Option<TlsAcceptor>, TlsError> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else {
            return Ok(None);
        };
        let fault = |path: &Path| {
            let path = path.to_owned();
            move |source| TlsError::File { path, source }
        };
        let chain = CertificateDer::pem_file_iter(certificate)
            .and_then(|chain| chain.collect::<Result<Vec<_>, _>>())
            .map_err(fault(certificate))?;
        let key = PrivateKeyDer::from_pem_file(key).map_err(fault(key))?;
        let mut config =
            ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key)?;
        config.alpn_protocols = vec![HTTP_2.to_vec(), b"http/1.1".to_vec()];
        Ok(Some(TlsAcceptor::from(Arc::new(config))))
    }
}
