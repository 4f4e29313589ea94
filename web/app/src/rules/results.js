// Results of games as words of records (docs/notation.md, "Game records").

/** @typedef {Pick<VariantView, "teams" | "seats" | "seat_names">} Teams */

/** True if three or four seats play each for himself. @param {Pick<VariantView, "teams">} variant */
export const isFreeForAll = ({ teams }) => teams.length > 2;

/** True if two seats are partners. @param {Pick<VariantView, "teams" | "seats">} variant */
export const hasPartners = ({ teams, seats }) => teams.length < seats.length;

/**
 * The seats of the winners; empty for a draw, and without a result.
 * @param {Teams} variant @param {string | null | undefined} result
 */
export function winnersOf(variant, result) {
  return variant.teams.find((team) => wordOf(variant, team) === result) ?? "";
}

/** The result of a win as a word. @param {Teams} variant @param {string} team */
function wordOf({ teams, seats, seat_names }, team) {
  if (seats.length === 2) return ["1-0", "0-1"][teams.indexOf(team)];
  return team.length > 1 ? team : seat_names[seats.indexOf(team)];
}

/** The result of an outcome: `draw`, or the seats of the winners. @param {Teams} variant @param {string | null} outcome */
export function resultOf(variant, outcome) {
  if (outcome === null) return "*";
  if (outcome === "draw") return "1/2-1/2";
  const team = variant.teams.find((each) => each.includes(outcome[0]));
  return team === undefined ? "*" : wordOf(variant, team);
}
