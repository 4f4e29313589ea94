//! Players and tokens.

use chivalry::store::{
    ClientInfo, NewGuest, NewToken, PlayerError, SecurityEvent, SecurityEventKind, TokenOwner,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerKind};
use futures_util::future::join_all;

use super::databases::on_every_database;
use super::fixtures::player_id;

const NOW: Timestamp = Timestamp(1_000);

#[tokio::test(flavor = "multi_thread")]
async fn player_names_are_unique_without_regard_to_case() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let oak =
            store.players().create_account(player_id(), "\u{d6}ak", "hash", NOW).await.unwrap();
        let taken = store.guests().create(player_id(), "\u{f6}AK", NOW).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        let taken = store.players().create_account(player_id(), "\u{f6}ak", "h", NOW).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        assert_eq!(store.players().by_name("\u{d6}AK").await.unwrap(), Some(oak.clone()));
        assert_eq!(store.players().by_id(oak.id).await.unwrap(), Some(oak.clone()));
        assert_eq!(store.players().by_id(player_id()).await.unwrap(), None);
        let hash = store.players().password_hash("\u{f6}ak").await.unwrap();
        assert_eq!(hash, Some((oak, "hash".to_owned())));
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_up_keeps_their_id() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let guest = store.guests().create(player_id(), "guest-1", NOW).await.unwrap();
        assert_eq!(guest.kind, PlayerKind::Guest);
        assert_eq!(store.players().password_hash("guest-1").await.unwrap(), None);
        store.players().create_account(player_id(), "Anna", "hash", NOW).await.unwrap();
        let taken = store.players().claim_guest(guest.id, "ANNA", "hash", Timestamp(2)).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        let account =
            store.players().claim_guest(guest.id, "Ben", "hash", Timestamp(2)).await.unwrap();
        let expected = Player { id: guest.id, name: "Ben".to_owned(), kind: PlayerKind::Account };
        assert_eq!(account, expected);
        assert_eq!(store.players().by_id(guest.id).await.unwrap(), Some(expected));
        for id in [guest.id, player_id()] {
            let again = store.players().claim_guest(id, "Carl", "hash", Timestamp(2)).await;
            assert!(matches!(again, Err(PlayerError::NotAGuest)), "{again:?}");
        }
        // The guest's name leads to the account until another guest has it.
        let found = store.players().by_name("GUEST-1").await.unwrap();
        assert_eq!(found.map(|player| player.id), Some(guest.id));
        let renamed = |since| store.players().renamed_since(Timestamp(since));
        assert_eq!(renamed(2).await.unwrap(), [guest.id]);
        assert_eq!(renamed(3).await.unwrap(), []);
        let later = store.guests().create(player_id(), "guest-1", NOW).await.unwrap();
        assert_eq!(store.players().by_name("guest-1").await.unwrap(), Some(later));
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_account_is_not_found_by_the_name_that_it_had_as_a_guest() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let guest = store.guests().create(player_id(), "guest-1", NOW).await.unwrap();
        store.players().claim_guest(guest.id, "Ben", "hash", Timestamp(2)).await.unwrap();
        store.erasures().erase(guest.id, Timestamp(3)).await.unwrap();
        assert_eq!(store.players().by_name("guest-1").await.unwrap(), None);
        assert_eq!(store.players().renamed_since(NOW).await.unwrap(), []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_share_commits_and_each_gets_their_own_answer() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let guest = |number: u32, name: &str| {
            let token = ([number as u8; 32], "*".to_owned());
            NewGuest { id: player_id(), name: name.to_owned(), at: NOW, token: Some(token) }
        };
        let guests: Vec<NewGuest> =
            (0..200).map(|number| guest(number, &format!("Guest-{number}"))).collect();
        let added = guests.iter().map(|guest| store.guests().add(guest.clone()));
        let added = join_all(added).await;
        for (guest, added) in guests.iter().zip(added) {
            let expected =
                Player { id: guest.id, name: guest.name.clone(), kind: PlayerKind::Guest };
            assert_eq!(added.unwrap(), expected);
            let (hash, _) = guest.token.as_ref().unwrap();
            let owner = store.tokens().owner_of(hash, NOW).await.unwrap().unwrap();
            assert_eq!(
                owner,
                TokenOwner { player: expected, scopes: "*".to_owned(), expires_at: None }
            );
        }
        // A refused guest does not affect the others of its commit.
        let known = guests[7].clone();
        let (known, taken, new) = tokio::join!(
            store.guests().add(known),
            store.guests().add(guest(201, "GUEST-8")),
            store.guests().add(guest(202, "Guest-202")),
        );
        assert!(matches!(known, Err(PlayerError::Exists)), "{known:?}");
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        assert_eq!(new.unwrap().name, "Guest-202");
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_players_are_found_by_one_query() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let mut players = Vec::new();
        for n in 0..75 {
            players.push(store.guests().create(player_id(), &format!("g{n}"), NOW).await.unwrap());
        }
        let mut ids: Vec<_> = players.iter().map(|player| player.id).collect();
        ids.push(player_id());
        let mut found = store.players().by_ids(&ids).await.unwrap();
        found.sort_by_key(|player| player.id);
        assert_eq!(found, players);
        assert_eq!(store.players().by_ids(&[]).await.unwrap(), []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_identifies_its_player_until_it_expires() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let player = store.guests().create(player_id(), "guest", NOW).await.unwrap();
        let lasting = NewToken {
            hash: [7; 32],
            player: player.id,
            scopes: "play read".to_owned(),
            created_at: NOW,
            expires_at: None,
            app: None,
        };
        let brief =
            NewToken { hash: [8; 32], expires_at: Some(Timestamp(2_000)), ..lasting.clone() };
        store.tokens().create(&lasting).await.unwrap();
        store.tokens().create(&brief).await.unwrap();
        let stranger = NewToken { hash: [9; 32], player: player_id(), ..lasting.clone() };
        assert!(store.tokens().create(&stranger).await.is_err());

        let owner = Some(TokenOwner { player, scopes: "play read".to_owned(), expires_at: None });
        let later = Timestamp(2_000);
        let brief_owner =
            owner.clone().map(|owner| TokenOwner { expires_at: Some(later), ..owner });
        assert_eq!(store.tokens().owner_of(&lasting.hash, later).await.unwrap(), owner);
        assert_eq!(
            store.tokens().owner_of(&brief.hash, Timestamp(1_999)).await.unwrap(),
            brief_owner
        );
        assert_eq!(store.tokens().owner_of(&brief.hash, later).await.unwrap(), None);
        assert!(store.tokens().delete(&lasting.hash).await.unwrap());
        assert!(!store.tokens().delete(&lasting.hash).await.unwrap());
        assert_eq!(store.tokens().owner_of(&lasting.hash, NOW).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_addresses_of_an_account_are_known_until_they_expire() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let known = running.store.known_addresses();
        let [anna, ben] = [player_id(), player_id()];
        for (id, name) in [(anna, "Anna"), (ben, "Ben")] {
            running.store.players().create_account(id, name, "hash", NOW).await.unwrap();
        }
        for n in 0..40 {
            known.add(anna, &[n; 32], Timestamp(1_000 + i64::from(n))).await.unwrap();
        }
        // An address that is used again is not among the oldest.
        known.add(anna, &[8; 32], Timestamp(2_000)).await.unwrap();
        known.add(anna, &[99; 32], Timestamp(2_001)).await.unwrap();
        let mut found = Vec::new();
        for n in 0..100 {
            if known.is_known(anna, &[n; 32]).await.unwrap() {
                found.push(n);
            }
        }
        assert_eq!(found, [[8].as_slice(), &(10..40).collect::<Vec<u8>>(), &[99]].concat());
        assert!(!known.is_known(ben, &[8; 32]).await.unwrap());

        let retention = running.store.retention();
        let until = Timestamp(2_001);
        assert_eq!(retention.delete_old_addresses(until, 20).await.unwrap(), 20);
        assert_eq!(retention.delete_old_addresses(until, 20).await.unwrap(), 11);
        assert!(known.is_known(anna, &[99; 32]).await.unwrap());
        assert!(!known.is_known(anna, &[8; 32]).await.unwrap());
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_of_an_account_are_bounded_renewed_and_end_together() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let tokens = running.store.tokens();
        let player = running.store.players().create_account(player_id(), "Anna", "hash", NOW);
        let player = player.await.unwrap().id;
        let session = |n: u8, expires_at: Option<i64>| NewToken {
            hash: [n; 32],
            player,
            scopes: "*".to_owned(),
            created_at: NOW,
            expires_at: expires_at.map(Timestamp),
            app: None,
        };
        tokens.create(&session(1, None)).await.unwrap();
        let scoped = NewToken { scopes: "read".to_owned(), ..session(9, None) };
        tokens.create(&scoped).await.unwrap();
        // The first session gets the expiry time of the second.
        let client = ClientInfo { browser: Some("Firefox".to_owned()), system: None };
        let sign_in = async |token: NewToken| {
            let kind = SecurityEventKind::SignedIn;
            let event = SecurityEvent::new(player, kind, client.clone(), NOW);
            tokens.create_sign_in(&token, &event, 3).await.unwrap()
        };
        assert_eq!(sign_in(session(2, Some(2_000))).await, [[0; 32]; 0]);
        let owner = tokens.owner_of(&[1; 32], NOW).await.unwrap().unwrap();
        assert_eq!(owner.expires_at, Some(Timestamp(2_000)));
        let next_day = Timestamp(86_400_000 + 5);
        tokens.renew(&[1; 32], Timestamp(4_000), next_day).await.unwrap();
        tokens.renew(&[1; 32], Timestamp(3_000), Timestamp(9)).await.unwrap();
        sign_in(session(3, Some(3_000))).await;
        assert_eq!(sign_in(session(4, Some(5_000))).await, [[2; 32]]);
        let sign_ins = tokens.sign_ins(player, "*", NOW).await.unwrap();
        let seen: Vec<_> = sign_ins.iter().map(|it| (it.hash[0], it.seen_at)).collect();
        let [first_day, second_day] = [0, 86_400_000].map(|at| Some(Timestamp(at)));
        assert_eq!(seen, [(1, second_day), (3, first_day), (4, first_day)]);
        assert_eq!((&sign_ins[0].client, &sign_ins[2].client), (&client, &client));

        let all: Vec<_> = [1, 2, 3, 4, 9, 7].map(|n| [n; 32]).into();
        let valid = tokens.valid(&all, Timestamp(3_999)).await.unwrap();
        assert_eq!(valid, [1, 4, 9].map(|n| [n; 32]).into());
        let mut ended = tokens.delete_sign_ins(player, "*").await.unwrap();
        ended.sort_unstable();
        assert_eq!(ended, [1, 3, 4].map(|n| [n; 32]));
        assert_eq!(tokens.of_player(player, NOW).await.unwrap().len(), 1);
        running.stop().await;
    })
    .await;
}
