// What the engine thinks of the position shown, while one looks at it.

import { redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { set, settings } from "../../core/settings.js";
import { connection, hear, Refused } from "../../core/socket.js";
import { evaluationOf, scoreWords } from "../../parts/judgement.js";
import { writePosition } from "../../rules/positions.js";

/** @typedef {import("../study.js").Study} Study */

/** Positions looked at, at first and at most. */
const NODES = 200_000;
const MOST_NODES = 5_000_000;
const DEEPER = 5;
/** Who steps through a game quickly asks only where they stop. */
const SETTLE_MS = 150;

export class Thought {
  /** What is known, by position. @type {Map<string, OpinionView>} */
  #known = new Map();
  /** The place in the line, while others are thought about. @type {number | null} */
  place = null;
  trouble = "";
  /** Something else is thought about for us. */
  isPaused = false;
  /** The position in question. @type {string | null} */
  #asked = null;
  #nodes = NODES;
  /** The command that is answered now. @type {string | undefined} */
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

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) this.#rest();
    else this.look();
  }

  #here() {
    const { board, node } = this.study;
    return writePosition(board, node.position);
  }

  /** What is thought of the position shown. */
  get now() {
    return this.isOn ? this.#known.get(this.#here()) : undefined;
  }

  get mayGoDeeper() {
    const { now } = this;
    return now?.done === true && now.nodes < MOST_NODES && !("win" in now.score);
  }

  /** Looks at the position shown, if it can be played on. */
  look() {
    const { study } = this;
    this.trouble = "";
    const isWanted = this.isOn && !this.isPaused && study.mayAnalyse && study.outcome === null;
    if (!isWanted || study.editor) return this.#rest();
    const here = this.#here();
    if (this.#asked === here) return;
    this.#rest();
    if (this.#known.get(here)?.done) return;
    this.#asked = here;
    this.#nodes = NODES;
    this.#askSoon();
  }

  /** Thinks longer about it. */
  deeper() {
    const { now } = this;
    if (!now) return;
    this.#asked = this.#here();
    this.#nodes = Math.min(MOST_NODES, Math.max(now.nodes, NODES) * DEEPER);
    this.#known.set(this.#asked, { ...now, done: false });
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
      const { re } = await connection.say("analyse", { variant, position, nodes: this.#nodes });
      if (this.#asked !== position) return;
      this.#re = re;
      this.trouble = "";
    } catch (error) {
      if (this.#asked !== position) return;
      const wait = error instanceof Refused ? error.retryAfter : undefined;
      // The engine thinks about something else for us: it will be free again.
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
    const before = this.#known.get(position);
    // What is thought anew begins at the first depth again.
    if (before && opinion.depth < before.depth && !opinion.done) return;
    this.#known.set(position, opinion);
    const { board, node } = this.study;
    if (!opinion.done) return;
    const words = scoreWords(board, evaluationOf(board, node.position.turn, opinion));
    announce(`${words} ${opinion.line.slice(0, 3).join(" ")}`);
  }
}
