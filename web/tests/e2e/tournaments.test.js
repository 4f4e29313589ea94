// Tournaments on the page: creation, entry, calls, live results, corrections.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  moveByText,
  postAs,
  somebody,
  startServerAndBrowser,
  untilCount,
  untilPlaying,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** The shortest game of camette: into the castle with the second move. */
const MOVES = ["C3-C4", "C5xC3xC1"];

const { server, browser } = await startServerAndBrowser();
/** @type {Page} */
let director;
/** @type {Page} */
let watcher;
/** @type {Page[]} */
let players;
/** The address of the knockout. */
let address = "";

before(async () => {
  [director, watcher] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  players = await Promise.all([1, 2, 3, 4].map(() => somebody(browser, server)));
  for (const page of [director, watcher, ...players]) {
    await page.goto("/tournaments");
    await page.waitForSelector(".link.online");
  }
});

/** @param {Page} page */
const nameOf = async (page) => ((await page.textContent(".me span")) ?? "").trim();

/** Plays the game to which the players of two pages were called. @param {Page[]} pages */
async function play(pages) {
  await Promise.all(pages.map(untilPlaying));
  const seats = await Promise.all(pages.map((page) => page.getAttribute(".match", "data-seat")));
  const [white, black] = seats[0] === "W" ? pages : [...pages].reverse();
  await moveByText(white, MOVES[0]);
  await black.waitForSelector('.match[data-ply="1"]');
  await moveByText(black, MOVES[1]);
  await Promise.all(pages.map((page) => page.waitForSelector('.match[data-status="ended"]')));
  return { winner: black, loser: white };
}

/** Groups pages by the displayed match. @param {Page[]} pages @returns {Page[][]} */
function byMatch(pages) {
  /** @type {Map<string, Page[]>} */
  const matches = new Map();
  for (const page of pages) {
    const { pathname } = new URL(page.url());
    matches.set(pathname, [...(matches.get(pathname) ?? []), page]);
  }
  return [...matches.values()];
}

it("a fresh server shows a drawing and an action, and a template takes two taps", async () => {
  await director.goto("/tournaments");
  await director.waitForSelector("#tours-welcome svg");
  const words = (await director.textContent("main")) ?? "";
  assert.doesNotMatch(words, /\b(no|none|nobody)\b/i);
  assert.deepEqual(await violations(director), []);
  await director.click("#make");
  await untilCount(director, ".template svg", 4);
  await director.waitForSelector("#guest-director >> text=only this browser can direct");
  assert.deepEqual(await violations(director), []);

  await director.click('[data-template="cup"]');
  await director.waitForFunction(() =>
    /** @type {any} */ (document.querySelector("#name")).value.endsWith(" cup"),
  );
  await director.click("#make-tournament");
  await director.waitForSelector(".tour h1 >> text=cup");
  await director.waitForSelector(".tour-head >> text=Knockout, with a third-place game");
  await director.waitForSelector("#directing #guest-director");
  const path = new URL(director.url()).pathname;
  await postAs(director, `${path}/actions`, { do: "cancel" });

  // A name of one's own stays, and the start is shown on the page.
  await director.goto("/tournaments/new");
  await director.fill("#name", "Knights at night");
  await director.click('[data-template="swiss"]');
  await director.waitForSelector("#template-games");
  assert.equal(await director.inputValue("#name"), "Knights at night");
  await director.selectOption("#variant", "camette");
  await director.selectOption("#begins_at", "60");
  await director.selectOption('[id="stages[0].format.rounds"]', "7");
  await director.click("#make-tournament");
  await director.waitForSelector(".tour-head >> text=Swiss, 7 rounds");
  await director.waitForSelector("[data-fact=start] >> text=/(59|1:0[01]):[0-9]{2}$/");
  await postAs(director, `${new URL(director.url()).pathname}/actions`, { do: "cancel" });
  assertNoComplaints();
});

