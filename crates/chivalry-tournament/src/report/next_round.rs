//! The input of the next round of a report.

use chivalry_rules::Team;

use super::report_file::{ReportPlayer, TournamentReport};
use crate::ids::EntrantId;
use crate::plan::edition::Edition;
use crate::swiss::{Float, PastRound, SwissInput, SwissPlayer};

impl TournamentReport {
    /// Returns the input of the next round. Players with a bye in it do not take
    /// part. `initial` counts if the report does not determine the side of the
    /// top seed.
    #[must_use]
    pub fn next_round(&self, edition: Edition, initial: Team) -> SwissInput {
        let played = self.paired_rounds();
        let round = played as u16 + 1;
        let rests = |player: &ReportPlayer| {
            self.byes.iter().any(|bye| bye.round == round && bye.player == player.number)
        };
        let pair = |pair: &[u32; 2]| (EntrantId(pair[0]), EntrantId(pair[1]));
        SwissInput {
            edition,
            round,
            rounds: self.rounds.unwrap_or(round),
            win: self.scoring.win,
            initial: self.first_color().unwrap_or(initial),
            players: self
                .players
                .iter()
                .filter(|player| !rests(player))
                .map(|player| SwissPlayer {
                    id: EntrantId(player.number),
                    number: player.number,
                    points: self.points_after(player.number, played),
                    past: (0..played).map(|at| self.past_round(player, at, edition)).collect(),
                })
                .collect(),
            forbidden: self.forbidden.iter().map(pair).collect(),
        }
    }

    /// Returns the initial color: that of the report, or the side of the highest
    /// player who was paired in the first round.
    #[must_use]
    pub fn first_color(&self) -> Option<Team> {
        let first = |player: &ReportPlayer| {
            let side = player.rounds.first()?.side?;
            // Odd starting ranks have the initial color (E.5, 5.2.5).
            Some(if player.number % 2 == 1 { side } else { side.other_of_two() })
        };
        let mut paired = self.players.iter().filter_map(first);
        self.initial.or_else(|| paired.next())
    }

    fn past_round(&self, player: &ReportPlayer, at: usize, edition: Edition) -> PastRound {
        let Some(round) = player.rounds.get(at) else {
            let float = Float::of_unplayed(edition, false);
            return PastRound { opponent: None, side: None, float, had_bye: false };
        };
        let is_game = "1=0WDL".contains(round.result);
        let own = self.points_after(player.number, at);
        let float = match round.opponent.filter(|_| is_game) {
            None => Float::of_unplayed(edition, "+HFU".contains(round.result)),
            Some(other) => Float::of_scores(own, self.points_after(other, at)),
        };
        PastRound {
            opponent: round.opponent.map(EntrantId),
            side: round.side.filter(|_| is_game),
            float,
            had_bye: "+U".contains(round.result)
                || edition == Edition::Fide2026 && round.result == 'F',
        }
    }
}
