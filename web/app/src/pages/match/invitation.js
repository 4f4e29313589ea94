// An open match: links for friends, and the join form of an invited player.

import { seatClass } from "../../board/pieces.js";
import { seatName } from "../../board/words.js";
import { timeText } from "../../core/clock.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { shareBox } from "../../parts/share.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** @param {MatchPage} page @param {Contest} contest */
export function invitation(page, contest) {
  if (contest.status !== "open") return nothing;
  return page.mySeat ? waiting(page, contest) : door(page, contest);
}

/** @param {MatchPage} page @param {Contest} contest */
function waiting(page, contest) {
  const free = contest.free;
  const links = page.links ?? {};
  const linked = free.filter((seat) => links[seat]);
  const seatLink = (/** @type {string} */ seat) => html`<div class="seat-link">
    ${free.length > 1 ? html`<h3><span class="swatch ${seatClass(contest.board.variant, seat)}" aria-hidden="true"></span>${seatName(contest.board, seat)}</h3>` : nothing}
    ${shareBox({ id: `link-${seat}`, url: ownAddress(links[seat].url), label: t("invite.link_for", { seat: seatName(contest.board, seat) }), code: true })}
  </div>`;
  return html`<section class="card invitation" aria-label=${t("invite.title")}>
    <h2>${free.length === 1 ? t("invite.waiting") : t("invite.waiting_for", { n: free.length })}</h2>
    <p class="quiet">${t("invite.how")}</p>
    ${
      linked.length > 1
        ? html`${shareBox({ id: "link-any", url: anyAddress(linked.map((seat) => links[seat])), label: t("invite.link_any"), code: true })}
          <details id="seat-links"><summary>${t("invite.by_seat")}</summary>${linked.map(seatLink)}</details>`
        : linked.map(seatLink)
    }
    <button id="abort" @click=${() => page.say("abort")}>${t("invite.cancel")}</button>
  </section>`;
}

/** A link with the keys of several seats. @param {{url: string, key: string}[]} links */
function anyAddress(links) {
  const url = new URL(ownAddress(links[0].url));
  url.search = "";
  for (const { key } of links) url.searchParams.append("key", key);
  return url.href;
}

/** A link with the current origin, which a friend can reach as well. @param {string} url */
function ownAddress(url) {
  const { pathname, search } = new URL(url);
  return location.origin + pathname + search;
}

/** @param {MatchPage} page @param {Contest} contest */
function door(page, contest) {
  const { board, free } = contest;
  const host = Object.values(contest.seats).find((player) => player);
  const mayJoin = page.keys.length > 0 || !contest.private;
  return html`<section class="card invitation" aria-label=${t("invite.title")}>
    <h2>${host ? t("invite.from", { who: host.name, variant: board.variant.title }) : board.variant.title}</h2>
    <p class="quiet">${timeText(contest.time)} · ${contest.rated ? t("match.rated") : t("match.casual")}
      · <a href="/rules/${board.variant.name}">${t("nav.rules")}</a></p>
    ${
      mayJoin
        ? html`<div class="row">${
            page.keys.length > 0
              ? html`<button class="primary big" id="join" @click=${() => page.join()}>${t("invite.join")}</button>`
              : free.map(
                  (
                    seat,
                  ) => html`<button class="primary" data-join=${seat} @click=${() => page.join(seat)}>
                    <span class="swatch ${seatClass(board.variant, seat)}" aria-hidden="true"></span>
                    ${t("invite.join_as", { seat: seatName(board, seat) })}</button>`,
                )
          }</div>`
        : html`<p>${t("invite.private")}</p>`
    }
  </section>`;
}
