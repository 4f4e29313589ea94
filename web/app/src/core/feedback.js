// Feedback besides rendering: sounds, screen-reader announcements, the title, the icon and
// notifications of a hidden page.

import { settings } from "./settings.js";

/**
 * A sound of the page: `noise` is filtered around its frequencies, anything else is a tone.
 * @typedef {{at: number, from: number, to: number, length: number, loud: number, type?: OscillatorType | "noise"}} Tone
 */

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** Time in milliseconds until which the fanfare of a victory sounds. */
let fanfareUntil = 0;

/** Browsers allow sound only after a user gesture. */
export function readySound() {
  const ready = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  };
  addEventListener("pointerdown", ready, { passive: true });
  addEventListener("keydown", ready, { passive: true });
}

/** One second of white noise. @param {AudioContext} context */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Plays a short decaying tone.
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} volume from 0 to 1
 */
function play(context, { at, from, to, length, loud, type = "sine" }, volume) {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0001, loud * volume), start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  const glide = (/** @type {AudioParam} */ frequency) => {
    frequency.setValueAtTime(from, start);
    frequency.exponentialRampToValueAtTime(to, start + length);
  };
  /** @type {AudioScheduledSourceNode} */
  let source;
  if (type === "noise") {
    noise ??= whiteNoise(context);
    const [player, filter] = [context.createBufferSource(), context.createBiquadFilter()];
    player.buffer = noise;
    filter.type = "bandpass";
    filter.Q.value = 1.4;
    glide(filter.frequency);
    player.connect(filter).connect(gain);
    source = player;
  } else {
    const oscillator = context.createOscillator();
    oscillator.type = type;
    glide(oscillator.frequency);
    oscillator.connect(gain);
    source = oscillator;
  }
  source.start(start);
  source.stop(start + length + 0.02);
}

/** A note that a horn plays. @param {number} at @param {number} pitch @param {number} length @param {number} [loud] @returns {Tone[]} */
const horn = (at, pitch, length, loud = 0.14) => [
  { at, from: pitch, to: pitch, length, loud, type: "triangle" },
  { at, from: pitch * 2, to: pitch * 2, length: length * 0.7, loud: loud * 0.3 },
];

/** @satisfies {Record<string, Tone[]>} */
const SOUNDS = {
  // A piece of wood set down.
  move: [
    { at: 0, from: 320, to: 110, length: 0.09, loud: 0.3, type: "triangle" },
    { at: 0, from: 1500, to: 700, length: 0.04, loud: 0.25, type: "noise" },
  ],
  // Two hoofs.
  canter: [
    { at: 0, from: 520, to: 300, length: 0.06, loud: 0.5, type: "noise" },
    { at: 0, from: 210, to: 120, length: 0.07, loud: 0.22, type: "triangle" },
    { at: 0.075, from: 640, to: 380, length: 0.05, loud: 0.4, type: "noise" },
    { at: 0.075, from: 250, to: 150, length: 0.06, loud: 0.16, type: "triangle" },
  ],
  // A blow on a shield.
  capture: [
    { at: 0, from: 2600, to: 900, length: 0.07, loud: 0.4, type: "noise" },
    { at: 0, from: 200, to: 70, length: 0.16, loud: 0.36, type: "triangle" },
    { at: 0.005, from: 1245, to: 1230, length: 0.28, loud: 0.05 },
    { at: 0.005, from: 1870, to: 1850, length: 0.2, loud: 0.03 },
  ],
  // The ground shakes.
  charge: [
    { at: 0, from: 60, to: 120, length: 0.5, loud: 0.3, type: "triangle" },
    { at: 0, from: 120, to: 420, length: 0.5, loud: 0.3, type: "noise" },
  ],
  castle: [...horn(0, 392, 0.16), ...horn(0.15, 523.25, 0.16), ...horn(0.3, 659.25, 0.5)],
  victory: [
    ...horn(0, 523.25, 0.14),
    ...horn(0.15, 523.25, 0.14),
    ...horn(0.3, 659.25, 0.2),
    ...horn(0.52, 783.99, 0.9),
    ...horn(0.52, 523.25, 0.9, 0.08),
    ...horn(0.52, 659.25, 0.9, 0.08),
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

/** @typedef {keyof typeof SOUNDS} SoundName */

/** Vibrations in milliseconds: on, off, on. @type {Partial<Record<SoundName, number[]>>} */
const VIBRATIONS = {
  move: [8],
  canter: [8, 40, 8],
  capture: [25],
  charge: [10, 30, 15, 30, 20],
  castle: [30, 50, 60],
  victory: [40, 60, 40, 60, 120],
  low: [20, 60, 20],
  refused: [15, 30, 15],
};

/** Plays a sound, and vibrates a phone. @param {SoundName} name */
export function sound(name) {
  playAt(name, 0);
  vibrate(name);
}

/** @param {SoundName} name @param {number} after milliseconds from now */
export function playAt(name, after) {
  const now = performance.now();
  // The fanfare has already said that the game is over.
  if (isStill() || (name === "end" && now < fanfareUntil)) return;
  if (name === "victory") fanfareUntil = now + after + 1500;
  if (!settings.sound || audio?.state !== "running") return;
  const volume = (settings.volume / 100) ** 1.5;
  for (const tone of SOUNDS[name]) play(audio, { ...tone, at: tone.at + after / 1000 }, volume);
}

/** Vibrates a phone, in place of a vibration that has not ended. @param {SoundName} name */
export function vibrate(name) {
  const pattern = VIBRATIONS[name];
  if (pattern && settings.vibration && canVibrate() && !isStill() && !document.hidden)
    navigator.vibrate(pattern);
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** True on phones with a motor. */
export function canVibrate() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
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
  icon.dataset.usual ??= icon.href;
  const href = (isMyTurn && icon.dataset.turn) || icon.dataset.usual;
  if (icon.getAttribute("href") !== href) icon.href = href;
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
