// Measures the home page on a slow phone: a processor four times slower, 1.6 Mbit/s and 150 ms.
// `node measure.js` starts the built server; `CHIVALRY_BINARY` names another build.
import { launchBrowser, launchServer } from "./tests/e2e/server.js";
import { firstMove, phone, SLOW, slowDown, visit } from "./tests/e2e/visit.js";

const server = await launchServer();
const browser = await launchBrowser();

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** @param {string} name @param {import("./tests/e2e/visit.js").Visit} visit */
function print(name, { requests, bytes, fcp, lcp, cls, largest }) {
  process.stdout.write(
    `${name}: ${requests.length} requests, ${(bytes / 1000).toFixed(1)} kB, FCP ${seconds(fcp)}, LCP ${seconds(lcp)} (${largest}), CLS ${cls.toFixed(3)}\n`,
  );
  for (const path of requests) process.stdout.write(`  ${path}\n`);
}

const page = await phone(browser, server);
await slowDown(page, SLOW);
print("first visit", await visit(page));
print("second visit", await visit(page));
await page.context().close();
const player = await phone(browser, server);
await slowDown(player, SLOW);
const { taps, ms } = await firstMove(player);
process.stdout.write(`first own move: ${taps} taps, ${seconds(ms)}\n`);
await browser.close();
await server.stop();
