//! Conditions of lists of matches.

use chivalry_play::clock::{Speed, Timestamp};
use chivalry_play::matches::{MatchId, MatchResult, MatchStatus, Termination};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Team, Variant};
use chivalry_tournament::TournamentId;

use crate::store::matches::imported_tags::{after_prefix, search_key};
use crate::store::matches::match_row::result_name;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;

/// Conditions for a list of matches. A match has to meet all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// The variant's name, with any hash.
    pub variant: Option<String>,
    /// A seated player.
    pub player: Option<PlayerId>,
    /// The seat of that player.
    pub seat: Option<Seat>,
    /// A player of the other side than that player.
    pub opponent: Option<PlayerId>,
    /// The result for that player.
    pub outcome: Option<PlayerOutcome>,
    /// The beginning of a name in an imported game.
    pub imported_name: Option<String>,
    /// A player who imported the game.
    pub importer: Option<PlayerId>,
    /// The beginning of the event of an imported game.
    pub event: Option<String>,
    /// The round of an imported game.
    pub round: Option<String>,
    /// The status.
    pub status: Option<MatchStatus>,
    /// The earliest creation time, inclusive.
    pub since: Option<Timestamp>,
    /// The latest creation time, exclusive.
    pub until: Option<Timestamp>,
    /// The earliest time of play, inclusive: the date of an imported game, or the creation time.
    pub played_since: Option<Timestamp>,
    /// The latest time of play, exclusive.
    pub played_until: Option<Timestamp>,
    /// Rated matches, or unrated ones.
    pub rated: Option<bool>,
    /// The lowest and highest average rating of the players before the match.
    pub rating: Range,
    /// The result.
    pub result: Option<MatchResult>,
    /// The reason of the end.
    pub termination: Option<Termination>,
    /// The number of plies of an ended match.
    pub plies: Range,
    /// The speed of the time control.
    pub speed: Option<Speed>,
    /// Imported matches, or matches played on this server.
    pub imported: Option<bool>,
    /// Real-time matches, or matches without a real-time clock. A real-time clock stops while the
    /// server is down.
    pub timed: Option<bool>,
    /// The tournament.
    pub tournament: Option<TournamentId>,
    /// The matches of which the list is a part.
    pub ids: Option<Vec<MatchId>>,
    /// True for the oldest match first.
    pub is_oldest_first: bool,
    /// Hides results that are not public at this time. `None` shows all results.
    pub seen_at: Option<Timestamp>,
}

/// An inclusive range. An absent end is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The lowest value.
    pub least: Option<u32>,
    /// The highest value.
    pub most: Option<u32>,
}

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerOutcome {
    /// The player's side won.
    Won,
    /// The other side won.
    Lost,
    /// Nobody won.
    Drawn,
}

impl PlayerOutcome {
    /// Every outcome.
    pub const ALL: [PlayerOutcome; 3] =
        [PlayerOutcome::Won, PlayerOutcome::Lost, PlayerOutcome::Drawn];

    /// The outcome's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlayerOutcome::Won => "won",
            PlayerOutcome::Lost => "lost",
            PlayerOutcome::Drawn => "drawn",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Lists omit private open matches and damaged ones.
    Page,
    /// Exports omit open matches, and start with the oldest match.
    Export,
}

impl MatchFilter {
    /// The direction of match ids.
    pub(crate) fn is_ascending(&self, listing: Listing) -> bool {
        listing == Listing::Export || self.is_oldest_first
    }

    /// True if a match that meets the filter shows something of its end.
    fn asks_for_ends(&self) -> bool {
        self.status == Some(MatchStatus::Ended)
            || self.result.is_some()
            || self.outcome.is_some()
            || self.termination.is_some()
            || self.plies != Range::default()
    }

    /// The conditions of a list or an export after a match.
    pub(crate) fn conditions(&self, listing: Listing, after: Option<MatchId>) -> Conditions {
        let mut conditions = Conditions::new();
        match listing {
            Listing::Page => conditions.and_text(
                "(m.private = 0 or m.status <> 'open')
                 and m.id not in (select match_id from damaged_matches)",
            ),
            Listing::Export => conditions.and_text("m.status <> 'open'"),
        }
        match after {
            Some(after) if self.is_ascending(listing) => {
                conditions.and("m.id > ", after.key(), "");
            }
            Some(after) => conditions.and("m.id < ", after.key(), ""),
            None => {}
        }
        self.add_kind(&mut conditions);
        self.add_players(&mut conditions);
        self.add_times(&mut conditions);
        self.add_end(&mut conditions);
        self.add_record(&mut conditions);
        conditions
    }

    fn add_kind(&self, conditions: &mut Conditions) {
        if let Some(variant) = &self.variant {
            conditions.and("m.variant = ", variant.as_str(), "");
        }
        if let Some(rated) = self.rated {
            conditions.and("m.rated = ", i64::from(rated), "");
        }
        if let Some(speed) = self.speed {
            conditions.and("m.speed = ", speed.as_str(), "");
        }
        if let Some(timed) = self.timed {
            conditions.and("m.timed = ", i64::from(timed), "");
        }
        if let Some(imported) = self.imported {
            conditions.and("m.imported = ", i64::from(imported), "");
        }
        if let Some(tournament) = self.tournament {
            let games = "m.id in (select match_id from tournament_games where tournament_id = ";
            conditions.and(games, tournament.key(), ")");
        }
        if let Some(ids) = &self.ids {
            let ids: Vec<String> = ids.iter().map(|id| conditions.bind(id.key())).collect();
            conditions.and_text(&format!("m.id in ({})", ids.join(", ")));
        }
    }

