// The art of the board for images that the server draws: the page's own figures and colours, with
// the rules of its style sheet written as attributes. Colours are placeholders such as `{even}`,
// which the server fills in for a theme and a seat.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesOf, styleOf } from "./cascade.js";

/** @typedef {import("./cascade.js").Rule} Rule */
/** @typedef {import("./cascade.js").Element} Element */
/** @typedef {Record<string, string>} Colors */

/** The properties that become attributes. */
const LOOK = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "paint-order",
  "shape-rendering",
];

/** The elements that the server draws itself, as paths of `name.class` from the outermost. */
const DRAWN = {
  even: "g.square.even rect",
  odd: "g.square.odd rect",
  castle: "g.square.castle rect",
  water: "g.square.water rect",
  bridge: "g.square.bridge rect",
  last: "g.square.last rect",
  ring_left: "g.square.left rect.ring",
  ring_last: "g.square.last rect.ring",
  shadow: "path.shadow",
  frame: "path.frame",
  rim: "path.rim",
  ribbon: "g.trail.last g.leg path.ribbon",
  landing: "g.trail.last circle.landing",
  hoof: "g.trail.last g.leg circle.hoof",
  coordinate: "g.coordinates text",
  coordinate_on_gate: "g.coordinates text.on-gate",
};

/** Colours of the page around the board. */
const AROUND = ["ground", "surface", "text", "quiet", "line", "accent"];

const SEATS = ["white", "black", "red", "green", "blue", "yellow"];
const THEMES = ["linen", "slate", "forest"];

/** @param {string} text such as `g.square.even` @returns {Element} */
function element(text) {
  const [name, ...classes] = text.split(".");
  return { name, classes, isFirst: name === "rect" && !classes.includes("ring") };
}

/** The attributes of a style. Custom properties become placeholders. @param {Map<string, string>} style */
function attributes(style) {
  const value = (/** @type {string} */ text) => {
    let now = text;
    for (let found = /var\(--([\w-]+)\)/.exec(now); found; found = /var\(--([\w-]+)\)/.exec(now))
      now = now.replace(found[0], style.get(`--${found[1]}`) ?? `{${found[1]}}`);
    return now;
  };
  // An opacity of one paint only needs no group.
  const isFilled = style.get("fill") !== "none";
  const opacity = !isFilled ? "stroke-opacity" : style.has("stroke") ? "opacity" : "fill-opacity";
  return LOOK.filter((name) => style.has(name))
    .map((name) => ` ${name === "opacity" ? opacity : name}="${value(style.get(name) ?? "")}"`)
    .join("");
}

/**
 * A figure with attributes instead of classes. A coarse one has no fine lines.
 * @param {string} figure @param {Rule[]} rules @param {boolean} isCoarse
 */
function styled(figure, rules, isCoarse) {
  /** @type {Element[]} */
  const path = [{ name: "svg", classes: isCoarse ? ["coarse"] : [], isFirst: false }];
  const tags = /<(\/?)(\w+)((?:\s[\w-]+="[^"]*")*)\s*(\/?)>/g;
  return figure.replace(/\s*\n\s*/g, "").replace(tags, (_, close, name, given, empty) => {
    if (close) {
      path.pop();
      return `</${name}>`;
    }
    const named = /\sclass="([^"]*)"/.exec(given)?.[1].split(" ") ?? [];
    // The colours of the seat stay placeholders.
    const classes = named.filter((each) => !each.startsWith("seat-"));
    const style = styleOf(rules, [...path, { name, classes, isFirst: false }]);
    if (!empty) path.push({ name, classes, isFirst: false });
    else if (style.get("display") === "none") return "";
    const rest = given.replace(/\s(class|data-[\w-]+)="[^"]*"|\s\w+=""/g, "");
    return `<${name}${attributes(style)}${rest}${empty && "/"}>`;
  });
}

