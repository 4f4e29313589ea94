//! Analysis of positions and games on a separate thread pool, so that it never delays play or the
//! computer player. Each position is analysed once, because the store caches the evaluations.
//!
//! [`Analysts`] accepts an analysis and returns a study. The caller polls the study step by step,
//! and cancels the analysis by dropping it.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::store::{MatchFilter, MatchStatus, Store, StoreError};
use chivalry_engine::Search;
use chivalry_engine::analysis::{
    AnalysisKey, Evaluation, ExactMove, Judgement, Review, analysis_search,
};
use chivalry_engine::tables::Tables;
use chivalry_play::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Variant};

use crate::live::compute::cpu_pool::{CpuPool, Job, QueueFull};
use crate::live::compute::tables::TableLibrary;
use crate::live::error::LiveError;
use crate::live::registry::Live;

/// Page size of match lists.
const LISTED_AT_ONCE: u32 = 100;

/// Number of evaluations stored by one write during the analysis of a game.
const STORED_AT_ONCE: usize = 32;

/// Delay before a game analysis retries a full queue.
const AGAIN: Duration = Duration::from_secs(1);

/// The transposition table of a game analysis is sized for this number of plies.
const TABLE_PLIES: u64 = 8;

/// The analysis service. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Analysts {
    pool: CpuPool,
    live: Live,
    store: Store,
    /// Players with a running analysis. The lock is held for one lookup.
    asking: Arc<Mutex<HashSet<PlayerId>>>,
    searches: Arc<AtomicU64>,
    tables: TableLibrary,
}

/// The reason for which an analysis was refused.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The player has another running analysis.
    #[error("another analysis of the player is running")]
    Asking,
    /// The queue is full.
    #[error(transparent)]
    QueueFull(#[from] QueueFull),
    /// A review judges moves by the score for the mover after them, which is known for two
    /// teams only.
    #[error("only games of two teams are reviewed")]
    FreeForAll,
    /// The player has to decide in this position without help.
    #[error("the position is from a match that the player is playing")]
    InPlay,
    /// The database failed or the server is shutting down.
    #[error(transparent)]
    Live(#[from] LiveError),
}

impl From<StoreError> for AnalysisError {
    fn from(error: StoreError) -> AnalysisError {
        AnalysisError::Live(error.into())
    }
}

/// A step in the analysis of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionStep {
    /// The position in the queue, from 1.
    Place(usize),
    /// The evaluation so far.
    Opinion(Evaluation),
    /// The final evaluation, with the exact values of all moves if tables contain the position.
    Done(Evaluation, Option<Vec<ExactMove>>),
}

/// A step in the analysis of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameStep {
    /// The position in the queue, from 1.
    Place(usize),
    /// The judgement of a ply.
    Ply(Judgement),
    /// All plies are judged.
    Done {
        /// The accuracy of each seat that has moved, in per cent.
        accuracy: PerSeat<Option<f64>>,
        /// The number of plies at the start of the game that belong to the opening book.
        book: usize,
    },
}

/// A running analysis of a position.
#[derive(Debug)]
pub struct PositionStudy {
    store: Store,
    variant: &'static Variant,
    /// The cached evaluation, until it is returned.
    known: Option<Evaluation>,
    thinking: Option<Thinking>,
    /// The final evaluation, until it is stored and returned.
    answer: Option<Evaluation>,
    /// The exact values of all moves, returned with the answer.
    exact: Option<Vec<ExactMove>>,
    /// The key of the evaluation in the cache. `None` if it is not stored.
    key: Option<String>,
    /// The depth of the last returned evaluation.
    told: u32,
}

/// A running analysis of a game.
#[derive(Debug)]
pub struct GameStudy {
    analysts: Analysts,
    variant: &'static Variant,
    review: Review,
    nodes: u64,
    thinking: Option<QueuedJob<(Search, Option<Evaluation>)>>,
    /// The search, while no job uses it.
    search: Option<Search>,
    /// Evaluations that are not stored yet.
    unstored: Vec<(String, Evaluation)>,
    /// True after the first job was queued.
    has_begun: bool,
    is_over: bool,
    _asking: Option<Asking>,
}

#[derive(Debug)]
struct Thinking {
    waiting: QueuedJob<Option<(Evaluation, Option<Vec<ExactMove>>)>>,
    found: watch::Receiver<Option<Evaluation>>,
    _asking: Asking,
}

