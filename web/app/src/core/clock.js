// Clock readings extrapolated from the server's last statement, and time controls as text.

import { decimal, t } from "./i18n.js";

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
  // The clock of a player on vacation, or in the hours of rest, stands still.
  const from = clock.rests_until ? Math.max(at, Date.parse(clock.rests_until)) : at;
  const gone = Math.max(0, now - from - (clock.delay_ms ?? 0));
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

/** The time that a move took, in its largest unit or two. @param {number} ms */
export function spentText(ms) {
  const seconds = ms / 1000;
  const whole = Math.floor(seconds);
  if (seconds < 10) return t("time.s", { n: decimal(Math.floor(ms / 100) / 10, 1) });
  if (whole < 60) return t("time.s", { n: whole });
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < 86_400) return t("time.h", { n: Math.floor(whole / 3600) });
  return t("time.d", { n: Math.floor(whole / 86_400) });
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
    case "correspondence": {
      const days = t("time.days", { n: time.days });
      return time.rest ? `${days} · ${restText(time.rest)}` : days;
    }
    default:
      return t("time.unlimited");
  }
}

/** The hours of rest: `23:00–07:00 UTC-3`, and the days off. @param {NonNullable<Extract<TimeControl, {kind: "correspondence"}>["rest"]>} rest */
function restText({ utc_offset_min = 0, days_off = [], from_min = 0, until_min = 0 }) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const clock = (/** @type {number} */ min) => `${two(Math.floor(min / 60))}:${two(min % 60)}`;
  const hours = from_min === until_min ? "" : `${clock(from_min)}–${clock(until_min)}`;
  const sign = utc_offset_min < 0 ? "-" : "+";
  const zone = utc_offset_min === 0 ? "UTC" : `UTC${sign}${clock(Math.abs(utc_offset_min))}`;
  const days = days_off.map((day) => t(`rest.${day}`)).join(" ");
  return [t("rest.title"), days, hours, zone].filter(Boolean).join(" ");
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
  { kind: "correspondence", days: 3, vacation: true },
  { kind: "unlimited" },
];
