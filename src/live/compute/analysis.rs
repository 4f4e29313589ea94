//! Thinking about positions and games for whoever asks: on threads of its
//! own, so that neither play nor the computer player's turns ever wait for it,
//! and never twice about one position, because the store keeps the answers.
//!
//! [`Analysts`] takes a question up; what is given back is asked for one step
//! after the other, and thinks no more once it is dropped.

use std::collections::HashSet;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::store::{MatchFilter, MatchStatus, Store, StoreError};
use chivalry_engine::Search;
use chivalry_engine::analysis::{AnalysisKey, Evaluation, Judgement, Review, analysis_search};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Variant};

use crate::live::compute::cpu_pool::{LineIsFull, Thinkers, Thought};
use crate::live::error::LiveError;
use crate::live::registry::Live;

/// Matches read from a list at once.
const LISTED_AT_ONCE: u32 = 100;

/// Answers that are kept by one write, while a game is judged.
const KEPT_AT_ONCE: usize = 32;

/// When a game that is being judged comes back to a line that was full.
const AGAIN: Duration = Duration::from_secs(1);

/// The memory of a search that judges a game is that of so many plies.
const PLIES_REMEMBERED: u64 = 8;

/// Those who analyse. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Analysts {
    thinkers: Thinkers,
    live: Live,
    store: Store,
    /// Who has something thought about now. A plain lock, held for one
    /// look-up.
    asking: Arc<Mutex<HashSet<PlayerId>>>,
    thoughts: Arc<AtomicU64>,
}

/// Why something is not thought about.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// Something else of the player's is being thought about.
    #[error("one thing at a time is thought about for a player")]
    Asking,
    /// Too many wait.
    #[error(transparent)]
    LineIsFull(#[from] LineIsFull),
    /// The player is to find out alone what to do there.
    #[error("the position stands in a match that the player plays now")]
    InPlay,
    /// The database failed, or the server is going away.
    #[error(transparent)]
    Live(#[from] LiveError),
}

impl From<StoreError> for AnalysisError {
    fn from(error: StoreError) -> AnalysisError {
        AnalysisError::Live(error.into())
    }
}

/// What comes of thinking about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionStep {
    /// So many are before it in the line, itself included.
    Place(usize),
    /// What is thought of it so far.
    Opinion(Evaluation),
    /// What is thought of it in the end.
    Done(Evaluation),
}

/// What comes of judging a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameStep {
    /// So many are before it in the line, itself included.
    Place(usize),
    /// A ply is judged.
    Ply(Judgement),
    /// All are: how exact each seat was that has moved, in per cent.
    Done(PerSeat<Option<f64>>),
}

/// A position that is thought about.
#[derive(Debug)]
pub struct PositionStudy {
    store: Store,
    variant: &'static Variant,
    /// What is known already, and not told yet.
    known: Option<Evaluation>,
    thinking: Option<Thinking>,
    /// The answer under its key, until it is kept and told.
    answer: Option<(String, Evaluation)>,
    key: String,
    /// How deep the last opinion was that was told.
    told: u32,
}

/// A game that is judged.
#[derive(Debug)]
pub struct GameStudy {
    analysts: Analysts,
    variant: &'static Variant,
    review: Review,
    nodes: u64,
    thinking: Option<Waiting<(Search, Option<Evaluation>)>>,
    /// The search, while it is not thinking.
    search: Option<Search>,
    /// Answers that are still to be kept.
    unkept: Vec<(String, Evaluation)>,
    /// Whether anything of it has been put in line.
    has_begun: bool,
    is_over: bool,
    _asking: Option<Asking>,
}

#[derive(Debug)]
struct Thinking {
    waiting: Waiting<Option<Evaluation>>,
    found: watch::Receiver<Option<Evaluation>>,
    _asking: Asking,
}

/// A thought whose place in the line is told.
#[derive(Debug)]
struct Waiting<T> {
    thought: Thought<T>,
    place: watch::Receiver<usize>,
    is_new: bool,
}

enum Progress<T> {
    Place(usize),
    /// `None` when the server is going away.
    Done(Option<T>),
}

