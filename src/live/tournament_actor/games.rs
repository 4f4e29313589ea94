//! The matches of a tournament's games: created when they are due, and reported when they end.
//! Obsolete matches are cancelled by orders.

use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use chivalry_play::matches::{MatchId, NewMatch, StartPosition, Status, TournamentGame};
use chivalry_play::player::Player;
use chivalry_rules::Seat;
use chivalry_tournament::{Command, DueGame, GameResult, SeriesTieBreak, game_outcome};

use crate::live::error::LiveError;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::Live;
use crate::live::tournament_actor::actor::{Action, TournamentActor};
use crate::live::tournament_actor::message::TournamentError;
use crate::live::tournament_actor::snapshot::TournamentSnapshot;

/// Maximum number of games in one append.
const BATCH: usize = 64;

/// Number of matches that are created or read concurrently.
const AT_ONCE: usize = 8;

impl TournamentActor {
    /// Synchronises games with their matches. Returns true if there was work.
    pub(crate) async fn sync_games(&mut self) -> Result<bool, TournamentError> {
        let reported = self.report_ends().await?;
        let made = self.create_games().await?;
        Ok(reported || made)
    }

    /// Reports the results of ended matches.
    async fn report_ends(&mut self) -> Result<bool, TournamentError> {
        let snapshot = self.loaded().await?;
        let ids: Vec<MatchId> = self.unchecked.iter().copied().take(BATCH).collect();
        let live = &self.context.live;
        let read = |id: MatchId| async move {
            match live.history(id, None).await {
                Ok((log, snapshot)) => Ok((id, game_outcome(&snapshot.match_state, &log))),
                Err(LiveError::NotFound) => Ok((id, None)),
                Err(error) => Err(error),
            }
        };
        let outcomes = stream::iter(ids.clone()).map(read).buffered(AT_ONCE);
        let outcomes: Vec<_> = outcomes.try_collect().await?;
        let now = self.now();
        let mut actions = Vec::new();
        for (id, outcome) in outcomes {
            let Some((result, figures)) = outcome else { continue };
            let game = snapshot.tournament.pairings().find_map(|pairing| {
                let game = pairing.current_game().filter(|game| game.played_in == Some(id))?;
                Some((pairing.pair.id, game.number))
            });
            let Some((pairing, number)) = game else { continue };
            let is_forfeit = matches!(result, GameResult::Forfeit { .. });
            // Nobody missed the first move of a match that the server aborted.
            let is_aborted_by_us = is_forfeit && snapshot.tournament.was_cancelled_during(id);
            let result = if is_aborted_by_us { GameResult::Void {} } else { result };
            let report = Command::Report { pairing, number, result, stats: figures };
            // A game that was decided otherwise needs no report.
            if let Ok(events) = snapshot.tournament.decide(None, &report, now) {
                actions.push(Action { by: None, events });
            }
        }
        let has_changed = !actions.is_empty();
        self.commit(actions, None, now).await?;
        self.unchecked.retain(|id| !ids.contains(id));
        Ok(has_changed || !self.unchecked.is_empty())
    }

    /// Creates the matches of due games.
    async fn create_games(&mut self) -> Result<bool, TournamentError> {
        let snapshot = self.loaded().await?;
        let due: Vec<DueGame> = snapshot.tournament.due_games().take(BATCH).collect();
        let (live, of) = (&self.context.live, &snapshot);
        let make =
            |due: DueGame| async move { create_match(live, of, due).await.map(|made| (due, made)) };
        let made = stream::iter(due).map(make).buffered(AT_ONCE);
        let made: Vec<(DueGame, Arc<MatchSnapshot>)> = made.try_collect::<Vec<_>>().await?;
        let now = self.now();
        let mut actions = Vec::new();
        for (due, made) in &made {
            let (pairing, number, played_in) = (due.pairing, due.number, made.match_state.id());
            let command = Command::GameMade { pairing, number, played_in };
            let events = snapshot.tournament.decide(None, &command, now)?;
            actions.push(Action { by: None, events });
        }
        self.commit(actions, None, now).await?;
        // A match created earlier may have ended already.
        let is_over =
            |made: &MatchSnapshot| matches!(made.match_state.status(), Status::Ended { .. });
        let over = made.iter().filter(|(_, made)| is_over(made));
        self.unchecked.extend(over.map(|(_, made)| made.match_state.id()));
        Ok(!made.is_empty())
    }
}

