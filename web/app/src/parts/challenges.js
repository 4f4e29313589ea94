// A bar on every page with received and sent challenges.

import { seatName } from "../board/words.js";
import { answer, challenges, REASONS } from "../core/challenges.js";
import { timeText } from "../core/clock.js";
import { html, nothing, redraw } from "../core/dom.js";
import { maybe, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { mayRate, ratingOf, ratingText } from "./rating.js";

export function challengeBar() {
  const { open, answered, trouble } = challenges;
  if (open.size === 0 && !answered && !trouble) return nothing;
  const all = [...open.values()];
  const isMine = (/** @type {ChallengeView} */ { by }) => by.id === session.player?.id;
  return html`<section class="challenges" aria-label=${t("challenge.title")}>
    ${all.filter((view) => !isMine(view)).map(theirs)}
    ${all.filter(isMine).map(ours)}
    ${answered ? outcome(answered) : nothing}
    ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
  </section>`;
}

/** A short description of the game. @param {ChallengeView} view @param {string | undefined} seat the player's seat */
function what({ variant, time, rated }, seat) {
  const known = challenges.variants.get(variant);
  const side =
    seat && known
      ? ` · ${t("challenge.you_play", { seat: seatName({ variant: known }, seat) })}`
      : "";
  return html`<span class="quiet">${known?.title ?? variant} · ${timeText(time)} · ${t(rated ? "match.rated" : "match.casual")}${side}</span>`;
}

/** The selectable reasons for declining. @param {ChallengeView} view */
function reasons({ rated, time }) {
  if (rated) return [...REASONS, "casual"];
  return mayRate(time) ? [...REASONS, "rated"] : REASONS;
}

/** @param {ChallengeView} view */
function theirs(view) {
  const seats = challenges.variants.get(view.variant)?.seats ?? [];
  const seat = view.seat ? seats.find((each) => each !== view.seat) : undefined;
  const id = `reason-${view.challenge}`;
  const reason = () => {
    const select = document.getElementById(id);
    return select instanceof HTMLSelectElement ? select.value : "generic";
  };
  return html`<div class="row challenge" data-challenge=${view.challenge}>
    <p><a href="/players/${encodeURIComponent(view.by.name)}">${view.by.name}</a> ${ratingOf(view.by)} ${t("challenge.asks")} ${what(view, seat)}</p>
    <button class="primary small" data-accept @click=${() => answer(view, "accept")}>${t("offer.accept")}</button>
    <button class="small" data-decline @click=${() => answer(view, "decline", reason())}>${t("offer.decline")}</button>
    <select id=${id} class="small" aria-label=${t("challenge.why_not")}>
      ${reasons(view).map((each) => html`<option value=${each}>${maybe(`decline.${each}`)}</option>`)}
    </select>
  </div>`;
}

/** @param {ChallengeView} view */
function ours(view) {
  const who = `${view.to.name} (${ratingText(view.to)})`;
  return html`<div class="row challenge" data-challenge=${view.challenge}>
    <p>${t("challenge.waiting", { who })} ${what(view, view.seat)}</p>
    <button class="small" data-cancel @click=${() => answer(view, "cancel")}>${t("challenge.cancel")}</button>
  </div>`;
}

/** @param {ChallengeView} view */
function outcome({ to, status, reason }) {
  const why = reason && reason !== "generic" ? maybe(`decline.${reason}`) : undefined;
  const said = t(status === "declined" ? "challenge.declined" : "challenge.expired", {
    who: to.name,
  });
  return html`<div class="row challenge">
    <p role="status" id="challenge-answer">${said} ${why ?? nothing}</p>
    <button class="small" @click=${() => {
      challenges.answered = null;
      redraw();
    }}>${t("challenge.seen")}</button>
  </div>`;
}
