//! A push service with one browser, a receiver of webhooks, and a mail server. They keep what they
//! receive.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use p256::{PublicKey, SecretKey};
use parking_lot::Mutex;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A push service, and the browser that it reaches.
pub(crate) struct PushService {
    origin: String,
    secret: SecretKey,
    auth: [u8; 16],
    key: Mutex<String>,
    received: Arc<Mutex<Vec<Value>>>,
    /// The status of the next answers.
    pub(crate) status: Arc<Mutex<u16>>,
    running: Mutex<JoinSet<()>>,
}

/// A length of the output of HKDF.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl PushService {
    pub(crate) async fn start(seed: u8) -> Arc<PushService> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let service = Arc::new(PushService {
            origin,
            secret: SecretKey::from_slice(&[seed; 32]).unwrap(),
            auth: [seed; 16],
            key: Mutex::default(),
            received: Arc::default(),
            status: Arc::new(Mutex::new(201)),
            running: Mutex::default(),
        });
        let accepting = Arc::clone(&service);
        service.running.lock().spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let service = Arc::clone(&accepting);
                connections.spawn(async move { service.answer(stream).await });
            }
        });
        service
    }

    /// The body of a subscription at a site with the public key `key`.
    pub(crate) fn subscription(&self, key: &str) -> Value {
        *self.key.lock() = key.to_owned();
        let point = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("{}/browser", self.origin),
            "keys": {
                "p256dh": URL_SAFE_NO_PAD.encode(point.as_bytes()),
                "auth": URL_SAFE_NO_PAD.encode(self.auth),
            },
        })
    }

    /// The decrypted messages, in the order of their arrival.
    pub(crate) fn received(&self) -> Vec<Value> {
        self.received.lock().clone()
    }

    /// Answers one request, which a killed server may cut off.
    async fn answer(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let Some(Posted { headers, body }) = Posted::read(&mut stream).await else { return };
        let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
        assert_eq!(header("content-encoding"), "aes128gcm");
        assert!(header("ttl").parse::<u32>().unwrap() <= 24 * 60 * 60);
        self.verify(&header("authorization"));
        let status = *self.status.lock();
        if status == 201 {
            let message = serde_json::from_slice(&self.decrypt(&body)).unwrap();
            self.received.lock().push(message);
        }
        respond(&mut stream, status).await;
    }

    /// Verifies the signature of the site (RFC 8292).
    fn verify(&self, authorization: &str) {
        let (token, key) = authorization.split_once(", k=").unwrap();
        assert_eq!(key, *self.key.lock(), "the key of the subscription");
        let token = token.strip_prefix("vapid t=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
        key.verify(signed.as_bytes(), &decode(signature)).unwrap();
        let claims: Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(claims["aud"], self.origin);
        assert!(claims["exp"].is_i64() && claims["sub"].is_string(), "{claims}");
    }

    /// Decrypts a body as a browser does (RFC 8188, RFC 8291).
    fn decrypt(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (sender, record) = rest[5..].split_at(65);
        let public = PublicKey::from_sec1_bytes(sender).unwrap();
        let shared =
            p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), public.as_affine());
        let own = self.secret.public_key().to_encoded_point(false);
        let info = [b"WebPush: info\0", own.as_bytes(), sender].concat();
        let input = derive(&self.auth, shared.raw_secret_bytes(), &info, 32);
        let key = derive(salt, &input, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &input, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (last, payload) = opened.split_last().unwrap();
        assert_eq!(*last, 2, "the delimiter of the last record");
        payload.to_vec()
    }
}

fn derive(salt: &[u8], input: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let key = Salt::new(HKDF_SHA256, salt).extract(input);
    let mut output = vec![0; length];
    key.expand(&[info], Length(length)).unwrap().fill(&mut output).unwrap();
    output
}

/// A request.
struct Posted {
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Posted {
    /// Reads a request. `None` if the connection ends first.
    async fn read(stream: &mut BufReader<TcpStream>) -> Option<Posted> {
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(": ") {
                headers.insert(name.to_ascii_lowercase(), value.to_owned());
            }
        }
        let mut body = vec![0; headers["content-length"].parse().unwrap()];
        stream.read_exact(&mut body).await.ok()?;
        Some(Posted { headers, body })
    }
}

async fn respond(stream: &mut BufReader<TcpStream>, status: u16) {
    let answer = format!("HTTP/1.1 {status} Status\r\ncontent-length: 0\r\n\r\n");
    // The server may be gone.
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// A program that receives the events of a webhook.
pub(crate) struct Hook {
    pub(crate) url: String,
    received: Mutex<Vec<(String, Value)>>,
    running: Mutex<JoinSet<()>>,
}

impl Hook {
    pub(crate) async fn start() -> Arc<Hook> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let hook = Arc::new(Hook { url, received: Mutex::default(), running: Mutex::default() });
        let accepting = Arc::clone(&hook);
        hook.running.lock().spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let hook = Arc::clone(&accepting);
                connections.spawn(async move { hook.answer(stream).await });
            }
        });
        hook
    }

    /// The ids and bodies of the deliveries, in the order of their arrival.
    pub(crate) fn received(&self) -> Vec<(String, Value)> {
        self.received.lock().clone()
    }

    async fn answer(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let Some(Posted { headers, body }) = Posted::read(&mut stream).await else { return };
        let body = serde_json::from_slice(&body).unwrap();
        self.received.lock().push((headers["webhook-id"].clone(), body));
        respond(&mut stream, 204).await;
    }
}

/// A mail server without TLS.
pub(crate) struct MailServer {
    pub(crate) port: u16,
    received: Arc<Mutex<Vec<Mail>>>,
    _running: JoinSet<()>,
}

/// A received mail.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) id: String,
    pub(crate) subject: String,
}

impl MailServer {
    pub(crate) async fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let received: Arc<Mutex<Vec<Mail>>> = Arc::default();
        let mut running = JoinSet::new();
        let sink = Arc::clone(&received);
        running.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let sink = Arc::clone(&sink);
                // A killed server cuts the connection.
                connections.spawn(async move { converse(stream, &sink).await.ok() });
            }
        });
        MailServer { port, received, _running: running }
    }

    /// The mails in the order of their arrival.
    pub(crate) fn received(&self) -> Vec<Mail> {
        self.received.lock().clone()
    }
}

async fn converse(stream: TcpStream, sink: &Mutex<Vec<Mail>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 localhost ready\r\n").await?;
    let mut to = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end();
        if let Some(address) = command.strip_prefix("RCPT TO:<") {
            to = address.trim_end_matches('>').to_owned();
        }
        let answer = if command == "DATA" {
            stream.write_all(b"354 go ahead\r\n").await?;
            let mut message = String::new();
            while !message.ends_with("\r\n.\r\n") {
                if stream.read_line(&mut message).await? == 0 {
                    return Ok(());
                }
            }
            let header = |name: &str| {
                let line = message.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_else(|| panic!("{name} {message}")).trim().to_owned()
            };
            let (id, subject) = (header("Message-ID:"), header("Subject:"));
            sink.lock().push(Mail { to: to.clone(), id, subject });
            "250 accepted\r\n"
        } else if command.starts_with("QUIT") {
            "221 bye\r\n"
        } else {
            "250 ok\r\n"
        };
        stream.write_all(answer.as_bytes()).await?;
    }
}
