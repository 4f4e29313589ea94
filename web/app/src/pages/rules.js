// The rules of a variant: what is special in it, and the guided path of steps. Each step has a
// demonstration and exercises on a small board.

import { picture } from "../board/drawing.js";
import { viewOf } from "../board/geometry.js";
import { aboutWords } from "../board/words.js";
import { allVariants, boardNamed, get } from "../core/api.js";
import { TIMES } from "../core/clock.js";
import { focusSoon, html, nothing, redraw, repeat } from "../core/dom.js";
import { guide } from "../core/guided.js";
import { t } from "../core/i18n.js";
import { playComputer } from "../core/lobby.js";
import { refusalWords } from "../core/refusals.js";
import { LEVELS } from "../core/seats.js";
import { set } from "../core/settings.js";
import { connection } from "../core/socket.js";
import { readPosition } from "../rules/positions.js";
import { Demonstration } from "./rules/demonstration.js";
import { differences } from "./rules/differences.js";
import { ends, facts, goalWords } from "./rules/ends.js";
import { otherGames, progressRing } from "./rules/games.js";
import { Lesson } from "./rules/lesson.js";
import { letterOf } from "./rules/letter.js";
import { learned, markLearned, stepsOf } from "./rules/path.js";

export { openAll } from "./rules/games.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */
/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("./rules/path.js").Step} Step */

class Rules {
  /** The displayed step; the number of steps after the last one. */
  at = 0;
  /** The displayed part of the step: its demonstration, or the exercise before that number. */
  part = 0;
  trouble = "";
  /** @type {Demonstration | null} */
  #demonstration = null;
  /** @type {Lesson | null} */
  #lesson = null;

  /**
   * @param {Board} board
   * @param {RuleBook} book
   * @param {Board[]} boards all that are offered
   * @param {string | null} step the topic to show
   */
  constructor(board, book, boards, step) {
    this.board = board;
    this.book = book;
    this.boards = boards;
    this.steps = stepsOf(board, book.lessons);
    this.learned = learned(board.variant.name);
    const wanted = this.steps.findIndex(
      ({ topic, rules }) => topic === step || rules.includes(step ?? ""),
    );
    const next = this.steps.findIndex(({ topic }) => !this.learned.has(topic));
    this.#open([wanted, next, this.steps.length].find((at) => at >= 0) ?? 0);
  }

