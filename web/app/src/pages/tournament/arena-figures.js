// Figures of arena players, from their games.

/** Number of rated opponents from which a performance is shown. */
const FEWEST = 3;
/** Rating points between the performance of a winner and of a player with level results. */
const SPREAD = 400;

/** The ended games. @param {OutingView[]} outings */
export const playedOf = (outings) =>
  outings.filter(({ kind }) => kind === "played" || kind.startsWith("forfeit"));

/**
 * The rating at which the results of a player would be expected: the mean of the opponents'
 * ratings, plus 400 points for each win and minus 400 for each loss, per game. Null with fewer than
 * three games, or with an opponent without a rating.
 * @param {OutingView[]} outings
 * @param {Map<number, number>} ratings by entrant
 */
export function performanceOf(outings, ratings) {
  const games = outings.filter(({ kind }) => kind === "played");
  if (games.length < FEWEST) return null;
  let sum = 0;
  for (const { opponent, score } of games) {
    const rating = opponent === undefined ? undefined : ratings.get(opponent);
    if (rating === undefined || !score) return null;
    sum += rating + SPREAD * Math.sign(score[0] - score[1]);
  }
  return Math.round(sum / games.length);
}

/** Numbers of won, drawn and lost games. @param {OutingView[]} outings */
export function recordOf(outings) {
  const record = { won: 0, drawn: 0, lost: 0 };
  for (const { kind, score } of playedOf(outings)) {
    const points = score ? score[0] - score[1] : 0;
    if (kind === "forfeit_won" || (kind === "played" && points > 0)) record.won += 1;
    else if (kind === "forfeit_lost" || points < 0) record.lost += 1;
    else record.drawn += 1;
  }
  return record;
}
