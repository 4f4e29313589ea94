//! The stored part of the lobby.

use std::collections::BTreeMap;

use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{ChallengeEnd, Lobby, OpenMatch, PairingOrigin};
use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;

use crate::store::{MatchFilter, MatchRow, MatchStatus, Store, StoreError};

/// Maximum number of open matches in the lobby feed. Lists contain the older ones.
pub(crate) const MAX_MATCHES: u32 = 100;

/// Restores the stored part of the lobby.
pub(crate) async fn restore_lobby(store: &Store, now: Timestamp) -> Result<Lobby, StoreError> {
    let mut lobby = Lobby::default();
    for seek in store.seeks().all().await? {
        let by = seek.players().next().map(|seeker| seeker.player.id);
        let command = command_of(PairingOrigin::Seek(seek.id));
        match by {
            Some(by) if store.seeks().match_made_by(by, &command).await?.is_none() => {
                lobby.restore(seek);
            }
            _ => store.seeks().change(&[], &[seek.id], &[], &[]).await?,
        }
    }
    for challenge in store.challenges().open(now).await? {
        let command = command_of(PairingOrigin::Challenge(challenge.id));
        match store.seeks().match_made_by(challenge.by.player.id, &command).await? {
            None => lobby.restore_challenge(challenge),
            made => store.challenges().end(challenge.id, ChallengeEnd::Accepted, made, &[]).await?,
        }
    }
    Ok(lobby)
}

/// Reads the newest open matches.
pub(crate) async fn open_matches(
    store: &Store,
) -> Result<BTreeMap<MatchId, OpenMatch>, StoreError> {
    let filter = MatchFilter { status: Some(MatchStatus::Open), ..MatchFilter::default() };
    let page = store.matches().page(&filter, MAX_MATCHES, None).await?;
    let open = |row: MatchRow| {
        let variant = Variant::named(&row.variant)?;
        let MatchRow { id, position, time, rated, seats, created_at, .. } = row;
        Some((id, OpenMatch { id, variant, position, time, rated, seats, created_at }))
    };
    Ok(page.items.into_iter().filter_map(open).collect())
}

/// Returns the id of the command that creates a match. It is longer than any id that a client can
/// send.
pub(crate) fn command_of(origin: PairingOrigin) -> String {
    match origin {
        PairingOrigin::Seek(id) => format!("seek:{id}"),
        PairingOrigin::Challenge(id) => format!("challenge:{id}"),
        PairingOrigin::Arrangement(id) => format!("arrangement:{id}"),
    }
}
