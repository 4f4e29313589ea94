//! The best of the matches that are being played: one for each variant, and
//! one of all.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::clock::TimeControl;
use crate::matches::MatchId;
use crate::player::{Player, PlayerId};
use crate::rating::Strength;
use chivalry_rules::{PerSeat, Variant};

/// A variant's channel, by its name, or that of all of them.
pub type ChannelName = Option<&'static str>;

/// A public match that is being played by a clock that runs.
#[derive(Clone, Debug)]
pub struct Show {
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
    pub strengths: PerSeat<Option<Strength>>,
}

impl Show {
    /// The ratings of its players, added up; where none is kept, the usual.
    #[must_use]
    pub fn rating(&self) -> u32 {
        let rating = |seat| self.strengths[seat].unwrap_or(Strength::UNKNOWN).rating;
        self.variant.seats().map(|seat| u32::from(rating(seat))).sum()
    }
}

/// What is shown on each channel.
///
/// The best match has the highest ratings, then the most watchers, then is the
/// most recent. One that is shown stays until it is over, so that the channel
/// does not flicker, and then until there is another.
#[derive(Clone, Debug, Default)]
pub struct Channels {
    shows: HashMap<MatchId, Candidate>,
    shown: BTreeMap<ChannelName, Shown>,
}

#[derive(Clone, Debug)]
struct Candidate {
    show: Arc<Show>,
    watchers: u32,
}

#[derive(Clone, Debug)]
struct Shown {
    show: Arc<Show>,
    is_over: bool,
}

impl Channels {
    /// A match begins.
    pub fn begin(&mut self, show: Show, watchers: u32) {
        let show = Arc::new(show);
        let names = [None, Some(show.variant.name())];
        self.shows.insert(show.id, Candidate { show, watchers });
        self.fill(names);
    }

    /// So many watch the match now.
    pub fn count(&mut self, id: MatchId, watchers: u32) {
        if let Some(candidate) = self.shows.get_mut(&id) {
            candidate.watchers = watchers;
        }
    }

    /// A match is over.
    pub fn end(&mut self, id: MatchId) {
        if let Some(Candidate { show, .. }) = self.shows.remove(&id) {
            self.note_ends();
            self.fill([None, Some(show.variant.name())]);
        }
    }

    /// These matches are being played, and no others.
    pub fn replace(&mut self, shows: impl IntoIterator<Item = (Show, u32)>) {
        let candidate =
            |(show, watchers): (Show, u32)| (show.id, Candidate { show: Arc::new(show), watchers });
        self.shows = shows.into_iter().map(candidate).collect();
        self.note_ends();
        let played: BTreeSet<&str> =
            self.shows.values().map(|candidate| candidate.show.variant.name()).collect();
        self.fill(played.into_iter().map(Some).chain([None]));
    }

    /// Shows nothing more of the player, whose matches are all over.
    pub fn forget(&mut self, player: PlayerId) {
        let is_in = |show: &Show| {
            show.seats.iter().any(|(_, seated)| seated.as_ref().is_some_and(|it| it.id == player))
        };
        let gone = self.shown.iter().filter(|(_, shown)| is_in(&shown.show));
        let gone: Vec<ChannelName> = gone.map(|(name, _)| *name).collect();
        for name in &gone {
            self.shown.remove(name);
        }
        self.fill(gone);
    }

    /// What is shown on each channel that shows anything.
    pub fn shown(&self) -> impl Iterator<Item = (ChannelName, &Arc<Show>)> {
        self.shown.iter().map(|(name, shown)| (*name, &shown.show))
    }

    fn note_ends(&mut self) {
        for shown in self.shown.values_mut() {
            shown.is_over |= !self.shows.contains_key(&shown.show.id);
        }
    }

