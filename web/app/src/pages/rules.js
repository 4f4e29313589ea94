// The rules, each with a small board to try it on. What is legal there the server says.

import { picture } from "../board/drawing.js";
import { viewOf, windowAround } from "../board/geometry.js";
import { PlayBoard } from "../board/play.js";
import { aboutWords, seatName } from "../board/words.js";
import { allVariants, boardNamed, check, legalMoves } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce, sound } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { set } from "../core/settings.js";
import { placeOf, squareAt } from "../rules/boards.js";
import { played, readPosition, writePosition } from "../rules/positions.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */
/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */

/**
 * Lessons, as pieces around a square near the middle of any board: first seat's in capitals for
 * Knights, small for Men, the second seat's marked `!`. Steps are by file and rank.
 * @type {{name: string, section: string, pieces: [string, number, number][], castles?: boolean, near?: "goal" | "own"}[]}
 */
const LESSONS = [
  {
    name: "plain",
    section: "2.1",
    pieces: [
      ["m", 0, 0],
      ["m!", 0, 3],
    ],
  },
  {
    name: "canter",
    section: "2.2",
    pieces: [
      ["m", 0, -1],
      ["m", 0, 0],
      ["m", 1, 2],
      ["k!", -1, 3],
    ],
  },
  {
    name: "jump",
    section: "2.3",
    pieces: [
      ["m", 0, -1],
      ["m!", 0, 0],
      ["m!", 1, 2],
      ["m", -1, -2],
    ],
  },
  {
    name: "charge",
    section: "2.4",
    pieces: [
      ["k", 0, -2],
      ["m", 0, -1],
      ["m!", 0, 1],
      ["m!", 1, 3],
    ],
  },
  {
    name: "compulsion",
    section: "3.1",
    pieces: [
      ["m", 0, 0],
      ["m!", 1, 1],
      ["k", -1, -2],
      ["m", -1, -1],
    ],
  },
  { name: "goal", section: "4.4", castles: true, near: "goal", pieces: [] },
  { name: "exit", section: "4.3", castles: true, near: "own", pieces: [] },
];

class Lesson {
  trouble = "";
  isDone = false;

  /** @param {Board} board @param {typeof LESSONS[number]} about */
  constructor(board, about) {
    this.board = board;
    this.about = about;
    this.start = positionOf(board, about);
    this.position = this.start;
    this.table = new PlayBoard({
      board,
      position: this.start,
      seat: board.variant.seats[0],
      id: `lesson-${about.name}`,
      hands: { onMove: (move) => this.move(move), onWords: announce },
    });
    const places = [...this.start.pieces]
      .map(([square]) => square)
      .filter((s) => !extras(board).includes(s));
    this.table.window = windowAround(this.table.view, places, 2);
    this.reset();
  }

  async reset() {
    this.position = this.start;
    this.isDone = false;
    this.trouble = "";
    this.table.last = null;
    this.table.show(this.start);
    const text = writePosition(this.board, this.start);
    const legal = await legalMoves(this.board.variant.name, text).catch(() => null);
    if (!legal) return;
    this.table.hands = new Set([this.start.turn]);
    this.table.show(this.start, { legal: legal.moves });
  }

  /** @param {string} text */
  async move(text) {
    const verdict = await check(
      this.board.variant.name,
      writePosition(this.board, this.start),
      text,
    );
    if ("rule" in verdict) {
      this.trouble = refusalWords(verdict);
      sound("refused");
      announce(this.trouble);
    } else {
      const made = played(this.board, this.start, text);
      this.isDone = true;
      this.trouble = "";
      this.table.hands = new Set();
      this.table.show(made.after, { played: made, animated: true });
      sound(made.captured.length > 0 ? "capture" : "move");
      announce(t("lesson.done"));
    }
    redraw();
  }

  view() {
    const { about, table, isDone, trouble } = this;
    return html`<article class="lesson card" data-lesson=${about.name}>
      <div class="words">
        <h2>${t(/** @type {Word} */ (`rules.${about.name}`))} <small>${t("rules.section", { section: about.section })}</small></h2>
        <p>${t(/** @type {Word} */ (`rules.${about.name}_how`))}</p>
        <p class="try"><strong>${t("lesson.try")}</strong> ${t(/** @type {Word} */ (`lesson.${about.name}`))}</p>
        ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
        ${table.prompt()}
        ${
          isDone
            ? html`<p class="done" role="status">${t("lesson.done")}</p>
              <button class="small" @click=${() => this.reset()}>${t("lesson.again")}</button>`
            : nothing
        }
      </div>
      <div class="small-board">${table.draw({ label: t(/** @type {Word} */ (`rules.${about.name}`)) })}</div>
    </article>`;
  }
}

