//! Premoves over a connection.

use crate::live::PremoveWish;
use crate::protocol::{Done, PremoveRequest};
use chivalry_play::matches::MatchId;

use crate::http::session::session::{Session, Step, unauthorized};

impl Session {
    pub(crate) async fn premove(
        &mut self,
        id: Option<String>,
        match_id: MatchId,
        request: PremoveRequest,
    ) -> Step {
        let Some(player) = &self.player else {
            return self.refuse(id.as_deref(), &unauthorized()).await;
        };
        let PremoveRequest { ply, line } = request;
        let wish = PremoveWish { ply, line };
        match self.app.live.premove(match_id, player, id.clone(), wish).await {
            Ok(kept) => {
                let (ply, seat) = (Some(kept.ply), kept.seat);
                let done = Done { match_id: Some(match_id), ply, seat, ..Done::default() };
                self.report(id.as_deref(), Ok(done)).await
            }
            Err(error) => self.refuse_command(id.as_deref(), match_id, &error, false).await,
        }
    }
}
