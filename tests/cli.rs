//! Tests of the command line, run as a child process.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "cli/engine.rs"]
mod engine;
#[path = "support/finished.rs"]
mod finished;
#[path = "cli/keeping.rs"]
mod keeping;
#[path = "cli/verify.rs"]
mod verify;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chivalry::store::{Store, StoreOptions};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use serde_json::{Value, json};

/// The output of one run.
struct Run {
    status: i32,
    out: String,
    err: String,
}

impl Run {
    fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Commands in these tests use the directory in their arguments and a single node.
    command.env_remove("DATABASE_URL").env_remove("NATS_URL");
    command
}

/// Runs the program with `input` on its standard input.
fn run_with(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that does not read its input closes the pipe.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the program with empty standard input.
fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

fn vectors(variant: &str) -> String {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.extend(["crates", "chivalry-rules", "tests", "vectors", &format!("{variant}.jsonl")]);
    fs::read_to_string(path).unwrap()
}

#[test]
fn variants_are_listed() {
    let text = run(&["variants"]);
    assert_eq!((text.status, text.lines().len()), (0, 14));
    assert!(text.out.starts_with("chivalry "));
    assert!(text.out.contains("also inside-moves"));

    let views = run(&["variants", "--json"]).json();
    let names: Vec<&str> = Variant::all().iter().map(Variant::name).collect();
    assert!(views.iter().map(|view| view["name"].as_str().unwrap()).eq(names));
    assert_eq!(views[0]["castles"], json!({"W": ["G1", "H1"], "B": ["G16", "H16"]}));
    assert_eq!(views[2]["castles"], json!({}));
    assert!(views.iter().all(|view| view["array"].is_null()));
}

const EXAMPLE: &str = include_str!("../examples/variants/chivalry-on-camelot.variant");

#[test]
fn the_documents_contain_the_example_variant() {
    for document in [include_str!("../docs/variants.md"), include_str!("../README.md")] {
        assert!(document.contains(EXAMPLE));
    }
}

#[test]
fn a_variant_file_is_checked_drawn_and_played() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("own.variant");
    fs::write(&path, EXAMPLE).unwrap();
    let path = path.to_str().unwrap();
    let checked = run(&["variant", "check", path]);
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert!(checked.out.contains("White to move. Round 1."), "{}", checked.out);
    let tally = "Chivalry on the Camelot board: 100 random games of ";
    assert!(checked.out.contains(tally), "{}", checked.out);

    assert!(checked.err.contains("should be named chivalry-on-camelot.variant"), "{}", checked.err);

    fs::write(path, EXAMPLE.replace("name: chivalry-on-camelot", "name: camelot")).unwrap();
    let taken = run(&["variant", "check", path]);
    assert_eq!(taken.status, 1, "{}", taken.out);
    assert!(taken.out.contains("camelot"), "{}", taken.out);

    let broken = EXAMPLE.replace("F1 G1", "F1 A1").replace("rules: House\n", "");
    fs::write(path, broken).unwrap();
    let refused = run(&["variant", "check", path]);
    assert_eq!(refused.status, 1);
    assert_eq!(
        refused.lines(),
        ["line 8: `A1` is not a square of the board", "line 20: `rules` is missing"]
    );
    // Three seats, each for himself. Some editors write a byte order mark.
    let three = include_str!("../examples/variants/cam-for-three.variant");
    fs::write(path, format!("\u{feff}{three}")).unwrap();
    let checked = run(&["variant", "check", path]);
    assert_eq!(checked.status, 0, "{}", checked.out);
    let tally = checked.lines().last().unwrap().to_string();
    assert!(["R won ", "B won ", "Y won "].iter().all(|won| tally.contains(won)), "{tally}");
    let missing = run(&["variant", "check", "no such file"]);
    assert_eq!(missing.status, 2);
    assert_eq!(missing.err, "chivalry: no such file: No such file or directory (os error 2)\n");
}

