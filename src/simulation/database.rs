//! The simulated database of a run: SQLite in a temporary file, behind a network and a disk that
//! are slow, fail and hang.

mod connection;
mod driver;
mod power_loss;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Once, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::any::AnyConnectOptions;
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx_core::any::AnyValueKind;
use sqlx_core::any::driver::{AnyDriver, install_drivers as install};
use tempfile::TempDir;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::live::cluster::simulation::world::World;
use crate::planted::{Planted, is_planted};
use crate::simulation::database::driver::Simulated;
use crate::simulation::database::power_loss::Before;
use crate::store::{Connected, Store, StoreError, StoreOptions, pool};

/// Time after which a transaction without an answer is given up.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(5);

/// Longest wait for the write lock, as in SQLite's `busy_timeout`.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Interval at which a connection is tried again.
const CONNECT_INTERVAL: Duration = Duration::from_millis(100);

/// Longest wait for a connection. The limit of the pool is longer.
const CONNECT_LIMIT: Duration = Duration::from_millis(4_500);

/// Longest wait for a commit during which the power is lost.
const POWER_LOSS_LIMIT: Duration = Duration::from_secs(5);

/// Codes of the database: locked, full, and a text that it cannot store.
const BUSY: &str = "5";
const FULL: &str = "13";
const UNTRANSLATABLE: &str = "22021";

const SETUP: &str = "pragma synchronous = off; pragma foreign_keys = on";
const READER_SETUP: &str = "pragma query_only = on";

/// The databases of all runs, by their numbers.
static DATABASES: LazyLock<Mutex<BTreeMap<u64, Weak<Inner>>>> = LazyLock::new(Mutex::default);

/// The content of a migrated database.
static MIGRATED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let made = std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let directory = tempfile::tempdir().expect("a temporary directory");
            let options = StoreOptions::sqlite(directory.path());
            let (store, _writer) = Store::open(&options).await.expect("a new database");
            store.close().await;
            std::fs::read(directory.path().join("chivalry.sqlite")).expect("the database")
        })
    });
    made.join().expect("a migrated database")
});

/// Installs the drivers of `sqlx`, with the one for simulated databases.
pub(crate) fn install_drivers() {
    static DRIVERS: [AnyDriver; 3] = [
        sqlx::sqlite::any::DRIVER,
        sqlx::postgres::any::DRIVER,
        AnyDriver::without_migrate::<Simulated>(),
    ];
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        install(&DRIVERS).expect("no other drivers are installed");
    });
}

/// Opens the pools of a node. `url` is that of [`Database::connect`].
pub(crate) async fn connect(url: &str) -> Result<Connected, StoreError> {
    let address: AnyConnectOptions = url.parse()?;
    let connect = |connections, setup| {
        let pool = pool(connections, setup).before_acquire(|_, _| Box::pin(async { Ok(true) }));
        pool.connect_with(address.clone())
    };
    let (writes, reads) = (connect(1, SETUP).await?, connect(4, READER_SETUP).await?);
    let has_deadline = !is_planted(Planted::NoTransactionDeadline);
    let limit = has_deadline.then_some(TRANSACTION_TIMEOUT);
    Ok(Connected::new(true, reads, writes, limit))
}

/// The database of a run. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Database(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    number: u64,
    directory: TempDir,
    world: World,
    /// SQLite has one writer at a time.
    writes: Arc<Semaphore>,
    state: Mutex<State>,
    /// Signals a commit during which the power was lost.
    power_lost: Notify,
}

#[derive(Debug, Default)]
struct State {
    is_full: bool,
    lines: Vec<Arc<Line>>,
    /// True if the power is lost during the next commit.
    loses_power: bool,
    /// Number of losses of power. Each leaves new files.
    power_losses: u64,
}

/// The connections of one node.
#[derive(Debug)]
pub(crate) struct Line {
    database: Weak<Inner>,
    number: usize,
    world: World,
    state: Mutex<LineState>,
}

#[derive(Debug, Default)]
struct LineState {
    is_cut: bool,
    is_hanging: bool,
}

