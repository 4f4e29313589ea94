// The filters of a player's games. The address of the page carries them.

import { html, nothing, redraw } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { choice, SPEEDS, yesNoChoice } from "../../parts/filters.js";

/** The causes of an end, most frequent first. */
const TERMINATIONS = [
  "castle",
  "capture",
  "resignation",
  "time",
  "agreement",
  "repetition",
  "fifty_moves",
  "bare",
  "no_move",
  "passes",
  "abandonment",
  "forfeit",
  "abort",
];

/** The filters that the address may carry. */
const NAMES = [
  "variant",
  "seat",
  "opponent",
  "outcome",
  "termination",
  "speed",
  "rated",
  "from",
  "to",
  "order",
];

const DAY_MS = 24 * 60 * 60 * 1000;

export class Filters {
  /** @type {Map<string, string>} */
  #values = new Map();
  #isOpen = false;

  /** @param {URLSearchParams} query @param {() => void} onChange */
  constructor(query, onChange) {
    this.onChange = onChange;
    for (const name of NAMES) {
      const value = query.get(name);
      if (value) this.#values.set(name, value);
    }
    this.#isOpen = this.#values.size > 0;
  }

  /** The number of active filters. */
  get size() {
    return this.#values.size;
  }

  /** The parameters of the list, as the server names them. */
  get query() {
    const query = new URLSearchParams();
    for (const [name, value] of this.#values) {
      const at = Date.parse(value);
      if (name === "from" && at) query.set("played_since", new Date(at).toISOString());
      else if (name === "to" && at) query.set("played_until", new Date(at + DAY_MS).toISOString());
      else if (name !== "from" && name !== "to") query.set(name, value);
    }
    return query;
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    if (value) this.#values.set(name, value);
    else this.#values.delete(name);
    // Seats belong to a variant.
    if (name === "variant") this.#values.delete("seat");
    this.#keep();
  }

  clear() {
    this.#values.clear();
    this.#keep();
  }

  #keep() {
    const query = new URLSearchParams([...this.#values]);
    history.replaceState(null, "", `${location.pathname}${query.size > 0 ? `?${query}` : ""}`);
    this.onChange();
    redraw();
  }

  /** @param {VariantView[]} variants */
  view(variants) {
    return html`<details class="filter-box" id="filters" ?open=${this.#isOpen} @toggle=${(
      /** @type {Event} */ e,
    ) => {
      this.#isOpen = e.target instanceof HTMLDetailsElement && e.target.open;
    }}>
      <summary>${t("filter.title")}${this.size > 0 ? ` (${this.size})` : ""}</summary>
      <form class="filters" @submit=${(/** @type {Event} */ e) => e.preventDefault()}>
        ${this.#choices(variants)}
        ${this.#input("opponent", "search")}${this.#input("from", "date")}${this.#input("to", "date")}
        ${this.size > 0 ? html`<button class="small" type="button" id="clear-filters" @click=${() => this.clear()}>${t("filter.clear")}</button>` : nothing}
      </form></details>`;
  }

  /** @param {VariantView[]} variants */
  #choices(variants) {
    const variant = variants.find(({ name }) => name === this.#values.get("variant"));
    const seats = variant?.seats.map((seat, at) => [seat, variant.seat_names[at]]);
    const causes = TERMINATIONS.map((name) => [name, maybe(`end.${name}`) ?? name]);
    const outcomes = ["won", "drawn", "lost"].map((name) => [
      name,
      maybe(`profile.${name}`) ?? name,
    ]);
    return html`
      ${this.#choice(
        "variant",
        t("home.game"),
        variants.map(({ name, title }) => [name, title]),
      )}
      ${seats ? this.#choice("seat", t("filter.seat"), seats) : nothing}
      ${this.#choice("outcome", t("filter.outcome"), outcomes)}
      ${this.#choice("termination", t("filter.termination"), causes)}
      ${this.#choice("speed", t("filter.speed"), SPEEDS())}
      ${yesNoChoice({
        id: "filter-rated",
        label: t("filter.rated"),
        words: [t("filter.only_rated"), t("filter.only_casual")],
        value: this.#values.get("rated") ?? "",
        onChoose: (value) => this.#set("rated", value),
      })}
      ${choice({
        id: "filter-order",
        label: t("filter.order"),
        value: this.#values.get("order") ?? "",
        options: [["oldest", t("filter.oldest")]],
        none: t("filter.newest"),
        onChoose: (value) => this.#set("order", value),
      })}`;
  }

  /** @param {string} name @param {string} label @param {string[][]} options */
  #choice(name, label, options) {
    return choice({
      id: `filter-${name}`,
      label,
      value: this.#values.get(name) ?? "",
      options: /** @type {[string, string][]} */ (options),
      onChoose: (value) => this.#set(name, value),
    });
  }

  /** @param {"opponent" | "from" | "to"} name @param {string} type */
  #input(name, type) {
    return html`<label>${t(`filter.${name}`)}
      <input id="filter-${name}" type=${type} .value=${this.#values.get(name) ?? ""} @change=${(
        /** @type {Event} */ e,
      ) =>
        e.target instanceof HTMLInputElement && this.#set(name, e.target.value.trim())} /></label>`;
  }
}
