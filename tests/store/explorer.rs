//! The opening explorer: its counts follow from the logs, whatever wrote the index.

use std::collections::{BTreeMap, BTreeSet};

use chivalry::store::{
    Append, Explored, ExplorerFilter, ExplorerStep, GameCounts, MatchFilter, Range, Store,
};
use chivalry_play::clock::{Ledger, Speed, TimeControl, Timestamp};
use chivalry_play::matches::{
    Event, Match, MatchId, MatchResult, NewMatch, RecordedEvent, Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{MoveList, Position, Seat, Variant};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::databases::{Database, on_every_database};
use super::doctor::examine;
use super::fixtures::guest;

const NOW: Timestamp = Timestamp(1_800_000_000_000);

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

const VARIANTS: [&str; 3] = ["camette", "cam", "grand-cam"];

const TIMES: [TimeControl; 3] = [
    TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 },
    TimeControl::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
    TimeControl::Unlimited {},
];

/// A generated game, with all that the explorer states about it.
struct Game {
    append: Append,
    variant: &'static Variant,
    positions: Vec<Position>,
    seats: Vec<(Seat, PlayerId)>,
    result: MatchResult,
    time: TimeControl,
    day: i64,
    rating: Option<u32>,
}

/// Plays random moves, mostly the first ones, so that games share positions.
fn game(rng: &mut StdRng, players: &[PlayerId], list: &mut MoveList) -> Game {
    let variant = Variant::named(VARIANTS[rng.random_range(0..3)]).unwrap();
    let time = TIMES[rng.random_range(0..3)];
    let day = rng.random_range(20_000..20_100);
    let new = NewMatch::plain(variant, time);
    let first = rng.random_range(0..players.len());
    let seats: Vec<(Seat, PlayerId)> = variant
        .seats()
        .map(|seat| (seat, players[(first + seat.index()) % players.len()]))
        .collect();
    let mut events = Match::creation_with(&new, seats[0].1, &seats, String::new);
    let mut position = Position::start(variant);
    let mut positions = vec![position];
    for _ in 0..rng.random_range(2..14) {
        position.legal_moves(list);
        let moves: Vec<_> = list.iter().collect();
        let most = if rng.random_range(0..4) > 0 { moves.len().min(4) } else { moves.len() };
        if most == 0 || position.ending().is_some() {
            break;
        }
        let legal = &moves[rng.random_range(0..most)];
        let ledger = time.is_timed().then(|| Ledger { left_ms: 100_000, ..Ledger::default() });
        events.push(Event::Moved {
            seat: position.turn(),
            text: position.move_text(legal),
            ledger,
        });
        position = position.after(&legal.effect);
        positions.push(position);
    }
    let result = MatchResult::ALL[rng.random_range(0..3)];
    if position.ending().is_none() {
        events.push(Event::Ended { result, termination: Termination::Resignation });
    }
    let at = Timestamp(day * DAY_MS + 5);
    let record = |(v, event)| RecordedEvent { v, at, cause: None, event };
    let records = (1..).zip(events).map(record).collect();
    let match_id = MatchId(Uuid::now_v7());
    let append = Append { match_id, records, deadline: None, owner: None };
    let rating = (rng.random_range(0..2) == 0).then(|| rng.random_range(1_000..2_000));
    Game { append, variant, positions, seats, result, time, day, rating }
}

/// Generates games that end by their last event.
fn games(count: usize, seed: u64, players: &[PlayerId]) -> Vec<Game> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut list = MoveList::new();
    let generated = std::iter::repeat_with(|| game(&mut rng, players, &mut list));
    let is_ended = |game: &Game| {
        matches!(game.append.records.last().unwrap().event, Event::Ended { .. })
            && game.positions.len() > 1
    };
    generated.filter(is_ended).take(count).collect()
}

/// Stores the logs, many at a time.
async fn append_all(store: &Store, games: &[Game]) {
    for part in games.chunks(500) {
        let mut appends = JoinSet::new();
        for game in part {
            let (store, append) = (store.clone(), game.append.clone());
            appends.spawn(async move { store.log().append(append).await });
        }
        for appended in appends.join_all().await {
            appended.unwrap();
        }
    }
}

