//! Line-based standard input and block-buffered standard output.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Stdin, Stdout, Write};

use serde::Serialize;

use crate::cli::error::{CliError, FAULTY};
use crate::protocol::RequestError;
use crate::protocol::views::rules::{position_of, variant_named};
use chivalry_rules::{Position, Variant};

/// Maximum length of an input line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Both standard streams. Output is buffered while more input is available and flushed before a
/// read blocks. A program can therefore write a query and wait for its answer.
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

    /// Returns true if the output is a terminal with colour support.
    pub(crate) fn has_colour(&self) -> bool {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        io::stdout().is_terminal() && !unwanted
    }

    /// Returns the next line of standard input that is not blank.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            if !self.input.buffer().contains(&b'\n') {
                self.flush()?;
            }
            self.line.clear();
            let mut bounded = (&mut self.input).take(MAX_LINE_BYTES);
            if bounded.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            if self.line.last() != Some(&b'\n') && self.line.len() as u64 == MAX_LINE_BYTES {
                self.input.skip_until(b'\n')?;
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(self.line.trim_ascii()));
            }
        }
    }

    /// Unprocessed standard input.
    pub(crate) fn input(&mut self) -> &mut impl Read {
        &mut self.input
    }

    /// Writes one JSON object on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value).map_err(io::Error::from)?;
        self.write_all(b"\n")
    }

    /// Finds a variant by name or alias. Reports an unknown one, and then returns `None`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(crate) fn variant(
        &mut self,
        name: &str,
        as_json: bool,
    ) -> io::Result<Option<&'static Variant>> {
        match variant_named(name) {
            Ok(variant) => Ok(Some(variant)),
            Err(error) => {
                self.report_error(&error, as_json)?;
                Ok(None)
            }
        }
    }

    /// Reports a query that cannot be answered.
    pub(crate) fn report_error(&mut self, error: &RequestError, json: bool) -> io::Result<()> {
        if json {
            return self.json(error);
        }
        self.write_remark(&format!("chivalry: {error}"))
    }

    /// Writes a remark to standard error.
    pub(crate) fn write_remark(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        writeln!(io::stderr(), "{text}")
    }

    /// Discards buffered output that cannot be written.
    pub(crate) fn discard(&mut self) {
        if let Some(output) = self.output.take() {
            let (_, _unwritten) = output.into_parts();
        }
    }

    /// Calls `answer` for each position: the one in `argument`, or each line of standard input,
    /// or the array if there are no lines. Returns the exit status.
    pub(crate) fn each_position(
        &mut self,
        variant: &str,
        argument: Option<&str>,
        json: bool,
        mut answer: impl FnMut(&mut Console, &Position) -> io::Result<()>,
    ) -> Result<u8, CliError> {
        let Some(variant) = self.variant(variant, json)? else { return Ok(FAULTY) };
        let mut status = 0;
        let mut answer_one = |console: &mut Console, position| match position {
            Ok(position) => answer(console, &position),
            Err(error) => {
                status = FAULTY;
                console.report_error(&error, json)
            }
        };
        if argument.is_some() || io::stdin().is_terminal() {
            answer_one(self, position_of(variant, argument.and_then(position_argument)))?;
            return Ok(status);
        }
        let mut lines = 0;
        while let Some(position) = self.next_position(variant)? {
            lines += 1;
            answer_one(self, position)?;
        }
        if lines == 0 {
            answer_one(self, position_of(variant, None))?;
        }
        Ok(status)
    }

    fn next_position(
        &mut self,
        variant: &'static Variant,
    ) -> io::Result<Option<Result<Position, RequestError>>> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        let text = std::str::from_utf8(line).map_err(RequestError::bad_frame);
        Ok(Some(text.and_then(|text| position_of(variant, position_argument(text)))))
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

/// A number with a noun, such as `1 game` or `2 games`.
pub(crate) fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Parses a position argument. `array` stands for the variant's own array.
pub(crate) fn position_argument(text: &str) -> Option<&str> {
    (text != "array").then_some(text)
}
