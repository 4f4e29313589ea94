// Routes and their pages.

import { redraw } from "./dom.js";

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

/** @type {{pattern: RegExp, names: string[], open: Opener}[]} */
const routes = [];

/** @type {Page | null} */
let page = null;
let turn = 0;
/** @type {Opener} */
let whenNowhere = () => {
  throw new Error("no page for where there is none");
};

/** @param {string} path with `{name}` for each parameter @param {Opener} open */
export function route(path, open) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}/?$`);
  routes.push({ pattern, names, open });
}

/** @param {Opener} open */
export function otherwise(open) {
  whenNowhere = open;
}

export function currentPage() {
  return page;
}

/** Navigates to an address of the page. @param {string} path @param {{replace?: boolean}} [options] */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  return show();
}

/** Opens the page for the current address. */
export async function show() {
  turn += 1;
  const mine = turn;
  const { pathname, search } = location;
  let open = whenNowhere;
  /** @type {Record<string, string>} */
  const params = {};
  for (const candidate of routes) {
    const match = pathname.match(candidate.pattern);
    if (!match) continue;
    open = candidate.open;
    for (const [i, name] of candidate.names.entries())
      params[name] = decodeURIComponent(match[i + 1]);
    break;
  }
  let next;
  try {
    next = await open(params, new URLSearchParams(search));
  } catch (error) {
    reloadOnce(error);
    next = await whenNowhere(params, new URLSearchParams());
  }
  if (mine !== turn) {
    next.stop?.();
    return;
  }
  page?.stop?.();
  page = next;
  keepAddress(page);
  scrollTo(0, 0);
  redraw();
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

/** Replaces the displayed address by the page's own, while the page is shown. @param {Page} of */
export function keepAddress(of) {
  if (of === page && of.address) history.replaceState(null, "", of.address);
}

/** Reloads the page if a module is missing because the server was updated. @param {unknown} error */
function reloadOnce(error) {
  if (!(error instanceof TypeError) || !/module|import/i.test(error.message)) return;
  if (sessionStorage.getItem("chivalry.reloaded") === location.href) return;
  sessionStorage.setItem("chivalry.reloaded", location.href);
  location.reload();
}

/** Handles internal links without reloading the page. */
export function followLinks() {
  addEventListener("popstate", () => show());
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
