//! A mail server, which accepts mails after `STARTTLS` and a sign-in only.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chivalry::http::{HttpOptions, MailOptions, MailTls};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::support::unlimited;

const FILES: &str = "tests/server/tls";

/// The answer to a recipient whom the server refuses. It repeats the address, which must not be
/// logged.
const REFUSED: &str = "550 5.1.1 unknown user";

/// A mail that the server accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedMail {
    pub(crate) to: String,
    pub(crate) message: String,
}

impl ReceivedMail {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.message.split("\r\n\r\n").next().unwrap_or_default();
        head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    /// The text after `mark`, up to the next space, quote or angle. Long lines are in the encoding
    /// `quoted-printable`.
    pub(crate) fn after(&self, mark: &str) -> String {
        let message = self.message.replace("=\r\n", "").replace("=3D", "=");
        let (_, rest) = message.split_once(mark).unwrap_or_else(|| panic!("{mark}: {message}"));
        let end = rest.find(|c: char| c.is_whitespace() || "\"<>&".contains(c));
        rest[..end.unwrap_or(rest.len())].to_owned()
    }
}

/// The state that all connections share.
#[derive(Debug, Default)]
struct Answers {
    refused: BTreeSet<String>,
    /// The number of recipients that are still to be refused for now.
    busy: u32,
}

/// A running mail server.
#[derive(Debug)]
pub(crate) struct SmtpServer {
    port: u16,
    received: mpsc::Receiver<ReceivedMail>,
    answers: Arc<Mutex<Answers>>,
    _running: JoinSet<()>,
}

impl SmtpServer {
    pub(crate) async fn start() -> SmtpServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, received) = mpsc::channel(100);
        let answers = Arc::new(Mutex::new(Answers::default()));
        let mut running = JoinSet::new();
        running.spawn(accept(listener, sender, Arc::clone(&answers)));
        SmtpServer { port, received, answers, _running: running }
    }

    /// The options of a server that sends through this one.
    pub(crate) fn options(&self) -> HttpOptions {
        let mail = MailOptions {
            mail_server: Some("localhost".to_owned()),
            mail_port: Some(self.port),
            mail_tls: MailTls::Starttls,
            mail_ca: Some(format!("{FILES}/authority.pem").into()),
            mail_user: Some("chivalry".to_owned()),
            mail_password: Some("lake".to_owned()),
            mail_from: Some("Chivalry <play@example.net>".to_owned()),
            mail_folder: None,
        };
        HttpOptions { mail, ..unlimited() }
    }

    /// The same options on the command line.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let (port, authority) = (self.port.to_string(), format!("{FILES}/authority.pem"));
        let arguments = [
            ["--mail-server", "localhost"],
            ["--mail-port", &port],
            ["--mail-tls", "starttls"],
            ["--mail-ca", &authority],
            ["--mail-user", "chivalry"],
            ["--mail-password", "lake"],
            ["--mail-from", "Chivalry <play@example.net>"],
        ];
        arguments.concat().into_iter().map(str::to_owned).collect()
    }

    /// Refuses an address permanently.
    pub(crate) fn refuse(&self, address: &str) {
        self.answers.lock().unwrap().refused.insert(address.to_owned());
    }

    /// Refuses the next recipients for now.
    pub(crate) fn be_busy(&self, times: u32) {
        self.answers.lock().unwrap().busy = times;
    }

    /// Waits for the next mail.
    pub(crate) async fn next(&mut self) -> ReceivedMail {
        let received = timeout(Duration::from_secs(60), self.received.recv()).await;
        received.expect("a mail in time").expect("a running server")
    }

    /// True if no further mail was accepted.
    pub(crate) fn is_idle(&mut self) -> bool {
        self.received.try_recv().is_err()
    }
}

async fn accept(
    listener: TcpListener,
    sender: mpsc::Sender<ReceivedMail>,
    answers: Arc<Mutex<Answers>>,
) {
    let path = |name: &str| format!("{FILES}/{name}.pem");
    let certificate = CertificateDer::from_pem_file(path("certificate")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(&fs::read(path("key")).unwrap()).expect("a key");
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate], key).expect("a pair");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, sender, answers) = (acceptor.clone(), sender.clone(), Arc::clone(&answers));
        // A client may close the connection at any time.
        connections.spawn(async move { serve(stream, acceptor, sender, answers).await.ok() });
    }
}

async fn serve(
    stream: TcpStream,
    acceptor: TlsAcceptor,
    sender: mpsc::Sender<ReceivedMail>,
    answers: Arc<Mutex<Answers>>,
) -> io::Result<()> {
    let mut plain = Conversation { stream: BufReader::new(stream), is_secure: false };
    plain.say("220 localhost ready").await?;
    if plain.converse(&sender, &answers).await? {
        let stream = acceptor.accept(plain.stream.into_inner()).await?;
        let mut secure = Conversation { stream: BufReader::new(stream), is_secure: true };
        secure.converse(&sender, &answers).await?;
    }
    Ok(())
}

struct Conversation<S> {
    stream: BufReader<S>,
    is_secure: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Conversation<S> {
    async fn say(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\r\n").as_bytes()).await?;
        self.stream.flush().await
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    /// Answers commands. Returns true after `STARTTLS`.
    async fn converse(
        &mut self,
        sender: &mpsc::Sender<ReceivedMail>,
        answers: &Mutex<Answers>,
    ) -> io::Result<bool> {
        let (mut is_signed_in, mut to) = (false, String::new());
        loop {
            let line = self.line().await?;
            let command = line.trim_end();
            let answer = match command.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" if self.is_secure => "250-localhost\r\n250 AUTH PLAIN".to_owned(),
                "EHLO" => "250-localhost\r\n250 STARTTLS".to_owned(),
                "STARTTLS" => {
                    self.say("220 go ahead").await?;
                    return Ok(true);
                }
                "AUTH" => {
                    let expected = STANDARD.encode("\0chivalry\0lake");
                    is_signed_in = self.is_secure && command.ends_with(&expected);
                    if is_signed_in { "235 welcome" } else { "535 5.7.8 wrong" }.to_owned()
                }
                "MAIL" if !is_signed_in => "530 5.7.0 sign in first".to_owned(),
                "MAIL" | "RSET" => "250 ok".to_owned(),
                "RCPT" => {
                    to = command.trim_start_matches("RCPT TO:<").trim_end_matches('>').to_owned();
                    recipient(&to, &mut answers.lock().unwrap())
                }
                "DATA" => {
                    self.say("354 go ahead").await?;
                    let message = self.message().await?;
                    let mail = ReceivedMail { to: to.clone(), message };
                    sender.send(mail).await.map_err(|_| io::ErrorKind::BrokenPipe)?;
                    "250 accepted".to_owned()
                }
                "QUIT" => {
                    self.say("221 bye").await?;
                    return Ok(false);
                }
                _ => "502 what".to_owned(),
            };
            self.say(&answer).await?;
        }
    }

    async fn message(&mut self) -> io::Result<String> {
        let mut message = String::new();
        loop {
            let line = self.line().await?;
            if line == ".\r\n" {
                return Ok(message);
            }
            message += line.strip_prefix('.').unwrap_or(&line);
        }
    }
}

fn recipient(to: &str, answers: &mut Answers) -> String {
    if answers.busy > 0 {
        answers.busy -= 1;
        return "451 4.3.0 later".to_owned();
    }
    match answers.refused.contains(to) {
        true => format!("{REFUSED} {to}"),
        false => "250 ok".to_owned(),
    }
}
