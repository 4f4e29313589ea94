// The end of a player's use of this browser.

import { dropSeen } from "./seen.js";
import { keep } from "./session.js";
import { connection } from "./socket.js";

/** Forgets the player, and connects as a new guest. */
export function forgetPlayer() {
  keep(null, null);
  dropSeen();
  connection.restart();
}