    fn add_players(&self, conditions: &mut Conditions) {
        if let Some(player) = self.player {
            let mut seats = String::from("m.id in (select s.match_id from match_seats s");
            if let Some(opponent) = self.opponent {
                let opponent = conditions.bind(opponent.key());
                let [own, enemy] = ["s", "o"].map(|row| team_of_seat(row, "v"));
                seats += &format!(
                    " join match_seats o on o.match_id = s.match_id and o.player_id = {opponent}
                      join matches v on v.id = s.match_id and {own} <> {enemy}"
                );
            }
            seats += &format!(" where s.player_id = {}", conditions.bind(player.key()));
            if let Some(seat) = self.seat {
                seats += &format!(" and s.seat = {}", conditions.bind(seat.index() as i64));
            }
            conditions.and_text(&(seats + ")"));
        }
        if let Some((outcome, player)) = self.outcome.zip(self.player) {
            let is = match outcome {
                PlayerOutcome::Won => "=",
                PlayerOutcome::Lost => "<>",
                PlayerOutcome::Drawn => return conditions.and_text("m.result = 'draw'"),
            };
            let own = team_of_seat("w", "m");
            let side = format!(
                "exists (select 1 from match_seats w where w.match_id = m.id and {own} {is}
                     case m.result when 'first' then 0 when 'second' then 1
                                   when 'third' then 2 when 'fourth' then 3 end
                     and w.player_id = "
            );
            conditions.and(&side, player.key(), ")");
        }
        let rating = "(select avg(c.rating_before) from rated_matches r
                       join rating_changes c on c.number = r.number where r.match_id = m.id)";
        add_range(conditions, rating, self.rating);
    }

    fn add_times(&self, conditions: &mut Conditions) {
        let played = "(case m.imported when 1 then (select g.played_at from imported_games g
                                                    where g.match_id = m.id)
                       else m.created_at end)";
        for (column, since, until) in [
            ("m.created_at", self.since, self.until),
            (played, self.played_since, self.played_until),
        ] {
            if let Some(since) = since {
                conditions.and(&format!("{column} >= "), since.0, "");
            }
            if let Some(until) = until {
                conditions.and(&format!("{column} < "), until.0, "");
            }
        }
    }

    fn add_end(&self, conditions: &mut Conditions) {
        if let Some(status) = self.status {
            match self.seen_at {
                Some(now) if status == MatchStatus::Playing => {
                    conditions.and("(m.status = 'playing' or m.hidden_until > ", now.0, ")");
                }
                _ => conditions.and("m.status = ", status.as_str(), ""),
            }
        }
        if let Some(now) = self.seen_at.filter(|_| self.asks_for_ends()) {
            conditions.and("(m.hidden_until is null or m.hidden_until <= ", now.0, ")");
        }
        if let Some(result) = self.result {
            conditions.and("m.result = ", result_name(result), "");
        }
        if let Some(termination) = self.termination {
            conditions.and("m.termination = ", termination.as_str(), "");
        }
        add_range(conditions, "m.plies", self.plies);
    }

    fn add_record(&self, conditions: &mut Conditions) {
        if let Some(importer) = self.importer {
            let games = "m.id in (select match_id from match_importers where player_id = ";
            conditions.and(games, importer.key(), ")");
        }
        for (table, column, prefix) in [
            ("match_names", "name_key", &self.imported_name),
            ("imported_games", "event_key", &self.event),
        ] {
            if let Some(prefix) = prefix {
                let prefix = search_key(prefix);
                let from = conditions.bind(prefix.as_str());
                let games = format!(
                    "m.id in (select match_id from {table} where {column} >= {from} and {column} < "
                );
                conditions.and(&games, after_prefix(&prefix), ")");
            }
        }
        if let Some(round) = &self.round {
            let games = "m.id in (select match_id from imported_games where round = ";
            conditions.and(games, round.as_str(), ")");
        }
    }
}

/// The SQL of the team of a seat: of the row `seats` of `match_seats`, in the row `matches` of
/// `matches`. Teams are those of the registered variants, otherwise every second seat.
fn team_of_seat(seats: &str, matches: &str) -> String {
    let mut cases = String::new();
    for variant in Variant::known() {
        let is_usual = |seat: Seat| variant.team_of(seat) == Team::TWO[seat.index() % 2];
        if variant.seats().all(is_usual) {
            continue;
        }
        let teams: String = variant
            .seats()
            .map(|seat| format!(" when {} then {}", seat.index(), variant.team_of(seat).index()))
            .collect();
        // Names of variants have small letters, digits and hyphens only.
        cases += &format!(" when '{}' then case {seats}.seat{teams} end", variant.name());
    }
    match cases.as_str() {
        "" => format!("{seats}.seat % 2"),
        cases => format!("case {matches}.variant{cases} else {seats}.seat % 2 end"),
    }
}

fn add_range(conditions: &mut Conditions, value: &str, Range { least, most }: Range) {
    if let Some(least) = least {
        conditions.and(&format!("{value} >= "), i64::from(least), "");
    }
    if let Some(most) = most {
        conditions.and(&format!("{value} <= "), i64::from(most), "");
    }
}
