//! Tests of `chivalry backup`, `restore`, `doctor`, `erase` and `account`.

use std::fs;

use chivalry::store::{
    ClientInfo, MailKind, NewAddress, NewMail, SecurityEvent, SecurityEventKind, Store,
    StoreOptions,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};
use uuid::Uuid;

use super::finished::Finished;
use super::run;

/// Runs the program with a file as standard input.
fn run_with_bytes(arguments: &[&str], file: &str) -> std::process::ExitStatus {
    let mut command = super::command(arguments);
    command.stdin(fs::File::open(file).unwrap()).status().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn data_is_backed_up_checked_and_restored() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (data, file) = (path("data"), path("chivalry.backup"));
    let empty = run(&["backup", &file, "--data-dir", &data]);
    assert_eq!(empty.status, 2, "there are no tables to back up");
    for refused in [empty, run(&["doctor", "--data-dir", &data])] {
        assert_eq!(refused.status, 2);
        assert_eq!(
            refused.err,
            format!(
                "chivalry: there is no database in {data}: give --data-dir or --database-url\n"
            )
        );
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is created");

    // The commands run while a server has the database open.
    let (store, writer) = Store::open(&StoreOptions::sqlite(&data)).await.unwrap();
    let writing = tokio::spawn(writer.run(tokio_util::sync::CancellationToken::new()));
    let by = PlayerId(Uuid::now_v7());
    store.guests().create(by, "guest", Timestamp(1)).await.unwrap();
    let append = Finished { rated: false, ..Finished::at(Timestamp(5)) }.between(&[by, by]);
    let id = append.match_id;
    store.log().append(append).await.unwrap();

    let sound = run(&["doctor", "--data-dir", &data]);
    assert_eq!(sound.status, 0, "{}{}", sound.out, sound.err);
    assert_eq!(sound.lines(), ["1 match with 7 events and 0 tournaments: 0 findings"]);
    let made = run(&["backup", &file, "--data-dir", &data]);
    assert_eq!(made.status, 0, "{}", made.err);
    let again = run(&["backup", &file, "--data-dir", &data]);
    assert_eq!(again.status, 2, "a backup is not written over another");

    let restored = run(&["restore", &file, "--examine", "--data-dir", &path("other")]);
    assert_eq!(restored.status, 0, "{}{}", restored.out, restored.err);
    assert!(restored.out.ends_with("1 match with 7 events and 0 tournaments: 0 findings\n"));
    let refused = run(&["restore", &file, "--data-dir", &path("other")]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("the database is not empty"), "{}", refused.err);
    let piped = run_with_bytes(&["restore", "-", "--data-dir", &path("piped")], &file);
    assert!(piped.success());
    let cut = path("cut.backup");
    fs::write(&cut, &fs::read(&file).unwrap()[..500]).unwrap();
    let refused = run(&["restore", &cut, "--data-dir", &path("third")]);
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("is damaged, and nothing is restored"), "{}", refused.err);
    assert_eq!(run(&["restore", "no such file", "--data-dir", &path("third")]).status, 2);

    store.close().await;
    drop(store);
    writing.await.unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    let options = options.filename(directory.path().join("data/chivalry.sqlite"));
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let damage = "update matches set plies = 9";
    sqlx::query(damage).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let ill = run(&["doctor", "--json", "--data-dir", &data]);
    assert_eq!(ill.status, 1);
    let finding = "plies is Some(9), and Some(2) by its log";
    let summary =
        json!({"matches": 1, "events": 7, "unchained": 0, "tournaments": 0, "findings": 1});
    assert_eq!(ill.json(), [json!({"match": id.to_string(), "finding": finding}), summary]);
    let output = run(&["doctor", "--data-dir", &data]);
    assert_eq!(output.lines()[0], format!("match {id}: {finding}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_erased_by_name_or_by_id() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (store, _writer) = Store::open(&StoreOptions::sqlite(data)).await.unwrap();
    let [arthur, guest] = [PlayerId(Uuid::now_v7()), PlayerId(Uuid::now_v7())];
    store.players().create_account(arthur, "Arthur", "hash", Timestamp(1)).await.unwrap();
    store.guests().create(guest, "Guest-1", Timestamp(1)).await.unwrap();
    for (id, name_or_id) in [(arthur, "ARTHUR".to_owned()), (guest, guest.0.to_string())] {
        let erased = run(&["erase", &name_or_id, "--data-dir", data]);
        assert_eq!(erased.status, 0, "{}", erased.err);
        let ghost = store.players().by_id(id).await.unwrap().unwrap().name;
        assert!(ghost.starts_with("ghost-"), "{ghost}");
        assert_eq!(erased.lines(), [format!("{name_or_id} is {ghost} from now on")]);
        let again = run(&["erase", &name_or_id, "--data-dir", data]);
        assert_eq!(again.status, 1, "{}", again.out);
        assert!(again.err.contains("there is no player"), "{}", again.err);
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_makes_a_code_that_sets_a_new_password() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (store, _writer) = Store::open(&StoreOptions::sqlite(data)).await.unwrap();
    let arthur = PlayerId(Uuid::now_v7());
    store.players().create_account(arthur, "Arthur", "hash", Timestamp(1)).await.unwrap();
    let reset = run(&["account", "reset", "ARTHUR", "--hours", "2", "--data-dir", data]);
    assert_eq!(reset.status, 0, "{}", reset.err);
    let [code] = reset.lines()[..] else { panic!("{}", reset.out) };
    assert_eq!(code.split('-').map(str::len).collect::<Vec<_>>(), [4; 4], "{code}");
    assert!(reset.err.contains("Arthur sets a new password with this code"), "{}", reset.err);
    let log = store.security_log().of_player(arthur, 9).await.unwrap();
    let kinds: Vec<_> = log.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["operator_reset"]);

    store.guests().create(PlayerId(Uuid::now_v7()), "Guest-1", Timestamp(1)).await.unwrap();
    for name in ["Nobody", "Guest-1"] {
        let refused = run(&["account", "reset", name, "--data-dir", data]);
        assert_eq!((refused.status, refused.out.as_str()), (1, ""));
        assert!(refused.err.contains(&format!("there is no account {name}")), "{}", refused.err);
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_disables_an_address_whose_mails_came_back() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (store, _writer) = Store::open(&StoreOptions::sqlite(data)).await.unwrap();
    let player = PlayerId(Uuid::now_v7());
    store.players().create_account(player, "Arthur", "hash", Timestamp(1)).await.unwrap();
    let (kind, id, at) = (MailKind::Verification, "one".to_owned(), Timestamp(1));
    let [subject, text, html] = [const { String::new() }; 3];
    let mail = NewMail { id, player, kind, subject, text, html, at };
    let new = NewAddress {
        address: "arthur@example.org",
        verification: &[1; 32],
        expires_at: Timestamp(9),
        mail: &mail,
        notice: &mail,
    };
    let client = ClientInfo::default();
    let event = SecurityEvent::new(player, SecurityEventKind::MailChanged, client, at);
    assert!(store.mail_addresses().set(new, &event).await.unwrap());
    let done = run(&["account", "bounced", "ARTHUR@example.org", "--data-dir", data]);
    assert_eq!(done.status, 0, "{}", done.err);
    let address = store.mail_addresses().of_player(player).await.unwrap().unwrap();
    assert!(address.disabled_at.is_some());
    let again = run(&["account", "bounced", "arthur@example.org", "--data-dir", data]);
    assert_eq!((again.status, again.out.as_str()), (1, ""));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_directory_may_be_named_before_and_after_the_command() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (store, _writer) = Store::open(&StoreOptions::sqlite(data)).await.unwrap();
    let arthur = PlayerId(Uuid::now_v7());
    store.players().create_account(arthur, "Arthur", "hash", Timestamp(1)).await.unwrap();
    for command in [
        ["--data-dir", data, "moderator", "add", "arthur"],
        ["moderator", "--data-dir", data, "add", "arthur"],
        ["moderator", "add", "--data-dir", data, "arthur"],
        ["moderator", "add", "arthur", "--data-dir", data],
    ] {
        let done = run(&command);
        assert_eq!(done.status, 0, "{command:?}: {}", done.err);
    }
    let sound = run(&["--data-dir", data, "doctor"]);
    assert_eq!(sound.lines(), ["0 matches with 0 events and 0 tournaments: 0 findings"]);
    // An option of the server alone is not ignored.
    let refused = run(&["--listen", "127.0.0.1:0", "doctor", "--data-dir", data]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("'--listen' cannot be used with 'doctor'"), "{}", refused.err);
    store.close().await;
}
