//! Ratings: each match is rated once in a stored order, and ratings can be rebuilt from the logs.

use std::time::Duration;

use chivalry::store::{HistoryPoint, PoolRating, Rebuilt, Store};
use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::MatchResult;
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Pool, Rating};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::databases::on_every_database;
use super::finished::Finished;
use super::fixtures::{guest, player_id};

const NOW: Timestamp = Timestamp(1_000_000_000);
const LATER: Timestamp = Timestamp(2_000_000_000);
const MANY: u32 = 100;

/// Creates an account that signed up long ago.
async fn account(store: &Store, name: &str) -> PlayerId {
    store.players().create_account(player_id(), name, "hash", Timestamp(1)).await.unwrap().id
}

async fn end(store: &Store, finished: Finished, players: &[PlayerId]) {
    store.log().append(finished.between(players)).await.unwrap();
}

/// Rates all matches that are due by `now`. Returns the number of counted matches.
async fn rate(store: &Store, now: Timestamp) -> usize {
    let mut rated = 0;
    while let Some(part) = store.rated_matches().rate_due(now, 7).await.unwrap() {
        rated += part.len();
    }
    rated
}

async fn points(store: &Store, player: PlayerId, pool: &str) -> Option<f64> {
    let pool: Pool = pool.parse().unwrap();
    let ratings = store.ratings().of_player(player, NOW).await.unwrap();
    ratings.iter().find(|it| it.pool == pool).map(|it| it.entry.rating.value)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_rated_once_by_concurrent_servers() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = [account(store, "Arthur").await, account(store, "Kay").await];
        let finished = Finished::at(NOW);
        let append = finished.between(&players);
        let id = append.match_id;
        assert_eq!(store.rated_matches().next_rating_at().await.unwrap(), None);
        store.log().append(append).await.unwrap();
        assert_eq!(store.rated_matches().next_rating_at().await.unwrap(), Some(NOW));
        assert_eq!(store.rated_matches().rate_due(Timestamp(NOW.0 - 1), MANY).await.unwrap(), None);

        // Three servers rate concurrently, then another one, as after a crash.
        let parts = [store.clone(), store.clone(), store.clone()].map(|store| {
            tokio::spawn(async move { store.rated_matches().rate_due(NOW, MANY).await.unwrap() })
        });
        let mut rated = Vec::new();
        for part in parts {
            rated.extend(part.await.unwrap().unwrap_or_default());
        }
        assert_eq!(rated.len(), 1, "{rated:?}");
        assert_eq!((rated[0].match_id, rated[0].changes.len()), (id, 2));
        assert_eq!(store.rated_matches().changes_of(id).await.unwrap(), rated[0].changes);
        assert_eq!(store.rated_matches().rate_due(LATER, MANY).await.unwrap(), None);
        running.stop().await;

        let running = database.open().await;
        let store = &running.store;
        assert_eq!(store.rated_matches().rate_due(LATER, MANY).await.unwrap(), None);
        let ratings = store.ratings().of_player(players[0], NOW).await.unwrap();
        assert_eq!((ratings.len(), ratings[0].entry.games, ratings[0].rank), (1, 1, None));
        assert_eq!(ratings[0].entry, rated[0].changes[0].after);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_pool_has_separate_ratings_and_guests_are_unrated() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let [arthur, kay, merlin] = [
            account(store, "Arthur").await,
            account(store, "Kay").await,
            account(store, "Merlin").await,
        ];
        store.players().become_bot(merlin, Timestamp(2)).await.unwrap();
        let wanderer = guest(store).await;
        let usual = Finished::at(NOW);
        for (finished, players) in [
            (usual, [arthur, kay]),
            (Finished { rated: false, ..usual }, [kay, arthur]),
            (Finished { time: TimeControl::Unlimited {}, rated: false, ..usual }, [arthur, kay]),
            (Finished { variant: "camette", ..usual }, [arthur, kay]),
            (usual, [merlin, arthur]),
            (Finished { rated: false, ..usual }, [arthur, wanderer]),
            (Finished { result: MatchResult::Aborted, ..usual }, [arthur, kay]),
        ] {
            end(store, finished, &players).await;
        }
        assert_eq!(rate(store, NOW).await, 5);
        // The player signs up after the match, which they played as a guest.
        store.players().claim_guest(wanderer, "Gawain", "hash", LATER).await.unwrap();
        let won =
            Rating::NEW.after_games(&[(Rating::NEW, chivalry_play::rating::Score::Win)]).value;
        for (player, pool, expected) in [
            (arthur, "cam/blitz/rated/people", Some(won)),
            (kay, "cam/blitz/rated/people", Some(3_000.0 - won)),
            (arthur, "cam/blitz/casual/people", Some(3_000.0 - won)),
            (arthur, "cam/unlimited/casual/people", Some(won)),
            (arthur, "camette/blitz/rated/people", Some(won)),
            (arthur, "cam/blitz/rated/bots", Some(3_000.0 - won)),
            (merlin, "cam/blitz/rated/bots", Some(won)),
            (merlin, "cam/blitz/rated/people", None),
            (wanderer, "cam/blitz/casual/people", None),
        ] {
            let points = points(store, player, pool).await;
            let is_same =
                points.zip(expected).is_none_or(|(is, should)| (is - should).abs() < 1e-9);
            assert!(is_same && points.is_some() == expected.is_some(), "{pool}: {points:?}");
        }
        let rebuilt = store.rating_rebuild().run().await.unwrap();
        assert_eq!(rebuilt, Rebuilt { matches: 5, mended: 0 }, "nor does it count again");
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_match_is_rated_after_the_delay() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = [account(store, "Arthur").await, account(store, "Kay").await];
        let late = Finished { watch_delay_ms: 60_000, ..Finished::at(NOW) };
        end(store, late, &players).await;
        let seen_at = NOW + Duration::from_millis(60_000);
        assert_eq!(store.rated_matches().next_rating_at().await.unwrap(), Some(seen_at));
        assert_eq!(rate(store, Timestamp(seen_at.0 - 1)).await, 0);
        assert_eq!(rate(store, seen_at).await, 1);
        running.stop().await;
    })
    .await;
}

