//! The Tournament Report File of FIDE (TRF16), which pairing programs and
//! rating officers read.
//!
//! A line `001` is a player: starting rank, name, rating, points and place. Ten
//! columns follow for each round: opponent, color and result. Results are `1`,
//! `=` and `0` for games, and `+` and `-` for forfeits. Byes are `H` (half
//! point), `F` (full point), `U` (pairing-allocated) and `Z` (zero points).

use std::fmt::Write as _;

use chivalry_rules::Team;

use crate::ids::EntrantId;
use crate::pairing::record::ByeReason;
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::Format;
use crate::standings::cross_table::{RoundResult, RoundResultKind};
use crate::swiss::{Float, PastRound, SwissInput, SwissPlayer};
use crate::tournament::state::Tournament;

/// A tournament report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentReport {
    /// The name of the tournament.
    pub name: String,
    /// The total number of rounds, if reported.
    pub rounds: Option<u16>,
    /// The players, in order of starting rank from 1.
    pub players: Vec<ReportPlayer>,
}

/// A player of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPlayer {
    /// The starting rank, from 1.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Option<u32>,
    /// The points, in half points.
    pub points: u32,
    /// The place, if reported.
    pub place: Option<u32>,
    /// The rounds.
    pub rounds: Vec<ReportRound>,
}

/// One round of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportRound {
    /// The starting rank of the opponent.
    pub opponent: Option<u32>,
    /// The side.
    pub side: Option<Team>,
    /// The result code.
    pub result: char,
}

/// An error in a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The stage is not a Swiss.
    #[error("only a Swiss tournament has this report")]
    NotSwiss,
    /// Malformed line.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The error.
        what: &'static str,
    },
    /// Contradiction between two players.
    #[error("player {player}, round {round}: {what}")]
    Round {
        /// The starting rank.
        player: u32,
        /// The round, from 1.
        round: usize,
        /// The error.
        what: &'static str,
    },
}

const RESULTS: &str = "1=0+-WDLHFUZ";

impl Tournament {
    /// Returns the report of a Swiss stage. `name` supplies the name of each
    /// entrant.
    ///
    /// # Errors
    /// The stage has another format or does not exist.
    pub fn report(
        &self,
        stage: usize,
        name: impl Fn(EntrantId) -> String,
    ) -> Result<TournamentReport, ReportError> {
        let plan = self.plan().stages.get(stage).ok_or(ReportError::NotSwiss)?;
        let Format::Swiss { rounds } = plan.format else { return Err(ReportError::NotSwiss) };
        let cards = self.cross_table(stage, 0);
        let number = |id: EntrantId| {
            let at = cards.iter().position(|card| card.entrant == id);
            at.map(|at| at as u32 + 1)
        };
        let standings = self.standings(stage, 0);
        let place = |id| standings.iter().find(|it| it.entrant == id).map(|it| it.place);
        let win = plan.scoring.win;
        let round = |result: &RoundResult| ReportRound {
            opponent: result.opponent.and_then(number),
            side: result.side.or_else(|| {
                let pairing = self.pairing(result.pairing?)?;
                Some(pairing.side(pairing.opponent(result.opponent?)))
            }),
            result: result_letter(result, win),
        };
        let players = (1..).zip(&cards).map(|(number, card)| ReportPlayer {
            number,
            name: name(card.entrant),
            rating: card.rating,
            points: card.points(),
            place: place(card.entrant),
            rounds: card.results.iter().map(round).collect(),
        });
        Ok(TournamentReport {
            name: self.plan().name.clone(),
            rounds: Some(rounds),
            players: players.collect(),
        })
    }
}

fn result_letter(result: &RoundResult, win: u32) -> char {
    match result.kind {
        RoundResultKind::Open | RoundResultKind::Absent => 'Z',
        RoundResultKind::ForfeitWon => '+',
        RoundResultKind::ForfeitLost => '-',
        RoundResultKind::Bye(ByeReason::Pairing, _) => 'U',
        RoundResultKind::Bye(_, ByeWorth::Full) => 'F',
        RoundResultKind::Bye(_, ByeWorth::Half) => 'H',
        RoundResultKind::Bye(_, ByeWorth::Zero) => 'Z',
        RoundResultKind::Played if result.points >= win => '1',
        RoundResultKind::Played if result.half_points[0] == result.half_points[1] => '=',
        RoundResultKind::Played => '0',
    }
}

