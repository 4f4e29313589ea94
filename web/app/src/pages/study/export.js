// Exports of a study: address, position, record, image, animation, match.

import { html, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { invite } from "../../core/lobby.js";
import { refusalWords } from "../../core/refusals.js";
import { copyText, saveFile } from "../../parts/files.js";
import { shareBox } from "../../parts/share.js";
import { writePosition } from "../../rules/positions.js";
import { writeRecord } from "../../rules/records.js";
import { lineTo, treeText } from "../../rules/tree.js";

/** @typedef {import("../study.js").Study} Study */

/** The last export, confirmed on its button. @type {string | null} */
let done = null;
let isBusy = false;

/** @param {Study} study */
export function exportTools(study) {
  const address = location.origin + study.address;
  const act = (/** @type {string} */ id, /** @type {() => unknown} */ what) => async () => {
    isBusy = true;
    redraw();
    try {
      if ((await what()) !== false) done = id;
    } finally {
      isBusy = false;
    }
    announce(t("export.done"));
    redraw();
    setTimeout(() => {
      done = null;
      redraw();
    }, 2000);
  };
  const button = (
    /** @type {string} */ id,
    /** @type {import("../../core/i18n.js").Word} */ word,
    /** @type {() => unknown} */ what,
  ) =>
    html`<button class="small" id=${id} ?disabled=${isBusy} @click=${act(id, what)}>${done === id ? t("export.done") : t(word)}</button>`;
  return html`<section class="export" aria-label=${t("export.title")}>
    <h2>${t("export.title")}</h2>
    ${shareBox({ id: "share-address", url: address, label: t("export.address") })}
    <div class="row">
      ${button("copy-position", "export.position", () => copyText(writePosition(study.board, study.node.position)))}
      ${button("save-record", "export.record", () => saveFile(`${name(study)}.txt`, recordOf(study), "text/plain"))}
      ${button("save-png", "export.png", () => savePng(study))}
      ${button("save-gif", "export.gif", () => saveGif(study))}
      <button class="small" id="play-from-here" @click=${() => playFromHere(study)}>${t("export.play")}</button>
    </div>
  </section>`;
}

/** @param {Study} study */
function name({ board, match }) {
  return match ? `${board.variant.name}-${match.slice(0, 8)}` : `${board.variant.name}-study`;
}

/** The study as a game record, variations included. @param {Study} study */
export function recordOf({ board, root, tags, result }) {
  const { variant } = board;
  const unknown = Object.fromEntries(["Event", ...variant.seat_names].map((tag) => [tag, "?"]));
  return writeRecord(variant, {
    start: writePosition(board, root.position),
    turns: treeText(variant, root),
    result,
    tags: { ...unknown, ...tags },
  });
}

/** @param {Study} study */
async function savePng(study) {
  const drawing = study.table.drawing();
  if (!drawing) return false;
  const { pngOf } = await import("../../board/pictures.js");
  saveFile(`${name(study)}.png`, await pngOf(drawing), "image/png");
}

/** @param {Study} study */
async function saveGif(study) {
  const { gifOf } = await import("../../board/pictures.js");
  let end = study.node;
  while (end.children.length > 0) end = end.children[0];
  const positions = [
    { position: study.root.position, path: /** @type {string[]} */ ([]) },
    ...lineTo(end).map(({ position, made }) => ({
      position,
      path: made?.legs.length ? [made.legs[0].from, ...made.legs.map(({ to }) => to)] : [],
    })),
  ];
  saveFile(`${name(study)}.gif`, await gifOf(study.table.view, positions), "image/gif");
}

/** @param {Study} study */
async function playFromHere(study) {
  const { board, node } = study;
  const position = writePosition(board, { ...node.position, quiet: 0, round: 1 });
  try {
    const from = position === board.variant.position ? undefined : position;
    const time = /** @type {const} */ ({ kind: "unlimited" });
    const seat = node.position.turn;
    await invite({ variant: board.variant.name, time, seat, position: from });
  } catch (error) {
    study.trouble = refusalWords(error);
    redraw();
  }
}
