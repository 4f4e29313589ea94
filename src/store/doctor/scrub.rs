//! The scrub: verifies one match log at a time, and quarantines the match if it is damaged.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChainVerifier, MatchId, StoredEvent};

use crate::store::doctor::Doctor;
use crate::store::doctor::matches::recorded;
use crate::store::error::StoreError;
use crate::store::log::match_log::Log;
use crate::store::matches::lists::Matches;
use crate::store::matches::quarantine::Quarantine;
use crate::store::signing_keys::SigningKeys;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

impl Doctor<'_> {
    /// Verifies the row and the log of the first ended match after `after`. A damaged match is
    /// quarantined, and a sound one is released. Returns the match, or `None` after the last one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn scrub_next(self, after: MatchId) -> Result<Option<MatchId>, StoreError> {
        let sql = "select id from matches where id > $1 and status = 'ended' order by id limit 1";
        let next = sqlx::query(sql).bind(after.key()).fetch_optional(&self.0.reads).await?;
        let Some(next) = next else {
            Quarantine(self.0).count().await?;
            return Ok(None);
        };
        let id = MatchId(id(&next, "id")?);
        let quarantine = Quarantine(self.0);
        match self.fault_of(id).await? {
            Some(fault) => quarantine.add(id, fault).await,
            None if quarantine.contains(id).await? => quarantine.remove(id).await?,
            None => {}
        }
        self.0.metrics.verified_matches.inc();
        Ok(Some(id))
    }

    /// Returns the first fault of a match.
    async fn fault_of(self, id: MatchId) -> Result<Option<String>, StoreError> {
        let chained_since = SigningKeys(self.0).chained_since().await?;
        let row = Matches(self.0).row(id).await.map(|_| None);
        let log = Log(self.0).read_stored(id).await;
        let fault = match log.map(Option::unwrap_or_default) {
            Ok(log) => row.map(|_: Option<()>| first_fault(id, &log, chained_since)),
            Err(error) => Err(error),
        };
        match fault {
            Err(error) if error.is_unreadable() => Ok(Some(error.to_string())),
            fault => fault,
        }
    }
}

/// Returns the first fault of a log: a broken chain, a lost hash, or an unreadable entry.
fn first_fault(
    id: MatchId,
    log: &[StoredEvent],
    chained_since: Option<Timestamp>,
) -> Option<String> {
    let mut chain = ChainVerifier::new(id);
    let fault_of = |event: &StoredEvent| {
        if let Err(fault) = chain.read(event) {
            return Some(format!("its chain is broken: {fault}"));
        }
        if event.lacks_hash(chained_since) {
            return Some(format!("version {} has lost its hash", event.v));
        }
        let error = recorded(event).err()?;
        Some(format!("version {} cannot be read: {error}", event.v))
    };
    if log.is_empty() {
        return Some("it has no log".to_owned());
    }
    log.iter().find_map(fault_of)
}
