// The notifications of an account: a bell with the number of unread ones, and the list behind it.

import { ask } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { languageNow, t, when } from "../core/i18n.js";
import { refreshPush } from "../core/push.js";

const BELL = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4" /></svg>`;

/** The interval at which the number is read again, while the page is visible. */
const REFRESH_MS = 60_000;

/** @type {NotificationView[]} */
let items = [];
let unread = 0;
let isFollowing = false;

/** Reads the list. Without a network the last one stays. */
export async function load() {
  if (!isFollowing) {
    isFollowing = true;
    setInterval(() => document.visibilityState === "visible" && load(), REFRESH_MS);
    refreshPush().catch(() => {});
  }
  try {
    const answer = await ask("GET", `/me/notifications?language=${languageNow()}`);
    ({ items, unread } = answer);
  } catch {
    return;
  }
  redraw();
}

async function readAll() {
  await ask("POST", "/me/notifications/read", { body: {} }).catch(() => {});
  await load();
}

export function view() {
  return html`<button class="icon bell" id="bell" popovertarget="notifications-list" aria-label=${t("notifications.open", { n: unread })}
      title=${t("notifications.title")} @click=${load}>${BELL}${unread > 0 ? html`<span class="count">${unread}</span>` : nothing}</button>
    <div id="notifications-list" class="bell-list" popover>
      <h2>${t("notifications.title")}</h2>
      ${items.length === 0 ? html`<p>${t("notifications.none")}</p>` : nothing}
      <ul class="bare">${items.map(
        ({ path, text, at, read }) =>
          html`<li><a href=${path} class=${read ? nothing : "unread"} @click=${close}>${text}</a> <small>${when(at)}</small></li>`,
      )}</ul>
      ${unread > 0 ? html`<button id="read-all" @click=${readAll}>${t("notifications.read")}</button>` : nothing}
      <a href="/account#notifications" @click=${close}>${t("notifications.settings")}</a>
    </div>`;
}

function close() {
  const list = document.getElementById("notifications-list");
  if (list?.matches(":popover-open")) list.hidePopover();
}
