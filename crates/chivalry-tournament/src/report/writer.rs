//! Reports as text.

use std::fmt::Write as _;

use chivalry_play::clock::TimeControl;
use chivalry_rules::Team;

use super::report_file::{
    FIRST_ROUND, ROUND_WIDTH, ReportBye, ReportFormat, ReportPlayer, ReportRound, TournamentReport,
};
use super::tie_break_code::tie_break_code;
use crate::plan::edition::Edition;
use crate::plan::scoring::Scoring;

impl TournamentReport {
    /// The report as text. Lines end with a line feed.
    #[must_use]
    pub fn to_text(&self, format: ReportFormat) -> String {
        let mut text = String::new();
        self.write_header(&mut text);
        match format {
            ReportFormat::Trf16 => self.write_program_records(&mut text),
            ReportFormat::Trf26 => self.write_coded_records(&mut text),
        }
        for player in &self.players {
            self.write_player(&mut text, player, format);
        }
        text
    }

    fn write_header(&self, text: &mut String) {
        let header = &self.header;
        let mut write = |record: &str, value: Option<&str>| {
            if let Some(value) = value {
                let _ = writeln!(text, "{record} {value}");
            }
        };
        write("012", Some(&self.name));
        write("022", header.city.as_deref());
        write("032", header.federation.as_deref());
        write("042", header.begins.as_deref());
        write("052", header.ends.as_deref());
        write("062", Some(&self.players.len().to_string()));
        let rated = self.players.iter().filter(|player| player.rating.is_some()).count();
        write("072", Some(&rated.to_string()));
        write("092", header.kind.as_deref());
        write("102", header.arbiter.as_deref());
        for deputy in &header.deputies {
            write("112", Some(deputy));
        }
        write("122", header.time.as_deref());
        if !header.days.is_empty() {
            let days = header.days.iter().map(|day| format!("{day:<ROUND_WIDTH$}"));
            let days = days.collect::<String>();
            let _ = writeln!(text, "132{:1$}{2}", "", FIRST_ROUND - 4, days.trim_end());
        }
    }

    /// Writes the records by which pairing programs extend TRF16.
    fn write_program_records(&self, text: &mut String) {
        if let Some(rounds) = self.rounds {
            let _ = writeln!(text, "XXR {rounds}");
        }
        if let Some(initial) = self.initial {
            let color = if initial == Team::First { "white1" } else { "black1" };
            let _ = writeln!(text, "XXC {color}");
        }
        for [a, b] in &self.forbidden {
            let _ = writeln!(text, "XXP {a} {b}");
        }
    }

    fn write_coded_records(&self, text: &mut String) {
        if let Some(rounds) = self.rounds {
            let _ = writeln!(text, "142 {rounds}");
        }
        if let Some(initial) = self.initial {
            let _ = writeln!(text, "152 {}", if initial == Team::First { 'W' } else { 'B' });
        }
        if !is_usual(&self.scoring) {
            let Scoring { win, draw, loss, .. } = self.scoring;
            let points = |half_points: u32| half_points_text(half_points);
            let _ = writeln!(
                text,
                "162  W{:>4}    D{:>4}    L{:>4}",
                points(win),
                points(draw),
                points(loss)
            );
        }
        if let Some(program) = &self.header.program {
            let _ = writeln!(text, "182 {program}");
        }
        if let Some(edition) = self.edition {
            let _ = writeln!(text, "192 {}", type_code(edition));
        }
        if let Some(tie_breaks) = &self.tie_breaks {
            let codes: Vec<String> =
                tie_breaks.iter().filter_map(|it| tie_break_code(*it)).collect();
            let _ = writeln!(text, "202 {}", codes.join(","));
            let all = std::iter::once("PTS".to_owned()).chain(codes);
            let _ = writeln!(text, "212 {}", all.collect::<Vec<String>>().join(","));
        }
        if let Some(time) = self.time.and_then(time_code) {
            let _ = writeln!(text, "222 {time}");
        }
        let is_same = |a: &ReportBye, b: &ReportBye| (a.round, a.result) == (b.round, b.result);
        for byes in self.byes.chunk_by(is_same) {
            let _ = write!(text, "240 {} {:03}", byes[0].result, byes[0].round);
            for bye in byes {
                let _ = write!(text, " {:04}", bye.player);
            }
            text.push('\n');
        }
        let next = self.paired_rounds() + 1;
        let last = self.rounds.map_or(next, usize::from).max(next);
        for [a, b] in &self.forbidden {
            let _ = writeln!(text, "260 {next:03} {last:03} {a:04} {b:04}");
        }
    }

    fn write_player(&self, text: &mut String, player: &ReportPlayer, format: ReportFormat) {
        let name: String = player.name.chars().take(33).collect();
        let rating = player.rating.map_or(String::new(), |rating| rating.to_string());
        let points = half_points_text(player.points);
        let place = player.place.map_or(String::new(), |place| place.to_string());
        let _ = write!(
            text,
            "001 {:>4}      {name:<33} {rating:>4}{:28}{points:>4} {place:>4}",
            player.number, ""
        );
        let next = self.paired_rounds() as u16 + 1;
        let rests = self
            .byes
            .iter()
            .filter(|_| format == ReportFormat::Trf16)
            .find(|bye| bye.round == next && bye.player == player.number)
            .map(|bye| ReportRound { opponent: None, side: None, result: bye.result });
        let missing = ReportRound { opponent: None, side: None, result: 'Z' };
        let gap = rests.map_or(0, |_| usize::from(next) - 1 - player.rounds.len());
        let gap = std::iter::repeat_n(missing, gap);
        for round in player.rounds.iter().copied().chain(gap).chain(rests) {
            let side = match round.side {
                Some(Team::First) => 'w',
                Some(_) => 'b',
                None => '-',
            };
            let opponent = round.opponent.unwrap_or(0);
            let _ = write!(text, "  {opponent:04} {side} {}", round.result);
        }
        text.push('\n');
    }
}

/// Returns the code of the Dutch system of an edition.
const fn type_code(edition: Edition) -> &'static str {
    match edition {
        Edition::Fide2017 => "FIDE_DUTCH_2017",
        Edition::Fide2026 => "FIDE_DUTCH_2026",
    }
}

fn is_usual(scoring: &Scoring) -> bool {
    let usual = Scoring::default();
    (scoring.win, scoring.draw, scoring.loss) == (usual.win, usual.draw, usual.loss)
}

fn half_points_text(half_points: u32) -> String {
    format!("{}.{}", half_points / 2, 5 * (half_points % 2))
}

/// Returns the code of a time control: the seconds, and those for each move.
/// `None` if it has none.
fn time_code(time: TimeControl) -> Option<String> {
    let TimeControl::Fischer { initial_ms, increment_ms } = time else { return None };
    let is_whole = initial_ms % 1_000 == 0 && increment_ms % 1_000 == 0;
    let (seconds, increment) = (initial_ms / 1_000, increment_ms / 1_000);
    is_whole.then(|| match increment {
        0 => seconds.to_string(),
        _ => format!("{seconds}+{increment}"),
    })
}
