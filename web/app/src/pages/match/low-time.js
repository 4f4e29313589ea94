// A single warning when little time is left.

import { leftOf } from "../../core/clock.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";

export class LowTime {
  #isWarned = false;

  /** @param {import("../../core/contest.js").Contest} contest @param {string} seat @param {number} now */
  look(contest, seat, now) {
    if (contest.stated.clock.running !== seat) return;
    const left = leftOf(contest.stated, seat, now);
    if (left === null || left > 30_000) {
      this.#isWarned = false;
    } else if (left < 10_000 && !this.#isWarned) {
      this.#isWarned = true;
      sound("low");
      announce(t("say.low_time"));
    }
  }
}
