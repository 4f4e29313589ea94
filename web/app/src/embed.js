// Entry point of the pages in frames of other sites (`/embed`) and of the overlays for streaming
// software (`/overlay`). It is bundled without the rest of the page.

import { drawWith, redraw, render } from "./core/dom.js";
import { loadLanguage } from "./core/i18n.js";
import { settings } from "./core/settings.js";
import { connection } from "./core/socket.js";
import { EmbedView } from "./embed/view.js";
import { followMoves } from "./parts/moves.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const [, kind, of, name] = location.pathname.split("/");
const view = new EmbedView({
  isOverlay: kind === "overlay",
  orientation: new URLSearchParams(location.search).get("orientation") ?? "",
});

// The address selects the look; the settings of a visitor do not apply in the page of somebody else.
Object.assign(settings, { board: document.documentElement.dataset.board, pieces: "heraldry" });

drawWith(() => {
  render(view.view(), root);
  followMoves();
  document.documentElement.dataset.ready = "";
});
connection.start();
loadLanguage().then(() => {
  if (of === "channel") view.follow(decodeURIComponent(name));
  else view.watch(name);
  redraw();
});
