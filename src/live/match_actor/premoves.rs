//! What players have ready for their coming plies, in a match's task: kept,
//! used with the moves that they answer, and told to nobody but their own.

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

/// What a player wants to have ready.
#[derive(Clone, Debug)]
pub struct PremoveWish {
    /// The number that their coming ply will have; whatever it is, when not
    /// said.
    pub ply: Option<u32>,
    /// What is to be played then; `None` takes back what was ready.
    pub line: Option<PremoveTree>,
}

impl Live {
    /// Keeps what `by` wants to have ready, once for each id that they give
    /// it.
    ///
    /// # Errors
    /// Why it is not kept, or is not known to be.
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
        let room = self.loaded().await?;
        if let Some(cause) = &cause {
            if let Some(accepted) = room.premoves.previous_answer(cause, &room.contest) {
                return Ok(accepted);
            }
            self.check_refused(cause)?;
        }
        self.flag(received_at).await;
        let room = self.loaded().await?;
        let checked = room.contest.check_premove(by, wish.ply, wish.line.as_ref());
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
            // What is kept now is known only by reading it.
            self.known = None;
            return Err(self.failed_append(error));
        }
        let accepted = CommandAck { v: room.contest.v(), ply, seat: room.contest.letter_of(by) };
        drop(room);
        self.change_room(|room| {
            room.premoves.set(seat, premove.clone());
            if let Some((cause, ply)) = command {
                room.premoves.record_command(cause, ply);
            }
        });
        self.tell_player(seat, SideEventKind::Premove { premove });
        Ok(accepted)
    }

    /// Takes what seats have ready after some events, and tells each its own.
    pub(crate) fn take_premoves(&mut self, followed: ResolvedPremoves) {
        let ResolvedPremoves { premoves: Some(premoves), dropped, .. } = followed else { return };
        let Some(room) = &self.known else { return };
        let changes: Vec<PremoveChange> = changes(&room.premoves, Some(&premoves));
        if changes.is_empty() {
            return;
        }
        self.change_room(|room| room.premoves = premoves);
        for DroppedPremove { seat, ply, reason } in dropped {
            self.tell_player(seat, SideEventKind::PremoveDropped { ply, why: reason });
        }
        for PremoveChange { seat, premove } in changes {
            self.tell_player(seat, SideEventKind::Premove { premove });
        }
    }

    /// Tells something to the connections of the player in `seat` alone.
    fn tell_player(&mut self, seat: Seat, what: SideEventKind) {
        let player = self.known.as_ref().and_then(|room| room.contest.players()[seat]);
        if player.is_some() {
            self.tell_around(what, |reader| reader.viewer == player);
        }
    }
}

/// What has to be stored so that `after` is kept where `before` was.
pub(crate) fn changes(before: &Premoves, after: Option<&Premoves>) -> Vec<PremoveChange> {
    let changes = after.into_iter().flat_map(|after| after.changes_since(before));
    changes.map(|(seat, premove)| PremoveChange { seat, premove: premove.cloned() }).collect()
}