/// Returns all stored ratings.
async fn all(store: &Store, players: &[PlayerId]) -> (Vec<PoolRating>, Vec<HistoryPoint>) {
    let (mut ratings, mut history) = (Vec::new(), Vec::new());
    for player in players {
        for rating in store.ratings().of_player(*player, LATER).await.unwrap() {
            ratings.push(rating);
            let points = store.ratings().history(*player, rating.pool, MANY, None).await.unwrap();
            assert_eq!(points.len(), rating.entry.games as usize);
            assert_eq!(points[0].change.after, rating.entry);
            history.extend(points);
        }
    }
    (ratings, history)
}

/// Plays games between four players, with two and four seats, over weeks. The first player is the
/// strongest.
async fn play_many(store: &Store, games: i64) -> Vec<PlayerId> {
    let mut rng = StdRng::seed_from_u64(1887);
    let mut players = Vec::new();
    for name in ["Arthur", "Kay", "Gawain", "Lancelot"] {
        players.push(account(store, name).await);
    }
    for game in 0..games {
        let (one, other) = (rng.random_range(0..4), rng.random_range(1..4));
        let (one, other): (usize, usize) = (one, (one + other) % 4);
        let stronger = if one < other { MatchResult::First } else { MatchResult::Second };
        let results = [stronger, stronger, stronger, MatchResult::Draw];
        let finished = Finished {
            variant: if rng.random_bool(0.2) { "grand-cam" } else { "cam" },
            rated: rng.random_bool(0.8),
            result: results[rng.random_range(0..4)],
            ..Finished::at(Timestamp(NOW.0 + game * rng.random_range(0..8_000_000)))
        };
        let mut seats = vec![players[one], players[other]];
        if finished.variant == "grand-cam" {
            seats.extend(
                players.iter().filter(|id| !seats.contains(id)).copied().collect::<Vec<_>>(),
            );
        }
        end(store, finished, &seats).await;
        if rng.random_bool(0.3) {
            rate(store, Timestamp(i64::MAX)).await;
        }
    }
    rate(store, Timestamp(i64::MAX)).await;
    players
}

