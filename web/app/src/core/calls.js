// Tournament calls: a round or a game of the player has begun.

import { post } from "./api.js";
import { redraw } from "./dom.js";
import { announce, notify, sound } from "./feedback.js";
import { loadTournamentWords, t } from "./i18n.js";
import { refusalWords } from "./refusals.js";
import { currentPage, go } from "./router.js";
import { connection, hear } from "./socket.js";

export const calls = {
  /** The last call of each tournament. @type {Map<string, CalledView>} */
  open: new Map(),
  trouble: "",
};

hear("called", async (frame) => {
  await loadTournamentWords();
  const call = /** @type {CalledView} */ (/** @type {unknown} */ (frame));
  const words = t(call.match ? "call.game" : "call.round", { name: call.name });
  announce(words);
  notify(words, t("call.come"));
  sound("start");
  const { match, tournament } = call;
  if (match && currentPage()?.tournament === tournament) {
    calls.open.delete(tournament);
    go(`/m/${match}`);
  } else {
    calls.open.set(tournament, call);
  }
  redraw();
});

// A call ends when the player opens the match or the match is over.
hear("ended", ({ match }) => {
  for (const [tournament, call] of calls.open)
    if (call.match === match) calls.open.delete(tournament);
});

/** The pending calls, except the one for the displayed game. */
export function callsNow() {
  const now = connection.now();
  for (const [tournament, { match, until }] of calls.open) {
    const isOver = until !== undefined && Date.parse(until) < now;
    if (isOver || (match && location.pathname === `/m/${match}`)) calls.open.delete(tournament);
  }
  return [...calls.open.values()];
}

/** @param {CalledView} call */
export function dismiss({ tournament }) {
  calls.open.delete(tournament);
  redraw();
}

/** Reports the player as ready for a pairing. @param {string} tournament @param {number} pairing */
export async function comeTo(tournament, pairing) {
  calls.trouble = "";
  try {
    await post(`/tournaments/${tournament}/actions`, { do: "ready", pairing });
    // The call for the game may arrive before the response.
    if (!calls.open.get(tournament)?.match) calls.open.delete(tournament);
  } catch (error) {
    calls.trouble = refusalWords(error);
  }
  redraw();
}
