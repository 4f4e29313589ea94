//! Featured matches: the best match in play of each variant, and of all variants.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::MatchId;
use crate::player::{Player, PlayerId};
use crate::rating::PublicRating;
use chivalry_rules::{PerSeat, Variant};

/// The channel of a featured match: a variant's name, or `None` for all variants.
pub type FeaturedChannel = Option<&'static str>;

/// A public real-time match in play.
#[derive(Clone, Debug)]
pub struct FeaturedMatch {
    /// The match.
    pub id: MatchId,
    /// The variant.
    pub variant: &'static Variant,
    /// The players by seat.
    pub seats: PerSeat<Option<Player>>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match is rated.
    pub rated: bool,
    /// The ratings of the players in the match's pool.
    pub strengths: PerSeat<Option<PublicRating>>,
}

impl FeaturedMatch {
    /// Returns the sum of the players' ratings. An unrated player counts with the initial
    /// rating.
    #[must_use]
    pub fn rating(&self) -> u32 {
        let rating = |seat| self.strengths[seat].unwrap_or(PublicRating::UNKNOWN).rating;
        self.variant.seats().map(|seat| u32::from(rating(seat))).sum()
    }
}

/// The featured match of each channel.
///
/// The best match has the highest ratings, then the most spectators, then the latest start. A
/// featured match stays until it is over and another one is available, so that the channel does
/// not switch back and forth.
#[derive(Clone, Debug, Default)]
pub struct FeaturedMatches {
    candidates: HashMap<MatchId, Candidate>,
    shown: BTreeMap<FeaturedChannel, Selection>,
}

#[derive(Clone, Debug)]
struct Candidate {
    featured: Arc<FeaturedMatch>,
    spectators: u32,
}

#[derive(Clone, Debug)]
struct Selection {
    featured: Arc<FeaturedMatch>,
    is_over: bool,
}

impl FeaturedMatches {
    /// Adds a match that has begun.
    pub fn add(&mut self, featured: FeaturedMatch, spectators: u32) {
        let featured = Arc::new(featured);
        let names = [None, Some(featured.variant.name())];
        self.candidates.insert(featured.id, Candidate { featured, spectators });
        self.select(names);
    }

    /// Sets the number of spectators of a match.
    pub fn set_spectators(&mut self, id: MatchId, spectators: u32) {
        if let Some(candidate) = self.candidates.get_mut(&id) {
            candidate.spectators = spectators;
        }
    }

    /// Removes a match that is over.
    pub fn remove(&mut self, id: MatchId) {
        if let Some(Candidate { featured, .. }) = self.candidates.remove(&id) {
            self.mark_ended();
            self.select([None, Some(featured.variant.name())]);
        }
    }

    /// Replaces all matches in play.
    pub fn replace(&mut self, candidates: impl IntoIterator<Item = (FeaturedMatch, u32)>) {
        let candidate = |(featured, spectators): (FeaturedMatch, u32)| {
            (featured.id, Candidate { featured: Arc::new(featured), spectators })
        };
        self.candidates = candidates.into_iter().map(candidate).collect();
        self.mark_ended();
        let played: BTreeSet<&str> =
            self.candidates.values().map(|candidate| candidate.featured.variant.name()).collect();
        self.select(played.into_iter().map(Some).chain([None]));
    }

    /// Removes the ended matches of a player from the channels.
    pub fn remove_player(&mut self, player: PlayerId) {
        let is_in = |featured: &FeaturedMatch| {
            featured
                .seats
                .iter()
                .any(|(_, seated)| seated.as_ref().is_some_and(|it| it.id == player))
        };
        let gone = self.shown.iter().filter(|(_, shown)| is_in(&shown.featured));
        let gone: Vec<FeaturedChannel> = gone.map(|(name, _)| *name).collect();
        for name in &gone {
            self.shown.remove(name);
        }
        self.select(gone);
    }

    /// Returns the featured match of each channel that has one.
    pub fn shown(&self) -> impl Iterator<Item = (FeaturedChannel, &Arc<FeaturedMatch>)> {
        self.shown.iter().map(|(name, shown)| (*name, &shown.featured))
    }

    fn mark_ended(&mut self) {
        for shown in self.shown.values_mut() {
            shown.is_over |= !self.candidates.contains_key(&shown.featured.id);
        }
    }

