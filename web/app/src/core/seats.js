// Seats of a match against the computer.

/** The levels of the computer player, weakest first. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

const COMPUTER = /^Computer (\d)$/;

/** The level of one of the server's computers; null for other players. @param {Pick<PlayerView, "kind" | "name"> | null | undefined} player */
export function computerLevel(player) {
  const level = player?.kind === "bot" ? player.name.match(COMPUTER)?.[1] : undefined;
  return level === undefined ? null : Number(level);
}

/**
 * The occupants of a match of one person against the computer. Each computer player has its own
 * level; of three, the partner's level is between those of the opponents. Without a partner the
 * levels are the given one and its neighbours.
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
  const apart = opponents.length > 2 ? [-1, 0, 1] : [-1, 1];
  for (const other of others) {
    const distance = team.includes(other) ? 0 : apart[opponents.indexOf(other)];
    taken[other] = `computer:${middle + distance}`;
  }
  return taken;
}
