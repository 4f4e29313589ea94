//! Reports that become tournaments.

use std::collections::BTreeSet;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::player::PlayerId;
use chivalry_rules::Team;

use super::day::noon;
use super::export::initial_color;
use super::report_file::{ReportRound, TournamentReport};
use crate::ids::{EntrantId, PairingId};
use crate::pairing::input::PairingInput;
use crate::pairing::record::{Bye, ByeReason, GameStats, PairRecord};
use crate::pairing::series::{GameResult, SeriesPlan};
use crate::plan::edition::Edition;
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::{Format, StagePlan, StartPlan};
use crate::plan::tournament_plan::TournamentPlan;
use crate::tournament::event::{Event, RecordedEvent};

/// A tournament that was kept elsewhere, to be created from its report.
#[derive(Clone, Debug)]
pub struct ImportedTournament {
    /// The report.
    pub report: TournamentReport,
    /// The pinned name of the variant.
    pub variant: String,
    /// The edition of a report that does not name one.
    pub edition: Edition,
    /// The directors, the one who imports first.
    pub directors: Vec<PlayerId>,
    /// The seed of all lots. The next seed that draws the initial color of the
    /// report is taken.
    pub seed: u64,
}

impl ImportedTournament {
    /// Returns the log of the tournament. Its players are entrants of record,
    /// with a name and without an account. An event has the day of its round,
    /// or `now` if the report has none.
    #[must_use]
    pub fn log(&self, now: Timestamp) -> Vec<RecordedEvent> {
        let header = &self.report.header;
        let mut log = Log { by: self.directors.first().copied(), at: now, events: Vec::new() };
        let days = header.begins.iter().chain(&header.days).chain(&header.ends);
        let days: Vec<Timestamp> = days.filter_map(|day| noon(day)).collect();
        let is_ordered = days.is_sorted();
        let day = |text: Option<&String>| {
            let day = text.and_then(|it| noon(it)).filter(|_| is_ordered);
            day.map(|day| day.min(now))
        };
        log.at = day(header.begins.as_ref()).unwrap_or(now);
        log.push(Event::Created {
            plan: self.plan(),
            directors: self.directors.clone(),
            seed: self.seed_of_first_color(),
        });
        for player in &self.report.players {
            log.push(Event::Entered {
                entrant: EntrantId(player.number),
                players: Vec::new(),
                name: Some(match player.name.is_empty() {
                    true => format!("Player {}", player.number),
                    false => player.name.clone(),
                }),
                rating: player.rating,
                stage: 0,
            });
        }
        let pairs = self.report.forbidden.iter().map(|pair| pair.map(EntrantId));
        pairs.for_each(|pair| log.push(Event::Forbidden { pair }));
        let paired = self.report.paired_rounds();
        if paired > 0 {
            let all = self.report.players.iter().map(|player| EntrantId(player.number));
            log.push(Event::StageBegan { stage: 0, groups: vec![all.collect()] });
        }
        let mut next_pairing = 1;
        for round in 0..paired {
            log.at = day(header.days.get(round)).unwrap_or(log.at);
            self.push_round(&mut log, round, &mut next_pairing);
        }
        for bye in &self.report.byes {
            let (entrant, worth) = (EntrantId(bye.player), bye_worth(bye.result));
            log.push(Event::ByeGiven { entrant, round: bye.round, worth });
        }
        if paired == usize::from(self.rounds()) && !self.is_open() {
            log.at = day(header.ends.as_ref()).unwrap_or(log.at);
            log.push(Event::Ended);
        }
        log.events
    }

    /// The number of rounds, of which at least one is played.
    fn rounds(&self) -> u16 {
        self.report.rounds.unwrap_or((self.report.paired_rounds() as u16).max(1))
    }

    /// True if a game has no result yet.
    fn is_open(&self) -> bool {
        let mut rounds = self.report.players.iter().flat_map(|player| &player.rounds);
        rounds.any(|round| round.opponent.is_some() && round.result == 'Z')
    }

    fn plan(&self) -> TournamentPlan {
        let report = &self.report;
        let format = Format::Swiss { rounds: self.rounds() };
        let name = report.name.trim();
        let name: String = if name.is_empty() { "Swiss" } else { name }.chars().take(80).collect();
        let stage = StagePlan {
            name: "Swiss".to_owned(),
            format,
            best_of_each_group: 0,
            series: SeriesPlan::one_game(),
            scoring: report.scoring,
            tie_breaks: report.tie_breaks.clone().unwrap_or_else(|| format.tie_breaks()),
            start: StartPlan::default(),
            no_show_ms: None,
            time: None,
        };
        TournamentPlan {
            name,
            variant: self.variant.clone(),
            position: None,
            edition: report.edition.unwrap_or(self.edition),
            time: report.time.unwrap_or(TimeControl::Unlimited {}),
            rated: false,
            entry: Vec::new(),
            most: (report.players.len() as u32).max(2),
            late: None,
            byes: None,
            begins_at: None,
            adjournment: false,
            stages: vec![stage],
        }
    }

