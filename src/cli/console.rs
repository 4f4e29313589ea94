//! Standard input by lines, standard output in blocks.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Stdin, Stdout, Write};

use serde::Serialize;

use crate::cli::{CliError, FAULTY};
use crate::protocol::RequestError;
use crate::protocol::views::rules::{position_of, variant_named};
use chivalry_rules::{Position, Variant};

/// The longest line that is read as a question.
const LONGEST_LINE: u64 = 1 << 20;

/// Both standard streams. Output is held back while more input is at hand and
/// written before the reading waits, so that a program may ask and wait for
/// each answer.
pub(crate) struct Console {
    input: BufReader<Stdin>,
    output: Option<BufWriter<Stdout>>,
    line: Vec<u8>,
}

impl Console {
    pub(crate) fn new() -> Console {
        Console {
            input: BufReader::with_capacity(1 << 16, io::stdin()),
            output: Some(BufWriter::with_capacity(1 << 16, io::stdout())),
            line: Vec::new(),
        }
    }

    /// Whether output goes to a terminal that shows colours.
    pub(crate) fn has_colour(&self) -> bool {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        io::stdout().is_terminal() && !unwanted
    }

    /// The next line of standard input that is not blank.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            if !self.input.buffer().contains(&b'\n') {
                self.flush()?;
            }
            self.line.clear();
            let mut bounded = (&mut self.input).take(LONGEST_LINE);
            if bounded.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            if self.line.last() != Some(&b'\n') && self.line.len() as u64 == LONGEST_LINE {
                self.input.skip_until(b'\n')?;
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(self.line.trim_ascii()));
            }
        }
    }

    /// Standard input as it is.
    pub(crate) fn input(&mut self) -> &mut impl Read {
        &mut self.input
    }

    /// Writes one JSON object on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value).map_err(io::Error::from)?;
        self.write_all(b"\n")
    }

    /// Answers a question that cannot be answered otherwise.
    pub(crate) fn fault(&mut self, error: &RequestError, json: bool) -> io::Result<()> {
        if json {
            return self.json(error);
        }
        self.remark(&format!("chivalry: {error}"))
    }

    /// Says something that is not part of the answer.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        writeln!(io::stderr(), "{text}")
    }

    /// Leaves output that cannot be written unwritten.
    pub(crate) fn forget(&mut self) {
        if let Some(output) = self.output.take() {
            let (_, _unwritten) = output.into_parts();
        }
    }

    /// Calls `answer` for each position asked about: the one in `argument`,
    /// or the lines of standard input, or the array when there are none.
    /// Gives the exit status.
    pub(crate) fn each_position(
        &mut self,
        variant: &str,
        argument: Option<&str>,
        json: bool,
        mut answer: impl FnMut(&mut Console, &Position) -> io::Result<()>,
    ) -> Result<u8, CliError> {
        let variant = match variant_named(variant) {
            Ok(variant) => variant,
            Err(error) => {
                self.fault(&error, json)?;
                return Ok(FAULTY);
            }
        };
        let mut status = 0;
        let mut one = |console: &mut Console, position| match position {
            Ok(position) => answer(console, &position),
            Err(error) => {
                status = FAULTY;
                console.fault(&error, json)
            }
        };
        if argument.is_some() || io::stdin().is_terminal() {
            one(self, position_of(variant, argument.and_then(given)))?;
            return Ok(status);
        }
        let mut lines = 0;
        while let Some(position) = self.next_position(variant)? {
            lines += 1;
            one(self, position)?;
        }
        if lines == 0 {
            one(self, position_of(variant, None))?;
        }
        Ok(status)
    }

    fn next_position(
        &mut self,
        variant: &'static Variant,
    ) -> io::Result<Option<Result<Position, RequestError>>> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        let text = std::str::from_utf8(line).map_err(RequestError::bad_frame);
        Ok(Some(text.and_then(|text| position_of(variant, given(text)))))
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            Some(output) => output.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

/// A position as it is given: `array` is the variant's own.
pub(crate) fn given(text: &str) -> Option<&str> {
    (text != "array").then_some(text)
}
