//! Messages that explain pairings.

use chivalry_tournament::knockout::Branch;
use chivalry_tournament::swiss::ColorRule;
use chivalry_tournament::{ByeReason, Obstacle, PairingReason as Cause};

use super::list::Reason;
use super::message::Message;

impl From<&Cause> for Message {
    fn from(cause: &Cause) -> Message {
        let reason = match cause {
            Cause::Bye(ByeReason::Pairing) => Reason::OddNumber,
            Cause::Bye(ByeReason::Requested) => Reason::ByeOnRequest,
            Cause::Bye(ByeReason::Late) => Reason::ByeLateEntry,
            Cause::LeftOver { seats } => {
                return Reason::LeftOver.message([("seats", (*seats).into())], cause);
            }
            Cause::SharedTable { lowest, highest, met } => {
                let params = [
                    ("lowest", halves(*lowest).into()),
                    ("highest", halves(*highest).into()),
                    ("met", (*met).into()),
                ];
                return Reason::SharedTable.message(params, cause);
            }
            Cause::Fixed => Reason::PairFixed,
            Cause::CompletionRequired => Reason::PairingCompleted,
            Cause::ColorAllocation(rule) => match rule {
                ColorRule::Both => Reason::SidesBothDue,
                ColorRule::Stronger => Reason::SidesStronger,
                ColorRule::Alternate => Reason::SidesAlternate,
                ColorRule::Higher => Reason::SidesHigher,
                ColorRule::Lot => Reason::SidesByLot,
            },
            Cause::OtherAlgorithm => Reason::OtherVersion,
            Cause::BergerTable { round, number, opponent } => {
                let (round, number) = (("round", (*round).into()), ("number", (*number).into()));
                return match *opponent {
                    Some(opponent) => {
                        let params = [round, number, ("opponent", opponent.into())];
                        Reason::BergerPair.message(params, cause)
                    }
                    None => Reason::BergerBye.message([round, number], cause),
                };
            }
            Cause::BracketNode { node, branch } => return at_node(*node, branch, cause),
            Cause::ScoreBracket { points, residents, moved_down } => {
                let params = [
                    ("points", halves(*points).into()),
                    ("residents", residents.len().into()),
                    ("moved_down", moved_down.len().into()),
                ];
                return Reason::ScoreBracket.message(params, cause);
            }
            Cause::Downfloated { from_points } => {
                return Reason::MovedDown.message([("points", halves(*from_points).into())], cause);
            }
            Cause::CriterionFailed { edition, criterion, count } => {
                let clause = criterion.clause(*edition);
                let params = [("criterion", clause.into()), ("count", (*count).into())];
                return Reason::CriterionNotKept.message(params, cause);
            }
            Cause::CouldNotMeet(other, obstacle) => {
                let reason = match obstacle {
                    Obstacle::HaveMet => Reason::HadMet,
                    Obstacle::Forbidden => Reason::PairForbidden,
                    Obstacle::SameColorDue => Reason::SameSideDue,
                };
                return reason.message([("entrant", other.0.into())], cause);
            }
            Cause::ArenaMatch { place, opponent, waited, cost } => {
                let params = [
                    ("place", (*place).into()),
                    ("opponent", (*opponent).into()),
                    ("waited", (*waited).into()),
                    ("cost", (*cost).into()),
                ];
                return Reason::NearestPlaces.message(params, cause);
            }
        };
        reason.message([], cause)
    }
}

fn at_node(node: usize, branch: &Branch, cause: &Cause) -> Message {
    let node = ("node", (node + 1).into());
    match *branch {
        Branch::Winners(round) => {
            Reason::NodeOfWinners.message([node, ("round", round.into())], cause)
        }
        Branch::Losers(round) => {
            Reason::NodeOfLosers.message([node, ("round", round.into())], cause)
        }
        Branch::ThirdPlace => Reason::NodeOfThirdPlace.message([node], cause),
        Branch::Final => Reason::NodeOfFinal.message([node], cause),
        Branch::FinalAgain => Reason::NodeOfFinalAgain.message([node], cause),
    }
}

/// Points, from half points.
fn halves(points: u32) -> String {
    (f64::from(points) / 2.0).to_string()
}
