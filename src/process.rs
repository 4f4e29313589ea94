//! What the system knows of a process, and where it may run.

use std::fs;
use std::io;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Resource, getrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// A process of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    pid: u32,
}

/// A process that cannot be looked at.
#[derive(Debug, thiserror::Error)]
#[error("process {pid}: {source}")]
pub struct ProcessError {
    /// Its number.
    pub pid: u32,
    /// What the system said.
    pub source: io::Error,
}

impl Process {
    /// The one of that number.
    #[must_use]
    pub fn of(pid: u32) -> Process {
        Process { pid }
    }

    /// The one that asks.
    #[must_use]
    pub fn this() -> Process {
        Process::of(std::process::id())
    }

    /// Processor time used so far, in the process and for it.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn processor_time(self) -> Result<Duration, ProcessError> {
        let stat = self.read("stat")?;
        // The name of the program may hold anything, and ends at the last parenthesis.
        let (_, fields) = stat.rsplit_once(')').ok_or_else(|| self.strange())?;
        let field = |number: usize| -> Option<u64> {
            fields.split_ascii_whitespace().nth(number)?.parse().ok()
        };
        let ticks = field(11).zip(field(12)).ok_or_else(|| self.strange())?;
        let ticks = (ticks.0 + ticks.1) as f64;
        Ok(Duration::from_secs_f64(ticks / clock_ticks_per_second() as f64))
    }

    /// Memory that it holds in RAM.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn resident_bytes(self) -> Result<u64, ProcessError> {
        let status = self.read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok());
        kib.map(|kib: u64| kib * 1024).ok_or_else(|| self.strange())
    }

    /// How many files it has open, of which each connection is one.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn open_files(self) -> Result<usize, ProcessError> {
        let files = fs::read_dir(format!("/proc/{}/fd", self.pid));
        Ok(files.map_err(|source| self.fault(source))?.count())
    }

    fn read(self, file: &str) -> Result<String, ProcessError> {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.pid));
        text.map_err(|source| self.fault(source))
    }

    fn strange(self) -> ProcessError {
        self.fault(io::ErrorKind::InvalidData.into())
    }

    fn fault(self, source: io::Error) -> ProcessError {
        ProcessError { pid: self.pid, source }
    }
}

/// How many files this process may have open; `None` is no limit.
#[must_use]
pub fn most_open_files() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// The processors that this process may use, by number.
///
/// # Errors
/// When the system does not say.
pub fn processors() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&number| allowed.is_set(number)).collect())
}

/// Lets this thread, and what it starts from now on, use these processors only.
///
/// # Errors
/// When the system refuses.
pub fn pin_to(processors: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &processor in processors {
        set.set(processor);
    }
    Ok(sched_setaffinity(None, &set)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_looked_at_and_one_that_is_not_there_is_named() {
        let this = Process::this();
        assert!(this.resident_bytes().unwrap() > 1 << 20);
        assert!(this.processor_time().unwrap() <= this.processor_time().unwrap());
        let _open = fs::File::open("Cargo.toml").unwrap();
        let open = this.open_files().unwrap();
        assert!(open >= 1 && most_open_files().is_none_or(|most| open as u64 <= most), "{open}");
        // No process has the number 0.
        let error = Process::of(0).resident_bytes().unwrap_err();
        assert!(error.to_string().starts_with("process 0: "), "{error}");
    }
}
