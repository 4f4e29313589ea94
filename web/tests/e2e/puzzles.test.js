// Puzzles: attempted on the board until they are solved, rated, and disclosed on demand.

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
/** Puzzles of the program. @type {PuzzleView[]} */
let puzzles;
/** A player who has seen the solutions. @type {Page} */
let spoiler;

before(async () => {
  const answer = await fetch(`${server.url}/api/v1/puzzles?variant=camette&limit=100`);
  puzzles = (await answer.json()).items;
  assert.ok(puzzles.length >= 20, `${puzzles.length} puzzles`);
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

/** Makes the moves of the solver. @param {Page} page @param {string[]} solution @param {"click" | "tap"} [how] */
async function solve(page, solution, how = "click") {
  for (let ply = 0; ply < solution.length; ply += 2) {
    await untilOurTurn(page);
    const made = ply + 2 > solution.length ? "#verdict" : `.puzzles[data-ply="${ply + 2}"]`;
    await moveByTouch(page, solution[ply], how, made);
  }
}

/** Makes a move by keyboard. @param {Page} page @param {string} move */
async function moveByKeys(page, move) {
  for (const square of move.split(/[-x]/)) {
    await page.focus(`[data-square="${square}"]`);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("#stop-here, #wrong-try");
  if ((await page.locator("#stop-here").count()) === 0) return;
  await page.focus("#stop-here");
  await page.keyboard.press("Enter");
}

it("a puzzle is found, solved leg by leg, and followed by another", async () => {
  const puzzle = puzzles.reduce((most, other) => (other.moves > most.moves ? other : most));
  const solution = await solutionOf(puzzle);
  const page = await somebody(browser, server);
  await page.goto("/puzzles");
  await untilOurTurn(page);
  // The first puzzles are simple.
  await page.waitForSelector("#task >> text=/win in 2/");
  assert.match(new URL(page.url()).pathname, /^\/puzzles\/[0-9a-f-]{36}$/);
  assert.equal(await page.locator("#puzzle-standing, .themes, #puzzle-address").count(), 0);
  await page.selectOption("#puzzle-game", puzzle.variant);
  await page.waitForURL(/variant=camette/);
  await page.selectOption("#puzzle-length", String(puzzle.moves));
  await page.waitForURL(/moves=/);
  await page.waitForSelector(`#task >> text=/win in ${puzzle.moves}/`);
  assert.deepEqual(await violations(page), []);

  await page.goto(`/puzzles/${puzzle.puzzle}`);
  const side = puzzle.seat === "W" ? "White" : "Black";
  await page.waitForSelector(`#task >> text="${side} to move: win in ${puzzle.moves}."`);
  assert.equal(await solvedBy(page), "Solved by 0 of 1.");
  await untilOurTurn(page);
  await moveByTouch(page, solution[0], "click", '.puzzles[data-ply="2"]');
  await page.waitForSelector(`#task >> text=/^Right! ${puzzle.moves - 1} more/`);
  // Earlier positions can be shown.
  await page.locator("body").press("Home");
  await page.waitForSelector('.puzzles[data-ply="0"]');
  await page.locator("body").press("End");
  for (let ply = 2; ply < solution.length; ply += 2) {
    await untilOurTurn(page);
    const made = ply + 2 > solution.length ? "#verdict" : `.puzzles[data-ply="${ply + 2}"]`;
    await moveByTouch(page, solution[ply], "click", made);
  }
  assert.deepEqual(await page.locator(".rounds .move").allTextContents(), solution);
  await page.waitForSelector('[data-verdict="solved"] #verdict >> text="Solved!"');
  assert.equal(await solvedBy(page), "Solved by 1 of 2.");
  // The first try changes the rating, and the themes no longer tell too much.
  await page.waitForSelector("#puzzle-change >> text=/^\\+\\d+$/");
  await page.waitForSelector("#puzzle-streak >> text=1 solved in a row");
  assert.equal(await page.locator(".themes li").count(), puzzle.themes.length);
  await page.click("#share-puzzle");
  const shared = await page.inputValue("#puzzle-address");
  assert.equal(new URL(shared).pathname, `/puzzles/${puzzle.puzzle}`);
  assert.deepEqual(await violations(page), []);

  await page.click("#next-puzzle");
  await page.waitForURL((url) => !url.pathname.endsWith(puzzle.puzzle));
  await untilOurTurn(page);
  assertNoComplaints();
  await page.context().close();
});

it("a wrong move is taken back, tried again, and counts once", async () => {
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
  await moveByKeys(page, wrong);
  await page.waitForSelector(`#wrong-try >> text=${wrong} doesn't win fast enough. Try again.`);
  assert.equal(await solvedBy(page), `Solved by ${solved} of ${tried + 1}.`);
  await page.waitForSelector("#puzzle-change >> text=/^−\\d+$/");
  const told = page.locator("#announcements p", { hasText: `${wrong} doesn't win` });
  assert.equal(await told.count(), 1);
  // The solution stays hidden, and the move is taken back.
  await page.waitForSelector('.puzzles[data-ply="0"]:not([data-verdict])');
  assert.equal(await page.locator(".rounds .move, #puzzle-board .advice").count(), 0);
  assert.deepEqual(await violations(page), []);
  const rating = await page.textContent("#puzzle-standing strong");

  // The second try can solve it, and changes nothing.
  await solve(page, solution);
  await page.waitForSelector('[data-verdict="solved"] #verdict >> text="Solved!"');
  assert.equal(await solvedBy(page), `Solved by ${solved} of ${tried + 1}.`);
  assert.equal(await page.textContent("#puzzle-standing strong"), rating);

  // A reload knows about the first try.
  await page.reload();
  await page.waitForSelector("text=Only your first try counts");
  assert.equal(await solvedBy(page), `Solved by ${solved} of ${tried + 1}.`);
  await page.locator("body").press("n");
  await page.waitForURL((url) => !url.pathname.endsWith(puzzle.puzzle));
  assertNoComplaints();
  await page.context().close();
});

it("the piece that moves is shown on demand, and then the solution, by keyboard", async () => {
  const puzzle = puzzles[2];
  const solution = await solutionOf(puzzle);
  const page = await somebody(browser, server);
  await page.goto(`/puzzles/${puzzle.puzzle}`);
  await untilOurTurn(page);
  await page.click("#show-piece");
  const [from] = solution[0].split(/[-x]/);
  await page.waitForSelector(`#hinted >> text="The piece on ${from} moves."`);
  await page.waitForSelector("#puzzle-board .shapes");
  await page.waitForSelector("#puzzle-change >> text=/^−\\d+$/");
  assert.deepEqual(await violations(page), []);
  await page.click("#give-up");
  await page.waitForSelector('[data-verdict="wrong"] #verdict >> text=The arrow shows');
  assert.deepEqual(await page.locator(".rounds .move").allTextContents(), solution);

  // The arrow shows each next move.
  const arrow = page.locator("#puzzle-board .advice .head");
  for (let ply = 0; ply < solution.length; ply += 1) {
    await page.waitForSelector(`.puzzles[data-ply="${ply}"]`);
    assert.equal(await arrow.count(), 1);
    await page.focus('.steps [aria-label="One move forward"]');
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(`.puzzles[data-ply="${solution.length}"]`);
  assert.equal(await arrow.count(), 0);
  await page.click("#again");
  await page.waitForSelector('.puzzles[data-ply="0"]:not([data-verdict])');
  await page.waitForSelector("text=Only your first try counts");
  assertNoComplaints();
  await page.context().close();
});

it("a streak grows with each puzzle that is solved at once, and ends with a failure", async () => {
  const page = await somebody(browser, server);
  const [one, two, three] = puzzles.slice(5).filter(({ moves }) => moves === 2);
  for (const [puzzle, streak] of /** @type {const} */ ([
    [one, 1],
    [two, 2],
  ])) {
    await page.goto(`/puzzles/${puzzle.puzzle}`);
    await solve(page, await solutionOf(puzzle));
    await page.waitForSelector(`#puzzle-streak >> text="${streak} solved in a row"`);
  }
  await page.goto(`/puzzles/${three.puzzle}`);
  await page.waitForSelector('#puzzle-streak >> text="2 solved in a row"');
  await page.click("#give-up");
  await page.waitForSelector('#puzzle-streak >> text="0 solved in a row"');
  // The profile shows the success.
  const name = await page.evaluate(
    () => JSON.parse(localStorage.getItem("chivalry.session") ?? "{}").player.name,
  );
  await page.goto(`/players/${encodeURIComponent(name)}`);
  await page.waitForSelector("#puzzle-success >> text=/2 of 3 solved .* best streak 2/");
  assertNoComplaints();
  await page.context().close();
});

it("the puzzle of the day is the same for all and keeps its address", async () => {
  const answer = await fetch(`${server.url}/api/v1/puzzles/daily`);
  /** @type {DailyPuzzle} */
  const daily = await answer.json();
  const page = await somebody(browser, server);
  await page.goto("/");
  await page.click("#puzzle:has(svg.board)");
  await page.waitForSelector('h1 >> text="Puzzle of the day"');
  await page.goto("/puzzles");
  await page.click("#daily");
  await page.waitForSelector('h1 >> text="Puzzle of the day"');
  await untilOurTurn(page);
  assert.equal(new URL(page.url()).pathname, "/puzzles/daily");
  await solve(page, await solutionOf(daily));
  await page.waitForSelector('[data-verdict="solved"]');
  await page.reload();
  await page.waitForSelector("text=Only your first try counts");
  assert.equal(new URL(page.url()).pathname, "/puzzles/daily");
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});

it("puzzles are chosen by difficulty and theme", async () => {
  const page = await somebody(browser, server);
  await page.goto("/puzzles?theme=charge&difficulty=easy");
  await untilOurTurn(page);
  assert.equal(await page.inputValue("#puzzle-theme"), "charge");
  await page.click("#give-up");
  await page.waitForSelector('.themes >> text="Knight\'s Charge"');
  const rating = Number((await page.textContent(".over"))?.match(/Difficulty (\d+)/)?.[1]);
  assert.ok(rating < 1000, `${rating}`);
  await page.selectOption("#puzzle-difficulty", "hard");
  await page.waitForURL(/difficulty=hard/);
  await untilOurTurn(page);
  await page.click("#give-up");
  await page.waitForSelector(".over");
  const other = Number((await page.textContent(".over"))?.match(/Difficulty (\d+)/)?.[1]);
  assert.ok(other >= 1400, `${other}`);
  assertNoComplaints();
  await page.context().close();
});

it("puzzles are tried by touch on a phone, in Portuguese, and given up", async () => {
  const puzzle = puzzles.slice(3).find(({ moves }) => moves > 2) ?? puzzles[3];
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
  const mined = server.command("puzzles", "mine", "--variant", "camette", ...QUICKLY);
  const [id] = mined.split(/\s/);

  await white.goto(`/puzzles/${id}`);
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
  await page.goto("/puzzles?moves=9");
  await page.waitForSelector("#no-puzzle >> text=No puzzle of this kind is left for you");
  assert.deepEqual(await violations(page), []);
  await page.goto("/puzzles/00000000-0000-8000-8000-000000000000");
  await page.waitForSelector("#no-puzzle >> text=Puzzle not found");
  await page.click('a >> text="Any puzzle"');
  await untilOurTurn(page);
  // The browser logs the response for an unknown puzzle.
  assertNoComplaints(/\/puzzles\/0.* 404/);
  await page.context().close();
});