it("the form shows errors beside the fields, and makes a knockout", async () => {
  await director.goto("/tournaments/new");
  await director.waitForSelector(".link.online");
  await director.click('[data-template="league"]');
  await director.click("#all-options");
  await director.waitForSelector('[data-form="all"]');
  assert.equal(await director.inputValue('[id="stages[0].format"]'), "round_robin");
  assert.equal(await director.inputValue('[id="stages[0].start"]'), "agreement");
  await director.selectOption("#variant", "camette");
  await director.selectOption('[id="stages[0].format"]', "swiss");
  await director.selectOption('[id="stages[0].start"]', "director");
  await director.fill('[id="stages[0].format.rounds"]', "99");
  await director.fill("#name", "");
  await director.click("#make-tournament");
  await director.waitForSelector("#name-fault >> text=Enter 1-80 characters");
  assert.equal(await director.evaluate(() => document.activeElement?.id), "name");
  await director.fill("#name", "Evening cup");
  await director.click("#make-tournament");
  await director.waitForSelector('[id="stages[0].format.rounds-fault"] >> text=1 to 30');
  assert.equal(await director.locator(".fault").count(), 1);
  assert.deepEqual(await violations(director), []);
  await director.click("#entry summary");
  await director.fill("#invited", "Nobody-Here");
  await director.fill('[id="stages[0].format.rounds"]', "3");
  await director.click("#make-tournament");
  await director.waitForSelector("#invited-fault >> text=Nobody-Here");
  await director.fill("#invited", "");
  await director.selectOption('[id="stages[0].format"]', "knockout");
  await director.click("#make-tournament");
  await director.waitForSelector(".tour h1 >> text=Evening cup");
  address = new URL(director.url()).pathname;
  // Browsers log refusals.
  assertNoComplaints(/\/tournaments\/new: .* 40[04]/);
});