/// The fate of a statement.
#[derive(Debug)]
enum Outcome {
    Done,
    /// The statement is not carried out, and the connection breaks.
    Lost {
        is_silent: bool,
    },
    /// The statement is carried out, and the connection breaks before its answer.
    AnswerLost {
        is_silent: bool,
    },
    Refused(Refusal),
}

impl Database {
    pub(crate) fn new(world: &World) -> Database {
        static NUMBERS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let directory = tempfile::tempdir().expect("a temporary directory");
        let inner = Arc::new(Inner {
            number,
            directory,
            world: world.clone(),
            writes: Arc::new(Semaphore::new(1)),
            state: Mutex::default(),
            power_lost: Notify::new(),
        });
        std::fs::write(inner.path(), &*MIGRATED).expect("a database file");
        DATABASES.lock().insert(number, Arc::downgrade(&inner));
        Database(inner)
    }

    /// Registers a node. Returns the number of its line and the options of its store.
    pub(crate) fn connect(&self) -> (usize, StoreOptions) {
        let mut state = self.0.state.lock();
        let number = state.lines.len();
        state.lines.push(Arc::new(Line {
            database: Arc::downgrade(&self.0),
            number,
            world: self.0.world.clone(),
            state: Mutex::default(),
        }));
        let url = format!("simulated://{}/{number}", self.0.number);
        (number, StoreOptions { check_database: true, ..StoreOptions::postgres(url) })
    }

    fn line(&self, number: usize) -> Arc<Line> {
        Arc::clone(&self.0.state.lock().lines[number])
    }

    /// Breaks the connections of a node, and refuses new ones until [`Database::heal`].
    pub(crate) fn cut(&self, line: usize) {
        self.line(line).state.lock().is_cut = true;
    }

    /// Silences the connections of a node until [`Database::heal`].
    pub(crate) fn hang(&self, line: usize) {
        self.line(line).state.lock().is_hanging = true;
    }

    pub(crate) fn heal(&self, line: usize) {
        *self.line(line).state.lock() = LineState::default();
    }

    /// Fills the disk, or makes room.
    pub(crate) fn set_full(&self, is_full: bool) {
        self.0.state.lock().is_full = is_full;
    }

    /// Loses the power during the next commit, unless there is none in time. That commit is never
    /// answered, and the connections of the running processes stay on the old files.
    pub(crate) async fn lose_power(&self) {
        self.0.state.lock().loses_power = true;
        let _ = timeout(POWER_LOSS_LIMIT, self.0.power_lost.notified()).await;
        self.keep_power();
    }

    /// Keeps the power during all commits.
    pub(crate) fn keep_power(&self) {
        self.0.state.lock().loses_power = false;
    }

    /// Holds the write lock, as another process would.
    pub(crate) async fn lock(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.0.writes).acquire_owned().await.expect("the lock is never closed")
    }
}

impl Inner {
    /// Returns the path of the database.
    fn path(&self) -> PathBuf {
        self.directory.path().join(format!("db-{}", self.state.lock().power_losses))
    }

    /// Runs a commit during which the power may be lost. Returns `None` if it is lost.
    fn commit<T>(&self, commit: impl FnOnce() -> T) -> Option<T> {
        if !mem::take(&mut self.state.lock().loses_power) {
            return Some(commit());
        }
        let path = self.path();
        let before = Before::read(&path).expect("the files of the database");
        commit();
        self.state.lock().power_losses += 1;
        let torn = before.tear(&self.world, &path, &self.path());
        let (written, total) = torn.expect("new files of the database");
        self.world.note(format_args!("the power is lost after {written} of {total} sectors"));
        self.power_lost.notify_one();
        None
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        DATABASES.lock().remove(&self.number);
    }
}

impl Line {
    /// Returns the line of an URL.
    fn find(url: &str) -> Option<Arc<Line>> {
        let (database, line) = url.strip_prefix("simulated://")?.split_once('/')?;
        let database = DATABASES.lock().get(&database.parse().ok()?)?.upgrade()?;
        let lines = &database.state.lock().lines;
        lines.get(line.parse::<usize>().ok()?).cloned()
    }