impl TournamentReport {
    /// The report as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("012 {}\n062 {}\n", self.name, self.players.len());
        if let Some(rounds) = self.rounds {
            let _ = writeln!(text, "XXR {rounds}");
        }
        for player in &self.players {
            let name: String = player.name.chars().take(33).collect();
            let rating = player.rating.map_or(String::new(), |rating| rating.to_string());
            let points = format!("{}.{}", player.points / 2, 5 * (player.points % 2));
            let place = player.place.map_or(String::new(), |place| place.to_string());
            let _ = write!(
                text,
                "001 {:>4}      {name:<33} {rating:>4}{:28}{points:>4} {place:>4}",
                player.number, ""
            );
            for round in &player.rounds {
                let side = match round.side {
                    Some(Team::First) => 'w',
                    Some(Team::Second) => 'b',
                    None => '-',
                };
                let opponent = round.opponent.unwrap_or(0);
                let _ = write!(text, "  {opponent:04} {side} {}", round.result);
            }
            text.push('\n');
        }
        text
    }

    /// Parses a report. Lines other than `012`, `XXR` and `001` are ignored.
    ///
    /// # Errors
    /// The first malformed line or contradictory round.
    pub fn parse(text: &str) -> Result<TournamentReport, ReportError> {
        let mut report = TournamentReport::default();
        for (line, content) in (1..).zip(text.lines()) {
            let fault = |what| ReportError::Line { line, what };
            let rest = || content.get(4..).unwrap_or_default().trim().to_owned();
            match content.get(..3) {
                Some("012") => report.name = rest(),
                Some("XXR") => {
                    let rounds = rest().parse().map_err(|_| fault("XXR is a number of rounds"))?;
                    report.rounds = Some(rounds);
                }
                Some("001") => report.players.push(parse_player(content).map_err(fault)?),
                _ => {}
            }
        }
        report.check()?;
        Ok(report)
    }

    fn check(&self) -> Result<(), ReportError> {
        for (at, player) in (1..).zip(&self.players) {
            let fault = |round, what| ReportError::Round { player: player.number, round, what };
            if player.number != at {
                return Err(fault(0, "starting ranks go from 1 without a gap"));
            }
            for (number, round) in (1..).zip(&player.rounds) {
                let Some(id) = round.opponent else { continue };
                let other = self.players.get((id as usize).wrapping_sub(1));
                let other = other.ok_or(fault(number, "there is no such opponent"))?;
                let met = other.rounds.get(number - 1);
                if met.is_none_or(|met| met.opponent != Some(player.number)) {
                    return Err(fault(number, "the opponent tells otherwise"));
                }
                if met.is_some_and(|met| met.side.is_some() && met.side == round.side) {
                    return Err(fault(number, "both have the same side"));
                }
            }
        }
        Ok(())
    }

    /// Returns the input of the next round, in which all players take part.
    #[must_use]
    pub fn next_round(&self, initial: Team) -> SwissInput {
        let played = self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
        let before = |number: u32, round: usize| -> u32 {
            let player = self.players.iter().find(|player| player.number == number);
            let rounds = player.into_iter().flat_map(|player| player.rounds.iter().take(round));
            rounds.map(|round| half_points(round.result)).sum()
        };
        let contender = |player: &ReportPlayer| {
            let past = (0..played).map(|at| {
                let Some(round) = player.rounds.get(at) else { return rested() };
                let is_game = "1=0WDL".contains(round.result);
                let own = before(player.number, at);
                let float = match round.opponent.filter(|_| is_game) {
                    None => Float::Down,
                    Some(other) => Float::of_scores(own, before(other, at)),
                };
                PastRound {
                    opponent: round.opponent.map(EntrantId),
                    side: round.side.filter(|_| is_game),
                    float,
                    had_bye: "+UF".contains(round.result),
                }
            });
            SwissPlayer {
                id: EntrantId(player.number),
                number: player.number,
                points: before(player.number, played),
                past: past.collect(),
            }
        };
        let round = played as u16 + 1;
        SwissInput {
            round,
            rounds: self.rounds.unwrap_or(round),
            win: 2,
            initial,
            players: self.players.iter().map(contender).collect(),
            forbidden: Vec::new(),
        }
    }
}

fn rested() -> PastRound {
    PastRound { opponent: None, side: None, float: Float::Down, had_bye: false }
}

const fn half_points(result: char) -> u32 {
    match result {
        '1' | '+' | 'W' | 'F' | 'U' => 2,
        '=' | 'D' | 'H' => 1,
        _ => 0,
    }
}

/// Columns are counted from 1, as in the description of the format.
fn parse_player(line: &str) -> Result<ReportPlayer, &'static str> {
    let letters: Vec<char> = line.chars().collect();
    let columns = |from: usize, to: usize| -> String {
        let to = to.min(letters.len());
        let from = (from - 1).min(to);
        letters[from..to].iter().collect::<String>().trim().to_owned()
    };
    let number = |text: String, what| match text.is_empty() {
        true => Ok(None),
        false => text.parse::<u32>().map(Some).map_err(|_| what),
    };
    let points = columns(81, 84);
    let (whole, half) = points.split_once('.').unwrap_or((&points, "0"));
    let whole: u32 = whole.parse().map_err(|_| "points are a number")?;
    let half = match half {
        "0" | "" => 0,
        "5" => 1,
        _ => return Err("points are whole or half"),
    };
    let mut rounds = Vec::new();
    let mut at = 92;
    while at + 7 <= letters.len() {
        let opponent = number(columns(at, at + 3), "an opponent is a starting rank")?;
        let side = match letters[at + 4] {
            'w' => Some(Team::First),
            'b' => Some(Team::Second),
            '-' | ' ' => None,
            _ => return Err("a colour is w or b"),
        };
        let result = letters[at + 6].to_ascii_uppercase();
        if !RESULTS.contains(result) {
            return Err("there is no such result");
        }
        rounds.push(ReportRound { opponent: opponent.filter(|id| *id > 0), side, result });
        at += 10;
    }
    Ok(ReportPlayer {
        number: number(columns(5, 8), "a starting rank is a number")?
            .ok_or("a player has a starting rank")?,
        name: columns(15, 47),
        rating: number(columns(49, 52), "a rating is a number")?,
        points: 2 * whole.min(10_000) + half,
        place: number(columns(86, 89), "a place is a number")?,
        rounds,
    })
}
