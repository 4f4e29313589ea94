// The bracket of a knockout: rounds with their games, and lines to the next ones.

import { html, nothing } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { pointsText } from "../tournaments/words.js";
import { layOut, roundsOf } from "./bracket-layout.js";
import { gameNames, roundTitle } from "./bracket-names.js";
import { nextRoundAt } from "./moments.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("./bracket-layout.js").Placed} Placed */

/** Heights in pixels: a row, a node, and the title of a round. The style sheet has the same. */
const ROW = 112;
const NODE = 84;
const TITLE = 28;
/** Distance in pixels between the edge and the current round after scrolling. */
const MARGIN = 12;

export class Bracket {
  /** The column to which the bracket scrolled. @type {number | null} */
  #scrolledTo = null;

  /** @param {Following} following */
  constructor(following) {
    this.following = following;
  }

  card() {
    const { bracket, rounds } = this.following;
    if (!bracket) return nothing;
    const { placed, joints, columns, rows } = layOut(bracket);
    const parts = roundsOf(placed);
    const titles = gameNames(bracket);
    const pairings = new Map(
      rounds.flatMap((round) => round.pairings).map((each) => [each.pairing, each]),
    );
    this.#scroll(placed);
    const size = `--columns:${columns};height:${TITLE + (rows - 1) * ROW + NODE}px`;
    return html`<section class="card" id="bracket"><h2>${t("tour.bracket")}</h2>
      <div class="scroll" id="bracket-scroll" tabindex="0" role="region" aria-label=${t("tour.bracket")}>
        <div class="bracket" .style=${size}>
          ${joints.map(([from, to]) => joint(from, to))}
          ${parts.map(
            (part) => html`<section class="bracket-round" data-column=${part.column}>
            <h3 .style=${`--column:${part.column};top:${part.row * ROW}px`}>${roundTitle(bracket, part.placed[0].node)}</h3>
            <ul class="bare">${part.placed.map((place) => html`<li .style=${`--column:${place.column};top:${TITLE + place.row * ROW}px`}>${this.#node(place, titles, pairings.get(place.node.pairing ?? -1), part.placed.length === 1)}</li>`)}</ul>
          </section>`,
          )}
        </div>
      </div></section>`;
  }

  /** Scrolls a narrow screen to the first round with an open game, once for each round. @param {Placed[]} placed */
  #scroll(placed) {
    const open = placed.filter(({ node, isShown }) => isShown && node.winner === undefined);
    const all = open.length > 0 ? open : placed;
    const columns = all.map(({ column }) => column);
    const column = open.length > 0 ? Math.min(...columns) : Math.max(...columns);
    if (column === this.#scrolledTo) return;
    this.#scrolledTo = column;
    requestAnimationFrame(() => {
      const region = document.getElementById("bracket-scroll");
      const title = region?.querySelector(`[data-column="${column}"] h3`);
      if (region && title instanceof HTMLElement) region.scrollLeft = title.offsetLeft - MARGIN;
    });
  }

  /**
   * @param {Placed} place
   * @param {Map<number, string>} titles of the games by node
   * @param {PairingView | undefined} pairing
   * @param {boolean} isOnly true if the round has no other game, so that its title is that of the game
   */
  #node({ node }, titles, pairing, isOnly) {
    const match = pairing?.games.at(-1)?.match;
    const isLive = pairing !== undefined && !pairing.decided && match !== undefined;
    const inside = html`<span class="node-head"><span class="one-line">${isOnly ? nothing : titles.get(node.node)}</span>
        ${isLive ? html`<span class="tag">${t("tour.now")}</span>` : html`<span class="quiet">${this.#time(node, pairing)}</span>`}</span>
      ${node.sides.map((side) => this.#side(node, side, titles, pairing))}`;
    const kind = `node ${isLive ? "live-node" : ""}`;
    return match
      ? html`<a class=${kind} data-node=${node.node} href="/m/${match}">${inside}</a>`
      : html`<div class=${kind} data-node=${node.node}>${inside}</div>`;
  }

  /** The time at which a pairing began, or is to begin. @param {NodeView} node @param {PairingView | undefined} pairing */
  #time({ round }, pairing) {
    if (pairing?.began_at) return when(pairing.began_at);
    const next = nextRoundAt(this.following);
    const isNext = round === this.following.rounds.length + 1;
    return next !== null && isNext ? when(new Date(next).toISOString()) : t("tour.not_begun");
  }

  /**
   * @param {NodeView} node
   * @param {SideView} side
   * @param {Map<number, string>} titles
   * @param {PairingView | undefined} pairing
   */
  #side({ winner }, side, titles, pairing) {
    const { following } = this;
    const { entrant } = side;
    const isWinner = winner !== undefined && winner === entrant;
    const isOwn = entrant !== undefined && following.own?.entrant === entrant;
    const seed = entrant === undefined ? undefined : seedOf(following.bracket ?? [], entrant);
    const kind = `node-side ${isWinner ? "won" : ""} ${isOwn ? "own" : ""} ${entrant === undefined ? "to-come" : ""} ${winner !== undefined && !isWinner ? "lost" : ""}`;
    return html`<span class=${kind}>
      <span class="seed">${seed === undefined ? nothing : html`<span class="visually-hidden">${t("bracket.seed")} </span>${seed}`}</span>
      <span class="who one-line">${entrant === undefined ? this.#origin(side, titles) : following.nameOf(entrant)}</span>
      ${isWinner ? html`<span class="visually-hidden">${t("bracket.won")}</span><span class="tick" aria-hidden="true">✓</span>` : nothing}
      <span class="points">${pointsOf(entrant, pairing)}</span></span>`;
  }

  /** The origin of an entrant who is not known yet. @param {SideView} side @param {Map<number, string>} titles */
  #origin({ winner_of, loser_of }, titles) {
    if (loser_of !== undefined) return t("bracket.loser_of", { game: titles.get(loser_of) ?? "" });
    // The line from the previous game shows the same.
    if (winner_of !== undefined)
      return html`<span class="visually-hidden">${t("bracket.winner_of", { game: titles.get(winner_of) ?? "" })}</span>`;
    return t("bracket.open");
  }
}

/** The seed of an entrant, from the first round. @param {NodeView[]} nodes @param {number} entrant */
function seedOf(nodes, entrant) {
  const sides = nodes.flatMap((node) => node.sides);
  return sides.find((side) => side.entrant === entrant && side.seed !== undefined)?.seed;
}

/** @param {number | undefined} entrant @param {PairingView | undefined} pairing */
function pointsOf(entrant, pairing) {
  if (!pairing || entrant === undefined || (pairing.games.length === 0 && !pairing.decided))
    return "";
  if (pairing.forfeited.includes(entrant)) return "−";
  if (pairing.forfeited.length > 0 && pairing.games.length === 0) return "+";
  return pointsText(pairing.score[pairing.first === entrant ? 0 : 1]);
}

/** The line between two nodes: from the first to the middle, and on to the second. @param {Placed} from @param {Placed} to */
function joint(from, to) {
  const [a, b] = [from, to].map(({ row }) => TITLE + row * ROW + NODE / 2);
  const place = `--column:${from.column};--span:${to.column - from.column}`;
  const first = `${place};top:${Math.min(a, b)}px;height:${Math.abs(b - a)}px`;
  return html`<i class="joint ${b >= a ? "down" : "up"}" .style=${first}></i><i class="joint on" .style=${`${place};top:${b}px`}></i>`;
}
