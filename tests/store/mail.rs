//! E-mail addresses, the outbox, and requests of a recovery by e-mail.

use chivalry::store::{
    ClientInfo, LeasedMail, MailKey, MailKind, NewAddress, NewMail, RecoveryLink, SecurityEvent,
    SecurityEventKind, Store,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use super::databases::on_every_database;
use super::fixtures::player_id;

const NOW: Timestamp = Timestamp(86_400_000_000);
const MINUTE_MS: i64 = 60 * 1_000;
const ADDRESS: &str = "Arthur@Example.org";

fn after(minutes: i64) -> Timestamp {
    Timestamp(NOW.0 + minutes * MINUTE_MS)
}

async fn account(store: &Store, name: &str) -> Player {
    store.players().create_account(player_id(), name, "hash", NOW).await.unwrap()
}

fn mail(id: &str, player: PlayerId, kind: MailKind, at: Timestamp) -> NewMail {
    let [subject, text, html] = ["subject", "text", "html"].map(str::to_owned);
    NewMail { id: id.to_owned(), player, kind, subject, text, html, at }
}

fn event(player: PlayerId, kind: SecurityEventKind, at: Timestamp) -> SecurityEvent {
    SecurityEvent::new(player, kind, ClientInfo::default(), at)
}

/// Sets an address with the link `number`. Returns false if there were too many.
async fn set(store: &Store, player: &Player, address: &str, number: u8, at: Timestamp) -> bool {
    let verify = mail(&format!("verify {number}"), player.id, MailKind::Verification, at);
    let notice = mail(&format!("notice {number}"), player.id, MailKind::Security, at);
    let new = NewAddress {
        address,
        verification: &[number; 32],
        expires_at: Timestamp(at.0 + 60 * MINUTE_MS),
        mail: &verify,
        notice: &notice,
    };
    let event = event(player.id, SecurityEventKind::MailChanged, at);
    store.mail_addresses().set(new, &event).await.unwrap()
}

async fn verify(store: &Store, number: u8, at: Timestamp) -> Option<Player> {
    store.mail_addresses().verify(&[number; 32], ClientInfo::default(), at).await.unwrap()
}

/// Leases the mails that are due, and removes them.
async fn send_all(store: &Store, at: Timestamp) -> Vec<LeasedMail> {
    let mails = store.mail_outbox().lease(at, Timestamp(at.0 + MINUTE_MS), 100).await.unwrap();
    for mail in &mails {
        store.mail_outbox().remove(mail).await.unwrap();
    }
    mails
}

fn ids(mails: &[LeasedMail]) -> Vec<&str> {
    mails.iter().map(|leased| leased.mail.id.as_str()).collect()
}

/// Returns true for each kind that the player receives, in the order of `MailKind::ALL`.
async fn receives(store: &Store, player: PlayerId, prefix: &str) -> [bool; 4] {
    let mut received = [false; 4];
    for (kind, is_stored) in MailKind::ALL.into_iter().zip(&mut received) {
        // Links of earlier days do not count.
        let at = Timestamp(NOW.0 - 2 * 24 * 60 * MINUTE_MS);
        let mail = mail(&format!("{prefix} {kind:?}"), player, kind, at);
        *is_stored = store.mail_outbox().enqueue(&mail).await.unwrap();
    }
    received
}

#[tokio::test(flavor = "multi_thread")]
async fn only_verified_addresses_receive_mails_until_they_bounce_or_unsubscribe() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        assert_eq!(receives(store, arthur.id, "none").await, [false; 4]);
        assert!(set(store, &arthur, ADDRESS, 1, NOW).await);
        assert_eq!(receives(store, arthur.id, "new").await, [true, false, false, false]);
        assert_eq!(verify(store, 2, NOW).await, None, "another link");
        assert_eq!(verify(store, 1, after(60)).await, None, "an expired link");
        assert_eq!(verify(store, 1, NOW).await, Some(arthur.clone()));
        assert_eq!(verify(store, 1, NOW).await, None, "a used link");
        assert_eq!(receives(store, arthur.id, "verified").await, [true; 4]);

        let sent = send_all(store, NOW).await;
        assert!(sent.iter().all(|leased| leased.address == ADDRESS));
        let secret = sent[0].unsubscription.unwrap();
        assert!(!store.mail_addresses().unsubscribe(&[0; 16], NOW).await.unwrap());
        let pending = mail("pending", arthur.id, MailKind::Notification, NOW);
        assert!(store.mail_outbox().enqueue(&pending).await.unwrap());
        for _ in 0..2 {
            assert!(store.mail_addresses().unsubscribe(&secret, NOW).await.unwrap());
        }
        assert_eq!(ids(&send_all(store, NOW).await), [""; 0], "what was not sent is dropped");
        assert_eq!(receives(store, arthur.id, "quiet").await, [true, true, true, false]);
        assert!(store.mail_addresses().set_subscribed(arthur.id, true, NOW).await.unwrap());
        assert_eq!(receives(store, arthur.id, "again").await, [true; 4]);

        assert_eq!(store.mail_addresses().disable("arthur@example.ORG", NOW).await.unwrap(), 1);
        assert_eq!(store.mail_addresses().disable(ADDRESS, NOW).await.unwrap(), 0);
        assert_eq!(receives(store, arthur.id, "bounced").await, [true, false, false, false]);
        let found = store.mail_addresses().of_player(arthur.id).await.unwrap().unwrap();
        assert_eq!((found.verified_at, found.disabled_at), (Some(NOW), Some(NOW)));
        assert!(set(store, &arthur, ADDRESS, 3, NOW).await);
        assert!(verify(store, 3, NOW).await.is_some());
        assert_eq!(receives(store, arthur.id, "back").await, [true; 4]);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_leased_to_one_sender_retried_and_sent_once() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        set(store, &arthur, ADDRESS, 1, NOW).await;
        verify(store, 1, NOW).await;
        send_all(store, NOW).await;
        let outbox = store.mail_outbox();
        for number in 0..20 {
            let at = Timestamp(NOW.0 + number);
            let mail = mail(&format!("{number:02}"), arthur.id, MailKind::Notification, at);
            assert!(outbox.enqueue(&mail).await.unwrap());
            assert!(!outbox.enqueue(&mail).await.unwrap(), "the same id");
        }
        assert_eq!(outbox.next_due_at().await.unwrap(), Some(NOW));
        let (one, other) = tokio::join!(
            outbox.lease(after(1), after(2), 12),
            outbox.lease(after(1), after(2), 20)
        );
        let (one, other) = (one.unwrap(), other.unwrap());
        let (of_one, of_other) = (ids(&one), ids(&other));
        assert!(of_one.iter().all(|id| !of_other.contains(id)), "{of_one:?} {of_other:?}");
        let mut leased = one;
        leased.extend(other);
        leased.extend(outbox.lease(after(1), after(2), 20).await.unwrap());
        assert_eq!(leased.len(), 20);
        assert_eq!(outbox.lease(after(1), after(2), 20).await.unwrap(), []);

        // A sender that failed loses the lease, and can no longer change the mail.
        leased.sort_by(|a, b| a.mail.id.cmp(&b.mail.id));
        for mail in &leased[..18] {
            outbox.remove(mail).await.unwrap();
        }
        outbox.retry(&leased[18], after(5)).await.unwrap();
        let again = outbox.lease(after(2), after(3), 20).await.unwrap();
        assert_eq!((ids(&again), again[0].tries), (vec!["19"], 0));
        outbox.remove(&leased[19]).await.unwrap();
        outbox.remove(&again[0]).await.unwrap();
        let last = outbox.lease(after(5), after(6), 20).await.unwrap();
        assert_eq!((ids(&last), last[0].tries), (vec!["18"], 1));
        outbox.remove(&last[0]).await.unwrap();
        assert_eq!(outbox.next_due_at().await.unwrap(), None);
        let sent = mail("07", arthur.id, MailKind::Notification, after(9));
        assert!(!outbox.enqueue(&sent).await.unwrap(), "the id of a mail that was sent");
        assert!(outbox.delete_old(after(1), 100).await.unwrap() >= 20);
        assert!(outbox.enqueue(&sent).await.unwrap());
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_that_verify_an_address_are_limited_and_the_former_address_is_told() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        assert!(set(store, &arthur, ADDRESS, 1, NOW).await);
        assert!(set(store, &arthur, ADDRESS, 2, NOW).await);
        assert_eq!(verify(store, 1, NOW).await, None, "the replaced link");
        assert!(verify(store, 2, NOW).await.is_some());
        assert!(set(store, &arthur, "king@example.org", 3, NOW).await);
        let sent = send_all(store, NOW).await;
        let to: Vec<_> = sent.iter().map(|it| (it.mail.id.as_str(), it.address.as_str())).collect();
        // The link to the replaced address was dropped, and the notice was not.
        assert_eq!(to, [("notice 3", ADDRESS), ("verify 3", "king@example.org")]);
        assert!(set(store, &arthur, ADDRESS, 4, NOW).await);
        assert!(set(store, &arthur, ADDRESS, 5, NOW).await);
        assert!(!set(store, &arthur, ADDRESS, 6, NOW).await);
        assert!(set(store, &arthur, ADDRESS, 7, after(24 * 60 + 1)).await);
        // Other accounts count towards the limit of an address.
        for number in 10..14 {
            let other = account(store, &format!("Knight-{number}")).await;
            assert!(set(store, &other, ADDRESS, number, after(24 * 60 + 1)).await);
        }
        let other = account(store, "Mordred").await;
        assert!(!set(store, &other, ADDRESS, 20, after(24 * 60 + 1)).await);
        assert_eq!(store.mail_addresses().of_player(other.id).await.unwrap(), None);
        let until = after(24 * 60 + 2);
        assert_eq!(store.mail_addresses().delete_unverified(until, 2).await.unwrap(), 2);
        assert_eq!(store.mail_addresses().delete_unverified(until, 9).await.unwrap(), 3);
        assert!(set(store, &arthur, ADDRESS, 30, after(24 * 60 + 1)).await);
        verify(store, 30, after(24 * 60 + 1)).await;
        assert_eq!(store.mail_addresses().delete_unverified(until, 9).await.unwrap(), 0);
        let notice = mail("removed", arthur.id, MailKind::Security, NOW);
        let removed = event(arthur.id, SecurityEventKind::MailRemoved, NOW);
        assert!(store.mail_addresses().remove(&notice, &removed).await.unwrap());
        assert!(!store.mail_addresses().remove(&notice, &removed).await.unwrap());
        running.stop().await;
    })
    .await;
}

