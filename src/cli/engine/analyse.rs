//! `chivalry analyse`: the engine's analysis of a position or a game.

use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use crate::cli::console::{Console, position_argument};
use crate::cli::error::{CliError, FAULTY, NO};
use crate::live::compute::tables::TableOptions;
use crate::protocol::views::analysis::{AccuracyView, Course, EvaluationView};
use crate::protocol::views::rules::{position_of, variant_named};
use chivalry_engine::Search;
use chivalry_engine::analysis::{AnalysisKey, Evaluation, Judgement, Review, analysis_search};
use chivalry_rules::notation::record::{GameRecord, RecordReader};
use chivalry_rules::{Game, Position, Variant};

/// The options of `analyse`.
#[derive(Debug, clap::Args)]
pub struct Analyse {
    /// A file of game records, `-` for standard input; with --variant, a POSITION
    input: String,
    /// The variant of the position, or of records without a variant tag
    #[arg(long)]
    variant: Option<String>,
    /// Nodes to search for each position; for a game, for each ply
    #[arg(long, default_value_t = NonZeroU64::new(100_000).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TableOptions,
}

impl Analyse {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let variant = match self.variant.as_deref().map(variant_named).transpose() {
            Ok(variant) => variant,
            Err(error) => {
                console.report_error(&error, self.json)?;
                return Ok(FAULTY);
            }
        };
        let path = Path::new(&self.input);
        match variant {
            Some(variant) if !path.is_file() && self.input != "-" => {
                match position_of(variant, position_argument(&self.input)) {
                    Ok(position) => self.analyse_position(console, &position),
                    Err(error) => {
                        console.report_error(&error, self.json)?;
                        Ok(FAULTY)
                    }
                }
            }
            _ => self.analyse_records(console, variant),
        }
    }

    fn analyse_position(&self, console: &mut Console, position: &Position) -> Result<u8, CliError> {
        let Some(request) = AnalysisKey::of(&Game::new(*position)) else {
            console.write_remark("there is nothing to choose: the game is over")?;
            return Ok(NO);
        };
        let nodes = self.nodes.get();
        let mut search = self.search(position.variant(), nodes)?;
        let mut written = Ok(());
        let last = request.evaluate(&mut search, nodes, &mut || false, &mut |evaluation| {
            if written.is_ok() {
                written = self.print_evaluation(console, evaluation, false);
            }
        });
        written?;
        if let Some(evaluation) = last {
            self.print_evaluation(console, evaluation, true)?;
        }
        Ok(0)
    }

    /// A search with the endgame tables, if there are some.
    fn search(&self, variant: &'static Variant, nodes: u64) -> Result<Search, CliError> {
        let mut search = analysis_search(variant, nodes);
        search.set_tables(self.tables.open()?.of(variant).cloned());
        Ok(search)
    }

    fn print_evaluation(
        &self,
        console: &mut Console,
        evaluation: Evaluation,
        done: bool,
    ) -> io::Result<()> {
        if self.json {
            console.json(&EvaluationView::of(evaluation, done))?;
        } else {
            let Evaluation { depth, score, nodes, pv, .. } = evaluation;
            writeln!(console, "{depth:3} {:>10} {nodes:>10}  {}", score.to_string(), pv.join(" "))?;
        }
        console.flush()
    }

    fn analyse_records(
        &self,
        console: &mut Console,
        variant: Option<&'static Variant>,
    ) -> Result<u8, CliError> {
        let mut text = Vec::new();
        if self.input == "-" {
            console.input().read_to_end(&mut text)?;
        } else {
            let path = PathBuf::from(&self.input);
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
                    console.write_remark(&format!("chivalry: {error}"))?;
                    status = FAULTY;
                    continue;
                }
            };
            status = status.max(self.analyse_record(console, record, variant)?);
        }
        Ok(status)
    }

    fn analyse_record(
        &self,
        console: &mut Console,
        record: &GameRecord,
        variant: Option<&'static Variant>,
    ) -> Result<u8, CliError> {
        let replay = match record.replay(variant) {
            Ok(replay) => replay,
            Err(fault) => {
                console.write_remark(&format!("chivalry: {fault}"))?;
                return Ok(NO);
            }
        };
        let (variant, games) = (replay.start.variant(), replay.games());
        if variant.is_free_for_all() {
            console.write_remark("chivalry: only games of two sides are reviewed")?;
            return Ok(NO);
        }
        let course = Course { variant, games, turns: replay.turns };
        let nodes = self.nodes.get();
        let mut search = self.search(variant, nodes.saturating_mul(8))?;
        let mut review = Review::new(course.games.clone());
        loop {
            while let Some(judgement) = review.next_judgement() {
                self.print_ply(console, &course, &judgement)?;
            }
            let Some((key, request)) = review.next_missing() else { break };
            let (key, request) = (key.to_owned(), request.clone());
            let never_stop = &mut || false;
            let Some(evaluation) = request.evaluate(&mut search, nodes, never_stop, &mut |_| {})
            else {
                break;
            };
            review.add_evaluation(key, evaluation);
        }
        let accuracy = review.accuracy();
        if self.json {
            console.json(&AccuracyView::of(&course, &accuracy, None))?;
        } else {
            if let Some(opening) = course.opening() {
                writeln!(console, "opening: {opening}")?;
            }
            for (seat, accuracy) in accuracy.iter() {
                if let Some(accuracy) = accuracy {
                    let letter = variant.seat_name(seat).letter();
                    writeln!(console, "{letter}: accuracy {accuracy:.0} %")?;
                }
            }
        }
        Ok(0)
    }

    fn print_ply(
        &self,
        console: &mut Console,
        course: &Course,
        judgement: &Judgement,
    ) -> io::Result<()> {
        let view = course.view(judgement);
        if self.json {
            console.json(&view)?;
        } else {
            let mark = judgement.quality.map(|mark| mark.symbol()).unwrap_or_default();
            let (ply, seat, text) = (view.ply, view.seat, &view.text);
            write!(console, "{ply:3} {seat} {text}{mark}  {}", judgement.after)?;
            if judgement.quality.is_some() {
                let best = judgement.best.join(" ");
                write!(console, "  better: {best} ({})", judgement.before)?;
            }
            writeln!(console)?;
        }
        console.flush()
    }
}
