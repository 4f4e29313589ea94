// The rules, each with a small interactive board. The server decides legality.

import { picture } from "../board/drawing.js";
import { viewOf, windowAround } from "../board/geometry.js";
import { PlayBoard } from "../board/play.js";
import { aboutWords, seatName } from "../board/words.js";
import { allVariants, boardNamed, check, get, legalMoves } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce, sound } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { set } from "../core/settings.js";
import { placeOf } from "../rules/boards.js";
import { played, readPosition, writePosition } from "../rules/positions.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */
/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */

/** Distance in squares up to which the surroundings of a lesson's piece are shown. */
const NEAR = 4;
/** Maximum number of listed moves in a lesson. */
const LISTED = 24;

/** A lesson's board. */
class Lesson {
  trouble = "";
  isDone = false;

  /** @param {Board} board @param {LessonView} about */
  constructor(board, about) {
    this.board = board;
    this.about = about;
    this.start = readPosition(board, about.position);
    this.position = this.start;
    this.table = new PlayBoard({
      board,
      position: this.start,
      seat: board.variant.seats[0],
      id: `lesson-${about.topic}`,
      hands: { onMove: (move) => this.move(move), onWords: announce },
    });
    const { piece } = about;
    if (piece) {
      const near = [...this.start.pieces.keys()].filter((square) => stepsTo(square, piece) <= NEAR);
      this.table.window = windowAround(this.table.view, near, 2);
    }
    this.reset();
  }

  async reset() {
    const { about } = this;
    this.position = this.start;
    this.isDone = false;
    this.trouble = "";
    this.table.last = null;
    this.table.show(this.start);
    // The rules document lists some placements of trees only.
    const isWhole = about.moves.length === about.results;
    const legal = isWhole ? about : await legalMoves(this.board.variant.name, about.position);
    this.table.hands = new Set([this.start.turn]);
    this.table.show(this.start, { legal: legal.moves });
    redraw();
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
    const { topic, section, text, results, moves } = about;
    return html`<article class="lesson card" data-lesson=${topic}>
      <div class="words">
        <h2>${t(/** @type {Word} */ (`rules.${topic}`))} <small>${t("rules.section", { section })}</small></h2>
        <p>${t(/** @type {Word} */ (`rules.${topic}_how`))}</p>
        <p class="try"><strong>${t("lesson.try")}</strong> ${t(/** @type {Word} */ (`lesson.${topic}`))}</p>
        ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
        ${table.prompt()}
        ${
          isDone
            ? html`<p class="done" role="status">${t("lesson.done")}</p>
              <button class="small" @click=${() => this.reset()}>${t("lesson.again")}</button>`
            : nothing
        }
        <details class="letter"><summary>${t("rules.letter")}</summary>
          <p lang="en">${plain(text)}</p>
          <p>${t("rules.legal_here", { n: results })} <span class="notation">${moves.slice(0, LISTED).join(", ")}${results > LISTED ? ", …" : ""}</span></p>
        </details>
      </div>
      <div class="small-board">${table.draw({ label: t(/** @type {Word} */ (`rules.${topic}`)) })}</div>
    </article>`;
  }
}

/** The distance between two squares in steps. @param {string} one @param {string} other */
function stepsTo(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank));
}

/** A text of the rules without its markup. @param {string} text */
const plain = (text) => text.replaceAll(/\*\*|\*|`/g, "");

class Rules {
  /** @param {Board} board @param {RuleBook} book */
  constructor(board, book) {
    this.board = board;
    this.lessons = book.lessons.map((about) => new Lesson(board, about));
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
  const board = await boardNamed(variant);
  const { name } = board.variant;
  const rules = new Rules(board, await get(`/variants/${encodeURIComponent(name)}/rules`));
  return {
    view: () => rules.view(),
    title: () => t("rules.title", { variant: rules.board.variant.title }),
  };
}

/** The list of all variants. @returns {Promise<Page>} */
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
