// The look of the page: fonts, themes, marks on the board, motion, sound, and empty pages.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  resize,
  shortGame,
  somebody,
  startServerAndBrowser,
  touch,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const BOARDS = ["linen", "slate", "forest", "wood"];
/** The colours of games. */
const TINTS = ["vert", "azure", "or", "gules", "purpure", "tenne"];
const SCHEMES = /** @type {const} */ (["light", "dark"]);

const { server, browser } = await startServerAndBrowser();

/**
 * A page with the given settings.
 * @param {Record<string, unknown>} settings
 * @param {Parameters<typeof somebody>[2]} [options]
 */
async function pageWith(settings, options) {
  const page = await somebody(browser, server, options);
  await page.addInitScript((text) => {
    if (!localStorage.getItem("chivalry.settings")) localStorage.setItem("chivalry.settings", text);
  }, JSON.stringify(settings));
  return page;
}

/** Adds functions for colours to a page. @param {Page} page */
async function withColors(page) {
  await page.evaluate(() => {
    const light = (/** @type {string} */ color) => {
      // Either `rgb(` with bytes or `color(srgb ` with shares.
      const most = color.startsWith("color") ? 1 : 255;
      const [r, g, b] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / most;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (/** @type {string} */ one, /** @type {string} */ other) => {
      const [a, b] = [light(one), light(other)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    Object.assign(globalThis, { contrast });
    // A colour in transition is not the final one.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
  });
}

it("every state of a square has a mark that stands out, in each theme", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=camette");
  await page.waitForSelector('[data-square="D3"]');
  await touch(page, "D3");
  await page.waitForSelector(".target.end");
  await withColors(page);
  for (const board of BOARDS) {
    for (const theme of SCHEMES) {
      const weak = await page.evaluate(
        ([board, theme]) => {
          Object.assign(document.documentElement.dataset, { board, theme });
          const contrast = /** @type {(a: string, b: string) => number} */ (
            Reflect.get(globalThis, "contrast")
          );
          /** @type {string[]} */
          const weak = [];
          const check = (
            /** @type {string} */ name,
            /** @type {number} */ found,
            /** @type {number} */ least,
          ) => {
            if (found < least) weak.push(`${name}: ${found.toFixed(2)}`);
          };
          const styleOf = (/** @type {Element | null | undefined} */ element) => {
            if (!element) throw new Error("no element");
            return getComputedStyle(element);
          };
          const squares = ["even", "odd"].map((kind) =>
            document.querySelector(`.square.${kind}:not(.castle, .selected)`),
          );
          const fills = squares.map((square) => styleOf(square?.querySelector("rect")).fill);
          for (const square of squares) {
            for (const state of ["selected", "asked", "left", "last", "premove", "movable"]) {
              square?.classList.add(state);
              const { fill } = styleOf(square?.querySelector("rect"));
              const { stroke } = styleOf(square?.querySelector(".ring"));
              check(`${state} on ${fill}`, contrast(fill, stroke), 3);
              square?.classList.remove(state);
            }
          }
          const svg = document.querySelector("svg.board");
          /** The styles of an element on the board. */
          const sample = (/** @type {string} */ className, within = "") => {
            const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
            const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
            group.setAttribute("class", within);
            mark.setAttribute("class", className);
            group.append(mark);
            svg?.append(group);
            const { fill, stroke } = getComputedStyle(mark);
            group.remove();
            return { fill, stroke };
          };
          for (const fill of fills) {
            check("end", contrast(sample("target end").fill, fill), 3);
            for (const kind of ["leg", "ring"])
              check(kind, contrast(sample(`target ${kind}`).stroke, fill), 3);
            for (const kind of ["last", "walked"]) {
              check(`landing ${kind}`, contrast(sample("landing", `trail ${kind}`).fill, fill), 3);
              check(`hoof ${kind}`, contrast(sample("hoof", `trail ${kind}`).fill, fill), 3);
            }
            check("swords", contrast(sample("swords", "trail last").stroke, fill), 3);
            for (const seat of ["white", "black", "red", "green", "blue", "yellow"]) {
              const ghost = sample("body", `piece ghost seat-${seat}`);
              const best = Math.max(contrast(ghost.fill, fill), contrast(ghost.stroke, fill));
              check(`ghost ${seat}`, best, 3);
            }
            check(
              "coordinate",
              contrast(styleOf(document.querySelector(".coordinates text")).fill, fill),
              4.5,
            );
          }
          const court = styleOf(document.querySelector(".square.castle rect")).fill;
          for (const gate of document.querySelectorAll(".gate path:first-child"))
            check("gate", contrast(styleOf(gate).stroke, court), 3);
          return weak;
        },
        /** @type {const} */ ([board, theme]),
      );
      assert.deepEqual(weak, [], `${board} ${theme}`);
    }
  }
  assertNoComplaints();
  await page.context().close();
});

it("each board theme tints the page, with readable colours", async () => {
  const page = await somebody(browser, server);
  await page.goto("/players");
  await page.waitForSelector("#no-leaders");
  await withColors(page);
  const grounds = new Set();
  const accents = new Set();
  for (const board of BOARDS) {
    for (const theme of SCHEMES) {
      const found = await page.evaluate(
        ([board, theme]) => {
          Object.assign(document.documentElement.dataset, { board, theme });
          const contrast = /** @type {(a: string, b: string) => number} */ (
            Reflect.get(globalThis, "contrast")
          );
          const probe = document.createElement("i");
          document.body.append(probe);
          const color = (/** @type {string} */ name) => {
            probe.style.color = `var(--${name})`;
            return getComputedStyle(probe).color;
          };
          /** @type {[string, string, number][]} */
          const pairs = [
            ["on-accent", "accent", 4.5],
            ["on-accent", "accent-strong", 4.5],
            ["accent-strong", "accent-soft", 4.5],
            ["warn", "warn-soft", 4.5],
            ["control-line", "surface", 3],
            ["focus", "ground", 3],
          ];
          for (const ground of ["ground", "surface", "sunken"])
            for (const text of ["text", "quiet", "accent", "danger"])
              pairs.push([text, ground, 4.5]);
          const weak = pairs.flatMap(([a, b, least]) => {
            const value = contrast(color(a), color(b));
            return value < least ? [`${a} on ${b}: ${value.toFixed(2)}`] : [];
          });
          const [ground, accent] = [color("ground"), color("accent")];
          probe.remove();
          return { weak, ground, accent };
        },
        /** @type {const} */ ([board, theme]),
      );
      assert.deepEqual(found.weak, [], `${board} ${theme}`);
      grounds.add(found.ground);
      accents.add(found.accent);
      assert.deepEqual(await violations(page), [], `${board} ${theme}`);
    }
  }
  assert.equal(grounds.size, BOARDS.length * SCHEMES.length);
  assert.equal(accents.size, BOARDS.length * SCHEMES.length);
  assertNoComplaints();
  await page.context().close();
});

it("the colour of a game stands out on the page, and the pieces of wood on their squares", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=camette");
  await page.waitForSelector('[data-square="D3"]');
  await withColors(page);
  const frames = new Set();
  for (const board of BOARDS) {
    for (const theme of SCHEMES) {
      const found = await page.evaluate(
        ([board, theme, tints]) => {
          Object.assign(document.documentElement.dataset, { board, theme, pieces: "wood" });
          const contrast = /** @type {(a: string, b: string) => number} */ (
            Reflect.get(globalThis, "contrast")
          );
          /** @type {string[]} */
          const weak = [];
          const check = (
            /** @type {string} */ name,
            /** @type {string} */ a,
            /** @type {string} */ b,
            /** @type {number} */ least,
          ) => {
            const value = contrast(a, b);
            if (value < least) weak.push(`${name}: ${value.toFixed(2)}`);
          };
          const probe = document.createElement("i");
          document.body.append(probe);
          const color = (/** @type {string} */ name) => {
            probe.style.color = `var(--${name})`;
            return getComputedStyle(probe).color;
          };
          const svg = document.querySelector("svg.board");
          const frame = svg?.querySelector(":scope > .frame");
          if (!svg || !frame) throw new Error("no board");
          const frames = tints.map((tint) => {
            probe.className = `tint-${tint}`;
            for (const ground of ["ground", "surface", "sunken"])
              check(`${tint} on ${ground}`, color("tint"), color(ground), 4.5);
            svg.setAttribute("class", `board tint-${tint}`);
            const { stroke } = getComputedStyle(frame);
            check(`frame of ${tint}`, stroke, color("rim"), 3);
            return stroke;
          });
          probe.remove();
          const fills = ["even", "odd"].map((kind) => {
            const square = document.querySelector(`.square.${kind}:not(.castle) rect`);
            if (!square) throw new Error("no square");
            return getComputedStyle(square).fill;
          });
          for (const seat of ["white", "black", "red", "green", "blue", "yellow"]) {
            const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
            const body = document.createElementNS("http://www.w3.org/2000/svg", "path");
            group.setAttribute("class", `piece seat-${seat}`);
            body.setAttribute("class", "body");
            group.append(body);
            svg.append(group);
            const { fill, stroke } = getComputedStyle(body);
            for (const square of fills) {
              const best = contrast(fill, square) > contrast(stroke, square) ? fill : stroke;
              check(`${seat} on ${square}`, best, square, 3);
            }
            group.remove();
          }
          return { weak, frames };
        },
        /** @type {const} */ ([board, theme, TINTS]),
      );
      assert.deepEqual(found.weak, [], `${board} ${theme}`);
      for (const frame of found.frames) frames.add(frame);
    }
  }
  assert.equal(frames.size, BOARDS.length * SCHEMES.length * TINTS.length);
  assertNoComplaints();
  await page.context().close();
});

it("the page's own fonts have the letters of names, and take the room of their fallbacks", async () => {
  const page = await somebody(browser, server);
  /** @type {import("playwright-core").Response[]} */
  const responses = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2")) responses.push(response);
  });
  const names = () => responses.map((response) => response.url().split("/").at(-1)).sort();
  await page.goto("/players");
  await page.waitForSelector("h1");
  await page.evaluate(() => document.fonts.ready);
  assert.deepEqual(names(), ["grenze-latin.woff2", "hanken-grotesk-latin.woff2"]);
  const { families, widths } = await page.evaluate(async () => {
    const names = "Łukasz Dvořák, José, Çağrı, Søren";
    const faces = ['600 32px "Chivalry Display"', '400 32px "Chivalry Text"'];
    await Promise.all(faces.map((face) => document.fonts.load(face, names)));
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    const text = "The Knight charges and takes the castle, then the game is over.";
    const width = (/** @type {string} */ font) => {
      if (!context) return 0;
      context.font = font;
      return context.measureText(text).width;
    };
    await Promise.all(
      ["Display", "Text"].map((name) => document.fonts.load(`16px "Chivalry ${name} Fallback"`)),
    );
    const families = ["h1", "body"].map((selector) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element).fontFamily : "";
    });
    const widths = ["Display", "Text"].map((name) => {
      const weight = name === "Display" ? 600 : 400;
      return (
        width(`${weight} 32px "Chivalry ${name} Fallback"`) /
        width(`${weight} 32px "Chivalry ${name}"`)
      );
    });
    return { families, widths };
  });
  assert.match(families[0], /^"Chivalry Display"/);
  assert.match(families[1], /^"Chivalry Text"/);
  for (const share of widths) assert.ok(Math.abs(share - 1) < 0.04, `${widths}`);
  assert.equal(responses.length, 4, "the letters beyond Latin-1 are in files of their own");
  let weight = 0;
  for (const response of responses) {
    assert.equal(await response.headerValue("content-type"), "font/woff2");
    weight += (await response.body()).length;
  }
  assert.ok(weight <= 60_000, `${weight} bytes`);
  assertNoComplaints();
  await page.context().close();
});