  /** Opens a step at its first part that is not done. @param {number} at */
  #open(at) {
    const { exercises } = this.steps[at] ?? { exercises: [] };
    const undone = exercises.findIndex(({ id }) => !this.learned.has(id));
    this.at = at;
    this.#openPart(undone > 0 ? undone + 1 : 0);
  }

  /** @param {number} part */
  #openPart(part) {
    const step = this.steps[this.at];
    this.#demonstration?.stop();
    this.#demonstration = null;
    this.#lesson = null;
    // A step without a demonstration begins with its exercise.
    this.part = part === 0 && step && !step.demonstration && step.exercises.length > 0 ? 1 : part;
    if (!step) return;
    const exercise = step.exercises[this.part - 1];
    if (exercise) {
      this.#lesson = new Lesson(this.board, exercise, () => this.#learn(step, exercise.id));
    } else if (step.demonstration) {
      this.#demonstration = new Demonstration(this.board, step.demonstration);
    }
  }

  /** Marks an exercise as done, and its step if that was the last one. @param {Step} step @param {string} [id] */
  #learn(step, id) {
    const { name } = this.board.variant;
    if (id) this.learned.add(id);
    const isAll = step.exercises.every((each) => this.learned.has(each.id));
    if (isAll) this.learned.add(step.topic);
    markLearned(name, [...this.learned]);
    if (id) focusSoon("step-next");
  }

  /** @param {number} at */
  #show(at) {
    this.#open(at);
    this.#showAddress();
  }

  /** @param {number} part */
  #showPart(part) {
    this.#openPart(part);
    this.#showAddress();
  }

  #showAddress() {
    const { topic } = this.steps[this.at] ?? {};
    history.replaceState(null, "", location.pathname + (topic ? `?step=${topic}` : ""));
    focusSoon("step-title");
  }

  #next() {
    const step = this.steps[this.at];
    if (this.part < step.exercises.length) {
      this.#showPart(this.part + 1);
      return;
    }
    // A step without an exercise is read.
    if (step.exercises.length === 0) this.#learn(step);
    this.#show(this.at + 1);
  }

  #back() {
    const step = this.steps[this.at];
    const first = step.demonstration ? 0 : 1;
    if (this.part > first) {
      this.#showPart(this.part - 1);
      return;
    }
    this.at -= 1;
    this.#showPart(this.steps[this.at].exercises.length);
  }

  /** Starts a game against the weakest computer, with suggestions. */
  async #play() {
    const { variant } = this.board;
    this.trouble = "";
    try {
      await connection.greeted();
      const time = TIMES[TIMES.length - 1];
      await playComputer(variant, time, variant.seats[0], LEVELS[0], {}, guide);
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  stop() {
    this.#demonstration?.stop();
  }

  view() {
    const { board, steps, at } = this;
    const { variant } = board;
    return html`<div class="rules">
      <header>
        <h1>${variant.title}</h1>
        <p class="lead">${aboutWords(variant)}</p>
      </header>
      <section class="card differs" id="differs" aria-labelledby="differs-title">
        <div>
          <h2 id="differs-title">${t("differs.title")}</h2>
          <ul>${this.#differences()}</ul>
          <p class="row"><a class="button" href="/" @click=${() => set("variant", variant.name)}>${t("rules.play")}</a>
            <a class="button" href="/study?variant=${variant.name}">${t("rules.study")}</a></p>
        </div>
        <div class="rules-board">${this.#array()}</div>
      </section>
      <section class="path" aria-labelledby="path-title">
        ${this.#progress()}
        ${repeat(
          [steps[at] ? `${at}.${this.part}` : "end"],
          (key) => key,
          () => (steps[at] ? this.#step(steps[at]) : this.#end()),
        )}
      </section>
      <section class="card">
        <h2>${t("rules.end")}</h2>
        <div class="ends"><ul>${ends(board)}</ul></div>
        ${facts(board)}
      </section>
      <p class="quiet"><a href="/rules">${t("rules.all")}</a></p>
    </div>`;
  }

  /** What is special in the variant, with links to the steps that teach it. */
  #differences() {
    const { board } = this;
    return differences(board).map(
      ({ words, step }) =>
        html`<li><span>${words}</span>${step ? html` <a href="/rules/${board.variant.name}?step=${step}" aria-label=${t("differs.try", { what: stepTitle(step) })}>${t("learn.try")}</a>` : nothing}</li>`,
    );
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
    const { steps, at } = this;
    const done = steps.filter(({ topic }) => this.learned.has(topic)).length;
    return html`<div class="path-head">
        <h2 id="path-title">${t("learn.title")}</h2>
        <p id="path-count">${t("learn.count", { done, all: steps.length })}</p>
      </div>
      <ol class="bare path-steps" aria-label=${t("learn.steps")}>${steps.map(({ topic }, index) => {
        const isLearned = this.learned.has(topic);
        const what = stepTitle(topic);
        return html`<li><button class="step ${isLearned ? "learned" : ""}" data-step=${topic} title=${what}
          aria-current=${index === at ? "step" : nothing} @click=${() => this.#show(index)}
          aria-label=${t(isLearned ? "learn.step_done" : "learn.step", { n: index + 1, what })}>${isLearned ? "✓" : index + 1}</button></li>`;
      })}</ol>`;
  }

  /** @param {Step} step */
  #step(step) {
    const { at, part } = this;
    const { topic, exercises } = step;
    const lesson = this.#lesson;
    const demonstration = this.#demonstration;
    const title = stepTitle(topic);
    const isDone = lesson ? lesson.isDone : true;
    const next =
      demonstration && exercises.length > 0 ? "learn.try" : isDone ? "learn.next" : "learn.skip";
    return html`<article class="lesson card" data-lesson=${topic} data-part=${part}>
      <div class="words">
        <h3 id="step-title" tabindex="-1">${at + 1}. ${title}</h3>
        ${exercises.length > 0 ? this.#parts(step) : nothing}
        ${lesson ? lesson.task() : this.#explanation(topic)}
      </div>
      <div class="small-board">${
        lesson ? lesson.table.draw({ label: title }) : (demonstration?.draw() ?? this.#array())
      }</div>
      <div class="after">
        <div class="feedback">${lesson ? lesson.feedback() : demonstration?.caption()}</div>
        <p class="row path-walk">
          ${at > 0 || part > (step.demonstration ? 0 : 1) ? html`<button id="step-back" @click=${() => this.#back()}>${t("learn.back")}</button>` : nothing}
          <button id="step-next" class=${isDone ? "primary" : ""} @click=${() => this.#next()}>${t(next)}</button>
        </p>
        <details class="letter"><summary>${t("rules.letter")}</summary>${letterOf(this.book, step, lesson)}</details>
      </div>
    </article>`;
  }

  /** The demonstration and the exercises of a step. @param {Step} step */
  #parts({ demonstration, exercises }) {
    const parts = [
      ...(demonstration ? [{ part: 0, name: t("demo.title"), isDone: false }] : []),
      ...exercises.map(({ id }, index) => ({
        part: index + 1,
        name: t("learn.exercise", { n: index + 1 }),
        isDone: this.learned.has(id),
      })),
    ];
    return html`<ol class="bare path-parts">${parts.map(
      ({ part, name, isDone }) =>
        html`<li><button class="part ${isDone ? "learned" : ""}" data-to-part=${part}
          aria-current=${part === this.part ? "step" : nothing}
          @click=${() => this.#showPart(part)}>${isDone ? html`<span aria-hidden="true">✓</span> ` : nothing}${name}${isDone ? html`<span class="visually-hidden">, ${t("learn.done")}</span>` : nothing}</button></li>`,
    )}</ol>`;
  }

  /** @param {string} topic */
  #explanation(topic) {
    const { board } = this;
    if (topic === "win") return html`<ul>${ends(board)}</ul>`;
    const { castle_moves, switches } = board.variant;
    const hasGoal = switches.castles_matter && !switches.object_reversed;
    if (topic === "goal")
      return html`<p>${goalWords(board.variant)}</p>${hasGoal ? html`<p>${t("rules.goal_how")}</p>` : nothing}`;
    const how = t(/** @type {Word} */ (`rules.${topic}_how`), { n: castle_moves });
    return html`<p>${how}</p>`;
  }

  /** The end of the path, with a first game. */
  #end() {
    const { board, boards } = this;
    return html`<article class="lesson card" id="path-end">
      <div class="words">
        <h3 id="step-title" tabindex="-1">${t("learn.end")}</h3>
        <div class="end-ring">${progressRing(board)}<p>${t("learn.end_how")}</p></div>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <p class="row path-walk">
          <button class="primary" id="first-game" @click=${() => this.#play()}>${t("learn.first_game")}</button>
          <button id="step-first" @click=${() => this.#show(0)}>${t("learn.again")}</button>
        </p>
        <h4>${t("learn.others")}</h4>
        ${otherGames(boards, board.variant.name)}
      </div>
      <div class="small-board">${this.#array()}</div>
    </article>`;
  }
}

/** @param {string} topic */
function stepTitle(topic) {
  if (topic === "goal") return t("learn.goal");
  if (topic === "win") return t("learn.win");
  return t(/** @type {Word} */ (`rules.${topic}`));
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ variant }, query) {
  const board = await boardNamed(variant);
  const { name } = board.variant;
  const [book, variants] = await Promise.all([
    get(`/variants/${encodeURIComponent(name)}/rules`),
    allVariants(),
  ]);
  const boards = await Promise.all(variants.map((each) => boardNamed(each.name)));
  const rules = new Rules(board, book, boards, query.get("step"));
  return {
    view: () => rules.view(),
    title: () => t("rules.title", { variant: rules.board.variant.title }),
    stop: () => rules.stop(),
  };
}
