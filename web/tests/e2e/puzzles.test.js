// Puzzles: mined from games by the server, attempted on the board, disclosed at the end.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  moveByTouch,
  postAs,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Node limit of the solver, lower than usual. */
const QUICKLY = ["--nodes", "300000"];
/** Black wins in four moves, as docs/engine.md shows. */
const PROBLEM = "1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0 0 1";

const { server, browser } = await startServerAndBrowser();
/** The puzzles from games that the computer player plays against itself. @type {PuzzleView[]} */
let puzzles;
/** A player who has seen the solutions. @type {Page} */
let spoiler;

before(async () => {
  const practice = ["--practice", "10", "--level", "4", "--variant", "camette"];
  server.command("puzzles", "mine", ...practice, ...QUICKLY);
  const answer = await fetch(`${server.url}/api/v1/puzzles?limit=100`);
  puzzles = (await answer.json()).items;
  assert.ok(puzzles.length >= 2, `${puzzles.length} puzzles`);
  spoiler = await somebody(browser, server);
  await spoiler.goto("/rules");
  await spoiler.waitForSelector(".link.online");
});

/** @param {PuzzleView} puzzle @returns {Promise<string[]>} */
async function solutionOf({ puzzle }) {
  const told = await postAs(spoiler, `/puzzles/${puzzle}/attempts`, { give_up: true });
  return told.solution;
}

/** A legal move that does not solve the puzzle. @param {PuzzleView} puzzle @param {string} best */
async function wrongMove({ variant, position }, best) {
  const answer = await fetch(`${server.url}/api/v1/rules/moves`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant, position }),
  });
  /** @type {LegalMoves} */
  const { moves } = await answer.json();
  return moves.find((move) => move !== best && move.split(/[-x]/).length === 2) ?? "";
}

/** Waits until moves can be selected. @param {Page} page @param {string} words the board's message */
const untilOurTurn = (page, words = "can move") =>
  page.waitForSelector(`#puzzle-board [aria-label*="${words}"]`);

/** @param {Page} page */
const solvedBy = async (page) => ((await page.textContent("#solved-by")) ?? "").trim();

it("a puzzle is found, solved leg by leg, and followed by another", async () => {
  const puzzle = puzzles.reduce((most, other) => (other.moves > most.moves ? other : most));
  const solution = await solutionOf(puzzle);
  const page = await somebody(browser, server);
  await page.goto("/");
  await page.click("#puzzle");
  await page.waitForSelector("#puzzle-board");
  assert.match(new URL(page.url()).pathname, /^\/puzzles\/[0-9a-f-]{36}$/);
  await page.selectOption("#puzzle-game", puzzle.variant);
  await page.waitForURL(/variant=camette/);
  await page.selectOption("#puzzle-length", String(puzzle.moves));
  await page.waitForURL(`**/puzzles/${puzzle.puzzle}?variant=camette&moves=${puzzle.moves}`);
  const side = puzzle.seat === "W" ? "White" : "Black";
  await page.waitForSelector(`#task >> text="${side} to move: win in ${puzzle.moves}."`);
  assert.equal(await solvedBy(page), "Solved by 0 of 1.");
  assert.deepEqual(await violations(page), []);

  for (let ply = 0; ply < solution.length; ply += 2) {
    await untilOurTurn(page);
    const isLast = ply + 2 > solution.length;
    const made = isLast ? "#verdict" : `.puzzles[data-ply="${ply + 2}"]`;
    await moveByTouch(page, solution[ply], "click", made);
    if (isLast) continue;
    const left = puzzle.moves - ply / 2 - 1;
    await page.waitForSelector(`#task >> text=/^Right! ${left} more/`);
    // Earlier positions can be shown.
    await page.locator("body").press("Home");
    await page.waitForSelector('.puzzles[data-ply="0"]');
    await page.locator("body").press("End");
  }
  assert.deepEqual(await page.locator(".rounds .move").allTextContents(), solution);
  await page.waitForSelector('[data-verdict="solved"] #verdict >> text="Solved!"');
  assert.equal(await solvedBy(page), "Solved by 1 of 2.");
  assert.deepEqual(await violations(page), []);

  // The next puzzle is another one of any length.
  await page.selectOption("#puzzle-length", "");
  await page.waitForURL(
    (url) => !url.pathname.endsWith(puzzle.puzzle) && !url.search.match("moves"),
  );
  await untilOurTurn(page);
  assertNoComplaints();
  await page.context().close();
});

