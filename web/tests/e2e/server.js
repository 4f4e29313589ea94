// Starts the real server with the present page.

import { makeBundle } from "../../bundle.js";
import { startProcess } from "../server-process.js";

/** @typedef {import("../server-process.js").Server} Server */

/**
 * Starts a server with an empty database on a free port. A debug build serves the bundle of the
 * present sources.
 * @param {Record<string, string>} [options] further environment variables
 * @returns {Promise<Server>}
 */
export async function startServer(options = {}) {
  await makeBundle();
  return startProcess(options);
}
