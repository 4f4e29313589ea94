//! External engines: programs that speak the engine protocol (`docs/engine.md`).

use std::io::{BufRead as _, BufReader, Write as _};
use std::num::NonZeroU64;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use chivalry_engine::arena::ArenaPlayer;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, Variant};

/// An external engine process. Dropping it closes its pipes and ends the process.
#[derive(Debug)]
pub(crate) struct ExternalEngine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    move_time: NonZeroU64,
}

impl ExternalEngine {
    /// Starts `command`, split at spaces, and sends the initial handshake. The engine has
    /// `move_time` milliseconds for each move.
    pub(crate) fn start(
        command: &str,
        variant: &'static Variant,
        move_time: NonZeroU64,
    ) -> Result<ExternalEngine, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("a command names a program")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (to, from) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        let mut engine = ExternalEngine { child, to, from: BufReader::new(from), move_time };
        engine
            .request("uci", "uciok")
            .and_then(|_| engine.send(&format!("setoption name Variant value {}", variant.name())))
            .and_then(|()| engine.request("isready", "readyok"))
            .ok_or(format!("{program} does not speak the engine protocol"))?;
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> Option<()> {
        writeln!(self.to, "{line}").and_then(|()| self.to.flush()).ok()
    }

    /// Sends `line` and waits for a reply that begins with `word`. Returns the rest of that
    /// reply.
    fn request(&mut self, line: &str, word: &str) -> Option<String> {
        self.send(line)?;
        let mut answer = String::new();
        loop {
            answer.clear();
            if self.from.read_line(&mut answer).ok()? == 0 {
                return None;
            }
            if let Some(rest) = answer.trim().strip_prefix(word) {
                return Some(rest.trim().to_owned());
            }
        }
    }
}

impl ArenaPlayer for ExternalEngine {
    fn choose_move(&mut self, game: &Game) -> Option<Effect> {
        self.send(&format!("position {}", game.position()))?;
        let answer = self.request(&format!("go movetime {}", self.move_time), "bestmove")?;
        match answer.parse().ok()? {
            Turn::Move(written) => game.check(&written).ok(),
            Turn::Pass => None,
        }
    }

    fn new_game(&mut self) {
        // An engine that has exited loses by its next move.
        let _ = self.send("ucinewgame");
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // The engine may have exited already.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
