// Chat of a match, a fold of the server's frames, with the read position.

import { ask } from "./api.js";

/** @typedef {RoomField} Room */
/** @typedef {LineView & {room: Room}} Line */

const KEY = "chivalry.heard";
/** Number of matches whose read positions are stored. */
const KEPT = 50;
/** Number of lines that are requested again after a mute. */
const LAST = 50;

export class Talk {
  /** @type {Map<string, Line>} */
  #lines = new Map();
  /** Muted players. @type {Set<string>} */
  #muted = new Set();
  /** The last read line of each room. @type {Record<string, number>} */
  #read;

  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.#read = kept()[match] ?? {};
  }

  /** The lines of both rooms in chronological order. */
  get lines() {
    return [...this.#lines.values()]
      .filter(({ player }) => !this.#muted.has(player.id))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.line - b.line);
  }

  /** Applies a frame. @param {Frame} frame @returns {boolean} true if it is a chat frame */
  take(frame) {
    switch (frame.t) {
      case "chat":
        this.add(frame.room, [{ ...frame, at: frame.now }]);
        return true;
      case "chat_history":
        this.add(frame.room, frame.lines);
        return true;
      case "chat_hidden": {
        const line = this.#lines.get(`${frame.room} ${frame.line}`);
        if (line) line.text = null;
        return true;
      }
      default:
        return false;
    }
  }

  /** @param {Room} room @param {any[]} lines */
  add(room, lines) {
    for (const { line, at, player, text } of lines) {
      this.#lines.set(`${room} ${line}`, { room, line, at, player, text });
    }
  }

  /** The number of unread lines of other players. @param {string | undefined} me */
  unread(me) {
    return this.lines.filter(
      ({ room, line, player }) => player.id !== me && line > (this.#read[room] ?? 0),
    ).length;
  }

  /** Marks all lines as read. */
  read() {
    let isNew = false;
    for (const { room, line } of this.#lines.values()) {
      if (line <= (this.#read[room] ?? 0)) continue;
      this.#read[room] = line;
      isNew = true;
    }
    if (!isNew) return;
    const others = Object.entries(kept()).filter(([match]) => match !== this.match);
    const all = [[this.match, this.#read], ...others].slice(0, KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // Without storage the lines are unread again on the next visit.
    }
  }

  /** Mutes a player everywhere. @param {PlayerView} player */
  async mute(player) {
    await setMuted(player.name, true);
    this.#muted.add(player.id);
  }

  /** Unmutes a player. @param {PlayerView} player */
  async unmute(player) {
    await setMuted(player.name, false);
    this.#muted.delete(player.id);
  }

  /** Requests the last lines of a room that the player could not read before. @param {Room} room */
  async catchUp(room) {
    const known = this.lines.filter((line) => line.room === room).at(-1)?.line ?? 0;
    const since = Math.max(0, known - LAST);
    const { items } = await ask("GET", `/matches/${this.match}/chat?room=${room}&since=${since}`);
    this.add(room, items);
  }
}

/** @param {string} name @param {boolean} isMuted */
export function setMuted(name, isMuted) {
  return ask(isMuted ? "PUT" : "DELETE", `/mutes/${encodeURIComponent(name)}`);
}

/** @returns {Record<string, Record<string, number>>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
