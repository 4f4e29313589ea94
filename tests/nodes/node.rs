//! A node as a process of the real binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::ports::free_port;
use crate::services::{Nats, Postgres, Process};

/// The key of the cluster, which is not a secret.
pub(crate) const CLUSTER_KEY: &str =
    "0b1e55edc1a551c5ca1ab1e5eab0a7ed5afe0b1e55edc1a551c5ca1ab1e5eab0";

/// The path of the program under test.
pub(crate) fn current_program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_chivalry"))
}

/// A node slot. After a restart it holds a new process.
pub(crate) struct Node {
    number: usize,
    /// The program of the next process.
    pub(crate) program: PathBuf,
    port: u16,
    incarnation: u32,
    postgres: String,
    nats: String,
    data: TempDir,
    /// True if clients are asked to connect to the node of their match.
    has_url: bool,
    process: Option<Process>,
}

impl Node {
    /// Starts the node and waits until it is ready.
    pub(crate) fn start(
        number: usize,
        program: &Path,
        postgres: &Postgres,
        nats: &Nats,
        has_url: bool,
    ) -> Node {
        let mut node = Node {
            number,
            program: program.to_owned(),
            port: free_port(),
            incarnation: 0,
            postgres: postgres.url(""),
            nats: nats.url(),
            data: tempfile::tempdir().unwrap(),
            has_url,
            process: None,
        };
        node.restart();
        node
    }

    /// The application name of its Postgres connections, different for each process.
    pub(crate) fn name(&self) -> String {
        format!("node-{}-{}", self.number, self.incarnation)
    }

    /// The address for clients.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Starts a new process and waits until it is ready.
    pub(crate) fn restart(&mut self) {
        self.incarnation += 1;
        let mut command = Command::new(&self.program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port)]);
        command.args(["--log", "error", "--commands-per-second", "100000"]);
        command.arg("--data-dir").arg(self.data.path()).args(["--nats-url", &self.nats]);
        if self.has_url {
            command.args(["--node-url", &self.url()]);
        }
        command.env("CHIVALRY_CLUSTER_KEY", CLUSTER_KEY);
        command.env("DATABASE_URL", format!("{}{}", self.postgres, self.name()));
        command.stdout(Stdio::piped());
        let ready = "chivalry is at http://";
        self.process = Some(Process::start(&mut command, |child| child.stdout.take(), ready));
    }

    /// Returns a metric without labels.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let metrics = reqwest::get(format!("{}/metrics", self.url())).await.unwrap();
        let metrics = metrics.text().await.unwrap();
        let mut lines = metrics.lines().filter_map(|line| line.split_once(' '));
        let value = lines.find_map(|(of, value)| (of == name).then_some(value));
        value.expect("a metric").parse().unwrap()
    }

    /// Sends `SIGKILL`.
    pub(crate) fn kill(&mut self) {
        self.process.take().expect("a node that lives").kill();
    }

    /// Sends `SIGSTOP`. The process stops without closing its connections.
    pub(crate) fn pause(&self) {
        self.process.as_ref().expect("a node that lives").signal("STOP");
    }

    /// Sends `SIGCONT`. The process resumes.
    pub(crate) fn resume(&self) {
        self.process.as_ref().expect("a node that lives").signal("CONT");
    }

    /// Sends `SIGTERM` and waits for the process to exit.
    pub(crate) fn shut_down(&mut self) {
        let process = self.process.take().expect("a node that lives");
        process.signal("TERM");
        process.wait();
    }
}
