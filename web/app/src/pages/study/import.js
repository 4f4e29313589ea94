// Import of pasted or dropped text: a game record or a position.

import { ask, boardNamed } from "../../core/api.js";
import { html } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { causeWords, refusalWords } from "../../core/refusals.js";
import { faultOf } from "../../parts/judge.js";
import { readPosition, writePosition } from "../../rules/positions.js";
import { readRecord } from "../../rules/records.js";
import { allBelow, cut, isOfGame, rootOf, treeOf } from "../../rules/tree.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/tree.js").Node} Node */

/**
 * @typedef {object} Found
 * @property {Board} board
 * @property {Node} root
 * @property {number} plies of the game
 * @property {Record<string, string>} tags
 * @property {string} result
 * @property {string} fault error message; empty if sound
 */

/** Number of concurrent checks of variation moves. */
const AT_ONCE = 6;

/**
 * @param {string} text
 * @param {Board} current board for a text without a variant
 * @returns {Promise<Found>}
 */
export async function readText(text, current) {
  const clean = text.trim();
  if (/^[\w^]+(\/[\w^]+)+\s/.test(`${clean} `) && !clean.includes("\n")) {
    const root = rootOf(readPosition(current, clean));
    return { board: current, root, plies: 0, tags: {}, result: "*", fault: "" };
  }
  const { tags, line, result } = readRecord(clean);
  if (line.turns.length === 0 && Object.keys(tags).length === 0) {
    throw new Error(t("study.nothing"));
  }
  const board = tags.Variant ? await boardNamed(tags.Variant) : current;
  /** @type {RecordVerdict} */
  const verdict = await ask("POST", `/rules/record?variant=${board.variant.name}`, { text: clean });
  const isShown = ["illegal_move", "wrong_result", "wrong_termination"].includes(
    verdict.fault ?? "",
  );
  if (!verdict.sound && !isShown) {
    const { reason, params } = verdict;
    throw Object.assign(new Error(verdict.detail), { reason, params });
  }
  const turns = verdict.ply ? line.turns.slice(0, verdict.ply - 1) : line.turns;
  const start = readPosition(board, tags.Position ?? board.variant.position);
  const root = treeOf(board, start, { ...line, turns });
  const left = await leaveOut(board, root);
  const fault = verdict.ply
    ? t("study.fault", {
        ply: verdict.ply,
        move: verdict.move ?? "",
        why: causeWords(verdict),
      })
    : refusalWords(verdict);
  const what = left === null ? "" : t("study.left_out", { move: left });
  const words = verdict.sound ? what : `${fault} ${what}`.trim();
  return { board, root, plies: turns.length, tags, result, fault: words };
}

/**
 * Removes illegal moves of variations, which the server's check of a record ignores.
 * @param {Board} board
 * @param {Node} root
 * @returns {Promise<string | null>} the first removed move
 */
async function leaveOut(board, root) {
  const nodes = allBelow(root).filter((node) => !isOfGame(node));
  /** @type {Node[]} */
  const bad = [];
  const judge = async (/** @type {Node} */ node) => {
    const position = node.parent ? writePosition(board, node.parent.position) : "";
    const text = node.made?.text ?? "";
    if (await faultOf(board.variant.name, position, undefined, text)) bad.push(node);
  };
  for (let at = 0; at < nodes.length; at += AT_ONCE) {
    await Promise.all(nodes.slice(at, at + AT_ONCE).map(judge));
  }
  for (const node of bad) cut(node);
  return bad[0]?.made?.text ?? null;
}

/** @param {import("../study.js").Study} study */
export function importBox(study) {
  const read = () => {
    const area = document.getElementById("import-text");
    if (area instanceof HTMLTextAreaElement && area.value.trim() !== "") study.read(area.value);
  };
  return html`<div class="import">
    <label for="import-text">${t("study.import_how")}</label>
    <textarea id="import-text" rows="6" spellcheck="false"></textarea>
    <button class="primary small" id="import-read" @click=${read}>${t("study.import_read")}</button>
  </div>`;
}
