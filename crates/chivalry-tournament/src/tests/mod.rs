//! Complete tournaments, from registration to the end.

mod arenas;
mod championship;
mod corrections;
mod direction;
mod explanation;
mod knockouts;
mod partners;
mod plans;
mod random_tournaments;
mod reports;
mod rounds;
mod table_pairing;
mod table_tournaments;
mod tie_breaks;

use uuid::Uuid;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::MatchId;
use chivalry_play::player::{PlayerId, PlayerKind};
use chivalry_rules::Team;

use super::*;

const DIRECTOR: PlayerId = PlayerId(Uuid::from_u128(1_000_000));

const FIRST: GameResult = GameResult::Won { side: Team::First };
const SECOND: GameResult = GameResult::Won { side: Team::Second };
const DRAW: GameResult = GameResult::Drawn {};

/// A tournament with its own clock.
struct TestTournament {
    tournament: Tournament,
    now: Timestamp,
}

fn player(number: u32) -> PlayerId {
    PlayerId(Uuid::from_u128(number.into()))
}

fn applicant(number: u32, rating: Option<u32>) -> Applicant {
    Applicant {
        player: player(number),
        kind: PlayerKind::Account,
        rating,
        provisional: false,
        games: 20,
        since: Timestamp(0),
    }
}

fn blitz() -> TimeControl {
    TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 }
}

pub(crate) fn stage(format: Format) -> StagePlan {
    StagePlan {
        name: "stage".to_owned(),
        format,
        best_of_each_group: 0,
        series: SeriesPlan::one_game(),
        scoring: Scoring::default(),
        tie_breaks: Vec::new(),
        start: StartPlan::default(),
        no_show_ms: None,
        time: None,
    }
}

fn knockout(double: bool) -> StagePlan {
    let series = SeriesPlan { decider: SeriesTieBreak::Replay {}, ..SeriesPlan::one_game() };
    StagePlan { series, ..stage(Format::Knockout { double, third_place: false }) }
}

pub(crate) fn plan(stages: Vec<StagePlan>) -> TournamentPlan {
    TournamentPlan {
        name: "evening".to_owned(),
        variant: "camelot".to_owned(),
        position: None,
        edition: Edition::Fide2017,
        time: blitz(),
        rated: false,
        entry: Vec::new(),
        most: 2_000,
        late: None,
        byes: None,
        begins_at: None,
        adjournment: false,
        stages,
    }
}

impl TestTournament {
    fn new(plan: TournamentPlan) -> TestTournament {
        TestTournament::seeded(plan, 7)
    }

    fn seeded(plan: TournamentPlan, seed: u64) -> TestTournament {
        let now = Timestamp(1_000_000_000);
        let event = Event::Created { plan, directors: vec![DIRECTOR], seed };
        let first = RecordedEvent { v: 1, at: now, by: Some(DIRECTOR), action: 1, event };
        TestTournament { tournament: Tournament::fold([first]).unwrap(), now }
    }

    /// Executes a command, and returns the version of its first event.
    fn ask(&mut self, by: Option<PlayerId>, command: &Command) -> Result<u32, Refusal> {
        let events = self.tournament.decide(by, command, self.now)?;
        let action = self.tournament.v() + 1;
        for event in events {
            // Events survive the serialization of the store.
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), event, "{json}");
            let v = self.tournament.v() + 1;
            self.tournament.apply(RecordedEvent { v, at: self.now, by, action, event }).unwrap();
        }
        self.now = Timestamp(self.now.0 + 1);
        Ok(action)
    }

    fn direct(&mut self, command: Command) -> u32 {
        self.ask(Some(DIRECTOR), &command).unwrap()
    }

    fn refused(&mut self, command: Command) -> Refusal {
        self.ask(Some(DIRECTOR), &command).unwrap_err()
    }

    fn tick(&mut self) {
        self.ask(None, &Command::Tick).unwrap();
    }

    /// Registers players, the strongest first.
    fn fill(&mut self, players: u32) {
        for number in 1..=players {
            let players = vec![applicant(number, Some(3_000 - number))];
            self.ask(Some(player(number)), &Command::Enter { players, stage: 0 }).unwrap();
        }
    }

    /// Attaches a match to every due game.
    fn make_games(&mut self) {
        let due: Vec<DueGame> = self.tournament.due_games().collect();
        for due in due {
            let number = u128::from(due.pairing.0) << 16 | u128::from(due.number);
            let played_in = MatchId(Uuid::from_u128(number));
            let (pairing, number) = (due.pairing, due.number);
            self.ask(None, &Command::GameMade { pairing, number, played_in }).unwrap();
        }
    }

    /// The games under way.
    fn games(&self) -> Vec<(PairingId, GameRecord)> {
        let current =
            |pairing: &Pairing| pairing.current_game().map(|game| (pairing.pair.id, game.clone()));
        let plan = |pairing: &Pairing| self.tournament.stage_plan(pairing).series;
        let open = self.tournament.pairings().filter(|it| it.end(&plan(it)).is_none());
        open.filter_map(current).collect()
    }

    fn end_game(&mut self, pairing: PairingId, number: u16, result: GameResult) {
        let stats = GameStats::default();
        let report = Command::Report { pairing, number, result, stats };
        self.ask(None, &report).unwrap();
    }

    /// Plays all due games. `result` returns the result of a game between the
    /// first and the second side.
    fn play(&mut self, mut result: impl FnMut(EntrantId, EntrantId) -> GameResult) {
        loop {
            self.make_games();
            let games = self.games();
            if games.is_empty() {
                return;
            }
            for (id, game) in games {
                let pairing = self.tournament.pairing(id).unwrap();
                let second = pairing.opponent(game.first);
                let result = result(game.first, second);
                self.end_game(id, game.number, result);
            }
        }
    }

    /// Pairs, starts and plays the next round.
    fn play_round(&mut self, result: impl FnMut(EntrantId, EntrantId) -> GameResult) {
        self.direct(Command::Pair);
        self.direct(Command::BeginRound);
        self.play(result);
    }

    /// Returns place, entrant and points of each standing.
    fn places(&self, stage: usize, group: usize) -> Vec<(u32, u32, u32)> {
        let standings = self.tournament.standings(stage, group);
        standings.iter().map(|it| (it.place, it.entrant.0, it.points)).collect()
    }

    /// Checks that the log folds into the same tournament.
    fn check(&self) {
        let folded = Tournament::fold(self.tournament.log().to_vec()).unwrap();
        assert_eq!(folded.entrants(), self.tournament.entrants());
        assert_eq!(folded.stages(), self.tournament.stages());
        assert_eq!(folded.status(), self.tournament.status());
        assert!(folded.pairings().eq(self.tournament.pairings()));
        for stage in folded.stages() {
            for round in &stage.rounds {
                for pairing_run in &round.pairing_runs {
                    assert_eq!(pairing_run.algorithm, pairing_run.input.algorithm());
                    pairing_run.input.pair(pairing_run.seed).unwrap();
                }
            }
        }
    }
}

/// The entrant with the lower number wins.
fn by_strength(first: EntrantId, second: EntrantId) -> GameResult {
    if first < second { FIRST } else { SECOND }
}
