//! The delivery of messages: by SMTP, or to a folder. The answers of a mail server may contain the
//! address of a player, so that only their codes are logged.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{self};
use lettre::{Address, address};
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

use crate::http::mail::options::{MailOptions, MailTls};

/// Time limit of the connection, and of a message.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The prefix of the enhanced codes (RFC 3463) with which a server refuses the sender instead of the
/// recipient.
const REFUSED_BY_POLICY: &str = "5.7.";

/// An error in the options of e-mail.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The sender is not an address.
    #[error("the sender of e-mails: {0}")]
    Sender(#[from] address::AddressError),
    /// A file cannot be read, or the folder cannot be made.
    #[error("{}: {source}", path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The certificate cannot be used.
    #[error("the certificate of the mail server: {0}")]
    Tls(#[from] smtp::Error),
}

/// The reason why a message was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Undelivered {
    /// The server refuses the recipient permanently.
    Bounced,
    /// The server refuses the message permanently.
    Refused(String),
    /// Another attempt may succeed.
    Later(String),
}

/// The operator's way to send e-mails.
#[derive(Debug)]
pub(crate) struct Mailer {
    pub(crate) sender: Mailbox,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Server(Box<SmtpServer>),
    Folder(PathBuf),
}

struct SmtpServer {
    host: String,
    port: u16,
    tls: MailTls,
    parameters: TlsParameters,
    credentials: Option<Credentials>,
    /// The name with which this server introduces itself.
    client: ClientId,
}

impl std::fmt::Debug for SmtpServer {
    /// Omits the credentials.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpServer").field("host", &self.host).finish_non_exhaustive()
    }
}

/// An open way to deliver messages.
pub(crate) enum Delivery<'a> {
    Server(Box<AsyncSmtpConnection>, &'a Address),
    Folder(&'a PathBuf),
}

impl Mailer {
    /// Reads the options. `None` if the operator sends no e-mail.
    pub(crate) fn new(options: &MailOptions) -> Result<Option<Mailer>, MailError> {
        // An empty environment variable counts as unset.
        let host = options.mail_server.clone().filter(|host| !host.is_empty());
        let folder = options.mail_folder.clone().filter(|path| !path.as_os_str().is_empty());
        let target = match (host, folder) {
            (Some(host), _) => Target::Server(Box::new(SmtpServer::new(host, options)?)),
            (None, Some(path)) => {
                let made = fs::create_dir_all(&path);
                made.map_err(|source| MailError::File { path: path.clone(), source })?;
                Target::Folder(path)
            }
            (None, None) => return Ok(None),
        };
        let sender = options.mail_from.as_deref().unwrap_or_default().parse()?;
        Ok(Some(Mailer { sender, target }))
    }

    /// Connects to the mail server.
    pub(crate) async fn open(&self) -> Result<Delivery<'_>, Undelivered> {
        match &self.target {
            Target::Folder(path) => Ok(Delivery::Folder(path)),
            Target::Server(server) => {
                let connection = within(server.connect()).await?;
                Ok(Delivery::Server(Box::new(connection), &self.sender.email))
            }
        }
    }
}

impl SmtpServer {
    fn new(host: String, options: &MailOptions) -> Result<SmtpServer, MailError> {
        let mut parameters = TlsParameters::builder(host.clone());
        if let Some(path) = options.mail_ca.clone().filter(|path| !path.as_os_str().is_empty()) {
            let pem = fs::read(&path).map_err(|source| MailError::File { path, source })?;
            parameters = parameters.add_root_certificate(Certificate::from_pem(&pem)?);
        }
        let credentials = options.mail_user.clone().zip(options.mail_password.clone());
        let sender: Mailbox = options.mail_from.as_deref().unwrap_or_default().parse()?;
        Ok(SmtpServer {
            host,
            port: options.mail_port.unwrap_or(options.mail_tls.port()),
            tls: options.mail_tls,
            parameters: parameters.build_rustls()?,
            credentials: credentials.map(|(user, password)| Credentials::new(user, password)),
            client: ClientId::Domain(sender.email.domain().to_owned()),
        })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, smtp::Error> {
        let parameters = || self.parameters.clone();
        let implicit = (self.tls == MailTls::Implicit).then(parameters);
        let (server, client) = ((self.host.as_str(), self.port), &self.client);
        let opened =
            AsyncSmtpConnection::connect_tokio1(server, Some(TIMEOUT), client, implicit, None);
        let mut connection = opened.await?;
        if self.tls == MailTls::Starttls {
            connection.starttls(parameters(), client).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await?;
        }
        Ok(connection)
    }
}

impl Delivery<'_> {
    /// Delivers a message. After an error other than [`Undelivered::Bounced`] this way is unusable.
    pub(crate) async fn send(&mut self, to: Address, message: &[u8]) -> Result<(), Undelivered> {
        match self {
            Delivery::Folder(path) => {
                let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(message)[..12]);
                let [part, whole] = ["part", "eml"].map(|end| path.join(format!("{hash}.{end}")));
                let written = fs::write(&part, message).and_then(|()| fs::rename(&part, whole));
                written.map_err(|error| Undelivered::Later(error.kind().to_string()))
            }
            Delivery::Server(connection, sender) => {
                let mail = Mail::new(Some((*sender).clone()), Vec::new());
                within(connection.command(mail)).await?;
                let recipient = timeout(TIMEOUT, connection.command(Rcpt::new(to, Vec::new())));
                match recipient.await {
                    Ok(Err(error)) if is_bounce(&error) => {
                        within(connection.command(Rset)).await?;
                        return Err(Undelivered::Bounced);
                    }
                    Ok(answer) => answer.map_err(|error| later(&error))?,
                    Err(_) => return Err(timed_out()),
                };
                let sent = async {
                    connection.command(lettre::transport::smtp::commands::Data).await?;
                    connection.message(message).await
                };
                match timeout(TIMEOUT, sent).await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(error)) if error.is_permanent() => {
                        Err(Undelivered::Refused(code(&error)))
                    }
                    Ok(Err(error)) => Err(later(&error)),
                    Err(_) => Err(timed_out()),
                }
            }
        }
    }

    /// Ends the connection.
    pub(crate) async fn close(self) {
        if let Delivery::Server(mut connection, _) = self {
            // The messages are delivered, whatever the server answers.
            let _ = timeout(TIMEOUT, connection.quit()).await;
        }
    }
}

/// Runs a step whose errors do not concern one message.
async fn within<T>(step: impl Future<Output = Result<T, smtp::Error>>) -> Result<T, Undelivered> {
    match timeout(TIMEOUT, step).await {
        Ok(done) => done.map_err(|error| later(&error)),
        Err(_) => Err(timed_out()),
    }
}

fn timed_out() -> Undelivered {
    Undelivered::Later("no answer in time".to_owned())
}

fn later(error: &smtp::Error) -> Undelivered {
    Undelivered::Later(code(error))
}

/// The code of an answer, or the kind of an error.
fn code(error: &smtp::Error) -> String {
    match error.status() {
        Some(code) => code.to_string(),
        None if error.is_tls() => "TLS failed".to_owned(),
        None if error.is_client() => "the server lacks a feature".to_owned(),
        None => "the connection failed".to_owned(),
    }
}

/// True if a server refused the recipient, and not the sender by its policy.
fn is_bounce(error: &smtp::Error) -> bool {
    let answer = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    error.is_permanent() && !answer.starts_with(REFUSED_BY_POLICY)
}
