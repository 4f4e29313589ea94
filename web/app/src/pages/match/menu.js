// A button that opens a short list of actions. The list closes on a choice, Escape, and a press
// outside.

import { html } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { icon } from "./icons.js";

/**
 * Listens for presses outside from the click that opens the list. The toggle event comes later
 * than the list is seen.
 * @param {MouseEvent} event
 */
function opening({ currentTarget }) {
  const menu = currentTarget instanceof Element && currentTarget.closest("details");
  if (!menu || menu.open) return;
  const close = (/** @type {Event} */ outside) => {
    const { target } = outside;
    const isInside = target instanceof Node && menu.contains(target);
    if (menu.open && menu.isConnected && isInside) return;
    menu.open = false;
    document.removeEventListener("pointerdown", close, { capture: true });
  };
  document.addEventListener("pointerdown", close, { capture: true });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const menu = event.currentTarget;
  if (event.key !== "Escape" || !(menu instanceof HTMLDetailsElement) || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** @param {MouseEvent} event */
function chosen(event) {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return;
  const menu = currentTarget.closest("details");
  if (menu && target.closest("a, button")) menu.open = false;
}

/** @param {{id: string, items: unknown}} options */
export function menu({ id, items }) {
  return html`<details class="more-menu" @keydown=${onKey}>
    <summary class="icon" @click=${opening} id=${id} title=${t("match.more")} aria-label=${t("match.more")}>${icon("more")}</summary>
    <div class="menu-items" @click=${chosen}>${items}</div>
  </details>`;
}
