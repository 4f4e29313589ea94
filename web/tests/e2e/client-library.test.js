// The client library for TypeScript and JavaScript in a real browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { assertNoComplaints, somebody, startServerAndBrowser } from "./helpers.js";

const ENTRY = fileURLToPath(new URL("../../../clients/typescript/src/index.ts", import.meta.url));

const { server, browser } = await startServerAndBrowser();

/** The library as one module. */
async function bundledLibrary() {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0].text;
}

it("a page plays a game to its end with the client library", async () => {
  const page = await somebody(browser, server, { serviceWorkers: "block" });
  const body = await bundledLibrary();
  await page.route("**/client-library.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  await page.goto("/");
  const played = await page.evaluate(async (path) => {
    const { Client } = await import(path);
    const client = await Client.guest(location.origin);
    const seats = { W: "me", B: "computer:1" };
    const made = await client.command({ t: "create", variant: "camette", seats });
    const match = client.match(made.match, { legal: true });
    const board = await client.board("camette");
    for await (const { legal } of match.turns()) await match.move(legal[0]);
    let position = board.start;
    for (const move of match.state.moves) position = position.play(move);
    await client.close();
    const { status, position: text } = match.state;
    return { status, isSame: String(position) === text };
  }, "/client-library.js");
  assert.deepEqual(played, { status: "ended", isSame: true });
  assertNoComplaints();
  await page.context().close();
});