it("a knockout is joined, called to, played and watched to its end", async () => {
  await watcher.goto("/tournaments");
  await watcher.click("#tours-open >> text=Evening cup");
  await watcher.waitForSelector('.tour[data-status="open"]');
  for (const [at, page] of players.entries()) {
    await page.goto(address);
    await page.waitForSelector(".link.online");
    await page.click("#join");
    await watcher.waitForSelector(`[data-entrant="${at + 1}"]`);
  }
  assert.deepEqual(await violations(players[0]), []);
  // One of them is on another page when the round begins, and the call appears there.
  const [absent, ...there] = players;
  await absent.goto("/rules");
  await absent.waitForSelector(".link.online");

  await director.click("#start");
  await director.click("#pair");
  await watcher.waitForSelector("#bracket .node >> nth=2");
  await director.click("#begin-round");
  await absent.waitForSelector("[data-call] >> text=Evening cup");
  assert.deepEqual(await violations(absent), []);
  await Promise.all(there.map((page) => page.waitForURL("**/m/*")));
  await watcher.waitForSelector("#tour-live .live >> nth=1");
  await absent.click("[data-call] [data-go]");
  await absent.waitForURL("**/m/*");
  await absent.waitForSelector("[data-call]", { state: "detached" });

  const semis = await Promise.all(byMatch(players).map(play));
  await watcher.waitForSelector('[data-decided="true"] >> nth=1');
  const finalists = semis.map(({ winner }) => winner);
  await Promise.all(
    finalists.map(async (page) => {
      assert.equal(await page.locator("#offer-rematch").count(), 0, "who meets is not theirs");
      await page.click("#to-tournament");
      await page.waitForSelector("#own");
    }),
  );
  await director.click("#pair >> text=2");
  await director.click("#begin-round");
  await Promise.all(finalists.map((page) => page.waitForURL("**/m/*")));
  await watcher.waitForSelector("#bracket .live-node");
  assert.equal(await finalists[0].locator("#abort").count(), 0, "nor whether they play");
  await finalists[0].waitForSelector("#of-tournament >> text=Evening cup, round 2");
  const { winner } = await play(finalists);
  const champion = await nameOf(winner);
  await watcher.waitForSelector(`#bracket .won >> text=${champion} >> nth=1`);
  await watcher.waitForSelector(`[data-place="1"] >> text=${champion}`);
  const labels = await watcher.locator("#bracket h3").allTextContents();
  assert.deepEqual(labels, ["Semifinals", "Final"]);
  const final = watcher.locator("#bracket [data-column='1'] .node");
  assert.match((await final.textContent()) ?? "", /\d{1,2}:\d{2}/, "its time");
  const seeds = await watcher.locator("#bracket .seed").allTextContents();
  assert.deepEqual(seeds.map((text) => Number(text.replace(/\D/g, ""))).slice(0, 4), [1, 4, 2, 3]);
  assert.match((await final.locator(".won").textContent()) ?? "", /winner.*1\s*$/s);
  const widths = await watcher.evaluate(() => {
    const [region, all] = ["#bracket-scroll", "#bracket .bracket"].map((of) =>
      document.querySelector(of)?.getBoundingClientRect(),
    );
    const right = Math.max(
      ...[...document.querySelectorAll("#bracket .node")].map(
        (node) => node.getBoundingClientRect().right,
      ),
    );
    return { region: region?.width, all: all?.width, gap: (region?.right ?? 0) - right };
  });
  assert.equal(widths.all, widths.region, "the bracket has the whole width");
  assert.ok(Math.abs(widths.gap) < 2, `${widths.gap} pixels of it are empty`);
  // Keyboards reach each game.
  await watcher.focus("#bracket-scroll");
  await watcher.keyboard.press("Tab");
  assert.ok(await watcher.evaluate(() => document.activeElement?.matches("#bracket a.node")));

  // The standings of a knockout show the round and the result.
  assert.equal(await watcher.locator('#standings [data-column="points"]').count(), 0);
  const first = (await watcher.textContent('#standings [data-place="1"]')) ?? "";
  assert.match(first.replace(/\s+/g, " "), /Winner beat \S+ 1–0/);
  const third = (await watcher.textContent('#standings [data-place="3"]')) ?? "";
  assert.match(third.replace(/\s+/g, " "), /Semifinals lost to \S+ 0–1/);
  assert.deepEqual(await violations(watcher), []);
  assertNoComplaints();
});

it("a director corrects a result, everybody sees it, and the log has it", async () => {
  const row = '.pairings li[data-decided="true"]';
  const before_ = ((await watcher.textContent(`${row} .who.won`)) ?? "").trim();
  await director.click(`${row} [data-correct]`);
  const other = await director.evaluate(() => {
    const winner = document.querySelector(".pairings .who.won");
    return winner === document.querySelector(".pairings .who") ? "second" : "first";
  });
  await director.selectOption(".correction [name=result]", other);
  assert.deepEqual(await violations(director), []);
  await director.click(".correction button.primary");
  await watcher.waitForFunction(
    (name) => document.querySelector(".pairings .who.won")?.textContent?.trim() !== name,
    before_,
  );
  const now = ((await watcher.textContent(`${row} .who.won`)) ?? "").trim();
  await watcher.waitForSelector(`[data-place="1"] >> text=${now}`);
  await watcher.click("#log summary");
  await watcher.waitForSelector('[data-event="corrected"] >> text=corrected');
  assert.equal(await watcher.locator("[data-undo]").count(), 0, "only directors undo");
  await director.click("#log summary");
  await director.click('[data-event="corrected"] [data-undo]');
  await watcher.waitForFunction(
    (name) => document.querySelector(".pairings .who.won")?.textContent?.trim() === name,
    before_,
  );
  await watcher.waitForSelector('.undone[data-event="corrected"]');
  await director.click("#end");
  await director.click("#sure");
  await watcher.waitForSelector('.tour[data-status="ended"]');
  // Both losing semi-finalists share the third place.
  const step = (/** @type {string} */ within, /** @type {number} */ place) =>
    watcher.locator(`${within} [data-podium="${place}"] .podium-name`);
  await step("#podium", 1).waitFor();
  const counts = async (/** @type {string} */ within) =>
    Promise.all([1, 2, 3].map((place) => step(within, place).count()));
  assert.deepEqual(await counts("#podium"), [1, 1, 2]);
  assert.equal((await step("#podium", 1).textContent())?.trim(), before_);
  assert.deepEqual(await violations(watcher), []);
  await watcher.goto("/tournaments");
  await watcher.waitForSelector("#tours-ended >> text=Evening cup");
  await step("#tours-ended", 1).waitFor();
  assert.deepEqual(await counts("#tours-ended"), [1, 1, 2]);
  assert.equal((await step("#tours-ended", 1).textContent())?.trim(), before_);
  assert.deepEqual(await violations(watcher), []);
  assertNoComplaints();
});