/** Opens a game in the study board at its start. @param {Page} page @param {string} variant @param {string[]} moves */
async function replay(page, variant, moves) {
  await page.goto(`/study?variant=${variant}&moves=${moves.join("+")}`);
  await page.waitForSelector(".tree [aria-current]");
  await page.keyboard.press("Home");
  await page.waitForSelector(".tree [aria-current]", { state: "detached" });
}

/** Counts the elements that an animation adds. @param {Page} page */
async function countEffects(page) {
  await page.evaluate(() => {
    const seen = { strike: 0, sweep: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          for (const name of /** @type {const} */ (["strike", "sweep"]))
            if (node instanceof Element && node.classList.contains(name)) seen[name] += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "seen"));
}

for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
  it(`captures and the castle entry are shown, with motion: ${reducedMotion}`, async () => {
    const { moves } = await shortGame(server, "cam");
    const captures = moves.join("").split("x").length - 1;
    assert.ok(captures > 2, `${moves}`);
    const page = await somebody(browser, server, { reducedMotion });
    await replay(page, "cam", moves);
    const seen = await countEffects(page);
    for (const ply of moves.keys()) {
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(`.tree [aria-current] >> text=${moves[ply].split(/[-x]/)[0]}`);
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const [from, to] = [moves[ply].split(/[-x]/)[0], moves[ply].split(/[-x]/).at(-1)];
      assert.equal(await page.locator(`.square.left[data-square="${from}"]`).count(), 1);
      assert.equal(await page.locator(`.square.last[data-square="${to}"]`).count(), 1);
      const marks = moves[ply].match(/x/g)?.length ?? 0;
      assert.equal(await page.locator('.leg[data-leg="jump"] .swords').count(), marks, moves[ply]);
    }
    const isMoving = reducedMotion === "no-preference";
    assert.deepEqual(await seen(), { strike: isMoving ? captures : 0, sweep: isMoving ? 1 : 0 });
    // The effects are gone, the pennant and the victor stay.
    assert.equal(await page.locator(".strike, .sweep").count(), 0);
    assert.equal(await page.locator(".pennant").count(), 1);
    assert.equal(await page.locator(".piece.victor").count(), 1);
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".pennant", { state: "detached" });
    assertNoComplaints();
    await page.context().close();
  });
}

