//! Permissions of programs, and devices.

use chivalry::store::{AppCode, AppDevice, AppGrant, AppRefresh, NewToken, TokenApp};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use uuid::Uuid;

use super::databases::on_every_database;

const ARTHUR: PlayerId = PlayerId(Uuid::from_u128(1));

fn grant(n: u8) -> AppGrant {
    let at = Timestamp(i64::from(n));
    AppGrant {
        id: Uuid::from_u128(n.into()),
        player: ARTHUR,
        client: "An app".to_owned(),
        redirect_uri: Some("https://example.org/back".to_owned()),
        scopes: "play".to_owned(),
        created_at: at,
        used_at: at,
        code: Some(AppCode {
            hash: [n; 32],
            challenge: "challenge".to_owned(),
            expires_at: Timestamp(1_000),
            used_at: None,
        }),
        refresh: None,
    }
}

fn token(n: u8, grant: &AppGrant) -> NewToken {
    NewToken {
        hash: [n; 32],
        player: grant.player,
        scopes: grant.scopes.clone(),
        created_at: Timestamp(i64::from(n)),
        expires_at: None,
        app: Some(TokenApp { grant: grant.id, client: grant.client.clone() }),
    }
}

fn refresh(n: u8) -> AppRefresh {
    AppRefresh { hash: [n; 32], expires_at: Timestamp(2_000) }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_issued_once_for_a_code_and_once_for_a_refresh_token() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let created = store.players().create_account(ARTHUR, "Arthur", "hash", Timestamp(5)).await;
        created.unwrap();
        let (apps, grant) = (store.apps(), grant(1));
        apps.create(&grant, 9).await.unwrap();
        assert_eq!(apps.by_code(&[1; 32]).await.unwrap().as_ref(), Some(&grant));
        let issue = async |previous: u8, n: u8| {
            let (token, refresh) = (token(n, &grant), refresh(n));
            apps.issue(grant.id, &[previous; 32], &token, &refresh, 2).await.unwrap()
        };
        assert_eq!(issue(1, 11).await, Some(Vec::new()));
        assert_eq!(issue(1, 12).await, None, "the code is used");
        assert_eq!(issue(11, 13).await, Some(Vec::new()));
        assert_eq!(issue(11, 14).await, None, "the refresh token is replaced");
        assert_eq!(issue(13, 15).await, Some(vec![[11; 32]]), "two access tokens remain");
        let stored = apps.by_token(&[15; 32]).await.unwrap().unwrap();
        assert_eq!((stored.refresh, stored.used_at), (Some(refresh(15)), Timestamp(15)));
        assert_eq!(stored.code.unwrap().used_at, Some(Timestamp(11)));
        let listed = store.tokens().of_player(ARTHUR, Timestamp(0)).await.unwrap();
        assert!(
            listed.iter().all(|token| token.app.as_ref().is_some_and(|it| it.grant == grant.id))
        );
        let mut ended = apps.delete(grant.id).await.unwrap();
        ended.sort_unstable();
        assert_eq!(ended, [[13; 32], [15; 32]]);
        assert_eq!(apps.by_id(grant.id).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_and_expired_grants_end() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let created = store.players().create_account(ARTHUR, "Arthur", "hash", Timestamp(5)).await;
        created.unwrap();
        let apps = store.apps();
        for n in 1..=3 {
            apps.create(&grant(n), 2).await.unwrap();
        }
        assert_eq!(apps.by_id(grant(1).id).await.unwrap(), None, "unused for the longest time");
        let issued = apps.issue(grant(2).id, &[2; 32], &token(9, &grant(2)), &refresh(9), 2).await;
        issued.unwrap().unwrap();
        let listed = apps.of_player(ARTHUR, Timestamp(999)).await.unwrap();
        assert_eq!(listed.len(), 1, "a grant whose code was not used is no sign-in");
        let device = AppDevice {
            code: [1; 32],
            user_code: "BCDFGHJK".to_owned(),
            client: "A console".to_owned(),
            scopes: "play".to_owned(),
            created_at: Timestamp(1),
            expires_at: Timestamp(1_000),
            next_at: Timestamp(1),
            interval_ms: 5_000,
            decision: None,
        };
        let devices = store.devices();
        assert!(devices.create(&device).await.unwrap());
        let other = AppDevice { code: [2; 32], ..device.clone() };
        assert!(!devices.create(&other).await.unwrap(), "the user code is in use");
        assert_eq!(devices.waiting("BCDFGHJK", Timestamp(1_000)).await.unwrap(), None);
        assert!(devices.decide(&[1; 32], ARTHUR, true).await.unwrap());
        assert!(!devices.decide(&[1; 32], ARTHUR, false).await.unwrap());
        assert_eq!(devices.waiting("BCDFGHJK", Timestamp(999)).await.unwrap(), None);
        let delete = async |at| store.retention().delete_expired_apps(Timestamp(at), 9).await;
        assert_eq!(delete(999).await.unwrap(), 0);
        assert_eq!(delete(1_000).await.unwrap(), 2, "the unused code and the device");
        assert_eq!(delete(2_000).await.unwrap(), 1);
        running.stop().await;
    })
    .await;
}
