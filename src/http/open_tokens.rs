//! The open connections of each token. They end when the token is deleted or expires.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::live::Time;
use crate::live::time::ticks;
use crate::store::{Store, TokenHash};

/// Interval of the checks for tokens that have expired, and for those whose deletion on another
/// node was not received.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The tokens with open connections to this node. The lock is held for one look-up.
#[derive(Clone, Debug)]
pub(crate) struct OpenTokens {
    draining: CancellationToken,
    open: Arc<Mutex<HashMap<TokenHash, OpenToken>>>,
}

#[derive(Debug)]
struct OpenToken {
    ended: CancellationToken,
    connections: usize,
    /// False before the check of the token, and for a guest who is not stored yet.
    is_stored: bool,
}

/// The end of a connection: the end of its token, or the shutdown of the server.
#[derive(Debug)]
pub(crate) struct ConnectionEnd {
    ended: CancellationToken,
    /// `None` for a connection without a token.
    _registration: Option<Box<Registration>>,
}

/// The registration of a connection, removed when it is dropped.
#[derive(Debug)]
struct Registration {
    tokens: OpenTokens,
    hash: TokenHash,
}

impl OpenTokens {
    /// Every connection ends when `draining` is cancelled.
    pub(crate) fn new(draining: CancellationToken) -> OpenTokens {
        OpenTokens { draining, open: Arc::default() }
    }

    /// Registers a connection. The token has to be checked afterwards, because an earlier deletion
    /// does not end the connection.
    pub(crate) fn register(&self, hash: TokenHash) -> ConnectionEnd {
        let mut open = self.open.lock();
        let token = open.entry(hash).or_insert_with(|| OpenToken {
            ended: self.draining.child_token(),
            connections: 0,
            is_stored: false,
        });
        token.connections += 1;
        let registration = Box::new(Registration { tokens: self.clone(), hash });
        ConnectionEnd { ended: token.ended.clone(), _registration: Some(registration) }
    }

    /// Records that a token is stored. Its connections then end when it is deleted or expires.
    pub(crate) fn set_stored(&self, hash: &TokenHash) {
        if let Some(token) = self.open.lock().get_mut(hash) {
            token.is_stored = true;
        }
    }

    /// Ends the connections of a deleted token.
    pub(crate) fn end(&self, hash: &TokenHash) {
        if let Some(token) = self.open.lock().get(hash) {
            token.ended.cancel();
        }
    }

    fn stored(&self) -> Vec<TokenHash> {
        let open = self.open.lock();
        let stored = open.iter().filter(|(_, token)| token.is_stored);
        stored.map(|(hash, _)| *hash).collect()
    }

    /// Ends the connections of tokens that are no longer valid, until the server drains.
    pub(crate) async fn watch(self, store: Store, time: Time) {
        let mut checks = ticks(CHECK_INTERVAL);
        loop {
            tokio::select! {
                biased;
                () = self.draining.cancelled() => return,
                _ = checks.tick() => {}
            }
            let open = self.stored();
            match store.tokens().valid(&open, time.now()).await {
                Ok(valid) => {
                    for hash in open.iter().filter(|hash| !valid.contains(*hash)) {
                        self.end(hash);
                    }
                }
                Err(error) => tracing::warn!(%error, "could not check the tokens of connections"),
            }
        }
    }
}

impl ConnectionEnd {
    /// The token that is cancelled at the end of the connection.
    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.ended
    }
}

impl From<CancellationToken> for ConnectionEnd {
    fn from(draining: CancellationToken) -> ConnectionEnd {
        ConnectionEnd { ended: draining, _registration: None }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut open = self.tokens.open.lock();
        if let Some(token) = open.get_mut(&self.hash) {
            token.connections -= 1;
            if token.connections == 0 {
                open.remove(&self.hash);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_connections_of_one_token_end_together_and_leave_nothing() {
        let draining = CancellationToken::new();
        let tokens = OpenTokens::new(draining.clone());
        let [first, second] = [[1; 32]; 2].map(|hash| tokens.register(hash));
        let other = tokens.register([2; 32]);
        tokens.set_stored(&[1; 32]);
        assert_eq!(tokens.stored(), [[1; 32]]);
        tokens.end(&[1; 32]);
        assert!(first.ended().is_cancelled() && second.ended().is_cancelled());
        assert!(!other.ended().is_cancelled());
        drop(first);
        assert_eq!(tokens.open.lock().len(), 2);
        drop(second);
        assert_eq!(tokens.open.lock().len(), 1);
        draining.cancel();
        assert!(other.ended().is_cancelled());
        drop(other);
        assert!(tokens.open.lock().is_empty());
    }
}
