// Takes screenshots of every page, light and dark, in four widths, into web/screenshots.
// `node screenshots.js [folder] [names]` starts the built server and plays a few moves first.
// `names` is a comma-separated filter for file names, which are made of the page, the width and
// the scheme or language, such as `home-390-dark`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  inviteFriends,
  joinBy,
  moveByText,
  shortGame,
  signUp,
  somebody,
  tournamentOf,
  untilPlaying,
  untilPlies,
} from "./tests/e2e/helpers.js";
import { launchBrowser, launchServer } from "./tests/e2e/server.js";

/** @typedef {import("./tests/e2e/helpers.js").Page} Page */

const folder = process.argv[2] ?? join(fileURLToPath(new URL(".", import.meta.url)), "screenshots");
const wanted = process.argv[3]?.split(",") ?? [""];
mkdirSync(folder, { recursive: true });

const PHONE = { deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** The windows, by their width. */
const SIZES = [
  { viewport: { width: 390, height: 844 }, ...PHONE },
  { viewport: { width: 820, height: 1180 }, hasTouch: true },
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 1920, height: 1080 } },
];
/** The widths at which the pages are taken in Portuguese as well. */
const TRANSLATED = [390, 820, 1280];

const server = await launchServer();
const browser = await launchBrowser();

/**
 * Creates a match with some moves.
 * @param {string} variant
 * @param {string} seat
 * @param {string[]} moves
 */
async function matchOf(variant, seat, moves) {
  const host = await somebody(browser, server);
  const links = await inviteFriends(host, { variant, seat, time: 3 });
  const players = [host];
  for (const link of links) {
    const page = await somebody(browser, server);
    await joinBy(page, link);
    players.push(page);
  }
  await untilPlaying(host);
  for (const [ply, move] of moves.entries()) {
    const page = players[ply % players.length];
    await untilPlies(page, ply);
    await moveByText(page, move);
  }
  await untilPlies(host, moves.length);
  return { id: new URL(host.url()).pathname.split("/")[2], host, players };
}

/** The first match of a tournament. @param {string} tournament */
async function gameOf(tournament) {
  const answer = await fetch(`${server.url}/api/v1/tournaments/${tournament}/rounds?stage=0`);
  const { items } = await answer.json();
  return items[0].pairings[0].games[0].match;
}

/** @param {Page} page @param {string} file */
async function shoot(page, file) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, file) });
}

/** Actions on a page before its screenshot. @type {Record<string, (page: Page) => Promise<void>>} */
const ACTS = {
  editor: (page) => page.click("#edit"),
  "home-friend": (page) => page.click("#friend"),
  challenge: (page) => page.click("#challenge"),
  judged: async (page) => {
    await page.click("#judge");
    await page.waitForSelector(".exactness");
    await page.check("#engine");
    await page.click(".fault >> nth=1");
    await page.waitForSelector("#best-line");
    await page.uncheck("#engine");
  },
  "puzzle-over": async (page) => {
    await page.click("#give-up");
    await page.waitForSelector("#verdict");
  },
  places: async (page) => {
    if (await page.isVisible("#open-places")) await page.click("#open-places");
  },
  settings: (page) => page.click("#open-settings"),
};