/** Squares at the edge for pieces that only have to be there. @param {Board} board */
function extras({ ranks }) {
  const middle = ranks[Math.floor((ranks.length - 1) / 2)];
  const next = ranks[Math.floor((ranks.length - 1) / 2) + 1];
  return [middle[0], middle[middle.length - 1], next[0], next[next.length - 1]];
}

/** Whether a lesson can be given around a place: no water within three steps. @param {Board} board @param {import("../rules/boards.js").Place} centre */
function isDry(board, { file, rank }) {
  return [...board.water]
    .map(placeOf)
    .every((wet) => Math.max(Math.abs(wet.file - file), Math.abs(wet.rank - rank)) > 3);
}

/** A place for a lesson on a board with water: inland, and far from the edge. @param {Board} board */
function dryPlace(board) {
  const inner = [...board.places.values()].filter(({ file, rank }) =>
    [-1, 0, 1].every((df) =>
      [-2, 0, 3].every((dr) => board.places.has(squareAt(file + df, rank + dr))),
    ),
  );
  return inner.find((place) => isDry(board, place));
}

/** @param {Board} board @param {typeof LESSONS[number]} about @returns {Position} */
function positionOf(board, { pieces, near }) {
  const { seats, teams } = board.variant;
  const [own] = seats;
  const other = teams[1][0];
  const position = readPosition(board, board.variant.position);
  /** @type {Position["pieces"]} */
  const placed = new Map();
  const put = (
    /** @type {string} */ square,
    /** @type {string} */ seat,
    /** @type {boolean} */ knight,
  ) => {
    if (board.places.has(square) && !board.water.has(square)) placed.set(square, { seat, knight });
  };
  const middle = {
    file: Math.floor((board.variant.files - 1) / 2),
    rank: Math.floor((board.ranks.length - 1) / 2),
  };
  const centre = isDry(board, middle) ? middle : (dryPlace(board) ?? middle);
  for (const [kind, file, rank] of pieces) {
    put(
      squareAt(centre.file + file, centre.rank + rank),
      kind.endsWith("!") ? other : own,
      kind.startsWith("k"),
    );
  }
  if (near) {
    const [goal] = near === "goal" ? board.variant.goals[own] : board.variant.castles[own];
    const { file, rank } = placeOf(goal);
    const inward = rank > centre.rank ? -1 : 1;
    if (near === "goal") {
      put(squareAt(file, rank + 3 * inward), own, true);
      put(squareAt(file, rank + 2 * inward), own, false);
      // Where two are needed, one is there already.
      if (board.variant.switches.pieces_in_castle_to_win > 1) {
        const second = board.variant.goals[own][1];
        put(second, own, false);
        const [from, over] = [squareAt(file, rank + 3 * inward), squareAt(file, rank + 2 * inward)];
        placed.delete(from);
        placed.delete(over);
        put(squareAt(file, rank + inward), own, true);
      }
    } else {
      put(goal, own, false);
      put(squareAt(file, rank + 2 * inward), own, false);
    }
  }
  // Where few pieces are a draw, there are more of them, out of the way.
  for (const [index, square] of extras(board).entries()) {
    if (!placed.has(square)) put(square, index % 2 === 0 ? own : other, true);
  }
  const trees = Object.values(board.variant.tree_squares).flatMap((squares) =>
    farFrom(squares, placed),
  );
  return { ...position, pieces: placed, trees: new Set(trees), turn: own };
}

/** The three squares that are farthest from every piece. @param {string[]} squares @param {Position["pieces"]} pieces */
function farFrom(squares, pieces) {
  const away = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    const steps = [...pieces.keys()].map((at) => {
      const other = placeOf(at);
      return Math.max(Math.abs(other.file - file), Math.abs(other.rank - rank));
    });
    return Math.min(...steps);
  };
  return [...squares].sort((a, b) => away(b) - away(a)).slice(0, 3);
}

