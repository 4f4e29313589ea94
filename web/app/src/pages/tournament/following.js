// State of a tournament: loaded once, then reloaded in the parts that an event changes.

import { get } from "../../core/api.js";
import { redraw } from "../../core/dom.js";
import { refusalWords } from "../../core/refusals.js";
import { session } from "../../core/session.js";
import { connection, hear } from "../../core/socket.js";
import { changedBy } from "./tables.js";

/** Events that decide a pairing. */
const DECIDING = new Set(["game_ended", "forfeited", "corrected"]);
/** Number of the log's last entries that contain the last decision. */
const LAST_ENTRIES = 100;
/** Number of entries in a page of a list. Compressed, a page has less than 100 kB. */
const PAGE_SIZE = 1_000;

/** Delay in milliseconds that collects a burst of events into one request. */
const BURST_MS = 120;
/** Delay before the next request, as a multiple of the last response time. */
const REST = 3;

export class Following {
  /** @type {TournamentView | null} */
  about = null;
  /** The displayed stage, from 0. */
  stage = 0;
  /** The displayed group. */
  group = 0;
  /** @type {RoundView[]} */
  rounds = [];
  /** @type {PlaceView[]} */
  standings = [];
  /** @type {CrossTableView["rows"]} */
  rows = [];
  /** @type {NodeView[] | null} */
  bracket = null;
  /** The log, once requested. @type {TournamentEntry[] | null} */
  log = null;
  trouble = "";
  /** The server time of the last decision; null while it is not needed. @type {number | null} */
  decidedAt = null;

  #isStopped = false;
  #isLooking = false;
  /** @type {Set<string>} */
  #due = new Set();
  #stop = () => {};
  #tookMs = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {() => void} */
  #changed;

  /** @param {string} id @param {() => void} changed called after each update */
  constructor(id, changed) {
    this.id = id;
    this.#changed = changed;
  }