/// Creates the match of a game. The creating command is named after the game and its players, which
/// makes it idempotent.
async fn create_match(
    live: &Live,
    snapshot: &TournamentSnapshot,
    due: DueGame,
) -> Result<Arc<MatchSnapshot>, TournamentError> {
    let tournament = &snapshot.tournament;
    let pairing = tournament.pairing(due.pairing).ok_or(TournamentError::Failed)?;
    let (mut time, mut first_extra_ms) = (tournament.plan().time_of(pairing.stage), 0);
    if due.armageddon
        && let SeriesTieBreak::Armageddon { time: own, first_extra_ms: extra } =
            tournament.stage_plan(pairing).series.decider
    {
        (time, first_extra_ms) = (own, extra);
    }
    let fixture = TournamentGame {
        tournament: snapshot.id.0,
        name: tournament.plan().name.clone(),
        stage: pairing.stage,
        round: pairing.round,
        pairing: due.pairing.0,
        number: due.number,
        first_extra_ms,
        adjournment: tournament.plan().adjournment,
    };
    let new = NewMatch {
        position: tournament.start().map(StartPosition::at),
        rated: tournament.plan().rated,
        tournament_game: Some(fixture),
        ..NewMatch::plain(tournament.variant(), time)
    };
    let seats = tournament.seats_of(due.pairing, due.first).into_iter();
    let seated: Vec<(Seat, Player)> =
        seats.filter_map(|(seat, id)| Some((seat, snapshot.players.get(&id)?.clone()))).collect();
    let (_, by) = seated.first().ok_or(TournamentError::Failed)?;
    // Longer than any id that a client can send.
    let entrants = tournament.entrants_by_team(due.pairing, due.first);
    let entrants: Vec<String> = entrants.iter().map(|entrant| entrant.0.to_string()).collect();
    let command = format!(
        "tournament:{}:pairing:{}:game:{}:{}",
        snapshot.id.0,
        due.pairing.0,
        due.number,
        entrants.join(":")
    );
    Ok(live.create_with(&new, by, &seated, Some(command), String::new).await?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::live::lobby_actor::handle;
    use crate::live::test_support::TestLive;
    use crate::live::tournament_actor::handle::Tournaments;
    use crate::store::MatchFilter;
    use chivalry_play::clock::TimeControl;
    use chivalry_tournament::{
        Event, Format, RecordedEvent, Scoring, SeriesPlan, StagePlan, StartPlan, TournamentPlan,
    };

    use super::*;

    fn plan() -> TournamentPlan {
        let stage = StagePlan {
            name: "stage".to_owned(),
            format: Format::RoundRobin { groups: 1, double: false },
            best_of_each_group: 0,
            series: SeriesPlan::one_game(),
            scoring: Scoring::default(),
            tie_breaks: Vec::new(),
            start: StartPlan::default(),
            no_show_ms: None,
            time: None,
        };
        TournamentPlan {
            name: "evening".to_owned(),
            variant: "camette".to_owned(),
            position: None,
            edition: chivalry_tournament::Edition::NEWEST,
            time: TimeControl::Unlimited {},
            rated: false,
            entry: Vec::new(),
            most: 8,
            late: None,
            byes: None,
            begins_at: None,
            adjournment: false,
            stages: vec![stage],
        }
    }

    #[tokio::test]
    async fn a_crash_between_a_match_and_its_game_makes_no_second_match_and_misses_no_end() {
        let unserved = TestLive::open().await;
        let TestLive { store, live, .. } = &unserved;
        let (lobby, _) = handle::channel(live.clone(), store.clone()).await.unwrap();
        let open = async || Tournaments::open(live.clone(), store.clone(), lobby.clone()).await;
        let players = unserved.guests(&["one", "two", "director"]).await;
        let director = players[2].id;
        let tournaments = open().await.unwrap();
        let id = tournaments.create(plan(), vec![director], None).await.unwrap();
        for player in &players[..2] {
            tournaments.enter(id, player.id, None, vec![player.clone()], 0).await.unwrap();
        }
        for command in [Command::BeginStage, Command::Pair] {
            tournaments.command(id, director, None, command).await.unwrap();
        }
        let snapshot = tournaments.snapshot(id).await.unwrap();
        tournaments.close().await;

        // The server crashes after the round began and its match ended, before the tournament logs
        // the match.
        let mut tournament = snapshot.tournament.clone();
        let (v, event) = (tournament.v() + 1, Event::RoundBegan { stage: 0, round: 1 });
        let began = RecordedEvent { v, at: live.time().now(), by: None, action: v, event };
        tournament.apply(began.clone()).unwrap();
        store.tournaments().append(id, &tournament, &[began], None, None).await.unwrap();
        let due = tournament.due_games().next().unwrap();
        let snapshot =
            TournamentSnapshot::named(store, id, tournament, HashMap::new()).await.unwrap();
        let made = create_match(live, &snapshot, due).await.unwrap();
        let played_in = made.match_state.id();
        live.command(played_in, &players[0], None, chivalry_play::matches::Command::Resign)
            .await
            .unwrap();

        let tournaments = open().await.unwrap();
        let snapshot = tournaments.snapshot(id).await.unwrap();
        let game = snapshot.tournament.pairings().next().unwrap().games[0].clone();
        assert_eq!((game.number, game.played_in), (1, Some(played_in)));
        let lost = GameResult::Won { side: chivalry_rules::Team::Second };
        assert_eq!(game.end.map(|end| end.result), Some(lost));
        let filter = MatchFilter { tournament: Some(id), ..MatchFilter::default() };
        assert_eq!(store.matches().page(&filter, 10, None).await.unwrap().items.len(), 1);
        tournaments.close().await;
        drop((tournaments, lobby));
        unserved.close().await;
    }
}
