// Clock readings extrapolated from the server's last statement, and time controls as text.

import { t } from "./i18n.js";

/** @typedef {{clock: ClockView, at: number}} Stated a clock and the server time of the statement */

/**
 * The milliseconds on a seat's clock at `now`; null without a limit.
 * @param {Stated} stated
 * @param {string} seat
 * @param {number} now server time
 */
export function leftOf({ clock, at }, seat, now) {
  const left = clock.left_ms?.[seat];
  if (left === undefined || left === null) return null;
  if (clock.running !== seat || clock.start_ms !== undefined) return left;
  const gone = Math.max(0, now - at - (clock.delay_ms ?? 0));
  return Math.max(0, left - gone);
}

/** Milliseconds left on the start timer; null if it does not run. @param {Stated} stated @param {number} now */
export function startLeft({ clock, at }, now) {
  return clock.start_ms === undefined ? null : Math.max(0, clock.start_ms - (now - at));
}

/** @param {number} ms */
export function clockText(ms) {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(ms / 1000);
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (d > 0) return t("time.days_hours", { d, h });
  if (h > 0) return `${h}:${two(m)}:${two(s)}`;
  if (seconds < 10) return `${m}:${two(s)}.${tenths % 10}`;
  return `${m}:${two(s)}`;
}

/** @param {number} ms */
const minutes = (ms) => Number((ms / 60_000).toFixed(2));

/** A time control in short notation: `5+3`, `3 days`. @param {TimeControl} time @returns {string} */
export function timeText(time) {
  const s = (/** @type {number} */ ms) => Number((ms / 1000).toFixed(1));
  switch (time.kind) {
    case "fischer":
      return `${minutes(time.initial_ms)}+${s(time.increment_ms)}`;
    case "delay":
      return `${minutes(time.initial_ms)} d${s(time.delay_ms)}`;
    case "byoyomi":
      return `${minutes(time.initial_ms)}+${time.periods}×${s(time.period_ms)}`;
    case "stages":
      return time.stages
        .map(({ moves, ms }) => `${moves ? `${moves}/` : ""}${minutes(ms)}`)
        .join(", ");
    case "correspondence":
      return t("time.days", { n: time.days });
    default:
      return t("time.unlimited");
  }
}

/** The speed category of a time control (docs/protocol.md, "Clocks"). @param {TimeControl} time */
export function speedOf(time) {
  if (time.kind === "unlimited") return "unlimited";
  if (time.kind === "correspondence") return "correspondence";
  let ms = 0;
  if (time.kind === "fischer") ms = time.initial_ms + 40 * time.increment_ms;
  else if (time.kind === "delay") ms = time.initial_ms + 40 * time.delay_ms;
  else if (time.kind === "byoyomi") ms = time.initial_ms + 40 * time.period_ms;
  else ms = time.stages[0].ms + 40 * (time.stages[0].increment_ms ?? 0);
  if (ms < 180_000) return "bullet";
  if (ms < 480_000) return "blitz";
  if (ms < 1_500_000) return "rapid";
  return ms < 86_400_000 ? "classical" : "correspondence";
}

const MINUTE = 60_000;

/** @param {number} minutes @param {number} seconds @returns {TimeControl} */
const fischer = (minutes, seconds) => ({
  kind: "fischer",
  initial_ms: minutes * MINUTE,
  increment_ms: seconds * 1000,
});

/** The selectable time controls. @type {TimeControl[]} */
export const TIMES = [
  fischer(1, 1),
  fischer(3, 2),
  fischer(5, 3),
  fischer(10, 5),
  fischer(15, 10),
  fischer(30, 20),
  { kind: "correspondence", days: 3 },
  { kind: "unlimited" },
];
