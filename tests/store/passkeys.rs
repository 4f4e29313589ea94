//! Passkeys.

use chivalry::store::{
    ClientInfo, Passkey, PasskeyAdded, PasskeyChallenge, SecurityEvent, SecurityEventKind,
    SignInRemoved, Store,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use super::databases::on_every_database;
use super::fixtures::player_id;

const NOW: Timestamp = Timestamp(86_400_000 + 5);

fn challenge(number: u8) -> PasskeyChallenge {
    PasskeyChallenge { id: [number; 16], expires_at: Timestamp(NOW.0 + 9) }
}

fn passkey(id: &[u8]) -> Passkey {
    Passkey {
        id: id.to_vec(),
        public_key: vec![7; 77],
        sign_count: 3,
        created_at: NOW,
        used_at: None,
        client: ClientInfo { browser: Some("Firefox".to_owned()), system: None },
    }
}

async fn add(store: &Store, player: PlayerId, id: &[u8], number: u8) -> PasskeyAdded {
    let (passkey, kind) = (passkey(id), SecurityEventKind::PasskeyAdded);
    let event = SecurityEvent::new(player, kind, ClientInfo::default(), NOW);
    store.passkeys().add(&passkey, &challenge(number), &event, 2).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn passkeys_belong_to_one_player_and_are_limited() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let account = async |name: &str| {
            store.players().create_account(player_id(), name, "hash", NOW).await.unwrap()
        };
        let [arthur, kay] = [account("Arthur").await, account("Kay").await];
        let long = [9; 1_023];
        assert_eq!(add(store, arthur.id, b"one", 1).await, PasskeyAdded::Done);
        assert_eq!(add(store, arthur.id, b"two", 1).await, PasskeyAdded::Known, "the challenge");
        assert_eq!(add(store, kay.id, b"one", 2).await, PasskeyAdded::Known, "the id");
        assert_eq!(add(store, arthur.id, &long, 3).await, PasskeyAdded::Done);
        assert_eq!(add(store, arthur.id, b"three", 4).await, PasskeyAdded::TooMany);
        let found = store.passkeys().by_id(&long).await.unwrap();
        assert_eq!(found, Some((arthur.clone(), passkey(&long))));
        assert_eq!(store.passkeys().of_player(arthur.id).await.unwrap().len(), 2);
        assert_eq!(store.passkeys().by_id(b"three").await.unwrap(), None);

        let removed = |player| {
            let kind = SecurityEventKind::PasskeyRemoved;
            SecurityEvent::new(player, kind, ClientInfo::default(), NOW)
        };
        let delete =
            async |player| store.passkeys().delete(b"one", &removed(player)).await.unwrap();
        assert_eq!(delete(kay.id).await, SignInRemoved::Unknown);
        assert_eq!(delete(arthur.id).await, SignInRemoved::Done);
        let log = store.security_log().of_player(arthur.id, 9).await.unwrap();
        let mut kinds: Vec<_> = log.iter().map(|it| (it.kind.as_str(), it.times)).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, [("passkey_added", 2), ("passkey_removed", 1)]);

        // A recovery removes them, because somebody else may have added one.
        let code = [1; 32];
        store.recovery().replace_codes(&[code], &removed(arthur.id)).await.unwrap();
        let client = ClientInfo::default();
        let done = store.recovery().recover("Arthur", &code, "new", client, NOW).await.unwrap();
        assert!(done.is_some());
        assert_eq!(store.passkeys().of_player(arthur.id).await.unwrap(), []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_and_a_count_of_signatures_are_used_once() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = store.players().create_account(player_id(), "Arthur", "hash", NOW);
        let arthur = arthur.await.unwrap();
        assert_eq!(add(store, arthur.id, b"one", 1).await, PasskeyAdded::Done);
        let record = async |passkey: &Passkey, count: u32, number: u8| {
            store.passkeys().record_use(passkey, count, &challenge(number), NOW).await.unwrap()
        };
        let first = passkey(b"one");
        assert!(!record(&first, 4, 1).await, "the challenge of the registration");
        assert!(record(&first, 4, 2).await);
        assert!(!record(&first, 4, 2).await);
        assert!(!record(&first, 5, 3).await, "it was used since it was read");
        let (_, used) = store.passkeys().by_id(b"one").await.unwrap().unwrap();
        assert_eq!((used.sign_count, used.used_at), (4, Some(Timestamp(86_400_000))));
        assert!(!record(&passkey(b"other"), 4, 4).await);
        let end = challenge(1).expires_at;
        let deleted = store.retention().delete_old_security(end, Timestamp(0), 9).await.unwrap();
        assert_eq!(deleted, 4);
        running.stop().await;
    })
    .await;
}
