//! Tests of the commands of the engine: training, networks in the arena, and
//! endgame tables.

use std::fs;
use std::path::Path;

use chivalry_rules::notation::record::GameRecord;
use serde_json::json;

use super::{Run, run, run_with};

fn train(variant: &str, file: &Path, more: &[&str]) -> Run {
    let file = file.to_str().unwrap();
    let small = ["--games", "10", "--nodes", "60", "--epochs", "2"];
    run(&[&["train", variant, "--output", file][..], &small, more].concat())
}

#[test]
fn equal_seeds_train_equal_networks_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["one", "other", "seed"].map(|name| folder.path().join(name));
    let options = [["--threads", "1"], ["--threads", "3"], ["--seed", "2"]];
    for (file, options) in files.iter().zip(options) {
        let trained = train("camette", file, &options);
        assert_eq!(trained.status, 0, "{}", trained.err);
        assert!(trained.err.contains("round 2: "), "{}", trained.err);
    }
    let [one, other, seed] = files.map(|file| fs::read(file).unwrap());
    assert!(one == other, "two networks of one seed");
    assert!(one != seed, "equal networks of two seeds");
}

#[test]
fn a_later_run_goes_on_from_a_network_and_its_positions() {
    let folder = tempfile::tempdir().unwrap();
    let [network, positions, next] =
        ["new/network", "positions/all", "next"].map(|name| folder.path().join(name));
    let positions_option = ["--positions", positions.to_str().unwrap(), "--rounds", "1"];
    let learned = |run: &Run| -> u64 {
        assert_eq!(run.status, 0, "{}", run.err);
        let words = run.err.strip_prefix("round 1: ").unwrap().split_once(' ').unwrap();
        words.0.parse().unwrap()
    };
    let first = learned(&train("camette", &network, &positions_option));
    let go_on = ["--network", network.to_str().unwrap(), "--seed", "2"];
    let second = learned(&train("camette", &next, &[&positions_option[..], &go_on].concat()));
    assert!(first > 0 && second > first, "{first} and {second} positions");

    fs::write(&positions, "no positions").unwrap();
    let refused = train("camette", &next, &positions_option);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("all: not a file of positions"), "{}", refused.err);
    assert_eq!(fs::read(&positions).unwrap(), b"no positions");
    let folder = positions.join("network");
    let refused = train("camette", &folder, &["--rounds", "1"]);
    assert_eq!((refused.status, refused.err.lines().count()), (2, 1), "{}", refused.err);
}

#[test]
fn the_engine_protocol_sets_levels_lines_and_threads() {
    let commands = [
        "uci",
        "setoption name Variant value camette",
        "setoption name Threads value 2",
        "setoption name MultiPV value 2",
        "position array",
        "go nodes 20000",
        "setoption name Threads value 1",
        "setoption name Level value 1",
        "go",
        "setoption name Threads value 0",
        "quit\n",
    ];
    let engine = run_with(&["engine"], &commands.join("\n"));
    assert_eq!(engine.status, 0, "{}", engine.err);
    let lines: Vec<_> = engine.out.lines().collect();
    assert!(lines.contains(&"option name Threads type spin default 1 min 1 max 64"));
    let found = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(found, 2, "{}", engine.out);
    assert!(lines.iter().any(|line| line.contains(" multipv 2 score ")), "{}", engine.out);
    assert_eq!(lines.last(), Some(&"info string Threads is a number from 1 to 64"));
}

#[test]
fn the_levels_of_a_variant_are_calibrated() {
    let options = ["--games", "2", "--share", "0.6", "--seed", "3"];
    let measured = run(&[&["calibrate", "camette"][..], &options].concat());
    assert_eq!(measured.status, 0, "{}", measured.err);
    let words: Vec<_> = measured.out.split_whitespace().collect();
    assert_eq!((words.len(), words[0]), (8, "camette"), "{}", measured.out);
    assert_eq!(measured.err.lines().count(), 7, "{}", measured.err);
    let unknown = run(&["calibrate", "camette", "--share", "0.4"]);
    assert!(unknown.err.contains("a number from 0.51 to 0.95"), "{}", unknown.err);
}

#[test]
fn a_network_plays_in_the_arena_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("camette.network");
    assert_eq!(train("camette", &file, &[]).status, 0);
    let player = format!("network:{},200", file.display());
    let arena =
        |variant| run(&["arena", &player, "linear:200", "--variant", variant, "--games", "2"]);
    let played = arena("camette");
    assert_eq!(played.status, 0, "{}", played.err);
    assert!(played.out.starts_with("camette "), "{}", played.out);

    let other = arena("cam");
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("inputs, expected"), "{}", other.err);

    let mut bytes = fs::read(&file).unwrap();
    bytes[5_000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = arena("camette");
    assert_eq!(damaged.status, 2, "{}", damaged.out);
    assert!(damaged.err.contains("the file is damaged"), "{}", damaged.err);
}

#[test]
fn the_records_of_an_arena_are_sound_and_begin_at_the_array() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let file = file.to_str().unwrap();
    for (variant, result) in [("camette", "1-0"), ("grand-cam", "RB")] {
        let arena = ["arena", "level:4", "random", "--variant", variant, "--games", "2"];
        let played = run(&[&arena[..], &["--records", file]].concat());
        assert_eq!(played.status, 0, "{}", played.err);
        let records = fs::read_to_string(file).unwrap();
        let has = |tag: &str| assert_eq!(records.matches(tag).count(), 1, "{tag} in {records}");
        let seat = if variant == "camette" { "White" } else { "Blue" };
        has(&format!("[{seat} \"level:4\"]"));
        has(&format!("[{seat} \"random\"]"));
        has(&format!("[Result \"{result}\"]"));
        assert!(!records.contains("[Position "), "{records}");
        let replayed = run(&["replay", file]);
        assert_eq!(replayed.status, 0, "{}{}", replayed.out, replayed.err);
    }
    let missing = folder.path().join("missing/games.txt");
    let missing = missing.to_str().unwrap();
    let refused = run(&["arena", "random", "random", "--games", "2", "--records", missing]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("missing/games.txt: "), "{}", refused.err);
}