/** Records vibrations and the loudness of tones. @param {Page} page */
async function listen(page) {
  await page.addInitScript(() => {
    const heard = { vibrations: /** @type {unknown[]} */ ([]), loudest: 0 };
    Object.assign(globalThis, { heard });
    Object.defineProperty(navigator, "vibrate", {
      value: (/** @type {unknown} */ pattern) => heard.vibrations.push(pattern) > 0,
    });
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, at) {
      // Frequencies are above 20.
      if (value < 1) heard.loudest = Math.max(heard.loudest, value);
      return ramp.call(this, value, at);
    };
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "heard"));
}

it("moves are heard and felt on a phone, as loud as the player wants", async () => {
  const { moves } = await shortGame(server, "cam");
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const results = [];
  for (const { settings, reducedMotion } of /** @type {const} */ ([
    { settings: { volume: 100 }, reducedMotion: "no-preference" },
    { settings: { volume: 30 }, reducedMotion: "no-preference" },
    { settings: { sound: false, vibration: false }, reducedMotion: "no-preference" },
    { settings: { volume: 100 }, reducedMotion: "reduce" },
  ])) {
    const page = await pageWith(settings, { ...phone, reducedMotion });
    const heard = await listen(page);
    await replay(page, "cam", moves);
    await page.click("h1");
    for (const ply of moves.keys()) {
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(`.tree [aria-current] >> text=${moves[ply].split(/[-x]/)[0]}`);
    }
    results.push(await heard());
    assertNoComplaints();
    await page.context().close();
  }
  const [loud, quiet, silent, still] = results;
  assert.ok(loud.loudest > 2 * quiet.loudest, `${loud.loudest} ${quiet.loudest}`);
  assert.ok(quiet.loudest > 0.001);
  assert.equal(loud.vibrations.length, moves.length);
  const kinds = new Set(loud.vibrations.map(String));
  assert.ok(kinds.size >= 3, `${[...kinds]}`);
  for (const nothing of [silent, still]) assert.deepEqual(nothing, { vibrations: [], loudest: 0 });
});

