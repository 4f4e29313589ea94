//! `chivalry verify`: checks the proof of a match without a server.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY, NO};
use crate::protocol::proofs::ProofView;
use crate::protocol::proofs::keys::PublicKey;
use crate::protocol::proofs::verify::{ProofFault, Sound};
use crate::protocol::rfc3339;

/// The options of `verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// The proof of a match, as returned by `GET /matches/{id}/proof`; `-` for standard input
    file: PathBuf,
    /// The public key that must have signed the proof, as base64 text or as a file: PEM, base64 or
    /// the response of `GET /keys`
    #[arg(long, value_name = "KEY|FILE")]
    key: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Default, Serialize)]
struct Verdict {
    sound: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chained_from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<u32>,
}

impl Verify {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let keys = match self.key.as_deref().map(read_keys).transpose()? {
            None => Vec::new(),
            Some(Some(keys)) => keys,
            Some(None) => {
                console.write_remark(
                    "chivalry: --key: neither a public key (Ed25519) nor a file with one",
                )?;
                return Ok(FAULTY);
            }
        };
        let text = self.read_proof(console)?;
        let proof: Result<ProofView, _> = serde_json::from_slice(&text);
        let verdict = proof
            .map_err(|error| ProofFault::Unreadable(error.to_string()))
            .and_then(|proof| proof.verify(&keys).map(|sound| (proof, sound)));
        match verdict {
            Ok((proof, sound)) => {
                self.print_sound(console, &proof, &sound)?;
                Ok(0)
            }
            Err(fault) => {
                self.print_fault(console, &fault)?;
                Ok(NO)
            }
        }
    }

    fn read_proof(&self, console: &mut Console) -> Result<Vec<u8>, CliError> {
        let mut text = Vec::new();
        if self.file == Path::new("-") {
            console.input().read_to_end(&mut text)?;
            return Ok(text);
        }
        fs::read(&self.file).map_err(|error| file_error(&self.file, error))
    }

    fn print_sound(
        &self,
        console: &mut Console,
        proof: &ProofView,
        sound: &Sound,
    ) -> Result<(), CliError> {
        let Sound { plies, ended_at, chained_from, key } = sound;
        let (name, ended_at) = (key.name(), rfc3339(*ended_at));
        if self.json {
            return Ok(console.json(&Verdict {
                sound: true,
                plies: Some(*plies),
                ended_at: Some(ended_at),
                chained_from: Some(*chained_from),
                key: Some(name),
                ..Verdict::default()
            })?);
        }
        writeln!(
            console,
            "sound: match {}, {plies} plies, ended at {ended_at}, signed by the key {name}",
            proof.match_id
        )?;
        if *chained_from > 1 {
            writeln!(
                console,
                "The match is older than hashes: what is before version {chained_from} is as it was when \
                 it was signed."
            )?;
        }
        if self.key.is_none() {
            writeln!(
                console,
                "The key is the document's own, which shows that it agrees with itself. Compare the \
                 key's name with the server's (GET /api/v1/keys), or give the key by --key."
            )?;
        }
        Ok(())
    }

    fn print_fault(&self, console: &mut Console, fault: &ProofFault) -> Result<(), CliError> {
        if !self.json {
            return Ok(writeln!(console, "not sound: {fault}")?);
        }
        let (ply, v) = match fault {
            ProofFault::Event { ply, v, .. } => (Some(*ply), Some(*v)),
            _ => (None, None),
        };
        let fault = Some(fault.to_string());
        Ok(console.json(&Verdict { fault, ply, v, ..Verdict::default() })?)
    }
}

/// Returns the keys that the argument `given` names, or `None` if it is neither a key nor a
/// file.
fn read_keys(given: &str) -> Result<Option<Vec<PublicKey>>, CliError> {
    if let Ok(keys) = PublicKey::read(given) {
        return Ok(Some(keys));
    }
    let path = Path::new(given);
    let text = fs::read_to_string(path).map_err(|error| file_error(path, error))?;
    Ok(PublicKey::read(&text).ok().filter(|keys| !keys.is_empty()))
}

fn file_error(path: &Path, source: std::io::Error) -> CliError {
    CliError::File { path: path.to_owned(), source }
}