/// Stores the logs and the ratings before each game.
async fn store_games(database: &Database, store: &Store, games: &[Game]) {
    append_all(store, games).await;
    let is_sqlite = database.name == "sqlite";
    let bytes = |id: Uuid| match is_sqlite {
        true => format!("x'{}'", id.simple()),
        false => format!("'\\x{}'::bytea", id.simple()),
    };
    let rated: Vec<(usize, &Game, u32)> =
        (1..).zip(games).filter_map(|(at, game)| Some((at, game, game.rating?))).collect();
    for part in rated.chunks(500) {
        let matches =
            part.iter().map(|(at, game, _)| format!("({at}, {})", bytes(game.append.match_id.0)));
        let changes = part.iter().flat_map(|(at, game, rating)| {
            game.seats.iter().map(move |(seat, player)| {
                let player = bytes(player.0);
                format!("({at}, {}, {player}, 'pool', {rating}, 1, 1, 1, 1, 1, 1, 1)", seat.index())
            })
        });
        let (matches, changes) = (matches.collect::<Vec<_>>(), changes.collect::<Vec<_>>());
        database
            .execute(&format!(
                "insert into rated_matches (number, match_id) values {};
                 insert into rating_changes (number, seat, player_id, pool, rating_before,
                     deviation_before, volatility_before, rating, deviation, volatility, games,
                     last_at) values {}",
                matches.join(", "),
                changes.join(", ")
            ))
            .await;
    }
}

/// Adds all waiting matches. Returns their number.
async fn index(store: &Store, at_once: u32) -> usize {
    let worker = Uuid::from_u128(1);
    let mut read = 0;
    loop {
        match store.explorer().step(worker, NOW, at_once).await.unwrap() {
            ExplorerStep::Worked { matches } => read += matches,
            ExplorerStep::Idle => return read,
            ExplorerStep::Busy => panic!("no other process works"),
        }
    }
}

/// The legal moves of a position, as the positions after them.
fn continuations(position: &Position) -> Vec<Position> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().map(|legal| position.after(&legal.effect)).collect()
}

/// Counts the games without an index, by comparing positions.
fn slow_count(
    games: &[Game],
    position: &Position,
    filter: &ExplorerFilter,
) -> (GameCounts, BTreeMap<usize, GameCounts>) {
    let nexts = continuations(position);
    let mut whole = GameCounts::default();
    let mut moves: BTreeMap<usize, GameCounts> = BTreeMap::new();
    let is_within = |value: Option<i64>, least: Option<i64>, end: Option<i64>| {
        least.is_none_or(|least| value.is_some_and(|value| least <= value))
            && end.is_none_or(|end| value.is_some_and(|value| value < end))
    };
    for game in games.iter().filter(|game| std::ptr::eq(game.variant, position.variant())) {
        let rating = game.rating.map(i64::from);
        let most = filter.rating.most.map(|most| i64::from(most) + 1);
        let plays = |(player, seat): (PlayerId, Option<Seat>)| {
            game.seats.iter().any(|it| it.1 == player && seat.is_none_or(|seat| seat == it.0))
        };
        if filter.speed.is_some_and(|speed| speed != game.time.speed())
            || filter.rated == Some(true)
            || !is_within(Some(game.day), filter.since_day, filter.until_day)
            || !is_within(rating, filter.rating.least.map(i64::from), most)
            || !filter.player.is_none_or(plays)
        {
            continue;
        }
        let mirrored = position.mirrored();
        let is_here = |other: &Position| *other == *position || Some(*other) == mirrored;
        let Some(at) = game.positions.iter().position(is_here) else { continue };
        let add = |counts: &mut GameCounts| {
            counts.games += 1;
            match game.result {
                MatchResult::First => counts.first += 1,
                MatchResult::Second => counts.second += 1,
                _ => counts.draws += 1,
            }
            if let Some(rating) = game.rating {
                counts.rated += 1;
                counts.ratings += u64::from(rating);
            }
        };
        add(&mut whole);
        let Some(next) = game.positions.get(at + 1) else { continue };
        let seen = match game.positions[at] == *position {
            true => *next,
            false => next.mirrored().unwrap(),
        };
        let index = nexts.iter().position(|other| *other == seen).unwrap();
        add(moves.entry(index).or_default());
    }
    (whole, moves)
}

fn filters(players: &[PlayerId]) -> Vec<ExplorerFilter> {
    let any = ExplorerFilter::default;
    vec![
        any(),
        ExplorerFilter { speed: Some(Speed::Blitz), ..any() },
        ExplorerFilter { rated: Some(true), ..any() },
        ExplorerFilter { rating: Range { least: Some(1_200), most: Some(1_700) }, ..any() },
        ExplorerFilter { since_day: Some(20_020), until_day: Some(20_050), ..any() },
        ExplorerFilter { player: Some((players[0], None)), ..any() },
        ExplorerFilter {
            player: Some((players[1], Some(Seat::SECOND))),
            speed: Some(Speed::Unlimited),
            ..any()
        },
    ]
}

