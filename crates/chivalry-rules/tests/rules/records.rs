//! Reading, writing and replaying game records.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::notation::record::{
    Element, GameRecord, MAX_RECORD_BYTES, ReadGame, RecordBuilder, RecordErrorKind, RecordReader,
    RecordResult, ReplayError, clock_text,
};
use chivalry_rules::{EndReason, Game, GameError, MoveList, Position, Rule, Variant};

use super::rng::Rng;

const STRICT: &str = r#"[Event "Men \"and\" Knights \\ 1"]
[Date "2009.02.07"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Variant "camelot"]
[TimeControl "40/9000"]
[Termination "resignation"]

{Before it.} 1. E6-E5 {[%clk 2:29:41]} H11-I12 $1 {two
 lines} (1... G11-G9 $14 (1... F10-F8 {x}) 2. F7-F8) 2. D7-D5
1-0
"#;

#[test]
fn the_strict_form_survives_a_round_trip() {
    let record: GameRecord = STRICT.parse().unwrap();
    assert_eq!(record.tag("Event"), Some(r#"Men "and" Knights \ 1"#));
    assert_eq!(record.tags.len(), 8);
    assert_eq!(record.result, RecordResult::White);
    let turns: Vec<String> = record.turns().map(Turn::to_string).collect();
    assert_eq!(turns, ["E6-E5", "H11-I12", "D7-D5"]);
    let clocks: Vec<Option<u64>> = record.clocked_turns().map(|(_, clock)| clock).collect();
    assert_eq!(clocks, [Some(8_981_000), None, None]);
    assert_eq!(record.movetext[5], Element::Comment("two lines".to_owned()));
    let Element::Variation(inner) = &record.movetext[6] else { panic!("a variation") };
    assert_eq!(inner.len(), 4);

    let written = record.to_string();
    assert!(written.contains("\n\n{Before it.} 1. E6-E5 {[%clk 2:29:41]} H11-I12 $1 {two lines}"));
    assert!(written.contains("(1... G11-G9 $14\n(1... F10-F8 {x}) 2. F7-F8) 2. D7-D5 1-0\n"));
    assert_eq!(written.parse::<GameRecord>().unwrap(), record);
}

#[test]
fn the_loose_form_is_read() {
    let camelot = Variant::named("camelot");
    for text in [
        "1.E6-E5\n1....H11-I12\n2.d7-d5",
        "1.E6-E5 1...H11-I12 2.D7-D5",
        "1. e6-e5 h11-i12\r\n\r\n2. d7-d5\r\n*\r\n",
        "1 E6-E5! 1... H11-I12?! 2 D7-D5 ; to the end\n",
        "% passed over\nE6-E5 H11-I12 D7-D5",
        "\u{feff}1. E6-E5 1. ... H11-I12 2.D7-D5 *",
    ] {
        let record: GameRecord = text.parse().unwrap();
        let turns: Vec<String> = record.turns().map(Turn::to_string).collect();
        assert_eq!(turns, ["E6-E5", "H11-I12", "D7-D5"], "{text:?}");
        assert_eq!(record.result, RecordResult::Unknown);
        assert_eq!(record.replay(None).unwrap_err(), ReplayError::NoVariant);
        let replay = record.replay(camelot).unwrap();
        assert_eq!(replay.game.plies(), 3);
    }
}

fn read(text: &str, piece: usize) -> Vec<ReadGame> {
    let mut reader = RecordReader::new();
    let mut games = Vec::new();
    for piece in text.as_bytes().chunks(piece) {
        reader.push(piece);
        games.extend(std::iter::from_fn(|| reader.next_game()));
    }
    reader.finish();
    games.extend(std::iter::from_fn(|| reader.next_game()));
    games
}

/// The first line of each game with its turns or its error.
fn summary(games: &[ReadGame]) -> Vec<(u64, String)> {
    let one = |game: &ReadGame| {
        let text = match &game.record {
            Ok(record) => record.turns().map(Turn::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        };
        (game.first_line, text)
    };
    games.iter().map(one).collect()
}

#[test]
fn games_do_not_depend_on_how_a_stream_is_split() {
    let text = "[Variant \"camelot\"]\n\n1. E6-E5 *\n\n\n[Variant \"camelot\"]\n\n*\n\
        {not a game}\n[Variant \"cam\"]\n\n1. A1-A2\n[Variant \"é\"]\n\n1. A1-A3 0-1 {said} \
        1. A1-A4 *\n1.A1-A5\n\n1.A1-A6\n\n1...A1-A7\n\nA1-A8";
    let expected = [
        (1, "E6-E5"),
        (6, ""),
        (10, "A1-A2"),
        (13, "A1-A3"),
        (15, "A1-A4"),
        (16, "A1-A5"),
        (18, "A1-A6 A1-A7"),
        (22, "A1-A8"),
    ];
    let expected = expected.map(|(line, turns)| (line, turns.to_owned()));
    for piece in [1, 2, 3, 7, 64, 4096] {
        assert_eq!(summary(&read(text, piece)), expected, "pieces of {piece}");
    }
}

#[test]
fn after_a_broken_game_the_next_is_read() {
    for (broken, line, fault) in [
        ("[Event \"x]\n\n1. E6-E5 *", 1, "a tag is written `[Name \"value\"]`"),
        ("[Event]\n[Site \"x\"]\n\n1. E6-E5 *", 1, "a tag is written `[Name \"value\"]`"),
        ("1. E6-E5 E6 *", 1, "`E6` is not a move: a move has at least one leg, as in `C8-D9`"),
        (
            "1. E6-E5\nfoo\nbar",
            2,
            "`foo` is not a move: column 1: a square such as `C8` is expected",
        ),
        ("1. E6-E5 $\n", 1, "a mark is `$` and a number up to 255, or one of ! ? !! ?? !? ?!"),
        ("1. E6-E5 ) *", 1, "`)` is not allowed here"),
        ("1. E6-E5 } *", 1, "`}` is not allowed here"),
        ("1. E6-E5 ( *", 1, "a variation does not end before the game does"),
        ("1. E6-E5\n{ open\n\nstill", 2, "the comment that begins here does not end"),
    ] {
        for next in ["[Variant \"cam\"]\n\n1. A1-A2 *", "\n1. A1-A2 *"] {
            let open = fault.contains("comment");
            let text = match next.starts_with('[') {
                false if open => continue,
                _ => format!("{broken}\n\n{next}\n"),
            };
            let games = summary(&read(&text, 5));
            assert_eq!(games.len(), 2, "{text:?}: {games:?}");
            assert_eq!(games[0], (1, format!("line {line}: {fault}")), "{text:?}");
            assert_eq!(games[1].1, "A1-A2", "{text:?}");
        }
    }
}

#[test]
fn game_size_and_variation_depth_are_limited() {
    let deep = |depth| format!("1. E6-E5 {}{} *", "(".repeat(depth), ")".repeat(depth));
    assert!(deep(32).parse::<GameRecord>().is_ok());
    assert_eq!(deep(33).parse::<GameRecord>().unwrap_err().kind, RecordErrorKind::TooDeep);
    assert_eq!(deep(1 << 20).parse::<GameRecord>().unwrap_err().kind, RecordErrorKind::TooDeep);

    let next = "\n\n[Variant \"cam\"]\n\n1. A1-A2 *\n";
    let word = "word ".repeat(16) + "\n";
    let lines = format!("1. E6-E5 {{{}}} *{next}", word.repeat(MAX_RECORD_BYTES / word.len() + 1));
    let one_line = format!("1. E6-E5 {{{}}} *{next}", "x".repeat(MAX_RECORD_BYTES));
    for text in [lines, one_line] {
        let games = read(&text, 1 << 16);
        assert_eq!(games[0].record.as_ref().unwrap_err().kind, RecordErrorKind::TooLarge);
        assert_eq!(summary(&games[1..])[0].1, "A1-A2");
    }
}

#[test]
fn text_that_is_not_utf8_breaks_one_game() {
    let mut reader = RecordReader::new();
    reader.push(b"1. E6-E5 {\xff} *\n\n1. A1-A2 *");
    reader.finish();
    let first = reader.next_game().unwrap().record.unwrap_err();
    assert_eq!((first.line, first.kind), (1, RecordErrorKind::NotText));
    assert!(reader.next_game().unwrap().record.is_ok());
    assert!(reader.next_game().is_none());
}

#[test]
fn the_first_illegal_ply_is_reported_with_its_rule_and_position() {
    let text = "[Variant \"Inside-Moves\"]\n\n1. E6-E5 H11-I12 2. D7-D5 D11-D9 3. A1-A2 *";
    let fault = text.parse::<GameRecord>().unwrap().replay(None).unwrap_err();
    let ReplayError::Ply(fault) = fault else { panic!("{fault}") };
    let GameError::Illegal(violation) = fault.cause else { panic!("{fault}") };
    assert_eq!((fault.ply, violation.rule()), (5, Rule::OffBoard));
    assert_eq!(fault.to_string(), "ply 5, A1-A2: A1 is not a square of this board");
    assert!(fault.position.to_string().ends_with(" w 0,0 4 3"), "{}", fault.position);
}

#[test]
fn errors_other_than_moves_are_reported() {
    let fault =
        |text: &str| text.parse::<GameRecord>().unwrap().replay(None).unwrap_err().to_string();
    assert_eq!(fault("[Variant \"chess\"]\n\n*"), "there is no variant `chess`");
    assert!(fault("[Variant \"cam\"]\n[Position \"1\"]\n\n*").starts_with("tag `Position`: board"));
    assert!(fault("[Variant \"cam\"]\n[Result \"1-0\"]\n\n0-1").contains("its tag `Result`"));
    assert!(fault("[Variant \"cam\"]\n\nRB").contains("the results of Cam are 1-0, 0-1, 1/2-1/2"));
    assert!(
        fault("[Variant \"grand-cam\"]\n\n1. pass *").starts_with("ply 1, pass: a seat passes")
    );

    let over = |end: &str| {
        let position = "1/1W1/5/5/5/b2/1 w 0,0 0 1";
        format!("[Variant \"camette\"]\n[Position \"{position}\"]\n\n1. C6-C7 {end}")
    };
    assert!(fault(&over("0-1")).contains("by the rules the game ended 1-0"));
    assert!(fault(&over("A2-A3 1-0")).contains("the game is over"));
    assert!(over("1-0").parse::<GameRecord>().unwrap().replay(None).is_ok());
    assert!(over("*").parse::<GameRecord>().unwrap().replay(None).is_ok());
}

/// A random game as a record, with its final state.
fn random_game(variant: &'static Variant, rng: &mut Rng) -> (GameRecord, Game) {
    let mut game = Game::new(Position::start(variant));
    let mut list = MoveList::new();
    let before_it = rng.below(6) as u32;
    while game.ending().is_none() && game.plies() < before_it {
        step(&mut game, &mut list, rng);
    }
    let mut builder = RecordBuilder::new(variant).start(game.position()).tag("Event", "\"\\ é");
    let mut game = Game::new(*game.position());
    while game.ending().is_none() && game.plies() < 300 {
        let clock = (rng.below(3) == 0).then(|| rng.below(100_000_000) as u64);
        builder.text(&step(&mut game, &mut list, rng), clock).unwrap();
    }
    let result = game
        .ending()
        .map_or(RecordResult::Unknown, |ending| RecordResult::of(ending.outcome, variant));
    (builder.finish(result), game)
}

/// Plays a random legal turn and returns its text.
fn step(game: &mut Game, list: &mut MoveList, rng: &mut Rng) -> String {
    game.position().legal_moves(list);
    if list.is_empty() {
        game.pass().unwrap();
        return "pass".to_owned();
    }
    let legal = list.get(rng.below(list.len())).unwrap();
    let text = game.position().move_text(&legal);
    game.play(&legal.effect);
    text
}

#[test]
fn random_games_of_every_variant_are_written_read_and_replayed() {
    let mut rng = Rng::seeded(7);
    let mut endings = Vec::new();
    let mut passes = 0;
    for variant in Variant::all() {
        for _ in 0..12 {
            let (record, game) = random_game(variant, &mut rng);
            let written = record.to_string();
            let outside = |line: &&str| !line.starts_with('[') && line.len() > 80;
            assert_eq!(written.lines().find(outside), None);
            let again: GameRecord = written.parse().unwrap();
            assert_eq!(again, record, "{written}");
            let replay = again.replay(None).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
            assert_eq!(replay.game.position().to_string(), game.position().to_string());
            assert_eq!(replay.game.ending(), game.ending());
            endings.extend(game.ending().map(|ending| ending.reason));

            let mut short = again;
            passes += short.turns().filter(|turn| **turn == Turn::Pass).count();
            short.movetext.retain(|element| *element != Element::Turn(Turn::Pass));
            let replayed = short.replay(None).unwrap_or_else(|fault| panic!("{fault}\n{short}"));
            assert!(replay.turns.starts_with(&replayed.turns));
        }
    }
    assert!(endings.contains(&EndReason::Castle) && endings.contains(&EndReason::Capture));
    assert!(passes > 0, "some game had a pass-turn");
}

/// Random movetext with comments, marks and variations. It is not a legal game.
fn random_elements(rng: &mut Rng, depth: usize) -> Vec<Element> {
    let words = ["word", "[%clk 0:00:01]", "é", "(", "[White \"x\"]", ";", "%", "$1", "*", "1-0"];
    (0..rng.below(12))
        .map(|_| match rng.below(if depth < 4 { 6 } else { 5 }) {
            0 | 1 => Element::Turn(["E6-E5", "A1xA3xC5", "pass"][rng.below(3)].parse().unwrap()),
            2 => Element::Mark(rng.below(256) as u8),
            3 | 4 => {
                let text: Vec<&str> =
                    (0..rng.below(30)).map(|_| words[rng.below(words.len())]).collect();
                Element::Comment(text.join(" "))
            }
            _ => Element::Variation(random_elements(rng, depth + 1)),
        })
        .collect()
}

#[test]
fn any_record_is_written_as_it_was_read() {
    let mut rng = Rng::seeded(11);
    let values = ["", "camelot", "grand-cam", "a \"quoted\" \\ value", "]", " é ", "1-0"];
    for _ in 0..2000 {
        let tags = (0..rng.below(5))
            .map(|n| (format!("Tag_{n}"), values[rng.below(values.len())].to_owned()))
            .collect();
        let result = RecordResult::ALL[rng.below(6)];
        let record = GameRecord { tags, movetext: random_elements(&mut rng, 0), result };
        let written = record.to_string();
        let again = written.parse::<GameRecord>().unwrap_or_else(|e| panic!("{e}\n{written}"));
        assert_eq!(again, record, "{written}");
        assert_eq!(again.to_string(), written);
    }
}

#[test]
fn unreadable_characters_are_not_written() {
    let record = GameRecord {
        tags: vec![("A b".to_owned(), "two\nlines".to_owned()), ("é".to_owned(), String::new())],
        movetext: vec![Element::Comment(format!(" a }} \n\n {} ", clock_text(0)))],
        result: RecordResult::Draw,
    };
    let written = record.to_string();
    assert_eq!(written, "[Ab \"two lines\"]\n\n{a ) [%clk 0:00:00]} 1/2-1/2\n");
    let again: GameRecord = written.parse().unwrap();
    assert_eq!(again.to_string(), written);
}

#[test]
fn a_built_record_has_its_tags_in_order() {
    let chivalry = Variant::named("chivalry").unwrap();
    let builder = RecordBuilder::new(chivalry).start(&Position::start(chivalry));
    let mut builder = builder.tag("Id", "1").tag("White", "w").tag("Event", "e");
    builder.text("E7-E8", Some(61_000)).unwrap();
    builder.comment("a } brace");
    let text = "[Event \"e\"]\n[White \"w\"]\n[Result \"1-0\"]\n[Variant \"chivalry\"]\n\
        [Rules \"WCF\"]\n[Id \"1\"]\n\n\
        1. E7-E8 {[%clk 0:01:01]} {a ) brace} 1-0\n";
    assert_eq!(builder.finish(RecordResult::White).to_string(), text);
}