/// A job whose position in the queue is reported.
#[derive(Debug)]
struct QueuedJob<T> {
    job: Job<T>,
    place: watch::Receiver<usize>,
    is_new: bool,
}

enum Progress<T> {
    Place(usize),
    /// The result. `None` if the server is shutting down.
    Done(Option<T>),
}

/// Registers a running analysis of the player until it is dropped.
#[derive(Debug)]
struct Asking {
    all: Arc<Mutex<HashSet<PlayerId>>>,
    player: PlayerId,
}

impl Analysts {
    /// Creates the service on a thread pool.
    #[must_use]
    pub fn new(pool: CpuPool, live: Live, store: Store, tables: TableLibrary) -> Analysts {
        let (asking, searches) = (Arc::default(), Arc::default());
        Analysts { pool, live, store, asking, searches, tables }
    }

    /// Returns the thread pool.
    #[must_use]
    pub fn pool(&self) -> &CpuPool {
        &self.pool
    }

    /// Returns the number of jobs queued since the start of the server.
    #[must_use]
    pub fn searches(&self) -> u64 {
        self.searches.load(Ordering::Relaxed)
    }

    /// Analyses a position for `by` with up to `nodes` nodes, or returns the cached evaluation.
    /// `None` if the game is over or ends by passes. Several lines are neither read from the
    /// cache nor stored: they are not in it, and share the nodes of the best line.
    ///
    /// # Errors
    /// Returns the reason of the refusal.
    pub async fn position(
        &self,
        by: PlayerId,
        position: Position,
        nodes: u64,
        lines: NonZeroUsize,
    ) -> Result<Option<PositionStudy>, AnalysisError> {
        let game = Game::new(position);
        if game.ending().is_some() {
            return Ok(None);
        }
        let Some(question) = AnalysisKey::of(&game) else { return Ok(None) };
        self.check_out_of_play(by, &[position]).await?;
        let (key, variant) = (question.to_string(), question.variant());
        let is_cached = lines == NonZeroUsize::MIN;
        // Tables know more than the cache: the value of each move.
        let is_in_tables = self.tables.of(variant).is_some_and(|it| it.contains(&position));
        let known = if is_in_tables || !is_cached {
            None
        } else {
            self.store.analyses().of_positions(variant, &[&key]).await?.remove(&key)
        };
        let is_enough = known.as_ref().is_some_and(|opinion| opinion.covers(nodes));
        let think = || self.think_about(by, question, nodes, lines);
        let thinking = if is_enough { None } else { Some(think()?) };
        let told = known.as_ref().map_or(0, |opinion| opinion.depth);
        let store = self.store.clone();
        Ok(Some(PositionStudy {
            store,
            variant,
            known,
            thinking,
            answer: None,
            exact: None,
            key: is_cached.then_some(key),
            told,
        }))
    }