/// Answers every request with a link whose code is `number`. Returns the names of the accounts.
async fn answer(store: &Store, number: u8, at: Timestamp) -> Vec<String> {
    let mut names = Vec::new();
    for key in store.recovery_requests().open(10).await.unwrap() {
        let accounts = store.recovery_requests().accounts(&key, at).await.unwrap();
        let link = |player: Player| RecoveryLink {
            mail: mail(
                &format!("recover {} {number}", player.name),
                player.id,
                MailKind::Recovery,
                at,
            ),
            player,
            code: [number; 32],
            expires_at: Timestamp(at.0 + 60 * MINUTE_MS),
        };
        let links: Vec<RecoveryLink> = accounts.into_iter().map(link).collect();
        names.extend(links.iter().map(|link| link.player.name.clone()));
        for _ in 0..2 {
            store.recovery_requests().answer(&key, &links, at).await.unwrap();
        }
    }
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_by_email_reaches_verified_addresses_and_ends_what_signs_in() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        set(store, &arthur, ADDRESS, 1, NOW).await;
        let request = async |address: &str, at: Timestamp| {
            store.recovery_requests().add(&MailKey::of(address), at).await.unwrap();
        };
        let recover = async |code: u8, at: Timestamp| {
            let (code, client) = ([code; 32], ClientInfo::default());
            let done = store.recovery().recover("Arthur", &code, "new", client, at).await;
            done.unwrap()
        };
        request(ADDRESS, NOW).await;
        request("nobody@example.org", NOW).await;
        assert_eq!(answer(store, 1, NOW).await, [""; 0], "unverified and unknown addresses");
        verify(store, 1, NOW).await;
        send_all(store, NOW).await;
        request(" arthur@example.org", NOW).await;
        request(ADDRESS, NOW).await;
        assert_eq!(answer(store, 2, NOW).await, ["Arthur"]);
        request(ADDRESS, after(10)).await;
        assert_eq!(answer(store, 3, after(9)).await, [""; 0], "one link within ten minutes");
        request(ADDRESS, after(10)).await;
        assert_eq!(answer(store, 4, after(10)).await, ["Arthur"]);
        let sent = send_all(store, after(10)).await;
        assert_eq!(ids(&sent), ["recover Arthur 2", "recover Arthur 4"]);

        assert_eq!(recover(2, after(11)).await, None, "the replaced link");
        assert_eq!(recover(4, after(70)).await, None, "the expired link");
        assert_eq!(store.recovery().codes_left(arthur.id).await.unwrap(), 0);
        let recovered = recover(4, after(69)).await.unwrap();
        assert!(!recovered.by_operator);
        assert_eq!(recover(4, after(69)).await, None, "the used link");
        assert!(store.mail_addresses().of_player(arthur.id).await.unwrap().is_some());
        let log = store.security_log().of_player(arthur.id, 10).await.unwrap();
        let mut log: Vec<_> = log.iter().map(|event| event.kind.as_str()).collect();
        log.sort_unstable();
        assert_eq!(log, ["mail_changed", "mail_verified", "recovered", "recovery_mailed"]);
        request(ADDRESS, after(69)).await;
        assert_eq!(answer(store, 5, after(69)).await, ["Arthur"]);
        assert!(recover(5, after(70)).await.is_some());
        request(ADDRESS, after(70)).await;
        assert_eq!(answer(store, 6, after(70)).await, [""; 0], "the last link was used");

        // Somebody who had the account may have set the address, so that another code removes it.
        let codes = event(arthur.id, SecurityEventKind::CodesMade, NOW);
        store.recovery().replace_codes(&[[9; 32]], &codes).await.unwrap();
        assert!(recover(9, after(80)).await.is_some());
        assert_eq!(store.mail_addresses().of_player(arthur.id).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}