  /** @param {number | null} stage the wanted stage, or null for the last one that began */
  async start(stage) {
    this.about = await this.#ask("");
    const last = Math.max(0, this.#view.stages.length - 1);
    this.stage = stage !== null && stage < this.#view.plan.stages.length ? stage : last;
    await Promise.all([this.#lookAtRounds(), this.#lookAtTables()]);
    await this.#lookForDecision();
    this.#changed();
    if (this.#isStopped) return;
    const unfollow = connection.follow(this.id, {
      v: this.#view.v,
      onFrame: (frame) => this.#take(/** @type {any} */ (frame)),
    });
    // A request over a lost network may never be answered.
    const unhear = hear("hello", () => {
      this.#isLooking = false;
      this.decidedAt = null;
      this.look(["about", "rounds", "tables"]);
    });
    this.#stop = () => {
      unfollow();
      unhear();
    };
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stop();
  }

  get #view() {
    return /** @type {TournamentView} */ (this.about);
  }

  /** The player's entrant. @returns {EntrantView | undefined} */
  get own() {
    const me = session.player?.id;
    return this.about?.entrants.find(({ players }) => players.some(({ id }) => id === me));
  }

  get isDirector() {
    return this.about?.directors.some(({ id }) => id === session.player?.id) ?? false;
  }

  get stagePlan() {
    return this.#view.plan.stages[this.stage];
  }

  /** The displayed stage, once it has begun. */
  get begun() {
    return this.about?.stages.find(({ stage }) => stage === this.stage);
  }

  /** True if the displayed stage is the running one. */
  get isCurrent() {
    const { status, stages } = this.#view;
    return status === "running" && stages.at(-1)?.stage === this.stage;
  }

  /** True in the pause between two rounds that begin by the clock. */
  get isPausing() {
    const isTimed = this.isCurrent && this.stagePlan.start?.by === "clock";
    const isArena = this.stagePlan.format.kind === "arena";
    const pairings = this.rounds.flatMap((round) => round.pairings);
    return isTimed && !isArena && pairings.length > 0 && pairings.every(({ decided }) => decided);
  }

  /** @param {number} entrant */
  nameOf(entrant) {
    const known = this.about?.entrants.find((each) => each.entrant === entrant);
    const names = (known?.players ?? []).map(({ name }) => name).join(" & ");
    return known?.name ?? (names || String(entrant));
  }

  /** @param {number} stage */
  async show(stage) {
    this.stage = stage;
    this.group = 0;
    this.rounds = [];
    this.standings = [];
    this.rows = [];
    this.bracket = null;
    this.look(["rounds", "tables"]);
  }

  /** @param {number} group */
  showGroup(group) {
    this.group = group;
    redraw();
    this.look(["tables"]);
  }

  /** @param {TournamentEntry} entry */
  #take(entry) {
    this.log?.push(entry);
    if (DECIDING.has(entry.event.t)) this.decidedAt = Date.parse(entry.now);
    // A viewer of the latest stage follows to the next one.
    if (entry.event.t === "stage_began" && entry.event.stage === this.stage + 1) {
      this.show(entry.event.stage);
    }
    this.look(changedBy(entry.event.t));
  }

  async openLog() {
    this.log = await this.#askAll("/events?", "items");
    redraw();
  }

  /** Schedules a reload of some parts. @param {string[]} parts */
  look(parts) {
    for (const part of parts) this.#due.add(part);
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    this.#timer = setTimeout(() => this.#lookNow(), Math.max(BURST_MS, this.#tookMs * REST));
  }

  async #lookNow() {
    const due = new Set(this.#due);
    this.#due.clear();
    const began = Date.now();
    try {
      if (due.has("about")) this.about = await this.#ask("");
      await Promise.all([
        due.has("rounds") && this.#lookAtRounds(),
        due.has("tables") && this.#lookAtTables(),
      ]);
      await this.#lookForDecision();
      this.trouble = "";
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.#tookMs = Date.now() - began;
    this.#isLooking = false;
    if (this.#isStopped) return;
    if (this.#due.size > 0) this.look([]);
    this.#changed();
    redraw();
  }

  async #lookAtRounds() {
    const { stage } = this;
    const { items } = await this.#ask(`/rounds?stage=${stage}`);
    if (stage === this.stage) this.rounds = items;
  }

  /** Reads the time of the last decision from the log, if a pause needs it. */
  async #lookForDecision() {
    if (this.decidedAt !== null || !this.isPausing) return;
    const { items } = await this.#ask(`/events?since=${Math.max(0, this.#view.v - LAST_ENTRIES)}`);
    const last = items.findLast((/** @type {TournamentEntry} */ { event }) =>
      DECIDING.has(event.t),
    );
    this.decidedAt = last ? Date.parse(last.now) : null;
  }

  async #lookAtTables() {
    const { stage, group } = this;
    const of = `?stage=${stage}&group=${group}`;
    const isKnockout = this.stagePlan.format.kind === "knockout";
    const hasBegun = this.begun !== undefined;
    const [standings, rows, bracket] = await Promise.all([
      hasBegun ? this.#askAll(`/standings${of}&`, "items") : [],
      hasBegun && !isKnockout ? this.#askAll(`/crosstable${of}&`, "rows") : [],
      hasBegun && isKnockout ? this.#ask(`/bracket?stage=${stage}`) : null,
    ]);
    if (stage !== this.stage || group !== this.group) return;
    this.standings = standings;
    this.rows = rows;
    this.bracket = bracket?.nodes ?? null;
  }

  /**
   * The entries of all pages of a list.
   * @param {string} path
   * @param {string} name The field with the entries.
   */
  async #askAll(path, name) {
    const entries = [];
    for (let next = "0"; next !== null; ) {
      const page = await this.#ask(`${path}limit=${PAGE_SIZE}&cursor=${next}`);
      entries.push(...page[name]);
      ({ next } = page);
    }
    return entries;
  }

  /** @param {string} path */
  #ask(path) {
    return get(`/tournaments/${this.id}${path}`);
  }
}