/// Counts the player among those who ask, until it is dropped.
#[derive(Debug)]
struct Asking {
    all: Arc<Mutex<HashSet<PlayerId>>>,
    player: PlayerId,
}

impl Analysts {
    /// Analysts who think by `thinkers`.
    #[must_use]
    pub fn new(thinkers: Thinkers, live: Live, store: Store) -> Analysts {
        Analysts { thinkers, live, store, asking: Arc::default(), thoughts: Arc::default() }
    }

    /// The threads by which they think.
    #[must_use]
    pub fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// Thoughts that they have begun or put in line since the server started.
    #[must_use]
    pub fn thoughts(&self) -> u64 {
        self.thoughts.load(Ordering::Relaxed)
    }

    /// Thinks about a position for `by`, through up to `nodes` positions, or
    /// knows the answer. `None` when there is nothing to choose in it.
    ///
    /// # Errors
    /// Why it is not thought about.
    pub async fn position(
        &self,
        by: PlayerId,
        position: Position,
        nodes: u64,
    ) -> Result<Option<PositionStudy>, AnalysisError> {
        let game = Game::new(position);
        if game.ending().is_some() {
            return Ok(None);
        }
        let Some(question) = AnalysisKey::of(&game) else { return Ok(None) };
        self.check_out_of_play(by, &[position]).await?;
        let (key, variant) = (question.to_string(), question.variant());
        let known = self.store.opinions(variant, &[&key]).await?.remove(&key);
        let is_enough = known.as_ref().is_some_and(|opinion| opinion.covers(nodes));
        let thinking = if is_enough { None } else { Some(self.think_about(by, question, nodes)?) };
        let told = known.as_ref().map_or(0, |opinion| opinion.depth);
        let store = self.store.clone();
        Ok(Some(PositionStudy { store, variant, known, thinking, answer: None, key, told }))
    }

    fn think_about(
        &self,
        by: PlayerId,
        question: AnalysisKey,
        nodes: u64,
    ) -> Result<Thinking, AnalysisError> {
        let asking = self.ask(by)?;
        let (tell, found) = watch::channel(None);
        let thought = self.thinkers.think(move |waited| {
            let mut search = analysis_search(question.variant(), nodes);
            let mut tell = |opinion| drop(tell.send_replace(Some(opinion)));
            question.evaluate(
                &mut search,
                nodes,
                &mut || waited.yield_and_check_cancelled(),
                &mut tell,
            )
        })?;
        self.thoughts.fetch_add(1, Ordering::Relaxed);
        Ok(Thinking { waiting: Waiting::for_thought(thought), found, _asking: asking })
    }

    /// Judges the plies of a game for `by`: `games` are its states before each
    /// ply, and after the last. Each position is looked at through up to
    /// `nodes` others, unless it is known.
    ///
    /// # Errors
    /// Why it is not thought about.
    pub async fn game(
        &self,
        by: PlayerId,
        variant: &'static Variant,
        games: Vec<Game>,
        nodes: u64,
    ) -> Result<GameStudy, AnalysisError> {
        let review = self.recall(variant, games, nodes).await?;
        let asking = review.next_missing().map(|_| self.ask(by)).transpose()?;
        let mut study = GameStudy {
            analysts: self.clone(),
            variant,
            review,
            nodes,
            thinking: None,
            search: None,
            unkept: Vec::new(),
            has_begun: false,
            is_over: false,
            _asking: asking,
        };
        // A line that is full now is no place to come back to.
        study.think()?;
        Ok(study)
    }

