// Leaderboards by variant and speed.

import { allVariants, get, playerNamed } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { day, t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { go } from "../core/router.js";
import { session } from "../core/session.js";
import { settings } from "../core/settings.js";
import { emptyPlace } from "../parts/empty.js";
import { ratingText } from "../parts/rating.js";

/** @typedef {import("../core/router.js").Page} Page */

/** The rated speeds, fastest first. */
export const SPEEDS = /** @type {const} */ ([
  "bullet",
  "blitz",
  "rapid",
  "classical",
  "correspondence",
]);

/** The order in which speeds are tried where none is chosen. */
const USUAL_FIRST = ["blitz", "rapid", "bullet", "classical", "correspondence"];
/** The variants that are tried if the player's own has no ranked players. */
const POPULAR = ["camelot", "cam", "camette", "chivalry"];

class Leaders {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {LeaderView[]} */
  items = [];
  /** @type {string | null} */
  next = null;
  trouble = "";
  isLoading = false;
  /** A searched name that does not exist. */
  unknown = "";

  /** @param {string} variant @param {string} speed */
  constructor(variant, speed) {
    this.variant = variant;
    this.speed = speed;
  }

  /** @param {{variant?: string, speed?: string}} what */
  async choose({ variant = this.variant, speed = this.speed }) {
    this.variant = variant;
    this.speed = speed;
    this.items = [];
    this.next = null;
    const query = new URLSearchParams({ variant, speed });
    if (location.pathname === "/players") history.replaceState(null, "", `/players?${query}`);
    await this.more();
  }

  async more() {
    const { variant, speed } = this;
    const cursor = this.next ? `?cursor=${this.next}` : "";
    this.isLoading = true;
    this.trouble = "";
    redraw();
    try {
      const { items, next } = await get(`/leaderboards/${variant}/${speed}${cursor}`);
      // The selection may have changed meanwhile.
      if (variant !== this.variant || speed !== this.speed) return;
      this.items = [...this.items, ...items];
      this.next = next;
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.isLoading = false;
    redraw();
  }

  /** Opens the profile of the entered name. @param {SubmitEvent} event */
  async #find(event) {
    event.preventDefault();
    const input = document.getElementById("player-name");
    const name = input instanceof HTMLInputElement ? input.value.trim() : "";
    if (name === "") return;
    try {
      const player = await playerNamed(name);
      this.unknown = player ? "" : name;
      this.trouble = "";
      if (player) return await go(`/players/${encodeURIComponent(player.name)}`);
    } catch (error) {
      this.unknown = "";
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  view() {
    const { items, next, trouble, isLoading } = this;
    return html`<div class="plain wide leaders">
      <h1>${t("leaders.title")}</h1>
      <form class="row" role="search" @submit=${(/** @type {SubmitEvent} */ e) => this.#find(e)}>
        <label for="player-name">${t("leaders.find")}</label>
        <input id="player-name" type="search" maxlength="20" autocomplete="off" autocapitalize="none" spellcheck="false" />
        <button>${t("leaders.go")}</button>
        ${this.unknown ? html`<p role="alert" id="no-player">${t("leaders.unknown", { who: this.unknown })}</p>` : nothing}
      </form>
      <div class="row pool">
        <label>${t("home.game")}
          <select id="leaders-game" @change=${(/** @type {Event} */ e) => e.target instanceof HTMLSelectElement && this.choose({ variant: e.target.value })}>
            ${this.variants.map(({ name, title }) => html`<option value=${name} ?selected=${name === this.variant}>${title}</option>`)}
          </select></label>
        <fieldset class="row"><legend class="visually-hidden">${t("leaders.speed")}</legend>
          ${SPEEDS.map(
            (
              speed,
            ) => html`<label class="chip"><input type="radio" name="speed" value=${speed} .checked=${speed === this.speed}
              @change=${() => this.choose({ speed })} /><span>${t(`speed.${speed}`)}</span></label>`,
          )}</fieldset>
      </div>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${items.length > 0 ? this.#table() : nothing}
      ${
        items.length === 0 && !isLoading && !trouble
          ? emptyPlace({
              scene: "shield",
              words: t("leaders.nobody"),
              action: { words: t("empty.play"), href: "/" },
              id: "no-leaders",
            })
          : nothing
      }
      ${next ? html`<button @click=${() => this.more()}>${t("profile.more")}</button>` : nothing}
      <p class="quiet">${t("leaders.how")}</p>
    </div>`;
  }

  #table() {
    return html`<table class="card"><thead><tr><th scope="col">#</th><th scope="col">${t("kind.account")}</th>
        <th scope="col">${t("rating.title")}</th><th scope="col">${t("profile.games")}</th><th scope="col" class="when">${t("leaders.last")}</th></tr></thead>
      <tbody>${this.items.map(
        ({
          rank,
          player,
          rating,
          provisional,
          games,
          last_at,
        }) => html`<tr class=${player.id === session.player?.id ? "me-here" : ""}><td>${rank}</td>
          <th scope="row"><a href="/players/${encodeURIComponent(player.name)}">${player.name}</a></th>
          <td><strong>${ratingText({ rating, provisional })}</strong></td><td>${games}</td><td class="when">${day(last_at)}</td></tr>`,
      )}</tbody></table>`;
  }
}

/**
 * The first pool with ranked players: of the variant by speed, or of a popular one.
 * @param {string} variant
 * @param {boolean} isChosen true if another variant is not wanted
 */
async function poolWithPlayers(variant, isChosen) {
  const own = USUAL_FIRST.map((speed) => ({ variant, speed }));
  const others = isChosen ? [] : POPULAR.map((other) => ({ variant: other, speed: "blitz" }));
  const pools = [...own, ...others];
  const found = await Promise.all(
    pools.map((pool) =>
      get(`/leaderboards/${pool.variant}/${pool.speed}?limit=1`).catch(() => ({ items: [] })),
    ),
  );
  return pools[found.findIndex(({ items }) => items.length > 0)] ?? own[0];
}

/** @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open(query) {
  const variants = await allVariants();
  const wanted = query.get("variant") ?? settings.variant;
  const known = variants.find(({ name, aliases }) => name === wanted || aliases.includes(wanted));
  const variant = known?.name ?? "camelot";
  const speed = SPEEDS.find((each) => each === query.get("speed"));
  const pool = speed ? { variant, speed } : await poolWithPlayers(variant, query.has("variant"));
  const leaders = new Leaders(pool.variant, pool.speed);
  leaders.variants = variants;
  await leaders.more();
  return { view: () => leaders.view(), title: () => t("leaders.title") };
}
