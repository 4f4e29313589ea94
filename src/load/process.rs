//! What the system knows of a process, and where it may run.

use std::fs;
use std::io;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::LoadError;

/// A process of this machine.
pub(super) struct Process {
    pid: u32,
}

impl Process {
    pub(super) fn of(pid: u32) -> Process {
        Process { pid }
    }

    /// Processor time used so far, in the process and for it.
    pub(super) fn processor_time(&self) -> Result<Duration, LoadError> {
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
    pub(super) fn resident_bytes(&self) -> Result<u64, LoadError> {
        let status = self.read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok());
        kib.map(|kib: u64| kib * 1024).ok_or_else(|| self.strange())
    }

    fn read(&self, file: &str) -> Result<String, LoadError> {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.pid));
        text.map_err(|source| LoadError::Process { pid: self.pid, source })
    }

    fn strange(&self) -> LoadError {
        LoadError::Process { pid: self.pid, source: io::ErrorKind::InvalidData.into() }
    }
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
