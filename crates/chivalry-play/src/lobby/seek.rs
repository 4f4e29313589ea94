//! Seeks: terms, preferences and the players found so far.

use crate::clock::{Speed, TimeControl, Timestamp};
use crate::matches::admit;
use crate::player::{Player, PlayerId, PlayerKind};
use crate::rating::{Pool, PublicRating};
use chivalry_rules::{Seat, Variant};

use super::ids::SeekId;
use super::refusal::LobbyRefusal;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The variant.
    pub variant: &'static Variant,
    /// The time control.
    pub time: TimeControl,
    /// True if the match is rated.
    pub rated: bool,
}

/// A range of ratings, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest rating.
    pub lo: u16,
    /// The highest rating.
    pub hi: u16,
}

/// A player in a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    /// The player.
    pub player: Player,
    /// The rating in the pool of the terms ([`Terms::pool`]) at the time of seeking.
    pub strength: PublicRating,
}

/// The preferences of a player who seeks a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekPreferences {
    /// The terms of the match.
    pub terms: Terms,
    /// The seat; `None` for any.
    pub seat: Option<Seat>,
    /// The accepted ratings.
    pub range: RatingRange,
    /// True to start with similar ratings and to widen the range over time.
    pub quick: bool,
    /// True if a quick pairing may include bots.
    pub bots: bool,
    /// The partner in a four-player variant, who has to agree.
    pub with: Option<Player>,
}

/// One player, or two partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekParty {
    /// The players; the first one asked.
    pub players: Vec<Seeker>,
    /// The partner who was invited and has not agreed.
    pub invited: Option<Player>,
    /// The seat of the first player; `None` for any.
    pub seat: Option<Seat>,
    /// The accepted ratings.
    pub range: RatingRange,
    /// The start of a quick pairing, from which its range widens.
    pub quick_since: Option<Timestamp>,
    /// True if a quick pairing may include bots.
    pub bots: bool,
}

/// Players who wait for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// The identifier.
    pub id: SeekId,
    /// The terms of the match.
    pub terms: Terms,
    /// The parties in order of arrival; never empty.
    pub parties: Vec<SeekParty>,
    /// The time at which the seek was opened.
    pub at: Timestamp,
}

/// The initial distance of a quick pairing from the own rating, in points.
const NEAR: u64 = 100;

/// The growth of that distance per second of waiting, in points.
const WIDER_PER_SECOND: u64 = 10;

/// The distance from which on any rating is accepted, in points.
const FAR: u64 = 1_000;

impl PartialEq for Terms {
    fn eq(&self, other: &Terms) -> bool {
        self.variant.name() == other.variant.name()
            && self.time == other.time
            && self.rated == other.rated
    }
}

impl Eq for Terms {}

impl Terms {
    /// True if players may wait for days. Such seeks and challenges outlive their connections,
    /// because nobody has to be present at the start.
    #[must_use]
    pub fn is_persistent(&self) -> bool {
        matches!(self.time.speed(), Speed::Correspondence | Speed::Unlimited)
    }

    /// Returns the pool in which a player of that kind is rated for such a match.
    #[must_use]
    pub fn pool(&self, kind: PlayerKind) -> Pool {
        Pool {
            variant: self.variant.name(),
            speed: self.time.speed(),
            rated: self.rated,
            bots: kind == PlayerKind::Bot,
        }
    }

    /// Checks that the player may play on these terms.
    pub(super) fn admit(&self, player: &Player) -> Result<(), LobbyRefusal> {
        admit(self.rated, player.kind).map_err(|_| LobbyRefusal::AccountsOnly)
    }
}

impl RatingRange {
    /// Any rating.
    pub const ANY: RatingRange = RatingRange { lo: 0, hi: u16::MAX };

    /// True if the range contains `rating`.
    #[must_use]
    pub const fn contains(self, rating: u16) -> bool {
        self.lo <= rating && rating <= self.hi
    }
}

impl SeekPreferences {
    /// Returns the party of `by`, who seeks at `now`.
    pub(super) fn party(self, by: Seeker, now: Timestamp) -> SeekParty {
        SeekParty {
            players: vec![by],
            invited: self.with,
            seat: self.seat,
            range: self.range,
            quick_since: self.quick.then_some(now),
            bots: self.bots,
        }
    }
}

impl SeekParty {
    /// Returns the party of one player who accepts anybody.
    pub(super) fn solo(by: Seeker, seat: Option<Seat>) -> SeekParty {
        let range = RatingRange::ANY;
        SeekParty { players: vec![by], invited: None, seat, range, quick_since: None, bots: false }
    }

    /// Returns the accepted ratings at `now`.
    #[must_use]
    pub fn range_at(&self, now: Timestamp) -> RatingRange {
        let Some(since) = self.quick_since else { return self.range };
        let reach = NEAR + WIDER_PER_SECOND * now.since(since).as_secs();
        if reach >= FAR {
            return self.range;
        }
        let reach = u16::try_from(reach).unwrap_or(u16::MAX);
        let own = self.players.first().map_or(PublicRating::UNKNOWN, |first| first.strength).rating;
        RatingRange {
            lo: own.saturating_sub(reach).max(self.range.lo),
            hi: own.saturating_add(reach).min(self.range.hi),
        }
    }

    /// True if `player` is in the party.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.players.iter().any(|seeker| seeker.player.id == player)
    }

    pub(super) fn invites(&self, player: PlayerId) -> bool {
        self.invited.as_ref().is_some_and(|invited| invited.id == player)
    }

    /// True if the party accepts the players of `other`, by rating and kind.
    pub(super) fn accepts(&self, other: &SeekParty, now: Timestamp) -> bool {
        let range = self.range_at(now);
        let takes_bots = self.bots || self.quick_since.is_none();
        let is_wanted = |seeker: &Seeker| {
            range.contains(seeker.strength.rating)
                && (takes_bots || seeker.player.kind != PlayerKind::Bot)
        };
        other.players.iter().all(is_wanted)
    }

    /// True if the party has the same preferences.
    pub(super) fn is_for(&self, request: &SeekPreferences) -> bool {
        let partner = self.invited.as_ref().or(self.players.get(1).map(|seeker| &seeker.player));
        self.seat == request.seat
            && self.range == request.range
            && self.quick_since.is_some() == request.quick
            && self.bots == request.bots
            && partner.map(|partner| partner.id) == request.with.as_ref().map(|with| with.id)
    }
}

impl Seek {
    /// Returns every player in the seek.
    pub fn players(&self) -> impl Iterator<Item = &Seeker> {
        self.parties.iter().flat_map(|party| &party.players)
    }

    /// True if `player` is in the seek.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.parties.iter().any(|party| party.has(player))
    }

    /// Returns the invited partner who has not agreed. Until then the seek is not open to
    /// others.
    #[must_use]
    pub fn invited(&self) -> Option<&Player> {
        self.parties.iter().find_map(|party| party.invited.as_ref())
    }

    /// True if the seek is open to others.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.invited().is_none()
    }

    /// Returns the number of free seats.
    #[must_use]
    pub fn free_seats(&self) -> usize {
        self.terms.variant.seat_count().saturating_sub(self.players().count())
    }
}
