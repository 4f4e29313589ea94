// Entry point of the page.

import { drawWith, redraw, render } from "./core/dom.js";
import { readySound, showTitle } from "./core/feedback.js";
import { loadLanguage } from "./core/i18n.js";
import { lobby } from "./core/lobby.js";
import { keepCopy } from "./core/offline-copy.js";
import {
  currentPage,
  followLinks,
  go,
  otherwise,
  route,
  show,
  withoutConnection,
} from "./core/router.js";
import { seenMatch } from "./core/seen.js";
import { onSettings, settings } from "./core/settings.js";
import { connection, hear } from "./core/socket.js";
import { open as openHome } from "./pages/home.js";
import { frame } from "./parts/frame.js";
import { followMoves } from "./parts/moves.js";
import { offlinePage } from "./parts/offline.js";

/** The home page, which is of no use in the copy of a browser without a network. */
function openStart() {
  const isCopy = "copy" in document.documentElement.dataset;
  return isCopy && connection.state !== "online" ? offlinePage() : openHome();
}

/** The modules of the other pages, loaded on demand. */
const pages = {
  match: () => import("./pages/match.js"),
  rules: () => import("./pages/rules.js"),
  gallery: () => import("./pages/rules/gallery.js"),
  puzzles: () => import("./pages/puzzles.js"),
  study: () => import("./pages/study.js"),
  leaders: () => import("./pages/leaders.js"),
  player: () => import("./pages/player.js"),
  account: () => import("./pages/account.js"),
  consent: () => import("./pages/consent.js"),
  mail: () => import("./pages/mail.js"),
  signedIn: () => import("./pages/signed-in.js"),
  tournaments: () => import("./pages/tournaments.js"),
  tournament: () => import("./pages/tournament.js"),
  desk: () => import("./pages/desk/desk.js"),
  projector: () => import("./pages/tournament/projector.js"),
  make: () => import("./pages/tournaments/make.js"),
  schedule: () => import("./pages/schedule.js"),
  moderation: () => import("./pages/moderation.js"),
  nowhere: () => import("./pages/nowhere.js"),
};

route("/", openStart);
route("/lobby", openStart);
route(
  "/m/{id}",
  async (params, query) => (await pages.match()).open(params, query),
  ({ id }) => seenMatch(id) !== null,
);
route("/study", async (params, query) => (await pages.study()).open(params, query));
route("/study/{id}", async (params, query) => (await pages.study()).open(params, query));
route("/puzzles", async (params, query) => (await pages.puzzles()).open(params, query));
route("/puzzles/{id}", async (params, query) => (await pages.puzzles()).open(params, query));
route("/tournaments", async () => (await pages.tournaments()).open());
route("/tournaments/new", async () => (await pages.make()).open());
route("/tournaments/{id}/desk", async (params) => (await pages.desk()).open(params));
route("/tournaments/{id}/projector", async (params) => (await pages.projector()).open(params));
route("/schedules/{id}", async (params) => (await pages.schedule()).open(params));
route("/tournaments/{id}", async (params, query) => (await pages.tournament()).open(params, query));
route("/players", async (_, query) => (await pages.leaders()).open(query));
route("/players/{name}", async (params, query) => (await pages.player()).open(params, query));
route("/rules", async () => (await pages.rules()).openAll());
route("/rules/{variant}", async (params, query) => (await pages.rules()).open(params, query));
route("/variants", async () => (await pages.gallery()).openAll());
route("/variants/{variant}", async (params) => (await pages.gallery()).open(params));
route("/account", async () => (await pages.account()).open());
route("/oauth/authorize", async (_, query) => (await pages.consent()).open(query));
route("/device", async (_, query) => (await pages.consent()).openDevice(query));
route("/mail", async () => (await pages.mail()).open());
route("/signed-in", async (_, query) => (await pages.signedIn()).open(query));
route("/moderation", async () => (await pages.moderation()).open());
otherwise(async () => (await pages.nowhere()).open());
withoutConnection(offlinePage);

/** Time in milliseconds after the first page, until which the modules of other pages wait. */
const PRELOAD_AFTER = 3_000;

/** Loads the modules of all pages while the browser is idle, so that they open without waiting. */
async function preload() {
  const { connection: network } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (network?.saveData) return;
  await connection.greeted();
  for (const load of Object.values(pages)) {
    await new Promise((resolve) =>
      "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
    );
    // A browser may remember that a module could not be loaded.
    if (connection.state !== "online" || !(await load().catch(() => null))) return;
  }
  // The files are in the browser's cache now.
  await keepCopy();
}

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** True while the page is the one of the shell. */
let isShell = true;
/** True once the shell may be replaced. */
let isPainted = false;

function draw() {
  const page = currentPage();
  if (!page || !isPainted) return;
  if (isShell) root.replaceChildren();
  render(frame(page.view()), root);
  showTitle(page.title(), page.isMyTurn === true);
  followMoves();
  if (isShell) takeOver();
  isShell = false;
}

/** Shows the page if the shell had another language, and repeats a click on the shell. */
function takeOver() {
  const { dataset } = document.documentElement;
  const { clicked } = dataset;
  delete dataset.foreign;
  delete dataset.clicked;
  dataset.ready = "";
  const button = clicked ? document.getElementById(clicked) : null;
  if (!button) return;
  loadMatch(button);
  button.click();
}

/** Time in milliseconds after which a shell that is not painted is replaced. */
const PAINTED_WITHIN = 300;

/** Waits for the paint of the shell, which browsers report only if it is not replaced at once. */
function shellPainted() {
  return new Promise((resolve) => {
    const next = () => requestAnimationFrame(() => setTimeout(resolve));
    new PerformanceObserver(next).observe({ type: "paint", buffered: true });
    setTimeout(resolve, document.hidden ? 0 : PAINTED_WITHIN);
  });
}

/** Loads the match page while the server starts a match. @param {EventTarget | null} target */
function loadMatch(target) {
  const isStart = target instanceof Element && target.closest("#start, #play-computer, .time");
  if (isStart) pages.match().catch(() => {});
}

function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.board = settings.board;
  dataset.pieces = settings.pieces;
  redraw();
}

drawWith(draw);
onSettings(dress);
dress();
followLinks();
readySound();
addEventListener("pointerdown", ({ target }) => loadMatch(target), { passive: true });
addEventListener("keydown", (event) => {
  if (!event.defaultPrevented && !document.querySelector("dialog[open]"))
    currentPage()?.onKey?.(event);
});
// A paired player is taken to the match from any page.
hear("paired", ({ match }) => {
  lobby.own = null;
  go(`/m/${match}`);
});
connection.start();
// The modules of the pages import this one, which therefore must not wait for them.
shellPainted().then(() => {
  isPainted = true;
  redraw();
});
loadLanguage()
  .then(show)
  .then(() => setTimeout(preload, PRELOAD_AFTER));