    fn seed_of_first_color(&self) -> u64 {
        let initial = self.report.first_color();
        let is_right = |seed: &u64| initial.is_none_or(|side| initial_color(*seed, 0) == side);
        let mut seeds = (0..).map(|more| self.seed.wrapping_add(more));
        seeds.find(is_right).unwrap_or(self.seed)
    }

    fn push_round(&self, log: &mut Log, round: usize, next_pairing: &mut u32) {
        let mut pairings = Vec::new();
        let mut byes = Vec::new();
        let mut results = Vec::new();
        let mut seen = BTreeSet::new();
        for (number, own) in self.by_table(round) {
            let Some(opponent) = own.opponent else {
                byes.push(bye_of(number, own.result));
                continue;
            };
            if !seen.insert(number.min(opponent)) {
                continue;
            }
            let is_first = own.side != Some(Team::Second);
            let (first, second) = if is_first { (number, opponent) } else { (opponent, number) };
            let id = PairingId(*next_pairing);
            *next_pairing += 1;
            pairings.push(PairRecord {
                id,
                group: 0,
                node: None,
                first: EntrantId(first),
                second: EntrantId(second),
                others: Vec::new(),
            });
            results.extend(result_of(own, self.result(opponent, round)).map(|it| (id, it)));
        }
        let input = PairingInput::Reported {
            pairs: pairings.iter().map(|pair| [pair.first, pair.second]).collect(),
            byes: byes
                .iter()
                .filter(|bye| bye.why == ByeReason::Pairing)
                .map(|bye| bye.entrant)
                .collect(),
        };
        let round = round as u16 + 1;
        log.push(Event::RoundPaired {
            stage: 0,
            round,
            algorithm: input.algorithm().to_owned(),
            input,
            // Nothing was drawn.
            seed: 0,
            pairings,
            byes,
        });
        log.push(Event::RoundBegan { stage: 0, round });
        for (pairing, result) in results {
            let stats = GameStats::default();
            log.push(Event::GameEnded { pairing, number: 1, result, stats });
        }
    }

    fn result(&self, player: u32, round: usize) -> Option<char> {
        let player = self.report.players.get((player as usize).wrapping_sub(1))?;
        player.rounds.get(round).map(|round| round.result)
    }

    /// Returns the players of a round by their points before it, then by
    /// starting rank.
    fn by_table(&self, round: usize) -> Vec<(u32, ReportRound)> {
        let of_round = self
            .report
            .players
            .iter()
            .filter_map(|player| Some((player.number, *player.rounds.get(round)?)));
        let mut players: Vec<(u32, ReportRound)> = of_round.collect();
        players.sort_by_key(|(number, _)| {
            (std::cmp::Reverse(self.report.points_after(*number, round)), *number)
        });
        players
    }
}

/// The entries of one action.
struct Log {
    by: Option<PlayerId>,
    at: Timestamp,
    events: Vec<RecordedEvent>,
}

impl Log {
    fn push(&mut self, event: Event) {
        let v = self.events.len() as u32 + 1;
        self.events.push(RecordedEvent { v, at: self.at, by: self.by, action: 1, event });
    }
}

fn bye_of(number: u32, result: char) -> Bye {
    let why = if result == 'U' { ByeReason::Pairing } else { ByeReason::Requested };
    Bye { entrant: EntrantId(number), worth: bye_worth(result), why }
}

/// Returns the worth of a round without an opponent.
const fn bye_worth(result: char) -> ByeWorth {
    match result {
        'U' | 'F' | '+' => ByeWorth::Full,
        'H' => ByeWorth::Half,
        _ => ByeWorth::Zero,
    }
}

/// Returns the result of a game. `None` while it is open.
fn result_of(own: ReportRound, other: Option<char>) -> Option<GameResult> {
    let side = if own.side == Some(Team::Second) { Team::Second } else { Team::First };
    Some(match own.result {
        '1' | 'W' => GameResult::Won { side },
        '0' | 'L' => GameResult::Won { side: side.other_of_two() },
        '=' | 'D' => GameResult::Drawn {},
        '+' => GameResult::Forfeit { absent: side.other_of_two() },
        '-' if other == Some('-') => GameResult::BothAbsent {},
        '-' => GameResult::Forfeit { absent: side },
        _ => return None,
    })
}