try {
  const camette = await shortGame(server, "camette");
  const cam = await shortGame(server, "cam");
  const over = await matchOf("camette", "W", camette.moves);
  const name = (await over.host.textContent(".below .name")) ?? "";
  const moves = ["F7-F8", "G10-G9", "C6-E8", "C11-E9", "J6-H8"];
  const camelot = await matchOf("camelot", "W", moves);
  const grand = await matchOf("grand-camelot", "R", []);
  const four = await matchOf("grand-cam", "R", ["G4-G5", "G10-G9", "D7-E7", "J7-I7"]);
  const moderator = await somebody(browser, server);
  await signUp(moderator, "marshal");
  server.command("moderator", "add", "marshal");
  await moderator.goto(`/players/${encodeURIComponent(name)}`);
  await moderator.click("#silence-give");
  await moderator.waitForSelector("#announcements:not(:empty)", { state: "attached" });

  server.command("puzzles", "mine", "--practice", "10", "--level", "4", "--variant", "camette");
  const players = [...four.players, ...camelot.players];
  const swiss = await tournamentOf({ kind: "swiss", rounds: 3 }, players);
  const knockout = await tournamentOf({ kind: "knockout", double: true }, players);
  const study = `/study?variant=cam&moves=${cam.moves.slice(0, 7).join("+")}`;
  const player = `/players/${encodeURIComponent(name)}`;
  /** Every page: name, address, and a selector that appears once it is rendered. */
  const PAGES = [
    ["home", "/", ".times"],
    ["home-friend", "/", ".times"],
    ["match", `/m/${camelot.id}`, "#match-board"],
    ["match-over", `/m/${over.id}`, "#verdict"],
    ["four", `/m/${four.id}`, "#match-board"],
    ["grand", `/m/${grand.id}`, "#match-board"],
    ["study", study, ".tree"],
    ["judged", `/study/${over.id}`, ".tree"],
    ["editor", study, ".tree"],
    ["puzzle", "/puzzles", "#puzzle-board"],
    ["puzzle-over", "/puzzles", "#puzzle-board"],
    ["places", "/", ".times"],
    ["rules", "/rules/camelot", "#path-title"],
    ["games", "/rules", ".games svg"],
    ["players", "/players", "#no-leaders"],
    ["tournaments", "/tournaments", ".tour-list a"],
    ["tournament-new", "/tournaments/new", "#make-tournament"],
    ["tournament-swiss", `/tournaments/${swiss}`, "#cross-table"],
    ["tournament-knockout", `/tournaments/${knockout}`, "#bracket .node"],
    ["player", player, ".games-list"],
    ["challenge", player, ".games-list"],
    ["account", "/account", "#new-name"],
    ["settings", "/account", "#new-name"],
    ["player-empty", "/players/marshal", "#no-games"],
    ["nowhere", "/nowhere", ".plain"],
  ];
  /** Pages that need a player in a match or with a name. @type {[string, Page, string][]} */
  const OWN = [
    ["playing", camelot.host, `/m/${camelot.id}`],
    ["playing-over", over.host, `/m/${over.id}`],
    ["playing-four", four.host, `/m/${four.id}`],
    ["moderation", moderator, "/moderation"],
    ["tournament-director", four.host, `/tournaments/${swiss}`],
    ["home-mine", camelot.host, "/"],
    ["playing-tournament", four.host, `/m/${await gameOf(swiss)}`],
  ];

  const isWanted = (/** @type {string} */ what) => wanted.some((part) => what.includes(part));
  for (const options of SIZES) {
    const { width } = options.viewport;
    for (const dress of ["light", "dark", "pt"]) {
      if (dress === "pt" && !TRANSLATED.includes(width)) continue;
      const colorScheme = dress === "dark" ? "dark" : "light";
      const locale = dress === "pt" ? "pt-BR" : "en-GB";
      const page = await somebody(browser, server, { ...options, colorScheme, locale });
      for (const [what, path, drawn] of PAGES) {
        const file = `${what}-${width}-${dress}.png`;
        if (!isWanted(file)) continue;
        await page.goto(path);
        await page.waitForSelector(drawn);
        await page.waitForSelector(".link.online");
        await ACTS[what]?.(page);
        await shoot(page, file);
      }
      await page.context().close();
    }
    for (const [what, page, path] of OWN) {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        const file = `${what}-${width}-${colorScheme}.png`;
        if (!isWanted(file)) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(options.viewport);
        await page.goto(path);
        await page.waitForSelector(".link.online");
        await page.waitForSelector("main > div");
        await shoot(page, file);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
