//! Rated games: conditions, and changes of the players' ratings.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::clock::Timestamp;
use crate::matches::{
    AppliedEvent, Event, LogError, Match, MatchId, MatchResult, RecordedEvent, Status,
};
use crate::player::PlayerId;
use chivalry_rules::{PerSeat, Seat, Team};

use super::glicko::{PublicRating, Rating, RatingRecord, Score};
use super::pool::Pool;

/// A match that counts for ratings.
///
/// The match started from the array, every seat moved, and the server decided it: by the rules,
/// agreement, resignation, time or abandonment. Every player had an account at the start.
/// Aborted and imported matches, and those from another position, do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The pool. With a bot in any seat, it is the bots' pool for every player.
    pub pool: Pool,
    /// The end of the match.
    pub at: Timestamp,
    /// The players in turn order.
    pub seats: Vec<(Seat, PlayerId)>,
    /// The team of each seat.
    pub teams: PerSeat<Team>,
    /// The place of each seat, from 1. Equal places are a draw between the seats.
    pub places: PerSeat<u8>,
}

/// The account of a player in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedAccount {
    /// The time from which on the player has an account, and is no longer a guest.
    pub since: Timestamp,
    /// True if the account is played by a program.
    pub is_bot: bool,
}

/// The change of a player's rating by a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// The rating at the end of the match, without the match.
    pub before: Rating,
    /// The rating with the match.
    pub after: RatingRecord,
}

/// A player's rating as shown with a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRating {
    /// The rating without the match.
    pub before: PublicRating,
    /// The change by the match in points, once it was rated.
    pub change: Option<i32>,
}

impl RatedGame {
    /// Reads a rated game from the log of the match `id`. Returns `None` if it does not count.
    /// `accounts` contains the players with an account.
    ///
    /// # Errors
    /// The log is invalid.
    pub fn from_log(
        id: MatchId,
        log: Vec<RecordedEvent>,
        accounts: &HashMap<PlayerId, RatedAccount>,
    ) -> Result<Option<RatedGame>, LogError> {
        let at = |is_it: fn(&Event) -> bool| {
            log.iter().find(|record| is_it(&record.event)).map(|record| record.at)
        };
        let started_at = at(|event| matches!(event, Event::Started));
        let ended_at = at(|event| matches!(event, Event::Ended { .. }));
        let (applied, match_state) = Match::history(id, log)?;
        let Status::Ended { result, .. } = match_state.status() else { return Ok(None) };
        let (Some(started_at), Some(at)) = (started_at, ended_at) else { return Ok(None) };
        if result == MatchResult::Aborted || match_state.is_abortable() {
            return Ok(None);
        }
        let mut seats = Vec::new();
        let mut bots = false;
        for seat in match_state.variant().seats() {
            let Some(player) = match_state.players()[seat] else { return Ok(None) };
            match accounts.get(&player) {
                Some(account) if account.since <= started_at => bots |= account.is_bot,
                _ => return Ok(None),
            }
            seats.push((seat, player));
        }
        let pool = Pool::of(&match_state, bots);
        let variant = match_state.variant();
        let teams = PerSeat::from_fn(|seat| variant.team_of(seat));
        let places = seat_places(&match_state, &applied, result.winner());
        Ok(pool.map(|pool| RatedGame { pool, at, seats, teams, places }))
    }

    /// Returns the players and their pool.
    #[must_use]
    pub fn players(&self) -> Vec<(PlayerId, Pool)> {
        self.seats.iter().map(|(_, player)| (*player, self.pool)).collect()
    }

