// Draws the shell: the home page and the frame of the other pages before any script has run.
// Built for `shell.js`, with templates as text.

import { html } from "../app/src/core/dom.js";
import { languageNow, loadLanguage, t } from "../app/src/core/i18n.js";
import { previews } from "../app/src/locales/compiled/previews.js";
import { open } from "../app/src/pages/home.js";
import { frame } from "../app/src/parts/frame.js";
import { markup } from "./templates.js";

/** @type {Record<string, Record<string, string>>} */
const texts = previews;

/** Draws the pages in the language of `navigator`. */
export async function draw() {
  await loadLanguage();
  location.pathname = "/";
  const page = await open();
  const home = markup(frame(page.view()));
  location.pathname = "/other";
  const other = markup(frame(html`<p class="waiting" role="status">${t("wait.loading")}</p>`));
  const language = languageNow();
  const words = { title: t("home.page_title"), ...texts[language] };
  return { language, home, other, words };
}
