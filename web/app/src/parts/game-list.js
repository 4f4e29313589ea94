// A short list of games with links to their studies.

import { html } from "../core/dom.js";
import { day } from "../core/i18n.js";
import { resultOf, winnersOf } from "../rules/results.js";

/** @typedef {import("../rules/boards.js").Board} Board */

/** The names of the players in turn order. @param {Pick<MatchItem, "seats" | "names">} match */
export function playerNames({ seats, names }) {
  return Object.entries(seats).map(([seat, player]) => player?.name ?? names?.[seat] ?? "?");
}

/** The date of a game: of the record, if it was imported. @param {MatchItem} match */
export function playedOn(match) {
  if (match.record) return match.record.date?.replaceAll(".", "-").replaceAll("-??", "") ?? "";
  return day(match.ended_at ?? match.created_at);
}

/** @param {Board} board @param {string} title @param {MatchItem[]} games */
export function gameList(board, title, games) {
  return html`<h2>${title}</h2><ul class="bare games-list short">${games.map(
    (game) => html`<li><a href="/study/${game.match}">
      <span class="names">${playerNames(game).join(" – ")}</span>
      <span class="quiet">${[winner(board, game), playedOn(game)].filter(Boolean).join(" · ")}</span></a></li>`,
  )}</ul>`;
}

/** @param {Board} board @param {MatchItem} game */
function winner({ variant }, { result }) {
  const team = winnersOf(variant, result);
  return team ? resultOf(variant, team) : (result ?? "*");
}
