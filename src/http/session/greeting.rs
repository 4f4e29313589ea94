//! The start of a connection: the client names its player and receives `hello`.

use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::Message;
use tokio::time::{Instant, timeout_at};

use crate::protocol::{
    ClientFrame, ClientMessage, Code, Done, PlayerView, Reason, RequestError, Scopes,
    ServerMessage, rfc3339,
};

use crate::http::extract::admission::Admission;
use crate::http::extract::identity::{Identity, identify, store_guest};
use crate::http::extract::token::Token;
use crate::http::net::scheduling::work_limits::WorkPermit;
use crate::http::session::connection::{AuthFrame, Credential, POLICY_VIOLATION};
use crate::http::session::incoming::Incoming;
use crate::http::session::session::Session;
use crate::http::session::transport::{Step, Transport};
use crate::http::state::LARGEST_REQUEST;

/// Time within which the `auth` frame has to arrive.
const AUTH_WITHIN: Duration = Duration::from_secs(10);

/// Close code (`docs/protocol.md`, "Close codes").
const TRY_AGAIN_LATER: u16 = 1013;

impl<T: Transport> Session<T> {
    /// Authenticates the client, and ends the work of a new connection.
    pub(crate) async fn begin(
        &mut self,
        incoming: &mut Incoming<T>,
        credential: Option<Credential>,
        admission: Option<Extension<Admission>>,
    ) -> Step {
        let (credential, _admission) = match credential {
            Some(credential) => (credential, admission),
            None => {
                // A silent client holds no permit.
                drop(admission);
                (self.read_auth(incoming).await?, None)
            }
        };
        incoming.during(pin!(self.greet(credential))).await?;
        self.limiter.priority.lower();
        ControlFlow::Continue(())
    }

    /// Waits for the `auth` frame. Other frames are refused and end the connection.
    async fn read_auth(&mut self, incoming: &mut Incoming<T>) -> ControlFlow<(), Credential> {
        let deadline = Instant::now() + AUTH_WITHIN;
        let draining = self.connection.app.draining.clone();
        loop {
            let next = timeout_at(deadline, incoming.next(&mut self.connection.transport));
            let Some(received) = draining.run_until_cancelled(next).await else {
                self.connection.send_end().await?;
                return ControlFlow::Break(());
            };
            let Ok((message, at)) = received else { return self.close_unnamed().await };
            match message {
                Some(Ok(Message::Text(text))) if text.len() <= LARGEST_REQUEST => {
                    let ClientFrame { id, message } = ClientFrame::read(&text);
                    match self.admit_auth(message).await {
                        Ok((token, permit)) => {
                            let frame = Box::new(AuthFrame { id, token, permit });
                            return ControlFlow::Continue(Credential::Frame(frame));
                        }
                        Err(error) => {
                            self.connection.refuse(id.as_deref(), &error).await?;
                            return self.close_unnamed().await;
                        }
                    }
                }
                Some(Ok(message)) => self.on_frame(message, at).await?,
                Some(Err(error)) => self.on_error(&error).await?,
                None => return ControlFlow::Break(()),
            }
        }
    }

    /// Charges an `auth` frame, and waits for a permit of new connections. Returns the token.
    async fn admit_auth(
        &mut self,
        message: Result<ClientMessage, RequestError>,
    ) -> Result<(Option<String>, Option<WorkPermit>), RequestError> {
        self.limiter.check(&self.connection.app.rate_limits, None)?;
        let message = message?;
        let permit = self.admit(&message).await?;
        match message {
            ClientMessage::Auth(auth) => Ok((auth.token, permit)),
            _ => Err(RequestError::new(Code::Unauthorized, Reason::AuthExpected)),
        }
    }

    /// Closes a connection whose client did not name its player.
    async fn close_unnamed(&mut self) -> ControlFlow<(), Credential> {
        self.connection.close(POLICY_VIOLATION, "no `auth` frame arrived").await?;
        ControlFlow::Break(())
    }

    /// Authenticates the client and sends `hello`.
    async fn greet(&mut self, credential: Credential) -> Step {
        let mut guest_token = None;
        match credential {
            Credential::Guest => guest_token = Some(self.become_guest().await),
            Credential::Token(token) => {
                if let Err(error) = self.become_owner_of(&token).await {
                    self.refuse_token(None, &error).await?;
                }
            }
            Credential::Frame(frame) => {
                let AuthFrame { id, token, permit: _permit } = *frame;
                let owner = match token {
                    Some(token) => self.become_owner_of(&token).await,
                    None => Ok(()),
                };
                match owner {
                    Ok(()) => self.connection.report(id.as_deref(), Ok(Done::default())).await?,
                    Err(error) => self.refuse_token(id.as_deref(), &error).await?,
                }
            }
        }
        let connection = &mut self.connection;
        let hello = ServerMessage::Hello {
            player: connection.player.as_ref().map(PlayerView::from),
            token: guest_token.as_ref().map(Token::as_str),
            protocol: "chivalry/1",
            limits: connection.app.limits(),
            now: rfc3339(connection.app.live.time().now()),
        };
        let hello = hello.to_json();
        connection.send_text(hello).await?;
        connection.flush().await
    }

    /// Makes the owner of a token the player of the connection, which then ends with the token.
    async fn become_owner_of(&mut self, token: &str) -> Result<(), RequestError> {
        let connection = &mut self.connection;
        let hash = Token::hash(token);
        let end = connection.app.open_tokens.register(hash);
        let Identity { player, scopes, is_stored } = identify(&connection.app, token).await?;
        if is_stored {
            connection.app.open_tokens.set_stored(&hash);
        }
        (connection.player, connection.scopes) = (Some(player), scopes);
        self.unstored_guest = (!is_stored).then_some(hash);
        *self.end = end;
        Ok(())
    }

    /// Makes a new guest the player of the connection. Beyond the limits of new guests, the first
    /// command stores the guest.
    async fn become_guest(&mut self) -> Token {
        let connection = &mut self.connection;
        let (guest, token) = connection.app.guest_tokens.issue();
        let hash = Token::hash(token.as_str());
        *self.end = connection.app.open_tokens.register(hash);
        let stored = store_guest(&connection.app, self.limiter.address, &guest, hash).await;
        self.unstored_guest = stored.is_err().then_some(hash);
        (connection.player, connection.scopes) = (stored.ok().or(Some(guest)), Scopes::all());
        token
    }

    /// Reports an invalid token. The client may watch.
    async fn refuse_token(&mut self, id: Option<&str>, error: &RequestError) -> Step {
        self.connection.refuse(id, error).await?;
        // A client without its player would be refused every command.
        match error.code {
            Code::Unavailable => {
                self.connection.close(TRY_AGAIN_LATER, "the database is busy").await
            }
            _ => ControlFlow::Continue(()),
        }
    }
}
