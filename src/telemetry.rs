//! Logging to standard error. A failure that repeats is logged a few times, then counted.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tracing::callsite::Identifier;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{Format, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Interval in which at most [`LINES_PER_INTERVAL`] warnings or errors of one kind are logged.
const INTERVAL: Duration = Duration::from_secs(10);
const LINES_PER_INTERVAL: u32 = 5;

/// Logging options.
#[derive(Clone, Debug, clap::Args)]
pub struct TelemetryOptions {
    /// Log filter: a level (error, warn, info, debug, trace), or levels by module
    #[arg(long, env = "CHIVALRY_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
}

/// Starts logging. A second call changes nothing.
pub fn init(options: &TelemetryOptions) {
    let filter = EnvFilter::try_new(&options.log);
    let is_faulty = filter.is_err();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|_| EnvFilter::new("info")))
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .event_format(ThrottledFormat::default());
    let is_first = subscriber.try_init().is_ok();
    if is_first && is_faulty {
        tracing::warn!(filter = options.log, "invalid log filter, logging at level info");
    }
}

/// The format of log lines. It omits warnings and errors that repeat too often, of this program and
/// of its libraries.
#[derive(Debug, Default)]
struct ThrottledFormat {
    format: Format,
    throttle: Mutex<LogThrottle>,
}

impl<S, N> FormatEvent<S, N> for ThrottledFormat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let metadata = event.metadata();
        if *metadata.level() > Level::WARN {
            return self.format.format_event(context, writer, event);
        }
        match self.throttle.lock().admit(metadata.callsite(), Instant::now()) {
            None => Ok(()),
            Some(0) => self.format.format_event(context, writer, event),
            Some(suppressed) => {
                let mut line = String::new();
                self.format.format_event(context, Writer::new(&mut line), event)?;
                writeln!(writer, "{} ({suppressed} more suppressed)", line.trim_end())
            }
        }
    }
}

/// Limits how often lines of one kind are logged. A kind is a place in the source.
#[derive(Debug, Default)]
struct LogThrottle(HashMap<Identifier, Window>);

/// The lines of one kind since the start of an interval.
#[derive(Debug)]
struct Window {
    began: Instant,
    lines: u32,
    suppressed: u64,
}

impl LogThrottle {
    /// Returns the number of lines suppressed in the interval before, or `None` to suppress this
    /// line too.
    fn admit(&mut self, kind: Identifier, now: Instant) -> Option<u64> {
        let new = Window { began: now, lines: 0, suppressed: 0 };
        let window = self.0.entry(kind).or_insert(new);
        if now.duration_since(window.began) >= INTERVAL {
            let suppressed = window.suppressed;
            *window = Window { began: now, lines: 1, suppressed: 0 };
            return Some(suppressed);
        }
        if window.lines < LINES_PER_INTERVAL {
            window.lines += 1;
            return Some(0);
        }
        window.suppressed += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;

    use tracing::subscriber::with_default;
    use tracing::{Callsite as _, callsite};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_repeated_failure_is_logged_a_few_times_for_each_kind() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .event_format(ThrottledFormat::default())
            .finish();
        with_default(subscriber, || {
            for number in 0..100 {
                tracing::error!(number, "the disk is full");
                tracing::warn!(target: "sqlx::pool::acquire", number, "slow");
                tracing::info!(number, "a match began");
            }
        });
        let text = String::from_utf8(log.0.lock().clone()).unwrap();
        let count = |what: &str| text.lines().filter(|line| line.contains(what)).count();
        assert_eq!(count("the disk is full"), LINES_PER_INTERVAL as usize);
        assert_eq!(count("slow"), LINES_PER_INTERVAL as usize);
        assert_eq!(count("a match began"), 100);
        assert_eq!(text.lines().count(), 100 + 2 * LINES_PER_INTERVAL as usize);
    }

    #[test]
    fn suppressed_lines_are_counted_in_the_next_interval() {
        let kind = callsite!(name: "failure", kind: tracing::metadata::Kind::EVENT, fields: x);
        let kind = kind.metadata().callsite();
        let start = Instant::now();
        let mut throttle = LogThrottle::default();
        for _ in 0..LINES_PER_INTERVAL {
            assert_eq!(throttle.admit(kind.clone(), start), Some(0));
        }
        for _ in 0..7 {
            assert_eq!(throttle.admit(kind.clone(), start + INTERVAL / 2), None);
        }
        assert_eq!(throttle.admit(kind.clone(), start + INTERVAL), Some(7));
        assert_eq!(throttle.admit(kind, start + INTERVAL), Some(0));
    }
}