/// The arrays, and some positions of the games.
fn sample(games: &[Game], count: usize) -> Vec<Position> {
    let arrays = VARIANTS.iter().map(|name| Position::start(Variant::named(name).unwrap()));
    let step = games.len() / count;
    let played = games
        .iter()
        .step_by(step)
        .map(|game| game.positions[game.day as usize % game.positions.len()]);
    arrays.chain(played).collect()
}

async fn explore(store: &Store, position: &Position, filter: &ExplorerFilter) -> Explored {
    let nexts = continuations(position);
    store.explorer().explore(position, &nexts, filter).await.unwrap()
}

async fn players(store: &Store) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for _ in 0..20 {
        players.push(guest(store).await);
    }
    players
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_equal_those_of_a_slow_count_over_10_000_games() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let games = games(10_000, 1, &players);
        store_games(&database, store, &games).await;
        assert_eq!(index(store, 64).await, 10_000);
        for position in sample(&games, 40) {
            for filter in filters(&players) {
                let explored = explore(store, &position, &filter).await;
                let moves: BTreeMap<usize, GameCounts> =
                    explored.moves.iter().map(|it| (it.index, it.counts)).collect();
                let expected = slow_count(&games, &position, &filter);
                assert_eq!((explored.counts, moves), expected, "{position} {filter:?}");
            }
        }
        let mut lengths = BTreeSet::new();
        for game in games.iter().step_by(100) {
            let is_in_book = |position: &&Position| {
                slow_count(&games, position, &ExplorerFilter::default()).0.games >= 5
            };
            let reached = &game.positions[1..];
            let expected = reached.iter().take_while(is_in_book).count();
            let length = store.explorer().book_length(reached.iter().copied()).await.unwrap();
            assert_eq!(length, expected);
            lengths.insert(length);
        }
        assert!(lengths.len() > 3, "{lengths:?}");
        // Both ways to count have found something.
        let start = Position::start(Variant::named("camette").unwrap());
        let explored = explore(store, &start, &ExplorerFilter::default()).await;
        assert!(explored.counts.games > 2_000 && explored.moves.len() > 5, "{explored:?}");
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuilt_index_equals_one_that_was_written_game_by_game() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let games = games(700, 2, &players);
        // The games end in another order than that of their ids.
        for part in [&games[350..], &games[..350]] {
            append_all(store, part).await;
            assert_eq!(index(store, 8).await, 350);
        }
        let answers = async |store: &Store| {
            let mut answers = Vec::new();
            for position in sample(&games, 60) {
                for filter in filters(&players) {
                    let Explored { counts, moves, .. } = explore(store, &position, &filter).await;
                    let moves: Vec<_> = moves.iter().map(|it| (it.index, it.counts)).collect();
                    let reached = reached(store, &position, false).await;
                    answers.push((counts, moves, BTreeSet::from_iter(reached)));
                }
            }
            answers
        };
        let before = answers(store).await;
        assert_eq!(examine(store).await.1, []);
        store.explorer().start_rebuild().await.unwrap();
        assert_eq!(index(store, 64).await, 700);
        assert_eq!(answers(store).await, before);
        assert_eq!(examine(store).await.1, []);
        assert_eq!(index(store, 64).await, 0, "nothing is added twice");
        running.stop().await;
    })
    .await;
}

