//! Entrants and entry conditions.

use std::fmt;

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{PlayerId, PlayerKind};

use crate::ids::EntrantId;

/// A participant of a tournament: a player, or the partners of a game for four
/// players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The number of the entrant.
    pub id: EntrantId,
    /// The players. Partners are in the order of their turns.
    pub players: Vec<PlayerId>,
    /// The name of an entrant of record, who has no players.
    pub name: Option<String>,
    /// The rating at registration. The average for partners.
    pub rating: Option<u32>,
    /// The stage of entry, from 0.
    pub stage: usize,
    /// The time of registration.
    pub at: Timestamp,
    /// The start of the current presence: the registration or the last return.
    pub present_since: Timestamp,
    /// True while the entrant is withdrawn.
    pub withdrawn: bool,
}

/// A player's wish to enter with a partner, who has not agreed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartnerInvitation {
    /// The player who invites.
    pub by: PlayerId,
    /// Both players, in the order of their turns.
    pub players: Vec<PlayerId>,
}

impl PartnerInvitation {
    /// True if `answering` is the invited partner and names the same players, in any order.
    pub(crate) fn is_answered_by(&self, answering: Option<PlayerId>, players: &[PlayerId]) -> bool {
        answering.is_some_and(|player| player != self.by)
            && self.players.len() == players.len()
            && self.players.iter().all(|player| players.contains(player))
    }
}

/// A player who applies for registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applicant {
    /// The player.
    pub player: PlayerId,
    /// Guest, account or bot.
    pub kind: PlayerKind,
    /// The rating in the pool of the tournament.
    pub rating: Option<u32>,
    /// True if the rating is provisional.
    pub provisional: bool,
    /// Rated games in the pool.
    pub games: u32,
    /// The creation time of the player's account.
    pub since: Timestamp,
}

/// A condition of entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// A minimum rating.
    RatingAtLeast {
        /// The least.
        rating: u32,
    },
    /// A maximum rating. Players without a rating meet it.
    RatingAtMost {
        /// The most.
        rating: u32,
    },
    /// A rating that is not provisional.
    Established {},
    /// So many rated games.
    GamesAtLeast {
        /// The least.
        games: u32,
    },
    /// An account so old.
    DaysAtLeast {
        /// The least.
        days: u32,
    },
    /// Players of these kinds.
    Kinds {
        /// The kinds.
        kinds: Vec<PlayerKind>,
    },
    /// One of these players.
    Invited {
        /// The players.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<uuid::Uuid>))]
        players: Vec<PlayerId>,
    },
}

/// The check of one condition for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The player.
    pub player: PlayerId,
    /// The condition.
    pub condition: Condition,
    /// True if the condition is met.
    pub met: bool,
    /// The player's actual value, in words.
    pub has: String,
}

const DAY_MS: i64 = 86_400_000;

/// Returns one verdict for each condition and player, grouped by player.
#[must_use]
pub fn verdicts(conditions: &[Condition], all: &[Applicant], now: Timestamp) -> Vec<Verdict> {
    let of = |applicant| {
        conditions.iter().map(move |condition| check_condition(condition, applicant, now))
    };
    all.iter().flat_map(of).collect()
}

fn check_condition(condition: &Condition, applicant: &Applicant, now: Timestamp) -> Verdict {
    let rated = || match applicant.rating {
        Some(rating) if applicant.provisional => format!("a provisional rating of {rating}"),
        Some(rating) => format!("a rating of {rating}"),
        None => "no rating".to_owned(),
    };
    let (met, has) = match condition {
        Condition::RatingAtLeast { rating } => {
            (applicant.rating.is_some_and(|own| own >= *rating), rated())
        }
        Condition::RatingAtMost { rating } => {
            (applicant.rating.is_none_or(|own| own <= *rating), rated())
        }
        Condition::Established {} => {
            (applicant.rating.is_some() && !applicant.provisional, rated())
        }
        Condition::GamesAtLeast { games } => {
            (applicant.games >= *games, format!("{} rated games", applicant.games))
        }
        Condition::DaysAtLeast { days } => {
            let old = (now.0 - applicant.since.0) / DAY_MS;
            (old >= i64::from(*days), format!("{old} days"))
        }
        Condition::Kinds { kinds } => {
            (kinds.contains(&applicant.kind), applicant.kind.as_str().to_owned())
        }
        Condition::Invited { players } => {
            let is_invited = players.contains(&applicant.player);
            (is_invited, if is_invited { "an invitation" } else { "no invitation" }.to_owned())
        }
    };
    Verdict { player: applicant.player, condition: condition.clone(), met, has }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::RatingAtLeast { rating } => write!(f, "a rating of {rating} or more"),
            Condition::RatingAtMost { rating } => write!(f, "a rating of {rating} or less"),
            Condition::Established {} => f.write_str("a rating that is not provisional"),
            Condition::GamesAtLeast { games } => write!(f, "{games} rated games or more"),
            Condition::DaysAtLeast { days } => write!(f, "{days} days on this server or more"),
            Condition::Kinds { kinds } => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
                write!(f, "one of: {}", names.join(", "))
            }
            Condition::Invited { .. } => f.write_str("an invitation"),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_condition_has_a_verdict() {
        let player = PlayerId(Uuid::from_u128(7));
        let since = Timestamp(0);
        let applicant = Applicant {
            player,
            kind: PlayerKind::Account,
            rating: Some(1_500),
            provisional: true,
            games: 3,
            since,
        };
        let conditions = [
            (Condition::RatingAtLeast { rating: 1_500 }, true),
            (Condition::RatingAtLeast { rating: 1_501 }, false),
            (Condition::RatingAtMost { rating: 1_500 }, true),
            (Condition::RatingAtMost { rating: 1_499 }, false),
            (Condition::Established {}, false),
            (Condition::GamesAtLeast { games: 3 }, true),
            (Condition::GamesAtLeast { games: 4 }, false),
            (Condition::DaysAtLeast { days: 2 }, true),
            (Condition::DaysAtLeast { days: 3 }, false),
            (Condition::Kinds { kinds: vec![PlayerKind::Account] }, true),
            (Condition::Kinds { kinds: vec![PlayerKind::Bot] }, false),
            (Condition::Invited { players: vec![player] }, true),
            (Condition::Invited { players: vec![] }, false),
        ];
        let (asked, met): (Vec<Condition>, Vec<bool>) = conditions.into_iter().unzip();
        let now = Timestamp(3 * DAY_MS - 1);
        let verdicts = verdicts(&asked, &[applicant], now);
        assert_eq!(verdicts.iter().map(|verdict| verdict.met).collect::<Vec<_>>(), met);
        assert_eq!(verdicts[4].has, "a provisional rating of 1500");
    }
}
