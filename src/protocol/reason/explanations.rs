//! Messages that explain pairings.

use chivalry_tournament::knockout::Branch;
use chivalry_tournament::swiss::ColourRule;
use chivalry_tournament::{ByeReason, Obstacle, Reason as Cause};

use super::list::Reason;
use super::message::Message;

impl From<&Cause> for Message {
    fn from(cause: &Cause) -> Message {
        let reason = match cause {
            Cause::Rested(ByeReason::Pairing) => Reason::OddNumber,
            Cause::Rested(ByeReason::Asked) => Reason::ByeOnRequest,
            Cause::Rested(ByeReason::Late) => Reason::ByeLateEntry,
            Cause::Fixed => Reason::PairFixed,
            Cause::Completed => Reason::PairingCompleted,
            Cause::Sides(rule) => match rule {
                ColourRule::Both => Reason::SidesBothDue,
                ColourRule::Stronger => Reason::SidesStronger,
                ColourRule::Alternate => Reason::SidesAlternate,
                ColourRule::Higher => Reason::SidesHigher,
                ColourRule::Lot => Reason::SidesByLot,
            },
            Cause::OtherVersion => Reason::OtherVersion,
            Cause::Table { round, number, opponent } => {
                let (round, number) = (("round", (*round).into()), ("number", (*number).into()));
                return match *opponent {
                    Some(opponent) => {
                        let params = [round, number, ("opponent", opponent.into())];
                        Reason::BergerPair.message(params, cause)
                    }
                    None => Reason::BergerBye.message([round, number], cause),
                };
            }
            Cause::Node { node, branch } => return at_node(*node, branch, cause),
            Cause::Bracket { points, residents, moved_down } => {
                let params = [
                    ("points", halves(*points).into()),
                    ("residents", residents.len().into()),
                    ("moved_down", moved_down.len().into()),
                ];
                return Reason::ScoreBracket.message(params, cause);
            }
            Cause::MovedDown { from_points } => {
                return Reason::MovedDown.message([("points", halves(*from_points).into())], cause);
            }
            Cause::NotKept(criterion, count) => {
                let params = [("criterion", criterion.clause().into()), ("count", (*count).into())];
                return Reason::CriterionNotKept.message(params, cause);
            }
            Cause::CouldNotMeet(other, obstacle) => {
                let reason = match obstacle {
                    Obstacle::HaveMet => Reason::HadMet,
                    Obstacle::Forbidden => Reason::PairForbidden,
                    Obstacle::Sides => Reason::SameSideDue,
                };
                return reason.message([("entrant", other.0.into())], cause);
            }
            Cause::Nearest { place, opponent, waited, cost } => {
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
