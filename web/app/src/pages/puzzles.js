// The puzzle page. A puzzle has one winning line, which the player finds move by move.

import { seatName } from "../board/words.js";
import { allVariants, boardNamed, get, Problem } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { go, keepAddress } from "../core/router.js";
import { session } from "../core/session.js";
import { connection } from "../core/socket.js";
import { isTyping } from "../parts/keys.js";
import { moveList } from "../parts/moves.js";
import { isFreeForAll } from "../rules/results.js";
import { endOf } from "../rules/tree.js";
import { Attempt } from "./puzzles/attempt.js";
import { kindFields, kindOf, nextWith, pageWith } from "./puzzles/kinds.js";
import { over, standingLine, trying } from "./puzzles/result.js";

/** @typedef {import("../core/router.js").Page} Page */

/** The id in the address of the puzzle of the day. */
const DAILY = "daily";

/** @implements {Page} */
class Puzzles {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {Attempt | null} */
  attempt = null;
  /** The player's success before this puzzle. @type {PuzzleStanding | null} */
  standing = null;
  /** Error message if no puzzle can be shown. */
  missing = "";
  #isShared = false;
  #isLeft = false;

  /** @param {string | undefined} id of a certain puzzle @param {URLSearchParams} query filter */
  constructor(id, query) {
    this.id = id;
    this.kind = kindOf(query);
  }

  get isDaily() {
    return this.id === DAILY;
  }

  title() {
    return t(this.isDaily ? "puzzle.daily" : "nav.puzzles");
  }

  /** The permanent address of the puzzle. */
  get address() {
    const { attempt } = this;
    if (this.isDaily) return `/puzzles/${DAILY}`;
    return attempt ? pageWith(`/puzzles/${attempt.puzzle.puzzle}`, this.kind) : undefined;
  }

  /** The address of the next puzzle. */
  get #next() {
    return pageWith("/puzzles", this.kind);
  }

  stop() {
    this.#isLeft = true;
    this.attempt?.leave();
  }

  /** Waits for a session, because the server records attempts by player. */
  async load() {
    await connection.greeted();
    const path = this.id ? `/puzzles/${this.id}` : nextWith(this.kind);
    try {
      /** @type {PuzzleView | null} */
      const puzzle = await get(path);
      if (!puzzle) {
        this.missing = t("puzzle.none");
        redraw();
        return;
      }
      const board = await boardNamed(puzzle.variant);
      if (this.#isLeft) return;
      this.attempt = new Attempt(board, puzzle, !puzzle.attempt);
      keepAddress(this);
      this.attempt.show();
      await this.#loadStanding();
    } catch (error) {
      const isNone = error instanceof Problem && error.status === 404;
      this.missing = isNone ? t("puzzle.missing") : refusalWords(error);
    }
    redraw();
  }

  async #loadStanding() {
    const name = session.player?.name;
    if (!name) return;
    this.standing = await get(`/players/${encodeURIComponent(name)}/puzzles`).catch(() => null);
  }

  /** Restarts the same puzzle. @param {Attempt} before */
  #again({ board, puzzle, counted }) {
    this.standing = counted ?? this.standing;
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
      go(this.#next);
    }
  }

  view() {
    const { attempt } = this;
    if (!attempt && !this.missing)
      return html`<p class="waiting" role="status">${t("wait.loading")}</p>`;
    if (!attempt) {
      return html`<div class="plain puzzles"><h1>${this.title()}</h1>${this.#kinds()}
        <p id="no-puzzle">${this.missing}</p>
        <p><a class="button primary" href="/puzzles">${t("puzzle.any")}</a></p></div>`;
    }
    const { board, table, puzzle, node, root, line, end } = attempt;
    return html`<div class="match study puzzles" data-ply=${node.ply} data-verdict=${end?.verdict ?? nothing}>
      <div class="match-title study-title"><h1>${this.title()}</h1>
        <a href="/rules/${board.variant.name}">${board.variant.title}</a>
        ${this.isDaily ? nothing : html`<a id="daily" href="/puzzles/${DAILY}">${t("puzzle.daily")}</a>`}</div>
      <div class="panels above"><p class="turn" id="task">${task(attempt)}</p></div>
      <div class="table">${table.draw({ label: t("board.label", { variant: board.variant.title }) })}</div>
      <div class="talk">
        ${attempt.trouble ? html`<p class="trouble" role="alert">${attempt.trouble}</p>` : nothing}
        ${table.prompt()}
        ${end ? this.#over(attempt, end) : trying(attempt, this.#next)}
        ${standingLine(this.standing, attempt.counted)}
        ${moveList({ board, start: root.position, moves: line, at: node.ply, onPick: (ply) => attempt.look(ply) })}
        <p class="quiet" id="solved-by">${
          puzzle.tried > 0
            ? t("puzzle.solved_by", { solved: puzzle.solved, tried: puzzle.tried })
            : t("puzzle.untried")
        }</p>
        ${this.#kinds()}
      </div>
    </div>`;
  }

  #kinds() {
    return kindFields(this.kind, this.variants, (kind) => go(pageWith("/puzzles", kind)));
  }

  /** @param {Attempt} attempt @param {EndedAttempt} end */
  #over(attempt, end) {
    return over(attempt, end, {
      kind: this.kind,
      onAgain: () => this.#again(attempt),
      isShared: this.#isShared,
      onShare: () => {
        this.#isShared = !this.#isShared;
        redraw();
      },
    });
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
  puzzles.variants = (await allVariants()).filter((variant) => !isFreeForAll(variant));
  const isLoaded = puzzles.load();
  // The page says that it waits for a connection.
  if (connection.state === "online") await isLoaded;
  return puzzles;
}
