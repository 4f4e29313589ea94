// The threat in the displayed position: the best line of the opponent if the side to move passed.

import { Problem } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { evaluationOf, scoreWords } from "../../parts/judgement.js";
import { nextSeat } from "../../rules/boards.js";
import { writePosition } from "../../rules/positions.js";
import { evaluate } from "./evaluate.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {{line: string[], words: string}} Found the line, and the threat or the refusal in words */

export class Threat {
  isOn = false;
  /** Threats by variant and position. @type {Map<string, Found>} */
  #known = new Map();
  /** The position that is asked for. */
  #asked = "";
  #asking = new AbortController();

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  turn(isOn = !this.isOn) {
    this.isOn = isOn;
    if (isOn) this.look();
    else this.stop();
    this.study.advise();
  }

  stop() {
    this.#asking.abort();
    this.#asked = "";
  }

  /** True if the threat may be shown: not in an exercise, and not while a game is reviewed. */
  get isShown() {
    const { study } = this;
    const isBusy = study.retry.isOn || study.review.isBusy || study.editor !== null;
    return this.isOn && study.mayAnalyse && study.outcome === null && !isBusy;
  }

  /** The name of the variant and the displayed position. */
  #here() {
    const { board, node } = this.study;
    return `${board.variant.name} ${writePosition(board, node.position)}`;
  }

  /** The threat in the displayed position, if it is shown and known. */
  get now() {
    return this.isShown ? this.#known.get(this.#here()) : undefined;
  }

  /** Asks for the threat in the displayed position. */
  async look() {
    const here = this.#here();
    if (here === this.#asked) return;
    this.stop();
    if (!this.isShown || this.#known.has(here)) return;
    this.#asked = here;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const { board, node, thought } = this.study;
    thought.pause(true);
    try {
      const position = writePosition(board, node.position);
      const body = { variant: board.variant.name, position, threat: true };
      const found = await evaluate(body, signal);
      const seat = nextSeat(board, node.position.turn);
      const score = scoreWords(board, evaluationOf(board, seat, found));
      this.#known.set(here, {
        line: found.line,
        words: t("threat.is", { move: found.line[0], score }),
      });
    } catch (error) {
      if (!signal.aborted) this.#refused(here, error);
    }
    if (this.#asked === here) this.#asked = "";
    const { retry, review } = this.study;
    if (!this.#asked && !retry.isOn && !review.isBusy) thought.pause(false);
    this.study.advise();
  }

  /** The side to move may be unable to pass. Any other refusal ends the threats. @param {string} position @param {unknown} error */
  #refused(position, error) {
    const words = refusalWords(error);
    if (error instanceof Problem && error.code === "bad_field") {
      this.#known.set(position, { line: [], words });
    } else {
      this.isOn = false;
      this.study.trouble = words;
    }
  }

  button() {
    return html`<button class="small" id="threat" aria-pressed=${this.isOn ? "true" : "false"} aria-keyshortcuts="x"
      @click=${() => this.turn()}>${t("threat.show")}</button>`;
  }

  view() {
    if (!this.isShown) return nothing;
    const { now } = this;
    return html`<p class="threat" id="threat-words" role="status">${now ? now.words : t("analysis.thinking")}</p>`;
  }
}
