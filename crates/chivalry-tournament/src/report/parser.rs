//! Parsing of reports: TRF16 and TRF26, which differ by their records.

use chivalry_play::clock::TimeControl;
use chivalry_rules::Team;

use super::day::noon;
use super::error::{ReportError, ReportFault};
use super::report_file::{
    FIRST_ROUND, RESULTS, ROUND_WIDTH, ReportBye, ReportPlayer, ReportRound, TournamentReport,
};
use super::tie_break_code::tie_break_of;
use crate::plan::edition::Edition;

/// The column of the points of a player.
const POINTS: usize = 81;

/// Results of players who do not take part in a round that is yet to be paired.
const ABSENCES: &str = "HFZ";

/// Records that change points, or that pair teams.
const UNSUPPORTED: [&str; 6] = ["250", "299", "320", "330", "XXA", "XXS"];

impl TournamentReport {
    /// Parses a report. Lines end with a line feed, a carriage return, or both.
    /// Records about federations, teams and national ratings are ignored, and
    /// tie-breaks that this server does not have are left out.
    ///
    /// # Errors
    /// The first malformed record or contradictory round.
    pub fn parse(text: &str) -> Result<TournamentReport, ReportError> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        let mut report = TournamentReport::default();
        let mut lines = Vec::new();
        for (number, content) in (1..).zip(text.split('\n')) {
            let line = Line { number, letters: content.chars().collect() };
            if content.get(..3) == Some("001") {
                report.players.push(line.player()?);
                lines.push(line);
            } else {
                report.read_record(&line)?;
            }
        }
        report.separate_coming_byes();
        report.check(&lines)?;
        report.byes.sort_unstable();
        report.byes.dedup();
        Ok(report)
    }

    fn read_record(&mut self, line: &Line) -> Result<(), ReportError> {
        let rest = || line.columns(5, usize::MAX);
        let record = line.columns(1, 3);
        let header = &mut self.header;
        match record.as_str() {
            "012" => self.name = rest(),
            "022" => header.city = Some(rest()),
            "032" => header.federation = Some(rest()),
            "042" => header.begins = Some(line.day()?),
            "052" => header.ends = Some(line.day()?),
            "092" => header.kind = Some(rest()),
            "102" => header.arbiter = Some(rest()),
            "112" => header.deputies.push(rest()),
            "122" => header.time = Some(rest()),
            "132" => header.days = line.days()?,
            "142" | "XXR" => {
                let rounds = rest().parse().ok().filter(|rounds| (1..=100).contains(rounds));
                self.rounds = Some(rounds.ok_or(line.fault(5, ReportFault::Rounds))?);
            }
            "152" => {
                let initial = initial_of(&rest());
                self.initial = Some(initial.ok_or(line.fault(5, ReportFault::Color))?);
            }
            "XXC" => {
                let text = rest();
                let named = text.split_whitespace().find_map(initial_of);
                self.initial = named.or(self.initial);
            }
            "162" => self.read_scoring(line)?,
            "182" => header.program = Some(rest()),
            "192" => {
                self.edition = Some(match rest().to_ascii_uppercase().as_str() {
                    "FIDE_DUTCH_2017" => Edition::Fide2017,
                    "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => Edition::Fide2026,
                    _ => return Err(line.fault(5, ReportFault::Type)),
                });
            }
            "202" => {
                let codes = rest().to_ascii_uppercase();
                self.tie_breaks =
                    Some(codes.split(',').filter_map(|it| tie_break_of(it.trim())).collect());
            }
            "222" => self.time = time_of(&rest()),
            "240" => self.read_byes(line)?,
            "260" => self.read_forbidden(line)?,
            "XXP" => {
                let ids = line.numbers(5)?;
                self.forbid_all(&ids);
            }
            _ if UNSUPPORTED.contains(&record.as_str()) => {
                return Err(line.fault(1, ReportFault::Unsupported));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_scoring(&mut self, line: &Line) -> Result<(), ReportError> {
        let mut column = 6;
        let mut pairing_bye = None;
        while column <= line.letters.len() {
            let code = line.columns(column, column);
            let points = line.half_points(column + 1, column + 4)?;
            match code.as_str() {
                "W" => self.scoring.win = points,
                "D" => self.scoring.draw = points,
                "L" => self.scoring.loss = points,
                "P" => pairing_bye = Some((column, points)),
                "A" if points == 0 => {}
                "X" => {}
                _ => return Err(line.fault(column, ReportFault::Scoring)),
            }
            column += 9;
        }
        match pairing_bye {
            Some((column, points)) if points != self.scoring.win => {
                Err(line.fault(column, ReportFault::Scoring))
            }
            _ => Ok(()),
        }
    }

    fn read_byes(&mut self, line: &Line) -> Result<(), ReportError> {
        let result = line.columns(5, 5).chars().next().map_or(' ', |it| it.to_ascii_uppercase());
        if !ABSENCES.contains(result) {
            return Err(line.fault(5, ReportFault::Result));
        }
        let round = line.columns(7, 9).parse().ok().filter(|round| *round > 0);
        let round = round.ok_or(line.fault(7, ReportFault::Rounds))?;
        let players = line.numbers(11)?;
        let byes = players.into_iter().map(|player| ReportBye { round, result, player });
        self.byes.extend(byes);
        Ok(())
    }

    fn read_forbidden(&mut self, line: &Line) -> Result<(), ReportError> {
        for column in [5, 9] {
            let round: Option<u16> = line.columns(column, column + 2).parse().ok();
            round.ok_or(line.fault(column, ReportFault::Rounds))?;
        }
        let ids = line.numbers(13)?;
        self.forbid_all(&ids);
        Ok(())
    }

    fn forbid_all(&mut self, ids: &[u32]) {
        for (at, a) in ids.iter().enumerate() {
            self.forbidden.extend(ids[at + 1..].iter().map(|b| [*a.min(b), *a.max(b)]));
        }
    }

    /// Moves a last column of byes to the byes of rounds that are not paired
    /// yet, and fills in byes of paired rounds.
    fn separate_coming_byes(&mut self) {
        let is_absence =
            |round: &ReportRound| round.opponent.is_none() && ABSENCES.contains(round.result);
        if let Some(last) = self.paired_rounds().checked_sub(1) {
            let of_last = || self.players.iter().map(move |player| player.rounds.get(last));
            let is_open =
                of_last().any(|round| round.is_none()) && of_last().flatten().all(is_absence);
            if is_open {
                for player in &mut self.players {
                    let Some(round) = player.rounds.get(last) else { continue };
                    let (result, player_number) = (round.result, player.number);
                    player.rounds.truncate(last);
                    let round = last as u16 + 1;
                    self.byes.push(ReportBye { round, result, player: player_number });
                }
            }
        }
        let paired = self.paired_rounds();
        let is_past = |bye: &ReportBye| usize::from(bye.round) <= paired;
        for bye in self.byes.extract_if(.., |bye| is_past(bye)) {
            let player = self.players.get_mut((bye.player as usize).wrapping_sub(1));
            let round = player.and_then(|it| it.rounds.get_mut(usize::from(bye.round) - 1));
            if let Some(round) = round.filter(|round| is_absence(round)) {
                round.result = bye.result;
            }
        }
    }

    fn check(&self, lines: &[Line]) -> Result<(), ReportError> {
        for (at, (player, line)) in (1..).zip(self.players.iter().zip(lines)) {
            if player.number != at {
                return Err(line.fault(5, ReportFault::RankOrder));
            }
            let most = self.rounds.map_or(usize::MAX, usize::from);
            if player.rounds.len() > most {
                return Err(line.fault(FIRST_ROUND + most * ROUND_WIDTH, ReportFault::RoundBeyond));
            }
            for (round, own) in player.rounds.iter().enumerate() {
                self.check_round(player, round, own).map_err(|(offset, fault)| {
                    line.fault(FIRST_ROUND + round * ROUND_WIDTH + offset, fault)
                })?;
            }
            if player.points != self.points_after(player.number, player.rounds.len()) {
                return Err(line.fault(POINTS, ReportFault::PointsDiffer));
            }
        }
        Ok(())
    }

    /// Returns the column within the round of an error.
    fn check_round(
        &self,
        player: &ReportPlayer,
        round: usize,
        own: &ReportRound,
    ) -> Result<(), (usize, ReportFault)> {
        let Some(id) = own.opponent else {
            let has_bye =
                |other: &&ReportPlayer| other.rounds.get(round).is_some_and(|it| it.result == 'U');
            return match own.result {
                'U' if self.players.iter().filter(has_bye).count() > 1 => {
                    Err((7, ReportFault::TwoByes))
                }
                '1' | '=' | '0' | 'W' | 'D' | 'L' => Err((7, ReportFault::NoOpponent)),
                _ => Ok(()),
            };
        };
        let other = self.players.get((id as usize).wrapping_sub(1)).filter(|_| id != player.number);
        let other = other.ok_or((0, ReportFault::Opponent))?;
        let met = other.rounds.get(round).filter(|met| met.opponent == Some(player.number));
        let met = met.ok_or((0, ReportFault::OpponentDiffers))?;
        if met.side.is_some() && met.side == own.side {
            return Err((5, ReportFault::SameSide));
        }
        let goes_with = match own.result {
            '1' => "0",
            '0' => "1",
            '=' => "=",
            'W' => "L",
            'L' => "W",
            'D' => "D",
            '+' => "-",
            '-' => "+-",
            // Not played yet.
            'Z' => "Z",
            _ => "",
        };
        if !goes_with.contains(met.result) {
            return Err((7, ReportFault::ResultDiffers));
        }
        let is_game = "1=0WDL".contains(own.result);
        if is_game && own.side.is_none() { Err((5, ReportFault::Color)) } else { Ok(()) }
    }
}

/// A line with its number, from 1. Columns are counted from 1, as in the
/// description of the format.
struct Line {
    number: usize,
    letters: Vec<char>,
}

impl Line {
    fn fault(&self, column: usize, fault: ReportFault) -> ReportError {
        ReportError::At { line: self.number, column, fault }
    }

    fn columns(&self, from: usize, to: usize) -> String {
        let to = to.min(self.letters.len());
        let from = (from - 1).min(to);
        self.letters[from..to].iter().collect::<String>().trim().to_owned()
    }

    /// Returns the number in some columns. `None` if they are blank.
    fn number(
        &self,
        from: usize,
        to: usize,
        fault: ReportFault,
    ) -> Result<Option<u32>, ReportError> {
        let text = self.columns(from, to);
        match text.is_empty() {
            true => Ok(None),
            false => text.parse().map(Some).map_err(|_| self.fault(from, fault)),
        }
    }

    /// Returns the starting ranks from a column on.
    fn numbers(&self, from: usize) -> Result<Vec<u32>, ReportError> {
        let mut numbers = Vec::new();
        let mut column = from;
        while column <= self.letters.len() {
            if self.letters[column - 1].is_whitespace() {
                column += 1;
                continue;
            }
            let word = self.letters[column - 1..].iter().take_while(|it| !it.is_whitespace());
            let word: String = word.collect();
            let number = word.parse().ok().filter(|number| *number > 0);
            numbers.push(number.ok_or(self.fault(column, ReportFault::Rank))?);
            column += word.chars().count();
        }
        Ok(numbers)
    }

    fn half_points(&self, from: usize, to: usize) -> Result<u32, ReportError> {
        let text = self.columns(from, to);
        let (whole, half) = text.split_once('.').unwrap_or((&text, "0"));
        let whole: Option<u32> = whole.parse().ok().filter(|whole| *whole <= 10_000);
        let half = match half {
            "0" | "" => Some(0),
            "5" => Some(1),
            _ => None,
        };
        let points = whole.zip(half).map(|(whole, half)| 2 * whole + half);
        points.ok_or(self.fault(from, ReportFault::Points))
    }

    fn day(&self) -> Result<String, ReportError> {
        let day = self.columns(5, usize::MAX);
        noon(&day).map(|_| day).ok_or(self.fault(5, ReportFault::Date))
    }

    fn days(&self) -> Result<Vec<String>, ReportError> {
        let mut days = Vec::new();
        let mut column = FIRST_ROUND;
        while column <= self.letters.len() {
            let day = self.columns(column, column + 7);
            noon(&day).ok_or(self.fault(column, ReportFault::Date))?;
            days.push(day);
            column += ROUND_WIDTH;
        }
        Ok(days)
    }

    fn player(&self) -> Result<ReportPlayer, ReportError> {
        let mut rounds = Vec::new();
        let mut at = FIRST_ROUND;
        while at + 7 <= self.letters.len() {
            rounds.push(self.round(at)?);
            at += ROUND_WIDTH;
        }
        let number = self.number(5, 8, ReportFault::Rank)?;
        Ok(ReportPlayer {
            number: number.ok_or(self.fault(5, ReportFault::Rank))?,
            name: self.columns(15, 47),
            rating: self.number(49, 52, ReportFault::Rating)?,
            points: self.half_points(POINTS, POINTS + 3)?,
            place: self.number(86, 89, ReportFault::Place)?,
            rounds,
        })
    }

    fn round(&self, at: usize) -> Result<ReportRound, ReportError> {
        let opponent = self.number(at, at + 3, ReportFault::Opponent)?;
        let side = match self.letters[at + 4].to_ascii_lowercase() {
            'w' => Some(Team::First),
            'b' => Some(Team::Second),
            '-' | ' ' => None,
            _ => return Err(self.fault(at + 5, ReportFault::Color)),
        };
        let result = match self.letters[at + 6].to_ascii_uppercase() {
            ' ' => 'Z',
            result if RESULTS.contains(result) => result,
            _ => return Err(self.fault(at + 7, ReportFault::Result)),
        };
        Ok(ReportRound { opponent: opponent.filter(|id| *id > 0), side, result })
    }
}

/// Returns the initial color of a word.
fn initial_of(word: &str) -> Option<Team> {
    match word {
        "W" | "w" | "white1" => Some(Team::First),
        "B" | "b" | "black1" => Some(Team::Second),
        _ => None,
    }
}

/// Returns the time control of a code. `None` for several periods, or for
/// different times of the sides.
fn time_of(code: &str) -> Option<TimeControl> {
    let (seconds, increment) = code.split_once('+').unwrap_or((code, "0"));
    let ms = |text: &str| text.parse::<u64>().ok()?.checked_mul(1_000);
    Some(TimeControl::Fischer { initial_ms: ms(seconds)?, increment_ms: ms(increment)? })
}
