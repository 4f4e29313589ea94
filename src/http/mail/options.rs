//! The options of e-mail.

use std::fmt;
use std::path::PathBuf;

use clap::ValueEnum;

/// The protection of the connection to the mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MailTls {
    /// TLS from the start, by default on port 465.
    #[default]
    Implicit,
    /// TLS after the command `STARTTLS`, by default on port 587.
    Starttls,
    /// No TLS, by default on port 25. For a server on this machine.
    None,
}

impl MailTls {
    pub(crate) const fn port(self) -> u16 {
        match self {
            MailTls::Implicit => 465,
            MailTls::Starttls => 587,
            MailTls::None => 25,
        }
    }
}

/// The mail server of the operator. Without a server and a folder, the server sends no e-mail.
#[derive(Clone, Default, clap::Args)]
pub struct MailOptions {
    /// The mail server (SMTP) that sends e-mails; without it, and without a folder, none are sent
    #[arg(
        long,
        env = "CHIVALRY_MAIL_SERVER",
        value_name = "HOST",
        requires = "mail_from",
        conflicts_with = "mail_folder"
    )]
    pub mail_server: Option<String>,
    /// The port of the mail server; by default 465, 587 with `starttls`, and 25 with `none`
    #[arg(long, env = "CHIVALRY_MAIL_PORT", value_name = "PORT")]
    pub mail_port: Option<u16>,
    /// The protection of the connection to the mail server
    #[arg(long, env = "CHIVALRY_MAIL_TLS", value_enum, default_value_t, value_name = "KIND")]
    pub mail_tls: MailTls,
    /// A certificate (PEM) that the mail server is trusted by, besides those of the system
    #[arg(long, env = "CHIVALRY_MAIL_CA", value_name = "FILE")]
    pub mail_ca: Option<PathBuf>,
    /// The user name at the mail server
    #[arg(long, env = "CHIVALRY_MAIL_USER", value_name = "NAME", requires = "mail_password")]
    pub mail_user: Option<String>,
    /// The password at the mail server
    #[arg(long, env = "CHIVALRY_MAIL_PASSWORD", hide_env_values = true, value_name = "PASSWORD")]
    pub mail_password: Option<String>,
    /// The sender of e-mails, such as `Chivalry <chivalry@example.org>`
    #[arg(long, env = "CHIVALRY_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Write e-mails as files into this folder instead of sending them, for development
    #[arg(long, env = "CHIVALRY_MAIL_FOLDER", value_name = "DIRECTORY", requires = "mail_from")]
    pub mail_folder: Option<PathBuf>,
}

impl fmt::Debug for MailOptions {
    /// Omits the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailOptions")
            .field("mail_server", &self.mail_server)
            .field("mail_port", &self.mail_port)
            .field("mail_tls", &self.mail_tls)
            .field("mail_from", &self.mail_from)
            .field("mail_folder", &self.mail_folder)
            .finish_non_exhaustive()
    }
}