/// Reads the list of a position page by page.
async fn reached(store: &Store, position: &Position, is_oldest_first: bool) -> Vec<MatchId> {
    let filter = MatchFilter { is_oldest_first, ..MatchFilter::default() };
    let (mut ids, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.explorer().page(position, &filter, 37, cursor).await.unwrap();
        ids.extend(page.items.iter().map(|row| row.id));
        cursor = page.next;
        if cursor.is_none() {
            return ids;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_position_are_listed_once_each_in_both_orders() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let games = games(900, 3, &players);
        store_games(&database, store, &games).await;
        index(store, 64).await;
        for position in sample(&games, 20) {
            let newest = reached(store, &position, false).await;
            let mut oldest = reached(store, &position, true).await;
            oldest.reverse();
            assert_eq!(newest, oldest);
            let mirrored = position.mirrored();
            let is_here = |other: &Position| *other == position || Some(*other) == mirrored;
            let expected = games.iter().filter(|game| game.positions.iter().any(is_here));
            let expected: BTreeSet<MatchId> = expected.map(|game| game.append.match_id).collect();
            assert_eq!(newest.len(), expected.len());
            assert_eq!(BTreeSet::from_iter(newest), expected);
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_at_a_time_reads_the_logs() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let games = games(30, 4, &players);
        store_games(&database, store, &games).await;
        let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
        let worked = store.explorer().step(first, NOW, 10).await.unwrap();
        assert_eq!(worked, ExplorerStep::Worked { matches: 10 });
        let busy = store.explorer().step(second, NOW, 10).await.unwrap();
        assert_eq!(busy, ExplorerStep::Busy);
        // The process stopped. Another one continues after the lease.
        let later = Timestamp(NOW.0 + 10_000);
        let worked = store.explorer().step(second, later, 100).await.unwrap();
        assert_eq!(worked, ExplorerStep::Worked { matches: 20 });
        assert_eq!(store.explorer().step(first, later, 10).await.unwrap(), ExplorerStep::Idle);
        let total: u64 = {
            let mut total = 0;
            for name in VARIANTS {
                let start = Position::start(Variant::named(name).unwrap());
                total += explore(store, &start, &ExplorerFilter::default()).await.counts.games;
            }
            total
        };
        assert_eq!(total, 30);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lease_of_a_process_is_renewed_after_half_of_its_time() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        store_games(&database, store, &games(30, 4, &players)).await;
        let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
        let step = async |worker, after_ms: i64| {
            let now = Timestamp(NOW.0 + after_ms);
            store.explorer().step(worker, now, 1).await.unwrap()
        };
        let worked = ExplorerStep::Worked { matches: 1 };
        // The second step of a process does not renew its lease, and the third does.
        for (worker, after_ms, expected) in [
            (first, 0, worked),
            (first, 4_000, worked),
            (second, 10_000, worked),
            (second, 16_000, worked),
            (first, 25_000, ExplorerStep::Busy),
            (first, 26_000, worked),
        ] {
            assert_eq!(step(worker, after_ms).await, expected, "after {after_ms} ms");
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_aborted_and_hidden_matches_are_left_out() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let mut games = games(4, 5, &players);
        let change = |game: &mut Game, change: &dyn Fn(&mut Event)| {
            for record in &mut game.append.records {
                change(&mut record.event);
            }
        };
        change(&mut games[0], &|event| {
            if let Event::Created { private, .. } = event {
                *private = true;
            }
        });
        change(&mut games[1], &|event| {
            if let Event::Ended { result, termination } = event {
                (*result, *termination) = (MatchResult::Aborted, Termination::Abort);
            }
        });
        change(&mut games[2], &|event| {
            if let Event::Created { watch_delay_ms, .. } = event {
                *watch_delay_ms = 60_000;
            }
        });
        store_games(&database, store, &games).await;
        let worker = Uuid::now_v7();
        let ended = games[2].append.records.last().unwrap().at;
        let count = async || {
            let mut total = 0;
            for game in &games {
                let start = Position::start(game.variant);
                let filter = ExplorerFilter {
                    player: Some((game.seats[0].1, Some(Seat::FIRST))),
                    ..ExplorerFilter::default()
                };
                total += explore(store, &start, &filter).await.counts.games;
            }
            total
        };
        store.explorer().step(worker, Timestamp(ended.0 + 59_999), 10).await.unwrap();
        let before = count().await;
        store.explorer().step(worker, Timestamp(ended.0 + 60_000), 10).await.unwrap();
        assert!(count().await > before && before > 0);
        for (at, is_listed) in [(0, false), (1, false), (2, true), (3, true)] {
            let start = Position::start(games[at].variant);
            let listed = reached(store, &start, false).await;
            assert_eq!(listed.contains(&games[at].append.match_id), is_listed, "{at}");
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_entries_that_contradict_the_logs() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = players(store).await;
        let games = games(40, 6, &players);
        store_games(&database, store, &games).await;
        index(store, 64).await;
        assert_eq!(examine(store).await.1, []);
        for damage in [
            "delete from explorer_positions where position =
                 (select min(position) from explorer_positions)",
            "update explorer_games set positions = positions + 1 where number = 3",
            "update explorer_positions set block = 9",
        ] {
            database.execute(damage).await;
            assert!(!examine(store).await.1.is_empty(), "{damage}");
            store.explorer().start_rebuild().await.unwrap();
            index(store, 64).await;
            assert_eq!(examine(store).await.1, [], "{damage}");
        }
        running.stop().await;
    })
    .await;
}