    /// Returns the changes of the players' ratings, given their earlier ratings in `known`.
    ///
    /// If each plays for himself, each player is rated against every other one: a better place
    /// is a win, an equal place a draw (`rules.md 6.5`).
    ///
    /// In a game of partners each player is rated against a virtual opponent. Its distance from
    /// the player is that between the team means, and its deviation is the quadratic mean of the
    /// other three. A strong player with a weak partner thus loses no more than the pair was
    /// worth. In a two-player game the virtual opponent is the other player.
    #[must_use]
    pub fn changes(&self, known: &HashMap<PlayerId, RatingRecord>) -> Vec<RatingChange> {
        let before: Vec<Rating> = self
            .seats
            .iter()
            .map(|(_, player)| known.get(player).map_or(Rating::NEW, |e| e.rating_at(self.at)))
            .collect();
        let seated = || self.seats.iter().map(|(seat, _)| *seat).zip(before.iter().copied());
        let strength = |team: Team| {
            mean(seated().filter(|(seat, _)| self.teams[*seat] == team).map(|(_, it)| it.value))
        };
        let score = |seat: Seat, other: Seat| match self.places[seat].cmp(&self.places[other]) {
            Ordering::Less => Score::Win,
            Ordering::Equal => Score::Draw,
            Ordering::Greater => Score::Loss,
        };
        let is_enemy = |seat: Seat, other: Seat| self.teams[seat] != self.teams[other];
        let has_partner =
            |seat: Seat| seated().any(|(other, _)| other != seat && !is_enemy(seat, other));
        let games = |seat: Seat, own: Rating| -> Vec<(Rating, Score)> {
            let enemies = seated().filter(|(other, _)| is_enemy(seat, *other));
            if !has_partner(seat) {
                return enemies.map(|(other, rating)| (rating, score(seat, other))).collect();
            }
            let Some((enemy, _)) = seated().find(|(other, _)| is_enemy(seat, *other)) else {
                return Vec::new();
            };
            let others = seated().filter(|(other, _)| *other != seat);
            let opponent = Rating {
                value: strength(self.teams[enemy]) + (own.value - strength(self.teams[seat])),
                deviation: mean(others.map(|(_, it)| it.deviation.powi(2))).sqrt(),
                ..Rating::NEW
            };
            vec![(opponent, score(seat, enemy))]
        };
        let change = |&(seat, player): &(Seat, PlayerId), own: Rating| {
            let earlier = known.get(&player);
            let after = RatingRecord {
                rating: own.after_games(&games(seat, own)),
                games: earlier.map_or(0, |entry| entry.games) + 1,
                last_at: earlier.map_or(self.at, |entry| entry.last_at.max(self.at)),
            };
            RatingChange { seat, player, before: own, after }
        };
        self.seats.iter().zip(before.iter()).map(|(seated, own)| change(seated, *own)).collect()
    }
}

impl RatingChange {
    /// Returns the rating as shown with the match.
    #[must_use]
    pub fn seat_rating(&self) -> SeatRating {
        SeatRating { before: self.before.strength(), change: Some(self.point_change()) }
    }

    /// Returns the change in points as shown to others.
    #[must_use]
    pub fn point_change(&self) -> i32 {
        let [before, after] = [self.before, self.after.rating].map(|it| it.strength().rating);
        i32::from(after) - i32::from(before)
    }
}

impl Pool {
    /// Returns the pool of a match with or without a bot. `None` if it was imported or did not
    /// start from the array.
    #[must_use]
    pub fn of(match_state: &Match, bots: bool) -> Option<Pool> {
        let counts = match_state.is_from_array() && match_state.imported().is_none();
        counts.then(|| Pool {
            variant: match_state.variant().name(),
            speed: match_state.time().speed(),
            rated: match_state.is_rated(),
            bots,
        })
    }
}

