// The places of the podium.

/** @typedef {{place: number, entrants: number[]}} Step the entrants of a place */

/** Number of places on the podium. */
const PLACES = 3;
/**
 * The steps of the podium. Empty if all entrants share the first place, because then nothing was
 * decided.
 * @param {Pick<PlaceView, "place" | "entrant">[]} standings
 * @returns {Step[]}
 */
export function podiumOf(standings) {
  /** @type {Step[]} */
  const steps = [];
  for (const { place, entrant } of standings) {
    if (place > PLACES) break;
    const step = steps.find((each) => each.place === place);
    if (step) step.entrants.push(entrant);
    else steps.push({ place, entrants: [entrant] });
  }
  const isDecided = standings.some(({ place }) => place > 1);
  return isDecided ? steps : [];
}