/** @param {string} color a colour with six digits, or three */
function channels(color) {
  const digits = color.slice(1).replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3");
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

/**
 * The colours of a theme, by name.
 * @param {Map<string, string>} values its custom properties @param {boolean} isDark
 */
function colors(values, isDark) {
  /** @param {string} name @returns {string} */
  const color = (name) => {
    const text = values.get(`--${name}`);
    if (!text) throw new Error(`the style sheets have no colour ${name}`);
    const value = text.replace(/light-dark\(([^,]+), ([^)]+)\)/, isDark ? "$2" : "$1");
    const mixed = /^color-mix\(in srgb, (#\w+) (\d+)%, var\(--(\w+)\)\)$/.exec(value);
    if (!mixed) {
      if (!/^#(\w{3}|\w{6})$/.test(value)) throw new Error(`${name} is no colour: ${value}`);
      return value;
    }
    const [a, b, share] = [channels(mixed[1]), channels(color(mixed[3])), Number(mixed[2]) / 100];
    const mix = a.map((part, index) => Math.round(part * share + b[index] * (1 - share)));
    return `#${mix.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  return color;
}

/** The declarations of the rules with exactly these selectors. @param {string} css @param {string[]} selectors */
function declared(css, selectors) {
  const values = new Map();
  for (const selector of selectors) {
    const body = css.split(`\n${selector} {`).slice(1);
    for (const each of body) {
      for (const [, name, value] of each
        .slice(0, each.indexOf("}"))
        .matchAll(/(--[\w-]+):\s*([^;]+);/g))
        values.set(name, value.replace(/\s+/g, " "));
    }
  }
  return values;
}

/**
 * The art as one JSON document.
 * @param {string} app the folder of the page
 * @param {{charges: Record<string, string>} & Record<string, string | Record<string, string>>} figures
 */
export function art(app, { charges, ...figures }) {
  const read = (/** @type {string} */ name) => readFileSync(join(app, "style", name), "utf8");
  const [base, board] = [read("base.css"), read("board.css")];
  const rules = rulesOf(board);
  const drawn = Object.entries(DRAWN).map(([name, path]) => {
    const style = styleOf(rules, path.split(" ").map(element));
    return [name, attributes(style).trim()];
  });
  const shapes = (/** @type {boolean} */ isCoarse) =>
    Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [
        name,
        typeof figure === "string"
          ? styled(figure, rules, isCoarse)
          : Object.fromEntries(
              Object.entries(figure).map(([key, one]) => [key, styled(one, rules, isCoarse)]),
            ),
      ]),
    );
  const [fine, coarse] = [shapes(false), shapes(true)];
  const size = (/** @type {string[]} */ path) => {
    const style = styleOf(rules, path.map(element));
    const font = style.get("font-size") ?? style.get("font") ?? "";
    return Number(/([\d.]+)px/.exec(font)?.[1]);
  };
  const text = JSON.stringify([drawn, fine, coarse]);
  const used = new Set([...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name));
  const ofTheme = [...used]
    .filter((name) => !name.startsWith("piece"))
    .concat(AROUND)
    .sort();
  const ofSeat = [...used].filter((name) => name.startsWith("piece")).sort();
  const css = `\n${base}\n${board}`;
  const themes = THEMES.map((theme) => {
    const values = declared(css, [":root", `:root[data-board="${theme}"]`]);
    const both = [false, true].map((isDark) => {
      const color = colors(values, isDark);
      return Object.fromEntries([...new Set(ofTheme)].map((name) => [name, color(name)]));
    });
    return [theme, { light: both[0], dark: both[1] }];
  });
  const seats = SEATS.map((seat) => {
    const color = colors(declared(css, [`.seat-${seat}`]), false);
    return [seat, Object.fromEntries(ofSeat.map((name) => [name, color(name)]))];
  });
  const lowercase = Object.entries(charges).map(([seat, charge]) => [seat.toLowerCase(), charge]);
  return {
    themes: Object.fromEntries(themes),
    seats: Object.fromEntries(seats),
    charges: Object.fromEntries(lowercase),
    drawn: Object.fromEntries(drawn),
    letter_height: {
      fine: size(["g.coordinates", "text"]),
      coarse: size(["svg.coarse", "g.coordinates", "text"]),
    },
    fine,
    coarse,
  };
}
