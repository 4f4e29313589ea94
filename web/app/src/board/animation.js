// Animation of a move, leg by leg: hops over pieces, struck pieces, and the entry into a castle.

import { settings } from "../core/settings.js";
import { CELL, placesAround } from "./geometry.js";
import { seatClass } from "./pieces.js";

/** @typedef {import("./geometry.js").View} View */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {import("../rules/positions.js").Leg} Leg */

const LEG_MS = 190;
const SHORTEST_LEG_MS = 90;
const LONGEST_MS = 1200;
/** The share of a leg's time that the next leg takes: a charge accelerates. */
const FASTER = 0.84;
const STRIKE_MS = 260;
const FLIGHT_MS = 420;
const PENNANT_MS = 450;
const SWEEP_MS = 600;
const VICTORY_MS = 900;

/** Height and scale of a piece in the middle of a leg. */
const HOPS = {
  step: { up: 0, scale: 1 },
  canter: { up: 8, scale: 1.07 },
  jump: { up: 13, scale: 1.14 },
};

export function isAnimated() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The time in milliseconds at which each leg ends. @param {Pick<Leg, "kind">[]} legs @returns {number[]} */
export function legEnds(legs) {
  let [end, length] = [0, LEG_MS];
  const ends = legs.map(() => {
    end += length;
    length = Math.max(SHORTEST_LEG_MS, length * FASTER);
    return end;
  });
  const most = Math.min(1, LONGEST_MS / end);
  return ends.map((each) => each * most);
}

/**
 * Moves the drawn piece along its path and removes each captured piece as it is jumped.
 * @param {Element | null} drawing
 * @param {View} view
 * @param {Pick<Played, "legs" | "captured"> & {isDropped?: boolean}} made a dropped piece has
 *   arrived, and only its effects are animated
 * @returns {Promise<void>} resolves when everything has ended
 */
export async function animate(drawing, view, { legs, captured, isDropped = false }) {
  const to = legs.at(-1)?.to;
  const piece = drawing?.querySelector(`[data-piece="${to}"]`);
  if (!drawing || !piece || !to || !("animate" in piece)) return;
  const ends = isDropped ? legs.map(() => 0) : legEnds(legs);
  const running = isDropped ? [] : [ride(piece, view, legs, ends)];
  const home = homeOf(view, piece);
  for (const { square } of captured) {
    const leg = legs.findIndex(({ over, kind }) => over === square && kind === "jump");
    const start = ends[leg - 1] ?? 0;
    const delay = (start + (ends[leg] ?? start)) / 2;
    running.push(strike(drawing, view, square, delay));
    const ghost = drawing.querySelector(`[data-ghost="${square}"]`);
    if (ghost) running.push(carryOff(ghost, view, square, { home, delay }));
  }
  const arrival = ends.at(-1) ?? 0;
  const flag = drawing.querySelector(`[data-pennant="${to}"]`);
  if (flag && !view.board.goalOf.has(legs[0].from)) {
    running.push(raise(flag, arrival), sweep(drawing, view, arrival));
    for (const victor of drawing.querySelectorAll(".piece.victor"))
      running.push(celebrate(victor, arrival));
  }
  await Promise.all(running.map(({ finished }) => finished.catch(() => {})));
}

/** @param {View} view @param {string} square */
const corner = (view, square) => view.at.get(square) ?? { x: 0, y: 0 };

/** The transform of a piece, scaled about its middle. @param {{x: number, y: number}} place @param {number} [scale] */
const placed = ({ x, y }, scale = 1) =>
  `translate(${x + CELL / 2}px, ${y + CELL / 2}px) scale(${scale}) translate(${-CELL / 2}px, ${-CELL / 2}px)`;

/** @param {Element} piece @param {View} view @param {Leg[]} legs @param {number[]} ends */
function ride(piece, view, legs, ends) {
  const duration = ends[ends.length - 1];
  /** @type {Keyframe[]} */
  const frames = [{ transform: placed(corner(view, legs[0].from)), offset: 0 }];
  for (const [index, { from, to, kind }] of legs.entries()) {
    const [a, b] = [corner(view, from), corner(view, to)];
    const [start, end] = [(ends[index - 1] ?? 0) / duration, ends[index] / duration];
    const { up, scale } = HOPS[kind];
    frames[frames.length - 1].easing = "ease-in";
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - up };
    frames.push({
      transform: placed(middle, scale),
      offset: (start + end) / 2,
      easing: "ease-out",
    });
    frames.push({ transform: placed(b), offset: Math.min(1, end) });
  }
  return piece.animate(frames, { duration });
}