    /// Returns the tables that contain a position, unless it is that of a running match of `by`.
    ///
    /// # Errors
    /// Fails if the matches cannot be read.
    pub async fn tables_for(
        &self,
        by: PlayerId,
        position: &Position,
    ) -> Result<Option<Arc<Tables>>, AnalysisError> {
        let tables = self.tables.of(position.variant());
        let Some(tables) = tables.filter(|tables| tables.contains(position)) else {
            return Ok(None);
        };
        match self.check_out_of_play(by, &[*position]).await {
            Ok(()) => Ok(Some(Arc::clone(tables))),
            Err(AnalysisError::InPlay) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn think_about(
        &self,
        by: PlayerId,
        question: AnalysisKey,
        nodes: u64,
        lines: NonZeroUsize,
    ) -> Result<Thinking, AnalysisError> {
        let asking = self.ask(by)?;
        let (tell, found) = watch::channel(None);
        let tables = self.tables.of(question.variant()).cloned();
        let job = self.pool.submit(move |cancel_flag| {
            let mut search = analysis_search(question.variant(), nodes);
            search.set_tables(tables.clone());
            search.set_lines(lines);
            let mut tell = |opinion| drop(tell.send_replace(Some(opinion)));
            let evaluation = question.evaluate(
                &mut search,
                nodes,
                &mut || cancel_flag.yield_and_check_cancelled(),
                &mut tell,
            )?;
            let exact = tables.and_then(|tables| exact_moves(&tables, question.position()));
            Some((evaluation, exact))
        })?;
        self.searches.fetch_add(1, Ordering::Relaxed);
        Ok(Thinking { waiting: QueuedJob::of(job), found, _asking: asking })
    }

    /// Judges the plies of a game for `by`. `games` are the states before each ply and after the
    /// last. Each position without a cached evaluation is searched with up to `nodes` nodes.
    ///
    /// # Errors
    /// Returns the reason of the refusal.
    pub async fn game(
        &self,
        by: PlayerId,
        variant: &'static Variant,
        games: Vec<Game>,
        nodes: u64,
    ) -> Result<GameStudy, AnalysisError> {
        if variant.is_free_for_all() {
            return Err(AnalysisError::FreeForAll);
        }
        let review = self.recall(variant, games, nodes).await?;
        let asking = review.next_missing().map(|_| self.ask(by)).transpose()?;
        let mut study = GameStudy {
            analysts: self.clone(),
            variant,
            review,
            nodes,
            thinking: None,
            search: None,
            unstored: Vec::new(),
            has_begun: false,
            is_over: false,
            _asking: asking,
        };
        // A queue that is full at the start refuses the whole analysis.
        study.submit()?;
        Ok(study)
    }

    /// Returns a review of a game with all cached evaluations.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn recall(
        &self,
        variant: &Variant,
        games: Vec<Game>,
        nodes: u64,
    ) -> Result<Review, StoreError> {
        let mut review = Review::new(games);
        let keys: Vec<&str> = review.keys().collect();
        let known = self.store.analyses().of_positions(variant, &keys).await?;
        for (key, opinion) in known.into_iter().filter(|(_, opinion)| opinion.covers(nodes)) {
            review.add_evaluation(key, opinion);
        }
        Ok(review)
    }

    /// Returns the number of plies at the start of a game that belong to the opening book of the
    /// explorer.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn book_plies(&self, review: &Review) -> Result<usize, StoreError> {
        let reached = review.games().iter().skip(1).map(|game| *game.position());
        self.store.explorer().book_length(reached).await
    }

    fn ask(&self, player: PlayerId) -> Result<Asking, AnalysisError> {
        let all = Arc::clone(&self.asking);
        if !all.lock().insert(player) {
            return Err(AnalysisError::Asking);
        }
        Ok(Asking { all, player })
    }

    /// Refuses positions that stand in a running match of the player.
    ///
    /// # Errors
    /// [`AnalysisError::InPlay`], or when the database fails.
    pub async fn check_out_of_play(
        &self,
        player: PlayerId,
        positions: &[Position],
    ) -> Result<(), AnalysisError> {
        let Some(variant) = positions.first().map(Position::variant) else { return Ok(()) };
        let filter = MatchFilter {
            player: Some(player),
            status: Some(MatchStatus::Playing),
            variant: Some(variant.name().to_owned()),
            ..MatchFilter::default()
        };
        let mut cursor = None;
        loop {
            let page = self.store.matches().page(&filter, LISTED_AT_ONCE, cursor).await?;
            for row in &page.items {
                let snapshot = self.live.snapshot(row.id, Some(player)).await?;
                if positions.contains(snapshot.match_state.game().position()) {
                    return Err(AnalysisError::InPlay);
                }
            }
            cursor = page.next;
            if cursor.is_none() {
                return Ok(());
            }
        }
    }
}

impl PositionStudy {
    /// Returns the next step. `None` after the last. Cancel safe.
    ///
    /// # Errors
    /// Fails if the evaluation cannot be stored.
    pub async fn next(&mut self) -> Result<Option<PositionStep>, StoreError> {
        if let Some(opinion) = self.known.take() {
            let is_all = self.thinking.is_none();
            return Ok(Some(if is_all {
                PositionStep::Done(opinion, None)
            } else {
                PositionStep::Opinion(opinion)
            }));
        }
        loop {
            if let Some(answer) = &self.answer {
                if let Some(key) = &self.key {
                    let row = (key.clone(), answer.clone());
                    self.store.analyses().save(self.variant, &[row]).await?;
                }
                let exact = self.exact.take();
                return Ok(self.answer.take().map(|opinion| PositionStep::Done(opinion, exact)));
            }
            let Some(thinking) = &mut self.thinking else { return Ok(None) };
            tokio::select! {
                biased;
                Ok(()) = thinking.found.changed() => {
                    let found = thinking.found.borrow_and_update().clone();
                    if let Some(found) = found.filter(|found| found.depth > self.told) {
                        self.told = found.depth;
                        return Ok(Some(PositionStep::Opinion(found)));
                    }
                }
                progress = thinking.waiting.next() => match progress {
                    Progress::Place(place) => return Ok(Some(PositionStep::Place(place))),
                    Progress::Done(answer) => {
                        self.thinking = None;
                        if let Some((evaluation, exact)) = answer.flatten() {
                            self.answer = Some(evaluation);
                            self.exact = exact;
                        }
                    }
                },
            }
        }
    }
}

