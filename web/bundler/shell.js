// The shell of each language: the page's HTML with the home page as it looks at the first visit,
// or with the frame of another page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { art } from "./art.js";

/** @typedef {{language: string, home: string, other: string, words: Record<string, string>}} Drawn */

/** The answer of the server that the home page is drawn with, if it is not empty. @param {string} web @param {string} path */
function answerTo(web, path) {
  if (path === "/variants") {
    return { items: JSON.parse(readFileSync(join(web, "types/variants.json"), "utf8")) };
  }
  return { items: [] };
}

/** The script of an entry, with templates as text. @param {string} web @param {string} entry */
async function drawing(web, entry) {
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [`bundler/${entry}`],
    bundle: true,
    format: "iife",
    globalName: "shell",
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "templates",
        setup({ onResolve }) {
          onResolve({ filter: /\/lit-html\// }, () => ({
            path: join(web, "bundler/templates.js"),
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/**
 * A browser in which nothing happens. `requests` receives the requested paths.
 * @param {string} web @param {string} language @param {Set<string>} requests
 */
function browser(web, language, requests) {
  const element = { dataset: {}, classList: { add() {}, remove() {}, toggle() {} }, style: {} };
  class WebSocket {
    close() {}
    send() {}
  }
  /** @param {string} url */
  const fetch = async (url) => {
    const path = url.replace(/^\/api\/v1/, "");
    requests.add(path);
    return { ok: true, status: 200, json: async () => answerTo(web, path) };
  };
  const window = {
    AbortController,
    AbortSignal,
    CustomEvent,
    Event,
    EventTarget,
    Intl,
    TextDecoderStream,
    URL,
    URLSearchParams,
    WebSocket,
    addEventListener() {},
    clearInterval() {},
    clearTimeout() {},
    document: {
      addEventListener() {},
      documentElement: element,
      getElementById: () => null,
      hidden: false,
      querySelector: () => null,
      querySelectorAll: () => [],
    },
    fetch,
    innerHeight: 800,
    innerWidth: 390,
    location: { pathname: "/", search: "", hash: "", origin: "", href: "" },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    PerformanceNavigationTiming: class {},
    performance: { now: () => 0, getEntriesByType: () => [] },
    navigator: { language, languages: [language], onLine: true },
    queueMicrotask,
    removeEventListener() {},
    requestAnimationFrame: () => 0,
    setInterval: () => 0,
    setTimeout: () => 0,
  };
  return { ...window, window };
}

/**
 * Draws the shell in each language.
 * @param {string} web the folder of the page's tools
 * @param {string[]} languages
 * @returns {Promise<{drawn: Drawn[], requests: string[]}>} with the requests of the home page
 */
export async function drawn(web, languages) {
  const code = `${await drawing(web, "drawing.js")}; shell.draw()`;
  /** @type {Set<string>} */
  const requests = new Set();
  const all = languages.map((language) =>
    runInNewContext(code, browser(web, language, requests), { filename: "shell.js" }),
  );
  return { drawn: await Promise.all(all), requests: [...requests].sort() };
}

/** The art of the board as one JSON document. @param {string} web */
export async function boardArt(web) {
  const code = `${await drawing(web, "figures.js")}; shell.figures()`;
  const window = browser(web, "en", new Set());
  return art(join(web, "app"), runInNewContext(code, window, { filename: "figures.js" }));
}