it("a Swiss shows its workings and its reasons, and fits a narrow screen", async () => {
  const stage = {
    name: "All",
    format: { kind: "swiss", rounds: 3 },
    tie_breaks: [{ kind: "buchholz", cut_lowest: 1 }],
    no_show_ms: 600_000,
  };
  const time = { kind: "unlimited" };
  const plan = { name: "Swiss", variant: "camette", time, stages: [stage] };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  for (const page of players) await postAs(page, `/tournaments/${tournament}/join`, {});
  await players[0].goto("/");
  await players[0].waitForSelector(".link.online");
  await director.goto(`/tournaments/${tournament}`);
  await director.click("#start");
  await director.click("#pair");
  await director.click("#begin-round");
  // Both report as ready: one in the bar of any page, the other on the tournament's page.
  await players[0].click("[data-call] [data-come]");
  await director.waitForSelector(".pairings .tag");
  for (const page of players.slice(1)) {
    await page.goto(`/tournaments/${tournament}`);
    await page.click("[data-here]");
  }
  await players[0].waitForSelector("[data-call] [data-go]");
  await Promise.all(players.slice(1).map((page) => page.waitForURL("**/m/*")));
  await players[0].click("[data-call] [data-go]");
  for (const pages of byMatch(players)) await play(pages);
  await director.waitForSelector('[data-decided="true"] >> nth=1');
  await director.waitForSelector("#standings thead >> text=Buchholz, lowest 1 dropped");
  await director.waitForSelector('#standings [data-column="points"]');
  await director.click("[data-working] >> nth=0");
  await director.waitForSelector(".workings >> text=Round 1");
  await director.click("[data-why] >> nth=0");
  await director.waitForSelector(".why li >> nth=1");
  assert.deepEqual(await violations(director), []);
  const report = await director.getAttribute("#take-away a", "href");
  const text = await (await fetch(new URL(report ?? "", server.url))).text();
  assert.equal(text.split("\n").filter((line) => line.startsWith("001 ")).length, 4);

  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const page = await somebody(browser, server, { ...phone, locale: "pt-BR", colorScheme: "dark" });
  for (const path of ["/tournaments", "/tournaments/new", address, `/tournaments/${tournament}`]) {
    await page.goto(path);
    await page.waitForSelector("main h1");
    await page.waitForSelector(".link.online");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${path}: ${wide} pixels wide`);
    assert.deepEqual(await violations(page), [], path);
  }
  await page.waitForSelector("text=Classificação");
  await page.context().close();
  assertNoComplaints();
});

it("a player who does not meet the conditions of entry sees which, and no link is dead", async () => {
  const stages = [{ name: "All", format: { kind: "round_robin" } }];
  const entry = [{ kind: "kinds", kinds: ["account"] }];
  const plan = { name: "Closed", variant: "camette", time: { kind: "unlimited" }, stages, entry };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  await watcher.goto(`/tournaments/${tournament}`);
  await watcher.waitForSelector(".link.online");
  await watcher.click("#join");
  await watcher.waitForSelector("#verdicts >> text=accounts only");
  await watcher.goto("/tournaments/01a1fd75-0000-7000-8000-000000000000");
  await watcher.waitForSelector("#no-tournament");
  assertNoComplaints(/40[34]/);
});

it("a director enters players, gives byes, fixes and forbids pairs, and takes it back", async () => {
  const stages = [{ name: "All", format: { kind: "swiss", rounds: 3 } }];
  const plan = { name: "Directed", variant: "camette", time: { kind: "unlimited" }, stages };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  await director.goto(`/tournaments/${tournament}`);
  await director.waitForSelector(".link.online");
  await director.click("#directing summary");
  const names = await Promise.all(players.map(nameOf));
  for (const [at, name] of names.entries()) {
    await director.fill("#directing [name=players]", name);
    await director.press("#directing [name=players]", "Enter");
    await director.waitForSelector(`[data-entrant="${at + 1}"] >> text=${name}`);
  }
  await director.fill("#directing [name=players]", "Nobody-Here");
  await director.press("#directing [name=players]", "Enter");
  await director.waitForSelector("#tour-trouble");
  const pair = async (/** @type {string} */ what, /** @type {string[]} */ [one, two]) => {
    await director.selectOption("#directing [name=one]", one);
    await director.selectOption("#directing [name=two]", two);
    await director.click(`#directing [value=${what}]`);
  };
  await pair("forbid", ["1", "2"]);
  await director.waitForSelector(`text=${names[0]} and ${names[1]} won't be paired`);
  await pair("fix", ["4", "1"]);
  await director.waitForSelector(`text=${names[3]} and ${names[0]} play each other next round`);
  assert.deepEqual(await violations(director), []);
  await director.click("#start");
  await director.click("#pair");
  await director.waitForSelector('[data-pairing="1"]');
  const met = (await director.locator(".pairings .who").allTextContents()).map((each) =>
    each.trim(),
  );
  assert.equal(met.indexOf(names[3]) + 1, met.indexOf(names[0]), `${met}`);
  await director.click(`.pairings li:has-text("${names[3]}") [data-why]`);
  await director.waitForSelector(".why >> text=the director fixed the pair");

  // The round is undone in the log, and one entrant gets a bye instead.
  await director.click("#log summary");
  await director.click('[data-event="round_paired"] [data-undo]');
  await director.waitForSelector(".pairings", { state: "detached" });
  await director.selectOption("#directing [name=entrant]", "2");
  await director.selectOption("#directing [name=worth]", "full");
  await director.click("#directing form:has([name=worth]) button");
  await director.waitForSelector(`text=${names[1]} has a bye in round 1 (1 point)`);
  await director.click("#pair");
  await director.waitForSelector("#rounds >> text=requested, 1 point");
  await director.click(`[aria-label="Withdraw ${names[2]}"]`);
  await director.waitForSelector('[data-entrant="3"].withdrawn');
  await director.click("#cancel");
  await director.click("#sure");
  await director.waitForSelector('.tour[data-status="cancelled"]');
  assertNoComplaints(/422 \(Unprocessable/);
});

it("stages follow one another, each with its groups", async () => {
  await director.goto("/tournaments/new");
  await director.click("#all-options");
  await director.waitForSelector('[data-form="all"]');
  await director.fill("#name", "League and finals");
  await director.fill("#begins_at", "");
  await director.selectOption("#variant", "camette");
  await director.selectOption("#time", { label: "∞ · no clock" });
  await director.selectOption('[id="stages[0].format"]', "round_robin");
  await director.selectOption('[id="stages[0].start"]', "director");
  await director.fill('[id="stages[0].format.groups"]', "2");
  await director.click("#add-stage");
  await director.fill('[id="stages[0].name"]', "League");
  await director.fill('[id="stages[1].name"]', "Finals");
  await director.fill('[id="stages[1].best_of_each_group"]', "1");
  assert.deepEqual(await violations(director), []);
  await director.click("#make-tournament");
  await director.waitForSelector("#stages >> text=Finals (upcoming)");
  const { pathname } = new URL(director.url());
  for (const page of players) await postAs(page, `${pathname}/join`, {});
  await director.click("#start");
  await director.waitForSelector("#groups >> text=Group 2");
  await director.click("#pair");
  await director.click("#begin-round");
  await director.waitForSelector(".pairings .live-game");
  await untilCount(director, ".pairings li", 1);
  // A round robin shows the results among the players first, and who goes on.
  const order = await director.evaluate(() =>
    [...document.querySelectorAll("#cross-table, #standings")].map(({ id }) => id),
  );
  assert.deepEqual(order, ["cross-table", "standings"]);
  await director.waitForSelector("#standings h2 >> text=Group 1");
  await director.waitForSelector("#standings >> text=The first goes on to “Finals”.");
  await untilCount(director, "#standings .goes-on", 2);
  const first = await director.textContent("#standings tbody");
  await director.check('#groups [value="1"]', { force: true });
  await director.waitForFunction(
    (text) => document.querySelector("#standings tbody")?.textContent !== text,
    first,
  );
  for (const group of ["0", "1"]) {
    await director.check(`#groups [value="${group}"]`, { force: true });
    await director.click(`[data-group="${group}"] [data-correct]`);
    await director.selectOption(".correction [name=result]", "first");
    await director.click(".correction button.primary");
    await director.waitForSelector('.pairings [data-decided="true"]');
  }
  assert.deepEqual(await violations(director), []);
  await director.click("#start");
  await director.waitForSelector("#bracket .node");
  await untilCount(director, "#standings tbody tr", 2);
  await director.check('#stages [value="0"]', { force: true });
  await director.waitForSelector("#cross-table");
  assert.match(director.url(), /\?stage=0$/);
  assertNoComplaints();
});

it("an arena calls again and again, and shows who has won", async () => {
  const format = { kind: "arena", length_ms: 600_000, wave_ms: 2000 };
  const time = { kind: "fischer", initial_ms: 300_000, increment_ms: 3000 };
  const plan = { name: "Arena", variant: "camette", time, stages: [{ name: "All", format }] };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  const path = `/tournaments/${tournament}`;
  for (const page of [...players, watcher]) {
    await page.goto(path);
    await page.waitForSelector(".tour");
  }
  for (const page of players) await page.click("#join");
  await watcher.waitForSelector('[data-entrant="4"]');
  await postAs(director, `${path}/start`, {});
  await Promise.all(players.map((page) => page.waitForURL("**/m/*")));
  await watcher.waitForSelector("#tour-live .live >> nth=1");
  await watcher.waitForSelector('[data-fact="playing"] >> text=4');
  await watcher.waitForSelector('[data-fact="waiting"] >> text=0');
  const winners = (await Promise.all(byMatch(players).map(play))).map(({ winner }) => winner);
  // A returned player is called to the next game.
  for (const page of players) await page.click("#to-tournament");
  await Promise.all(players.map((page) => page.waitForURL("**/m/*")));
  for (const winner of winners) {
    const name = await nameOf(winner);
    const row = watcher.locator("#standings tbody tr", { hasText: name });
    // Their first game; the next one may have ended already.
    await row.locator(".streak", { hasText: /^\s*1\b/ }).waitFor();
    await row.locator('[data-column="games"]', { hasText: /[12]/ }).waitFor();
  }
  await watcher.waitForSelector("#round option >> nth=1", { state: "attached" });
  assert.deepEqual(await violations(watcher), []);
  await postAs(director, `${path}/actions`, { do: "cancel" });
  await watcher.waitForSelector('.tour[data-status="cancelled"]');
  assertNoComplaints();
});