    fn options(&self) -> SqliteConnectOptions {
        let path = self.database.upgrade().map(|database| database.path());
        SqliteConnectOptions::new()
            .filename(path.unwrap_or_default())
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
    }

    /// Waits like a new connection. A refused connection is tried again here, because the delays of
    /// the pool depend on the clock of the machine.
    async fn connected(&self) -> sqlx::Result<()> {
        self.world.wait(self.world.millis(0..4)).await;
        let connected = async {
            loop {
                let is_down = {
                    let state = self.state.lock();
                    state.is_cut || state.is_hanging
                };
                if !is_down {
                    return;
                }
                self.world.wait(CONNECT_INTERVAL).await;
            }
        };
        let connected = timeout(CONNECT_LIMIT, connected).await;
        connected.map_err(|_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))
    }

    /// Waits for the network and decides the fate of a statement.
    async fn outcome(&self, is_write: bool) -> Outcome {
        let is_slow = self.world.chance(0.005);
        self.world.wait(self.world.millis(if is_slow { 50..400 } else { 0..3 })).await;
        let (is_cut, is_hanging) = {
            let state = self.state.lock();
            (state.is_cut, state.is_hanging)
        };
        let is_done = self.world.chance(0.5);
        if is_cut {
            return if is_done && is_write {
                Outcome::AnswerLost { is_silent: false }
            } else {
                Outcome::Lost { is_silent: false }
            };
        }
        if is_hanging {
            return if is_done {
                Outcome::AnswerLost { is_silent: true }
            } else {
                Outcome::Lost { is_silent: true }
            };
        }
        let is_full = self.database.upgrade().is_some_and(|it| it.state.lock().is_full);
        if is_full && is_write {
            return Outcome::Refused(Refusal { code: FULL, message: "the disk is full" });
        }
        Outcome::Done
    }

    /// Waits for the write lock.
    async fn lock(&self) -> sqlx::Result<OwnedSemaphorePermit> {
        let Some(database) = self.database.upgrade() else { return Err(sqlx::Error::PoolClosed) };
        let lock = Arc::clone(&database.writes).acquire_owned();
        match timeout(BUSY_TIMEOUT, lock).await {
            Ok(lock) => Ok(lock.expect("the lock is never closed")),
            Err(_) => {
                let busy = Refusal { code: BUSY, message: "the database is locked" };
                Err(sqlx::Error::Database(Box::new(busy)))
            }
        }
    }

    async fn wait_for_answer(&self) {
        self.world.wait(self.world.millis(0..3)).await;
    }

    fn detail(&self, what: impl fmt::Display) {
        self.world.detail(format_args!("line {} {what}", self.number));
    }

    fn note_loss(&self, is_silent: bool) {
        let how = if is_silent { "hangs" } else { "breaks" };
        self.world.note(format_args!("a connection of line {} to the database {how}", self.number));
    }

    /// Drops what a silent connection holds once the database notices.
    fn end_later(&self, rest: impl Send + 'static) {
        let noticed = self.world.millis(100..4_000);
        self.world.after(noticed, move || drop(rest));
    }
}

/// A refusal of the database.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    code: &'static str,
    message: &'static str,
}

/// Refuses what Postgres cannot store.
fn check_texts(arguments: Option<&sqlx::any::AnyArguments>) -> sqlx::Result<()> {
    let values = arguments.map(|arguments| &arguments.values.0);
    let has_null = |value: &AnyValueKind| match value {
        AnyValueKind::Text(text) => text.contains('\0'),
        _ => false,
    };
    match values.is_some_and(|values| values.iter().any(has_null)) {
        true => Err(sqlx::Error::Database(Box::new(Refusal {
            code: UNTRANSLATABLE,
            message: "a text contains U+0000",
        }))),
        false => Ok(()),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for Refusal {}

impl DatabaseError for Refusal {
    fn message(&self) -> &str {
        self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.into())
    }

    fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}
