// Starts the real server with the present page, and a real browser.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { makeBundle } from "../../bundle.js";
import { startProcess } from "../server-process.js";

/** @typedef {import("../server-process.js").Server} Server */

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** A browser that needs half of the processor time, and that shows no notifications. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts a server with an empty database on a free port. A debug build serves the bundle of the
 * present sources.
 * @param {Record<string, string>} [options] further environment variables
 * @returns {Promise<Server>}
 */
export async function launchServer(options = {}) {
  await makeBundle();
  return startProcess(options);
}

/** @param {{hasNotifications?: boolean}} [needs] */
export function launchBrowser({ hasNotifications = false } = {}) {
  const paths = hasNotifications ? BROWSERS : [HEADLESS_SHELL, ...BROWSERS];
  const executablePath = process.env.CHROMIUM ?? paths.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: ARGS });
}
