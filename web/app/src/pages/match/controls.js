// A player's actions besides moves, and the result of the match.

import { seatName, teamName } from "../../board/words.js";
import { ask } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { connection } from "../../core/socket.js";
import { saveFile } from "../../parts/files.js";
import { areFriends } from "../../rules/boards.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** The result of a match as text. @param {Contest} contest */
export function outcome({ board, result, termination }) {
  const { teams } = board.variant;
  const why = (termination && maybe(`end.${termination}`)) ?? termination ?? "";
  if (result === "*") return t("result.aborted");
  if (result === "1/2-1/2") return t("result.draw", { why });
  const team = result === "1-0" || result === teams[0] ? teams[0] : teams[1];
  return t("result.win", { who: teamName(board, team), why });
}

/** @param {MatchPage} page @param {Contest} contest */
export function controls(page, contest) {
  const seat = page.mySeat;
  return html`<div class="controls">
    ${contest.status === "ended" ? over(page, contest) : nothing}
    ${seat && contest.status === "playing" && !contest.seats[seat]?.out ? playing(page, contest, seat) : nothing}
    ${seat && contest.status === "playing" && !contest.seats[seat]?.out ? moveInput(page) : nothing}
    ${seat && contest.status === "playing" && !contest.seats[seat]?.out ? page.plan.view(contest, seat) : nothing}
    <div class="row tools">
      <button class="small" id="flip" @click=${() => page.board?.flip()}>${t("board.flip")}</button>
      ${
        seat && contest.status === "playing" && mayGiveTime(contest)
          ? html`<button class="small" id="add-time" @click=${() => page.say("add_time")}>${t("match.add_time")}</button>`
          : nothing
      }
      ${contest.plies.length > 0 ? html`<a class="button small" href="/study/${contest.id}">${t("match.study")}</a>` : nothing}
    </div>
  </div>`;
}

/** @param {MatchPage} page @param {Contest} contest @param {string} seat */
function playing(page, contest, seat) {
  if (page.asking) return confirm(page, page.asking);
  const hasMoved = contest.plies.some((ply) => ply.seat === seat);
  return html`<div class="row actions" role="group" aria-label=${t("match.actions")}>
    ${claim(page, contest, seat)}
    ${contest.mayAbort ? nothing : offer(page, contest, seat, "draw")}
    ${hasMoved && !contest.rated && !contest.tournament ? offer(page, contest, seat, "takeback") : nothing}
    ${
      contest.mayAbort
        ? html`<button id="abort" @click=${() => choose(page, "abort")}>${t("match.abort")}</button>`
        : html`<button id="resign" @click=${() => choose(page, "resign")}>${t("match.resign")}</button>`
    }
  </div>`;
}

/** The buttons for claiming an absence. @param {MatchPage} page @param {Contest} contest @param {string} seat */
function claim(page, contest, seat) {
  const others = contest.board.variant.seats.filter(
    (other) => !areFriends(contest.board, other, seat),
  );
  const now = connection.now();
  const isDue = (/** @type {string} */ other) => {
    const at = contest.gone.get(other)?.claimAt;
    return at !== undefined && at !== null && at <= now;
  };
  if (contest.mayAbort || !others.every(isDue)) return nothing;
  return html`<div class="row offer" role="group" aria-label=${t("claim.title")}>
    <p role="status">${t("claim.gone")}</p>
    <button class="primary" id="claim-win" @click=${() => page.say("claim", { for: "win" })}>${t("claim.win")}</button>
    <button id="claim-draw" @click=${() => page.say("claim", { for: "draw" })}>${t("claim.draw")}</button>
  </div>`;
}

/**
 * The button for an offer that can be made, is pending, or can be answered.
 * @param {MatchPage} page
 * @param {Contest} contest
 * @param {string} seat
 * @param {"draw" | "takeback" | "rematch"} kind
 */
function offer(page, contest, seat, kind) {
  const { board } = contest;
  const standing = contest.offers.filter((each) => each.offer === kind);
  const theirs = standing.find((each) => !areFriends(board, each.seat, seat));
  const say = (/** @type {string} */ what) => () => page.say(kind, { say: what });
  if (standing.some((each) => each.seat === seat)) {
    return html`<p class="offer" role="status">${t(`offer.${kind}_made`)}</p>`;
  }
  if (!theirs) {
    return html`<button class=${kind === "rematch" ? "primary" : ""} id=${`offer-${kind}`}
      @click=${say("offer")}>${t(`offer.${kind}`)}</button>`;
  }
  const who = contest.seats[theirs.seat]?.name ?? seatName(board, theirs.seat);
  return html`<div class="row offer" role="group" aria-label=${t(`offer.${kind}`)}>
    <p role="status">${t(`offer.${kind}_from`, { who })}</p>
    <button class="primary" id=${`accept-${kind}`} @click=${say("accept")}>${t("offer.accept")}</button>
    <button id=${`decline-${kind}`} @click=${say("decline")}>${t("offer.decline")}</button>
  </div>`;
}

/** @param {MatchPage} page @param {string} what */
function choose(page, what) {
  page.asking = what;
  redraw();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.getElementById("confirm-no")?.focus()),
  );
}

/** @param {MatchPage} page @param {string} what */
function confirm(page, what) {
  return html`<div class="card row confirm" role="group" aria-label=${t("confirm.title")}>
    <p>${what === "abort" ? t("confirm.abort") : t("confirm.resign")}</p>
    <button class="danger" id="confirm-yes" @click=${() => page.say(what)}>${what === "abort" ? t("match.abort") : t("match.resign")}</button>
    <button id="confirm-no" @click=${() => {
      page.asking = null;
      redraw();
    }}>${t("confirm.no")}</button>
  </div>`;
}

/** @param {MatchPage} page */
function moveInput(page) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = document.getElementById("move-input");
    if (!(input instanceof HTMLInputElement) || input.value.trim() === "") return;
    if (page.typed(input.value)) input.value = "";
  };
  return html`<form class="row move-form" @submit=${submit}>
    <label for="move-input">${t("input.label")}</label>
    <input id="move-input" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"
      enterkeyhint="go" placeholder="E6-C8-A8" />
    <button type="submit">${t("input.send")}</button>
  </form>`;
}

/** @param {MatchPage} page @param {Contest} contest */
function over(page, contest) {
  const words = outcome(contest);
  return html`<section class="card over" aria-label=${t("match.over")}>
    <p class="verdict" id="verdict"><strong>${contest.result === "*" ? "" : contest.result}</strong> ${words}</p>
    <div class="row">
      ${next(page, contest)}
      <button @click=${() => save(contest)}>${t("match.save_record")}</button>
      <button @click=${() => saveProof(contest)} title=${t("match.proof_what")}>${t("match.save_proof")}</button>
    </div>
  </section>`;
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

/** The actions after the end of a match. @param {MatchPage} page @param {Contest} contest */
function next(page, contest) {
  if (contest.tournament) {
    return html`<a class="button primary" id="to-tournament" href="/tournaments/${contest.tournament.id}">${t("match.to_tournament")}</a>`;
  }
  if (contest.rematch) {
    return html`<a class="button primary" id="to-rematch" href="/m/${contest.rematch}">${t("match.to_rematch")}</a>`;
  }
  return page.mySeat ? offer(page, contest, page.mySeat, "rematch") : nothing;
}

/** True if players may add time to the clocks. @param {Contest} contest */
function mayGiveTime({ time, tournament }) {
  return !tournament && time.kind !== "unlimited" && time.kind !== "correspondence";
}
