// Schedules: tournaments that repeat each week.

import { html, nothing } from "../../core/dom.js";
import { languageNow, t } from "../../core/i18n.js";

/** The choices of the short form. */
export const REPEATS = /** @type {const} */ (["once", "weekly", "daily"]);

/** The days of the week in the order of `Date.getDay`. */
const DAYS = /** @type {const} */ ([
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
]);

/** A date whose day of the week is Sunday, in milliseconds. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;

/** The name of a day of the week. @param {string} day */
function dayName(day) {
  const date = new Date(SUNDAY + DAYS.indexOf(/** @type {any} */ (day)) * DAY);
  return date.toLocaleDateString(languageNow(), { weekday: "long", timeZone: "UTC" });
}

/** The times of a schedule as a sentence. @param {ScheduleView} schedule */
export function scheduleTimes({ recurrence: { days, time, zone = "UTC" } }) {
  if (days.length === DAYS.length) return t("schedule.daily_at", { time, zone });
  const names = days.map(dayName);
  const list = new Intl.ListFormat(languageNow()).format(names);
  return t("schedule.weekly_at", { days: list, time, zone });
}

/** The time zone of the browser. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * The times of a schedule whose first tournament begins at a local time.
 * @param {typeof REPEATS[number]} repeat
 * @param {string} startsAt value of a `datetime-local` input
 */
export function recurrenceOf(repeat, startsAt) {
  const day = DAYS[new Date(startsAt).getDay()];
  const days = repeat === "daily" ? DAYS : [day];
  return { days, time: startsAt.slice(11, 16), zone: ownZone() };
}

/** Links to schedules. @param {ScheduleView[]} schedules */
export function scheduleLinks(schedules) {
  if (schedules.length === 0) return nothing;
  return html`<section class="card" id="schedules"><h2>${t("schedule.title")}</h2>
    <ul class="bare">${schedules.map(
      (it) => html`<li class="row"><a href="/schedules/${it.schedule}">${it.plan.name}</a>
        <span class="quiet">${scheduleTimes(it)}</span></li>`,
    )}</ul></section>`;
}