class Rules {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { castles_matter, object_reversed } = board.variant.switches;
    const fits = (/** @type {typeof LESSONS[number]} */ { castles, near }) =>
      (!castles || castles_matter) && !(object_reversed && near === "goal");
    this.lessons = LESSONS.filter(fits).map((about) => new Lesson(board, about));
  }

  view() {
    const { board } = this;
    const { variant } = board;
    return html`<div class="rules">
      <header class="rules-head">
        <div>
          <h1>${variant.title}</h1>
          <p class="lead">${aboutWords(variant)}</p>
          ${facts(board)}
          <p class="row"><a class="button primary" href="/" @click=${() => set("variant", variant.name)}>${t("rules.play")}</a>
            <a class="button" href="/study?variant=${variant.name}">${t("rules.study")}</a></p>
        </div>
        <div class="rules-board">${picture(viewOf(board, variant.seats[0]), readPosition(board, variant.position), { label: t("rules.array", { variant: variant.title }) })}</div>
      </header>
      <section class="lessons">${this.lessons.map((lesson) => lesson.view())}</section>
      <section class="card ends"><h2>${t("rules.end")}</h2><ul>${ends(board)}</ul></section>
      <p class="quiet"><a href="/rules">${t("rules.all")}</a></p>
    </div>`;
  }
}

/** @param {Board} board */
function facts(board) {
  const { variant } = board;
  const { switches } = variant;
  const names = variant.teams.map((team) =>
    [...team].map((seat) => seatName(board, seat)).join(" + "),
  );
  return html`<dl class="facts">
    <div><dt>${t("rules.players")}</dt><dd>${names.join(` ${t("rules.against")} `)}</dd></div>
    <div><dt>${t("rules.squares")}</dt><dd>${variant.squares.length}</dd></div>
    ${switches.castles_matter && !switches.object_reversed ? html`<div><dt>${t("rules.to_win")}</dt><dd>${t("rules.in_castle", { n: switches.pieces_in_castle_to_win })}</dd></div>` : nothing}
    ${variant.castle_moves > 0 ? html`<div><dt>${t("rules.castle_moves")}</dt><dd>${variant.castle_moves}</dd></div>` : nothing}
  </dl>`;
}

/** @param {Board} board */
function ends(board) {
  const { switches, seats } = board.variant;
  const words = [];
  if (switches.object_reversed) {
    words.push(t("ends.enters"), t("ends.no_move_wins"), t("ends.repetition"), t("ends.fifty"));
    return words.map((line) => html`<li>${line}</li>`);
  }
  if (switches.castles_matter)
    words.push(t("ends.castle", { n: switches.pieces_in_castle_to_win }));
  words.push(
    switches.enemy_reduced_to > 0
      ? t("ends.reduced")
      : t("ends.capture", { n: switches.pieces_needed_to_win }),
  );
  if (switches.castles_matter && seats.length === 2) words.push(t("ends.no_move"));
  if (!switches.castles_matter) words.push(t("ends.pass"));
  words.push(t("ends.repetition"), t("ends.fifty"));
  if (switches.own_castle_jump_ends_turn) words.push(t("ends.own_castle_jump"));
  return words.map((line) => html`<li>${line}</li>`);
}

/** @param {Record<string, string>} params @returns {Promise<Page>} */
export async function open({ variant }) {
  const rules = new Rules(await boardNamed(variant));
  return {
    view: () => rules.view(),
    title: () => t("rules.title", { variant: rules.board.variant.title }),
  };
}

/** Every game. @returns {Promise<Page>} */
export async function openAll() {
  const boards = await Promise.all((await allVariants()).map(({ name }) => boardNamed(name)));
  return {
    title: () => t("nav.rules"),
    view: () => html`<div class="rules">
      <h1>${t("rules.games")}</h1>
      <p class="lead">${t("rules.games_lead")}</p>
      <ul class="bare boards games">${boards.map((board) => {
        const { variant } = board;
        return html`<li class="live"><a class="pane" href="/rules/${variant.name}">
          ${picture(viewOf(board, variant.seats[0]), readPosition(board, variant.position), { label: "", isSmall: true })}
          <span class="live-names"><strong>${variant.title}</strong><span class="live-kind">${aboutWords(variant)}</span></span></a></li>`;
      })}</ul></div>`,
  };
}
