// Entry point of the page.

import { drawWith, html, redraw, render } from "./core/dom.js";
import { readySound, showTitle } from "./core/feedback.js";
import { loadLanguage, t } from "./core/i18n.js";
import { lobby } from "./core/lobby.js";
import { currentPage, followLinks, go, otherwise, route, show } from "./core/router.js";
import { onSettings, settings } from "./core/settings.js";
import { connection, hear } from "./core/socket.js";
import { frame } from "./parts/frame.js";
import { followMoves } from "./parts/moves.js";

route("/", async () => (await import("./pages/home.js")).open());
route("/lobby", async () => (await import("./pages/home.js")).open());
route("/m/{id}", async (params, query) => (await import("./pages/match.js")).open(params, query));
route("/study", async (params, query) => (await import("./pages/study.js")).open(params, query));
route("/study/{id}", async (params, query) =>
  (await import("./pages/study.js")).open(params, query),
);
route("/puzzles", async (params, query) =>
  (await import("./pages/puzzles.js")).open(params, query),
);
route("/puzzles/{id}", async (params, query) =>
  (await import("./pages/puzzles.js")).open(params, query),
);
route("/tournaments", async () => (await import("./pages/tournaments.js")).open());
route("/tournaments/new", async () => (await import("./pages/tournaments/make.js")).open());
route("/tournaments/{id}", async (params, query) =>
  (await import("./pages/tournament.js")).open(params, query),
);
route("/players", async (_, query) => (await import("./pages/leaders.js")).open(query));
route("/players/{name}", async (params) => (await import("./pages/player.js")).open(params));
route("/rules", async () => (await import("./pages/rules.js")).openAll());
route("/rules/{variant}", async (params) => (await import("./pages/rules.js")).open(params));
route("/account", async () => (await import("./pages/account.js")).open());
route("/moderation", async () => (await import("./pages/moderation.js")).open());
otherwise(() => ({
  title: () => t("nowhere.title"),
  view: () => html`<section class="plain"><h1>${t("nowhere.title")}</h1><p>${t("nowhere.why")}</p>
    <p><a class="button primary" href="/">${t("nav.home")}</a></p></section>`,
}));

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

function draw() {
  const page = currentPage();
  if (!page) return;
  render(frame(page.view()), root);
  showTitle(page.title(), page.isMyTurn === true);
  followMoves();
}

function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.board = settings.board;
  redraw();
}

drawWith(draw);
onSettings(dress);
dress();
followLinks();
readySound();
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
await loadLanguage();
await show();
document.documentElement.dataset.ready = "";
