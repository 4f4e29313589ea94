// The puzzle page. A puzzle has one winning line, which the player finds move by move.

import { seatName } from "../board/words.js";
import { allVariants, boardNamed, get, Problem } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { go, keepAddress } from "../core/router.js";
import { connection } from "../core/socket.js";
import { isTyping } from "../parts/keys.js";
import { moveList } from "../parts/moves.js";
import { shareBox } from "../parts/share.js";
import { endOf } from "../rules/tree.js";
import { Attempt } from "./puzzles/attempt.js";

/** @typedef {import("../core/router.js").Page} Page */

/** The possible numbers of moves. */
const LENGTHS = ["2", "3", "4", "5"];

/** @implements {Page} */
class Puzzles {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {Attempt | null} */
  attempt = null;
  /** Error message if no puzzle can be shown. */
  missing = "";
  #isLeft = false;

  /** @param {string | undefined} id of a certain puzzle @param {URLSearchParams} query filter */
  constructor(id, query) {
    this.id = id;
    this.variant = query.get("variant") ?? "";
    this.moves = query.get("moves") ?? "";
  }

  title() {
    return t("nav.puzzles");
  }

  /** The permanent address of the puzzle. */
  get address() {
    const { attempt } = this;
    return attempt ? this.#withKind(`/puzzles/${attempt.puzzle.puzzle}`) : undefined;
  }

  stop() {
    this.#isLeft = true;
    this.attempt?.leave();
  }

