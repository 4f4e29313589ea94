// The facts of a variant in words: its goal, its numbers, and the ways in which a game ends.

import { seatName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("../../rules/boards.js").Board} Board */

/** The goal of a game in one or two sentences. @param {VariantView} variant */
export function goalWords({ switches, seats, teams }) {
  const words = switches.object_reversed
    ? t("learn.goal_reversed")
    : switches.castles_matter
      ? t("learn.goal_castle", { n: switches.pieces_in_castle_to_win })
      : t("learn.goal_capture");
  if (seats.length === 2) return words;
  return `${words} ${t(teams.length > 2 ? "learn.goal_each" : "learn.goal_team")}`;
}

/** @param {Board} board */
export function facts(board) {
  const { variant } = board;
  const { switches } = variant;
  const names = variant.teams.map((team) =>
    [...team].map((seat) => seatName(board, seat)).join(" + "),
  );
  return html`<dl class="facts">
    <div><dt>${t("rules.players")}</dt><dd>${names.join(` ${t("rules.against")} `)}</dd></div>
    <div><dt>${t("rules.squares")}</dt><dd>${variant.squares.length}</dd></div>
    ${switches.castles_matter && !switches.object_reversed ? html`<div><dt>${t("rules.to_win")}</dt><dd>${t("rules.in_castle", { n: switches.pieces_in_castle_to_win })}</dd></div>` : nothing}
    ${variant.castle_moves > 0 && !switches.object_reversed ? html`<div><dt>${t("rules.castle_moves")}</dt><dd>${variant.castle_moves}</dd></div>` : nothing}
  </dl>`;
}

/** The ways in which a game ends. @param {Board} board */
export function ends(board) {
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
      : switches.pieces_needed_to_win > 1
        ? t("ends.capture", { n: switches.pieces_needed_to_win })
        : t("learn.goal_capture"),
  );
  if (switches.castles_matter && seats.length === 2) words.push(t("ends.no_move"));
  if (!switches.castles_matter) words.push(t("ends.pass"));
  if (switches.castles_matter && switches.pieces_in_castle_to_win > 1) words.push(t("ends.bare"));
  words.push(t("ends.repetition"), t("ends.fifty"));
  if (switches.own_castle_jump_ends_turn) words.push(t("ends.own_castle_jump"));
  return words.map((line) => html`<li>${line}</li>`);
}