#[test]
fn rules_are_printed_with_positions_and_their_moves() {
    for variant in Variant::all() {
        let text = run(&["rules", variant.name()]);
        assert_eq!(text.status, 0, "{}", text.err);
        assert!(text.out.starts_with(&format!("# {}\n", variant.title())), "{}", text.out);
        assert!(text.out.contains("\n2.4 **Knight's Charge.**"), "{}", text.out);
        let book = run(&["rules", variant.name(), "--json"]).json().remove(0);
        for lesson in book["lessons"].as_array().unwrap() {
            let position = lesson["position"].as_str().unwrap();
            let moves = run(&["moves", variant.name(), position]);
            assert_eq!(lesson["results"], moves.lines().len(), "{lesson}");
        }
    }
    assert_eq!(run(&["rules", "chess"]).status, 2);
}

#[test]
fn operator_variants_are_loaded_from_a_folder() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    let file = directory.path().join("own.variant");
    fs::write(&file, EXAMPLE).unwrap();
    fs::write(directory.path().join("notes.txt"), "read by nobody").unwrap();
    let listed = run(&["variants", "--json", "--variants", folder]).json();
    assert_eq!((listed.len(), &listed[14]["name"]), (15, &json!("chivalry-on-camelot")));
    let moves = run(&["moves", "chivalry-on-camelot", "array", "--variants", folder]);
    assert!(moves.lines().contains(&"D7-D8"), "{}", moves.out);
    let perft = run(&["perft", "chivalry-on-camelot", "1", "array", "--variants", folder]);
    let counted = format!("{} results at depth 1 ", moves.lines().len());
    assert!(perft.out.starts_with(&counted), "{}", perft.out);
    assert_eq!(run(&["moves", "chivalry-on-camelot", "array"]).status, 2);

    let data = directory.path().join("data");
    let serve = |folder: &str| {
        let data = data.to_str().unwrap();
        let place = ["serve", "--listen", "127.0.0.1:0", "--data-dir", data];
        run(&[&place[..], &["--variants", folder]].concat())
    };
    let path = file.to_str().unwrap();
    for (from, to, fault) in [
        ("F1 G1", "F1 A1", format!("{path}: line 9: `A1` is not a square of the board")),
        ("rules: House\n", "", format!("{path}: line 20: `rules` is missing")),
        ("chivalry-on-camelot", "cam", format!("{path}: line 1: another variant is called `cam`")),
        (
            "rules:",
            "also: inside-moves\nrules:",
            format!("{path}: line 5: another variant is called `inside-moves`"),
        ),
    ] {
        fs::write(&file, EXAMPLE.replacen(from, to, 1)).unwrap();
        let refused = serve(folder);
        assert_eq!((refused.status, refused.err), (2, format!("chivalry: {fault}\n")));
    }
    let missing = serve("no such folder");
    assert!(missing.err.starts_with("chivalry: no such folder: "), "{}", missing.err);
}

#[test]
fn a_board_is_drawn_with_its_true_outline() {
    let drawn = run(&["board", "camette", "1/1B1/1bb1b/1w3/3ww/1W1/b b 0,0 0 7"]);
    let expected = "     A   B   C   D   E
           ┌───┐
 7         │[ ]│         7
       ┌───┼───┼───┐
 6     │   │ B │   │     6
   ┌───┼───┼───┼───┼───┐
 5 │   │ b │ b │   │ b │ 5
   ├───┼───┼───┼───┼───┤
 4 │   │ w │   │   │   │ 4
   ├───┼───┼───┼───┼───┤
 3 │   │   │   │ w │ w │ 3
   └───┼───┼───┼───┼───┘
 2     │   │ W │   │     2
       └───┼───┼───┘
 1         │(b)│         1
           └───┘
     A   B   C   D   E

The game is over: Black wins by castle. Round 7.
Castles: White ( ), Black [ ].
Capitals are Knights, small letters Men.
";
    assert_eq!((drawn.status, drawn.out.as_str()), (0, expected));
}