  /** An address with the current filter. @param {string} path @param {string} [limit] length of a list */
  #withKind(path, limit) {
    const query = new URLSearchParams();
    if (limit) query.set("limit", limit);
    if (this.variant) query.set("variant", this.variant);
    if (this.moves) query.set("moves", this.moves);
    return query.size > 0 ? `${path}?${query}` : path;
  }

  /** Waits for a session, because the server records attempts by player. */
  async load() {
    await connection.greeted();
    const path = this.id ? `/puzzles/${this.id}` : this.#withKind("/puzzles/next");
    try {
      // Browsers log the status of `next` as an error if there is no puzzle, but not an empty list.
      if (!this.id && (await get(this.#withKind("/puzzles", "1"))).items.length === 0) {
        this.missing = t("puzzle.none_yet");
        redraw();
        return;
      }
      /** @type {PuzzleView} */
      const puzzle = await get(path);
      const board = await boardNamed(puzzle.variant);
      if (this.#isLeft) return;
      this.attempt = new Attempt(board, puzzle, !puzzle.attempt);
      keepAddress(this);
      this.attempt.show();
    } catch (error) {
      const isNone = error instanceof Problem && error.status === 404;
      this.missing = isNone ? t(this.id ? "puzzle.missing" : "puzzle.none") : refusalWords(error);
    }
    redraw();
  }

  /** Restarts the same puzzle. @param {Attempt} before */
  #again({ board, puzzle }) {
    this.attempt?.leave();
    this.attempt = new Attempt(board, puzzle, false);
    this.attempt.show();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { attempt } = this;
    if (!attempt || isTyping(event)) return;
    const { node, root, table } = attempt;
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: Math.max(0, node.ply - 1),
      ArrowRight: node.ply + 1,
      Home: 0,
      End: endOf(root).ply,
    };
    if (event.key in to) {
      event.preventDefault();
      attempt.look(to[event.key]);
    } else if (event.key === "f") {
      table.flip();
    } else if (event.key === "b") {
      const cell = table.drawing()?.querySelector('[tabindex="0"]');
      if (cell instanceof SVGElement) cell.focus();
    } else if (event.key === "n") {
      go(this.#withKind("/puzzles"));
    }
  }

  view() {
    const { attempt } = this;
    if (!attempt && !this.missing)
      return html`<p class="waiting" role="status">${t("wait.loading")}</p>`;
    if (!attempt) {
      return html`<div class="plain puzzles"><h1>${t("nav.puzzles")}</h1>${this.#kinds()}
        <p id="no-puzzle">${this.missing}</p>
        <p><a class="button primary" href="/puzzles">${t("puzzle.any")}</a></p></div>`;
    }
    const { board, table, puzzle, node, root, line } = attempt;
    return html`<div class="match study puzzles" data-ply=${node.ply} data-verdict=${attempt.end?.verdict ?? nothing}>
      <div class="match-title study-title"><h1>${t("nav.puzzles")}</h1>
        <a href="/rules/${board.variant.name}">${board.variant.title}</a></div>
      <div class="panels above"><p class="turn" id="task">${task(attempt)}</p></div>
      <div class="table">${table.draw({ label: t("board.label", { variant: board.variant.title }) })}</div>
      <div class="talk">
        ${attempt.trouble ? html`<p class="trouble" role="alert">${attempt.trouble}</p>` : nothing}
        ${table.prompt()}
        ${attempt.end ? this.#over(attempt, attempt.end) : this.#trying(attempt)}
        ${moveList({ board, start: root.position, moves: line, at: node.ply, onPick: (ply) => attempt.look(ply) })}
        <p class="quiet" id="solved-by">${
          puzzle.tried > 0
            ? t("puzzle.solved_by", { solved: puzzle.solved, tried: puzzle.tried })
            : t("puzzle.untried")
        }</p>
        ${this.#kinds()}
        ${shareBox({ id: "puzzle-address", url: `${location.origin}/puzzles/${puzzle.puzzle}`, label: t("puzzle.address") })}
      </div>
    </div>`;
  }

  /** The filter. */
  #kinds() {
    const choose = (/** @type {"variant" | "moves"} */ what) => (/** @type {Event} */ e) => {
      if (e.target instanceof HTMLSelectElement) this[what] = e.target.value;
      go(this.#withKind("/puzzles"));
    };
    return html`<div class="row kinds">
      <label><span class="visually-hidden">${t("home.game")}</span>
        <select id="puzzle-game" @change=${choose("variant")}>
          <option value="" ?selected=${!this.variant}>${t("puzzle.any_game")}</option>
          ${this.variants.map(({ name, title }) => html`<option value=${name} ?selected=${name === this.variant}>${title}</option>`)}
        </select></label>
      <label><span class="visually-hidden">${t("puzzle.length")}</span>
        <select id="puzzle-length" @change=${choose("moves")}>
          <option value="" ?selected=${!this.moves}>${t("puzzle.any_length")}</option>
          ${LENGTHS.map((n) => html`<option value=${n} ?selected=${n === this.moves}>${t("puzzle.moves", { n })}</option>`)}
        </select></label>
    </div>`;
  }

  /** @param {Attempt} attempt */
  #trying(attempt) {
    return html`
      ${attempt.isFirst ? nothing : html`<p class="quiet">${t("puzzle.uncounted")}</p>`}
      <div class="row tools">
        <button class="small" id="give-up" @click=${() => attempt.giveUp()}>${t(attempt.isFirst ? "puzzle.give_up" : "puzzle.show")}</button>
        <button class="small" id="flip" @click=${() => attempt.table.flip()}>${t("board.flip")}</button>
        <a class="button small" id="next-puzzle" href=${this.#withKind("/puzzles")}>${t("puzzle.other")}</a>
      </div>`;
  }

  /** @param {Attempt} attempt @param {EndedAttempt} end */
  #over(attempt, end) {
    const { board, puzzle, outcome } = attempt;
    const study = new URLSearchParams({
      variant: board.variant.name,
      position: puzzle.position,
      moves: end.solution.join(" "),
      ply: "0",
    });
    return html`
      <div class="card over">
        <p id="verdict" class=${end.verdict === "solved" ? "done" : ""}>${outcome}</p>
        ${end.counted ? nothing : html`<p class="quiet">${t("puzzle.uncounted")}</p>`}
        <p>${
          end.match
            ? html`<a id="source" href="/m/${end.match}?ply=${end.ply}">${t("puzzle.from_match")}</a>`
            : t("puzzle.from_practice")
        }</p>
        <div class="row">
          <a class="button primary" id="next-puzzle" href=${this.#withKind("/puzzles")}>${t("puzzle.next")}</a>
          <button id="again" @click=${() => this.#again(attempt)}>${t("lesson.again")}</button>
          <a class="button" href="/study?${study}">${t("rules.study")}</a>
        </div>
      </div>`;
  }
}

/** The task as text. @param {Attempt} attempt */
function task({ board, puzzle, left, hasBegun, end }) {
  const who = seatName(board, puzzle.seat);
  if (!end && hasBegun) return t("puzzle.right", { n: left });
  return t("puzzle.task", { who, n: puzzle.moves });
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ id }, query) {
  const puzzles = new Puzzles(id, query);
  puzzles.variants = await allVariants();
  const isLoaded = puzzles.load();
  // The page says that it waits for a connection.
  if (connection.state === "online") await isLoaded;
  return puzzles;
}
