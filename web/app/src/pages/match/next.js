// What to do after the end of a match.

import { ask } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { saveFile } from "../../parts/files.js";
import { icon } from "./icons.js";
import { isOffered, offered, standing } from "./offers.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** The next game. @param {MatchPage} page @param {Contest} contest */
export function next(page, contest) {
  const { tournament, rematch } = contest;
  if (tournament) {
    return html`<a class="button primary" id="to-tournament" href="/tournaments/${tournament.id}">${t("match.to_tournament")}</a>`;
  }
  if (rematch) {
    return html`<a class="button primary" id="to-rematch" href="/m/${rematch}">${t("match.to_rematch")}</a>`;
  }
  const seat = page.mySeat;
  if (!seat) return nothing;
  if (isOffered(contest, seat, "rematch") || offered(contest, seat, "rematch")) {
    return standing(page, contest, seat, "rematch");
  }
  return html`<button class="primary" id="offer-rematch" @click=${() => page.say("rematch", { say: "offer" })}>${t("offer.rematch")}</button>`;
}

/** The link to the review of the match. @param {Contest} contest */
export function review({ id, plies }) {
  if (plies.length === 0) return nothing;
  return html`<a class="button" data-review href="/study/${id}?review">${icon("review")}${t("match.review")}</a>`;
}

/** The files of a match that has ended. @param {Contest} contest */
export function savings(contest) {
  return html`<button class="entry" data-save="record" @click=${() => save(contest)}>${t("match.save_record")}</button>
    <button class="entry" data-save="proof" @click=${() => saveProof(contest)} title=${t("match.proof_what")}>${t("match.save_proof")}</button>`;
}

/** @param {Contest} contest */
async function save({ id, board }) {
  const text = await ask("GET", `/matches/${id}/record`, { accept: "text/plain" });
  saveFile(`${board.variant.name}-${id.slice(0, 8)}.txt`, text, "text/plain");
}

/** @param {Contest} contest */
async function saveProof({ id, board }) {
  const proof = await ask("GET", `/matches/${id}/proof`);
  const text = `${JSON.stringify(proof, null, 1)}\n`;
  saveFile(`${board.variant.name}-${id.slice(0, 8)}-proof.json`, text, "application/json");
}