/** A place beyond the edge of the board at which the army of a piece stands. @param {View} view @param {Element} piece */
function homeOf(view, piece) {
  const { variant } = view.board;
  const seat = variant.seats.find((each) => piece.classList.contains(seatClass(variant, each)));
  const place = placesAround(view).get(seat ?? "") ?? "bottom";
  const [x, y] = [
    place.includes("left") ? 0 : place.includes("right") ? view.width : view.width / 2,
    place.includes("top") ? 0 : place.includes("bottom") ? view.height : view.height / 2,
  ];
  return { x: x - CELL / 2, y: y - CELL / 2 };
}

/** @param {string} name @param {Record<string, string>} attributes */
function shapeOf(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A flash where a piece is struck. @param {Element} drawing @param {View} view @param {string} square @param {number} delay */
function strike(drawing, view, square, delay) {
  const { x, y } = corner(view, square);
  const points = Array.from({ length: 16 }, (_, index) => {
    const [radius, angle] = [index % 2 === 0 ? 19 : 8, (index * Math.PI) / 8];
    return `${radius * Math.cos(angle)},${radius * Math.sin(angle)}`;
  });
  const flash = shapeOf("polygon", { class: "strike", points: points.join(" ") });
  drawing.append(flash);
  const at = `translate(${x + CELL / 2}px, ${y + CELL / 2}px)`;
  const running = flash.animate(
    [
      { transform: `${at} scale(0.2)`, opacity: 0 },
      { transform: `${at} scale(1)`, opacity: 1, offset: 0.35 },
      { transform: `${at} scale(1.25)`, opacity: 0 },
    ],
    { delay, duration: STRIKE_MS, fill: "both" },
  );
  running.finished.catch(() => {}).finally(() => flash.remove());
  return running;
}

/**
 * A captured piece leaves the board on the side of the capturing army.
 * @param {Element} ghost
 * @param {View} view
 * @param {string} square
 * @param {{home: {x: number, y: number}, delay: number}} flight
 */
function carryOff(ghost, view, square, { home, delay }) {
  const from = corner(view, square);
  return ghost.animate(
    [
      { transform: placed(from), opacity: 1, easing: "ease-in" },
      { transform: placed(home, 0.5), opacity: 0 },
    ],
    { delay, duration: FLIGHT_MS, fill: "forwards" },
  );
}

/** @param {Element} flag @param {number} delay */
function raise(flag, delay) {
  return flag.animate(
    [
      { transform: "translateY(24px) scaleY(0.2)", opacity: 0 },
      { transform: "translateY(-2px) scaleY(1.04)", opacity: 1, offset: 0.8 },
      { transform: "none", opacity: 1 },
    ],
    { delay, duration: PENNANT_MS, easing: "ease-out", fill: "backwards" },
  );
}

/** A light runs along the frame. @param {Element} drawing @param {View} view @param {number} delay */
function sweep(drawing, view, delay) {
  const light = shapeOf("path", {
    class: "sweep",
    d: view.outline,
    pathLength: "1",
    "stroke-dasharray": "0.3 1",
  });
  drawing.querySelector(".rim")?.before(light);
  const running = light.animate(
    [
      { strokeDashoffset: 0.3, opacity: 1 },
      { strokeDashoffset: -0.7, opacity: 1, offset: 0.8 },
      { strokeDashoffset: -1, opacity: 0 },
    ],
    { delay, duration: SWEEP_MS, fill: "both" },
  );
  running.finished.catch(() => {}).finally(() => light.remove());
  return running;
}

/** A piece that took the castle. @param {Element} piece @param {number} delay */
function celebrate(piece, delay) {
  const still = { transform: "none" };
  const up = { transform: `translate(0, -7px)`, easing: "ease-in" };
  return piece.animate([still, up, still, { ...up, transform: "translate(0, -4px)" }, still], {
    delay,
    duration: VICTORY_MS,
    easing: "ease-out",
    composite: "add",
  });
}

/** The position of a pointer in the drawing's units. @param {SVGSVGElement} drawing @param {PointerEvent} event */
export function pointIn(drawing, event) {
  const matrix = drawing.getScreenCTM()?.inverse();
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = matrix ? point.matrixTransform(matrix) : point;
  return { x: x - CELL / 2, y: y - CELL / 2 };
}