#[test]
fn boards_of_every_variant_show_the_seat_to_move() {
    for variant in Variant::all() {
        let drawn = run(&["board", variant.name()]);
        let ranks = variant.board().ranks().len();
        assert!(drawn.lines().len() >= 2 * ranks + 5, "{}", drawn.out);
        assert!(drawn.lines().iter().all(|line| line.chars().count() <= 80), "{}", drawn.out);
        let due = if variant.has_trees() { " has three trees to place" } else { " to move" };
        assert!(drawn.out.contains(&format!("{due}. Round 1.")));
        assert!(!drawn.out.contains('\x1b'), "no colour where no terminal is");
        assert_eq!(drawn.out.contains("Castle moves used, of 2 each"), {
            variant.switches().castle_moves == 2
        });
    }
    let views = run_with(&["board", "cam", "--json"], "array\narray\n").json();
    assert_eq!(views.len(), 2);
    assert!(views[0]["drawing"].as_array().unwrap().len() > 27);
}

#[test]
fn moves_are_listed_with_one_route_per_result() {
    let moves = run(&["moves", "camelot"]);
    assert_eq!((moves.status, moves.lines().len()), (0, 100));
    assert!(moves.lines().contains(&"C6-E8"));
    assert_eq!(run(&["moves", "inside-moves", "array"]).out, moves.out);

    let view = &run(&["moves", "camelot", "--json"]).json()[0];
    assert_eq!(view["variant"], "camelot");
    assert!(view["position"].as_str().unwrap().ends_with(" w 0,0 0 1"));
    assert_eq!(view["outcome"], Value::Null);
    let (results, moves) = (view["results"].as_array().unwrap(), view["moves"].as_array().unwrap());
    assert_eq!((results.len(), moves.len()), (100, 100));
    for (result, text) in results.iter().zip(moves) {
        let text = text.as_str().unwrap();
        assert!(text.starts_with(&format!("{}-", result[0].as_str().unwrap())));
        assert!(text.ends_with(&format!("-{}", result[1].as_str().unwrap())));
    }
}

#[test]
fn positions_are_read_from_standard_input() {
    let over = "1/1B1/1bb1b/1w3/3ww/1W1/b b 0,0";
    let all = run_with(&["moves", "camette"], &format!("array\n\n  {over}\r\nnonsense\narray\n"));
    assert_eq!((all.status, all.lines().len()), (2, 22 + 1 + 1 + 22));
    assert!(all.err.contains("The game is over: Black wins by castle."));
    assert!(all.err.contains("chivalry: board, column 1"));

    let passing = "2/8/10/12/14/14/14/14/14/14/14/14/R11/10/8/BY g 0,0,0,0";
    let moves = run(&["moves", "chivalry-four-handed", passing]);
    assert_eq!((moves.status, moves.out.as_str()), (0, "pass\n"), "{}", moves.err);
    let passed = run(&["check", "chivalry-four-handed", passing, "pass"]);
    assert!(passed.out.contains(" b 0,0,0,0 1 1"), "{}", passed.out);
}

#[test]
fn a_batch_of_positions_matches_the_vectors() {
    for variant in Variant::all() {
        let vectors = vectors(variant.name());
        let answers = run_with(&["moves", "--batch"], &vectors);
        assert_eq!((answers.status, answers.err.as_str()), (0, ""));
        assert_eq!(answers.lines().len(), 240);
        for (expected, answer) in vectors.lines().zip(answers.json()) {
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(answer["results"], expected["results"], "{expected}");
            assert_eq!(answer["outcome"], expected["outcome"], "{expected}");
            assert_eq!(answer["variant"], expected["variant"]);
        }
    }
}

#[test]
fn every_listed_move_is_legal_and_gives_its_result() {
    for name in ["camelot", "grand-cam"] {
        let views = run_with(&["moves"], &vectors(name)).json();
        let mut queries = String::new();
        let mut captured = Vec::new();
        for view in &views {
            for (text, result) in
                view["moves"].as_array().unwrap().iter().zip(view["results"].as_array().unwrap())
            {
                let query = json!({"variant": name, "position": view["position"], "move": text});
                queries += &format!("{query}\n");
                captured.push(result[2].clone());
            }
        }
        let answers = run_with(&["check", "--batch"], &queries).json();
        assert_eq!(answers.len(), captured.len());
        for (answer, captured) in answers.iter().zip(captured) {
            assert_eq!(answer["captured"], captured, "{answer}");
            assert!(answer["position"].is_string());
        }
    }
}

