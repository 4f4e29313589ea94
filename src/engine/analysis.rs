//! What a finished game was like: where it was lost, and how well it was
//! played.

use super::score::Score;
use super::search::{Halt, Limits, Search};
use crate::rules::{Effect, Game, Outcome, Seat, Team};

/// How steeply chances rise with the score: a man ahead is about six in ten.
const STEEPNESS: f64 = 0.004;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Not quite the best: a twentieth of the chances went.
    Inaccuracy,
    /// A tenth of the chances went.
    Mistake,
    /// More than three twentieths of the chances went.
    Blunder,
}

impl Mark {
    /// Every mark, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// As it is written behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of a move that lost so much of the chances, from 0 to 1.
    #[must_use]
    pub fn of_loss(lost: f64) -> Option<Mark> {
        match lost {
            lost if lost >= 0.15 => Some(Mark::Blunder),
            lost if lost >= 0.10 => Some(Mark::Mistake),
            lost if lost >= 0.05 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// The chances of the team to move, from 0 to 1: draws count half.
#[must_use]
pub fn chances(score: Score) -> f64 {
    match score.decided_in() {
        Some(plies) if plies > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-STEEPNESS * f64::from(score.hundredths())).exp()),
    }
}

/// How exact a move was that lost so much of the chances, in per cent.
#[must_use]
pub fn accuracy(lost: f64) -> f64 {
    // The curve that lichess found to fit what players feel.
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// One ply of a game, looked at.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The seat that moved.
    pub seat: Seat,
    /// The score before the move, for the team that moved.
    pub before: Score,
    /// The score after it, for the same team.
    pub after: Score,
    /// The best line instead, from the position before.
    pub best: Vec<Effect>,
    /// How much of the chances the move lost, from 0 to 1.
    pub lost: f64,
    /// Whether that was too much.
    pub mark: Option<Mark>,
}

/// Judges the moves of a game: `positions` are the games before each ply and
/// the one after the last. Gives what was looked at until `halt` was due;
/// `tell` hears of each ply when it is judged. Pass-turns are not judged.
pub fn judge(
    search: &mut Search,
    positions: &[Game],
    limits: &Limits,
    halt: &mut dyn Halt,
    tell: &mut dyn FnMut(usize, &Judgement),
) -> Vec<Option<Judgement>> {
    let mut judgements = Vec::new();
    let mut next = None;
    for (index, pair) in positions.windows(2).enumerate() {
        let (game, after) = (&pair[0], &pair[1]);
        if halt.is_due() {
            break;
        }
        let seat = game.position().turn();
        if game.pass_is_due() {
            next = None;
            judgements.push(None);
            continue;
        }
        let found = next.take().or_else(|| search.run(game, limits, halt, &mut |_| {}));
        let Some(found) = found else { break };
        let reply = search.run(after, limits, halt, &mut |_| {});
        let same_team = Team::of(after.position().turn()) == Team::of(seat);
        let after_score = match (&reply, after.ending()) {
            (_, Some(ending)) => match ending.outcome {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(team) if team == Team::of(seat) => Score::win_in(1),
                Outcome::Win(_) => Score::loss_in(1),
            },
            (Some(reply), None) if same_team => reply.score,
            (Some(reply), None) => -reply.score,
            (None, None) => found.score,
        };
        let lost = (chances(found.score) - chances(after_score)).max(0.0);
        let judgement = Judgement {
            seat,
            before: found.score,
            after: after_score,
            best: found.line,
            lost,
            mark: Mark::of_loss(lost),
        };
        tell(index, &judgement);
        judgements.push(Some(judgement));
        next = reply;
    }
    judgements
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::*;
    use crate::rules::{Move, Position, Variant};

    #[test]
    fn giving_a_won_ending_away_is_a_blunder() {
        let variant = Variant::named("camette").unwrap();
        let start = Position::read("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0", variant).unwrap();
        let mut games = vec![Game::new(start)];
        let mut game = games[0].clone();
        let effect = game.check(&"C6-B6".parse::<Move>().unwrap()).unwrap();
        game.play(&effect);
        games.push(game);
        let mut search = Level::ALL[7].search(variant);
        let limits = Limits { nodes: Some(300_000), depth: None };
        let judged = judge(&mut search, &games, &limits, &mut || false, &mut |_, _| {});
        let judgement = judged[0].as_ref().unwrap();
        assert_eq!(judgement.before, Score::win_in(7));
        assert_eq!(judgement.mark, Some(Mark::Blunder));
        assert!(accuracy(judgement.lost) < 60.0);
    }

    #[test]
    fn the_best_moves_are_exact() {
        assert_eq!(accuracy(0.0).round(), 100.0);
        assert_eq!(Mark::of_loss(0.01), None);
        assert!(chances(Score(100)) > 0.59 && chances(Score(100)) < 0.61);
        assert!((chances(Score(100)) + chances(Score(-100)) - 1.0).abs() < 1e-12);
    }
}
