//! `chivalry variant check`: checks a variant file.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};
use crate::cli::rules::drawing::{Palette, draw_board};
use chivalry_engine::arena::{ArenaGame, RandomPlayer, play_game};
use chivalry_rules::{Outcome, Position, Team, Variant, read_variant_file};

/// Number of random games played to test a variant.
const GAMES: u64 = 100;

/// The options of `variant`.
#[derive(Debug, clap::Args)]
pub struct VariantCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Report every fault of a variant file with its line. If there is none, draw the board and
    /// play 100 random games
    Check {
        /// The file (`docs/variants.md`)
        file: PathBuf,
    },
}

impl VariantCommand {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let What::Check { file } = self.what;
        let text = fs::read_to_string(&file)
            .map_err(|source| CliError::File { path: file.clone(), source })?;
        // Leaking is harmless: the process exits after the check.
        let read = read_variant_file(text.leak()).and_then(|variant| {
            // A server would not start with a name that is taken.
            variant.check_names(&[]).map(|()| variant).map_err(|fault| vec![fault])
        });
        let variant: &'static Variant = match read {
            Ok(variant) => Box::leak(Box::new(variant)),
            Err(faults) => {
                for fault in faults {
                    writeln!(console, "{fault}")?;
                }
                return Ok(NO);
            }
        };
        if file.file_stem().is_none_or(|stem| stem != variant.name()) {
            let name = variant.name();
            console.write_remark(&format!("chivalry: the file should be named {name}.variant"))?;
        }
        let palette = if console.has_colour() { Palette::Colour } else { Palette::Plain };
        for line in draw_board(&Position::start(variant), palette) {
            writeln!(console, "{line}")?;
        }
        let tally = random_games(variant);
        let won = |team: Team| {
            format!("{} won {}, ", variant.team_letters(team), tally.won[team.index()])
        };
        let won: String = variant.teams().map(won).collect();
        writeln!(
            console,
            "\n{}: {GAMES} random games of {} plies on average: {won}{} drawn.",
            variant.title(),
            tally.plies / GAMES,
            tally.drawn
        )?;
        Ok(0)
    }
}

#[derive(Default)]
struct Tally {
    won: [u32; 4],
    drawn: u32,
    plies: u64,
}

fn random_games(variant: &'static Variant) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..GAMES {
        let mut first = RandomPlayer(StdRng::seed_from_u64(2 * seed));
        let mut second = RandomPlayer(StdRng::seed_from_u64(2 * seed + 1));
        let mut game = ArenaGame::new(variant);
        match play_game(&mut game, &mut first, &mut second, None, &mut |_| {}) {
            Outcome::Win(team) => tally.won[team.index()] += 1,
            Outcome::Draw => tally.drawn += 1,
        }
        tally.plies += u64::from(game.game().plies());
    }
    tally
}
