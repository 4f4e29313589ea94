// Challenges received and sent, and their outcome.

import { allVariants, get } from "./api.js";
import { redraw } from "./dom.js";
import { announce, notify, sound } from "./feedback.js";
import { t } from "./i18n.js";
import { lasts } from "./lobby.js";
import { refusalWords } from "./refusals.js";
import { session } from "./session.js";
import { connection, hear } from "./socket.js";

/** Reasons for declining (docs/protocol.md, "Finding a game"). */
export const REASONS = ["generic", "later", "too_fast", "too_slow", "time_control", "variant"];

export const challenges = {
  /** @type {Map<string, ChallengeView>} */
  open: new Map(),
  /** The last sent challenge that was answered. @type {ChallengeView | null} */
  answered: null,
  /** @type {Map<string, VariantView>} */
  variants: new Map(),
  trouble: "",
};

// The server resends received challenges after `hello`; sent ones have to be requested. Real-time
// challenges ended with the previous connection.
hear("hello", async ({ token }) => {
  challenges.open = new Map();
  if (token) return;
  const { items } = await get("/challenges").catch(() => ({ items: [] }));
  for (const view of /** @type {ChallengeView[]} */ (items)) {
    const isMine = view.by.id === session.player?.id;
    if (isMine && view.status === "open" && lasts(view.time)) take(view);
  }
});

hear("challenge", (frame) => {
  take(/** @type {any} */ (frame));
});

/** @param {ChallengeView} view */
async function take(view) {
  const isKnown = challenges.open.has(view.challenge);
  const isMine = view.by.id === session.player?.id;
  if (view.status === "open") challenges.open.set(view.challenge, view);
  else challenges.open.delete(view.challenge);
  if (isMine && (view.status === "declined" || view.status === "expired")) {
    challenges.answered = view;
  }
  if (challenges.variants.size === 0) {
    const all = await allVariants().catch(() => []);
    challenges.variants = new Map(all.map((variant) => [variant.name, variant]));
  }
  redraw();
  if (view.status !== "open" || isMine || isKnown) return;
  const words = t("challenge.from", { who: view.by.name });
  announce(words);
  notify(words, challenges.variants.get(view.variant)?.title ?? view.variant);
  sound("low");
}

/**
 * Challenges a player.
 * @param {{to: string, variant: string, time: TimeControl, rated: boolean, seat?: string}} wish
 */
export async function challenge(wish) {
  challenges.answered = null;
  await connection.say("challenge", wish);
}

/**
 * @param {ChallengeView} view
 * @param {"accept" | "decline" | "cancel"} say
 * @param {string} [reason]
 */
export async function answer({ challenge: id }, say, reason) {
  challenges.trouble = "";
  try {
    await connection.say("answer", { challenge: id, say, ...(reason ? { reason } : {}) });
    challenges.open.delete(id);
  } catch (error) {
    challenges.trouble = refusalWords(error);
  }
  redraw();
}
