// Reads what is pasted or dropped: a game record, or a position.

import { ask, boardNamed } from "../../core/api.js";
import { html } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { readPosition } from "../../rules/positions.js";
import { readRecord } from "../../rules/records.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {{board: Board, start?: string, moves: string[], tags: Record<string, string>, result: string, fault?: string}} Found */

/**
 * @param {string} text
 * @param {Board} current what is played where the text does not say
 * @returns {Promise<Found>}
 */
export async function readText(text, current) {
  const clean = text.trim();
  if (/^[\w^]+(\/[\w^]+)+\s/.test(`${clean} `) && !clean.includes("\n")) {
    readPosition(current, clean);
    return { board: current, start: clean, moves: [], tags: {}, result: "*" };
  }
  const { tags, moves, result } = readRecord(clean);
  if (moves.length === 0 && Object.keys(tags).length === 0) throw new Error(t("study.nothing"));
  const board = tags.Variant ? await boardNamed(tags.Variant) : current;
  /** @type {RecordVerdict} */
  const verdict = await ask("POST", `/rules/record?variant=${board.variant.name}`, { text: clean });
  const game = { board, start: tags.Position, tags, result };
  if (verdict.sound) return { ...game, moves };
  const sound = verdict.ply ? moves.slice(0, verdict.ply - 1) : moves;
  if (verdict.fault !== "illegal_move" && verdict.fault !== "wrong_result") {
    throw new Error(verdict.detail ?? verdict.fault ?? "");
  }
  const fault = verdict.ply
    ? t("study.fault", { ply: verdict.ply, move: verdict.move ?? "", why: verdict.detail ?? "" })
    : (verdict.detail ?? "");
  return { ...game, moves: sound, fault };
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