/// The place of each seat. The seats of the winner are first. If each plays for himself, seats
/// that were still in play share the next place, and the others follow in the reverse order in
/// which they lost their last piece or were out.
#[must_use]
pub fn seat_places(
    match_state: &Match,
    applied: &[AppliedEvent],
    winner: Option<Team>,
) -> PerSeat<u8> {
    let variant = match_state.variant();
    let seats = || variant.seats();
    let has_won = |seat: Seat| winner == Some(variant.team_of(seat));
    // A larger rank is a better place.
    let rank = PerSeat::from_fn(|seat| {
        let is_out = |event: &AppliedEvent| {
            let left =
                matches!(event.recorded.event, Event::SeatOut { seat: out, .. } if out == seat);
            left || event.position.pieces(seat).is_empty()
        };
        let lost_at = applied.iter().position(is_out).filter(|_| variant.is_free_for_all());
        if has_won(seat) { usize::MAX } else { lost_at.unwrap_or(usize::MAX - 1) }
    });
    PerSeat::from_fn(|seat| 1 + seats().filter(|&other| rank[other] > rank[seat]).count() as u8)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use crate::clock::{Ledger, TimeControl};
    use crate::matches::{NewMatch, StartPosition, Termination};
    use chivalry_rules::{MoveList, Position, Variant};

    use super::*;

    const BLITZ: TimeControl = TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 };

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn accounts() -> HashMap<PlayerId, RatedAccount> {
        (0..4).map(|n| (player(n), RatedAccount { since: Timestamp(0), is_bot: false })).collect()
    }

    fn rated(value: f64, deviation: f64) -> RatingRecord {
        let rating = Rating { value, deviation, ..Rating::NEW };
        RatingRecord { rating, games: 20, last_at: Timestamp(1_000) }
    }

    fn game(seats: usize, winner: Option<Team>) -> RatedGame {
        let pool = "grand-cam/blitz/rated/people".parse().unwrap();
        let seats = Seat::ALL.into_iter().take(seats).zip((0..).map(player)).collect();
        let teams = PerSeat::from_fn(|seat| Team::TWO[seat.index() % 2]);
        let is_first = |seat: Seat| winner.is_none_or(|winner| winner == teams[seat]);
        let places = PerSeat::from_fn(|seat| if is_first(seat) { 1 } else { 2 });
        RatedGame { pool, at: Timestamp(1_000), seats, teams, places }
    }

    fn changes(game: &RatedGame, entries: &[RatingRecord]) -> Vec<RatingChange> {
        game.changes(&(0..).map(player).zip(entries.iter().copied()).collect())
    }

    fn by(change: &RatingChange) -> f64 {
        change.after.rating.value - change.before.value
    }

    #[test]
    fn two_players_are_rated_against_each_other() {
        let (strong, weak) = (rated(1700.0, 70.0), rated(1500.0, 90.0));
        let after = changes(&game(2, Some(Team::Second)), &[strong, weak]);
        let expected = strong.rating.after_games(&[(weak.rating, Score::Loss)]);
        assert!((after[0].after.rating.value - expected.value).abs() < 1e-9);
        assert!((after[0].after.rating.deviation - expected.deviation).abs() < 1e-9);
        assert!(by(&after[1]) > 0.0 && by(&after[0]) < 0.0);
        assert_eq!((after[0].after.games, after[0].after.last_at), (21, Timestamp(1_000)));
        let drawn = changes(&game(2, None), &[strong, weak]);
        assert!(by(&drawn[0]) < 0.0 && by(&drawn[0]) > by(&after[0]));
        let shown = after[0].seat_rating();
        assert_eq!((shown.before.rating, shown.before.provisional), (1700, false));
        assert_eq!(shown.change, Some(after[0].after.rating.strength().rating as i32 - 1700));
    }

    #[test]
    fn four_players_are_rated_team_against_team() {
        let even = rated(1500.0, 70.0);
        let (strong, weak) = (rated(1800.0, 70.0), rated(1200.0, 70.0));
        // Red and Blue are on the whole as strong as Green and Yellow.
        let after = changes(&game(4, Some(Team::First)), &[strong, even, weak, even]);
        let gained: Vec<f64> = after.iter().map(by).collect();
        assert!((gained[0] - gained[2]).abs() < 1e-9, "both are as good as their team: {gained:?}");
        assert!((gained[0] + gained[1]).abs() < 1e-9 && gained[0] > 5.0, "{gained:?}");
        let against_two = changes(&game(4, Some(Team::First)), &[even, strong, even, strong]);
        assert!(by(&against_two[0]) > gained[0], "a stronger team is worth more");
        let doubtful = RatingRecord { rating: Rating::NEW, ..even };
        let with_a_stranger = changes(&game(4, Some(Team::First)), &[even, even, doubtful, even]);
        assert!(by(&with_a_stranger[0]) < gained[0], "and one who is not known proves less");
    }

    #[test]
    fn a_rating_has_grown_uncertain_when_the_next_match_ends() {
        let settled = rated(1500.0, 60.0);
        let later = RatedGame {
            at: Timestamp(1_000) + super::super::glicko::RATING_PERIOD,
            ..game(2, None)
        };
        let [first, _] = &changes(&later, &[settled, settled])[..] else { panic!("two players") };
        assert!(first.before.deviation > 60.0);
        assert_eq!(first.after.last_at, later.at);
        // A match that ended before the last rated one does not move that time back.
        let earlier = RatedGame { at: Timestamp(1), ..later };
        assert_eq!(changes(&earlier, &[settled, settled])[0].after.last_at, settled.last_at);
    }

    /// Returns the log of a match with that number of plies, one millisecond apart.
    fn log(new: &NewMatch, plies: u32, result: MatchResult) -> Vec<RecordedEvent> {
        let seats: Vec<_> = new.variant.seats().zip((0..).map(player)).collect();
        let mut events = Match::creation_with(new, player(0), &seats, String::new);
        let mut position = match &new.position {
            Some(opening) => *opening.position(),
            None => Position::start(new.variant),
        };
        for _ in 0..plies {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            let first = legal.iter().next().unwrap();
            let (seat, text) = (position.turn(), position.move_text(&first));
            position = position.after(&first.effect);
            let ledger = Ledger { left_ms: 1_000, ..Ledger::default() };
            events.push(Event::Moved { seat, text, ledger: new.time.is_timed().then_some(ledger) });
        }
        let termination = match result {
            MatchResult::Aborted => Termination::Abort,
            _ => Termination::Resignation,
        };
        events.push(Event::Ended { result, termination });
        let record = |(v, event)| RecordedEvent { v, at: Timestamp(v.into()), cause: None, event };
        (1..).zip(events).map(record).collect()
    }

    fn new(variant: &str) -> NewMatch {
        NewMatch { rated: true, ..NewMatch::plain(Variant::named(variant).unwrap(), BLITZ) }
    }

    fn read(
        log: Vec<RecordedEvent>,
        accounts: &HashMap<PlayerId, RatedAccount>,
    ) -> Option<RatedGame> {
        RatedGame::from_log(MatchId(Uuid::nil()), log, accounts).unwrap()
    }

    #[test]
    fn the_log_tells_if_and_in_which_pool_a_match_counts() {
        let pool = |game: Option<RatedGame>| game.map(|game| game.pool.to_string());
        let played = log(&new("cam"), 2, MatchResult::Second);
        let counted = read(played.clone(), &accounts()).unwrap();
        assert_eq!(counted.pool.to_string(), "cam/blitz/rated/people");
        assert_eq!(counted.at, Timestamp(7));
        assert_eq!((counted.places[Seat::FIRST], counted.places[Seat::SECOND]), (2, 1));
        assert_eq!(counted.seats, [(Seat::FIRST, player(0)), (Seat::SECOND, player(1))]);

        let casual = NewMatch { rated: false, time: TimeControl::Unlimited {}, ..new("cam") };
        let drawn = log(&casual, 2, MatchResult::Draw);
        assert_eq!(pool(read(drawn, &accounts())).as_deref(), Some("cam/unlimited/casual/people"));
        let mut with_a_bot = accounts();
        with_a_bot.insert(player(1), RatedAccount { since: Timestamp(0), is_bot: true });
        let among_bots = pool(read(played.clone(), &with_a_bot));
        assert_eq!(among_bots.as_deref(), Some("cam/blitz/rated/bots"));

        let four = log(&new("grand-cam"), 4, MatchResult::First);
        assert_eq!(read(four.clone(), &accounts()).unwrap().seats.len(), 4);

        let mut guests = accounts();
        guests.remove(&player(0));
        assert_eq!(read(four, &guests), None, "a guest's match counts for nobody");
        // The match starts at version 4.
        for (since, counts) in [(4, true), (5, false)] {
            let account = RatedAccount { since: Timestamp(since), is_bot: false };
            guests.insert(player(0), account);
            assert_eq!(read(played.clone(), &guests).is_some(), counts, "an account at {since}");
        }
    }

    #[test]
    fn short_unfinished_and_non_array_matches_do_not_count() {
        for log in [
            log(&new("cam"), 2, MatchResult::Aborted),
            log(&new("cam"), 1, MatchResult::First),
            log(&new("grand-cam"), 3, MatchResult::First),
            log(
                &NewMatch {
                    position: Some(StartPosition::at(Position::start(
                        Variant::named("cam").unwrap(),
                    ))),
                    ..new("cam")
                },
                4,
                MatchResult::First,
            ),
        ] {
            assert_eq!(read(log, &accounts()), None);
        }
        let mut unfinished = log(&new("cam"), 4, MatchResult::First);
        unfinished.pop();
        assert_eq!(read(unfinished, &accounts()), None);
    }
}
