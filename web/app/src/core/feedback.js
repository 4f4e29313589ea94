// Feedback besides rendering: sounds, screen-reader announcements, the title, the icon and
// notifications of a hidden page.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after a user gesture. */
export function readySound() {
  const ready = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  };
  addEventListener("pointerdown", ready, { passive: true });
  addEventListener("keydown", ready, { passive: true });
}

/**
 * Plays a short decaying tone.
 * @param {AudioContext} context
 * @param {{at: number, from: number, to: number, length: number, loud: number, type?: OscillatorType}} tone
 */
function tone(context, { at, from, to, length, loud, type = "sine" }) {
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** @type {Record<string, {at: number, from: number, to: number, length: number, loud: number, type?: OscillatorType}[]>} */
const SOUNDS = {
  move: [
    { at: 0, from: 320, to: 110, length: 0.09, loud: 0.3, type: "triangle" },
    { at: 0, from: 1400, to: 500, length: 0.03, loud: 0.08, type: "square" },
  ],
  capture: [
    { at: 0, from: 300, to: 90, length: 0.1, loud: 0.32, type: "triangle" },
    { at: 0.07, from: 200, to: 60, length: 0.14, loud: 0.36, type: "triangle" },
    { at: 0.07, from: 1100, to: 300, length: 0.04, loud: 0.1, type: "square" },
  ],
  start: [
    { at: 0, from: 523, to: 523, length: 0.16, loud: 0.16 },
    { at: 0.13, from: 784, to: 784, length: 0.3, loud: 0.16 },
  ],
  end: [
    { at: 0, from: 784, to: 784, length: 0.16, loud: 0.15 },
    { at: 0.14, from: 587, to: 587, length: 0.16, loud: 0.15 },
    { at: 0.28, from: 523, to: 523, length: 0.45, loud: 0.15 },
  ],
  low: [
    { at: 0, from: 880, to: 880, length: 0.08, loud: 0.12, type: "triangle" },
    { at: 0.14, from: 880, to: 880, length: 0.08, loud: 0.12, type: "triangle" },
  ],
  refused: [{ at: 0, from: 170, to: 120, length: 0.14, loud: 0.2, type: "triangle" }],
};

/** @param {"move" | "capture" | "start" | "end" | "low" | "refused"} name */
export function sound(name) {
  if (!settings.sound || !audio || audio.state !== "running") return;
  for (const each of SOUNDS[name]) tone(audio, each);
}

/** Announces text to screen readers. @param {string} words */
export function announce(words) {
  const region = document.getElementById("announcements");
  if (!region || !words) return;
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.children.length > 8) region.firstElementChild?.remove();
}

/** Sets the title and icon, which show the player's turn. @param {string} title @param {boolean} isMyTurn */
export function showTitle(title, isMyTurn) {
  const text = isMyTurn ? `● ${title}` : title;
  if (document.title !== text) document.title = text;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (!icon) return;
  const href = icon.href.replace(/[^/]+$/, isMyTurn ? "turn.svg" : "icon.svg");
  if (icon.href !== href) icon.href = href;
}

/** Shows a notification if the page is hidden. @param {string} title @param {string} body */
export function notify(title, body) {
  if (!settings.notifications || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const notification = new Notification(title, { body, tag: location.pathname });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
