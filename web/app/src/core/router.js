// Routes and their pages. A page that cannot be opened without a connection leaves the shown page
// where it is.

import { dropShellAnswers, Problem } from "./api.js";
import { redraw } from "./dom.js";
import { connection } from "./socket.js";

/**
 * A displayed page.
 * @typedef {object} Page
 * @property {() => unknown} view
 * @property {() => string} title
 * @property {() => void} [stop] releases the page's resources
 * @property {(event: KeyboardEvent) => void} [onKey]
 * @property {boolean} [isMyTurn] true if the title and the icon show a turn
 * @property {string} [tournament] the displayed tournament
 * @property {string} [address] permanent address, if it differs from the requested one
 */

/** @typedef {(params: Record<string, string>, query: URLSearchParams) => Page | Promise<Page>} Opener */

/** True if the page at an address can be shown without a connection. @typedef {(params: Record<string, string>) => boolean} Kept */

/** @type {{pattern: RegExp, names: string[], open: Opener, isKept: Kept}[]} */
const routes = [];

/** @type {Page | null} */
let page = null;
let turn = 0;
/** @type {Opener} */
let whenNowhere = () => {
  throw new Error("no page for where there is none");
};
/** @type {() => Page} */
let whenOffline = () => {
  throw new Error("no page for a lost connection");
};
/** The address that could not be opened while another page is shown. @type {string | null} */
let unopened = null;
/** The address of the shown page while another page is being opened. @type {{from: string, isPushed: boolean} | null} */
let leaving = null;
/** True until the history is back at the shown page. */
let isReturning = false;

/** Time in milliseconds in which a reachable server answers. */
const REACHED_WITHIN = 4_000;

/** @param {string} path with `{name}` for each parameter @param {Opener} open @param {Kept} [isKept] */
export function route(path, open, isKept = () => false) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}/?$`);
  routes.push({ pattern, names, open, isKept });
}

/** @param {Opener} open */
export function otherwise(open) {
  whenNowhere = open;
}

/** Sets the page that is shown if the first page needs a connection. @param {() => Page} open */
export function withoutConnection(open) {
  whenOffline = open;
}

export function currentPage() {
  return page;
}

/** The address that could not be opened without a connection. */
export function unopenedAddress() {
  return unopened;
}

/** Forgets the address that could not be opened. */
export function dropUnopened() {
  unopened = null;
  redraw();
}

/** Navigates to an address of the page. @param {string} path @param {{replace?: boolean}} [options] */
export function go(path, { replace = false } = {}) {
  // The entry of a page that was not opened yet is replaced.
  const isPushed = !replace && !leaving;
  leaving ??= { from: location.pathname + location.search, isPushed };
  if (isPushed) history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  return show();
}

/** Opens the page for the current address. */
export async function show() {
  turn += 1;
  const mine = turn;
  if (page) dropShellAnswers();
  const { pathname, search } = location;
  unopened = null;
  let open = whenNowhere;
  let isKept = false;
  /** @type {Record<string, string>} */
  const params = {};
  for (const candidate of routes) {
    const match = pathname.match(candidate.pattern);
    if (!match) continue;
    open = candidate.open;
    for (const [i, name] of candidate.names.entries())
      params[name] = decodeURIComponent(match[i + 1]);
    isKept = candidate.isKept(params);
    break;
  }
  let next;
  try {
    const needsServer = leaving && page && !isKept && connection.state !== "online";
    if (needsServer && !(await isServerReachable())) throw new Problem({ code: "no_network" }, 0);
    next = await open(params, new URLSearchParams(search));
    forgetReload();
  } catch (error) {
    const isModule = isModuleError(error);
    if (isModule && (await isServerReachable()) && mine === turn && reloadOnce()) return;
    const isLost = isModule || (error instanceof Problem && error.code === "no_network");
    if (isLost && leaving && page) {
      if (mine === turn) stay(pathname + search, leaving);
      return;
    }
    next = isLost ? whenOffline() : await whenNowhere(params, new URLSearchParams());
  }
  if (mine !== turn) {
    next.stop?.();
    return;
  }
  // The first page is where the visitor has scrolled in the shell.
  if (page) scrollTo(0, 0);
  page?.stop?.();
  page = next;
  leaving = null;
  keepAddress(page);
  redraw();
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

/** Replaces the displayed address by the page's own, while the page is shown. @param {Page} of */
export function keepAddress(of) {
  if (of === page && of.address) history.replaceState(null, "", of.address);
}

/** Keeps the shown page and restores its address. @param {string} path the address that was not opened @param {{from: string, isPushed: boolean}} shown */
function stay(path, { from, isPushed }) {
  unopened = path;
  leaving = null;
  if (isPushed) {
    isReturning = true;
    history.back();
  } else {
    history.replaceState(null, "", from);
  }
  redraw();
}

/** True if a module could not be loaded. @param {unknown} error */
function isModuleError(error) {
  return error instanceof TypeError && /module|import/i.test(error.message);
}

/** True if the server answers. */
export async function isServerReachable() {
  if (!navigator.onLine) return false;
  const signal = AbortSignal.timeout(REACHED_WITHIN);
  const answer = await fetch("/", { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  return answer?.ok === true;
}

/** Reloads the page, unless the server cannot be reached. */
export async function reloadWhenReachable() {
  if (await isServerReachable()) location.reload();
}

/** The session's key for the address that was reloaded last. */
const RELOADED = "chivalry.reloaded";

/**
 * Reloads the page, because its modules are missing on a reachable server, which was updated.
 * @returns {boolean} false if the address was reloaded before
 */
function reloadOnce() {
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return false;
    sessionStorage.setItem(RELOADED, location.href);
  } catch {
    return false; // Without storage the page might reload forever.
  }
  location.reload();
  return true;
}

function forgetReload() {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Without storage nothing was reloaded.
  }
}

/** Handles internal links without reloading the page. */
export function followLinks() {
  addEventListener("popstate", () => {
    leaving = null;
    if (isReturning) isReturning = false;
    else show();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain =
      !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey;
    // Attributes are read instead of properties, because SVG links lack the properties.
    const isElsewhere = link?.hasAttribute("target") || link?.hasAttribute("download");
    if (!link || !isPlain || event.shiftKey || isElsewhere) return;
    const to = new URL(link.getAttribute("href") ?? "", location.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
    if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
    event.preventDefault();
    go(to.pathname + to.search);
  });
}