    /// A review of a game with all that is known of its positions.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn recall(
        &self,
        variant: &Variant,
        games: Vec<Game>,
        nodes: u64,
    ) -> Result<Review, StoreError> {
        let mut review = Review::new(games);
        let keys: Vec<&str> = review.keys().collect();
        let known = self.store.opinions(variant, &keys).await?;
        for (key, opinion) in known.into_iter().filter(|(_, opinion)| opinion.covers(nodes)) {
            review.add_evaluation(key, opinion);
        }
        Ok(review)
    }

    fn ask(&self, player: PlayerId) -> Result<Asking, AnalysisError> {
        let all = Arc::clone(&self.asking);
        if !all.lock().unwrap_or_else(PoisonError::into_inner).insert(player) {
            return Err(AnalysisError::Asking);
        }
        Ok(Asking { all, player })
    }

    /// Refuses positions of which the player has to move, or waits for others,
    /// in one now.
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
            let page = self.store.matches(&filter, LISTED_AT_ONCE, cursor).await?;
            for row in &page.items {
                let room = self.live.look(row.id, Some(player)).await?;
                if positions.contains(room.contest.game().position()) {
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
    /// What comes next; `None` when nothing does any more. It may be given up
    /// and asked again: nothing is lost.
    ///
    /// # Errors
    /// When the answer cannot be kept.
    pub async fn next(&mut self) -> Result<Option<PositionStep>, StoreError> {
        if let Some(opinion) = self.known.take() {
            let is_all = self.thinking.is_none();
            let step = if is_all { PositionStep::Done } else { PositionStep::Opinion };
            return Ok(Some(step(opinion)));
        }
        loop {
            if let Some(answer) = &self.answer {
                self.store.keep_opinions(self.variant, slice::from_ref(answer)).await?;
                return Ok(self.answer.take().map(|(_, opinion)| PositionStep::Done(opinion)));
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
                        self.answer = answer.flatten().map(|answer| (self.key.clone(), answer));
                    }
                },
            }
        }
    }
}

impl GameStudy {
    /// What comes next; `None` when nothing does any more.
    ///
    /// # Errors
    /// When answers cannot be kept.
    pub async fn next(&mut self) -> Result<Option<GameStep>, StoreError> {
        loop {
            if self.is_over {
                return Ok(None);
            }
            if let Some(judgement) = self.review.next_judgement() {
                return Ok(Some(GameStep::Ply(judgement)));
            }
            let is_judged = self.review.next_missing().is_none();
            if self.unkept.len() >= KEPT_AT_ONCE || is_judged {
                self.analysts.store.keep_opinions(self.variant, &self.unkept).await?;
                self.unkept.clear();
            }
            if is_judged {
                self.is_over = true;
                return Ok(Some(GameStep::Done(self.review.accuracy())));
            }
            if let Err(LineIsFull) = self.think() {
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

    /// Puts the next question in line, unless one is on its way.
    fn think(&mut self) -> Result<(), LineIsFull> {
        let Some((_, question)) = self.review.next_missing().filter(|_| self.thinking.is_none())
        else {
            return Ok(());
        };
        let (question, nodes, search) = (question.clone(), self.nodes, self.search.take());
        let thought = self.analysts.thinkers.think(move |waited| {
            let new = || analysis_search(question.variant(), nodes * PLIES_REMEMBERED);
            let mut search = search.unwrap_or_else(new);
            let halt = &mut || waited.yield_and_check_cancelled();
            let opinion = question.evaluate(&mut search, nodes, halt, &mut |_| {});
            (search, opinion)
        })?;
        self.analysts.thoughts.fetch_add(1, Ordering::Relaxed);
        // Between two plies a thread may not be free yet for the next: that is
        // no waiting.
        let is_new = !std::mem::replace(&mut self.has_begun, true) && thought.has_to_wait();
        self.thinking = Some(Waiting { is_new, ..Waiting::for_thought(thought) });
        Ok(())
    }

    fn learn(&mut self, opinion: Evaluation) {
        if let Some(key) = self.review.next_missing().map(|(key, _)| key.to_owned()) {
            self.unkept.push((key.clone(), opinion.clone()));
            self.review.add_evaluation(key, opinion);
        }
    }
}

impl<T> Waiting<T> {
    fn for_thought(thought: Thought<T>) -> Waiting<T> {
        Waiting { place: thought.place(), is_new: thought.has_to_wait(), thought }
    }

    /// What comes next. It may be given up and asked again until the thought
    /// is done.
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
                answer = self.thought.answer() => return Progress::Done(answer),
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
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.player);
    }
}
