// Seats of a match against the computer.

/** The levels of the computer player, weakest first. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * The occupants of a match of one person against the computer. Each computer player has its own
 * level; of three, the partner's level is between those of the opponents.
 * @param {VariantView} variant
 * @param {string} seat
 * @param {number} level
 */
export function seatsWithComputers({ seats, teams }, seat, level) {
  /** @type {Record<string, string>} */
  const taken = { [seat]: "me" };
  const others = seats.filter((other) => other !== seat);
  if (others.length === 1) {
    taken[others[0]] = `computer:${level}`;
    return taken;
  }
  const middle = Math.min(Math.max(level, LEVELS[1]), LEVELS[LEVELS.length - 2]);
  const team = teams.find((each) => each.includes(seat)) ?? "";
  const opponents = others.filter((other) => !team.includes(other));
  for (const other of others) {
    const apart = team.includes(other) ? 0 : other === opponents[0] ? -1 : 1;
    taken[other] = `computer:${middle + apart}`;
  }
  return taken;
}
