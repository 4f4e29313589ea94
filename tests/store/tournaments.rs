//! Tournament logs and their constraints.

use chivalry::store::{Epoch, NodeId, Store, TournamentAppendError};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{PlayerId, PlayerKind};
use chivalry_tournament::{
    Applicant, Command, DueGame, EntrantId, Event, PairRecord, PairingId, RecordedEvent,
    Tournament, TournamentId, TournamentPlan, TournamentStatus,
};
use uuid::Uuid;

use super::databases::on_every_database;
use super::fixtures::{Log, guest};

fn plan() -> TournamentPlan {
    let plan = r#"{
        "name": "evening", "variant": "camelot",
        "time": {"kind": "fischer", "initial_ms": 180000, "increment_ms": 2000},
        "stages": [{"name": "swiss", "format": {"kind": "swiss", "rounds": 3}}]
    }"#;
    serde_json::from_str(plan).unwrap()
}

/// A stored tournament to which entries are appended.
pub(crate) struct Kept {
    pub(crate) id: TournamentId,
    pub(crate) tournament: Tournament,
    pub(crate) director: PlayerId,
    pub(crate) owner: Option<(NodeId, Epoch)>,
}

impl Kept {
    pub(crate) async fn made(
        store: &Store,
        director: PlayerId,
        owner: Option<(NodeId, Epoch)>,
    ) -> Kept {
        let event = Event::Created { plan: plan(), directors: vec![director], seed: 3 };
        let first = RecordedEvent { v: 1, at: Timestamp(5), by: Some(director), action: 1, event };
        let tournament = Tournament::fold([first.clone()]).unwrap();
        let id = TournamentId(Uuid::now_v7());
        store.tournaments().append(id, &tournament, &[first], None, owner).await.unwrap();
        Kept { id, tournament, director, owner }
    }

    /// Applies the events of a command without storing them.
    pub(crate) fn next(&mut self, by: Option<PlayerId>, command: &Command) -> Vec<RecordedEvent> {
        let now = Timestamp(i64::from(self.tournament.v()) + 10);
        let events = self.tournament.decide(by, command, now).unwrap();
        let action = self.tournament.v() + 1;
        let mut new = Vec::new();
        for event in events {
            let recorded = RecordedEvent { v: self.tournament.v() + 1, at: now, by, action, event };
            self.tournament.apply(recorded.clone()).unwrap();
            new.push(recorded);
        }
        new
    }

    async fn ask(&mut self, store: &Store, by: Option<PlayerId>, command: Command) -> u32 {
        let action = self.tournament.v() + 1;
        let new = self.next(by, &command);
        store
            .tournaments()
            .append(self.id, &self.tournament, &new, None, self.owner)
            .await
            .unwrap();
        action
    }

    pub(crate) async fn direct(&mut self, store: &Store, command: Command) -> u32 {
        self.ask(store, Some(self.director), command).await
    }

    /// Enters five or more players and pairs the first round.
    async fn paired(store: &Store, players: usize) -> (Kept, u32) {
        Kept::paired_by(None, store, players).await
    }

    /// Creates [`Kept::paired`] on a given node.
    pub(crate) async fn paired_by(
        owner: Option<(NodeId, Epoch)>,
        store: &Store,
        players: usize,
    ) -> (Kept, u32) {
        let mut kept = Kept::made(store, guest(store).await, owner).await;
        for _ in 0..players {
            let player = guest(store).await;
            let players = vec![Applicant {
                player,
                kind: PlayerKind::Guest,
                rating: None,
                provisional: false,
                games: 0,
                since: Timestamp(0),
            }];
            kept.ask(store, Some(player), Command::Enter { players, stage: 0 }).await;
        }
        kept.direct(store, Command::BeginStage).await;
        let action = kept.direct(store, Command::Pair).await;
        (kept, action)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_log_is_read_back_unchanged() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (mut kept, _) = Kept::paired(store, 5).await;
        kept.direct(store, Command::BeginRound).await;
        let due: Vec<DueGame> = kept.tournament.due_games().collect();
        assert_eq!(due.len(), 2);
        let log = Log::created(kept.director);
        store.log().append(log.append()).await.unwrap();
        let (pairing, number) = (due[0].pairing, due[0].number);
        let made = Command::GameMade { pairing, number, played_in: log.id };
        kept.ask(store, None, made).await;
        let (id, told) = (kept.id, kept.tournament.log().to_vec());
        running.stop().await;

        let running = database.open().await;
        let store = &running.store;
        let read = store.tournaments().read(id).await.unwrap().unwrap();
        assert_eq!(read, told);
        assert!(Tournament::fold(read).unwrap().pairings().eq(kept.tournament.pairings()));
        let game = store.tournaments().game(log.id).await.unwrap();
        assert_eq!(game, Some((id, pairing, number)));
        let rows =
            store.tournaments().page(Some(TournamentStatus::Running), None, 10).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].id, rows[0].plan.name.as_str()), (id, "evening"));
        let before =
            store.tournaments().page(Some(TournamentStatus::Running), Some(id), 10).await.unwrap();
        assert_eq!(before, []);
        let unknown = store.tournaments().read(TournamentId(Uuid::now_v7())).await.unwrap();
        assert_eq!(unknown, None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entrant_cannot_have_two_places_in_a_round() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (kept, _) = Kept::paired(store, 4).await;
        let round = kept.tournament.log().last().unwrap();
        let Event::RoundPaired { stage, round: number, algorithm, input, seed, .. } =
            round.event.clone()
        else {
            panic!("a round was paired last");
        };
        // The tables reject a second pairing of an entrant in a round.
        let again = PairRecord {
            id: PairingId(3),
            group: 0,
            node: None,
            first: EntrantId(1),
            second: EntrantId(5),
            others: Vec::new(),
        };
        let event = Event::RoundPaired {
            stage,
            round: number,
            algorithm,
            input,
            seed,
            pairings: vec![again],
            byes: Vec::new(),
        };
        let v = kept.tournament.v() + 1;
        let twice = RecordedEvent { v, at: Timestamp(99), by: None, action: v, event };
        let refused =
            store.tournaments().append(kept.id, &kept.tournament, &[twice], None, None).await;
        assert!(matches!(refused, Err(TournamentAppendError::Conflict)), "{refused:?}");
        // Concurrent appends conflict.
        let known = kept.tournament.log().last().unwrap().clone();
        let refused =
            store.tournaments().append(kept.id, &kept.tournament, &[known], None, None).await;
        assert!(matches!(refused, Err(TournamentAppendError::Conflict)), "{refused:?}");
        let log = store.tournaments().read(kept.id).await.unwrap().unwrap();
        assert_eq!(log, kept.tournament.log(), "nothing was kept of it");
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undone_round_can_be_paired_again() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (mut kept, action) = Kept::paired(store, 6).await;
        kept.direct(store, Command::Undo { action }).await;
        assert_eq!(kept.tournament.pairings().count(), 0);
        kept.direct(store, Command::Pair).await;
        assert_eq!(kept.tournament.pairings().count(), 3);
        let log = store.tournaments().read(kept.id).await.unwrap().unwrap();
        assert!(Tournament::fold(log).unwrap().pairings().eq(kept.tournament.pairings()));
        running.stop().await;
    })
    .await;
}
