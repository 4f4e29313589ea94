//! Players and tokens.

use chivalry::store::{NewToken, PlayerError, TokenOwner};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerKind};

use super::databases::on_every_database;
use super::fixtures::player_id;

const NOW: Timestamp = Timestamp(1_000);

#[tokio::test(flavor = "multi_thread")]
async fn player_names_are_unique_without_regard_to_case() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let oak = store.create_account(player_id(), "\u{d6}ak", "hash", NOW).await.unwrap();
        let taken = store.create_guest(player_id(), "\u{f6}AK", NOW).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        let taken = store.create_account(player_id(), "\u{f6}ak", "h", NOW).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        assert_eq!(store.player_by_name("\u{d6}AK").await.unwrap(), Some(oak.clone()));
        assert_eq!(store.player(oak.id).await.unwrap(), Some(oak.clone()));
        assert_eq!(store.player(player_id()).await.unwrap(), None);
        let hash = store.password_hash("\u{f6}ak").await.unwrap();
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
        let guest = store.create_guest(player_id(), "guest-1", NOW).await.unwrap();
        assert_eq!(guest.kind, PlayerKind::Guest);
        assert_eq!(store.password_hash("guest-1").await.unwrap(), None);
        store.create_account(player_id(), "Anna", "hash", NOW).await.unwrap();
        let taken = store.claim_guest(guest.id, "ANNA", "hash", Timestamp(2)).await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        let account = store.claim_guest(guest.id, "Ben", "hash", Timestamp(2)).await.unwrap();
        let expected = Player { id: guest.id, name: "Ben".to_owned(), kind: PlayerKind::Account };
        assert_eq!(account, expected);
        assert_eq!(store.player(guest.id).await.unwrap(), Some(expected));
        for id in [guest.id, player_id()] {
            let again = store.claim_guest(id, "Carl", "hash", Timestamp(2)).await;
            assert!(matches!(again, Err(PlayerError::NotAGuest)), "{again:?}");
        }
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
            players.push(store.create_guest(player_id(), &format!("g{n}"), NOW).await.unwrap());
        }
        let mut ids: Vec<_> = players.iter().map(|player| player.id).collect();
        ids.push(player_id());
        let mut found = store.players(&ids).await.unwrap();
        found.sort_by_key(|player| player.id);
        assert_eq!(found, players);
        assert_eq!(store.players(&[]).await.unwrap(), []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_identifies_its_player_until_it_expires() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let player = store.create_guest(player_id(), "guest", NOW).await.unwrap();
        let lasting = NewToken {
            hash: [7; 32],
            player: player.id,
            scopes: "play read".to_owned(),
            created_at: NOW,
            expires_at: None,
        };
        let brief =
            NewToken { hash: [8; 32], expires_at: Some(Timestamp(2_000)), ..lasting.clone() };
        store.create_token(&lasting).await.unwrap();
        store.create_token(&brief).await.unwrap();
        let stranger = NewToken { hash: [9; 32], player: player_id(), ..lasting.clone() };
        assert!(store.create_token(&stranger).await.is_err());

        let owner = Some(TokenOwner { player, scopes: "play read".to_owned() });
        let later = Timestamp(2_000);
        assert_eq!(store.player_by_token(&lasting.hash, later).await.unwrap(), owner);
        assert_eq!(store.player_by_token(&brief.hash, Timestamp(1_999)).await.unwrap(), owner);
        assert_eq!(store.player_by_token(&brief.hash, later).await.unwrap(), None);
        assert!(store.delete_token(&lasting.hash).await.unwrap());
        assert!(!store.delete_token(&lasting.hash).await.unwrap());
        assert_eq!(store.player_by_token(&lasting.hash, NOW).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}