#[tokio::test(flavor = "multi_thread")]
async fn rebuilding_reproduces_ratings_and_corrects_altered_rows() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        // More games than one transaction rates.
        let games = 70;
        let players = play_many(store, games).await;
        let before = all(store, &players).await;
        assert_eq!(before.0.len(), 16, "four pools of four players");
        let sound = Rebuilt { matches: games as u64, mended: 0 };
        assert_eq!(store.rating_rebuild().run().await.unwrap(), sound);
        assert_eq!(all(store, &players).await, before);

        for (wrong, mended) in [
            ("update rating_changes set rating = 2500 where number = 20 and seat = 1", 1),
            ("update rating_changes set pool = 'x' where number = 3 and seat = 1", 1),
            ("delete from rating_changes where number = 69 and seat = 0", 2),
            ("update ratings set rating = rating + 0.5 where pool like 'cam/%/rated/%'", 4),
            ("update ratings set listed_until = 1 where pool like 'grand-cam/%/rated/%'", 4),
            ("delete from ratings where pool = 'cam/blitz/rated/people'", 4),
            ("update ratings set pool = 'nowhere' where pool = 'cam/blitz/rated/people'", 8),
        ] {
            database.execute(wrong).await;
            let rebuilt = store.rating_rebuild().run().await.unwrap();
            assert_eq!(rebuilt, Rebuilt { mended, ..sound }, "{wrong}");
            assert_eq!(all(store, &players).await, before, "{wrong}");
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_leaderboard_ranks_active_players_with_established_ratings() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = play_many(store, 120).await;
        let beginner = account(store, "Mordred").await;
        end(store, Finished::at(NOW), &[beginner, players[3]]).await;
        rate(store, Timestamp(i64::MAX)).await;
        let pool: Pool = "cam/blitz/rated/people".parse().unwrap();
        let mut last_at = Timestamp(0);
        let mut expected = Vec::new();
        for player in &players {
            let ratings = store.ratings().of_player(*player, NOW).await.unwrap();
            let own = ratings.into_iter().find(|it| it.pool == pool).unwrap();
            assert!(!own.entry.rating.is_provisional(), "{own:?}");
            last_at = last_at.max(own.entry.last_at);
            expected.push((own.entry.rating.value, *player, own.rank.unwrap()));
        }
        expected.sort_by(|one, other| other.0.total_cmp(&one.0));
        let ranks: Vec<u32> = expected.iter().map(|(_, _, rank)| *rank).collect();
        assert_eq!(ranks, [1, 2, 3, 4]);
        let leaders = store.ratings().leaderboard(pool, NOW, MANY, 0).await.unwrap();
        let order: Vec<PlayerId> = leaders.iter().map(|leader| leader.player.id).collect();
        assert!(
            expected.iter().map(|(_, player, _)| *player).eq(order),
            "the beginner is not there"
        );
        let part = store.ratings().leaderboard(pool, NOW, 2, 1).await.unwrap();
        assert_eq!(part, leaders[1..3]);
        let gone = last_at + chivalry_play::rating::ACTIVE_FOR;
        assert_eq!(store.ratings().leaderboard(pool, gone, MANY, 0).await.unwrap(), []);
        assert_eq!(store.ratings().of_player(players[0], gone).await.unwrap()[0].rank, None);

        let (mut won, mut lost) = (0, 0);
        for encounter in store.ratings().encounters(players[0], players[3], LATER).await.unwrap() {
            won += encounter.wins;
            lost += encounter.losses;
            let back = store.ratings().encounters(players[3], players[0], LATER).await.unwrap();
            let back = back.iter().find(|it| it.variant == encounter.variant).unwrap();
            let as_seen = (back.losses, back.wins, back.draws);
            assert_eq!(as_seen, (encounter.wins, encounter.losses, encounter.draws));
        }
        assert!(won > lost, "{won} to {lost}");
        running.stop().await;
    })
    .await;
}