    /// Shows the best match where none is shown, or one that is over.
    fn fill(&mut self, names: impl IntoIterator<Item = ChannelName>) {
        for name in names {
            if self.shown.get(&name).is_some_and(|shown| !shown.is_over) {
                continue;
            }
            let is_of = |show: &Show| name.is_none_or(|name| show.variant.name() == name);
            let candidates = self.shows.values().filter(|candidate| is_of(&candidate.show));
            let worth = |it: &&Candidate| (it.show.rating(), it.watchers, it.show.id);
            if let Some(best) = candidates.max_by_key(worth) {
                let shown = Shown { show: Arc::clone(&best.show), is_over: false };
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
    fn show(number: u128, variant: &str, rating: u16) -> Show {
        Show {
            id: MatchId(Uuid::from_u128(number)),
            variant: Variant::named(variant).unwrap(),
            seats: PerSeat::default(),
            time: TimeControl::Fischer { initial_ms: 60_000, increment_ms: 0 },
            rated: false,
            strengths: PerSeat::from_fn(|_| Some(Strength { rating, provisional: false })),
        }
    }

    fn shown(channels: &Channels) -> Vec<(ChannelName, u128)> {
        channels.shown().map(|(name, show)| (name, show.id.0.as_u128())).collect()
    }

    #[test]
    fn a_match_stays_until_it_is_over_and_the_best_follows() {
        let mut channels = Channels::default();
        assert_eq!(shown(&channels), []);
        channels.begin(show(1, "cam", 1_500), 0);
        assert_eq!(shown(&channels), [(None, 1), (Some("cam"), 1)]);
        channels.begin(show(2, "camette", 1_500), 0);
        channels.begin(show(3, "cam", 1_600), 0);
        channels.begin(show(4, "cam", 1_500), 0);
        channels.begin(show(5, "cam", 1_500), 0);
        channels.count(MatchId(Uuid::from_u128(4)), 7);
        assert_eq!(shown(&channels), [(None, 1), (Some("cam"), 1), (Some("camette"), 2)]);

        let end = |channels: &mut Channels, number| channels.end(MatchId(Uuid::from_u128(number)));
        end(&mut channels, 1);
        assert_eq!(shown(&channels)[..2], [(None, 3), (Some("cam"), 3)], "the highest ratings");
        end(&mut channels, 3);
        assert_eq!(shown(&channels)[..2], [(None, 4), (Some("cam"), 4)], "the most watchers");
        end(&mut channels, 4);
        assert_eq!(shown(&channels)[..2], [(None, 5), (Some("cam"), 5)], "the most recent");
        end(&mut channels, 5);
        assert_eq!(shown(&channels), [(None, 2), (Some("cam"), 5), (Some("camette"), 2)]);
        channels.begin(show(6, "cam", 1_000), 0);
        assert_eq!(shown(&channels), [(None, 2), (Some("cam"), 6), (Some("camette"), 2)]);
    }

    #[test]
    fn what_was_missed_is_made_good() {
        let mut channels = Channels::default();
        channels.begin(show(1, "cam", 1_500), 0);
        channels.begin(show(2, "cam", 1_500), 0);
        channels.replace([(show(2, "cam", 1_500), 0), (show(3, "camette", 1_500), 5)]);
        assert_eq!(shown(&channels), [(None, 3), (Some("cam"), 2), (Some("camette"), 3)]);
        channels.replace([]);
        assert_eq!(shown(&channels).len(), 3, "until there is another");
    }

    #[test]
    fn nothing_is_shown_of_who_is_erased() {
        let id = PlayerId(Uuid::from_u128(9));
        let player = Player { id, name: "Kay".to_owned(), kind: PlayerKind::Account };
        let mut channels = Channels::default();
        let mut theirs = show(1, "cam", 1_500);
        theirs.seats[Seat::FIRST] = Some(player);
        channels.begin(theirs, 0);
        channels.end(MatchId(Uuid::from_u128(1)));
        channels.begin(show(2, "camette", 1_500), 0);
        channels.end(MatchId(Uuid::from_u128(2)));
        assert_eq!(shown(&channels), [(None, 2), (Some("cam"), 1), (Some("camette"), 2)]);
        channels.forget(id);
        assert_eq!(shown(&channels), [(None, 2), (Some("camette"), 2)]);
    }
}