#[test]
fn an_invalid_line_of_a_batch_is_answered_with_an_error() {
    let input = "{\"variant\":\"cam\"}\n{\nnull\n{\"variant\":\"chess\"}\n\
        {\"variant\":\"cam\",\"position\":\"1/3/x\"}\n\
        {\"variant\":\"cam\",\"position\":\"1/3/5/7/7/7/7/7/7/7/5/3/1 w 0,0\"}\n\
        {\"variant\":\"cam\",\"position\":null}";
    let answers = run_with(&["moves", "--batch"], input);
    let views = answers.json();
    assert_eq!((answers.status, views.len()), (0, 7));
    assert_eq!(views[0], views[6]);
    assert_eq!((&views[1]["code"], &views[2]["code"]), (&json!("bad_frame"), &json!("bad_frame")));
    assert_eq!(
        views[3],
        json!({"code": "bad_field", "field": "variant", "detail": "there is no variant `chess`",
            "reason": "unknown_variant", "params": {"variant": "chess"}})
    );
    let column = json!({"code": "bad_field", "field": "position", "column": 5,
        "detail": "board, column 5: `x` is not a piece of this game",
        "reason": "position_unreadable",
        "params": {"part": "board", "column": 5, "detail": "`x` is not a piece of this game"}});
    assert_eq!(views[4], column);
    assert_eq!(views[5]["detail"], "both sides are empty");
    assert_eq!(views[5].get("column"), None);
}

