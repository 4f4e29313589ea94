//! Resource usage of a process, its processor affinity, and the priority of its threads (Linux).

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

/// An error that occurred while a process was inspected.
#[derive(Debug, thiserror::Error)]
#[error("process {pid}: {source}")]
pub struct ProcessError {
    /// The process id.
    pub pid: u32,
    /// The cause.
    pub source: io::Error,
}

impl Process {
    /// The process with the id `pid`.
    #[must_use]
    pub fn of(pid: u32) -> Process {
        Process { pid }
    }

    /// The current process.
    #[must_use]
    pub fn this() -> Process {
        Process::of(std::process::id())
    }

    /// Returns the processor time that the process has used, in user and kernel mode.
    ///
    /// # Errors
    /// An I/O or parse error of `/proc`.
    pub fn processor_time(self) -> Result<Duration, ProcessError> {
        let stat = self.read("stat")?;
        // The program name may contain any character; it ends at the last parenthesis.
        let (_, fields) = stat.rsplit_once(')').ok_or_else(|| self.malformed())?;
        let field = |number: usize| -> Option<u64> {
            fields.split_ascii_whitespace().nth(number)?.parse().ok()
        };
        let ticks = field(11).zip(field(12)).ok_or_else(|| self.malformed())?;
        let ticks = (ticks.0 + ticks.1) as f64;
        Ok(Duration::from_secs_f64(ticks / clock_ticks_per_second() as f64))
    }

    /// Returns the resident memory of the process, in bytes.
    ///
    /// # Errors
    /// An I/O or parse error of `/proc`.
    pub fn resident_bytes(self) -> Result<u64, ProcessError> {
        let status = self.read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok());
        kib.map(|kib: u64| kib * 1024).ok_or_else(|| self.malformed())
    }

    /// Returns the number of bytes that the process has caused to be written to disks.
    ///
    /// # Errors
    /// An I/O or parse error of `/proc`.
    pub fn written_bytes(self) -> Result<u64, ProcessError> {
        let io = self.read("io")?;
        let written = io.lines().find_map(|line| line.strip_prefix("write_bytes:"));
        written.and_then(|bytes| bytes.trim().parse().ok()).ok_or_else(|| self.malformed())
    }

    /// Returns the number of open files, sockets included.
    ///
    /// # Errors
    /// An I/O error of `/proc`.
    pub fn open_files(self) -> Result<usize, ProcessError> {
        let files = fs::read_dir(format!("/proc/{}/fd", self.pid));
        Ok(files.map_err(|source| self.error(source))?.count())
    }

    fn read(self, file: &str) -> Result<String, ProcessError> {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.pid));
        text.map_err(|source| self.error(source))
    }

    fn malformed(self) -> ProcessError {
        self.error(io::ErrorKind::InvalidData.into())
    }

    fn error(self, source: io::Error) -> ProcessError {
        ProcessError { pid: self.pid, source }
    }
}

/// Returns the limit on open files of this process, or `None` for no limit.
#[must_use]
pub fn most_open_files() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// Returns the numbers of the processors that this process may use.
///
/// # Errors
/// An error of the system call.
pub fn processors() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&number| allowed.is_set(number)).collect())
}

/// Pins this thread, and all threads and processes that it starts afterwards, to `processors`.
///
/// # Errors
/// An error of the system call.
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
        assert!(this.written_bytes().unwrap() <= this.written_bytes().unwrap());
        let _open = fs::File::open("Cargo.toml").unwrap();
        let open = this.open_files().unwrap();
        assert!(open >= 1 && most_open_files().is_none_or(|most| open as u64 <= most), "{open}");
        // No process has the id 0.
        let error = Process::of(0).resident_bytes().unwrap_err();
        assert!(error.to_string().starts_with("process 0: "), "{error}");
    }
}
