// The rules of a variant as a guided path of steps, each with a small interactive board.

import { picture } from "../board/drawing.js";
import { viewOf } from "../board/geometry.js";
import { aboutWords, seatName } from "../board/words.js";
import { allVariants, boardNamed, get } from "../core/api.js";
import { TIMES } from "../core/clock.js";
import { focusSoon, html, nothing, redraw, repeat } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { playComputer } from "../core/lobby.js";
import { refusalWords } from "../core/refusals.js";
import { LEVELS } from "../core/seats.js";
import { set } from "../core/settings.js";
import { connection } from "../core/socket.js";
import { readPosition } from "../rules/positions.js";
import { Lesson } from "./rules/lesson.js";
import { learned, markLearned, pathOf } from "./rules/path.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */
/** @typedef {import("../rules/boards.js").Board} Board */

class Rules {
  /** The displayed step; the number of steps after the last one. */
  at = 0;
  trouble = "";

  /** @param {Board} board @param {RuleBook} book @param {string | null} step the topic to show */
  constructor(board, book, step) {
    this.board = board;
    const { name, switches } = board.variant;
    this.topics = pathOf(book.lessons.map(({ topic }) => topic));
    this.learned = learned(name);
    // A game that is lost by entering the castle has no exercise in it.
    const exercises = book.lessons.filter(
      ({ topic }) => topic !== "goal" || !switches.object_reversed,
    );
    this.lessons = new Map(
      exercises.map((about) => [
        about.topic,
        new Lesson(board, about, () => this.#learn(about.topic)),
      ]),
    );
    const wanted = this.topics.indexOf(step ?? "");
    const next = this.topics.findIndex((topic) => !this.learned.has(topic));
    this.at = [wanted, next, this.topics.length].find((at) => at >= 0) ?? 0;
  }

  /** @param {string} topic */
  #learn(topic) {
    markLearned(this.board.variant.name, topic);
    this.learned.add(topic);
    redraw();
  }

  /** @param {number} at */
  #show(at) {
    this.at = at;
    const topic = this.topics[at];
    history.replaceState(null, "", location.pathname + (topic ? `?step=${topic}` : ""));
    focusSoon("step-title");
  }

  #next() {
    const topic = this.topics[this.at];
    // A step without an exercise is read.
    if (!this.lessons.has(topic)) this.#learn(topic);
    this.#show(this.at + 1);
  }

  /** Starts a game against the weakest computer. */
  async #play() {
    const { variant } = this.board;
    this.trouble = "";
    try {
      await connection.greeted();
      await playComputer(variant, TIMES[TIMES.length - 1], variant.seats[0], LEVELS[0]);
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  view() {
    const { board, topics, at } = this;
    const { variant } = board;
    return html`<div class="rules">
      <header>
        <h1>${variant.title}</h1>
        <p class="lead">${aboutWords(variant)}</p>
      </header>
      <section class="path" aria-labelledby="path-title">
        ${this.#progress()}
        ${repeat(
          [topics[at] ?? ""],
          (topic) => topic,
          (topic) => (topic ? this.#step(topic) : this.#end()),
        )}
      </section>
      <section class="card rules-head">
        <div>
          <h2>${t("rules.end")}</h2>
          <div class="ends"><ul>${ends(board)}</ul></div>
          ${facts(board)}
          <p class="row"><a class="button" href="/" @click=${() => set("variant", variant.name)}>${t("rules.play")}</a>
            <a class="button" href="/study?variant=${variant.name}">${t("rules.study")}</a></p>
        </div>
        <div class="rules-board">${this.#array()}</div>
      </section>
      <p class="quiet"><a href="/rules">${t("rules.all")}</a></p>
    </div>`;
  }

  #array() {
    const { variant } = this.board;
    const label = t("rules.array", { variant: variant.title });
    return picture(
      viewOf(this.board, variant.seats[0]),
      readPosition(this.board, variant.position),
      { label },
    );
  }

  /** The numbered steps, and how many of them are learned. */
  #progress() {
    const { topics, at } = this;
    const done = topics.filter((topic) => this.learned.has(topic)).length;
    return html`<div class="path-head">
        <h2 id="path-title">${t("learn.title")}</h2>
        <p id="path-count">${t("learn.count", { done, all: topics.length })}</p>
      </div>
      <ol class="bare path-steps" aria-label=${t("learn.steps")}>${topics.map((topic, index) => {
        const isLearned = this.learned.has(topic);
        const what = stepTitle(topic);
        return html`<li><button class="step ${isLearned ? "learned" : ""}" data-step=${topic} title=${what}
          aria-current=${index === at ? "step" : nothing} @click=${() => this.#show(index)}
          aria-label=${t(isLearned ? "learn.step_done" : "learn.step", { n: index + 1, what })}>${index + 1}</button></li>`;
      })}</ol>`;
  }

  /** @param {string} topic */
  #step(topic) {
    const { board, at } = this;
    const lesson = this.lessons.get(topic);
    const title = stepTitle(topic);
    const isLearned = this.learned.has(topic) || !lesson;
    return html`<article class="lesson card" data-lesson=${topic}>
      <div class="words">
        <h3 id="step-title" tabindex="-1">${at + 1}. ${title}</h3>
        ${topic === "goal" ? html`<p>${goalWords(board.variant)}</p>` : nothing}
        ${lesson ? html`<p>${t(/** @type {Word} */ (`rules.${topic}_how`))}</p>${lesson.task()}` : nothing}
      </div>
      <div class="small-board">${lesson ? lesson.table.draw({ label: title }) : this.#array()}</div>
      <div class="after">
        <details class="letter"><summary>${t("rules.letter")}</summary>${lesson ? lesson.letter() : html`<ul>${ends(board)}</ul>`}</details>
        <p class="row path-walk">
          ${at > 0 ? html`<button id="step-back" @click=${() => this.#show(at - 1)}>${t("learn.back")}</button>` : nothing}
          <button id="step-next" class=${isLearned ? "primary" : ""} @click=${() => this.#next()}>${t("learn.next")}</button>
        </p>
      </div>
    </article>`;
  }

  /** The end of the path, with a first game. */
  #end() {
    return html`<article class="lesson card" id="path-end">
      <div class="words">
        <h3 id="step-title" tabindex="-1">${t("learn.end")}</h3>
        <p>${t("learn.end_how")}</p>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <p class="row path-walk">
          <button class="primary" id="first-game" @click=${() => this.#play()}>${t("learn.first_game")}</button>
          <button id="step-first" @click=${() => this.#show(0)}>${t("learn.again")}</button>
        </p>
      </div>
      <div class="small-board">${this.#array()}</div>
    </article>`;
  }
}

/** @param {string} topic */
function stepTitle(topic) {
  return topic === "goal" ? t("learn.goal") : t(/** @type {Word} */ (`rules.${topic}`));
}

/** The goal of a game in one or two sentences. @param {VariantView} variant */
function goalWords({ switches, seats }) {
  const words = switches.object_reversed
    ? t("learn.goal_reversed")
    : switches.castles_matter
      ? t("learn.goal_castle", { n: switches.pieces_in_castle_to_win })
      : t("learn.goal_capture");
  return seats.length > 2 ? `${words} ${t("learn.goal_team")}` : words;
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

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ variant }, query) {
  const board = await boardNamed(variant);
  const { name } = board.variant;
  const book = await get(`/variants/${encodeURIComponent(name)}/rules`);
  const rules = new Rules(board, book, query.get("step"));
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
