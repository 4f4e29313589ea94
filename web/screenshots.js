// Pictures of every page, in light and dark, on a desk and on a phone, in web/screenshots:
// `node screenshots.js [folder]` starts the server that was built and plays a little first.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  inviteFriends,
  joinBy,
  moveByText,
  shortGame,
  somebody,
  startBrowser,
  startServer,
  untilPlaying,
  untilPlies,
} from "./tests/e2e/helpers.js";

const folder = process.argv[2] ?? join(fileURLToPath(new URL(".", import.meta.url)), "screenshots");
mkdirSync(folder, { recursive: true });

const SIZES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};

const server = await startServer();
const browser = await startBrowser();

/**
 * A match with some moves made.
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

try {
  const camette = await shortGame(server, "camette");
  const cam = await shortGame(server, "cam");
  const over = await matchOf("camette", "W", camette.moves);
  const name = (await over.host.textContent(".below .name")) ?? "";
  const camelot = await matchOf("camelot", "W", ["F7-F8", "G10-G9", "C6-E8", "C11-E9", "J6-H8"]);
  const four = await matchOf("grand-cam", "R", ["G4-G5", "G10-G9", "D7-E7", "J7-I7"]);

  /** Every page: its name, address, and what is there once it is drawn. */
  const PAGES = [
    ["home", "/", ".times"],
    ["match", `/m/${camelot.id}`, "#match-board"],
    ["match-over", `/m/${over.id}`, "#verdict"],
    ["four", `/m/${four.id}`, "#match-board"],
    ["study", `/study?variant=cam&moves=${cam.moves.slice(0, 7).join("+")}`, ".tree"],
    ["rules", "/rules/camelot", '[data-lesson="plain"] [aria-label*="can move"]'],
    ["games", "/rules", ".games svg"],
    ["player", `/players/${encodeURIComponent(name)}`, ".games-list"],
    ["account", "/account", "#new-name"],
  ];

  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      const page = await somebody(browser, server, { ...options, colorScheme });
      for (const [what, path, drawn] of PAGES) {
        await page.goto(path);
        await page.waitForSelector(drawn);
        await page.waitForSelector(".link.online");
        await page.screenshot({ path: join(folder, `${what}-${size}-${colorScheme}.png`) });
      }
      await page.context().close();
    }
  }
  // What a player sees, who has seats and buttons.
  await camelot.host.setViewportSize(SIZES.desk.viewport);
  await camelot.host.waitForSelector(".link.online");
  await camelot.host.screenshot({ path: join(folder, "playing-desk-light.png") });
} finally {
  await browser.close();
  await server.stop();
}
