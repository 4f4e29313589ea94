// The podiums of finished tournaments in a list. The list itself has no results.

import { get } from "../../core/api.js";
import { redraw } from "../../core/dom.js";
import { podiumOf } from "./places.js";

/** @typedef {{steps: import("./places.js").Step[], names: Map<number, string>}} Podium */

/** The podiums of this visit; results of finished tournaments do not change. @type {Map<string, Podium>} */
const known = new Map();

export class Podiums {
  /** @type {TournamentItem[]} */
  #wanted = [];
  #isLoading = false;
  #isStopped = false;

  /** @param {string} tournament */
  of(tournament) {
    return known.get(tournament);
  }

  stop() {
    this.#isStopped = true;
  }

  /** Loads the missing podiums one after the other. @param {TournamentItem[]} items */
  async load(items) {
    this.#wanted = items;
    if (this.#isLoading) return;
    this.#isLoading = true;
    for (let item = this.#next(); item; item = this.#next()) {
      const podium = await podiumFor(item.tournament);
      if (!podium) break;
      known.set(item.tournament, podium);
      if (!this.#isStopped) redraw();
    }
    this.#isLoading = false;
  }

  #next() {
    if (this.#isStopped) return undefined;
    return this.#wanted.find(({ tournament }) => !known.has(tournament));
  }
}

/** @param {string} tournament @returns {Promise<Podium | null>} null if the server did not answer */
async function podiumFor(tournament) {
  try {
    const /** @type {TournamentView} */ about = await get(`/tournaments/${tournament}`);
    const last = about.stages.at(-1);
    // Groups have their own standings.
    if (!last || last.groups.length > 1) return { steps: [], names: new Map() };
    const { items } = await get(`/tournaments/${tournament}/standings?stage=${last.stage}`);
    const steps = podiumOf(items);
    const first = new Set(steps.flatMap(({ entrants }) => entrants));
    const names = about.entrants
      .filter(({ entrant }) => first.has(entrant))
      .map(
        ({ entrant, players }) =>
          /** @type {[number, string]} */ ([entrant, players.map(({ name }) => name).join(" & ")]),
      );
    return { steps, names: new Map(names) };
  } catch {
    return null;
  }
}
