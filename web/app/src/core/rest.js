// The hours of rest of a new correspondence game.

/** @typedef {{hasWeekend: boolean, from: string, until: string}} Rest the times are `HH:MM`, or empty */
/** @typedef {NonNullable<Extract<TimeControl, {kind: "correspondence"}>["rest"]>} RestHours */

/** @returns {Rest} */
export const noRest = () => ({ hasWeekend: false, from: "", until: "" });

/** The minutes after midnight. @param {string} time */
function minutesOf(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * A time control with the hours of rest in the time zone of the player. Time controls of other kinds
 * stay as they are.
 * @param {TimeControl} time
 * @param {Rest} rest
 * @param {number} [offset] the minutes from local time to UTC
 * @returns {TimeControl}
 */
export function withRest(time, rest, offset = new Date().getTimezoneOffset()) {
  const { hasWeekend, from, until } = rest;
  const hasHours = from !== "" && until !== "" && from !== until;
  if (time.kind !== "correspondence" || !(hasWeekend || hasHours)) return time;
  /** @type {RestHours} */
  const hours = {
    utc_offset_min: offset === 0 ? 0 : -offset,
    days_off: hasWeekend ? ["saturday", "sunday"] : [],
    from_min: hasHours ? minutesOf(from) : 0,
    until_min: hasHours ? minutesOf(until) : 0,
  };
  return { ...time, rest: hours };
}
