// Engine analysis of the displayed position.

import { redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { set, settings } from "../../core/settings.js";
import { connection, hear, Refused } from "../../core/socket.js";
import { evaluationOf, scoreWords } from "../../parts/judgement.js";
import { writePosition } from "../../rules/positions.js";

/** @typedef {import("../study.js").Study} Study */

/** Initial and maximum number of nodes. */
const NODES = 200_000;
const MOST_NODES = 5_000_000;
const DEEPER = 5;
/** Delay in milliseconds before a request, so that fast navigation sends none. */
const SETTLE_MS = 150;

export class Thought {
  /** Results by position and number of lines. @type {Map<string, OpinionView>} */
  #known = new Map();
  /** The place in the line, while others are thought about. @type {number | null} */
  place = null;
  trouble = "";
  /** True if another analysis of the player is running. */
  isPaused = false;
  /** The analysed position. @type {string | null} */
  #asked = null;
  #nodes = NODES;
  /** The id of the current command. @type {string | undefined} */
  #re;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(() => void)[]} */
  #stops = [];

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  start() {
    this.#stops = [
      hear("analysis", (frame) => this.#take(frame)),
      hear("hello", () => this.#askSoon()),
    ];
  }

  stop() {
    for (const stop of this.#stops) stop();
    this.#rest();
  }

  get isOn() {
    return settings.engine;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    set("engine", isOn);
    if (isOn) this.look();
    else this.#rest();
    this.study.advise();
  }

  /** The number of lines. */
  get lines() {
    return settings.lines;
  }

  /** @param {number} lines */
  setLines(lines) {
    set("lines", lines);
    this.#rest();
    this.look();
    this.study.advise();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) {
      this.#rest();
      return;
    }
    this.look();
    this.study.threat.look();
  }

  #here() {
    const { board, node } = this.study;
    return writePosition(board, node.position);
  }

  /** @param {string} position */
  #key(position, lines = this.lines) {
    return `${lines} ${position}`;
  }

  /** The result for the displayed position: with one line until there are more. */
  get now() {
    if (!this.isOn) return undefined;
    const here = this.#here();
    return this.#known.get(this.#key(here)) ?? this.#known.get(this.#key(here, 1));
  }

  get mayGoDeeper() {
    const { now } = this;
    return now?.done === true && !now.exact && now.nodes < MOST_NODES && !("win" in now.score);
  }

  /** Analyses the displayed position, unless the game is over. */
  look() {
    const { study } = this;
    this.trouble = "";
    const isWanted = this.isOn && !this.isPaused && study.mayAnalyse && study.outcome === null;
    if (!isWanted || study.editor) return this.#rest();
    const here = this.#here();
    if (this.#asked === here) return;
    this.#rest();
    if (this.#known.get(this.#key(here))?.done) return;
    this.#asked = here;
    this.#nodes = NODES;
    this.#askSoon();
  }

  /** Analyses the position with more nodes. */
  deeper() {
    const { now } = this;
    if (!now) return;
    this.#asked = this.#here();
    this.#nodes = Math.min(MOST_NODES, Math.max(now.nodes, NODES) * DEEPER);
    this.#known.set(this.#key(this.#asked), { ...now, done: false });
    this.#askSoon();
    redraw();
  }

  #askSoon(wait = SETTLE_MS) {
    clearTimeout(this.#timer);
    if (this.#asked) this.#timer = setTimeout(() => this.#ask(), wait);
  }

  async #ask() {
    const position = this.#asked;
    const variant = this.study.board.variant.name;
    if (!position || connection.state !== "online") return;
    try {
      const { lines } = this;
      const asked = { variant, position, nodes: this.#nodes, lines };
      const { re } = await connection.say("analyse", asked);
      if (this.#asked !== position || this.lines !== lines) return;
      this.#re = re;
      this.trouble = "";
    } catch (error) {
      if (this.#asked !== position) return;
      const wait = error instanceof Refused ? error.retryAfter : undefined;
      // Another analysis of the player is running: retry later.
      if (wait) this.#askSoon(wait);
      else this.#asked = null;
      this.trouble = wait ? t("analysis.busy") : refusalWords(error);
      redraw();
    }
  }

  #rest() {
    clearTimeout(this.#timer);
    this.place = null;
    this.#asked = null;
    if (this.#re && connection.state === "online") {
      connection.say("analyse", { stop: true }).catch(() => {});
    }
    this.#re = undefined;
  }

  /** @param {Frame} frame */
  #take(frame) {
    const position = this.#asked;
    if (frame.re !== this.#re || !position) return;
    if (frame.place !== undefined) {
      this.place = frame.place;
      return;
    }
    this.place = null;
    this.trouble = frame.code ? refusalWords(frame) : "";
    if (!frame.code) this.#learn(position, /** @type {any} */ (frame));
    if (frame.code || frame.done) {
      this.#re = undefined;
      this.#asked = null;
    }
    this.study.advise();
  }

  /** @param {string} position @param {OpinionView} opinion */
  #learn(position, opinion) {
    const key = this.#key(position);
    const before = this.#known.get(key);
    // A repeated analysis starts at depth 1; the deeper result is kept.
    if (before && opinion.depth < before.depth && !opinion.done) return;
    this.#known.set(key, opinion);
    const { board, node } = this.study;
    if (!opinion.done) return;
    const words = scoreWords(board, evaluationOf(board, node.position.turn, opinion));
    announce(`${words} ${opinion.line.slice(0, 3).join(" ")}`);
  }
}
