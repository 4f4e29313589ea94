//! A Postgres and a NATS of this test, which may be killed and restarted.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use tempfile::TempDir;

use crate::ports::free_port;

/// A process that is killed when the value is dropped.
pub(crate) struct Process(Child);

impl Process {
    /// Starts a process and waits until it writes a line with `sign` to `output`.
    pub(crate) fn start<R>(
        command: &mut Command,
        output: impl Fn(&mut Child) -> Option<R>,
        sign: &str,
    ) -> Process
    where
        R: Read + Send + 'static,
    {
        let mut child = command.spawn().expect("a program that starts");
        let mut lines = BufReader::new(output(&mut child).expect("its output")).lines();
        let mut written = String::new();
        loop {
            let line = lines.next().unwrap_or_else(|| panic!("it is not ready: {written}"));
            let line = line.expect("a line");
            if line.contains(sign) {
                break;
            }
            written.push_str(&line);
            written.push('\n');
        }
        // The pipe has to be drained, or the process would block.
        thread::spawn(move || lines.count());
        Process(child)
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.expect("a program `kill`").success(), "no signal for {id}");
    }

    /// Waits for the process to exit.
    pub(crate) fn wait(mut self) {
        self.0.wait().expect("a process that ends");
    }

    /// Kills the process.
    pub(crate) fn kill(self) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A Postgres server with a cluster of its own.
pub(crate) struct Postgres {
    directory: TempDir,
    program: PathBuf,
    port: u16,
    process: Option<Process>,
}

impl Postgres {
    /// Creates and starts a cluster. Returns `None` if Postgres is not installed.
    pub(crate) fn start() -> Option<Postgres> {
        let (initdb, program) = postgres_programs()?;
        let directory = tempfile::tempdir().unwrap();
        let mut init = Command::new(initdb);
        init.args(["--auth=trust", "--username=chivalry", "--encoding=UTF8", "--locale=C"]);
        init.arg("--no-sync").arg("--pgdata").arg(directory.path().join("data"));
        run_as_unprivileged_user(&mut init, directory.path());
        let init = init.output().expect("initdb runs");
        assert!(init.status.success(), "{}", String::from_utf8_lossy(&init.stderr));
        let mut postgres = Postgres { directory, program, port: free_port(), process: None };
        postgres.launch();
        Some(postgres)
    }

    fn launch(&mut self) {
        let mut command = Command::new(&self.program);
        let port = self.port.to_string();
        command.arg("-D").arg(self.directory.path().join("data")).args(["-p", &port]);
        command.args(["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-k"]);
        command.arg(self.directory.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        run_as_unprivileged_user(&mut command, self.directory.path());
        let ready = "database system is ready to accept connections";
        self.process = Some(Process::start(&mut command, |child| child.stderr.take(), ready));
    }

    /// Crashes the server and starts it again.
    pub(crate) fn crash_and_restart(&mut self) {
        let process = self.process.take().expect("a Postgres that runs");
        process.signal("QUIT");
        process.wait();
        self.launch();
    }

    /// The address of the database, with `name` as the application name.
    pub(crate) fn url(&self, name: &str) -> String {
        let port = self.port;
        format!("postgres://chivalry@127.0.0.1:{port}/postgres?application_name={name}")
    }
}

/// Finds `initdb` and `postgres`. Debian installs them in a folder per version.
fn postgres_programs() -> Option<(PathBuf, PathBuf)> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = versions.map(|version| version.path().join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = versions.chain(env::split_paths(&path));
    let mut programs = folders.map(|folder| (folder.join("initdb"), folder.join("postgres")));
    programs.find(|(initdb, postgres)| initdb.is_file() && postgres.is_file())
}

/// Runs a command as another user, because Postgres refuses to run as root.
fn run_as_unprivileged_user(command: &mut Command, directory: &Path) {
    let id = |args: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(args).output().expect("a program `id`");
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    if id(&["-u"]) == Some(0) {
        let user = id(&["-u", "postgres"]).expect("a user `postgres`");
        let group = id(&["-g", "postgres"]).expect("its group");
        chown(directory, Some(user), Some(group)).unwrap();
        command.uid(user).gid(group).current_dir(directory);
    }
}

/// A NATS server.
pub(crate) struct Nats {
    program: PathBuf,
    port: u16,
    options: Vec<String>,
    process: Option<Process>,
}

impl Nats {
    /// Starts the server. Returns `None` if NATS is not installed.
    pub(crate) fn start() -> Option<Nats> {
        Nats::start_with(&[])
    }

    /// Starts the server with additional options.
    pub(crate) fn start_with(options: &[&str]) -> Option<Nats> {
        let path = env::var_os("PATH").unwrap_or_default();
        // The package installs the server in a folder that may be missing from PATH.
        let mut folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
        let program = folders.find_map(|folder| {
            let program = folder.join("nats-server");
            program.is_file().then_some(program)
        })?;
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let mut nats = Nats { program, port: free_port(), options, process: None };
        nats.launch();
        Some(nats)
    }

    /// Starts the server again after [`Nats::kill`].
    pub(crate) fn launch(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]);
        command.args(&self.options);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let ready = "Server is ready";
        self.process = Some(Process::start(&mut command, |child| child.stderr.take(), ready));
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        self.process.take().expect("a NATS that runs").kill();
    }

    /// The address of the server.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}
