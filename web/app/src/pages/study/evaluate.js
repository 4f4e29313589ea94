// One evaluation of a position, apart from the analysis of the displayed position.

import { lines, Problem } from "../../core/api.js";

/**
 * The last evaluation of a position. Waits while the engine works for the player elsewhere.
 * @param {{variant: string, position: string, threat?: boolean}} body
 * @param {AbortSignal} signal
 * @returns {Promise<OpinionView>}
 */
export async function evaluate(body, signal) {
  for (;;) {
    try {
      return await asked(body, signal);
    } catch (error) {
      const wait = error instanceof Problem ? error.retryAfter : undefined;
      if (!wait || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** @param {unknown} body @param {AbortSignal} signal */
async function asked(body, signal) {
  /** @type {OpinionView | null} */
  let last = null;
  for await (const said of lines("/analysis/position", body, signal)) {
    if (said.code) throw new Problem(said, 400);
    if (said.score) last = said;
  }
  if (!last) throw new Problem({ code: "no_network" }, 0);
  return last;
}
