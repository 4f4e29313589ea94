// Ratings of a player with their history.

import { get } from "../../core/api.js";
import { html, nothing, redraw, svg } from "../../core/dom.js";
import { day, t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { changeText, ratingText } from "../../parts/rating.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

const [WIDE, HIGH] = [600, 180];
/** Maximum number of matches in a curve. */
const POINTS = 500;
/** Minimum height of a curve in rating points. */
const LEAST_SPAN = 60;

export class Ratings {
  /** @type {RatingView[]} */
  items = [];
  /** The rating pool of the displayed curve. @type {RatingView | null} */
  chosen = null;
  /** The curve, oldest match first. @type {RatingPoint[]} */
  points = [];
  /** The match under the pointer. @type {RatingPoint | null} */
  at = null;
  trouble = "";
  /** The player's success at puzzles. @type {PuzzleStanding | null} */
  puzzles = null;

  /** @param {string} name @param {(variant: string) => string} titleOf */
  constructor(name, titleOf) {
    this.name = name;
    this.titleOf = titleOf;
  }

  async start() {
    // The profile is shown even if the ratings fail to load.
    const path = `/players/${encodeURIComponent(this.name)}`;
    const [{ items }, puzzles] = await Promise.all([
      get(`${path}/ratings`).catch(() => ({ items: [] })),
      get(`${path}/puzzles`).catch(() => null),
    ]);
    this.puzzles = puzzles;
    const weight = (/** @type {RatingView} */ it) =>
      (it.rated ? 1e6 : 0) - (it.bots ? 1e5 : 0) + it.games;
    this.items = [...items].sort((a, b) => weight(b) - weight(a));
    if (this.items[0]) await this.choose(this.items[0]);
  }

  /** @param {RatingView} pool */
  async choose(pool) {
    this.chosen = pool;
    this.at = null;
    this.trouble = "";
    const { variant, speed, rated, bots } = pool;
    const query = `rated=${rated}&bots=${bots}&limit=${POINTS}`;
    const path = `/players/${encodeURIComponent(this.name)}/ratings/${variant}/${speed}/history`;
    try {
      const { items } = await get(`${path}?${query}`);
      if (this.chosen === pool) this.points = items.reverse();
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  /** @param {RatingView} pool */
  #words({ variant, speed, rated, bots }) {
    const kind = rated ? nothing : html` · ${t("match.casual")}`;
    const whom = bots ? html` · ${t("rating.bots")}` : nothing;
    return html`${this.titleOf(variant)} · ${t(/** @type {Word} */ (`speed.${speed}`))}${kind}${whom}`;
  }

  view() {
    return html`${this.#atPuzzles()}${this.#inGames()}`;
  }

  #atPuzzles() {
    const { puzzles } = this;
    if (!puzzles || puzzles.tried === 0) return nothing;
    const { tried, solved, best_streak } = puzzles;
    return html`<p id="puzzle-success"><a href="/puzzles">${t("nav.puzzles")}</a>:
      ${t("player.puzzles", { rating: ratingText(puzzles), solved, tried, best: best_streak })}</p>`;
  }

  #inGames() {
    const { items, chosen, trouble } = this;
    if (items.length === 0) return nothing;
    return html`<section class="card ratings" aria-labelledby="ratings-title"><h2 id="ratings-title">${t("rating.all")}</h2>
      <div class="pools" role="group" aria-label=${t("rating.all")}>${items.map(
        (
          pool,
        ) => html`<button class="pool-choice" aria-pressed=${pool === chosen} @click=${() => this.choose(pool)}>
          <strong>${ratingText(pool)}</strong><span>${this.#words(pool)}</span>
          <small>${t("rating.games", { n: pool.games })}${pool.rank ? html` · ${t("rating.rank", { n: pool.rank })}` : nothing}</small></button>`,
      )}</div>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${chosen && this.points.length > 0 ? this.#curve() : nothing}
      ${items.some(({ provisional }) => provisional) ? html`<p class="quiet">${t("rating.provisional_how")}</p>` : nothing}
    </section>`;
  }

  #curve() {
    const { points, at } = this;
    const all = points.map(({ rating }) => rating);
    const middle = (Math.max(...all) + Math.min(...all)) / 2;
    const span = Math.max(LEAST_SPAN, Math.max(...all) - Math.min(...all)) * 1.15;
    const [low, high] = [middle - span / 2, middle + span / 2];
    const x = (/** @type {number} */ index) =>
      points.length === 1 ? WIDE / 2 : (index / (points.length - 1)) * WIDE;
    const y = (/** @type {number} */ rating) => HIGH - ((rating - low) / (high - low)) * HIGH;
    const step = span > 400 ? 200 : span > 150 ? 100 : 25;
    const lines = [];
    for (let level = Math.ceil(low / step) * step; level < high; level += step) lines.push(level);
    const way = points.map(({ rating }, index) => `${x(index).toFixed(1)} ${y(rating).toFixed(1)}`);
    const pick = (/** @type {PointerEvent} */ event) => {
      const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
      const part = (event.clientX - box.left) / box.width;
      const index = Math.round(part * (points.length - 1));
      this.at = points[Math.max(0, Math.min(points.length - 1, index))];
      redraw();
    };
    const shown = at ?? points[points.length - 1];
    const index = points.indexOf(shown);
    const label = t("rating.curve", {
      n: points.length,
      from: points[0].rating,
      to: points[points.length - 1].rating,
      best: Math.max(...all),
    });
    return html`<figure class="curve-box">
      <div class="levels" aria-hidden="true">${lines.map(
        (level) =>
          html`<span .style=${`bottom:${((level - low) / (high - low)) * 100}%`}>${level}</span>`,
      )}</div>
      <svg class="rating-curve" id="rating-curve" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${label}
          @pointermove=${pick} @pointerdown=${pick} @pointerleave=${() => {
            this.at = null;
            redraw();
          }}>${svg`
        ${lines.map((level) => svg`<path class="level" d="M0 ${y(level)}h${WIDE}"/>`)}
        <path class="line" d=${`M${way.join("L")}`}/>
        <path class="spot" d="M${x(index)} ${y(shown.rating)}h0.01"/>`}</svg>
      <figcaption><a href="/study/${shown.match}">${day(shown.at)}</a>: <strong>${ratingText(shown)}</strong>
        <b class="change ${shown.change < 0 ? "down" : "up"}">${changeText(shown.change)}</b></figcaption>
    </figure>`;
  }
}