#[test]
fn a_variant_that_no_network_fits_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("network");
    let refused = train("river-camelot", &file, &[]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("no network fits the variant"), "{}", refused.err);
    assert!(!file.exists());
}

#[test]
fn tables_are_solved_verified_and_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solve = ["solve", "camette", "--pieces", "4", "--tables", tables, "--threads", "2"];
    let check = [&solve[..], &["--verify", "--sample", "200"]].concat();
    let solved = run(&check);
    assert_eq!(solved.status, 0, "{}{}", solved.out, solved.err);
    assert!(solved.out.contains("K1M1-K1M1: "), "{}", solved.out);
    assert!(solved.out.contains("compared with their successors: 0 differ"), "{}", solved.out);
    assert!(solved.out.contains("rules and with search: 0 differ"), "{}", solved.out);
    assert!(solved.out.contains("not in the tables"), "the array has eight pieces");

    // The file exists, and is not computed again.
    let again = run(&solve);
    let hash = |run: &Run| {
        run.lines().iter().find_map(|line| line.strip_prefix("hash ").map(str::to_owned))
    };
    assert_eq!(hash(&again), hash(&solved));
    assert!(!again.out.contains("K1M1-K1M1: "), "{}", again.out);

    let won = "1/3/2w2/4b/5/3/1 w 0,0";
    let found = run(&["tables", "camette", won, "--tables", tables]);
    assert!(found.lines()[0].ends_with(": win 3"), "{}", found.out);
    let found = run(&["tables", "camette", won, "--tables", tables, "--json"]);
    assert_eq!(found.json()[0][0]["plies"], 3, "{}", found.out);

    // The engine and the analysis know the result without a search.
    let analysed = run(&["analyse", "--variant", "camette", won, "--tables", tables, "--json"]);
    assert_eq!(
        (&analysed.json()[0]["nodes"], &analysed.json()[0]["score"]["win"]),
        (&json!(1), &json!(2))
    );
    let session = format!("position {won}\ngo nodes 1000\nquit\n");
    let engine = run_with(&["engine", "camette", "--tables", tables], &session);
    assert!(engine.out.contains("score win 2 nodes 1 "), "{}", engine.out);

    let refused = run(&["solve", "camelot", "--tables", tables]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("with up to 28 pieces"), "{}", refused.err);
    let refused = run(&["solve", "anti-camelot", "--tables", tables]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("tables exist only for"), "{}", refused.err);
}

#[test]
fn games_of_an_arena_end_and_puzzles_are_mined_by_tables() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, games, mined, checked] = ["tables", "games.txt", "mined.txt", "checked"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let solved = run(&["solve", "camette", "--pieces", "4", "--tables", &tables]);
    assert_eq!(solved.status, 0, "{}", solved.err);

    let arena = ["arena", "random", "random", "--variant", "camette", "--games", "40"];
    let played = run(&[&arena[..], &["--tables", &tables, "--records", &games]].concat());
    assert_eq!(played.status, 0, "{}", played.err);
    let mut ended_by_tables = 0;
    for record in fs::read_to_string(&games).unwrap().split("[Event ").skip(1) {
        let record: GameRecord = format!("[Event {record}").parse().unwrap();
        let game = record.replay(None).unwrap().game;
        if game.ending().is_some() {
            continue;
        }
        ended_by_tables += 1;
        let position = game.position().to_string();
        let found = run(&["tables", "camette", &position, "--tables", &tables, "--json"]);
        let best = &found.json()[0][0]["result"];
        let is_white = position.contains(" w ");
        let result = match best.as_str().unwrap() {
            "draw" => "1/2-1/2",
            best => {
                if (best == "win") == is_white {
                    "1-0"
                } else {
                    "0-1"
                }
            }
        };
        assert_eq!(record.tag("Result"), Some(result), "{position}");
    }
    assert!(ended_by_tables > 0);

    let mine = ["puzzles", "mine", "--variant", "camette", "--nodes", "100000"];
    let endings = ["--tables", &tables, "--endings", "300", "--output", &mined];
    let found = run(&[&mine[..], &endings].concat());
    assert_eq!(found.status, 0, "{}", found.err);
    assert!(found.err.contains("300 positions, "), "{}", found.err);
    let puzzles = fs::read_to_string(&mined).unwrap();
    assert!(puzzles.lines().count() > 0, "{}", found.err);
    let check = run(&["puzzles", "check", &mined, "--nodes", "100000", "--output", &checked]);
    assert_eq!(check.status, 0, "{}{}", check.out, check.err);
    let without_tables = run(&[&mine[..], &["--endings", "10"]].concat());
    assert_eq!(without_tables.status, 2, "{}", without_tables.out);
}

#[test]
fn grand_cam_has_tables_of_two_seats() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solve = ["solve", "grand-cam", "--pieces", "2", "--tables", tables];
    let solved = run(&[&solve[..], &["--verify", "--sample", "100"]].concat());
    assert_eq!(solved.status, 0, "{}{}", solved.out, solved.err);
    for part in ["K1M0-K0M1-adjacent: ", " plies without passes\n", "search: 0 differ"] {
        assert!(solved.out.contains(part), "{part} in {}", solved.out);
    }
    let refused = run(&["solve", "grand-camelot", "--pieces", "2", "--tables", tables]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("tables of games with partners"), "{}", refused.err);
}
