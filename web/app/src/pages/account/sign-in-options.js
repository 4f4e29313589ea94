// The ways to sign in that the operator offers, which are asked once.

import { get } from "../../core/api.js";
import { redraw } from "../../core/dom.js";

/** @type {SignInOptionsView} */
let offered = { provider: null, mail: false };
let isAsked = false;

/** The ways to sign in, as far as they are known. */
export function signInOptions() {
  if (!isAsked) load();
  isAsked = true;
  return offered;
}

async function load() {
  try {
    offered = await get("/sessions/options");
    redraw();
  } catch {
    // Without the answer the page offers the other ways.
  }
}
