//! The Tournament Report File of FIDE, which pairing programs and rating
//! officers read.
//!
//! A record `001` is a player: starting rank, name, rating, points and place.
//! Ten columns follow for each round: opponent, color and result. Results are
//! `1`, `=` and `0` for games, and `+` and `-` for forfeits. Byes are `H` (half
//! point), `F` (full point), `U` (pairing-allocated) and `Z` (zero points).

use chivalry_play::clock::TimeControl;
use chivalry_rules::Team;

use crate::plan::edition::Edition;
use crate::plan::scoring::{ByeWorth, Scoring};
use crate::plan::tie_break::TieBreak;

/// Result codes of rounds.
pub(super) const RESULTS: &str = "1=0+-WDLHFUZ";

/// The column of the first round, from 1, and the width of a round.
pub(super) const FIRST_ROUND: usize = 92;
pub(super) const ROUND_WIDTH: usize = 10;

/// A version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// TRF16, with the records `XXR`, `XXC` and `XXP` of pairing programs. Byes
    /// of the next round stand in its columns.
    #[default]
    Trf16,
    /// TRF26, whose draft was TRF25. It also has the edition, the points, the
    /// tie-breaks, the time control, and all byes and forbidden pairs of rounds
    /// to come.
    Trf26,
}

impl ReportFormat {
    /// All formats, the oldest first.
    pub const ALL: [ReportFormat; 2] = [ReportFormat::Trf16, ReportFormat::Trf26];

    /// Returns the name of the format.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ReportFormat::Trf16 => "trf16",
            ReportFormat::Trf26 => "trf26",
        }
    }
}

/// A tournament report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentReport {
    /// The name of the tournament.
    pub name: String,
    /// The dates and persons of the event.
    pub header: ReportHeader,
    /// The total number of rounds, if reported (`142`, `XXR`).
    pub rounds: Option<u16>,
    /// The side of the top seed in the first round (`152`, `XXC`).
    pub initial: Option<Team>,
    /// The points of results (`162`).
    pub scoring: Scoring,
    /// The edition of the pairing rules (`192`).
    pub edition: Option<Edition>,
    /// The tie-breaks that have a code (`202`).
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// The time control, if it has a code (`222`).
    pub time: Option<TimeControl>,
    /// Byes in rounds that are not paired yet (`240`).
    pub byes: Vec<ReportBye>,
    /// Pairs that may not meet in rounds to come (`260`, `XXP`).
    pub forbidden: Vec<[u32; 2]>,
    /// The players, in order of starting rank from 1.
    pub players: Vec<ReportPlayer>,
}

/// The records of a report about the event. Records without a value are left
/// out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportHeader {
    /// The city (record `022`).
    pub city: Option<String>,
    /// The federation (record `032`).
    pub federation: Option<String>,
    /// The first day, as `2026/11/26` (record `042`).
    pub begins: Option<String>,
    /// The last day (record `052`).
    pub ends: Option<String>,
    /// The type of the tournament (record `092`).
    pub kind: Option<String>,
    /// The chief arbiter (record `102`).
    pub arbiter: Option<String>,
    /// Further arbiters (records `112`).
    pub deputies: Vec<String>,
    /// The time control (record `122`).
    pub time: Option<String>,
    /// The day of each round, as `26/11/26` (record `132`).
    pub days: Vec<String>,
    /// The program that paired (record `182`).
    pub program: Option<String>,
}

/// A player of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The paired rounds.
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

/// A bye in a round that is not paired yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportBye {
    /// The round, from 1.
    pub round: u16,
    /// The result code of the bye: `F`, `H` or `Z`.
    pub result: char,
    /// The starting rank.
    pub player: u32,
}

impl TournamentReport {
    /// Returns the number of paired rounds.
    #[must_use]
    pub fn paired_rounds(&self) -> usize {
        self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0)
    }

    /// Returns the half points of a result.
    pub(super) const fn half_points(&self, result: char) -> u32 {
        match result {
            '1' | '+' | 'W' | 'F' | 'U' => self.scoring.win,
            '=' | 'D' | 'H' => self.scoring.draw,
            '0' | '-' | 'L' => self.scoring.loss,
            _ => 0,
        }
    }

    /// Returns the half points of a player after so many rounds.
    pub(super) fn points_after(&self, number: u32, rounds: usize) -> u32 {
        let player = self.players.get((number as usize).wrapping_sub(1));
        let played = player.into_iter().flat_map(|player| player.rounds.iter().take(rounds));
        played.map(|round| self.half_points(round.result)).sum()
    }
}

/// Returns the result code of a bye.
pub(super) const fn bye_letter(worth: ByeWorth) -> char {
    match worth {
        ByeWorth::Full => 'F',
        ByeWorth::Half => 'H',
        ByeWorth::Zero => 'Z',
    }
}