impl GameStudy {
    /// Returns the next step. `None` after the last.
    ///
    /// # Errors
    /// Fails if evaluations cannot be stored.
    pub async fn next(&mut self) -> Result<Option<GameStep>, StoreError> {
        loop {
            if self.is_over {
                return Ok(None);
            }
            if let Some(judgement) = self.review.next_judgement() {
                return Ok(Some(GameStep::Ply(judgement)));
            }
            let is_judged = self.review.next_missing().is_none();
            if self.unstored.len() >= STORED_AT_ONCE || is_judged {
                self.analysts.store.analyses().save(self.variant, &self.unstored).await?;
                self.unstored.clear();
            }
            if is_judged {
                let book = self.analysts.book_plies(&self.review).await?;
                self.is_over = true;
                return Ok(Some(GameStep::Done { accuracy: self.review.accuracy(), book }));
            }
            if let Err(QueueFull) = self.submit() {
                sleep_until(Instant::now() + AGAIN).await;
            }
            let Some(thinking) = &mut self.thinking else { continue };
            match thinking.next().await {
                Progress::Place(place) => return Ok(Some(GameStep::Place(place))),
                Progress::Done(answer) => {
                    self.thinking = None;
                    let Some((search, Some(opinion))) = answer else { return Ok(None) };
                    self.search = Some(search);
                    self.learn(opinion);
                }
            }
        }
    }

    /// Queues the next position, unless a job is running.
    fn submit(&mut self) -> Result<(), QueueFull> {
        let Some((_, question)) = self.review.next_missing().filter(|_| self.thinking.is_none())
        else {
            return Ok(());
        };
        let (question, nodes, search) = (question.clone(), self.nodes, self.search.take());
        let tables = self.analysts.tables.of(self.variant).cloned();
        let job = self.analysts.pool.submit(move |cancel_flag| {
            let new = || {
                let mut search = analysis_search(question.variant(), nodes * TABLE_PLIES);
                search.set_tables(tables);
                search
            };
            let mut search = search.unwrap_or_else(new);
            let halt = &mut || cancel_flag.yield_and_check_cancelled();
            let opinion = question.evaluate(&mut search, nodes, halt, &mut |_| {});
            (search, opinion)
        })?;
        self.analysts.searches.fetch_add(1, Ordering::Relaxed);
        // A short wait for a thread between two plies is not reported.
        let is_new = !std::mem::replace(&mut self.has_begun, true) && job.has_to_wait();
        self.thinking = Some(QueuedJob { is_new, ..QueuedJob::of(job) });
        Ok(())
    }

    fn learn(&mut self, opinion: Evaluation) {
        if let Some(key) = self.review.next_missing().map(|(key, _)| key.to_owned()) {
            self.unstored.push((key.clone(), opinion.clone()));
            self.review.add_evaluation(key, opinion);
        }
    }
}

/// The exact values of all moves, best first, if the tables contain the position.
pub(crate) fn exact_moves(tables: &Tables, position: &Position) -> Option<Vec<ExactMove>> {
    ExactMove::all_of(tables, position).unwrap_or_else(|error| {
        tracing::error!(%error, "endgame tables cannot be used");
        None
    })
}

impl<T> QueuedJob<T> {
    fn of(job: Job<T>) -> QueuedJob<T> {
        QueuedJob { place: job.place(), is_new: job.has_to_wait(), job }
    }

    /// Returns the next progress. Cancel safe until the job is done.
    async fn next(&mut self) -> Progress<T> {
        if std::mem::take(&mut self.is_new) {
            let place = *self.place.borrow_and_update();
            if place > 0 {
                return Progress::Place(place);
            }
        }
        loop {
            tokio::select! {
                biased;
                answer = self.job.answer() => return Progress::Done(answer),
                Ok(()) = self.place.changed() => {
                    let place = *self.place.borrow_and_update();
                    if place > 0 {
                        return Progress::Place(place);
                    }
                }
            }
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.all.lock().remove(&self.player);
    }
}
