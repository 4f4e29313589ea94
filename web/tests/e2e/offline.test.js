// The page without a network: its copy in the browser, and records that other programs share.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoComplaints,
  moveByText,
  postAs,
  somebody,
  startBrowser,
  startServer,
  untilPlies,
  violations,
} from "./helpers.js";

const browser = await startBrowser();

/** A visitor whose browser has a copy of the page. @param {import("./helpers.js").Server} server */
async function visitorWithCopy(server) {
  const page = await somebody(browser, server, { serviceWorkers: "allow" });
  await page.goto("/");
  await page.waitForSelector(".link.online");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

test("without a network the page opens, and shows the games that were seen last", async () => {
  const server = await startServer();
  const page = await visitorWithCopy(server);
  const { match } = await postAs(page, "/matches", {
    variant: "camette",
    time: { kind: "unlimited" },
    seats: { W: "me", B: "computer:1" },
  });
  await page.goto(`/m/${match}`);
  await page.waitForSelector('.match[data-status="playing"]');
  await page.waitForSelector('.match[data-seat="W"]');
  const { moves } = await page.evaluate(
    async (position) => {
      const answer = await fetch("/api/v1/rules/moves", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ variant: "camette", position }),
      });
      return answer.json();
    },
    await positionOf(server, match),
  );
  await moveByText(page, moves[0].text ?? moves[0]);
  await untilPlies(page, 2);
  await page.goto("/");
  await page.waitForSelector(".link.online");

  await server.stop();
  await page.goto("/");
  await page.waitForSelector("#retry");
  assert.deepEqual(await violations(page), []);
  await page.click(`#seen a[href="/m/${match}"]`);
  await page.waitForSelector("#seen-at");
  assert.ok(Number(await page.getAttribute(".match", "data-ply")) >= 2);
  assert.equal(await page.locator("#match-board").count(), 1);
  assert.deepEqual(await violations(page), []);
  // The address of a game works as well.
  await page.reload();
  await page.waitForSelector("#seen-at");
  assertNoComplaints();
  await page.context().close();
});

test("a record that another program shares opens in the study", async () => {
  const server = await startServer();
  const page = await visitorWithCopy(server);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector('link[rel="manifest"]');
    return (await fetch(/** @type {HTMLLinkElement} */ (link).href)).json();
  });
  assert.equal(manifest.display, "standalone");
  assert.ok(manifest.icons.some((/** @type {any} */ icon) => icon.sizes === "512x512"));
  const { action, params } = manifest.share_target;
  const record = '[Variant "camette"]\n\n1. C2-B2 C6-B6 *\n';
  const address = await page.evaluate(
    async ([to, name, text]) => {
      const form = new FormData();
      form.append(name, new File([text], "game.txt", { type: "text/plain" }));
      return (await fetch(to, { method: "POST", body: form })).url;
    },
    [action, params.files[0].name, record],
  );
  assert.equal(new URL(address).pathname, "/study");
  await page.goto(address);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length >= 2);
  assertNoComplaints();
  await page.context().close();
});

test("without a network the page opens in the languages that the player used", async () => {
  const server = await startServer();
  const page = await somebody(browser, server, { serviceWorkers: "allow", locale: "it-IT" });
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const copied = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("page "));
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      const paths = requests.flat().map(({ url }) => url.replace(/^.*\//, ""));
      return paths.filter((name) => /^(de|es|fr|it|pt)\b.*\.js$/.test(name)).sort();
    });
  const italian = ["it-letter.js", "it-tournaments.js", "it.js"];
  assert.deepEqual(await copied(), italian);
  await page.click("#open-settings");
  await page.check('#settings [name=set-language] + span[lang="fr"] >> xpath=../input');
  await page.waitForSelector("html[lang=fr]");
  assert.deepEqual(await copied(), ["fr.js", ...italian]);

  await server.stop();
  for (const [query, title] of [
    ["", "Pas de connexion"],
    ["?lang=it", "Nessuna connessione"],
  ]) {
    await page.goto(`/${query}`);
    await page.waitForSelector(`h1 >> text="${title}"`);
  }
  assertNoComplaints();
  await page.context().close();
});

/** @param {import("./helpers.js").Server} server @param {string} match */
async function positionOf(server, match) {
  return (await (await fetch(`${server.url}/api/v1/matches/${match}`)).json()).position;
}
