// The opening explorer beside a study: the moves of the games that reached the position.

import { teamName } from "../../board/words.js";
import { get } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { set, settings } from "../../core/settings.js";
import { choice, SPEEDS, yesNoChoice } from "../../parts/filters.js";
import { gameList } from "../../parts/game-list.js";
import { writePosition } from "../../rules/positions.js";
import { lineTo } from "../../rules/tree.js";
import { exactMoves } from "./exact-moves.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {Pick<ExplorerMove, "games" | "first" | "second" | "third" | "fourth" | "draws">} Counts */

/** Delay before a request, so that stepping through a game sends few of them. */
const DELAY_MS = 150;

/** Maximum number of moves in the table. */
const MOVES = 12;

/** Maximum number of moves of a request, which keeps its address short. */
const MOST_MOVES = 100;

export class Explorer {
  /** The games of the position. @type {ExplorerView | null} */
  answer = null;
  trouble = "";
  speed = "";
  rated = "";
  /** The path of the last request. */
  #path = "";
  #timer = 0;

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  /** Requests the games of the displayed position, if the panel is open. */
  look() {
    const { board, editor } = this.study;
    if (!settings.explorer || editor) return;
    const query = new URLSearchParams(this.#place());
    if (this.speed) query.set("speed", this.speed);
    if (this.rated) query.set("rated", this.rated);
    const path = `/explorer/${encodeURIComponent(board.variant.name)}?${query}`;
    if (path === this.#path) return;
    this.#path = path;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#ask(path), DELAY_MS);
  }

  /**
   * The displayed position: the first one and the moves, from which the opening is named.
   * @returns {Record<string, string>}
   */
  #place() {
    const { board, node, root } = this.study;
    const line = lineTo(node);
    if (line.length > MOST_MOVES) return { position: writePosition(board, node.position) };
    const moves = line.map(({ made }) => made?.text ?? "").join(" ");
    return { position: writePosition(board, root.position), moves };
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /** @param {string} path */
  async #ask(path) {
    try {
      const answer = await get(path);
      if (path !== this.#path) return;
      this.answer = answer;
      this.trouble = "";
    } catch (error) {
      if (path !== this.#path) return;
      this.answer = null;
      this.trouble = refusalWords(error);
      // The same position may be requested again.
      this.#path = "";
    }
    redraw();
  }

  /** @param {boolean} isOpen */
  #turn(isOpen) {
    if (isOpen === settings.explorer) return;
    set("explorer", isOpen);
    this.look();
    redraw();
  }

  /** @param {Partial<Pick<Explorer, "speed" | "rated">>} change */
  #filter(change) {
    Object.assign(this, change);
    this.look();
    redraw();
  }

  view() {
    const { answer, trouble, study } = this;
    // The analysis lists the exact results as well.
    const exact = study.thought.now?.exact ? nothing : exactMoves(study, answer?.exact);
    return html`<details class="explorer" id="explorer" ?open=${settings.explorer} @toggle=${(
      /** @type {Event} */ e,
    ) => this.#turn(e.target instanceof HTMLDetailsElement && e.target.open)}>
      <summary>${t("explorer.title")}</summary>
      <div class="row filters">
        ${choice({
          id: "explorer-speed",
          label: t("filter.speed"),
          value: this.speed,
          options: SPEEDS(),
          onChoose: (speed) => this.#filter({ speed }),
        })}
        ${yesNoChoice({
          id: "explorer-rated",
          label: t("filter.rated"),
          words: [t("filter.only_rated"), t("filter.only_casual")],
          value: this.rated,
          onChoose: (rated) => this.#filter({ rated }),
        })}
      </div>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${answer?.opening ? html`<p class="quiet" id="explored-opening">${t("opening.name", { name: answer.opening })}</p>` : nothing}
      ${answer && settings.explorer ? html`${exact}${this.#found(answer)}` : nothing}
    </details>`;
  }

  /** @param {ExplorerView} answer */
  #found(answer) {
    if (answer.games === 0)
      return html`<p class="quiet" id="explorer-none">${t("explorer.none")}</p>`;
    const { moves, games } = answer;
    const { board } = this.study;
    return html`
      <p class="quiet" role="status">${t("explorer.games", { n: games })}${answer.rating ? html` · ${t("explorer.rating", { n: answer.rating })}` : nothing}${answer.mirrored ? html` · ${t("explorer.mirrored")}` : nothing}</p>
      <table class="explorer-moves">
        <thead><tr><th scope="col">${t("explorer.move")}</th><th scope="col">${t("explorer.count")}</th>
          <th scope="col">${board.variant.teams.map((team) => teamName(board, team)).join(" – ")}</th></tr></thead>
        <tbody>${moves.slice(0, MOVES).map((move) => this.#move(move, games))}</tbody>
      </table>
      ${gameList(board, t("explorer.newest"), answer.newest)}
      ${answer.best.length > 0 ? gameList(board, t("explorer.best"), answer.best) : nothing}`;
  }

  /** @param {ExplorerMove} move @param {number} all */
  #move(move, all) {
    const share = Math.round((move.games / all) * 100);
    return html`<tr>
      <th scope="row"><button class="move" @click=${() => this.study.move(move.move)}>${move.move === "pass" ? t("move.pass") : move.move}</button></th>
      <td title=${`${share} %`}><a href="/study/${move.game}" title=${t("explorer.newest_game")}>${move.games}</a></td>
      <td>${this.#results(move)}</td></tr>`;
  }

  /** The bar of the results. @param {Counts} counts */
  #results({ games, first, second, third = 0, fourth = 0, draws }) {
    const { board } = this.study;
    const [one, two, ...more] = board.variant.teams.map((team) => teamName(board, team));
    const percent = (/** @type {number} */ n) => Math.round((n / games) * 100);
    const others = more.map((who, at) =>
      t("explorer.also_won", { who, n: percent([third, fourth][at]) }),
    );
    const results = t("explorer.results", {
      one,
      two,
      first: percent(first),
      second: percent(second),
      draws: percent(draws),
    });
    const words = [results, ...others].join(", ");
    const part = (/** @type {string} */ name, /** @type {number} */ n) =>
      n > 0
        ? html`<span class=${name} .style=${`flex-grow:${n}`}>${percent(n) >= 20 ? `${percent(n)} %` : ""}</span>`
        : nothing;
    const rest = games - first - second - third - fourth - draws;
    return html`<span class="results" role="img" aria-label=${words} title=${words}>${part("first", first)}${part("draws", draws)}${part("unknown", rest)}${part("second", second)}${part("third", third)}${part("fourth", fourth)}</span>`;
  }
}