#[test]
fn answers_are_flushed_before_the_next_line_is_read() {
    let mut child = command(&["check", "--batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (turn, key) in [("B3-B4", "position"), ("B3-B9", "rule"), ("B3", "code")] {
        writeln!(stdin, "{}", json!({"variant": "camette", "move": turn})).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert!(answer[key].is_string(), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_move_is_checked() {
    let legal = run(&["check", "camette", "array", "b3-b4"]);
    assert_eq!((legal.status, legal.out.as_str()), (0, "1/1B1/1bbb1/1w3/2ww1/1W1/1 b 0,0 1 1\n"));
    let refused = run(&["check", "camette", "array", "B3-C2"]);
    let sentence = "occupied (rules 2): C2 is taken: a leg ends on an empty square\n";
    assert_eq!((refused.status, refused.out.as_str()), (1, sentence));

    let json = run(&["check", "camette", "array", "B3-C2", "--json"]);
    assert_eq!(json.status, 1);
    let detail = "C2 is taken: a leg ends on an empty square";
    assert_eq!(json.json()[0], json!({"rule": "occupied", "section": "2", "detail": detail}));

    let wins = ["check", "camette", "1/1W1/5/5/5/b2/1 w 0,0", "C6-C7", "--json"];
    let position = "W/3/5/5/5/b2/1 b 0,0 0 1";
    let view = json!({"position": position, "captured": [], "outcome": "W"});
    assert_eq!(run(&wins).json()[0], view);
    let over = run(&["check", "camette", position, "B2-B3"]);
    assert_eq!((over.status, over.out.as_str()), (1, "game_over (rules 5): the game is over\n"));

    let several = run_with(&["check", "camette", "array"], "B3-B4\nB3-C2\nB3\n");
    assert_eq!((several.status, several.lines().len()), (2, 2));
    assert_eq!(run(&["check", "camette", "array", "pass"]).status, 1);
    for invalid in [["check", "chess", "array", "A1-A2"], ["check", "cam", "x", "A1-A2"]] {
        let run = run(&invalid);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.starts_with("chivalry: "));
    }
}

#[test]
fn perft_counts_and_divides() {
    let counted = run(&["perft", "camette", "4"]);
    assert!(counted.out.starts_with("65908 results at depth 4 in "), "{}", counted.out);
    assert_eq!(run(&["perft", "camette", "0"]).out.split(' ').next(), Some("1"));

    let divided = run(&["perft", "camette", "3", "--divide"]);
    let lines = divided.lines();
    let parts = lines[..22].iter().map(|line| line.split_once(' ').unwrap().1);
    assert_eq!(parts.map(|count| count.parse::<u64>().unwrap()).sum::<u64>(), 4926);

    let view = &run(&["perft", "camette", "2", "array", "--divide", "--json"]).json()[0];
    assert_eq!((&view["results"], &view["depth"]), (&json!(345), &json!(2)));
    assert_eq!(view["divide"].as_array().unwrap().len(), 22);
    assert!(view["results_per_second"].is_u64());
    assert_eq!(run(&["perft", "camette", "65"]).status, 2);
}

const RECORDS: &str = r#"[Event "one"]
[Variant "camelot"]

1. E6-E5 {[%clk 2:29:41]} H11-I12 2. D7-D5 *

[Event "two"]
[Variant "camelot"]

1. E6-E5 H11-H8 *

[Event "three]

*

1.E6-E5 1....H11-I12
"#;

#[test]
fn records_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, RECORDS).unwrap();
    let text = run(&["replay", file.to_str().unwrap(), "--variant", "camelot"]);
    let lines = text.lines();
    assert_eq!(text.status, 1);
    assert_eq!(lines[0], "game 1, line 1: sound, camelot, 3 plies, *");
    assert!(lines[1].starts_with("game 2, line 6: ply 2, H11-H8: not_a_leg (rules 2): "));
    assert!(lines[2].starts_with("  2/8/10/12/12/"), "{}", lines[2]);
    assert!(lines[2].ends_with(" b 0,0 1 1"));
    assert_eq!(lines[3], "game 3, line 11: line 11: a tag is written `[Name \"value\"]`");
    assert_eq!(lines[4], "game 4, line 15: sound, camelot, 2 plies, *");
    assert_eq!(lines[5], "4 games, 2 sound, 2 not");
    assert_eq!(lines.len(), 6);

    let views = run_with(&["replay", "--json"], RECORDS).json();
    assert_eq!(views.len(), 4);
    assert_eq!((&views[0]["sound"], &views[0]["plies"]), (&json!(true), &json!(3)));
    assert_eq!((&views[1]["sound"], &views[1]["ply"]), (&json!(false), &json!(2)));
    assert_eq!((&views[1]["rule"], &views[1]["section"]), (&json!("not_a_leg"), &json!("2")));
    assert_eq!(views[2]["fault"], "unreadable");
    assert_eq!(views[3]["fault"], "no_variant");

    assert_eq!(
        run_with(&["replay", "-"], RECORDS.split("\n\n[Event \"two").next().unwrap()).status,
        0
    );
    let missing = run(&["replay", folder.path().join("none").to_str().unwrap()]);
    assert_eq!(missing.status, 2);
    assert_eq!(run(&["replay", "--variant", "chess"]).status, 2);
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let mut child = command(&["moves", "--batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let query = "{\"variant\":\"chivalry\"}\n".repeat(2000);
        let _ = stdin.write_all(query.as_bytes());
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"variant\":\"chivalry\""));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[tokio::test]
async fn the_moderator_role_is_granted_and_revoked() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (store, _writer) = Store::open(&StoreOptions::sqlite(data)).await.unwrap();
    let id = PlayerId(uuid::Uuid::now_v7());
    store.players().create_account(id, "Arthur", "hash", Timestamp(1)).await.unwrap();
    store.guests().create(PlayerId(uuid::Uuid::now_v7()), "Guest-1", Timestamp(1)).await.unwrap();
    let moderator =
        |change: &str, name: &str| run(&["moderator", "--data-dir", data, change, name]);
    assert_eq!(moderator("add", "arthur").status, 0);
    assert!(store.moderation().is_moderator(id).await.unwrap());
    assert_eq!(moderator("remove", "Arthur").status, 0);
    assert!(!store.moderation().is_moderator(id).await.unwrap());
    for name in ["Mordred", "Guest-1"] {
        let unknown = moderator("add", name);
        assert_eq!((unknown.status, unknown.err.contains(name)), (1, true), "{}", unknown.err);
    }
    store.close().await;
}

#[test]
fn help_names_every_command() {
    let help = run(&["--help"]);
    assert_eq!(help.status, 0);
    for name in ["variants", "board", "moves", "check", "perft", "replay"] {
        assert!(help.out.contains(&format!("\n  {name} ")), "{}", help.out);
        assert_eq!(run(&[name, "--help"]).status, 0);
    }
    assert_eq!(run(&["knights"]).status, 2);
}

#[test]
fn the_load_generator_starts_its_own_server() {
    let mix = "cam,chivalry-four-handed";
    let arguments = ["load", "--json", "--seconds", "1", "--matches", "4", "--variant", mix];
    let crowd = ["--watchers", "1", "--idle", "2", "--parked", "3", "--reconnect-every", "7"];
    let loaded = run(&[&arguments[..], &crowd[..]].concat());
    assert_eq!(loaded.status, 0, "{}", loaded.err);
    let figures = &loaded.json()[0];
    assert_eq!(
        (figures["target"].as_str(), figures["matches"].as_u64()),
        (Some("server"), Some(4))
    );
    let moves = figures["moves"].as_u64().unwrap();
    // Every move was committed. Moves in flight at either end of the measurement may be
    // missing.
    assert!(moves > 0 && figures["appends"].as_u64().unwrap() + 8 >= moves, "{figures}");
    assert!(figures["commits"].as_u64() <= figures["appends"].as_u64(), "{figures}");
    assert!(figures["commit_mean_ms"].as_f64().unwrap() > 0.0, "{figures}");
    assert!(figures["frames_watched"].as_u64().unwrap() > 0, "{figures}");
    assert!(figures["reconnections"].as_u64().unwrap() > 0, "{figures}");
    assert!(figures["resident_bytes"].as_u64().unwrap() > 1 << 20, "{figures}");
    assert!(figures["latency"]["p50_ms"].as_f64() <= figures["latency"]["p99_ms"].as_f64());

    assert!(figures["engine_games"].is_null(), "{figures}");

    // One player may have at most 200 matches at once.
    let arguments = ["load", "--seconds", "1", "--matches", "1", "--variant", "cam"];
    let parked = run(&[&arguments[..], &["--parked", "201"]].concat());
    assert_eq!(parked.status, 0, "{}", parked.err);

    let nowhere = run(&["load", "--server", "http://127.0.0.1:9"]);
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.err.contains("127.0.0.1:9"), "{}", nowhere.err);
}

#[test]
fn engine_games_are_measured_against_a_run_without_them() {
    let arguments = ["load", "--seconds", "2", "--matches", "2", "--rate", "40"];
    let engine = ["--variant", "camette,grand-cam", "--engine-games", "3", "--pairs", "2"];
    let arguments = [&arguments[..], &engine[..]].concat();
    let loaded = run(&[&arguments[..], &["--json"]].concat());
    assert_eq!(loaded.status, 0, "{}", loaded.err);
    let figures = &loaded.json()[0];
    let games = &figures["engine_games"];
    assert_eq!(games["at_once"], 3);
    assert!(games["begun"].as_u64().unwrap() >= 2, "in each phase some begin: {games}");
    assert_eq!(games["begun"], games["ended"], "each is played out");
    let (plies, moves) = (games["plies"].as_u64().unwrap(), figures["moves"].as_u64().unwrap());
    let rate = figures["moves_per_second"].as_f64().unwrap();
    assert!(plies > 0 && rate < 60.0, "plies of the engine are no moves: {figures}");
    // A pass-turn is appended with the move before it.
    assert!(figures["appends"].as_u64().unwrap() + 4 >= plies / 2 + moves, "{figures}");
    let pairs = games["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 2);
    for pair in pairs {
        for phase in ["without", "with"] {
            assert!(pair[phase]["p50_ms"].as_f64().unwrap() > 0.0, "{pair}");
        }
    }
    assert!(games["p99_ratio"].as_f64().unwrap() > 0.0, "{games}");
    assert!(figures["server_cpu_ms_per_1000_moves"].is_null(), "thinking is none of it");
}
