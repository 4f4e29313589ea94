// The sound of a move: one for each leg at the time of its animation, then the castle.

import { playAt, vibrate } from "../core/feedback.js";
import { legEnds } from "./animation.js";
import { isEntry, victors } from "./castle.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {import("../core/feedback.js").SoundName} SoundName */

const OF_LEG = /** @type {const} */ ({ step: "move", canter: "canter", jump: "capture" });

/**
 * The sounds of a move, each with its time in milliseconds.
 * @param {Board} board
 * @param {Pick<Played, "legs" | "seat" | "after">} made
 * @returns {{name: SoundName, at: number}[]}
 */
export function soundsOf(board, { legs, seat, after }) {
  if (legs.length === 0) return [{ name: "move", at: 0 }];
  const ends = legEnds(legs);
  /** @type {{name: SoundName, at: number}[]} */
  const sounds = legs.map(({ kind }, index) => ({
    name: OF_LEG[kind],
    at: ((ends[index - 1] ?? 0) + ends[index]) / 2,
  }));
  const isCharge = legs[0].kind === "canter" && legs.at(-1)?.kind === "jump";
  if (isCharge) sounds.unshift({ name: "charge", at: 0 });
  if (isEntry(board, { legs, seat })) {
    const name = victors(board, after).length > 0 ? "victory" : "castle";
    sounds.push({ name, at: ends[ends.length - 1] });
  }
  return sounds;
}

/** Plays a move, and vibrates a phone once. @param {Board} board @param {Pick<Played, "legs" | "seat" | "after">} made */
export function moveSound(board, made) {
  const sounds = soundsOf(board, made);
  for (const { name, at } of sounds) playAt(name, at);
  const [first, last] = [sounds[0], sounds[sounds.length - 1]];
  const isPlain = last.name === "move" || last.name === "capture";
  vibrate(first.name === "charge" && isPlain ? first.name : last.name);
}
