//! Premoves of a match: stored, played with the moves that they answer, and sent to their own
//! player only.

use crate::store::PremoveChange;
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    CommandAck, CommandRef, DroppedPremove, MatchId, Premove, PremoveTree, Premoves,
    ResolvedPremoves,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Seat;

use crate::live::error::LiveError;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::feed::side_event::SideEventKind;
use crate::live::registry::Live;

/// A request to set or clear a premove.
#[derive(Clone, Debug)]
pub struct PremoveWish {
    /// The number of the coming ply. `None` accepts any number.
    pub ply: Option<u32>,
    /// The moves to play. `None` clears the premove.
    pub line: Option<PremoveTree>,
}

impl Live {
    /// Sets or clears a premove of `by`. A repeated command id has no further effect.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn premove(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        wish: PremoveWish,
    ) -> Result<CommandAck, LiveError> {
        let cause = command_id.map(|id| CommandRef { player: by.id, id });
        let received_at = self.shared.time.now();
        self.ask(id, |answer| Message::Premove {
            by: by.id,
            cause: cause.clone(),
            wish: wish.clone(),
            received_at,
            answer,
        })
        .await
    }
}

impl MatchActor {
    pub(crate) async fn premove(
        &mut self,
        by: PlayerId,
        cause: Option<CommandRef>,
        wish: PremoveWish,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        let snapshot = self.loaded().await?;
        if let Some(cause) = &cause {
            if let Some(accepted) = snapshot.premoves.previous_answer(cause, &snapshot.contest) {
                return Ok(accepted);
            }
            self.check_refused(cause)?;
        }
        self.flag(received_at).await;
        let snapshot = self.loaded().await?;
        let checked = snapshot.contest.check_premove(by, wish.ply, wish.line.as_ref());
        let (seat, ply) = match checked {
            Ok(checked) => checked,
            Err(refusal) => return Err(self.refused(cause, refusal).await),
        };
        let premove = wish.line.map(|line| Premove { ply, tree: line });
        let change = PremoveChange { seat, premove: premove.clone() };
        let command = cause.map(|cause| (cause, ply));
        let (store, owner) = (&self.shared.store, self.owner());
        let kept = store.keep_premove(self.id, change, command.clone(), owner).await;
        if let Err(error) = kept {
            // The stored premoves are unknown after a failed write.
            self.snapshot = None;
            return Err(self.failed_append(error));
        }
        let accepted =
            CommandAck { v: snapshot.contest.v(), ply, seat: snapshot.contest.letter_of(by) };
        drop(snapshot);
        self.update_snapshot(|snapshot| {
            snapshot.premoves.set(seat, premove.clone());
            if let Some((cause, ply)) = command {
                snapshot.premoves.record_command(cause, ply);
            }
        });
        self.send_to_player(seat, SideEventKind::Premove { premove });
        Ok(accepted)
    }

    /// Adopts the premoves that remain after some events, and sends each player their own.
    pub(crate) fn adopt_premoves(&mut self, followed: ResolvedPremoves) {
        let ResolvedPremoves { premoves: Some(premoves), dropped, .. } = followed else { return };
        let Some(snapshot) = &self.snapshot else { return };
        let changes: Vec<PremoveChange> = changes(&snapshot.premoves, Some(&premoves));
        if changes.is_empty() {
            return;
        }
        self.update_snapshot(|snapshot| snapshot.premoves = premoves);
        for DroppedPremove { seat, ply, reason } in dropped {
            self.send_to_player(seat, SideEventKind::PremoveDropped { ply, why: reason });
        }
        for PremoveChange { seat, premove } in changes {
            self.send_to_player(seat, SideEventKind::Premove { premove });
        }
    }

    /// Sends a side event to the connections of the player in `seat` only.
    fn send_to_player(&mut self, seat: Seat, what: SideEventKind) {
        let player = self.snapshot.as_ref().and_then(|snapshot| snapshot.contest.players()[seat]);
        if player.is_some() {
            self.send_side_event(what, |reader| reader.viewer == player);
        }
    }
}

/// Returns the changes to store when `after` replaces `before`.
pub(crate) fn changes(before: &Premoves, after: Option<&Premoves>) -> Vec<PremoveChange> {
    let changes = after.into_iter().flat_map(|after| after.changes_since(before));
    changes.map(|(seat, premove)| PremoveChange { seat, premove: premove.cloned() }).collect()
}
