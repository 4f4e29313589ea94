// The bracket of a knockout as SVG, with a link to each game.

import { html, nothing, svg } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { pointsText } from "../tournaments/words.js";
import { layOut } from "./bracket-layout.js";
import { gameNames } from "./bracket-names.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("./bracket-layout.js").Placed} Placed */

const WIDTH = 176;
const HEIGHT = 48;
const COLUMN = 208;
const ROW = 74;
const TOP = 24;
/** Maximum number of letters of a name, and of a title in its place, which has no points beside it. */
const FIT = 17;
const FIT_TITLE = 23;

/** @param {Following} following */
export function bracketCard(following) {
  const { bracket, rounds } = following;
  if (!bracket) return nothing;
  const { placed, joints, columns, rows } = layOut(bracket);
  const titles = gameNames(bracket);
  const pairings = new Map(
    rounds.flatMap((round) => round.pairings).map((each) => [each.pairing, each]),
  );
  const width = columns * COLUMN;
  const height = rows * ROW + TOP;
  return html`<section class="card" id="bracket"><h2>${t("tour.bracket")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("tour.bracket")}>
      <svg class="bracket" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="group" aria-label=${t("tour.bracket")}>
        ${joints.map(([from, to]) => svg`<path class="joint" d=${joint(from, to)} />`)}
        ${placed.filter(({ isShown }) => isShown).map((place) => drawn(following, place, titles, pairings.get(place.node.pairing ?? -1)))}
      </svg>
    </div></section>`;
}

/** @param {Placed} place */
const at = ({ column, row }) => ({ x: column * COLUMN + 4, y: row * ROW + TOP });

/** @param {Placed} from @param {Placed} to */
function joint(from, to) {
  const [a, b] = [at(from), at(to)];
  const middle = b.x - (COLUMN - WIDTH) / 2;
  return `M${a.x + WIDTH} ${a.y + HEIGHT / 2}H${middle}V${b.y + HEIGHT / 2}H${b.x}`;
}

/**
 * @param {Following} following
 * @param {Placed} place
 * @param {Map<number, string>} titles of the games by node
 * @param {PairingView | undefined} pairing
 */
function drawn(following, place, titles, pairing) {
  const { node } = place;
  const { x, y } = at(place);
  const points = node.sides.map(({ entrant }) => {
    if (!pairing || entrant === undefined || (pairing.games.length === 0 && !pairing.decided))
      return "";
    return pointsText(pairing.score[pairing.first === entrant ? 0 : 1]);
  });
  const names = node.sides.map((side) => sideText(following, titles, side));
  const head = titles.get(node.node) ?? "";
  const words = `${head}: ${names.map((name, side) => `${name || t("bracket.open")} ${points[side]}`.trim()).join(", ")}`;
  const match = pairing?.games.at(-1)?.match;
  const isLive = pairing !== undefined && !pairing.decided && match !== undefined;
  const inside = svg`<text class="head" x="2" y="-5" aria-hidden="true">${head}</text>
    <rect width=${WIDTH} height=${HEIGHT} rx="6" /><path class="half" d="M0 ${HEIGHT / 2}H${WIDTH}" />
    ${node.sides.map(
      (
        { entrant },
        side,
      ) => svg`<g aria-hidden="true" class="side ${node.winner !== undefined && node.winner === entrant ? "won" : ""} ${entrant === undefined ? "to-come" : ""} ${entrant !== undefined && following.own?.entrant === entrant ? "own" : ""}">
        <text x="10" y=${side * (HEIGHT / 2) + 17}>${short(names[side], entrant === undefined ? FIT_TITLE : FIT)}</text>
        <text class="points" x=${WIDTH - 10} y=${side * (HEIGHT / 2) + 17}>${points[side]}</text></g>`,
    )}`;
  const place_ = `translate(${x} ${y})`;
  return match
    ? svg`<a class="node ${isLive ? "live-node" : ""}" data-node=${node.node} href="/m/${match}" transform=${place_} aria-label=${words}>${inside}</a>`
    : svg`<g class="node" data-node=${node.node} role="img" transform=${place_} aria-label=${words}>${inside}</g>`;
}

/** @param {Following} following @param {Map<number, string>} titles @param {SideView} side */
function sideText(following, titles, { entrant, loser_of }) {
  if (entrant !== undefined) return following.nameOf(entrant);
  return loser_of === undefined ? "" : t("bracket.loser_of", { game: titles.get(loser_of) ?? "" });
}

/** @param {string} name @param {number} fit */
const short = (name, fit) => (name.length > fit ? `${name.slice(0, fit - 1)}…` : name);
