// The page for an address without a page.

import { html } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { emptyPlace } from "../parts/empty.js";

/** @returns {import("../core/router.js").Page} */
export function open() {
  const action = { words: t("nav.home"), href: "/" };
  return {
    title: () => t("nowhere.title"),
    view: () => html`<section class="plain"><h1>${t("nowhere.title")}</h1>
      ${emptyPlace({ scene: "scroll", words: t("nowhere.why"), action })}</section>`,
  };
}