it("a wrong move is explained, and the solution is stepped through by keyboard", async () => {
  const [puzzle] = puzzles;
  const solution = await solutionOf(puzzle);
  const wrong = await wrongMove(puzzle, solution[0]);
  const page = await somebody(browser, server, { colorScheme: "dark" });
  await page.goto(`/puzzles/${puzzle.puzzle}`);
  await untilOurTurn(page);
  const before = await solvedBy(page);
  const [, solved, tried] = (before.match(/(\d+) of (\d+)/) ?? []).map(Number);
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.activeElement?.closest("#puzzle-board"));
  for (const square of wrong.split(/[-x]/)) {
    await page.focus(`[data-square="${square}"]`);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("#stop-here, #verdict");
  if ((await page.locator("#stop-here").count()) > 0) {
    await page.focus("#stop-here");
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(`[data-verdict="wrong"] #verdict >> text=${wrong} doesn't win`);
  assert.equal(await solvedBy(page), `Solved by ${solved} of ${tried + 1}.`);
  const told = page.locator("#announcements p", { hasText: `${wrong} doesn't win` });
  assert.equal(await told.count(), 1);
  assert.deepEqual(await page.locator(".rounds .move").allTextContents(), solution);

  // The arrow shows each next move.
  const arrow = page.locator("#puzzle-board .advice .head");
  await page.keyboard.press("Home");
  for (let ply = 0; ply < solution.length; ply += 1) {
    await page.waitForSelector(`.puzzles[data-ply="${ply}"]`);
    assert.equal(await arrow.count(), 1);
    await page.focus('.steps [aria-label="One move forward"]');
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(`.puzzles[data-ply="${solution.length}"]`);
  assert.equal(await arrow.count(), 0);
  assert.deepEqual(await violations(page), []);

  // A second attempt is not counted, even after a reload.
  await page.click("#again");
  await page.waitForSelector('.puzzles[data-ply="0"]:not([data-verdict])');
  await page.waitForSelector("text=Only your first try counts");
  await page.reload();
  await page.waitForSelector("text=Only your first try counts");
  assert.equal(await solvedBy(page), `Solved by ${solved} of ${tried + 1}.`);
  await page.locator("body").press("n");
  await page.waitForURL((url) => !url.pathname.endsWith(puzzle.puzzle));
  assertNoComplaints();
  await page.context().close();
});

it("puzzles are tried by touch on a phone, in Portuguese, and given up", async () => {
  const [, puzzle] = puzzles;
  const solution = await solutionOf(puzzle);
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const page = await somebody(browser, server, { ...phone, locale: "pt-BR" });
  await page.goto(`/puzzles/${puzzle.puzzle}`);
  await untilOurTurn(page, "pode jogar");
  await moveByTouch(page, solution[0], "tap", '.puzzles[data-ply="2"]');
  await untilOurTurn(page, "pode jogar");
  assert.deepEqual(await violations(page), []);
  await page.tap("#give-up");
  await page.waitForSelector('[data-verdict="wrong"] #verdict >> text=A seta mostra');
  assert.equal(await page.getAttribute(".puzzles", "data-ply"), "2");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `${wide} pixels wide`);
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});

it("a puzzle from a match leads to its place there", async () => {
  const [white, black] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  for (const page of [white, black]) {
    await page.goto("/rules");
    await page.waitForSelector(".link.online");
  }
  const wish = { variant: "camette", position: PROBLEM, seats: { W: "me" } };
  const { match } = await postAs(white, "/matches", wish);
  await postAs(black, `/matches/${match}/join`, {});
  await postAs(black, `/matches/${match}/moves`, { ply: 1, move: "C6-B6" });
  await postAs(white, `/matches/${match}/resign`, {});
  server.command("puzzles", "mine", "--variant", "camette", ...QUICKLY);

  await white.goto("/puzzles?variant=camette&moves=4");
  await untilOurTurn(white);
  assert.equal(await white.locator("#source").count(), 0, "the match would tell too much");
  await white.click("#give-up");
  await white.click("#source");
  await white.waitForSelector('.match[data-status="ended"] .looking-back');
  assert.equal(new URL(white.url()).pathname, `/m/${match}`);
  assert.equal(await white.locator(".rounds [aria-current]").count(), 0, "before the first move");
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});

it("a missing puzzle shows a message", async () => {
  const page = await somebody(browser, server);
  await page.goto("/puzzles?variant=grand-cam");
  await page.waitForSelector("#no-puzzle >> text=no puzzles of this kind yet");
  assert.deepEqual(await violations(page), []);
  await page.goto("/puzzles/00000000-0000-8000-8000-000000000000");
  await page.waitForSelector("#no-puzzle >> text=Puzzle not found");
  await page.click('a >> text="Any puzzle"');
  await untilOurTurn(page);
  // The browser logs the response for an unknown puzzle.
  assertNoComplaints(/\/puzzles\/0.* 404/);
  await page.context().close();
});
