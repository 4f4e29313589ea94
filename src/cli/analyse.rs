//! `chivalry analyse`: what the computer player says of a position or a game.

use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::console::{Console, given};
use super::{CliError, FAULTY, NO};
use crate::engine::analysis::{accuracy, judge};
use crate::engine::{Evaluation, Limits, Search, Table, Weights, line_text};
use crate::protocol::rules::{position_of, variant_named};
use crate::rules::notation::move_text::Turn;
use crate::rules::notation::record::{GameRecord, RecordFault, RecordReader};
use crate::rules::{Game, PerSeat, Position, Variant};

/// The options of `analyse`.
#[derive(Debug, clap::Args)]
pub struct Analyse {
    /// A file of game records, `-` for standard input; or, with --variant, a
    /// POSITION
    what: String,
    /// The variant of the position, or of records that do not name theirs
    #[arg(long)]
    variant: Option<String>,
    /// Positions it looks at, for each ply of a game
    #[arg(long, default_value_t = NonZeroU64::new(100_000).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What the search says of a position, once for each depth.
#[derive(Serialize)]
struct DepthView {
    depth: usize,
    /// For the seat to move.
    score: String,
    nodes: u64,
    line: Vec<String>,
}

/// One ply of a game, judged.
#[derive(Serialize)]
struct PlyView {
    ply: usize,
    seat: char,
    #[serde(rename = "move")]
    text: String,
    /// For the seat that moved.
    before: String,
    after: String,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
}

/// How well each seat played a game.
#[derive(Serialize)]
struct AccuracyView {
    accuracy: Vec<(char, f64)>,
}

impl Analyse {
    pub(super) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let variant = match self.variant.as_deref().map(variant_named).transpose() {
            Ok(variant) => variant,
            Err(error) => {
                console.fault(&error, self.json)?;
                return Ok(FAULTY);
            }
        };
        let path = Path::new(&self.what);
        match variant {
            Some(variant) if !path.is_file() && self.what != "-" => {
                match position_of(variant, given(&self.what)) {
                    Ok(position) => self.position(console, &position),
                    Err(error) => {
                        console.fault(&error, self.json)?;
                        Ok(FAULTY)
                    }
                }
            }
            _ => self.records(console, variant),
        }
    }

    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes.get()), depth: None }
    }

    fn position(&self, console: &mut Console, position: &Position) -> Result<u8, CliError> {
        let mut search = search(position.variant());
        let mut told = Ok(());
        let found =
            search.run(&Game::new(*position), &self.limits(), &mut || false, &mut |found| {
                let view = DepthView {
                    depth: found.depth,
                    score: found.score.to_string(),
                    nodes: found.nodes,
                    line: line_text(position, &found.line),
                };
                if told.is_ok() {
                    told = self.show_depth(console, &view);
                }
            });
        told?;
        if found.is_none() {
            console.remark("there is nothing to choose: the game is over, or the seat passes")?;
            return Ok(NO);
        }
        Ok(0)
    }

    fn show_depth(&self, console: &mut Console, view: &DepthView) -> io::Result<()> {
        if self.json {
            console.json(view)?;
        } else {
            let DepthView { depth, score, nodes, line } = view;
            writeln!(console, "{depth:3} {score:>10} {nodes:>10}  {}", line.join(" "))?;
        }
        console.flush()
    }

    fn records(
        &self,
        console: &mut Console,
        variant: Option<&'static Variant>,
    ) -> Result<u8, CliError> {
        let mut text = Vec::new();
        if self.what == "-" {
            console.input().read_to_end(&mut text)?;
        } else {
            let path = PathBuf::from(&self.what);
            let read = File::open(&path).and_then(|mut file| file.read_to_end(&mut text));
            read.map_err(|source| CliError::File { path, source })?;
        }
        let mut reader = RecordReader::new();
        reader.push(&text);
        reader.finish();
        let mut status = 0;
        while let Some(read) = reader.next_game() {
            let record = match &read.record {
                Ok(record) => record,
                Err(error) => {
                    console.remark(&format!("chivalry: {error}"))?;
                    status = FAULTY;
                    continue;
                }
            };
            status = status.max(self.record(console, record, variant)?);
        }
        Ok(status)
    }

    fn record(
        &self,
        console: &mut Console,
        record: &GameRecord,
        variant: Option<&'static Variant>,
    ) -> Result<u8, CliError> {
        let (games, turns) = match positions(record, variant) {
            Ok(played) => played,
            Err(fault) => {
                console.remark(&format!("chivalry: {fault}"))?;
                return Ok(NO);
            }
        };
        let variant = games[0].position().variant();
        let mut lost = PerSeat::<Vec<f64>>::default();
        let mut told = Ok(());
        let (limits, mut search) = (self.limits(), search(variant));
        judge(&mut search, &games, &limits, &mut || false, &mut |index, judgement| {
            lost[judgement.seat].push(accuracy(judgement.lost));
            let view = PlyView {
                ply: games[index].plies() as usize + 1,
                seat: variant.seat_name(judgement.seat).letter(),
                text: turns[index].to_string(),
                before: judgement.before.to_string(),
                after: judgement.after.to_string(),
                best: line_text(games[index].position(), &judgement.best),
                mark: judgement
                    .mark
                    .map(|mark| if self.json { mark.as_str() } else { mark.sign() }),
            };
            if told.is_ok() {
                told = self.show_ply(console, &view);
            }
        });
        told?;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let accuracy = variant
            .seats()
            .map(|seat| (variant.seat_name(seat).letter(), mean(&lost[seat])))
            .collect();
        let view = AccuracyView { accuracy };
        if self.json {
            console.json(&view)?;
        } else {
            for (seat, accuracy) in &view.accuracy {
                writeln!(console, "{seat}: accuracy {accuracy:.0} %")?;
            }
        }
        Ok(0)
    }

    fn show_ply(&self, console: &mut Console, view: &PlyView) -> io::Result<()> {
        if self.json {
            console.json(view)?;
        } else {
            let PlyView { ply, seat, text, after, .. } = view;
            let mark = view.mark.unwrap_or_default();
            write!(console, "{ply:3} {seat} {text}{mark}  {after}")?;
            if view.mark.is_some() {
                write!(console, "  better: {} ({})", view.best.join(" "), view.before)?;
            }
            writeln!(console)?;
        }
        console.flush()
    }
}

fn search(variant: &'static Variant) -> Search {
    let evaluation = Evaluation::new(variant, Weights::built_in(variant));
    Search::new(evaluation, Table::new(64 << 20))
}

/// The game before each ply of a record, and after the last, with the plies.
fn positions(
    record: &GameRecord,
    variant: Option<&'static Variant>,
) -> Result<(Vec<Game>, Vec<Turn>), RecordFault> {
    let replay = record.replay(variant)?;
    let mut game = Game::new(replay.start);
    let mut games = vec![game.clone()];
    for turn in &replay.turns {
        let played = match turn {
            Turn::Pass => game.pass(),
            Turn::Move(written) => game.check(written).map(|effect| game.play(&effect)),
        };
        played.expect("turns that were replayed");
        games.push(game.clone());
    }
    Ok((games, replay.turns))
}
