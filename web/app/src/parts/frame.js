// The frame of every page: navigation, account and settings.

import { GATE } from "../board/castle.js";
import { PIECE_SETS } from "../board/pieces.js";
import { html, nothing, redraw } from "../core/dom.js";
import { canVibrate, sound } from "../core/feedback.js";
import { LANGUAGES, languageNow, loadLanguage, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { set, settings } from "../core/settings.js";
import { connection } from "../core/socket.js";
import { callBar } from "./calls.js";
import { challengeBar } from "./challenges.js";
import { offlineNotice } from "./offline.js";
import { seekBar } from "./seek-bar.js";

/** @typedef {import("../core/i18n.js").Word} Word */

const PERSON = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8.5" r="3.7" /><path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" /></svg>`;

const PLACES = /** @type {[string, Word][]} */ ([
  ["/", "nav.home"],
  ["/tournaments", "nav.tournaments"],
  ["/puzzles", "nav.puzzles"],
  ["/study", "nav.study"],
  ["/players", "nav.players"],
  ["/rules", "nav.rules"],
]);

/** @param {unknown} content */
export function frame(content) {
  const here = location.pathname;
  return html`
    <a class="skip" href="#main">${t("nav.skip")}</a>
    <header class="top">
      <button class="icon" id="open-places" popovertarget="places" aria-label=${t("nav.places")} title=${t("nav.places")}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg></button>
      <a class="brand" href="/" aria-label=${t("nav.brand")}>
        <svg viewBox="1 5 38 32" aria-hidden="true"><path d=${GATE} /></svg><span>Chivalry</span>
      </a>
      <nav id="places" popover aria-label=${t("nav.label")} @click=${closePlaces}>
        ${PLACES.map(([path, word]) => {
          const isHere = path === "/" ? here === "/" : here.startsWith(path);
          return html`<a href=${path} aria-current=${isHere ? "page" : nothing}>${t(word)}</a>`;
        })}
      </nav>
      ${link()}
      ${
        session.player
          ? html`<a class="me one-line" href=${session.player.kind === "guest" ? "/account" : `/players/${encodeURIComponent(session.player.name)}`}
            aria-label=${t("nav.me", { name: session.player.name })}>${PERSON}<span>${session.player.name}</span></a>`
          : nothing
      }
      ${session.player?.kind === "account" ? bellView() : nothing}
      ${
        session.player?.kind === "guest" && here !== "/account"
          ? html`<a class="button small" id="sign-up" href="/account">${t("account.make")}</a>`
          : nothing
      }
      <button class="icon" id="open-settings" aria-label=${t("settings.title")} title=${t("settings.title")}
        @click=${openSettings}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9m5 0h2M4 17h3m5 0h8" /><circle cx="15.5" cy="7" r="2.5" /><circle cx="9.5" cy="17" r="2.5" /></svg></button>
    </header>
    ${offlineNotice()}
    ${callBar()}
    ${challengeBar()}
    ${seekBar()}
    <main id="main" tabindex="-1">${content}</main>
    ${settingsDialog()}
  `;
}

/** The notifications of an account, which are loaded after the page. @type {typeof import("./bell.js") | null} */
let bell = null;
let isLoading = false;

function bellView() {
  if (bell) return bell.view();
  if (!isLoading) {
    isLoading = true;
    import("./bell.js").then(
      (loaded) => {
        bell = loaded;
        bell.load();
      },
      () => {},
    );
  }
  return nothing;
}

function link() {
  const { state, trip } = connection;
  if (state === "online") {
    return html`<span class="link online" role="img" aria-label=${t("link.online")} title=${trip === null ? t("link.online") : t("link.trip", { ms: trip })}></span>`;
  }
  return html`<span class="link ${state}" role="status">${state === "offline" ? t("link.offline") : t("link.connecting")}</span>`;
}

/** The collapsible menu on narrow screens. */
function closePlaces() {
  const places = document.getElementById("places");
  if (places?.matches(":popover-open")) places.hidePopover();
}

function openSettings() {
  const dialog = document.getElementById("settings");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/** @template {keyof typeof settings} K @param {K} name @param {(typeof settings)[K][]} values @param {string} words */
function choice(name, values, words) {
  return html`<fieldset class="chips"><legend>${t(/** @type {Word} */ (`settings.${String(name)}`))}</legend>
    ${values.map(
      (
        value,
      ) => html`<label class="chip"><input type="radio" name=${`set-${String(name)}`} .checked=${settings[name] === value}
        @change=${() => set(name, value)} /><span>${t(/** @type {Word} */ (`${words}.${value}`))}</span></label>`,
    )}</fieldset>`;
}

/** @param {"coordinates" | "animation" | "sound" | "vibration" | "autoStop" | "talk"} name */
function toggle(name) {
  return html`<label class="switch"><input type="checkbox" .checked=${settings[name]}
    @change=${(/** @type {Event} */ e) => set(name, e.target instanceof HTMLInputElement && e.target.checked)} />
    <span>${t(/** @type {Word} */ (`settings.${name}`))}</span></label>`;
}

/** The loudness of the sounds. A change is heard. */
function volume() {
  return html`<label class="range"><span>${t("settings.volume")}</span>
    <input type="range" id="volume" min="0" max="100" step="5" .value=${String(settings.volume)}
      @change=${(/** @type {Event} */ e) => {
        if (!(e.target instanceof HTMLInputElement)) return;
        set("volume", Number(e.target.value));
        sound("capture");
      }} /></label>`;
}

function settingsDialog() {
  return html`<dialog id="settings" aria-labelledby="settings-title"
      @click=${(/** @type {MouseEvent} */ e) => e.target instanceof HTMLDialogElement && e.target.close()}>
    <form method="dialog" class="settings">
      <h2 id="settings-title">${t("settings.title")}</h2>
      ${choice("theme", ["auto", "light", "dark"], "theme")}
      ${choice("board", ["linen", "slate", "forest", "wood"], "board_theme")}
      ${choice("pieces", [...PIECE_SETS], "pieces")}
      <fieldset class="chips"><legend>${t("settings.language")}</legend>
        ${Object.entries(LANGUAGES).map(
          ([
            code,
            name,
          ]) => html`<label class="chip"><input type="radio" name="set-language" .checked=${languageNow() === code}
            @change=${() => speak(code)} /><span lang=${code}>${name}</span></label>`,
        )}</fieldset>
      ${toggle("coordinates")} ${toggle("animation")} ${toggle("sound")} ${settings.sound ? volume() : nothing}
      ${canVibrate() ? toggle("vibration") : nothing} ${toggle("autoStop")} ${toggle("talk")}
      <label class="switch"><input type="checkbox" id="notifications" .checked=${settings.notifications}
        @change=${(/** @type {Event} */ e) => allow(e)} /><span>${t("settings.notifications")}</span></label>
      <button class="primary">${t("settings.done")}</button>
    </form>
  </dialog>`;
}

/** @param {string} code */
async function speak(code) {
  set("language", code);
  await loadLanguage(code);
  redraw();
}

/** @param {Event} event */
async function allow(event) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement)) return;
  if (box.checked && "Notification" in window) {
    set("notifications", (await Notification.requestPermission()) === "granted");
  } else {
    set("notifications", false);
  }
  redraw();
}
