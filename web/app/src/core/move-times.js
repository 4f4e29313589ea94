// The time that each move took, from the events of a match.

export class MoveTimes {
  /** Milliseconds that each ply took, by index; null without a time, such as a pass. @type {(number | null | undefined)[]} */
  used = [];
  /** Milliseconds left on the mover's clock after each ply. @type {(number | null | undefined)[]} */
  left = [];
  /** The server time at which the turn began; 0 if unknown. */
  #since = 0;

  /** @param {Frame[]} events the events of a match from its start */
  static of(events) {
    const times = new MoveTimes();
    for (const event of events) times.take(event);
    return times;
  }

  /** Applies an event. @param {Frame} frame */
  take(frame) {
    const at = Date.parse(frame.now ?? "");
    switch (frame.t) {
      case "started":
        this.#since = at;
        break;
      case "moved":
        this.#moved(frame, at);
        break;
      case "took_back":
        this.used = this.used.slice(0, frame.ply);
        this.left = this.left.slice(0, frame.ply);
        this.#since = at;
        break;
    }
  }

  /** @param {FrameOf<"moved">} frame @param {number} at */
  #moved({ ply, move, ledger }, at) {
    const untimed = this.#since > 0 && move !== "pass" ? at - this.#since : null;
    this.used[ply - 1] = ledger?.used_ms ?? untimed;
    this.left[ply - 1] = ledger?.left_ms ?? null;
    this.#since = at;
  }

  /** True if plies are missing. @param {number} plies */
  lacks(plies) {
    return Array.from({ length: plies }).some((_, index) => this.used[index] === undefined);
  }

  /** Adds the plies that only the other has. @param {MoveTimes} other */
  add(other) {
    for (const [index, used] of other.used.entries()) {
      this.used[index] ??= used;
      this.left[index] ??= other.left[index];
    }
    this.#since ||= other.#since;
  }

  /** Forgets the plies after the first ones, and when the turn began. @param {number} plies */
  cut(plies) {
    this.used = this.used.slice(0, plies);
    this.left = this.left.slice(0, plies);
    this.#since = 0;
  }
}
