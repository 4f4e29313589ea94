// Runs the code of the README.

import { equal, match, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { guest, startServer } from "./helpers.js";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const codes = [
  ...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/```js\n([\s\S]*?)```/g),
];
const [bot = "", , boards = ""] = codes.map((block) => block[1]);

/** Node 20 has a global WebSocket only with this flag. */
const FLAGS = "WebSocket" in globalThis ? [] : ["--experimental-websocket"];

const folder = mkdtempSync(join(tmpdir(), "chivalry-bot-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(PACKAGE, join(folder, "node_modules/chivalry-client"));
writeFileSync(join(folder, "bot.mjs"), bot);

/** Starts the bot. @param {string[]} args */
function startBot(args) {
  const child = spawn(process.execPath, [...FLAGS, "bot.mjs", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(() => child.kill());
  return { exited: once(child, "exit"), lines: createInterface(child.stdout) };
}

test("two bots of the README play a game to its end", async () => {
  ok(bot.split("\n").length < 30);
  const { url } = await startServer();
  const one = startBot([url]);
  const [link] = await once(one.lines, "line");
  const two = startBot([url, link]);
  const results = await Promise.all([one, two].map(({ lines }) => once(lines, "line")));
  match(String(results[0]), /^(1-0|0-1|1\/2-1\/2) \(\w+\)$/);
  equal(String(results[0]), String(results[1]));
  for (const { exited } of [one, two]) equal((await exited)[0], 0);
});

test("the example of a board runs", async () => {
  const client = await guest((await startServer()).url);
  const run = new Function("client", `return (async () => { ${boards}; return position; })();`);
  const position = await run(client);
  equal(position.at("E7").kind, "man");
  equal(position.at("E6"), undefined);
});
