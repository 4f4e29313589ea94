//! The best of the matches that are being played: one for each variant, and
//! one of all.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::MatchId;
use crate::player::{Player, PlayerId};
use crate::rating::PublicRating;
use chivalry_rules::{PerSeat, Variant};

/// A variant's channel, by its name, or that of all of them.
pub type FeaturedChannel = Option<&'static str>;

/// A public match that is being played by a clock that runs.
#[derive(Clone, Debug)]
pub struct FeaturedMatch {
    /// The match.
    pub id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// Who sits where.
    pub seats: PerSeat<Option<Player>>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How strong they are in the pool of the match.
    pub strengths: PerSeat<Option<PublicRating>>,
}

impl FeaturedMatch {
    /// The ratings of its players, added up; where none is kept, the usual.
    #[must_use]
    pub fn rating(&self) -> u32 {
        let rating = |seat| self.strengths[seat].unwrap_or(PublicRating::UNKNOWN).rating;
        self.variant.seats().map(|seat| u32::from(rating(seat))).sum()
    }
}

/// What is shown on each channel.
///
/// The best match has the highest ratings, then the most spectators, then is the
/// most recent. One that is shown stays until it is over, so that the channel
/// does not flicker, and then until there is another.
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
    /// A match begins.
    pub fn add(&mut self, featured: FeaturedMatch, spectators: u32) {
        let featured = Arc::new(featured);
        let names = [None, Some(featured.variant.name())];
        self.candidates.insert(featured.id, Candidate { featured, spectators });
        self.select(names);
    }

    /// So many watch the match now.
    pub fn set_spectators(&mut self, id: MatchId, spectators: u32) {
        if let Some(candidate) = self.candidates.get_mut(&id) {
            candidate.spectators = spectators;
        }
    }

    /// A match is over.
    pub fn remove(&mut self, id: MatchId) {
        if let Some(Candidate { featured, .. }) = self.candidates.remove(&id) {
            self.mark_ended();
            self.select([None, Some(featured.variant.name())]);
        }
    }

    /// These matches are being played, and no others.
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

    /// Shows nothing more of the player, whose matches are all over.
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

    /// What is shown on each channel that candidates anything.
    pub fn shown(&self) -> impl Iterator<Item = (FeaturedChannel, &Arc<FeaturedMatch>)> {
        self.shown.iter().map(|(name, shown)| (*name, &shown.featured))
    }

    fn mark_ended(&mut self) {
        for shown in self.shown.values_mut() {
            shown.is_over |= !self.candidates.contains_key(&shown.featured.id);
        }
    }

    /// Shows the best match where none is shown, or one that is over.
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

    /// A match between two of that strength.
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
    fn what_was_missed_is_made_good() {
        let mut matches = FeaturedMatches::default();
        matches.add(featured(1, "cam", 1_500), 0);
        matches.add(featured(2, "cam", 1_500), 0);
        matches.replace([(featured(2, "cam", 1_500), 0), (featured(3, "camette", 1_500), 5)]);
        assert_eq!(shown(&matches), [(None, 3), (Some("cam"), 2), (Some("camette"), 3)]);
        matches.replace([]);
        assert_eq!(shown(&matches).len(), 3, "until there is another");
    }

    #[test]
    fn nothing_is_shown_of_who_is_erased() {
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
