// The notice and the page about pages that need a connection.

import { html, nothing } from "../core/dom.js";
import { t, when } from "../core/i18n.js";
import { dropUnopened, go, reloadWhenReachable, unopenedAddress } from "../core/router.js";
import { allSeen } from "../core/seen.js";
import { connection } from "../core/socket.js";

/** @typedef {import("../core/router.js").Page} Page */

connection.addEventListener("hello", () => dropUnopened());

/** The notice above a page that stays, because another page could not be opened. */
export function offlineNotice() {
  const address = unopenedAddress();
  if (address === null) return nothing;
  return html`<div class="offline-notice" role="alert"><p>${t("offline.notice")}</p>
    <button class="small" id="retry" @click=${() => go(address)}>${t("offline.retry")}</button></div>`;
}

/** The games that can be looked at without a connection. */
function seenList() {
  const seen = allSeen();
  if (seen.length === 0) return nothing;
  return html`<h2>${t("offline.games")}</h2><ul class="bare" id="seen">${seen.map(
    ({ id, at, title }) =>
      html`<li><a href="/m/${id}">${title}</a> <span class="quiet">${when(at)}</span></li>`,
  )}</ul>`;
}

/** The page in place of the first page. @returns {Page} */
export function offlinePage() {
  return {
    title: () => t("offline.title"),
    view: () => html`<section class="plain"><h1>${t("offline.title")}</h1><p>${t("offline.why")}</p>
      <p><button class="primary" id="retry" @click=${() => reloadWhenReachable()}>${t("offline.retry")}</button></p>
      ${seenList()}</section>`,
  };
}
