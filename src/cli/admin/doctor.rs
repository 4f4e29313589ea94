//! `chivalry doctor`: checks the consistency of the stored data.

use std::io::{self, Write as _};

use serde::Serialize;
use tokio::runtime::Runtime;

use crate::cli::console::{Console, counted};
use crate::cli::error::{CliError, NO};
use crate::store::{Examined, Finding, Store, StoreOptions, Subject};

/// The options of `doctor`.
#[derive(Debug, clap::Args)]
pub struct Doctor {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    store: StoreOptions,
}

/// A finding as a line of JSON.
#[derive(Serialize)]
struct FindingView {
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    match_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'static str>,
    finding: String,
}

/// The last line of JSON output.
#[derive(Serialize)]
struct SummaryView {
    matches: u64,
    events: u64,
    unchained: u64,
    tournaments: u64,
    findings: u64,
}

impl FindingView {
    fn of(finding: Finding) -> FindingView {
        let mut view =
            FindingView { match_id: None, tournament: None, table: None, finding: finding.what };
        match finding.about {
            Subject::Match(id) => view.match_id = Some(id.to_string()),
            Subject::Tournament(id) => view.tournament = Some(id.0.to_string()),
            Subject::Table(name) => view.table = Some(name),
        }
        view
    }
}

impl Doctor {
    /// A doctor for `store` that prints plain text.
    pub(crate) fn of(store: StoreOptions) -> Doctor {
        Doctor { json: false, store }
    }

    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        let mut printed: io::Result<()> = Ok(());
        let on_finding = |finding: Finding| {
            if printed.is_ok() {
                printed = self.print_finding(console, finding);
            }
        };
        // The doctor must not migrate the database. A schema of an earlier version is an error.
        let options = StoreOptions { check_database: true, ..self.store.clone() };
        let examined = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&options).await?;
            let examined = store.doctor().examine(on_finding).await?;
            store.close().await;
            Ok::<Examined, CliError>(examined)
        })?;
        printed?;
        self.print_summary(console, examined)?;
        Ok(if examined.findings == 0 { 0 } else { NO })
    }

    fn print_finding(&self, console: &mut Console, finding: Finding) -> io::Result<()> {
        if self.json {
            return console.json(&FindingView::of(finding));
        }
        writeln!(console, "{}: {}", finding.about, finding.what)
    }

    fn print_summary(&self, console: &mut Console, examined: Examined) -> io::Result<()> {
        let Examined { matches, events, unchained, tournaments, findings } = examined;
        if self.json {
            let summary = SummaryView { matches, events, unchained, tournaments, findings };
            return console.json(&summary);
        }
        if unchained > 0 {
            let matches = counted(unchained, "match has", "matches have");
            writeln!(console, "{matches} events without hashes, whose changes cannot be detected")?;
        }
        let matches = counted(matches, "match", "matches");
        let events = counted(events, "event", "events");
        let tournaments = counted(tournaments, "tournament", "tournaments");
        let findings = counted(findings, "finding", "findings");
        writeln!(console, "{matches} with {events} and {tournaments}: {findings}")
    }
}
