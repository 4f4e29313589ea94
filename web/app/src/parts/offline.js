// The notice and the page about pages that need a connection.

import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { dropUnopened, go, reloadWhenReachable, unopenedAddress } from "../core/router.js";
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

/** The page in place of the first page. @returns {Page} */
export function offlinePage() {
  return {
    title: () => t("offline.title"),
    view: () => html`<section class="plain"><h1>${t("offline.title")}</h1><p>${t("offline.why")}</p>
      <p><button class="primary" id="retry" @click=${() => reloadWhenReachable()}>${t("offline.retry")}</button></p></section>`,
  };
}
