// A shareable address: as text, through the system's share dialog, and as a QR code.

import { html, nothing, redraw, svg } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { copyText } from "./files.js";

/** @type {string | null} */
let copied = null;

/** @param {{id: string, url: string, label: string, code?: boolean}} options */
export function shareBox({ id, url, label, code = false }) {
  const copy = async () => {
    if (!(await copyText(url))) return;
    copied = id;
    announce(t("share.copied"));
    redraw();
    setTimeout(() => {
      copied = null;
      redraw();
    }, 2500);
  };
  return html`<div class="share">
    <div class="row">
      <input id=${id} class="address" readonly aria-label=${label} .value=${url}
        @focus=${(/** @type {FocusEvent} */ e) => e.target instanceof HTMLInputElement && e.target.select()} />
      <button class="primary" @click=${copy}>${copied === id ? t("share.copied") : t("share.copy")}</button>
      ${"share" in navigator ? html`<button @click=${() => navigator.share({ url, title: label }).catch(() => {})}>${t("share.send")}</button>` : nothing}
    </div>
    ${code ? html`<details class="code" ?open=${matchMedia("(min-width: 60rem)").matches}><summary>${t("share.code")}</summary>${codeFor(url)}</details>` : nothing}
  </div>`;
}

/** @type {Map<string, {path: string, size: number}>} */
const codes = new Map();

/** A QR code, once its module is loaded. @param {string} url */
function codeFor(url) {
  const code = codes.get(url);
  if (!code) {
    makeCode(url);
    return nothing;
  }
  const { path, size } = code;
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("share.code_label")}>
    <rect width=${size} height=${size} fill="#fff"/><path d=${path} fill="#000"/></svg>`;
}

/** @param {string} url */
async function makeCode(url) {
  const { generate } = await import("../../vendor/lean-qr/lean-qr.js");
  const code = generate(url);
  const quiet = 3;
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`;
    }
  }
  codes.set(url, { path, size: code.size + 2 * quiet });
  redraw();
}
