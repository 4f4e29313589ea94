//! Seeks: what is wanted, and who has come together to play it.

use crate::clock::{Speed, TimeControl, Timestamp};
use crate::matches::admit;
use crate::player::{Player, PlayerId, PlayerKind};
use crate::rating::{Pool, PublicRating};
use chivalry_rules::{Seat, Variant};

use super::{LobbyRefusal, SeekId};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The variant.
    pub variant: &'static Variant,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// The ratings that are wanted, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest.
    pub lo: u16,
    /// The highest.
    pub hi: u16,
}

/// A player who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    /// The player.
    pub player: Player,
    /// How strong they are in the pool of the terms ([`Terms::pool`]), as of
    /// when they came.
    pub strength: PublicRating,
}

/// What a player asks of the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekPreferences {
    /// What is to be played.
    pub terms: Terms,
    /// The seat wanted; any when not said.
    pub seat: Option<Seat>,
    /// The ratings wanted.
    pub range: RatingRange,
    /// Whether to begin with players of about the same rating, and to take
    /// others the longer it lasts.
    pub quick: bool,
    /// Whether a quick pairing may be with a bot.
    pub bots: bool,
    /// The partner to play with, who has to agree, in a game for four.
    pub with: Option<Player>,
}

/// Players who come together: one, or two partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekParty {
    /// Who has come; the first asked.
    pub players: Vec<Seeker>,
    /// The partner who has been asked and has not yet agreed.
    pub invited: Option<Player>,
    /// The seat that the first player wants.
    pub seat: Option<Seat>,
    /// The ratings wanted.
    pub range: RatingRange,
    /// Since when a range has been widening, of a quick pairing.
    pub quick_since: Option<Timestamp>,
    /// Whether a quick pairing may be with a bot.
    pub bots: bool,
}

/// Players who wait for others to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Names the seek.
    pub id: SeekId,
    /// What is to be played.
    pub terms: Terms,
    /// Who has come so far, in the order of their coming; never empty.
    pub parties: Vec<SeekParty>,
    /// When the first came.
    pub at: Timestamp,
}

/// How far from the own rating a quick pairing looks at first.
const NEAR: u64 = 100;

/// How much further it looks for each second of waiting.
const WIDER_PER_SECOND: u64 = 10;

/// From this distance on, anybody will do.
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
    /// Whether players wait for days: a seek or a challenge then stays when
    /// the client goes, because nobody has to be there when it begins.
    #[must_use]
    pub fn is_persistent(&self) -> bool {
        matches!(self.time.speed(), Speed::Correspondence | Speed::Unlimited)
    }

    /// Where a player of that kind is rated for such a match, among those of
    /// the same kind.
    #[must_use]
    pub fn pool(&self, kind: PlayerKind) -> Pool {
        Pool {
            variant: self.variant.name(),
            speed: self.time.speed(),
            rated: self.rated,
            bots: kind == PlayerKind::Bot,
        }
    }

    /// Refuses a player who may not play that.
    pub(super) fn admit(&self, player: &Player) -> Result<(), LobbyRefusal> {
        admit(self.rated, player.kind).map_err(|_| LobbyRefusal::AccountsOnly)
    }
}

impl RatingRange {
    /// Anybody.
    pub const ANY: RatingRange = RatingRange { lo: 0, hi: u16::MAX };

    /// Whether `rating` is wanted.
    #[must_use]
    pub const fn contains(self, rating: u16) -> bool {
        self.lo <= rating && rating <= self.hi
    }
}

impl SeekPreferences {
    /// The party of `by`, who wishes it at `now`.
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
    /// A player who takes whoever is there.
    pub(super) fn solo(by: Seeker, seat: Option<Seat>) -> SeekParty {
        let range = RatingRange::ANY;
        SeekParty { players: vec![by], invited: None, seat, range, quick_since: None, bots: false }
    }

    /// The ratings that are wanted by `now`.
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

    /// Whether `player` has come with it.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.players.iter().any(|seeker| seeker.player.id == player)
    }

    pub(super) fn invites(&self, player: PlayerId) -> bool {
        self.invited.as_ref().is_some_and(|invited| invited.id == player)
    }

    /// Whether the players of `other` are among those wanted: their ratings,
    /// and whether they are bots.
    pub(super) fn accepts(&self, other: &SeekParty, now: Timestamp) -> bool {
        let range = self.range_at(now);
        let takes_bots = self.bots || self.quick_since.is_none();
        let is_wanted = |seeker: &Seeker| {
            range.contains(seeker.strength.rating)
                && (takes_bots || seeker.player.kind != PlayerKind::Bot)
        };
        other.players.iter().all(is_wanted)
    }

    /// Whether it is what asking for `request` would make.
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
    /// Everybody who has come.
    pub fn players(&self) -> impl Iterator<Item = &Seeker> {
        self.parties.iter().flat_map(|party| &party.players)
    }

    /// Whether `player` has come.
    #[must_use]
    pub fn has(&self, player: PlayerId) -> bool {
        self.parties.iter().any(|party| party.has(player))
    }

    /// Who has been asked to be a partner, and has not yet agreed. Until then
    /// the seek is between those two.
    #[must_use]
    pub fn invited(&self) -> Option<&Player> {
        self.parties.iter().find_map(|party| party.invited.as_ref())
    }

    /// Whether it is open to others.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.invited().is_none()
    }

    /// Seats that nobody has taken.
    #[must_use]
    pub fn free_seats(&self) -> usize {
        self.terms.variant.seat_count().saturating_sub(self.players().count())
    }
}
