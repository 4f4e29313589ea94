//! Accounts of the operator's provider that sign in to accounts.

use chivalry::store::{
    ClientInfo, Identity, IdentityLinked, NO_PASSWORD, NewAccount, NewPassword, PlayerError,
    SecurityEvent, SecurityEventKind, SignInRemoved, Store,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{PlayerId, PlayerKind};

use super::databases::on_every_database;
use super::fixtures::{guest, player_id};

const NOW: Timestamp = Timestamp(1_000);
const ISSUER: &str = "https://id.example.org";

fn identity(subject: &str) -> Identity {
    Identity { issuer: ISSUER.to_owned(), subject: subject.to_owned() }
}

fn event(player: PlayerId) -> SecurityEvent {
    SecurityEvent::new(player, SecurityEventKind::IdentityLinked, ClientInfo::default(), NOW)
}

async fn link(store: &Store, player: PlayerId, subject: &str) -> IdentityLinked {
    store.identities().link(&identity(subject), &event(player)).await.unwrap()
}

async fn unlink(store: &Store, player: PlayerId) -> SignInRemoved {
    store.identities().unlink(ISSUER, &event(player)).await.unwrap()
}

async fn sign_in(store: &Store, subject: &str) -> Option<PlayerId> {
    let player = store.identities().sign_in(&identity(subject), NOW).await.unwrap();
    player.map(|player| player.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_the_provider_signs_in_to_one_account() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let account = async |name: &str| {
            store.players().create_account(player_id(), name, "hash", NOW).await.unwrap().id
        };
        let [arthur, kay] = [account("Arthur").await, account("Kay").await];
        assert_eq!(sign_in(store, "one").await, None);
        assert_eq!(link(store, arthur, "one").await, IdentityLinked::Done);
        assert_eq!(link(store, arthur, "one").await, IdentityLinked::Done);
        assert_eq!(link(store, arthur, "two").await, IdentityLinked::HasOther);
        assert_eq!(link(store, kay, "one").await, IdentityLinked::OfOther);
        assert_eq!(sign_in(store, "one").await, Some(arthur));
        assert_eq!(sign_in(store, "two").await, None);
        let linked = store.identities().of_player(arthur).await.unwrap();
        assert_eq!(linked.len(), 1);
        assert_eq!((linked[0].created_at, linked[0].used_at), (NOW, Some(Timestamp(0))));
        assert_eq!(unlink(store, arthur).await, SignInRemoved::Done);
        assert_eq!(unlink(store, arthur).await, SignInRemoved::Unknown);
        assert_eq!(sign_in(store, "one").await, None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_a_password_keeps_its_last_way_to_sign_in() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let guest = guest(store).await;
        let create = async |id: PlayerId, name: &str, is_guest: bool, subject: &str| {
            let account = NewAccount { id, name, password_hash: NO_PASSWORD, at: NOW };
            let (identity, event) = (identity(subject), event(id));
            store.identities().create_account(account, is_guest, &identity, &event).await
        };
        let arthur = create(guest, "Arthur", true, "one").await.unwrap();
        assert_eq!((arthur.id, arthur.kind), (guest, PlayerKind::Account));
        let taken = create(player_id(), "arthur", false, "two").await;
        assert!(matches!(taken, Err(PlayerError::NameTaken)), "{taken:?}");
        let exists = create(player_id(), "Kay", false, "one").await;
        assert!(matches!(exists, Err(PlayerError::Exists)), "{exists:?}");
        assert_eq!(store.players().by_name("Kay").await.unwrap(), None, "nothing is stored");
        assert!(create(player_id(), "Kay", false, "two").await.is_ok());

        assert_eq!(store.players().password_hash("Arthur").await.unwrap(), None);
        assert_eq!(unlink(store, arthur.id).await, SignInRemoved::Last);
        assert_eq!(sign_in(store, "one").await, Some(arthur.id));
        let password = NewPassword { present: NO_PASSWORD, new: "hash" };
        let changed = store.recovery().change_password(password, None, &event(arthur.id)).await;
        assert!(changed.unwrap().is_some());
        assert_eq!(unlink(store, arthur.id).await, SignInRemoved::Done);
        running.stop().await;
    })
    .await;
}