it("the volume is a setting, and an old piece set gives way to the own one", async () => {
  const page = await pageWith({ pieces: "classic" });
  await page.goto("/study?variant=grand-cam");
  await page.waitForSelector("svg.board .piece");
  const charges = () =>
    page.evaluate(() =>
      ["red", "green", "blue", "yellow"].map((seat) =>
        document
          .querySelector(`svg.board .piece.seat-${seat} .charge`)
          ?.getAttribute("data-charge"),
      ),
    );
  const own = ["cross", "chevron", "bar", "roundel"];
  await page.click("#open-settings");
  assert.equal(await page.isChecked('.settings label:has-text("Heraldry") input'), true);
  for (const name of ["Wood", "Figures", "Shields", "Letters", "Heraldry"]) {
    await page.click(`.settings label:has(input[name="set-pieces"]):has-text("${name}")`);
    assert.deepEqual(await charges(), own, name);
  }
  await page.fill("#volume", "35");
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("chivalry.settings") ?? "{}"));
  assert.equal((await stored()).volume, 35);
  await page.click('.settings label.switch:has-text("Sound")');
  await page.waitForSelector("#volume", { state: "detached" });
  assert.equal((await stored()).pieces, "heraldry");
  assertNoComplaints();
  await page.context().close();
});

it("small squares leave out fine lines", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=camelot");
  const display = () => page.$eval(".piece .fine", (line) => getComputedStyle(line).display);
  await page.waitForSelector("svg.board:not(.coarse) .piece");
  assert.notEqual(await display(), "none");
  await resize(page, { width: 320, height: 640 });
  await page.waitForSelector("svg.board.coarse");
  assert.equal(await display(), "none");
  await resize(page, { width: 1280, height: 820 });
  await page.waitForSelector("svg.board:not(.coarse)");
  assertNoComplaints();
  await page.context().close();
});

it("an empty page has a drawing, a sentence and an action", async () => {
  const page = await somebody(browser, server);
  await page.goto("/players");
  await page.waitForSelector("#no-leaders svg");
  await page.click("#no-leaders .primary");
  await page.waitForURL(`${server.url}/`);
  const other = await somebody(browser, server);
  await other.goto("/account");
  await other.waitForSelector(".link.online");
  const name = await other.textContent(".me span");
  await page.goto(`/players/${name}`);
  await page.waitForSelector("#no-games svg");
  await page.click("#no-games .primary");
  await page.waitForSelector("details.friend[open] #send-challenge");
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await Promise.all([page, other].map((each) => each.context().close()));
});