    /// Selects the best match for each channel that features none or an ended one.
    fn select(&mut self, names: impl IntoIterator<Item = FeaturedChannel>) {
        for name in names {
            if self.shown.get(&name).is_some_and(|shown| !shown.is_over) {
                continue;
            }
            let is_of =
                |featured: &FeaturedMatch| name.is_none_or(|name| featured.variant.name() == name);
            let candidates =
                self.candidates.values().filter(|candidate| is_of(&candidate.featured));
            let worth = |it: &&Candidate| (it.featured.rating(), it.spectators, it.featured.id);
            if let Some(best) = candidates.max_by_key(worth) {
                let shown = Selection { featured: Arc::clone(&best.featured), is_over: false };
                self.shown.insert(name, shown);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::player::PlayerKind;
    use chivalry_rules::Seat;

    use super::*;

    /// Returns a match between two players of that rating.
    fn featured(number: u128, variant: &str, rating: u16) -> FeaturedMatch {
        FeaturedMatch {
            id: MatchId(Uuid::from_u128(number)),
            variant: Variant::named(variant).unwrap(),
            seats: PerSeat::default(),
            time: TimeControl::Fischer { initial_ms: 60_000, increment_ms: 0 },
            rated: false,
            strengths: PerSeat::from_fn(|_| Some(PublicRating { rating, provisional: false })),
        }
    }

    fn shown(matches: &FeaturedMatches) -> Vec<(FeaturedChannel, u128)> {
        matches.shown().map(|(name, featured)| (name, featured.id.0.as_u128())).collect()
    }

    #[test]
    fn a_match_stays_until_it_is_over_and_the_best_follows() {
        let mut matches = FeaturedMatches::default();
        assert_eq!(shown(&matches), []);
        matches.add(featured(1, "cam", 1_500), 0);
        assert_eq!(shown(&matches), [(None, 1), (Some("cam"), 1)]);
        matches.add(featured(2, "camette", 1_500), 0);
        matches.add(featured(3, "cam", 1_600), 0);
        matches.add(featured(4, "cam", 1_500), 0);
        matches.add(featured(5, "cam", 1_500), 0);
        matches.set_spectators(MatchId(Uuid::from_u128(4)), 7);
        assert_eq!(shown(&matches), [(None, 1), (Some("cam"), 1), (Some("camette"), 2)]);

        let end = |matches: &mut FeaturedMatches, number| {
            matches.remove(MatchId(Uuid::from_u128(number)))
        };
        end(&mut matches, 1);
        assert_eq!(shown(&matches)[..2], [(None, 3), (Some("cam"), 3)], "the highest ratings");
        end(&mut matches, 3);
        assert_eq!(shown(&matches)[..2], [(None, 4), (Some("cam"), 4)], "the most spectators");
        end(&mut matches, 4);
        assert_eq!(shown(&matches)[..2], [(None, 5), (Some("cam"), 5)], "the most recent");
        end(&mut matches, 5);
        assert_eq!(shown(&matches), [(None, 2), (Some("cam"), 5), (Some("camette"), 2)]);
        matches.add(featured(6, "cam", 1_000), 0);
        assert_eq!(shown(&matches), [(None, 2), (Some("cam"), 6), (Some("camette"), 2)]);
    }

    #[test]
    fn replacing_the_matches_updates_the_channels() {
        let mut matches = FeaturedMatches::default();
        matches.add(featured(1, "cam", 1_500), 0);
        matches.add(featured(2, "cam", 1_500), 0);
        matches.replace([(featured(2, "cam", 1_500), 0), (featured(3, "camette", 1_500), 5)]);
        assert_eq!(shown(&matches), [(None, 3), (Some("cam"), 2), (Some("camette"), 3)]);
        matches.replace([]);
        assert_eq!(shown(&matches).len(), 3, "until there is another");
    }

    #[test]
    fn ended_matches_of_an_erased_player_are_not_featured() {
        let id = PlayerId(Uuid::from_u128(9));
        let player = Player { id, name: "Kay".to_owned(), kind: PlayerKind::Account };
        let mut matches = FeaturedMatches::default();
        let mut theirs = featured(1, "cam", 1_500);
        theirs.seats[Seat::FIRST] = Some(player);
        matches.add(theirs, 0);
        matches.remove(MatchId(Uuid::from_u128(1)));
        matches.add(featured(2, "camette", 1_500), 0);
        matches.remove(MatchId(Uuid::from_u128(2)));
        assert_eq!(shown(&matches), [(None, 2), (Some("cam"), 1), (Some("camette"), 2)]);
        matches.remove_player(id);
        assert_eq!(shown(&matches), [(None, 2), (Some("camette"), 2)]);
    }
}
